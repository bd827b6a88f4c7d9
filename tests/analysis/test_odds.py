"""Exact odds: everything that may come of a fight, with its chance and the policies taken for granted."""

from __future__ import annotations

import pytest

import grognard
from grognard import Fight
from grognard.analysis import exact
from grognard.core.fights import Consequences
from grognard.core.texts import has_text
from tests.analysis.cases import CASES, COMBATS
from tests.marks import rule
from tests.proving_ground import AMERICAN, BRITISH, Leader, Unit, act, announce, asked, field, tactics


def test_everything_that_a_gun_can_do():
    """Number 6, nothing modifies: 40% hit; of these 40% R, 30% D, 20% 1, 10% 1*."""
    case = CASES["a gun at a disrupted unit"]
    odds = grognard.odds(case.ready(), case.fight)
    found = {(consequences.fates, consequences.tracks): round(chance, 9) for chance, consequences in odds.outcomes}
    assert found == {
        ((), ()): 0.6,
        ((("a1", ("retreated",)),), ()): 0.16,
        ((("a1", ("shattered", "retreated")),), (("army_morale", AMERICAN, -1),)): 0.12,
        ((("a1", ("step-lost",)),), (("army_morale", BRITISH, 1), ("army_morale", AMERICAN, -1))): 0.12,
    }
    assert odds.policies == {"retreat": "first-legal"}


def test_a_fight_that_can_go_too_many_ways_is_refused(monkeypatch: pytest.MonkeyPatch):
    """Every companion may stand or run, so that each unit more doubles the ways."""
    around = ("1010", "0911", "0912", "1012", "1112", "1111")
    british = [Unit("1-0-4", around[number % 6]) for number in range(8)]
    game = field(british, [Unit("3-0-4", "1011")], phase="close combat")
    fights = [Fight("close-combat", tuple(unit.id for unit in british[:number]), ("1011",)) for number in (4, 8)]
    monkeypatch.setattr(exact, "MOST_WAYS", 200)
    assert sum(chance for chance, _ in grognard.odds(game, fights[0]).outcomes) == pytest.approx(1)
    with pytest.raises(
        grognard.IllegalAction, match="more than 200 possible courses, too many for exact odds; ask for its forecast"
    ):
        grognard.odds(game, fights[1])
    assert grognard.forecast(game.seat(BRITISH), fights[1]).results


@rule("S12.22")
def test_units_that_are_pinned_fight_without_their_markers():
    def fates(*states: str) -> dict[str, dict[str, float]]:
        british, american = Unit("4-0-4", "1010", "b1", states=states), Unit("4-0-4", "1011", "a1", states=states)
        game = field([british], [american], phase="close combat")
        return grognard.odds(game, Fight("close-combat", ("b1",), ("1011",))).fates()

    assert fates("pinned:1") == fates()
    assert fates()["a1"]["pinned"] > 0


def test_a_leader_lost_with_his_price():
    case = CASES["rifles at a stack with leaders"]
    odds = grognard.odds(case.ready(), case.fight)
    lost = [(chance, found) for chance, found in odds.outcomes if ("stark", ("eliminated",)) in found.fates]
    assert [round(chance, 9) for chance, _ in lost] == [0.06]
    assert lost[0][1].tracks == (("army_morale", BRITISH, 1), ("army_morale", AMERICAN, -2))  # the step and the leader
    assert "gates" not in odds.fates()
    assert odds.policies["lose-leader"] == "least-leader"


def test_guns_alone_are_taken_and_the_victor_advances():
    case = COMBATS["guns alone"]
    odds = grognard.odds(case.ready(), case.fight)
    taken = Consequences(
        (("b1", ("advanced",)), ("a1", ("captured",))),
        (("army_morale", BRITISH, 1), ("army_morale", AMERICAN, -1)),
        ((AMERICAN, 1),),
    )
    assert odds.outcomes == ((1.0, taken),)


def test_who_has_no_way_back_is_captured():
    case = COMBATS["no way back"]
    forecast = grognard.forecast(case.ready().seat(BRITISH), case.fight)
    odds = grognard.odds(case.ready(), case.fight)
    fates = odds.fates()
    assert "retreated" not in fates["a1"]
    assert "retreated" not in fates["a2"]
    gives_way = sum(forecast.results[result] for result in ("R/R", "-/R", "-/D"))
    assert fates["a1"]["captured"] > gives_way


