"""Step 5: combat."""

from collections import Counter
from itertools import product

import pytest

from grognard.core.dice import Enumerated, Fork
from grognard.core.events import Rolled, Thrown
from grognard.games.chancellorsville.perfect_plan.actions import Fight
from grognard.games.chancellorsville.perfect_plan.combat import ways_to_hit, winner
from grognard.games.chancellorsville.perfect_plan.events import (
    CombatEnded,
    FaceUp,
    FellBack,
    RodeOff,
    TrenchGone,
    UnitLost,
    VolleyFired,
)
from grognard.games.chancellorsville.perfect_plan.state import Plan
from tests.marks import rule
from tests.perfect_plan.table import COUNTERS, act, asked, happened, may, offered, plan, refused, trenches, where

AREA = "zoan_church"
"""Touches Chancellorsville, Catharine Furnace, Spotsylvania and Salem Church."""


def combat(
    aop: str, anv: str, *dice: int, attacker: str = "AoP", others: dict[str, dict[str, str]] | None = None, **fields: object
) -> Plan:
    """A combat in Zoan Church that AoP has just begun in its impulse."""
    elsewhere = {"AoP": {"elys_ford": "small-6"}, "ANV": {"bowling_green": "small-4"}} | (others or {})
    game = plan(
        {AREA: aop, **elsewhere["AoP"]}, {AREA: anv, **elsewhere["ANV"]}, dice, attackers={AREA: attacker}, impulse=2, **fields
    )
    act(game, f"fight {AREA}")
    return game


def hits(game: Plan) -> list[tuple[str, int]]:
    return [(event.side, event.hits) for event in happened(game, VolleyFired)]


def lost(game: Plan) -> list[str]:
    return [event.unit for event in happened(game, UnitLost)]


# ---------------------------------------------------------------- who fights, and when


@rule("P-D4", "P5.1")
def test_after_the_last_impulse_every_contested_area_is_fought_in_the_order_of_the_initiative():
    aop = {"chancellorsville": "V", "fredericksburg": "XI"}
    anv = {"chancellorsville": "Hill", "fredericksburg": "Early"}
    game = plan(aop, anv, turn=3, impulse=4, moving="ANV", dice=(6, 1, 6, 1))
    act(game, "end-impulse")
    assert asked(game) == ("AoP", "CombatPhase.choose")
    assert offered(game, "take") == {"chancellorsville", "fredericksburg"}
    act(game, "take fredericksburg")
    assert [event.area for event in happened(game, FaceUp)] == ["fredericksburg", "chancellorsville"]
    assert (game.state.turn, game.contested()) == (4, [])


@rule("P5.1")
def test_the_army_with_the_initiative_chooses_whoever_attacks():
    aop = {"chancellorsville": "V", "fredericksburg": "XI"}
    anv = {"chancellorsville": "Hill", "fredericksburg": "Early"}
    game = plan(aop, anv, phase="combat", initiative="ANV")
    assert asked(game) == ("ANV", "CombatPhase.choose")


@rule("P5.2")
def test_all_units_are_turned_face_up_before_any_die_is_rolled():
    game = combat("V XI small-1", "Hill Lee", 1, 1, 1, 1, 4, 1, 1, 1)
    events = [event for event in game.events(None) if isinstance(event, FaceUp | Thrown)]
    assert events[0] == FaceUp(AREA, "AoP", ("AoP-V", "AoP-XI", "AoP-small-1"), ("ANV-Lee", "ANV-Hill"))
    game = combat("V XI", "Hill Lee", 6, 1, 1)
    assert asked(game) == ("ANV", "Combat.defenders_losses")
    for seat, enemy in (("AoP", "ANV-Hill"), ("ANV", "AoP-XI"), (None, "AoP-V")):
        assert game.view(seat)["position"]["pieces"][enemy] == AREA


# ---------------------------------------------------------------- dice and hits


@rule("P5.3a", "P-D3a")
def test_a_die_for_each_formation_and_small_unit_and_none_for_commanders():
    game = combat("Hooker V", "Lee Anderson small-1", 1, 6, 1)
    assert [event.faces for event in happened(game, Thrown)] == [(1,), (6, 1)]
    assert [event.seat for event in happened(game, Thrown)] == ["AoP", "ANV"]


