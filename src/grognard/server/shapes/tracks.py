"""Tracks, and the ways to win."""

from __future__ import annotations

from typing import Literal

from grognard.server.shapes.base import Cites, Shape, Words


class Level(Shape):
    seat: str
    value: float
    words: Words


class Band(Shape, rename={"least": "from", "most": "to"}):
    least: int
    most: int
    title: Words


class Track(Shape):
    """A track: a row of boxes with a marker, or a level for each seat."""

    name: str
    title: Words
    kind: Literal["boxes", "levels"]
    boxes: tuple[Words, ...] = ()
    marker: int = -1
    levels: tuple[Level, ...] = ()
    least: int = 0
    most: int = 0
    bands: tuple[Band, ...] = ()


class Needed(Shape):
    """One thing that a victory needs, and how far it is."""

    words: Words
    now: Words
    met: bool


class Victory(Shape):
    """A way to win: its level, when it counts, and all that it needs."""

    seat: str
    level: Words
    when: Words
    needs: tuple[Needed, ...]
    cites: Cites
