"""What happened, in the words of the rulebook. What lies in a stack is seen by the enemy only from next to it (U9.26)."""

from __future__ import annotations

from typing import ClassVar, Self, cast

from msgspec.structs import replace

from grognard.core.events import Event
from grognard.core.texts import Modifier, text
from grognard.games.chancellorsville.victories.bonuses import in_words
from grognard.games.chancellorsville.victories.names import CommandOrNone, Label, UnitId


class OwnersOnly:
    """Something that only the army concerned gets to know."""

    __slots__ = ()
    army: str

    def seen_by(self, seat: str | None) -> Event | None:
        return cast("Event", self) if seat == self.army else None


class Unseen:
    """Something that all see, but not with which units, unless they are next to the enemy."""

    __slots__ = ()
    army: str

    def without_names(self) -> Event:
        raise NotImplementedError

    def is_open(self) -> bool:
        return False

    def seen_by(self, seat: str | None) -> Event:
        return cast("Event", self) if seat == self.army or self.is_open() else self.without_names()


# ---------------------------------------------------------------- the turn


class ArmyPlaced(Event, frozen=True):
    """U4.1: an army stands as its deployment card says."""

    army: str


class WeatherTurned(Event, frozen=True):
    rain: bool


class FormationChosen(OwnersOnly, Event, frozen=True):
    """U8.5: a formation was paid for, in secret."""

    army: str
    command: CommandOrNone
    superior: CommandOrNone


class CupClosed(Event, frozen=True):
    """U8.5, U8.16: how many counters an army has in the cup, and how many lie under its superiors."""

    army: str
    number: int
    boxed: int
    reveals: ClassVar[bool] = True


class ActivationPassed(Event, frozen=True):
    army: str
    command: CommandOrNone


class CommandPlaced(Event, frozen=True):
    army: str
    command: CommandOrNone
    hex: Label


class DetachPlaced(Event, frozen=True):
    army: str
    hex: Label


class ReinforcementPlaced(Event, frozen=True):
    army: str
    unit: UnitId
    hex: Label


class ForcesUnbalanced(Event, frozen=True):
    """U20.3: only one of the forces that took no part is added."""


class CounterAssigned(Unseen, Event, frozen=True):
    """U20.1: a command counter is put into a box of the strategic map, face down."""

    army: str
    command: CommandOrNone
    box: str

    def without_names(self) -> Self:
        return replace(self, command="")


class BoxesShown(Event, frozen=True):
    """U20.1: all counters of the strategic map are turned over."""

    reveals: ClassVar[bool] = True


class NightFell(Event, frozen=True):
    """U6.5: the steps of the night begin."""


class EventPlayed(Event, frozen=True):
    """U17.3: an event marker is played, on a hex or without one."""

    army: str
    name: str
    hex: Label


class CommanderWounded(Event, frozen=True):
    """U17.12: a commander leaves the game."""

    army: str
    command: CommandOrNone


# ---------------------------------------------------------------- movement


class StackMarched(Unseen, Event, frozen=True):
    """U9.2: a stack went along these hexes; `near` is whether it is next to the enemy now."""

    army: str
    units: tuple[UnitId, ...]
    number: int
    path: tuple[Label, ...]
    spent: float
    near: bool

    def is_open(self) -> bool:
        return self.near

    def without_names(self) -> Self:
        return replace(self, units=(), spent=0.0)


class LeftBehind(OwnersOnly, Event, frozen=True):
    army: str
    unit: UnitId
    hex: Label


class MarchForced(Event, frozen=True):
    army: str
    command: CommandOrNone


class MarchedOutOfWorks(Event, frozen=True):
    """U14.23: all have left works next to the enemy."""

    army: str
    units: tuple[UnitId, ...]
    hex: Label


class LeftTheMap(Event, frozen=True):
    army: str
    units: tuple[UnitId, ...]
    hex: Label


class Sighted(Event, frozen=True):
    """U9.26: units that stand next to the enemy are seen."""

    army: str
    units: tuple[UnitId, ...]
    hex: Label
    reveals: ClassVar[bool] = True


class BrokeContact(Event, frozen=True):
    army: str
    units: tuple[UnitId, ...]
    start: Label
    end: Label


class MovedAside(Unseen, Event, frozen=True):
    """U5.5: a unit for which there was no room."""

    army: str
    units: tuple[UnitId, ...]
    start: Label
    end: Label

    def without_names(self) -> Self:
        return replace(self, units=())


