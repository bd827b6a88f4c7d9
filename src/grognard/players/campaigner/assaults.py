"""What an assault on the automaton is worth: the exact chances of its dice, weighed in victory points (J-J1, J-K)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from grognard.games.chancellorsville.old_joe.assault import brings_skirmisher
from grognard.games.chancellorsville.old_joe.combat_dice import guns_behind_works
from grognard.games.chancellorsville.old_joe.forecasts import automaton_hits
from grognard.games.chancellorsville.victories.bonuses import HIGH, LOW
from grognard.games.chancellorsville.victories.combat_dice import dice_by_ratio
from grognard.games.chancellorsville.victories.data_schema import CombatRow
from grognard.games.chancellorsville.victories.names import WorksEffect
from grognard.games.chancellorsville.victories.volleys import SIDES, chances

LEVEL, LAST = 0.25, 1.0
"""What a level of one's own is worth in victory points: one that may come back at night, and the last of a unit."""


class Numbers(NamedTuple):
    """What is printed about assaults."""

    chart: CombatRow
    loss_from: int
    """J-J1a: from this breastwork die on works cost the attacker a level, below it a die."""
    retreats_at: int
    """J-K3a: up to this die a division retreats before its last loss; a cautious one up to the next."""


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
    works: WorksEffect | None
    """What its works do; None where the breastwork die decides."""
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
def prize(hits: int, screened: bool, retreats_at: int, prizes: tuple[float, ...]) -> float:
    """What hits are worth: a skirmisher takes the first, and a retreat may take the place of the last loss (J-K3a)."""
    levels, all_levels = max(0, hits - screened), len(prizes) - 1
    if not levels or levels > all_levels:
        return prizes[min(levels, all_levels)]
    stays = 0.0 if levels == all_levels else (SIDES - retreats_at) / SIDES
    return stays * prizes[levels] + (1 - stays) * prizes[levels - 1]


@cache
def worth(attack: int, points: int, encircled: bool, spare: int, foe: Defence, numbers: Numbers) -> float:
    """The victory points that an assault wins on average, less what it costs: over every breastwork die and volley."""
    total, chart = 0.0, numbers.chart
    retreats_at = numbers.retreats_at + foe.cautious
    for die in range(1, SIDES + 1):
        works = foe.works if foe.works is not None else "level" if die >= numbers.loss_from else "die"
        cost = works in ("level", "fortification")
        one, other = dice_by_ratio(max(attack, 1), foe.points + guns_behind_works(die, foe.full), chart)
        more = encircled * chart.encirclement_dice - (works == "die")
        dice = max(chart.minimum_dice, min(foe.cap, one + more))
        answer = max(chart.minimum_dice, min(foe.cap, other + foe.extra))
        screened = foe.screened or (foe.may_screen and brings_skirmisher(die))
        total += sum(p * prize(hits, screened, retreats_at, foe.prizes) for hits, p in enumerate(declared(dice, points)))
        total -= sum(chance * price(hits + cost, spare) for hits, chance in enumerate(raised(answer, foe.bonus)))
    return total / SIDES
