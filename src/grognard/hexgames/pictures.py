"""A bare hex map as a picture."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.hexes import HexGrid
from grognard.core.pictures import Art
from grognard.core.pictures.art import PLAIN
from grognard.core.pictures.hexes import (
    EntryPicture,
    HexPicture,
    HexSheet,
    HexsidePicture,
    NamePicture,
    RoadPicture,
    ZonePicture,
)
from grognard.hexgames.map_data import HexMapData


def bare_sheet(
    sheet: HexMapData,
    grid: HexGrid,
    names: tuple[NamePicture, ...],
    scale: str,
    shape: Callable[[str], str],
    art: Art = PLAIN,
) -> HexSheet:
    """The map with nothing on it; `shape` gives features that look alike one word, `art` says how words look."""
    terrain = sheet.hexes()
    return HexSheet(
        title=sheet.name,
        art=art,
        columns=grid.columns,
        rows=grid.rows,
        first_column=grid.first_column,
        first_row=grid.first_row,
        hexes=tuple(
            HexPicture(label, grid.column(h), grid.row(h), terrain[label], tuple(map(shape, sheet.features.get(label, ()))))
            for h, label in grid.labels.items()
        ),
        north=sheet.grid.north,
        scale=scale,
        hexsides=tuple(HexsidePicture(kind, pair) for kind, pairs in sheet.hexsides.items() for pair in pairs),
        roads=tuple(RoadPicture(kind, chain) for kind, chains in sheet.roads.items() for chain in chains),
        names=names,
        entries=tuple(EntryPicture(hex, letter) for letter, hexes in sheet.entries.items() for hex in hexes),
        zones=tuple(ZonePicture(zone.replace("_", " "), sheet.zones[zone]) for zone in sheet.outlined),
    )
