"""What things are worth: hits, places, the initiative, men who run; and pools of dice weighed with them."""

from __future__ import annotations

from collections.abc import Callable

from grognard.games.chancellorsville.red_dice.components import ENEMY
from grognard.games.chancellorsville.red_dice.fire import Shot, hits_of
from grognard.games.chancellorsville.red_dice.pools import exactly, goal, running
from grognard.games.chancellorsville.red_dice.sight import Aim
from grognard.games.chancellorsville.red_dice.state import Skirmish

HIT = 0.75
"""What a hit is worth in points: one in three kills, and most frighten."""
INITIATIVE = 0.3
DISASTER = 1.3
RUNAWAY = 0.45
"""What a man who runs costs, above all by bringing collapse nearer."""
RED_DIE = 0.3
MOST_DICE = 14


class Stakes:
    """How a side stands, and what it should care for."""

    def __init__(self, game: Skirmish, side: str) -> None:
        self.game, self.side, self.enemy = game, side, ENEMY[side]
        state = game.state
        self.red = state.red[side]
        self.lead = game.points(side) - game.points(self.enemy)
        self.left = max(game.rules.limit - state.passes, 1)
        self.near_collapse = self.nearness(side)
        self.enemy_near_collapse = self.nearness(self.enemy)

    def nearness(self, side: str) -> float:
        """How near a side is to collapse: 0 with all its men, 1 when one more may end the game."""
        strength = self.game.strength(side)
        spare = self.game.in_ranks(side) - strength * self.game.rules.numbers.collapse
        return max(0.0, 1 - spare / (0.75 * strength)) if strength else 0.0

    @property
    def runaway(self) -> float:
        """A man who runs costs more the nearer his side is to collapse, unless it is ahead then."""
        if self.lead > 0 and self.near_collapse > 0.8:
            return 0.1
        return RUNAWAY * (0.6 + 1.2 * self.near_collapse**2)

    @property
    def worth_of_declining(self) -> float:
        """Who is ahead wants the game to end; who is behind never hands over for nothing."""
        hurry = 1 - min(self.left, 20) / 20
        if self.lead > 0:
            return 0.05 + 0.12 * min(self.lead, 6) * (0.3 + hurry)
        return -0.05 - 0.4 * hurry

    def price(self, dice: int, red: int, loses_initiative: bool = True) -> float:
        """What a roll costs by itself: two ones, three ones, and red dice that make men run."""
        chances = goal(dice + red, 0)
        failed = (chances.fiasco + chances.disaster) / chances.all
        cost = DISASTER * chances.disaster / chances.all
        if loses_initiative:
            cost += INITIATIVE * failed
        return cost + self.runaway * sum(number * chance for number, chance in enumerate(running(red)))

    def best_pool(self, gain: Callable[[int], float], extra: int, red: int, loses_initiative: bool = True) -> tuple[float, int]:
        """The number of dice that promises most, where so many successes bring so much."""
        best, number = -9.0, 2
        for dice in range(2, MOST_DICE + 1):
            chances = exactly(dice + extra + red)
            worth = sum(chance * gain(successes) for successes, chance in enumerate(chances))
            worth -= self.price(dice + extra, red, loses_initiative)
            if worth > best:
                best, number = worth, dice
        return best, number

    def needed(self, shot: Shot, found: Aim, level: int) -> int:
        """How many successes hit one man."""
        game = self.game
        modifiers = (*shot.modifiers(found), *game.rules.wound_modifiers(game, shot.unit))
        return level - sum(modifier.value for modifier in modifiers)

    def best_fire(
        self, needed: int, targets: int, extra: int, red: int, bonus: int = 0, loses_initiative: bool = True
    ) -> tuple[float, int]:
        value = HIT * (1 + 0.5 * self.enemy_near_collapse * (self.lead >= 0))

        def gain(successes: int) -> float:
            return value * min(hits_of(successes + bonus, needed), targets)

        return self.best_pool(gain, extra, red, loses_initiative)
