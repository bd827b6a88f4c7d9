"""Sections E, M and O.3: points, losses, the night, the end."""

from typing import Any

import pytest

from grognard.games.chancellorsville.old_joe.events import PointsScored
from tests.marks import rule
from tests.old_joe.table import CORPS, QUIET, act, activate, asked, happened, hexes, offered, read, scene, told, where, why

V = {"ai_V_griffin": "1419", "ai_V_sykes": "1320"}
NEAR_BY = {"cs_wofford": "3030"}


def night(pieces, *dice: int, turn: int = 10, **fields):
    """The night after the activations: the die of the night moves first."""
    return scene({**NEAR_BY, **pieces}, *dice, phase="night", turn=turn, **fields)


def lose(game, *units: str) -> None:
    for unit in units:
        game.rules.eliminate(game, unit, "J-E")


@rule("J-E1", "J-E5")
def test_the_marker_goes_left_for_the_union():
    game = scene({"cs_perry": "3030", "cs_posey": "3031"}, 0, cup=["cs_cmd_early"])
    lose(game, "cs_perry")
    assert game.state.vp == 11
    assert game.state.laid_csa == ()
    game.rules.award(game, "CSA", 2, "test", "J-E1")
    assert game.state.vp == 13
    scored = [(event.army, event.points, event.vp) for event in happened(game, PointsScored)]
    assert scored == [("Union", 1, 11), ("CSA", 1, 12), ("CSA", 1, 13)], "one space at a time"
    near = scene({}, 0, cup=["cs_cmd_early"], vp=24)
    near.rules.award(near, "CSA", 2, "test", "J-E1")
    assert near.state.vp == 25, "at the end of the track it stops"
    assert near.over is not None


@rule("J-E2")
def test_a_boxed_value_is_a_point_again_after_recovery():
    game = scene({"ai_XI_devens": "0914"}, 0, cup=["cs_cmd_early"])
    game.rules.lose_level(game, "ai_XI_devens", "J-E2")
    assert game.state.vp == 13
    game.change("ai_XI_devens", step=0)
    game.rules.lose_level(game, "ai_XI_devens", "J-E2")
    assert game.state.vp == 14


@rule("J-E4", "J-E7")
def test_strong_confederates_lie_on_the_track_and_shorten_it():
    game = scene({"cs_wilcox": "3030", "cs_lane": "3031", "cs_gordon": "3032"}, 0, cup=["cs_cmd_early"], vp=5)
    lose(game, "cs_wilcox", "cs_lane")
    assert game.state.laid_csa == ("cs_wilcox", "cs_lane")
    assert game.state.vp == 3
    assert not game.over
    high, down = (condition.counts[0] for condition in game.rules.victory_conditions(game)[:2])
    assert (high.now, high.wanted) == (3, 25)
    assert (down.now, down.wanted) == (22, 24)  # from 25 to the upper of the two counters, on 1
    lose(game, "cs_gordon")
    assert game.over is not None
    assert (game.over.winner, game.over.level) == ("Union", "strategic")


@rule("J-E7", "J-E8", "J-E9")
def test_the_ways_to_win_say_what_they_count_now():
    lost = {f"cs_{name}": {"box": "lost"} for name in ("mahone", "wright")} | {"cs_skirmisher_1": {"box": "lost"}}
    fields: dict[str, Any] = {"laid_union": ["ai_V_griffin", "ai_V_sykes"], "laid_csa": ["cs_mahone", "cs_wright"], "vp": 14}
    game = scene({**lost, "ai_V_griffin": {"box": "lost"}, "ai_V_sykes": {"box": "lost"}}, 0, cup=["cs_cmd_early"], **fields)
    low, high = game.rules.ends(game)
    assert (low, high) == (1, 24)
    found = [
        (way.side, way.level, way.when, way.cites, [(count.word, count.now, count.wanted) for count in way.counts])
        for way in game.rules.conditions(game)
    ]
    assert found == [
        ("CSA", "strategic", "at-once", ("J-E7",), [("track-at", 14, high)]),
        ("Union", "strategic", "at-once", ("J-E7",), [("track-down", high - 14, high - low)]),
        ("Union", "strategic", "at-once", ("J-E8",), [("units-lost", 2, 15)]),
        ("CSA", "minor", "at-the-end", ("J-E9",), [("track-at", 14, 19)]),
    ]


@rule("J-E8")
def test_fifteen_units_lost():
    names = ("mahone", "wright", "posey", "heth", "thomas", "archer", "ramseur", "doles", "smith", "paxton", "jones", "warren")
    lost = {f"cs_{name}": {"box": "lost"} for name in names} | {"cs_nicholls": {"box": "lost"}, "cs_perry": {"box": "lost"}}
    game = scene({**lost, "cs_barksdale": "3030"}, 0, cup=["cs_cmd_early"], vp=20)
    assert not game.over
    lose(game, "cs_barksdale")
    assert game.over is not None
    assert game.over.reason == "units-lost"


