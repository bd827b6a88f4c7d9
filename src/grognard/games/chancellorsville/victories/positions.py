"""Positions as plain data: turn, phase, every unit with its hex or box and its markers, pontoons, works, cup and boxes."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Generic

import msgspec

from grognard.core.documents import in_short, shortened
from grognard.core.errors import PositionError
from grognard.core.frames import unknown_names
from grognard.core.reading import Reader
from grognard.games.chancellorsville.victories.chapter import C
from grognard.games.chancellorsville.victories.pieces import ARMIES, AVAILABLE, BOXES, GOOD, ORDERS, OUT, Piece
from grognard.games.chancellorsville.victories.sequence import Turn
from grognard.hexgames.encoding import encode_piece
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.core.procedures import Procedure
    from grognard.games.chancellorsville.victories.rules import VictoriesRules
    from grognard.games.chancellorsville.victories.state import Campaign, VictoriesState

PHASES = {
    "set up": "deploy",
    "events": "first_events",
    "weather": "weather",
    "arrivals": "arrivals",
    "formations": "choose_first",
    "activations": "draw",
    "night": "night",
}
"""The phases of a turn, and the step with which a position without frames begins."""
PRINTED = ("pontoons", "in_hand", "forts")
"""What a position that does not name it has as the deployment card says."""
FLAGS = {"out of supply": "unsupplied", "fired": "fired", "forced march": "tired"}


def describe_piece(piece: Piece, label: str) -> Any:
    """A unit as written in a position: its hex alone, or an object with step and states."""
    states = [] if piece.order == GOOD else [ORDERS[piece.order]]
    states.extend(word for word, field in FLAGS.items() if getattr(piece, field))
    return encode_piece(label if piece.hex != OFF_MAP else "", piece.box, piece.step, states)


@cache
def fields_of(kind: type[VictoriesState]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of a state, with their types."""
    return msgspec.structs.fields(kind)


def describe(game: Campaign) -> dict[str, Any]:
    """The state as a position writes it; what is empty is left out."""
    state = game.state
    body: dict[str, Any] = {
        "turn": state.turn,
        "phase": state.phase,
        "pieces": {
            piece.id: describe_piece(piece, game.label(piece.hex) if piece.hex != OFF_MAP else "")
            for piece in state.pieces.values()
            if piece.box != OUT or game.rules.begins_in_play[piece.id]
        },
    }
    for field in fields_of(type(state)):
        value = getattr(state, field.name)
        if field.name in game.rules.printed or (field.name not in body and value not in ("", 0, (), frozenset(), {}, False)):
            body[field.name] = msgspec.to_builtins(value, order="deterministic")
    return body


def first_procedure(rules: VictoriesRules[C], state: VictoriesState) -> Procedure:
    """Where a new game, or a position without frames, begins: a turn, or an activation if a command is named."""
    return Turn(step=rules.phases[state.phase])