class SkirmishersSent(Unseen, Event, frozen=True):
    army: str
    unit: UnitId
    hex: Label

    def without_names(self) -> Self:
        return replace(self, unit="")


class BridgeLaid(Event, frozen=True):
    army: str
    hex: Label
    other: Label


class BridgeFailed(Event, frozen=True):
    army: str
    hex: Label
    other: Label


class BridgeTakenUp(Event, frozen=True):
    army: str
    hex: Label
    other: Label


class BridgeWrecked(Event, frozen=True):
    army: str
    hex: Label
    other: Label


class BridgeSeized(Event, frozen=True):
    army: str
    hex: Label
    other: Label


# ---------------------------------------------------------------- bombardment and combat


class Bombarded(Event, frozen=True):
    army: str
    units: tuple[UnitId, ...]
    factor: int
    hex: Label
    kind: str


class BombardmentResult(Event, frozen=True):
    hex: Label
    result: str


class DugIn(Event, frozen=True):
    army: str
    hex: Label


class WorksGone(Event, frozen=True):
    hex: Label


class AttackDeclared(Event, frozen=True):
    army: str
    units: tuple[UnitId, ...]
    hexes: tuple[Label, ...]


class CombatOpened(Event, frozen=True):
    army: str
    units: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    hexes: tuple[Label, ...]
    reveals: ClassVar[bool] = True


class DiceCounted(Event, frozen=True):
    """U14.10: how many dice a side rolls, and why; the limit of the hex comes last."""

    army: str
    dice: int
    modifiers: tuple[Modifier, ...]
    cap: int


class DicePenalised(Event, frozen=True):
    """U15.8, U14.16, U9.23: what is taken from the dice of a side before points are shared out, and why."""

    army: str
    penalties: tuple[Modifier, ...]

    def said(self) -> dict[str, object]:
        words = (f"{modifier.value:+d} {text(modifier.label, modifier.args)}" for modifier in self.penalties)
        return {"army": self.army, "penalties": "; ".join(words)}


class BonusesShared(Event, frozen=True):
    """U14.29: what a side's dice add, and what is left of the enemy's; as digits from -2 to +4."""

    army: str
    own: str
    enemy: str

    def said(self) -> dict[str, object]:
        return {"army": self.army, "own": in_words(self.own), "enemy": in_words(self.enemy)}


class HitsScored(Event, frozen=True):
    army: str
    hits: int


class RetreatForced(Event, frozen=True):
    """U14.36: an army uses a six to make the enemy retreat."""

    army: str


class RetreatCancelled(Event, frozen=True):
    """U14.39: an army uses a six against one that makes it retreat; so many are left that do."""

    army: str
    left: int


class UnseenLoss(Unseen):
    """What happens to a unit: in combat (U14) all see which, otherwise only its owner does."""

    __slots__ = ()
    cites: str

    def is_open(self) -> bool:
        return self.cites.startswith("U14")

    def without_names(self) -> Event:
        return replace(cast("LevelLost | FellIntoDisorder", self), unit="", hex="")


class LevelLost(UnseenLoss, Event, frozen=True):
    """U3.4: a unit is turned to its reduced side."""

    army: str
    unit: UnitId
    hex: Label
    cites: str


class Destroyed(Event, frozen=True):
    """U3.11: a unit goes to the losses box, which is open to all."""

    army: str
    unit: UnitId
    hex: Label
    cites: str


class FellIntoDisorder(UnseenLoss, Event, frozen=True):
    """U14.49: a unit is disorganised or demoralised."""

    army: str
    unit: UnitId
    order: str
    hex: Label
    cites: str


class RetreatedTo(Event, frozen=True):
    army: str
    units: tuple[UnitId, ...]
    start: Label
    end: Label
    cites: str


class AdvancedTo(Event, frozen=True):
    army: str
    units: tuple[UnitId, ...]
    hex: Label


# ---------------------------------------------------------------- the night


class SupplyLost(OwnersOnly, Event, frozen=True):
    army: str
    unit: UnitId


class SupplyFound(OwnersOnly, Event, frozen=True):
    army: str
    unit: UnitId


class OrderRestored(OwnersOnly, Event, frozen=True):
    army: str
    unit: UnitId
    order: str
    cites: str


class UnitRestored(OwnersOnly, Event, frozen=True):
    """U16.1: a unit is at full strength again."""

    army: str
    unit: UnitId
