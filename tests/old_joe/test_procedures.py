"""The fourteen procedures, each by itself."""

import pytest

from grognard.core.hexes import hex_set
from grognard.games.chancellorsville.old_joe import procedures as by
from grognard.games.chancellorsville.old_joe.state import Solitaire
from grognard.games.chancellorsville.victories.pieces import CSA
from tests.marks import rule
from tests.old_joe.table import QUIET, activate, hex_of, hexes, reason, scene


def table(pieces, **fields) -> Solitaire:
    return scene(pieces, 0, cup=["cs_cmd_early"], **fields)


def labels(game: Solitaire, found) -> dict[str, str]:
    return {id: game.label(h) for id, h in found.items()}


@rule("J-D1")
def test_path_takes_the_major_road():
    game = table({"ai_V_griffin": "2321"})
    way = [game.label(h) for h in by.path(game, hex_of(game, "2321"), hex_of(game, "2923"))]
    assert way == ["2421", "2522", "2622", "2723", "2822", "2923"]
    assert by.cost_between(game, hex_of(game, "2321"), hex_of(game, "2923")) == 6


@rule("J-D1")
@pytest.mark.parametrize(
    ("start", "goal", "way"),
    [
        ("3224", "2824", "3223 3123 3023 2924 2824"),  # more major road, though more hexes
        ("2924", "2825", "2925 2825"),  # more road
        ("2625", "2822", "2624 2724 2823 2822"),  # fewer hexes next to Mahone
        ("2123", "2021", "2022 2021"),  # the lower number
    ],
)
def test_path_among_ways_of_equal_cost(start: str, goal: str, way: str):
    game = table({"cs_mahone": "2622"})
    assert " ".join(game.label(h) for h in by.path(game, hex_of(game, start), hex_of(game, goal))) == way


@rule("J-D1")
def test_path_ignores_the_confederates_unless_hexes_are_closed():
    game = table({"cs_mahone": "2622"})
    start, goal = hex_of(game, "2321"), hex_of(game, "2923")
    assert hex_of(game, "2622") in by.path(game, start, goal)
    closed = game.near(CSA) | game.held(CSA)
    assert not any(closed >> h & 1 for h in by.path(game, start, goal, closed))


@rule("J-D1")
def test_path_needs_a_crossing():
    game = table({})
    assert by.path(game, hex_of(game, "3420"), hex_of(game, "3423")) == ()
    bridged = table({}, pontoons={"3321-3420": "Union"})
    assert game.label(by.path(bridged, hex_of(game, "3420"), hex_of(game, "3423"))[0]) == "3321"


def test_costs_near_and_far_are_those_of_every_single_way():
    game = table({})
    start = hex_of(game, "2321")
    wanted = [hex_of(game, label) for label in ("2321", "2322", "2923", "4328", "3420", "1815")]
    costs = by.costs_of(game, start, hex_set(wanted))
    assert costs == {h: by.cost_between(game, start, h) for h in wanted if by.cost_between(game, start, h) < by.FAR}
    assert costs == {h: by.costs_from(game, start)[h] for h in costs}
    assert set(wanted) - set(costs) == {hex_of(game, "3420")}, "no bridge leads there"
    assert max(costs.values()) > by.NEARBY


@pytest.mark.parametrize("rain", [False, True])
@pytest.mark.parametrize("pontoons", [{}, {"3321-3420": "Union"}])
def test_there_is_a_way_wherever_it_has_a_cost(rain: bool, pontoons: dict[str, str]):
    game = table({}, rain=rain, pontoons=pontoons)
    hexes = game.rules.board.grid.hexes[::37]
    for start in hexes:
        costs = by.costs_from(game, start)
        assert [by.is_way(game, start, h) for h in hexes] == [costs[h] < by.FAR for h in hexes]


@rule("J-D2")
def test_lead_and_column():
    game = table({"ai_XII_geary": "1720", "ai_XII_williams": "1619", "ai_XI_devens": "1921"})
    units = [game.piece("ai_XII_geary"), game.piece("ai_XII_williams")]
    goal = hex_of(game, "2321")
    leader = by.lead(game, units, goal)
    assert leader is not None
    assert leader.id == "ai_XII_geary"
    route = [hex_of(game, label) for label in ("1720", "1820", "1921", "2021")]
    game.rules.lift(game, leader.id, hex_of(game, "2021"), "PATH")
    places = by.column(game, game.piece(leader.id), units[1:], route, goal)
    assert labels(game, places) == {"ai_XII_williams": "1820"}, "Devens stands in 1921"


