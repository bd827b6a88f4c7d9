"""Sections B, E, J and K in play: what fights cost, who takes it, and what it scores."""

from typing import Any

from grognard.games.chancellorsville.old_joe.events import PointsScored
from grognard.games.chancellorsville.victories.events import DiceCounted
from tests.marks import rule
from tests.old_joe.table import act, activate, asked, happened, open_fight, play_on, reason, scene, where, why

HILL = {"cs_lane": "2323", "cs_heth": "2323", "cs_pender": "2323"}
CUP = ["cs_cmd_hill", "cs_cmd_early"]
PAIR = {"ai_XII_geary": "2421", "ai_XII_williams": "2422"}
STACK = {"cs_wofford": "2522", "cs_semmes": "2522"}
SALEM = {"XII": {"area": "[020]", "value": 0}}
N2 = (1, 2, 1)
"""Page 3, first row: N(2)."""
NOTHING = ("no-skirmishers", "no-works")


def assault(*dice: int, pieces: dict[str, Any], **fields: Any):
    """Lane, Heth and Pender (11) attack 2322; then easy answers."""
    game = scene({**HILL, **pieces}, 1, *dice, 0, cup=CUP, **fields)
    open_fight(game, "2323", "2322")
    play_on(game)
    return game


def engage(*faces: int, pieces=PAIR, enemies=STACK, objectives=None, **fields: Any):
    """XII Corps engages; the row comes first."""
    return activate("XII", {**pieces, **enemies}, *faces, objectives=objectives or SALEM, **fields)


def dice(game) -> list[int]:
    return [event.dice for event in happened(game, DiceCounted)]


def scored(game) -> list[tuple[str, int, str]]:
    return [(event.army, event.vp, event.cites) for event in happened(game, PointsScored)]


# ---------------------------------------------------------------- divisions turn


@rule("J-B0b", "J-E2", "J-K1b", "J-E1")
def test_losses_turn_a_division_and_a_boxed_value_is_a_point():
    once = assault(1, 5, 1, 1, 6, pieces={"ai_XI_devens": "2322"})
    assert once.points(once.piece("ai_XI_devens")) == 4, "6, [4], 3, [2]"
    assert scored(once) == [("CSA", 13, "J-E2")]
    plain = assault(1, 5, 1, 1, 6, pieces={"ai_V_sykes": "2322"})
    assert plain.points(plain.piece("ai_V_sykes")) == 6, "7, 6, [5]"
    assert plain.state.vp == 12
    last = assault(1, 5, 5, 1, 1, 1, 1, pieces={"ai_V_sykes": {"hex": "2322", "step": 6}})
    assert where(last, "ai_V_sykes") in ("lost", "out"), "after its last value it is eliminated"
    second = assault(1, 5, 1, 1, 6, pieces={"ai_V_sykes": {"hex": "2322", "step": 2}})
    assert second.points(second.piece("ai_V_sykes")) == 5
    assert second.state.vp == 13
    costly = assault(3, 1, 1, 1, 1, pieces={"ai_V_sykes": "2322"})
    assert sum(costly.piece(id).step for id in HILL) == 1, "their own units turn as in the main game"
    assert costly.state.vp == 12


@rule("J-E2", "J-M4")
def test_a_boxed_value_scores_again_after_recovery():
    pieces = {"ai_XI_devens": {"hex": "0914", "step": 2}, "cs_wofford": "3030"}
    rested = scene(pieces, 6, phase="night", turn=5)
    assert rested.piece("ai_XI_devens").step == 0
    assert rested.state.vp == 12, "turning back scores nothing"
    again = assault(1, 5, 1, 1, 6, pieces={"ai_XI_devens": "2322"}, vp=13)
    assert again.state.vp == 14


@rule("J-B0b", "J-M4")
def test_more_boxes_for_the_twelfth_corps():
    def night(step: int, **options: Any) -> int:
        pieces = {"ai_XII_geary": {"hex": "1419", "step": step}, "cs_wofford": "3030"}
        game = scene(pieces, 6, phase="night", turn=5, options=options)
        return game.piece("ai_XII_geary").step

    assert night(4) == 2, "printed boxes: 6 and 3"
    assert night(4, xii_boxes=True) == 1, "every second value from the first loss on: 8, 5 and 2"
    assert night(2, xii_boxes=True) == 0
    more = assault(1, 5, 1, 1, 6, pieces={"ai_XII_geary": "2322"}, options={"xii_boxes": True})
    assert more.state.vp == 13
    assert assault(1, 5, 1, 1, 6, pieces={"ai_XII_geary": "2322"}).state.vp == 12


