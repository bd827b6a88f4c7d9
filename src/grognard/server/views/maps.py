"""The map, which hardly ever changes: drawn up once for each map and language, and known by its digest."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from grognard.core.area_pictures import AreaSheet
from grognard.core.pictures import Sheet
from grognard.core.texts import has_text, language_in_force, text
from grognard.server.shapes import (
    Area,
    AreaMap,
    BoardMap,
    Crossing,
    Flag,
    Hex,
    HexEntry,
    HexMap,
    HexName,
    HexRoad,
    Hexside,
    HexZone,
    LegendLine,
    River,
)
from grognard.telling.boards import AreaBoard, HexBoard
from grognard.telling.words import call

KEPT = 64
"""How many maps are kept, and how many of each title."""
_maps: OrderedDict[tuple[str, str], list[tuple[object, BoardMap]]] = OrderedDict()
"""The maps by title and language; under one title there may be several, as when something on the map is broken down."""


def map_of(sheet: Sheet | AreaSheet) -> BoardMap:
    """The map of a sheet."""
    bare = bare_sheet(sheet)
    under = _maps.setdefault((sheet.title, language_in_force()), [])
    for known, drawn in under:
        if known == bare:  # quick: what has not changed is the very same
            return drawn
    drawn = hex_map(bare) if isinstance(bare, Sheet) else area_map(bare)
    drawn = replace(drawn, digest=hashlib.sha256(msgspec.json.encode(drawn)).hexdigest()[:16])
    under.append((bare, drawn))
    del under[:-KEPT]
    if len(_maps) > KEPT:
        _maps.popitem(last=False)
    return drawn


def bare_sheet(sheet: Sheet | AreaSheet) -> Sheet | AreaSheet:
    """The sheet without all that changes in play."""
    if isinstance(sheet, Sheet):
        return replace(sheet, subtitle="", notes=(), stacks=(), markers=(), trays=(), tracks=())
    areas = tuple(replace(area, flying=area.printed) for area in sheet.areas)
    return replace(sheet, subtitle="", notes=(), stacks=(), trays=(), tracks=(), areas=areas)


def hex_map(sheet: Sheet) -> HexMap:
    board = HexBoard(sheet)
    return HexMap(
        "",
        sheet.columns,
        sheet.rows,
        sheet.north,
        sheet.scale,
        sheet.values,
        tuple(Hex(h.label, h.column, h.row, h.terrain, h.features, in_one_line(board.ground(h.label))) for h in sheet.hexes),
        tuple(Hexside(side.kind, side.between) for side in sheet.hexsides),
        tuple(HexRoad(road.kind, road.hexes) for road in sheet.roads),
        tuple(HexName(name.hex, name.text, name.kind) for name in sheet.names),
        tuple(HexEntry(entry.hex, entry.letter) for entry in sheet.entries),
        tuple(HexZone(zone.name, zone.hexes) for zone in sheet.zones),
        tuple(hex_legend(sheet)),
    )


def in_one_line(lines: list[str]) -> str:
    return "; ".join(lines)


def hex_legend(sheet: Sheet) -> Iterator[LegendLine]:
    """Every terrain, feature, hexside and road that is on this map."""
    used = {
        "terrain": [h.terrain for h in sheet.hexes],
        "feature": [feature for h in sheet.hexes for feature in h.features],
        "hexside": [side.kind for side in sheet.hexsides],
        "road": [road.kind for road in sheet.roads],
    }
    for kind, listed in used.items():
        yield from (LegendLine(kind, word, call(word)) for word in dict.fromkeys(listed))


def area_map(sheet: AreaSheet) -> AreaMap:
    board = AreaBoard(sheet)
    areas = tuple(
        Area(
            area.id,
            area.name,
            area.polygon,
            area.label,
            area.place,
            area.tint,
            area.ground,
            Flag(area.printed.letters, area.printed.colour),
            area.prize,
            area.notes,
            in_one_line(board.ground(area.id)),
        )
        for area in sheet.areas
    )
    return AreaMap(
        "",
        sheet.cartouche,
        sheet.corner,
        sheet.left,
        sheet.top,
        sheet.width,
        sheet.height,
        areas,
        sheet.borders,
        tuple(River(river.name, river.lines, river.course) for river in sheet.rivers),
        tuple(Crossing(crossing.name, crossing.at, crossing.along) for crossing in sheet.crossings),
        sheet.roads,
        tuple(area_legend(sheet)),
    )


def area_legend(sheet: AreaSheet) -> Iterator[LegendLine]:
    """The grounds that are on this map, then whatever else is drawn on it."""
    yield from (LegendLine("ground", word, call(word)) for word in dict.fromkeys(area.ground for area in sheet.areas))
    drawn = {
        "river": sheet.rivers,
        "crossing": sheet.crossings,
        "road": sheet.roads,
        "prize": any(area.prize for area in sheet.areas),
    }
    for word in (word for word, there in drawn.items() if there):
        yield LegendLine(word, word, legend_title(word))


def legend_title(word: str) -> str:
    key = f"server.legend.{word}"
    return text(key) if has_text(key) else call(word)
