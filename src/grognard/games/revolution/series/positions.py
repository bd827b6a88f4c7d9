"""Positions of a battle as plain data: turn, phase, tracks, and each piece with its hex or box, step and states."""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import cache, cached_property
from typing import Any

import msgspec

from grognard.core.documents import in_short, shortened, whole_number
from grognard.core.errors import PositionError
from grognard.core.frames import unknown_names
from grognard.core.positions import FIELDS as CORE_FIELDS
from grognard.games.revolution.series.battle import Battle, BattleState
from grognard.games.revolution.series.changing_ground import ChangingGround
from grognard.games.revolution.series.pieces import CAPTURED, ELIMINATED, EXITED, ORDERS, OUT, PARADE, WAITING, Counter, Piece
from grognard.games.revolution.series.sequence import PHASES
from grognard.hexgames.encoding import encode_piece
from grognard.hexgames.stacks import OFF_MAP

FIELDS = ("turn", "phase", "phasing", "order", "tracks", "pieces", "state")
"""The fields of a position beside those of every game."""
WRITTEN = {"pieces", "turn", "phase", "phasing", "order", "morale", "momentum"}
"""The fields of a state that a position file names itself; the others stand under `state` where they are not empty."""
OPENING_PHASES = ("set up", "initiative", "end of turn")
BOXES = (WAITING, ELIMINATED, CAPTURED, EXITED, OUT)
HIGHEST_MORALE = 99
"""S16.1a sets no upper limit; no army comes near this."""
MOST_PINS = 999


@cache
def types_of(kind: type[BattleState]) -> dict[str, Any]:
    """The fields of a state with their types."""
    return {field.name: field.type for field in msgspec.structs.fields(kind)}


def describe_piece(piece: Piece, label: str) -> Any:
    """A piece as written in a position: its hex alone, or an object with step and states."""
    states = [] if piece.order == PARADE else [ORDERS[piece.order]]
    if piece.pin:
        states.append(f"pinned:{piece.pin}")
    states.extend(name for name in ("withdrawn", "fired") if getattr(piece, name))
    states.extend(sorted(piece.marks))
    return encode_piece(label if piece.hex != OFF_MAP else "", piece.box, piece.step, states)


