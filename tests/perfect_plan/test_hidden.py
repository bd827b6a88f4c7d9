"""P-D11b: hidden counters. What each seat sees, what it can conclude, and games imagined from that."""

from typing import Any, cast

import pytest

import grognard
from grognard.core.dice import Dice
from grognard.core.games import Game
from grognard.games.chancellorsville.perfect_plan.events import Deployed, Marched
from grognard.games.chancellorsville.perfect_plan.state import Plan
from grognard.testing.playing import told
from tests.marks import rule
from tests.perfect_plan.table import SCENARIO, act, asked, happened, offered, plan, position, trenches, where

AOP = {"elys_ford": "Hooker V small-1", "falmouth": "XI", "eliminated": "I", "reinforcements": "Stonemann"}
ANV = {"fredericksburg": "Lee Early", "salem_church": "Hill"}


def sightings(game: Plan, unit: str, seat: str | None = None) -> set[str]:
    return set(game.view(seat)["position"]["sightings"][unit])


# ---------------------------------------------------------------- views


@rule("P-D11b")
def test_the_enemy_sees_backs_and_numbers():
    game = plan(AOP, ANV, trenches=trenches(AoP="elys_ford"))
    seen = game.view("ANV")["position"]
    assert seen["backs"] == {"AoP": {"falmouth": 1, "elys_ford": 3}}
    assert seen["pieces"] == {
        "AoP-I": {"box": "eliminated"},
        "AoP-Stonemann": {"box": "reinforcements"},
        "ANV-Lee": "fredericksburg",
        "ANV-Early": "fredericksburg",
        "ANV-Hill": "salem_church",
    }
    assert seen["trenches"]["AoP"]["areas"] == ["elys_ford"]


@rule("P-D11b")
def test_the_owner_sees_his_own_and_a_spectator_nobodys():
    game = plan(AOP, ANV)
    assert game.view("AoP")["position"]["pieces"]["AoP-Hooker"] == "elys_ford"
    assert game.view("AoP")["position"]["backs"] == {"ANV": {"salem_church": 1, "fredericksburg": 2}}
    public = game.view(None)["position"]
    assert set(public["pieces"]) == {"AoP-I", "AoP-Stonemann"}
    assert set(public["backs"]) == {"AoP", "ANV"}


@rule("P-D11b", "P-D12")
def test_the_trays_show_the_boxes_to_both_and_what_is_in_hand_to_its_owner():
    def shown(game: Game, seat: str | None) -> list[tuple[str, int, bool]]:
        """Each tray with the number of its counters, and whether they lie face up."""
        picture = game.rules.picture(game, seat)
        assert picture is not None
        return [(tray.title, len(tray.counters), all(counter.name for counter in tray.counters)) for tray in picture.trays]

    first = grognard.new(SCENARIO, seed=1)
    for seat in ("AoP", "ANV", None):
        assert shown(first, seat) == [
            ("Union, to be set up", 14, seat == "AoP"),
            ("Union, to come", 1, True),
            ("Confederate, to be set up", 13, seat == "ANV"),
            ("Confederate, to come", 3, True),
        ]
        assert shown(plan(AOP, ANV), seat) == [("Union, eliminated", 1, True), ("Union, to come", 1, True)]


@rule("P-D11b")
def test_a_march_shows_a_counter_and_not_which():
    game = plan(AOP, ANV)
    act(game, "march V chancellorsville")
    assert happened(game, Marched, "AoP") == [Marched("AoP", "AoP-V", "elys_ford", "chancellorsville")]
    for seat in ("ANV", None):
        assert happened(game, Marched, seat) == [Marched("AoP", None, "elys_ford", "chancellorsville")]
        assert str(happened(game, Marched, seat)[0]) == "Union: a counter goes from elys_ford to chancellorsville"
    assert game.record("ANV")["entries"] == ["AoP (sealed)"]
    assert game.record("AoP")["entries"] == ["AoP march AoP-V chancellorsville"]


@rule("P-D11b")
def test_the_set_up_shows_counters_and_not_which():
    game = cast("Plan", grognard.new(SCENARIO, seed=1))
    act(game, "deploy Lee salem_church")
    assert happened(game, Deployed, "AoP") == [Deployed("ANV", None, "salem_church")]
    assert game.record("AoP")["entries"] == ["ANV (sealed)"]
    assert game.view("AoP")["position"]["backs"] == {"ANV": {"salem_church": 1, "in hand": 12}}


@rule("P-D11b")
def test_the_record_is_open_when_the_game_is_over():
    game = plan(AOP, ANV)
    act(game, "march V chancellorsville")
    game.resign("ANV")
    assert game.record("ANV")["entries"][0] == "AoP march AoP-V chancellorsville"
    assert game.record("ANV")["position"]["pieces"]["AoP-V"] == "elys_ford"


def test_the_position_a_game_was_set_up_from_is_turned_over_in_a_seats_record():
    game = plan(AOP, ANV)
    opening = game.record("ANV")["position"]
    assert opening["backs"] == {"AoP": {"falmouth": 1, "elys_ford": 3}}
    assert "AoP-V" not in opening["pieces"]
    assert game.record()["position"]["pieces"]["AoP-V"] == "elys_ford"


