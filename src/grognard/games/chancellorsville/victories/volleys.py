"""U14.28 to U14.32: the chances of dice with modifiers, and the best way to share out bonus points before the roll."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from grognard.games.chancellorsville.victories.bonuses import Pool, foe_outcomes, own_outcomes, points_spent

SIDES = 6
NEVER, ALWAYS = 0, SIDES


@cache
def hit_faces(modifier: int) -> int:
    """U14.32: how many faces of a die hit, from none at -2 to all at +4."""
    return min(ALWAYS, max(NEVER, 2 + modifier))


@cache
def volley(pool: Pool) -> tuple[int, ...]:
    """In how many ways of all the dice each number of hits falls, from none on."""
    ways = [1]
    for modifier in pool:
        hit = hit_faces(modifier)
        ways = [
            (ways[hits] * (SIDES - hit) if hits < len(ways) else 0) + (ways[hits - 1] * hit if hits else 0)
            for hits in range(len(ways) + 1)
        ]
    return tuple(ways)


@cache
def chances(pool: Pool) -> tuple[float, ...]:
    """The chance of each number of hits, from none on."""
    return tuple(ways / SIDES ** len(pool) for ways in volley(pool))


@cache
def expected(pool: Pool, levels: int) -> float:
    """The levels that a roll of these dice costs an enemy who has so many."""
    ways = volley(pool)
    return sum(min(hits, levels) * number for hits, number in enumerate(ways)) / float(SIDES ** len(pool))


def worth(own: Pool, foe: Pool, ours: int, theirs: int) -> float:
    """The levels that the enemy loses, less those that we lose, on average."""
    return expected(own, theirs) - expected(foe, ours)


Share = tuple[Pool, Pool]
"""What one's own dice and the enemy's become."""


def shares_of(own: Pool, foe: Pool, points: int, penalty: bool) -> Iterable[Share]:
    """Every way to share out all points between one's own dice and the enemy's."""
    for mine in own_outcomes(own, foe, points, penalty):
        for yours in foe_outcomes(foe, points - points_spent(own, mine, penalty)):
            yield mine, yours


@cache
def best_answer(own: Pool, foe: Pool, points: int, penalty: bool, ours: int, theirs: int) -> Share:
    """How who shares out last does it."""
    return max(shares_of(own, foe, points, penalty), key=lambda share: worth(share[0], share[1], ours, theirs))


@cache
def best_opening(own: Pool, foe: Pool, points: int, penalty: bool, reply: tuple[int, bool], ours: int, theirs: int) -> Share:
    """How who shares out first does it, against the best reply."""

    def outcome(share: Share) -> float:
        mine, yours = share
        answered, left = best_answer(yours, mine, *reply, theirs, ours)
        return worth(left, answered, ours, theirs)

    return max(shares_of(own, foe, points, penalty), key=outcome)