@rule("J-E9")
@pytest.mark.parametrize(("vp", "winner"), [(10, "Union"), (11, None), (18, None), (19, "CSA")])
def test_the_scale_at_the_end_of_turn_twenty(vp, winner):
    game = night(V, 6, turn=20, vp=vp)
    assert game.over is not None
    assert game.over.winner == winner
    assert game.over.level == ("draw" if winner is None else "minor")


@rule("J-P999")
def test_objective_x_counts_at_the_end():
    game = night({"cs_gordon": "2321"}, 6, turn=20, vp=17, x="[999]")
    assert game.over is not None
    assert game.over.winner == "CSA"
    assert night({"ai_V_griffin": "2321"}, 6, turn=20, vp=13, x="[999]").state.vp == 10, "two, and one for the day"
    assert night({}, 6, turn=20, vp=13, x="[999]").state.vp == 13, "nobody is there"
    assert night({"cs_gordon": "2321"}, 6, turn=20, vp=13, x="[988]").state.vp == 13, "another X"
    assert night({"cs_gordon": "2321"}, 6, turn=15, vp=13, x="[999]").state.vp == 13, "not before the end"


@rule("J-P001", "J-M5", "J-E6")
def test_the_end_of_the_day():
    places = {"ai_V_griffin": "2321", "ai_I_wadsworth": "4022"}
    game = night(places, 6, turn=15)
    assert game.state.vp == 10
    assert read(game).count("[001]") == 1
    assert night(places, 6, turn=10).state.vp == 10
    assert night(places, 6, turn=5).state.vp == 11, "Chancellorsville counts from turn 10"
    assert night(places, 6, turn=5, options={"chancellorsville_from": 5}).state.vp == 10
    assert night({"ai_V_griffin": "2833"}, 6, turn=5).state.vp == 10


@rule("J-M1")
def test_formations_of_a_wing_move_three_hexes():
    goals = {"V": {"area": "[019]"}, "XII": {"area": "[021]"}}
    game = night({**V, "ai_XII_geary": "1921"}, 4, 0, 0, objectives=goals, turn=5)
    assert hexes(game, "ai_V_griffin", "ai_V_sykes") == ["1720", "1619"]
    assert where(game, "ai_XII_geary") == "2221"
    odd = night(V, 3, objectives=goals, turn=5)
    assert where(odd, "ai_V_griffin") == "1419", "an odd die moves I, III and VI"
    assert game.state.track == ()


@rule("J-M1")
def test_how_many_move_at_night_and_who():
    goals = {"V": {"area": "[019]"}, "XII": {"area": "[021]"}, "III": {"area": "[025]"}}
    pieces = {**V, "ai_XII_geary": "1921", "ai_XII_williams": "1820", "ai_III_birney": "2017"}
    for die, number, moved in ((2, 1, {"XII"}), (4, 2, {"V", "XII"}), (1, 1, {"III"}), (5, 3, {"III"})):
        game = night(pieces, die, *(0,) * len(moved), objectives=goals, turn=5)
        assert next(args for _, key, args in told(game) if key == "night-moves")["number"] == number, "half the die, rounded up"
        assert {game.counter(id).formation for id, h in pieces.items() if where(game, id) != h} == moved, "the farthest first"


@rule("J-M1")
def test_where_a_night_move_leads():
    goal = {"XII": {"area": "[021]", "value": 2}}
    aside = night({"ai_XII_geary": "1921", "ai_XII_williams": "1820", "cs_mahone": "2222"}, 2, 0, objectives=goal, turn=5)
    assert hexes(aside, "ai_XII_geary", "ai_XII_williams") == ["2220", "2121"], "never next to the enemy"
    there = night({"ai_XII_geary": "2723", "ai_XII_williams": "2622"}, 2, 0, 1, 2, objectives=goal, turn=5)
    assert hexes(there, "ai_XII_geary", "ai_XII_williams") == ["2923", "2822"]
    assert (there.state.vp, there.state.areas["XII"], read(there)[0]) == (10, "[021]", "[021]"), "reaching counts"
    fields: dict[str, Any] = {"objectives": {"II": {"area": "[020]", "value": 1}}, "turn": 5, "in_hand": {"Union": 1}}
    over = night({"ai_II_hancock": "3417", "ai_II_french": "3416"}, 2, 0, **fields)
    assert (hexes(over, "ai_II_hancock", "ai_II_french"), over.state.pontoons) == (["3321", "3221"], {"3321-3420": "Union"})
    short = night({"ai_II_hancock": "3415", "ai_II_french": "3414"}, 2, 0, **fields)
    assert (hexes(short, "ai_II_hancock", "ai_II_french"), short.state.fords) == (["3417", "3517"], {"II": "Banks' Ford"})


@rule("J-M2", "J-N3")
def test_markers_go_at_night():
    pieces: dict[str, Any] = {"ai_XI_devens": {"hex": "0914", "states": ["demoralised"]}, "us_skirmisher_1": "0914"}
    pieces |= {"cs_skirmisher_1": "3030", "cs_skirmisher_2": {"box": "lost"}}
    game = night(pieces, 6, combat=["XI"], works={"0914": "Union"}, turn=5)
    assert [where(game, f"cs_skirmisher_{n}") for n in (1, 2)] == ["available", "out"], "the player's as in the main game"
    assert game.state.combat == frozenset()
    assert where(game, "us_skirmisher_1") == "available"
    assert game.piece("ai_XI_devens").order == 1
    assert game.state.works == {}