def test_a_demoralised_army_ends_the_game():
    case = COMBATS["the end of an army"]
    forecast = grognard.forecast(case.ready().seat(BRITISH), case.fight)
    odds = grognard.odds(case.ready(), case.fight)
    lost = sum(forecast.results[result] for result in ("-/D", "-/1", "-/1*"))
    assert odds.chance(lambda found: found.over == "substantial british") == pytest.approx(lost)
    assert odds.chance(lambda found: found.over != "") == pytest.approx(lost)


def test_what_the_table_says_is_what_the_lead_suffers():
    case = COMBATS["even odds, leaders and a gun"]
    game = case.ready()
    forecast, odds = grognard.forecast(game.seat(BRITISH), case.fight), grognard.odds(game, case.fight)
    fates = odds.fates()
    assert fates["a2"]["eliminated"] == pytest.approx(forecast.results["-/1"] + forecast.results["-/1*"])
    assert fates["a2"]["disrupted"] == pytest.approx(forecast.results["-/D"])
    assert fates["b1"]["pinned"] == pytest.approx(forecast.results["PIN"])
    assert fates["stark"]["eliminated"] == pytest.approx(forecast.results["-/1*"])
    companion = sum(forecast.results[result] for result in ("R/R", "-/R", "-/D", "-/1", "-/1*"))
    assert fates["a1"]["retreated"] == pytest.approx(companion * 0.5)  # morale 0: 0 to 4 fails


def test_tracks():
    case = COMBATS["guns alone"]
    odds = grognard.odds(case.ready(), case.fight)
    assert odds.track("army_morale", AMERICAN) == {-1: 1.0}
    assert odds.track("momentum", BRITISH) == {0: 1.0}
    assert odds.expected("army_morale", BRITISH) == 1
    fire = CASES["a gun at a disrupted unit"]
    found = grognard.odds(fire.ready(), fire.fight)
    assert {change: round(chance, 9) for change, chance in found.track("army_morale", AMERICAN).items()} == {-1: 0.24, 0: 0.76}
    assert found.expected("army_morale", AMERICAN) == pytest.approx(-0.24)


@pytest.mark.parametrize("name", CASES)
def test_the_same_thought_of_announced_or_imagined(name: str):
    case = CASES[name]
    thought_of, ready = case.position(), case.ready()
    before = thought_of.position()
    odds = grognard.odds(thought_of, case.fight)
    assert thought_of.position() == before
    assert sum(chance for chance, _ in odds.outcomes) == pytest.approx(1)
    assert [chance for chance, _ in odds.outcomes] == sorted((chance for chance, _ in odds.outcomes), reverse=True)
    expected = {found: pytest.approx(chance) for chance, found in odds.outcomes}
    for other in (grognard.odds(ready, case.fight), grognard.odds(ready.seat(AMERICAN), case.fight)):
        assert {found: chance for chance, found in other.outcomes} == expected
        assert other.policies == odds.policies


@pytest.mark.parametrize("name", CASES)
def test_every_policy_and_every_fate_has_words(name: str):
    case = CASES[name]
    odds = grognard.odds(case.position(), case.fight)
    assert all(has_text(f"policy.{policy}") for policy in odds.policies.values())
    assert all(has_text(f"prompt.{prompt}") for prompt in odds.policies)
    assert all(has_text(f"fate.{fate}") for fates in odds.fates().values() for fate in fates)
    assert all(has_text(f"track.{name}") for _, found in odds.outcomes for name, _, _ in found.tracks)


def test_from_the_middle_of_a_combat():
    """The chits are shown and the die has fallen: what is left are the morale checks and what follows."""
    far: list[Unit | Leader] = [Unit("2-0-4", "0203", "far1"), Unit("2-0-4", "1817", "far2")]
    foes: list[Unit | Leader] = [Unit("2-0-4", "0204", "foe1"), Unit("2-0-4", "1818", "foe2")]
    american = [Unit("2-0-4", "1011", "a1"), Unit("2--1-4", "1011", "a2"), *foes]
    game = field([Unit("3-1-4", "1010", "b1"), *far], american, phase="close combat", dice=[6], momentum=(0, 1))
    announce(game, ("b1", "1011"), ("far1", "0204"), ("far2", "1818"))
    act(game, "take 1", "lead a1")
    tactics(game)
    assert asked(game) == "spend-momentum"  # 3 to 4 is 1-2; 6 +1 is 7: -/R
    odds = grognard.odds(game, Fight("close-combat", ("b1",), ("1011",)))
    found = {found.fates: round(chance, 9) for chance, found in odds.outcomes}
    assert found == {  # morale -1 passes on 6 or more
        (("a1", ("retreated",)),): 0.4,
        (("b1", ("advanced",)), ("a1", ("retreated",)), ("a2", ("retreated",))): 0.6,
    }
    assert odds.policies["spend-momentum"] == "keep-the-die"


