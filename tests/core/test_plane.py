"""Geometry on a plane, held against a slow referee that shares no code with it: fractions, and polygons of any form."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from grognard.core.plane import (
    Convex,
    Line,
    Point,
    along,
    distance,
    is_convex,
    nearest_on,
    squared,
    squared_to_segment,
    turning,
)

SQUARE = ((0, 0), (1000, 0), (1000, 1000), (0, 1000))
AREAS = (
    SQUARE,
    ((300, 200), (1100, 500), (900, 1300), (200, 900)),
    ((0, 0), (500, 0), (200, 700)),
    ((100, 100), (700, 0), (1200, 300), (1300, 900), (600, 1200), (100, 800)),
)
LINES = (((0, 500), (1400, 500)), ((200, 0), (400, 800), (1200, 900)), ((0, 0), (700, 700), (1400, 0), (1400, 1400)))


# ---------------------------------------------------------------- the referee


def inside(p: tuple[Fraction, Fraction], corners: tuple[Point, ...]) -> bool:
    """Strictly inside a polygon of any form, by casting a ray."""
    x, y = p
    odd = False
    for (ax, ay), (bx, by) in pairwise((*corners, corners[0])):
        if (bx - ax) * (y - ay) == (by - ay) * (x - ax) and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return False
        if (ay > y) != (by > y) and x < ax + (y - ay) * Fraction(bx - ax, by - ay):
            odd = not odd
    return odd


def cuts(a: Point, b: Point, corners: tuple[Point, ...]) -> list[Fraction]:
    """Every share of a segment at which it meets the outline."""
    found = {Fraction(0), Fraction(1)}
    dx, dy = b[0] - a[0], b[1] - a[1]
    for c, e in pairwise((*corners, corners[0])):
        sx, sy = e[0] - c[0], e[1] - c[1]
        cross = dx * sy - dy * sx
        if cross:
            t = Fraction((c[0] - a[0]) * sy - (c[1] - a[1]) * sx, cross)
            u = Fraction((c[0] - a[0]) * dy - (c[1] - a[1]) * dx, cross)
            if 0 <= t <= 1 and 0 <= u <= 1:
                found.add(t)
    return sorted(found)


def share_inside(a: Point, b: Point, corners: tuple[Point, ...]) -> Fraction:
    """How much of a segment lies inside a polygon of any form."""
    total = Fraction(0)
    for start, end in pairwise(cuts(a, b, corners)):
        middle = (start + end) / 2
        if inside((a[0] + (b[0] - a[0]) * middle, a[1] + (b[1] - a[1]) * middle), corners):
            total += end - start
    return total


def crossed(a: Point, b: Point, line: tuple[Point, ...]) -> list[Fraction] | None:
    """Where a segment crosses a line; None where something is only touched, so that it depends on the ruling."""
    found = []
    for c, e in pairwise(line):
        sides = [(e[0] - c[0]) * (p[1] - c[1]) - (e[1] - c[1]) * (p[0] - c[0]) for p in (a, b)] + [
            (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) for p in (c, e)
        ]
        if 0 in sides:
            return None
        if sides[0] * sides[1] < 0 and sides[2] * sides[3] < 0:
            found.append(Fraction(sides[0], sides[0] - sides[1]))
    return sorted(found)


def compare(number: int, seed: int) -> None:
    chance = Random(seed)
    for _ in range(number):
        step = chance.choice((1, 50, 100))
        a, b = ((chance.randrange(-200, 1600, step), chance.randrange(-200, 1600, step)) for _ in range(2))
        for corners in AREAS:
            area = Convex(corners)
            wanted, part = share_inside(a, b, corners), area.part(a, b)
            assert (part is not None) == (wanted > 0), (a, b, corners)
            if part is not None:
                assert part[1] - part[0] == pytest.approx(float(wanted), abs=1e-12)
            edge = any(squared_to_segment(a, c, e) == 0 for c, e in pairwise((*corners, corners[0])))
            assert area.holds(a) == (inside((Fraction(a[0]), Fraction(a[1])), corners) or edge)
        for points in LINES:
            there = crossed(a, b, points)
            if there is not None:
                found = sorted(Line(points).crossings(a, b))
                assert found == pytest.approx([float(share) for share in there], abs=1e-12)


def test_areas_and_lines_are_as_the_referee_sees_them():
    compare(60, 1)


@pytest.mark.soak
def test_areas_and_lines_are_as_the_referee_sees_them_on_thousands_of_segments():
    compare(6000, 2)


# ---------------------------------------------------------------- points and distances


def test_distances_of_points_and_segments():
    assert squared((0, 0), (300, 400)) == 250_000
    assert distance((0, 0), (300, 400)) == 500
    assert squared_to_segment((500, 300), (0, 0), (1000, 0)) == 90_000
    assert squared_to_segment((-300, 400), (0, 0), (1000, 0)) == 250_000
    assert squared_to_segment((1300, -400), (0, 0), (1000, 0)) == 250_000
    assert nearest_on((500, 300), (0, 0), (1000, 0)) == (500, 0)
    assert nearest_on((-1, 300), (0, 0), (1000, 0)) == (0, 0)
    assert nearest_on((1200, 300), (0, 0), (1000, 0)) == (1000, 0)
    assert along((0, 0), (3000, 4000), 500) == (300, 400)
    assert along((70, 70), (70, 70), 500) == (70, 70)


def test_what_is_convex():
    assert all(is_convex(corners) and is_convex(tuple(reversed(corners))) for corners in AREAS)
    assert not is_convex(((0, 0), (1000, 0), (500, 100), (500, 900)))
    assert not is_convex(((0, 0), (1000, 1000), (1000, 0), (0, 1000)))  # crosses itself
    assert not is_convex(((0, 0), (500, 0), (1000, 0)))
    star = ((0, 1000), (588, -809), (-951, 309), (951, 309), (-588, -809))
    assert not is_convex(star)  # goes round twice
    assert turning(SQUARE) == 2_000_000
    with pytest.raises(ValueError, match="not convex"):
        Convex(((0, 0), (1000, 0), (500, 100), (500, 900)))


# ---------------------------------------------------------------- what is touched


def test_a_way_that_only_touches_an_area_is_not_inside():
    area = Convex(SQUARE)
    assert area.part((0, -500), (0, 1500)) is None  # along the edge
    assert area.part((-500, 500), (500, -500)) is None  # over a corner
    assert area.part((-500, 501), (501, -500)) is not None
    assert area.part((1000, 500), (1500, 500)) is None
    assert area.part((500, 500), (1500, 500)) == (0, 0.5)
    assert area.part((0, 0), (1000, 1000)) == (0, 1)
    assert area.holds((0, 500))
    assert area.holds((1000, 1000))
    assert not area.holds((1001, 500))


def test_who_stops_on_a_line_crosses_it_once():
    fence = Line(((0, 500), (1000, 500)))
    below, on, above = (500, 200), (500, 500), (500, 900)
    assert len(list(fence.crossings(below, above))) == 1
    for start, end in ((below, above), (above, below)):
        assert len(list(fence.crossings(start, on))) + len(list(fence.crossings(on, end))) == 1
    bend = Line(((0, 500), (500, 500), (1000, 600)))
    assert len(list(bend.crossings((500, 0), (500, 1000)))) == 1  # through the very bend
    assert not list(fence.crossings((1100, 0), (1100, 1000)))


def test_the_nearest_point_so_deep_inside():
    area = Convex(SQUARE)
    assert area.inner((-500, 500), 100) == pytest.approx((100, 500))
    assert area.inner((-500, -500), 100) == pytest.approx((100, 100))
    assert area.inner((400, 500), 100) == (400, 500)
    assert area.inner((50, 500), 100) == pytest.approx((100, 500))
    assert area.inner((0, 0), 600) is None


def test_the_distance_from_a_line():
    assert Line(((0, 0), (1000, 0), (1000, 1000))).squared_to((1300, 400)) == 90_000
