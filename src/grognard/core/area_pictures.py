"""What a picture of an area map shows, as plain data. A game fills a sheet; who draws it needs to know no game."""

from __future__ import annotations

from typing import Literal

import msgspec

from grognard.core.pictures import CounterPicture, TrackPicture, TrayPicture

Point = tuple[float, float]
Line = tuple[Point, ...]
Ground = Literal["open", "woods", "thicket"]


class FlagPicture(msgspec.Struct, frozen=True):
    """Whose an area is: letters on a colour."""

    letters: str
    colour: str


class AreaPicture(msgspec.Struct, frozen=True):
    """One area: its outline, where its name and its place stand, its ground, the flag printed on it and the one that flies."""

    id: str
    name: str
    polygon: Line
    label: Point
    place: Point
    tint: str
    ground: Ground
    printed: FlagPicture
    flying: FlagPicture
    prize: bool = False
    """Whether the game is about this area."""
    notes: tuple[str, ...] = ()


class RiverPicture(msgspec.Struct, frozen=True):
    """A river as the borders that it runs along, and the course that its name follows."""

    name: str
    lines: tuple[Line, ...]
    course: Line


class CrossingPicture(msgspec.Struct, frozen=True):
    """A place where a river can be crossed: where, and which way the river runs there."""

    name: str
    at: Point
    along: Point


class AreaStackPicture(msgspec.Struct, frozen=True):
    """The counters of one army in an area, and whether it is entrenched there."""

    area: str
    colour: str
    counters: tuple[CounterPicture, ...]
    entrenched: bool = False


class AreaSheet(msgspec.Struct, frozen=True):
    """A whole picture; points are in millimetres of the printed map, y down, north up."""

    title: str
    subtitle: str
    cartouche: tuple[str, ...]
    """The lettering in the corner of the map, its name first."""
    corner: Point
    """Where it begins."""
    left: float
    top: float
    width: float
    height: float
    areas: tuple[AreaPicture, ...]
    borders: tuple[Line, ...] = ()
    rivers: tuple[RiverPicture, ...] = ()
    crossings: tuple[CrossingPicture, ...] = ()
    roads: tuple[Line, ...] = ()
    notes: tuple[str, ...] = ()
    tracks: tuple[TrackPicture, ...] = ()
    stacks: tuple[AreaStackPicture, ...] = ()
    trays: tuple[TrayPicture, ...] = ()
