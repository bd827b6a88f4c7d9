"""Geometry on a plane: convex areas, lines of segments, what a straight way crosses.

Points are two whole numbers. Only `+ - * /` and `sqrt` are used, which every machine rounds alike, and which side of a line a
point is on is always decided exactly: with coordinates below 40,000 no product exceeds what a float holds without rounding.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from math import sqrt

Point = tuple[int, int]
Spot = tuple[float, float]

DOUBT = 1e-9
"""Two parameters of a segment that lie nearer to each other are compared with whole numbers."""


def squared(a: Point, b: Point) -> int:
    """The square of the distance between two points."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return dx * dx + dy * dy


def distance(a: Point, b: Point) -> float:
    return sqrt(squared(a, b))


def along(a: Point, b: Point, reach: float) -> Point:
    """The point so far from `a` in the direction of `b`."""
    length = distance(a, b)
    if not length:
        return a
    share = reach / length
    return round(a[0] + (b[0] - a[0]) * share), round(a[1] + (b[1] - a[1]) * share)


def squared_to_segment(p: Point, a: Point, b: Point) -> float:
    """The square of the distance of a point from a segment."""
    ax, ay = a
    dx, dy = b[0] - ax, b[1] - ay
    px, py = p[0] - ax, p[1] - ay
    dot = px * dx + py * dy
    if dot <= 0:
        return px * px + py * py
    length = dx * dx + dy * dy
    if dot >= length:
        px, py = p[0] - b[0], p[1] - b[1]
        return px * px + py * py
    cross = px * dy - py * dx
    return cross * cross / length


def nearest_on(p: Point, a: Point, b: Point) -> Spot:
    """The point of a segment that is nearest to a point."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    dot = (p[0] - a[0]) * dx + (p[1] - a[1]) * dy
    if dot <= 0 or not length:
        return float(a[0]), float(a[1])
    if dot >= length:
        return float(b[0]), float(b[1])
    return a[0] + dx * dot / length, a[1] + dy * dot / length


def turning(points: Sequence[Point]) -> int:
    """Twice the area that an outline encloses; negative where it goes round clockwise."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True))


def is_convex(points: Sequence[Point]) -> bool:
    """Whether an outline encloses an area and turns the same way at every corner."""
    if len(points) < 3 or not turning(points):
        return False
    turns = set()
    for place, corner in enumerate(points):
        before, after = points[place - 1], points[(place + 1) % len(points)]
        cross = (corner[0] - before[0]) * (after[1] - corner[1]) - (corner[1] - before[1]) * (after[0] - corner[0])
        turns.add((cross > 0) - (cross < 0))
    # An outline that goes round twice turns one way only, too, but encloses more than its triangles from one corner show.
    first = points[0]
    fan = [(b[0] - first[0]) * (c[1] - first[1]) - (b[1] - first[1]) * (c[0] - first[0]) for b, c in itertools.pairwise(points)]
    return len(turns) == 1 and 0 not in turns and (all(part >= 0 for part in fan) or all(part <= 0 for part in fan))


