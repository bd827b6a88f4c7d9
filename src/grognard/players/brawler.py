"""An aggressive player."""

from __future__ import annotations

from bisect import bisect
from itertools import accumulate
from random import Random

from grognard.core.actions import Action
from grognard.core.seats import Seat


class Brawler:
    """Random, weighted towards contact and attack. One random number per choice: choice i depends only on the seed and i."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)

    def choose(self, seat: Seat) -> Action:
        actions = seat.actions
        sums = list(accumulate(seat.pugnacity(action) for action in actions))
        return actions[bisect(sums, self.chance.random() * sums[-1], hi=len(actions) - 1)]
