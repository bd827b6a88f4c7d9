"""Pools of dice: how they are read, and their exact chances (D0.1 to D0.4, D3.0b, D3.0c)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from grognard.core.procedures import DiceOutcome

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.components import Numbers


FIASCO = 2
MANY = 99
UNCOUNTED = -1


class Tally(NamedTuple):
    """What a roll of white and red dice says."""

    successes: int
    ones: int
    runs: int
    """D3.0c1: soldiers who run away."""
    calms: int
    """D3.0c3: red dice that may be removed."""
    sixes: int
    """D3.0c4: red sixes."""


def tally(numbers: Numbers, white: Sequence[int], red: Sequence[int], red_succeed: bool) -> Tally:
    """D3.0b: red dice are full members of the pool, besides their own effect."""
    good = numbers.successes
    return Tally(
        sum(face in good for face in white) + (sum(face in good for face in red) if red_succeed else 0),
        sum(face == 1 for face in (*white, *red)),
        sum(face in numbers.runs_on for face in red),
        sum(face in numbers.calms_on for face in red),
        sum(face in numbers.heroic_on for face in red),
    )


def read_white(face: int) -> Hashable:
    """All that counts of a white die: a one, a success, or nothing."""
    return "one" if face == 1 else face >= 4


def read_face(face: int) -> Hashable:
    return face


def readings(white: int, red: int) -> tuple[Callable[[int], Hashable], ...]:
    """How the dice of a pool are read, white ones first."""
    return (read_white,) * white + (read_face,) * red


def dice_outcomes(
    white: int,
    red: int,
    red_succeed: bool,
    most: int,
    heroic: bool = True,
    least: int = 0,
    runs_most: int = MANY,
    calmed: Callable[[int], object] | None = None,
    table: tuple[int, ...] = (),
) -> Iterator[DiceOutcome]:
    """One outcome of a pool for each reading that differs in play, with its exact chance.

    Fewer than `least` successes are alike, and so are more than `most`, and more men who run than `runs_most`. Of ones it
    matters whether there are two or more, and where there are two the successes do not count. Without `heroic`, red
    sixes are like fours. With `calmed`, red fives are too, and what they come to is set apart (`DiceOutcome.apart`). With
    `table`, it is known of a disaster whether one of these results follows, of six: then a one is shown behind the dice, else a
    nought, and the successes do not count.
    """
    merged: Readings = {}
    for (successes, ones, runs, calms, six), (ways, faces) in of_pool(white, red, red_succeed, most, heroic, runs_most).items():
        # D0.3
        counted = 0 if ones == FIASCO or successes < least else successes
        key = counted, max(ones, 1), runs, calms, six
        before, shown = merged.get(key, (0, faces))
        merged[key] = before + ways, shown
    total = 6 ** (white + red)
    if table:
        merged, total = foreseen(merged, len(table)), 6 * total
    if calmed is None:
        for ways, faces in merged.values():
            yield DiceOutcome(faces, ways / total)
        return
    groups: dict[tuple[int, int, int, bool], list[tuple[int, int, tuple[int, ...]]]] = {}
    for (successes, ones, runs, calms, six), (ways, faces) in merged.items():
        groups.setdefault((successes, ones, runs, six), []).append((calms, ways, faces))
    for group in groups.values():
        number = sum(ways for _, ways, _ in group)
        faces = tuple(4 if face == 5 else face for face in group[0][2])
        yield DiceOutcome(
            faces, number / total, tuple((ways / number, calmed(calms) if calms else None) for calms, ways, _ in group)
        )


@lru_cache(maxsize=256)
def of_pool(white: int, red: int, red_succeed: bool, most: int, heroic: bool, runs_most: int) -> Readings:
    """How white and red dice fall together."""
    whites = ((1, 1), (2, 2), (4, 3))
    reds = ((1, 1), (2, 1), (3, 1), (4, 1 if heroic else 2), (5, 1), *(((6, 1),) if heroic else ()))
    return together(
        of_dice(white, whites, False, True, most, MANY), of_dice(red, reds, True, red_succeed, most, runs_most), most
    )


@lru_cache(maxsize=256)
def of_dice(
    number: int, faces: tuple[tuple[int, int], ...], is_red: bool, succeed: bool, most: int, runs_most: int
) -> Readings:
    """How so many dice of one colour fall, each with these faces and their weights."""
    adding = [
        (face, weight, succeed and face >= 4, face == 1, is_red and face <= 2, is_red and face == 5, is_red and face == 6)
        for face, weight in faces
    ]
    found: Readings = {(0, 0, 0, 0, False): (1, ())}
    for _ in range(number):
        after: Readings = {}
        for (successes, ones, runs, calms, six), (ways, shown) in found.items():
            for face, weight, success, one, run, calm, is_six in adding:
                total, low, running = successes + success, ones + one, runs + run
                key = (
                    total if total < most else most,
                    low if low < 3 else 3,
                    running if running < runs_most else runs_most,
                    calms + calm,
                    six or is_six,
                )
                before = after.get(key)
                after[key] = (ways * weight, (*shown, face)) if before is None else (before[0] + ways * weight, before[1])
        found = after
    return found


def together(white: Readings, red: Readings, most: int) -> Readings:
    """White and red dice rolled together."""
    found: Readings = {}
    for (good, bad, *_), (one, first) in white.items():
        for (successes, ones, runs, calms, six), (other, rest) in red.items():
            total, low = good + successes, bad + ones
            key = total if total < most else most, low if low < 3 else 3, runs, calms, six
            before = found.get(key)
            found[key] = (one * other, (*first, *rest)) if before is None else (before[0] + one * other, before[1])
    return found


Readings = dict[tuple[int, int, int, int, bool], tuple[int, tuple[int, ...]]]
"""By successes, ones, men who run, red fives and red sixes: in how many ways they fall, and the faces of one of them.

