"""The board of a map: its data arranged for the rules."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.core.boards import HexBoard
from grognard.core.hexes import Hex, hex_grid, hex_set
from grognard.hexgames.map_data import HexMapData

NONE: Mapping[str, tuple[str, str]] = {}


def board_of(sheet: HexMapData, one_way: Mapping[str, tuple[str, str]] = NONE) -> HexBoard:
    """The map with its hexsides and roads; some kinds of hexside are told by the direction in which they are crossed."""
    first = sheet.grid.first_column
    grid = hex_grid(first + sheet.grid.columns - 1, sheet.grid.rows, first)
    number = grid.by_label
    sides: dict[tuple[Hex, Hex], frozenset[str]] = {}

    def add(a: str, b: str, kind: str) -> None:
        key = number[a], number[b]
        sides[key] = sides.get(key, frozenset()) | {kind}

    for kind, pairs in sheet.hexsides.items():
        there, back = one_way.get(kind, (kind, kind))
        for a, b in pairs:
            add(a, b, there)
            add(b, a, back)
    for kind in sheet.roads:
        for a, b in sheet.road_hexsides(kind):
            add(a, b, kind)
            add(b, a, kind)
    return HexBoard(
        grid,
        {number[label]: terrain for label, terrain in sheet.hexes().items()},
        {number[label]: frozenset(features) for label, features in sheet.features.items()},
        sides,
        {zone: hex_set(number[label] for label in labels) for zone, labels in sheet.zones.items()},
    )
