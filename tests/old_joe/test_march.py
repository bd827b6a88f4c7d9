"""Sections D, H and N: marches, proximity, contact, fords."""

from typing import Any

import pytest

from grognard.games.chancellorsville.old_joe import procedures as by
from grognard.games.chancellorsville.old_joe.events import Lifted
from grognard.games.chancellorsville.victories.events import BrokeContact
from tests.marks import rule
from tests.old_joe.table import (
    CORPS,
    QUIET,
    SILENT,
    act,
    activate,
    asked,
    happened,
    hexes,
    offered,
    pages,
    prompt,
    read,
    reason,
    scene,
    told,
    where,
    why,
)

PAIR = {"ai_XII_geary": "1921", "ai_XII_williams": "1820"}
EAST = {"XII": {"area": "[025]", "value": 0}}
TO_SALEM = {"XII": {"area": "[020]", "value": 0}}
BREAK = "break-away"
CALM: dict[str, Any] = {"hooker": 5, "attitude": "C"}


@rule("J-D2", "J-D3")
def test_the_leading_unit_pays_and_the_others_follow():
    game = activate("XII", {"ai_XII_geary": "1921", "ai_XII_williams": "1720"}, *QUIET, objectives=TO_SALEM)
    assert hexes(game, "ai_XII_geary", "ai_XII_williams") == ["2923", "2822"], "ten hexes by major road, with the bonus"
    slow = activate("XII", PAIR, *SILENT, objectives=TO_SALEM)
    assert where(slow, "ai_XII_geary") == "2723", "three points and the bonus"
    off = activate("XII", {"ai_XII_geary": "1719"}, *QUIET, objectives=TO_SALEM)
    assert where(off, "ai_XII_geary") == "2121", "two points through the woods to the road, and no bonus"


@rule("J-D2", "J-A2")
def test_a_march_is_told_as_one_thing_with_its_way():
    game = activate(
        "XII", {"ai_XII_geary": "2321", "ai_XII_williams": "2220"}, *QUIET, 1, 1, objectives={"XII": {"area": "[021]"}}
    )
    marches = [event for event in happened(game, Lifted) if event.by == "PATH"]
    assert marches == [Lifted("ai_XII_geary", "2321", ("2421", "2522", "2622", "2723", "2822"), "2923", "PATH")]
    stopped = activate("XII", {**PAIR, "cs_wright": "2522"}, *QUIET, objectives=TO_SALEM)
    assert [event.end for event in happened(stopped, Lifted)] == [where(stopped, "ai_XII_geary")], "as far as it came"


@rule("J-D4", "J-D6", "J-D7")
def test_an_objective_is_reached_scored_and_its_paragraph_read():
    game = activate("XII", PAIR, *QUIET, 1, 1, objectives={"XII": {"area": "[021]", "value": 2}})
    assert where(game, "ai_XII_geary") == "2923"
    assert game.state.vp == 10
    assert game.state.areas["XII"] == "[021]"
    assert read(game) == ["[021]"]
    assert "XII" not in game.state.objectives, "hold"
    assert game.state.track == (CORPS["XII"],)
    assert reason(game, "reached")["value"] == 2


@rule("J-D4")
def test_coming_next_to_an_objective_that_another_formation_stands_on_reaches_it():
    game = activate("XII", {**PAIR, "ai_VI_brooks": "2923"}, *QUIET, 1, 1, objectives={"XII": {"area": "[021]", "value": 2}})
    assert where(game, "ai_XII_geary") == "2822"
    assert (game.state.vp, game.state.areas["XII"]) == (10, "[021]")


@rule("J-D4")
def test_of_a_ford_the_bank_with_more_of_the_formation_is_the_objective():
    for places, bank in (
        (("1720", "1820", "1921"), "1816"),
        (("1720", "1820", "1813"), "1816"),
        (("1720", "1813", "1814"), "1815"),
        (("1720", "1813"), "1815"),  # equal
    ):
        pieces = dict(zip(("ai_V_griffin", "ai_V_sykes", "ai_V_humphreys"), places, strict=False))
        game = scene(pieces, 0, cup=["cs_cmd_early"], objectives={"V": {"area": "[012]", "value": 0}})
        goal = game.rules.goal_of(game, "V")
        assert goal is not None
        assert game.label(goal) == bank, places


@rule("J-D6", "J-H3c")
def test_who_stands_beside_an_objective_may_break_contact_as_it_is_reached():
    pieces = {"ai_XII_geary": "2321", "ai_XII_williams": "2220", "cs_wright": "3023"}
    goal = {"XII": {"area": "[021]", "value": 2}}
    bold = activate("XII", pieces, *QUIET, 1, 1, objectives=goal)
    assert asked(bold) == "CSA Contact.react"
    assert bold.state.vp == 12, "before it is scored"
    assert prompt(bold) == "break-away-from-march"
    act(bold, "break-away 3023 3123")
    assert (bold.state.vp, bold.state.areas["XII"]) == (10, "[021]")
    assert "bombards" not in why(bold)
    two = {**pieces, "cs_wilcox": "2924", "cs_perry": "2924"}
    careful = activate("XII", two, *QUIET, 1, 1, objectives=goal, hooker=5, attitude="C")
    act(careful, "break-away 3023 3123", "stand-ground")
    assert careful.state.vp == 10
    assert asked(careful) == "CSA CorpsActivation.shake", "cautious, and contact was broken: no attack"
    alone = activate("XII", pieces, *QUIET, 1, 1, objectives=goal, **CALM)
    act(alone, "break-away 3023 3123")
    assert (asked(alone), alone.state.vp) == ("CSA Activation.place", 10), "nobody is left to be disorganised"
    for attitude in ({}, CALM):
        stays = activate("XII", pieces, *QUIET, 1, 1, 0, objectives=goal, **attitude)
        act(stays, "stand-ground")
        assert reason(stays, "bombards") == {"hex": "3023", "factor": 2}, "nobody broke contact"


