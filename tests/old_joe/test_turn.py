"""Sections C, F, L, N.1, N.5 and O: the activation track, Hooker, the turn track, the Independent counter."""

from typing import Any

import pytest

import grognard
from grognard.games.chancellorsville.old_joe import procedures as by
from grognard.games.chancellorsville.old_joe.events import IndependentRead, PageRead, StoryTold
from grognard.games.chancellorsville.victories.events import DiceCounted, OrderRestored
from grognard.games.chancellorsville.victories.pieces import CSA
from tests.marks import rule
from tests.old_joe.table import (
    CORPS,
    QUIET,
    act,
    activate,
    asked,
    begin,
    happened,
    hex_of,
    hexes,
    offered,
    pages,
    play_on,
    read,
    reason,
    scene,
    told,
    where,
    why,
)
from tests.victories.table import attack

V = {"ai_V_griffin": "1816", "ai_V_sykes": "1817"}
FAR_AWAY = {"V": {"area": "[025]", "value": 0}}
FIVE = [CORPS[name] for name in ("XI", "V", "II", "XII", "III")]


def choosing(*dice: int, turn: int = 7, **fields):
    """The choice of formations of a turn; the player closes the cup, and the rest follows."""
    game = scene({**V, "ai_XI_devens": "0914", "ai_XII_geary": "1116"}, *dice, phase="formations", turn=turn, **fields)
    act(game, "close-cup")
    return game


@rule("J-C0b", "J-L1a", "J-O1")
def test_the_cup_is_filled_from_the_top_after_the_arrows():
    game = choosing(2, 3, 1, 0, track=FIVE[:4], hooker=2, turn=7)
    assert reason(game, "arrows")["arrows"] == "3^"
    assert set(game.state.cup) == set(FIVE[:4]), "four points"
    assert game.state.track == ()
    game = choosing(2, 3, 1, 0, track=FIVE, hooker=2, turn=6)
    assert game.state.track == (CORPS["XII"], CORPS["III"]), "three points"


@rule("J-C0b")
def test_a_counter_goes_back_to_the_first_free_space():
    game = activate("V", V, *QUIET, objectives=FAR_AWAY, track=[CORPS["II"]])
    assert game.state.track == (CORPS["II"], CORPS["V"])


@rule("J-C0c", "J-L0", "J-N1")
def test_independent_joins_on_turn_three():
    due = {"Independent": 3, "I": 6}
    early = choosing(3, 4, 1, 0, turn=2, due=due, hooker=2)
    assert "us_independent" not in early.state.cup
    assert early.state.due == due
    game = scene({"cs_wofford": "3030"}, 6, 0, 3, 4, 1, phase="weather", turn=3, due=due, hooker=2)
    assert "us_independent" in game.state.cup
    assert game.state.due == {"I": 6}
    late = scene({"cs_wofford": "3030"}, 6, 0, 3, 4, 1, phase="weather", turn=8, due={"Independent": 3}, hooker=2)
    assert "us_independent" in late.state.cup, "from turn 3 on, whenever the game is taken up"
    second = scene({"cs_wofford": "3030"}, 6, 0, 3, 4, 1, phase="weather", turn=2, due=due, hooker=2)
    assert "us_independent" not in second.state.cup
    assert second.state.due == due
    dark = scene({"cs_wofford": "3030"}, 6, 0, 3, 4, 1, phase="weather", turn=5, hooker=2)
    assert "us_independent" not in dark.state.cup, "not at night"


@rule("J-C0d", "J-C1a", "J-B0h", "J-C2a")
def test_an_activation_checks_behaviour_then_reads_its_paragraph():
    pieces = {"ai_XII_geary": "1116", "ai_XII_williams": "1015"}
    game = activate("XII", pieces, 3, 4, 5, 2, 4, areas={"XII": "[011]"})
    assert pages(game) == [("XII", 7, "5-6")]
    assert happened(game, PageRead)[0].story == game.rules.components.book.pages[5].text, "the page begins with 2"
    assert read(game) == ["[011]"]
    assert all(event.leads for event in happened(game, StoryTold))
    assert game.state.objectives["XII"].area == "[019]"
    assert game.state.combat == {"XII"}
    assert [key for _, key, _ in told(game)] == ["activated", "paragraph-read", "objective", "marches"]
    assert {formation for formation, _, _ in told(game)} == {"XII"}


