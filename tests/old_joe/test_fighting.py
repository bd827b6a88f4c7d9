"""Sections I, J and K: bombardment, the player's attacks, the automaton's engagements, losses."""

from itertools import product
from typing import Any

import pytest

from grognard.core.events import Rolled
from grognard.games.chancellorsville.old_joe.events import PageRead
from grognard.games.chancellorsville.victories.actions import Shell
from grognard.games.chancellorsville.victories.events import Bombarded, CombatOpened, Destroyed, DiceCounted
from tests.marks import rule
from tests.old_joe.table import (
    QUIET,
    act,
    activate,
    asked,
    happened,
    offered,
    open_fight,
    play_on,
    read,
    reason,
    scene,
    where,
    why,
)
from tests.victories import table as victories

HILL = {"cs_lane": "2323", "cs_heth": "2323", "cs_pender": "2323"}
CUP = ["cs_cmd_hill", "cs_cmd_early"]
GOAL = {"XII": {"area": "[020]", "value": 0}}
XII = {"ai_XII_geary": "2421", "ai_XII_williams": "2422"}
N2 = (1, 2, 1)
"""Page 3, first row: N(2)."""


def assault(*dice: int, pieces=None, **fields):
    """Lane, Heth and Pender (11) attack 2322."""
    game = scene({**HILL, **(pieces or {"ai_XI_devens": "2322"})}, 1, *dice, 0, cup=CUP, **fields)
    open_fight(game, "2323", "2322")
    return game


def dice(game) -> list[int]:
    return [event.dice for event in happened(game, DiceCounted)]


@rule("J-J1a", "J-J1b", "J-I2")
def test_the_breastwork_die():
    game = assault(4, 1, 1, 1, 1)
    assert game.state.works == {"2322": "Union"}
    assert game.rules.has_skirmisher(game, "XI")
    assert reason(game, "breastwork-die") == {"die": 4, "guns": 2, "effect": "level"}
    assert dice(game) == [2, 2], "11 against 6 + 1 + 2"
    low = assault(1, 1, 1, 1, 1)
    assert reason(low, "breastwork-die") == {"die": 1, "guns": 1, "effect": "die"}
    reduced = assault(5, 1, 1, 1, 1, 1, pieces={"ai_III_birney": {"hex": "2322", "step": 4}})
    assert reason(reduced, "breastwork-die")["guns"] == 2
    screened = assault(4, 1, 1, 1, 1, 1, pieces={"ai_III_birney": {"hex": "2322", "step": 4}})
    assert reason(screened, "breastwork-die")["guns"] == 2
    assert screened.rules.has_skirmisher(screened, "III")
    full = assault(5, 1, 1, 1, 1, 1, pieces={"ai_III_birney": "2322"})
    assert reason(full, "breastwork-die")["guns"] == 3
    both = {**HILL, "ai_III_birney": {"hex": "2322", "step": 4}, "ai_III_berry": "2422"}
    two = scene(both, 1, 5, *(1,) * 7, 0, cup=CUP)
    open_fight(two, "2323", "2322", "2422")
    assert reason(two, "breastwork-die")["guns"] == 3, "one of the two is at full strength"
    assert two.state.works == {"2322": "Union", "2422": "Union"}
    assert not two.rules.has_skirmisher(two, "III"), "an odd die"
    again = assault(4, 1, 1, 1, 1, 1, pieces={"ai_XI_devens": "2322", "us_skirmisher_1": "2322"})
    assert len(again.units_at("Union", again.piece("ai_XI_devens").hex)) == 2, "one skirmisher is all that it has"


@rule("J-N2", "J-J1a")
def test_the_skirmisher_of_the_breastwork_die_goes_by_lot_to_one_of_those_attacked():
    def screened(pieces: dict[str, str], *dice: int) -> list[str]:
        game = scene({**HILL, **pieces}, 1, 4, *dice, *(1,) * 7, 0, cup=CUP)
        open_fight(game, "2323", "2322", "2422")
        return [
            id
            for id in pieces
            if id in game.rules.components.divisions and len(game.units_at("Union", game.piece(id).hex)) == 2
        ]

    both = {"ai_III_birney": "2322", "ai_III_berry": "2422"}
    assert screened(both, 0) == ["ai_III_berry"]
    assert screened(both, 1) == ["ai_III_birney"], "the weaker as well"
    corps = {"ai_III_birney": "2322", "ai_XI_devens": "2422", "us_skirmisher_1": "2422"}
    assert screened(corps) == ["ai_III_birney", "ai_XI_devens"], "no lot: XI Corps has its skirmisher already"


@rule("J-J1c")
def test_fixed_modifiers():
    both = {"ai_III_birney": {"hex": "2421", "step": 4}, "ai_III_berry": "2422", "ai_XI_devens": {"hex": "2420", "step": 3}}
    game = scene(both, 0, cup=["cs_cmd_early"])
    points = game.rules.bonus_points
    assert points(game, ("ai_III_birney", "ai_III_berry")) == 3
    assert points(game, ("ai_III_birney",)) == 2
    assert points(game, ("ai_XI_devens",)) == 1
    assert points(game, ("ai_XI_devens", "ai_III_berry")) == 3
    assert points(game, ()) == 0


