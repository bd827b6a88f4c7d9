"""Hexes and sets of hexes. A hex is an int, a set of hexes is an int used as a bit set.

Flat-top hexes with labels CCRR, even columns half a hex lower. The grid is padded by one hex all round, so that a shift of a
whole set never wraps from one side of the map to the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from typing import Generic, TypeVar

Hex = int
HexSet = int
Item = TypeVar("Item")


class ByHex(Generic[Item]):
    """Something for each hex, so that those of a whole set come as a list at once: eight hexes are looked up together."""

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
    """Columns and rows of hexes: neighbours, distances, rings and straight lines."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self.stride = rows + 2
        self.hexes = tuple(c * self.stride + r for c in range(1, columns + 1) for r in range(1, rows + 1))
        self.all: HexSet = hex_set(self.hexes)
        self.size = (columns + 2) * self.stride
        self.labels = {h: f"{h // self.stride:02d}{h % self.stride:02d}" for h in self.hexes}
        self.by_label = {label: h for h, label in self.labels.items()}
        self.neighbours: dict[Hex, tuple[Hex | None, ...]] = {h: self._around(h) for h in self.hexes}
        self.adjacent: dict[Hex, HexSet] = {
            h: hex_set(n for n in around if n is not None) for h, around in self.neighbours.items()
        }

    def offsets(self, h: Hex) -> tuple[int, ...]:
        """How far the six neighbours' numbers lie from this hex's, clockwise from north."""
        s = self.stride
        return (-1, s, s + 1, 1, 1 - s, -s) if (h // s) % 2 == 0 else (-1, s - 1, s, 1, -s, -s - 1)

    def _around(self, h: Hex) -> tuple[Hex | None, ...]:
        return tuple(h + offset if self.all >> (h + offset) & 1 else None for offset in self.offsets(h))

    def direction(self, a: Hex, b: Hex) -> int | None:
        """The direction of a neighbour, clockwise from north, or None if b is no neighbour of a."""
        around = self.neighbours[a]
        return around.index(b) if b in around else None

    def is_edge(self, h: Hex) -> bool:
        """Whether the hex lies at the edge of the map."""
        return None in self.neighbours[h]

    @cache  # noqa: B019  (a grid lives as long as its game's rules)
    def cube(self, h: Hex) -> tuple[int, int, int]:
        """Cube coordinates, for distances and lines."""
        column, row = h // self.stride - 1, h % self.stride - 1
        x, z = column, row - (column - (column & 1)) // 2
        return x, -x - z, z

    @cache  # noqa: B019
    def distance(self, a: Hex, b: Hex) -> int:
        """The number of hexes from a to b by the shortest way, counting b and not a."""
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
        """Every hex adjacent to a member of the set."""
        found = 0
        for h in members(hexes):
            found |= self.adjacent[h]
        return found

    @cache  # noqa: B019
    def lines(self, a: Hex, b: Hex) -> tuple[tuple[Hex, ...], ...]:
        """The ways a straight line from centre to centre passes, as the hexes between whose interior it crosses.

        Where the line runs along a hexside it may be taken to pass either of the two hexes beside it: each choice is a way.
        """
        length = self.distance(a, b)
        lens = members(self.disc(a, length) & self.disc(b, length))
        near = [h for h in lens if self.distance(a, h) + self.distance(h, b) <= length + 1]
        spans = {h: span for h in near if (span := self._crossing(a, b, h)) is not None}
        crossed = sorted((h for h, (enters, leaves) in spans.items() if enters < leaves), key=lambda h: spans[h])
        stretches: list[tuple[Hex, ...]] = []
        for before, after in pairwise(crossed):
            stretches.append((before,))
            enters, leaves = spans[before][1], spans[after][0]
            if enters < leaves:
                stretches.append(self._beside(a, b, (enters + leaves) / 2, near))
        return tuple(product(*stretches[1:]))

    def _crossing(self, a: Hex, b: Hex, h: Hex) -> tuple[Fraction, Fraction] | None:
        """When, on the way from a (0) to b (1), a line enters and leaves the interior of a hex; None if it never touches it."""
        first, last = Fraction(0), Fraction(1)
        for start, change in self._offsets_from(a, b, h):
            if change == 0:
                if abs(start) >= 1:
                    return None
                continue
            ends = sorted((Fraction(-1 - start, change), Fraction(1 - start, change)))
            first, last = max(first, ends[0]), min(last, ends[1])
        return (first, last) if first < last else None

    def _offsets_from(self, a: Hex, b: Hex, h: Hex) -> list[tuple[int, int]]:
        """A hex is where three differences of cube coordinates from its centre lie within 1: the start and change of each."""
        from_centre = [p - q for p, q in zip(self.cube(a), self.cube(h), strict=True)]
        along = [q - p for p, q in zip(self.cube(a), self.cube(b), strict=True)]
        pairs = ((0, 1), (1, 2), (2, 0))
        return [(from_centre[i] - from_centre[j], along[i] - along[j]) for i, j in pairs]

    def _beside(self, a: Hex, b: Hex, when: Fraction, near: list[Hex]) -> tuple[Hex, ...]:
        """The two hexes beside the hexside that the line runs along at this point."""
        return tuple(h for h in near if all(abs(start + change * when) <= 1 for start, change in self._offsets_from(a, b, h)))


@cache
def hex_grid(columns: int, rows: int) -> HexGrid:
    """One grid of each size a process."""
    return HexGrid(columns, rows)
