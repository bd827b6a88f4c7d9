"""An area map in characters: areas filled with their tint, rivers between them, roads, names, flags and counters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from rich.segment import Segment

from grognard.cli.table.drawing import CHOICE, CURSOR, SHOWN, Cell, Drawing, Look, mixed, segments
from grognard.core.pictures import Line, Point, StackPicture
from grognard.telling.sheets import AreaPlaces

OUTSIDE, RIVER, WATER, ARROW, EARTH, BORDER = "#23281c", "#3f7cab", "#bfe0f5", "#ffe45c", "#5d3a18", "#4d4a30"
DARKER = 0.38
"""How much darker than on paper the ground is in a terminal."""
SIGNS = {"trees": "♣", "trees-dense": "♣", "scrub": "%"}


class Grain(NamedTuple):
    """How many millimetres of the map a character is wide and high."""

    wide: float
    high: float


COARSE, FINE = Grain(3.9, 8.2), Grain(2.6, 5.4)
Outlines = tuple[tuple[str, Line], ...]
Frame = tuple[float, float, float, float]


class AreaDrawing(Drawing):
    """An area map in lines."""

    def __init__(self, places: AreaPlaces, look: Look) -> None:
        super().__init__(places, look)
        self.places: AreaPlaces = places
        sheet = places.sheet
        self.frame = (sheet.left, sheet.top, sheet.width, sheet.height)
        self.outlines: Outlines = tuple((area.id, area.polygon) for area in sheet.areas)
        self.papers = {area.id: mixed(area.tint, "#000000", DARKER) for area in sheet.areas}
        self.over: dict[tuple[int, int], Cell] = {}
        self.lettered_for: object = None

    @property
    def grain(self) -> Grain:
        return FINE if self.look.near else COARSE

    @property
    def size(self) -> tuple[int, int]:
        return round(self.frame[2] / self.grain.wide), round(self.frame[3] / self.grain.high)

    def box(self, place: str) -> tuple[int, int, int, int]:
        corners = [self.at(point) for point in self.places.areas[place].polygon]
        left, top = min(x for x, _ in corners), min(y for _, y in corners)
        return left, top, max(x for x, _ in corners) - left + 1, max(y for _, y in corners) - top + 1

    def place_at(self, x: int, y: int) -> str | None:
        width, height = self.size
        return self.raster[y][x] or None if 0 <= x < width and 0 <= y < height else None

    def at(self, point: Point) -> tuple[int, int]:
        """The character that a point of the map falls on."""
        return int((point[0] - self.frame[0]) / self.grain.wide), int((point[1] - self.frame[1]) / self.grain.high)

    @property
    def raster(self) -> tuple[tuple[str, ...], ...]:
        return filled(self.outlines, self.frame, self.grain)

    # ------------------------------------------------------------------ a line

    def line(self, y: int) -> list[Segment]:
        self.letter()
        row, below = self.raster[y], self.raster[min(y + 1, self.size[1] - 1)]
        cells = []
        for x, place in enumerate(row):
            paper = self.paper(place)
            over = self.over.get((x, y))
            if over is not None:
                cells.append(over if over.paper else over._replace(paper=paper))
            elif place and place != row[max(x - 1, 0)]:
                cells.append(Cell("▏", BORDER, paper))
            elif place and place != below[x]:
                cells.append(Cell("▁", BORDER, paper))
            else:
                cells.append(Cell(self.sign(place, x, y), mixed(paper, "#000000", 0.3), paper))
        return segments(cells)

    def paper(self, place: str) -> str:
        if not place:
            return OUTSIDE
        if place == self.look.cursor:
            return mixed(self.papers[place], CURSOR, 0.6)
        if place in self.look.shown:
            return mixed(self.papers[place], SHOWN, 0.6)
        return mixed(self.papers[place], CHOICE, 0.45) if place in self.look.choices else self.papers[place]

    def sign(self, place: str, x: int, y: int) -> str:
        """Trees here and there."""
        if not place or (x * 7 + y * 13) % 9:
            return " "
        return SIGNS.get(self.places.sheet.art.pattern(self.places.areas[place].ground), " ")

    # ------------------------------------------------------------------ what lies over the ground

    def letter(self) -> None:
        """Lay rivers, roads, names, flags and counters over the ground, once for each scale."""
        key = (self.grain, self.look.bare)
        if self.lettered_for == key:
            return
        self.lettered_for, self.over = key, {}
        sheet = self.places.sheet
        for road in sheet.roads:
            self.lay(road, Cell("·", EARTH, "", True))
        for river in sheet.rivers:
            for line in river.lines:
                self.lay(line, Cell("~", WATER, RIVER))
        for crossing in sheet.crossings:
            self.over[self.at(crossing.at)] = Cell("╬", ARROW, RIVER, True)
        flying = {flying.place: flying.flag for flying in sheet.flags}
        for area in sheet.areas:
            x, y = self.at(area.place)
            name = f"{'*' if area.prize else ''}{area.name}"
            self.write(x - len(name) // 2, y - 1, name, "#ffffff" if area.prize else "#000000", "")
            self.write(x - len(name) // 2 - 1, y - 1, "⚑", flying.get(area.id, area.printed).colour, "")
        for area in sheet.areas if not self.look.bare else ():
            stacks = [stack for stack in sheet.stacks if stack.place == area.id]
            for row, stack in enumerate(stacks):
                x, y = self.at(area.place)
                self.stack(x, y + row, stack)

    def lay(self, line: Line, cell: Cell) -> None:
        for point in walked(line, self.grain):
            self.over[self.at(point)] = cell

    def stack(self, x: int, y: int, stack: StackPicture) -> None:
        """The counters of an army side by side, a hidden one as its back; a bank stands before them."""
        words = [(counter.name[:3] or "▒", counter.colours) for counter in stack.counters]
        length = sum(len(word) + 1 for word, _ in words) + stack.entrenched
        x -= length // 2
        if stack.entrenched:
            self.write(x, y, "▟", "#ffffff", stack.colour)
            x += 1
        for word, colours in words:
            self.write(x, y, f"{word} ", colours.ink, colours.face)
            x += len(word) + 1

    def write(self, x: int, y: int, words: str, ink: str, paper: str) -> None:
        for place, sign in enumerate(words, x):
            if 0 <= place < self.size[0] and 0 <= y < self.size[1]:
                self.over[place, y] = Cell(sign, ink, paper, True)


@cache
def filled(outlines: Outlines, frame: Frame, grain: Grain) -> tuple[tuple[str, ...], ...]:
    """For every character the area that its middle lies in, line by line."""
    left, top, width, height = frame
    columns, rows = round(width / grain.wide), round(height / grain.high)
    lines = []
    for row in range(rows):
        y = top + (row + 0.5) * grain.high
        line = [""] * columns
        for id, polygon in outlines:
            for start, end in spans(polygon, y):
                first, last = (round((x - left) / grain.wide) for x in (start, end))
                line[max(first, 0) : min(last, columns)] = [id] * (min(last, columns) - max(first, 0))
        lines.append(tuple(line))
    return tuple(lines)


def spans(polygon: Line, y: float) -> Iterator[tuple[float, float]]:
    """Where a level line runs inside a polygon."""
    crossed = sorted(
        ax + (y - ay) * (bx - ax) / (by - ay)
        for (ax, ay), (bx, by) in pairwise((*polygon, polygon[0]))
        if (ay <= y) != (by <= y)
    )
    yield from zip(crossed[::2], crossed[1::2], strict=True)


def walked(line: Iterable[Point], grain: Grain) -> Iterator[Point]:
    """Points along a line, close enough that no character is passed over."""
    for (ax, ay), (bx, by) in pairwise(line):
        count = int(max(abs(bx - ax) / grain.wide, abs(by - ay) / grain.high) * 2) + 1
        for step in range(count + 1):
            share = step / count
            yield ax + (bx - ax) * share, ay + (by - ay) * share
