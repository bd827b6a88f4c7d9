"""U14.28 to U14.30: dice and the points that are shared out among them before the roll.

A die is what its modifiers add up to, from -2 (it can never hit) to +4 (it always hits); points beyond do nothing. Equal
dice are interchangeable, so a pool of dice is its modifiers, the highest first. As text each is a digit: 0 for -2, 2 for 0.
"""

from __future__ import annotations

from functools import cache

Pool = tuple[int, ...]

LOW, HIGH = -2, 4


def encode_pool(pool: Pool) -> str:
    return "".join(str(modifier - LOW) for modifier in pool)


def pool_of(text: str) -> Pool:
    return tuple(int(digit) + LOW for digit in text)


def is_pool(text: str) -> bool:
    """Whether a text spells dice."""
    return not text.strip("0123456")


def in_order(pool: Pool) -> Pool:
    """The dice as they are rolled: those with points first, or, where none has any, those that are lowered first."""
    return pool if pool and pool[0] > 0 else pool[::-1]


def in_words(text: str) -> str:
    """`+2 +2 0 0 0`, for labels."""
    return " ".join(f"{modifier:+d}" if modifier else "0" for modifier in in_order(pool_of(text)))


@cache
def shares(pool: Pool, points: int, sign: int) -> frozenset[Pool]:
    """Every outcome of giving all these points to these dice, or of taking them off."""
    if not pool or not points:
        return frozenset() if points else frozenset((pool,))
    most = min(points, HIGH - pool[0] if sign > 0 else pool[0] - LOW)
    found = set()
    for here in range(most + 1):
        for rest in shares(pool[1:], points - here, sign):
            found.add(tuple(sorted((pool[0] + sign * here, *rest), reverse=True)))
    return frozenset(found)


def room_up(pool: Pool) -> int:
    return sum(HIGH - modifier for modifier in pool)


def room_down(pool: Pool) -> int:
    return sum(modifier - LOW for modifier in pool)


@cache
def penalised(pool: Pool) -> frozenset[Pool]:
    """U14.16: one die has -1; a die that cannot hit anyhow takes it without effect."""
    return frozenset((pool,)) if LOW in pool else shares(pool, 1, -1)


@cache
def own_outcomes(own: Pool, foe: Pool, points: int, penalty: bool) -> tuple[Pool, ...]:
    """What one's own dice can become: points that do not go to them go to the enemy's, and none is kept back."""
    found: set[Pool] = set()
    for start in penalised(own) if penalty else (own,):
        useful = min(points, room_up(start) + room_down(foe))
        for added in range(useful + 1):
            if useful - added <= room_down(foe):
                found |= shares(start, added, +1)
    return tuple(sorted(found, reverse=True))


def points_spent(before: Pool, after: Pool, penalty: bool) -> int:
    """How many points went to one's own dice."""
    taken = 1 if penalty and LOW not in before else 0
    return sum(after) - sum(before) + taken


@cache
def foe_outcomes(foe: Pool, points: int) -> tuple[Pool, ...]:
    """What the enemy's dice can become when so many points are taken from them."""
    return tuple(sorted(shares(foe, min(points, room_down(foe)), -1), reverse=True))
