"""A battle in progress: the state of a game of the series, and the questions every chapter asks of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec.structs import replace

from grognard.core.events import PlaceWithPieces
from grognard.core.games import Game, State
from grognard.core.hexes import Hex, HexSet, hex_set, members
from grognard.games.revolution.series.names import Army, BandId, Change, PieceId, PinNumber, Pins, SeatOrNone, Side, Word
from grognard.games.revolution.series.pieces import DISRUPTED, PARADE, Counter, Piece
from grognard.hexgames.stacks import OFF_MAP, Stacks

if TYPE_CHECKING:
    from grognard.games.revolution.series.rules import SeriesRules


Known = TypeVar("Known")


class Posting(msgspec.Struct, frozen=True):
    """A change of army morale that waits to be posted: the event and the change of each army (S12.23-7c)."""

    event: Word
    changes: tuple[tuple[Army, Change], ...]
    cites: Word


class BattleState(State):
    """Everything about a battle that is not a procedure under way."""

    pieces: dict[str, Piece]
    turn: int = 1
    phase: str = "set up"
    phasing: str = ""
    order: tuple[str, ...] = ()
    """Who plays first and second this turn (S5a)."""
    first_last_turn: Side = ""
    """Who played first in the previous turn (S6.2a)."""
    acting: SeatOrNone = ""
    """The seat that acts with its pieces in this phase, where allies act one after another."""
    morale: dict[str, int] = {}
    """By army (S16.1a)."""
    momentum: dict[str, int] = {}
    """By side (S12.61)."""
    moved: frozenset[PieceId] = frozenset()
    """Pieces that have finished their move this phase (S9.1c)."""
    approached: frozenset[PinNumber] = frozenset()
    """PIN results whose enemies another friend has moved next to (S13.1-PIN-d)."""
    broken: frozenset[PinNumber] = frozenset()
    """PIN results whose contact was broken this phase (S13.1-PIN-d)."""
    pins: Pins = 0
    """How many PIN results there have been; each has its number."""
    entered: frozenset[PieceId] = frozenset()
    """Reinforcements placed this player turn, still under S9.61b."""
    appointed: frozenset[PieceId] = frozenset()
    """Leaders named by their owner where neither stars nor seniority decide (S3.2d)."""
    fled: frozenset[PieceId] = frozenset()
    """Units that retreated out of close combat in this phase (S13.25a)."""
    bands: dict[Army, BandId] = {}
    """The morale bands frozen while a combat is resolved (S16.24a); empty outside."""
    postings: tuple[Posting, ...] = ()
    reduced_by: dict[PieceId, Army] = {}
    """Which of several enemy armies took the first step of a unit, and so has the points for it."""
    beaten_by: dict[PieceId, Army] = {}
    """Which of several enemy armies disordered a piece last, or took it out of play."""


class Force(Stacks[Piece]):
    """One side as it stands: its stacks, and the hexes it holds and controls.

    A changed piece makes a new force of the old one, so that the other side's is not worked out again.
    """

    __slots__ = (
        "_crowded",
        "_disrupted",
        "_leaders",
        "_near",
        "_next_to_pinned",
        "_pinned",
        "_strengths",
        "_units",
        "_ways",
        "_what_follows",
        "_zones",
        "light",
        "mixed",
        "rules",
        "side",
        "units",
    )

    def __init__(self, game: Battle, side: str) -> None:
        self.side, self.rules = side, game.rules
        self.light: frozenset[str] = frozenset()
        """Units that are taken to need no room (`lightened`)."""
        self.units: HexSet = 0
        self.mixed: HexSet = 0
        """Hexes with pieces that may not end a move together (`strangers`)."""
        self._disrupted: list[Piece] | None = None
        self._leaders: HexSet | None = None
        self._near: HexSet | None = None
        self._pinned: HexSet | None = None
        self._next_to_pinned: HexSet | None = None
        self._zones: tuple[HexSet, HexSet] | None = None
        self._units: list[Piece] | None = None
        self._ways: dict[str, HexSet | None] | None = None
        self._strengths: tuple[dict[Hex, int], HexSet] | None = None
        self._crowded: dict[int, HexSet] = {}
        self._what_follows: dict[tuple[Hashable, frozenset[str]], Any] = {}
        pieces = game.state.pieces
        super().__init__([pieces[id] for id in game.rules.sheets[side]], game.rules.places_on_sheet)

    def changed(self, game: Battle, ids: tuple[str, ...]) -> Force:
        """This force after these pieces have changed."""
        force: Force = object.__new__(Force)
        force.side, force.rules, force.light = self.side, self.rules, self.light
        force.units, force._leaders, force.mixed = self.units, self._leaders, self.mixed
        force._near = force._units = force._zones = None
        force._disrupted, force._pinned, force._next_to_pinned = self._disrupted, self._pinned, self._next_to_pinned
        force._crowded = {}
        known = self._what_follows
        force._what_follows = {key: what for key, what in known.items() if key[1].isdisjoint(ids)} if known else {}
        force._strengths = self._moved_strengths(game, ids) if self._strengths is not None else None
        ways = force._ways = self._ways.copy() if self._ways is not None else None
        pieces, counters = game.state.pieces, self.rules.counters
        force.take(self, [pieces[id] for id in ids])
        for id in ids:
            old, new = self.pieces[id], pieces[id]
            if ways is not None:
                ways[id] = force._ways_of(new)
            if counters[id].is_leader:
                force._leaders = None
            if old.order or new.order or old.pin or new.pin:
                force._disrupted = force._pinned = force._next_to_pinned = None
        return force

    def note(self, h: Hex, stack: tuple[Piece, ...]) -> None:
        """Note whether units stand in a hex now, and whether all who do may stay together."""
        counters, units = self.rules.counters, False
        for piece in stack:
            if counters[piece.id].is_unit:
                units = True
                break
        mixed = len(stack) > 1 and self.rules.are_strangers(stack)
        if self.units >> h & 1 != units:
            self.units ^= 1 << h
        if self.mixed >> h & 1 != mixed:
            self.mixed ^= 1 << h

    @property
    def leaders(self) -> HexSet:
        """The hexes with a leader."""
        if self._leaders is None:
            counters = self.rules.counters
            self._leaders = hex_set([p.hex for id, p in self.pieces.items() if counters[id].is_leader and p.hex != OFF_MAP])
        return self._leaders

    @property
    def ways(self) -> dict[str, HexSet | None]:
        """The hexes next to each piece that its table opens to it; none of one in disorder or with a marker, whose state
        decides, and None for one that is pinned or not on the map."""
        if self._ways is None:
            self._ways = {id: self._ways_of(piece) for id, piece in self.pieces.items()}
        return self._ways

    def _ways_of(self, piece: Piece) -> HexSet | None:
        if piece.hex == OFF_MAP or piece.pin:
            return None
        if piece.order or piece.marks or piece.withdrawn:
            return 0
        return self.rules.plain_tables[piece.id].open[piece.hex]

    @property
    def zoc(self) -> HexSet:
        """Every hex in the zone of control of a unit of this force."""
        return (self._zones or self._sum_zones())[0]

    @property
    def rifle_zoc(self) -> HexSet:
        """Every hex in the zone of control of a rifle unit."""
        return (self._zones or self._sum_zones())[1]

    def _sum_zones(self) -> tuple[HexSet, HexSet]:
        """S8.1a: units in parade order have a zone; worked out when somebody asks, seldom while this side moves."""
        rules, counters, zoc, rifle_zoc = self.rules, self.rules.counters, 0, 0
        for id, piece in self.pieces.items():
            if piece.hex == OFF_MAP or piece.order != PARADE or counters[id].is_leader:
                continue  # S8.1b
            if not piece.marks or rules.has_zoc(piece):
                zone = rules.zoc_of(piece)
                zoc |= zone
                if counters[id].is_rifle:
                    rifle_zoc |= zone  # S8.31b
        self._zones = zoc, rifle_zoc
        return self._zones

    @property
    def pinned(self) -> HexSet:
        """The hexes with a unit that a PIN result holds."""
        if self._pinned is None:
            self._pinned = hex_set([piece.hex for piece in self.pieces.values() if piece.pin and piece.hex != OFF_MAP])
        return self._pinned

    @property
    def next_to_pinned(self) -> HexSet:
        """Every hex adjacent to one of them."""
        if self._next_to_pinned is None:
            self._next_to_pinned = self.rules.board.grid.around_set(self.pinned) if self.pinned else 0
        return self._next_to_pinned

    @property
    def disrupted(self) -> list[Piece]:
        """The units that are disrupted."""
        if self._disrupted is None:
            self._disrupted = [piece for piece in self.pieces.values() if piece.order == DISRUPTED]
        return self._disrupted

    def where(self, group: frozenset[str]) -> HexSet:
        """The hexes that some of these pieces stand in."""
        found: HexSet | None = self._what_follows.get(("where", group))
        if found is None:
            pieces = self.pieces
            found = self.what_follows("where", group, lambda: hex_set([pieces[id].hex for id in group]) & ~(1 << OFF_MAP))
        return found

    def what_follows(self, question: Hashable, group: frozenset[str], work_out: Callable[[], Known]) -> Known:
        """What follows from these pieces alone, kept as long as none of them changes."""
        key = question, group
        found: Known
        try:
            found = self._what_follows[key]
        except KeyError:
            found = self._what_follows[key] = work_out()
        return found

    def near(self, game: Battle) -> HexSet:
        """Every hex adjacent to a combat unit of this force."""
        if self._near is None:
            self._near = game.rules.board.grid.around_set(self.units)
        return self._near

    def combat_units(self, game: Battle) -> list[Piece]:
        """The combat units on the map, in the order of the counter sheet."""
        if self._units is None:
            counters = game.rules.counters
            self._units = [p for p in self.pieces.values() if p.hex != OFF_MAP and counters[p.id].is_unit]
        return self._units

    def _moved_strengths(self, game: Battle, ids: tuple[str, ...]) -> tuple[dict[Hex, int], HexSet] | None:
        """The strengths in each hex after these pieces have changed; worked out anew if a gun has."""
        if self._strengths is None:
            return None
        held, guns = self._strengths[0].copy(), self._strengths[1]
        for id in ids:
            counter, old, new = game.rules.counters[id], self.pieces[id], game.state.pieces[id]
            if counter.is_artillery:
                return None
            if counter.is_leader or id in self.light:
                continue
            if old.hex != OFF_MAP:
                held[old.hex] -= counter.strengths[old.step]
                if not held[old.hex]:
                    del held[old.hex]
            if new.hex != OFF_MAP:
                held[new.hex] = held.get(new.hex, 0) + counter.strengths[new.step]
        return held, guns

    def strengths(self, game: Battle) -> tuple[dict[Hex, int], HexSet]:
        """The strength showing of foot and horse in each hex, and the hexes with a gun."""
        if self._strengths is None:
            counters = game.rules.counters
            held: dict[Hex, int] = {}
            guns = 0
            for piece in self.combat_units(game):
                counter = counters[piece.id]
                if piece.id in self.light:
                    continue
                if counter.is_artillery:
                    guns |= 1 << piece.hex  # S7.1b
                else:
                    held[piece.hex] = held.get(piece.hex, 0) + counter.strengths[piece.step]  # S7.1a, S7.1d
            self._strengths = held, guns
        return self._strengths

    def crowded(self, game: Battle, room: int) -> HexSet:
        """The hexes in which foot and horse have more strength than this."""
        full = self._crowded.get(room)
        if full is None:
            full = 0
            for h, held in self.strengths(game)[0].items():
                if held > room:
                    full |= 1 << h
            self._crowded[room] = full
        return full

    def lightened(self, game: Battle, ids: tuple[str, ...]) -> Force:
        """This force if these units took up no room."""
        force = self.changed(game, ())
        force.light = self.light.union(ids)
        force._strengths = None
        return force


class Memo(dict[Any, Any]):
    """What has been worked out of a battle. It is itself what holds until a piece changes; the rest outlives that."""

    __slots__ = ("forces", "outdated", "proofs")

    def __init__(
        self, forces: dict[str, Force], outdated: dict[str, tuple[Force, tuple[str, ...]]], proofs: dict[Hashable, Any]
    ) -> None:
        self.forces = forces
        """The sides as they stand."""
        self.outdated = outdated
        """The sides as they stood before the last changes, and the pieces that have changed since."""
        self.proofs = proofs
        """Until `forget`: answers with the pieces and stacks they rest on.

        Pieces and stacks are replaced when they change, so an answer holds while those it rests on are still the same objects.
        Copies of a game share it, so nothing may be believed before that is looked at, or tried again.
        """


class Battle(Game):
    """A game of the series."""

    __slots__ = ()

    state: BattleState
    rules: SeriesRules
    memo: Memo

    # ------------------------------------------------------------------ pieces

    def piece(self, id: str) -> Piece:
        return self.state.pieces[id]

    def counter(self, id: str) -> Counter:
        return self.rules.counters[id]

    def side_of(self, id: str) -> str:
        return self.rules.counters[id].side

    def army_of(self, id: str) -> str:
        return self.rules.counters[id].army

    def seat_of(self, id: str) -> str:
        """Who owns a piece, and answers for it."""
        return self.rules.seat_of[id]

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
        pieces, memo = self.state.pieces, self.memo
        changed = pieces[id] = replace(pieces[id], **fields)
        side = self.rules.counters[id].side
        forces, outdated = memo.forces.copy(), memo.outdated.copy()
        if side in forces:
            outdated[side] = forces.pop(side), (id,)
        elif side in outdated:
            force, ids = outdated[side]
            outdated[side] = force, ids if id in ids else (*ids, id)
        self.memo = Memo(forces, outdated, memo.proofs)
        return changed

    def fresh_memo(self) -> Memo:
        return Memo({}, {}, {})

    def forget(self) -> None:
        """Forget what was worked out of more than where pieces stand: another phase may set other limits."""
        self.memo = Memo(self.memo.forces, self.memo.outdated, {})

    # ------------------------------------------------------------------ who stands where

    def force(self, side: str) -> Force:
        """One side as it stands now."""
        memo = self.memo
        force = memo.forces.get(side)
        if force is None:
            stale = memo.outdated.pop(side, None)
            force = memo.forces[side] = stale[0].changed(self, stale[1]) if stale else Force(self, side)
        return force

    def fellows(self, piece: Piece) -> Force:
        """The side of a piece for questions about the others: only where the piece itself stands may be out of date.

        While one piece marches on and on, the others stay as they are, and no new force is needed for each of its steps.
        """
        side = self.rules.counters[piece.id].side
        force = self.memo.forces.get(side)
        if force is None:
            stale = self.memo.outdated.get(side)
            force = stale[0] if stale and stale[1] == (piece.id,) else self.force(side)
        return force

    def lightened(self, ids: tuple[str, ...]) -> Battle:
        """A copy to look at, not to play on: these units, all of one side, stand where they stand but take up no room."""
        if not ids:
            return self
        clone, side = self.copy(), self.side_of(ids[0])
        enemy = self.enemy(side)
        clone.memo = Memo({side: self.force(side).lightened(self, ids), enemy: self.force(enemy)}, {}, {})
        return clone

    def units_at(self, h: Hex, side: str | None = None) -> list[Piece]:
        """S3.2b: the combat units in a hex, in the order of the counter sheet."""
        counters = self.rules.counters
        sides = self.rules.sides if side is None else (side,)
        return [piece for one in sides for piece in self.force(one).stacks.get(h, ()) if counters[piece.id].is_unit]

    def held(self, h: Hex) -> PlaceWithPieces:
        """A hex with its combat units, to be told by their names."""
        return PlaceWithPieces(self.label(h), tuple(unit.id for unit in self.units_at(h)))

    def leaders_at(self, h: Hex, side: str) -> list[Piece]:
        """The leaders of a side in a hex, highest rank first (S3.2d)."""
        counters = self.rules.counters
        found = [piece for piece in self.force(side).stacks.get(h, ()) if counters[piece.id].is_leader]
        if len(found) < 2:
            return found
        named = self.state.appointed
        return sorted(found, key=lambda p: (-counters[p.id].rank, counters[p.id].seniority, p.id not in named))

    def near(self, side: str) -> HexSet:
        """S3.2s: every hex adjacent to a combat unit of this side, whatever lies between."""
        return self.force(side).near(self)

    def next_to_enemy(self, piece: Piece) -> bool:
        """S8.4: adjacency, not ZOC, governs compulsory attack, rally, pin removal and strategic movement."""
        return bool(self.near(self.enemy(self.side_of(piece.id))) >> piece.hex & 1)

    def adjacent_enemies(self, side: str, h: Hex) -> int:
        """How many enemy combat units stand next to a hex."""
        enemy = self.enemy(side)
        held = self.force(enemy).units & self.rules.board.grid.adjacent[h]
        return sum(len(self.units_at(n, enemy)) for n in members(held))

    def on_map(self, side: str) -> list[Piece]:
        """The pieces of a side on the map, leaders included."""
        return [piece for piece in self.force(side).pieces.values() if piece.hex != OFF_MAP]

    def units_of(self, side: str) -> list[Piece]:
        """The combat units of a side on the map."""
        return self.force(side).combat_units(self)

    def alive(self, ids: tuple[str, ...]) -> tuple[str, ...]:
        """Those of the pieces that are still on the map."""
        pieces = self.state.pieces
        return tuple([id for id in ids if pieces[id].hex != OFF_MAP])

    def is_disordered(self, piece: Piece) -> bool:
        """S3.2k: short for disrupted or shattered."""
        return piece.order != PARADE