@rule("J-D7")
def test_without_contact_there_is_no_combat():
    game = activate("XII", PAIR, *QUIET, objectives=TO_SALEM)
    assert "bombards" not in why(game)
    near = {"ai_XII_geary": "2421", "ai_XII_williams": "2422", "cs_wofford": "2522", "cs_semmes": "2522"}
    assert "bombards" in why(activate("XII", near, *QUIET, 0, objectives=TO_SALEM)), "with contact there is"


@rule("J-C2e", "J-C2b")
def test_a_formation_that_holds_fights_only_who_is_near():
    pieces = {"ai_VI_brooks": "3023", "ai_VI_howe": "3123"}
    enemies = {"cs_wofford": "2723", "cs_semmes": "2723"}
    game = activate("VI", {**pieces, **enemies}, *QUIET, 1, 1, areas={"VI": "[016]"})
    assert reason(game, "in-proximity")["points"] == 1.5
    far = activate("VI", {**pieces, "cs_wofford": "2321", "cs_semmes": "2321"}, *QUIET, 1, 1, areas={"VI": "[016]"})
    assert "stays" in why(far)
    assert where(far, "ai_VI_brooks") == "3023"
    cup = ["us_independent", "cs_cmd_early"]
    there = scene({"ai_II_gibbon": "2321"}, 1, 3, 4, 3, *QUIET, 0, cup=cup, areas={"Gibbon": "[019]"})
    assert told(there)[1:] == [("Gibbon", "holds", {"area": "[019]"}), ("Gibbon", "stays", {})], "no paragraph for Gibbon there"


@rule("J-H1a", "J-H2", "J-H2b")
def test_proximity_is_the_value_less_that_of_the_objective():
    enemies = {"cs_wofford": "2723", "cs_semmes": "2723"}
    pieces = {"ai_XII_geary": "2221", "ai_XII_williams": "2121"}
    near = activate("XII", {**pieces, **enemies}, *QUIET, objectives={"XII": {"area": "[025]", "value": 0}})
    assert reason(near, "in-proximity") == {"hex": "2723", "points": 2.5, "value": 3}
    assert asked(near) == "CSA Contact.react"
    valued = activate("XII", {**pieces, **enemies}, *QUIET, objectives={"XII": {"area": "[025]", "value": 1}})
    assert "in-proximity" not in why(valued)
    for at, points in (("2822", 3), ("2923", None)):
        exact = activate("XII", {**pieces, "cs_wofford": at, "cs_semmes": at}, *QUIET, objectives=EAST)
        assert [args["points"] for _, key, args in told(exact) if key == "in-proximity"] == ([points] if points else [])
    for at, reached in (("3023", True), ("3123", False)):
        wide = activate("XII", {**pieces, "cs_wofford": at, "cs_semmes": at}, 3, 4, 5, objectives=EAST)
        assert ("in-proximity" in why(wide)) is reached, "four points"
    nothing = activate(
        "XII",
        {**pieces, "cs_wofford": "2421", "cs_semmes": "2421"},
        *QUIET,
        objectives={"XII": {"area": "[025]", "value": 2}},
        **CALM,
    )
    assert "in-proximity" not in why(nothing), "2 - 2 = 0, though the enemy is one point away"


@rule("J-H1a")
def test_only_divisions_in_good_order_bring_a_formation_into_proximity():
    for states, near in (([], True), (["disorganised"], False)):
        pieces = {"ai_XII_geary": {"hex": "2221", "states": states}, "ai_XII_williams": "2020"}
        game = activate("XII", {**pieces, "cs_wofford": "2723", "cs_semmes": "2723"}, *QUIET, objectives=EAST)
        assert ("in-proximity" in why(game)) is near


@rule("J-H2b", "J-C2e")
def test_which_of_several_stacks_in_proximity_is_attacked():
    def attacked(east: str, west: tuple[str, ...], *dice: int, at: str = "1921", **fields: Any) -> str:
        pieces = {"ai_XII_geary": "2321", "ai_XII_williams": "2320", f"cs_{east}": "2723", "cs_semmes": "2723"}
        game = activate("XII", {**pieces, **{f"cs_{id}": at for id in west}}, *QUIET, *dice, **fields)
        return str(reason(game, "in-proximity")["hex"])

    two = ("wright", "mahone")
    assert attacked("wofford", two, objectives=TO_SALEM) == "2723", "both two points away: the nearer to the objective"
    assert attacked("wofford", two, objectives={"XII": {"area": "[022]", "value": 0}}) == "1921"
    assert attacked("wofford", two, at="2021", objectives=TO_SALEM) == "2021", "the nearest first"
    hold: dict[str, Any] = {"areas": {"XII": "[016]"}}
    assert attacked("wofford", ("lane", "mcgowan", "pender"), 1, 2, **hold) == "2723", "without an objective the weaker"
    assert attacked("wofford", two, 1, 2, **hold) == "1921", "then the weaker, or the lower number"


@rule("J-H2c")
def test_who_is_brought_up_and_where_to():
    three = {"ai_V_griffin": "2421", "ai_V_sykes": "2220", "ai_V_humphreys": "2121", "cs_mahone": "2522"}
    goal = {"V": {"area": "[020]", "value": 0}}
    game = activate("V", three, *QUIET, objectives=goal)
    assert hexes(game, "ai_V_griffin", "ai_V_sykes", "ai_V_humphreys") == ["2421", "2422", "2521"], (
        "the stronger to the nearer hex"
    )
    shaken = {**three, "ai_V_sykes": {"hex": "2220", "states": ["disorganised"]}}
    some = activate("V", shaken, *QUIET, objectives=goal)
    assert hexes(some, "ai_V_griffin", "ai_V_sykes", "ai_V_humphreys") == ["2421", "2220", "2422"], "not who is disorganised"
    full = {
        "ai_V_griffin": "2421",
        "ai_V_sykes": "2320",
        "ai_I_wadsworth": "2422",
        "ai_I_robinson": "2521",
        "cs_mahone": "2522",
    }
    assert "no-engagement" in why(activate("V", full, *QUIET, 0, objectives=goal)), "there is no free hex beside Griffin"