@rule("J-K1a")
def test_losses_in_an_engagement_fall_on_the_skirmisher_then_one_on_each():
    many = {"cs_wofford": "2522", "cs_semmes": "2522", "cs_kershaw": "2522", "cs_barksdale": "2522"}
    game = engage(*N2, 1, 1, 1, 1, 5, 5, 5, pieces={**PAIR, "us_skirmisher_1": "2421"}, enemies=many)
    act(game, "no-works")
    play_on(game)
    assert where(game, "us_skirmisher_1") == "available"
    assert (game.piece("ai_XII_geary").step, game.piece("ai_XII_williams").step) == (1, 1)
    weak = {"ai_XII_geary": {"hex": "2421", "step": 6}, "ai_XII_williams": {"hex": "2422", "step": 6}}
    fall = engage(6, *N2, 6, 1, 5, 5, 5, pieces=weak, enemies=many)
    act(fall, "no-works")
    play_on(fall)
    assert [where(fall, id) for id in weak] == ["out", "out"], "a third loss falls on nobody"


@rule("J-K2a", "J-N2")
def test_a_skirmisher_goes_with_its_division():
    pieces = {"ai_XI_devens": {"hex": "2322", "step": 4}, "us_skirmisher_1": "2322", "ai_XI_schurz": "1419"}
    game = scene({**HILL, **pieces}, 1, 3, 6, 6, 1, 1, 1, 0, cup=CUP)
    open_fight(game, "2323", "2322")
    while not asked(game).endswith("Assault.attacker_sixes"):
        act(game, str(game.actions("CSA")[0]))
    act(game, "suffer ai_XI_devens", "suffer us_skirmisher_1")
    play_on(game)
    assert where(game, "ai_XI_devens") in ("lost", "out")
    assert where(game, "us_skirmisher_1") == "available"


# ---------------------------------------------------------------- retreats that absorb a loss


def assault_on_two(*dice: int, **steps: int):
    """Three brigades attack Devens in 2322 and Sykes in 2422 at once."""
    pieces = {
        "ai_XI_devens": {"hex": "2322", "step": steps["devens"] + 1},
        "ai_V_sykes": {"hex": "2422", "step": steps["sykes"] + 1},
    }
    game = scene({**HILL, **pieces}, 1, *dice, 0, cup=CUP)
    open_fight(game, "2323", "2322", "2422")
    while not asked(game).endswith("Activation.place"):
        actions = game.actions("CSA")
        easy = ("add-bonus", "subtract-bonus", "take-point", "let-them-choose")
        game.play("CSA", next((action for action in actions if action.word in easy), actions[-1]))
    return game


TWO = ("ai_XI_devens", "ai_V_sykes")
LAST = {"devens": 3, "sykes": 5}
"""Devens 6, [4], 3, [2] and Sykes 7, 6, [5], 4, [3], 2 on their last values."""


@rule("J-K3a")
def test_every_division_that_a_loss_would_destroy_retreats_one_by_one():
    both = assault_on_two(1, 5, 5, 1, 1, **LAST)
    assert [both.piece(id).step for id in TWO] == [3, 5], "neither takes its loss"
    assert not {where(both, id) for id in TWO} & {"2322", "2422", "lost", "out"}
    assert why(both).count("saves-itself") == 2
    first = assault_on_two(1, 5, 5, 1, 1, devens=2, sykes=5)
    assert why(first).count("saves-itself") == 1, "Devens shows 3, Sykes 2: the loss of Devens is the first"
    assert (where(first, "ai_XI_devens"), first.piece("ai_XI_devens").step) == ("2322", 3)
    assert where(first, "ai_V_sykes") not in ("2422", "lost", "out")
    strong = assault_on_two(3, 5, 5, 1, 1, 6, devens=1, sykes=3)
    assert [strong.piece(id).step for id in TWO] == [2, 4], "nobody would be destroyed: a die for the last loss alone"
    assert "saves-itself" not in why(strong)


@rule("J-K3a")
def test_a_retreat_absorbs_one_loss_and_no_more():
    game = assault(1, 5, 5, 1, 1, 1, 1, pieces={"ai_V_sykes": {"hex": "2322", "step": 6}, "ai_V_griffin": "2220"})
    assert "saves-itself" in why(game)
    assert where(game, "ai_V_sykes") == "out", "there is nobody else to take the second loss"


# ---------------------------------------------------------------- points after the roll


