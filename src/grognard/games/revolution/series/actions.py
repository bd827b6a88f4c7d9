"""What a player can do in a battle of the series: a word with at most one piece, hex or number."""

from __future__ import annotations

from grognard.core.actions import CORE_ACTIONS, Action
from grognard.games.revolution.series.names import Label, PieceId


class Place(Action, frozen=True):
    """Set the piece in question up in this hex, or bring it in there."""

    hex: Label


class KeepBack(Action, frozen=True):
    """Keep the reinforcement in question off the map for a later turn, where its entry is not binding."""


class Move(Action, frozen=True):
    """Begin the move of this piece (S9.1c)."""

    piece: PieceId


class Go(Action, frozen=True):
    """March to this hex by the cheapest way (S9.1b)."""

    hex: Label


class Stop(Action, frozen=True):
    """End the move of the piece that is moving."""


class BreakContact(Action, frozen=True):
    """Move all units of this PIN result away from the enemy (S13.1-PIN-d)."""

    number: int


class EndMovement(Action, frozen=True):
    """End the movement phase."""


class Rally(Action, frozen=True):
    """Try to rally this unit (S15.1a)."""

    piece: PieceId


class EndRally(Action, frozen=True):
    """Make no more attempts to rally."""


class Target(Action, frozen=True):
    """Fire at this unit (S10.2b, S11.2a)."""

    piece: PieceId


class HoldFire(Action, frozen=True):
    """Do not fire: fire is always voluntary (S10.1a, S11.1a)."""


class AddGun(Action, frozen=True):
    """Let this gun join the fire (S11.2c)."""

    piece: PieceId


class OpenFire(Action, frozen=True):
    """Fire with the guns chosen."""


class Attack(Action, frozen=True):
    """Announce the attack of a unit on a set of neighbours: bit d is the hex in direction d, clockwise from north (S12.21)."""

    piece: PieceId
    hexes: int


class Divert(Action, frozen=True):
    """Name the stack in this hex as diverted (S12.14a)."""

    hex: Label


class EndAnnouncement(Action, frozen=True):
    """All attacks are announced (S12.21)."""


class Stand(Action, frozen=True):
    """Stay and fight, or stay where retreat is not binding."""


class Withdraw(Action, frozen=True):
    """Ride off instead of fighting (S12.4a), or retreat where staying is allowed."""


class Lead(Action, frozen=True):
    """Name this unit as lead unit (S12.23-2a)."""

    piece: PieceId


class Appoint(Action, frozen=True):
    """Name this leader as the one in command, where neither stars nor seniority decide (S3.2d)."""

    piece: PieceId


class Chit(Action, frozen=True):
    """Choose this tactics chit (S12.51)."""

    name: str


class Reroll(Action, frozen=True):
    """Return a momentum chit and roll again (S12.23-6a)."""


class Accept(Action, frozen=True):
    """Let the roll, or the initiative, stand."""


class Commit(Action, frozen=True):
    """Return so many momentum chits before the initiative roll (S6.2a)."""

    number: int


class Overrule(Action, frozen=True):
    """Return three momentum chits and name the side that has initiative (S6.2b)."""

    side: str


class Retreat(Action, frozen=True):
    """Retreat to this hex (S13.2)."""

    hex: Label


class LoseStep(Action, frozen=True):
    """Let this unit lose a step (S7.3a, S13.1-2b, S13.23b)."""

    piece: PieceId


class Surrender(Action, frozen=True):
    """Let the unit be captured rather than lose a step (S13.23b)."""


class Give(Action, frozen=True):
    """Give up this unit or leader (S13.1-DC, S13.1-AC, S13.1-L)."""

    piece: PieceId


class Follow(Action, frozen=True):
    """Let this leader go with the unit (S13.26, S12.23-9d)."""

    piece: PieceId


class Stay(Action, frozen=True):
    """Let the leaders stay where they are (S13.26)."""


class Advance(Action, frozen=True):
    """Advance this unit after combat (S12.23-9b)."""

    piece: PieceId


class Occupy(Action, frozen=True):
    """Advance into this emptied hex (S12.23-9d)."""

    hex: Label


class EndAdvance(Action, frozen=True):
    """Advance nobody else."""


SERIES_ACTIONS: tuple[type[Action], ...] = (
    *CORE_ACTIONS,
    Place,
    KeepBack,
    Move,
    Go,
    Stop,
    BreakContact,
    EndMovement,
    Rally,
    EndRally,
    Target,
    HoldFire,
    AddGun,
    OpenFire,
    Attack,
    Divert,
    EndAnnouncement,
    Stand,
    Withdraw,
    Lead,
    Appoint,
    Chit,
    Reroll,
    Accept,
    Commit,
    Overrule,
    Retreat,
    LoseStep,
    Surrender,
    Give,
    Follow,
    Stay,
    Advance,
    Occupy,
    EndAdvance,
)