@rule("P-D6", "P5.5a")
@pytest.mark.parametrize(("face", "scored"), [(3, 0), (4, 1), (6, 1)])
def test_a_formation_hits_with_4_or_more(face: int, scored: int):
    game = combat("VI", "Early small-1", face, 6, 1)
    assert hits(game)[0] == ("AoP", scored)
    assert hits(game)[1] == ("ANV", 1)


@rule("P-D6", "P5.5a")
@pytest.mark.parametrize("formation", ["I", "II", "III", "V", "VI", "XI", "XII"])
def test_every_union_corps_fights_alike(formation: str):
    assert hits(combat(formation, "Early small-1", 3, 6, 1))[0] == ("AoP", 0)
    assert hits(combat(formation, "Early small-1", 4, 6, 1))[0] == ("AoP", 1)


@rule("P-D6", "P5.5a")
@pytest.mark.parametrize("formation", ["Anderson", "McLaws", "Early", "Rodes", "Hill", "Colston", "Hood", "Pickett"])
def test_every_confederate_division_fights_alike(formation: str):
    assert hits(combat("VI small-1", formation, 6, 1, 3))[1] == ("ANV", 0)
    assert hits(combat("VI small-1", formation, 6, 1, 4))[1] == ("ANV", 1)


@rule("P-D13", "P5.5a")
@pytest.mark.parametrize(("face", "scored"), [(4, 0), (5, 0), (6, 1)])
def test_a_small_unit_hits_only_with_a_6(face: int, scored: int):
    game = combat("small-1", "Early Hill", face, 6, 6)
    assert hits(game)[0] == ("AoP", scored)


@rule("P-D13")
def test_small_units_hold_move_and_stack_like_others():
    game = plan({"elys_ford": "small-1"}, {"bowling_green": "Early"})
    act(game, "march small-1 chancellorsville")
    assert game.controller("chancellorsville") == "AoP"


@rule("P-D3a")
def test_a_commander_alone_controls_an_area():
    game = plan({"kellys_ford": "I"}, {"guineys_station": "Lee"})
    assert game.controller("guineys_station") == "ANV"
    game = plan({"kellys_ford": "I", "chancellorsville": "Hooker"}, {"guineys_station": "Lee"})
    assert game.controller("chancellorsville") == "AoP"
    assert may(game, "march Hooker elys_ford")


@rule("P-D3b", "P5.4")
@pytest.mark.parametrize("commander", ["Lee", "Jackson", "Longstreet"])
def test_each_confederate_commander_raises_the_dice(commander: str):
    assert hits(combat("VI small-1", f"{commander} Hill", 6, 1, 3))[1] == ("ANV", 1)
    assert hits(combat("VI small-1", f"{commander} Hill", 6, 1, 2))[1] == ("ANV", 0)


@rule("P-D3b", "P5.4")
def test_a_confederate_commander_raises_every_die_of_his_army():
    game = combat("V XI I", "Lee Hill small-1", 1, 1, 1, 3, 5)
    assert hits(game) == [("AoP", 0), ("ANV", 2)]
    game = combat("V XI I II", "small-1 Longstreet Hood Pickett", 1, 1, 1, 1, 5, 3, 3)
    assert hits(game) == [("AoP", 0), ("ANV", 3)]
    (volley,) = [event for event in happened(game, VolleyFired) if event.side == "ANV"]
    assert [(modifier.value, modifier.cites) for modifier in volley.modifiers] == [(1, "P-D3b")]


@rule("P-D3b", "P-D3c")
def test_hooker_does_not_raise_every_die():
    game = combat("Hooker V XI", "Hill Rodes", 3, 3, 1, 1)
    act(game, "inspire V")
    assert hits(game) == [("AoP", 1), ("ANV", 0)]
    (volley,) = [event for event in happened(game, VolleyFired) if event.side == "AoP"]
    assert "P-D3b" not in [modifier.cites for modifier in volley.modifiers]


@rule("P-D3b")
def test_several_confederate_commanders_add_no_more():
    game = combat("V XI", "Lee Jackson Longstreet Hill", 1, 1, 2, 1, 1, 3)
    assert hits(game) == [("AoP", 0), ("ANV", 0), ("AoP", 0), ("ANV", 1)]


