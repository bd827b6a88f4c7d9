"""Hex maps as data files hold them. A family adds what only its maps have."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, Literal

from msgspec import Meta

from grognard.core.schemas import Data, Few, Many, Table, Text, Word

Hex = Annotated[str, Meta(pattern=r"^[0-9]{4}$")]
Hexside = tuple[Hex, Hex]
MapLine = Annotated[int, Meta(ge=1, le=50)]
"""A column or a row of hexes, or how many there are."""


class Grid(Data):
    """Flat-top hexes, id CCRR, even columns half a hex lower."""

    columns: MapLine
    rows: MapLine
    layout: Text
    north: Literal["up", "down", "left", "right"]
    first_column: MapLine = 1
    note: Text = ""


class Edge(Data):
    """A map edge: the first or last column or row."""

    column: MapLine | None = None
    row: MapLine | None = None


class TerrainGrid(Data):
    """The terrain as a picture: a line for each row, in it a code for each column; and single hexes that differ from it."""

    codes: Table[Word, Word]
    columns: Text
    rows: Table[Word, Text]
    hexes: Table[Hex, Word] = {}


class HexMapData(Data, kw_only=True):
    """A map sheet."""

    name: Word
    grid: Grid
    terrain: TerrainGrid
    features: Table[Hex, Few[Word]]
    names: Table[Hex, Word]
    hexsides: Table[Word, Many[Hexside]]
    roads: Table[Word, Few[Many[Hex]]]  # chains of hexes
    entries: Table[Word, Many[Hex]]
    zones: Table[Word, Many[Hex]]
    notes: Table[Word, Text]
    edges: Table[Word, Edge] = {}
    outlined: Few[Word] = ()  # the zones to be seen on the map; the others are only limits that a rule sets

    def columns(self) -> list[str]:
        first = self.grid.first_column
        return [f"{column:02}" for column in range(first, first + self.grid.columns)]

    def hexes(self) -> dict[str, str]:
        """The terrain of every hex."""
        codes = {
            column + row: code
            for row, line in self.terrain.rows.items()
            for column, code in zip(self.columns(), line.split(), strict=False)
        }
        return {hex: self.terrain.codes.get(code, code) for hex, code in (codes | self.terrain.hexes).items()}

    def road_hexsides(self, kind: str) -> Iterator[Hexside]:
        """The hexsides that a road of a kind crosses."""
        for chain in self.roads.get(kind, ()):
            yield from pairwise(chain)
