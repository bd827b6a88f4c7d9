"""How the battle is won: G2."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.core.dice import Dice
from grognard.games.revolution.guilford.victory import ControlTaken, Exited
from grognard.games.revolution.series.battle import Battle
from tests.eutaw.positions import happened, result, spent
from tests.guilford.positions import CAMPAIGN, HISTORICAL, end_of_game, guilford, in_state, outcome, reduced
from tests.marks import rule
from tests.proving_ground import (
    act,
    announce,
    army_morale,
    asked,
    choices,
    combat,
    momentum_of,
    order_of,
    refusal,
    tactics,
    where,
)

AWAY = {"holcombe": "2020", "r7": "0120"}
"""A unit of each side, far from everything."""


def points(game: Battle) -> tuple[float, float]:
    """British and American victory points as they stand."""
    found = game.view(None)["victory_points"]
    return found["british"], found["american"]


# ---------------------------------------------------------------- G2.1, out of the map


@rule("G2.1a")
def test_the_sixth_point_that_leaves_the_map_wins_at_once() -> None:
    game = guilford({"r33": "exited", "r71": "2430", **AWAY}, turn=11)
    act(game, "exit r71")
    assert where(game, "r71") == "exited"
    assert (outcome(game).winner, outcome(game).level) == ("british", "decisive")
    assert (outcome(game).reason, outcome(game).cites) == ("the-army-has-passed", ("G2.1a", "G2.1b"))


@rule("G2.1a", "G2.1b")
def test_five_points_do_not_and_a_reduced_unit_counts_as_it_stands() -> None:
    game = guilford({"r33": "exited", "r71": reduced("2430"), **AWAY}, turn=11)
    act(game, "exit r71")
    assert game.over is None
    assert happened(game, Exited) == [Exited("r71", "2430", 5)]
    assert asked(game) == "move"


@rule("G2.1a")
@pytest.mark.parametrize(
    ("gone", "over"),
    [
        ({"macleod": "exited"}, False),  # artillery
        ({"royal_nc": "exited"}, True),  # Provincials
        ({"jaegers": "exited", "tarleton": {"box": "exited", "step": 2}}, True),
        ({"guards_light": "exited"}, False),
        ({"r23": "eliminated"}, False),  # lost, not gone
    ],
)
def test_which_units_count_for_the_six_points(gone: dict[str, Any], over: bool) -> None:
    """Von Bose reduced and the reduced 71st make 4."""
    game = guilford({"bose": {"box": "exited", "step": 2}, "r71": reduced("2433"), **AWAY, **gone})
    act(game, "exit r71")
    assert (game.over is not None) is over


@rule("G2.1b", "S8.31a")
def test_a_unit_that_moves_into_an_exit_hex_may_go_on_out_of_the_map() -> None:
    game = guilford({"r23": "2329", **AWAY})
    act(game, "move r23", "go 2429")
    assert spent(game, "r23") == [1]
    assert "exit r23" in choices(game)
    act(game, "exit r23")
    assert where(game, "r23") == "exited"
    assert happened(game, Exited) == [Exited("r23", "2429", 3)]
    assert "move r23" not in choices(game)
    assert refusal(game, "exit r23") == ("G2.1a",)


@rule("G2.1b")
@pytest.mark.parametrize("hex", ["2429", "2430", "2431", "2432", "2433"])
def test_the_five_hexes_of_the_exit(hex: str) -> None:
    assert "exit r23" in choices(guilford({"r23": hex, **AWAY}))


@rule("G2.1b", "G2.1a")
@pytest.mark.parametrize("hex", ["2428", "2434", "2331"])
def test_there_is_no_way_out_beside_them(hex: str) -> None:
    game = guilford({"r23": hex, **AWAY})
    assert "exit r23" not in choices(game)
    assert refusal(game, "exit r23") == ("G2.1a",)
    act(game, "move r23")
    assert "exit r23" not in choices(game)


@rule("G2.1b")
def test_the_last_point_of_the_move_may_be_spent_on_leaving_but_not_more() -> None:
    game = guilford({"r23": "2426", **AWAY})  # three forest hexes
    act(game, "move r23", "go 2429", "exit r23")
    assert where(game, "r23") == "exited"
    game = guilford({"r23": "2425", **AWAY})  # four
    act(game, "move r23", "go 2429")
    assert (where(game, "r23"), asked(game)) == ("2429", "move")  # its move is over
    assert refusal(game, "exit r23") == ("S9.1c",)


@rule("G2.1b")
def test_leaving_is_no_step_of_a_march_by_road() -> None:
    game = guilford({"r33": "2031", "bose": "2131", **AWAY})
    act(game, "move r33", "go 2431")  # four road hexes, and it could march on
    assert refusal(game, "exit r33") == ("G2.1b",)
    act(game, "stop", "move bose", "go 2431", "exit bose")
    assert where(game, "bose") == "exited"


@rule("G2.1b", "S8.31a")
def test_a_unit_that_entered_an_enemy_zone_in_the_exit_hex_has_to_stop_there() -> None:
    game = guilford({"r23": "2429", "maryland_1": "2331", **AWAY})
    act(game, "move r23", "go 2430")
    assert where(game, "r23") == "2430"
    assert asked(game) != "march"
    assert "exit r23" not in choices(game)


@rule("G2.1b")
def test_a_unit_that_begins_there_leaves_out_of_an_enemy_zone() -> None:
    game = guilford({"r23": "2430", "maryland_1": "2331", **AWAY})
    act(game, "exit r23")
    assert where(game, "r23") == "exited"


@rule("G2.1b")
def test_only_british_combat_units_leave() -> None:
    game = guilford({"cornwallis": "2430", "r23": "2430", **AWAY})
    assert refusal(game, "exit cornwallis") == ("G2.1b",)
    act(game, "move cornwallis", "go 2431")
    assert refusal(game, "exit cornwallis") == ("G2.1b",)
    game = guilford({"washington": "2430", "r23": "2432", **AWAY}, phasing="american")
    assert refusal(game, "exit washington") == ("G2.1b",)
    assert refusal(game, "exit nobody") == ()
    assert not [text for text in choices(game) if text.startswith("exit")]


@rule("G2.1b")
def test_the_british_leave_in_their_own_movement_phase() -> None:
    game = guilford({"r23": "2432", **AWAY}, phasing="american")
    assert refusal(game, "exit r23") == ("S9.1a",)


@rule("G2.1b")
def test_another_units_move_is_not_the_moment_to_leave() -> None:
    game = guilford({"r23": "2430", "r33": "2328", **AWAY})
    act(game, "move r33", "go 2429")
    assert refusal(game, "exit r23") == ("S9.1b",)
    act(game, "stop", "exit r23")
    assert refusal(game, "exit r33") == ("S9.1c",)  # it stopped there


@rule("G2.1b")
def test_a_piece_must_have_moved_to_leave_in_the_middle_of_its_move() -> None:
    game = guilford({"r23": "2430", **AWAY})
    act(game, "move r23")
    assert "exit r23" not in choices(game)
    assert refusal(game, "exit r23") == ("S9.1b",)


@rule("G2.1b", "S9.2a", "S9.2c")
@pytest.mark.parametrize("state", ["shattered", "pinned:1", "withdrawn"])
def test_a_unit_that_is_held_does_not_leave(state: str) -> None:
    pieces = {"tarleton": in_state("2430", state), "maryland_1": in_state("2331", *(["pinned:1"] if "pin" in state else []))}
    game = guilford({**pieces, **AWAY})
    assert refusal(game, "exit tarleton") == ("S9.2a", "S9.2c")
    assert "exit tarleton" not in choices(game)
    assert "exit tarleton" in choices(guilford({"tarleton": "2430", **AWAY}))


@rule("G2.1b")
def test_a_disrupted_unit_leaves_from_where_it_stands_and_not_after_its_one_hex() -> None:
    game = guilford({"r23": in_state("2430", "disrupted"), "r33": in_state("2329", "disrupted"), **AWAY})
    act(game, "move r33", "go 2429")
    assert asked(game) == "move"
    assert "exit r33" not in choices(game)
    act(game, "exit r23")
    assert where(game, "r23") == "exited"


@rule("G2.1b")
def test_units_that_have_left_cost_nothing_and_score_nothing() -> None:
    game = guilford({"r23": in_state("2430", "disrupted", step=2), **AWAY})
    act(game, "exit r23")
    assert army_morale(game) == (14, 14)
    assert points(game) == (0, 3)
    assert outcome(end_of_game({"r23": {"box": "exited", "step": 2}})).scores == {"british": 0, "american": 3}


# ---------------------------------------------------------------- G2.1, Greene and the Continentals


EIGHT_LOST: dict[str, Any] = {
    "maryland_1": "eliminated",  # 3
    "kirkwood": "eliminated",  # 1
    "lee_infantry": "eliminated",  # 1
    "maryland_2": "captured",  # 3
}


def greene_taken(pieces: dict[str, Any], **fields: Any) -> Battle:
    """The 33rd takes Greene, who stands alone."""
    game = guilford({**AWAY, **pieces, "greene": "1930", "r33": "1932"}, **fields)
    act(game, "move r33", "go 1930")
    assert where(game, "greene") == "captured"
    return game


def cannonade(pieces: dict[str, Any], target: str, damage: int, **fields: Any) -> Battle:
    """MacLeod fires from 1930 over two hexes and hits; he may hold his fire at others."""
    game = guilford(
        {**AWAY, "macleod": "1930", **pieces}, phase="artillery fire", phasing="american", dice=[9, damage], **fields
    )
    act(game, f"target {target}")
    return game


@rule("G2.1c")
def test_greene_lost_after_his_continentals_wins_decisively_at_once() -> None:
    game = cannonade({**EIGHT_LOST, "hawes": "1932", "greene": "1932"}, "hawes", damage=9)  # 1*
    assert where(game, "greene") == "eliminated"
    assert (outcome(game).winner, outcome(game).level) == ("british", "decisive")
    assert (outcome(game).reason, outcome(game).cites) == ("greene-and-the-continentals-lost", ("G2.1c", "G2.1d"))


@rule("G2.1c", "G1.4b")
def test_the_eighth_point_lost_after_greene_wins_too() -> None:
    lost = {**EIGHT_LOST, "greene": "captured", "lee_infantry": "1932"}
    game = cannonade(lost, "lee_infantry", damage=7)  # 1
    assert where(game, "lee_infantry") == "eliminated"
    assert (outcome(game).winner, outcome(game).level) == ("british", "decisive")
    assert game.state.phase == "artillery fire"


@rule("G2.1c")
def test_the_continentals_lost_without_greene_win_nothing() -> None:
    lost = {**EIGHT_LOST, "greene": "2028", "lee_infantry": "1932"}
    game = cannonade(lost, "lee_infantry", damage=7)
    assert where(game, "lee_infantry") == "eliminated"
    assert game.over is None


@rule("G2.1c", "G2.1d")
def test_seven_points_are_too_few() -> None:
    assert outcome(greene_taken(EIGHT_LOST)).level == "decisive"
    assert greene_taken({**EIGHT_LOST, "maryland_2": reduced("2333"), "washington": "eliminated"}).over is None


@rule("G2.1d", "G1.11c")
def test_only_continentals_count_and_a_step_lost_is_a_point_lost() -> None:
    """1st Maryland reduced and 2nd Maryland captured are 4, whatever else is gone."""
    four = {"maryland_1": reduced("2233"), "maryland_2": "captured"}
    others = {"green": "eliminated", "hawes": "captured", "moffett": "eliminated", "linton": "eliminated", "finley": "captured"}
    assert greene_taken({**four, **others}).over is None
    three = {"kirkwood": "eliminated", "washington": "captured", "lee_cavalry": "eliminated"}
    assert greene_taken({**four, **others, **three}).over is None  # 7
    assert outcome(greene_taken({**four, **three, "lee_infantry": "captured"})).level == "decisive"  # 8


@rule("G2.1d")
def test_nothing_is_counted_twice() -> None:
    """A unit captured when it was already reduced makes up its full strength, not more."""
    taken = {"maryland_1": {"box": "captured", "step": 2}, "maryland_2": {"box": "eliminated", "step": 2}}
    assert greene_taken({**taken, "kirkwood": "eliminated"}).over is None  # 7
    assert greene_taken({**taken, "kirkwood": "eliminated", "washington": "eliminated"}).over is not None


@rule("G1.11c")
def test_the_virginia_line_is_no_part_of_the_continentals_unless_the_option_says_so() -> None:
    lost = {"hawes": "captured", "green": reduced("2233"), "maryland_1": reduced("2333"), "kirkwood": "eliminated"}
    assert greene_taken(lost, options={"virginia_line": "continental"}).over is not None  # 4 + 2 + 1 + 1
    assert greene_taken(lost).over is None  # 2
    lost["kirkwood"] = "2234"
    assert greene_taken(lost, options={"virginia_line": "continental"}).over is None  # 7


@rule("G1.11c", "G2.2b")
def test_the_option_moves_nothing_for_the_americans() -> None:
    options = {"virginia_line": "continental"}
    lost = {**FIFTEEN_LOST, "hawes": "eliminated", "green": "eliminated"}
    assert cornwallis_taken(lost, options=options).over is None


# ---------------------------------------------------------------- G2.2, Cornwallis and his army


FIFTEEN_LOST: dict[str, Any] = {
    "r23": "eliminated",  # 3
    "r33": "captured",  # 3
    "r71": {"box": "captured", "step": 2},  # 3
    "guards_1": "eliminated",  # 2
    "guards_2": "eliminated",  # 2
    "tarleton": "eliminated",  # 2
}


def cornwallis_taken(pieces: dict[str, Any], **fields: Any) -> Battle:
    """Moffett's militia takes Cornwallis, who stands alone."""
    game = guilford({**AWAY, **pieces, "cornwallis": "1930", "moffett": "1932"}, phasing="american", turn=9, **fields)
    act(game, "move moffett", "go 1930")
    assert where(game, "cornwallis") == "captured"
    return game


