"""What happens. Nothing is hidden in this game: every event is public."""

from __future__ import annotations

from typing import ClassVar

from grognard.core.events import Effect, Event, Heading
from grognard.core.texts import Modifier
from grognard.games.chancellorsville.red_dice.choosing import encode_point
from grognard.games.chancellorsville.red_dice.names import ManId, ObjectiveId, SquadId, UnitId


class InitiativePassed(Event, frozen=True):
    side: str
    passes: int
    heading: ClassVar[Heading] = "phase"


class SquadActivated(Event, frozen=True):
    side: str
    squad: SquadId
    deed: str
    dice: int
    red: int
    extra: int = 0

    @property
    def effect(self) -> Effect:
        return Effect("clearing")


class SuccessesCounted(Event, frozen=True):
    """D0.2: the successes of a roll, what changes them, and the level they reach."""

    squad: SquadId
    successes: int
    level: str
    ones: int
    modifiers: tuple[Modifier, ...] = ()


class Fiasco(Event, frozen=True):
    squad: SquadId


class Disaster(Event, frozen=True):
    squad: SquadId
    ones: int


class DisasterSuffered(Event, frozen=True):
    squad: SquadId
    result: str


class HeroismShown(Event, frozen=True):
    squad: SquadId
    result: str


class HeroismWasted(Event, frozen=True):
    squad: SquadId


class RedDiceChanged(Event, frozen=True):
    side: str
    change: int
    pool: int


class ManFled(Event, frozen=True):
    man: ManId


class ManRouted(Event, frozen=True):
    man: ManId


class SquadWalked(Event, frozen=True):
    squad: SquadId
    start: tuple[int, int]
    end: tuple[int, int]
    length: int
    crossings: int
    difficult: bool

    @property
    def effect(self) -> Effect | None:
        """From where to where the leader went."""
        return Effect("way", (encode_point(self.start), encode_point(self.end))) if self.start != self.end else None


class MenPlaced(Event, frozen=True):
    squad: SquadId
    men: tuple[ManId, ...]
    places: tuple[tuple[int, int], ...]


class SquadTurned(Event, frozen=True):
    squad: SquadId
    facing: tuple[int, int]


class LineOfFireLost(Event, frozen=True):
    squad: SquadId


class UnitFired(Event, frozen=True):
    squad: SquadId
    unit: UnitId
    range: int
    volley: bool
    hits: int
    modifiers: tuple[Modifier, ...] = ()
    muzzles: tuple[tuple[int, int], ...] = ()

    @property
    def effect(self) -> Effect:
        return Effect("smoke", tuple(map(encode_point, self.muzzles)))


class ManHit(Event, frozen=True):
    man: ManId
    result: str


class ManRose(Event, frozen=True):
    man: ManId


class ManRecovered(Event, frozen=True):
    man: ManId


class LeaderNamed(Event, frozen=True):
    squad: SquadId
    man: ManId


class AssaultLaunched(Event, frozen=True):
    squad: SquadId
    unit: UnitId
    men: tuple[ManId, ...]


class AssaultFellShort(Event, frozen=True):
    squad: SquadId
    unit: UnitId


class FromBehind(Event, frozen=True):
    squad: SquadId
    unit: UnitId
    behind: bool


class MeleeFought(Event, frozen=True):
    """One pair: who, the successes of both, and who supported them."""

    man: ManId
    enemy: ManId
    successes: int
    against: int


class MeleeEnded(Event, frozen=True):
    winner: str
    losses: int
    against: int


class SquadFled(Event, frozen=True):
    squad: SquadId
    start: tuple[int, int]
    end: tuple[int, int]


class ManCaptured(Event, frozen=True):
    man: ManId
    side: str


class EscortNamed(Event, frozen=True):
    man: ManId
    prisoners: tuple[ManId, ...]


class PrisonersDelivered(Event, frozen=True):
    side: str
    men: tuple[ManId, ...]


class PrisonersFreed(Event, frozen=True):
    men: tuple[ManId, ...]


class WoundedCarried(Event, frozen=True):
    man: ManId
    wounded: ManId


class WoundedSetDown(Event, frozen=True):
    wounded: ManId


class WoundedSaved(Event, frozen=True):
    man: ManId


class RanksClosed(Event, frozen=True):
    squad: SquadId
    removed: int
    returned: tuple[ManId, ...]


class SquadJoined(Event, frozen=True):
    squad: SquadId
    parent: SquadId


class SquadSplit(Event, frozen=True):
    squad: SquadId
    half: SquadId
    men: tuple[ManId, ...]


class PinRemoved(Event, frozen=True):
    squad: SquadId


class ObjectiveTaken(Event, frozen=True):
    side: str
    objective: ObjectiveId
