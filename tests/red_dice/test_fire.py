"""D3.2, D-R2 to D-R5, D-R10: seeing, hitting, wounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from math import cos, radians, sin, sqrt
from random import Random
from typing import Any

import pytest

import grognard
from grognard.core.fights import Fight
from grognard.core.plane import Point, squared
from grognard.games.chancellorsville.red_dice.components import HEADINGS, Battlefield
from grognard.games.chancellorsville.red_dice.events import ManHit, SuccessesCounted, UnitFired
from grognard.games.chancellorsville.red_dice.fire import Shot, hits_of
from grognard.games.chancellorsville.red_dice.sight import (
    BANDS,
    band_of,
    bystanders,
    cover_of,
    hiding,
    is_volley_line,
    line_of,
    majority,
    sees,
    unit_cover,
    volleys_at,
)
from grognard.games.chancellorsville.red_dice.state import Man, Skirmish
from grognard.players import player
from tests.marks import rule
from tests.red_dice.table import RED_DICE, act, asked, far_off, happened, man, may, offered, refused, row, skirmish

Spots = Mapping[str, Any]


def shoot(squads: Spots, *dice: int, roll: int = 0, unit: str = "U1", squad: str = "V1", **fields: Any) -> Skirmish:
    game = skirmish(squads, dice, **fields)
    act(game, f"activate-squad {squad}", f"fire-at {unit}", f"roll-dice {roll or len(dice)}")
    return game


def fired(game: Skirmish) -> UnitFired:
    return happened(game, UnitFired)[-1]


def modifiers(game: Skirmish) -> list[int]:
    return [modifier.value for modifier in fired(game).modifiers]


def may_fire(squads: Spots, unit: str = "U1", **fields: Any) -> bool:
    game = skirmish(squads, **fields)
    act(game, "activate-squad V1")
    return may(game, f"fire-at {unit}")


# ---------------------------------------------------------------- seeing


@rule("D3.2a", "D-R4")
@pytest.mark.parametrize(("hidden", "allowed"), [(3, True), (4, False)])
def test_half_plus_one_of_seven_must_each_see_half_plus_one_of_six(hidden: int, allowed: bool):
    """Seven shooters in a column behind the house; as many as stand south of y = 70 see past it."""
    shooters = [(138.0, 72 + 1.6 * n) for n in range(hidden)] + [(138.0, 69.5 - 1.6 * n) for n in range(7 - hidden)]
    targets = [(153.0, 66 - 1.6 * n) for n in range(6)]
    squads = {"V1": shooters, "U1": targets}
    game = skirmish(squads, about={"V1": {"leader": "V1-7"}})
    seeing = sum(
        sum(sees(game, one.at, other.at, ()) for other in game.unit("U1")) >= majority(6) for one in game.company("V1")
    )
    assert seeing == 7 - hidden
    assert may_fire(squads, about={"V1": {"leader": "V1-7"}}) == allowed
    if not allowed:
        act(game, "activate-squad V1")
        reason = refused(game, "fire-at U1")
        assert reason.key == "too-few-see-them"
        assert (reason.args["seeing"], reason.args["needed"], reason.args["of"]) == (3, 4, 7)


@rule("D-R4")
def test_of_two_shooters_both_must_see_and_of_one_the_one():
    assert majority(2) == 2
    assert majority(1) == 1
    both = {"V1": [(138, 68), (138, 70.9)], "U1": [(153, 66)]}
    game = skirmish(both)
    assert [sees(game, one.at, game.man("U1-1").at, ()) for one in game.unit("V1")] == [True, False]
    assert not may_fire(both)
    assert may_fire({"V1": [(138, 68)], "U1": [(153, 66)]})


@rule("D-R4")
def test_who_is_able_to_fire_and_who_can_be_a_target():
    squads = {"V1": row(40, 20, 4), "U1": row(60, 20, 3)}
    down = {f"U1-{n}": {"wounds": "light", "down": True} for n in (1, 2, 3)}
    game = skirmish({**squads, **far_off()}, men=down)
    act(game, "activate-squad V1")
    assert refused(game, "fire-at U1").key == "nobody-stands"
    severe = {f"U1-{n}": {"wounds": "severe"} for n in (1, 2, 3)}
    assert may_fire({**squads, **far_off()}, men=severe)
    unable = {"V1-1": {"wounds": "light", "down": True}, "V1-2": {"wounds": "severe"}}
    game = skirmish({**squads, **far_off()}, men=unable)
    assert [one.id for one in game.shooters(game.unit("V1"))] == ["V1-3", "V1-4"]
    nobody = {f"V1-{n}": {"wounds": "light", "down": True} for n in (1, 2, 3, 4)}
    game = skirmish({**squads, **far_off()}, men=nobody)
    act(game, "activate-squad V1")
    assert refused(game, "fire-at U1").key == "nobody-able-to-fire"
    assert refused(game, "fire-at U9").key == "no-such-enemy"


@rule("D3.2b")
def test_a_house_blocks_and_a_fence_covers():
    assert not may_fire({"V1": [(137, 80)], "U1": [(153, 80)]})
    game = shoot({"V1": [(50, 80)], "U1": [(61, 80)]}, 2, 3)
    assert modifiers(game) == [1, -1]


@rule("D-R3")
@pytest.mark.parametrize(("x", "seen"), [(115, True), (114.99, False)])
def test_five_centimetres_of_wood_may_be_looked_through(x: float, seen: bool):
    game = skirmish({"V1": [(x, 80)], "U1": [(124, 80)]})
    assert sees(game, man(game, "V1-1").at, man(game, "U1-1").at, ()) == seen
    assert sees(game, man(game, "U1-1").at, man(game, "V1-1").at, ()) == seen


@rule("D-R3")
@pytest.mark.parametrize(("x", "seen"), [(143, True), (143.01, False)])
def test_into_a_house_three_centimetres(x: float, seen: bool):
    game = skirmish({"V1": [(130, 80)], "U1": [(x, 80)]})
    assert sees(game, man(game, "V1-1").at, man(game, "U1-1").at, ()) == seen


@rule("D-R3")
def test_rocks_block_like_houses_and_brush_orchards_and_marsh_do_not():
    field = skirmish({"V1": [(5, 5)], **far_off()}).rules.field
    assert hiding(field, (15300, 8000), (16300, 8000)) is not None
    for a, b in (((17800, 8000), (19300, 8000)), ((1800, 8000), (3300, 8000)), ((12300, 8000), (13700, 8000))):
        assert hiding(field, a, b) is None
    assert hiding(field, (15300, 7000), (16300, 7000)) is None  # along the very edge


@rule("D-R3", "D-R4")
def test_standing_men_of_other_units_block_unless_near_the_shooter():
    line = {"V1": [(20, 20)], "U1": [(60, 20)]}
    assert not may_fire({**line, "V2": [(40, 20.75)]})
    assert may_fire({**line, "V2": [(40, 20.76)]})
    assert may_fire({**line, "V2": [(23, 20)]})  # within three centimetres of the shooter
    assert not may_fire({**line, "V2": [(23.01, 20)]})
    assert not may_fire({**line, "U2": [(40, 20)]})
    assert may_fire({**line, "U2": [(40, 20)]}, men={"U2-1": {"wounds": "light", "down": True}})
    assert may_fire({"V1": [(20, 20)], "U1": [(60, 20), (58, 20)]})  # men of the target do not block


# ---------------------------------------------------------------- range and cover


@rule("D-R2", "D3.2.1a")
def test_the_range_is_from_the_leader_to_the_nearest_he_sees():
    game = shoot({"V1": [(31, 20), (29, 20), (27, 20)], "U1": [(60, 20), (62, 20)]}, 2, 3)
    assert (fired(game).range, modifiers(game)) == (2900, [1])


@rule("D-R2", "D3.2.1b")
def test_the_range_is_the_leaders_though_others_stand_nearer():
    game = shoot({"V1": [(29, 20), (31, 21), (33, 22)], "U1": [(60, 20), (62, 20)]}, 2, 3)
    assert (fired(game).range, modifiers(game)) == (3100, [])


@rule("D-R2")
def test_if_the_leader_sees_nobody_the_nearest_who_does_is_used():
    squads = {"V1": [(137, 72), (137, 69.2), (137, 67.4), (137, 65.6)], "U1": [(153, 66), (153, 64)]}
    game = skirmish(squads)
    shot = Shot(game, "V1", game.unit("U1"))
    found = shot.aim()
    assert found is not None
    assert found.shooter.id == "V1-4"
    assert may_fire(squads)


@rule("D3.2.1a")
@pytest.mark.parametrize(
    ("squad", "far", "modifier"),
    [
        ("V1", 30.4, 1),
        ("V1", 30.5, 0),
        ("V1", 60.4, 0),
        ("V1", 61, -1),
        ("V1", 120, -1),
        ("V1", 121, None),
        ("V3", 30, 1),
        ("V3", 60, 0),
        ("V3", 61, None),
        ("V4", 30, 0),
        ("V4", 31, None),
    ],
)
def test_weapons_and_ranges(squad: str, far: float, modifier: int | None):
    squads: Spots = {squad: [(20, 20)], "U1": [(20 + far, 20)]}
    game = skirmish(squads, (2, 3))
    act(game, f"activate-squad {squad}")
    assert refused(game, "fire-at U9").key == "no-such-enemy"
    if modifier is None:
        assert refused(game, "fire-at U1").key == "beyond-the-weapon"
    else:
        act(game, "fire-at U1", "roll-dice 2")
        assert sum(modifiers(game)) == modifier


@rule("D3.2.1a", "D3.2.1b", "D3.2.2a")
def test_the_chart_of_weapons_is_shown_as_it_is_played():
    game = skirmish({"V1": row(20, 20, 3), "U1": row(60, 20, 3)})
    chart = next(chart for chart in game.rules.charts() if chart.id == "weapons")
    assert {line.title: line.cells for line in chart.rows} == {
        "Rifle": ("+1", "0", "-1"),
        "Musket": ("+1", "0", "out of range"),
        "Pistol": ("0", "out of range", "out of range"),
        "Volley": ("+2", "+1", "out of range"),
        "Light cover": ("-1", "-1", "-1"),
        "Heavy cover": ("-2", "-2", "-2"),
    }
    assert chart.columns == ("Short, 0 to 30 cm", "Medium, 31 to 60 cm", "Long, 61 to 120 cm")


@rule("D3.2.1a")
def test_the_bands_round_to_the_nearest_centimetre():
    numbers = skirmish({"V1": [(5, 5)], **far_off()}).rules.numbers
    found = [BANDS[band_of(numbers, round(cm * 100) ** 2)] for cm in (0, 30.49, 30.5, 60.49, 60.5, 120.49, 120.5)]
    assert found == ["short", "short", "medium", "medium", "long", "long", "beyond"]


@rule("D3.2.1b", "D3.2c")
def test_the_seed_example_veterans_behind_a_fence():
    game = skirmish({"V3": row(12, 80, 5), "U2": row(61, 80, 5)}, (1, 2, 2, 3, 4, 5, 5, 5, 6, 4))
    act(game, "activate-squad V3", "fire-at U2", "roll-dice 9")
    assert (modifiers(game), fired(game).hits) == ([-1], 1)
    act(game, "take-hit U2-3")
    assert man(game, "U2-3").wounds == 2
    assert game.state.red["AoP"] == 1


@rule("D3.2.1b")
@pytest.mark.parametrize(("x", "cover"), [(81, -1), (61, -1), (171, -2)])  # wall, fence, trench
def test_a_low_wall_shelters_like_a_fence_and_not_like_a_trench(x: float, cover: int):
    game = skirmish({"V1": row(x - 40, 61, 4), "U1": row(x, 61, 4)}, (4, 4, 4))
    act(game, "activate-squad V1", "fire-at U1", "roll-dice 3")
    assert modifiers(game) == [cover]


@rule("D3.2.1b", "D-R5")
@pytest.mark.parametrize(
    ("target", "shooter", "cover"),
    [
        ((61, 80), (20, 80), 1),  # fence
        ((63, 80), (20, 80), 1),
        ((63.01, 80), (20, 80), 0),  # too far behind it
        ((82, 80), (100, 62), 0),  # in front of the wall
        ((82, 80), (72, 80), 1),  # wall
        ((166, 65), (140, 65), 1),  # hedge
        ((171, 65), (140, 65), 2),  # trench
        ((176, 65), (140, 65), 1),  # row of trees
        ((91, 80), (70, 80), 0),  # stream
        ((25, 80), (5, 80), 1),  # orchard
        ((102, 80), (85, 80), 1),  # wood
        ((183, 62), (195, 62), 1),  # brush
        ((141, 80), (130, 80), 2),  # house
        ((156, 80), (152, 80), 2),  # rocks
        ((130, 80), (122, 80), 0),  # marsh
        ((24, 80), (28, 80), 0),  # both in the orchard
        ((61, 80), (57, 80), 0),  # muzzles over the fence
        ((61, 80), (56.99, 80), 1),
    ],
)
def test_what_covers_from_whom(target: tuple[float, float], shooter: tuple[float, float], cover: int):
    rules = skirmish({"V1": [(5, 5)], **far_off()}).rules
    a, b = ((round(x * 100), round(y * 100)) for x, y in (shooter, target))
    assert cover_of(rules.field, rules.numbers, a, b) == cover


@rule("D-R5")
def test_a_unit_has_the_cover_that_half_plus_one_have():
    spots = [(171, 64), (171, 66), (171, 68), (166, 70), (160, 62), (160, 64)]
    game = skirmish({"V1": [(140, 66)], "U1": spots})
    assert unit_cover(game, man(game, "V1-1").at, game.company("U1")) == 1
    assert unit_cover(game, man(game, "V1-1").at, game.company("U1")[:4]) == 2
    assert unit_cover(game, man(game, "V1-1").at, game.company("U1")[3:]) == 0


@rule("D3.2.1c", "D3.2.2a")
def test_a_volley_at_men_in_a_trench_leaves_the_roll_unchanged():
    game = shoot({"V1": row(151, 96, 6, 1.55), "U1": row(171, 96, 5)}, 4, 4, 4, 2, 1, about={"V1": {"leader": "V1-3"}}, roll=4)
    assert (fired(game).volley, modifiers(game), fired(game).hits) == (True, [2, -2], 1)


@rule("D3.2.1c")
@pytest.mark.parametrize(
    ("squads", "found"),
    [
        ({"V1": row(20, 20, 5), "U1": row(60, 20, 5)}, []),  # medium range in the open
        ({"V1": row(20, 80, 5), "U1": row(61, 80, 5)}, [-1]),  # behind a fence
        ({"V1": row(40, 20, 5), "U1": row(60, 20, 5)}, [1]),
        ({"V1": row(40, 20, 6, 1.55), "U1": row(60, 20, 5)}, [2]),  # the volley, not the rifle besides
        ({"V1": row(45, 80, 5), "U1": row(61, 80, 5)}, [1, -1]),
    ],
    ids=("none", "cover", "range", "volley", "both"),
)
def test_one_modifier_for_the_range_and_one_for_cover(squads: Spots, found: list[int]):
    game = shoot(squads, 4, 4, 2, 3)
    assert modifiers(game) == found
    assert fired(game).hits == max(2 + sum(found) - 3 + 1, 0)


@rule("D3.2c")
@pytest.mark.parametrize(("successes", "level", "hits"), [(5, 3, 3), (3, 3, 1), (2, 3, 0), (0, 1, 0), (7, 5, 3)])
def test_hits_are_the_successes_from_the_level_on(successes: int, level: int, hits: int):
    assert hits_of(successes, level) == hits


@rule("D3.2c")
def test_five_successes_hit_three_regulars():
    game = shoot({"V1": row(20, 20, 5), "U1": row(60, 20, 5)}, 4, 4, 4, 4, 4, 6, 6, 6, roll=5)
    assert fired(game).hits == 3


# ---------------------------------------------------------------- volleys


@rule("D-R10")
def test_a_line_has_no_gaps_and_is_straight():
    places = [(0, 0.0), (1.5, 0.5), (3, 0.2), (4.5, 0.4), (6, 0.0), (7.5, 0.3)]
    game = skirmish({"V1": [(20 + x, 20 + y) for x, y in places], **far_off()})
    assert line_of(game, game.company("V1")) is not None
    assert line_of(game, game.company("V1")[:1]) is None  # one man is none
    gap = [(x if n < 3 else x + 0.3, y) for n, (x, y) in enumerate(places)]
    assert is_volley_line(game, game.company("V1"))
    game = skirmish({"V1": [(20 + x, 20 + y) for x, y in gap], **far_off()})
    assert line_of(game, game.company("V1")) is None
    bent = [(1.5 * n, 0.55 * n if n < 4 else 0.55 * (6 - n)) for n in range(6)]
    game = skirmish({"V1": [(20 + x, 20 + y) for x, y in bent], **far_off()})
    assert line_of(game, game.company("V1")) is None


@rule("D-R10")
@pytest.mark.parametrize(
    ("target", "volley"), [((60, 24), True), ((40, 56), True), ((38, 57), False), ((0.8, 24), False), ((20, 60), False)]
)
def test_the_target_lies_within_sixty_degrees_of_the_normal_on_the_facing_side(target: tuple[float, float], volley: bool):
    game = skirmish({"V1": row(20, 20, 6, 1.55), **far_off()})
    place: Point = (round(target[0] * 100), round(target[1] * 100))
    assert volleys_at(game, game.company("V1"), (1000, 0), place) == volley


@rule("D-R10")
@pytest.mark.parametrize("heading", [1, 4, 7, 10, 12, 15, 18, 21])
def test_a_line_may_stand_in_any_direction(heading: int):
    """Six men side by side who face one of the 24 ways, with targets so many degrees off, clockwise and back."""
    fx, fy = facing = HEADINGS[heading]
    line = [(60 - 1.55 * n * fy / 1000, 60 + 1.55 * n * fx / 1000) for n in range(6)]
    game = skirmish({"V1": line, **far_off()})
    men = game.company("V1")
    x, y = (line[0][0] + line[5][0]) / 2, (line[0][1] + line[5][1]) / 2

    def volleys(degrees: int, about: Point = facing) -> bool:
        turn = radians(15 * heading + degrees)
        return volleys_at(game, men, about, (round(100 * (x + 30 * cos(turn))), round(100 * (y + 30 * sin(turn)))))

    assert [volleys(degrees) for degrees in (0, 59, -59, 61, -61, 180, 121, -121)] == [True] * 3 + [False] * 5
    assert [volleys(degrees, (-fx, -fy)) for degrees in (0, 59, 180, 122, 119)] == [False, False, True, True, False]
    assert not volleys_at(game, men[:5], facing, (round(100 * x + fx), round(100 * y + fy)))
    ahead = [*line[:5], (line[5][0] + 0.9 * fx / 1000, line[5][1] + 0.9 * fy / 1000)]
    gap = [*line[:5], (line[5][0] - 0.2 * fy / 1000, line[5][1] + 0.2 * fx / 1000)]
    for spots in (ahead, gap):
        bad = skirmish({"V1": spots, **far_off()})
        assert line_of(bad, bad.company("V1")) is None
    bent = [*line[1:3], line[0], *line[3:]]  # in whatever order they are counted
    assert line_of(skirmish({"V1": bent, **far_off()}), men) is not None


@rule("D3.2.1a", "D3.2.2a")
def test_a_line_of_rifles_beyond_the_range_of_volleys_fires_as_it_can():
    game = shoot({"V1": row(20, 20, 6, 1.55), "U1": row(90, 20, 4)}, 4, 4, 4, 4)
    assert (fired(game).volley, fired(game).hits) == (False, 1)
    (found,) = fired(game).modifiers
    assert (found.value, found.cites, found.args["weapon"]) == (-1, "D3.2.1a", "rifle")


@rule("D3.2.2a")
def test_six_regulars_in_line_fire_a_volley_and_ones_still_count():
    squads = {"V1": row(10, 20, 6, 1.55), "U1": row(60, 20, 5)}
    game = shoot(squads, 4, 4, 4, 6, 6, roll=3)
    assert (fired(game).volley, modifiers(game), fired(game).hits) == (True, [1], 2)
    assert [(found.cites, found.args["weapon"]) for found in fired(game).modifiers] == [("D3.2.2a", "volley")]
    game = shoot(squads, 4, 4, 4, 1, 1)
    assert not happened(game, UnitFired)


@rule("D3.2.2a")
def test_five_men_pistols_or_men_out_of_line_fire_no_volley():
    assert modifiers(shoot({"V1": row(10, 20, 5, 1.55), "U1": row(60, 20, 5)}, 4, 2)) == []
    squads = {"V4": row(40, 20, 6, 1.55), "U1": row(60, 20, 5)}
    assert not fired(shoot(squads, 4, 2, squad="V4")).volley
    ragged = [*row(10, 20, 6, 1.55), (12.5, 22)]
    assert not fired(shoot({"V1": ragged, "U1": row(60, 20, 5)}, 4, 2)).volley
    unable = {"V1-6": {"wounds": "severe"}}
    assert not fired(shoot({"V1": row(10, 20, 6, 1.55), "U1": row(60, 20, 5)}, 4, 2, men=unable)).volley


# ---------------------------------------------------------------- who is hit


@rule("D3.2d")
def test_the_most_exposed_are_hit_first_and_the_leader_last():
    """Three in the open, two behind a fence, and the leader, of whom four are hit."""
    spots = [(64, 72), (64, 70), (64, 74), (66, 72), (61.5, 71), (61.5, 73)]
    game = skirmish({"V1": row(40, 68, 3), "U1": spots}, (4, 4, 4, 4, 4, 1, 1, 1, 1))
    act(game, "activate-squad V1", "fire-at U1", "roll-dice 5")
    assert fired(game).hits == 4
    assert offered(game, "take-hit") == ["U1-5", "U1-6"]  # the three in the open are hit already
    act(game, "take-hit U1-6")
    assert [event.man for event in happened(game, ManHit)] == ["U1-2", "U1-3", "U1-4", "U1-6"]


@rule("D3.2d")
def test_only_men_of_the_same_class_can_be_chosen():
    spots = [(64, 70), (64, 72), (64, 74), (61.5, 71), (61.5, 73)]
    game = skirmish({"V1": row(40, 68, 3), "U1": spots}, (4, 4, 4, 2, 1, 1))
    act(game, "activate-squad V1", "fire-at U1", "roll-dice 4")
    assert fired(game).hits == 2  # no cover for the unit: 3 + 1 - 3 + 1
    # U1-2 and U1-3 are in the open; U1-4 and U1-5 behind the fence; U1-1 leads
    assert [event.man for event in happened(game, ManHit)] == ["U1-2", "U1-3"]
    game = skirmish({"V1": row(40, 68, 3), "U1": spots}, (4, 4, 2, 2, 1))
    act(game, "activate-squad V1", "fire-at U1", "roll-dice 4")
    assert asked(game) == ("AoP", "Fire.allot")
    assert offered(game, "take-hit") == ["U1-2", "U1-3"]
    assert refused(game, "take-hit U1-4").key == "others-are-more-exposed"
    assert refused(game, "take-hit U1-1").key == "the-leader-falls-last"
    game = shoot({"V1": row(20, 20, 5), "U1": row(40, 20, 5)}, 4, 4, 4, 2, roll=4)
    assert fired(game).hits == 2
    act(game, "take-hit U1-3")
    assert refused(game, "take-hit U1-3").key == "hit-already"
    assert offered(game, "take-hit") == ["U1-2", "U1-4", "U1-5"]


@rule("D3.2d")
def test_wounded_men_come_after_the_healthy_and_hits_beyond_are_lost():
    hurt = {"U1-2": {"wounds": "light"}, "U1-3": {"wounds": "severe"}}
    game = shoot({"V1": row(20, 20, 5), "U1": row(40, 20, 4)}, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, roll=6, men=hurt)
    assert fired(game).hits == 5
    hit = [event.man for event in happened(game, ManHit)]
    assert hit == ["U1-4", "U1-2", "U1-3", "U1-1"]


# ---------------------------------------------------------------- wounds


@rule("D3.2e")
@pytest.mark.parametrize(
    ("face", "result", "red"),
    [(1, "dead", 1), (2, "dead", 1), (3, "severe", 1), (4, "severe", 1), (5, "light", 0), (6, "light", 0)],
)
def test_the_table_of_casualties(face: int, result: str, red: int):
    game = shoot({"V1": row(20, 20, 5), "U1": row(60, 20, 4)}, 4, 4, 4, face, roll=3)
    act(game, "take-hit U1-2")
    assert [event.result for event in happened(game, ManHit)] == [result]
    assert game.state.red["AoP"] == red
    struck = man(game, "U1-2")
    assert (struck.box, struck.wounds, struck.down) == {
        "dead": ("dead", 0, False),
        "severe": ("", 2, False),
        "light": ("", 1, True),
    }[result]


@rule("D3.2f")
def test_each_severely_wounded_man_takes_a_success():
    hurt = {"V1-4": {"wounds": "severe"}, "V1-5": {"wounds": "severe"}}
    game = shoot({"V1": row(20, 20, 5), "U1": row(60, 20, 4)}, 4, 4, 4, 4, 2, men=hurt)
    (counted,) = happened(game, SuccessesCounted)
    assert (counted.successes, [modifier.value for modifier in counted.modifiers]) == (4, [-2])
    assert fired(game).hits == 0
    apart = {"V1-5": {"wounds": "severe"}}
    spots = [*row(20, 20, 4), (40, 40)]
    game = shoot({"V1": spots, "U1": row(60, 20, 4)}, 4, 4, 4, 1, roll=3, men=apart)
    assert happened(game, SuccessesCounted)[0].modifiers == ()


@rule("D3.2f")
def test_of_strays_only_their_own_wounded_take_a_success():
    """Two strays are charged, one of them severely wounded; their leader carries nobody, but is hurt himself."""
    squads = {"V1": row(20, 20, 2), "U1": [(70, 40), (40, 20), (40, 22), (72, 40)], "V2": row(5, 90, 4)}
    hurt = {"U1-3": {"wounds": "severe"}, "U1-4": {"wounds": "severe"}}
    game = skirmish(squads, (4, 4, 2, 4, 3, *(3,) * 200), men=hurt)
    act(game, "activate-squad V1", "assault-on U1-2", "roll-dice 3", "roll-dice 2")
    found = happened(game, SuccessesCounted)[-1]
    assert (found.squad, [modifier.value for modifier in found.modifiers]) == ("U1-2", [-1, -1])  # and one for surprise


@rule("D3.2g")
def test_a_leader_who_lies_is_not_sent_anywhere_but_his_squad_may_act():
    down = {"V1-1": {"wounds": "light", "down": True}}
    game = skirmish({"V1": row(20, 20, 4), "U1": row(60, 20, 4)}, (4, 2), men=down)
    with pytest.raises(grognard.IllegalAction) as fault:
        grognard.forecast(game.seat("ANV"), Fight("move", ("V1",), ("25", "20")))
    assert fault.value.reason.key == "the-leader-lies"
    assert grognard.forecast(game.seat("AoP"), Fight("move", ("U1",), ("62", "20"))).results["arrives"] > 0.5
    act(game, "activate-squad V1")
    assert offered(game, "walk-to") == []
    assert [refused(game, f"{word} 25,20").key for word in ("walk-to", "walk-by")] == ["the-leader-lies"] * 2
    assert may(game, "fire-at U1")
    act(game, "stand-fast", "roll-dice 2", "face 0")
    assert offered(game, "rise") == ["V1-1"]
    act(game, "proceed")
    assert man(game, "V1-1").down


@rule("D3.2f", "D4.0")
@pytest.mark.parametrize(
    ("place", "hurt", "captor"),
    [
        ((60, 20), {"V1-3": {"wounds": "severe"}}, "AoP"),
        ((59, 20), {"V1-3": {"wounds": "severe"}}, "AoP"),  # three centimetres away
        ((58.9, 20), {"V1-3": {"wounds": "severe"}}, ""),
        ((60, 20), {}, ""),
        ((60, 20), {"V1-3": {"wounds": "light", "down": True}}, ""),
    ],
    ids=("near", "near-enough", "too-far", "healthy", "lightly-wounded"),
)
def test_wounded_men_left_behind_are_captured_by_who_ends_an_activation_near(
    place: tuple[float, float], hurt: dict[str, dict[str, object]], captor: str
):
    squads = {"V1": [(20, 20), (22, 20), place], "U1": row(70, 20, 3)}
    game = skirmish(squads, (4, 2), men=hurt, initiative="AoP")
    act(game, "activate-squad U1", "walk-to 62,20", "roll-dice 2", "face 12")
    assert man(game, "V1-3").captor == captor


@rule("D3.2f", "D4.0")
@pytest.mark.parametrize(("comrade", "captor"), [("light", ""), ("severe", "AoP")])
def test_wounded_men_are_not_left_behind_while_a_comrade_beside_them_can_act(comrade: str, captor: str):
    hurt = {"V1-1": {"wounds": comrade}, "V1-2": {"wounds": "severe"}}
    squads = {"V1": [(57, 20), (59.5, 20)], "V2": row(5, 90, 9), "U1": row(70, 20, 3)}
    game = skirmish(squads, (4, 2), men=hurt, initiative="AoP")
    act(game, "activate-squad U1", "walk-to 62,20", "roll-dice 2", "face 12")
    assert man(game, "V1-2").captor == captor


@rule("D3.2f")
def test_a_stray_who_comes_up_captures_them_like_the_others():
    squads = {"V1": [(20, 20), (22, 20), (60, 20)], "U1": [(72, 20), (72, 22), (60, 12)]}
    game = skirmish(squads, (4, 2), men={"V1-3": {"wounds": "severe"}}, initiative="AoP")
    act(game, "activate-squad U1", "walk-to 65,20", "roll-dice 2", "by-hand", "face 12", "take U1-3", "put-at 62.5,19")
    if asked(game)[1] == "Walk.adjust":
        act(game, "proceed")
    assert man(game, "V1-3").captor == "AoP"


@rule("D3.2g")
def test_a_lightly_wounded_man_lies_down_for_one_activation():
    game = shoot({"V1": row(20, 20, 5), "U1": row(60, 20, 4)}, 4, 4, 4, 5, 4, 2, 2, roll=3)
    act(game, "take-hit U1-3")
    assert (man(game, "U1-3").wounds, man(game, "U1-3").down) == (1, True)
    act(game, "decline", "activate-squad U1", "close-ranks")
    assert asked(game) == ("AoP", "Activation.rise")


@rule("D3.2g")
def test_he_takes_no_part_rises_at_the_end_and_serves_on():
    down = {"V1-3": {"wounds": "light", "down": True}}
    game = skirmish({"V1": row(20, 20, 4), **far_off()}, (4, 2, 4, 2), men=down)
    act(game, "activate-squad V1", "walk-to 25,20", "roll-dice 2", "face 0")
    assert man(game, "V1-3").at == (2000, 2400)
    assert asked(game) == ("ANV", "Activation.rise")
    assert refused(game, "rise V1-2").key == "cannot-rise"
    act(game, "rise V1-3")
    assert not man(game, "V1-3").down
    assert [one.id for one in game.shooters(game.company("V1"))] == ["V1-1", "V1-2", "V1-3", "V1-4"]


@rule("D3.2g")
def test_he_may_stay_down_and_cannot_be_hit_by_fire():
    down = {f"U1-{n}": {"wounds": "light", "down": True} for n in (2, 3)}
    game = shoot({"V1": row(20, 20, 5), "U1": row(60, 20, 3)}, 4, 4, 4, 4, 4, 5, roll=5, men=down)
    assert [event.man for event in happened(game, ManHit)] == ["U1-1"]


@rule("D3.2h")
@pytest.mark.parametrize(
    ("before", "face", "after", "red"),
    [
        ("light", 6, "severe", 1),
        ("light", 4, "severe", 1),
        ("light", 1, "dead", 1),
        ("severe", 6, "dead", 1),
        ("severe", 3, "dead", 1),
    ],
)
def test_second_wounds(before: str, face: int, after: str, red: int):
    game = shoot({"V1": row(20, 20, 5), "U1": [(60, 20)]}, 4, 4, 4, face, roll=3, men={"U1-1": {"wounds": before}})
    assert [event.result for event in happened(game, ManHit)] == [after]
    assert game.state.red["AoP"] == red


# ---------------------------------------------------------------- an independent slow check


def slow_inside(p: tuple[Fraction, Fraction], corners: tuple[Point, ...]) -> bool:
    """Inside or on the edge, by casting a ray."""
    x, y = p
    odd = False
    for (ax, ay), (bx, by) in pairwise((*corners, corners[0])):
        if (bx - ax) * (y - ay) == (by - ay) * (x - ax) and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return True
        if (ay > y) != (by > y) and x < ax + (y - ay) * Fraction(bx - ax, by - ay):
            odd = not odd
    return odd


def slow_share(a: Point, b: Point, corners: tuple[Point, ...]) -> Fraction:
    """How much of a segment lies inside, edges that it runs along not counting."""
    cuts = {Fraction(0), Fraction(1)}
    dx, dy = b[0] - a[0], b[1] - a[1]
    for c, e in pairwise((*corners, corners[0])):
        sx, sy = e[0] - c[0], e[1] - c[1]
        cross = dx * sy - dy * sx
        if cross:
            t = Fraction((c[0] - a[0]) * sy - (c[1] - a[1]) * sx, cross)
            if 0 <= t <= 1:
                cuts.add(t)
    total = Fraction(0)
    for start, end in pairwise(sorted(cuts)):
        middle = (start + end) / 2
        spot = (a[0] + dx * middle, a[1] + dy * middle)
        on_edge = any(
            (e[0] - c[0]) * (spot[1] - c[1]) == (e[1] - c[1]) * (spot[0] - c[0]) for c, e in pairwise((*corners, corners[0]))
        )
        if slow_inside(spot, corners) and not on_edge:
            total += end - start
    return total


def slow_hidden(field: Battlefield, a: Point, b: Point) -> bool:
    """D-R3 by the words of the ledger."""
    length = sqrt(squared(a, b))
    for feature in field.data.features:
        if feature.kind not in ("woods", "building", "rocks"):
            continue
        corners = tuple((round(x * 100), round(y * 100)) for x, y in feature.points)
        share = slow_share(a, b, corners)
        if not share:
            continue
        ends = [slow_inside((Fraction(p[0]), Fraction(p[1])), corners) for p in (a, b)]
        limit = 500.1 if feature.kind == "woods" else 300.1
        if (feature.kind != "woods" and not any(ends)) or float(share) * length > limit:
            return True
    return False


def compare(name: str, number: int, seed: int) -> None:
    game = grognard.new(RED_DICE + name, seed=1)
    assert isinstance(game, Skirmish)
    field, chance = game.rules.field, Random(seed)
    for _ in range(number):
        step = chance.choice((1, 50, 100))
        xs, ys = ([chance.randrange(75, size - 75) // step * step for _ in "ab"] for size in (field.width, field.height))
        a, b = (xs[0], ys[0]), (xs[1], ys[1])
        assert (hiding(field, a, b) is not None) == slow_hidden(field, a, b) == (hiding(field, b, a) is not None), (a, b)


@rule("D-R3")
@pytest.mark.parametrize("name", ["turnpike", "furnace", "schoolhouse"])
def test_sight_is_as_a_slow_check_sees_it_and_the_same_both_ways(name: str):
    compare(name, 40, 5)


@pytest.mark.soak
@pytest.mark.parametrize("name", ["turnpike", "furnace", "schoolhouse"])
def test_sight_is_as_a_slow_check_sees_it_on_thousands_of_lines(name: str):
    compare(name, 3000, 6)


def slow_distance(p: Point, a: Point, b: Point) -> Fraction:
    """The square of the distance of a point from a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    share = Fraction((p[0] - a[0]) * dx + (p[1] - a[1]) * dy, dx * dx + dy * dy)
    share = min(max(share, Fraction(0)), Fraction(1))
    return (p[0] - a[0] - share * dx) ** 2 + (p[1] - a[1] - share * dy) ** 2