@rule("J-J1e", "J-N3")
def test_odds_as_in_the_main_game():
    more = {"cs_thomas": "2223", "cs_mcgowan": "2223", "ai_XI_devens": {"hex": "2322", "step": 4}}
    game = assault(3, 1, 1, 1, 1, 1, 1, 1, pieces=more)
    assert dice(game) == [4, 2], "11 against 2 + 1"
    plain, marked = assault(4, 1, 1, 1, 1), assault(4, 1, 1, 1, 1, 1, combat=["XI"])
    assert (dice(plain), dice(marked)) == ([2, 2], [2, 3]), "a Combat marker adds a die"
    assert dice(assault(4, 1, 1, 1, 1, combat=["V"])) == [2, 2], "that of another Corps does not"


@rule("J-K2a")
def test_a_natural_six_in_defence_strikes_the_strongest():
    game = assault(1, 1, 6, 1, pieces={"ai_XI_devens": "2322"})
    play_until(game, "Assault.defender_sixes")
    assert offered(game, "suffer") == {"cs_lane", "cs_pender"}, "four points each; Heth has three"
    act(game, "suffer cs_lane")
    assert game.piece("cs_lane").step == 1
    guns = scene({"cs_walker": "2323", "cs_heth": "2323", "ai_XI_devens": "2322"}, 1, 1, 1, 6, 1, 1, 0, cup=CUP)
    open_fight(guns, "2323", "2322")
    play_on(guns)
    assert (guns.piece("cs_heth").step, guns.piece("cs_walker").step) == (1, 0), "infantry before artillery"
    alone = scene({"cs_lane": "2323", "ai_III_birney": "2322"}, 1, 1, 1, 6, 6, 6, 6, 0, cup=CUP)
    open_fight(alone, "2323", "2322")
    play_on(alone)
    assert where(alone, "cs_lane") == "lost", "two levels for four sixes"


def play_until(game, kind: str) -> None:
    for _ in range(20):
        if asked(game).endswith(kind):
            return
        actions = game.actions("CSA")
        game.play("CSA", actions[0] if actions[0].word in ("add-bonus", "subtract-bonus") else actions[-1])
    raise AssertionError(kind)


@rule("J-K3a")
def test_the_last_loss_may_become_a_retreat():
    friends = {"ai_XI_devens": "2322", "ai_XI_schurz": "2220"}
    goes = assault(1, 5, 1, 1, 2, pieces=friends)
    play_on(goes)
    assert where(goes, "ai_XI_devens") != "2322"
    assert goes.piece("ai_XI_devens").step == 0
    assert goes.piece("ai_XI_devens").order == 1, "it has left its breastworks"
    stands = assault(1, 5, 1, 1, 3, pieces=friends)
    play_on(stands)
    assert where(stands, "ai_XI_devens") == "2322"
    assert stands.piece("ai_XI_devens").step == 1
    careful = assault(1, 5, 1, 1, 3, pieces=friends, attitude="C", hooker=5)
    play_on(careful)
    assert where(careful, "ai_XI_devens") != "2322", "3 - 1 = 2"
    last = assault(1, 5, 1, 1, 1, 1, 1, pieces={**friends, "ai_XI_devens": {"hex": "2322", "step": 4}})
    play_on(last)
    assert where(last, "ai_XI_devens") not in ("2322", "lost"), "always, if the loss would eliminate it"
    twice = assault(1, 5, 5, 1, 1, 2, pieces={**friends, "ai_XI_devens": {"hex": "2322", "step": 2}})
    play_on(twice)
    assert where(twice, "ai_XI_devens") != "2322"
    assert twice.piece("ai_XI_devens").step == 2
    assert not twice.rules.has_skirmisher(twice, "XI"), "the first of the two losses is taken"


@rule("J-K3a", "J-B0d")
def test_a_division_retreats_through_friends_to_a_free_hex():
    friends = {"ai_V_griffin": "2221", "ai_V_sykes": "2321", "ai_V_humphreys": "2421", "ai_III_birney": "2422"}
    crowd = {**friends, "ai_III_berry": "2222", "ai_XI_schurz": "2120"}
    game = assault(1, 5, 1, 1, 2, pieces={"ai_XI_devens": "2322", **crowd})
    play_on(game)
    assert where(game, "ai_XI_devens") == "2121", "by way of Griffin's hex"
    assert [where(game, id) for id in crowd] == [*crowd.values()]


@rule("J-A2")
def test_a_division_that_retreats_over_a_pontoon_leaves_it():
    pieces = {**dict.fromkeys(HILL, "1817"), "ai_V_griffin": "1816", "ai_V_sykes": "1814"}
    game = scene(pieces, 1, 1, 5, 1, 1, 1, 0, cup=CUP, pontoons={"1815-1816": "Union"})
    open_fight(game, "1817", "1816")
    play_on(game)
    assert where(game, "ai_V_griffin") == "1815"
    assert game.state.pontoons == {"1815-1816": "Union"}
    assert game.state.in_hand.get("Union", 0) == scene({}, 0, cup=["cs_cmd_early"]).state.in_hand.get("Union", 0)