@rule("J-H1b")
def test_isolated_infantry_is_ignored():
    def near(**enemies: str) -> bool:
        pieces = {"ai_XII_geary": "2221", "ai_XII_williams": "2121", **{f"cs_{id}": h for id, h in enemies.items()}}
        return "in-proximity" in why(activate("XII", pieces, *QUIET, objectives=EAST))

    assert not near(perry="2622"), "nobody else of Anderson's is on the map"
    assert not near(perry="2622", posey="2823"), "two hexes from the next of its formation"
    assert near(perry="2622", posey="2723"), "next to it"
    assert not near(perry="2622", lane="2723"), "Lane is of another formation"
    assert near(nelson="2622"), "independent artillery is never isolated"
    assert near(perry="2622", posey="2723", wright="3030"), "the nearest counts, not the farthest"
    assert near(perry="2622", nelson="2622"), "nor is who stands with them"
    assert not near(dummy_1="2622"), "a dummy is nobody"


@rule("J-H1c")
def test_who_stands_beyond_the_objective_is_ignored():
    pieces = {"ai_XII_geary": "2622", "ai_XII_williams": "2522", "cs_wofford": "3023", "cs_semmes": "3023"}
    game = activate("XII", pieces, *QUIET, 1, 1, objectives={"XII": {"area": "[021]", "value": 0}})
    assert "in-proximity" not in why(game)
    for at in ("2822", "2923"):
        before = {**pieces, "ai_XII_geary": "2522", "ai_XII_williams": "2421", "cs_wofford": at, "cs_semmes": at}
        game = activate("XII", before, *QUIET, 1, 1, objectives={"XII": {"area": "[021]", "value": 0}})
        assert "in-proximity" in why(game), "before the objective, or on it"


@rule("J-H1d")
def test_proximity_never_exceeds_the_movement_points():
    pieces = {"ai_XII_geary": "2221", "ai_XII_williams": "2121", "cs_wofford": "2723", "cs_semmes": "2723"}
    game = activate("XII", pieces, 1, 1, 1, objectives=EAST)
    assert "in-proximity" not in why(game), "page 2: two points fewer, and Wofford is 2.5 away"


@rule("J-H2", "J-H2c")
def test_adjacent_whatever_the_proximity():
    pieces = {"ai_XII_geary": "2421", "ai_XII_williams": "2320", "cs_wofford": "2522"}
    game = activate("XII", pieces, *QUIET, objectives=EAST)
    assert "adjacent" in why(game)
    assert game.rules.attackable(game, "Union", game.piece("ai_XII_williams").hex)
    alone = activate("XII", {"ai_XII_geary": "2421", "cs_wofford": "2522"}, *QUIET, objectives={"XII": {"area": "[023]"}})
    assert "no-engagement" in why(alone)
    assert where(alone, "ai_XII_geary") != "2421"


@rule("J-H2a")
def test_who_bars_the_way_stops_the_leading_unit():
    pieces = {**PAIR, "cs_mahone": "2522"}
    game = activate("XII", pieces, *QUIET, 0, 1, 1, objectives=TO_SALEM)
    assert asked(game) == "CSA Contact.react"
    act(game, "stand-ground")
    assert reason(game, "way-barred")["hex"] == "2522"
    assert where(game, "ai_XII_geary") == "2421"
    assert game.rules.attackable(game, "Union", game.piece("ai_XII_williams").hex)


@rule("J-H2d")
def test_the_optional_manoeuvre():
    pieces = {"ai_XII_geary": "2421", "ai_XII_williams": "2422", "cs_wofford": "2522"}
    plain = activate("XII", pieces, *SILENT, objectives=TO_SALEM)
    assert hexes(plain, "ai_XII_geary", "ai_XII_williams") == ["2421", "2422"]
    moved = activate("XII", pieces, *SILENT, objectives=TO_SALEM, options={"manoeuvre": True})
    assert hexes(moved, "ai_XII_geary", "ai_XII_williams") == ["2622", "2421"], "nearer, and still in contact"
    assert asked(moved) == "CSA Contact.react", "who is touched anew may break contact"
    back = activate("XII", pieces, *SILENT, objectives={"XII": {"area": "[022]"}}, options={"manoeuvre": True})
    assert hexes(back, "ai_XII_geary", "ai_XII_williams") == ["2421", "2422"], "no hex in contact is nearer"
    apart = {**pieces, "ai_XII_williams": "2220"}
    late = activate("XII", apart, *SILENT, objectives=TO_SALEM, options={"manoeuvre": True})
    assert hexes(late, "ai_XII_geary", "ai_XII_williams") == ["2421", "2422"], "not all were in contact"
    ahead = {"ai_XII_geary": "2522", "ai_XII_williams": "2723", "cs_wofford": "2622"}
    even = activate("XII", ahead, *SILENT, objectives={"XII": {"area": "[021]"}}, options={"manoeuvre": True})
    assert hexes(even, "ai_XII_geary", "ai_XII_williams") == ["2522", "2723"], "a hex that is as near is no nearer"
    holds = activate("XII", pieces, *SILENT, 1, 2, areas={"XII": "[016]"}, options={"manoeuvre": True})
    assert (hexes(holds, "ai_XII_geary", "ai_XII_williams"), "adjacent" in why(holds)) == (["2421", "2422"], True)


