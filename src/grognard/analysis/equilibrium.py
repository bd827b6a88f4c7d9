"""The equilibrium of a sealed choice: a zero-sum game of two players, solved exactly.

Linear programs find where the solution lies, fractions say what it is: the mixes are the same on every machine. Of several
optimal mixes the lexicographically least counts: the first choice is played as seldom as possible, then the second, and so on.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import msgspec

Matrix = tuple[tuple[int, ...], ...]
"""What the row player wins of the column player, a row for each choice of his."""
Mix = tuple[Fraction, ...]
"""How often each choice is played."""

TOLERANCES = (1e-7, 1e-6, 1e-8, 1e-5)
"""Below which a float of the linear program is taken for nought; the exact check decides."""


class Equilibrium(msgspec.Struct, frozen=True):
    """The optimal mixes of both players, and what the row player wins on average."""

    rows: Mix
    columns: Mix
    value: Fraction


@cache
def equilibrium(payoffs: Matrix) -> Equilibrium:
    """The equilibrium of a matrix game, each player with the least of his optimal mixes."""
    against = tuple(tuple(-payoff for payoff in column) for column in zip(*payoffs, strict=True))
    rows, value = least_mix(payoffs)
    columns, lost = least_mix(against)
    if value != -lost:
        raise ArithmeticError(f"The two sides of {payoffs} do not agree: {value} and {-lost}.")
    return Equilibrium(rows, columns, value)


def least_mix(payoffs: Matrix) -> tuple[Mix, Fraction]:
    """The lexicographically least of the row player's optimal mixes, and the value of the game."""
    if len(payoffs) == 1:
        return (Fraction(1),), Fraction(min(payoffs[0]))
    value, mix = best_guarantee(payoffs)
    fixed: dict[int, float] = {}
    for place in range(len(mix)):
        if mix[place] > TOLERANCES[0]:
            mix = least_share(payoffs, value, fixed, place)
        fixed[place] = max(mix[place], 0.0)
    for tolerance in TOLERANCES:
        exact = exact_mix(payoffs, mix, value, tolerance)
        if exact is not None:
            return exact
    raise ArithmeticError(f"No exact mix was found for {payoffs}.")


def best_guarantee(payoffs: Matrix) -> tuple[float, list[float]]:
    """The most that the row player can be sure of, and a mix that is sure of it."""
    rows, columns = len(payoffs), len(payoffs[0])
    found = solve(
        [0.0] * rows + [-1.0],
        [[-float(payoffs[i][j]) for i in range(rows)] + [1.0] for j in range(columns)],
        [1.0] * rows + [0.0],
        [(0.0, 1.0)] * rows + [(None, None)],
    )
    return found[-1], found[:-1]


def least_share(payoffs: Matrix, value: float, fixed: dict[int, float], place: int) -> list[float]:
    """The optimal mix that plays one choice as seldom as can be, with the shares of earlier ones fixed."""
    rows, columns = len(payoffs), len(payoffs[0])
    return solve(
        [1.0 if i == place else 0.0 for i in range(rows)],
        [[value - payoffs[i][j] for i in range(rows)] for j in range(columns)],
        [1.0] * rows,
        [(fixed[i], fixed[i]) if i in fixed else (0.0, 1.0) for i in range(rows)],
    )


def solve(
    costs: list[float], at_most_nought: list[list[float]], one: list[float], bounds: list[tuple[Any, Any]]
) -> list[float]:
    """The cheapest point of a linear program, by HiGHS."""
    from scipy.optimize import linprog  # a heavy import, made when the first equilibrium is asked for

    found = linprog(costs, at_most_nought, [0.0] * len(at_most_nought), [one], [1.0], bounds, method="highs-ds")
    if found.x is None:
        raise ArithmeticError(f"A linear program has no solution: {found.message}")
    return [float(x) for x in found.x]


def exact_mix(payoffs: Matrix, mix: list[float], value: float, tolerance: float) -> tuple[Mix, Fraction] | None:
    """The fractions that floats stand for: the corner where the same choices are played and the same columns bind."""
    played = [i for i, share in enumerate(mix) if share > tolerance]
    binding = [j for j in range(len(payoffs[0])) if sum(mix[i] * payoffs[i][j] for i in played) - value < tolerance * 100]
    equations = [[*(Fraction(payoffs[i][j]) for i in played), Fraction(-1), Fraction(0)] for j in binding]
    equations.append([*(Fraction(1) for _ in played), Fraction(0), Fraction(1)])
    solution = only_solution(equations)
    if solution is None or min(solution[:-1]) < 0:
        return None
    shares = dict(zip(played, solution, strict=False))
    worst = min(sum(share * payoffs[i][j] for i, share in shares.items()) for j in range(len(payoffs[0])))
    if worst != solution[-1]:
        return None
    return tuple(shares.get(i, Fraction(0)) for i in range(len(payoffs))), Fraction(worst)


def only_solution(equations: list[list[Fraction]]) -> list[Fraction] | None:
    """The one solution of linear equations (the last number of each is its right side), or None if there is not just one."""
    rows, unknowns = [row[:] for row in equations], len(equations[0]) - 1
    for place in range(unknowns):
        pivot = next((row for row in rows[place:] if row[place]), None)
        if pivot is None:
            return None
        rows.remove(pivot)
        rows.insert(place, [number / pivot[place] for number in pivot])
        for other, row in enumerate(rows):
            if other != place and row[place]:
                rows[other] = [a - row[place] * b for a, b in zip(row, rows[place], strict=True)]
    if any(row[-1] for row in rows[unknowns:]):
        return None
    return [row[-1] for row in rows[:unknowns]]
