"""The equilibrium of a sealed choice: a zero-sum game of two players, solved exactly.

Linear programs locate the solution, fractions state it exactly: the mixes are the same on every machine. Of several optimal
mixes the lexicographically smallest is taken: the first choice is played as rarely as possible, then the second, and so on.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec

Matrix = tuple[tuple[int, ...], ...]
"""What the row player wins from the column player, one row for each choice of the row player."""
Mix = tuple[Fraction, ...]
"""How often each choice is played."""

TOLERANCES = (1e-7, 1e-6, 1e-8, 1e-5)
"""Floats of the linear program below this count as zero; the exact check decides."""


class Equilibrium(msgspec.Struct, frozen=True):
    """The optimal mixes of both players, and what the row player wins on average."""

    rows: Mix
    columns: Mix
    value: Fraction


def load_solver() -> None:
    """Load what solves sealed choices, which takes half a second, before somebody waits for it."""
    equilibrium(((1, -1), (-1, 1)))


@lru_cache(maxsize=16_384)
def equilibrium(payoffs: Matrix) -> Equilibrium:
    """The equilibrium of a matrix game, each player with the smallest of their optimal mixes."""
    against = tuple(tuple(-payoff for payoff in column) for column in zip(*payoffs, strict=True))
    value, shares, other = some_equilibrium(payoffs)
    rows, won = exact_mix(payoffs, shares, value)
    columns, lost = exact_mix(against, other, -value)
    if won != -lost:
        raise ArithmeticError(f"The two sides of {payoffs} do not agree: {won} and {-lost}.")
    return Equilibrium(least_mix(payoffs, won, rows, columns), least_mix(against, lost, columns, rows), won)


def some_equilibrium(payoffs: Matrix) -> tuple[float, list[float], list[float]]:
    """The value that the row player can guarantee, a mix that guarantees it, and the column player's from the dual program."""
    rows, columns = len(payoffs), len(payoffs[0])
    found = solve(
        [0.0] * rows + [-1.0],
        [[-float(payoffs[i][j]) for i in range(rows)] + [1.0] for j in range(columns)],
        [1.0] * rows + [0.0],
        [(0.0, None)] * rows + [(None, None)],
    )
    shares = [float(x) for x in found.x]
    return shares[-1], shares[:-1], [-float(y) for y in found.ineqlin.marginals]


def least_mix(payoffs: Matrix, value: Fraction, mix: Mix, other: Mix) -> Mix:
    """The lexicographically smallest of the row player's optimal mixes, given one of theirs and one of the other player's."""
    able = [
        i for i, row in enumerate(payoffs) if sum(share * payoff for share, payoff in zip(other, row, strict=True)) == value
    ]
    forced = [j for j, share in enumerate(other) if share]
    equations = [[*(payoffs[i][j] * value.denominator - value.numerator for i in able), 0] for j in forced]
    if only_solution([*equations, [1] * (len(able) + 1)]) is not None:
        return mix  # every optimal mix plays only best responses to `other`, and keeps every choice in `other` a best response
    reduced = tuple(payoffs[i] for i in able)
    shares = [float(mix[i]) for i in able]
    fixed: list[float] = []
    for place in range(len(able)):
        if shares[place] > TOLERANCES[0]:
            shares = least_share(reduced, float(value), fixed)
        fixed.append(max(shares[place], 0.0))
    found = dict(zip(able, exact_mix(reduced, shares, float(value))[0], strict=True))
    return tuple(found.get(i, Fraction(0)) for i in range(len(payoffs)))


def least_share(payoffs: Matrix, value: float, fixed: list[float]) -> list[float]:
    """The optimal mix that plays the next choice as rarely as possible, with the shares of the earlier ones fixed."""
    rows, columns, place = len(payoffs), len(payoffs[0]), len(fixed)
    found = solve(
        [1.0 if i == place else 0.0 for i in range(rows)],
        [[value - payoffs[i][j] for i in range(rows)] for j in range(columns)],
        [1.0] * rows,
        [(share, share) for share in fixed] + [(0.0, None)] * (rows - place),
    )
    return [float(x) for x in found.x]


def solve(costs: list[float], at_most_nought: list[list[float]], one: list[float], bounds: list[tuple[Any, Any]]) -> Any:
    """The cheapest point of a linear program, by HiGHS."""
    from scipy.optimize import linprog  # a heavy import, done when the first equilibrium is needed

    nought, corners = [0.0] * len(at_most_nought), {"presolve": False}  # only the simplex method ends in a vertex
    found = linprog(costs, at_most_nought, nought, [one], [1.0], bounds, method="highs-ds", options=corners)
    if found.x is None:
        raise ArithmeticError(f"A linear program has no solution: {found.message}")
    return found


def exact_mix(payoffs: Matrix, shares: list[float], value: float) -> tuple[Mix, Fraction]:
    """The exact fractions for floats, and the value they guarantee."""
    for tolerance in TOLERANCES:
        exact = corner(payoffs, shares, value, tolerance)
        if exact is not None:
            return exact
    raise ArithmeticError(f"No exact mix was found for {payoffs} near {shares}.")


def corner(payoffs: Matrix, shares: list[float], value: float, tolerance: float) -> tuple[Mix, Fraction] | None:
    """The vertex with the same choices played and the same columns binding, if it exists and guarantees its value."""
    played = [i for i, share in enumerate(shares) if share > tolerance]
    if not played:
        return None
    binding = [j for j in range(len(payoffs[0])) if sum(shares[i] * payoffs[i][j] for i in played) - value < 100 * tolerance]
    equations = [[*(payoffs[i][j] for i in played), -1, 0] for j in binding]
    equations.append([*(1 for _ in played), 0, 1])
    solution = only_solution(equations)
    if solution is None or min(solution[:-1]) < 0:
        return None
    mix = dict(zip(played, solution, strict=False))
    worst = min(sum(share * payoffs[i][j] for i, share in mix.items()) for j in range(len(payoffs[0])))
    if worst != solution[-1]:
        return None
    return tuple(mix.get(i, Fraction(0)) for i in range(len(payoffs))), Fraction(worst)


def only_solution(equations: list[list[int]]) -> list[Fraction] | None:
    """The unique solution of linear equations (the last number of each is its right-hand side), or None.

    Fraction-free elimination: after each step every number is a minor of the matrix, and the division is exact.
    """
    rows, unknowns, before = list(equations), len(equations[0]) - 1, 1
    for place in range(unknowns):
        found = next((number for number in range(place, len(rows)) if rows[number][place]), None)
        if found is None:
            return None
        rows[place], rows[found] = rows[found], rows[place]
        pivot = rows[place]
        head = pivot[place]
        for number, row in enumerate(rows):
            if number != place:
                factor = row[place]
                rows[number] = [(head * a - factor * b) // before for a, b in zip(row, pivot, strict=True)]
        before = head
    if any(row[-1] for row in rows[unknowns:]):
        return None
    return [Fraction(row[-1], before) for row in rows[:unknowns]]
