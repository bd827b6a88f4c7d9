"""Decisions in a combat: which die to raise, which losses to take, where to retreat."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.actions import Action
from grognard.games.chancellorsville.perfect_plan.actions import FallBack, LoseTrench, LoseUnit, Recover, RideTo
from grognard.players.strategist.forces import NOBODY, ONE, WORTH, kind_of
from grognard.players.strategist.outlook import Outlook
from grognard.players.strategist.worth import Idea, worth


def give_up(outlook: Outlook, actions: Sequence[Action]) -> Action:
    """The trench, then the cheapest unit."""

    def cost(action: Action) -> float:
        return WORTH[kind_of(outlook.rules.counters[action.unit])] if isinstance(action, LoseUnit) else 0.0

    return min((action for action in actions if isinstance(action, LoseUnit | LoseTrench)), key=cost)


def place(outlook: Outlook, actions: Sequence[Action]) -> Action:
    """Where a unit that retreats, leaves or returns is worth most; of the units that can return, the best one."""

    def value(action: Action) -> float:
        if not isinstance(action, FallBack | RideTo | Recover):
            return worth(outlook, Idea(outlook.own, outlook.trenches))
        counter = outlook.rules.counters[action.unit]
        own = dict(outlook.own)
        start = outlook.game.state.units[action.unit]
        if start in own:
            own[start] = own[start].minus(ONE[kind_of(counter)])
            if not own[start].size:
                del own[start]
        own[action.area] = own.get(action.area, NOBODY).plus(ONE[kind_of(counter)])
        return worth(outlook, Idea(own, outlook.trenches))

    return max(actions, key=value)