@rule("G2.2a", "G1.4b")
def test_the_sixteenth_point_lost_after_cornwallis_wins_for_the_americans_at_once() -> None:
    pieces = {**FIFTEEN_LOST, "cornwallis": "eliminated", "finley": "1930", "r7": "1932", "holcombe": "2020", "bose": "0120"}
    game = guilford(pieces, phase="artillery fire", phasing="british", turn=12, dice=[9, 7])
    act(game, "target r7")
    assert where(game, "r7") == "eliminated"
    assert (outcome(game).winner, outcome(game).level) == ("american", "decisive")
    assert (outcome(game).reason, outcome(game).cites) == ("cornwallis-and-his-army-lost", ("G2.2a", "G2.2b"))


@rule("G2.2a")
def test_sixteen_points_without_cornwallis_win_nothing() -> None:
    pieces = {**FIFTEEN_LOST, "cornwallis": "0120", "finley": "1930", "r7": "1932", "holcombe": "2020", "bose": "0120"}
    game = guilford(pieces, phase="artillery fire", phasing="british", turn=12, dice=[9, 7])
    act(game, "target r7")
    assert game.over is None


@rule("G2.2a", "G2.2b")
def test_cornwallis_lost_last_wins_with_sixteen_points_and_not_with_fifteen() -> None:
    assert cornwallis_taken(FIFTEEN_LOST).over is None
    assert outcome(cornwallis_taken({**FIFTEEN_LOST, "jaegers": "eliminated"})).winner == "american"


