"""D3.1, D-R1, D-R6, D-R9: moving."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import pytest

import grognard
from grognard.core.choices import Choices, regions
from grognard.core.dice import Dice
from grognard.core.plane import squared
from grognard.games.chancellorsville.red_dice import components, moving, reach
from grognard.games.chancellorsville.red_dice.actions import WalkTo
from grognard.games.chancellorsville.red_dice.activation import Activation
from grognard.games.chancellorsville.red_dice.choosing import Points, encode_point, point_of
from grognard.games.chancellorsville.red_dice.events import SquadWalked, SuccessesCounted
from grognard.games.chancellorsville.red_dice.moving import Walking
from grognard.games.chancellorsville.red_dice.sight import line_of
from grognard.games.chancellorsville.red_dice.state import Skirmish
from grognard.games.chancellorsville.red_dice.ways import measured, point_at
from tests.marks import rule
from tests.red_dice.table import (
    RED_DICE,
    Spot,
    act,
    asked,
    far_off,
    happened,
    may,
    offered,
    position,
    refused,
    row,
    skirmish,
    where,
)


def go(squads: Mapping[str, Any], point: str, *dice: int, **fields: Any) -> Skirmish:
    """Activate V1, send it to a point, roll, and face east."""
    game = skirmish({**far_off(), **squads}, dice, **fields)
    act(game, "activate-squad V1", f"walk-to {point}", f"roll-dice {len(dice)}")
    if asked(game)[1] == "Walk.face":
        act(game, "face 0")
    return game


def walked(game: Skirmish) -> SquadWalked:
    return happened(game, SquadWalked)[-1]


# ---------------------------------------------------------------- distance and deductions


@rule("D3.1a")
def test_each_success_is_ten_centimetres_and_the_seed_example_reaches_the_wood():
    game = go({"V1": row(70, 30, 5)}, "100,30", 1, 3, 4, 5, 5, 6)
    assert where(game, "V1-1") == (100, 30)


@rule("D3.1a")
def test_with_too_few_successes_a_unit_goes_as_far_as_it_can_and_with_none_it_stays():
    game = go({"V1": row(20, 30, 5)}, "60,30", 4, 5, 2)
    assert where(game, "V1-1") == (40, 30)
    assert game.state.initiative == "ANV"
    game = go({"V1": row(20, 30, 5)}, "60,30", 2, 3)
    assert where(game, "V1-1") == (20, 30)
    assert asked(game) == ("ANV", "Initiative.choose")


@rule("D3.1b")
def test_each_linear_obstacle_takes_five_centimetres():
    game = go({"V1": row(55, 80, 3)}, "75,80", 4, 4, 4)
    assert (walked(game).crossings, where(game, "V1-1")) == (2, (75, 80))  # 20 + 2 x 5
    game = go({"V1": row(54, 80, 3)}, "76,80", 4, 4, 4)
    x, _ = where(game, "V1-1")
    assert x == pytest.approx(74, abs=0.11)  # 30 - 10


@rule("D3.1b")
@pytest.mark.parametrize("x", [60, 80, 90, 165, 170])  # fence, wall, stream, hedge, trench
def test_fences_walls_streams_hedges_and_trenches_are_obstacles(x: int):
    game = go({"V1": row(x - 2, 100, 2)}, f"{x + 3},100", 4, 2)
    assert (walked(game).crossings, where(game, "V1-1")) == (1, (x + 3, 100))


@rule("D3.1b")
def test_a_row_of_trees_and_a_road_are_none():
    assert walked(go({"V1": row(173, 100, 2)}, "178,100", 4, 2)).crossings == 0
    assert walked(go({"V1": row(50, 53, 1)}, "50,58", 4, 2)).crossings == 0


@rule("D3.1c")
def test_difficult_ground_takes_ten_centimetres_once():
    game = go({"V1": row(97, 80, 2)}, "117,80", 4, 4, 4)
    assert (walked(game).difficult, where(game, "V1-1")) == (True, (117, 80))
    game = go({"V1": row(118, 80, 2)}, "130,80", 4, 4, 4)  # out of the wood and into the marsh
    assert (walked(game).difficult, where(game, "V1-1")) == (True, (130, 80))


@rule("D3.1c")
def test_to_end_on_the_edge_is_not_moving_in_it():
    game = go({"V1": row(92, 80, 1)}, "100,80", 4, 2)
    assert (walked(game).difficult, where(game, "V1-1")) == (False, (100, 80))
    game = go({"V1": row(92, 80, 1)}, "105,80", 4, 2)  # ten centimetres do not pay for the wood
    assert not walked(game).difficult
    assert where(game, "V1-1")[0] == pytest.approx(100, abs=0.11)


@rule("D3.1c")
@pytest.mark.parametrize(("x", "difficult"), [(24, False), (105, True), (128, True), (143, True), (157, True), (183, True)])
def test_which_ground_is_difficult(x: int, difficult: bool):
    game = go({"V1": [(x, 80)]}, f"{x},84", 4, 4)
    assert walked(game).difficult == difficult


@rule("D3.1d")
def test_the_most_is_forty_centimetres_before_deductions():
    game = go({"V1": row(40, 80, 2)}, "69,80", *(4,) * 6)
    assert where(game, "V1-1") == (69, 80)
    game = skirmish({"V1": row(40, 80, 2), **far_off()})
    act(game, "activate-squad V1")
    reason = refused(game, "walk-to 77,80")  # 37 + 2 fences
    assert reason.key == "way-too-dear"
    assert reason.args["total"] == 47
    assert reason.args["length"] + reason.args["obstacles"] + reason.args["ground"] == reason.args["total"]  # type: ignore[operator]
    assert may(game, "walk-to 69,80")


@rule("D-R9")
def test_the_way_goes_around_where_that_is_cheaper():
    game = go({"V1": [(59, 62)]}, "61,62", 4, 3)
    assert (walked(game).crossings, walked(game).length < 700) == (0, True)  # around the end of the fence at y = 60


@rule("D-R9")
def test_a_way_may_be_declared_from_bend_to_bend():
    game = skirmish({"V1": [(20, 20)], **far_off()}, (4, 4, 4, 4))
    act(game, "activate-squad V1", "walk-by 30,20")
    assert refused(game, "stand-fast").key == "finish-the-way"
    assert refused(game, "walk-to 30,51").key == "way-too-dear"
    act(game, "walk-by 30,30", "walk-to 20,30", "roll-dice 4", "face 0")
    assert (walked(game).length, where(game, "V1-1")) == (3000, (20, 30))


@rule("D-R9")
def test_the_page_is_told_of_ways_that_bend_and_of_bends_to_declare():
    """Straight on, two fences, a wall and a stream are too dear; around their ends it is less than forty centimetres."""
    game = skirmish({"V1": [(59, 61), (57, 61)], **far_off()})
    act(game, "activate-squad V1")
    found = {region.action.split()[0]: set(region.points()) for _, region in regions(game.actions("ANV"))}
    assert (96, 61) in found["walk-to"]
    assert (96, 61) not in found["walk-by"]  # no straight leg
    assert (70, 50) in found["walk-by"]
    act(game, "walk-to 96,61")
    frame = game.stack[-1]
    assert isinstance(frame, Activation)
    assert len(frame.way) > 2


@rule("D-R9")
def test_after_a_bend_the_prompt_says_which_way_was_declared():
    game = skirmish({"V1": [(20, 20), (18, 20)], **far_off()})
    act(game, "activate-squad V1", "walk-by 30,20", "walk-by 30,30")
    decision = game.decision("ANV")
    assert decision is not None
    assert (decision.prompt, decision.args["bends"], decision.args["left"]) == ("way-goes-on", "30,20; 30,30", "20.0")


@rule("D-R9")
def test_a_way_has_four_bends_at_most():
    game = skirmish({"V1": [(20, 20)], **far_off()})
    act(game, "activate-squad V1", "walk-by 21,20", "walk-by 22,20", "walk-by 23,20", "walk-by 24,20")
    assert refused(game, "walk-by 25,20").key == "enough-bends"
    assert may(game, "walk-to 25,20")


# ---------------------------------------------------------------- who may go where


@rule("D-R1")
def test_bases_lie_apart_and_on_the_table():
    with pytest.raises(grognard.GrognardError) as fault:
        grognard.setup(position({"V1": [(10, 10), (11.4, 10)]}), dice=Dice.script(()))
    assert "overlap (D-R1)" in str(fault.value)
    grognard.setup(position({"V1": [(10, 10), (11.5, 10)], **far_off()}), dice=Dice.script(()))
    with pytest.raises(grognard.GrognardError) as fault:
        grognard.setup(position({"V1": [(0.7, 10)]}), dice=Dice.script(()))
    assert "does not lie on the table (D-R1)" in str(fault.value)


@rule("D-R1", "D-R9")
def test_nobody_ends_on_a_base_off_the_table_or_in_contact():
    game = skirmish({"V1": [(20, 20)], "V2": [(30, 20)], "U1": [(40.45, 20)]})
    act(game, "activate-squad V1")
    assert refused(game, "walk-to 31,20").key == "on-a-base"
    assert refused(game, "walk-to 42,20").key == "in-contact-with"
    assert refused(game, "walk-to 0,20").key == "off-the-table"
    assert refused(game, "walk-to nowhere").key == "no-such-point"
    assert may(game, "walk-to 32,20")


@rule("D-R1", "D-R9")
def test_bases_and_contact_are_measured_across():
    game = skirmish({"V1": [(20, 20)], "V2": [(30.3, 20.3)], "U1": [(40.3, 20.3), (50.1, 20.1)]})
    act(game, "activate-squad V1")
    assert may(game, "walk-to 29,19")  # 1.84 cm
    assert refused(game, "walk-to 31,21").key == "on-a-base"  # 0.99
    assert may(game, "walk-to 39,19")
    assert refused(game, "walk-to 49,19").key == "in-contact-with"  # 1.56
    assert may(game, "walk-to 29,22")
    assert refused(game, "walk-to 29,20").key == "on-a-base"


@rule("D-R9")
def test_nobody_passes_a_standing_enemy():
    wall_of_men = [(40, 2 + 3 * n) for n in range(10)]
    game = skirmish({"V1": [(20, 15)], "U1": wall_of_men, **far_off()})
    act(game, "activate-squad V1")
    assert refused(game, "walk-to 50,15").key == "passes-an-enemy"
    lying = {f"U1-{n + 1}": {"wounds": "light", "down": True} for n in range(10)}
    game = skirmish({"V1": [(20, 15)], "U1": wall_of_men, **far_off()}, men=lying)
    act(game, "activate-squad V1")
    assert may(game, "walk-to 50,15")


@rule("D-R9")
@pytest.mark.parametrize(("aside", "passes"), [(0, True), (1, True), (-1, True), (2, False), (-2, False)])
@pytest.mark.parametrize("ahead", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_nobody_comes_within_contact_of_an_enemy_on_his_way(ahead: tuple[int, int], aside: int, passes: bool):
    """From ten centimetres before him to ten beyond, straight, in each direction."""
    (dx, dy), x, y = ahead, 100, 30
    start, end = ((x + far * dx + aside * dy, y + far * dy + aside * dx) for far in (-10, 10))
    game = skirmish({"V1": [start], "U1": [(x, y)], **far_off()})
    act(game, "activate-squad V1")
    assert may(game, f"walk-by {end[0]},{end[1]}") != passes
    if passes:
        assert refused(game, f"walk-by {end[0]},{end[1]}").args["man"] == "U1-1"


@rule("D-R9", "D3.1b", "D3.1c")
def test_a_bend_is_paid_for_like_the_rest_of_the_way():
    game = skirmish({"V1": [(55, 80)], "V2": [(65, 80)], **far_off()})
    act(game, "activate-squad V1")
    assert may(game, "walk-by 77,80")  # 22 and two fences
    assert refused(game, "walk-by 83,80").key == "way-too-dear"  # 28, two fences and a wall
    assert refused(game, "walk-by 65,81").key == "on-a-base"
    assert refused(game, "walk-by 55,80").key == "way-too-dear"  # no leg at all
    game = skirmish({"V1": [(99, 80)], **far_off()})
    act(game, "activate-squad V1")
    assert may(game, "walk-by 129,80")  # 30, and once for difficult ground
    assert refused(game, "walk-by 130,80").key == "way-too-dear"
    act(game, "walk-by 105,80")
    assert may(game, "walk-by 121,80")  # 24 were left, and the wood is paid for


@rule("D-R9")
def test_who_stands_so_near_already_may_only_go_away():
    game = skirmish({"V1": [(20, 20)], "U1": [(21.55, 20)], **far_off()})
    act(game, "activate-squad V1")
    assert may(game, "walk-to 15,20")
    assert refused(game, "walk-to 24,20").key == "passes-an-enemy"
    assert may(game, "walk-by 20,25")  # straight past him
    assert may(game, "walk-by 20,15")
    assert refused(game, "walk-by 21,25").key == "passes-an-enemy"  # a little toward him


@rule("D-R9")
def test_the_others_go_as_far_as_is_left_after_the_deductions():
    spots = [(55, 80), (53, 80), (51, 80), (49, 80)]
    game = go({"V1": spots}, "73,80", 4, 4, 4)  # 18 + 10 for two fences: 20 are left for each of the others
    for number, start in enumerate(spots[1:], start=2):
        x, y = where(game, f"V1-{number}")
        assert (x - start[0]) ** 2 + (y - start[1]) ** 2 <= 20.01**2


@rule("D-R9", "D3.2g")
def test_a_man_at_half_speed_has_half_of_the_gross_distance_less_the_deductions():
    game = go({"V1": [(55, 80), (53, 80)]}, "73,80", 4, 4, 4, men={"V1-2": {"wounds": "light"}})
    assert where(game, "V1-2")[0] == pytest.approx(58, abs=0.51)  # 15 - 10


@rule("D-R9")
def test_who_has_not_paid_does_not_run_through_a_house():
    game = go({"V1": [(145, 92), (138, 88)]}, "153,91", 4, 2)  # the leader passes north of the house
    assert not walked(game).difficult
    x, y = where(game, "V1-2")
    assert not (140 < x < 150 and 70 < y < 90)
    assert x <= 140 or y >= 90


@rule("D-R9")
def test_nobody_leaves_the_table_by_a_move():
    game = skirmish({"V1": [(5, 5)], **far_off()})
    act(game, "activate-squad V1")
    assert all(point_of(point) is not None for point in offered(game, "walk-to"))
    assert "0,5" not in offered(game, "walk-to")
    assert "1,1" in offered(game, "walk-to")


# ---------------------------------------------------------------- formations


@rule("D-R6", "D3.2g")
def test_who_cannot_keep_up_is_a_stray():
    game = go({"V1": row(20, 30, 4)}, "50,30", 4, 4, 4, men={"V1-4": {"wounds": "light"}})
    assert [one.id for one in game.unit("V1")] == ["V1-1", "V1-2", "V1-3"]
    x, y = where(game, "V1-4")
    assert (x - 20) ** 2 + (y - 36) ** 2 == pytest.approx(15**2, rel=0.1)
    assert "V1-4" in game.units("ANV")


@rule("D-R6", "D-R1", "D-R9")
def test_who_cannot_go_anywhere_keeps_his_place_and_the_others_find_another():
    """V1-2 is in a house that nobody paid for; the place behind the leader lies under his base, though outside."""
    game = skirmish({"V1": [(136.5, 76), (140.4, 80), (136.5, 74)], **far_off()}, (4, 2))
    act(game, "activate-squad V1", "form column", "walk-to 138,80", "roll-dice 2", "face 12")
    assert (where(game, "V1-1"), where(game, "V1-2")) == ((138, 80), (140.4, 80))
    spots = [one.at for one in game.company("V1")]
    assert all(squared(one, other) >= 150**2 for one, other in itertools.combinations(spots, 2))
    assert [one.id for one in game.unit("V1")] == ["V1-1", "V1-2", "V1-3"]


@rule("D-R6", "D1.1c")
def test_strays_rejoin_by_a_move():
    game = skirmish({"V1": [(20, 20), (22, 20), (30, 20)], **far_off()}, (4, 2))
    act(game, "activate-squad V1", "stand-fast", "roll-dice 2", "face 0")
    assert len(game.unit("V1")) == 3


@rule("D-R6")
def test_if_losses_split_a_unit_the_part_with_the_leader_is_the_unit():
    game = skirmish({"V1": row(40, 20, 4, 2.9), **far_off()}, (3, 3, 2), red={"ANV": 1})
    act(game, "activate-squad V1", "stand-fast", "roll-dice 2", "flee V1-2")
    assert [one.id for one in game.unit("V1")] == ["V1-1"]
    assert [one.id for one in game.units("ANV")["V1-3"]] == ["V1-3", "V1-4"]


@pytest.mark.parametrize("formation", ["line", "column"])
@rule("D3.2.2b", "D-R10")
def test_men_form_a_line_or_a_column_around_their_leader(formation: str):
    game = skirmish({"V1": row(40, 20, 7), **far_off()}, (4, 4))
    act(game, "activate-squad V1", f"form {formation}", "stand-fast", "roll-dice 2", "face 0")
    assert line_of(game, game.unit("V1")) is not None
    xs, ys = {where(game, f"V1-{n}")[0] for n in range(1, 8)}, {where(game, f"V1-{n}")[1] for n in range(1, 8)}
    assert (len(xs) == 1) == (formation == "line")
    assert (len(ys) == 1) == (formation == "column")
    assert game.state.squads["V1"].formation == formation


def test_men_stand_behind_a_fence_with_their_leader():
    game = skirmish({"V1": row(55, 80, 5), **far_off()}, (4, 2))
    act(game, "activate-squad V1", "form fence", "walk-to 59,80", "roll-dice 2", "face 0")
    assert {where(game, f"V1-{n}")[0] for n in range(1, 6)} == {59}
    assert len(game.unit("V1")) == 5


def may_walk_in_line(spots: Sequence[Spot], point: str) -> bool:
    game = skirmish({"V1": spots, **far_off()}, about={"V1": {"formation": "line", "leader": "V1-2"}})
    act(game, "activate-squad V1")
    return may(game, f"walk-to {point}")


@rule("D3.2.2a", "D3.2.2b")
def test_a_squad_in_line_that_stays_in_line_moves_at_half_speed():
    line = row(20, 20, 7, 1.55)
    game = skirmish({"V1": line, **far_off()}, (4, 4, 4, 4), about={"V1": {"formation": "line", "leader": "V1-4"}})
    act(game, "activate-squad V1")
    assert may(game, "walk-to 39,25")
    assert refused(game, "walk-to 41,25").key == "way-too-dear"
    act(game, "form cloud")
    assert may(game, "walk-to 59,25")
    assert [
        may_walk_in_line(spots, "59,22") for spots in (line, line[:6], line[:5], [*line[:5], (20, 28)], [*line[:5], (21, 27.4)])
    ] == [False, False, True, True, True]  # fewer than six, a gap, or a man out of line are no line
    game = skirmish({"V1": line, **far_off()}, (4, 4, 4, 2), about={"V1": {"formation": "line", "leader": "V1-4"}})
    act(game, "activate-squad V1", "walk-to 39,25", "roll-dice 4", "face 0")
    assert where(game, "V1-4")[0] == pytest.approx(35, abs=0.2)  # half of thirty


@rule("D3.2.2b")
def test_forming_a_line_is_done_at_full_speed():
    game = skirmish({"V1": row(20, 20, 7), **far_off()}, (4, 4, 4))
    act(game, "activate-squad V1", "form line")
    assert may(game, "walk-to 60,20")
    assert refused(game, "fire-at U4").key == "a-formation-is-for-a-move"
    assert refused(game, "form cloud").key == "formed-already"


@rule("D-R7", "D-R9")
def test_men_are_placed_by_hand_only_where_there_are_any_and_once():
    game = skirmish({"V1": [(40, 20)], **far_off()}, (4, 2))
    act(game, "activate-squad V1", "walk-to 48,20", "roll-dice 2")
    assert refused(game, "by-hand").key == "not-offered"
    game = skirmish({"V1": row(40, 20, 3), **far_off()}, (4, 2))
    act(game, "activate-squad V1", "walk-to 48,20", "roll-dice 2", "by-hand")
    assert refused(game, "by-hand").key == "not-offered"


@rule("D-R9")
def test_single_men_can_be_placed_by_hand():
    game = skirmish({"V1": row(40, 20, 3), **far_off()}, (4, 2))
    act(game, "activate-squad V1", "walk-to 48,20", "roll-dice 2", "by-hand", "face 0")
    assert asked(game) == ("ANV", "Walk.adjust")
    act(game, "take V1-3")
    assert refused(game, "put-at 48,20.5").key == "not-a-free-place"
    assert refused(game, "put-at 55,20").key in ("out-of-his-reach", "breaks-cohesion")
    act(game, "put-at 48,24.5")
    assert where(game, "V1-3") == (48, 24.5)
    assert refused(game, "take V1-3").key == "placed-already"
    assert refused(game, "take V1-1").key == "does-not-move"
    act(game, "proceed")
    assert asked(game) == ("ANV", "Initiative.choose")


@rule("D-R6", "D-R9")
def test_by_hand_nobody_is_parted_from_the_unit_but_each_may_stay_where_he_was_put():
    game = skirmish({"V1": row(40, 20, 3), **far_off()}, (4, 4))
    act(game, "activate-squad V1", "walk-to 48,20", "roll-dice 2", "by-hand", "face 0", "take V1-3")
    assert refused(game, "put-at 48,30").key == "breaks-cohesion"
    assert may(game, "put-at 46,20")
    assert refused(game, "put-at nowhere").key == "no-such-point"
    before = where(game, "V1-3")
    act(game, "proceed")
    assert where(game, "V1-3") == before
    assert refused(game, "take V1-3").key == "placed-already"


@rule("D3.1a")
def test_each_point_says_how_many_successes_it_takes():
    game = skirmish({"V1": [(20, 20)], **far_off()})
    act(game, "activate-squad V1")
    walking = game.stack[-1].walking(game)  # type: ignore[attr-defined]
    assert [walking.mark((x * 100, 2000)) for x in (21, 30, 31, 40, 41, 60, 61)] == [1, 1, 2, 2, 3, 4, None]


# ---------------------------------------------------------------- the list


def destinations(game: Skirmish) -> Points:
    choices = game.actions("ANV")
    assert isinstance(choices, Choices)
    return next(group for group in choices.groups if isinstance(group, Points) and group.kind is WalkTo)


@pytest.mark.parametrize("leader", [(58, 62), (101, 80), (140, 80), (139.99, 69.99), (100, 60)])
def test_list_membership_refusals_draws_and_the_region_agree(leader: tuple[float, float]):
    """A leader at a fence, in a wood, on the very edge and at the corner of a house."""
    game = skirmish({"V1": [leader], "U1": [(110, 70)], **far_off()})
    act(game, "activate-squad V1")
    group = destinations(game)
    listed = set(group)
    assert len(listed) > 300
    for x in range(int(leader[0]) - 42, int(leader[0]) + 43, 3):
        for y in range(max(int(leader[1]) - 42, 0), int(leader[1]) + 43, 3):
            action = WalkTo(f"{x},{y}")
            assert (action in group) == (action in listed) == (game.why_not("ANV", action) is None), action
    assert all(group.draw(n / 97) in listed for n in range(97))
    region = group.region()
    unfolded = {game.rules.vocabulary.parse(region.text(*point)) for point in region.points()}
    assert unfolded == listed


NEIGHBOURS: dict[str, dict[str, list[Spot]]] = {
    "enemies about": {"U1": [(66, 78), (73, 84), (84, 70), (60, 95)], "U2": [(112, 84), (134, 66), (148, 92)]},
    "somebody in contact": {"U1": [(56.4, 80)], "V2": row(60, 70, 6), "U2": [(99, 77), (101.55, 80), (141.5, 80.2)]},
    "nobody near": {},
}


@rule("D-R9", "D3.1b", "D3.1c")
@pytest.mark.parametrize("about", NEIGHBOURS)
@pytest.mark.parametrize("leader", [(58, 80), (60, 60), (100, 80), (139.99, 69.99), (163.37, 88.02)])
def test_all_points_worked_out_together_are_those_found_one_by_one(leader: Spot, about: str):
    """At a fence and at its end, on the edge of a wood, at the corner of a house, among rocks; shadows of enemies included."""
    game = skirmish({"V1": [leader], **NEIGHBOURS[about], **far_off()})
    fewest = 100
    for formation, bends, gross in (
        ("", (), None),
        ("", (), 2000),
        ("", ((round(leader[0]) * 100, 6600),), None),
        ("line", ((round(leader[0]) * 100 - 300, 9000), (round(leader[0]) * 100 + 200, 9000)), None),
    ):
        walking = Walking(game, "V1", formation, bends, gross)
        for group in (walking.ends(), walking.bends()):
            together, one_by_one = dict(group.marked()), dict(Points.marked(group))
            assert together == one_by_one
            fewest = min(fewest, len(together)) if walking.left > 1000 else fewest
    assert fewest > 20


@rule("D-R9")
def test_a_pair_at_half_speed_has_its_successes_counted_alike():
    men = {"V1-2": {"squad": "V1-2+"}, "V1-3": {"squad": "V1-2+", "wounds": "severe"}}
    about = {"V1-2+": {"kind": "pair", "leader": "V1-2", "parent": "V1"}}
    game = skirmish({"V1": [(40, 20), (65, 80), (65, 81.6)], **far_off()}, men=men, about=about)
    group = Walking(game, "V1-2+", "", ()).ends()
    marks = dict(group.marked())
    assert marks == dict(Points.marked(group))
    assert set(marks.values()) == {1, 2, 3, 4}


def counting(name: str, done: Callable[..., Any], calls: list[str]) -> Callable[..., Any]:
    """A function that notes each call of it."""

    def noted(*args: Any) -> Any:
        calls.append(name)
        return done(*args)

    return noted


def test_no_way_is_sought_for_what_a_page_is_told(monkeypatch: pytest.MonkeyPatch):
    """Thousands of points cost no more than a look from each corner, which is remembered."""
    sought: list[str] = []
    for module, name in ((moving, "best_way"), (reach, "leg"), (reach, "outlook"), (components, "outlook")):
        monkeypatch.setattr(module, name, counting(name, getattr(module, name), sought))
    game = cast("Skirmish", grognard.new(f"{RED_DICE}furnace", seed=3))
    field = game.rules.field
    for expected in (1 + len(field.corners), 1):
        act(game, "activate-squad G1")
        sought.clear()
        found = regions(game.actions("ANV"))
        assert sum(len(list(region.points())) for _, region in found) > 1500
        assert "best_way" not in sought
        assert sought.count("outlook") <= expected
        assert sought.count("leg") <= len(field.corners)
        game = cast("Skirmish", grognard.new(f"{RED_DICE}furnace", seed=3))


def test_more_reaches_a_superset_and_costs_never_fall_along_a_way():
    game = skirmish({"V1": [(66, 80)], **far_off()})
    near, far = (Walking(game, "V1", "", (), gross) for gross in (2000, 3000))
    reach = [{p for p, _ in walking.ends().marked()} for walking in (near, far)]
    assert reach[0] < reach[1]
    straight = {p for p in reach[1] if measured(game.rules.field, (near.start, p)).cost(game.rules.numbers) <= 3000}
    assert straight < reach[1]  # bends reach all that straight legs do, and more
    for p in sorted(reach[1])[::50]:
        way = far.way(p)
        assert way is not None
        costs = []
        for step in range(0, int(way.length), 40):
            place, before = point_at(way.points, step)
            costs.append(measured(game.rules.field, (*way.points[:before], place)).cost(game.rules.numbers))
        assert all(one <= other + 1.5 for one, other in itertools.pairwise(costs))


def test_marks_are_the_successes_needed():
    game = skirmish({"V1": [(20, 20)], **far_off()})
    act(game, "activate-squad V1")
    marks = {encode_point(p): mark for p, mark in destinations(game).marked()}
    assert (marks["30,20"], marks["31,20"], marks["40,20"], marks["60,20"]) == (1, 2, 2, 4)
    assert "61,20" not in marks


def test_nobody_overlaps_however_a_squad_is_sent():
    """Every tenth point, every formation: bases apart, on the table, nobody beyond his allowance."""
    for formation in ("line", "column", "fence"):
        base = skirmish({"V1": row(64, 70, 8), "V2": row(75, 70, 6), "U1": row(95, 66, 8)}, (4, 4, 4) * 200)
        act(base, "activate-squad V1", f"form {formation}")
        for point in sorted(str(action) for action in destinations(base))[::150]:
            game = base.copy()
            before = {one.id: one.at for one in game.company("V1")}
            act(game, point, "roll-dice 3", "face 3")
            table = game.on_table()
            for place, one in enumerate(table):
                assert game.rules.field.on_table(one.at)
                assert all(squared(one.at, other.at) >= game.rules.numbers.apart for other in table[:place])
            assert all(squared(before[one.id], one.at) <= 3001**2 for one in game.company("V1"))


def test_a_move_says_what_it_cost():
    game = go({"V1": row(55, 80, 3)}, "75,80", 4, 4, 4)
    assert [event.successes for event in happened(game, SuccessesCounted)] == [3]
    assert (walked(game).length, walked(game).crossings, walked(game).difficult) == (2000, 2, False)
