"""What a picture of a hex map shows, as plain data. A game fills a sheet; who draws it needs to know no game."""

from __future__ import annotations

from typing import Literal

import msgspec

Direction = Literal["up", "down", "left", "right"]
Pair = tuple[str, str]
"""Two adjacent hexes by their labels."""


class HexPicture(msgspec.Struct, frozen=True):
    """One hex: where it lies, its ground, and what stands on it. Columns and rows count from 1."""

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
    """A name on the map; water and roads are lettered in their own manner."""

    hex: str
    text: str
    kind: Literal["place", "water", "road"] = "place"


class EntryPicture(msgspec.Struct, frozen=True):
    """A letter at the edge of the map where troops come in."""

    hex: str
    letter: str


class ZonePicture(msgspec.Struct, frozen=True):
    """Hexes that belong together, outlined."""

    name: str
    hexes: tuple[str, ...]


class Colours(msgspec.Struct, frozen=True):
    """The colours of a counter: its face, its lettering, and the band with its name."""

    face: str
    ink: str
    band: str
    band_ink: str


class CounterPicture(msgspec.Struct, frozen=True):
    """A counter as it lies on the map."""

    id: str
    name: str
    symbol: str
    """Which drawing it carries, by the name that whoever draws knows it by."""
    values: str
    colours: Colours
    title: str = ""
    """The full name, shown when the pointer rests on the counter."""
    steps: int = 1
    lost: int = 0
    """Strength steps when full, and how many of them are gone."""
    rank: int = 0
    states: tuple[str, ...] = ()
    basis: str = ""
    """Where the values come from, if they are not all printed."""
    side: str = ""
    """The seat it belongs to, so that sides can be told apart by more than colour."""


class StackPicture(msgspec.Struct, frozen=True):
    """The counters of a hex, the top one last."""

    hex: str
    counters: tuple[CounterPicture, ...]


class MarkerPicture(msgspec.Struct, frozen=True):
    """A small flag in a hex: who holds it, with a word."""

    hex: str
    text: str
    colour: str


class TrayPicture(msgspec.Struct, frozen=True):
    """Counters beside the map."""

    title: str
    counters: tuple[CounterPicture, ...]


class TrackPicture(msgspec.Struct, frozen=True):
    """A track beside the map: its boxes, and the one with the marker (from 0; none if negative)."""

    title: str
    boxes: tuple[str, ...]
    marker: int


class Sheet(msgspec.Struct, frozen=True):
    """A whole picture: flat-top hexes, even columns half a hex lower."""

    title: str
    columns: int
    rows: int
    hexes: tuple[HexPicture, ...]
    subtitle: str = ""
    notes: tuple[str, ...] = ()
    """Lines beside the title: tracks, scores."""
    north: Direction = "up"
    scale: str = ""
    """The width of a hex in words."""
    values: str = ""
    """What the numbers on a counter mean, in their order."""
    hexsides: tuple[HexsidePicture, ...] = ()
    roads: tuple[RoadPicture, ...] = ()
    names: tuple[NamePicture, ...] = ()
    entries: tuple[EntryPicture, ...] = ()
    zones: tuple[ZonePicture, ...] = ()
    stacks: tuple[StackPicture, ...] = ()
    markers: tuple[MarkerPicture, ...] = ()
    trays: tuple[TrayPicture, ...] = ()
    tracks: tuple[TrackPicture, ...] = ()