class VictoriesReader(Reader["VictoriesRules[C]"], Generic[C]):
    def read(self) -> VictoriesState:
        if "stacks" in self.body:
            raise PositionError(["This is a view with hidden stacks; grognard.imagine makes full games of a view."])
        state = self.rules.opening()
        fields = {field.name: field for field in fields_of(type(state))}
        self.refuse_others(fields)
        state.pieces = self.pieces()
        for name, field in fields.items():
            if name not in self.body or name == "pieces":
                continue
            try:
                value = msgspec.convert(self.body[name], field.type)
            except msgspec.ValidationError as fault:
                self.faults.append(f"The field '{name}' of the state cannot be read: {str(fault).rstrip('.')}.")
                continue
            unknown = unknown_names(value, field.type, self.rules.existing)
            self.faults.extend(f"The field '{name}' of the state cannot be: {words}." for words in unknown)
            setattr(state, name, value)
        self.check(state)
        self.refuse_faults()
        return state

    def pieces(self) -> dict[str, Piece]:
        """Every unit; one that is not named is not in the game, but for skirmishers, which are then available."""
        written = self.body.get("pieces")
        opening = self.rules.opening().pieces
        found = {}
        for id, counter in self.rules.counters.items():
            idle = not counter.is_real and opening[id].box == AVAILABLE
            found[id] = Piece(id, box=AVAILABLE if idle else OUT)
        if not isinstance(written, dict):
            self.faults.append("A position needs 'pieces': an object from unit to hex.")
            return found
        for id, place in written.items():
            if id not in found:
                self.faults.append(f"There is no unit '{shortened(id)}' in this game; see its units file.")
            else:
                found[id] = self.piece(id, place)
        return found

    def piece(self, id: str, written: object) -> Piece:
        body = {"hex": written} if isinstance(written, str) else written
        counter, hexes = self.rules.counters[id], self.rules.board.grid.by_label
        if not isinstance(body, dict) or ("hex" in body) == ("box" in body) or set(body) - {"hex", "box", "step", "states"}:
            self.faults.append(f"Unit '{id}' must be a hex, or an object with a 'hex' or a 'box', and 'step' and 'states'.")
            return Piece(id, box=OUT)
        place, box = body.get("hex"), body.get("box", "")
        if place is not None and (place not in hexes or not self.rules.area >> hexes[str(place)] & 1):
            self.faults.append(f"Unit '{id}' stands in {in_short(place)}, which is not on the map that is played on.")
            return Piece(id, box=OUT)
        if place is None and box not in BOXES:
            self.faults.append(f"Unit '{id}' is in the box {in_short(box)}; the boxes are {', '.join(BOXES)}.")
            return Piece(id, box=OUT)
        step, states = body.get("step", 1), body.get("states", [])
        if type(step) is not int or not 1 <= step <= max(counter.levels, 1):
            self.faults.append(f"Unit '{id}' has no step {in_short(step)}.")
            step = 1
        known = (*ORDERS[1:], *FLAGS)
        if not isinstance(states, list) or any(state not in known for state in states):
            self.faults.append(f"Unit '{id}' has unknown states {in_short(states)}; they are {', '.join(known)}.")
            states = []
        if not counter.is_real and (set(states) & set(ORDERS[1:])):
            self.faults.append(f"Unit '{id}' cannot be disorganised or demoralised (U13.14).")
        order = max((ORDERS.index(state) for state in states if state in ORDERS), default=GOOD)
        flags = {field: word in states for word, field in FLAGS.items()}
        return Piece(id, hexes[str(place)] if place is not None else OFF_MAP, str(box), step - 1, order, **flags)

    def check(self, state: VictoriesState) -> None:
        """What cannot be, whatever its form: a turn that is not played, a phase that there is not, both armies in a hex."""
        scenario = self.rules.components.scenario
        if not scenario.first_turn <= state.turn <= scenario.last_turn:
            self.faults.append(
                f"The turn must be from {scenario.first_turn} to {scenario.last_turn}, not {in_short(state.turn)}."
            )
        phases = self.rules.phases
        if state.phase not in phases:
            self.faults.append(f"There is no phase {in_short(state.phase)}; the phases are {', '.join(phases)}.")
        if state.phasing and state.phasing not in ARMIES:
            self.faults.append(f"'phasing' must be one of {', '.join(ARMIES)}, not {in_short(state.phasing)}.")
        holders: dict[int, str] = {}
        for id, piece in state.pieces.items():
            if (
                piece.hex != OFF_MAP
                and holders.setdefault(piece.hex, self.rules.counters[id].side) != self.rules.counters[id].side
            ):
                self.faults.append(f"Both armies stand in {self.rules.board.label(piece.hex)} (U5.1).")


def restore(rules: VictoriesRules[C], body: dict[str, Any]) -> VictoriesState:
    """The state of a position; raises PositionError with every fault named."""
    return VictoriesReader(rules, body).read()