@rule("P-D3c", "P5.4")
def test_hooker_raises_one_die_chosen_after_the_roll():
    game = combat("Hooker V XI", "Hill Rodes", 3, 2, 1, 1)
    assert asked(game) == ("AoP", "Combat.commanders_bonus")
    decision = game.decision("AoP")
    assert decision is not None
    assert decision.args["dice"] == "Meade (V Corps) 3, Howard (XI Corps) 2"
    assert offered(game, "inspire") == {"V", "XI"}
    assert refused(game, "inspire Hooker").cites == ("P-D3c",)
    act(game, "inspire V")
    assert hits(game) == [("AoP", 1), ("ANV", 0)]
    assert game.actors == ("ANV",)


@rule("P-D3c")
def test_hooker_may_raise_the_die_of_a_small_unit_but_not_two_dice():
    game = combat("Hooker V small-1", "Hill Rodes", 3, 5, 6, 1)
    act(game, "inspire small-1")
    assert hits(game) == [("AoP", 1), ("ANV", 1)]
    game = combat("Hooker V small-1", "Hill Rodes", 2, 5, 6, 6)
    act(game, "inspire V")
    assert hits(game) == [("AoP", 0), ("ANV", 2)]


@rule("P5.4", "P5.5a", "P-D3c")
@pytest.mark.parametrize("names", ["V", "V small-1", "V XI small-1"])
@pytest.mark.parametrize("best", [0, 1])
def test_the_ways_to_hit_are_those_of_all_dice(names: str, best: int):
    """Hooker raises one die, if that makes a hit; a Confederate commander every one."""
    units = [COUNTERS[f"AoP-{name}"] for name in names.split()]
    wanted: dict[str, Counter[int]] = {"AoP": Counter(), "ANV": Counter()}
    for faces in product(range(1, 7), repeat=len(units)):
        needed = [4 if name.isupper() else 6 for name in names.split()]
        hit = sum(face >= face_needed for face, face_needed in zip(faces, needed, strict=True))
        near = sum(face == face_needed - best for face, face_needed in zip(faces, needed, strict=True)) if best else 0
        wanted["AoP"][hit + min(near, 1)] += 1
        wanted["ANV"][hit + near] += 1
    assert {army: ways_to_hit(army, units, best) for army in wanted} == wanted


@rule("P-D3c")
def test_hooker_chooses_afresh_in_each_round():
    game = combat("Hooker V XI", "Hill Rodes", 3, 3, 6, 1, 3, 2, 1)
    act(game, "inspire V")
    assert hits(game) == [("AoP", 1), ("ANV", 1)]
    act(game, "lose-unit XI", "lose-unit Rodes")
    assert [event.faces for event in happened(game, Thrown)][2:] == [(3,), (2,)]
    assert hits(game)[2:] == [("AoP", 1), ("ANV", 0)]  # one unit is left, so Hooker raises its die
    assert lost(game)[-1] == "ANV-Hill"


@rule("P-D3c")
def test_hooker_is_not_asked_where_no_die_would_become_a_hit():
    game = combat("Hooker V XI", "Hill Rodes", 2, 4, 6, 6)
    assert hits(game) == [("AoP", 1), ("ANV", 2)]
    assert asked(game) == ("AoP", "Combat.attackers_losses")


@rule("P5.5a")
def test_the_results_of_both_are_simultaneous():
    game = combat("V small-1", "Early", 4, 6, 5)
    assert hits(game) == [("AoP", 2), ("ANV", 1)]
    act(game, "lose-unit small-1")
    assert lost(game) == ["AoP-small-1", "ANV-Early"]


# ---------------------------------------------------------------- losses


@rule("P5.5b")
def test_the_attacker_loses_first_and_each_owner_chooses():
    game = combat("V XI", "Hill Rodes", 6, 1, 6, 1, 6, 1, 1, 1)
    assert asked(game) == ("AoP", "Combat.attackers_losses")
    assert refused(game, "lose-unit small-6").cites == ("P5.5b",)
    assert refused(game, "lose-unit ANV-Hill").key == "not-in-this-combat"
    act(game, "lose-unit XI")
    assert asked(game) == ("ANV", "Combat.defenders_losses")
    game = combat("V XI", "Hill Rodes", 6, 1, 6, 1, attacker="ANV")
    assert asked(game) == ("ANV", "Combat.attackers_losses")  # whoever pays for the combat
    assert [event.seat for event in happened(game, Thrown)] == ["ANV", "AoP"]