class Positions(ChangingGround):
    """Writing and reading positions."""

    state_class: type[BattleState]
    marks: tuple[str, ...]
    common: tuple[str, ...] = ()
    """The phases of a battle that both sides play once a turn, after the initiative."""

    @cached_property
    def existing(self) -> dict[str, Container[object]]:
        """What frames and states may name (see `names`)."""
        box = self.components
        cells = {cell for row in box.close_combat.rows.values() for cell in row}
        fire = {str(getattr(row, column)) for row in box.fire.damage.rows for column in box.fire.damage.columns}
        return {
            "seat": self.seats,
            "window": self.windows,
            "side": self.sides,
            "army": self.armies,
            "piece": self.counters,
            "combat unit": {id for id, counter in self.counters.items() if counter.is_unit},
            "artillery unit": {id for id, counter in self.counters.items() if counter.is_artillery},
            "hex number": self.board.grid.labels,
            "hex": self.board.grid.by_label,
            "phase": PHASES,
            "tactics chit": box.tactics.chits,
            "band of army morale": {band.id for band in box.army_morale.bands},
            "result of fire": fire | {result.rstrip("*") for result in fire},
            "result of close combat": cells,
            "result code": {part.rstrip("*") for cell in cells for part in cell.split("/")},
        }

    def levels(self, game: Battle) -> dict[str, dict[str, float]]:
        """Army morale (S16.1a) of each army and momentum (S12.61) of each side."""
        return {"army_morale": dict(game.state.morale), "momentum": dict(game.state.momentum)}

    def describe_battle(self, game: Battle) -> dict[str, Any]:
        state = game.state
        pieces = {
            piece.id: describe_piece(piece, game.label(piece.hex) if piece.hex != OFF_MAP else "")
            for piece in state.pieces.values()
            if piece.box != OUT
        }
        body: dict[str, Any] = {
            "turn": state.turn,
            "phase": state.phase,
            "phasing": state.phasing,
            "order": list(state.order),
            "tracks": self.levels(game),
            "pieces": pieces,
        }
        rest = {}
        for name in types_of(type(state)):
            value = getattr(state, name)
            if name not in WRITTEN and value not in ("", 0, (), frozenset(), {}, False):
                rest[name] = msgspec.to_builtins(value, order="deterministic")
        if rest:
            body["state"] = rest
        return body

    def restore_battle(self, body: dict[str, Any], opening: BattleState) -> BattleState:
        """A state from a position; raises PositionError with every fault named."""
        faults: list[str] = []
        state = opening
        for field in body:
            if field not in (*FIELDS, *CORE_FIELDS):
                fields = ", ".join(FIELDS)
                faults.append(f"There is no field '{shortened(field)}' in a position of this game; its fields are {fields}.")
        self._read_turn(body, state, faults)
        self._read_tracks(body, state, faults)
        pieces = body.get("pieces")
        if not isinstance(pieces, dict):
            faults.append("A position needs 'pieces': an object from piece to hex.")
        else:
            for id in pieces:
                if id not in self.counters:
                    faults.append(f"There is no unit '{shortened(id)}' in this scenario; see its units file.")
            state.pieces = {id: self._read_piece(id, counter, pieces.get(id), faults) for id, counter in self.counters.items()}
        self._read_rest(body, state, faults)
        if not faults:
            rules = self.for_state(state)
            rules.fill_in(state)
            faults.extend(rules.impossible(state))
            if "pending" not in body and state.phase in ("initiative", "movement"):
                faults.extend(rules.lonely_pins(state))
        if faults:
            raise PositionError(faults)
        return state

    def _read_turn(self, body: dict[str, Any], state: BattleState, faults: list[str]) -> None:
        scenario = self.components.scenario
        turn = body.get("turn", scenario.first_turn)
        if type(turn) is not int or not scenario.first_turn <= turn <= scenario.last_turn:
            faults.append(f"The turn must be from {scenario.first_turn} to {scenario.last_turn}, not {in_short(turn)}.")
        else:
            state.turn = turn
        phase = body.get("phase", "movement")
        if phase not in (*PHASES, *OPENING_PHASES, *self.common):
            faults.append(f"There is no phase '{shortened(str(phase))}'; the phases are {', '.join(PHASES)}.")
            phase = "movement"
        state.phase = phase
        phasing = body.get("phasing") or ""
        if not isinstance(phasing, str):
            faults.append(f"'phasing' must be one of {', '.join(self.sides)}, not {in_short(phasing)}.")
            return
        fixed = list(self.components.fixed_order(state.turn) or ())
        order = body.get("order") or []
        if not order and phase in PHASES and phasing in self.enemy:
            order = fixed or [phasing, self.enemy[phasing]]
        if phase in PHASES and phasing not in self.sides:
            faults.append(f"'phasing' must be one of {', '.join(self.sides)}, not {shortened(phasing)!r}.")
        elif phase in PHASES and len(fixed) == 1 and (phasing not in fixed or order != fixed):
            faults.append(f"Only {fixed[0]} plays in turn {state.turn}: 'phasing' and 'order' can name no other side (S6.1c).")
        elif not self._is_order(order) or (phase in PHASES and phasing not in order):
            faults.append(f"'order' must list the sides in the order they play this turn, not {in_short(order)}.")
        else:
            state.phasing = phasing
            state.order = tuple(order)

    def _is_order(self, order: object) -> bool:
        """Whether this is a list of sides, each once."""
        if not isinstance(order, list) or not all(isinstance(side, str) for side in order):
            return False
        return all(side in self.sides for side in order) and len(set(order)) == len(order)

    def _read_tracks(self, body: dict[str, Any], state: BattleState, faults: list[str]) -> None:
        tracks = body.get("tracks", {})
        levels = {"army_morale": (state.morale, self.armies), "momentum": (state.momentum, self.sides)}
        for name in tracks if isinstance(tracks, dict) else ():
            if name not in levels:
                faults.append(f"There is no track '{shortened(name)}'; the tracks are {', '.join(levels)}.")
        for name, (track, known) in levels.items():
            written = tracks.get(name, {}) if isinstance(tracks, dict) else None
            if not isinstance(written, dict):
                faults.append(f"'tracks' must hold '{name}' as an object from side to level.")
                continue
            for side, level in written.items():
                if side not in known or not isinstance(level, int) or isinstance(level, bool):
                    sides = ", ".join(known)
                    faults.append(f"The track '{name}' has no whole number for one of {sides}: '{shortened(side)}'.")
                elif not -HIGHEST_MORALE <= level <= HIGHEST_MORALE:
                    limits = f"from {-HIGHEST_MORALE} to {HIGHEST_MORALE}"
                    faults.append(f"The track '{name}' of {side} must be a number {limits}, not {level}.")
                else:
                    track[side] = level
        if min(state.momentum.values()) < 0 or sum(state.momentum.values()) > 5:
            faults.append("There are five momentum chits in all, and no side holds fewer than none (S12.61).")
        if min(state.morale.values()) <= 0 and not body.get("over"):
            faults.append("An army at morale 0 or less is demoralised and the game is over (S16.3).")

    def _read_piece(self, id: str, counter: Counter, written: Any, faults: list[str]) -> Piece:
        if written is None:
            return Piece(id, box=OUT)
        body = {"hex": written} if isinstance(written, str) else written
        if not isinstance(body, dict) or not set(body) <= {"hex", "box", "step", "states"}:
            faults.append(f"Piece '{id}' must be a hex or an object with 'hex' or 'box', 'step' and 'states'.")
            return Piece(id, box=OUT)
        fields: dict[str, Any] = {}
        if "hex" in body and "box" in body:
            faults.append(f"Piece '{id}' has two places, a hex and a box; give one.")
        if "hex" in body:
            h = self.board.grid.by_label.get(str(body["hex"]))
            if h is None:
                faults.append(f"Piece '{id}' stands in hex '{shortened(str(body['hex']))}', which is not on the map.")
            fields["hex"] = h or OFF_MAP
        elif body.get("box", OUT) in BOXES:
            fields["box"] = body.get("box", OUT)
        else:
            box = shortened(str(body["box"]))
            faults.append(f"Piece '{id}' cannot be in the box '{box}'; the boxes are {', '.join(BOXES)}.")
        step = body.get("step", 1)
        if type(step) is not int or not 1 <= step <= max(counter.steps, 1):
            faults.append(f"Piece '{id}' has no step {in_short(step)}; it has {max(counter.steps, 1)} (S2.2b).")
            step = 1
        fields["step"] = step - 1
        marks = set()
        states = body.get("states", [])
        if not isinstance(states, list):
            faults.append(f"The states of piece '{id}' must be a list of words.")
            states = []
        for name in states:
            word, _, number = str(name).partition(":")
            if not self.can_be(counter, word) or (word == "pinned" and "hex" not in fields):
                faults.append(f"Piece '{id}' cannot be '{shortened(str(name))}'.")
            elif word in ORDERS:
                if fields.setdefault("order", ORDERS.index(word)) != ORDERS.index(word):
                    faults.append(f"Piece '{id}' is both '{ORDERS[fields['order']]}' and '{word}'; give one.")
            elif word == "pinned":
                fields["pin"] = self._pin(id, number or "1", faults)
            elif word in ("withdrawn", "fired"):
                fields[word] = True
            else:
                marks.add(str(name))
        return Piece(id, marks=frozenset(marks), **fields)

    def can_be(self, counter: Counter, state: str) -> bool:
        """Whether a piece can be in this state, or under this marker of its battle."""
        if state == "withdrawn":  # S12.4c
            return counter.is_cavalry
        if state == "fired":  # S10.5b
            return counter.is_rifle
        return state in self.marks or (counter.is_unit and (state in ORDERS or state == "pinned"))

    def _pin(self, id: str, number: str, faults: list[str]) -> int:
        """The number of the PIN result that a piece is locked in."""
        try:
            pin = whole_number(number)
        except ValueError:
            pin = 0
        if not 1 <= pin <= MOST_PINS:
            faults.append(f"Piece '{id}' cannot be 'pinned:{shortened(number)}'; give a number from 1 to {MOST_PINS}.")
        return pin

    def _read_rest(self, body: dict[str, Any], state: BattleState, faults: list[str]) -> None:
        types = types_of(type(state))
        rest = body.get("state") or {}
        if not isinstance(rest, dict):
            faults.append("'state' must be an object from field to value.")
            return
        for name, value in rest.items():
            if name not in types or name in WRITTEN:
                faults.append(f"There is no field '{shortened(name)}' in the state of this game.")
                continue
            try:
                found = msgspec.convert(value, types[name])
            except msgspec.ValidationError as fault:
                faults.append(f"The field '{name}' of the state cannot be read: {fault}.")
                continue
            unknown = list(unknown_names(found, types[name], self.existing)) if found else []
            faults.extend(f"The field '{name}' of the state cannot be: {words}." for words in unknown)
            setattr(state, name, found)
        if not state.pins:
            state.pins = max((piece.pin for piece in state.pieces.values()), default=0)

    def fill_in(self, state: BattleState) -> None:
        """What a position may leave out because it follows from where the pieces stand."""

    def occupiers(self, state: BattleState) -> dict[str, str]:
        """The hexes in which combat units other than artillery stand, and their side."""
        units = (piece for piece in state.pieces.values() if piece.hex != OFF_MAP)
        return {
            self.board.label(piece.hex): self.counters[piece.id].side
            for piece in units
            if self.counters[piece.id].is_unit and not self.counters[piece.id].is_artillery
        }

    def impossible(self, state: BattleState) -> list[str]:
        """What no rule could have brought about: enemies in one hex, overstacking, prohibited terrain."""
        faults: list[str] = []
        strengths: dict[int, int] = {}
        guns: dict[int, int] = {}
        holders: dict[int, str] = {}
        for piece in state.pieces.values():
            counter = self.counters[piece.id]
            if piece.hex == OFF_MAP:
                continue
            label = self.board.label(piece.hex)
            if not self.can_be_in(piece, piece.hex):
                faults.append(f"'{piece.id}' cannot stand in {label}: the terrain is prohibited to it (S9.2d).")
            if counter.is_leader:
                continue
            if holders.setdefault(piece.hex, counter.side) != counter.side:
                faults.append(f"Units of both sides stand in {label} (S9.2d).")
            if counter.is_artillery:
                guns[piece.hex] = guns.get(piece.hex, 0) + 1
            else:
                strengths[piece.hex] = strengths.get(piece.hex, 0) + counter.strengths[piece.step]
        if not state.entered:
            faults.extend(
                f"Hex {self.board.label(h)} holds {held} SP; the limit is 6 (S7.1a)."
                for h, held in strengths.items()
                if held > 6
            )
            faults.extend(
                f"Hex {self.board.label(h)} holds {held} artillery units; the limit is one (S7.1b)."
                for h, held in guns.items()
                if held > 1
            )
        return faults

    def lonely_pins(self, state: BattleState) -> Iterator[str]:
        """S13.1-PIN-a: before anybody has moved, each PIN holds units of both sides."""
        pinned = [piece for piece in state.pieces.values() if piece.pin]
        sides = {
            number: {self.counters[piece.id].side for piece in pinned if piece.pin == number}
            for number in {piece.pin for piece in pinned}
        }
        for piece in pinned:
            if len(sides[piece.pin]) < 2:
                yield f"'{piece.id}' is pinned by nobody: no enemy is 'pinned:{piece.pin}' (S13.1-PIN-a)."
