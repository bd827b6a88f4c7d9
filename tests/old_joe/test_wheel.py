"""Section G: the wheel of Chancellorsville."""

from typing import Any

import pytest

from grognard.games.chancellorsville.old_joe.events import Lifted
from grognard.games.chancellorsville.old_joe.wheel import Wheeling
from tests.marks import rule
from tests.old_joe.table import CORPS, QUIET, act, activate, asked, fight, happened, hex_of, hexes, read, scene, told, why

V = {"ai_V_griffin": "2118", "ai_V_sykes": "2017", "ai_V_humphreys": "1917"}
CALL = {"V": {"area": "[019]", "value": 1}}


@rule("J-G1", "J-G2", "J-P019", "J-D6", "J-E6")
def test_the_first_to_arrive_deploys_and_enters_sector_one():
    game = activate("V", V, *QUIET, objectives=CALL)
    assert hexes(game, "ai_V_griffin", "ai_V_sykes", "ai_V_humphreys") == ["2321", "2421", "2420"]
    assert game.state.wheel == {"V": 1}
    assert game.state.track == ()
    assert game.state.vp == 11
    assert game.state.areas["V"] == "[019]"
    assert read(game) == ["[019]"]
    assert told(game)[-1] == ("V", "on-the-wheel", {"sector": 1})


@rule("J-P019")
@pytest.mark.parametrize(
    ("arrivals", "places", "beside"),
    [
        (0, ["2321", "2421", "2420"], ["2220", "2421", "2420"]),  # east
        (1, ["2321", "2322", "2221"], ["2322", "2221", "2323"]),  # south
        (2, ["2321", "2220", "2121"], ["2220", "2121", "2122"]),  # west
        (3, ["2321", "2320", "2319"], ["2320", "2319", "2419"]),  # north
    ],
)
def test_where_each_arrival_deploys(arrivals: int, places: list[str], beside: list[str]):
    empty = activate("V", V, *QUIET, objectives=CALL, arrivals=arrivals)
    assert hexes(empty, *V) == places, "the empty crossroads first"
    assert empty.state.arrivals == arrivals + 1
    other = activate("V", {**V, "ai_XII_geary": "2321"}, *QUIET, objectives=CALL, areas={"XII": "[019]"}, arrivals=arrivals)
    assert hexes(other, *V) == beside


@rule("J-P019")
def test_the_cautious_deploy_away_from_the_enemy():
    near = {**V, "cs_mahone": "2422", "cs_wright": "2422"}
    bold = activate("V", near, *QUIET, objectives=CALL)
    while asked(bold) == "CSA Contact.react":
        act(bold, "stand-ground")
    careful = activate("V", near, *QUIET, objectives=CALL, hooker=5, attitude="C")
    assert (hexes(bold, *V)[1], hexes(careful, *V)) == ("2421", ["2321", "2420", "2320"])


@rule("J-P019")
def test_later_arrivals_take_the_first_row_with_a_free_place():
    first = {"ai_XII_geary": "2321", "ai_XI_devens": "2421", "ai_XI_schurz": "2420"}
    areas = {"XII": "[019]", "XI": "[019]"}
    game = activate("V", {**V, **first}, *QUIET, objectives=CALL, areas=areas, arrivals=4)
    assert hexes(game, *V) == ["2220", "2221", "2320"], "the row of the first arrival: only 2521 is free, so they stand near"
    full = activate("V", {**V, **first, "ai_XI_steinwehr": "2521"}, *QUIET, objectives=CALL, areas=areas, arrivals=4)
    assert hexes(full, *V) == ["2322", "2221", "2323"], "the row of the second"


@rule("J-P019")
def test_who_finds_no_free_place_beside_the_others_stays_where_it_is():
    names = ("ai_XII_geary", "ai_XII_williams", "ai_XI_devens", "ai_XI_schurz", "ai_XI_steinwehr", "ai_II_hancock")
    ring = dict(zip(names, ("2220", "2320", "2420", "2421", "2322", "2221"), strict=True))
    areas = dict.fromkeys(("XII", "XI", "II"), "[023]")
    game = activate("V", {**ring, "ai_V_griffin": "2118", "ai_V_sykes": "2017"}, *QUIET, objectives=CALL, areas=areas)
    assert hexes(game, "ai_V_griffin", "ai_V_sykes") == ["2321", "2219"], "in column, behind the ring"


