"""An aggressive player."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate

from grognard.core.actions import Action
from grognard.core.choices import Choices, Group
from grognard.core.rules import Rules
from grognard.core.seats import Seat
from grognard.players.allies import AgreeablePlayer, honouring

SAMPLE = 8
"""How many actions of a kind that has thousands the player thinks of."""
FINE = 1 << 20


class Brawler(AgreeablePlayer):
    """Random, weighted towards contact and attack. One random number per choice: choice i depends only on the seed and i."""

    def choose(self, seat: Seat) -> Action:
        actions, chance = honouring(seat, self.heard), self.chance.random()
        if isinstance(actions, Choices):
            actions = [weighted(seat, found, chance) for group in actions.groups if (found := sample(group, chance))]
            chance = chance * FINE % 1
        return weighted(seat, actions, chance)


def weighted(seat: Seat, actions: Sequence[Action], chance: float) -> Action:
    """One of the actions, the more likely the better it suits the player."""
    sums = list(accumulate(map(seat.asking(Rules.aggression), actions)))
    return actions[bisect(sums, chance * sums[-1], hi=len(actions) - 1)]


def sample(group: Sequence[Action], chance: float) -> list[Action]:
    """The actions of a kind, or a few of them, drawn with numbers that follow from one."""
    if not isinstance(group, Group):
        return list(group)
    numbers = ((chance + place / SAMPLE) % 1 for place in range(SAMPLE))
    return list(dict.fromkeys(action for number in numbers if (action := group.draw(number)) is not None))
