"""What the player can do in the solitaire game besides the actions of the campaign."""

from __future__ import annotations

from grognard.core.actions import Action
from grognard.games.chancellorsville.victories.actions import VICTORIES_ACTIONS
from grognard.games.chancellorsville.victories.names import Label, UnitId


class TakePoint(Action, frozen=True):
    """J-E3: score a last point for the division and take it out of the game."""

    unit: UnitId


class LayOnTrack(Action, frozen=True):
    """J-E3: put the division on the track, for no point."""

    unit: UnitId


class RetreatStack(Action, frozen=True):
    """J-K3c: a stack retreats to absorb one loss."""

    hex: Label


OLD_JOE_ACTIONS: tuple[type[Action], ...] = (*VICTORIES_ACTIONS, TakePoint, LayOnTrack, RetreatStack)
