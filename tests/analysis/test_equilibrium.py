"""Sealed choices: equilibria of matrix games, exact and the least of their kind."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction as F
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grognard
from grognard.analysis.equilibrium import Equilibrium, Matrix, equilibrium
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.rules import SeriesRules

ROCK_PAPER_SCISSORS = ((0, -1, 1), (1, 0, -1), (-1, 1, 0))


def test_rock_paper_scissors():
    third = (F(1, 3), F(1, 3), F(1, 3))
    assert equilibrium(ROCK_PAPER_SCISSORS) == Equilibrium(third, third, F(0))


def test_a_known_game_of_two_by_two():
    """Row wins 3 or 2 on the diagonal and loses 1 off it: they play 3/7, 4/7 and win 5/7."""
    mix = (F(3, 7), F(4, 7))
    assert equilibrium(((3, -1), (-1, 2))) == Equilibrium(mix, mix, F(5, 7))


def test_a_row_against_a_choice_of_columns():
    assert equilibrium(((4, 1, 3),)) == Equilibrium((F(1),), (F(0), F(1), F(0)), F(1))
    assert equilibrium(((4,), (7,), (2,))) == Equilibrium((F(0), F(1), F(0)), (F(1),), F(7))


def test_a_saddle_point_is_played_pure():
    assert equilibrium(((1, 4, 2), (3, 5, 4), (0, 6, 1))) == Equilibrium((F(0), F(1), F(0)), (F(1), F(0), F(0)), F(3))


def test_a_dominated_choice_is_never_played():
    with_worse_row = (*ROCK_PAPER_SCISSORS, (-1, -1, -1))
    found = equilibrium(with_worse_row)
    assert found.rows == (F(1, 3), F(1, 3), F(1, 3), F(0))
    assert found.value == 0
    with_worse_column = tuple((*row, 2) for row in ROCK_PAPER_SCISSORS)
    assert equilibrium(with_worse_column).columns[3] == 0


def test_of_several_optimal_mixes_the_least_is_taken():
    assert equilibrium(((5, 5), (5, 5))) == Equilibrium((F(0), F(1)), (F(0), F(1)), F(5))
    twice = (ROCK_PAPER_SCISSORS[0], *ROCK_PAPER_SCISSORS)
    assert equilibrium(twice).rows == (F(0), F(1, 3), F(1, 3), F(1, 3))  # the first of two equal choices is spared


def test_what_helps_one_side_hurts_the_other():
    """The game seen from the other side has the same mixes, changed about, and the value with the other sign."""
    payoffs = ((3, -2, 0, 1), (-1, 4, 2, -3), (0, 1, -2, 5))
    turned = tuple(tuple(-payoff for payoff in column) for column in zip(*payoffs, strict=True))
    one, other = equilibrium(payoffs), equilibrium(turned)
    assert (other.rows, other.columns, other.value) == (one.columns, one.rows, -one.value)


@pytest.mark.parametrize("size", [2, 3, 5, 8])
def test_a_symmetric_game_is_worth_nothing_and_both_play_alike(size: int):
    payoffs = tuple(tuple((i - j) * ((i * j) % 3 - 1) for j in range(size)) for i in range(size))
    assert all(payoffs[i][j] == -payoffs[j][i] for i in range(size) for j in range(size))
    found = equilibrium(payoffs)
    assert found.value == 0
    assert found.rows == found.columns


# ---------------------------------------------------------------- against an exhaustive search


def optimal_corners(payoffs: Matrix, value: F) -> Iterator[tuple[F, ...]]:
    """Every corner of the set of the row player's optimal mixes: enough of its inequalities hold as equations."""
    rows, columns = len(payoffs), len(payoffs[0])
    walls = [tuple(F(i == k) for k in range(rows)) for i in range(rows)]
    walls += [tuple(payoffs[i][j] - value for i in range(rows)) for j in range(columns)]
    for chosen in combinations(walls, rows - 1):
        mix = crossing(chosen, rows)
        if mix is not None and all(sum(a * b for a, b in zip(wall, mix, strict=True)) >= 0 for wall in walls):
            yield mix