@rule("J-K3a")
def test_a_division_that_cannot_retreat():
    ring = {"cs_thomas": "2222", "cs_archer": "2221", "cs_mcgowan": "2321", "cs_wright": "2421", "cs_mahone": "2422"}
    pieces = {"ai_XI_devens": "2322", "ai_XI_schurz": "2220", **ring}
    loses = assault(1, 5, 1, 1, pieces=pieces)
    play_on(loses)
    assert (where(loses, "ai_XI_devens"), loses.piece("ai_XI_devens").step) == ("2322", 1), "without a die"
    forced = assault(1, 6, 1, 1, pieces=pieces)
    play_until(forced, "Assault.attacker_sixes")
    act(forced, "force-retreat")
    assert where(forced, "ai_XI_devens") == "lost"
    goes = assault(1, 6, 1, 1, pieces={"ai_XI_devens": "2322", "ai_XI_schurz": "2220"})
    play_until(goes, "Assault.attacker_sixes")
    act(goes, "force-retreat")
    assert where(goes, "ai_XI_devens") == "2221", "toward Schurz"
    assert goes.piece("ai_XI_devens").step == 1, "which absorbs nothing"


RING = {
    "cs_thomas": "2222", "cs_archer": "2321", "cs_mcgowan": "2421", "cs_wright": "2422",
    "cs_mahone": "2121", "cs_posey": "2122", "cs_perry": "2220",
}  # fmt: skip
"""Confederates around 2322 and 2221, where friends stand."""


@rule("J-K3a")
def test_a_division_with_no_free_hex_behind_its_friends_takes_the_loss():
    game = assault(1, 5, 1, 1, pieces={"ai_XI_devens": "2322", "ai_V_griffin": "2221", **RING})
    play_on(game)
    assert (where(game, "ai_XI_devens"), game.piece("ai_XI_devens").step) == ("2322", 1), "without a die"
    open_way = {id: h for id, h in RING.items() if id != "cs_posey"}
    goes = assault(1, 5, 1, 1, 2, pieces={"ai_XI_devens": "2322", "ai_V_griffin": "2221", **open_way})
    play_on(goes)
    assert where(goes, "ai_XI_devens") == "2122"


@rule("J-K3a", "J-E3")
def test_a_division_that_falls_among_friends_takes_nobody_with_it():
    friends = {"ai_V_griffin": "2221", "us_skirmisher_1": "2221"}
    game = assault(1, 6, 1, 1, pieces={"ai_XI_devens": "2322", **friends, **RING})
    play_until(game, "Assault.attacker_sixes")
    act(game, "force-retreat")
    play_on(game)
    assert where(game, "ai_XI_devens") == "out"
    assert {id: where(game, id) for id in friends} == friends


TWO = {"ai_XI_devens": "2222", "us_skirmisher_1": "2222", "ai_II_hancock": "2422", "us_skirmisher_2": "2422"}
"""Two divisions with skirmishers, both next to 2323."""


@rule("J-K3a", "J-N2")
@pytest.mark.parametrize(
    ("friends", "ends"),
    [
        ({"ai_V_sykes": "2521"}, "2421"),
        (
            {"ai_V_sykes": "2322", "ai_V_humphreys": "2421", "ai_III_birney": "2522", "ai_III_berry": "2423",
             "ai_I_wadsworth": "2523"},
            "2321",
        ),
    ],
)  # fmt: skip
def test_a_skirmisher_retreats_with_its_division_through_friends_too(friends: dict[str, str], ends: str):
    game = scene({**HILL, **TWO, **friends}, 1, 4, 6, 1, 1, 1, 1, 0, cup=CUP)
    open_fight(game, "2323", "2222", "2422")
    play_until(game, "Assault.attacker_sixes")
    act(game, "force-retreat")
    play_on(game)
    assert where(game, "us_skirmisher_1") == "available", "it has taken the loss"
    assert (where(game, "ai_II_hancock"), where(game, "us_skirmisher_2")) == (ends, ends)


@rule("J-K3a", "J-N2")
def test_a_skirmisher_is_lost_with_a_division_that_cannot_go_on():
    ring = {"cs_thomas": "2322", "cs_archer": "2522", "cs_mcgowan": "2423", "cs_wright": "2523", "ai_V_sykes": "2421"}
    behind = {"cs_mahone": "2320", "cs_posey": "2321", "cs_perry": "2420", "cs_wilcox": "2521"}
    game = scene({**HILL, **TWO, **ring, **behind}, 1, 4, 6, 1, 1, 1, 1, 0, cup=CUP)
    open_fight(game, "2323", "2222", "2422")
    play_until(game, "Assault.attacker_sixes")
    act(game, "force-retreat")
    play_on(game)
    assert (where(game, "ai_II_hancock"), where(game, "us_skirmisher_2")) == ("out", "available")
    assert where(game, "ai_V_sykes") == "2421"


@rule("J-E3")
def test_a_fallen_division_is_settled_before_the_next_counter_is_drawn():
    game = scene({"ai_XI_devens": {"box": "lost"}}, 0, cup=["cs_cmd_early"], fallen=["ai_XI_devens"])
    assert asked(game) == "CSA Trophies.choose"
    act(game, "take-point ai_XI_devens")
    assert (game.state.vp, asked(game)) == (13, "CSA Activation.place")


