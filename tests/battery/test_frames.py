"""Frames and states from strangers: what they name must exist, and their numbers lie within limits, in every field there is."""

from functools import cache
from typing import Any, NamedTuple

import msgspec
import pytest

import grognard
from grognard.core.games import State
from grognard.core.rules import Rules
from grognard.core.scenarios import Scenario, installed
from grognard.games.chancellorsville.victories.state import VictoriesState
from grognard.testing.frames import (
    OF_CORE,
    check_frames,
    check_receivers,
    check_sizes,
    faults,
    put,
    sample,
    unlimited,
    wrong_for,
)


class Read(NamedTuple):
    """The rules of a scenario as it comes, with the class of its state."""

    scenario: Scenario
    rules: Rules
    state: type[State]

    def __str__(self) -> str:
        return self.scenario.id


@cache
def read() -> tuple[Read, ...]:
    found = []
    for scenario in installed():
        rules = scenario.rules(scenario.complete(None))
        found.append(Read(scenario, rules, type(rules.opening())))
    return tuple(found)


FREE = {
    "Procedure.step",  # held against the steps of the procedure
    "Procedure.then",  # held against the methods of the procedure below
    "BattleState.called_up",  # only in Eutaw Springs, which reads it itself (E3.20c)
    # What a position writes in its own way; restore_battle reads it:
    "BattleState.pieces",
    "BattleState.turn",
    "BattleState.phase",
    "BattleState.phasing",
    "BattleState.order",
    "BattleState.morale",
    "BattleState.momentum",
    *(f"Piece.{name}" for name in ("id", "hex", "box", "step", "order", "pin", "marks")),
    # A Perfect Plan reads its whole state itself:
    *(
        f"PlanState.{name}"
        for name in ("units", "sightings", "unbuilt", "trenches", "attackers", "turn", "phase", "initiative")
    ),
    *(f"PlanState.{name}" for name in ("impulse", "moving", "moves", "moved", "revealed")),
    # So does a skirmish, man by man and squad by squad:
    *(f"SkirmishState.{name}" for name in ("men", "squads", "red", "held", "initiative", "passes")),
    *(f"SkirmishState.{name}" for name in ("last_squad", "last_deed", "repeats")),
    *(f"Man.{name}" for name in ("id", "side", "squad", "at", "wounds", "box", "captor", "charge")),
    *(f"Squad.{name}" for name in ("id", "side", "leader", "facing", "level", "weapon", "formation", "kind", "parent")),
    # Give Us Victories reads these itself:
    *(f"VictoriesState.{name}" for name in ("pieces", "turn", "phase", "phasing")),
}
"""The fields that no type limits, because something else does."""

every_game = pytest.mark.parametrize("game", read(), ids=str)


def plain_name(kind: type, place: str) -> str:
    """The place with the class that the field comes from, so that every battle has the same list."""
    owner, _, field = place.partition(".")
    if owner in ("EutawState", "GuilfordState", "SavannahState", "CardsState"):
        owner = "BattleState"
    if owner == "OldJoeState":
        owner = "VictoriesState"
    return f"Procedure.{field}" if field in OF_CORE and owner == kind.__name__ else f"{owner}.{field}"


@every_game
def test_every_field_of_a_frame_or_a_state_is_limited_or_listed(game: Read):
    kinds: list[type[msgspec.Struct]] = [*game.rules.procedures, game.state]
    found = {plain_name(kind, place) for kind in kinds for place in unlimited(kind)}
    assert found <= FREE, "say by their types what these name or between which limits they lie (see core/frames.py)"


def test_nothing_is_listed_in_vain():
    found = {
        plain_name(kind, place) for game in read() for kind in (*game.rules.procedures, game.state) for place in unlimited(kind)
    }
    assert found >= FREE


@every_game
def test_a_frame_that_names_what_does_not_exist_is_refused(game: Read):
    assert check_frames(game.rules) > 20


def with_state(game: Read, position: dict[str, Any], field: str, value: object) -> dict[str, Any]:
    """A position with another value in a field of the state, which some games write at the top and others in a group."""
    flat = issubclass(game.state, VictoriesState)
    return position | ({field: value} if flat else {"state": {field: value}})


@every_game
def test_a_state_that_names_what_does_not_exist_is_refused(game: Read):
    position = grognard.new(game.scenario.id, seed=1).position()
    for field in msgspec.structs.fields(game.state):
        made = sample(field.type, game.rules.existing)
        for spot in made.spots:
            for wrong in wrong_for(game.rules, spot):
                value = put([made.value], (0, *spot.path), wrong)[0]
                found = faults(with_state(game, position, field.name, value))
                words = f"The field '{field.name}' of the state cannot be"
                words += f": there is no {spot.kind} {wrong!r}." if spot.kind else " read: Expected `int` "
                assert any(fault.startswith(words) for fault in found), (field.name, spot, found)


# ---------------------------------------------------------------- one frame under another


@every_game
def test_a_result_for_a_method_that_does_not_exist_is_refused(game: Read):
    check_receivers(game.rules)


@every_game
def test_too_many_frames_and_too_much_in_them_are_refused(game: Read):
    check_sizes(game.rules)