Those that are remembered (`of_pool`, `of_dice`) are read, never changed.
"""


def foreseen(found: Readings, of_six: int) -> Readings:
    """The same, in six times as many ways: a disaster falls in two, by whether the successes will count (D3.0d3) or not."""
    after: Readings = {}
    for (successes, ones, runs, calms, six), (ways, faces) in found.items():
        if ones <= FIASCO:
            after[successes, ones, runs, calms, six] = 6 * ways, faces
            continue
        after[successes, ones, runs, calms, six] = of_six * ways, (*faces, 1)
        key = UNCOUNTED, ones, runs, calms, six
        before, shown = after.get(key, (0, (*faces, 0)))
        after[key] = before + (6 - of_six) * ways, shown
    return after


def level_name(numbers: Numbers, successes: int) -> str:
    """D0.2: the level that a number of successes reaches; without any, none."""
    return numbers.levels[min(successes, len(numbers.levels)) - 1] if successes > 0 else ""


# ---------------------------------------------------------------- closed forms


class Goal(NamedTuple):
    """The chances of a pool to reach a number of successes, as whole numbers over `all`."""

    reached: int
    short: int
    fiasco: int
    disaster: int
    all: int


@lru_cache(maxsize=4096)
def goal(dice: int, needed: int) -> Goal:
    """D0.2 to D0.4: of so many dice, white and red alike, at least so many successes and fewer than two ones."""
    ones = [comb(dice, k) * 5 ** (dice - k) for k in (0, 1, 2)]
    good = sum(
        comb(dice, k) * comb(dice - k, s) * 3**s * 2 ** (dice - k - s)
        for k in (0, 1)
        for s in range(max(needed, 0), dice - k + 1)
    )
    return Goal(good, ones[0] + ones[1] - good, ones[2], 6**dice - sum(ones), 6**dice)


@lru_cache(maxsize=1024)
def exactly(dice: int) -> tuple[float, ...]:
    """The chance of each number of successes with fewer than two ones."""
    return tuple(
        sum(comb(dice, k) * comb(dice - k, s) * 3**s * 2 ** (dice - k - s) for k in (0, 1) if s <= dice - k) / 6**dice
        for s in range(dice + 1)
    )


@lru_cache(maxsize=1024)
def defence(dice: int) -> tuple[float, ...]:
    """The same for dice in which a one is only no success (melee)."""
    return tuple(comb(dice, s) / 2**dice for s in range(dice + 1))


def binomial(number: int, times: int, of: int) -> tuple[float, ...]:
    """The chance of each number of events, each of `times` in `of`."""
    return tuple(comb(number, k) * times**k * (of - times) ** (number - k) / of**number for k in range(number + 1))


def running(red: int) -> tuple[float, ...]:
    """D3.0c1: how many men run: each red die in two of six."""
    return binomial(red, 2, 6)


def heroic(red: int) -> float:
    """D3.0c4: the chance of a heroic roll: a red six, whatever the other dice show."""
    return float(1 - (5 / 6) ** red)


@lru_cache(maxsize=256)
def joint(white: int, red: int) -> dict[Tally, float]:
    """The joint chances of all that counts in a pool; of ones, three are as good as more."""
    found: dict[tuple[int, int, int, int, int], int] = {(0, 0, 0, 0, 0): 1}
    for is_red in (False,) * white + (True,) * red:
        after: dict[tuple[int, int, int, int, int], int] = {}
        for (successes, ones, runs, calms, sixes), ways in found.items():
            for face in range(1, 7):
                key = (
                    successes + (face >= 4),
                    min(ones + (face == 1), 3),
                    runs + (is_red and face <= 2),
                    calms + (is_red and face == 5),
                    min(sixes + (is_red and face == 6), 1),
                )
                after[key] = after.get(key, 0) + ways
        found = after
    total = 6 ** (white + red)
    return {Tally(*key): ways / total for key, ways in found.items()}
