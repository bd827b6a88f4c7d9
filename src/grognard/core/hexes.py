"""Hexes and sets of hexes. A hex is an int, a set of hexes is an int used as a bit set.

Flat-top hexes with labels CCRR, even columns half a hex lower. The grid is padded by one hex all round, so that a shift of a
whole set never wraps from one side of the map to the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from typing import Generic, TypeVar

Hex = int
HexSet = int
Cube = tuple[int, int, int]
Item = TypeVar("Item")


class ByHex(Generic[Item]):
    """An item for each hex; the items of a whole set are listed quickly, eight hexes per lookup."""

    def __init__(self, item: Callable[[Hex], Item]) -> None:
        self.item = item
        self.eights: dict[int, list[Item]] = {}

    def of(self, hexes: HexSet) -> list[Item]:
        """The items of a set of hexes, lowest hex first."""
        found: list[Item] = []
        if not hexes:
            return found
        place = ((hexes & -hexes).bit_length() - 1) >> 3
        eights = self.eights
        for byte in (hexes >> (place << 3)).to_bytes((hexes.bit_length() + 7) // 8 - place, "little"):
            if byte:
                key = place << 8 | byte
                items = eights.get(key)
                if items is None:
                    items = eights[key] = [self.item((place << 3) + bit) for bit in range(8) if byte >> bit & 1]
                found += items
            place += 1
        return found


def _itself(h: Hex) -> Hex:
    return h


members = ByHex(_itself).of
"""The hexes of a set, lowest first."""


def hex_set(hexes: Iterable[Hex]) -> HexSet:
    """A set from its members."""
    bits = 0
    for h in hexes:
        bits |= 1 << h
    return bits


class HexGrid:
    """A hex grid: neighbours, distances, rings and straight lines. Maps may begin at any column and row."""

    def __init__(self, columns: int, rows: int, first_column: int = 1, first_row: int = 1) -> None:
        """A grid whose last column and row have these numbers."""
        self.columns, self.rows = columns, rows
        self.first_column, self.first_row = first_column, first_row
        wide, high = columns - first_column + 1, rows - first_row + 1
        self.stride = high + 2
        self.hexes = tuple(c * self.stride + r for c in range(1, wide + 1) for r in range(1, high + 1))
        self.all: HexSet = hex_set(self.hexes)
        self.size = (wide + 2) * self.stride
        self.labels = {h: f"{self.column(h):02d}{self.row(h):02d}" for h in self.hexes}
        self.by_label = {label: h for h, label in self.labels.items()}
        self.neighbours: dict[Hex, tuple[Hex | None, ...]] = {h: self._around(h) for h in self.hexes}
        self.adjacent: dict[Hex, HexSet] = {
            h: hex_set(n for n in around if n is not None) for h, around in self.neighbours.items()
        }
        self.lower = hex_set(h for h in self.hexes if self.column(h) % 2 == 0)
        """The hexes of even columns, which are half a hex lower."""

    def column(self, h: Hex) -> int:
        """The number of a hex's column, as in its label."""
        return h // self.stride + self.first_column - 1

    def row(self, h: Hex) -> int:
        return h % self.stride + self.first_row - 1

    def offsets(self, h: Hex) -> tuple[int, ...]:
        """The offsets of the six neighbours' numbers from this hex's, clockwise from north."""
        s = self.stride
        return (-1, s, s + 1, 1, 1 - s, -s) if self.column(h) % 2 == 0 else (-1, s - 1, s, 1, -s, -s - 1)

    def _around(self, h: Hex) -> tuple[Hex | None, ...]:
        return tuple(h + offset if self.all >> (h + offset) & 1 else None for offset in self.offsets(h))

    def direction(self, a: Hex, b: Hex) -> int | None:
        """The direction of a neighbour, clockwise from north, or None if b is not a neighbour of a."""
        around = self.neighbours[a]
        return around.index(b) if b in around else None

    def is_edge(self, h: Hex) -> bool:
        """Whether the hex is at the edge of the map."""
        return None in self.neighbours[h]

    @cache  # noqa: B019  (a grid lives as long as its game's rules)
    def cube(self, h: Hex) -> Cube:
        """Cube coordinates, for distances and lines."""
        column, row = self.column(h) - 1, self.row(h) - 1
        x, z = column, row - (column - (column & 1)) // 2
        return x, -x - z, z

    @cache  # noqa: B019
    def distance(self, a: Hex, b: Hex) -> int:
        """The number of hexes on the shortest path from a to b, counting b and not a."""
        return max(abs(p - q) for p, q in zip(self.cube(a), self.cube(b), strict=True))

    @cache  # noqa: B019
    def ring(self, h: Hex, distance: int) -> HexSet:
        """The hexes at exactly this distance."""
        return self.disc(h, distance) & ~self.disc(h, distance - 1)

    @cache  # noqa: B019
    def disc(self, h: Hex, distance: int) -> HexSet:
        """The hexes at most this far away."""
        if distance <= 0:
            return 1 << h if distance == 0 else 0
        inner = self.disc(h, distance - 1)
        return inner | self.around_set(inner)

    def around_set(self, hexes: HexSet) -> HexSet:
        """Every hex adjacent to a member of the set, by shifts of the whole set."""
        s, low = self.stride, hexes & self.lower
        high = hexes ^ low
        beside = low << s | low >> s | high << s | high >> s
        beside |= low << s + 1 | low >> s - 1 | high << s - 1 | high >> s + 1
        return (hexes << 1 | hexes >> 1 | beside) & self.all

    @cache  # noqa: B019
    def line(self, a: Hex, b: Hex) -> tuple[tuple[Hex, ...], ...]:
        """The hexes whose interior a straight line from centre to centre crosses between its ends, in order.

        Where the line runs along a hexside it can count as crossing either hex beside it: both are given.
        """
        start, goal = self.cube(a), self.cube(b)
        passed = _passed(_minus(goal, start))
        return tuple(hexes for cubes in passed if (hexes := self._on_map([_plus(start, cube) for cube in cubes])))

    def _on_map(self, cubes: list[Cube]) -> tuple[Hex, ...]:
        """The hexes with these cube coordinates, without those off the map."""
        found: list[Hex] = []
        for x, _, z in cubes:
            column, row = x + 1, z + (x - (x & 1)) // 2 + 1
            if self.first_column <= column <= self.columns and self.first_row <= row <= self.rows:
                found.append((column - self.first_column + 1) * self.stride + row - self.first_row + 1)
        return tuple(sorted(found))