@rule("J-P019", "J-D6", "J-N7")
def test_an_isolated_division_does_not_deploy():
    pieces = {**V, "ai_V_humphreys": "1419"}
    game = activate("V", pieces, *QUIET, objectives=CALL)
    assert hexes(game, *V) == ["2321", "2421", "2221"]
    assert [(event.unit, event.by) for event in happened(game, Lifted)][-1] == ("ai_V_humphreys", "J-N7"), "it only follows"


@rule("J-P019")
def test_a_place_that_is_taken_is_replaced_by_the_nearest_free_one():
    second = {"ai_XII_geary": "2321", "cs_lane": "2322"}
    game = activate("V", {**V, **second}, *QUIET, objectives=CALL, areas={"XII": "[019]"}, arrivals=1)
    assert hexes(game, *V) == ["2221", "2220", "2323"], "Confederates stand in the first place"


@rule("J-G2", "J-D5")
def test_a_newcomer_pushes_the_others_on():
    pieces = {**V, "ai_XII_geary": "2321", "ai_XI_devens": "2221"}
    areas = {"V": "[012]", "XII": "[019]", "XI": "[019]"}
    game = activate("V", pieces, *QUIET, objectives=CALL, wheel={"XII": 1, "XI": 2}, areas=areas, arrivals=2)
    assert game.state.wheel == {"V": 1, "XII": 2, "XI": 3}


@rule("J-D5")
def test_an_objective_is_reached_beside_another_formation_that_stands_on_it():
    pieces = {**V, "ai_XII_geary": "2321"}
    game = activate("V", pieces, *QUIET, objectives=CALL, areas={"V": "[012]", "XII": "[023]"}, arrivals=1)
    assert game.state.areas["V"] == "[019]", "though XII Corps has another objective"


@rule("J-D5")
def test_a_shared_objective_is_reached_next_to_any_unit_of_who_is_there():
    for area, end in (("[019]", "2119"), ("[023]", "2321")):
        pieces = {"ai_V_griffin": "1917", "ai_V_sykes": "1816", "ai_V_humphreys": "1817", "ai_XII_geary": "2219"}
        game = activate("V", pieces, *QUIET, objectives=CALL, areas={"V": "[012]", "XII": area}, arrivals=1)
        assert [event.end for event in happened(game, Lifted) if event.by == "PATH"] == [end]
        assert game.state.areas["V"] == "[019]"
    own = activate("V", {**V, "ai_V_humphreys": "1419"}, *QUIET, objectives=CALL, areas={"V": "[019]"}, arrivals=1)
    assert [event.end for event in happened(own, Lifted) if event.by == "PATH"] == ["2321"], "not next to one's own"


@rule("J-G4", "J-P028")
def test_the_fourth_formation_sends_the_others_off():
    pieces = {**V, "ai_XII_geary": "2321", "ai_XI_devens": "2221", "ai_II_hancock": "2322"}
    areas = {"V": "[012]", "XII": "[019]", "XI": "[019]", "II": "[019]"}
    game = activate("V", pieces, *QUIET, objectives=CALL, wheel={"XII": 1, "XI": 2, "II": 3}, areas=areas, arrivals=3, hooker=4)
    assert game.state.wheel == {"V": 1}
    goals = {name: (goal.area, goal.value) for name, goal in game.state.objectives.items()}
    assert goals == {"II": ("[021]", 1), "XI": ("[024]", 0), "XII": ("[023]", 1)}
    assert game.state.track == (CORPS["II"], CORPS["XI"], CORPS["XII"])
    assert game.state.hooker == 2
    assert read(game) == ["[019]", "[028]"]
    full = {"XII": 1, "XI": 2, "II": 3}
    top = activate("V", pieces, *QUIET, objectives=CALL, wheel=full, areas=areas, arrivals=3, hooker=2)
    assert top.state.hooker == 1, "not past the end"
    third = activate("V", pieces, *QUIET, objectives=CALL, wheel={"XII": 1, "XI": 2}, areas=areas, arrivals=2, hooker=4)
    assert (third.state.wheel, third.state.hooker) == ({"V": 1, "XII": 2, "XI": 3}, 4)
    assert read(third) == ["[019]"]