@rule("J-E3", "J-E7")
def test_an_eliminated_division_is_a_point_or_lies_on_the_track():
    game = scene({"ai_XI_devens": "2322"}, 0, cup=["cs_cmd_early"], fallen=[])
    game.rules.eliminate(game, "ai_XI_devens", "J-E3")
    assert (game.state.vp, game.state.fallen, game.state.fell) == (12, ("ai_XI_devens",), True)
    assert [(event.unit, event.hex) for event in happened(game, Destroyed)] == [("ai_XI_devens", "2322")]
    position: dict[str, Any] = {"fallen": ["ai_XI_devens"], "laid_union": ["ai_V_griffin", "ai_V_sykes"], "vp": 22}
    lost = {"ai_XI_devens": {"box": "lost"}, "cs_wofford": "3030"}
    laid = scene(lost, phase="activations", cup=[], turn=2, **position)
    assert asked(laid) == "CSA Trophies.choose"
    act(laid, "lay-on-track ai_XI_devens")
    assert laid.state.laid_union[-1] == "ai_XI_devens"
    assert reason(laid, "laid-on-track") == {"unit": "Devens", "space": 23}
    assert laid.rules.ends(laid) == (0, 23)
    point = scene(lost, phase="activations", cup=[], turn=2, **position)
    act(point, "take-point ai_XI_devens")
    assert point.state.vp == 23
    for choice in ("lay-on-track", "take-point"):
        won = scene(lost, phase="activations", cup=[], turn=2, **{**position, "vp": 23})
        act(won, f"{choice} ai_XI_devens")
        assert won.over is not None, "the marker has come to the end of the track, which was shortened or not"
        assert (won.over.winner, won.over.level) == ("CSA", "strategic")


# ---------------------------------------------------------------- engagements


def engage(*faces: int, pieces=None, enemies=None, objectives=None, **fields):
    """XII Corps, adjacent, engages by the row given first."""
    return activate(
        "XII",
        {**(pieces or XII), **(enemies or {"cs_wofford": "2522", "cs_semmes": "2522"})},
        *faces,
        objectives=objectives or GOAL,
        **fields,
    )


@rule("J-I1", "J-J2a", "J-J2b", "J-I3a")
def test_guns_bombard_and_count_in_the_engagement():
    game = engage(*QUIET, 0, 1, 1, 1, 1, 1)
    assert asked(game) == "CSA Bombardment.dig"
    assert reason(game, "bombards") == {"hex": "2522", "factor": 2}
    act(game, "no-works", "no-skirmishers", "no-works")
    assert dice(game) == [3, 1], "17 + 2 against 8"
    (opened,) = happened(game, CombatOpened)
    assert (set(opened.units), opened.hexes) == ({"ai_XII_geary", "ai_XII_williams"}, ("2522",))
    assert happened(game, Bombarded) == [Bombarded("Union", (), 2, "2522", "troops")]
    guns = engage(*QUIET, 0, 1, 1, 1, 1, 1, enemies={"cs_walker": "2522"})
    assert happened(guns, Bombarded)[0].kind == "guns", "they are alone"
    mixed = engage(*QUIET, 0, 1, 1, 1, 1, 1, enemies={"cs_walker": "2522", "cs_lane": "2522"})
    assert happened(mixed, Bombarded)[0].kind == "troops", "infantry is with them"
    hidden = engage(*QUIET, 0, 1, 1, 1, 1, 1, enemies={"cs_walker": "2522", "cs_dummy_1": "2522"})
    assert happened(hidden, Bombarded)[0].kind == "guns", "a dummy is nobody"


@rule("J-J2a")
def test_all_in_contact_attack_all_next_to_them():
    pieces = {**XII, "us_skirmisher_1": "2421", "ai_V_griffin": "2521"}
    game = engage(*N2, *(1,) * 5, pieces=pieces, enemies={"cs_wofford": "2522", "cs_semmes": "2423", "cs_kershaw": "2623"})
    act(game, "no-skirmishers", "no-works")
    (opened,) = happened(game, CombatOpened)
    assert set(opened.units) == {"ai_XII_geary", "ai_XII_williams", "us_skirmisher_1"}, "Griffin is of another Corps"
    assert opened.hexes == ("2423", "2522"), "Kershaw is not next to them"


@rule("J-J2b")
def test_dice_by_fives():
    pieces = {**XII, "ai_XII_geary": {"hex": "2421", "step": 2}}
    game = engage(*N2, *(1,) * 4, pieces=pieces, enemies={"cs_paxton": "2522", "cs_pender": "2522", "cs_lane": "2423"})
    act(game, "no-skirmishers", "no-works")
    assert [event.modifiers[0].args["points"] for event in happened(game, DiceCounted)] == [18, 11]
    assert dice(game) == [3, 2], "rounded down"


@rule("J-J2b")
def test_a_fortification_adds_a_die_to_the_defence():
    game = engage(*N2, *(1,) * 5, forts={"2522": "CSA"})
    while not happened(game, DiceCounted):
        act(game, str(game.actions("CSA")[-1]))
    assert dice(game) == [3, 2], "17 + 2 against 8, by fives"
    ours, theirs = ([(m.label, m.value) for m in event.modifiers] for event in happened(game, DiceCounted))
    assert (ours, theirs) == ([("dice-by-fives", 3)], [("dice-by-fives", 1), ("in-fortification", 1)])


