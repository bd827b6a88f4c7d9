"""A sheet of hexes: flat-top, even columns half a hex lower, as `core.hexes` has it."""

from __future__ import annotations

from typing import Literal

import msgspec

from grognard.core.pictures.common import Sheet

Direction = Literal["up", "down", "left", "right"]
Pair = tuple[str, str]
"""Two adjacent hexes by their labels."""


class HexPicture(msgspec.Struct, frozen=True):
    """One hex: where it lies, its ground, and what stands on it. Columns and rows bear the numbers that are printed."""

    label: str
    column: int
    row: int
    terrain: str
    features: tuple[str, ...] = ()


class HexsidePicture(msgspec.Struct, frozen=True):
    """What lies between two hexes. The order tells where it matters: low hex, high hex; outer hex, inner hex."""

    kind: str
    between: Pair


class RoadPicture(msgspec.Struct, frozen=True):
    """A road or track as the chain of its hexes."""

    kind: str
    hexes: tuple[str, ...]


class NamePicture(msgspec.Struct, frozen=True):
    """A name on the map; water, crossings and roads are lettered in their own manner."""

    hex: str
    text: str
    kind: Literal["place", "water", "road", "crossing"] = "place"


class EntryPicture(msgspec.Struct, frozen=True):
    """A letter at the edge of the map where troops come in."""

    hex: str
    letter: str


class ZonePicture(msgspec.Struct, frozen=True):
    """Hexes that belong together, outlined."""

    name: str
    hexes: tuple[str, ...]


class HexSheet(Sheet, frozen=True, kw_only=True, tag="hexes"):
    """A hex map. It may begin at any column and row; whether a column stands lower is told by its printed number."""

    columns: int
    rows: int
    """The numbers of the last column and row."""
    first_column: int = 1
    first_row: int = 1
    hexes: tuple[HexPicture, ...]
    north: Direction = "up"
    scale: str = ""
    """The width of a hex in words."""
    hexsides: tuple[HexsidePicture, ...] = ()
    roads: tuple[RoadPicture, ...] = ()
    names: tuple[NamePicture, ...] = ()
    entries: tuple[EntryPicture, ...] = ()
    zones: tuple[ZonePicture, ...] = ()
    beyond: tuple[str, ...] = ()
    """Hexes that are shown but not played on."""
