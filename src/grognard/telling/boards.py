"""The map as a table uses it: places, what lies in them, and the way from one to the next. A game brings its sheet."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import pairwise
from typing import Literal

from grognard.core.area_pictures import AreaPicture, AreaSheet
from grognard.core.pictures import CounterPicture, HexPicture, Sheet, TrayPicture
from grognard.core.texts import in_table
from grognard.telling.words import call, say

Way = Literal["up", "down", "left", "right"]
STEPS: dict[Way, tuple[int, int]] = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


class Board(ABC):
    """A map with its stacks."""

    title: str
    subtitle: str
    notes: tuple[str, ...]
    values: str
    """What the numbers on the counters mean."""
    names: Mapping[str, str]
    """The places that have names."""

    def __init__(
        self, places: Iterable[str], stacks: Mapping[str, tuple[CounterPicture, ...]], trays: tuple[TrayPicture, ...]
    ) -> None:
        self.places = places if isinstance(places, dict) else dict.fromkeys(places)
        self.stacks = stacks
        self.trays = trays
        self.where = {counter.id: place for place, counters in stacks.items() for counter in counters}

    @abstractmethod
    def step(self, place: str, way: Way) -> str:
        """The place beside this one, or the same at the edge of the map."""

    @abstractmethod
    def centre(self, place: str) -> tuple[float, float]:
        """Where a place lies, in whatever the map is measured in."""

    @abstractmethod
    def ground(self, place: str) -> list[str]:
        """What is printed on the map at a place."""

    @abstractmethod
    def describe(self, place: str) -> list[str]:
        """The ground of a place, and what lies on it beside counters."""

    def name(self, place: str) -> str:
        """What a place is called in a list."""
        return place

    def middle(self) -> str:
        """The place nearest to the middle of all stacks."""
        crowd = [self.centre(place) for place in self.stacks] or [self.centre(place) for place in self.places]
        x, y = sum(x for x, _ in crowd) / len(crowd), sum(y for _, y in crowd) / len(crowd)

        def far(place: str) -> float:
            there = self.centre(place)
            return abs(there[0] - x) + abs(there[1] - y)

        return min(self.places, key=far)

    def places_of(self, said: Iterable[object]) -> tuple[str, ...]:
        """The places that the words of an action speak of: places themselves, and where pieces stand."""
        found: dict[str, None] = {}
        for value in said:
            for word in value if isinstance(value, tuple) else (value,):
                name = str(word)
                place = name if name in self.places else self.where.get(name)
                if place is not None:
                    found[place] = None
        return tuple(found)


_labels: dict[int, tuple[tuple[HexPicture, ...], dict[str, None]]] = {}


def labels_of(hexes: tuple[HexPicture, ...]) -> dict[str, None]:
    """The places of a map: its hexes do not change, so that they are gone through once."""
    known = _labels.get(id(hexes))
    if known is None or known[0] is not hexes:
        if len(_labels) > 100:
            _labels.clear()
        known = _labels[id(hexes)] = hexes, dict.fromkeys(each.label for each in hexes)
    return known[1]


class HexBoard(Board):
    """A hex map."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(labels_of(sheet.hexes), {stack.hex: stack.counters for stack in sheet.stacks}, sheet.trays)
        self.sheet = sheet
        self.title, self.subtitle, self.notes, self.values = sheet.title, sheet.subtitle, sheet.notes, sheet.values
        self.names = {name.hex: name.text for name in sheet.names}

    @cached_property
    def hexes(self) -> dict[str, HexPicture]:
        return {h.label: h for h in self.sheet.hexes}

    @cached_property
    def at(self) -> dict[tuple[int, int], str]:
        """The place in a column and a row."""
        return {(h.column, h.row): h.label for h in self.sheet.hexes}

    def step(self, place: str, way: Way) -> str:
        across, down = STEPS[way]
        here = self.hexes[place]
        return self.at.get((here.column + across, here.row + down), place)

    def centre(self, place: str) -> tuple[float, float]:
        here = self.hexes[place]
        return here.column, here.row

    def ground(self, place: str) -> list[str]:
        here = self.hexes[place]
        ground = [call(here.terrain), *map(call, here.features)]
        lines = [f"{place}: {', '.join(dict.fromkeys(ground))}"]
        if place in self.names:
            lines[0] += f" ({self.names[place]})"
        for kind, others in self.hexsides.get(place, {}).items():
            lines.append(say("towards", what=call(kind), places=", ".join(others)))
        for kind, others in self.roads.get(place, {}).items():
            lines.append(say("towards", what=call(kind), places=", ".join(dict.fromkeys(others))))
        lines += [say("entry", letter=entry.letter) for entry in self.sheet.entries if entry.hex == place]
        zones = [zone.name for zone in self.sheet.zones if place in zone.hexes]
        return [*lines, say("zones", names=", ".join(zones))] if zones else lines

    def describe(self, place: str) -> list[str]:
        return self.ground(place) + [say("flag", words=marker.text) for marker in self.sheet.markers if marker.hex == place]

    @cached_property
    def hexsides(self) -> dict[str, dict[str, list[str]]]:
        """For each place what lies between it and which others."""
        found: dict[str, dict[str, list[str]]] = {}
        for side in self.sheet.hexsides:
            for here, there in (side.between, side.between[::-1]):
                found.setdefault(here, {}).setdefault(side.kind, []).append(there)
        return found

    @cached_property
    def roads(self) -> dict[str, dict[str, list[str]]]:
        """For each place the roads through it, and the places they lead to."""
        found: dict[str, dict[str, list[str]]] = {}
        for road in self.sheet.roads:
            for pair in pairwise(road.hexes):
                for here, there in (pair, pair[::-1]):
                    found.setdefault(here, {}).setdefault(road.kind, []).append(there)
        return found

    def hex(self, place: str) -> HexPicture:
        return self.hexes[place]