@rule("J-A2")
def test_of_several_kinds_of_ground_the_automaton_takes_that_with_the_fewest_dice():
    pieces = {"cs_lane": "2221", "cs_heth": "2221", "cs_pender": "2221", "ai_XI_devens": "2322", "ai_XI_schurz": "2321"}
    game = scene(pieces, 1, 1, *(1,) * 6, 0, cup=CUP)
    open_fight(game, "2221", "2321", "2322")
    assert happened(game, DiceCounted)[0].cap == 4, "woods, not open ground"


@rule("J-I3b")
def test_n_values_do_not_bombard():
    game = engage(*N2, 1, 1, 1, 1)
    assert reason(game, "no-bombardment") == {"arty": 2}
    act(game, "no-skirmishers", "no-works")
    assert dice(game) == [3, 1]


def fired_at(*dice: int, h: str = "2322", more: dict[str, Any] | None = None, **fields: Any):
    """Walker's guns next to Devens fire."""
    guns = fields.pop("guns", "2323")
    pieces = {"ai_XI_devens": h, "cs_walker": guns, "cs_lane": guns, **(more or {})}
    game = scene(pieces, 1, *(dice or (1,)), 0, cup=CUP, **fields)
    act(game, f"place-command {guns}")
    if "cs_alexander" in pieces:
        act(game, "take-along cs_alexander")
    act(game, "end-marches", f"shell {h} troops")
    if asked(game).endswith("Bombardments.fire"):
        act(game, "fire-guns 3")
    return game


@rule("J-I4")
def test_the_automaton_digs_in_under_fire():
    bold = fired_at()
    assert bold.state.works == {}, "aggressive, in the woods"
    assert reason(bold, "does-not-dig") == {"attitude": "A", "terrain": "woods"}
    assert fired_at(attitude="C", hooker=5).state.works == {"2322": "Union"}
    open_ground = fired_at(h="2321", guns="2322")
    assert open_ground.state.works == {"2321": "Union"}, "aggressive, but in the open"
    assert reason(open_ground, "digs-under-fire") == {"attitude": "A", "terrain": "open"}
    (shot,) = [event for event in happened(open_ground, Rolled) if event.purpose == "bombardment"]
    assert ("target-in-breastworks", -1) in {(modifier.label, modifier.value) for modifier in shot.modifiers}
    assert not [event for event in happened(open_ground, Rolled) if event.purpose == "breastwork"], "its die comes in combat"


@rule("J-I4")
def test_what_fire_does_to_a_division_with_skirmishers():
    out = {"us_skirmisher_1": "2322", "cs_alexander": "2323"}
    disorganised = fired_at(5, more=out)
    hit = fired_at(6, more=out)
    results = {game.piece("ai_XI_devens").order: where(game, "us_skirmisher_1") for game in (disorganised, hit)}
    assert results == {1: "2322", 0: "available"}
    assert hit.piece("ai_XI_devens").step == 0


@rule("J-J2c", "J-N3")
def test_the_automaton_rolls_first_and_raises_its_dice():
    game = engage(*N2, 6, 4, 3, 1, 1, 1, combat=["XII"])
    act(game, "no-skirmishers", "no-works")
    assert dice(game) == [4, 1], "a Combat marker adds a die"
    stacks = {"cs_paxton": "2522", "cs_pender": "2522", "cs_lane": "2423"}
    adds = engage(*N2, 1, 1, 1, 1, enemies=stacks)
    for answer, policy in (("no-skirmishers", "no-reserves"), ("no-works", "digs-in"), ("add-bonus 43", "best-share")):
        ask = adds.question("CSA")
        assert ask is not None
        named, action = adds.rules.default_answer(adds, ask)
        assert named == policy
        assert policy != "best-share" or str(action) == "add-bonus 52"
        proposed = [str(action) for proposal in adds.rules.proposals(adds, "CSA") for action in proposal.actions]
        assert proposed == (["add-bonus 52"] if policy == "best-share" else [])
        if policy != "best-share":
            act(adds, answer)
    assert asked(adds) == "CSA Engagement.defender_adds", "declared before the roll"
    assert offered(adds, "add-bonus") == {"52", "43"}, "three points on two dice"
    other = engage(*N2, 6, 4, 3, 1, 1, combat=["V"])
    act(other, "no-skirmishers", "no-works")
    assert dice(other) == [3, 1], "that of another Corps does not"
    assert reason(game, "bonus") == {"points": 2, "used": 1, "hits": 2}
    assert game.state.combat == frozenset()


@rule("J-J3a")
def test_one_breastwork_and_one_skirmisher():
    enemies = {"cs_wofford": "2522", "cs_semmes": "2423"}
    game = engage(*N2, 1, 1, 1, enemies=enemies)
    assert asked(game) == "CSA Engagement.skirmish"
    act(game, "send-skirmishers cs_wofford")
    assert asked(game) == "CSA Engagement.dig", "one skirmisher only"
    assert offered(game, "dig-in") == {"2522", "2423"}
    act(game, "dig-in 2522")
    assert asked(game) == "CSA Engagement.choose_works", "one breastwork only"
    act(game, "take-die")
    assert dice(game)[0] == 2
    assert game.state.works == {"2522": "CSA"}


