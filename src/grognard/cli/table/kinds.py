"""Which module draws which kind of sheet in characters: a new kind is one file and one line here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.cli.table.area_drawing import AreaDrawing
from grognard.cli.table.display_drawing import DisplayDrawing
from grognard.cli.table.drawing import Drawing, Look
from grognard.cli.table.hex_drawing import HexDrawing
from grognard.cli.table.plane_drawing import PlaneDrawing
from grognard.telling.sheets import AreaPlaces, DisplayPlaces, HexPlaces, Places, PlanePlaces

KINDS: dict[type[Places[Any]], Callable[[Any, Look], Drawing]] = {
    HexPlaces: HexDrawing,
    AreaPlaces: AreaDrawing,
    PlanePlaces: PlaneDrawing,
    DisplayPlaces: DisplayDrawing,
}


def drawing_of(places: Places[Any], look: Look) -> Drawing:
    """The drawing of a sheet."""
    return KINDS[type(places)](places, look)
