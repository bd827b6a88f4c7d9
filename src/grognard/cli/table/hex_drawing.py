"""A hex map in characters. Each hex is a small block of lines; columns are staggered, so that the blocks interlock.

Far away a hex is 6 wide and 2 high, near by it is 8 wide and 4 high. Its left border belongs to it, and when near its lower
border too: a stream or a slope colours the border it runs along.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rich.segment import Segment
from rich.text import Text

from grognard.cli.table.drawing import ALARM, CHOICE, CURSOR, SHOWN, Cell, Drawing, Look, mixed, segments, write
from grognard.core.pictures import CounterPicture
from grognard.core.pictures.hexes import HexPicture
from grognard.telling.sheets import HexPlaces
from grognard.telling.words import call, say


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


class TerrainStyle(NamedTuple):
    """How terrain looks: its colour, the colour of its signs, and the signs."""

    paper: str
    ink: str
    signs: str


GROUNDS: dict[str, TerrainStyle] = {
    "grass": TerrainStyle("#a89f6e", "#857c4e", "   .    "),
    "furrows": TerrainStyle("#b39a4d", "#86712c", "= = = = "),
    "orchard": TerrainStyle("#8c9c52", "#5f7030", " o  o  o"),
    "marsh": TerrainStyle("#5f8f86", "#2f5f5c", '" ~ " ~ '),
    "trees": TerrainStyle("#6f8a4c", "#3f5c2a", "  ♣   ♣ "),
    "rooftops": TerrainStyle("#b08a6a", "#5d3a2a", " ▪ ▪ ▪ ▪"),
    "trees-dense": TerrainStyle("#4c6b38", "#27421c", "♣ ♣ ♣ ♣ "),
    "scrub": TerrainStyle("#55602f", "#2d3617", "%♣%♣%♣%♣"),
    "water": TerrainStyle("#4a7fae", "#2a5580", "~~ ~~ ~~"),
    "pond": TerrainStyle("#5f8fae", "#2a5580", " ~    ~ "),
    "paddies": TerrainStyle("#8c9c52", "#2f5f5c", "= ~ = ~ "),
    "trees-light": TerrainStyle("#8f9a5c", "#4f6a34", "  ♣     "),
    "rubble": TerrainStyle("#8f8676", "#4d463a", " ░  ░   "),
    "rocks": TerrainStyle("#8a8478", "#4d463a", " ^   ^  "),
}
"""Terrain by its pattern in the catalogue of art; any other is shown by its first letter on grey."""
STRANGE = "#7d7d78"
BORDER = "#3c4630"
HEXSIDES = {
    "water-narrow": "#58b7ff",
    "water": "#3d9bff",
    "water-wide": "#1f6dff",
    "slope": "#e0a060",
    "fence": "#e8d9a0",
    "earthwork": "#ffffff",
    "rampart": "#ff6a55",
    "stepping-stones": "#9fe0ff",
}
"""The colours of borders by what runs along them; any other is white."""
CROSSINGS = {"stepping-stones": "=", "bridge": "#"}
FEATURES = {"house": "⌂", "cottage": "⌂", "tents": "▲", "garden": "#", "springs": "°", "ferry": "F"} | {
    "village": "⌂",
    "town": "▪",
    "church": "†",
    "tavern": "⌂",
    "station": "S",
    "kiln": "♨",
}
ROADS = {
    "road-wide": ("═", "║"),
    "road": ("═", "║"),
    "road-narrow": ("─", "│"),
    "track": ("─", "│"),
    "railway": ("┼", "╫"),
}
EARTH = "#5d3a18"
ROAD_INK = "#4d2f14"
BUILT = {
    "earthwork": "▟",
    "zigzag": "▟",
    "embrasures": "▟",
    "gap": "░",
    "rubble": "░",
    "ruins": "x",
    "smoke": "▒",
    "bridge": "#",
    "boats": "≠",
}
"""What was built, broken or laid in play; any other is shown by its first letter."""


class HexDrawing(Drawing):
    """A hex map in lines."""

    def __init__(self, places: HexPlaces, look: Look) -> None:
        super().__init__(places, look)
        self.places: HexPlaces = places
        self.cache: dict[str, list[list[Segment]]] = {}
        self.art = places.sheet.art
        edges = [(side.between, self.art.edges.get(side.kind, side.kind)) for side in places.sheet.hexsides]
        self.sides = {(a, b): edge for between, edge in edges for a, b in (between, between[::-1])}
        self.built = {place: addition.kind for addition in places.sheet.additions for place in addition.places[-1:]}
        self.flags = {marker.place: marker.colour for marker in places.sheet.markers}

    def sign(self, signs: Mapping[str, str], picked: Mapping[str, str], word: str) -> str:
        return signs.get(picked.get(word, word), word[:1].upper())

    @property
    def scale(self) -> Scale:
        return NEAR if self.look.near else FAR

    @property
    def size(self) -> tuple[int, int]:
        scale, sheet = self.scale, self.places.sheet
        columns, rows = sheet.columns - sheet.first_column + 1, sheet.rows - sheet.first_row + 1
        return scale.across * columns + 1, scale.down * rows + scale.down // 2

    def box(self, place: str) -> tuple[int, int, int, int]:
        scale, here = self.scale, self.places.hexes[place]
        left, top = here.column - self.places.sheet.first_column, here.row - self.places.sheet.first_row
        return left * scale.across, top * scale.down + self.lowered(here.column), scale.across + 1, scale.down

    def lowered(self, column: int) -> int:
        """How much lower the hexes of a column begin: even columns stand half a hex lower."""
        return self.scale.down // 2 if column % 2 == 0 else 0

    def place_at(self, x: int, y: int) -> str | None:
        scale = self.scale
        column = max(x, 0) // scale.across + self.places.sheet.first_column
        row = (y - self.lowered(column)) // scale.down + self.places.sheet.first_row
        return self.places.at.get((column, row))

    def forget(self, *places: str) -> None:
        if not places:
            self.cache.clear()
        for place in places:
            self.cache.pop(place, None)

    def line(self, y: int) -> list[Segment]:
        scale, sheet, found = self.scale, self.places.sheet, []
        for column in range(sheet.first_column, sheet.columns + 1):
            row, part = divmod(y - self.lowered(column), scale.down)
            if column == sheet.first_column and scale.starts[part]:
                found.append(Segment(" " * scale.starts[part]))
            place = self.places.at.get((column, row + sheet.first_row))
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
        here = self.places.hexes[place]
        ground = GROUNDS.get(self.art.pattern(here.terrain)) or TerrainStyle(STRANGE, "#30302c", f"   {here.terrain[:1]}    ")
        paper = self.paper(place, ground)
        scale = self.scale
        lines = [self.bare_line(place, here, ground, paper, line) for line in range(scale.down)]
        counters = () if self.look.bare else self.places.stacks.get(place, ())
        if counters:
            (self.near_stack if self.look.near else self.far_stack)(lines, counters)
        else:
            self.roads(place, here, lines, paper)
        self.letter(place, here, lines, paper)
        return lines

    def paper(self, place: str, ground: TerrainStyle) -> str:
        if place == self.look.cursor:
            return CURSOR
        if place in self.look.shown:
            return mixed(ground.paper, SHOWN, 0.75)
        return mixed(ground.paper, CHOICE, 0.65) if place in self.look.choices else ground.paper

    def bare_line(self, place: str, here: HexPicture, ground: TerrainStyle, paper: str, line: int) -> list[Cell]:
        """A line of a hex with nothing on it: its border, then the signs of its ground."""
        scale = self.scale
        width = scale.width(line)
        shift = here.column * 3 + here.row * 5 + line * 4
        signs = [ground.signs[(shift + x) % len(ground.signs)] for x in range(1, width)]
        cells = [self.left_border(place, here, line, paper), *(Cell(sign, ground.ink, paper) for sign in signs)]
        if self.look.near and line == scale.down - 1:
            below = self.places.at.get((here.column, here.row + 1), "")
            kind = self.sides.get((place, below), "")
            sign = CROSSINGS.get(kind, "▂" if kind else "▁")
            cells[1:] = [Cell(sign, HEXSIDES.get(kind, "#ffffff") if kind else BORDER, paper, bool(kind))] * (width - 1)
        elif line == 0 and self.look.near:
            cells[1:] = [Cell(" ", ground.ink, paper)] * (width - 1)
        return cells

    def left_border(self, place: str, here: HexPicture, line: int, paper: str) -> Cell:
        upper = line < self.scale.down // 2
        across = here.row - 1 if here.column % 2 else here.row
        other = self.places.at.get((here.column - 1, across if upper else across + 1), "")
        kind = self.sides.get((place, other), "")
        sign = CROSSINGS.get(kind, self.scale.borders[line])
        return Cell(sign, HEXSIDES.get(kind, "#ffffff") if kind else BORDER, paper, bool(kind))

    def letter(self, place: str, here: HexPicture, lines: list[list[Cell]], paper: str) -> None:
        """Labels, features, flags, and what an inspection says."""
        near = self.look.near
        busy = place in self.places.stacks and not self.look.bare
        if near:
            write(lines[0], 1, place, "#1d2414", paper)
        for feature in here.features[:1]:
            if near or not busy:
                write(
                    lines[0],
                    5 if near else 2,
                    self.sign(FEATURES, self.art.features, feature),
                    "#000000",
                    paper,
                    True,
                )
        built = self.built.get(place)
        if built is not None and (near or not busy):
            write(
                lines[0],
                7 if near else 3,
                self.sign(BUILT, self.art.additions, built),
                "#ffffff",
                EARTH,
                True,
            )
        if place in self.flags:
            write(lines[0], 6 if near else 5, "⚑", self.flags[place], paper, True)
        if near and not busy and place in self.places.names:
            write(lines[2], 1, self.places.names[place][:8], "#000000", paper)
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
        scale = self.scale
        upper, lower, middle = scale.down // 2 - 1, scale.down // 2, scale.across // 2
        for kind, others in self.places.roads.get(place, {}).items():
            flat, upright = ROADS.get(self.art.roads.get(kind, kind), ROADS["track"])
            for other in others:
                there = self.places.hexes.get(other)
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

    # ------------------------------------------------------------------ the legend

    def legend(self) -> Iterator[Text]:
        """The signs of the terrain, features, hexsides and roads on this map."""
        sheet = self.places.sheet
        for terrain in dict.fromkeys(h.terrain for h in sheet.hexes):
            ground = GROUNDS.get(self.art.pattern(terrain))
            sign = Text(f" {ground.signs} ", style=f"{ground.ink} on {ground.paper}") if ground else Text(f" {terrain[:1]} ")
            yield sign.append(f" {call(terrain)}", style="default on default")
        for feature in dict.fromkeys(feature for h in sheet.hexes for feature in h.features):
            yield Text(f" {self.sign(FEATURES, self.art.features, feature)}  {call(feature)}")
        for kind in dict.fromkeys(side.kind for side in sheet.hexsides):
            edge = self.art.edges.get(kind, kind)
            sign = Text(f" {CROSSINGS.get(edge, '/')}  ", style=f"bold {HEXSIDES.get(edge, '#ffffff')}")
            yield sign.append(call(kind), "default")
        for kind in dict.fromkeys(road.kind for road in sheet.roads):
            yield Text(f" {ROADS.get(self.art.roads.get(kind, kind), ROADS['track'])[0]}  {call(kind)}")
        for kind in dict.fromkeys(addition.kind for addition in sheet.additions):
            yield Text(f" {self.sign(BUILT, self.art.additions, kind)}  {call(kind)}")
        yield Text(say("north", way=say(f"way.{sheet.north}")))


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
