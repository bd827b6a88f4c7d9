"""Where hexes, corners and hexsides lie on the paper, and the outlines of areas.

Corners and centres are kept in whole half-steps (half a hex side across, half a hex height down), so that equal points are
equal; only what is written into the picture is in units of the paper.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import hypot, sqrt
from typing import TypeVar

import msgspec

from grognard.core.errors import GrognardError
from grognard.core.pictures.hexes import HexSheet

SIDE = 40.0
HEIGHT = SIDE * sqrt(3)

Point = tuple[float, float]
Step = tuple[int, int]
T = TypeVar("T")

NEIGHBOURS: tuple[Step, ...] = ((0, -2), (3, -1), (3, 1), (0, 2), (-3, 1), (-3, -1))
"""From centre to centre, clockwise from north."""
CORNERS: tuple[Step, ...] = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
"""From centre to corner; the hexside in direction d runs from corner d to corner d + 1."""


class DrawingError(GrognardError):
    """A sheet that cannot be drawn."""


class Window(msgspec.Struct, frozen=True):
    """The part of a map to show, by its first and last column and row."""

    first_column: int
    first_row: int
    last_column: int
    last_row: int


def around(sheet: HexSheet, margin: int = 1) -> Window:
    """The window that holds every stack, with so many hexes about it."""
    held = {stack.place for stack in sheet.stacks}
    places = [h for h in sheet.hexes if h.label in held] or list(sheet.hexes)
    return Window(
        max(sheet.first_column, min(h.column for h in places) - margin),
        max(sheet.first_row, min(h.row for h in places) - margin),
        min(sheet.columns, max(h.column for h in places) + margin),
        min(sheet.rows, max(h.row for h in places) + margin),
    )


def centre(column: int, row: int) -> Step:
    return 3 * column - 1, 2 * row - (column & 1)


def paper(at: Step) -> Point:
    """A corner or centre in units of the paper."""
    return at[0] * SIDE / 2, at[1] * HEIGHT / 2


def corner(at: Step, direction: int) -> Step:
    across, down = CORNERS[direction % 6]
    return at[0] + across, at[1] + down


class Spots:
    """Points at least so far apart from each other; a new one is compared only with those in the squares around it."""

    def __init__(self, apart: float) -> None:
        self.apart = apart
        self.found: list[Point] = []
        self.by_square: dict[tuple[int, int], list[Point]] = {}

    def add(self, spot: Point) -> None:
        """Add it, unless it is too near to another."""
        x, y = int(spot[0] // self.apart), int(spot[1] // self.apart)
        near = (other for i in (x - 1, x, x + 1) for j in (y - 1, y, y + 1) for other in self.by_square.get((i, j), ()))
        if all(hypot(spot[0] - a, spot[1] - b) >= self.apart for a, b in near):
            self.found.append(spot)
            self.by_square.setdefault((x, y), []).append(spot)

    def top_to_bottom(self) -> list[Point]:
        """In the order in which they are drawn: what stands lower down hides what is behind it."""
        return sorted(self.found, key=lambda spot: spot[1])


def scatter(at: Step) -> int:
    """A number that looks like chance and is the same every time."""
    mixed = (at[0] * 73856093 ^ at[1] * 19349663) & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 13) * 1274126177 & 0xFFFFFFFF
    return mixed ^ mixed >> 16


def wobbly(at: Step) -> Point:
    """A corner moved a little, as a pen would."""
    chance = scatter(at)
    x, y = paper(at)
    return x + (chance % 97 / 96 - 0.5) * SIDE * 0.26, y + (chance // 97 % 97 / 96 - 0.5) * SIDE * 0.26


def middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def towards(a: Point, b: Point, part: float) -> Point:
    """The point so far on the way from a to b."""
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def side_between(a: Step, b: Step) -> tuple[Step, Step]:
    """The two corners of the hexside between two adjacent hexes."""
    gap = b[0] - a[0], b[1] - a[1]
    if gap not in NEIGHBOURS:
        raise DrawingError("A hexside or road joins two hexes that do not touch; name neighbours.")
    direction = NEIGHBOURS.index(gap)
    return corner(a, direction), corner(a, direction + 1)


def outlines(area: Iterable[Step]) -> list[list[Step]]:
    """The closed lines about an area, corner by corner."""
    inside = set(area)
    following: dict[Step, Step] = {}
    for at in sorted(inside):
        for direction, (across, down) in enumerate(NEIGHBOURS):
            if (at[0] + across, at[1] + down) not in inside:
                following[corner(at, direction)] = corner(at, direction + 1)
    loops = []
    while following:
        start = next(iter(following))
        loop = [start]
        while (after := following.pop(loop[-1])) != start:
            loop.append(after)
        loops.append(loop)
    return loops


# ---------------------------------------------------------------- paths


def number(value: float) -> str:
    """A length as short as it can be written."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def pair(at: Point) -> str:
    return f"{number(at[0])} {number(at[1])}"


def soft_loop(points: list[Point]) -> str:
    """A closed line whose corners are rounded off."""
    first = middle(points[-1], points[0])
    curves = (f"Q{pair(at)} {pair(middle(at, points[(i + 1) % len(points)]))}" for i, at in enumerate(points))
    return f"M{pair(first)}{''.join(curves)}Z"


def soft_line(points: list[Point]) -> str:
    """An open line whose corners are rounded off; it runs through the middle of every stretch."""
    if len(points) < 3:
        return "M" + "L".join(pair(at) for at in points)
    curves = (f"Q{pair(at)} {pair(middle(at, after))}" for at, after in pairwise(points[1:]))
    return f"M{pair(points[0])}L{pair(middle(points[0], points[1]))}{''.join(curves)}L{pair(points[-1])}"


def polygon(points: Iterable[Point]) -> str:
    return "M" + "L".join(pair(at) for at in points) + "Z"