def marched(*dice: int, **fields):
    """Lane marches next to Devens in 2421."""
    pieces = {"ai_XI_devens": "2421", "ai_XI_schurz": "2220", "cs_lane": "2724", **fields.pop("more", {})}
    game = scene(pieces, 0, *dice, cup=["cs_cmd_hill"], **fields)
    act(game, "place-command 2724", "march-unit cs_lane", "march-to 2522")
    return game


@rule("J-H3a", "J-K4", "J-N2")
def test_a_division_breaks_contact_on_one_or_two():
    gone = marched(2)
    assert where(gone, "ai_XI_devens") == "2321", "one hex, next to Schurz"
    assert happened(gone, BrokeContact) == [BrokeContact("Union", ("ai_XI_devens",), "2421", "2321")]
    assert reason(gone, "breaks-contact") == {"unit": "Devens", "die": 2}
    assert where(marched(1), "ai_XI_devens") == "2321"
    stands = marched(3)
    assert where(stands, "ai_XI_devens") == "2421"
    assert reason(stands, "stands") == {"unit": "Devens", "die": 3}
    assert where(marched(works={"2421": "Union"}), "ai_XI_devens") == "2421", "no roll in breastworks"
    assert where(marched(forts={"2421": "Union"}), "ai_XI_devens") == "2421", "nor in fortifications"
    broken = {"ai_XI_devens": {"hex": "2421", "states": ["demoralised"]}}
    assert where(marched(more=broken), "ai_XI_devens") != "2421", "always"
    screened = marched(more={**broken, "us_skirmisher_1": "2421"})
    assert hexes(screened, "ai_XI_devens", "us_skirmisher_1") == ["2321", "2321"], "with its skirmisher"


@rule("J-H3a")
def test_nobody_breaks_contact_at_night():
    events: dict[str, Any] = {"options": {"events": True}, "event_cups": {"CSA": []}, "hands": {"CSA": ["night-attack"]}}
    pieces = {"ai_XI_devens": "2421", "ai_XI_schurz": "2220", "cs_lane": "2523"}
    game = scene(pieces, 0, cup=["cs_cmd_hill"], turn=10, **events)
    act(game, "place-command 2523", "play-event-for night-attack cs_cmd_hill", "march-unit cs_lane", "march-to 2522")
    assert hexes(game, "cs_lane", "ai_XI_devens") == ["2522", "2421"]
    assert "stands" not in why(game), "there is no roll"


@rule("J-H3a")
def test_every_division_rolls_for_itself_and_nobody_who_has_nowhere_to_go_leaves():
    both = {"ai_XI_schurz": "2422"}
    game = marched(1, 4, more=both)
    assert [where(game, id) for id in ("ai_XI_devens", "ai_XI_schurz")] != ["2421", "2422"]
    assert sum(where(game, id) == start for id, start in (("ai_XI_devens", "2421"), ("ai_XI_schurz", "2422"))) == 1
    assert [key for key in why(game) if key in ("breaks-contact", "stands")] == ["breaks-contact", "stands"]
    shut = {"ai_V_griffin": "2321", "ai_V_sykes": "2320", "ai_V_humphreys": "2420", "ai_XI_schurz": "2220"}
    held = marched(1, more={**shut, "cs_mahone": "2323"})
    assert where(held, "ai_XI_devens") == "2421"
    assert "cannot-break" in why(held)


@rule("J-H3b", "U14.53")
def test_the_demoralised_who_retreat_from_a_formation_pay_nothing():
    weak = {"hex": "2622", "states": ["demoralised"]}
    game = activate("XII", {"ai_XII_geary": "2221", "ai_XII_williams": "2121", "cs_wofford": weak}, *QUIET, objectives=EAST)
    assert (asked(game), where(game, "cs_wofford")) == ("CSA Activation.place", "2723")


@rule("J-H3b", "J-H3c")
def test_breaking_contact_from_a_formation_in_proximity():
    pieces = {"ai_XII_geary": "2221", "ai_XII_williams": "2121", "cs_wofford": "2622", "cs_semmes": "2622"}
    pieces["cs_skirmisher_1"] = "2622"
    bold = activate("XII", pieces, *QUIET, objectives=EAST)
    assert prompt(bold) == "break-away-aggressive"
    question = bold.question("CSA")
    assert question is not None
    assert question.always, "asked wherever somebody is touched"
    stood = hexes(bold, "ai_XII_geary", "ai_XII_williams")
    act(bold, f"break-away 2622 {min(text.split()[1] for text in offered(bold, BREAK))}")
    while asked(bold).endswith("Contact.react"):
        act(bold, "stand-ground")
    assert asked(bold) == "CSA CorpsActivation.pay"
    assert (prompt(bold), offered(bold, "suffer")) == ("pay-with-a-loss", {"cs_wofford", "cs_semmes"})
    act(bold, "suffer cs_semmes")
    assert bold.piece("cs_semmes").step == 1
    assert hexes(bold, "ai_XII_geary", "ai_XII_williams") == stood, "the Union does not follow"
    careful = activate("XII", pieces, *QUIET, objectives=EAST, hooker=5, attitude="C")
    assert (asked(careful), prompt(careful)) == ("CSA Contact.react", "break-away-cautious")
    act(careful, f"break-away 2622 {min(text.split()[1] for text in offered(careful, BREAK))}")
    while asked(careful).endswith("Contact.react"):
        act(careful, "stand-ground")
    assert prompt(careful) == "pay-with-disorder"
    act(careful, "suffer cs_semmes")
    assert (careful.piece("cs_semmes").order, careful.piece("cs_semmes").step) == (1, 0)
    assert hexes(careful, "ai_XII_geary", "ai_XII_williams") == ["2523", "2524"], "one hex toward Spotsylvania"