def test_only_own_units_can_be_inspected():
    game = plan(AOP, ANV)
    assert set(game.inspect("AoP", "reach", "AoP-V")) == {
        "richardsville",
        "germanna_ford",
        "chancellorsville",
        "hartwood_church",
    }
    refusals = []
    for seat, unit in (("ANV", "AoP-V"), ("ANV", "AoP-I"), ("ANV", "nobody"), (None, "AoP-V"), ("AoP", "AoP-I")):
        with pytest.raises(grognard.UnknownName) as refused:
            game.inspect(seat, "reach", unit)
        refusals.append(str(refused.value).replace(unit, "X"))
    assert len(set(refusals)) == 1
    with pytest.raises(grognard.UnknownName, match="ask for reach"):
        game.inspect("AoP", "zoc", "AoP-V")


def test_a_view_is_no_position():
    game = plan(AOP, ANV)
    with pytest.raises(grognard.PositionError, match=r"grognard\.imagine makes full games of a view"):
        grognard.setup(game.view("AoP")["position"], seed=1)


# ---------------------------------------------------------------- what had moved


def twins(dice: tuple[int, ...], **fields: Any) -> list[Plan]:
    """Two games that differ only in which of two units of AoP has moved in this impulse."""
    aop, anv = {"zoan_church": "V XI", "chancellorsville": "I"}, {"zoan_church": "Hill Rodes", "spotsylvania": "Lee"}
    seen = ["zoan_church", "moved:zoan_church"]
    same = {"sightings": {"AoP-V": seen, "AoP-XI": seen}, "impulse": 2, "moves": 3, **fields}
    return [plan(aop, anv, dice, moved=[unit], **same) for unit in ("AoP-V", "AoP-XI")]


def check_alike(games: list[Plan], *seats: str | None) -> None:
    for seat in seats:
        assert told(games[0], seat) == told(games[1], seat)
        for seed in range(4):
            one, other = (grognard.imagine(game.view(seat), seed).position() for game in games)
            assert one == other


@rule("P-D11b", "P4b")
def test_nobody_else_learns_which_of_two_units_has_moved():
    games = twins((1, 1, 6, 1))
    check_alike(games, "ANV", None)
    for game in games:
        act(game, "fight zoan_church")
    check_alike(games, "ANV", None)
    for game in games:
        act(game, "lose-unit XI")
        assert where(game, "AoP-V") == "chancellorsville"
    check_alike(games, "ANV", None)
    assert [any(order.startswith("V ") for order in offered(game, "march")) for game in games] == [False, True]


@rule("P-D11b", "P4c")
def test_who_has_no_move_left_is_asked_all_the_same():
    """Were he not, the others would know that the unit in Zoan Church is the one that has moved."""
    spent = {"AoP": {"areas": [], "left": 0}}
    game = plan({"zoan_church": "V"}, {"bowling_green": "Lee"}, moved=["AoP-V"], trenches=spent)
    assert asked(game) == ("AoP", "MovementPhase.part")
    assert [str(action) for action in game.actions("AoP")] == ["end-impulse"]


# ---------------------------------------------------------------- what can be concluded


@rule("P-D11b", "P5.2")
def test_a_combat_shows_who_is_there_until_a_counter_leaves():
    aop = {"zoan_church": "V XI", "chancellorsville": "I small-1"}
    game = plan(aop, {"zoan_church": "Hill", "spotsylvania": "Lee"}, (6, 1, 1), impulse=2)
    assert sightings(game, "AoP-V") == {"zoan_church", "chancellorsville"}
    act(game, "fight zoan_church")
    assert sightings(game, "AoP-V") == {"zoan_church"}
    assert sightings(game, "AoP-I") == {"chancellorsville"}
    act(game, "march V chancellorsville")
    assert sightings(game, "AoP-V") == sightings(game, "AoP-XI") == {"zoan_church", "moved:chancellorsville"}
    assert sightings(game, "AoP-I") == {"chancellorsville"}
    act(game, "end-impulse")
    assert sightings(game, "AoP-V") == {"zoan_church", "chancellorsville"}


@rule("P4b", "P-D11b")
def test_the_last_counter_to_leave_an_area_leaves_nobody_behind():
    game = plan({"elys_ford": "V XI"}, ANV)
    act(game, "march V chancellorsville", "march XI germanna_ford")
    assert sightings(game, "AoP-V") == {"moved:chancellorsville", "moved:germanna_ford"}


@rule("P4h", "P-D11b")
def test_an_exchange_may_have_moved_anybody_of_the_two_areas():
    game = plan({"elys_ford": "V XI", "chancellorsville": "I", "falmouth": "II"}, ANV, sightings={"AoP-II": ["falmouth"]})
    act(game, "exchange I V")
    assert "moved:elys_ford" in sightings(game, "AoP-I")
    assert "moved:chancellorsville" in sightings(game, "AoP-XI")
    assert sightings(game, "AoP-II") == {"falmouth"}


