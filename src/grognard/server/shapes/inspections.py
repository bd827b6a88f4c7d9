"""Answers about the position: why not, reach and the like, remarks about a place."""

from __future__ import annotations

from grognard.core.sight_lines import Sight
from grognard.server.shapes.base import Cites, Shape, Words


class RefusedAction(Shape):
    action: str
    words: Words
    reason: Words
    cites: Cites


class WhyNot(Shape):
    """What is not among the choices, and the rule that forbids it."""

    refusals: tuple[RefusedAction, ...]


class PlaceValue(Shape):
    place: str
    value: float | None


class LineOfSight(Shape):
    """A counter as another one sees it, or what is in the way, and where (`broken`)."""

    piece: str
    start: str
    end: str
    far: float
    sight: Sight
    words: Words
    broken: str


class Inspection(Shape):
    """Places on the map, each with a number where there is one; or lines of sight, the nearest first."""

    what: str
    piece: str
    places: tuple[PlaceValue, ...]
    lines: tuple[LineOfSight, ...] = ()


class Remark(Shape):
    words: Words
    cites: Cites


class Remarks(Shape):
    """What there is to say about a place now, for a counter if one is named."""

    place: str
    piece: str
    remarks: tuple[Remark, ...]
    decisions: tuple[Remark, ...] = ()
    """Why an automaton did what it did with what stands there, step by step."""