@rule("P5.5b")
def test_results_beyond_the_units_present_are_lost():
    game = combat("V XI I", "Hill", 6, 6, 6, 1)
    assert lost(game) == ["ANV-Hill"]
    assert happened(game, CombatEnded) == [CombatEnded(AREA, "AoP")]
    assert game.actors == ("AoP",)


@rule("P-D10c", "P5.5c")
def test_a_trench_absorbs_one_result_and_is_gone_for_good():
    others = {"ANV": {"spotsylvania": "small-4"}}
    game = combat("V", "McLaws", 6, 6, others=others, trenches={"ANV": {"areas": [AREA], "left": 2}})
    assert asked(game) == ("ANV", "Combat.defenders_losses")
    act(game, "lose-trench")
    assert where(game, "ANV-McLaws") == AREA
    assert happened(game, TrenchGone) == [TrenchGone("ANV", AREA)]
    assert game.state.unbuilt["ANV"] == 2
    assert game.state.trenches["ANV"] == frozenset()


@rule("P5.5c")
def test_a_result_on_a_trench_counts_for_the_winner():
    game = combat("V XI", "McLaws", 6, 1, 1, others={"ANV": {"spotsylvania": "small-4"}}, trenches=trenches(ANV=AREA))
    act(game, "lose-trench", "fall-back McLaws spotsylvania")
    assert happened(game, FellBack) == [FellBack("ANV", "ANV-McLaws", AREA, "spotsylvania")]
    assert game.controller(AREA) == "AoP"


@rule("P5.5c")
def test_trench_and_unit_take_two_results():
    game = combat("V XI", "McLaws", 6, 6, 1, trenches=trenches(ANV=AREA))
    act(game, "lose-trench")
    assert lost(game) == ["ANV-McLaws"]
    game = combat("V XI", "McLaws", 6, 6, 1, trenches=trenches(ANV=AREA))
    act(game, "lose-unit McLaws")
    assert happened(game, TrenchGone) == [TrenchGone("ANV", AREA)]
    assert game.actors == ("AoP",)
    assert refused(combat("V XI", "McLaws Hill", 6, 1, 1, 1), "lose-trench").cites == ("P5.5c",)


@rule("P5.5d", "P-D3d")
def test_a_commander_may_be_lost_and_never_comes_back():
    game = combat("Hooker II", "Hill", 1, 6, 4, 1)
    act(game, "lose-unit Hooker")
    assert where(game, "AoP-Hooker") == "eliminated"
    game = plan({"elys_ford": "V", "eliminated": "Hooker"}, {"bowling_green": "Early"}, phase="recovery", initiative="ANV")
    assert asked(game)[1] == "MovementPhase.part"  # there is nobody to recover


# ---------------------------------------------------------------- the winner


@rule("P5.6a")
def test_more_results_win_and_the_loser_retreats():
    game = combat("V XI", "Hill Rodes Early", 6, 6, 6, 1, 1)
    act(game, "lose-unit XI", "lose-unit Hill", "lose-unit Rodes")
    assert asked(game) == ("ANV", "Retreat.choose")
    act(game, "fall-back Early spotsylvania")
    assert game.units_in("AoP", AREA) == ("AoP-V",)
    assert game.units_in("ANV", AREA) == ()


@rule("P5.6a")
def test_the_only_occupant_wins_whatever_the_count():
    game = combat("V XI I", "Hill Rodes Early Lee", 6, 6, 6, 6, 6, 6)
    act(game, "lose-unit V", "lose-unit XI")
    assert lost(game)[:3] == ["AoP-V", "AoP-XI", "AoP-I"]
    act(game, "lose-unit Hill", "lose-unit Rodes", "lose-unit Early")
    assert happened(game, CombatEnded) == [CombatEnded(AREA, "ANV")]
    assert game.units_in("ANV", AREA) == ("ANV-Lee",)