@rule("J-H3b")
def test_each_stack_that_breaks_contact_pays():
    stacks = {"cs_wofford": "2522", "cs_semmes": "2522", "cs_wright": "2423", "cs_mahone": "2423"}
    game = activate("XII", {"ai_XII_geary": "2421", "ai_XII_williams": "2220", **stacks}, *QUIET, objectives=EAST)
    act(game, "break-away 2423 2424", "break-away 2522 2622")
    for able in ({"cs_wright", "cs_mahone"}, {"cs_wofford", "cs_semmes"}):
        assert offered(game, "suffer") == able
        act(game, f"suffer {max(able)}")
    assert [game.piece(id).step for id in stacks] == [1, 0, 1, 0]
    assert asked(game) == "CSA Activation.place"


@rule("J-H3b")
def test_the_cautious_may_come_to_their_objective_when_the_player_leaves_it():
    pieces = {"ai_XII_geary": "2822", "ai_XII_williams": "2721", "cs_wofford": "2923", "cs_semmes": "2923"}
    game = activate("XII", pieces, *QUIET, 1, 2, 0, objectives={"XII": {"area": "[021]", "value": 1}}, **CALM)
    act(game, "break-away 2923 3023", "suffer cs_semmes")
    assert hexes(game, "ai_XII_geary", "ai_XII_williams") == ["2923", "2822"]
    assert (game.state.areas["XII"], game.state.vp) == ("[021]", 11)
    assert reason(game, "bombards")["hex"] == "3023", "and then there is contact again"


@rule("J-H3c")
def test_breaking_contact_once_from_a_march_and_then_standing():
    pieces = {**PAIR, "cs_wright": "2522"}
    careful = activate("XII", pieces, *QUIET, objectives=TO_SALEM, hooker=5, attitude="C")
    assert prompt(careful) == "break-away-from-march"
    act(careful, "break-away 2522 2622", "stand-ground")
    assert careful.piece("cs_wright").order == 1
    assert hexes(careful, "ai_XII_geary", "ai_XII_williams") == ["2522", "2421"], "in column behind the leading unit"
    assert "no-attack" in why(careful)
    bold = activate("XII", pieces, *QUIET, 0, 1, 1, 1, 1, 1, objectives=TO_SALEM)
    act(bold, "break-away 2522 2622", "stand-ground")
    assert asked(bold) == "CSA Bombardment.dig"
    assert bold.rules.attackable(bold, "Union", bold.piece("ai_XII_williams").hex), "brought up to attack"


@rule("J-N6a", "J-N6b")
def test_a_corps_makes_for_a_ford_and_crosses_there():
    goal = {"II": {"area": "[020]", "value": 1}}
    watched = {"cs_wilcox": "3321", "cs_perry": "3322", "cs_barksdale": "4122"}
    marching = activate(
        "II", {"ai_II_hancock": "3420", "ai_II_french": "3419", **watched}, objectives=goal, areas={"II": "[014]"}
    )
    assert marching.state.fords == {"II": "United States Ford"}
    game = activate("II", {"ai_II_hancock": "3420", "ai_II_french": "3419"}, objectives=goal, in_hand={"Union": 2, "CSA": 0})
    assert where(game, "ai_II_hancock") == "3321"
    assert not game.rules.is_north(game.piece("ai_II_french").hex)
    assert game.state.pontoons == {"3321-3420": "Union"}
    assert game.state.in_hand["Union"] == 1
    banks = (game.rules.board.hex(bank) for bank in ("3420", "3321"))
    assert by.cost_between(game, *banks) < by.FAR, "there is a way over it at once"
    assert game.state.fords == {}, "the temporary objective is gone"
    assert game.state.vp == 12
    assert pages(game) == []
    far = {"2617-2718": "Union"}
    none_left = activate("II", {"ai_II_hancock": "3420", "ai_II_french": "3419"}, objectives=goal, in_hand={}, pontoons=far)
    assert none_left.state.pontoons == {"3321-3420": "Union"}, "the other is taken up"


@rule("J-N6a", "J-N6b", "J-C2b")
def test_which_ford_and_how_near():
    goal = {"II": {"area": "[020]", "value": 1}}
    apart = {"ai_II_hancock": "3420", "ai_II_french": "2917"}
    first = activate("II", apart, objectives=goal, in_hand={"Union": 2})
    assert reason(first, "crosses") == {"ford": "Banks' Ford"}, "nearer to Hancock than the other to French"
    taken = {"ai_II_hancock": "3418", "ai_II_french": "3417", "ai_III_birney": "3420"}
    beside = activate("II", taken, objectives=goal, in_hand={"Union": 2})
    assert hexes(beside, *taken) == ["3321", "3221", "3420"], "next to the bank, where another stands, is near enough"
    anew = activate("II", II, 4, 2, areas={"II": "[014]"}, fords={"II": "United States Ford"}, in_hand={"Union": 2})
    assert reason(anew, "makes-for-ford") == {"ford": "Banks' Ford"}, "a new objective forgets the ford of the old"
    assert not anew.state.objectives["II"].x


@rule("J-N6b")
def test_which_pontoon_is_laid():
    def laid(*, hand: int, others: dict[str, str] | None = None, **pontoons: str):
        at = {key.replace("_", "-")[1:]: owner for key, owner in pontoons.items()}
        return activate("II", {**II, **(others or {})}, objectives=SALEM, in_hand={"Union": hand}, pontoons=at).state

    there = laid(hand=2, _3321_3420="Union")
    assert (there.pontoons, there.in_hand["Union"]) == ({"3321-3420": "Union"}, 2), "it is there already"
    far = laid(hand=0, _4325_4424="Union", _1815_1816="Union", _2617_2718="CSA")
    assert far.pontoons == {"4325-4424": "Union", "2617-2718": "CSA", "3321-3420": "Union"}, "the one farthest away is taken up"
    near = laid(hand=0, others={"ai_V_griffin": "1816"}, _4325_4424="Union", _1815_1816="Union")
    assert near.pontoons == {"1815-1816": "Union", "3321-3420": "Union"}
    assert laid(hand=0).pontoons == {}, "there is none"


