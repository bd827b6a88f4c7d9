"""A display in characters: each box a small block with its text, and below it the counters that lie there."""

from __future__ import annotations

from collections.abc import Iterator

from rich.segment import Segment
from rich.text import Text

from grognard.cli.table.area_drawing import Grain
from grognard.cli.table.drawing import ALARM, CHOICE, CURSOR, SHOWN, Cell, Drawing, Look, mixed, segments, write
from grognard.core.pictures.display import BoxPicture
from grognard.telling.sheets import DisplayPlaces

COARSE, FINE = Grain(9.0, 20.0), Grain(6.5, 14.0)
"""How many units of the display a character is wide and high."""
BOARD, CARD, INK, FRAME = "#3a3324", "#d9cda6", "#2b241a", "#c9b98a"


class DisplayDrawing(Drawing):
    """A display in lines."""

    def __init__(self, places: DisplayPlaces, look: Look) -> None:
        super().__init__(places, look)
        self.places: DisplayPlaces = places
        self.sheet = places.sheet

    @property
    def grain(self) -> Grain:
        return FINE if self.look.near else COARSE

    @property
    def size(self) -> tuple[int, int]:
        return int(self.sheet.width / self.grain.wide) + 1, int(self.sheet.height / self.grain.high) + 1

    def box(self, place: str) -> tuple[int, int, int, int]:
        return self.taken(self.places.boxes[place])

    def taken(self, box: BoxPicture) -> tuple[int, int, int, int]:
        grain, (x, y), (wide, high) = self.grain, box.at, box.size
        left, top = int((x - wide / 2) / grain.wide), int((y - high / 2) / grain.high)
        return left, top, max(int(wide / grain.wide), 4), max(int(high / grain.high), 2)

    def place_at(self, x: int, y: int) -> str | None:
        for box in reversed(self.sheet.boxes):
            left, top, wide, high = self.taken(box)
            if left <= x < left + wide and top <= y < top + high:
                return box.id
        return None

    def line(self, y: int) -> list[Segment]:
        row = [Cell(" ", FRAME, BOARD)] * self.size[0]
        for panel in self.sheet.panels:
            if int(panel.top / self.grain.high) == y:
                write(row, int(panel.left / self.grain.wide) + 1, panel.title, FRAME, BOARD, True)
        for box in self.sheet.boxes:
            left, top, wide, high = self.taken(box)
            if top <= y < top + high:
                self.line_of(row, box, left, y - top, wide, high)
        return segments(row)

    def line_of(self, row: list[Cell], box: BoxPicture, left: int, part: int, wide: int, high: int) -> None:
        """One line of a box: its text at the top, its counters in the lines below."""
        paper = self.paper(box)
        write(row, left, " " * wide, INK, paper)
        if part == 0:
            ink = ALARM if box.outlined else INK
            write(row, left, box.text[:wide], ink, paper, True)
            words = self.look.shown.get(box.id, "")
            write(row, left + wide - len(words), words, "#003049", paper, True)
            return
        counters = () if self.look.bare else self.places.stacks.get(box.id, ())
        room = high - 1
        shown = counters[-room:]  # the top ones
        if part - 1 < len(shown):
            counter = shown[len(shown) - part]
            more = f"+{len(counters) - len(shown)}" if part == room and len(counters) > room else ""
            name = f"{(counter.name or '▒')[: wide - len(more)]}{more}"
            write(row, left, f"{name:{wide}}", counter.colours.band_ink, counter.colours.band, True)

    def paper(self, box: BoxPicture) -> str:
        paper = box.tint or CARD
        if box.id == self.look.cursor:
            return CURSOR
        if box.id in self.look.shown:
            return mixed(paper, SHOWN, 0.75)
        return mixed(paper, CHOICE, 0.65) if box.id in self.look.choices else paper

    def legend(self) -> Iterator[Text]:
        return iter(())