@rule("P5.6a")
def test_two_armies_that_wipe_one_another_out_leave_the_area_to_its_flag():
    game = combat("V", "Hill", 6, 6)
    assert lost(game) == ["AoP-V", "ANV-Hill"]
    assert happened(game, CombatEnded) == [CombatEnded(AREA, "")]
    assert game.controller(AREA) == "ANV"


@rule("P5.6b")
def test_a_tie_is_fought_on():
    game = combat("V", "Hill Rodes", 1, 1, 1, 1, 4, 1, others={"AoP": {"chancellorsville": "small-6"}})
    assert hits(game) == [("AoP", 0), ("ANV", 0), ("AoP", 0), ("ANV", 1)]
    assert lost(game) == ["AoP-V"]
    assert len(happened(game, FaceUp)) == 1
    game = combat("V XI", "Hill Rodes", 4, 1, 1, 1, others={"AoP": {"chancellorsville": "small-6"}})
    assert hits(game) == [("AoP", 1), ("ANV", 0)]
    assert asked(game) == ("ANV", "Combat.defenders_losses"), "who scored more wins when the loss is taken"
    act(game, "lose-unit Hill")
    assert hits(game) == [("AoP", 1), ("ANV", 0)]


@rule("P5.6c")
def test_the_winner_stays_and_controls_the_area():
    aop, anv = {"fredericksburg": "V XI"}, {"fredericksburg": "Early", "salem_church": "Hill"}
    game = plan(aop, anv, dice=(6, 1, 1))
    act(game, "fight fredericksburg")
    assert game.controller("fredericksburg") == "AoP"
    act(game, "march V falmouth")
    assert game.controller("fredericksburg") == "AoP"


# ---------------------------------------------------------------- retreat


def beaten(anv: str, **stacks: str) -> Plan:
    """ANV has lost a combat in Zoan Church by one result to none; the first of its units is taken as the loss."""
    aop = {AREA: "V XI", "chancellorsville": "I"}
    elsewhere = {area: names for area, names in stacks.items() if area != "aop"}
    game = plan(aop | {"catharine_furnace": "II"}, {AREA: anv, **elsewhere}, (6, 1, *[1] * (len(anv.split()))), impulse=2)
    act(game, f"fight {AREA}", f"lose-unit {anv.split()[0]}")
    return game


@rule("P5.6d")
def test_a_retreat_goes_to_an_adjacent_controlled_area_with_room():
    game = beaten("Hill Rodes Early", salem_church="Stuart small-1 small-2", spotsylvania="small-3")
    assert asked(game) == ("ANV", "Retreat.choose")
    assert offered(game, "fall-back") == {
        "Rodes salem_church",
        "Early salem_church",
        "Rodes spotsylvania",
        "Early spotsylvania",
    }
    assert refused(game, "fall-back Rodes chancellorsville").key == "enemy-controls-it"
    assert refused(game, "fall-back Rodes massaponax").key == "no-retreat-there"
    assert refused(game, "fall-back Rodes united_states_ford").key == "no-retreat-there"  # no arrows
    assert refused(game, "fall-back Stuart spotsylvania").key == "not-in-this-combat"
    assert refused(game, "end-impulse").key == "not-offered"
    act(game, "fall-back Early salem_church")
    assert where(game, "ANV-Early") == "salem_church"
    assert where(game, "ANV-Rodes") == "spotsylvania"  # Salem Church is full now
    assert happened(game, FellBack) == [
        FellBack("ANV", "ANV-Early", AREA, "salem_church"),
        FellBack("ANV", "ANV-Rodes", AREA, "spotsylvania"),
    ]


@rule("P5.6d")
def test_nobody_retreats_into_another_combat():
    aop = {AREA: "V XI", "spotsylvania": "I", "chancellorsville": "II", "catharine_furnace": "III"}
    anv = {AREA: "Hill Rodes Early", "spotsylvania": "Stuart", "salem_church": "small-1"}
    game = plan(aop, anv, (6, 1, 1, 1, 1), impulse=2)
    act(game, f"fight {AREA}", "lose-unit Hill")
    assert game.controller("spotsylvania") == "ANV"
    assert offered(game, "fall-back") == {"Rodes salem_church", "Early salem_church"}
    assert refused(game, "fall-back Rodes spotsylvania").key == "combat-there"


