"""Ratings of players from the results of their games.

The model is Bradley and Terry's (1952) with draws after Davidson (1970) and a first-seat advantage after Davidson and Beaver
(1977). If d is the difference of the two ratings, first seat minus second, plus the advantage, the chances of a win for the
first seat, a win for the second and a draw are in the ratio exp(d / 2) : exp(-d / 2) : exp(draws).

Ratings, advantage and draws maximise the likelihood times a weak normal prior around 0 whose standard deviation is 800
points: it keeps the rating of a player who has won every game finite, and hardly affects the others. Standard errors come
from the curvature there. A difference of 400 points means 10 wins for each loss; the mean of all players is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt

import msgspec

from grognard.analysis.estimates import Z95

POINTS = 400 / log(10)
"""Points of a rating for a factor e of the odds."""
PRIOR = 800 / POINTS
"""The standard deviation of the prior."""
CLOSE = 1e-10
STEPS = 100

Row = list[float]


class Pairing(msgspec.Struct, frozen=True):
    """The games of two players in given seats."""

    first: str
    second: str
    """Who played the first seat of the scenario, and who the second."""
    first_won: int
    second_won: int
    drawn: int


class Rating(msgspec.Struct, frozen=True):
    """A figure in points, with its standard error and its 95 % interval."""

    points: float
    error: float
    low: float
    high: float


class Ratings(msgspec.Struct, frozen=True):
    """The ratings of the players, and the advantage of the first seat."""

    players: dict[str, Rating]
    """Relative to the mean of all players, the best first."""
    first_seat: Rating
    """How many points the first seat is worth."""


def rate(pairings: Sequence[Pairing]) -> Ratings:
    """The ratings that best explain the results, by Newton's method; the likelihood has a single maximum."""
    names = list(dict.fromkeys(name for pairing in pairings for name in (pairing.first, pairing.second)))
    place = {name: i for i, name in enumerate(names)}
    at = [0.0] * (len(names) + 2)
    for _ in range(STEPS):
        slope, curve = slope_and_curve(pairings, place, at)
        step = solve(curve, slope)
        longest = max(map(abs, step))
        at = [value + move / max(1.0, longest) for value, move in zip(at, step, strict=True)]
        if longest < CLOSE:
            break
    curve = slope_and_curve(pairings, place, at)[1]
    rated = {name: figure(curve, at, contrast(i, len(names), len(at))) for name, i in place.items()}
    first_seat = [0.0] * len(names) + [1.0, 0.0]
    best = dict(sorted(rated.items(), key=lambda item: (-item[1].points, item[0])))
    return Ratings(best, figure(curve, at, first_seat))


def slope_and_curve(pairings: Sequence[Pairing], place: dict[str, int], at: Row) -> tuple[Row, list[Row]]:
    """The gradient and the negated Hessian of the log of likelihood times prior."""
    size = len(at)
    advantage, draws = size - 2, size - 1
    slope = [-value / PRIOR**2 for value in at]
    curve = [[1 / PRIOR**2 if i == j else 0.0 for j in range(size)] for i in range(size)]
    for pairing in pairings:
        one, two = place[pairing.first], place[pairing.second]
        won, lost, drawn = chances(at[one] - at[two] + at[advantage], at[draws])
        games = pairing.first_won + pairing.second_won + pairing.drawn
        push = (pairing.first_won - pairing.second_won - games * (won - lost)) / 2
        bend = games * (won + lost - (won - lost) ** 2) / 4
        cross = -games * drawn * (won - lost) / 2
        direction = ((one, 1), (two, -1), (advantage, 1))
        slope[draws] += pairing.drawn - games * drawn
        curve[draws][draws] += games * drawn * (1 - drawn)
        for i, sign in direction:
            slope[i] += sign * push
            curve[i][draws] += sign * cross
            curve[draws][i] += sign * cross
            for j, other in direction:
                curve[i][j] += sign * other * bend
    return slope, curve


def chances(difference: float, draws: float) -> tuple[float, float, float]:
    """The chances of a win for the first seat, a win for the second, and a draw."""
    weights = (exp(difference / 2), exp(-difference / 2), exp(draws))
    total = sum(weights)
    return weights[0] / total, weights[1] / total, weights[2] / total


def contrast(place: int, players: int, size: int) -> Row:
    """The weights for a player's rating minus the mean of all players."""
    return [(1.0 if i == place else 0.0) - 1 / players if i < players else 0.0 for i in range(size)]


def figure(curve: list[Row], at: Row, weights: Row) -> Rating:
    """A weighted sum of the parameters in points, with its standard error."""
    value = sum(weight * part for weight, part in zip(weights, at, strict=True)) * POINTS
    variance = sum(weight * part for weight, part in zip(weights, solve(curve, weights), strict=True))
    error = sqrt(variance) * POINTS
    return Rating(value, error, value - Z95 * error, value + Z95 * error)


def solve(matrix: list[Row], right: Row) -> Row:
    """The solution of a few linear equations whose matrix is positive definite."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for i in range(size):
        for j in range(i + 1, size):
            factor = rows[j][i] / rows[i][i]
            rows[j] = [below - factor * above for below, above in zip(rows[j], rows[i], strict=True)]
    found = [0.0] * size
    for i in reversed(range(size)):
        found[i] = (rows[i][size] - sum(rows[i][j] * found[j] for j in range(i + 1, size))) / rows[i][i]
    return found
