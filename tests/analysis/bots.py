"""Players for the tests: each is found by its module and name, in other processes as well."""

import os
from typing import NoReturn

from grognard.core.actions import Action
from grognard.core.errors import GrognardError
from grognard.core.seats import Seat
from grognard.players import RandomPlayer

GAME_SEEDS_FAIL = 3
"""A faulty player fails in games whose seed is a multiple of this."""


class Faulty(RandomPlayer):
    """Fails at its third choice in some games."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.sound = seed // 2 % GAME_SEEDS_FAIL != 0
        self.choices = 0

    def choose(self, seat: Seat) -> Action:
        self.choices += 1
        if self.choices == 3 and not self.sound:
            raise ValueError("the plan\nis lost.")
        return super().choose(seat)


class Deserter(RandomPlayer):
    """Takes the whole process along."""

    def choose(self, seat: Seat) -> Action:
        os._exit(3)


class Weary(RandomPlayer):
    """Is interrupted in the third game."""

    games = 0

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        Weary.games += 1

    def choose(self, seat: Seat) -> Action:
        if Weary.games > 3:  # the first was made to see whether it exists
            raise KeyboardInterrupt
        return super().choose(seat)


def nobody(seed: int) -> NoReturn:
    raise GrognardError(f"There is nobody here, nor at seed {seed}.")
