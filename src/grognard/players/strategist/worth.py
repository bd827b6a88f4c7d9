"""The value of a deployment: the objectives first, then losses on both sides, then units near the objectives."""

from __future__ import annotations

from collections.abc import Mapping
from math import log1p
from typing import NamedTuple

from grognard.players.strategist.bluff import dared
from grognard.players.strategist.fighting import Side
from grognard.players.strategist.forces import NOBODY, Force, strongest
from grognard.players.strategist.outlook import Outlook

OBJECTIVE, BOTH, RECOVERY = 8.0, 8.0, 0.5
"""The value of holding an objective, both of them, and an area where units return."""
FALLEN = 0.6
"""The weight of a lost unit, since most return."""
NEAR = 2.0
"""The weight of an army near an objective; each further unit counts less."""
FARTHER = 0.55
"""How much less a unit counts for each area between it and an objective."""
TRENCH = 0.15
"""The value of a trench, abandoned or not yet dug."""


class Idea(NamedTuple):
    """The army as it would be deployed."""

    own: Mapping[str, Force]
    trenches: frozenset[str]
    cleared: frozenset[str] = frozenset()
    """Areas from which the enemy has been driven."""

    def side(self, area: str) -> Side:
        return Side(self.own.get(area, NOBODY), area in self.trenches)


def worth(outlook: Outlook, idea: Idea) -> float:
    """The value of a plan for the army, considering the enemy's reply."""
    held = [control(outlook, idea, area) for area in outlook.rules.objectives]
    total = OBJECTIVE * sum(held) + BOTH * min(held)
    total += RECOVERY * sum(control(outlook, idea, area) for area in outlook.rules.recovery_areas[outlook.army])
    total += sum(fortunes(outlook, idea, area) for area in idea.own if area in outlook.backs and area not in idea.cleared)
    total -= TRENCH * sum(area not in idea.trenches or not idea.own.get(area) for area in outlook.trenches)
    return total - TRENCH * len(idea.trenches - outlook.trenches) + presence(outlook, idea)


# ---------------------------------------------------------------- control


def control(outlook: Outlook, idea: Idea, area: str) -> float:
    """The chance to hold an area after the enemy's reply."""
    mine = idea.side(area)
    enemy = area in outlook.backs and area not in idea.cleared
    if enemy and mine.force.size:
        return contest(outlook, area, mine)
    if enemy:
        return pressure(outlook, idea, area)
    if mine.force.size:
        return 1.0 - danger(outlook) * outlook.threat(area, mine) * dared(outlook, area, mine)
    return undefended(outlook, idea, area)


def contest(outlook: Outlook, area: str, mine: Side) -> float:
    """Where both armies are: as it is, or as it would be if the enemy brought up everything nearby."""
    now = outlook.combat(area, mine).wins
    if not outlook.enemy_moves_before_combat:
        return now
    return 0.5 * now + 0.5 * outlook.combat(area, mine, reinforced=True).wins


def pressure(outlook: Outlook, idea: Idea, area: str) -> float:
    """Where only the enemy is: what a later attack with everything nearby promises."""
    around = [idea.own[other] for other in outlook.near[area] if other in idea.own]
    force = strongest(around, outlook.rules.stack_limit)
    if not force.size:
        return 0.0
    return later(outlook) * outlook.combat(area, Side(force)).wins


def undefended(outlook: Outlook, idea: Idea, area: str) -> float:
    """An empty area belongs to its flag until somebody comes."""
    if outlook.rules.flags[area] != outlook.army:
        return later(outlook) * any(other in idea.own for other in outlook.near[area])
    far = outlook.rules.components.distances[area]
    nearest = min((far[other] for other in outlook.backs), default=9)
    return 1.0 - danger(outlook) * 0.9**nearest


def danger(outlook: Outlook) -> float:
    """How much the enemy's reply counts."""
    if outlook.enemy_moves_before_combat:
        return 1.0
    return 0.0 if outlook.last_turn else 0.8


def later(outlook: Outlook) -> float:
    """How much things that can only be done later count."""
    if outlook.moves_again:
        return 0.5
    return 0.0 if outlook.last_turn else 0.4


# ---------------------------------------------------------------- losses and distances


def fortunes(outlook: Outlook, idea: Idea, area: str) -> float:
    """What the combat in an area costs the enemy and the army."""
    expected = outlook.combat(area, idea.side(area))
    return FALLEN * (expected.theirs - expected.own)


def presence(outlook: Outlook, idea: Idea) -> float:
    """The units near the objectives; the first ones count most, so that neither objective is neglected."""
    far = outlook.rules.components.distances
    lasting = {area: force.worth * staying(outlook, idea, area) for area, force in idea.own.items()}
    return NEAR * sum(
        log1p(sum(worth * FARTHER ** far[area][goal] for area, worth in lasting.items())) for goal in outlook.rules.objectives
    )


def staying(outlook: Outlook, idea: Idea, area: str) -> float:
    """The chance that the units in an area are not driven out by enemies in the same area."""
    enemy = area in outlook.backs and area not in idea.cleared
    return contest(outlook, area, idea.side(area)) if enemy else 1.0