class Convex:
    """A convex area, as the half planes in which it lies."""

    __slots__ = ("bottom", "corners", "left", "right", "sides", "top")

    def __init__(self, corners: Sequence[Point]) -> None:
        if not is_convex(corners):
            raise ValueError("the outline of this area is not convex")
        self.corners = tuple(corners) if turning(corners) > 0 else tuple(reversed(corners))
        self.left, self.right = (float(edge(x for x, _ in corners)) for edge in (min, max))
        self.bottom, self.top = (float(edge(y for _, y in corners)) for edge in (min, max))
        self.sides = tuple(
            (float(ay - by), float(bx - ax), float(by * ax - bx * ay))
            for (ax, ay), (bx, by) in zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True)
        )

    def holds(self, p: Point) -> bool:
        """Whether a point is inside or on the edge."""
        x, y = p
        return (
            self.left <= x <= self.right
            and self.bottom <= y <= self.top
            and all(nx * x + ny * y + c >= 0 for nx, ny, c in self.sides)
        )

    def part(self, a: Point, b: Point) -> tuple[float, float] | None:
        """From where to where, as shares of its length, a segment runs inside; to touch an edge or a corner is not inside."""
        ax, ay = a
        bx, by = b
        if (
            (ax <= self.left and bx <= self.left)
            or (ax >= self.right and bx >= self.right)
            or (ay <= self.bottom and by <= self.bottom)
            or (ay >= self.top and by >= self.top)
        ):
            return None
        start, end = 0.0, 1.0
        came: tuple[float, float] = (0.0, 1.0)
        went: tuple[float, float] = (1.0, 1.0)
        for nx, ny, c in self.sides:
            at_a, at_b = nx * ax + ny * ay + c, nx * bx + ny * by + c
            if at_a <= 0:
                if at_b <= 0:
                    return None
                share = at_a / (at_a - at_b)
                if share > start:
                    start, came = share, (-at_a, at_b - at_a)
            elif at_b < 0:
                share = at_a / (at_a - at_b)
                if share < end:
                    end, went = share, (at_a, at_a - at_b)
        if end - start < DOUBT and int(went[0]) * int(came[1]) <= int(came[0]) * int(went[1]):
            return None
        return start, end

    def inner(self, p: Point, depth: float) -> Spot | None:
        """The point nearest to `p` of those that lie so deep inside; None where the area is nowhere so deep."""
        sides = [(nx, ny, c - depth * sqrt(nx * nx + ny * ny)) for nx, ny, c in self.sides]

        def lies_in(spot: Spot) -> bool:
            return all(nx * spot[0] + ny * spot[1] + c >= -0.01 * sqrt(nx * nx + ny * ny) for nx, ny, c in sides)

        here = float(p[0]), float(p[1])
        if lies_in(here):
            return here
        spots = []
        for place, (nx, ny, c) in enumerate(sides):
            over = (nx * here[0] + ny * here[1] + c) / (nx * nx + ny * ny)
            spots.append((here[0] - nx * over, here[1] - ny * over))
            for mx, my, d in sides[:place]:
                cross = nx * my - ny * mx
                if cross:
                    spots.append(((ny * d - my * c) / cross, (mx * c - nx * d) / cross))
        fitting = [spot for spot in spots if lies_in(spot)]
        return min(fitting, key=lambda spot: (spot[0] - here[0]) ** 2 + (spot[1] - here[1]) ** 2, default=None)


class Line:
    """A line of straight segments."""

    __slots__ = ("bottom", "left", "points", "right", "segments", "top")

    def __init__(self, points: Sequence[Point]) -> None:
        self.points = tuple(points)
        self.left, self.right = (float(edge(x for x, _ in points)) for edge in (min, max))
        self.bottom, self.top = (float(edge(y for _, y in points)) for edge in (min, max))
        self.segments = tuple((float(ax), float(ay), float(bx), float(by)) for (ax, ay), (bx, by) in itertools.pairwise(points))

    def crossings(self, a: Point, b: Point) -> Iterator[float]:
        """Where, as shares of its length, a way crosses the line.

        A point on the line counts as on its right-hand side, so that who stops there has crossed it on one of two ways.
        """
        ax, ay = a
        bx, by = b
        left, right = (ax, bx) if ax < bx else (bx, ax)
        bottom, top = (ay, by) if ay < by else (by, ay)
        if right < self.left or left > self.right or top < self.bottom or bottom > self.top:
            return
        dx, dy = bx - ax, by - ay
        for cx, cy, ex, ey in self.segments:
            if (cx < left and ex < left) or (cx > right and ex > right):
                continue
            if (cy < bottom and ey < bottom) or (cy > top and ey > top):
                continue
            sx, sy = ex - cx, ey - cy
            at_a = sx * (ay - cy) - sy * (ax - cx)
            at_b = sx * (by - cy) - sy * (bx - cx)
            if (at_a > 0) is (at_b > 0):
                continue
            at_c = dx * (cy - ay) - dy * (cx - ax)
            at_e = dx * (ey - ay) - dy * (ex - ax)
            if (at_c > 0) is not (at_e > 0):
                yield at_a / (at_a - at_b)

    def is_within(self, p: Point, far: float) -> bool:
        """Whether a point lies in the box around the line that leaves so much room; if not, the line is farther away."""
        x, y = p
        return self.left - far <= x <= self.right + far and self.bottom - far <= y <= self.top + far

    def squared_to(self, p: Point) -> float:
        """The square of the distance of a point from the line."""
        return min(squared_to_segment(p, a, b) for a, b in zip(self.points, self.points[1:], strict=False))
