"""What happens. Nothing is hidden in this game: every event is public."""

from __future__ import annotations

from typing import ClassVar

from grognard.core.events import Event, Heading
from grognard.core.texts import Modifier


class InitiativePassed(Event, frozen=True):
    side: str
    passes: int
    heading: ClassVar[Heading] = "phase"


class SquadActivated(Event, frozen=True):
    side: str
    squad: str
    deed: str
    dice: int
    red: int
    extra: int = 0


class SuccessesCounted(Event, frozen=True):
    """D0.2: the successes of a roll, what changes them, and the level they reach."""

    squad: str
    successes: int
    level: str
    ones: int
    modifiers: tuple[Modifier, ...] = ()


class Fiasco(Event, frozen=True):
    squad: str


class Disaster(Event, frozen=True):
    squad: str
    ones: int


class DisasterSuffered(Event, frozen=True):
    squad: str
    result: str


class HeroismShown(Event, frozen=True):
    squad: str
    result: str


class RedDiceChanged(Event, frozen=True):
    side: str
    change: int
    pool: int


class ManFled(Event, frozen=True):
    man: str


class ManRouted(Event, frozen=True):
    man: str


class SquadWalked(Event, frozen=True):
    squad: str
    start: tuple[int, int]
    end: tuple[int, int]
    length: int
    crossings: int
    difficult: bool


class MenPlaced(Event, frozen=True):
    squad: str
    men: tuple[str, ...]
    places: tuple[tuple[int, int], ...]


class SquadTurned(Event, frozen=True):
    squad: str
    facing: tuple[int, int]


class LineOfFireLost(Event, frozen=True):
    squad: str


class UnitFired(Event, frozen=True):
    squad: str
    unit: str
    range: int
    volley: bool
    hits: int
    modifiers: tuple[Modifier, ...] = ()


class ManHit(Event, frozen=True):
    man: str
    result: str


class ManRose(Event, frozen=True):
    man: str


class ManRecovered(Event, frozen=True):
    man: str


class LeaderNamed(Event, frozen=True):
    squad: str
    man: str


class AssaultLaunched(Event, frozen=True):
    squad: str
    unit: str
    men: tuple[str, ...]


class AssaultFellShort(Event, frozen=True):
    squad: str
    unit: str


class FromBehind(Event, frozen=True):
    squad: str
    unit: str
    behind: bool


class MeleeFought(Event, frozen=True):
    """One pair: who, the successes of both, and who supported them."""

    man: str
    enemy: str
    successes: int
    against: int


class MeleeEnded(Event, frozen=True):
    winner: str
    losses: int
    against: int


class SquadFled(Event, frozen=True):
    squad: str
    start: tuple[int, int]
    end: tuple[int, int]


class ManCaptured(Event, frozen=True):
    man: str
    side: str


class EscortNamed(Event, frozen=True):
    man: str
    prisoners: tuple[str, ...]


class PrisonersDelivered(Event, frozen=True):
    side: str
    men: tuple[str, ...]


class PrisonersFreed(Event, frozen=True):
    men: tuple[str, ...]


class WoundedCarried(Event, frozen=True):
    man: str
    wounded: str


class WoundedSetDown(Event, frozen=True):
    wounded: str


class WoundedSaved(Event, frozen=True):
    man: str


class RanksClosed(Event, frozen=True):
    squad: str
    removed: int
    returned: tuple[str, ...]


class SquadJoined(Event, frozen=True):
    squad: str
    parent: str


class SquadSplit(Event, frozen=True):
    squad: str
    half: str
    men: tuple[str, ...]


class PinRemoved(Event, frozen=True):
    squad: str


class ObjectiveTaken(Event, frozen=True):
    side: str
    objective: str