@rule("J-J3a")
def test_works_strike_only_who_is_next_to_them():
    enemies = {"cs_wofford": "2522", "cs_semmes": "2320"}
    apart = {"ai_XII_geary": "2321", "ai_XII_williams": "2422"}
    game = engage(*N2, 1, 1, 1, 1, pieces=apart, enemies=enemies, works={"2522": "CSA", "2320": "CSA"})
    act(game, "no-skirmishers")
    assert asked(game) == "CSA Engagement.choose_works", "no third breastwork, and one effect of the two"
    act(game, "take-level")
    play_on(game)
    assert (game.piece("ai_XII_geary").step, game.piece("ai_XII_williams").step) == (1, 0), "one loss, to the stronger"
    only = engage(*N2, 1, 1, 1, 1, pieces=apart, enemies=enemies, works={"2522": "CSA"})
    act(only, "no-skirmishers", "no-works", "take-level")
    play_on(only)
    assert (only.piece("ai_XII_geary").step, only.piece("ai_XII_williams").step) == (0, 1), "Geary is not next to 2522"


@rule("J-J3b", "J-J3c")
def test_terrain_limits_only_if_all_stand_on_the_same():
    game = engage(*N2, 1, 1, 1, 1)
    act(game, "no-skirmishers", "no-works")
    woods = game.rules.components.terrain.hexes["woods"].dice_cap
    assert happened(game, DiceCounted)[0].cap == min(6, woods)
    mixed = engage(*N2, 1, 1, 1, 1, enemies={"cs_wofford": "2522", "cs_semmes": "2321"})
    act(mixed, "no-skirmishers", "no-works")
    assert happened(mixed, DiceCounted)[0].cap == 6
    assert not any(modifier.label == "encircled" for modifier in happened(mixed, DiceCounted)[0].modifiers)


@rule("J-J3d")
def test_a_weak_unit_is_overrun():
    game = engage(*N2, enemies={"cs_perry": {"hex": "2522", "step": 2}})
    assert where(game, "cs_perry") == "lost"
    assert "overrun" in why(game)
    assert happened(game, DiceCounted) == []
    reduced = {"hex": "2522", "step": 2}
    for enemies in ({"cs_lane": reduced}, {"cs_perry": "2522"}, {"cs_perry": reduced, "cs_skirmisher_1": "2522"}):
        stronger = engage(*N2, *(1,) * 6, enemies=enemies)
        assert "overrun" not in why(stronger), "not a single unit of strength 1"
    for step, overruns in ((5, True), (6, False)):
        worn = {"ai_XII_geary": {"hex": "2421", "step": step}, "ai_XII_williams": {"hex": "2422", "step": 6}}
        game = engage(6, *N2, *(() if overruns else (1, 1)), pieces=worn, enemies={"cs_perry": reduced})
        assert ("overrun" in why(game)) is overruns, "with 3 and 2, but not with 2 and 2"


@rule("J-J3e")
def test_an_attack_with_fewer_dice_may_be_broken_off():
    weak = {"ai_XII_geary": {"hex": "2421", "step": 5}, "ai_XII_williams": {"hex": "2422", "step": 1}}
    many = {"cs_wofford": "2522", "cs_semmes": "2522", "cs_kershaw": "2522", "cs_barksdale": "2522"}
    off = engage(*N2, 4, pieces=weak, enemies=many, attitude="C", hooker=5)
    act(off, "no-works")
    assert dice(off) == [2, 3]
    assert reason(off, "breaks-off") == {"total": 3}
    fought = engage(*N2, 4, 1, 1, 1, 1, 1, pieces=weak, enemies=many)
    act(fought, "no-works")
    assert "breaks-off" not in why(fought)
    rolled = [(event.purpose, [(m.value, m.label) for m in event.modifiers]) for event in happened(fought, Rolled)]
    assert ("break-off", [(-1, "fewer-dice"), (1, "aggressive")]) in rolled
    three = {id: h for id, h in many.items() if id != "cs_barksdale"}
    equal = engage(*N2, 1, 1, 1, 1, pieces=weak, enemies=three, attitude="C", hooker=5)
    while not happened(equal, DiceCounted):
        act(equal, str(next(action for action in equal.actions("CSA") if action.word in ("no-skirmishers", "no-works"))))
    assert dice(equal) == [2, 2]
    assert not [event for event in happened(equal, Rolled) if event.purpose == "break-off"], "as many dice: it attacks"


@rule("J-K2b")
def test_a_six_forces_who_stands_in_works():
    game = engage(*N2, 6, 1, 1, 1)
    act(game, "no-skirmishers", "dig-in 2522", "take-level")
    assert reason(game, "forces-retreat") == {"hex": "2522"}
    play_on(game)
    assert where(game, "cs_wofford") != "2522"
    assert where(game, "cs_semmes") != "2522"
    assert sum(game.piece(id).step for id in ("cs_wofford", "cs_semmes")) == 1, "the six still inflicts its loss"
    plain = engage(*N2, 6, 1, 1, 1)
    act(plain, "no-skirmishers", "no-works")
    assert "forces-retreat" not in why(plain)
    assert asked(plain) == "CSA Engagement.attacker_sixes", "it only places its loss"
    assert offered(plain, "suffer") == {"cs_wofford", "cs_semmes"}, "equally strong"
    careful = engage(*N2, 6, 1, 1, 1, attitude="C", hooker=5)
    act(careful, "no-skirmishers", "dig-in 2522", "take-level")
    assert "forces-retreat" not in why(careful), "works count only against the aggressive"
    none = engage(*N2, 5, 1, 1, 1)
    act(none, "no-skirmishers", "dig-in 2522", "take-level")
    assert "forces-retreat" not in why(none)
    assert asked(none) == "CSA Engagement.defender_loses", "no six: the player chooses who takes the loss"