@rule("J-C0e")
def test_the_whole_formation_acts_without_a_radius():
    pieces = {"ai_V_griffin": "1816", "ai_V_sykes": "1817", "ai_V_humphreys": "1815"}
    game = activate("V", pieces, *QUIET, objectives=FAR_AWAY)
    assert game.state.post == ""
    assert why(game)[0] == "activated"
    assert game.state.track == (CORPS["V"],)
    assert all(where(game, id) != start for id, start in pieces.items())


@rule("J-C0f")
def test_every_corps_costs_one_point():
    game = choosing(3, 4, 1, 0, track=[CORPS["III"], CORPS["V"], CORPS["XI"]], turn=6, hooker=2)
    assert set(game.state.cup) == {CORPS["III"], CORPS["V"], CORPS["XI"]}


@rule("J-C1b")
def test_effects_of_the_behaviour_row():
    game = activate("V", V, 2, 2, 1, 0, objectives=FAR_AWAY)
    assert game.rules.has_skirmisher(game, "V"), "SK, placed on the division drawn"
    game = activate("V", V, 1, 2, 3, objectives=FAR_AWAY, due={"I": 9})
    assert game.state.due == {"I": 8}
    game = activate("V", V, 1, 2, 3, objectives=FAR_AWAY, due={"I": 8})
    assert game.state.due == {"I": 8}, "never nearer than the next turn"
    game = activate("V", V, 4, 5, 1, objectives=FAR_AWAY, combat=["V", "XI"])
    assert game.state.combat == {"XI"}
    game = activate("V", V, 3, 4, 5, objectives=FAR_AWAY, combat=["XI"])
    assert game.state.combat == {"V", "XI"}
    for faces, points in ((QUIET, 4), ((1, 2, 1), 3), ((1, 1, 1), 2)):
        assert reason(activate("V", V, *faces, objectives=FAR_AWAY), "marches")["points"] == points


@rule("J-C1c")
def test_proximity_and_guns_of_the_row():
    game = activate("V", V, 2, 4, 3, 0, objectives=FAR_AWAY, attitude="C", hooker=5)
    (event,) = happened(game, PageRead)
    assert (event.proximity, event.arty) == (2, "3")


@rule("J-C1d")
def test_a_behaviour_check_moves_no_counters():
    game = activate("V", V, *QUIET, objectives=FAR_AWAY, track=FIVE[2:], hooker=2)
    assert game.state.track[:3] == tuple(FIVE[2:])
    assert game.state.hooker == 2


@rule("J-C1e")
def test_no_behaviour_north_of_the_river():
    pieces = {"ai_II_hancock": "3420", "ai_II_french": "3419"}
    game = activate("II", pieces, objectives={"II": {"area": "[013]"}}, areas={"II": "[014]"})
    assert pages(game) == []
    assert "north-of-the-river" in why(game)


@rule("J-C2b")
def test_two_dice_give_an_objective():
    pieces = {"ai_II_hancock": "3420", "ai_II_french": "3419", "cs_wilcox": "3321", "cs_perry": "3322"}
    game = activate("II", pieces, 4, 2, areas={"II": "[014]"})
    assert (game.state.objectives["II"].area, game.state.objectives["II"].value) == ("[020]", 1)


@rule("J-C2c")
def test_an_objective_is_kept_until_it_is_reached():
    game = activate("V", V, *QUIET, objectives={"V": {"area": "[025]", "value": 1}}, areas={"V": "[012]"})
    assert read(game) == []
    assert read(activate("V", V, *QUIET, 6, 1, areas={"V": "[012]"})) == ["[012]"], "without one it reads"
    assert game.state.areas["V"] == "[012]"
    assert game.state.objectives["V"].area == "[025]"


