"""What the players can do. Squads and men are named by their ids; a point is its centimetres: `83,41`."""

from __future__ import annotations

from grognard.core.actions import Action, Take
from grognard.games.chancellorsville.red_dice.names import ManId, PointName, SquadId, UnitId


class ActivateSquad(Action, frozen=True):
    """D3.0a: choose the unit that acts."""

    squad: SquadId


class Decline(Action, frozen=True):
    """D2.0b: hand the initiative over without rolling."""


class WalkTo(Action, frozen=True):
    """D3.1a: the point that the leader is to reach."""

    point: PointName


class WalkBy(Action, frozen=True):
    """D-R9: a bend of the leader's way."""

    point: PointName


class StandFast(Action, frozen=True):
    """D3.1a: a Move in which the leader stays where he is."""


class Form(Action, frozen=True):
    """D1.1c: the formation in which the men follow."""

    formation: str


class FireAt(Action, frozen=True):
    """D3.2a: fire at a unit."""

    unit: UnitId


class AssaultOn(Action, frozen=True):
    """D3.3a: assault a unit."""

    unit: UnitId


class CloseRanks(Action, frozen=True):
    """D3.4a."""


class Bear(Action, frozen=True):
    """D-R14: a soldier takes up a severely wounded comrade."""

    man: ManId
    wounded: ManId


class SetDown(Action, frozen=True):
    """D-R14: a bearer lets his man go."""

    man: ManId


class Escort(Action, frozen=True):
    """D-R15: a soldier takes charge of prisoners."""

    man: ManId


class CallOut(Action, frozen=True):
    """D3.3c: a soldier within voice range joins the assault."""

    man: ManId


class CallAll(Action, frozen=True):
    """D3.3c: all within voice range join it."""


class Proceed(Action, frozen=True):
    """Nothing more of this kind."""


class RollDice(Action, frozen=True):
    """D0.1: how many dice to roll."""

    number: int


class Flee(Action, frozen=True):
    """D3.0c1: the soldier who runs away."""

    man: ManId


class ShedDice(Action, frozen=True):
    """D3.0c3: how many red dice leave the pool."""

    number: int


class Face(Action, frozen=True):
    """D-R7: the facing at the end of a move, in steps of 15 degrees from the east."""

    heading: int


class ByHand(Action, frozen=True):
    """D-R9: place the men one by one afterwards."""


class PutAt(Action, frozen=True):
    """D-R9: where the man goes who was taken up."""

    point: PointName


class TakeHit(Action, frozen=True):
    """D3.2d: who is hit."""

    man: ManId


class Promote(Action, frozen=True):
    """D1.1a: the new leader."""

    man: ManId


class Assist(Action, frozen=True):
    """D3.3.1a: the comrade whom a surplus soldier supports."""

    man: ManId


class Rise(Action, frozen=True):
    """D3.2g: a man in shock gets up."""

    man: ManId


class Recall(Action, frozen=True):
    """D3.4b: who comes back of those who ran away."""

    man: ManId


class MeetThem(Action, frozen=True):
    """D3.3d: no defensive fire."""


class Rejoin(Action, frozen=True):
    """D-R16: belong to the old squad again."""


class KeepApart(Action, frozen=True):
    """D-R16: stay a squad of one's own."""


class LetItPass(Action, frozen=True):
    """D3.0h1, D3.0h3: make no use of a heroic result."""


RED_DICE_ACTIONS: tuple[type[Action], ...] = (
    Take,
    ActivateSquad,
    Decline,
    WalkTo,
    WalkBy,
    StandFast,
    Form,
    FireAt,
    AssaultOn,
    CloseRanks,
    Bear,
    SetDown,
    Escort,
    CallOut,
    CallAll,
    Proceed,
    RollDice,
    Flee,
    ShedDice,
    Face,
    ByHand,
    PutAt,
    TakeHit,
    Promote,
    Assist,
    Rise,
    Recall,
    MeetThem,
    Rejoin,
    KeepApart,
    LetItPass,
)
