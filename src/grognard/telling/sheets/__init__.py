"""The places of each kind of sheet in words, and the way from one to the next: a new kind is one file and one line here."""

from __future__ import annotations

from typing import Any

from grognard.core.errors import GrognardError
from grognard.core.pictures import Sheet
from grognard.core.pictures.areas import AreaSheet
from grognard.core.pictures.display import DisplaySheet
from grognard.core.pictures.hexes import HexSheet
from grognard.core.pictures.plane import PlaneSheet
from grognard.telling.sheets.areas import AreaPlaces
from grognard.telling.sheets.display import DisplayPlaces
from grognard.telling.sheets.hexes import HexPlaces
from grognard.telling.sheets.places import Places, Way
from grognard.telling.sheets.plane import PlanePlaces

KINDS: dict[type[Sheet], type[Places[Any]]] = {
    HexSheet: HexPlaces,
    AreaSheet: AreaPlaces,
    PlaneSheet: PlanePlaces,
    DisplaySheet: DisplayPlaces,
}


def places_of(sheet: Sheet) -> Places[Any]:
    """The places of a sheet, or one clear sentence."""
    found = KINDS.get(type(sheet))
    if found is None:
        raise GrognardError(f"There are no words for a sheet of {sheet.kind}; add it to grognard.telling.sheets.")
    return found(sheet)


__all__ = ["AreaPlaces", "DisplayPlaces", "HexPlaces", "Places", "PlanePlaces", "Way", "places_of"]