@rule("J-J1c", "J-J1d")
def test_the_fixed_points_are_given_after_the_roll():
    third = {"ai_III_birney": "2421", "ai_III_berry": "2422"}

    def fought(*faces: int, pieces=third, first: tuple[int, ...] = ()):
        game = activate("III", {**pieces, **STACK}, *first, *N2, *faces, 1, objectives={"III": SALEM["XII"]})
        act(game, *NOTHING)
        return game

    assert reason(fought(5, 4, 3, 3), "bonus") == {"points": 3, "used": 3, "hits": 3}, "the example of the rule"
    one_reduced = {**third, "ai_III_birney": {"hex": "2421", "step": 4}}
    assert reason(fought(4, 3, 1, pieces=one_reduced), "bonus") == {"points": 3, "used": 3, "hits": 2}
    both = {"ai_III_birney": {"hex": "2421", "step": 4}, "ai_III_berry": {"hex": "2422", "step": 3}}
    assert reason(fought(4, 3, 1, pieces=both), "bonus")["points"] == 3, "Berry shows 6, the third value of six: full strength"
    both["ai_III_berry"] = {"hex": "2422", "step": 4}
    worn = fought(3, 2, pieces=both, first=(6,))
    assert reason(worn, "bonus") == {"points": 2, "used": 2, "hits": 1}, "[800] is read first, and the Corps goes on"


# ---------------------------------------------------------------- Confederates lost


def lose_alone(unit: str, *faces: int, pieces=PAIR, **fields: Any):
    """A single Confederate unit on its reduced side is attacked by XII Corps, and loses its last level."""
    game = engage(*N2, *faces, pieces=pieces, enemies={unit: {"hex": "2522", "step": 2}}, **fields)
    while game.actors and asked(game).startswith("CSA Engagement"):
        actions = game.actions("CSA")
        easy = ("no-skirmishers", "no-works", "suffer")
        game.play("CSA", next((action for action in actions if action.word in easy), actions[0]))
    assert where(game, unit) == "lost"
    return game


THREE_HITS = (5, 5, 5, 1)


@rule("J-E4", "J-E5", "J-E1")
def test_a_strong_unit_lost_is_a_point_and_lies_on_the_track():
    game = lose_alone("cs_lane", *THREE_HITS)
    assert game.state.laid_csa == ("cs_lane",), "four on its front side"
    assert scored(game) == [("Union", 11, "J-E4")]


@rule("J-E4", "J-E5", "J-E1")
def test_a_weak_unit_lost_is_a_point_and_lies_nowhere():
    game = lose_alone("cs_posey", *THREE_HITS)
    assert scored(game) == [("Union", 11, "J-E5")]
    assert game.state.laid_csa == ()
    overrun = lose_alone("cs_perry")
    assert scored(overrun) == [("Union", 11, "J-E5")], "two on its front side"


@rule("J-E5")
def test_a_skirmisher_lost_is_nothing():
    game = engage(*N2, enemies={"cs_skirmisher_1": "2522"})
    assert "overrun" in why(game)
    assert game.state.vp == 12


@rule("J-E8")
def test_the_fifteenth_unit_lost_ends_the_game():
    names = (
        "mahone", "wright", "posey", "heth", "thomas", "archer", "ramseur",
        "doles", "smith", "paxton", "jones", "warren", "nicholls",
    )  # fmt: skip
    lost = {f"cs_{name}": {"box": "lost"} for name in names}
    fourteen = lose_alone("cs_perry", pieces={**PAIR, **lost}, vp=20)
    assert fourteen.over is None
    fifteen = lose_alone("cs_perry", pieces={**PAIR, **lost, "cs_barksdale": {"box": "lost"}}, vp=20)
    assert fifteen.over is not None
    assert (fifteen.over.winner, fifteen.over.reason) == ("Union", "units-lost")


# ---------------------------------------------------------------- six dice, works, markers


@rule("J-J3c")
def test_nobody_rolls_more_than_six_dice():
    sixth = {"ai_VI_brooks": "2421", "ai_VI_newton": "2422", "ai_VI_howe": "2521", "ai_VI_burnham": "2621"}
    mixed = {"cs_wofford": "2522", "cs_semmes": "2321"}
    goal = {"VI": {"area": "[020]", "value": 0}}
    game = activate("VI", {**sixth, **mixed}, 5, 6, 5, 0, *(1,) * 8, objectives=goal, combat=["VI"])
    while asked(game) != "CSA Activation.place":
        actions = game.actions("CSA")
        game.play("CSA", next((a for a in actions if a.word in ("no-skirmishers", "no-works")), actions[0]))
    attack = happened(game, DiceCounted)[0]
    assert sum(modifier.value for modifier in attack.modifiers) == 8, "(31 + 5) / 5 and a Combat marker"
    assert attack.dice == 6
