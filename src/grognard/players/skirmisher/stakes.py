"""What things are worth in points: hits, men who run, red dice, and above all the initiative.

There are no turns: who rolls few dice keeps the initiative for many activations. A spell of it is worth what the best repeated
roll brings for each time that two ones end it, so that two dice are often better than seven.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from grognard.core.dice import D6
from grognard.core.plane import Point
from grognard.games.chancellorsville.red_dice.components import ENEMY
from grognard.games.chancellorsville.red_dice.fire import hits_of
from grognard.games.chancellorsville.red_dice.objectives import men_to_spare
from grognard.games.chancellorsville.red_dice.pools import binomial, exactly, goal
from grognard.games.chancellorsville.red_dice.state import LIGHTLY, WOUNDS, Skirmish
from grognard.games.chancellorsville.red_dice.wounds import KILLED

HIT = 0.8
"""What a hit is worth: it may kill, make a man who can be captured, and frighten."""
DISASTER = 1.6
RUNAWAY = 0.4
"""What a man who runs costs, above all by bringing collapse nearer."""
SPELL = 6.0
"""No spell of initiative is worth more: the enemy has only so many men."""
HANDED_OVER = 1.0
"""What the enemy makes of the initiative."""
SPELLS_TO_COME = 2.0
"""For how many more spells a calmer pool counts."""
GAME = 8.0
"""What it is worth to win at once, by the collapse of either side."""
MOST_DICE = 12
USUAL = 3
"""The successes that a shot takes when nothing is known yet: at Regulars in the open at medium range."""

Place = tuple[str, Point, int, float]
"""A formation, a point, the successes it takes to get there, and what is gained."""


@lru_cache(maxsize=4096)
def lost_and_ruined(dice: int) -> tuple[float, float]:
    """The chances that a roll loses the initiative, and that it is a disaster."""
    chances = goal(dice, 0)
    return (chances.fiasco + chances.disaster) / chances.all, chances.disaster / chances.all


@lru_cache(maxsize=4096)
def mean_hits(dice: int, needed: int, most: int) -> float:
    """The hits that a pool brings on average."""
    return sum(chance * min(hits_of(successes, needed), most) for successes, chance in enumerate(exactly(dice)))


@lru_cache(maxsize=4096)
def rate(needed: int, targets: int, red: int, runaway: float) -> float:
    """What a shot repeated until two ones end it brings in all, with the best number of dice; `runaway` is for each red die."""
    best = -2.0
    for dice in range(2, MOST_DICE + 1):
        lost, ruined = lost_and_ruined(dice + red)
        gain = HIT * mean_hits(dice + red, needed, targets) - DISASTER * ruined - runaway * red
        best = max(best, gain / lost)
    return min(best, SPELL)


class Stakes:
    """How a side stands, and what it should care for."""

    def __init__(self, game: Skirmish, side: str) -> None:
        self.game, self.side, self.enemy = game, side, ENEMY[side]
        state = game.state
        self.red = state.red[side]
        self.lead = game.points(side) - game.points(self.enemy)
        self.left = max(game.rules.limit - state.passes, 1)
        self.spare, self.enemy_spare = self.to_spare(side), self.to_spare(self.enemy)
        numbers = game.rules.numbers
        self.runs = len(numbers.runs_on) / D6.high
        """How often a red die makes a man run."""
        self.runaway = self.price_of_running() * self.runs
        wounds = [*numbers.fire_casualties.values()]
        self.kills, self.gone = wounds.count(KILLED), len(wounds) - wounds.count(WOUNDS[LIGHTLY])
        """How many faces kill a man who is hit, and how many take him out of the ranks."""
        self.end = self.nearness_of_the_end()
        self.shots: list[tuple[int, int]] = []
        """The successes needed and the targets of each shot that a squad of the side has now."""
        self.known: dict[tuple[str, str], list[Place]] = {}
        """The better places of each squad, in each formation it was told to take."""

    def to_spare(self, side: str) -> int:
        """How many men a side can lose before it collapses."""
        return men_to_spare(self.game, side)

    def price_of_running(self) -> float:
        """A man who runs costs more the nearer his side is to collapse; who is ahead need not mind collapsing."""
        if self.spare <= 2:
            return -0.3 if self.lead > 0 else 2.0
        return RUNAWAY * (1 + 2 / self.spare)

    def nearness_of_the_end(self) -> float:
        """How near the end is, from 0 to 1: by the last pass, or by a side that its red dice will make collapse."""
        red = self.game.state.red
        ends = [1 - (self.left - 1) / 6]
        for side, spare in ((self.side, self.spare), (self.enemy, self.enemy_spare)):
            ends.append(1.3 - spare / (2 + red[side]))
        return min(max(0.0, *ends), 1.0)

    @property
    def points(self) -> float:
        """What a point counts: more when the end is near and the score is not decided."""
        return 1 + 2 * self.end * (abs(self.lead) <= 6)

    # ------------------------------------------------------------------ the initiative

    def spell(self, red: int) -> float:
        """What a spell of initiative with so many red dice would bring."""
        usual = 0.6 * rate(USUAL, 5, red, self.runaway)
        return max([usual, *(rate(needed, targets, red, self.runaway) for needed, targets in self.shots)])

    @property
    def keep(self) -> float:
        """What it is worth to keep the initiative rather than hand it over."""
        return max(self.spell(self.red) + HANDED_OVER + self.end * (-1.0 if self.lead > 0 else 3.0), 0.6)

    @property
    def worth_of_declining(self) -> float:
        """To hand over loses the initiative; but passes end the game, which is good for who is ahead."""
        bonus = 0.0
        if self.lead > 0:
            bonus = GAME / self.left if self.left > 1 else 2 * GAME
            bonus = min(bonus, GAME) * min(self.lead, 4) / 4
        elif self.left == 1:
            bonus = -GAME
        return bonus - self.keep

    # ------------------------------------------------------------------ pools

    def best_pool(self, gain: Callable[[int], float], extra: int, red: int, keep: float) -> tuple[float, int]:
        """The number of dice that promises most, where so many successes bring so much.

        Never so few that the roll is idle: where the initiative is worth more than the roll ever brings, the number is the one
        that brings most for each time that it loses the initiative.
        """
        found = []
        for dice in range(2, MOST_DICE + 1):
            pool = dice + extra + red
            lost, ruined = lost_and_ruined(pool)
            worth = sum(chance * gain(successes) for successes, chance in enumerate(exactly(pool)))
            found.append((worth - DISASTER * ruined - self.runaway * red, lost, dice))
        least = min(keep, max(0.0, *(worth / lost for worth, lost, _ in found)))
        worth, lost, dice = max(found, key=lambda each: each[0] - least * each[1])
        return worth - keep * lost, dice

    def best_fire(self, needed: int, targets: int, extra: int, red: int, keep: float, bonus: float = 0.0) -> tuple[float, int]:
        """The same for a shot; the bonus is what it is worth to be rid of the whole target."""

        def gain(successes: int) -> float:
            hits = min(hits_of(successes, needed), targets)
            return self.of_hits(hits) + bonus * hits / targets

        return self.best_pool(gain, extra, red, keep)

    def of_hits(self, hits: int) -> float:
        """What so many hits are worth; where they make the enemy collapse, the game is won or lost."""
        kill = self.kills / D6.high
        frightened = HIT - kill
        worth = hits * (kill * self.points + frightened * (1 + self.end if self.lead > 0 else 1 - self.end))
        if hits and hits > self.enemy_spare:
            out = sum(binomial(hits, self.gone, D6.high)[self.enemy_spare + 1 :])
            killed = hits / 2
            worth += out * (GAME if self.lead + killed > 0.9 else -GAME)
        return worth