@rule("P5.6e")
def test_who_cannot_retreat_is_eliminated():
    around = {"catharine_furnace": "Hill", "zoan_church": "Rodes", "salem_church": "Early", "massaponax": "Stuart"}
    anv = {"spotsylvania": "Anderson Lee", **around, "todds_tavern": "small-1", "thornburg": "small-2"}
    game = plan({"spotsylvania": "XI I Hooker"}, anv, (1, 1, 6), trenches=trenches(AoP="spotsylvania"))
    act(game, "fight spotsylvania", "lose-unit I")
    assert lost(game) == ["AoP-I", "AoP-Hooker", "AoP-XI"]
    assert where(game, "AoP-Hooker") == "eliminated"
    assert happened(game, TrenchGone) == [TrenchGone("AoP", "spotsylvania")]


@rule("P5.6e")
def test_those_for_whom_there_is_no_room_are_eliminated():
    game = beaten("Hill Rodes Early Lee", salem_church="Stuart small-1 small-2", spotsylvania="Anderson McLaws Colston small-3")
    act(game, "fall-back Lee salem_church")
    assert where(game, "ANV-Lee") == "salem_church"
    assert where(game, "ANV-Rodes") == where(game, "ANV-Early") == "eliminated"


# ---------------------------------------------------------------- commanders without troops


@rule("P5.3b")
def test_commanders_alone_do_not_fight_but_leave():
    aop = {"todds_tavern": "Hooker", "chancellorsville": "V", "elys_ford": "I"}
    anv = {"todds_tavern": "Jackson", "spotsylvania": "Hill", "guineys_station": "Early"}
    game = plan(aop, anv, attackers={"todds_tavern": "AoP"})
    act(game, "fight todds_tavern")
    assert happened(game, Thrown) == []
    assert happened(game, RodeOff) == [
        RodeOff("AoP", "AoP-Hooker", "todds_tavern", "chancellorsville"),
        RodeOff("ANV", "ANV-Jackson", "todds_tavern", "spotsylvania"),
    ]
    assert game.controller("todds_tavern") == "ANV"
    assert happened(game, CombatEnded) == [CombatEnded("todds_tavern", "")]


@rule("P5.3b")
def test_the_owner_chooses_among_equally_near_friends():
    aop = {"todds_tavern": "Hooker", "chancellorsville": "V", "zoan_church": "I", "elys_ford": "II"}
    game = plan(aop, {"todds_tavern": "Jackson", "bowling_green": "Hill"}, attackers={"todds_tavern": "AoP"})
    act(game, "fight todds_tavern")
    assert asked(game) == ("AoP", "CommandersLeave.choose")
    assert offered(game, "ride-to") == {"Hooker chancellorsville", "Hooker zoan_church"}
    assert refused(game, "ride-to Hooker elys_ford").cites == ("P5.3b",)
    act(game, "ride-to Hooker zoan_church")
    assert where(game, "ANV-Jackson") == "bowling_green"


@rule("P5.3b")
def test_a_full_area_is_passed_over_and_then_any_own_area_will_do():
    aop = {"todds_tavern": "Hooker", "chancellorsville": "I II III V", "elys_ford": "small-1"}
    game = plan(aop, {"todds_tavern": "Jackson"})
    act(game, "fight todds_tavern")
    assert where(game, "AoP-Hooker") == "elys_ford"
    assert asked(game) == ("ANV", "CommandersLeave.choose")
    assert offered(game, "ride-to") == {
        "Jackson parkers_store",
        "Jackson catharine_furnace",
        "Jackson spotsylvania",
        "Jackson thornburg",
    }
    assert refused(game, "ride-to Jackson bowling_green").key == "not-the-nearest-friends"
    act(game, "ride-to Jackson thornburg")
    assert where(game, "ANV-Jackson") == "thornburg"


@rule("P5.3b")
def test_a_tied_round_that_leaves_only_commanders_ends_the_combat():
    others = {"AoP": {"chancellorsville": "I"}, "ANV": {"spotsylvania": "Early"}}
    game = combat("Hooker V", "Lee Hill", 4, 4, others=others)
    act(game, "lose-unit V", "lose-unit Hill")
    assert len(happened(game, Thrown)) == 2
    assert where(game, "AoP-Hooker") == "chancellorsville"
    assert where(game, "ANV-Lee") == "spotsylvania"
    assert game.controller(AREA) == "ANV"


