"""What must hold of any hex map, whatever its terrain means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator

from grognard.core.hexes import hex_grid
from grognard.hexgames.map_data import HexMapData


def are_neighbours(sheet: HexMapData, one: str, other: str) -> bool:
    """Whether two hexes share a hexside; what is off the map, or of no map at all, is for another check to report."""
    if sheet.terrain.columns.split() != sheet.columns() or len(sheet.terrain.rows) != sheet.grid.rows:
        return True
    grid = hex_grid(sheet.grid.first_column - 1 + sheet.grid.columns, sheet.grid.rows)
    if one not in grid.by_label or other not in grid.by_label:
        return True
    return grid.direction(grid.by_label[one], grid.by_label[other]) is not None


def terrain_faults(sheet: HexMapData, terrains: Container[str]) -> Iterator[str]:
    """Rows and columns without a gap, and no terrain but these."""
    columns, rows = sheet.columns(), [f"{row:02}" for row in range(1, sheet.grid.rows + 1)]
    if sheet.terrain.columns.split() != columns:
        yield "The heading of the terrain does not name the columns of the grid in order."
    if list(sheet.terrain.rows) != rows:
        yield f"The terrain must have the rows {rows[0]} to {rows[-1]}, in order."
    for row, line in sheet.terrain.rows.items():
        if len(line.split()) != len(columns):
            yield f"Row {row} of the terrain has {len(line.split())} codes for {len(columns)} columns."
    hexes = {column + row for column in columns for row in rows}
    for hex, kind in sheet.hexes().items():
        if hex not in hexes:
            yield f"The terrain names {hex}, which is not on the map."
        elif kind not in terrains:
            yield f"Hex {hex} has the unknown terrain '{kind}'."


def place_faults(sheet: HexMapData, features: Container[str]) -> Iterator[str]:
    """Features, names, zones and edges lie on the map, and no feature is unknown."""
    hexes = sheet.hexes()
    for hex, found in sheet.features.items():
        if hex not in hexes:
            yield f"A feature stands in {hex}, which is not on the map."
        for feature in found:
            if feature not in features:
                yield f"Hex {hex} has the unknown feature '{feature}'."
    for hex in sheet.names:
        if hex not in hexes:
            yield f"The name '{sheet.names[hex]}' stands in {hex}, which is not on the map."
    for kind, groups in (("zone", sheet.zones), ("entry", sheet.entries)):
        for name, group in groups.items():
            for hex in group:
                if hex not in hexes:
                    yield f"The {kind} '{name}' names {hex}, which is not on the map."
            if len(set(group)) != len(group):
                yield f"The {kind} '{name}' names a hex twice."
    for zone in sheet.outlined:
        if zone not in sheet.zones:
            yield f"The zone '{zone}' is to be outlined, but the map has no such zone."
    for edge, place in sheet.edges.items():
        if (place.column is None) == (place.row is None):
            yield f"The {edge} edge must be either a column or a row."


def line_faults(sheet: HexMapData) -> Iterator[str]:
    """Hexsides and roads join neighbours on the map, each given once."""
    hexes = sheet.hexes()
    lines = [*((kind, pair) for kind, pairs in sheet.hexsides.items() for pair in pairs)]
    lines += [(kind, pair) for kind in sheet.roads for pair in sheet.road_hexsides(kind)]
    for kind, (one, other) in lines:
        for hex in (one, other):
            if hex not in hexes:
                yield f"A {kind} hexside names {hex}, which is not on the map."
        if not are_neighbours(sheet, one, other):
            yield f"The {kind} hexside {one}/{other} does not join two neighbours."
    for (kind, pair), times in Counter((kind, tuple(sorted(pair))) for kind, pair in lines).items():
        if times > 1:
            yield f"The {kind} hexside {'/'.join(pair)} is given {times} times."
