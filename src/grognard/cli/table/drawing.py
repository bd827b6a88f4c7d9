"""A sheet in characters: what every kind of drawing has in common. Each kind draws in a module of its own (`kinds`)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from grognard.telling.sheets import Places

CURSOR = "#ffe45c"
CHOICE = "#d7e8a0"
"""The paper of a place that a choice speaks of."""
SHOWN = "#8fd3e8"
"""The paper of a place that an inspection shows."""
ALARM = "#7a0f0f"


class Look(msgspec.Struct):
    """What is shown of a sheet at this moment; places by their own names on the sheet."""

    near: bool = False
    """Whether it is drawn large."""
    cursor: str = ""
    choices: frozenset[str] = frozenset()
    shown: Mapping[str, str] = {}
    """What an inspection shows: places, each with a short text."""
    bare: bool = False
    """Whether the counters are taken off."""


class Cell(NamedTuple):
    """One character of the picture."""

    sign: str
    ink: str
    paper: str
    bold: bool = False


class Drawing(ABC):
    """The lines of a sheet, drawn as they are asked for."""

    places: Places[Any]

    def __init__(self, places: Places[Any], look: Look) -> None:
        self.places = places
        self.look = look

    @property
    @abstractmethod
    def size(self) -> tuple[int, int]:
        """How wide and how high the whole picture is."""

    @abstractmethod
    def box(self, place: str) -> tuple[int, int, int, int]:
        """What a place takes up: left, top, width and height."""

    @abstractmethod
    def place_at(self, x: int, y: int) -> str | None:
        """The place at a point of the picture."""

    @abstractmethod
    def line(self, y: int) -> list[Segment]:
        """One line across the whole sheet."""

    def forget(self, *places: str) -> None:  # noqa: B027  (a drawing that remembers nothing has nothing to forget)
        """Draw these places anew, or all if none is named."""

    def legend(self) -> Iterator[Text]:
        """What the signs mean."""
        return iter(())


def write(line: list[Cell], start: int, words: str, ink: str, paper: str, bold: bool = False) -> None:
    """Write over a line of a hex; what does not fit is lost."""
    for x, sign in enumerate(words, start):
        if 0 <= x < len(line):
            line[x] = Cell(sign, ink, paper, bold)


STYLES: dict[tuple[str, str, bool], Style] = {}


def segments(cells: list[Cell]) -> list[Segment]:
    """Cells of one look together."""
    found: list[Segment] = []
    run, last = "", cells[0]
    for cell in cells:
        if cell[1:] != last[1:]:
            found.append(Segment(run, style_of(last)))
            run, last = "", cell
        run += cell.sign
    return [*found, Segment(run, style_of(last))]


def style_of(cell: Cell) -> Style:
    key = (cell.ink, cell.paper, cell.bold)
    if key not in STYLES:
        STYLES[key] = Style(color=cell.ink, bgcolor=cell.paper, bold=cell.bold)
    return STYLES[key]


def mixed(one: str, other: str, share: float) -> str:
    """A colour between two."""
    a, b = (Color.parse(colour).get_truecolor() for colour in (one, other))
    red, green, blue = (round(p + (q - p) * share) for p, q in zip(a, b, strict=True))
    return f"#{red:02x}{green:02x}{blue:02x}"