@rule("P2a")
def test_open_arrivals_are_known():
    game = plan(
        {"falmouth": "V", "eliminated": "XI", "reinforcements": "Stonemann"},
        ANV,
        turn=4,
        phase="reinforcements",
        initiative="ANV",
    )
    assert sightings(game, "AoP-Stonemann") == {"mine_run"}
    act(game, "recover XI elys_ford")
    assert sightings(game, "AoP-XI") == {"elys_ford"}


def test_a_lost_unit_has_no_sightings():
    game = plan({"zoan_church": "V XI"}, {"zoan_church": "Hill", "spotsylvania": "Lee"}, (6, 6, 1))
    act(game, "fight zoan_church")
    assert "ANV-Hill" not in game.view(None)["position"]["sightings"]


@rule("P-D11b", "P4b", "P-S5")
def test_a_unit_is_always_where_it_may_be():
    """What has been seen never excludes the truth: a saved game would be refused if it did."""
    from random import Random

    for seed in range(6):
        game, chance = grognard.new(SCENARIO, seed=seed), Random(seed)
        while game.over is None:
            seat = game.actors[0]
            game.play(seat, chance.choice(game.actions(seat)))
            if game.entries.length % 4 == 0:
                grognard.setup(game.position(), seed=1)


# ---------------------------------------------------------------- imagined games


@rule("P-D11b")
def test_imagined_games_agree_with_what_was_seen_and_differ_in_what_was_not():
    aop = {"zoan_church": "V XI", "chancellorsville": "I small-1", "falmouth": "Hooker II"}
    game = plan(aop, {"zoan_church": "Hill", "spotsylvania": "Lee"}, (6, 1, 1), impulse=2)
    act(game, "fight zoan_church", "march V chancellorsville")
    found: dict[str, set[str]] = {}
    for seed in range(60):
        imagined = cast("Plan", game.seat("ANV").imagine(seed))
        assert imagined.view("ANV") == game.view("ANV")
        for unit in imagined.rules.sheets["AoP"]:
            found.setdefault(unit, set()).add(where(imagined, unit))
        assert {where(imagined, "AoP-V"), where(imagined, "AoP-XI")} == {"zoan_church", "chancellorsville"}
        assert len(imagined.state.moved) == 1
        assert len(imagined.units_in("AoP", "chancellorsville")) == 3
    assert found["AoP-V"] == found["AoP-XI"] == {"zoan_church", "chancellorsville"}
    assert found["AoP-I"] == found["AoP-Hooker"] == {"chancellorsville", "falmouth"}
    assert found["AoP-XII"] == {"out"}


def test_a_unit_that_marched_and_fights_in_one_impulse_is_imagined_to_have_moved():
    game = plan({"falmouth": "V XI"}, {"fredericksburg": "Lee Early", "salem_church": "Hill"}, dice=(6, 1))
    act(game, "march V fredericksburg", "fight fredericksburg")
    assert asked(game) == ("ANV", "Combat.defenders_losses")
    imagined = cast("Plan", game.seat("ANV").imagine(1))
    assert imagined.state.moved == {"AoP-V"}
    assert imagined.view("ANV") == game.view("ANV")


@rule("P-S5", "P-S2")
def test_an_imagined_set_up_keeps_the_limits():
    game = cast("Plan", grognard.new(SCENARIO, seed=1))
    for unit in ("Lee", "Jackson", "Hill"):
        act(game, f"deploy {unit} fredericksburg")
    act(game, "deploy small-1 salem_church")
    seen = set()
    for seed in range(40):
        imagined = cast("Plan", game.seat("AoP").imagine(seed))
        assert len(imagined.units_in("ANV", "fredericksburg")) == 3
        assert len(imagined.actions("ANV")) == len(game.actions("ANV"))
        seen.add(where(imagined, "ANV-Lee"))
    assert seen == {"fredericksburg", "salem_church", "in hand"}


def test_a_spectator_imagines_both_armies():
    game = plan(AOP, ANV)
    lees = {where(cast("Plan", grognard.imagine(game.view(None), seed)), "ANV-Lee") for seed in range(30)}
    assert lees == {"fredericksburg", "salem_church"}


def test_a_deal_is_even():
    """Of three counters in two areas each is as often alone as any other."""
    game = plan({"elys_ford": "V XI", "falmouth": "I"}, ANV)
    alone = [grognard.imagine(game.view("ANV"), seed).position()["pieces"] for seed in range(600)]
    counts = [sum(pieces[unit] == "falmouth" for pieces in alone) for unit in ("AoP-V", "AoP-XI", "AoP-I")]
    assert sum(counts) == 600
    assert all(150 < count < 250 for count in counts)


def test_imagined_games_can_be_played_on():
    from grognard.players import play_out, player

    game = grognard.setup(position(AOP, ANV), dice=Dice.fast(1))
    imagined = game.seat("ANV").imagine(3)
    outcome = play_out(imagined, {seat: player("random", 1) for seat in imagined.seats})
    assert outcome.level in ("victory", "draw")