@rule("J-F1", "J-F2c")
def test_hooker_returns_by_a_die():
    game = scene({"cs_wofford": "3030"}, 4, phase="weather", turn=8, hooker=0, attitude="A", due={"Hooker": 8})
    assert (game.state.hooker, game.state.attitude) == (4, "C")
    assert game.state.due == {}


@rule("J-F2a")
def test_hooker_takes_two_counters_into_the_holding_box():
    game = choosing(3, 4, 1, 0, track=FIVE, hooker=1)
    assert game.state.boxes["us_hooker"] == (CORPS["XI"], CORPS["V"])
    assert {*game.state.cup} == {"us_hooker", CORPS["II"], CORPS["XII"]}
    assert game.state.track == (CORPS["III"],)
    assert game.state.hooker == 0
    assert game.view(CSA)["position"]["face_down"] == {"track": 1, "cup": 2, "held": 2}


@rule("J-F2b")
def test_hooker_activates_both_and_is_two_turns_away():
    pieces = {**V, "ai_XII_geary": "1116", "ai_XII_williams": "1015"}
    goals = {**FAR_AWAY, "XII": {"area": "[025]", "value": 0}}
    boxes = {"us_hooker": [CORPS["XII"], CORPS["V"]]}
    game = scene(
        pieces, 1, *QUIET, *QUIET, 0, cup=["us_hooker", "cs_cmd_early"], boxes=boxes, objectives=goals, hooker=0, turn=6
    )
    assert [formation for formation, _, _ in pages(game)] == ["XII", "V"]
    assert game.state.due == {"Hooker": 8}
    assert game.state.track == (CORPS["XII"], CORPS["V"])


@rule("J-F2d")
def test_only_one_linked_space_is_occupied():
    game = choosing(3, 4, 1, 0, track=FIVE[:4], hooker=5, attitude="C", turn=6)
    assert game.state.hooker == 5
    assert set(game.state.cup) == {CORPS["II"], CORPS["XI"], CORPS["V"]}
    game = choosing(3, 4, 1, 0, track=FIVE[:2], hooker=5, attitude="C", turn=6)
    assert set(game.state.cup) == set(FIVE[:2]), "both empty: Hooker is ignored"


@rule("J-L1b")
def test_an_empty_space_gives_way_to_the_next_lower():
    game = choosing(1, 1, 5, 0, track=FIVE[:4], hooker=6, attitude="C", turn=5 + 1)
    assert reason(game, "arrows")["arrows"] == "7^^ H^*"
    assert game.state.track == (CORPS["II"],), "XII came from space 4 to space 2"


@rule("J-L1a")
def test_no_arrows_on_the_first_turn_nor_at_night():
    for turn in (1, 5):
        game = scene({**V, "ai_XI_devens": "0914"}, 0, phase="formations", turn=turn, track=FIVE[:2], hooker=2)
        act(game, "close-cup")
        assert "arrows" not in why(game)


@rule("J-L1a", "J-L1c")
def test_hooker_jumps_only_by_an_asterisk():
    game = choosing(3, 4, 5, 0, track=[], hooker=1)
    assert game.state.hooker == 1, "H^ at the top"
    game = choosing(4, 5, 5, 0, track=[], hooker=1)
    assert (game.state.hooker, game.state.attitude) == (6, "C"), "H^*"
    game = choosing(1, 1, 1, 0, track=[], hooker=6, attitude="C")
    assert (game.state.hooker, game.state.attitude) == (1, "A"), "Hv*"


@rule("J-L0x", "J-P999")
def test_objective_x_on_chancellorsville():
    game = scene({"cs_wofford": "3030"}, 4, phase="weather", turn=16, due={"X": 16})
    assert game.state.x == "[999]"
    assert read(game) == ["[999]"]
    assert game.state.due == {}
    assert scene({"cs_wofford": "3030"}, 3, phase="weather", turn=16, due={"X": 16}).state.x == "[999]"
    early = scene({"cs_wofford": "3030"}, phase="weather", turn=14, due={"X": 16})
    assert (early.state.x, early.state.due) == ("", {"X": 16})