@rule("G2.2b")
def test_what_counts_for_the_sixteen_points() -> None:
    """The guns and the Royal North Carolina Regiment add nothing, and no unit that has left the map."""
    others = {"macleod": "captured", "royal_nc": "eliminated", "guards_light": "exited", "bose": {"box": "exited", "step": 1}}
    assert cornwallis_taken({**FIFTEEN_LOST, **others}).over is None
    assert cornwallis_taken({**FIFTEEN_LOST, **others, "bose": reduced("0220")}).over is not None


# ---------------------------------------------------------------- G2.3, substantial


@rule("G2.3")
def test_an_army_at_morale_0_loses_substantially_and_no_points_are_counted() -> None:
    """The Americans win although the British have more victory points."""
    pieces = {"finley": "1930", "r33": "1932", "greene": "eliminated", "green": "eliminated", **AWAY}
    game = guilford(pieces, phase="artillery fire", phasing="british", morale=(1, 5), dice=[9, 7])
    act(game, "target r33")
    assert army_morale(game) == (0, 6)
    assert (outcome(game).winner, outcome(game).level, outcome(game).cites) == ("american", "substantial", ("S16.3",))
    assert outcome(game).scores == {"british": 5, "american": 2.5}  # the 33rd's zone lies on the Courthouse


