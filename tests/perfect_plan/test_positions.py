"""Positions of A Perfect Plan: any moment as JSON, and every fault named."""

import json
from typing import Any

import pytest

import grognard
from grognard.core.errors import PositionError
from tests.marks import rule
from tests.perfect_plan.table import act, asked, plan, position

AOP, ANV = {"elys_ford": "V"}, {"zoan_church": "Hill"}


def faults(**fields: Any) -> tuple[str, ...]:
    with pytest.raises(PositionError) as refused:
        grognard.setup(position(AOP, ANV) | fields, seed=1)
    assert all(fault.endswith(".") and "\n" not in fault for fault in refused.value.faults)
    return refused.value.faults


def pieces(**changes: Any) -> dict[str, Any]:
    return {**position(AOP, ANV)["pieces"], **{unit.replace("_", "-"): place for unit, place in changes.items()}}


@rule("P-D1a", "P-D1b", "P-D11b", "P-D10b", "P-D10d", "P-D10e", "P4f")
@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"pieces": None}, "A position needs 'pieces'"),
        ({"pieces": {"AoP-IV": "elys_ford"}}, "There is no unit 'AoP-IV' in this game"),
        ({"pieces": pieces(AoP_XI="richmond")}, "Unit 'AoP-XI' stands in 'richmond', which is not an area of the map"),
        ({"pieces": pieces(AoP_XI={"box": "pocket"})}, "Unit 'AoP-XI' must be an area or an object with a 'box'"),
        ({"pieces": pieces(AoP_XI=5)}, "Unit 'AoP-XI' must be an area or an object with a 'box'"),
        ({"pieces": pieces(AoP_XI={"box": "reinforcements"})}, "Unit 'AoP-XI' cannot be in the box 'reinforcements'"),
        ({"pieces": pieces(ANV_Hood={"box": "in hand"})}, "Unit 'ANV-Hood' cannot be in the box 'in hand'"),
        (
            {"pieces": pieces(AoP_XI="elys_ford", AoP_I="elys_ford", AoP_II="elys_ford", AoP_III="elys_ford")},
            "5 units of AoP stand in 'elys_ford'; the limit is 4 (P-D1a)",
        ),
        ({"turn": 7}, "'turn' must be a number from 1 to 6, not 7"),
        ({"turn": True}, "'turn' must be a number from 1 to 6, not True"),
        ({"phase": "tea"}, "There is no phase 'tea'; the phases are set up, initiative"),
        ({"initiative": "CSA"}, "'initiative' must be one of AoP, ANV, not 'CSA'"),
        ({"impulse": 5}, "'impulse' must be a number from 1 to 4, not 5"),
        ({"moving": "USA"}, "'moving' must be one of AoP, ANV, not 'USA'"),
        ({"moves": 4}, "'moves' must be a number from 0 to 3, not 4"),
        ({"phase": "combat", "moves": 1}, "'moving' and 'moves' belong to the phase 'movement', not to 'combat'"),
        ({"trenches": ["elys_ford"]}, "'trenches' must be an object from army (AoP, ANV) to its trenches"),
        (
            {"trenches": {"AoP": "elys_ford"}},
            "The trenches of AoP must be an object with 'areas', a list, and 'left', a number",
        ),
        ({"trenches": {"AoP": {"dug": 1}}}, "The trenches of AoP must be an object with 'areas'"),
        (
            {"trenches": {"AoP": {"areas": ["falmouth"]}}},
            "A trench of AoP in 'falmouth' has no unit of that army with it (P-D10d)",
        ),
        ({"trenches": {"AoP": {"areas": ["elys_ford"] * 2}}}, "AoP has two trenches in one area; one is the limit (P-D10b)"),
        ({"trenches": {"AoP": {"areas": ["elys_ford"], "left": 5}}}, "AoP has 5 trenches in all; 5 cannot be left (P-D10e)"),
        ({"attackers": ["elys_ford"]}, "'attackers' must be an object from area to army"),
        (
            {"attackers": {"elys_ford": "ANV"}},
            "'ANV' cannot be the attacker in 'elys_ford': no combat of its is due there (P4f)",
        ),
        ({"moved": "AoP-V"}, "'moved' must be a list of units"),
        ({"moved": ["ANV-Hill"]}, "Unit 'ANV-Hill' cannot have moved in this impulse"),
        ({"revealed": "richmond"}, "The counters cannot lie face up in 'richmond'"),
        ({"revealed": "elys_ford"}, "Counters lie face up only while a combat is under way"),
        ({"sightings": []}, "'sightings' must be an object from unit to a list of places"),
        ({"sightings": {"AoP-V": ["richmond"]}}, "The sightings of 'AoP-V' must be a list of areas"),
        ({"sightings": {"AoP-V": 5}}, "The sightings of 'AoP-V' must be a list of areas"),
        ({"sightings": {"AoP-V": ["falmouth"]}}, "The sightings of 'AoP-V' do not hold the place in which it is"),
        ({"sightings": {"AoP-I": ["falmouth"]}}, "Unit 'AoP-I' is not on the map, so it has no 'sightings'"),
        (
            {"phase": "set up", "pieces": {"AoP-V": {"box": "in hand"}, "ANV-Hill": "elys_ford"}},
            "ANV cannot stand in 'elys_ford', where AoP is still to be set up (P-D1b)",
        ),
        ({"weather": "rain"}, "There is no field 'weather' in a position of this game"),
    ],
)
def test_a_fault_is_named(fields: dict[str, Any], words: str):
    assert any(words in fault for fault in faults(**fields)), faults(**fields)


def test_every_fault_is_named():
    assert len(faults(turn=9, impulse=0, moving="USA", weather="rain")) == 4


@rule("P-D1b")
def test_no_area_is_contested_at_the_beginning_or_the_end_of_a_turn():
    both = position({"zoan_church": "V"}, {"zoan_church": "Hill"})
    for phase in ("set up", "initiative", "reinforcements", "end of turn"):
        with pytest.raises(PositionError, match=r"Both armies stand in 'zoan_church' in the phase '.*' \(P-D1b\)\."):
            grognard.setup({**both, "phase": phase}, seed=1)


@pytest.mark.parametrize(
    ("phase", "decision"),
    [
        ("movement", ("AoP", "MovementPhase.part")),
        ("combat", ("AoP", "CombatPhase.choose")),
        ("recovery", ("ANV", "Recovery.choose")),
    ],
)
def test_a_position_starts_its_phase(phase: str, decision: tuple[str, str]):
    aop, anv = (
        {"zoan_church": "V", "salem_church": "I"},
        {"zoan_church": "Hill", "salem_church": "Lee Early", "eliminated": "Rodes"},
    )
    game = plan(aop, anv, phase=phase)
    assert asked(game) == decision


def test_a_position_comes_back_as_it_was_in_the_middle_of_a_combat():
    game = plan(
        {"zoan_church": "V XI"}, {"zoan_church": "Hill Rodes"}, (6, 1, 6, 1), trenches={"ANV": {"areas": ["zoan_church"]}}
    )
    act(game, "fight zoan_church", "lose-unit XI")
    again = grognard.setup(json.loads(json.dumps(game.position())), seed=1)
    assert again.position() == game.position()
    assert again.actions("ANV") == game.actions("ANV")
    assert again.view("AoP") == game.view("AoP")


@rule("P4f")
def test_without_an_attacker_the_army_whose_flag_the_area_does_not_bear_attacks():
    game = plan({"zoan_church": "V", "falmouth": "I"}, {"zoan_church": "Hill", "falmouth": "Lee"})
    assert game.state.attackers == {"falmouth": "ANV", "zoan_church": "AoP"}
