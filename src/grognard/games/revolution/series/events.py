"""What happens in a battle of the series. Hexes are written as on the map."""

from __future__ import annotations

from typing import ClassVar

from grognard.core.events import Event, Heading, PlaceWithPieces, Weight
from grognard.core.events import TurnBegan as TurnBegan
from grognard.core.texts import Modifier
from grognard.games.revolution.series.names import Label, PieceId


class PhaseBegan(Event, frozen=True):
    phase: str
    side: str
    heading: ClassVar[Heading] = "phase"


class InitiativeWon(Event, frozen=True):
    side: str
    how: str


class Placed(Event, frozen=True):
    piece: PieceId
    hex: Label


class Moved(Event, frozen=True):
    """A piece marched: the hexes of its way, the start included, and the movement points spent so far."""

    piece: PieceId
    way: tuple[Label, ...]
    spent: float

    @property
    def hex(self) -> str:
        return self.way[-1]

    def joined(self, before: Event) -> Event | None:
        """One march after another of the same piece is one march."""
        if not isinstance(before, Moved) or before.piece != self.piece or before.way[-1] != self.way[0]:
            return None
        return Moved(self.piece, before.way + self.way[1:], self.spent)


class PinsRemoved(Event, frozen=True):
    pieces: tuple[PieceId, ...]
    how: str


class ContactBroken(Event, frozen=True):
    side: str
    number: int


class FireOrdered(Event, frozen=True):
    """A fire: who fires at whom, and the number that must be rolled."""

    firers: tuple[PieceId, ...]
    target: PieceId
    number: int


class FireResolved(Event, frozen=True):
    target: PieceId
    result: str
    reads: ClassVar[str] = "result"


class AttackAnnounced(Event, frozen=True):
    piece: PieceId
    hexes: tuple[Label, ...]
    defenders: tuple[tuple[str, ...], ...] = ()
    """The units in each of the hexes."""

    def said(self) -> dict[str, object]:
        return super().said() | {"hexes": tuple(map(PlaceWithPieces, self.hexes, self.defenders))}


class Diverted(Event, frozen=True):
    hex: Label
    units: tuple[PieceId, ...] = ()

    def said(self) -> dict[str, object]:
        return {"hex": PlaceWithPieces(self.hex, self.units)}


class CombatBegan(Event, frozen=True):
    attackers: tuple[PieceId, ...]
    hexes: tuple[Label, ...]
    attack: int
    defence: int
    column: str
    shifts: tuple[Modifier, ...] = ()
    defenders: tuple[tuple[str, ...], ...] = ()
    """The units in each of the hexes."""
    weight: ClassVar[Weight] = "heavy"

    def said(self) -> dict[str, object]:
        return super().said() | {"hexes": tuple(map(PlaceWithPieces, self.hexes, self.defenders))}


class ColumnShifted(Event, frozen=True):
    """The odds of a combat that had begun were shifted."""

    column: str
    shifts: tuple[Modifier, ...]


class LeadChosen(Event, frozen=True):
    side: str
    piece: PieceId


class TacticsRevealed(Event, frozen=True):
    attacker: str
    defender: str
    result: str
    reveals: ClassVar[bool] = True


class CombatResolved(Event, frozen=True):
    column: str
    total: int
    result: str
    modifiers: tuple[Modifier, ...]
    reads: ClassVar[str] = "result"


class CavalryWithdrew(Event, frozen=True):
    pieces: tuple[PieceId, ...]


class Retreated(Event, frozen=True):
    piece: PieceId
    start: Label
    hex: Label


class Stood(Event, frozen=True):
    piece: PieceId


class StepLost(Event, frozen=True):
    piece: PieceId


class Eliminated(Event, frozen=True):
    piece: PieceId
    weight: ClassVar[Weight] = "heavy"


class Captured(Event, frozen=True):
    piece: PieceId
    weight: ClassVar[Weight] = "heavy"


class LeaderLost(Event, frozen=True):
    piece: PieceId
    fate: str
    weight: ClassVar[Weight] = "heavy"


class Disordered(Event, frozen=True):
    piece: PieceId
    state: str


class Pinned(Event, frozen=True):
    pieces: tuple[PieceId, ...]
    number: int


class MoraleChecked(Event, frozen=True):
    piece: PieceId
    total: int
    passed: bool


class RallyFailed(Event, frozen=True):
    piece: PieceId


class Rallied(Event, frozen=True):
    piece: PieceId
    state: str


class Advanced(Event, frozen=True):
    piece: PieceId
    hex: Label


class Followed(Event, frozen=True):
    piece: PieceId
    hex: Label


class ArmyMoraleChanged(Event, frozen=True):
    side: str
    change: int
    level: int
    cause: str
    cites: str
    track: ClassVar[tuple[str, str] | None] = ("army_morale", "level")


class MomentumChanged(Event, frozen=True):
    side: str
    change: int
    holding: int
    cause: str
    track: ClassVar[tuple[str, str] | None] = ("momentum", "holding")