@rule("G1.4b", "G2.3")
def test_the_game_stops_in_the_middle_of_the_close_combat_phase() -> None:
    """23rd 3 to Randolph's 3: +1 +3 (-1, wavering) +1; die 4 makes 9: -/D. The 71st does not get to its fight any more."""
    pieces = {"r23": "1822", "randolph": "1823", "r71": "1622", "moffett": "1623", **AWAY}
    game = guilford(pieces, phase="close combat", turn=9, morale=(14, 1), dice=[4])
    announce(game, ("r23", "1823"), ("r71", "1623"))
    act(game, "take 1")
    tactics(game)
    assert result(game) == "-/D"
    act(game, choices(game)[0])
    assert (outcome(game).winner, outcome(game).level) == ("british", "substantial")
    assert (game.state.turn, game.state.phase) == (9, "close combat")
    assert where(game, "moffett") == "1623"


@rule("G2.3")
def test_an_army_at_morale_1_fights_on() -> None:
    pieces = {"finley": "1930", "r33": "1932", **AWAY}
    game = guilford(pieces, phase="artillery fire", phasing="british", morale=(2, 14), dice=[9, 7])
    act(game, "target r33")
    assert army_morale(game) == (1, 15)
    assert game.over is None


# ---------------------------------------------------------------- G2.4, on points


