"""The leader's way: its length, what it crosses, and how far it can be paid for (D-R9, D3.1b, D3.1c)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from grognard.core.plane import Point, distance, squared, squared_to_segment

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.components import Battlefield, Numbers

STEP_BACK = 10
"""Who cannot stop at a place goes back by a millimetre at a time."""


class Leg(NamedTuple):
    """A straight part of a way."""

    length: float
    crossings: int
    difficult: bool


class Way(NamedTuple):
    """A way from point to point with all that it costs."""

    points: tuple[Point, ...]
    length: float
    crossings: int
    difficult: bool

    def cost(self, numbers: Numbers) -> float:
        return self.length + self.deductions(numbers)

    def deductions(self, numbers: Numbers) -> int:
        """D3.1b, D3.1c: five centimetres for each obstacle, ten once for difficult ground."""
        return self.crossings * numbers.toll + self.difficult * numbers.difficult


def leg(field: Battlefield, a: Point, b: Point) -> Leg:
    """What a straight leg costs."""
    ax, ay = a
    bx, by = b
    left, right = (ax, bx) if ax < bx else (bx, ax)
    bottom, top = (ay, by) if ay < by else (by, ay)
    crossings = 0
    for barrier in field.obstacles:
        for _ in barrier.line.crossings(a, b):
            crossings += 1
    difficult = False
    for ground in field.difficult:
        shape = ground.shape
        if right <= shape.left or left >= shape.right or top <= shape.bottom or bottom >= shape.top:
            continue
        if shape.part(a, b) is not None:
            difficult = True
            break
    return Leg(sqrt((bx - ax) ** 2 + (by - ay) ** 2), crossings, difficult)


def measured(field: Battlefield, points: Sequence[Point]) -> Way:
    """A way from point to point."""
    legs = [leg(field, a, b) for a, b in pairwise(points)]
    return Way(
        tuple(points),
        sum(part.length for part in legs),
        sum(part.crossings for part in legs),
        any(part.difficult for part in legs),
    )


def passed(numbers: Numbers, a: Point, b: Point, enemies: Sequence[Point]) -> Point | None:
    """D-R9: the standing enemy to whom a leg comes within 1.6 cm; who is so near already may only go away."""
    near = numbers.contact
    ax, ay = a
    bx, by = b
    reach = numbers.contact_cm + 1
    left, right = (ax - reach, bx + reach) if ax < bx else (bx - reach, ax + reach)
    bottom, top = (ay - reach, by + reach) if ay < by else (by - reach, ay + reach)
    for enemy in enemies:
        x, y = enemy
        if left <= x <= right and bottom <= y <= top and squared_to_segment(enemy, a, b) <= near:
            goes_away = (bx - ax) * (ax - x) + (by - ay) * (ay - y) >= 0
            if not (goes_away and squared(a, enemy) <= near):
                return enemy
    return None


def best_way(field: Battlefield, numbers: Numbers, a: Point, b: Point, enemies: Sequence[Point], limit: float) -> Way | None:
    """The cheapest way, straight or bending at corners, that costs no more than the limit."""
    limit += numbers.slack
    direct = distance(a, b)
    if direct > limit:
        return None
    found: Way | None = None
    straight = leg(field, a, b)
    bound = limit
    if passed(numbers, a, b, enemies) is None:
        way = Way((a, b), *straight)
        cost = way.cost(numbers)
        if cost <= limit:
            found, bound = way, cost
            if not straight.crossings and not straight.difficult:
                return way
    corners = [
        (corner, distance(a, corner), distance(corner, b))
        for corner in field.corners
        if abs(corner[0] - a[0]) < bound and abs(corner[1] - a[1]) < bound
    ]
    near = [(corner, to) for corner, away, to in corners if away + to < bound and corner not in (a, b)]
    return around(field, numbers, a, b, enemies, near, found, bound) if near else found


def around(
    field: Battlefield,
    numbers: Numbers,
    a: Point,
    b: Point,
    enemies: Sequence[Point],
    corners: Sequence[tuple[Point, float]],
    found: Way | None,
    bound: float,
) -> Way | None:
    """The cheapest way that bends at some of these corners, if one is cheaper than the bound."""
    waiting: list[tuple[float, int, tuple[Point, ...], float, int, bool]] = [(0.0, -1, (a,), 0.0, 0, False)]
    done: set[tuple[Point, bool]] = set()
    while waiting:
        cost, _, points, length, crossings, difficult = heappop(waiting)
        here = points[-1]
        if (here, difficult) in done:
            continue
        done.add((here, difficult))
        if len(points) > 1 and passed(numbers, here, b, enemies) is None:
            last = leg(field, here, b)
            way = Way((*points, b), length + last.length, crossings + last.crossings, difficult or last.difficult)
            if way.cost(numbers) < bound:
                found, bound = way, way.cost(numbers)
        for place, (corner, to) in enumerate(corners):
            if corner == here or corner in points:
                continue
            rough = cost + distance(here, corner)
            if rough + to >= bound or passed(numbers, here, corner, enemies) is not None:
                continue
            part = leg(field, here, corner)
            ground = difficult or part.difficult
            total = cost + part.length + part.crossings * numbers.toll + (ground - difficult) * numbers.difficult
            if total + to < bound and (corner, ground) not in done:
                heappush(waiting, (total, place, (*points, corner), length + part.length, crossings + part.crossings, ground))
    return found


def point_at(points: Sequence[Point], far: float) -> tuple[Point, int]:
    """The point so far along a way, and the number of points before it."""
    for place, (a, b) in enumerate(pairwise(points)):
        length = distance(a, b)
        if far <= length and length:
            share = far / length
            return (round(a[0] + (b[0] - a[0]) * share), round(a[1] + (b[1] - a[1]) * share)), place + 1
        far -= length
    return points[-1], len(points) - 1


def paid_way(
    field: Battlefield, numbers: Numbers, points: Sequence[Point], gross: float, is_free: Callable[[Point], bool]
) -> Way:
    """D3.1a: the part of a declared way that can be paid for and ends in a free place; at worst the start alone."""
    whole = measured(field, points)
    if whole.cost(numbers) <= gross + numbers.slack and is_free(points[-1]):
        return whole
    longest = min(gross, whole.length)
    steps = int(longest / STEP_BACK) + 1

    def after(back: int) -> Way:
        place, before = point_at(points, max(longest - back * STEP_BACK, 0.0))
        return measured(field, (*points[:before], place))

    fits = bisect_left(range(steps), True, key=lambda back: after(back).cost(numbers) <= gross + numbers.slack)
    ends = map(after, range(fits, steps))
    return next((way for way in ends if is_free(way.points[-1])), Way((points[0],), 0.0, 0, False))
