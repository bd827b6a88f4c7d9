"""Combats foreseen: one round in a forecast, everything in the odds, and of hidden counters only what a seat may know."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import grognard
from grognard.core.dice import Dice
from grognard.core.fights import Consequences, Fight
from grognard.games.chancellorsville.perfect_plan.combat import Combat
from grognard.games.chancellorsville.perfect_plan.state import Plan
from tests.marks import rule
from tests.perfect_plan.table import act, action, asked, plan, trenches

HERE = "fredericksburg"
COMBAT = Fight("combat", ("AoP",), (HERE,))
UNLIKELY = 1e-7


def met(aop: str, anv: str, **fields: Any) -> Plan:
    """AoP, who came from Falmouth, and ANV meet in Fredericksburg; in Falmouth and Salem Church are friends of theirs."""
    elsewhere = {"falmouth": "XII", "salem_church": "Stuart"}
    fields = {"attackers": {HERE: "AoP"}} | fields
    return plan(
        {HERE: aop, "falmouth": elsewhere["falmouth"]}, {HERE: anv, "salem_church": elsewhere["salem_church"]}, **fields
    )


def rounded(results: Any) -> dict[str, float]:
    return {result: round(chance, 6) for result, chance in results.items()}


# ---------------------------------------------------------------- a round


@rule("P5.5a", "P5.3a", "P5.6b")
def test_one_formation_against_another():
    found = grognard.forecast(met("V", "Early"), COMBAT)
    assert found.results == {"0-0": 0.25, "0-1": 0.25, "1-0": 0.25, "1-1": 0.25}
    assert (found.attacker, found.defender, found.column) == ("AoP", "ANV", "1d6 to 1d6")
    assert found.losses == {"AoP": 0.5, "ANV": 0.5}
    assert (found.good, found.bad) == (0.25, 0.25)  # more hits win, 0-0 and 1-1 go on
    assert (found.swing, found.shifts, found.policies) == (0, (), ())


@rule("P-D3b", "P5.3a", "P5.4", "P-D13")
def test_a_confederate_commander_helps_every_die():
    found = grognard.forecast(met("small-1", "Lee Hill small-1"), COMBAT)
    hits = Counter[str]()
    for result, chance in found.results.items():
        hits[result.partition("-")[2]] += chance  # type: ignore[assignment]
    assert rounded(hits) == {"0": round(2 / 9, 6), "1": round(5 / 9, 6), "2": round(2 / 9, 6)}
    assert found.strengths == {"AoP": 1, "ANV": 2}
    assert [(modifier.value, str(modifier.label)) for modifier in found.shifts] == [(1, "commanders-to-every-die")]


@rule("P-D3c")
def test_hooker_raises_one_die_if_that_makes_a_hit():
    """Two dice miss without a 3 in 4 cases of 36; both hit, or one does and the other shows a 3, in 15."""
    found = grognard.forecast(met("Hooker V XI", "Lee"), COMBAT)
    assert rounded(found.results) == {"0-0": round(4 / 36, 6), "1-0": round(17 / 36, 6), "2-0": round(15 / 36, 6)}
    assert found.policies == ("raise-a-hit",)
    assert [modifier.label for modifier in found.shifts] == ["hooker-to-any-one-die"]


@rule("P5.5c")
def test_a_trench_is_lost_before_a_unit_and_more_than_there_is_cannot_be_lost():
    found = grognard.forecast(met("I II III", "Early", trenches=trenches(ANV=HERE)), COMBAT)
    assert found.losses["ANV"] == pytest.approx(0.5)  # two or three hits of three dice, of which the trench takes one
    assert found.losses["AoP"] == pytest.approx(0.5)
    assert found.policies == ("cheapest-first",)
    found = grognard.forecast(met("V XI", "Early"), COMBAT)
    assert found.losses == {"AoP": 0.5, "ANV": 0.75}  # one unit against two dice, and no trench


@rule("P4a", "P4b", "P4d", "P4e", "P4f", "P-D1a", "P-D4")
def test_units_that_would_march_in():
    game = plan({"falmouth": "V XI", "elys_ford": "I"}, {HERE: "Early"})
    assert grognard.forecast(game.seat("AoP"), action(game, "AoP", f"march V {HERE}")).fight == Fight(
        "combat", ("AoP-V",), (HERE,)
    )
    found = grognard.forecast(game, Fight("combat", ("AoP-V", "AoP-XI"), (HERE,)))
    assert (found.strengths, found.attacker) == ({"AoP": 2, "ANV": 1}, "AoP")
    assert game.state.units["AoP-V"] == "falmouth"
    joined = plan({"falmouth": "V", HERE: "XI"}, {HERE: "Early"}, attackers={HERE: "ANV"})
    found = grognard.forecast(joined, Fight("combat", ("AoP-V",), (HERE,)))
    assert (found.strengths, found.attacker) == ({"AoP": 2, "ANV": 1}, "ANV")
    full = plan({"falmouth": "V", HERE: "XI I II"}, {HERE: "Early"}, attackers={HERE: "ANV"})
    assert grognard.forecast(full, Fight("combat", ("AoP-V",), (HERE,))).strengths["AoP"] == 4


@rule("P5.1", "P-D4")
def test_which_combats_there_are_and_which_actions_begin_one():
    game = plan({HERE: "V", "zoan_church": "XI", "falmouth": "I"}, {HERE: "Early", "zoan_church": "Hill", "moss_neck": "Lee"})
    known = [Fight("combat", ("AoP",), ("zoan_church",)), COMBAT]
    assert game.rules.fights(game) == known
    assert game.rules.fight_of(game, "AoP", action(game, "AoP", f"fight {HERE}")) == COMBAT
    assert game.rules.fight_of(game, "AoP", action(game, "AoP", "march I banks_ford")) is None
    assert game.rules.fight_of(game, "AoP", action(game, "AoP", "end-impulse")) is None
    phase = plan({HERE: "V", "zoan_church": "XI"}, {HERE: "Early", "zoan_church": "Hill"}, phase="combat")
    assert phase.rules.fight_of(phase, "AoP", action(phase, "AoP", f"take {HERE}")) == COMBAT
    begun = plan({HERE: "V XI", "falmouth": "I"}, {HERE: "Early Hill", "salem_church": "small-1"}, dice=(4, 1, 4, 1))
    act(begun, f"fight {HERE}")
    assert begun.rules.fights(begun) == [COMBAT], "losses are still to be taken, and it may go on"
    won = plan({HERE: "V XI", "falmouth": "I"}, {HERE: "Early Hill", "salem_church": "small-1"}, dice=(4, 1, 1, 1))
    act(won, f"fight {HERE}", "lose-unit Hill")
    assert asked(won) == ("ANV", "Retreat.choose")
    assert won.rules.fights(won) == [], "it is decided, though the loser has not left yet"
    empty = plan({HERE: "V"}, {HERE: "Early Hill", "salem_church": "small-1"}, dice=(4, 4, 1))
    act(empty, f"fight {HERE}")
    assert asked(empty) == ("ANV", "Combat.defenders_losses")
    assert empty.rules.fights(empty) == [], "nobody is left to fight on"


@rule("P-D4", "P-D1a", "P4a", "P4b", "P4d", "P4e", "P4f", "P4g")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("charge AoP fredericksburg", "'charge AoP fredericksburg' is not a combat; write 'combat', an army or units"),
        ("combat AoP,ANV fredericksburg", "is not a combat"),
        ("combat AoP fredericksburg,falmouth", "is not a combat"),
        ("combat AoP richmond", "There is no area 'richmond' on the map"),
        ("combat AoP-Grant fredericksburg", "There is no unit 'AoP-Grant'"),
        ("combat AoP moss_neck", "The armies do not meet in moss_neck"),
        ("combat AoP elys_ford", "The armies do not meet in elys_ford"),
        ("combat AoP salem_church", "The armies do not meet in salem_church"),
        ("combat AoP-XI fredericksburg", "fredericksburg does not touch elys_ford"),
        ("combat AoP-III fredericksburg", "arrows"),
        ("combat AoP-II fredericksburg", "is not on the map"),
        ("combat ANV-Rodes elys_ford", "Out of chancellorsville, where enemies are, a unit goes only"),
        ("combat AoP-I fredericksburg", "Four units of yours are already in fredericksburg"),
    ],
)
def test_what_cannot_be_fought(text: str, words: str):
    game = plan(
        {
            HERE: "small-1 small-2 small-3 small-4",
            "falmouth": "I",
            "elys_ford": "XI",
            "banks_ford": "III",
            "chancellorsville": "V",
            "eliminated": "II",
        },
        {"salem_church": "Early", HERE: "Lee", "chancellorsville": "Rodes"},
    )
    fight = Fight.of(text)
    before = game.position()
    with pytest.raises(grognard.IllegalAction, match=words):
        grognard.forecast(game, fight)
    with pytest.raises(grognard.IllegalAction, match=words):
        grognard.odds(game, fight)
    assert game.position() == before


# ---------------------------------------------------------------- what a seat may know


def veiled(there: str, elsewhere: str) -> Plan:
    return plan({"falmouth": "V XI", HERE: "I"}, {HERE: there, "salem_church": elsewhere}, attackers={HERE: "AoP"})


@rule("P-D11b")
def test_a_seat_averages_over_what_the_backs_may_hide():
    """One back in each of two areas, a division or a small unit: it hits with 1 in 2 or with 1 in 6."""
    games = veiled("Early", "small-1"), veiled("small-1", "Early")
    found = [grognard.forecast(game.seat("AoP"), COMBAT) for game in games]
    assert found[0] == found[1] == grognard.forecast(games[0].seat("AoP"), COMBAT)
    hit = found[0].results["0-1"] + found[0].results["1-1"]
    assert 0.25 < hit < 0.42
    assert "average-of-what-may-be" in found[0].policies
    assert found[0].shifts == ()
    seen = [grognard.forecast(game.seat("ANV"), COMBAT) for game in games]
    assert seen[0] != seen[1]
    odds = [grognard.odds(game.seat("AoP"), COMBAT) for game in games]
    assert odds[0] == odds[1]
    lost = odds[0].fates()
    assert 0 < lost["ANV-Early"]["eliminated"] < 0.5
    assert 0 < lost["ANV-small-1"]["eliminated"] < 0.8


@rule("P-D11b")
def test_a_seat_cannot_ask_where_a_hidden_unit_is():
    words = "You do not know where all of these are"
    for game in (veiled("Early", "small-1"), veiled("small-1", "Early")):
        for unit in ("ANV-Early", "ANV-small-1"):
            with pytest.raises(grognard.IllegalAction, match=words):
                grognard.forecast(game.seat("AoP"), Fight("combat", (unit,), ("falmouth",)))


@rule("P-D11b")
def test_a_seat_may_ask_about_its_own_units_and_about_those_face_up():
    game = veiled("Early", "small-1")
    assert grognard.forecast(game.seat("AoP"), Fight("combat", ("AoP-V",), (HERE,))).strengths["AoP"] == 2
    shown = plan({"falmouth": "I", HERE: "V XI"}, {HERE: "Early Hill", "salem_church": "small-1"}, dice=(4, 1, 4, 1))
    act(shown, f"fight {HERE}")
    assert shown.state.revealed == HERE
    assert grognard.forecast(shown.seat("AoP"), Fight("combat", ("ANV-Early",), (HERE,))).attacker == "AoP"


@rule("P5.2")
def test_what_lies_face_up_is_known():
    game = plan({HERE: "V XI", "falmouth": "I"}, {HERE: "Early Hill", "salem_church": "small-1"}, dice=(4, 1, 4, 1))
    act(game, f"fight {HERE}")
    assert asked(game) == ("AoP", "Combat.attackers_losses")
    assert grognard.forecast(game.seat("AoP"), COMBAT).policies == ()
    assert grognard.forecast(game.seat("AoP"), COMBAT) == grognard.forecast(game, COMBAT)


# ---------------------------------------------------------------- everything that may come of it


@rule("P5.6a", "P5.6b")
def test_one_against_one_ends_in_three_ways():
    odds = grognard.odds(met("V", "Early"), COMBAT)
    third = pytest.approx(1 / 3)
    assert {consequences: chance for chance, consequences in odds.outcomes} == {
        Consequences((("AoP-V", ("eliminated",)),), (), (("AoP", 1),)): third,
        Consequences((("ANV-Early", ("eliminated",)),), (("areas", "AoP", 1), ("areas", "ANV", -1)), (("ANV", 1),)): third,
        Consequences((("AoP-V", ("eliminated",)), ("ANV-Early", ("eliminated",))), (), (("AoP", 1), ("ANV", 1))): third,
    }
    assert odds.losses() == {"AoP": pytest.approx(2 / 3), "ANV": pytest.approx(2 / 3)}


@rule("P5.3c")
def test_a_commander_alone_is_lost_in_the_end():
    """Round after round a small unit hits with 1 in 6 only."""
    odds = grognard.odds(met("small-1", "Jackson"), COMBAT)
    assert odds.fates() == {"ANV-Jackson": {"eliminated": pytest.approx(1)}}


@rule("P5.3b")
def test_commanders_alone_ride_off():
    odds = grognard.odds(met("Hooker", "Lee"), COMBAT)
    assert odds.fates() == {"AoP-Hooker": {"retreated": 1}, "ANV-Lee": {"retreated": 1}}


@rule("P5.5b", "P5.5c", "P5.5d")
def test_a_side_gives_up_its_trench_then_small_units_then_formations():
    game = met("I II III V", "Lee Hill small-1", trenches=trenches(ANV=HERE))
    odds = grognard.odds(game, COMBAT)
    lost = {unit: fates.get("eliminated", 0.0) for unit, fates in odds.fates().items()}
    assert -odds.expected("trenches", "ANV") > lost["ANV-small-1"] > lost["ANV-Hill"] > lost["ANV-Lee"] > 0
    assert odds.policies["take-loss"] == "cheapest-first"
    assert sum(chance for chance, _ in odds.outcomes) == pytest.approx(1)


@rule("P5.5d", "P5.6a")
def test_the_odds_of_a_combat_under_way_go_on_from_where_it_stands():
    """Both have scored one: AoP and ANV lose one each, and who is left fights on one against one."""
    game = plan({HERE: "V XI", "falmouth": "I"}, {HERE: "Early Hill", "salem_church": "small-1"}, dice=(4, 1, 4, 1))
    act(game, f"fight {HERE}")
    odds = grognard.odds(game, COMBAT)
    assert odds.fates()["AoP-V"]["eliminated"] == pytest.approx(1)
    assert odds.track("areas", "AoP") == {0: pytest.approx(2 / 3), 1: pytest.approx(1 / 3)}


# ---------------------------------------------------------------- against the dice

CASES = {
    "leaders and a trench": ("Hooker V XI small-1", "Lee Hill small-1", trenches(ANV=HERE)),
    "many small units": ("small-1 small-2 small-3 VI", "small-1 small-2 Early", {}),
    "Hooker and small units": ("Hooker small-1 small-2", "Jackson small-1 Rodes", trenches(AoP=HERE)),
    "a full stack against a commander": ("I II III V", "Lee Jackson", {}),
}


def fought(ready: Plan, seed: int) -> tuple[str, Consequences]:
    """What the first round said, and what came of it in the end."""
    game = ready.copy()
    game.dice = Dice.fast(seed)
    before = game.happened.length
    act(game, f"fight {HERE}")
    while any(isinstance(frame, Combat) for frame in game.stack):
        (army,) = game.actors
        ask = game.question(army)
        assert ask is not None
        game.play(army, game.rules.default_answer(game, ask)[1])
    volleys = [event for event in game.events(None, before) if event.key == "event.volley-fired"]
    return f"{volleys[0].hits}-{volleys[1].hits}", game.rules.consequences(ready, game)  # type: ignore[attr-defined]


def compare(case: str, number: int) -> None:
    from scipy.stats import binomtest  # slow to import, which every test process would pay for

    aop, anv, dug = CASES[case]
    ready = met(aop, anv, trenches=dug)
    forecast, odds = grognard.forecast(ready, COMBAT), grognard.odds(ready, COMBAT)
    games = [fought(ready, seed) for seed in range(number)]
    rounds, ends = Counter(said for said, _ in games), Counter(came for _, came in games)
    assert set(rounds) <= set(forecast.results)
    for result, chance in forecast.results.items():
        assert binomtest(rounds[result], number, min(chance, 1.0)).pvalue > UNLIKELY
    expected = {consequences: chance for chance, consequences in odds.outcomes}
    assert set(ends) <= set(expected)
    for consequences, chance in expected.items():
        assert binomtest(ends[consequences], number, min(chance, 1.0)).pvalue > UNLIKELY


@pytest.mark.parametrize("case", CASES)
def test_forecast_and_odds_are_what_the_dice_bring(case: str):
    compare(case, 2_000)


@pytest.mark.soak
@pytest.mark.parametrize("case", CASES)
def test_forecast_and_odds_are_what_very_many_dice_bring(case: str):
    compare(case, 100_000)
