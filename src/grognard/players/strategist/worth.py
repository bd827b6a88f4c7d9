"""What a disposition of the army is worth: the objectives first, then what is lost and taken, then who stands near them."""

from __future__ import annotations

from collections.abc import Mapping
from math import log1p
from typing import NamedTuple

from grognard.players.strategist.bluff import dared
from grognard.players.strategist.fighting import Side
from grognard.players.strategist.forces import NOBODY, Force, strongest
from grognard.players.strategist.outlook import Outlook

OBJECTIVE, BOTH, RECOVERY = 8.0, 8.0, 0.5
"""What it is worth to hold an objective, both of them, and an area in which units come back."""
FALLEN = 0.6
"""What a unit lost counts, since most come back."""
NEAR = 2.0
"""What an army near an objective counts; each further unit counts less."""
FARTHER = 0.55
"""How much less a unit counts with each area that lies between it and an objective."""
TRENCH = 0.15
"""What a trench left or not yet dug is worth."""


class Idea(NamedTuple):
    """The army as it would stand."""

    own: Mapping[str, Force]
    trenches: frozenset[str]
    cleared: frozenset[str] = frozenset()
    """Areas out of which the enemy has been driven."""

    def side(self, area: str) -> Side:
        return Side(self.own.get(area, NOBODY), area in self.trenches)


def worth(outlook: Outlook, idea: Idea) -> float:
    """The worth of an idea to the army, with the enemy's next step in mind."""
    held = [control(outlook, idea, area) for area in outlook.rules.objectives]
    total = OBJECTIVE * sum(held) + BOTH * min(held)
    total += RECOVERY * sum(control(outlook, idea, area) for area in outlook.rules.recovery_areas[outlook.army])
    total += sum(fortunes(outlook, idea, area) for area in idea.own if area in outlook.backs and area not in idea.cleared)
    total -= TRENCH * sum(area not in idea.trenches or not idea.own.get(area) for area in outlook.trenches)
    return total - TRENCH * len(idea.trenches - outlook.trenches) + presence(outlook, idea)


# ---------------------------------------------------------------- control


def control(outlook: Outlook, idea: Idea, area: str) -> float:
    """The chance to hold an area when the enemy has made his next step."""
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
    """Where both are: as it stands, or as it would be if the enemy brought up what he has around it."""
    now = outlook.combat(area, mine).wins
    if not outlook.enemy_moves_before_combat:
        return now
    return 0.5 * now + 0.5 * outlook.combat(area, mine, reinforced=True).wins


def pressure(outlook: Outlook, idea: Idea, area: str) -> float:
    """Where only the enemy is: what an attack with all that stands around it promises for later."""
    around = [idea.own[other] for other in outlook.near[area] if other in idea.own]
    force = strongest(around, outlook.rules.stack_limit)
    if not force.size:
        return 0.0
    return later(outlook) * outlook.combat(area, Side(force)).wins


def undefended(outlook: Outlook, idea: Idea, area: str) -> float:
    """An empty area is its flag's until somebody comes."""
    if outlook.rules.flags[area] != outlook.army:
        return later(outlook) * any(other in idea.own for other in outlook.near[area])
    far = outlook.rules.components.distances[area]
    nearest = min((far[other] for other in outlook.backs), default=9)
    return 1.0 - danger(outlook) * 0.9**nearest


def danger(outlook: Outlook) -> float:
    """How much the enemy's next step counts."""
    if outlook.enemy_moves_before_combat:
        return 1.0
    return 0.0 if outlook.last_turn else 0.8


def later(outlook: Outlook) -> float:
    """How much counts what can be done later only."""
    if outlook.moves_again:
        return 0.5
    return 0.0 if outlook.last_turn else 0.4


# ---------------------------------------------------------------- losses and distances


def fortunes(outlook: Outlook, idea: Idea, area: str) -> float:
    """What the combat in an area takes from the enemy and costs the army."""
    expected = outlook.combat(area, idea.side(area))
    return FALLEN * (expected.theirs - expected.own)


def presence(outlook: Outlook, idea: Idea) -> float:
    """Who stands near the objectives; the first there count most, so that both are thought of."""
    far = outlook.rules.components.distances
    lasting = {area: force.worth * staying(outlook, idea, area) for area, force in idea.own.items()}
    return NEAR * sum(
        log1p(sum(worth * FARTHER ** far[area][goal] for area, worth in lasting.items())) for goal in outlook.rules.objectives
    )


def staying(outlook: Outlook, idea: Idea, area: str) -> float:
    """The chance that those who are in an area are not driven out of it by enemies who are there, too."""
    enemy = area in outlook.backs and area not in idea.cleared
    return contest(outlook, area, idea.side(area)) if enemy else 1.0