@rule("J-K2b")
def test_a_six_forces_who_stands_on_the_objective():
    pieces = {"ai_XII_geary": "2822", "ai_XII_williams": "2922", "cs_wofford": "2923", "cs_semmes": "2923"}
    goal = {"XII": {"area": "[021]", "value": 1}}
    fields = {"attitude": "C", "hooker": 5, "objectives": goal, "areas": {"XII": "[019]"}}
    game = activate("XII", pieces, *N2, 6, 1, 1, 1, 1, 1, **fields)
    act(game, "no-skirmishers", "no-works")
    assert reason(game, "forces-retreat") == {"hex": "2923"}
    kept = activate("XII", pieces, *N2, 6, 1, 1, 6, **fields)
    act(kept, "no-skirmishers", "no-works")
    play_until(kept, "Engagement.defender_sixes")
    act(kept, "cancel-retreat")
    play_on(kept)
    assert where(kept, "cs_semmes") == "2923", "a six of the player's cancels it"
    strikes = activate("XII", pieces, *N2, 6, 1, 1, 6, 1, 1, **fields)
    act(strikes, "no-skirmishers", "no-works")
    play_until(strikes, "Engagement.defender_sixes")
    act(strikes, "suffer ai_XII_geary")
    play_on(strikes)
    assert where(strikes, "cs_semmes") != "2923", "unless it is used to strike"
    assert strikes.piece("ai_XII_geary").step == 1


@rule("J-K2b")
def test_a_six_forces_who_cannot_retreat():
    ring = {"ai_V_griffin": "2622", "ai_V_sykes": "2621", "ai_III_birney": "2523", "ai_III_berry": "2521"}
    game = engage(*N2, 6, 1, 1, 1, pieces={**XII, **ring}, attitude="C", hooker=5)
    act(game, "no-skirmishers", "no-works")
    assert reason(game, "forces-retreat") == {"hex": "2522"}
    play_on(game)
    assert {where(game, "cs_wofford"), where(game, "cs_semmes")} == {"lost"}


@rule("J-K3b", "J-K3c")
def test_the_player_retreats_to_absorb_and_the_strongest_advances():
    game = engage(*N2, 5, 5, 1, 1)
    act(game, "no-skirmishers", "no-works")
    play_until(game, "Engagement.defender_loses")
    assert offered(game, "retreat-stack") == set(), "the first loss is taken"
    act(game, "suffer cs_wofford")
    assert offered(game, "retreat-stack") == {"2522"}
    act(game, "retreat-stack 2522")
    play_on(game)
    assert where(game, "cs_semmes") != "2522"
    assert where(game, "ai_XII_geary") == "2522"
    held = engage(*N2, 1, 1, 1, 1)
    act(held, "no-skirmishers", "no-works")
    play_on(held)
    assert [where(held, id) for id in XII] == [*XII.values()], "nobody left a hex"
    assert "no-advance" not in why(held)
    away = engage(*N2, 5, 5, 1, 1, objectives={"XII": {"area": "[022]", "value": 0}})
    act(away, "no-skirmishers", "no-works", "suffer cs_wofford", "retreat-stack 2522")
    play_on(away)
    assert [where(away, id) for id in XII] == [*XII.values()], "not away from the objective"
    assert "no-advance" in why(away)


@rule("J-K3c")
def test_which_stacks_may_absorb_a_loss():
    def second(**ring: str):
        enemies = {"cs_wofford": "2522", "cs_semmes": "2423"}
        game = engage(*N2, 5, 5, 5, 1, pieces={**XII, **ring}, enemies=enemies)
        act(game, "no-skirmishers", "no-works")
        play_until(game, "Engagement.defender_loses")
        act(game, "suffer cs_wofford")
        return game

    game = second()
    assert offered(game, "retreat-stack") == {"2522", "2423"}
    act(game, "retreat-stack 2522")
    assert offered(game, "retreat-stack") == {"2423"}, "each stack once"
    play_on(game)
    assert where(game, "cs_wofford") != "2522"
    shut = second(ai_V_griffin="2622", ai_V_sykes="2621", ai_III_birney="2523", ai_III_berry="2521")
    assert offered(shut, "retreat-stack") == {"2423"}, "Wofford has nowhere to go"


@rule("J-C2d")
def test_an_advance_reaches_the_objective_and_reads_its_paragraph():
    pieces = {"ai_XII_geary": "2822", "ai_XII_williams": "2922", "cs_wofford": "2923", "cs_semmes": "2923"}
    goal = {"XII": {"area": "[021]", "value": 1}}
    game = activate("XII", pieces, *N2, 5, 5, 1, 1, 2, 4, objectives=goal, areas={"XII": "[019]"})
    act(game, "no-skirmishers", "no-works", "suffer cs_wofford", "retreat-stack 2923")
    play_on(game)
    assert where(game, "ai_XII_geary") == "2923"
    assert game.state.vp == 11
    assert game.state.areas["XII"] == "[021]"
    assert game.state.objectives["XII"].area == "[020]"
    farther = activate("XII", pieces, *N2, 5, 5, 1, 1, objectives=GOAL, areas={"XII": "[019]"})
    act(farther, "no-skirmishers", "no-works", "suffer cs_wofford", "retreat-stack 2923")
    play_on(farther)
    assert where(farther, "ai_XII_geary") == "2923"
    assert farther.state.areas["XII"] == "[019]", "an advance to another hex reaches nothing"
    stood = {"ai_XII_geary": "2922", "ai_XII_williams": "2923", "cs_wofford": "3023", "cs_semmes": "3023"}
    stays = activate("XII", stood, *N2, 1, 1, 1, 1, objectives=goal, areas={"XII": "[019]"})
    play_on(stays)
    assert stays.state.areas["XII"] == "[019]", "nor does who stood there before"