@rule("J-N6c")
def test_a_blocked_ford_costs_a_loss_and_the_next_is_taken():
    pieces = {"ai_II_hancock": "3420", "ai_II_french": "3419", "cs_wilcox": "3321", "cs_perry": "3322"}
    fields = {"objectives": {"II": {"area": "[020]", "value": 1}}, "fords": {"II": "Banks' Ford"}, "in_hand": {"Union": 2}}
    game = activate("II", pieces, 2, **fields)
    assert game.piece("ai_II_hancock").step == 1
    assert where(game, "ai_II_hancock") == "2617"
    assert game.piece("ai_II_french").step == 0, "the strongest takes it"
    assert activate("II", pieces, 3, **fields).piece("ai_II_hancock").step == 1
    assert activate("II", pieces, 4, **fields).piece("ai_II_hancock").step == 0
    banks = ("2617", "3321", "4122", "4325", "4426", "0813", "1414", "1816")
    names = ("wilcox", "perry", "lane", "heth", "pender", "thomas", "archer", "mcgowan")
    everywhere = {f"cs_{name}": bank for name, bank in zip(names, banks, strict=True)}
    waits = activate("II", {**II, **everywhere}, 2, **fields)
    assert told(waits)[-1] == ("II", "waits-at-ford", {"ford": "Banks' Ford"})
    assert (hexes(waits, *II), waits.state.fords) == (["3420", "3419"], {"II": "Banks' Ford"})


@rule("J-N6c", "J-E3")
def test_a_division_that_falls_at_a_blocked_ford_by_night_is_a_trophy():
    last = {"hex": "3420", "step": 6}
    watched = {"cs_wilcox": "3321", "cs_perry": "3322", "cs_wofford": "3030"}
    fields: dict[str, Any] = {"objectives": {"II": {"area": "[020]", "value": 1}}, "fords": {"II": "Banks' Ford"}}
    game = scene({"ai_II_french": last, **watched}, 4, 0, 2, phase="night", turn=20, vp=18, in_hand={"Union": 2}, **fields)
    assert where(game, "ai_II_french") == "lost"
    assert game.state.pontoons == {}, "nobody is left to cross"
    act(game, "take-point ai_II_french")
    assert game.over is not None
    assert game.over.winner == "CSA", "the point counts on the last night"


@rule("J-N6a")
def test_a_formation_partly_south_of_the_river_forgets_its_ford():
    pieces = {"ai_II_hancock": "3222", "ai_II_french": "3321"}
    fields = {"objectives": {"II": {"area": "[021]", "value": 1}}, "fords": {"II": "Banks' Ford"}}
    game = activate("II", pieces, *QUIET, 1, 1, **fields)
    assert game.state.fords == {}
    assert game.state.areas["II"] == "[021]", "it makes for its objective, and reaches it"


@rule("J-N7")
def test_an_isolated_division_comes_back_at_the_end():
    pieces = {"ai_V_griffin": "2017", "ai_V_sykes": "1917", "ai_V_humphreys": "1414"}
    game = activate("V", pieces, *QUIET, objectives={"V": {"area": "[025]"}})
    assert reason(game, "isolated") == {"unit": "Humphreys"}
    assert hexes(game, *pieces) == ["2524", "2523", "1419"]
    near = activate("V", {**pieces, "ai_V_humphreys": "1716"}, *QUIET, objectives={"V": {"area": "[025]"}})
    assert "isolated" not in why(near), "two hexes from Sykes"
    pair = {"ai_V_griffin": "2017", "ai_V_sykes": "1419"}
    apart = activate("V", pair, *QUIET, objectives={"V": {"area": "[025]"}})
    assert reason(apart, "isolated") == {"unit": "Sykes"}, "the nearest to the objective is the formation"
    assert hexes(apart, *pair) == ["2524", "2322"]


@rule("J-D2", "J-H2t", "J-N7")
def test_who_is_cut_off_by_the_river_goes_to_a_bank_and_over_a_ford():
    pieces = {"ai_II_hancock": "3321", "ai_II_french": "3419"}
    game = activate("II", pieces, *QUIET, objectives={"II": {"area": "[025]", "value": 0}}, in_hand={"Union": 2})
    assert "isolated" not in why(game)
    moves = [(event.start, event.end, event.by) for event in happened(game, Lifted) if event.unit == "ai_II_french"]
    assert moves == [("3419", "3420", "COLUMN"), ("3420", "3321", "CROSS")], "no column leads over the river"
    assert game.state.pontoons == {"3321-3420": "Union"}


@rule("J-D2", "J-K4")
def test_a_demoralised_division_in_column_stands_beside_the_others_rather_than_next_to_the_enemy():
    goal = {"XII": {"area": "[021]", "value": 2}}
    for states, end in (([], "2822"), (["demoralised"], "3023")):
        pieces = {"ai_XII_geary": "2421", "ai_XII_williams": {"hex": "2321", "states": states}, "cs_wright": "2821"}
        game = activate("XII", pieces, *QUIET, 1, 1, objectives=goal, pontoons={"3321-3420": "Union"}, **CALM)
        act(game, "stand-ground")
        assert hexes(game, "ai_XII_geary", "ai_XII_williams") == ["2923", end], "Wright is next to 2822"


@rule("J-N7")
def test_all_apart_without_an_objective_the_strongest_is_the_formation():
    pair = {"ai_V_sykes": "2017", "ai_V_griffin": "1419"}
    game = activate("V", pair, *QUIET, 1, 2, areas={"V": "[016]"})
    assert [args for _, key, args in told(game) if key == "isolated"] == [{"unit": "Sykes"}]
    assert why(game)[-1] == "stays"
    assert where(game, "ai_V_griffin") == "1419"


