"""What an assault on the automaton is worth: the exact chances of its dice, weighed in victory points (J-J1, J-K)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from grognard.games.chancellorsville.old_joe.fights import automaton_hits
from grognard.games.chancellorsville.victories.bonuses import HIGH, LOW
from grognard.games.chancellorsville.victories.combat_dice import ratio
from grognard.games.chancellorsville.victories.volleys import SIDES, chances

LEVEL, LAST = 0.25, 1.0
"""What a level of one's own is worth in victory points: one that may come back at night, and the last of a unit."""
LOSS_FROM = 3
"""J-J1a: from this breastwork die on works cost the attacker a level, below it a die."""
STANDS_FROM = 3
"""J-K3a: from this die on a division takes its last loss rather than retreat; a cautious one from the next."""


class Defence(NamedTuple):
    """A division that may be attacked."""

    points: int
    full: bool
    """At full strength: its guns are rounded up."""
    bonus: int
    """The points that it gives its dice after the roll."""
    cap: int
    """The most dice on its ground."""
    extra: int
    """Dice of a Combat marker and of fortifications."""
    screened: bool
    """A skirmisher stands before it."""
    may_screen: bool
    """An even breastwork die would bring one."""
    cautious: bool
    prizes: tuple[float, ...]
    """What the loss of so many of its levels is worth, from none to all."""


@cache
def raised(dice: int, points: int) -> tuple[float, ...]:
    """J-J1d: the chances of each number of hits, with so many points given after the roll."""
    found = automaton_hits((0,) * dice, points)
    return tuple(float(found.get(hits, 0)) for hits in range(dice + 1))


@cache
def declared(dice: int, points: int) -> tuple[float, ...]:
    """The chances of each number of hits, with so many points given before the roll."""
    pool: list[int] = [0] * dice
    for point in range(min(points, dice * HIGH)):
        pool[point % dice] += 1
    return chances(tuple(max(LOW, modifier) for modifier in pool))


def price(levels: int, spare: int) -> float:
    """What levels of one's own cost: those that others can spare first."""
    return LEVEL * min(levels, spare) + LAST * max(0, levels - spare)


@cache
def prize(hits: int, screened: bool, cautious: bool, prizes: tuple[float, ...]) -> float:
    """What hits are worth: a skirmisher takes the first, and a retreat may take the place of the last loss (J-K3a)."""
    levels, all_levels = max(0, hits - screened), len(prizes) - 1
    if not levels or levels > all_levels:
        return prizes[min(levels, all_levels)]
    stays = 0.0 if levels == all_levels else (SIDES + 1 - STANDS_FROM - cautious) / SIDES
    return stays * prizes[levels] + (1 - stays) * prizes[levels - 1]


@cache
def worth(attack: int, points: int, encircled: bool, spare: int, foe: Defence) -> float:
    """The victory points that an assault wins on average, less what it costs: over every breastwork die and volley."""
    total = 0.0
    for die in range(1, SIDES + 1):
        guns = (die + foe.full) // 2
        one, other = ratio(max(attack, 1), foe.points + guns)
        loses_level = die >= LOSS_FROM
        dice = max(1, min(foe.cap, one + 1 + encircled - (not loses_level)))
        answer = max(1, min(foe.cap, other + 1 + foe.extra))
        screened = foe.screened or (foe.may_screen and die % 2 == 0)
        total += mean_prize(declared(dice, points), screened, foe)
        total -= sum(chance * price(hits + loses_level, spare) for hits, chance in enumerate(raised(answer, foe.bonus)))
    return total / SIDES


def mean_prize(hits: Sequence[float], screened: bool, foe: Defence) -> float:
    return sum(chance * prize(number, screened, foe.cautious, foe.prizes) for number, chance in enumerate(hits))
