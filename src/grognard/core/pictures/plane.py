"""A sheet without places: a table top on which men stand anywhere. Centimetres, x to the right and y up from the lower left.

A place is a point in text, `83,41` or `81.5,43`, as actions spell it. What stands there is drawn in its true size.
"""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from grognard.core.pictures.common import Line, Point, Sheet

POINT = re.compile(r"(-?\d{1,6}(?:\.\d{1,2})?),(-?\d{1,6}(?:\.\d{1,2})?)")
Edge = Literal["north", "south", "east", "west"]


def point_of(place: str) -> Point | None:
    """`81.5,43` as a point; None where it is none."""
    found = POINT.fullmatch(place)
    return (float(found[1]), float(found[2])) if found else None


def place_of(point: Point) -> str:
    """A point as actions spell it."""
    return ",".join(f"{value + 0.0:.2f}".rstrip("0").rstrip(".") for value in point)


class GroundPicture(msgspec.Struct, frozen=True):
    """A piece of ground: a field, a wood, marsh, rocks, the roof of a house."""

    id: str
    kind: str
    outline: Line
    name: str = ""


class LinePicture(msgspec.Struct, frozen=True):
    """What runs along a line: a fence, a hedge, a wall, a stream, a road."""

    id: str
    kind: str
    points: Line
    name: str = ""


class ObjectivePicture(msgspec.Struct, frozen=True):
    """A place that is fought for: its middle, how far about it one must stand, and what holding it is worth in words."""

    id: str
    name: str
    at: Point
    radius: float
    worth: str = ""


class RearPicture(msgspec.Struct, frozen=True):
    """The edge that is a side's rear."""

    edge: Edge
    side: str
    title: str
    colour: str


class PlaneSheet(Sheet, frozen=True, kw_only=True, tag="plane"):
    """A table top. The place of a marker or a flag may also be the id of an objective."""

    width: float
    height: float
    base: float = 1.5
    """How wide the base of a man is."""
    step: float = 1.0
    """How far apart the points lie that can be named."""
    grounds: tuple[GroundPicture, ...] = ()
    lines: tuple[LinePicture, ...] = ()
    objectives: tuple[ObjectivePicture, ...] = ()
    rears: tuple[RearPicture, ...] = ()

    def holds(self, place: str) -> bool:
        """Whether a text names a point of this table."""
        point = point_of(place)
        return point is not None and 0 <= point[0] <= self.width and 0 <= point[1] <= self.height
