"""A table top in characters: a coarse raster of the ground, lines over it, men as the letter of their squad."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from rich.segment import Segment
from rich.text import Text

from grognard.cli.table.area_drawing import Grain, spans, walked
from grognard.cli.table.drawing import ALARM, CHOICE, CURSOR, SHOWN, Cell, Drawing, Look, mixed, segments
from grognard.core.pictures import Point
from grognard.core.pictures.plane import LinePicture, PlaneSheet, place_of
from grognard.telling.sheets import PlanePlaces
from grognard.telling.words import call

COARSE, FINE = Grain(2.0, 4.0), Grain(1.0, 2.0)
"""How many centimetres a character is wide and high."""


class GroundStyle(NamedTuple):
    """How ground looks: its colour, and the sign that is strewn over it."""

    paper: str
    sign: str = " "


GRASS = GroundStyle("#5f6b3c")
GROUNDS: dict[str, GroundStyle] = {
    "furrows": GroundStyle("#8a7638", "="),
    "marsh": GroundStyle("#456a64", "~"),
    "scrub": GroundStyle("#59602f", "%"),
    "orchard": GroundStyle("#6a7a3c", "o"),
    "trees-dense": GroundStyle("#34512a", "♣"),
    "rocks": GroundStyle("#77705f", "^"),
    "rooftops": GroundStyle("#7a3a30", "#"),
}
"""In the order of drawing; any other is shown by its first letter on grey."""
STRANGE = "#7d7d78"
WATER, ROAD = "#6db4ea", "#d8c48e"
LINES = {"water": WATER, "road": ROAD, "fence": "#e8d9a0", "hedge": "#8fd070", "wall": "#d8d2c4", "earthwork": "#d09a50"}
"""The colours of lines; any other is white."""


def line_of(sheet: PlaneSheet, word: str) -> str:
    """The pattern of a line: here all roads look alike, and all waters."""
    pattern = sheet.art.edges.get(word, word)
    return "road" if word in sheet.art.roads else "water" if pattern.startswith("water") else pattern


class PlaneDrawing(Drawing):
    """A table top in lines."""

    def __init__(self, places: PlanePlaces, look: Look) -> None:
        super().__init__(places, look)
        self.places: PlanePlaces = places
        self.sheet = places.sheet
        self.drawn_for: object = None
        self.rows: list[list[Cell]] = []

    @property
    def grain(self) -> Grain:
        return FINE if self.look.near else COARSE

    @property
    def size(self) -> tuple[int, int]:
        grain = self.grain
        return -int(-self.sheet.width // grain.wide), -int(-self.sheet.height // grain.high)

    def at(self, point: Point) -> tuple[int, int]:
        """The character that a point falls on."""
        width, height = self.size
        x, y = int(point[0] / self.grain.wide), int((self.sheet.height - point[1]) / self.grain.high)
        return min(max(x, 0), width - 1), min(max(y, 0), height - 1)

    def box(self, place: str) -> tuple[int, int, int, int]:
        return (*self.at(self.places.point(place)), 1, 1)

    def place_at(self, x: int, y: int) -> str | None:
        """Who stands under the character, or else the point in its middle."""
        width, height = self.size
        if not (0 <= x < width and 0 <= y < height):
            return None
        here = [place for place in self.places.stacks if self.at(self.places.point(place)) == (x, y)]
        if here:
            return here[0]
        step = self.sheet.step
        across, up = (x + 0.5) * self.grain.wide, self.sheet.height - (y + 0.5) * self.grain.high
        found = place_of((round(across / step) * step, round(up / step) * step))
        return found if self.sheet.holds(found) else None

    # ------------------------------------------------------------------ a line

    def line(self, y: int) -> list[Segment]:
        self.draw()
        row = list(self.rows[y])
        for place in self.look.choices:
            self.tint(row, y, place, CHOICE)
        for place, words in self.look.shown.items():
            self.tint(row, y, place, SHOWN)
            x, there = self.at(self.places.point(place))
            if len(words) == 1 and there == y:  # more has no room in one character
                row[x] = Cell(words, "#003049", row[x].paper, True)
        if self.look.cursor:
            x, there = self.at(self.places.point(self.look.cursor))
            if there == y:
                sign = row[x].sign if row[x].sign.strip() else "+"
                row[x] = Cell(sign, "#000000", CURSOR, True)
        return segments(row)

    def tint(self, row: list[Cell], y: int, place: str, colour: str) -> None:
        x, there = self.at(self.places.point(place))
        if there == y:
            row[x] = row[x]._replace(paper=mixed(row[x].paper, colour, 0.5))

    # ------------------------------------------------------------------ the whole

    def draw(self) -> None:
        """Everything but what the cursor and the choices change, once for each scale."""
        key = (self.grain, self.look.bare)
        if self.drawn_for == key:
            return
        self.drawn_for = key
        self.ground()
        for line in self.sheet.lines:
            self.run(line)
        for objective in self.sheet.objectives:
            self.write(objective.at, f"*{objective.name}", "#ffe9a8")
        if not self.look.bare:
            self.men()

    def ground(self) -> None:
        width, height = self.size
        self.rows = [[self.cell(GRASS, x, y) for x in range(width)] for y in range(height)]
        order, art = list(GROUNDS), self.sheet.art
        for found in sorted(
            self.sheet.grounds, key=lambda ground: order.index(kind) if (kind := art.pattern(ground.kind)) in order else 0
        ):
            look = GROUNDS.get(art.pattern(found.kind)) or GroundStyle(STRANGE, found.kind[:1])
            for y in range(height):
                level = self.sheet.height - (y + 0.5) * self.grain.high
                for start, end in spans(found.outline, level):
                    for x in range(max(round(start / self.grain.wide), 0), min(round(end / self.grain.wide), width)):
                        self.rows[y][x] = self.cell(look, x, y)

    def cell(self, look: GroundStyle, x: int, y: int) -> Cell:
        sign = look.sign if (x * 7 + y * 13) % 3 == 0 else " "
        return Cell(sign, mixed(look.paper, "#000000", 0.4), look.paper)

    def run(self, line: LinePicture) -> None:
        """A line by the way it runs: `-`, `|`, `/`, a backslash; water and roads as themselves."""
        pattern = line_of(self.sheet, line.kind)
        ink = LINES.get(pattern, "#ffffff")
        for a, b in pairwise(line.points):
            sign = "~" if pattern == "water" else "═" if pattern == "road" else slant(a, b)
            for point in walked((a, b), self.grain):
                x, y = self.at(point)
                self.rows[y][x] = Cell(sign, ink, self.rows[y][x].paper, True)

    def write(self, point: Point, words: str, ink: str) -> None:
        x, y = self.at(point)
        for place, sign in enumerate(words, x - len(words) // 2):
            if 0 <= place < self.size[0]:
                self.rows[y][place] = Cell(sign, ink, self.rows[y][place].paper, True)

    def men(self) -> None:
        """Each man by the number of his squad, leaders by a star; who is not well is marked. Squads by their short names."""
        for group in self.sheet.groups:
            spots = [self.places.point(place) for place, all in self.places.stacks.items() if all[-1].group == group.id]
            if spots:
                top = max(y for _, y in spots)
                self.write((sum(x for x, _ in spots) / len(spots), top + self.grain.high), group.id, "#ffffff")
        for place, counters in self.places.stacks.items():
            x, y = self.at(self.places.point(place))
            man = counters[-1]
            colours = man.colours
            if man.rank > 0:
                self.rows[y][x] = Cell("★", colours.ink, ALARM if man.states else colours.face, True)
            elif self.rows[y][x].sign != "★":
                letter = (man.group.rstrip("+") or man.name or "?")[-1]
                self.rows[y][x] = Cell(letter, colours.ink, ALARM if man.states else colours.face, True)

    def legend(self) -> Iterator[Text]:
        for kind in dict.fromkeys(ground.kind for ground in self.sheet.grounds):
            look = GROUNDS.get(self.sheet.art.pattern(kind)) or GroundStyle(STRANGE, kind[:1])
            yield Text(f" {look.sign} {look.sign} ", style=f"#ffffff on {look.paper}").append(
                f" {call(kind)}", "default on default"
            )
        for kind in dict.fromkeys(line.kind for line in self.sheet.lines):
            pattern = line_of(self.sheet, kind)
            sign = "~" if pattern == "water" else "═" if pattern == "road" else "- | / \\"
            yield Text(f" {sign} ", style=f"bold {LINES.get(pattern, '#ffffff')}").append(f" {call(kind)}", "default")


def slant(a: Point, b: Point) -> str:
    """The sign that looks most like a stretch; a character is twice as high as it is wide."""
    across, up = abs(b[0] - a[0]), abs(b[1] - a[1]) / 2
    if up < across / 2.4:
        return "-"
    if across < up / 2.4:
        return "|"
    return "/" if (b[0] - a[0]) * (b[1] - a[1]) > 0 else "\\"
