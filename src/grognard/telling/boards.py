"""The board as a table uses it: all sheets of a picture, their places, what lies in them, and the way from one to the next.

Where a picture has several sheets, a place is addressed with the sheet it is on: `display:holding`. Where it has one, which is
usual, by its own name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from grognard.core.facts import Mention
from grognard.core.pictures import CounterPicture, Picture
from grognard.core.pictures.plane import PlaneSheet
from grognard.core.texts import in_table
from grognard.telling.sheets import Places, Way, places_of
from grognard.telling.words import say

APART = ":"
"""What stands between the sheet and the place."""


class Board:
    """All sheets of a picture."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.sheets: dict[str, Places[Any]] = {sheet.id: places_of(sheet) for sheet in picture.sheets}
        self.title, self.subtitle, self.notes, self.values = picture.title, picture.subtitle, picture.notes, picture.values
        self.trays = picture.trays
        self.main = self.sheets[picture.main.id]
        self.single = len(picture.sheets) == 1
        self.places: Collection[str] = self.main.all if self.single else Addresses(self)
        self.stacks: Mapping[str, tuple[CounterPicture, ...]] = (
            self.main.stacks
            if self.single
            else {self.address(id, place): found for id, each in self.sheets.items() for place, found in each.stacks.items()}
        )
        self.where = {counter.id: place for place, counters in self.stacks.items() for counter in counters}
        self.members: dict[str, tuple[str, ...]] = {}
        """The counters of each group."""
        for counters in self.stacks.values():
            for counter in counters:
                if counter.group:
                    self.members[counter.group] = (*self.members.get(counter.group, ()), counter.id)

    # ------------------------------------------------------------------ addresses

    def address(self, sheet: str, place: str) -> str:
        """A place of a sheet as it is addressed at this table."""
        return place if self.single else f"{sheet}{APART}{place}"

    def at(self, place: str) -> tuple[Places[Any], str]:
        """The sheet that a place is on, and its own name there."""
        if self.single:
            return self.main, place
        sheet, _, own = place.partition(APART)
        return self.sheets[sheet], own

    def find(self, name: str) -> str | None:
        """The place of this name, as it is addressed here: the first sheet that has it counts."""
        if name in self.places:
            return name
        if not self.single:
            for id, sheet in self.sheets.items():
                if name in sheet.all:
                    return self.address(id, name)
        return None

    @cached_property
    def names(self) -> dict[str, str]:
        """The places that have names."""
        return {self.address(id, place): name for id, sheet in self.sheets.items() for place, name in sheet.names.items()}

    @property
    def plane(self) -> str:
        """The sheet on which points are places, if there is one."""
        return next((sheet.id for sheet in self.picture.sheets if isinstance(sheet, PlaneSheet)), "")

    def squads(self) -> Iterator[str]:
        """Groups of counters in one line each, on sheets that tell them so."""
        for sheet in self.sheets.values():
            yield from sheet.squads()

    @cached_property
    def groups(self) -> dict[str, str]:
        """What the group of a counter is called, by the counter."""
        titles = {group.id: group.title for sheet in self.picture.sheets for group in sheet.groups}
        return {one: titles[group] for group, members in self.members.items() if group in titles for one in members}

    # ------------------------------------------------------------------ one place

    def step(self, place: str, way: Way) -> str:
        """The place beside this one, or the same at the edge of its sheet."""
        sheet, own = self.at(place)
        return self.address(sheet.sheet.id, sheet.step(own, way))

    def ground(self, place: str) -> list[str]:
        """What is printed at a place."""
        sheet, own = self.at(place)
        return sheet.ground(own)

    def describe(self, place: str) -> list[str]:
        """The ground of a place, and what lies on it beside counters."""
        sheet, own = self.at(place)
        return sheet.describe(own)

    def name(self, place: str) -> str:
        """What a place is called in a list."""
        sheet, own = self.at(place)
        return sheet.name(own)

    def middle(self) -> str:
        """The place nearest to the middle of all stacks of the main sheet."""
        return self.address(self.picture.main.id, self.main.middle())

    def places_of(self, mentioned: Iterable[Mention]) -> tuple[str, ...]:
        """The places that are spoken of: places themselves, and where pieces stand."""
        found = (
            place
            for role, name in mentioned
            for place in ([self.find(name)] if role == "place" else map(self.where.get, self.counters_of(name)))
        )
        return tuple(dict.fromkeys(place for place in found if place is not None))

    def counters_of(self, name: str) -> tuple[str, ...]:
        """The counters of a group; what is none stands for itself."""
        return self.members.get(name) or (name,)

    def standing_for(self, name: str) -> str:
        """The counter in the middle of a group; what is none stands for itself."""
        members = self.counters_of(name)
        return members[len(members) // 2]

    def places_at(self, names: Iterable[object]) -> tuple[str, ...]:
        """The places of these names, and where the pieces of these ids stand."""
        each = (one for name in names for one in self.counters_of(str(name)))
        found = (self.where.get(name) or self.find(name) for name in each)
        return tuple(dict.fromkeys(place for place in found if place is not None))


class Addresses(Collection[str]):
    """The places of several sheets."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def __contains__(self, place: object) -> bool:
        sheet, apart, own = str(place).partition(APART)
        return bool(apart) and sheet in self.board.sheets and own in self.board.sheets[sheet].all

    def __iter__(self) -> Iterator[str]:
        return (self.board.address(id, place) for id, sheet in self.board.sheets.items() for place in sheet.all)

    def __len__(self) -> int:
        return sum(len(sheet.all) for sheet in self.board.sheets.values())


def board_of(picture: Picture | None) -> Board | None:
    """The board of a picture, if a game has one."""
    return None if picture is None else Board(picture)


def counter_in_words(counter: CounterPicture) -> str:
    """`Old Guard, 4-2-4, 1 of 2 steps lost, disrupted`."""
    words = [counter.title or counter.name, counter.values]
    if counter.lost:
        words.append(say("steps-lost", lost=counter.lost, steps=counter.steps))
    words += [in_table("state", state) for state in counter.states]
    return ", ".join(filter(None, words))


def about_values(counters: Iterable[CounterPicture]) -> list[str]:
    """A line about the values of these counters, if the rulebooks do not print them all."""
    return [say("reconstructed")] if any(counter.basis for counter in counters) else []


def asked_about(board: Board | None, said: Iterable[object]) -> list[str]:
    """What the counters are worth that a question speaks of and that lie beside the map: those about to be placed."""
    wanted = set(map(str, said))
    trays = board.trays if board is not None else ()
    told = [counter_in_words(counter) for tray in trays for counter in tray.counters if counter.id in wanted]
    values = board.values if board is not None else ""
    return [say("worth", counter=words, values=values) if values else words for words in told]
