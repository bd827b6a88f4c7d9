"""The historical scenario: GH."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.core.dice import Dice
from grognard.games.revolution.guilford.victory import ControlTaken
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import ArmyMoraleChanged, InitiativeWon
from tests.eutaw.positions import happened
from tests.guilford.positions import HISTORICAL, end_of_game, guilford, in_state, outcome, reduced
from tests.guilford.test_militia import attack
from tests.guilford.test_setup import off_map, stacks
from tests.guilford.test_victory import points
from tests.marks import rule
from tests.proving_ground import act, army_morale, asked, choices, momentum_of, where

AWAY = {"holcombe": "2030", "bose": "0120"}


def opened(dice: tuple[int, ...] = ()) -> Battle:
    game = grognard.new(HISTORICAL, dice=Dice.script(dice))
    assert isinstance(game, Battle)
    return game


def scored(pieces: dict[str, Any], **fields: Any) -> tuple[float, float]:
    """British and American victory points at the end of turn 12."""
    game = end_of_game({"r7": {"box": "out"}, **AWAY, **pieces}, turn=12, scenario=HISTORICAL, **fields)
    return points(game)


# ---------------------------------------------------------------- set-up


@rule("GH0a", "G3.9e")
def test_the_british_stand_on_their_printed_hexes() -> None:
    game = opened()
    assert stacks(game, "british") == {
        "1720": {"ohara", "guards_2", "macleod"},
        "1619": {"leslie", "r71"},
        "1520": {"bose"},
        "1819": {"webster", "r23"},
        "1920": {"r33"},
        "1519": {"guards_1"},
        "1719": {"cornwallis", "guards_grenadiers"},
        "1818": {"guards_light", "jaegers"},
        "1718": {"tarleton"},
    }
    assert off_map(game) == set()


@rule("GH0b")
def test_the_baggage_guard_is_not_used() -> None:
    game = opened()
    assert where(game, "royal_nc") == where(game, "r7") == "out"
    foot = [unit for unit in game.units_of("british") if not game.counter(unit.id).is_artillery]
    assert sum(game.strength(unit) for unit in foot) == 21


@rule("GH0c")
def test_the_americans_stand_as_in_the_campaign_but_for_four_units() -> None:
    game = opened()
    held = stacks(game, "american")
    assert held["1523"] == {"campbell", "lee_infantry"}
    assert held["1223"] == {"lee_cavalry"}
    assert held["1726"] == {"nc_volunteers"}
    assert game.strength(game.piece("nc_volunteers")) == 1
    assert held["1929"] == {"maryland_1", "finley"}
    campaign = grognard.new("revolution/guilford/campaign", dice=Dice.script([]))
    assert isinstance(campaign, Battle)
    moved = {"campbell", "lee_infantry", "lee_cavalry", "nc_volunteers", "bretigny"}
    others = {id for id in game.rules.sheets["american"] if id not in moved}
    assert {id: where(game, id) for id in others} == {id: where(campaign, id) for id in others}
    assert {game.piece(id).step for id in others} == {0}


@rule("GH0d")
def test_bretigny_is_not_used() -> None:
    game = opened()
    assert where(game, "bretigny") == "out"
    assert len([unit for unit in game.units_of("american") if game.counter(unit.id).group == "nc_militia"]) == 5


# ---------------------------------------------------------------- turns, order, tracks


@rule("GH1")
def test_the_scenario_begins_with_turn_8_and_ends_with_turn_12() -> None:
    assert opened().state.turn == 8
    game = guilford(AWAY, phasing="american", first="british", turn=11, dice=[4, 3], scenario=HISTORICAL)
    act(game, "end-movement")
    assert (game.over, game.state.turn) == (None, 12)
    act(game, "end-movement", "end-movement")
    assert outcome(game).reason == "victory-points"


@rule("GH2")
def test_the_british_play_first_on_turn_8_and_turn_9_is_rolled_for() -> None:
    game = opened()
    assert (game.actors, asked(game)) == (("british",), "move")
    assert [(event.side, event.how) for event in happened(game, InitiativeWon)] == [("british", "fixed")]  # type: ignore[attr-defined]
    game = guilford(AWAY, phasing="american", first="british", turn=8, momentum=(1, 0), dice=[9, 3], scenario=HISTORICAL)
    act(game, "end-movement")
    assert (game.state.turn, asked(game)) == (9, "commit-momentum")
    act(game, "commit 0")
    assert game.state.order


@rule("GH3")
def test_morale_and_momentum_at_the_start() -> None:
    game = opened()
    assert army_morale(game) == (14, 14)
    assert momentum_of(game) == (1, 0)


# ---------------------------------------------------------------- GH4, GH5: the hexes


@rule("GH4")
def test_the_courthouse_is_american_unless_it_is_held() -> None:
    assert scored({}) == (0, 1)
    assert scored({"r23": "1832"}) == (1, 0)


@rule("GH4")
@pytest.mark.parametrize(
    ("piece", "place", "cost"),
    [("r23", in_state("1832", "disrupted"), 0.5), ("r23", in_state("1832", "shattered"), 0.5), ("cornwallis", "1832", 0)],
)
def test_it_is_held_by_a_combat_unit_in_good_order(piece: str, place: Any, cost: float) -> None:
    assert scored({piece: place}) == (0, 1 + cost)


@rule("GH4")
def test_guns_do_not_hold_it() -> None:
    game = end_of_game({"r7": {"box": "out"}, **AWAY}, turn=12, scenario=HISTORICAL)
    rules, h = game.rules, game.rules.board.hex("1832")
    game.change("macleod", hex=h, box="")  # the house is closed to them; the rule says it all the same
    assert rules.victory_points(game) == {"british": 0, "american": 1}


@rule("GH4")
def test_an_american_zone_of_control_denies_it() -> None:
    assert scored({"r23": "1832", "maryland_1": "1831"}) == (0, 1)
    assert scored({"r23": "1832", "maryland_1": in_state("1831", "disrupted")}) == (1.5, 0)


@rule("GH4", "G2.6b")
def test_having_passed_through_gives_the_british_nothing() -> None:
    game = guilford({"r23": "1831", **AWAY}, scenario=HISTORICAL)
    act(game, "move r23", "go 1832")
    assert points(game) == (1, 0)
    act(game, "go 1833", "stop")
    assert points(game) == (0, 1)
    assert happened(game, ControlTaken) == []
    assert scored({"r23": "1834"}, state={"control": {"1832": "british"}}) == (0, 1)


@rule("GH5")
def test_the_other_hexes_are_not_scored() -> None:
    assert scored({"tarleton": "1718"}) == (0, 1)
    assert scored({"r33": "0927"}) == (0, 1)


@rule("GH5", "G2.6d")
def test_the_courthouse_cancels_no_other_hex_here() -> None:
    game = guilford({"tarleton": "1717", **AWAY}, scenario=HISTORICAL)
    act(game, "move tarleton", "go 1719", "stop")
    assert happened(game, ControlTaken) == []
    assert points(game) == (0, 1)


# ---------------------------------------------------------------- GH6, GH7


@rule("GH6")
def test_the_four_regiments_of_the_fence_are_worth_a_point_together() -> None:
    lost = dict.fromkeys(("linton", "williams", "butler_1", "butler_2"), "eliminated")
    assert scored(lost) == (1, 1)
    assert scored({**lost, "nc_volunteers": "captured"}) == (1, 1)  # Bretigny, who would make the pair, is not here


@rule("GH6", "G3.11a")
def test_no_army_morale_moves_for_them() -> None:
    """3 to 3 is 1-1; die 6 + 1 + 2 + 1: -/1."""
    game = attack("r71", "butler_1", die=6, scenario=HISTORICAL)
    assert where(game, "butler_1") == "eliminated"
    assert army_morale(game) == (14, 14)


@rule("GH7", "G2.1a")
def test_six_points_off_the_map_win_decisively() -> None:
    game = guilford({"r33": "exited", "r71": "2431", **AWAY}, turn=12, scenario=HISTORICAL)
    act(game, "exit r71")
    assert (outcome(game).winner, outcome(game).level) == ("british", "decisive")


@rule("GH7", "G2.2a", "G2.2b")
def test_sixteen_points_and_cornwallis_win_for_the_americans() -> None:
    """The 7th Foot and the Royal North Carolina Regiment, not used, are no losses."""
    lost = dict.fromkeys(("r23", "r33", "r71", "guards_1", "guards_2", "tarleton"), "eliminated")  # 15
    for last, over in (({}, False), ({"jaegers": "captured"}, True)):
        pieces = {**lost, **last, **AWAY, "cornwallis": "1930", "maryland_1": "1932"}
        game = guilford(pieces, phasing="american", turn=9, scenario=HISTORICAL)
        act(game, "move maryland_1", "go 1930")
        assert (game.over is not None) is over


# ---------------------------------------------------------------- GH8, the fence


def turn_8_over(pieces: dict[str, Any], turn: int = 8, scenario: str = HISTORICAL) -> Battle:
    """The end of turn 8, and two dice for the initiative of turn 9."""
    return guilford({**AWAY, **pieces}, phase="end of turn", phasing="american", turn=turn, dice=[5, 3], scenario=scenario)


CLEARED: dict[str, Any] = {"r23": "1823", "r71": "1623", "lee_cavalry": "1524"}


@rule("GH8a")
def test_the_fence_cleared_and_two_hexes_held_raise_the_british() -> None:
    game = turn_8_over(CLEARED)
    assert army_morale(game) == (15, 14)
    (change,) = happened(game, ArmyMoraleChanged)
    assert change == ArmyMoraleChanged("british", 1, 15, "fence", "GH8a")
    assert game.state.turn == 9


@rule("GH8a")
@pytest.mark.parametrize(
    ("pieces", "morale"),
    [
        ({"singleton": "1723"}, 14),
        ({"eaton": "1723"}, 14),  # a leader alone
        ({"lynch": in_state("2022", "shattered")}, 14),
        ({"campbell": "1523"}, 14),
        ({"linton": "1924"}, 15),  # behind the fence
        ({"r71": "1624"}, 14),  # one hex held
        ({"r71": "1624", "macleod": "1923"}, 15),  # guns count
        ({"r71": "1624", "cornwallis": "1923"}, 14),  # a leader does not
        ({"r71": "1823"}, 14),  # two units in one hex
        ({"r71": in_state("1623", "disrupted"), "r23": reduced("1823")}, 15),
    ],
)
def test_what_clears_the_fence(pieces: dict[str, Any], morale: int) -> None:
    assert army_morale(turn_8_over({**CLEARED, **pieces})) == (morale, 14)


@rule("GH8a")
@pytest.mark.parametrize("hex", ["1523", "1623", "1723", "1823", "1923", "2022"])
def test_an_american_in_any_of_the_six_hexes_denies_it(hex: str) -> None:
    held = [other for other in ("1523", "1623", "1723", "1823", "1923", "2022") if other != hex]
    pieces: dict[str, Any] = {"r23": held[0], "r71": held[1]}
    assert army_morale(turn_8_over({**pieces, "greene": hex})) == (14, 14)
    assert army_morale(turn_8_over(pieces)) == (15, 14)


@rule("GH8a")
def test_it_is_tested_on_turn_8_and_only_in_this_scenario() -> None:
    assert army_morale(turn_8_over(CLEARED, turn=9)) == (14, 14)
    assert army_morale(turn_8_over(CLEARED, scenario="revolution/guilford/campaign")) == (14, 14)


@rule("GH8a", "GH8b")
def test_it_is_tested_when_both_player_turns_are_over() -> None:
    """The Americans leave the last fence hex of their own will, in the second player turn."""
    pieces = {"singleton": "2022", "r71": "1723", "guards_1": "1523", **AWAY}
    game = guilford(pieces, phasing="american", first="british", turn=8, dice=[5, 3], scenario=HISTORICAL)
    act(game, "move singleton", "go 2023", "stop", "end-movement")
    assert army_morale(game) == (15, 14)
    game = guilford(pieces, phasing="american", first="british", turn=8, dice=[5, 3], scenario=HISTORICAL)
    act(game, "end-movement")
    assert army_morale(game) == (14, 14)


@rule("GH8b")
def test_with_only_one_hex_occupied_the_abandoned_fence_gives_nothing() -> None:
    assert army_morale(turn_8_over({"r23": "1723"})) == (14, 14)
    assert army_morale(turn_8_over({"r23": "1723", "r71": "1923"})) == (15, 14)


# ---------------------------------------------------------------- GH9


@rule("GH9")
def test_the_army_is_free_and_may_cross_the_streams() -> None:
    game = guilford({"randolph": "1718", "bose": "0120"}, phasing="american", turn=8, scenario=HISTORICAL)
    act(game, "move randolph", "go 1717")
    assert where(game, "randolph") == "1717"
    free = opened()
    act(free, "end-movement")
    while asked(free) != "move":
        act(free, next(text for text in choices(free) if text.startswith(("end", "hold"))))
    assert free.actors == ("american",)
    assert {"move maryland_1", "move linton", "move finley"} <= set(choices(free))
