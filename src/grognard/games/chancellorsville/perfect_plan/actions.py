"""What the armies can do. Units and areas are named by their ids."""

from __future__ import annotations

from grognard.core.actions import Action, Take
from grognard.games.chancellorsville.perfect_plan.names import AreaId, UnitId


class Deploy(Action, frozen=True):
    """P-S1: place a unit in the set-up."""

    unit: UnitId
    area: AreaId


class Recover(Action, frozen=True):
    """P3b: bring a unit back from the box of eliminated units."""

    unit: UnitId
    area: AreaId


class EndRecovery(Action, frozen=True):
    """P3d: recovery is voluntary."""


class March(Action, frozen=True):
    """P4b: move a unit to an adjacent area."""

    unit: UnitId
    area: AreaId


class Exchange(Action, frozen=True):
    """P4h: two units change places; the first is the one that comes first on the counter sheet."""

    unit: UnitId
    other: UnitId


class Entrench(Action, frozen=True):
    """P-D10a: place a trench instead of moving a unit."""

    area: AreaId


class Fight(Action, frozen=True):
    """P4i: resolve a combat instead of moving two units."""

    area: AreaId


class EndImpulse(Action, frozen=True):
    """P4c: movement is voluntary."""


class Inspire(Action, frozen=True):
    """P-D3c: the one unit whose die Hooker raises."""

    unit: UnitId


class LoseUnit(Action, frozen=True):
    """P5.5b: the owner chooses what is eliminated."""

    unit: UnitId


class LoseTrench(Action, frozen=True):
    """P5.5c: the trench absorbs a result."""


class FallBack(Action, frozen=True):
    """P5.6d: a beaten unit goes to an adjacent area."""

    unit: UnitId
    area: AreaId


class RideTo(Action, frozen=True):
    """P5.3b: a commander goes to the nearest friends."""

    unit: UnitId
    area: AreaId


PLAN_ACTIONS: tuple[type[Action], ...] = (
    Take,
    Deploy,
    Recover,
    EndRecovery,
    March,
    Exchange,
    Entrench,
    Fight,
    EndImpulse,
    Inspire,
    LoseUnit,
    LoseTrench,
    FallBack,
    RideTo,
)