def end_of_turn(*dice: int, turn: int = 3, pieces=None, **fields):
    """The last counter of a turn is passed."""
    here = pieces or {"ai_V_griffin": "2321", "ai_XII_geary": "2221"}
    game = scene(here, 0, *dice, cup=["cs_cmd_early"], turn=turn, areas={"V": "[019]", "XII": "[019]"}, **fields)
    act(game, "pass-activation")
    return game


@rule("J-G5")
def test_the_wheel_advances_after_an_attack():
    stung: dict[str, Any] = {"wheel": {"V": 5, "XII": 2}, "stung": ["V"]}
    assert end_of_turn(3, 3, **stung).state.wheel == {"V": 5, "XII": 2}, "6 + 2 + 3 = 11"
    assert end_of_turn(3, 4, **stung).state.wheel == {"V": 6, "XII": 3}
    assert end_of_turn(wheel={"V": 5, "XII": 2}).state.wheel == {"V": 5, "XII": 2}, "nobody was attacked"


@rule("J-P110")
def test_sector_four_sends_a_corps_to_look():
    stung: dict[str, Any] = {"wheel": {"V": 5, "XII": 3}, "stung": ["V"]}
    game = end_of_turn(6, 6, 2, 5, **stung)
    assert game.state.objectives["XII"].area == "[021]"
    assert game.state.objectives["XII"].value == 1
    assert CORPS["XII"] in game.state.track
    assert ("XII", "paragraph-read", {"number": "[110]", "red": 2, "white": 5}) in told(game)
    stays = end_of_turn(6, 6, 1, 5, **stung)
    assert stays.state.wheel == {"V": 6, "XII": 4}
    assert ("XII", "stays-in-sector", {"red": 1}) in told(stays)


@rule("J-G4")
def test_which_paragraphs_the_wheel_reads():
    eight = end_of_turn(6, 6, 1, 1, 3, 4, wheel={"V": 7, "XII": 3}, stung=["V"])
    assert [number for number in read(eight) if number != "[002]"] == ["[111]"], (
        "the highest sector first, and then nobody is left"
    )
    four = end_of_turn(6, 6, 2, 5, wheel={"V": 5, "XII": 3}, stung=["V"])
    assert [number for number in read(four) if number != "[002]"] == ["[110]"]
    none = end_of_turn(6, 6, wheel={"V": 5, "XII": 2}, stung=["V"])
    assert [number for number in read(none) if number != "[002]"] == []


@rule("J-P111")
def test_sector_eight_is_the_general_advance():
    game = end_of_turn(6, 6, 1, 1, 3, 4, wheel={"V": 7, "XII": 2}, stung=["V"], hooker=4, attitude="C")
    assert game.state.wheel == {}
    assert game.state.track == (CORPS["V"], CORPS["XII"])
    assert (game.state.objectives["V"].area, game.state.objectives["V"].value) == ("[021]", 1), "stay counts as Zoan Church 1"
    assert game.state.objectives["XII"].area == "[022]"
    assert game.state.hooker == 3
    assert "[111]" in read(game)
    top = end_of_turn(6, 6, 1, 1, 3, 4, wheel={"V": 7, "XII": 2}, stung=["V"], hooker=1, attitude="A")
    assert top.state.hooker == 1, "past the end he does not go"


@rule("J-P002")
def test_at_night_the_army_stirs_in_its_camps():
    pieces = {"ai_V_griffin": "1820", "ai_XII_geary": "2020", "cs_wofford": "3030"}
    game = scene(pieces, 6, phase="night", turn=5, wheel={"V": 1, "XII": 2})
    assert (game.state.wheel, "army-stirs" in why(game)) == ({"V": 2, "XII": 3}, True)
    assert "army-stirs" not in why(scene(pieces, 6, phase="night", turn=5)), "nobody is there"
    assert end_of_turn(wheel={"V": 1, "XII": 2}).state.wheel == {"V": 1, "XII": 2}, "nor by day"


