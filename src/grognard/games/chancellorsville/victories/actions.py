"""What the armies can do. Units and commands are named by their ids, hexes by their numbers."""

from __future__ import annotations

from typing import ClassVar

from grognard.core.actions import Action
from grognard.games.chancellorsville.victories.names import CommandId, EventId, Label, UnitId

# ---------------------------------------------------------------- command


class PutInCup(Action, frozen=True):
    """U8.3: pay for a formation and put its counter in the cup."""

    command: CommandId


class Entrust(Action, frozen=True):
    """U8.16: pay for a formation and put its counter in the box of a superior."""

    command: CommandId
    superior: CommandId


class CloseCup(Action, frozen=True):
    """U8.2: no more formations; points that are left are lost."""


class PlaceCommand(Action, frozen=True):
    """U8.8: place the command counter that was drawn."""

    hex: Label


class PassActivation(Action, frozen=True):
    """U8.6: the command drawn does nothing this turn."""


class TakeAlong(Action, frozen=True):
    """U8.11, U8.12, U8.20: a unit that acts with the command."""

    unit: UnitId


class LeaveOut(Action, frozen=True):
    """U8.12: the independent unit that does not act, for the cavalry that does."""

    unit: UnitId


class Detach(Action, frozen=True):
    """U8.13: the units in a hex act with the command."""

    hex: Label


# ---------------------------------------------------------------- movement


class ForcedMarch(Action, frozen=True):
    """U9.20: a formation marches twice as far."""

    command: CommandId


class MarchStack(Action, frozen=True):
    """U9.1: move all that may go from a hex."""

    leads: ClassVar[bool] = True
    hex: Label


class MarchUnit(Action, frozen=True):
    """U9.1: move one unit alone."""

    leads: ClassVar[bool] = True
    unit: UnitId


class MarchTo(Action, frozen=True):
    """U9.2: go to a hex by the cheapest way."""

    hex: Label


class LeaveBehind(Action, frozen=True):
    """U9.1: one of the marching units stays here."""

    unit: UnitId


class Halt(Action, frozen=True):
    """U9.1: the march is over."""


class LeaveMap(Action, frozen=True):
    """U9.19, U19.22: the marching units leave the map for good."""


class EndMarches(Action, frozen=True):
    """U9.1: no more marches in this activation."""


class Bridge(Action, frozen=True):
    """U11.4: an infantry unit lays a pontoon to a hex across a river."""

    unit: UnitId
    hex: Label


class Dismantle(Action, frozen=True):
    """U11.8: take up the pontoon between two hexes."""

    hex: Label
    other: Label


class WreckBridge(Action, frozen=True):
    """U11.12: destroy the pontoon to a hex."""

    hex: Label


class SeizeBridge(Action, frozen=True):
    """U11.13: capture the pontoon to a hex."""

    hex: Label


class KeepBridge(Action, frozen=True):
    """U11.10: leave the pontoon where it is."""


class SendSkirmishers(Action, frozen=True):
    """U13.3: a brigade generates a skirmisher."""

    unit: UnitId


class SkirmishersTo(Action, frozen=True):
    """U13.4: where the new skirmisher goes."""

    hex: Label


# ---------------------------------------------------------------- contact


class BreakAway(Action, frozen=True):
    """U9.7: a stack breaks contact, all to one hex."""

    stack: Label
    hex: Label


class Scatter(Action, frozen=True):
    """U9.10: a stack breaks contact, to several hexes."""

    stack: Label


class StandGround(Action, frozen=True):
    """U9.7: nobody breaks contact now."""


class HoldFast(Action, frozen=True):
    """U9.12: nobody breaks contact for the rest of this march."""


class RetreatTo(Action, frozen=True):
    """U14.42, U9.10: one unit goes to a hex."""

    hex: Label


class RetreatAll(Action, frozen=True):
    """U14.42: all the units of the hex go to another."""

    hex: Label


class Surplus(Action, frozen=True):
    """U5.5: a unit that does not fit in its hex."""

    unit: UnitId


# ---------------------------------------------------------------- bombardment


class Shell(Action, frozen=True):
    """U12.4, U12.8: fire at the guns, or at the troops, in a hex."""

    hex: Label
    kind: str


class FireGuns(Action, frozen=True):
    """U12.4: which of the guns in range fire, one bit each in the order of the counter sheet."""

    guns: int


class CeaseFire(Action, frozen=True):
    """U12.1: no more bombardment in this activation."""


class DigIn(Action, frozen=True):
    """U14.20: place breastworks in a hex."""

    hex: Label


class NoWorks(Action, frozen=True):
    """U14.20: no breastworks."""


class Suffer(Action, frozen=True):
    """U12.11, U9.24, U14.33: the unit that takes a loss or a disorder."""

    unit: UnitId


# ---------------------------------------------------------------- combat


class Charge(Action, frozen=True):
    """U14.4: a unit attacks some of the hexes around it, as six bits clockwise from north."""

    unit: UnitId
    hexes: int


