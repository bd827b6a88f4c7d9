"""The exact chances of a combat, by the dice of the rules, if each side gives up its cheapest units first."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from grognard.games.chancellorsville.perfect_plan.combat import ways_to_hit, winner
from grognard.games.chancellorsville.perfect_plan.components import ENEMY, Counter
from grognard.games.chancellorsville.perfect_plan.rules import PerfectPlanRules
from grognard.players.strategist.forces import COMMANDER, FORMATION, SMALL, Force, kind_of

Chances = tuple[tuple[int, float], ...]


class Side(NamedTuple):
    """A force in a combat, and whether it is entrenched."""

    force: Force
    entrenched: bool = False

    def after(self, hits: int) -> Side:
        """P5.5b, P5.5c: the trench goes first, then small units, formations, and commanders last."""
        formation, small, commander = self.force
        spared = min(hits, int(self.entrenched))
        lost_small = min(hits - spared, small)
        lost = min(hits - spared - lost_small, formation)
        fallen = min(hits - spared - lost_small - lost, commander)
        return Side(Force(formation - lost, small - lost_small, commander - fallen), self.entrenched and not spared)


class Result(NamedTuple):
    """How a combat ends on average: the chance of each side to stay in the area, and the units that each loses."""

    wins: float
    loses: float
    own: tuple[float, float, float]
    """By kind: formations, small units, commanders."""
    theirs: tuple[float, float, float]


@lru_cache(maxsize=16)
def examples(rules: PerfectPlanRules) -> dict[tuple[str, str], Counter]:
    """One counter of each kind and army; all of a kind fight alike (P-D6, P-D13)."""
    return {(counter.side, kind_of(counter)): counter for counter in rules.counters.values()}


@lru_cache(maxsize=4096)
def chances_of_hits(rules: PerfectPlanRules, army: str, force: Force) -> Chances:
    """P5.4, P5.5a: the chance of each number of hits in a round."""
    counters = examples(rules)
    units = [counters[army, FORMATION]] * force.formation + [counters[army, SMALL]] * force.small
    bonus = counters[army, COMMANDER].bonus if force.commander else 0
    ways = ways_to_hit(army, units, bonus)
    return tuple((hits, number / sum(ways.values())) for hits, number in ways.items())


@lru_cache(maxsize=200_000)
def fought_out(rules: PerfectPlanRules, army: str, own: Side, theirs: Side) -> Result:
    """A combat of one army against the other, round after round."""
    if not own.force.dice + theirs.force.dice or not own.force.size or not theirs.force.size:
        return Result(
            float(theirs.force.size == 0 < own.force.size), float(own.force.size == 0 < theirs.force.size), NONE, NONE
        )
    again, total = 0.0, [0.0] * 8
    for hits, chance in chances_of_hits(rules, army, own.force):
        for suffered, other in chances_of_hits(rules, ENEMY[army], theirs.force):
            if hits == suffered == 0:
                again = chance * other
            else:
                found = after_round(rules, army, own, theirs, hits, suffered)
                total = [sum_ + chance * other * value for sum_, value in zip(total, found, strict=True)]
    wins, loses, *lost = (value / (1 - again) for value in total)
    return Result(wins, loses, (lost[0], lost[1], lost[2]), (lost[3], lost[4], lost[5]))


NONE = (0.0, 0.0, 0.0)


def after_round(rules: PerfectPlanRules, army: str, own: Side, theirs: Side, hits: int, suffered: int) -> tuple[float, ...]:
    """What so many results on both sides come to: a combat won or lost, or another round."""
    left, over = own.after(suffered), theirs.after(hits)
    lost, taken = own.force.minus(left.force), theirs.force.minus(over.force)
    won = winner((left.force.size, over.force.size), (hits, suffered))
    if won is None and left.force.size:
        later = fought_out(rules, army, left, over)
        return (
            later.wins,
            later.loses,
            *(now + then for now, then in zip(lost, later.own, strict=True)),
            *(now + then for now, then in zip(taken, later.theirs, strict=True)),
        )
    return float(won == 0), float(won == 1), *lost, *taken