@rule("J-P002")
def test_the_checks_at_the_end_of_a_turn():
    taken = end_of_turn(pieces={"cs_gordon": "2321", "ai_V_griffin": "2220", "ai_XII_geary": "2020"}, wheel={"XII": 2, "V": 1})
    assert taken.state.wheel == {}
    assert {name: (goal.area, goal.value) for name, goal in taken.state.objectives.items()} == {
        "XII": ("[019]", 1),
        "V": ("[019]", 1),
    }
    kept = end_of_turn(pieces={"ai_V_griffin": "2221", "ai_V_sykes": "2220", "ai_XII_geary": "2320"}, wheel={"XII": 2, "V": 1})
    assert hexes(kept, "ai_V_griffin") == ["2321"], "the strongest of the lowest sector"
    away = {"ai_V_griffin": "2018", "ai_XII_geary": "2319", "ai_XII_williams": "2323"}
    second = end_of_turn(pieces=away, wheel={"XII": 2, "V": 1})
    assert hexes(second, "ai_V_griffin", "ai_XII_geary") == ["2018", "2321"], "Griffin is more than two hexes away"
    watched = end_of_turn(pieces={**away, "cs_lane": "2318"}, wheel={"XII": 2, "V": 1})
    assert hexes(watched, "ai_XII_geary", "ai_XII_williams") == ["2319", "2321"], "who is next to the enemy stays"
    fallen = end_of_turn(fell=True, reached=True, hooker=2)
    assert (fallen.state.hooker, fallen.state.fell, fallen.state.reached) == (3, False, False), "told once"
    assert end_of_turn(reached=True, hooker=2).state.hooker == 1
    three = {"ai_V_griffin": "2321", "ai_VI_brooks": "3423", "ai_I_wadsworth": "4022"}
    held = end_of_turn(pieces=three)
    assert (held.state.vp, held.state.joined) == (11, True)
    assert end_of_turn(pieces=three, joined=True).state.vp == 12
    assert "VI" in end_of_turn().state.gone, "it has no unit left"
    behind = end_of_turn(track=[CORPS["VI"], CORPS["V"], CORPS["I"], CORPS["XII"]])
    assert behind.state.track == (CORPS["V"], CORPS["XII"]), "nor a counter on the track"


@rule("J-G3")
def test_an_attacked_formation_jumps_to_the_opposite_sector():
    game = attacked(wheel={"V": 2, "XII": 6})
    assert game.state.wheel == {"V": 6, "XII": 7}
    assert game.state.stung == {"V"}
    first = attacked(wheel={"V": 1})
    assert (first.state.wheel, first.state.stung) == ({"V": 5}, {"V"})
    back = attacked(wheel={"V": 6})
    assert (back.state.wheel, back.state.stung) == ({"V": 2}, frozenset()), "only the upper half stings"


@rule("J-P029", "J-G4")
def test_a_jump_from_four_to_eight_stings():
    game = attacked(wheel={"V": 4})
    assert game.state.wheel == {}
    assert CORPS["V"] in (*game.state.cup, *game.state.drawn)
    assert game.state.objectives["V"].value == 1
    assert game.state.objectives["V"].area == "[024]", "Catharine Furnace is nearest to the attacker"
    assert game.state.combat == {"V"}


def attacked(**fields):
    """Lane, Heth and Pender attack Griffin, who digs in (die 1): one die against two, all misses."""
    pieces = {"ai_V_griffin": "2322", "ai_XII_geary": "2020", "cs_lane": "2323", "cs_heth": "2323", "cs_pender": "2323"}
    areas = {"V": "[019]", "XII": "[019]"}
    game = scene(pieces, 1, 1, 1, 1, 1, 0, cup=["cs_cmd_hill", "cs_cmd_early"], areas=areas, **fields)
    fight(game, "2323", "2322")
    return game


@rule("J-P029")
def test_nobody_is_sent_north_of_the_river_by_a_sting():
    game = attacked(wheel={"V": 4})
    rules = game.rules
    task = Wheeling("jump", "V", hex_of(game, "4220"))
    assert rules.components.areas["[015]"].hex is not None
    assert task.area_near(game) == "[016]", "Falmouth is nearer to the hex, but over the river"