def test_a_leader_leaves_with_the_last_unit():
    british = [Unit("6-2-4", "1010", "b1")]
    american: list[Unit | Leader] = [Unit("1-0-4", "1011", "a1"), Leader("0-0-6", "1011", "gates", loss=(-2, 1))]
    odds = grognard.odds(field(british, american), Fight("close-combat", ("b1",), ("1011",)))
    taken = odds.chance(lambda found: ("gates", ("captured",)) in found.fates)
    gone = odds.chance(
        lambda found: any(piece == "a1" and fates in (("captured",), ("eliminated",)) for piece, fates in found.fates)
    )
    assert 0 < taken < gone  # he is captured only where his last unit is no more; with * he is dead already


def test_pins_come_off_before_a_combat_that_is_thought_of():
    game = field([Unit("3-1-4", "1010", "b1", states=("pinned:1",))], [Unit("2-0-4", "1011", "a1", states=("pinned:1",))])
    odds = grognard.odds(game, Fight("close-combat", ("b1",), ("1011",)))
    forecast = grognard.forecast(game.seat(BRITISH), Fight("close-combat", ("b1",), ("1011",)))
    assert odds.fates()["a1"]["pinned"] == pytest.approx(forecast.results["PIN"])
    assert game.piece("b1").pin == 1


def test_another_combat_under_way_is_left_out():
    """The first combat has cost a step, which is not posted yet; that is no consequence of the second."""
    british = [Unit("6-1-4", "1010", "b1"), Unit("3-1-4", "0203", "far1"), Unit("2-0-4", "1817", "far2")]
    american = [Unit("2-0-4", "1011", "a1"), Unit("1-0-4", "1011", "a2"), Unit("2-0-4", "0204", "foe1")]
    second = Fight("close-combat", ("far1",), ("0204",))
    game = field(british, [*american, Unit("2-0-4", "1818", "foe2")], phase="close combat", dice=[8, 0])
    announce(game, ("b1", "1011"), ("far1", "0204"), ("far2", "1818"))
    before = grognard.odds(game, second)
    act(game, "take 1", "lead a1")
    tactics(game)
    assert asked(game) == "retreat"  # 6 to 3 is 2-1; 8 +1 is 9: -/1, and the companion has failed its check
    assert game.state.postings
    assert grognard.odds(game, second).outcomes == before.outcomes
    anew = grognard.forecast(game.seat(BRITISH), Fight("close-combat", ("b1",), ("1011",)))
    assert anew.strengths == {BRITISH: 6, AMERICAN: 1}  # as if what is left there were attacked once more
    assert anew.sealed


def test_leaders_go_only_with_the_last_unit():
    british = [Unit("6-1-4", "1010", "b1"), Unit("3-1-4", "0203", "far1"), Unit("2-0-4", "1817", "far2")]
    american: list[Unit | Leader] = [Unit("2-0-4", "1011", "a1"), Unit("1-0-4", "1011", "a2"), Leader("0-0-6", "1011", "gates")]
    foes: list[Unit | Leader] = [Unit("2-0-4", "0204", "foe1"), Unit("2-0-4", "1818", "foe2")]
    game = field(british, [*american, *foes], phase="close combat", dice=[5, 0])  # 5 +1 is 6: -/R; the companion fails
    announce(game, ("b1", "1011"), ("far1", "0204"), ("far2", "1818"))
    act(game, "take 1", "lead a1")
    tactics(game)
    answered = []
    while asked(game) in ("retreat", "leaders-follow"):
        ask = game.question(game.actors[0])
        assert ask is not None
        policy, action = game.rules.default_answer(game, ask)
        answered.append((policy, action.word))
        game.play(game.actors[0], action)
    go, stay = ("first-legal", "retreat"), ("leaders-stay-with-troops", "stay")
    assert answered == [go, stay, go, ("leaders-stay-with-troops", "follow")]


@rule("S12.23", "S12.4a")
def test_cavalry_that_is_asked_to_ride_off_stands():
    case = COMBATS["cavalry that could ride off"]
    game = case.ready()
    act(game, *case.orders)
    assert asked(game) == "cavalry-withdrawal"
    assert "stand-fast" in grognard.forecast(game.seat(BRITISH), case.fight).policies
    act(game, "stand")
    assert "stand-fast" not in grognard.forecast(game.seat(BRITISH), case.fight).policies