class AssaultFrom(Action, frozen=True):
    """U14.4: all that may attack from a hex attack some of the hexes around it, as six bits."""

    hex: Label
    hexes: int


class Converge(Action, frozen=True):
    """U14.7: all that may attack a hex attack it."""

    leads: ClassVar[bool] = True
    hex: Label


class EndDeclaring(Action, frozen=True):
    """U14.8: no more attacks."""


class Resolve(Action, frozen=True):
    """U14.8: the combat to be fought next."""

    number: int


class CallOff(Action, frozen=True):
    """U14.8: a combat that was declared does not take place."""

    number: int


class NoSkirmishers(Action, frozen=True):
    """U14.14: the defender adds no skirmisher."""


class TakeLevel(Action, frozen=True):
    """U14.19: the works cost the attacker a level."""


class TakeDie(Action, frozen=True):
    """U14.19: the works cost the attacker a die."""


class Shelter(Action, frozen=True):
    """U14.6, U14.16: the terrain that the defender lets count: a hex, or what lies before it."""

    ground: str


class AddBonus(Action, frozen=True):
    """U14.28: what one's own dice add, as digits: 0 for -2, 2 for nothing, 6 for +4, the highest first."""

    dice: str


class SubtractBonus(Action, frozen=True):
    """U14.28: what the enemy's dice add after points are taken from them, as digits."""

    dice: str


class ForceRetreat(Action, frozen=True):
    """U14.36: a six forces the defender to retreat."""


class CancelRetreat(Action, frozen=True):
    """U14.39: a six cancels a six that forced a retreat."""


class LetThemChoose(Action, frozen=True):
    """U14.36: a six is a loss like any other."""


class RetreatInstead(Action, frozen=True):
    """U14.35: retreat to cancel one lost level."""


class AdvanceInto(Action, frozen=True):
    """U14.54: advance into a hex that the defender has left."""

    hex: Label


class AdvanceUnit(Action, frozen=True):
    """U14.54: a unit advances."""

    unit: UnitId


class AdvanceAll(Action, frozen=True):
    """U14.54: all that can advance together do."""


class StopAdvance(Action, frozen=True):
    """U14.54: nobody else advances."""


class AssignBox(Action, frozen=True):
    """U20.1: put a command counter into a box of the strategic map, counted from 0."""

    command: CommandId
    box: int


class PlaceDummy(Action, frozen=True):
    """U9.28: put a dummy on a stack."""

    hex: Label


class RemoveDummy(Action, frozen=True):
    """U9.28: take a dummy off a stack."""

    hex: Label


class Restore(Action, frozen=True):
    """U16.1: the unit that returns to full strength."""

    unit: UnitId


class PlaceReinforcement(Action, frozen=True):
    """U19.21, U20.5: where a unit arrives."""

    hex: Label


class PlayEvent(Action, frozen=True):
    """U17.3: play an event marker."""

    event: EventId


class PlayEventAt(Action, frozen=True):
    """U17.3: put an event marker on the map."""

    event: EventId
    hex: Label


class PlayEventFor(Action, frozen=True):
    """U17.3: play an event marker for a formation."""

    event: EventId
    command: CommandId


class NoEvent(Action, frozen=True):
    """U17.3: no event here."""


class DrawEvent(Action, frozen=True):
    """U17.2: draw an event instead of activating."""


VICTORIES_ACTIONS: tuple[type[Action], ...] = (
    PutInCup,
    Entrust,
    CloseCup,
    PlaceCommand,
    PassActivation,
    TakeAlong,
    LeaveOut,
    Detach,
    ForcedMarch,
    MarchStack,
    MarchUnit,
    MarchTo,
    LeaveBehind,
    Halt,
    LeaveMap,
    EndMarches,
    Bridge,
    Dismantle,
    WreckBridge,
    SeizeBridge,
    KeepBridge,
    SendSkirmishers,
    SkirmishersTo,
    BreakAway,
    Scatter,
    StandGround,
    HoldFast,
    RetreatTo,
    RetreatAll,
    Surplus,
    Shell,
    FireGuns,
    CeaseFire,
    DigIn,
    NoWorks,
    Suffer,
    Charge,
    AssaultFrom,
    Converge,
    EndDeclaring,
    Resolve,
    CallOff,
    NoSkirmishers,
    TakeLevel,
    TakeDie,
    Shelter,
    AddBonus,
    SubtractBonus,
    ForceRetreat,
    CancelRetreat,
    LetThemChoose,
    RetreatInstead,
    AdvanceInto,
    AdvanceUnit,
    AdvanceAll,
    StopAdvance,
    AssignBox,
    PlaceDummy,
    RemoveDummy,
    Restore,
    PlaceReinforcement,
    PlayEvent,
    PlayEventAt,
    PlayEventFor,
    NoEvent,
    DrawEvent,
)