@rule("J-D2")
def test_a_column_is_in_the_order_of_the_way():
    three = {"ai_V_griffin": "1816", "ai_V_sykes": "1817", "ai_V_humphreys": "1917"}
    for friends, wanted in (({}, ["2523", "2422", "2524"]), ({"ai_XII_geary": "2523"}, ["2422", "2322", "2524"])):
        game = activate("V", {**three, **friends}, *QUIET, objectives={"V": {"area": "[025]", "value": 0}})
        assert reason(game, "marches")["unit"] == "Humphreys", "the nearest leads"
        assert hexes(game, *three) == wanted, "the stronger behind him, then the other, in the free hexes that he passed"


@rule("J-D2")
def test_lead_is_never_demoralised_if_another_can():
    game = table({"ai_XII_geary": {"hex": "1720", "states": ["demoralised"]}, "ai_XII_williams": "1619"})
    leader = by.lead(game, [game.piece("ai_XII_geary"), game.piece("ai_XII_williams")], hex_of(game, "2321"))
    assert leader is not None
    assert leader.id == "ai_XII_williams"


@rule("J-K3a")
def test_retreat_crosses_a_great_river_by_a_pontoon_only():
    pieces = {"ai_V_griffin": "1816", "ai_V_sykes": "1814"}
    forded, bridged = table(pieces), table(pieces, pontoons={"1815-1816": "Union"})
    found, over = (by.retreat(game, game.piece("ai_V_griffin")) for game in (forded, bridged))
    assert found is not None
    assert not forded.rules.is_north(found), "Ely's Ford is no way to retreat"
    assert over == hex_of(bridged, "1815")


@rule("J-M1")
def test_night_counts_units_next_to_a_formation_not_hexes():
    pieces = {"ai_V_griffin": "2421", "cs_wright": "2522", "cs_posey": "2522", "cs_mahone": "2522"}
    game = table(pieces, objectives={"V": {"area": "[020]", "value": 0}})
    ((rank, formation),) = by.night(game, ("V",))
    assert (rank[1], formation) == (3, "V")


@rule("J-H2t", "J-H2b")
def test_transfer_puts_the_strongest_next_to_the_target():
    pieces = {"ai_V_griffin": "2320", "ai_V_sykes": "2220", "ai_V_humphreys": "2221", "cs_mahone": "2522"}
    blocked = {"ai_I_wadsworth": "2521", "ai_I_robinson": "2621", "ai_III_berry": "2622", "ai_III_birney": "2523"}
    game = table(pieces | blocked)
    units = [game.piece(id) for id in ("ai_V_griffin", "ai_V_sykes", "ai_V_humphreys")]
    found = labels(game, by.transfer(game, units, hex_of(game, "2522"), "C"))
    assert {found["ai_V_griffin"], found["ai_V_sykes"]} == {"2421", "2422"}
    assert not by.in_contact(game, hex_of(game, found["ai_V_humphreys"])), "cautious: away from the enemy"
    bold = labels(game, by.transfer(game, units, hex_of(game, "2522"), "A"))
    assert bold["ai_V_griffin"] == found["ai_V_griffin"]
    assert found["ai_V_humphreys"] == "2321", "beside Griffin"
    other = table({**pieces, **blocked, "cs_wright": "2424"})
    moved = {attitude: labels(other, by.transfer(other, units, hex_of(other, "2522"), attitude)) for attitude in ("A", "C")}
    assert (moved["A"]["ai_V_humphreys"], moved["C"]["ai_V_humphreys"]) == ("2423", "2321"), "next to Wright, or to nobody"


@rule("J-H2t", "J-H2b")
def test_transfer_goes_next_to_nobody_but_the_target_if_it_can():
    game = table({"ai_V_griffin": "2320", "ai_V_sykes": "2220", "cs_mahone": "2522", "cs_wright": "2422"})
    units = [game.piece(id) for id in ("ai_V_griffin", "ai_V_sykes")]
    found = labels(game, by.transfer(game, units, hex_of(game, "2522"), "A"))
    assert found == {"ai_V_griffin": "2521", "ai_V_sykes": "2622"}, "2421 is nearer, but next to Wright, too"
    trees = table({"ai_V_griffin": "2525", "cs_mahone": "2927"})
    found = labels(trees, by.transfer(trees, [trees.piece("ai_V_griffin")], hex_of(trees, "2927"), "A"))
    assert found == {"ai_V_griffin": "2926"}, "woods rather than 2826, which is as near"
    shaken = table({"ai_V_griffin": {"hex": "2320", "states": ["demoralised"]}, "ai_V_sykes": "2521", "cs_mahone": "2522"})
    units = [shaken.piece(id) for id in ("ai_V_griffin", "ai_V_sykes")]
    found = labels(shaken, by.transfer(shaken, units, hex_of(shaken, "2522"), "A"))
    assert found == {"ai_V_griffin": "2420", "ai_V_sykes": "2521"}, "who is there stays; the demoralised keep away"