@rule("J-P988")
def test_objective_x_goes_to_the_nearest_formation():
    pieces = {"ai_VI_brooks": "4123", "ai_V_griffin": "1816", "cs_wofford": "3030"}
    game = scene(pieces, 1, phase="weather", turn=16, due={"X": 16}, areas={"VI": "[018]", "V": "[012]"})
    objective = game.state.objectives["VI"]
    assert (objective.area, objective.value, objective.x) == ("[016]", 2, True)
    held = {"ai_VI_brooks": "4022", "ai_V_griffin": "3423", "ai_III_birney": "2833", "cs_wofford": "3030"}
    assert scene(held, 2, phase="weather", turn=16, due={"X": 16}).state.vp == 11
    north = {**pieces, "ai_III_birney": "4121"}
    near = scene(north, 1, phase="weather", turn=16, due={"X": 16}, areas={"VI": "[018]", "V": "[012]", "III": "[015]"})
    assert set(near.state.objectives) == {"VI"}, "not to one that is wholly north of the river"
    nobody = scene({"ai_III_birney": "4121", "cs_wofford": "3030"}, 1, phase="weather", turn=16, due={"X": 16})
    assert (nobody.state.objectives, nobody.state.x, nobody.state.vp) == ({}, "[988]", 12)
    assert asked(nobody) == "CSA ChooseFormations.choose", "and the turn goes on"


@rule("J-N1", "J-N4")
def test_independent_may_activate_gibbon():
    pieces = {"ai_II_gibbon": "4019"}
    game = scene(pieces, 1, 3, 4, 3, 1, 1, 0, cup=["us_independent", "cs_cmd_early"], areas={"Gibbon": "[015]"})
    (event,) = happened(game, IndependentRead)
    assert (event.page, event.row, event.use) == (7, "3-4", "GIB")
    assert game.state.objectives["Gibbon"].area == "[016]"
    assert game.state.track == ()
    there: dict[str, Any] = {"objectives": {"Gibbon": {"area": "[019]", "value": 1}}, "areas": {"Gibbon": "[015]"}}
    holds = scene({"ai_II_gibbon": "2220"}, 1, 3, 4, 3, *QUIET, 0, cup=["us_independent", "cs_cmd_early"], **there)
    assert told(holds)[-1] == ("Gibbon", "gibbon-holds", {})
    assert (holds.state.wheel, holds.state.areas["Gibbon"], holds.state.vp) == ({}, "[019]", 11)
    assert read(holds) == []


@rule("J-N1")
def test_other_uses_of_independent():
    def drawn(*dice: int, pieces=None, **fields):
        return scene(pieces or V, 1, *dice, 0, cup=["us_independent", "cs_cmd_early"], **fields)

    assert drawn(2, 3, 1, 0, objectives=FAR_AWAY).state.combat == {"V"}
    assert drawn(4, 4, 1, hooker=4, attitude="C").state.hooker == 3
    assert drawn(4, 6, 1, hooker=3).state.hooker == 4
    assert drawn(6, 6, 1, hooker=6, attitude="C").state.hooker == 6, "not past the end"
    assert drawn(4, 6, 3, due={"VI": 11}).state.due == {"VI": 10}
    assert drawn(2, 3, 5, due={"I": 9}).state.due == {"I": 8}
    rallied = drawn(1, 1, 3, 0, pieces={"ai_V_griffin": {"hex": "1816", "states": ["disorganised"]}})
    assert rallied.piece("ai_V_griffin").order == 0
    assert [(event.unit, event.order) for event in happened(rallied, OrderRestored)] == [("ai_V_griffin", "good")]
    dug = drawn(2, 2, 3, 0, pieces={"ai_V_griffin": "2421", "cs_mahone": "2522", "cs_wright": "2522"})
    assert dug.state.works == {"2421": "Union"}
    turned = drawn(4, 4, 3, pieces=V, wheel={"V": 1}, areas={"V": "[019]"})
    assert turned.state.wheel == {"V": 2}
    marched = drawn(2, 2, 5, *QUIET, pieces=V, track=[CORPS["V"]], objectives=FAR_AWAY)
    assert marched.state.track == (CORPS["V"],)
    assert hexes(marched, "ai_V_griffin") != ["1816"]
    queue = [CORPS[name] for name in ("V", "II", "III")]
    others = {**V, "ai_II_hancock": "3420", "ai_III_birney": "4220"}
    first = drawn(2, 2, 5, *QUIET, pieces=others, track=queue, objectives=FAR_AWAY)
    assert first.state.track == (*queue[1:], queue[0]), "the top of the track, and back to its end"
    assert happened(activate("V", V, *QUIET, objectives=FAR_AWAY), IndependentRead) == []
    screened = drawn(1, 2, 1, 0, pieces=V)
    assert screened.rules.has_skirmisher(screened, "V")


