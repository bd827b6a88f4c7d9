"""What happens in a battle of the series. Hexes are written as on the map."""

from __future__ import annotations

from typing import ClassVar

from grognard.core.events import Event, Heading, Held, Weight
from grognard.core.events import TurnBegan as TurnBegan
from grognard.core.texts import Modifier


class PhaseBegan(Event, frozen=True):
    phase: str
    side: str
    heading: ClassVar[Heading] = "phase"


class InitiativeWon(Event, frozen=True):
    side: str
    how: str


class Placed(Event, frozen=True):
    piece: str
    hex: str


class Moved(Event, frozen=True):
    """A piece marched: the hexes of its way, the start included, and the movement points spent so far."""

    piece: str
    way: tuple[str, ...]
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
    pieces: tuple[str, ...]
    how: str


class ContactBroken(Event, frozen=True):
    side: str
    number: int


class FireOrdered(Event, frozen=True):
    """A fire: who fires at whom, and the number that must be rolled."""

    firers: tuple[str, ...]
    target: str
    number: int


class FireResolved(Event, frozen=True):
    target: str
    result: str


class AttackAnnounced(Event, frozen=True):
    piece: str
    hexes: tuple[str, ...]
    defenders: tuple[tuple[str, ...], ...] = ()
    """The units in each of the hexes."""

    def said(self) -> dict[str, object]:
        return super().said() | {"hexes": tuple(map(Held, self.hexes, self.defenders))}


class Diverted(Event, frozen=True):
    hex: str
    units: tuple[str, ...] = ()

    def said(self) -> dict[str, object]:
        return {"hex": Held(self.hex, self.units)}


class CombatBegan(Event, frozen=True):
    attackers: tuple[str, ...]
    hexes: tuple[str, ...]
    attack: int
    defence: int
    column: str
    shifts: tuple[Modifier, ...] = ()
    defenders: tuple[tuple[str, ...], ...] = ()
    weight: ClassVar[Weight] = "heavy"
    """The units in each of the hexes."""

    def said(self) -> dict[str, object]:
        return super().said() | {"hexes": tuple(map(Held, self.hexes, self.defenders))}


class ColumnShifted(Event, frozen=True):
    """The odds of a combat that had begun were shifted."""

    column: str
    shifts: tuple[Modifier, ...]


class LeadChosen(Event, frozen=True):
    side: str
    piece: str


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


class CavalryWithdrew(Event, frozen=True):
    pieces: tuple[str, ...]


class Retreated(Event, frozen=True):
    piece: str
    start: str
    hex: str


class Stood(Event, frozen=True):
    piece: str


class StepLost(Event, frozen=True):
    piece: str


class Eliminated(Event, frozen=True):
    piece: str
    weight: ClassVar[Weight] = "heavy"


class Captured(Event, frozen=True):
    piece: str
    weight: ClassVar[Weight] = "heavy"


class LeaderLost(Event, frozen=True):
    piece: str
    fate: str
    weight: ClassVar[Weight] = "heavy"


class Disordered(Event, frozen=True):
    piece: str
    state: str


class Pinned(Event, frozen=True):
    pieces: tuple[str, ...]
    number: int


class MoraleChecked(Event, frozen=True):
    piece: str
    total: int
    passed: bool


class RallyFailed(Event, frozen=True):
    piece: str


class Rallied(Event, frozen=True):
    piece: str
    state: str


class Advanced(Event, frozen=True):
    piece: str
    hex: str


class Followed(Event, frozen=True):
    piece: str
    hex: str


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
