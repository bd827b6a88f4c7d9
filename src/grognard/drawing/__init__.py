"""Pictures of positions: a sheet as SVG, and from it a PNG. No game is named here."""

from __future__ import annotations

from grognard.core.area_pictures import AreaSheet
from grognard.core.pictures import Sheet
from grognard.drawing import area_map, hex_map
from grognard.drawing.layout import DrawingError, Window, around
from grognard.drawing.png import png
from grognard.drawing.thumbnails import thumbnail


def svg(sheet: Sheet | AreaSheet, window: Window | None = None) -> str:
    """The picture of a sheet, or of a part of a hex map."""
    return area_map.svg(sheet) if isinstance(sheet, AreaSheet) else hex_map.svg(sheet, window)


__all__ = ["DrawingError", "Window", "around", "png", "svg", "thumbnail"]