NEAR = Fraction(3001, 10) ** 2
"""Three centimetres, with the tolerance of D-R1."""
COVER = {"woods": 1, "brush": 1, "orchard": 1, "building": 2, "rocks": 2}
LINES = {"fence": 1, "hedge": 1, "treeline": 1, "wall": 1, "trench": 2}


def slow_cover(field: Battlefield, shooter: Point, target: Point) -> int | None:
    """D-R5 by the words of the ledger; None where a line is only touched, which is a ruling of its own."""
    best = 0
    for feature in field.data.features:
        points = tuple((round(x * 100), round(y * 100)) for x, y in feature.points)
        if feature.kind in COVER:
            within = [slow_inside((Fraction(p[0]), Fraction(p[1])), points) for p in (target, shooter)]
            if within == [True, False]:
                best = max(best, COVER[feature.kind])
        elif feature.kind in LINES and all(slow_distance(shooter, a, b) > NEAR for a, b in pairwise(points)):
            for a, b in pairwise(points):
                found = slow_crossing(shooter, target, a, b)
                if found is None:
                    return None
                if found >= 0 and (1 - found) ** 2 * squared(shooter, target) <= NEAR:
                    best = max(best, LINES[feature.kind])
    return best


def slow_crossing(a: Point, b: Point, c: Point, e: Point) -> Fraction | None:
    """Where a segment crosses another, -1 where it does not, None where one ends on the other."""
    dx, dy, sx, sy = b[0] - a[0], b[1] - a[1], e[0] - c[0], e[1] - c[1]
    cross = dx * sy - dy * sx
    if not cross:
        return Fraction(-1)
    t = Fraction((c[0] - a[0]) * sy - (c[1] - a[1]) * sx, cross)
    u = Fraction((c[0] - a[0]) * dy - (c[1] - a[1]) * dx, cross)
    if (t in (0, 1) and 0 <= u <= 1) or (u in (0, 1) and 0 <= t <= 1):
        return None
    return t if 0 < t < 1 and 0 < u < 1 else Fraction(-1)


