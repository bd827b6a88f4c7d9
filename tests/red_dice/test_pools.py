"""The exact chances of pools of dice, held against all their falls."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import product
from typing import Any

import pytest

from grognard.games.chancellorsville.red_dice.pools import (
    Tally,
    binomial,
    defence,
    dice_outcomes,
    exactly,
    goal,
    heroic,
    joint,
    running,
    tally,
)
from tests.marks import rule
from tests.red_dice.table import far_off, row, skirmish


def brute(white: int, red: int) -> dict[Tally, float]:
    """Every fall of the dice, one by one."""
    found: dict[Tally, float] = {}
    numbers = skirmish({"V1": row(20, 20, 3), **far_off()}).rules.numbers
    for faces in product(range(1, 7), repeat=white + red):
        read = tally(numbers, faces[:white], faces[white:], True)
        key = read._replace(ones=min(read.ones, 3), sixes=min(read.sixes, 1))
        found[key] = found.get(key, 0) + 1 / 6 ** (white + red)
    return found


@rule("D3.0b", "D3.0c1", "D3.0c3", "D3.0c4")
@pytest.mark.parametrize(("white", "red"), [(2, 0), (3, 2), (2, 3), (5, 0), (0, 4), (4, 2)])
def test_all_that_counts_in_a_pool_is_as_in_all_its_falls(white: int, red: int):
    found, wanted = joint(white, red), brute(white, red)
    assert found.keys() == wanted.keys()
    assert all(found[key] == pytest.approx(wanted[key]) for key in wanted)
    assert sum(found.values()) == pytest.approx(1)


@rule("D0.2", "D0.3", "D0.4", "D3.0c1", "D3.0c4")
@pytest.mark.parametrize(("white", "red"), [(2, 0), (3, 2), (6, 3), (1, 5)])
def test_the_closed_forms_are_the_sums_of_the_joint_chances(white: int, red: int):
    found = joint(white, red)
    for needed in range(6):
        chances = goal(white + red, needed)
        total = chances.all
        assert sum(chances[:4]) == total
        good = sum(share for key, share in found.items() if key.ones < 2 and key.successes >= needed)
        assert chances.reached / total == pytest.approx(good)
        assert chances.fiasco / total == pytest.approx(sum(share for key, share in found.items() if key.ones == 2))
        assert chances.disaster / total == pytest.approx(sum(share for key, share in found.items() if key.ones == 3))
        exact = sum(share for key, share in found.items() if key.ones < 2 and key.successes == needed)
        assert (exactly(white + red)[needed] if needed <= white + red else 0) == pytest.approx(exact)
    for number, chance in enumerate(running(red)):
        assert chance == pytest.approx(sum(share for key, share in found.items() if key.runs == number))
    assert heroic(red) == pytest.approx(sum(share for key, share in found.items() if key.sixes))


def read(faces: tuple[int, ...], white: int, limits: dict[str, Any]) -> tuple[int, int, int, int, bool]:
    """What differs in play, by the words of `dice_outcomes`: successes, ones, men who run, red fives, a heroic roll."""
    red, ones = faces[white:], min(faces.count(1), 3)
    successes = min(sum(face >= 4 for face in (faces if limits["red_succeed"] else faces[:white])), limits["most"])
    return (
        0 if ones == 2 or successes < limits.get("least", 0) else successes,
        max(ones, 1),
        min(sum(face <= 2 for face in red), limits.get("runs_most", 99)),
        red.count(5),
        limits.get("heroic", True) and 6 in red,
    )


POOLS: list[dict[str, Any]] = [
    {"red_succeed": True, "most": 99},
    {"red_succeed": False, "most": 3},
    {"red_succeed": True, "most": 4, "heroic": False},
    {"red_succeed": True, "most": 3, "least": 2, "runs_most": 1},
]


@rule("D0.2", "D0.3", "D0.4", "D3.0b", "D3.0c1", "D3.0c3", "D3.0c4")
@pytest.mark.parametrize("limits", POOLS)
@pytest.mark.parametrize(("white", "red"), [(2, 2), (3, 0), (1, 3), (4, 1)])
def test_there_is_one_fall_for_each_reading_with_its_exact_chance(white: int, red: int, limits: dict[str, Any]):
    wanted = Counter(read(faces, white, limits) for faces in product(range(1, 7), repeat=white + red))
    found = {read(outcome.faces, white, limits): outcome.chance for outcome in dice_outcomes(white, red, **limits)}
    assert len(found) == len(list(dice_outcomes(white, red, **limits)))
    assert found == pytest.approx({key: ways / 6 ** (white + red) for key, ways in wanted.items()})


@rule("D3.0c3")
@pytest.mark.parametrize(("white", "red"), [(2, 2), (1, 3)])
def test_what_red_fives_come_to_can_be_set_apart(white: int, red: int):
    limits = POOLS[2]
    wanted = {
        key: chance
        for outcome in dice_outcomes(white, red, **limits)
        for key, chance in [(read(outcome.faces, white, limits), outcome.chance)]
    }
    found: dict[tuple[object, ...], float] = {}
    for outcome in dice_outcomes(white, red, **limits, calmed=str):
        assert 5 not in outcome.faces[white:]
        successes, ones, runs, _, six = read(outcome.faces, white, limits)
        for share, calms in outcome.apart:
            found[successes, ones, runs, int(str(calms or 0)), six] = share * outcome.chance
    assert found == pytest.approx(wanted)


@rule("D0.4", "D3.0d3")
@pytest.mark.parametrize(("white", "red"), [(4, 0), (3, 2)])
def test_of_a_disaster_the_successes_count_once_in_six_if_it_is_completed(white: int, red: int):
    """Behind the dice of a disaster a one says that its successes count, a nought that they do not."""
    limits = POOLS[0]
    wanted: dict[object, float] = defaultdict(float)
    for outcome in dice_outcomes(white, red, **limits):
        successes, ones, *rest = key = read(outcome.faces, white, limits)
        if ones < 3:
            wanted[key, ()] += outcome.chance
        else:
            wanted[key, (1,)] += outcome.chance / 6
            wanted[(0, ones, *rest), (0,)] += outcome.chance * 5 / 6
    found: dict[object, float] = defaultdict(float)
    for outcome in dice_outcomes(white, red, **limits, table=(3,)):
        faces, shown = outcome.faces[: white + red], outcome.faces[white + red :]
        successes, *rest = read(faces, white, limits)
        found[(0 if shown == (0,) else successes, *rest), shown] += outcome.chance
    assert found == pytest.approx(wanted)


def best_number(needed: int) -> int:
    """The number of dice that most often reaches a goal."""
    return max(range(2, 31), key=lambda dice: goal(dice, needed).reached / goal(dice, needed).all)


@rule("D0.2", "D0.3", "D0.4")
def test_the_best_numbers_of_dice_are_those_of_the_notes():
    """The table in the notes: the number of dice for each goal, its chance, two or more ones, three or more."""
    for needed, dice, reached, ones, disaster in (
        (1, 3, 83, 7, 0.5),
        (2, 5, 70, 20, 3.5),
        (3, 7, 57, 33, 10),
        (4, 9, 46, 46, 18),
        (5, 10, 37, 52, 23),
        (6, 12, 30, 62, 32),
    ):
        chances = goal(dice, needed)
        assert abs(best_number(needed) - dice) <= 1
        assert 100 * chances.reached / chances.all == pytest.approx(reached, abs=0.6)
        assert 100 * (chances.fiasco + chances.disaster) / chances.all == pytest.approx(ones, abs=0.6)
        assert 100 * chances.disaster / chances.all == pytest.approx(disaster, abs=0.6)


@rule("D0.2", "D3.0c1", "D3.0c4")
def test_four_white_and_three_red_for_three_successes():
    chances = goal(7, 3)
    assert 100 * chances.reached / chances.all == pytest.approx(57, abs=0.5)
    assert 1 - running(3)[0] == pytest.approx(0.704, abs=0.001)
    assert heroic(3) == pytest.approx(0.421, abs=0.001)


def test_dice_of_a_melee():
    assert defence(3) == pytest.approx((1 / 8, 3 / 8, 3 / 8, 1 / 8))
    assert sum(binomial(5, 1, 6)) == pytest.approx(1)