@rule("J-N7")
def test_an_isolated_division_stays_where_it_is_once_the_others_have_fallen():
    pieces = {"ai_XII_geary": {"hex": "1921", "step": 6}, "ai_XII_williams": "1419", "cs_wofford": "2522", "cs_semmes": "2522"}
    game = activate("XII", pieces, *SILENT, 1, 5, objectives=TO_SALEM)
    assert reason(game, "isolated") == {"unit": "Williams"}
    act(game, "stand-ground", "no-skirmishers", "no-works", "take-point ai_XII_geary")
    assert asked(game) == "CSA Activation.place"
    assert hexes(game, "ai_XII_geary", "ai_XII_williams") == ["out", "1419"]


@rule("J-K4")
def test_a_demoralised_division_does_not_march_next_to_the_enemy():
    for states, end in (([], "2522"), (["disorganised"], "2522"), (["demoralised"], "2421")):
        pieces = {"ai_XII_geary": {"hex": "1921", "states": states}, "cs_mahone": "2523"}
        assert where(activate("XII", pieces, *QUIET, objectives=TO_SALEM), "ai_XII_geary") == end


@rule("J-K4")
def test_who_does_not_move_in_an_activation_recovers_its_order():
    shaken = {"hex": "3023", "states": ["disorganised"]}
    pieces = {"ai_VI_brooks": shaken, "ai_VI_howe": "3123"}
    holds = activate("VI", pieces, *QUIET, 1, 2, areas={"VI": "[016]"})
    assert holds.piece("ai_VI_brooks").order == 0
    marches = activate("VI", pieces, *QUIET, objectives={"VI": {"area": "[025]"}})
    assert marches.piece("ai_VI_brooks").order == 1


@rule("J-B0d")
def test_a_leading_unit_among_friends_stands_where_it_was_when_contact_is_broken():
    pieces = {**PAIR, "ai_V_griffin": "2421", "cs_mahone": "2422"}
    game = activate("XII", pieces, *QUIET, objectives=TO_SALEM)
    passed = []
    while asked(game) == "CSA Contact.react":
        passed.append(where(game, "ai_XII_geary"))
        act(game, "stand-ground")
    assert "2421" not in passed
    assert len(passed) > 1
    assert sorted(hexes(game, "ai_XII_geary", "ai_V_griffin")) != ["2421", "2421"]


@rule("J-B0d")
@pytest.mark.parametrize(
    ("start", "friend", "enemies"),
    [
        ("2522", "2622", ("2723", "2823")),  # all free hexes within reach are farther from the objective
        ("2822", "2923", ("3023", "3123", "3122")),  # 2823 is as near
    ],
)
def test_a_leading_unit_behind_friends_does_not_step_aside_unless_it_comes_nearer(
    start: str, friend: str, enemies: tuple[str, ...]
):
    wall = dict(zip(("cs_mahone", "cs_wright", "cs_posey"), enemies, strict=False))
    pieces = {"ai_V_griffin": start, "ai_XII_geary": friend, **wall}
    game = activate("V", pieces, 1, 1, 1, objectives={"V": {"area": "[020]", "value": 2}}, **CALM)
    while asked(game) == "CSA Contact.react":
        act(game, "stand-ground")
    assert "way-barred" in why(game)
    assert hexes(game, "ai_V_griffin", "ai_XII_geary") == [start, friend]


@rule("J-N2")
def test_a_second_skirmisher_is_ignored():
    pieces = {**PAIR, "us_skirmisher_1": "1921"}
    game = activate("XII", pieces, 2, 2, 1, objectives=TO_SALEM)
    assert where(game, "us_skirmisher_1") == where(game, "ai_XII_geary")
    assert "skirmisher" not in why(game)
    first = activate("XII", {**PAIR, "cs_mahone": "2622"}, 2, 2, 1, 0, objectives=EAST)
    assert reason(first, "skirmisher") == {"unit": "Geary"}, "the nearest to the enemy"
    assert where(first, "us_skirmisher_1") == where(first, "ai_XII_geary")


@rule("J-H3b")
def test_demoralised_units_that_flee_have_not_broken_contact():
    shaken = {"hex": "2622", "states": ["demoralised"]}
    pieces = {"ai_XII_geary": "2221", "ai_XII_williams": "2121", "cs_wofford": shaken, "cs_semmes": "2723"}
    game = activate("XII", pieces, *QUIET, 0, 1, 1, 1, 1, 1, objectives=EAST)
    while asked(game).endswith(("Retreat.go", "Contact.react")):
        act(game, str(game.actions("CSA")[0 if asked(game).endswith("Retreat.go") else -1]))
    assert where(game, "cs_wofford") != "2622"
    assert not asked(game).endswith("CorpsActivation.pay")
    assert game.piece("cs_wofford").step == 0


@rule("J-H2", "J-H3a")
def test_nobody_is_in_contact_over_a_great_river():
    pieces = {"ai_II_hancock": "3420", "ai_II_french": "3419", "cs_lane": "3422"}
    game = scene(pieces, 0, cup=["cs_cmd_hill"], areas={"II": "[014]"}, pontoons={"3321-3420": "Union"})
    act(game, "place-command 3422", "march-unit cs_lane", "march-to 3321")
    assert "stands" not in why(game), "no die for Hancock on the other bank"
    goal = {"II": {"area": "[014]", "value": 0}}
    facing = activate(
        "II", {**pieces, "cs_lane": "3321", "ai_II_hancock": "3418"}, 4, 2, objectives=goal, areas={"II": "[015]"}
    )
    assert asked(facing) == "CSA Activation.place", "Lane is not asked to break contact"
    third = {"ai_II_hancock": "3417", "cs_lane": "3321", "cs_wilcox": "3320", "cs_perry": "3320"}
    both = activate("II", third, 4, 2, objectives=goal, areas={"II": "[015]"})
    act(both, "stand-ground")
    assert (asked(both), where(both, "ai_II_hancock")) == ("CSA Contact.react", "3420")
    assert not offered(both, BREAK), "only who is on the same bank is asked, and cannot go"


