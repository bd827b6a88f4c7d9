"""Hexes and sets of hexes. A hex is an int, a set of hexes is an int used as a bit set.

Flat-top hexes with labels CCRR, even columns half a hex lower. The grid is padded by one hex all round, so that a shift of a
whole set never wraps from one side of the map to the other.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from typing import Generic, TypeVar

Hex = int
HexSet = int
Cube = tuple[int, int, int]
Step = tuple[int, int]
"""The change of the first and the last cube coordinate: columns to the right, and hexes down."""
Axis = tuple[int, Step]
"""How far a line goes on an axis, and the step from a hex to the next along it."""
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
        eights, key = self.eights, place << 8
        for byte in (hexes >> (place << 3)).to_bytes((hexes.bit_length() + 7) // 8 - place, "little"):
            if byte:
                try:
                    found += eights[key | byte]
                except KeyError:
                    found += self._list_eight(key | byte)
            key += 256
        return found

    def _list_eight(self, key: int) -> list[Item]:
        """The items of up to eight hexes, by their place and the byte for them."""
        first, byte = key >> 8 << 3, key & 255
        items = self.eights[key] = [self.item(first + bit) for bit in range(8) if byte >> bit & 1]
        return items


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

    def gap(self, h: Hex, hexes: HexSet) -> int:
        """The distance to the nearest hex of a set that is not empty."""
        discs = self._discs(hexes)
        distance = bisect_left(discs, True, key=lambda near: bool(near >> h & 1))
        if distance == len(discs):
            raise ValueError(f"no hex is near {self.labels[h]}")
        return distance

    @lru_cache(maxsize=4096)  # noqa: B019
    def not_farther(self, h: Hex, hexes: HexSet) -> HexSet:
        """The neighbours that are not farther from the nearest hex of a set; of an empty set, all."""
        here = self.gap(h, hexes) if hexes else 0
        return hex_set(other for other in members(self.adjacent[h]) if not hexes or self.gap(other, hexes) <= here)

    @lru_cache(maxsize=64)  # noqa: B019  (one set is asked about for many hexes)
    def _discs(self, hexes: HexSet) -> tuple[HexSet, ...]:
        """The hexes at most 0, 1, 2 and so on from a set, until there are no more."""
        found: list[HexSet] = []
        while not found or hexes != found[-1]:
            found.append(hexes)
            hexes |= self.around_set(hexes)
        return tuple(found)

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
        (x, y, z), goal = self.cube(a), self.cube(b)
        stride, labels, odd = self.stride, self.labels, x & 1
        line = [
            [h for right, down in steps if (h := a + right * stride + down + (right + odd) // 2) in labels]
            for steps in _passed(goal[0] - x, goal[1] - y, goal[2] - z)
        ]
        return tuple([tuple(sorted(hexes)) for hexes in line if hexes])


@cache
def _passed(x: int, y: int, z: int) -> tuple[tuple[Step, ...], ...]:
    """What a line passes to a hex so far away; all lines in the same direction and as long pass the same.

    The differences of a point's coordinates, taken in pairs, are its places on three axes; inside a hex they are within 1 of
    those of its centre. So a line leaves a hex by the axis on which it is first 1 beyond the centre.
    """
    axes = sorted(((x - y, (1, 0)), (y - z, (0, -1)), (z - x, (-1, 1))), key=lambda axis: abs(axis[0]))
    one, other, longest = [(abs(way), (right, down) if way > 0 else (-right, -down)) for way, (right, down) in axes]
    if not one[0]:
        return tuple(_along_hexsides(other[1], longest[1], longest[0] // 3))
    return tuple([(step,) for step in _through_hexes(one, other, longest, (x, z))])


def _along_hexsides(one: Step, other: Step, times: int) -> Iterator[tuple[Step, ...]]:
    """Through corners: along the side between two hexes, into the hex behind them, and so on; without the last hex."""
    (a, b), (c, d) = one, other
    for n in range(times):
        right, down = n * (a + c), n * (b + d)
        if n:
            yield ((right, down),)
        yield (right + a, down + b), (right + c, down + d)


def _through_hexes(one: Axis, other: Axis, longest: Axis, goal: Step) -> Iterator[Step]:
    """From hex to hex. A line goes one way on the longest axis and the other on the rest; at a corner it takes the longest.

    `first`, `second` and `third` are the times when it leaves the hex on each axis, in parts of which all are whole numbers.
    A step of 2 along its axis is a step of 1 along those that go the other way, and of 1 back along one that goes the same way.
    """
    (a, (a_right, a_down)), (b, (b_right, b_down)), (c, (c_right, c_down)) = one, other, longest
    first, second, third = bc, ca, ab = b * c, c * a, a * b
    right = down = 0
    while True:
        if third <= first and third <= second:
            right, down = right + c_right, down + c_down
            first, second, third = first + bc, second + ca, third + 2 * ab
        elif first < second:
            right, down = right + a_right, down + a_down
            first, second, third = first + 2 * bc, second - ca, third + ab
        else:
            right, down = right + b_right, down + b_down
            first, second, third = first - bc, second + 2 * ca, third + ab
        if (right, down) == goal:
            return
        yield right, down


@cache
def hex_grid(columns: int, rows: int, first_column: int = 1, first_row: int = 1) -> HexGrid:
    """One grid of each size per process."""
    return HexGrid(columns, rows, first_column, first_row)
