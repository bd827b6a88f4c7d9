"""The map on the screen: scrolls, has a cursor, and tells which place was picked."""

from __future__ import annotations

from collections.abc import Mapping

from rich.segment import Segment
from textual.binding import Binding
from textual.events import Click
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from grognard.cli.table.area_drawing import AreaDrawing
from grognard.cli.table.drawing import FAR, NEAR, Drawing, HexDrawing, Look
from grognard.telling.boards import AreaBoard, Board, HexBoard, Way

LEAP = 5
"""How many places a page up or down goes."""


class MapView(ScrollView, can_focus=True):
    """The map with its cursor."""

    BINDINGS = [
        Binding("up", "step('up')", show=False),
        Binding("down", "step('down')", show=False),
        Binding("left", "step('left')", show=False),
        Binding("right", "step('right')", show=False),
        Binding("pageup,shift+up", "leap('up')", show=False),
        Binding("pagedown,shift+down", "leap('down')", show=False),
        Binding("home,shift+left", "leap('left')", show=False),
        Binding("end,shift+right", "leap('right')", show=False),
        Binding("enter,space", "pick", "pick"),
    ]

    class Moved(Message):
        """The cursor is on another place."""

        def __init__(self, place: str) -> None:
            super().__init__()
            self.place = place

    class Picked(Message):
        """A place was picked."""

        def __init__(self, place: str) -> None:
            super().__init__()
            self.place = place

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.look = Look()
        self.drawing: Drawing | None = None

    @property
    def board(self) -> Board | None:
        return self.drawing.board if self.drawing is not None else None

    @property
    def cursor(self) -> str:
        return self.look.cursor

    # ------------------------------------------------------------------ what is shown

    def show(self, board: HexBoard | AreaBoard, choices: frozenset[str]) -> None:
        """A new position, or another person who looks at it."""
        fresh = self.drawing is None
        self.look.choices = choices
        self.drawing = AreaDrawing(board, self.look) if isinstance(board, AreaBoard) else HexDrawing(board, self.look)
        self.virtual_size = Size(*self.drawing.size)
        if self.look.cursor not in board.places:
            self.look.cursor = board.middle()
        self.refresh()
        if fresh:
            self.call_after_refresh(self.centre)

    def show_choices(self, choices: frozenset[str]) -> None:
        self.look.choices = choices
        self.draw_anew()

    def show_inspection(self, shown: Mapping[str, str]) -> None:
        self.look.shown = shown
        self.draw_anew()

    def take_off_counters(self, bare: bool) -> None:
        self.look.bare = bare
        self.draw_anew()

    def zoom(self, near: bool) -> None:
        self.look.scale = NEAR if near else FAR
        if self.drawing is not None:
            self.draw_anew()
            self.virtual_size = Size(*self.drawing.size)
            self.call_after_refresh(self.centre)

    def draw_anew(self) -> None:
        if self.drawing is not None:
            self.drawing.forget()
            self.refresh()

    def render_line(self, y: int) -> Strip:
        if self.drawing is None:
            return Strip.blank(self.size.width)
        left, top = self.scroll_offset
        if y + top >= self.drawing.size[1]:
            return Strip.blank(self.size.width)
        line: list[Segment] = self.drawing.line(y + top)
        return Strip(line).crop_extend(left, left + self.size.width, None)

    # ------------------------------------------------------------------ the cursor

    def put_cursor(self, place: str) -> None:
        """Put the cursor on a place and bring it into view."""
        if self.drawing is None or place not in self.drawing.board.places:
            return
        before, self.look.cursor = self.look.cursor, place
        self.drawing.forget(before, place)
        both = [each for each in (before, place) if each in self.drawing.board.places]
        self.refresh(*(self.region_of(each).translate(-self.scroll_offset) for each in both))
        self.bring_into_view()
        self.post_message(self.Moved(place))

    def region_of(self, place: str) -> Region:
        """What a place takes up of the whole map."""
        return Region(*self.drawing.box(place)) if self.drawing is not None else Region()

    def bring_into_view(self) -> None:
        """Scroll so that the cursor is seen, and what lies around it."""
        here = self.region_of(self.look.cursor)
        self.scroll_to_region(here.grow((here.height, here.width, here.height, here.width)), animate=False, force=True)

    def centre(self) -> None:
        """Bring the cursor to the middle."""
        if self.drawing is not None and self.look.cursor in self.drawing.board.places:
            x, y = self.region_of(self.look.cursor).center
            self.scroll_to(round(x) - self.size.width // 2, round(y) - self.size.height // 2, animate=False, force=True)

    def action_step(self, way: Way) -> None:
        if self.board is not None:
            self.put_cursor(self.board.step(self.look.cursor, way))

    def action_leap(self, way: Way) -> None:
        if self.board is not None:
            place = self.look.cursor
            for _ in range(LEAP):
                place = self.board.step(place, way)
            self.put_cursor(place)

    def action_pick(self) -> None:
        self.post_message(self.Picked(self.look.cursor))

    def on_click(self, event: Click) -> None:
        """A click puts the cursor; a second one on the same place picks it."""
        if self.drawing is None:
            return
        place = self.drawing.place_at(event.x + self.scroll_offset.x, event.y + self.scroll_offset.y)
        if place is not None and place == self.look.cursor:
            self.post_message(self.Picked(place))
        elif place is not None:
            self.put_cursor(place)