@rule("G2.4a", "G1.4a")
def test_three_points_more_at_the_end_of_turn_13_win_marginally() -> None:
    lost = {"greene": "eliminated", "green": "eliminated", "hawes": "eliminated", "guards_light": "captured"}
    game = guilford({**lost, **AWAY}, phasing="american", first="british", turn=13)
    act(game, "end-movement")
    assert outcome(game).scores == {"british": 7, "american": 4}
    assert (outcome(game).winner, outcome(game).level, outcome(game).cites) == ("british", "marginal", ("S4a",))


@rule("G2.4a")
def test_the_americans_win_on_points_too() -> None:
    game = end_of_game({})
    assert outcome(game).scores == {"british": 0, "american": 3}
    assert (outcome(game).winner, outcome(game).level) == ("american", "marginal")


@rule("G2.4b")
@pytest.mark.parametrize(
    ("lost", "scores"),
    [
        (
            {"greene": "captured", "green": "eliminated", "moffett": "captured", "stevens": "captured", "jaegers": "captured"},
            (6.5, 4),
        ),
        ({"green": "eliminated", "hawes": "eliminated", "jaegers": "captured"}, (4, 4)),
        ({"moffett": reduced("2120")}, (0.5, 3)),
    ],
)
def test_a_smaller_margin_is_a_draw(lost: dict[str, Any], scores: tuple[float, float]) -> None:
    game = end_of_game(lost)
    assert outcome(game).scores == {"british": scores[0], "american": scores[1]}
    assert (outcome(game).winner, outcome(game).level) == (None, "draw")


# ---------------------------------------------------------------- G2.5, leaders


@rule("G2.5a")
@pytest.mark.parametrize(
    ("leader", "vp"), [("cornwallis", 2), ("leslie", 1), ("ohara", 0.5), ("webster", 0.5), ("tarleton", 1 + 2)]
)
def test_what_a_british_leader_is_worth(leader: str, vp: float) -> None:
    assert points(end_of_game({leader: "eliminated"})) == (0, 3 + vp)


@rule("G2.5a")
def test_webster_killed_and_leslie_captured() -> None:
    assert points(end_of_game({"webster": "eliminated", "leslie": "captured"})) == (0, 3 + 1.5)


@rule("G2.5b")
@pytest.mark.parametrize(("leader", "vp"), [("greene", 3), ("lee_cavalry", 1 + 1), ("stevens", 0.5), ("eaton", 0.5)])
def test_what_an_american_leader_is_worth(leader: str, vp: float) -> None:
    assert points(end_of_game({leader: "eliminated"})) == (vp, 3)


