"""A game in progress: where every unit stands, and the questions that every chapter asks."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import TYPE_CHECKING, Any, Self

from msgspec.structs import replace

from grognard.core.games import Game, State
from grognard.core.hexes import Hex, HexSet
from grognard.games.chancellorsville.victories.names import (
    ArmyName,
    CommandId,
    CommandOrNone,
    Count,
    EventId,
    HexId,
    HexsideKey,
    HexsideOrNone,
    Label,
    Turn,
    UnitId,
    UnitOrNone,
    Word,
)
from grognard.games.chancellorsville.victories.pieces import ENEMY, LOST, OUT, Counter, Piece
from grognard.games.chancellorsville.victories.sightings import ANY
from grognard.hexgames.stacks import OFF_MAP, Holdings

if TYPE_CHECKING:
    from grognard.games.chancellorsville.victories.rules import VictoriesRules


class VictoriesState(State):
    """Everything that is not a procedure under way. What only its owner may know is so marked."""

    pieces: dict[str, Piece]
    deployment: dict[CommandId, Count] = {}
    """U20.1: the box of the strategic map in which each command counter lies; the owner's until all are turned over."""
    turn: int = 1
    phase: str = "set up"
    phasing: str = ""
    """Whose activation it is."""
    rain: bool = False
    pontoons: dict[HexsideKey, ArmyName] = {}
    """U11.3: the pontoons on the map by their hexside, each with its owner."""
    csa_bridge: HexsideOrNone = ""
    """U11.8: where the Confederates' own pontoon lies; whoever captures it cannot take it up."""
    in_hand: dict[ArmyName, Count] = {}
    """U11.1: pontoons that may be laid."""
    taken_up: dict[ArmyName, Count] = {}
    """U11.8: pontoons that may be laid from the next turn on."""
    works: dict[Label, ArmyName] = {}
    """U14.20: breastworks, each with the army that built them."""
    forts: dict[Label, ArmyName] = {}
    """U18.2: fortification markers."""
    cup: tuple[CommandId, ...] = ()
    """U8.5: the command counters still to be drawn; nobody may know them, each army knows its own."""
    boxes: dict[CommandId, tuple[CommandId, ...]] = {}
    """U8.16: the formations under each superior commander this turn; known to the owner until the superior is drawn."""
    drawn: tuple[CommandId, ...] = ()
    """The command counters drawn this turn."""
    last_used: dict[CommandId, Turn] = {}
    """U8.18: when each superior commander was last used before this turn."""
    acted: frozenset[UnitId] = frozenset()
    """U8.11: units that were activated this turn; the owner's."""
    command: CommandOrNone = ""
    """The command counter that acts now."""
    post: Label = ""
    """U8.8: where it was placed."""
    active: frozenset[UnitId] = frozenset()
    """U8.10: the units that act now; the owner's."""
    named: frozenset[UnitId] = frozenset()
    """U8.11, U8.20: those among them that were named; the owner's."""
    moved: frozenset[UnitId] = frozenset()
    """Units that have moved in this activation; the owner's."""
    moved_this_turn: frozenset[UnitId] = frozenset()
    """U11.4: units that have moved in this turn, in the enemy's activations too; the owner's."""
    finished: frozenset[UnitId] = frozenset()
    """U9.1: units whose movement is over; the owner's."""
    marching: tuple[UnitId, ...] = ()
    """The units that march now; the owner's."""
    subject: UnitOrNone = ""
    """The unit that a question is about; the owner's."""
    forced: dict[ArmyName, CommandId] = {}
    """U9.20: the formation that makes a forced march this turn."""
    detached: dict[ArmyName, Label] = {}
    """U8.14: where the Detach marker lies."""
    skirmished: frozenset[UnitId] = frozenset()
    """U13.7: brigades that have made a skirmisher in this activation."""
    builders: frozenset[UnitId] = frozenset()
    """U11.7: units that have built a pontoon, or tried to, this turn."""
    restored: frozenset[UnitId] = frozenset()
    """U16.1: units that have returned to full strength in this night; the owner's."""
    attacked: frozenset[UnitId] = frozenset()
    """U14.1: units that have attacked in this activation."""
    left_works: dict[UnitId, Label] = {}
    """U14.23: units that have marched out of works next to the enemy in this activation."""
    entered: frozenset[UnitId] = frozenset()
    """U18.8: units that have come onto the map in this activation."""
    retired: frozenset[UnitId] = frozenset()
    """U17.14: units that have used the general retreat; the owner's."""
    exits: dict[UnitId, Label] = {}
    """U9.19: by which hex units left the map."""
    released: frozenset[Word] = frozenset()
    """U18.4, U19.5: formations and divisions that are no longer held back."""
    stirred: frozenset[Word] = frozenset()
    """Those that are released from the next turn on."""
    hands: dict[ArmyName, tuple[EventId, ...]] = {}
    """U17.1: the events in hand; the owner's."""
    event_cups: dict[ArmyName, tuple[EventId, ...]] = {}
    effects: dict[EventId, Word] = {}
    """Events in force: a hex, a command or an army each."""
    wounded: frozenset[CommandId] = frozenset()
    """U17.12: commanders who have left the game."""
    sightings: dict[UnitId, frozenset[HexId]] = {}
    """U9.26: the hexes in which hidden units may be for all that the enemy knows; who is not named stands where it does."""
    reduced: frozenset[UnitId] = frozenset()
    """U9.26: units that the enemy has last seen on their reduced side."""
    shaken: dict[UnitId, Count] = {}
    """U9.26: the order of units, where it is not good for all that the enemy knows."""
    disordered: frozenset[ArmyName] = frozenset()
    """U17.19: armies of which some unit has fallen into disorder in this game, as all have been told."""
    trodden: frozenset[Label] = frozenset()
    """Where stacks have marched to in this activation."""
    played: dict[ArmyName, Count] = {}
    """U17.3: how many events were played this turn."""


