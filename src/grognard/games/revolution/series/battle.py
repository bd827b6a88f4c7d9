"""A battle in progress: the state of a game of the series, and the questions every chapter asks of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from grognard.core.games import Game, State
from grognard.core.hexes import Hex, HexSet
from grognard.games.revolution.series.pieces import OFF_MAP, PARADE, Counter, Piece

if TYPE_CHECKING:
    from grognard.games.revolution.series.rules import SeriesRules


class Posting(msgspec.Struct, frozen=True):
    """A change of army morale that waits to be posted: the event and the change of each army (S12.23-7c)."""

    event: str
    changes: dict[str, int]
    cites: str


class BattleState(State):
    """Everything about a battle that is not a procedure under way."""

    pieces: dict[str, Piece]
    turn: int = 1
    phase: str = "set up"
    phasing: str = ""
    order: tuple[str, ...] = ()
    """Who plays first and second this turn (S5a)."""
    first_last_turn: str = ""
    """Who played first in the previous turn (S6.2a)."""
    morale: dict[str, int] = {}
    momentum: dict[str, int] = {}
    moved: frozenset[str] = frozenset()
    """Pieces that have finished their move this phase (S9.1c)."""
    approached: frozenset[int] = frozenset()
    """PIN results whose enemies another friend has moved next to (S13.1-PIN-d)."""
    broken: frozenset[int] = frozenset()
    """PIN results whose contact was broken this phase (S13.1-PIN-d)."""
    pins: int = 0
    """How many PIN results there have been; each has its number."""
    entered: frozenset[str] = frozenset()
    """Reinforcements placed this player turn, still under S9.61b."""
    fled: frozenset[str] = frozenset()
    """Units that retreated out of close combat in this phase (S13.25a)."""
    bands: dict[str, str] = {}
    """The morale bands frozen while a combat is resolved (S16.24a); empty outside."""
    postings: tuple[Posting, ...] = ()


class Ground:
    """Who stands where: made anew whenever a piece has changed."""

    __slots__ = ("_near", "leaders", "rifle_zoc", "stacks", "units", "zoc")

    def __init__(self, game: Battle) -> None:
        rules = game.rules
        counters = rules.counters
        stacks: dict[Hex, list[Piece]] = {}
        units = dict.fromkeys(rules.seats, 0)
        leaders = dict.fromkeys(rules.seats, 0)
        zoc = dict.fromkeys(rules.seats, 0)
        rifle_zoc = dict.fromkeys(rules.seats, 0)
        for piece in game.state.pieces.values():
            h = piece.hex
            if h == OFF_MAP:
                continue
            if h in stacks:
                stacks[h].append(piece)
            else:
                stacks[h] = [piece]
            counter = counters[piece.id]
            side = counter.side
            if counter.is_leader:
                leaders[side] |= 1 << h
                continue
            units[side] |= 1 << h
            if piece.order == PARADE and rules.has_zoc(piece):
                reach = rules.zoc_of(piece)
                zoc[side] |= reach
                if counter.is_rifle:
                    rifle_zoc[side] |= reach
        self.stacks = stacks
        self.units = units
        self.leaders = leaders
        self.zoc = zoc
        self.rifle_zoc = rifle_zoc
        self._near: dict[str, HexSet] = {}


class Battle(Game):
    """A game of the series."""

    __slots__ = ()

    state: BattleState
    rules: SeriesRules

    # ------------------------------------------------------------------ pieces

    def piece(self, id: str) -> Piece:
        return self.state.pieces[id]

    def counter(self, id: str) -> Counter:
        return self.rules.counters[id]

    def side_of(self, id: str) -> str:
        return self.rules.counters[id].side

    def enemy(self, side: str) -> str:
        """S3.2l: the other side."""
        return self.rules.enemy[side]

    def label(self, h: Hex) -> str:
        return self.rules.board.grid.labels[h]

    def strength(self, piece: Piece) -> int:
        """S2.2b: the strength of the side showing."""
        return self.rules.counters[piece.id].strengths[piece.step]

    def change(self, id: str, **fields: Any) -> Piece:
        """Replace a piece by one that differs in these fields; what was worked out from the old one is forgotten."""
        changed = replace(self.state.pieces[id], **fields)
        self.state.pieces[id] = changed
        self.memo = {}
        return changed

    # ------------------------------------------------------------------ who stands where

    @property
    def ground(self) -> Ground:
        ground: Ground | None = self.memo.get("ground")
        if ground is None:
            ground = self.memo["ground"] = Ground(self)
        return ground

    def at(self, h: Hex) -> list[Piece]:
        """Every piece in a hex, in the order of the counter sheet."""
        return self.ground.stacks.get(h, [])

    def units_at(self, h: Hex, side: str | None = None) -> list[Piece]:
        """S3.2b: the combat units in a hex."""
        counters = self.rules.counters
        return [
            piece
            for piece in self.ground.stacks.get(h, ())
            if counters[piece.id].is_unit and (side is None or counters[piece.id].side == side)
        ]

    def leaders_at(self, h: Hex, side: str) -> list[Piece]:
        """The leaders of a side in a hex, highest rank first (S3.2d)."""
        counters = self.rules.counters
        found = [
            piece for piece in self.ground.stacks.get(h, ()) if counters[piece.id].is_leader and counters[piece.id].side == side
        ]
        return sorted(found, key=lambda piece: (-counters[piece.id].rank, counters[piece.id].seniority))

    def near(self, side: str) -> HexSet:
        """S3.2s: every hex adjacent to a combat unit of this side, whatever lies between."""
        ground = self.ground
        if side not in ground._near:
            ground._near[side] = self.rules.board.grid.around_set(ground.units[side])
        return ground._near[side]

    def next_to_enemy(self, piece: Piece) -> bool:
        """S8.4: adjacency, not ZOC, governs compulsory attack, rally, pin removal and strategic movement."""
        return bool(self.near(self.enemy(self.side_of(piece.id))) >> piece.hex & 1)

    def adjacent_enemies(self, side: str, h: Hex) -> int:
        """How many enemy combat units stand next to a hex."""
        units = self.ground.units[self.enemy(side)] & self.rules.board.grid.adjacent[h]
        if not units:
            return 0
        enemy = self.enemy(side)
        return sum(
            len(self.units_at(n, enemy)) for n in self.rules.board.grid.neighbours[h] if n is not None and units >> n & 1
        )

    def on_map(self, side: str) -> list[Piece]:
        """The pieces of a side on the map, leaders included."""
        counters = self.rules.counters
        return [p for p in self.state.pieces.values() if p.hex != OFF_MAP and counters[p.id].side == side]

    def units_of(self, side: str) -> list[Piece]:
        """The combat units of a side on the map."""
        counters = self.rules.counters
        return [p for p in self.on_map(side) if counters[p.id].is_unit]

    def alive(self, ids: tuple[str, ...]) -> tuple[str, ...]:
        """Those of the pieces that are still on the map."""
        return tuple(id for id in ids if self.state.pieces[id].hex != OFF_MAP)

    def is_disordered(self, piece: Piece) -> bool:
        """S3.2k: short for disrupted or shattered."""
        return piece.order != PARADE
