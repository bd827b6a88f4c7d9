"""Hexes and sets of hexes. A hex is an int, a set of hexes is an int used as a bit set.

Flat-top hexes with labels CCRR, even columns half a hex lower. The grid is padded by one hex all round, so that a shift of a
whole set never wraps from one side of the map to the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import pairwise, product

Hex = int
HexSet = int

NORTH, NORTH_EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, NORTH_WEST = range(6)


_BITS = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))


def members(hexes: HexSet) -> list[Hex]:
    """The hexes of a set, lowest first."""
    found: list[Hex] = []
    if not hexes:
        return found
    base = ((hexes & -hexes).bit_length() - 1) & ~7
    for byte in (hexes >> base).to_bytes((hexes.bit_length() - base + 7) // 8, "little"):
        if byte:
            found.extend([base + bit for bit in _BITS[byte]])
        base += 8
    return found


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
        """The ways a straight line from centre to centre passes, as the hexes between.

        Where the line runs along a hexside it may be taken to pass either of the two hexes beside it: each choice is a way.
        """
        distance = self.distance(a, b)
        between = [self._nearest(a, b, step, distance) for step in range(1, distance)]
        ways = (way for way in product(*between))
        return tuple(way for way in ways if all(self.distance(p, q) == 1 for p, q in pairwise((a, *way, b))))

    def _nearest(self, a: Hex, b: Hex, step: int, distance: int) -> list[Hex]:
        """The hex, or the two hexes, that the point `step` of `distance` along the line lies in."""
        start, end = self.cube(a), self.cube(b)
        point = [p * (distance - step) + q * step for p, q in zip(start, end, strict=True)]
        candidates = [h for h in members(self.ring(a, step)) if self.distance(h, b) == distance - step]
        gaps = {
            h: sum((coordinate * distance - target) ** 2 for coordinate, target in zip(self.cube(h), point, strict=True))
            for h in candidates
        }
        nearest = min(gaps.values())
        return [h for h in candidates if gaps[h] == nearest]


@cache
def hex_grid(columns: int, rows: int) -> HexGrid:
    """One grid of each size a process."""
    return HexGrid(columns, rows)