@rule("J-H3a")
def test_break_goes_one_hex_to_friends_and_away_from_the_enemy():
    game = table({"ai_XI_devens": "2421", "ai_XI_schurz": "2220", "cs_mahone": "2522"})
    h = by.break_away(game, game.piece("ai_XI_devens"), None)
    assert h is not None
    assert not game.near(CSA) >> h & 1
    assert game.label(h) in ("2321", "2320", "2420")
    east = by.break_away(game, game.piece("ai_XI_devens"), hex_of(game, "3030"))
    assert east == hex_of(game, "2321"), "next to Schurz, though 2322 is nearer to the objective"
    alone = table({"ai_XI_devens": "2421", "cs_mahone": "2522"})
    for goal, wanted in (("1419", "2321"), ("3030", "2322")):
        found = by.break_away(alone, alone.piece("ai_XI_devens"), hex_of(alone, goal))
        assert found is not None
        assert alone.label(found) == wanted
    idle = table({"ai_XI_devens": "2421", "cs_mahone": "2322"})
    assert by.break_away(idle, idle.piece("ai_XI_devens"), None) == hex_of(idle, "2521"), "by road, though 2420 is free too"


@rule("J-K3a")
def test_retreat_leads_to_the_nearest_friends():
    game = table({"ai_XI_devens": "2421", "ai_XI_schurz": "2220", "cs_mahone": "2522"})
    h = by.retreat(game, game.piece("ai_XI_devens"))
    assert h is not None
    assert game.label(h) == "2321"


@rule("J-K3a")
def test_retreat_counts_any_friend_and_own_formation_only_among_equals():
    far = {"ai_XI_devens": "2421", "ai_XI_schurz": "1419", "cs_mahone": "2323"}
    game = table({**far, "ai_V_griffin": "2621"})
    h = by.retreat(game, game.piece("ai_XI_devens"))
    assert h == hex_of(game, "2521"), "Griffin is nearer than Schurz"
    even = table({"ai_XI_devens": "2421", "ai_XI_schurz": "2220", "ai_V_griffin": "2621", "cs_mahone": "2323"})
    grid = even.rules.board.grid
    assert grid.distance(hex_of(even, "2421"), hex_of(even, "2220")) == grid.distance(
        hex_of(even, "2421"), hex_of(even, "2621")
    )
    found = by.retreat(even, even.piece("ai_XI_devens"))
    assert found is not None
    assert grid.distance(found, hex_of(even, "2220")) == 1, "toward their own"


@rule("J-K3b")
def test_advance_only_nearer_to_the_objective():
    game = table({"ai_XII_geary": "2421", "ai_XII_williams": "2422"})
    units = [game.piece("ai_XII_williams"), game.piece("ai_XII_geary")]
    vacated = [hex_of(game, "2522")]
    assert by.advance(game, units, vacated, hex_of(game, "2923")) == ("ai_XII_geary", vacated[0])
    assert by.advance(game, units, vacated, hex_of(game, "1419")) is None
    assert by.advance(game, units, vacated, None) is None
    two = [hex_of(game, "2522"), hex_of(game, "2622")]
    assert by.advance(game, units, two, hex_of(game, "2923")) == ("ai_XII_geary", two[0]), "nobody is next to the nearer"


@rule("J-N6a")
def test_ford_is_the_nearest_that_nobody_watches():
    watchers = {"cs_wilcox": "3321", "cs_barksdale": "4122", "cs_gordon": "4227", "cs_oneal": "4328", "cs_lane": "4126"}
    game = table({"ai_III_birney": "4220", **watchers})
    goal = hex_of(game, "2321")
    assert by.watched(game, "Banks' Ford")
    assert by.ford(game, hex_of(game, "4220"), goal) == "United States Ford"
    assert "Kelly's Ford" not in game.rules.components.south_fords
    assert by.free_ford_near(game, "Banks' Ford") == "United States Ford"
    banks = ("2617", "3321", "4122", "4325", "4426", "0813", "1414", "1816")
    names = ("wilcox", "perry", "lane", "heth", "pender", "thomas", "archer", "mcgowan")
    everywhere = table({f"cs_{name}": bank for name, bank in zip(names, banks, strict=True)})
    start, salem = hex_of(game, "2718"), hex_of(game, "3423")
    assert by.ford(everywhere, start, salem) == "Banks' Ford", "none is free: the nearest to the objective"
    assert by.free_ford_near(everywhere, "Banks' Ford") is None