ORIGIN = 0, 0, 0


@cache
def _passed(goal: Cube) -> tuple[tuple[Cube, ...], ...]:
    """What a line from the origin passes on the way to its goal; all lines in the same direction and as long pass the same."""
    passed: list[tuple[Cube, ...]] = []
    here, along = ORIGIN, _differences(goal, ORIGIN)
    while here != goal:
        sides = _ways_out(_differences(ORIGIN, here), along)
        beyond = tuple(_plus(here, side) for side in sides)
        inside = beyond if len(beyond) == 1 else [h for h in beyond if _is_crossed(_differences(ORIGIN, h), along)]
        if inside:
            here = inside[0]
        else:
            passed.append(beyond)
            here = _plus(_plus(here, sides[0]), sides[1])
        if here != goal:
            passed.append((here,))
    return tuple(passed)


def _plus(a: Cube, b: Cube) -> Cube:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def _minus(a: Cube, b: Cube) -> Cube:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def _differences(a: Cube, b: Cube) -> Cube:
    """How the differences of the coordinates of a, taken in pairs, differ from those of b: within 1 each inside the hex b."""
    x, y, z = a[0] - b[0], a[1] - b[1], a[2] - b[2]
    return x - y, y - z, z - x


SIDES = (((1, -1, 0), (-1, 1, 0)), ((0, 1, -1), (0, -1, 1)), ((-1, 0, 1), (1, 0, -1)))
"""The neighbours beyond the two sides of a hex that bound each difference, above and below."""


def _ways_out(start: Cube, along: Cube) -> list[Cube]:
    """The side by which a line leaves a hex, or the two sides of the corner; its differences start here and change so."""
    found: list[Cube] = []
    best = 0, 0
    for begin, change, (above, below) in zip(start, along, SIDES, strict=True):
        if change == 0:
            continue
        when = (1 - begin, change) if change > 0 else (1 + begin, -change)
        sooner = when[0] * best[1] - best[0] * when[1]
        if not found or sooner < 0:
            found, best = [above if change > 0 else below], when
        elif sooner == 0:
            found.append(above if change > 0 else below)
    return found


def _is_crossed(start: Cube, along: Cube) -> bool:
    """Whether a line crosses the interior of a hex, and does not only run along its side or touch its corner."""
    first, last = Fraction(0), Fraction(1)
    for begin, change in zip(start, along, strict=True):
        if change == 0:
            if abs(begin) >= 1:
                return False
            continue
        ends = Fraction(-1 - begin, change), Fraction(1 - begin, change)
        first, last = max(first, min(ends)), min(last, max(ends))
    return first < last


@cache
def hex_grid(columns: int, rows: int, first_column: int = 1, first_row: int = 1) -> HexGrid:
    """One grid of each size per process."""
    return HexGrid(columns, rows, first_column, first_row)
