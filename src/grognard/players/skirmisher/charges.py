"""What a charge comes to: the melee of so many men of one level against so many of another, worked out exactly."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from grognard.games.chancellorsville.red_dice.components import Numbers
from grognard.games.chancellorsville.red_dice.melee import would_surrender
from grognard.games.chancellorsville.red_dice.pools import defence

ROUNDS = 4
"""After so many equal rounds nothing much is expected of a melee."""


class Clash(NamedTuple):
    """What is to be expected of a melee."""

    wins: float
    loses: float
    lost: float
    """Casualties of who attacks, on average."""
    inflicted: float


@lru_cache(maxsize=4096)
def duel(level: int, other: int, ahead: int) -> tuple[float, float]:
    """The chances of one man to win and to lose against another, with so many successes more from support."""
    mine, theirs = defence(level), defence(other)
    wins = sum(a * b for i, a in enumerate(mine) for j, b in enumerate(theirs) if i + ahead > j)
    loses = sum(a * b for i, a in enumerate(mine) for j, b in enumerate(theirs) if i + ahead < j)
    return wins, loses


@lru_cache(maxsize=4096)
def bout(men: int, level: int, foes: int, other: int) -> dict[tuple[int, int], float]:
    """The chances of each number of casualties on both sides in one round."""
    pairs = min(men, foes)
    surplus = men - foes
    found = {(0, 0): 1.0}
    for pair in range(pairs):
        more = abs(surplus) // pairs + (pair < abs(surplus) % pairs)
        wins, loses = duel(level, other, more if surplus > 0 else -more)
        after: dict[tuple[int, int], float] = {}
        for (lost, inflicted), chance in found.items():
            for key, part in (
                ((lost, inflicted + 1), wins),
                ((lost + 1, inflicted), loses),
                ((lost, inflicted), 1 - wins - loses),
            ):
                after[key] = after.get(key, 0.0) + chance * part
        found = after
    return found


@lru_cache(maxsize=4096)
def clash(men: int, level: int, foes: int, other: int, rounds: int = ROUNDS) -> Clash:
    """D3.3.1: rounds are fought until casualties differ."""
    if not men or not foes or not rounds:
        return Clash(float(not foes and men > 0), float(not men and foes > 0), 0.0, 0.0)
    wins = loses = lost = inflicted = 0.0
    for (mine, theirs), chance in bout(men, level, foes, other).items():
        lost += chance * mine
        inflicted += chance * theirs
        if mine == theirs:
            more = clash(men - mine, level, foes - theirs, other, rounds - 1)
            wins, loses = wins + chance * more.wins, loses + chance * more.loses
            lost, inflicted = lost + chance * more.lost, inflicted + chance * more.inflicted
        elif theirs > mine:
            wins += chance
        else:
            loses += chance
    return Clash(wins, loses, lost, inflicted)


DEAD_OR_TAKEN = 1.1
"""A casualty of who loses the melee: dead, or wounded and so captured."""
DRIVEN_OFF = 0.8
STRUCK_FIRST = 0.5
"""The share of defenders' fire that strikes somebody."""


def worth_of_charge(men: int, level: int, foes: int, other: int, lying: int, stands_to: bool, numbers: Numbers) -> float:
    """What contact is worth: casualties and prisoners of both sides; `stands_to` if the enemy can fire first."""
    fighting = men - STRUCK_FIRST * stands_to
    low, share = int(fighting), fighting - int(fighting)
    found = [clash(number, level, foes, other) for number in (low, min(low + 1, men))]
    one, two = found
    wins, loses, lost, inflicted = (
        a + share * (b - a)
        for a, b in ((one.wins, two.wins), (one.loses, two.loses), (one.lost, two.lost), (one.inflicted, two.inflicted))
    )
    worth = DEAD_OR_TAKEN * (inflicted - lost) + 0.3 * (inflicted - lost) + DRIVEN_OFF * (wins - loses)
    worth += 1.0 * min(lying, max(men - foes, 0)) + 0.8 * lying * wins
    left = foes - inflicted
    if would_surrender(numbers, left, men - lost):
        worth += 1.3 * wins * max(left, 0)
    return worth - 0.6 * stands_to