class Campaign(Game):
    """A game of Give Us Victories."""

    __slots__ = ()

    state: VictoriesState
    rules: VictoriesRules[Self]

    # ------------------------------------------------------------------ pieces

    def piece(self, id: str) -> Piece:
        return self.state.pieces[id]

    def counter(self, id: str) -> Counter:
        return self.rules.counters[id]

    def label(self, h: Hex) -> str:
        return self.rules.board.grid.labels[h]

    def points(self, piece: Piece) -> int:
        """U3.3: the combat points of the side showing."""
        return self.rules.counters[piece.id].strengths[piece.step]

    def change(self, id: str, **fields: Any) -> Piece:
        """Replace a piece by one that differs in these fields; what was worked out from the old one is forgotten.

        What movement costs depends on weather and pontoons only, and the radius of a command on the enemy besides.
        """
        changed = replace(self.state.pieces[id], **fields)
        self.state.pieces[id] = changed
        army = self.rules.counters[id].side
        fresh = {key: known for key, known in self.memo.items() if key[0] == "ground" or key[:2] == ("radius", army)}
        if army in self.memo:
            fresh[army] = self.memo[army].changed((changed,))
        if ENEMY[army] in self.memo:
            fresh[ENEMY[army]] = self.memo[ENEMY[army]]
        self.memo = fresh
        return changed

    def move(self: Self, ids: Iterable[str], h: Hex, who: Container[str] = ANY) -> None:
        """Put pieces in a hex, however they come there; `who` are the formations that, as all see it, may have gone there."""
        ids = tuple(ids)
        starts = {id: self.state.pieces[id].hex for id in ids}
        for id in ids:
            self.change(id, hex=h, box="")
        if ids:
            self.rules.note_move(self, ids, starts, h, who)
            self.rules.occupied(self)  # U19.16

    def take_off(self, id: str, box: str) -> Piece:
        """Put a piece in a box beside the map, without its markers."""
        self.state.active -= {id}
        self.state.sightings.pop(id, None)
        self.state.shaken.pop(id, None)
        return self.change(id, hex=OFF_MAP, box=box, order=0, unsupplied=False, fired=False, tired=False)

    # ------------------------------------------------------------------ who stands where

    def army(self, army: str) -> Holdings[Piece]:
        """One army as it stands."""
        found: Holdings[Piece] | None = self.memo.get(army)
        if found is None:
            pieces = self.state.pieces
            found = Holdings((pieces[id] for id in self.rules.sheets[army]), self.rules.places_on_sheet)
            self.memo[army] = found
        return found

    def held(self, army: str) -> HexSet:
        return self.army(army).held

    def units_at(self, army: str, h: Hex) -> tuple[Piece, ...]:
        """The pieces of an army in a hex, in the order of the counter sheet."""
        return self.army(army).at(h)

    def near(self, army: str) -> HexSet:
        """U9.6: every hex next to a piece of an army, over rivers too."""
        return self.army(army).near(self.rules.board.grid)

    def next_to_enemy(self, army: str, h: Hex) -> bool:
        return bool(self.near(ENEMY[army]) >> h & 1)

    def on_map(self, army: str) -> list[Piece]:
        return [piece for piece in self.army(army).pieces.values() if piece.hex != OFF_MAP]

    def units_of(self, army: str, formation: str) -> list[Piece]:
        """The pieces of a formation that are on the map."""
        pieces = self.state.pieces
        return [piece for id in self.rules.formation_units.get((army, formation), ()) if (piece := pieces[id]).hex != OFF_MAP]

    def alive(self, ids: Iterable[str]) -> tuple[str, ...]:
        """Those of the units that are on the map."""
        return tuple(id for id in ids if self.state.pieces[id].hex != OFF_MAP)

    def real(self, pieces: Iterable[Piece]) -> list[Piece]:
        """U13.15: units that are neither skirmishers nor dummies."""
        counters = self.rules.counters
        return [piece for piece in pieces if counters[piece.id].is_real]

    def lost_points(self, army: str) -> int:
        """The full combat points of the units that an army has lost."""
        counters, pieces = self.rules.counters, self.army(army).pieces
        lost = [id for id, piece in pieces.items() if piece.box == LOST and counters[id].is_real]  # U2.6
        return sum(counters[id].strengths[0] for id in lost)  # U2.1

    def points_left(self, army: str) -> int:
        """The combat points of the units that an army has not lost, off the map as well, on the side that each shows."""
        counters, pieces = self.rules.counters, self.army(army).pieces
        return sum(self.points(piece) for id, piece in pieces.items() if piece.box not in (LOST, OUT) and counters[id].is_real)

    @property
    def night(self) -> bool:
        return self.state.turn in self.rules.components.night_turns

    def forget_ground(self) -> None:
        """Forget what was worked out from weather and pontoons: they have changed."""
        self.memo = {key: known for key, known in self.memo.items() if isinstance(key, str)}
