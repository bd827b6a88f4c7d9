"""Set-up (P-S1 to P-S5)."""

from random import Random
from typing import cast

import grognard
from grognard.core.rules import Rules
from grognard.games.chancellorsville.perfect_plan.data_schema import Limit
from grognard.games.chancellorsville.perfect_plan.events import Deployed, Entrenched
from grognard.games.chancellorsville.perfect_plan.state import Plan
from tests.marks import rule
from tests.perfect_plan.table import SCENARIO, act, asked, happened, may, offered, refused, where

ANV_AREAS = ("fredericksburg", "hamiltons_crossing", "guineys_station", "bowling_green")
AOP_AREAS = ("germanna_ford", "elys_ford", "banks_ford", "falmouth", "franklins_crossing")
ANV_UNITS = [
    "Lee",
    "Jackson",
    "Anderson",
    "McLaws",
    "Hill",
    "Colston",
    "Early",
    "Rodes",
    "Stuart",
    "small-1",
    "small-2",
    "small-3",
    "small-4",
]
AOP_UNITS = [
    "Hooker",
    "I",
    "II",
    "III",
    "V",
    "VI",
    "XI",
    "XII",
    "small-1",
    "small-2",
    "small-3",
    "small-4",
    "small-5",
    "small-6",
]


def opening() -> Plan:
    return cast("Plan", grognard.new(SCENARIO, seed=1))


def set_up_anv(game: Plan) -> None:
    """Two in Salem Church, then three in each area, as far as they go; the last one places itself."""
    homes = ["salem_church"] * 2 + [area for area in ANV_AREAS for _ in range(3)]
    for unit, area in zip(ANV_UNITS[:-1], homes, strict=False):
        act(game, f"deploy {unit} {area}")
    if game.actors == ("ANV",):
        act(game, f"deploy {ANV_UNITS[-1]} {homes[12]}")


@rule("P-S1")
def test_anv_places_everything_before_aop_is_asked():
    game = opening()
    assert asked(game) == ("ANV", "SetUp.place")
    assert len(game.actions("ANV")) == 13 * 5
    set_up_anv(game)
    assert asked(game) == ("AoP", "SetUp.place")
    assert all(where(game, f"ANV-{unit}") in game.rules.board.areas for unit in ANV_UNITS)
    assert where(game, "ANV-Longstreet") == where(game, "AoP-Stonemann") == "reinforcements"


@rule("P-S1")
def test_only_units_in_hand_are_placed_by_their_owner():
    game = opening()
    act(game, "deploy Lee salem_church")
    assert refused(game, "deploy Lee fredericksburg").key == "not-in-hand"
    assert refused(game, "deploy AoP-V falmouth").key == "nothing-known-of"
    assert refused(game, "deploy Longstreet bowling_green").key == "not-in-hand"
    assert refused(game, "deploy V falmouth", army="AoP").key == "not-your-decision"


@rule("P-S2")
def test_aop_places_up_to_three_in_each_of_five_areas():
    game = opening()
    set_up_anv(game)
    assert {order.split()[1] for order in offered(game, "deploy")} == set(AOP_AREAS)
    assert refused(game, "deploy V hartwood_church").cites == ("P-S2",)
    for unit in ("Hooker", "I", "II"):
        act(game, f"deploy {unit} germanna_ford")
    assert refused(game, "deploy III germanna_ford").key == "set-up-area-full"
    for number, unit in enumerate(AOP_UNITS[3:-1]):
        act(game, f"deploy {unit} {AOP_AREAS[1 + number // 3]}")
    assert where(game, "AoP-small-6") == "franklins_crossing"  # the only place left
    assert [len(game.units_in("AoP", area)) for area in AOP_AREAS] == [3, 3, 3, 3, 2]
    assert game.state.turn == 1


@rule("P-S3")
def test_anv_places_two_in_salem_church_and_up_to_three_elsewhere():
    game = opening()
    for unit in ("Lee", "Jackson", "Anderson"):
        act(game, f"deploy {unit} fredericksburg")
    assert refused(game, "deploy McLaws fredericksburg").cites == ("P-S3",)
    act(game, "deploy McLaws salem_church", "deploy Hill salem_church")
    assert refused(game, "deploy Colston salem_church").key == "set-up-area-full"
    assert refused(game, "deploy Colston spotsylvania").key == "not-a-set-up-area"


