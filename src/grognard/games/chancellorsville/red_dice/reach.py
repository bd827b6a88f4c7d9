"""All the points that a leader can reach, worked out together and exactly: rows of bits in place of one search for each point.

The points to which a straight leg crosses a segment, or enters an area, are a shadow with straight edges; of a row of the
lattice it takes a few whole numbers to find. A point is reached at a price if it lies in the circle that is left of the price
after a bend, its crossings and its difficult ground. What is seen from a corner never changes, so a battlefield remembers it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from math import isqrt, sqrt
from typing import TYPE_CHECKING, NamedTuple

from grognard.core.plane import Convex, Line, Point, distance, squared
from grognard.games.chancellorsville.red_dice.ways import leg, passed

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.components import Battlefield, Numbers
    from grognard.games.chancellorsville.red_dice.formations import Obstacles

CM = 100
NEAR_A_BORDER = 1e-6
"""Shares of a lattice's step; a point that is so near to the edge of an enemy's shadow is tried by itself."""

Rows = list[int]
"""One whole number for each row of a lattice: its bits are points, the lowest in the west."""


class Lattice:
    """The rows of a table's points, one centimetre apart, that lie within a distance of a place."""

    __slots__ = ("below", "full", "rows", "wide")

    def __init__(self, field: Battlefield, a: Point, far: float) -> None:
        self.wide = field.width // CM + 1
        self.below = masks(self.wide)
        self.full = self.below[self.wide]
        low, high = max(-int(-(a[1] - far) // CM), 0), min(int((a[1] + far) // CM), field.height // CM)
        self.rows = range(low, high + 1)

    def beyond(self, u: int, v: int, w: int, rows: range) -> Iterator[int]:
        """The points of some rows for which u x + v y + w is above nought."""
        below, full, wide = self.below, self.full, self.wide
        value, step, unit = v * CM * rows.start + w, v * CM, u * CM
        if unit > 0:
            for _ in rows:
                least = -value // unit + 1
                yield full if least <= 0 else 0 if least >= wide else full ^ below[least]
                value += step
        elif unit < 0:
            for _ in rows:
                number = -(value // unit)
                yield 0 if number <= 0 else full if number >= wide else below[number]
                value += step
        else:
            for _ in rows:
                yield full if value > 0 else 0
                value += step

    def chord(self, a: Point, far: float, row: int) -> int:
        """The points of a row that are no farther from a place."""
        left = int(far * far) - (row * CM - a[1]) ** 2
        if left < 0:
            return 0
        half = isqrt(left)
        return self.span(-((half - a[0]) // CM), (a[0] + half) // CM)

    def among(self, points: Rows, a: Point, far: float, rows: range) -> Rows:
        """Those of some points, row by row, that are no farther from a place."""
        return [bits and bits & self.chord(a, far, row) for bits, row in zip(points, rows, strict=True)]

    def span(self, first: int, last: int) -> int:
        """The points of a row from one to another."""
        first, last = max(first, 0), min(last, self.wide - 1)
        return self.below[last + 1] ^ self.below[first] if first <= last else 0


def masks(wide: int) -> list[int]:
    """By a number of points, the westernmost of a row."""
    found = MASKS.get(wide)
    if found is None:
        found = MASKS[wide] = [(1 << number) - 1 for number in range(wide + 1)]
    return found


MASKS: dict[int, list[int]] = {}


# ---------------------------------------------------------------- what lies between a place and every point


class Legs(NamedTuple):
    """The points to which a straight leg costs the same beside its length."""

    crossings: int
    difficult: bool
    points: Rows


class Outlook(NamedTuple):
    """What straight legs from a place meet on their way to every point; every point is in one class of legs."""

    lattice: Lattice
    legs: tuple[Legs, ...]


def outlook(field: Battlefield, a: Point, far: int) -> Outlook:
    """What straight legs from a place meet, as far as somebody may go."""
    lattice = Lattice(field, a, far)
    crossed: list[Rows] = []
    for barrier in field.obstacles:
        if is_within(barrier.line, a, far):
            for points in pairwise(barrier.line.points):
                count(crossed, lattice, a, *points)
    difficult = [0] * len(lattice.rows)
    for ground in field.difficult:
        if is_within(ground.shape, a, far):
            darken(difficult, lattice, ground.shape, a)
    full = lattice.full
    easy = [full ^ bits for bits in difficult]
    levels = [[full] * len(difficult), *crossed, [0] * len(difficult)]
    legs = [
        Legs(crossings, is_hard, [bits & ~over & kind for bits, over, kind in zip(least, more, kinds, strict=True)])
        for crossings, (least, more) in enumerate(pairwise(levels))
        for is_hard, kinds in ((False, easy), (True, difficult))
    ]
    return Outlook(lattice, tuple(found for found in legs if any(found.points)))


def is_within(shape: Line | Convex, a: Point, far: int) -> bool:
    return shape.left - far <= a[0] <= shape.right + far and shape.bottom - far <= a[1] <= shape.top + far


def rows_behind(rows: range, y: int, low: int, high: int) -> range:
    """The rows in which the shadow of something between two heights can lie."""
    if low > y:
        return range(max(rows.start, low // CM), rows.stop)
    if high < y:
        return range(rows.start, min(rows.stop, high // CM + 2))
    return rows


def count(crossed: list[Rows], lattice: Lattice, a: Point, c: Point, e: Point) -> None:
    """D3.1b: one obstacle more to the points behind a segment; the same sides are asked as in `Line.crossings`."""
    (ax, ay), (cx, cy), (ex, ey) = a, c, e
    rows = rows_behind(lattice.rows, ay, min(cy, ey), max(cy, ey))
    sx, sy = ex - cx, ey - cy
    turn = lattice.full if sx * (ay - cy) - sy * (ax - cx) > 0 else 0
    ahead = lattice.beyond(-sy, sx, sy * cx - sx * cy, rows)
    one = lattice.beyond(cy - ay, ax - cx, ay * (cx - ax) - ax * (cy - ay), rows)
    other = lattice.beyond(ey - ay, ax - ex, ay * (ex - ax) - ax * (ey - ay), rows)
    first = rows.start - lattice.rows.start
    for place, (front, left, right) in enumerate(zip(ahead, one, other, strict=True), first):
        bits = (front ^ turn) & (left ^ right)
        level = 0
        while bits:
            if level == len(crossed):
                crossed.append([0] * len(lattice.rows))
            here = crossed[level]
            bits, here[place] = bits & here[place], here[place] | bits
            level += 1


def darken(difficult: Rows, lattice: Lattice, shape: Convex, a: Point) -> None:
    """D3.1c: the points to which a leg enters an area; the same as `Convex.part` finds, without dividing.

    A leg from outside enters if it gets behind every side that faces the place, between the two corners at the rim.
    """
    rows = rows_behind(lattice.rows, a[1], int(shape.bottom), int(shape.top))
    sides = [(int(nx), int(ny), int(c)) for nx, ny, c in shape.sides]
    here = [nx * a[0] + ny * a[1] + c for nx, ny, c in sides]
    edges = []
    for place, (nx, ny, c) in enumerate(sides):
        if here[place] > 0:
            continue
        edges.append((nx, ny, c))
        for beside in (place - 1, (place + 1) % len(sides)):
            far = here[beside]
            if far > 0:
                mx, my, d = sides[beside]
                near = here[place]
                edges.append((far * nx - near * mx, far * ny - near * my, far * c - near * d))
    shadow = [lattice.full] * len(rows)
    for edge in edges:
        shadow = [bits & more for bits, more in zip(shadow, lattice.beyond(*edge, rows), strict=True)]
    first = rows.start - lattice.rows.start
    for place, bits in enumerate(shadow, first):
        difficult[place] |= bits


def shadow_of(lattice: Lattice, numbers: Numbers, a: Point, foe: Point, rows: range) -> Iterator[int]:
    """D-R9: the points that no leg may go to because it passes an enemy, as `passed` finds; those in contact with him apart."""
    (ax, ay), (x, y) = a, foe
    vx, vy = x - ax, y - ay
    near = numbers.contact
    if vx * vx + vy * vy <= near:
        # who is so near already may only go away
        yield from lattice.beyond(vx, vy, -vx * ax - vy * ay, rows)
        return
    away = vx * vx + vy * vy
    cos, sin = sqrt(away - near), sqrt(near)
    left, right = (vx * cos - vy * sin, vy * cos + vx * sin), (vx * cos + vy * sin, vy * cos - vx * sin)
    edges = ((left[1], -left[0], 0.0), (-right[1], right[0], 0.0), (float(vx), float(vy), away - near))
    for row in rows:
        low, high = 0.0, float(lattice.wide - 1)
        dy = row * CM - ay
        for ux, uy, least in edges:
            value = uy * dy - least
            if abs(ux) < NEAR_A_BORDER:
                if value < 0:
                    low, high = 1.0, 0.0
                continue
            border = (ax - value / ux) / CM
            low, high = (max(low, border), high) if ux > 0 else (low, min(high, border))
        first, last = -int(-(low - NEAR_A_BORDER) // 1), int((high + NEAR_A_BORDER) // 1)
        if first > last:
            yield 0
            continue
        if first - low < NEAR_A_BORDER and passed(numbers, a, (first * CM, row * CM), (foe,)) is None:
            first += 1
        if high - last < NEAR_A_BORDER and passed(numbers, a, (last * CM, row * CM), (foe,)) is None:
            last -= 1
        yield lattice.span(first, last)


# ---------------------------------------------------------------- the corners


class Bend(NamedTuple):
    """A corner to which a leader can go, what that costs, and whether difficult ground is paid for by then."""

    cost: float
    at: Point
    difficult: bool


def corners_reached(field: Battlefield, numbers: Numbers, a: Point, foes: Sequence[Point], limit: float) -> list[Bend]:
    """The cheapest ways to all corners, as `best_way` finds them."""
    waiting: list[tuple[float, int, bool]] = [(0.0, -1, False)]
    done: set[tuple[int, bool]] = set()
    found: list[Bend] = []
    corners = field.corners
    while waiting:
        cost, place, difficult = heappop(waiting)
        if (place, difficult) in done:
            continue
        done.add((place, difficult))
        here = a if place < 0 else corners[place]
        if place >= 0:
            found.append(Bend(cost, here, difficult))
        for next, corner in enumerate(corners):
            if next == place or (next, difficult) in done or corner == a or cost + distance(here, corner) >= limit:
                continue
            part = leg(field, here, corner) if place < 0 else field.leg_between(place, next)
            ground = difficult or part.difficult
            total = cost + part.length + part.crossings * numbers.toll + (ground - difficult) * numbers.difficult
            if total < limit and (next, ground) not in done and passed(numbers, here, corner, foes) is None:
                heappush(waiting, (total, next, ground))
    return found


# ---------------------------------------------------------------- everything together


class Reach:
    """The points to which a leader can be sent from a place, and at what price."""

    def __init__(self, field: Battlefield, numbers: Numbers, ground: Obstacles, a: Point, limit: float) -> None:
        """The limit is what is left to him, with the tolerance."""
        self.field, self.numbers, self.a, self.limit = field, numbers, a, limit
        self.view = outlook(field, a, int(limit) + 1)
        self.lattice = self.view.lattice
        self.rows = self.lattice.rows
        far = limit + numbers.contact_cm
        self.foes = [foe for foe in ground.foes if squared(foe, a) <= far * far]
        self.free = self.free_points(ground)

    def free_points(self, ground: Obstacles) -> Rows:
        """D-R1, D-R9: where the leader's base may stand."""
        field, lattice = self.field, self.lattice
        margin, rows = field.margin, self.rows
        across = lattice.span(-(-margin // CM), (field.width - margin) // CM)
        found = [across if margin <= row * CM <= field.height - margin else 0 for row in rows]
        for near, places in ((self.numbers.apart, ground.others), (self.numbers.contact, ground.enemies)):
            for x, y in places:
                for row in range(max(y // CM - 1, rows.start), min(y // CM + 3, rows.stop)):
                    for column in range(x // CM - 1, x // CM + 3):
                        away = (column * CM - x) ** 2 + (row * CM - y) ** 2
                        if column >= 0 and (away < near if places is ground.others else away <= near):
                            found[row - rows.start] &= ~(1 << column)
        return found

    def straight(self) -> Rows:
        """The points that one straight leg reaches."""
        (found,) = self.by_leg(Bend(0.0, self.a, False), self.view, [self.limit], self.free)
        return found

    def reached(self, prices: Sequence[float]) -> list[Rows]:
        """By each of some prices, from the lowest, the points that are reached for it; the last is the limit."""
        found = self.by_leg(Bend(0.0, self.a, False), self.view, prices, self.free)
        # a straight leg that meets nothing is the best there is
        clear = next((legs.points for legs in self.view.legs if not legs.crossings and not legs.difficult), None)
        wanted = self.free
        if clear is not None:
            unhindered = self.open_to(self.a, self.rows, clear, self.limit)
            wanted = [free & ~bits for free, bits in zip(self.free, unhindered, strict=True)]
        wanted = self.lattice.among(wanted, self.a, self.limit, self.rows)
        if any(wanted):
            for bend in corners_reached(self.field, self.numbers, self.a, self.foes, self.limit):
                more = self.by_leg(bend, self.field.outlook_from(bend.at), prices, wanted)
                for rows, others in zip(found, more, strict=True):
                    rows[:] = [one | other for one, other in zip(rows, others, strict=True)]
        return found

    def open_to(self, a: Point, rows: range, points: Rows, far: float) -> Rows:
        """Those of some points to which a leg from a place passes no enemy."""
        for foe in self.foes:
            if squared(a, foe) <= (far + self.numbers.contact_cm) ** 2:
                shadow = shadow_of(self.lattice, self.numbers, a, foe, rows)
                points = [bits & ~dark for bits, dark in zip(points, shadow, strict=True)]
        return points

    def by_leg(self, bend: Bend, view: Outlook, prices: Sequence[float], wanted: Rows) -> list[Rows]:
        """Those of some points that are reached by one more leg from a place, for each price."""
        numbers, lattice, rows = self.numbers, self.lattice, self.rows
        found = [[0] * len(rows) for _ in prices]
        left, y, theirs = prices[-1] - bend.cost, bend.at[1], view.lattice.rows
        low, high = max(rows.start, theirs.start), min(rows.stop, theirs.stop)
        here = range(max(low, int((y - left) // CM)), min(high, int((y + left) // CM) + 2))
        if not here:
            return found
        mine, first = here.start - rows.start, here.start - theirs.start
        near = lattice.among(wanted[mine : mine + len(here)], bend.at, left, here)
        if not any(near):
            return found
        near = self.open_to(bend.at, here, near, left)
        for legs in view.legs:
            toll = legs.crossings * numbers.toll + (legs.difficult and not bend.difficult) * numbers.difficult
            if left < toll:
                continue
            points = [bits & free for bits, free in zip(legs.points[first : first + len(here)], near, strict=True)]
            if not any(points):
                continue
            for price, into in zip(prices, found, strict=True):
                over = price - bend.cost - toll
                if over >= 0:
                    for place, bits in enumerate(lattice.among(points, bend.at, over, here), mine):
                        into[place] |= bits
        return found
