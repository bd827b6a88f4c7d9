"""Eutaw 3.15 and 3.16: the Santee and Nelson's Ferry."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.actions import Action
from grognard.core.events import Event
from grognard.core.hexes import Hex, HexSet, hex_set, members
from grognard.core.procedures import NOT_OFFERED, Procedure
from grognard.core.texts import Modifier, Reason
from grognard.games.revolution.eutaw.state import CROSSING, NORTH_BANK, SWAMP_FOX
from grognard.games.revolution.eutaw.swamp import Swamp
from grognard.games.revolution.series.data_schema import Crossing
from grognard.games.revolution.series.names import Label, PieceId
from grognard.games.revolution.series.pieces import Counter, Piece
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle, BattleState
    from grognard.games.revolution.series.close_combat import CloseCombat

NORTH, SOUTH = "north", "south"


class Cross(Action, frozen=True):
    """Let this unit spend its movement phase crossing the Santee (E3.15b)."""

    piece: PieceId


class CrossingBegan(Event, frozen=True):
    """A unit began to cross the Santee."""

    piece: PieceId
    hex: Label


class Santee(Swamp):
    """The river runs through hexes: a unit in one is on the bank it came from, and only the ferry joins the banks."""

    @cached_property
    def river(self) -> HexSet:
        return self.board.with_terrain("river")

    @cached_property
    def ferry(self) -> HexSet:
        return self.board.with_feature("ferry")

    @cached_property
    def north_bank(self) -> HexSet:
        sheet, number = self.components.sheet, self.board.grid.by_label
        return hex_set(number[label] for label in sheet.river.north_bank) if sheet.river else 0

    @cached_property
    def against_crossing(self) -> Crossing | None:
        """E3.15c: the modifiers against a unit that crosses; an overlay may have none."""
        return self.components.terrain.hexes["river"].crossing

    @cached_property
    def beyond(self) -> HexSet:
        """The river and all that lies behind it: elsewhere everybody is on the south bank."""
        return self.river | self.north_bank

    def bank_of(self, piece: Piece) -> str:
        """E3.15a: the bank a unit is on: that of its land, and in the river the one it came from."""
        north = NORTH_BANK in piece.marks if self.river >> piece.hex & 1 else self.north_bank >> piece.hex & 1
        return NORTH if north else SOUTH

    def can_be(self, counter: Counter, state: str) -> bool:
        """E3.15b: only Swamp Fox crosses."""
        return counter.id == SWAMP_FOX if state == CROSSING else super().can_be(counter, state)

    def fill_in(self, state: BattleState) -> None:
        """E3.15a: a piece on land is on that land's bank, whether or not a position says so."""
        super().fill_in(state)
        for id, piece in state.pieces.items():
            if piece.hex != OFF_MAP and not self.river >> piece.hex & 1:
                marks = piece.marks | {NORTH_BANK} if self.north_bank >> piece.hex & 1 else piece.marks - {NORTH_BANK}
                state.pieces[id] = replace(piece, marks=marks)

    def settle_bank(self, game: Battle, piece: Piece) -> Piece:
        """A unit on land is on that land's bank; in the river it stays on the bank it came from."""
        if self.river >> piece.hex & 1 or piece.hex == OFF_MAP:
            return piece
        north = bool(self.north_bank >> piece.hex & 1)
        if north == (NORTH_BANK in piece.marks):
            return piece
        return game.change(piece.id, marks=piece.marks | {NORTH_BANK} if north else piece.marks - {NORTH_BANK})

    # ------------------------------------------------------------------ movement

    def mobility(self, piece: Piece) -> str:
        """E3.15a: each bank has its own table."""
        kind = super().mobility(piece)
        return f"{kind}/{NORTH}" if NORTH_BANK in piece.marks else kind

    def entry_cost(self, mobility: str, a: Hex, b: Hex) -> int | None:
        """E3.15a: nobody leaves the river on the other bank."""
        kind, _, bank = mobility.partition("/")
        return super().entry_cost(kind, a, b) if self.joined(bank or SOUTH, a, b) else None

    def joined(self, bank: str, a: Hex, b: Hex) -> bool:
        """Whether a unit of this bank can step from a to b without crossing the river anywhere but at the ferry."""
        if (self.ferry >> a | self.ferry >> b) & 1:
            return True
        north = bank == NORTH
        for h, other in ((a, b), (b, a)):
            if self.river >> h & 1 and not self.river >> other & 1:
                return bool(self.north_bank >> other & 1) == north
        return (self.north_bank >> a & 1) == (self.north_bank >> b & 1)

    def carries_strategic(self, a: Hex, b: Hex) -> bool:
        """E3.16a: the ferry breaks strategic movement."""
        return not self.ferry >> b & 1 and super().carries_strategic(a, b)

    @cached_property
    def landings(self) -> HexSet:
        """The land beside the ferry, by which alone a march changes banks."""
        return self.board.grid.around_set(self.ferry) & ~self.river

    def alert_hexes(self, game: Battle, piece: Piece) -> HexSet:
        """E3.15a: where a unit may come to be on another bank."""
        other_bank = self.landings if NORTH_BANK in piece.marks else self.landings | self.north_bank
        return super().alert_hexes(game, piece) | other_bank

    def entered(self, game: Battle, piece: Piece, h: Hex) -> Procedure | None:
        return super().entered(game, self.settle_bank(game, piece), h)

    def advanced_into(self, game: Battle, id: str, h: Hex) -> None:
        self.settle_bank(game, game.piece(id))
        super().advanced_into(game, id, h)

    def retreated_into(self, game: Battle, piece: Piece) -> None:
        super().retreated_into(game, self.settle_bank(game, piece))

    # ------------------------------------------------------------------ crossing (E3.15b)

    def why_not_cross(self, game: Battle, id: str) -> Reason | None:
        """E3.15b: only Swamp Fox, and only if it begins its movement phase in a Santee hex and has not moved."""
        if id != SWAMP_FOX:
            return Reason("only-swamp-fox-crosses", ("E3.15b",))
        piece = game.piece(id)
        refused = self.why_not_move(game, piece)
        if refused is not None and refused.key not in ("no-hex-to-enter", "no-way-out"):
            return refused
        if self.must_move(game, piece):
            return Reason("a-disrupted-unit-must-move", ("S13.3a",), {"piece": self.counters[id].name})
        if not self.river >> piece.hex & 1 or self.ferry >> piece.hex & 1:
            return Reason("not-in-the-santee", ("E3.15b",))
        return None

    def special_moves(self, game: Battle) -> list[Action]:
        moves = super().special_moves(game)
        fox = game.state.pieces.get(SWAMP_FOX)
        if fox is not None and self.river >> fox.hex & 1 and self.why_not_cross(game, SWAMP_FOX) is None:
            moves.append(Cross(SWAMP_FOX))
        return moves

    def why_not_special(self, game: Battle, action: Action) -> Reason | None:
        if isinstance(action, Cross):
            if action.piece not in game.state.pieces:
                return Reason("no-such-piece", (), {"piece": action.piece})
            return self.why_not_cross(game, action.piece)
        return NOT_OFFERED

    def special_move(self, game: Battle, action: Action) -> None:
        if isinstance(action, Cross):
            game.change(action.piece, marks=game.piece(action.piece).marks | {CROSSING})
            game.emit(CrossingBegan(action.piece, game.label(game.piece(action.piece).hex)))
            game.state.moved |= {action.piece}

    def begin_movement(self, game: Battle) -> None:
        """E3.15b, E3.15c: at the start of its next movement phase the unit is across."""
        super().begin_movement(game)
        for piece in game.on_map(game.state.phasing):
            self.settle_bank(game, piece)  # those set up on the far bank
        fox = game.state.pieces.get(SWAMP_FOX)
        if fox is not None and CROSSING in fox.marks and self.counters[SWAMP_FOX].side == game.state.phasing:
            across = fox.marks - {CROSSING, NORTH_BANK}
            game.change(SWAMP_FOX, marks=across if NORTH_BANK in fox.marks else across | {NORTH_BANK})

    def relieve(self, game: Battle, piece: str) -> None:
        """A retreat never crosses: it ends the crossing (E3.15b)."""
        super().relieve(game, piece)
        if CROSSING in game.piece(piece).marks:
            game.change(piece, marks=game.piece(piece).marks - {CROSSING})

    # ------------------------------------------------------------------ zones and combat between the banks

    def zoc_of(self, piece: Piece) -> HexSet:
        """E3.15a: a zone of control does not reach the other bank except into or out of the ferry."""
        zone = super().zoc_of(piece)
        if self.ferry >> piece.hex & 1:
            return zone
        far = self.board.grid.all & ~self.river & ~self.north_bank if self.bank_of(piece) == NORTH else self.north_bank
        return zone & ~far if zone & far else zone

    @cached_property
    def midstream(self) -> HexSet:
        """The river hexes apart from the ferry: in each of them there are two banks."""
        return self.river & ~self.ferry

    def enemy_zoc(self, game: Battle, piece: Piece) -> HexSet:
        zone = super().enemy_zoc(game, piece)
        return self.zoc_against(game, piece, zone, rifles=False) if zone & self.midstream else zone

    def enemy_rifle_zoc(self, game: Battle, piece: Piece) -> HexSet:
        zone = super().enemy_rifle_zoc(game, piece)
        return self.zoc_against(game, piece, zone, rifles=True) if zone & self.midstream else zone

    def zoc_against(self, game: Battle, piece: Piece, zone: HexSet, rifles: bool) -> HexSet:
        """E3.15a: in a river hex only enemies of one's own bank, or at the ferry, have a zone."""
        bank, near = self.bank_of(piece), 0
        for other in game.units_of(self.enemy[self.counters[piece.id].side]):
            if rifles and not self.counters[other.id].is_rifle:
                continue
            same = self.bank_of(other) == bank or self.ferry >> other.hex & 1
            if same and other.order == 0 and self.has_zoc(other):
                near |= self.zoc_of(other)
        return zone & (~self.midstream | near)

    def attackable(self, game: Battle, piece: Piece) -> HexSet:
        """E3.15a, E3.15c: no close combat from bank to bank, except at the ferry and against a crossing unit."""
        found = super().attackable(game, piece)
        if not (found | 1 << piece.hex) & self.beyond or not found or self.ferry >> piece.hex & 1:
            return found
        bank = self.bank_of(piece)
        reachable = 0
        for h in members(found):
            for unit in game.units_at(h, self.enemy[self.counters[piece.id].side]):
                if self.ferry >> h & 1 or self.bank_of(unit) == bank or CROSSING in unit.marks:
                    reachable |= 1 << h
        return reachable

    def target_terrain_modifiers(self, game: Battle, target: Piece) -> Iterator[Modifier]:
        """E3.15c: fire at a crossing unit has +1 and the hex gives it no benefit."""
        if CROSSING in target.marks and self.against_crossing is not None:
            yield Modifier(self.against_crossing.fire_drm, "target-crossing", "E3.15c")
        else:
            yield from super().target_terrain_modifiers(game, target)

    def terrain_lines(self, game: Battle, combat: CloseCombat) -> Iterator[Modifier]:
        """E3.15c: +2 against Swamp Fox while it crosses."""
        yield from super().terrain_lines(game, combat)
        crosses = SWAMP_FOX in combat.defenders and CROSSING in game.piece(SWAMP_FOX).marks
        if crosses and self.against_crossing is not None:
            yield Modifier(self.against_crossing.close_combat_drm, "defender-crossing", "E3.15c")

    def has_cover_of_swamp(self, fox: Piece) -> bool:
        """E3.15c: not while it crosses."""
        return CROSSING not in fox.marks and super().has_cover_of_swamp(fox)
