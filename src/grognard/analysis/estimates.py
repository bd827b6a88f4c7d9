"""Statistics over many games: shares with confidence intervals, and quartiles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import quantiles

import msgspec

Z95 = 1.959963984540054
"""A normal variable is within this many standard deviations with probability 95 %."""


class Share(msgspec.Struct, frozen=True):
    """A number of games out of a total, with the Wilson 95 % interval of the true share."""

    count: int
    games: int
    share: float
    low: float
    high: float


def share(count: int, games: int) -> Share:
    """The share and its interval; with no games nothing is known."""
    if games == 0:
        return Share(0, 0, 0.0, 0.0, 1.0)
    low, high = wilson(count, games)
    return Share(count, games, count / games, low, high)


def wilson(count: int, games: int) -> tuple[float, float]:
    """E. B. Wilson's score interval (1927): it stays between 0 and 1 and works for few games and for shares of 0 and 1."""
    at = count / games
    square = Z95 * Z95 / games
    middle = (at + square / 2) / (1 + square)
    reach = Z95 / (1 + square) * sqrt(at * (1 - at) / games + square / (4 * games))
    return (0.0 if count == 0 else middle - reach), (1.0 if count == games else middle + reach)


class Spread(msgspec.Struct, frozen=True):
    """The minimum, the quartiles and the maximum of a figure."""

    least: float
    low: float
    median: float
    high: float
    most: float


def spread(figures: Iterable[float]) -> Spread:
    """Quartiles interpolated between the two nearest values, as most tools do."""
    ordered: Sequence[float] = sorted(figures)
    low, median, high = quantiles(ordered, n=4, method="inclusive") if len(ordered) > 1 else (ordered[0],) * 3
    return Spread(ordered[0], low, median, high, ordered[-1])