@rule("J-N6b")
def test_cross_puts_all_south_of_the_river():
    game = table({"ai_II_hancock": "3420", "ai_II_french": "3419"})
    found = by.cross(game, [game.piece("ai_II_hancock"), game.piece("ai_II_french")], "Banks' Ford")
    assert game.label(found["ai_II_hancock"]) == "3321"
    assert not game.rules.is_north(found["ai_II_french"])
    three = {"ai_II_gibbon": "3418", "ai_II_french": "3419", "ai_II_hancock": "3420"}
    for others, wanted in (
        ({}, ["3221", "3421", "3321"]),
        ({"ai_I_wadsworth": "3321"}, ["3421", "3220", "3221"]),
        ({"cs_lane": "3422"}, ["3221", "3220", "3321"]),  # not next to the enemy, if there is another hex as near
    ):
        game = table({**three, **others})
        assert [*labels(game, by.cross(game, [game.piece(id) for id in three], "Banks' Ford")).items()] == sorted(
            zip(three, wanted, strict=True), key=lambda at: -game.points(game.piece(at[0]))
        ), "the strongest first"


@rule("J-M1")
def test_night_ranks_the_farthest_first():
    pieces = {"ai_V_griffin": "2923", "ai_XII_geary": "1419", "ai_XI_devens": "1320"}
    goal = {"area": "[019]", "value": 0}
    game = table(
        pieces,
        objectives={"V": goal, "XII": goal, "XI": goal},
        wheel={"XI": 2},
        areas={"V": "[021]", "XII": "[022]", "XI": "[019]"},
    )
    assert [formation for _, formation in by.night(game, ("II", "V", "XI", "XII"))] == ["XII", "V"]


@rule("J-M1")
def test_who_is_surrounded_does_not_move_at_night():
    ring = {"cs_lane": "2320", "cs_heth": "2420", "cs_pender": "2421", "cs_thomas": "2322", "cs_archer": "2221"}
    goal = {"V": {"area": "[020]", "value": 0}}
    for last, able in (({}, ["V"]), ({"cs_mcgowan": "2220"}, [])):
        game = table({"ai_V_griffin": "2321", "ai_V_sykes": "1419", **ring, **last}, objectives=goal)
        assert [formation for _, formation in by.night(game, ("V",))] == able
    waiting = table({"ai_I_wadsworth": "2321"}, objectives={"I": goal["V"]}, due={"I": 9})
    assert by.night(waiting, ("I", "III")) == [], "one is not in play, the other has no units"


@rule("J-I3a")
def test_target_is_the_best_modifier():
    game = table({"ai_XII_geary": "2421", "cs_mahone": "2522", "cs_wright": "2321"})
    assert [game.label(h) for h in by.target(game, [game.piece("ai_XII_geary")])] == ["2321"], "in the open"


@rule("J-K1a")
def test_damage_skirmisher_then_one_each():
    game = table({"ai_XII_geary": "2421", "ai_XII_williams": "2422", "us_skirmisher_1": "2421"})
    units = ("ai_XII_geary", "ai_XII_williams", "us_skirmisher_1")
    assert by.damage(game, units, ()) == "us_skirmisher_1"
    divisions = units[:2]
    assert by.damage(game, divisions, ()) == "ai_XII_geary"
    assert by.damage(game, divisions, ("ai_XII_geary",)) == "ai_XII_williams"
    assert by.damage(game, divisions, ("ai_XII_geary", "ai_XII_williams")) == "ai_XII_geary"
    assert by.damage(game, ("ai_V_griffin",), ()) is None, "not on the map"


@rule("J-J1d")
def test_bonus_raises_the_cheapest_dice():
    assert by.bonus((0, 0, 0, 0), (5, 4, 3, 3), 3) == (0, 1, 2, 0)
    assert by.bonus((0, 0, 0, 0), (6, 4, 3, 1), 2) == (0, 1, 0, 0)
    assert by.bonus((-1,), (3,), 3) == (3,)
    assert by.bonus((-2,), (4,), 3) == (0,), "a die at -2 can never hit"


@rule("J-N2")
def test_nearest_counts_hexes_and_keeps_ties():
    game = table({"ai_XI_devens": "2320", "ai_XI_schurz": "2221", "cs_mahone": "2421"})
    assert [piece.id for piece in by.nearest(game, game.divisions("XI"))] == ["ai_XI_devens", "ai_XI_schurz"]
    game.rules.lift(game, "ai_XI_schurz", hex_of(game, "1419"), "PATH")
    assert [piece.id for piece in by.nearest(game, game.divisions("XI"))] == ["ai_XI_devens"]
