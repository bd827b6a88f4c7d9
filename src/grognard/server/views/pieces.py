"""The counters: on the map, with flags and markers, and beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from grognard.core.area_pictures import AreaSheet
from grognard.core.pictures import CounterPicture, Sheet
from grognard.core.texts import in_table, language_in_force
from grognard.server.shapes import Colours, Counter, CounterState, Flag, Flying, Marker, Pieces, Stack, Tray
from grognard.server.views.viewer import Viewer
from grognard.telling.boards import counter_in_words

NOTHING = Pieces((), (), (), ())


def pieces_of(sight: Viewer) -> Pieces:
    """All counters that who looks can see; one whose face is hidden has no id."""
    sheet = sight.sheet
    if sheet is None:
        return NOTHING
    trays = tuple(Tray(tray.title, counters(sight, tray.counters)) for tray in sheet.trays)
    if isinstance(sheet, Sheet):
        stacks = tuple(
            Stack(stack.hex, counters(sight, stack.counters), side=side_of(stack.counters)) for stack in sheet.stacks
        )
        return Pieces(stacks, tuple(Marker(marker.hex, marker.text, marker.colour) for marker in sheet.markers), (), trays)
    return Pieces(area_stacks(sight, sheet), (), flags(sheet), trays)


def area_stacks(sight: Viewer, sheet: AreaSheet) -> tuple[Stack, ...]:
    return tuple(
        Stack(stack.area, counters(sight, stack.counters), stack.colour, stack.entrenched, side_of(stack.counters))
        for stack in sheet.stacks
    )


def side_of(stack: Sequence[CounterPicture]) -> str:
    """The seat whose counters these are: the backs show it, too."""
    return stack[-1].side if stack else ""


def flags(sheet: AreaSheet) -> tuple[Flying, ...]:
    """The flags that fly where another is printed."""
    taken = (area for area in sheet.areas if area.flying != area.printed)
    return tuple(Flying(area.id, Flag(area.flying.letters, area.flying.colour)) for area in taken)


def counters(sight: Viewer, pictures: Iterable[CounterPicture]) -> tuple[Counter, ...]:
    language, names = language_in_force(), sight.names
    return tuple(counter_of(picture, picture.id in names, language) for picture in pictures)


@lru_cache(maxsize=16_384)
def counter_of(picture: CounterPicture, known: bool, language: str) -> Counter:
    """A counter as it lies there; the language is in force already and here only tells what is kept apart."""
    colours = picture.colours
    return Counter(
        picture.id if known else "",
        picture.name,
        picture.title or picture.name,
        picture.symbol,
        picture.values,
        Colours(colours.face, colours.ink, colours.band, colours.band_ink),
        picture.steps,
        picture.lost,
        picture.rank,
        tuple(CounterState(state, in_table("state", state)) for state in picture.states),
        picture.basis,
        counter_in_words(picture),
    )
