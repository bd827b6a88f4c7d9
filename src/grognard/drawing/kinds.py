"""Which module draws which kind of sheet: a new kind is one file and one line here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from grognard.core.pictures import Picture, Sheet
from grognard.core.pictures.areas import AreaSheet
from grognard.core.pictures.display import DisplaySheet
from grognard.core.pictures.hexes import HexSheet
from grognard.core.pictures.plane import PlaneSheet
from grognard.drawing import area_map, display_map, hex_map, plane_map, thumbnails
from grognard.drawing.layout import DrawingError, Window


class Kind(NamedTuple):
    """How a kind of sheet is drawn: as a page of a picture (or a part of it), and small, with a title."""

    page: Callable[[Picture, Any, Window | None], str]
    thumbnail: Callable[[str, Any], str]


KINDS: dict[type[Sheet], Kind] = {
    HexSheet: Kind(hex_map.page, thumbnails.of_hexes),
    AreaSheet: Kind(area_map.page, thumbnails.of_areas),
    PlaneSheet: Kind(plane_map.page, thumbnails.of_plane),
    DisplaySheet: Kind(display_map.page, thumbnails.of_display),
}


def kind_of(sheet: Sheet) -> Kind:
    """How a sheet is drawn, or one clear sentence."""
    found = KINDS.get(type(sheet))
    if found is None:
        raise DrawingError(f"There is no drawing for a sheet of {sheet.kind}; add it to grognard.drawing.kinds.")
    return found
