"""The equilibrium of a sealed choice: a zero-sum game of two players, solved exactly.

The simplex method in whole numbers: the mixes are the same on every machine. Of several optimal mixes the lexicographically
smallest is taken: the first choice is played as rarely as possible, then the second, and so on.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property, lru_cache

import msgspec

Matrix = tuple[tuple[int, ...], ...]
"""What the row player wins from the column player, one row for each choice of the row player."""
Mix = tuple[Fraction, ...]
"""How often each choice is played."""


class Equilibrium(msgspec.Struct, frozen=True, dict=True):
    """The optimal mixes of both players, and what the row player wins on average."""

    rows: Mix
    columns: Mix
    value: Fraction

    @cached_property
    def shares(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Both mixes as floats."""
        return tuple(map(float, self.rows)), tuple(map(float, self.columns))


@lru_cache(maxsize=16_384)
def equilibrium(payoffs: Matrix) -> Equilibrium:
    """The equilibrium of a matrix game, each player with the smallest of their optimal mixes."""
    against = tuple(tuple(-payoff for payoff in column) for column in zip(*payoffs, strict=True))
    columns, lost = least_mix(payoffs)
    rows, won = least_mix(against)
    if won != -lost:
        raise ArithmeticError(f"The two sides of {payoffs} do not agree: {-won} and {lost}.")
    return Equilibrium(rows, columns, lost)


def least_mix(losses: Matrix) -> tuple[Mix, Fraction]:
    """The smallest optimal mix of the player who chooses a column and pays what it says, and what they pay on average."""
    lift = 1 - min(map(min, losses))
    program = Program([[*(loss + lift for loss in row), 1] for row in losses])
    program.maximise([-1] * program.choices + [0])
    for choice in range(program.choices):
        program.minimise(choice)
    shares = program.solution()
    return tuple(Fraction(share, sum(shares)) for share in shares), Fraction(program.whole, sum(shares)) - lift


class Program:
    """A linear program: no row times the amounts of the choices may exceed the row's last number.

    The table of the simplex method without its unit columns. Its numbers are to be divided by `whole`; they stay whole
    themselves, because each is a minor of the first table.
    """

    def __init__(self, rows: list[list[int]]) -> None:
        self.table = rows
        self.choices = len(rows[0]) - 1
        self.whole = 1
        self.outside = list(range(self.choices))
        """The unknown of each column, which is 0: the amount of a choice, or then what a row leaves unused."""
        self.inside = [self.choices + number for number in range(len(rows))]
        """The unknown of each row, which is the row's last number."""
        self.open = list(range(self.choices))
        """The columns whose unknown may grow without spoiling a goal that is reached."""

    def maximise(self, goal: list[int]) -> None:
        """Reach a goal, negative where an unknown helps, and keep it from then on; Bland's rule never goes in circles."""
        self.table.append(goal)
        while self.open:
            goal = self.table[-1]
            helping = [column for column in self.open if goal[column] < 0]
            if not helping:
                break
            self.exchange(min(helping, key=self.outside.__getitem__))
        goal = self.table.pop()
        self.open = [column for column in self.open if not goal[column]]

    def minimise(self, unknown: int) -> None:
        """As little of one unknown as possible."""
        if unknown in self.inside:
            self.maximise([-number for number in self.table[self.inside.index(unknown)]])
        else:
            self.open = [column for column in self.open if self.outside[column] != unknown]

    def exchange(self, column: int) -> None:
        """Let the unknown of a column grow until a row is used up."""
        table, whole = self.table, self.whole
        place, least = -1, (0, 1)
        for number, unknown in enumerate(self.inside):
            slope, left = table[number][column], table[number][-1]
            if slope > 0:
                more = left * least[1] - least[0] * slope
                if place < 0 or more < 0 or (more == 0 and unknown < self.inside[place]):
                    place, least = number, (left, slope)
        pivot = table[place]
        head = pivot[column]
        for number, row in enumerate(table):
            if number != place:
                factor = row[column]
                table[number] = changed = [(head * a - factor * b) // whole for a, b in zip(row, pivot, strict=True)]
                changed[column] = -factor
        pivot[column] = whole
        self.whole = head
        self.inside[place], self.outside[column] = self.outside[column], self.inside[place]

    def solution(self) -> list[int]:
        """The amount of each choice, in parts of `whole`."""
        amounts = dict(zip(self.inside, (row[-1] for row in self.table), strict=True))
        return [amounts.get(choice, 0) for choice in range(self.choices)]