class AreaBoard(Board):
    """An area map. Of hidden counters only the backs are there."""

    def __init__(self, sheet: AreaSheet) -> None:
        stacks: dict[str, tuple[CounterPicture, ...]] = {}
        for stack in sheet.stacks:
            stacks[stack.area] = stacks.get(stack.area, ()) + stack.counters
        super().__init__((area.id for area in sheet.areas), stacks, sheet.trays)
        self.sheet = sheet
        self.title, self.subtitle, self.notes, self.values = sheet.title, sheet.subtitle, sheet.notes, ""
        self.areas = {area.id: area for area in sheet.areas}
        self.names = {area.id: area.name for area in sheet.areas}

    def name(self, place: str) -> str:
        return self.names[place]

    def step(self, place: str, way: Way) -> str:
        """The nearest area in that direction, those to the side of it counting double."""
        across, down = STEPS[way]
        x, y = self.centre(place)
        found: list[tuple[float, str]] = []
        for other in self.areas:
            dx, dy = self.centre(other)[0] - x, self.centre(other)[1] - y
            ahead, aside = dx * across + dy * down, abs(dx * down) + abs(dy * across)
            if ahead > 0 and aside <= 2 * ahead:
                found.append((ahead + 2 * aside, other))
        return min(found)[1] if found else place

    def centre(self, place: str) -> tuple[float, float]:
        return self.areas[place].place

    def ground(self, place: str) -> list[str]:
        area = self.areas[place]
        return [f"{area.name}: {call(area.ground)}", *area.notes, *([say("prize")] if area.prize else [])]

    def describe(self, place: str) -> list[str]:
        first, *rest = self.ground(place)
        lines = [first, say("flag", words=self.areas[place].flying.letters), *rest]
        dug = [stack for stack in self.sheet.stacks if stack.area == place and stack.entrenched]
        return lines + [say("entrenched", army=stack.counters[0].title) for stack in dug if stack.counters]

    def area(self, place: str) -> AreaPicture:
        return self.areas[place]


def board_of(sheet: Sheet | AreaSheet | None) -> HexBoard | AreaBoard | None:
    """The board of a sheet, if a game has one."""
    if sheet is None:
        return None
    return HexBoard(sheet) if isinstance(sheet, Sheet) else AreaBoard(sheet)


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