# ---------------------------------------------------------------- every step is told


II = {"ai_II_hancock": "3420", "ai_II_french": "3419"}
SALEM = {"II": {"area": "[020]", "value": 1}}
XII_MARCHES = ("marches", {"unit": "Geary", "hex": "3423", "points": 4})
STEPS: dict[str, tuple[str, dict[str, Any], tuple[int, ...], dict[str, Any], tuple[str, ...], list[Any]]] = {
    "to a ford": (
        "II",
        {**II, "cs_wilcox": "3321", "cs_perry": "3322", "cs_barksdale": "4122"},
        (),
        {"objectives": SALEM},
        (),
        [
            "north-of-the-river",
            ("makes-for-ford", {"ford": "United States Ford"}),
            ("marches", {"unit": "French", "hex": "2718", "points": 4}),
        ],
    ),
    "over a ford": (
        "II",
        II,
        (),
        {"objectives": SALEM, "in_hand": {"Union": 2}},
        (),
        [
            "north-of-the-river",
            ("makes-for-ford", {"ford": "Banks' Ford"}),
            ("marches", {"unit": "Hancock", "hex": "3420", "points": 4}),
            ("crosses", {"ford": "Banks' Ford"}),
        ],
    ),
    "a ford blocked": (
        "II",
        {**II, "cs_wilcox": "3321", "cs_perry": "3322"},
        (2,),
        {"objectives": SALEM, "fords": {"II": "Banks' Ford"}, "in_hand": {"Union": 2}},
        (),
        [
            "north-of-the-river",
            ("marches", {"unit": "Hancock", "hex": "3420", "points": 4}),
            ("ford-blocked", {"ford": "Banks' Ford", "die": 2}),
            ("crosses", {"ford": "United States Ford"}),
        ],
    ),
    "held": (
        "VI",
        {"ai_VI_brooks": "3023", "ai_VI_howe": "3123", "cs_wofford": "2321", "cs_semmes": "2321"},
        (*QUIET, 1, 2),
        {"areas": {"VI": "[016]"}},
        (),
        [("told-to-hold", {"area": "[016]", "red": 1, "white": 2}), "stays"],
    ),
    "near": (
        "XII",
        {"ai_XII_geary": "2221", "ai_XII_williams": "2121", "cs_wofford": "2723", "cs_semmes": "2723"},
        QUIET,
        {"objectives": EAST},
        (),
        [("in-proximity", {"hex": "2723", "points": 2.5, "value": 3})],
    ),
    "adjacent": (
        "XII",
        {"ai_XII_geary": "2421", "ai_XII_williams": "2422", "cs_wofford": "2522", "cs_semmes": "2522"},
        (*QUIET, 0),
        {"objectives": TO_SALEM},
        (),
        ["adjacent", ("bombards", {"hex": "2522", "factor": 2})],
    ),
    "adjacent without guns": (
        "XII",
        {"ai_XII_geary": "2421", "ai_XII_williams": "2422", "cs_wofford": "2522", "cs_semmes": "2522"},
        SILENT,
        {"objectives": TO_SALEM},
        (),
        ["adjacent", ("no-bombardment", {"arty": 2})],
    ),
    "one alone": (
        "XII",
        {"ai_XII_geary": "2421", "cs_wofford": "2522"},
        QUIET,
        {"objectives": {"XII": {"area": "[023]"}}},
        (),
        ["no-engagement", ("marches", {"unit": "Geary", "hex": "2028", "points": 4})],
    ),
    "barred": (
        "XII",
        {**PAIR, "cs_mahone": "2522"},
        (*QUIET, 0, 1, 1),
        {"objectives": TO_SALEM},
        ("stand-ground",),
        [
            XII_MARCHES,
            ("way-barred", {"hex": "2522"}),
            ("closes-in", {"hex": "2522"}),
            ("bombards", {"hex": "2522", "factor": 2}),
        ],
    ),
    "barred, and cautious": (
        "XII",
        {**PAIR, "cs_wright": "2522"},
        QUIET,
        {"objectives": TO_SALEM, **CALM},
        ("break-away 2522 2622", "stand-ground"),
        [XII_MARCHES, ("way-barred", {"hex": "2622"}), "no-attack"],
    ),
    "isolated": (
        "V",
        {"ai_V_griffin": "2017", "ai_V_sykes": "1917", "ai_V_humphreys": "1414"},
        QUIET,
        {"objectives": {"V": {"area": "[025]"}}},
        (),
        [("isolated", {"unit": "Humphreys"}), ("marches", {"unit": "Griffin", "hex": "2833", "points": 4})],
    ),
    "arrived": (
        "XII",
        PAIR,
        (*QUIET, 1, 1),
        {"objectives": {"XII": {"area": "[021]", "value": 2}}},
        (),
        [
            ("marches", {"unit": "Geary", "hex": "2923", "points": 4}),
            ("reached", {"area": "Zoan Church", "value": 2}),
            ("told-to-hold", {"area": "[021]", "red": 1, "white": 1}),
        ],
    ),
}


@rule("J-C0d", "J-C1e", "J-C2b", "J-C2e", "J-D1", "J-D2", "J-D4", "J-D6", "J-N6a", "J-N6b", "J-N6c", "J-N7")
@rule("J-H1a", "J-H2", "J-H2a", "J-H2b", "J-H2c", "J-H3c", "J-I1", "J-I3a", "J-I3b", "J-B0h", "J-PLOC")
@pytest.mark.parametrize("case", STEPS)
def test_what_is_told_of_an_activation(case: str):
    corps, pieces, dice, fields, answers, wanted = STEPS[case]
    game = activate(corps, pieces, *dice, **fields)
    act(game, *answers)
    said = [(corps, *(step if isinstance(step, tuple) else (step, {}))) for step in ("activated", *wanted)]
    assert told(game) == said