@rule("P-S3")
def test_the_last_units_are_kept_for_salem_church():
    game = opening()
    homes = [area for area in ANV_AREAS for _ in range(3)]
    for unit, area in zip(ANV_UNITS[:11], homes, strict=False):
        act(game, f"deploy {unit} {area}")
    assert game.actors == ("ANV",)
    reason = refused(game, "deploy small-3 bowling_green")
    assert (reason.key, dict(reason.args)) == ("another-area-needs-units", {"area": "salem_church", "number": 2})
    assert offered(game, "deploy") == {"small-3 salem_church", "small-4 salem_church"}
    act(game, "deploy small-4 salem_church")
    assert where(game, "ANV-small-3") == "salem_church"  # one unit and one place are left


@rule("P-S3")
def test_one_unit_in_salem_church_is_not_enough():
    game = opening()
    act(game, "deploy Lee salem_church")
    for unit, area in zip(ANV_UNITS[1:12], (area for area in ANV_AREAS for _ in range(3)), strict=False):
        act(game, f"deploy {unit} {area}")
    assert where(game, "ANV-small-4") == "salem_church"
    assert len(game.units_in("ANV", "salem_church")) == 2


@rule("P-S4")
def test_a_trench_stands_in_fredericksburg():
    game = opening()
    assert not any(game.state.trenches.values())
    set_up_anv(game)
    assert game.state.trenches == {"ANV": {"fredericksburg"}, "AoP": frozenset()}
    assert game.state.unbuilt == {"AoP": 5, "ANV": 5}
    assert happened(game, Entrenched) == [Entrenched("ANV", "fredericksburg")]
    assert len(game.units_in("ANV", "fredericksburg")) >= 2


@rule("P-S5")
def test_the_game_starts_with_turn_1_and_impulse_1():
    game = opening()
    assert (game.state.turn, game.state.impulse) == (1, 1)
    chance = Random(3)
    while game.state.phase == "set up":
        game.play(game.actors[0], chance.choice(game.actions(game.actors[0])))
    assert (game.state.turn, game.state.impulse, game.state.phase) == (1, 1, "movement")
    assert asked(game) == ("AoP", "MovementPhase.part")
    turns = set()
    while game.over is None:
        turns.add(game.state.turn)
        act(game, "end-impulse")
    assert turns == {1, 2, 3, 4, 5, 6}


def test_any_order_of_placing_that_the_limits_allow_can_be_completed():
    for seed in range(40):
        game, chance = opening(), Random(seed)
        while game.state.phase == "set up":
            seat = game.actors[0]
            narrow = [found for found in game.actions(seat) if getattr(found, "area", "") != "salem_church"]
            game.play(seat, chance.choice(narrow or list(game.actions(seat))))
        for army, limits in game.rules.limits.items():
            assert all(fits(limit, len(game.units_in(army, area))) for area, limit in limits.items())
        assert len(happened(game, Deployed)) == 27


def fits(limit: Limit, number: int) -> bool:
    return limit.min <= number <= limit.max


def test_a_unit_may_be_placed_in_any_order():
    game = opening()
    act(game, "deploy small-4 bowling_green", "deploy Lee bowling_green")
    assert may(game, "deploy Jackson bowling_green")


@rule("P-S1", "P-S2", "P-S3")
def test_the_historical_set_up_is_legal_step_by_step_and_goes_on_from_where_it_agrees() -> None:
    game = opening()
    for army in ("ANV", "AoP"):
        [whole] = game.seat(army).ask(Rules.proposals)
        game.play(army, whole.actions[3])
        [rest] = game.seat(army).ask(Rules.proposals)
        assert len(rest.actions) == len(whole.actions) - 1
        for action in rest.actions:
            if army == "ANV" and action == rest.actions[-1]:
                break  # there was one place left for the last unit
            assert action in game.actions(army)
            game.play(army, action)
    placement = game.rules.components.setup.historical_placement
    for army, stacks in (("AoP", placement.AoP), ("ANV", placement.ANV)):
        assert {area: set(game.units_in(army, area)) for area in stacks} == {area: set(units) for area, units in stacks.items()}


@rule("P-S1")
def test_no_historical_set_up_is_proposed_once_a_unit_stands_elsewhere() -> None:
    game = opening()
    act(game, "deploy ANV-Lee bowling_green")
    assert not game.seat("ANV").ask(Rules.proposals)
