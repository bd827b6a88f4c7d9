"""What lies on the sheets, and beside them."""

from __future__ import annotations

from grognard.core.pictures import Colours, FlyingPicture, MarkerPicture, SkyKind, WayPicture
from grognard.server.shapes.base import Optional, Point, Shape, Words


class CounterState(Shape):
    word: str
    title: Words


class Counter(Optional):
    """A counter; one whose face the seat may not see has no id."""

    id: str
    name: str
    title: str
    symbol: str
    values: str
    colours: Colours
    steps: int
    lost: int
    rank: int
    states: tuple[CounterState, ...]
    basis: Words
    words: Words
    group: str = ""
    facing: Point | None = None


class Stack(Optional):
    """The counters of a place, the top one last."""

    place: str
    counters: tuple[Counter, ...]
    colour: str = ""
    entrenched: bool = False
    side: str = ""


class Group(Optional):
    """Counters that act together, such as a squad: its badge, its states, which way it faces, and all of it for a label."""

    id: str
    title: Words
    badge: Words
    colours: Colours
    words: Words
    sheet: str
    side: str = ""
    states: tuple[CounterState, ...] = ()
    facing: Point | None = None


class Addition(Shape):
    """Something that was built, broken or laid on the map: in one place, between two, or through more."""

    kind: str
    places: tuple[str, ...]
    words: Words
    title: Words
    """What all of its kind are called."""


class Sky(Shape):
    """What the weather and the hour do to the look of a sheet."""

    sheet: str
    kinds: tuple[SkyKind, ...]


class Tray(Shape):
    title: Words
    counters: tuple[Counter, ...]


class Pieces(Shape):
    """What lies on the sheets, and beside them."""

    stacks: tuple[Stack, ...]
    markers: tuple[MarkerPicture, ...]
    flags: tuple[FlyingPicture, ...]
    groups: tuple[Group, ...]
    additions: tuple[Addition, ...]
    ways: tuple[WayPicture, ...]
    sky: tuple[Sky, ...]
    trays: tuple[Tray, ...]


class PiecesChange(Optional):
    """How what lies there differs from how it lay before: what is left out is as it was."""

    stacks: tuple[Stack, ...] = ()
    """All stacks of each place that differs."""
    left: tuple[str, ...] = ()
    """The places in which nothing lies any more."""
    markers: tuple[MarkerPicture, ...] | None = None
    flags: tuple[FlyingPicture, ...] | None = None
    groups: tuple[Group, ...] | None = None
    additions: tuple[Addition, ...] | None = None
    ways: tuple[WayPicture, ...] | None = None
    sky: tuple[Sky, ...] | None = None
    trays: tuple[Tray, ...] = ()
    """The trays that differ."""
    cleared: tuple[str, ...] = ()
    """The titles of the trays that are there no more."""