@rule("J-N5")
def test_a_corps_that_is_due_enters_by_the_attitude():
    pieces = {"ai_I_wadsworth": "4426", "cs_wofford": "3030"}
    bold = scene(pieces, 6, phase="weather", turn=6, due={"I": 6}, hooker=2)
    assert CORPS["I"] in bold.state.cup
    careful = scene(pieces, 6, phase="weather", turn=6, due={"I": 6}, hooker=5, attitude="C")
    assert careful.state.track == (CORPS["I"],)
    assert careful.state.due == {}


@rule("J-O2")
def test_counters_are_drawn_until_the_cup_is_empty():
    game = scene(V, 2, *QUIET, 0, 0, cup=[CORPS["V"], "cs_cmd_early", "cs_independent"], objectives=FAR_AWAY)
    act(game, "pass-activation", "pass-activation")
    assert len(set(game.state.drawn)) in (0, 3)
    assert asked(game).endswith("ChooseFormations.choose")
    assert game.state.turn == 8
    assert offered(game, "put-in-cup")


@rule("J-N5", "J-C0c")
def test_an_attack_or_a_bombardment_brings_a_corps_in():
    pieces = {"ai_I_wadsworth": "2322", "ai_VI_brooks": "4325", "cs_lane": "2323", "cs_heth": "2323", "cs_walker": "2323"}
    due = {"I": 9, "VI": 11}

    def opened(*dice: int, **fields):
        game = scene(pieces, 1, *dice, 0, cup=["cs_cmd_hill", "cs_cmd_early"], **{"due": due, **fields})
        act(game, "place-command 2323", "end-marches")
        return game

    shelled = opened(1, hooker=2)
    act(shelled, "shell 2322 troops")
    assert shelled.state.due == {"VI": 11}, "only the Corps that was attacked"
    assert CORPS["I"] in shelled.state.cup, "aggressive: into the cup, outside the points"
    careful = opened(1, hooker=5, attitude="C")
    act(careful, "shell 2322 troops")
    assert careful.state.track == (CORPS["I"],)
    known = opened(1, hooker=2, due={"VI": 11})
    act(known, "shell 2322 troops")
    assert CORPS["I"] not in known.state.cup, "it is in play"
    stormed = opened(1, 1, 1, 1, 1, hooker=5, attitude="C")
    act(stormed, "cease-fire")
    fight_them(stormed)
    assert stormed.state.due == {"VI": 11}


def fight_them(game) -> None:
    attack(game, "2323", "2322")
    play_on(game)


@rule("J-N5")
def test_at_night_a_corps_that_is_due_goes_to_the_track():
    pieces = {"ai_I_wadsworth": "4426", "cs_wofford": "3030"}
    game = scene(pieces, 6, phase="weather", turn=10, due={"I": 10}, hooker=2)
    assert game.state.track == (CORPS["I"],)
    assert CORPS["I"] not in game.state.cup


