"""A player that chooses at random."""

from __future__ import annotations

from random import Random

from grognard.core.actions import Action
from grognard.core.choices import drawn
from grognard.core.seats import Seat


class RandomPlayer:
    """Every legal action is equally likely; in a long list first every kind is, and then every action of that kind.

    One random number per choice: choice i depends only on the seed and i.
    """

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)

    def choose(self, seat: Seat) -> Action:
        return drawn(seat.actions, self.chance.random())
