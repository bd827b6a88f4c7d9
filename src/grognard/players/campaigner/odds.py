"""What a combat by ratio promises: the mean of hits on either side, by the rules of Give Us Victories."""

from __future__ import annotations

from typing import NamedTuple

from grognard.games.chancellorsville.victories.combat import ratio

HIT = 1 / 3
"""A die shows 5 or 6."""
RAISED = 1 / 6
"""What a point more on one die adds."""


class Promise(NamedTuple):
    """The mean of the levels that each side loses."""

    inflicted: float
    suffered: float


def mean_hits(dice: int, points: int) -> float:
    """The mean of the hits of so many dice, with points that are declared before the roll."""
    return dice * HIT + min(points, 4 * dice) * RAISED


def promise(
    attack: int, defence: int, points: tuple[int, int], cap: int, encircled: bool = False, works: bool = True
) -> Promise:
    """A combat of so many points against others; behind works the attack loses a level, or a die in one case of three."""
    one, other = ratio(max(attack, 1), max(defence, 1))
    dice = min(one + 1 + encircled, cap)
    inflicted, suffered = mean_hits(dice, points[0]), mean_hits(min(other + 1, cap), points[1])
    if works:
        inflicted -= HIT * HIT
        suffered += 2 * HIT
    return Promise(inflicted, suffered)