@rule("G2.5b", "G-T-leaders")
def test_eaton_captured_alone() -> None:
    game = guilford({"eaton": "1823", "r33": "1821", **AWAY})
    act(game, "move r33", "go 1823")
    assert where(game, "eaton") == "captured"
    assert army_morale(game) == (14, 13)
    assert points(game) == (0.5, 3)


@rule("G2.5c")
def test_lees_horse_eliminated_is_lost_as_a_unit_and_as_a_leader() -> None:
    game = cannonade({"lee_cavalry": "1932"}, "lee_cavalry", damage=7)
    assert where(game, "lee_cavalry") == "eliminated"
    assert army_morale(game) == (14 + 1 + 1, 14 - 1 - 2)
    assert points(game) == (2, 3)


@rule("G2.5c")
def test_tarleton_captured_is_lost_as_a_unit_and_as_a_leader() -> None:
    pieces = {"tarleton": in_state("1822", "shattered"), "maryland_1": "1823", **AWAY}
    game = guilford(pieces, phase="close combat", momentum=(1, 1))
    assert where(game, "tarleton") == "captured"
    assert army_morale(game) == (14 - 1 - 1, 14 + 1 + 2)
    assert momentum_of(game) == (1, 1)
    assert points(game) == (0, 3 + 1 + 1)


@rule("G2.5c")
def test_an_asterisk_and_a_step_loss_do_not_lose_tarleton() -> None:
    pieces = {"finley": "1930", "tarleton": "1932", **AWAY}
    game = guilford(pieces, phase="artillery fire", phasing="british", dice=[9, 9])
    act(game, "target tarleton")
    assert (where(game, "tarleton"), game.piece("tarleton").step) == ("1932", 1)
    assert army_morale(game) == (13, 15)
    assert points(game) == (0, 2.5)  # his zone lies on the Courthouse


# ---------------------------------------------------------------- G2.6, the victory hexes


@rule("G2.6a")
def test_all_three_hexes_are_american_at_the_start_and_worth_a_point_each() -> None:
    game = grognard.new(CAMPAIGN, dice=Dice.script([]))
    assert isinstance(game, Battle)
    assert points(game) == (0, 3)
    assert sorted((flag.place, flag.text) for flag in game.rules.markers(game)) == [
        ("0927", "American"),
        ("1718", "American"),
        ("1832", "American"),
    ]


@rule("G2.6b")
def test_tarleton_rides_through_a_victory_hex_and_it_is_british() -> None:
    game = guilford({"tarleton": "1717", **AWAY}, turn=5)
    act(game, "move tarleton", "go 1719", "stop")
    assert happened(game, ControlTaken) == [ControlTaken("british", "1718")]
    assert points(game) == (1, 2)
    game = end_of_game({"tarleton": "1719"}, state={"control": {"1718": "british"}})
    assert outcome(game).scores == {"british": 1, "american": 2}


@rule("G2.6b")
def test_a_position_need_not_say_who_holds_an_occupied_hex() -> None:
    assert points(guilford({"r71": "1718", **AWAY})) == (1, 2)
    assert points(guilford({"r71": "1832", **AWAY})) == (1, 0)  # G2.6d: the Courthouse
    assert points(guilford({"r71": "1832", **AWAY}, state={"control": {"1832": "american"}})) == (0, 3)
    assert points(guilford({"macleod": "1718", "cornwallis": "1832", **AWAY})) == (0, 3)
    assert "control" in guilford({"r71": "1832", **AWAY}).position()["state"]
    battle = guilford({"r71": "1832", **AWAY}, scenario=HISTORICAL)
    assert "control" not in battle.position().get("state", {}), "in the battle itself it must be held at the end"


@rule("G2.6b")
def test_the_last_to_pass_through_holds_it() -> None:
    game = guilford({"lynch": "1719", **AWAY}, phasing="american", state={"control": {"1718": "british"}})
    act(game, "move lynch", "go 1718")
    assert points(game) == (0, 3)
    act(game, "stop")
    assert happened(game, ControlTaken) == [ControlTaken("american", "1718")]


