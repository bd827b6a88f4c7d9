"""What happens. P-D11b: of what is done face down the other army sees backs only."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from grognard.core.events import Event, Heading
from grognard.core.texts import Modifier
from grognard.games.chancellorsville.perfect_plan.names import AreaId, UnitId


class Deployed(Event, frozen=True):
    side: str
    unit: UnitId | None
    area: AreaId

    def seen_by(self, seat: str | None) -> Event:
        return self if seat == self.side else replace(self, unit=None)


class Marched(Event, frozen=True):
    side: str
    unit: UnitId | None
    start: AreaId
    end: AreaId

    def seen_by(self, seat: str | None) -> Event:
        return self if seat == self.side else replace(self, unit=None)


class Exchanged(Event, frozen=True):
    """Two counters changed places; the areas stand in the order of the map, so that they tell nothing of the counters."""

    side: str
    unit: UnitId | None
    other: UnitId | None
    area: AreaId
    beyond: AreaId

    def seen_by(self, seat: str | None) -> Event:
        return self if seat == self.side else replace(self, unit=None, other=None)


class InitiativeGiven(Event, frozen=True):
    side: str


class Reinforced(Event, frozen=True):
    side: str
    units: tuple[UnitId, ...]
    area: AreaId


class ReinforcementsDelayed(Event, frozen=True):
    side: str
    area: AreaId


class Recovered(Event, frozen=True):
    side: str
    unit: UnitId
    area: AreaId


class ImpulseBegan(Event, frozen=True):
    side: str
    impulse: int
    moves: int
    heading: ClassVar[Heading] = "phase"


class CombatPhaseBegan(Event, frozen=True):
    side: str
    """Who chooses the order."""
    heading: ClassVar[Heading] = "phase"


class Entrenched(Event, frozen=True):
    side: str
    area: AreaId


class TrenchGone(Event, frozen=True):
    side: str
    area: AreaId


class FaceUp(Event, frozen=True):
    """P5.2: both armies turn their units in an area face up."""

    area: AreaId
    attacker: str
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    reveals: ClassVar[bool] = True


class VolleyFired(Event, frozen=True):
    """P5.5a: the elimination results of one army in a round, with the modifiers of its dice."""

    side: str
    hits: int
    modifiers: tuple[Modifier, ...] = ()


class UnitLost(Event, frozen=True):
    side: str
    unit: UnitId


class FellBack(Event, frozen=True):
    side: str
    unit: UnitId
    start: AreaId
    end: AreaId


class RodeOff(Event, frozen=True):
    side: str
    unit: UnitId
    start: AreaId
    end: AreaId


class CombatEnded(Event, frozen=True):
    """P5.6a, P5.7: who holds the area (nobody: both left it); the counters are turned back."""

    area: AreaId
    winner: str