@rule("J-K4")
def test_a_disorganised_division_takes_no_part():
    pieces = {**XII, "ai_XII_williams": {"hex": "2422", "states": ["disorganised"]}}
    game = engage(*N2, pieces=pieces)
    assert "no-engagement" in why(game)


# ---------------------------------------------------------------- the booklet


@rule("J-PLOC")
def test_every_location_paragraph_gives_what_its_table_says():
    slow = (1, 1, 1)
    parts = scene({}, 0, cup=["cs_cmd_early"]).rules.components
    for number, paragraph in parts.locations.items():
        for red, white in ((1, 2), (3, 5), (6, 1)):
            game = activate("XII", {"ai_XII_geary": "0936"}, *slow, red, white, areas={"XII": number})
            assert read(game) == [number]
            (row,) = (row for row in paragraph.table if red in row.red and white in row.white)
            goal = game.state.objectives.get("XII")
            assert (goal and goal.area, goal.value if goal else 0) == (row.area, row.value)
        for red, white in product(range(1, 7), repeat=2):
            assert len([row for row in paragraph.table if red in row.red and white in row.white]) == 1
            assert parts.location_row(number, "XII", red, white).area != number
    assert parts.location_row("[018]", "VI", 5, 1).area == "[016]", "a table of its own"
    assert parts.location_row("[018]", "I", 5, 1).area == "[013]"


@rule("J-PAGES")
def test_the_pages_on_average():
    parts = scene({}, 0, cup=["cs_cmd_early"]).rules.components
    rows = [parts.row(a + b, c) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)]
    assert round(sum(row.proximity.A for row in rows) / 216, 1) == 4.3
    assert abs(sum(row.proximity.C for row in rows) / 216 - 2.6) < 0.1
    assert round(sum(row.arty_value for row in rows) / 216, 1) == 2.8


@rule("J-PAGES", "J-C1c")
def test_every_page_is_read_in_play():
    goal = {"XII": {"area": "[025]", "value": 0}}
    for page in range(2, 13):
        for third in (1, 3, 5):
            first = max(1, page - 6)
            game = activate("XII", {"ai_XII_geary": "0936"}, first, page - first, third, 0, objectives=goal)
            (event,) = happened(game, PageRead)
            row = game.rules.components.row(page, third)
            assert (event.page, event.row) == (page, f"{third}-{third + 1}")
            assert (event.behaviour, event.proximity, event.arty) == (row.behaviour, row.proximity.A, row.arty)


@rule("J-N3")
def test_a_marker_serves_the_first_combat_only():
    marked = {"combat": ["XI"], "pieces": {"ai_XI_devens": "2322"}}
    game = assault(3, 1, 1, 1, 1, 1, **marked)
    play_on(game)
    assert dice(game)[1] == dice(assault(3, 1, 1, 1, 1, pieces={"ai_XI_devens": "2322"}))[1] + 1
    assert game.state.combat == frozenset(), "used in defence"
    twice = activate("XII", XII, 3, 4, 5, objectives={"XII": {"area": "[025]"}}, combat=["XII"])
    assert twice.state.combat == {"XII"}, "a second marker adds nothing"


@rule("J-N3", "J-J3e")
def test_a_marker_is_kept_if_the_attack_is_broken_off():
    weak = {"ai_XII_geary": {"hex": "2421", "step": 6}, "ai_XII_williams": {"hex": "2422", "step": 3}}
    first = dict.fromkeys(("cs_wofford", "cs_semmes", "cs_kershaw", "cs_barksdale"), "2522")
    many = {**first, "cs_mahone": "2423", "cs_wright": "2423"}
    off = engage(*N2, 1, pieces=weak, enemies=many, attitude="C", hooker=5, combat=["XII"])
    play_on(off)
    assert "breaks-off" in why(off)
    assert off.state.combat == {"XII"}, "no die was rolled for it"


@rule("U12.8", "J-A1")
def test_guns_or_troops_are_named_only_where_a_stack_holds_both():
    guns = {"cs_walker": "2323", "ai_XI_devens": "2322"}
    game = scene(guns, 1, 0, cup=CUP)
    act(game, "place-command 2323", "end-marches")
    assert offered(game, "shell") == {"2322 troops"}
    refused = game.why_not("CSA", Shell("2322", "guns"))
    assert refused is not None
    assert refused.key == "none-of-that-kind"
    main = victories.scene({"cs_walker": "2323", "us_candy": "2322"}, "cs_cmd_hill")
    act(main, "place-command 2323", "end-marches")
    assert victories.offered(main, "shell") == {"2322 guns", "2322 troops"}, "in the main game stacks are hidden"
