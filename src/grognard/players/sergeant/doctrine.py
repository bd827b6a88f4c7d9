"""What a battle asks for beyond the series: how the sergeant sees it, and who makes the decisions that only it has.

A battle's doctrine is the module of its name in `battles`, if there is one; without, the series is enough.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import NamedTuple

from grognard.core.actions import Action
from grognard.core.seats import Seat
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.rules import SeriesRules
from grognard.players.remarks import Remark
from grognard.players.sergeant import momentum
from grognard.players.sergeant.situation import Situation

Tactic = Callable[[Situation, Seat], Action | None]


def says_nothing(situation: Situation, seat: Seat) -> Action | None:
    return None


def no_reasons(situation: Situation, choice: Action) -> list[Remark]:
    return []


class Doctrine(NamedTuple):
    """How one battle is fought."""

    situation: Callable[[Battle, str, Random], Situation] = Situation
    tactics: dict[str, Tactic] = {}
    """Which function makes which decision, besides those of the series."""
    interject: Tactic = says_nothing
    """What is offered besides the answers to a question, such as a card, if it is better to do that first."""
    reasons: Callable[[Situation, Action], list[Remark]] = no_reasons
    """Why a choice was made that only this battle has."""
    worth_using: Callable[[Situation, str], bool] = momentum.worth_using
    """Whether it is good to use something that allies share, to answer one who speaks of it."""


SERIES = Doctrine()


def doctrine_for(rules: SeriesRules) -> Doctrine:
    """The doctrine of the battle whose rules these are: that of the folder they come from."""
    return doctrine_of(type(rules).__module__.split(".")[-2:][0])


@cache
def doctrine_of(battle: str) -> Doctrine:
    name = f"{__package__}.battles.{battle}"
    found: Doctrine = import_module(name).DOCTRINE if find_spec(name) is not None else SERIES
    return found