def slow_sees(game: Skirmish, man: Man, other: Man) -> bool:
    """D-R3: neither ground nor a standing man of another unit breaks the line."""
    if slow_hidden(game.rules.field, man.at, other.at):
        return False
    own = {one.id for squad in (man.squad, other.squad) for one in game.unit(squad)}
    standing = (one for one in game.state.men.values() if not one.box and not one.captor and not one.down)
    return not any(
        slow_distance(one.at, man.at, other.at) <= Fraction(751, 10) ** 2 and squared(man.at, one.at) > NEAR
        for one in standing
        if one.id not in own and one.id not in (man.id, other.id)
    )


def check_sight_in_games(name: str, games: int, pairs: int) -> None:
    """Of random games, at some moments some pairs of enemies."""
    seen: Counter[int] = Counter()
    for seed in range(games):
        game = grognard.new(RED_DICE + name, seed=seed)
        assert isinstance(game, Skirmish)
        hands, chance = player("brawler", seed), Random(seed)
        while game.over is None:
            seat = game.actors[0]
            game.play(seat, hands.choose(game.seat(seat)))
            if chance.random() < 0.9:
                continue
            sides = [list(game.on_feet(side)) for side in ("ANV", "AoP")]
            for _ in range(pairs if all(sides) else 0):
                man, other = chance.sample([chance.choice(men) for men in sides], 2)
                units = [game.unit(one.squad) for one in (man, other)]
                if any(one not in unit for one, unit in zip((man, other), units, strict=True)):
                    continue  # strays are units of their own
                assert sees(game, man.at, other.at, bystanders(game, *units)) == slow_sees(game, man, other), (man, other)
                cover = slow_cover(game.rules.field, man.at, other.at)
                if cover is not None:
                    assert cover_of(game.rules.field, game.rules.numbers, man.at, other.at) == cover, (man, other)
                    seen[cover] += 1
    assert seen[0]
    assert seen[1] or seen[2]


