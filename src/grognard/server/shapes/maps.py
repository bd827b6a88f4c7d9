"""The map: the sheets of core as they are printed, with words for their places."""

from __future__ import annotations

from grognard.core.pictures.areas import AreaSheet
from grognard.core.pictures.display import DisplaySheet
from grognard.core.pictures.hexes import HexSheet
from grognard.core.pictures.plane import PlaneSheet
from grognard.server.shapes.base import Shape, Words


class LegendLine(Shape):
    kind: str
    word: str
    title: Words


AnySheet = HexSheet | AreaSheet | PlaneSheet | DisplaySheet
"""Every kind of sheet, as core has it: what is sent of a map is the sheet itself, as it is printed."""


class SheetMap(Shape):
    """A sheet without all that changes in play, with what is printed in each place in words, and what is drawn on it."""

    sheet: AnySheet
    words: dict[str, Words]
    legend: tuple[LegendLine, ...]


class BoardMap(Shape):
    """All sheets of a game. `values` says what the numbers on a counter mean."""

    digest: str
    values: Words
    sheets: tuple[SheetMap, ...]
