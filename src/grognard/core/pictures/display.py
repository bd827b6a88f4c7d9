"""A sheet of boxes: tracks, columns, wheels, holding boxes. Points are in units of which a counter is 46 wide, y down.

`row`, `column` and `wheel` lay boxes out; a game may as well place each by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Literal

import msgspec

from grognard.core.pictures.common import Line, Point, Sheet

BOX = 56.0
"""The usual width and height of a box: a counter fits in."""
GAP = 6.0


class BoxPicture(msgspec.Struct, frozen=True):
    """One box: its middle, its size, what is printed in it, and the words that explain it."""

    id: str
    text: str
    at: Point
    size: Point = (BOX, BOX)
    round: bool = False
    tint: str = ""
    about: str = ""
    outlined: bool = False
    """Whether it stands out by a heavy line."""
    captioned: bool = False
    """Whether its text stands at its upper edge, clear of the counters."""


class PanelPicture(msgspec.Struct, frozen=True):
    """A frame with a title about boxes that belong together."""

    title: str
    left: float
    top: float
    width: float
    height: float
    kind: Literal["boxes", "track", "column", "wheel"] = "boxes"


class DisplaySheet(Sheet, frozen=True, kw_only=True, tag="display"):
    """A display: boxes with counters on them, in frames, joined by lines."""

    width: float
    height: float
    boxes: tuple[BoxPicture, ...]
    panels: tuple[PanelPicture, ...] = ()
    links: tuple[Line, ...] = ()
    """Lines from box to box with an arrow head at their end."""
    rivers: tuple[Line, ...] = ()
    """Waters that run across, below the boxes."""


def row(boxes: Sequence[tuple[str, str]], left: float, top: float, size: Point = (BOX, BOX)) -> tuple[BoxPicture, ...]:
    """Boxes, each an id and its text, side by side from a corner."""
    return tuple(
        BoxPicture(id, text, (left + size[0] / 2 + place * (size[0] + GAP), top + size[1] / 2), size)
        for place, (id, text) in enumerate(boxes)
    )


def column(boxes: Sequence[tuple[str, str]], left: float, top: float, size: Point = (BOX, BOX)) -> tuple[BoxPicture, ...]:
    """Boxes one below the other from a corner."""
    return tuple(
        BoxPicture(id, text, (left + size[0] / 2, top + size[1] / 2 + place * (size[1] + GAP)), size)
        for place, (id, text) in enumerate(boxes)
    )


def wheel(boxes: Sequence[tuple[str, str]], middle: Point, radius: float) -> tuple[BoxPicture, ...]:
    """Round boxes clockwise about a point, the first at the top."""
    turn = 2 * pi / max(len(boxes), 1)
    return tuple(
        BoxPicture(
            id,
            text,
            (round(middle[0] + radius * sin(place * turn), 1), round(middle[1] - radius * cos(place * turn), 1)),
            round=True,
        )
        for place, (id, text) in enumerate(boxes)
    )
