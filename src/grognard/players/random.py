"""A player who chooses at random."""

from __future__ import annotations

from random import Random

from grognard.core.actions import Action
from grognard.core.choices import drawn
from grognard.core.seats import Seat


class RandomPlayer:
    """Every legal action is equally likely; of a long list every kind is, and then every action of that kind.

    One random number a choice: choice i depends on the seed and i alone.
    """

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)

    def choose(self, seat: Seat) -> Action:
        return drawn(seat.actions, self.chance.random())
