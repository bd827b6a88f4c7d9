"""A hex map in characters. Each hex is a small block of lines; columns are staggered, so that the blocks interlock.

Far away a hex is 6 wide and 2 high, near by it is 8 wide and 4 high. Its left border belongs to it, and when near its lower
border too: a stream or a slope colours the border it runs along.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import NamedTuple

import msgspec
from rich.color import Color
from rich.segment import Segment
from rich.style import Style

from grognard.core.pictures import CounterPicture, HexPicture
from grognard.telling.boards import Board, HexBoard

Offset = tuple[int, int]


class Scale(NamedTuple):
    """How large a hex is drawn: how far apart columns and rows are, and where each of its lines starts, with its border."""

    across: int
    down: int
    starts: tuple[int, ...]
    borders: str

    def width(self, line: int) -> int:
        """The length of a line of a hex: up to where the next column begins, which is half a hex lower or higher."""
        half = self.down // 2
        return self.across + self.starts[(line + half) % self.down] - self.starts[line]


FAR = Scale(6, 2, (0, 0), "/\\")
NEAR = Scale(8, 4, (1, 0, 0, 1), "//\\\\")


class Ground(NamedTuple):
    """How terrain looks: its colour, the colour of its signs, and the signs."""

    paper: str
    ink: str
    signs: str


GROUNDS: dict[str, Ground] = {
    "open": Ground("#a89f6e", "#857c4e", "   .    "),
    "cultivated": Ground("#b39a4d", "#86712c", "= = = = "),
    "orchard": Ground("#8c9c52", "#5f7030", " o  o  o"),
    "swamp": Ground("#5f8f86", "#2f5f5c", '" ~ " ~ '),
    "forest": Ground("#6f8a4c", "#3f5c2a", "  ♣   ♣ "),
    "heavy_forest": Ground("#4c6b38", "#27421c", "♣ ♣ ♣ ♣ "),
    "thicket": Ground("#55602f", "#2d3617", "%♣%♣%♣%♣"),
    "river": Ground("#4a7fae", "#2a5580", "~~ ~~ ~~"),
}
"""Terrain by the words that sheets use; any other is shown by its first letter on grey."""
STRANGE = "#7d7d78"
BORDER = "#3c4630"
HEXSIDES = {"stream": "#58b7ff", "slope": "#e0a060", "fence": "#e8d9a0", "works": "#ffffff", "ford": "#9fe0ff"}
"""The colours of borders by what runs along them; any other is white."""
CROSSINGS = {"ford": "=", "bridge": "#"}
FEATURES = {"house": "⌂", "building": "⌂", "tents": "▲", "garden": "#", "springs": "°", "ferry": "F"}
ROADS = {"road": ("═", "║"), "track": ("─", "│")}
ROAD_INK = "#4d2f14"
CURSOR = "#ffe45c"
CHOICE = "#d7e8a0"
"""The paper of a place that a choice speaks of."""
SHOWN = "#8fd3e8"
"""The paper of a place that an inspection shows."""
ALARM = "#7a0f0f"


class Look(msgspec.Struct):
    """What is shown of a map at this moment."""

    scale: Scale = FAR
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
    """The lines of a map, drawn as they are asked for."""

    board: Board

    def __init__(self, look: Look) -> None:
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
        """One line across the whole map."""

    @abstractmethod
    def forget(self, *places: str) -> None:
        """Draw these places anew, or all if none is named."""


class HexDrawing(Drawing):
    """A hex map in lines."""

    def __init__(self, board: HexBoard, look: Look) -> None:
        super().__init__(look)
        self.board: HexBoard = board
        self.cache: dict[str, list[list[Segment]]] = {}
        self.sides = {(a, b): side.kind for side in board.sheet.hexsides for a, b in (side.between, side.between[::-1])}
        self.flags = {marker.hex: marker.colour for marker in board.sheet.markers}

    @property
    def size(self) -> tuple[int, int]:
        scale, sheet = self.look.scale, self.board.sheet
        return scale.across * sheet.columns + 1, scale.down * sheet.rows + scale.down // 2

    def box(self, place: str) -> tuple[int, int, int, int]:
        scale, here = self.look.scale, self.board.hex(place)
        lower = scale.down // 2 if here.column % 2 == 0 else 0
        return (here.column - 1) * scale.across, (here.row - 1) * scale.down + lower, scale.across + 1, scale.down

    def place_at(self, x: int, y: int) -> str | None:
        scale = self.look.scale
        column = max(x, 0) // scale.across + 1
        row = (y - (scale.down // 2 if column % 2 == 0 else 0)) // scale.down + 1
        return self.board.at.get((column, row))

    def forget(self, *places: str) -> None:
        if not places:
            self.cache.clear()
        for place in places:
            self.cache.pop(place, None)

    def line(self, y: int) -> list[Segment]:
        scale, found = self.look.scale, []
        for column in range(1, self.board.sheet.columns + 1):
            row, part = divmod(y - (scale.down // 2 if column % 2 == 0 else 0), scale.down)
            if column == 1 and scale.starts[part]:
                found.append(Segment(" " * scale.starts[part]))
            place = self.board.at.get((column, row + 1))
            if place is None:
                found.append(Segment(" " * scale.width(part)))
            else:
                found += self.hex(place)[part]
        return found

    def hex(self, place: str) -> list[list[Segment]]:
        if place not in self.cache:
            self.cache[place] = [segments(line) for line in self.cells(place)]
        return self.cache[place]

    # ------------------------------------------------------------------ one hex

    def cells(self, place: str) -> list[list[Cell]]:
        here = self.board.hex(place)
        ground = GROUNDS.get(here.terrain) or Ground(STRANGE, "#30302c", f"   {here.terrain[:1]}    ")
        paper = self.paper(place, ground)
        scale = self.look.scale
        lines = [self.bare_line(place, here, ground, paper, line) for line in range(scale.down)]
        counters = () if self.look.bare else self.board.stacks.get(place, ())
        if counters:
            (self.near_stack if scale is NEAR else self.far_stack)(lines, counters)
        else:
            self.roads(place, here, lines, paper)
        self.letter(place, here, lines, paper)
        return lines

    def paper(self, place: str, ground: Ground) -> str:
        if place == self.look.cursor:
            return CURSOR
        if place in self.look.shown:
            return mixed(ground.paper, SHOWN, 0.75)
        return mixed(ground.paper, CHOICE, 0.65) if place in self.look.choices else ground.paper

    def bare_line(self, place: str, here: HexPicture, ground: Ground, paper: str, line: int) -> list[Cell]:
        """A line of a hex with nothing on it: its border, then the signs of its ground."""
        scale = self.look.scale
        width = scale.width(line)
        shift = here.column * 3 + here.row * 5 + line * 4
        signs = [ground.signs[(shift + x) % len(ground.signs)] for x in range(1, width)]
        cells = [self.left_border(place, here, line, paper), *(Cell(sign, ground.ink, paper) for sign in signs)]
        if scale is NEAR and line == scale.down - 1:
            below = self.board.at.get((here.column, here.row + 1), "")
            kind = self.sides.get((place, below), "")
            sign = CROSSINGS.get(kind, "▂" if kind else "▁")
            cells[1:] = [Cell(sign, HEXSIDES.get(kind, "#ffffff") if kind else BORDER, paper, bool(kind))] * (width - 1)
        elif line == 0 and scale is NEAR:
            cells[1:] = [Cell(" ", ground.ink, paper)] * (width - 1)
        return cells

    def left_border(self, place: str, here: HexPicture, line: int, paper: str) -> Cell:
        upper = line < self.look.scale.down // 2
        across = here.row - 1 if here.column % 2 else here.row
        other = self.board.at.get((here.column - 1, across if upper else across + 1), "")
        kind = self.sides.get((place, other), "")
        sign = CROSSINGS.get(kind, self.look.scale.borders[line])
        return Cell(sign, HEXSIDES.get(kind, "#ffffff") if kind else BORDER, paper, bool(kind))

    def letter(self, place: str, here: HexPicture, lines: list[list[Cell]], paper: str) -> None:
        """Labels, features, flags, and what an inspection says."""
        near = self.look.scale is NEAR
        busy = place in self.board.stacks and not self.look.bare
        if near:
            write(lines[0], 1, place, "#1d2414", paper)
        for feature in here.features[:1]:
            if near or not busy:
                write(lines[0], 5 if near else 2, FEATURES.get(feature, feature[:1].upper()), "#000000", paper, True)
        if place in self.flags:
            write(lines[0], 6 if near else 5, "⚑", self.flags[place], paper, True)
        if near and not busy and place in self.board.names:
            write(lines[2], 1, self.board.names[place][:8], "#000000", paper)
        if self.look.shown.get(place):
            write(lines[-1], 2, self.look.shown[place][:5], "#003049", paper, True)

    # ------------------------------------------------------------------ counters

    def near_stack(self, lines: list[list[Cell]], counters: tuple[CounterPicture, ...]) -> None:
        """Near by: the name of the top counter, below it its values and states; at the top how many lie under it."""
        top = counters[-1]
        colours = top.colours
        write(lines[1], 1, f"{top.name[:8]:8}", colours.band_ink, colours.band, True)
        write(lines[2], 1, f"{top.values[:8]:8}", colours.ink, colours.face, True)
        marks = "".join(state[:1].upper() for counter in counters for state in counter.states)[:2]
        if marks:
            write(lines[2], 9 - len(marks), marks, "#ffffff", ALARM, True)
        if top.lost:
            write(lines[1], 8, "▾", colours.band_ink, colours.band, True)
        if len(counters) > 1:
            write(lines[3], 5, f"+{len(counters) - 1}", colours.ink, colours.face, True)

    def far_stack(self, lines: list[list[Cell]], counters: tuple[CounterPicture, ...]) -> None:
        """Far away: five letters of the name, its strength, states and how many lie under it."""
        top = counters[-1]
        colours = top.colours
        write(lines[0], 1, f"{initials(top.name):5}", colours.band_ink, colours.band, True)
        write(lines[1], 1, f"{in_five(top.values):5}", colours.ink, colours.face, True)
        if len(counters) > 1:
            write(lines[0], 5, str(min(len(counters), 9)), colours.ink, colours.face, True)
        if marks := "".join(state[:1].upper() for counter in counters for state in counter.states)[:1]:
            write(lines[1], 5, marks, "#ffffff", ALARM, True)

    # ------------------------------------------------------------------ roads

    def roads(self, place: str, here: HexPicture, lines: list[list[Cell]], paper: str) -> None:
        """Every road from the middle of the hex towards the next: along the lines nearest to the middle."""
        scale = self.look.scale
        upper, lower, middle = scale.down // 2 - 1, scale.down // 2, scale.across // 2
        for kind, others in self.board.roads.get(place, {}).items():
            flat, upright = ROADS.get(kind, ROADS["track"])
            for other in others:
                there = self.board.hexes.get(other)
                if there is None:
                    continue
                if there.column == here.column:
                    rows = range(upper + 1) if there.row < here.row else range(lower, scale.down)
                    for row in rows:
                        write(lines[row], middle - scale.starts[row], upright, ROAD_INK, paper, True)
                else:
                    row = upper if is_above(here, there) else lower
                    first, last = (1, middle) if there.column < here.column else (middle, scale.across)
                    for x in range(first, last + 1):
                        write(lines[row], x, flat, ROAD_INK, paper, True)


def is_above(here: HexPicture, there: HexPicture) -> bool:
    """Whether a neighbour in another column lies half a hex higher."""
    return there.row < here.row + (here.column % 2 == 0)


def initials(name: str) -> str:
    """A name in five letters: `Old Guard` is `Old G`."""
    words = name.split()
    if len(words) > 1:
        return f"{words[0][:3]} {words[1][:1]}" if len(words[0]) > 2 else f"{words[0]} {words[1]}"[:5]
    return name[:5]


def in_five(values: str) -> str:
    """Values in five letters: `4-1-4` as it is, of `2-(-1)-4` the first two, `2/-1`."""
    return values[:5] if "(" not in values else "/".join(re.findall(r"-?\d+(?=\))|(?<![(\d-])\d+", values)[:2])[:5]


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