@rule("D-R3", "D-R5")
@pytest.mark.parametrize("name", ["turnpike", "furnace", "schoolhouse"])
def test_sight_and_cover_in_games_are_as_a_slow_check_sees_them(name: str):
    check_sight_in_games(name, 3, 4)


@pytest.mark.soak
@pytest.mark.parametrize("name", ["turnpike", "furnace", "schoolhouse"])
def test_sight_and_cover_in_many_games_are_as_a_slow_check_sees_them(name: str):
    check_sight_in_games(name, 340, 6)


def test_half_plus_one_is_the_count_over_all_pairs():
    game = grognard.new(RED_DICE + "schoolhouse", seed=3)
    assert isinstance(game, Skirmish)
    hand, seen = player("brawler", 3), 0
    for _ in range(60):
        if game.over is not None:
            break
        for squad in game.units("ANV"):
            for other, men in game.units("AoP").items():
                shot = Shot(game, squad, men)
                others = bystanders(game, game.unit_named(squad), men)
                counts = [sum(sees(game, one.at, foe.at, others) for foe in shot.targets) for one in shot.shooters]
                able = sum(count >= majority(len(shot.targets)) for count in counts) >= majority(len(shot.shooters))
                assert shot.is_open == (able and bool(shot.targets) and bool(shot.shooters)), (squad, other)
                seen += shot.is_open
        seat = game.actors[0]
        game.play(seat, hand.choose(game.seat(seat)))
    assert seen > 20