@rule("J-P988")
def test_formations_equally_near_to_objective_x_draw_lots():
    pieces = {"ai_VI_brooks": "4123", "ai_V_griffin": "3924", "cs_wofford": "3030"}
    areas = {"VI": "[018]", "V": "[012]"}

    def telegram(*lot: int):
        game = scene(pieces, 1, *lot, phase="weather", turn=16, due={"X": 16}, areas=areas)
        return set(game.state.objectives)

    board = scene(pieces, 0, cup=["cs_cmd_early"])
    goal = board.rules.components.places["Marye's Heights"]
    assert by.cost_between(board, hex_of(board, "4123"), goal) == by.cost_between(board, hex_of(board, "3924"), goal)
    assert telegram(0) == {"V"}
    assert telegram(1) == {"VI"}


@rule("J-A1")
def test_events_are_for_the_player_only_if_switched_on():
    plain = begin(0, 0, 0, 0, 0, 6)
    assert plain.state.event_cups == {}
    game = begin(0, 0, 0, 0, 0, 0, 0, 0, 6, events=True)
    assert set(game.state.hands) == {CSA}
    assert len(game.state.hands[CSA]) == 3
    assert set(game.state.event_cups) == {CSA}
    everything = {*game.state.hands[CSA], *game.state.event_cups[CSA]}
    assert len(everything) == 8
    assert not everything & {"supply-depot", "csa-bridge"}, "they could have no effect here"


@rule("J-A1")
def test_the_player_draws_and_plays_events():
    dark = scene(
        {"cs_wofford": "3030"}, 6, 0, phase="night", turn=5, options={"events": True}, event_cups={CSA: ["rebel-yell"]}
    )
    assert dark.state.hands == {CSA: ("rebel-yell",)}
    pieces = {"ai_XI_devens": "2322", "cs_lane": "2323", "cs_heth": "2323", "cs_pender": "2323"}
    cup = ["cs_cmd_hill", "cs_cmd_early"]
    fields: dict[str, Any] = {"options": {"events": True}, "event_cups": {CSA: []}, "hands": {CSA: ["rebel-yell"]}}
    game = scene(pieces, 1, 3, 1, 1, 1, 1, 0, cup=cup, **fields)
    act(game, "place-command 2323", "end-marches")
    attack(game, "2323", "2322")
    assert asked(game) == "CSA Assault.attacker_event"
    act(game, "play-event rebel-yell")
    assert happened(game, DiceCounted)[0].dice == 3, "a die more"


def test_onlookers_do_not_see_the_events_in_hand():
    game = begin(0, 0, 0, 0, 0, 1, 4, 2, 6, events=True)
    own, seen = game.view(CSA)["position"], game.view(None)["position"]
    assert own["hands"] == {CSA: game.state.hands[CSA]}
    assert "hands" not in seen
    assert "event_cups" not in seen
    assert seen["face_down"]["hand"] == 3
    twin: Any = grognard.imagine(game.view(None), 3)
    assert len(twin.state.hands[CSA]) == 3
    assert sorted((*twin.state.hands[CSA], *twin.state.event_cups[CSA])) == seen["face_down"]["events"]


# ---------------------------------------------------------------- the track, box by box


XI, FIFTH, II, XII, III = FIVE


@rule("J-L1a", "J-L1b")
@pytest.mark.parametrize(
    ("arrow", "track"),
    [
        ("3^", (XI, II, FIFTH, XII)),
        ("3v", (XI, FIFTH, XII, II)),
        ("1^", (XI, FIFTH, II, XII)),  # at the top already
        ("4v", (XI, FIFTH, II, XII)),  # at the bottom already
        ("1vv", (FIFTH, II, XI, XII)),
        ("3^^", (II, XI, FIFTH, XII)),
        ("7^^", (XI, XII, FIFTH, II)),  # an empty space: the next lower counter
        ("2^^", (FIFTH, XI, II, XII)),  # one step is all there is
    ],
)
def test_what_an_arrow_does_to_the_track(arrow: str, track: tuple[str, ...]):
    game = scene(V, 0, cup=["cs_cmd_early"], track=FIVE[:4])
    game.rules.shift(game, arrow)
    assert game.state.track == track
    empty = scene(V, 0, cup=["cs_cmd_early"])
    empty.rules.shift(empty, arrow)
    assert empty.state.track == ()


