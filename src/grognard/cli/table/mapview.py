"""The map on the screen: scrolls, has a cursor, and tells which place was picked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rich.segment import Segment
from textual.binding import Binding
from textual.events import Click
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from grognard.cli.table.drawing import Drawing, Look
from grognard.cli.table.kinds import drawing_of
from grognard.telling.boards import Board
from grognard.telling.sheets import Way

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
        """A place was picked, as an answer to a question."""

        def __init__(self, place: str, question: int) -> None:
            super().__init__()
            self.place = place
            self.question = question

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.look = Look()
        self.question = 0
        """The question whose choices are shown."""
        self.board: Board | None = None
        self.sheet = ""
        """The sheet that is shown; the others are a key away."""
        self.drawing: Drawing | None = None
        self.choices: frozenset[str] = frozenset()
        self.inspected: Mapping[str, str] = {}

    @property
    def cursor(self) -> str:
        """Where the cursor is, as places are addressed at this table."""
        return self.board.address(self.sheet, self.look.cursor) if self.board is not None else ""

    # ------------------------------------------------------------------ what is shown

    def show(self, board: Board, choices: frozenset[str]) -> None:
        """A new position, or another person who looks at it."""
        fresh = self.drawing is None
        self.board, self.choices = board, choices
        self.turn_to(self.sheet if self.sheet in board.sheets else board.picture.main.id)
        self.refresh()
        if fresh:
            self.call_after_refresh(self.centre)

    def turn_to(self, sheet: str) -> None:
        """Show another sheet, or the same anew."""
        assert self.board is not None
        places = self.board.sheets[sheet]
        self.sheet = sheet
        self.look.choices = frozenset(self.own(self.choices))
        self.look.shown = self.shown_here()
        self.drawing = drawing_of(places, self.look)
        self.virtual_size = Size(*self.drawing.size)
        if self.look.cursor not in places.all:
            self.look.cursor = places.middle()

    def next_sheet(self) -> None:
        """The sheet after the one that is shown."""
        if self.board is not None and len(self.board.sheets) > 1:
            order = list(self.board.sheets)
            self.turn_to(order[(order.index(self.sheet) + 1) % len(order)])
            self.draw_anew()
            self.call_after_refresh(self.centre)
            self.post_message(self.Moved(self.cursor))

    def is_here(self, place: str) -> bool:
        """Whether a place is on the sheet that is shown."""
        return self.board is not None and place in self.board.places and self.board.at(place)[0].sheet.id == self.sheet

    def own(self, places: Iterable[str]) -> Iterator[str]:
        """Of some places those on the sheet that is shown, by their own names."""
        for place in places:
            if self.board is not None and self.is_here(place):
                yield self.board.at(place)[1]

    def shown_here(self) -> dict[str, str]:
        return dict(
            zip(
                self.own(self.inspected), (words for place, words in self.inspected.items() if self.is_here(place)), strict=True
            )
        )

    def show_choices(self, choices: frozenset[str], question: int = 0) -> None:
        self.choices = choices
        self.question = question
        self.look.choices = frozenset(self.own(choices))
        self.draw_anew()

    def show_inspection(self, shown: Mapping[str, str]) -> None:
        """What an inspection found, place by place as the game names them."""
        board = self.board
        found = {board.find(place): words for place, words in shown.items()} if board is not None else {}
        self.inspected = {place: words for place, words in found.items() if place is not None}
        self.look.shown = self.shown_here()
        self.draw_anew()

    def take_off_counters(self, bare: bool) -> None:
        self.look.bare = bare
        self.draw_anew()

    def zoom(self, near: bool) -> None:
        self.look.near = near
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
        """Put the cursor on a place, on whatever sheet it is, and bring it into view."""
        if self.board is None or self.drawing is None or place not in self.board.places:
            return
        sheet, own = self.board.at(place)
        if sheet.sheet.id != self.sheet:
            self.look.cursor = own
            self.turn_to(sheet.sheet.id)
            self.draw_anew()
        else:
            before, self.look.cursor = self.look.cursor, own
            self.drawing.forget(before, own)
            both = [each for each in (before, own) if each in sheet.all]
            self.refresh(*(self.region_of(each).translate(-self.scroll_offset) for each in both))
        self.bring_into_view()
        self.post_message(self.Moved(place))

    def region_of(self, own: str) -> Region:
        """What a place takes up of the whole sheet."""
        return Region(*self.drawing.box(own)) if self.drawing is not None else Region()

    def bring_into_view(self) -> None:
        """Scroll so that the cursor is seen, and what lies around it."""
        here = self.region_of(self.look.cursor)
        self.scroll_to_region(here.grow((here.height, here.width, here.height, here.width)), animate=False, force=True)

    def centre(self) -> None:
        """Bring the cursor to the middle."""
        if self.drawing is not None and self.look.cursor in self.drawing.places.all:
            x, y = self.region_of(self.look.cursor).center
            self.scroll_to(round(x) - self.size.width // 2, round(y) - self.size.height // 2, animate=False, force=True)

    def action_step(self, way: Way) -> None:
        if self.board is not None:
            self.put_cursor(self.board.step(self.cursor, way))

    def action_leap(self, way: Way) -> None:
        if self.board is not None:
            place = self.cursor
            for _ in range(LEAP):
                place = self.board.step(place, way)
            self.put_cursor(place)

    def action_pick(self) -> None:
        self.post_message(self.Picked(self.cursor, self.question))

    def on_click(self, event: Click) -> None:
        """A click puts the cursor; a second one on the same place picks it."""
        if self.drawing is None or self.board is None:
            return
        own = self.drawing.place_at(event.x + self.scroll_offset.x, event.y + self.scroll_offset.y)
        if own is None:
            return
        place = self.board.address(self.sheet, own)
        if own == self.look.cursor:
            self.post_message(self.Picked(place, self.question))
        else:
            self.put_cursor(place)
