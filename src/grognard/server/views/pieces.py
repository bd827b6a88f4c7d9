"""The counters: on the sheets, with flags, markers and what was built, and beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec.structs import replace

from grognard.core.pictures import CounterPicture, GroupPicture, Sheet, WayPicture
from grognard.core.texts import TextScope, in_table, scope_in_force
from grognard.server.shapes import Addition, Counter, CounterState, Group, Pieces, Sky, Stack, Tray
from grognard.server.views.context import ViewContext
from grognard.telling.boards import Board, counter_in_words
from grognard.telling.words import call, capital

NOTHING = Pieces((), (), (), (), (), (), (), ())


def pieces_of(context: ViewContext) -> Pieces:
    """All counters that who looks can see; one whose face is hidden has no id."""
    board = context.board
    if board is None:
        return NOTHING
    sheets = board.picture.sheets
    return Pieces(
        tuple(stack for sheet in sheets for stack in stacks_of(context, board, sheet)),
        tuple(replace(found, place=board.address(sheet.id, found.place)) for sheet in sheets for found in sheet.markers),
        tuple(replace(found, place=board.address(sheet.id, found.place)) for sheet in sheets for found in sheet.flags),
        tuple(group_of(group, sheet.id) for sheet in sheets for group in sheet.groups),
        tuple(addition for sheet in sheets for addition in additions_of(board, sheet)),
        tuple(way_on(board, sheet.id, way) for sheet in sheets for way in sheet.ways),
        tuple(Sky(sheet.id, sheet.sky) for sheet in sheets if sheet.sky),
        tuple(Tray(tray.title, counters(context, tray.counters)) for tray in board.trays),
    )


def stacks_of(context: ViewContext, board: Board, sheet: Sheet) -> Iterable[Stack]:
    for stack in sheet.stacks:
        place, side = board.address(sheet.id, stack.place), side_of(stack.counters)
        yield Stack(place, counters(context, stack.counters), stack.colour, stack.entrenched, side)


def side_of(stack: Sequence[CounterPicture]) -> str:
    """The seat whose counters these are: the backs show it, too."""
    return stack[-1].side if stack else ""


def group_of(group: GroupPicture, sheet: str) -> Group:
    states = tuple(CounterState(state, in_table("state", state)) for state in group.states)
    words = ", ".join(filter(None, (group.title, group.badge, *(state.title for state in states))))
    return Group(group.id, group.title, group.badge, group.colours, words, sheet, group.side, states, group.facing)


def additions_of(board: Board, sheet: Sheet) -> Iterable[Addition]:
    for found in sheet.additions:
        places = tuple(board.address(sheet.id, place) for place in found.places)
        yield Addition(found.kind, places, found.text or call(found.kind), capital(call(found.kind)))


def way_on(board: Board, sheet: str, way: WayPicture) -> WayPicture:
    """A way with its places as they are addressed."""
    tolls = tuple(replace(toll, place=board.address(sheet, toll.place)) for toll in way.tolls)
    return replace(way, places=tuple(board.address(sheet, place) for place in way.places), tolls=tolls)


def counters(context: ViewContext, pictures: Iterable[CounterPicture]) -> tuple[Counter, ...]:
    scope, names = scope_in_force(), context.names
    return tuple(counter_of(picture, picture.id in names, scope) for picture in pictures)


@lru_cache(maxsize=16_384)
def counter_of(picture: CounterPicture, known: bool, scope: TextScope) -> Counter:
    """A counter as it lies there; the scope of texts is in force already and here only a cache key."""
    return Counter(
        picture.id if known else "",
        picture.name,
        picture.title or picture.name,
        picture.symbol,
        picture.values,
        picture.colours,
        picture.steps,
        picture.lost,
        picture.rank,
        tuple(CounterState(state, in_table("state", state)) for state in picture.states),
        picture.basis,
        counter_in_words(picture),
        picture.group,
        picture.facing,
    )