@rule("P5.3b")
def test_without_friends_a_commander_goes_to_the_nearest_own_area_and_without_that_he_is_eliminated():
    game = plan({"todds_tavern": "Hooker"}, {"todds_tavern": "Jackson", "spotsylvania": "Hill"})
    act(game, "fight todds_tavern")
    assert offered(game, "ride-to") == {
        "Hooker elys_ford",
        "Hooker germanna_ford",
        "Hooker united_states_ford",
        "Hooker banks_ford",
    }
    flags = plan({"kellys_ford": "I"}).rules.flags
    union = [area for area, flag in flags.items() if flag == "AoP"]
    units = ["Anderson", "McLaws", "Hill", "Colston", "Early", "Rodes", "Stuart", "small-1", "small-2", "small-3", "small-4"]
    occupied = dict(zip(union, units, strict=True))
    game = plan({"todds_tavern": "Hooker"}, {"todds_tavern": "Jackson", **occupied})
    act(game, "fight todds_tavern")
    assert where(game, "AoP-Hooker") == "eliminated"


@rule("P5.3c")
def test_a_commander_alone_against_troops_rolls_nothing_and_can_be_hit():
    game = combat("XI", "Jackson", 3, 4)
    assert [event.faces for event in happened(game, Thrown)] == [(3,), (4,)]
    assert all(event.faces for event in happened(game, Rolled)), "no roll without dice either"
    assert hits(game) == [("AoP", 0), ("ANV", 0), ("AoP", 1), ("ANV", 0)]
    assert where(game, "ANV-Jackson") == "eliminated"
    game = combat("V XI", "Hill Lee", 4, 1, 3, 4)  # a tie takes the last division, and the next round finds Lee alone
    act(game, "lose-unit V", "lose-unit Hill")
    assert [event.faces for event in happened(game, Thrown)] == [(4, 1), (3,), (4,)]
    assert hits(game) == [("AoP", 1), ("ANV", 1), ("AoP", 1), ("ANV", 0)]
    assert where(game, "ANV-Lee") == "eliminated"


# ---------------------------------------------------------------- afterwards


@rule("P5.7")
def test_the_counters_are_turned_back():
    game = combat("V XI", "Hill Rodes", 6, 1, 1, 1, others={"ANV": {"spotsylvania": "small-4"}})
    act(game, "lose-unit Hill", "fall-back Rodes spotsylvania")
    assert game.state.revealed == ""
    view = game.view("ANV")["position"]
    assert "AoP-V" not in view["pieces"]
    assert view["backs"]["AoP"][AREA] == 2
    view = game.view("AoP")["position"]
    assert "ANV-Rodes" not in view["pieces"]
    assert view["pieces"]["ANV-Hill"] == {"box": "eliminated"}


@pytest.mark.parametrize(
    ("aop", "anv", "chances"),
    [
        ("V", "Hill", [3, 3]),
        ("small-1", "Hill", [5, 1]),
        ("Hooker V", "Hill", [2, 1, 3]),
        ("Hooker small-1", "Hill", [4, 1, 1]),
        ("Hooker", "Lee Hill", [2, 4]),
        ("Hooker", "Lee small-1", [4, 2]),
    ],
)
def test_faces_that_mean_the_same_are_counted_together(aop: str, anv: str, chances: list[int]):
    game = plan({AREA: aop}, {AREA: anv}, attackers={AREA: "AoP"})
    game.dice = Enumerated((), 0)
    with pytest.raises(Fork) as fork:
        game.play("AoP", Fight(AREA))
    assert [round(weight * 6) for _, weight in fork.value.branches()] == chances


def test_who_wins_a_round_is_who_is_left_or_scored_more():
    assert [winner((2, 1), scored) for scored in ((1, 0), (0, 1), (1, 1))] == [0, 1, None]
    assert [winner(left, (0, 0)) for left in ((1, 0), (0, 1), (0, 0))] == [0, 1, None]
