"""Frames and states from strangers: what they name must exist, and their numbers lie within limits, in every field there is."""

from typing import Any

import msgspec
import pytest

import grognard
from grognard.core.errors import PositionError
from grognard.games.chancellorsville.victories.state import VictoriesState
from tests.battery.frames import OF_CORE, Read, Spot, put, read, sample, unlimited

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


def faults(position: dict[str, Any]) -> tuple[str, ...]:
    with pytest.raises(PositionError) as refused:
        grognard.setup(position, seed=1)
    return refused.value.faults


WRONG: dict[type, tuple[object, ...]] = {str: ("nobody", "Buffs", " "), int: (1, -5, 10**9)}
"""Names that nothing has: of hexes, whose names are numbers, one in the rim of the map."""


def wrong_for(game: Read, spot: Spot) -> tuple[object, ...]:
    """What cannot stand in a spot."""
    if not spot.kind:
        return spot.low - 1, spot.high + 1, 2**62
    return WRONG[type(next(iter(game.rules.existing[spot.kind])))]  # type: ignore[call-overload]


@every_game
def test_a_frame_that_names_what_does_not_exist_is_refused(game: Read):
    position = grognard.new(game.scenario.id, seed=1).position()
    spots = 0
    for name, procedure in game.procedures.items():
        made = sample(procedure, game.rules.existing)
        frame = {"procedure": name, "step": procedure.steps[0], **made.value}
        for spot in made.spots:
            for wrong in wrong_for(game, spot):
                found = faults(position | {"pending": [put(frame, spot.path, wrong)]})
                if spot.kind:
                    words = f"The pending frames are impossible: in the frame {name} there is no {spot.kind} {wrong!r};"
                    assert any(fault.startswith(words) for fault in found), (name, spot, found)
                else:
                    assert found[0].startswith("A pending frame cannot be read: Expected `int` "), (name, spot, found)
                spots += 1
    assert spots > 20


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
            for wrong in wrong_for(game, spot):
                value = put([made.value], (0, *spot.path), wrong)[0]
                found = faults(with_state(game, position, field.name, value))
                words = f"The field '{field.name}' of the state cannot be"
                words += f": there is no {spot.kind} {wrong!r}." if spot.kind else " read: Expected `int` "
                assert any(fault.startswith(words) for fault in found), (field.name, spot, found)


# ---------------------------------------------------------------- one frame under another


@every_game
def test_a_result_for_a_method_that_does_not_exist_is_refused(game: Read):
    position = grognard.new(game.scenario.id, seed=1).position()
    below = position["pending"][0]
    for name, procedure in game.procedures.items():
        made = sample(procedure, game.rules.existing)
        for then in ("nothing", "_run", "__init__", "steps"):
            frame = {"procedure": name, "step": procedure.steps[0], "then": then, **made.value}
            found = faults(position | {"pending": [below, frame]})
            words = f"The pending frames are impossible: the frame {below['procedure']} has no '{then}' to hand a result to;"
            assert any(fault.startswith(words) for fault in found), (name, found)


@every_game
def test_too_many_frames_and_too_much_in_them_are_refused(game: Read):
    position = grognard.new(game.scenario.id, seed=1).position()
    (frame,) = position["pending"][:1]
    assert faults(position | {"pending": [frame] * 65}) == ("There are 65 frames under 'pending', and 64 is the most.",)
    found = faults(position | {"pending": [frame | {"more": [0] * 2000}]})
    assert found[0].startswith("The frames under 'pending' cannot be read: it has more than 2000 values")