@rule("G2.6b")
def test_a_hex_that_is_held_already_is_not_taken_again() -> None:
    game = guilford({"lynch": "1719", **AWAY}, phasing="american")
    act(game, "move lynch", "go 1718", "stop")
    assert happened(game, ControlTaken) == []


@rule("G2.6b")
@pytest.mark.parametrize("piece", ["macleod", "cornwallis"])
def test_guns_and_leaders_take_nothing(piece: str) -> None:
    game = guilford({piece: "1717", **AWAY})
    act(game, f"move {piece}", "go 1718")
    assert where(game, piece) == "1718"
    assert points(game) == (0, 3)


@rule("G2.6b")
def test_a_disrupted_unit_takes_it_in_the_campaign_game() -> None:
    game = guilford({"r33": in_state("1717", "disrupted"), **AWAY})
    act(game, "move r33", "go 1718")
    assert points(game) == (1, 2.5)


@rule("G2.6b")
def test_an_advance_after_combat_takes_it() -> None:
    """9 to 1 is 4-1; die 4, +1 +1 for morale, +1 militia, +1 surrounded: -/1*. The last of Perkins's regiment falls."""
    pieces = {"r23": "1717", "r33": "1719", "r71": "1719", "perkins": reduced("1718"), **AWAY}
    game = guilford(pieces, phase="close combat", dice=[4])
    combat(game, ("r23", "1718"), ("r33", "1718"), ("r71", "1718"), leads=("r23",))
    while game.over is None and asked(game) != "move":
        act(game, next(text for text in choices(game) if text.startswith(("advance", "occupy", "end", "lead", "commit"))))
    assert where(game, "perkins") == "eliminated"
    assert points(game)[0] == 1 + 2


@rule("G2.6b")
def test_a_retreat_through_the_hex_takes_nothing_and_one_that_ends_there_does() -> None:
    pieces = {"finley": "1722", "r33": "1720", **AWAY}
    game = guilford(pieces, phase="artillery fire", phasing="british", dice=[9, 5])  # D: three hexes
    act(game, "target r33", "retreat 1717")
    assert order_of(game, "r33") == "disrupted"
    assert points(game) == (0, 3.5)
    pieces["r33"] = "1719"
    game = guilford(pieces, phase="artillery fire", phasing="british", dice=[9, 0])  # R: one hex
    act(game, "target r33", "retreat 1718")
    assert points(game) == (1, 2)


@rule("G2.6c")
def test_an_enemy_zone_of_control_denies_the_hex_even_to_a_unit_that_stands_in_it() -> None:
    held = {"control": {"1832": "british"}}
    pieces: dict[str, Any] = {"r33": "1832", "maryland_1": "1831"}
    assert points(end_of_game(pieces, state=held)) == (0, 2)  # nobody has the Courthouse
    pieces["maryland_1"] = in_state("1831", "disrupted")  # half a point for the disrupted unit
    assert points(end_of_game(pieces, state=held)) == (1 + 0.5, 0)
    assert points(end_of_game({"maryland_1": "1832", "r33": "1831"})) == (0, 2)
    assert points(end_of_game({"maryland_1": "1832", "r33": "1830"})) == (0, 3)


@rule("G2.6c")
def test_a_leader_next_to_the_hex_denies_nothing() -> None:
    assert points(end_of_game({"r33": "0926"})) == (0, 2)
    assert points(end_of_game({"cornwallis": "0926"})) == (0, 3)


@rule("G2.6d")
def test_with_the_courthouse_lost_the_americans_score_no_hex() -> None:
    assert points(end_of_game({}, state={"control": {"1832": "british"}})) == (1, 0)
    assert points(end_of_game({}, state={"control": {"1718": "british"}})) == (1, 2)
    assert points(end_of_game({}, state={"control": {"1718": "british", "0927": "british", "1832": "british"}})) == (3, 0)


@rule("G2.6d", "G2.6c")
def test_a_courthouse_that_nobody_controls_cancels_nothing() -> None:
    game = end_of_game({"maryland_1": "1831"}, state={"control": {"1832": "british"}})
    assert points(game) == (0, 2)
