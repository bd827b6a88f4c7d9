"""A sheet of areas: outlines, rivers with their crossings, roads. Points are in millimetres of the printed map, y down."""

from __future__ import annotations

import msgspec

from grognard.core.pictures.common import FlagPicture, Line, Point, Sheet


class AreaPicture(msgspec.Struct, frozen=True):
    """One area: its outline, where its name and its place stand, its ground, and the flag printed on it."""

    id: str
    name: str
    polygon: Line
    label: Point
    place: Point
    tint: str
    ground: str
    printed: FlagPicture
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


class AreaSheet(Sheet, frozen=True, kw_only=True, tag="areas"):
    """An area map, north up."""

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