@rule("J-L1c", "J-F1")
@pytest.mark.parametrize(
    ("start", "boxes", "jumps", "box", "attitude"),
    [
        (3, 1, False, 4, "C"),
        (4, -1, False, 3, "A"),
        (2, -1, False, 1, "A"),
        (1, -1, False, 1, "A"),
        (1, -1, True, 6, "C"),
        (6, 1, False, 6, "C"),
        (6, 1, True, 1, "A"),
        (5, 1, True, 6, "C"),
        (0, 1, True, 0, "A"),  # off the column: the last attitude stays
    ],
)
def test_how_hooker_moves(start: int, boxes: int, jumps: bool, box: int, attitude: str):
    game = scene(V, 0, cup=["cs_cmd_early"], hooker=start, attitude="C" if start > 3 else "A")
    game.rules.move_hooker(game, boxes, jumps, "J-L1a")
    assert (game.state.hooker, game.state.attitude) == (box, attitude)
    moved = [("", "hooker-moves", {"box": box, "attitude": attitude})]
    assert told(game) == (moved if box != start else [])


@rule("J-F2a", "J-F2d", "J-C0b", "J-C0f", "J-O1")
@pytest.mark.parametrize(
    ("hooker", "track", "turn", "cup", "left", "held", "said"),
    [
        (1, 5, 7, [II, XII], 1, (XI, FIFTH), ["holding-box", "cup-filled"]),
        (3, 5, 7, [XI, II], 1, (FIFTH, XII), ["holding-box", "cup-filled"]),
        (2, 5, 7, [XI, FIFTH, II, XII], 1, (), ["cup-filled"]),  # no spaces linked
        (0, 5, 7, [XI, FIFTH, II, XII], 1, (), ["cup-filled"]),  # Hooker is away
        (5, 4, 7, [II, XI, FIFTH, XII], 0, (), ["one-linked-space", "cup-filled"]),
        (5, 2, 7, [XI, FIFTH], 0, (), ["cup-filled"]),
        (1, 1, 7, [XI], 0, (), ["one-linked-space", "cup-filled"]),
        (1, 5, 2, [II], 2, (XI, FIFTH), ["holding-box", "cup-filled"]),  # from turn 2 on
    ],
)
def test_how_the_cup_is_filled(
    hooker: int, track: int, turn: int, cup: list[str], left: int, held: tuple[str, ...], said: list[str]
):
    game = choosing(3, 4, 1, 0, track=FIVE[:track], hooker=hooker, attitude="C" if hooker > 3 else "A", turn=turn)
    assert [id for id in game.state.cup if id.startswith("us_cmd")] == cup
    assert len(game.state.track) == left
    assert game.state.boxes.get("us_hooker", ()) == held
    assert ("us_hooker" in game.state.cup) is bool(held)
    assert [key for _, key, _ in told(game)] == ["arrows", *said]
    assert told(game)[-1] == ("", "cup-filled", {"number": len(cup) - ("one-linked-space" in said), "held": len(held)})


@rule("J-F2a", "J-F2d", "J-O1")
def test_hooker_calls_for_nobody_on_the_first_turn():
    game = scene({**V, "ai_XI_devens": "0914"}, 0, phase="formations", turn=1, track=FIVE, hooker=1)
    act(game, "close-cup")
    assert (game.state.cup[-3:], game.state.boxes) == ((XI, FIFTH, II), {})
    assert told(game) == [("", "cup-filled", {"number": 3, "held": 0})]


@rule("J-C0b", "J-C0e")
@pytest.mark.parametrize(
    ("fields", "back"),
    [
        ({}, True),
        ({"wheel": {"V": 1}, "areas": {"V": "[019]"}}, False),
        ({"gone": ["V"]}, False),
        ({"track": [FIFTH]}, False),
        ({"cup": [FIFTH, "cs_cmd_early"]}, False),
    ],
)
def test_when_a_counter_goes_back_to_the_track(fields: dict[str, Any], back: bool):
    game = scene(V, 0, **{"cup": ["cs_cmd_early"], **fields})
    before = game.state.track
    game.rules.back_to_track(game, "V")
    assert game.state.track == (*before, *([FIFTH] if back else []))
    game.rules.back_to_track(game, "XI")
    assert CORPS["XI"] not in game.state.track, "it has no units"