@rule("J-M3")
def test_supply_is_not_used():
    ring = {
        "cs_lane": "2320",
        "cs_heth": "2420",
        "cs_pender": "2421",
        "cs_thomas": "2322",
        "cs_archer": "2221",
        "cs_mcgowan": "2220",
    }
    game = night({"ai_V_griffin": "2321", **ring}, 6, turn=5)
    assert not any(piece.unsupplied for piece in game.state.pieces.values())


@rule("J-M4")
def test_the_weakest_of_each_formation_recovers():
    pieces = {"ai_V_griffin": {"hex": "1419", "step": 5}, "ai_V_sykes": {"hex": "1320", "step": 2}}
    game = night(pieces, 6, turn=5)
    assert game.points(game.piece("ai_V_griffin")) == 6
    assert game.points(game.piece("ai_V_sykes")) == 6
    assert "recovers" in why(game)
    near = night({"ai_V_griffin": {"hex": "2321", "step": 5}, "cs_mahone": "2421"}, 6, turn=5)
    assert near.points(near.piece("ai_V_griffin")) == 3, "not next to the enemy"
    equal = night({"ai_V_griffin": {"hex": "1419", "step": 4}, "ai_V_sykes": {"hex": "1320", "step": 3}}, 6, turn=5)
    assert [args for _, key, args in told(equal) if key == "recovers"] == [{"unit": "Griffin", "value": 6}], "the lower number"
    again = night({"ai_V_griffin": {"hex": "1419", "step": 6}}, 6, turn=5)
    assert again.points(again.piece("ai_V_griffin")) == 3


@rule("J-O3", "J-M4", "J-M2")
def test_the_automaton_recovers_before_the_markers_are_cleared():
    worn = {"hex": "1419", "step": 5, "states": ["disorganised"]}
    game = night({"ai_V_griffin": worn, "cs_paxton": {"hex": "3031", "step": 2, "states": ["disorganised"]}}, 6, turn=5)
    assert game.piece("ai_V_griffin").step == 4, "it was disorganised when recovery came"
    assert game.piece("ai_V_griffin").order == 0
    assert game.piece("cs_paxton").step == 0, "the player recovers as in the main game, where order comes first"


@rule("J-O3")
def test_the_end_of_a_night_turn():
    game = night(V, 6, turn=10)
    assert read(game)[:2] == ["[001]", "[002]"]
    assert game.state.turn == 11


@rule("J-D8")
def test_the_player_stays_south_of_the_river():
    game = scene({"cs_lane": "3321"}, 0, cup=["cs_cmd_hill"], pontoons={"3321-3420": "CSA"})
    act(game, "place-command 3321", "march-unit cs_lane")
    assert "3420" not in offered(game, "march-to")
    assert "3322" in offered(game, "march-to")


@rule("J-N8", "J-P800")
def test_a_worn_out_corps_reads_800_first():
    worn = {"ai_XI_devens": {"hex": "1921", "step": 3}, "ai_XI_schurz": {"hex": "1820", "step": 3}}
    goals = {"XI": {"area": "[019]"}}
    back = activate("XI", worn, 3, objectives=goals, hooker=5, attitude="C")
    assert read(back) == ["[800]"]
    assert told(back)[1:3] == [("XI", "falls-back", {}), ("XI", "objective", {"area": "Ely's Ford", "value": 0})]
    assert hexes(back, *worn) == ["1917", "2017"]
    holds = activate("XI", worn, 4, objectives=goals, hooker=5, attitude="C")
    assert where(holds, "ai_XI_devens") == "1921"
    assert holds.state.track == (CORPS["XI"],)
    assert why(holds) == ["activated", "digs-in"]
    assert why(activate("XI", worn, 1, objectives=goals))[1] == "falls-back", "1 + 1 = 2, aggressive"
    assert why(activate("XI", worn, 3, objectives=goals))[1] == "digs-in"
    on = activate("XI", worn, 4, *QUIET, objectives={"XI": {"area": "[025]"}})
    assert (read(on), why(on)) == (["[800]"], ["activated", "marches"])
    barred = activate("XI", {**worn, "cs_mahone": "2523"}, 4, *QUIET, objectives={"XI": {"area": "[020]"}})
    assert asked(barred) == "CSA Contact.react", "it goes past Mahone as any other Corps"
    fresh = activate("XI", {**worn, "ai_XI_schurz": "1820"}, *QUIET, objectives={"XI": {"area": "[025]"}})
    assert read(fresh) == [], "not all of them are reduced"
    close = {**worn, "cs_mahone": "2021", "cs_wright": "2021"}
    dug = activate("XI", close, 3, objectives=goals)
    assert dug.state.works == {"1921": "Union"}, "who is in contact digs in"
    away = activate("XI", close, 1, objectives=goals)
    assert "stands" not in why(away)
    assert asked(away) == "CSA Activation.place", "without fighting"
