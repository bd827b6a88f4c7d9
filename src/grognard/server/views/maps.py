"""The map, which hardly ever changes: drawn up once for each sheet and language, and known by its digest."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import cast

import msgspec

from grognard.core.pictures import Picture, Sheet
from grognard.core.texts import TextScope, has_text, scope_in_force, text
from grognard.server.shapes import AnySheet, BoardMap, LegendLine, SheetMap
from grognard.telling.sheets import places_of
from grognard.telling.words import call

KEPT = 64
"""How many sheets are kept, each in one language,"""
VERSIONS = 4
"""and how many versions of each: something may be broken down that is printed on it."""
_sheets: OrderedDict[tuple[str, str, TextScope], list[tuple[Sheet, SheetMap]]] = OrderedDict()


def map_of(picture: Picture) -> BoardMap:
    """All sheets of a picture, as they are printed."""
    return board_map(picture.values, tuple(map(sheet_map, picture.sheets)))


def sheet_map(sheet: Sheet) -> SheetMap:
    """A sheet as it is printed, with its places in words; the same one as long as it is the same."""
    bare = sheet.bare()
    key = (sheet.title, sheet.id, scope_in_force())
    versions = _sheets.setdefault(key, [])
    _sheets.move_to_end(key)
    for known, drawn in versions:
        if known == bare:  # quick: what has not changed is the very same
            return drawn
    places = places_of(bare)
    words = {place: "; ".join(places.ground(place)) for place in places.printed()}
    legend = tuple(LegendLine(kind, word, legend_title(kind, word)) for kind, word in places.legend())
    drawn = SheetMap(cast("AnySheet", bare), words, legend)
    versions.append((bare, drawn))
    del versions[:-VERSIONS]
    if len(_sheets) > KEPT:
        _sheets.popitem(last=False)
    return drawn


_digests: OrderedDict[tuple[str, tuple[int, ...]], BoardMap] = OrderedDict()


def board_map(values: str, sheets: tuple[SheetMap, ...]) -> BoardMap:
    """These sheets together, with their digest; worked out once for the very same sheets."""
    key = (values, tuple(map(id, sheets)))
    found = _digests.get(key)
    if found is None:
        bare = BoardMap("", values, sheets)
        found = _digests[key] = BoardMap(hashlib.sha256(msgspec.json.encode(bare)).hexdigest()[:16], values, sheets)
        if len(_digests) > KEPT:
            _digests.popitem(last=False)
    return found


def legend_title(kind: str, word: str) -> str:
    """Some things that are no ground have words of the server's own."""
    key = f"server.legend.{word}"
    return text(key) if kind == word and has_text(key) else call(word)