@rule("J-C1b")
def test_a_corps_that_is_in_play_is_not_hastened():
    for due, wanted, said in (({"I": 9}, {"I": 8}, [("I", "comes-earlier", {"turn": 8})]), ({}, {}, [])):
        game = scene(V, 0, cup=["cs_cmd_early"], due=due)
        game.rules.hasten(game, "I")
        assert (game.state.due, told(game)) == (wanted, said)


@rule("J-N5")
def test_how_a_corps_comes_in_is_told():
    pieces = {"ai_I_wadsworth": "4426", "ai_VI_brooks": "4325", "cs_wofford": "3030"}
    for attitude, hooker, key in (("A", 2, "enters-cup"), ("C", 5, "enters-track")):
        game = scene(pieces, 6, phase="weather", turn=6, due={"I": 6, "VI": 7}, hooker=hooker, attitude=attitude)
        assert [said for said in told(game) if said[0] == "I"] == [("I", key, {})]
        assert game.state.due == {"VI": 7}


@rule("J-F2c", "J-F1")
def test_hookers_return_is_told_and_waits_for_its_turn():
    game = scene({"cs_wofford": "3030"}, 4, phase="weather", turn=8, hooker=0, due={"Hooker": 8})
    assert ("", "hooker-back", {"box": 4, "attitude": "C"}) in told(game)
    for due in ({"Hooker": 9}, {}):
        game = scene({"cs_wofford": "3030"}, phase="weather", turn=8, hooker=0, due=due)
        assert (game.state.hooker, game.state.due) == (0, due)


@rule("J-F2b")
@pytest.mark.parametrize(("turn", "due"), [(6, {"Hooker": 8}), (18, {"Hooker": 20}), (19, {})])
def test_hooker_comes_back_while_there_is_a_turn_for_it(turn: int, due: dict[str, int]):
    boxes = {"us_hooker": [CORPS["V"], CORPS["XI"]]}
    game = scene(V, 1, *QUIET, 0, cup=["us_hooker", "cs_cmd_early"], boxes=boxes, objectives=FAR_AWAY, hooker=0, turn=turn)
    assert told(game)[0] == ("", "hooker-drawn", {"corps": "V, XI"})
    assert game.state.due == due


# ---------------------------------------------------------------- paragraphs and objectives


@rule("J-C2b", "J-C2a", "J-PLOC")
@pytest.mark.parametrize(
    ("dice", "area", "value"), [((1, 1), "[019]", 0), ((2, 4), "[019]", 1), ((6, 1), "[024]", 1), ((6, 6), "[021]", 2)]
)
def test_the_dice_of_a_paragraph_and_what_is_told(dice: tuple[int, int], area: str, value: int):
    game = activate("V", V, *QUIET, *dice, areas={"V": "[012]"}, fords={"V": "Banks' Ford"})
    objective = next((args for _, key, args in told(game) if key == "objective"), None)
    assert objective == {"area": game.rules.components.areas[area].name, "value": value}
    assert reason(game, "paragraph-read") == {"number": "[012]", "red": dice[0], "white": dice[1]}
    assert read(game)[0] == "[012]"
    assert game.state.fords == {}
    if area != "[019]":
        assert (game.state.objectives["V"].area, game.state.objectives["V"].value) == (area, value)


@rule("J-D6", "J-D4", "J-P002")
@pytest.mark.parametrize(("value", "vp", "reached"), [(0, 12, False), (1, 11, True), (2, 10, True)])
def test_what_an_objective_is_worth(value: int, vp: int, reached: bool):
    pieces = {"ai_XII_geary": "1921", "ai_XII_williams": "1820"}
    game = activate("XII", pieces, *QUIET, 1, 1, objectives={"XII": {"area": "[021]", "value": value}})
    assert reason(game, "reached") == {"area": "Zoan Church", "value": value}
    assert (game.state.vp, game.state.reached) == (vp, reached)