def crossing(walls: tuple[tuple[F, ...], ...], size: int) -> tuple[F, ...] | None:
    """The one mix on all these walls, by Cramer's rule."""
    system = [*walls, tuple(F(1) for _ in range(size))]
    whole = determinant(system)
    if not whole:
        return None
    right = [F(0)] * len(walls) + [F(1)]
    swapped = ([(*row[:k], right[i], *row[k + 1 :]) for i, row in enumerate(system)] for k in range(size))
    return tuple(determinant(one) / whole for one in swapped)


def determinant(rows: list[tuple[F, ...]]) -> F:
    if not rows:
        return F(1)
    minors = ([row[:k] + row[k + 1 :] for row in rows[1:]] for k in range(len(rows)))
    return sum(((-1) ** k * rows[0][k] * determinant(minor) for k, minor in enumerate(minors) if rows[0][k]), F(0))


def matrices(largest: int) -> st.SearchStrategy[Matrix]:
    numbers = st.integers(-2, 2)  # small numbers make many ties
    return st.tuples(st.integers(1, largest), st.integers(1, largest)).flatmap(
        lambda size: st.lists(
            st.lists(numbers, min_size=size[1], max_size=size[1]).map(tuple), min_size=size[0], max_size=size[0]
        ).map(tuple)
    )


def check(payoffs: Matrix) -> Equilibrium:
    """Neither side can do better by any choice, to the last digit."""
    found = equilibrium(payoffs)
    for mix in (found.rows, found.columns):
        assert sum(mix) == 1
        assert min(mix) >= 0
    answers = [sum(share * row[j] for share, row in zip(found.rows, payoffs, strict=True)) for j in range(len(payoffs[0]))]
    replies = [sum(share * payoff for share, payoff in zip(found.columns, row, strict=True)) for row in payoffs]
    assert min(answers) == found.value == max(replies)
    return found


@settings(max_examples=60, deadline=None)
@given(matrices(4))
def test_the_least_optimal_mix_is_the_least_of_all_corners(payoffs: Matrix):
    found = check(payoffs)
    assert found.rows == min(optimal_corners(payoffs, found.value))
    turned = tuple(tuple(-payoff for payoff in column) for column in zip(*payoffs, strict=True))
    assert found.columns == min(optimal_corners(turned, -found.value))


# ---------------------------------------------------------------- tactics


def battle() -> tuple[Battle, SeriesRules]:
    game = grognard.new("revolution/eutaw/historical", seed=1)
    assert isinstance(game, Battle)
    return game, game.rules


PLAIN = ("skirmish", "attack_echelon", "stand_fast", "withdraw")
LED = (*PLAIN, "frontal_assault", "commit_reserve")
ALL = (*LED, "turn_flank", "refuse_flank")
SETS = [(ALL, ALL), (ALL, PLAIN), (PLAIN, ALL), (LED, PLAIN[:3]), (PLAIN[:3], PLAIN[:3])]


@pytest.mark.parametrize("chits", SETS, ids=lambda sets: f"{len(sets[0])} against {len(sets[1])}")
@pytest.mark.parametrize("column", [1, 3, 5, 7])
def test_neither_side_can_better_its_tactics(column: int, chits: tuple[tuple[str, ...], tuple[str, ...]]):
    game, rules = battle()

    def worth(bonus: int, attacker: str, defender: str) -> int:
        effect = rules.tactics_result(attacker, defender)
        if isinstance(effect, str):
            return 0
        return sum(ways * rules.swing_of(result) for result, ways in rules.ways_to(game, column, bonus + effect).items())

    for bonus in (-4, 0, 3):
        check(tuple(tuple(worth(bonus, ours, theirs) for theirs in chits[1]) for ours in chits[0]))


def test_the_swing_of_a_result():
    """S-T-am: 1 is -1 and +1, 2 is -2 and +1, a capture -1 and +1, D -1 alone; retreat and PIN move nothing."""
    _, rules = battle()
    swings = {"R/-": 0, "PIN": 0, "R/R": 0, "-/D": 1, "D/-": -1, "-/1": 2, "-/1*": 2, "1*/-": -2, "-/2": 3, "2/-": -3}
    swings |= {"-/DC": 2, "-/AC": 2, "AC/-": -2, "NC": 0, "-/AM": 1}
    assert {result: rules.swing_of(result) for result in swings} == swings
