"""What every kind of sheet can say about its places."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping
from typing import Generic, Literal, TypeVar

from grognard.core.pictures import CounterPicture, Sheet
from grognard.telling.words import call, say

Way = Literal["up", "down", "left", "right"]
STEPS: dict[Way, tuple[int, int]] = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}

S = TypeVar("S", bound=Sheet)


class Places(ABC, Generic[S]):
    """The places of one sheet, by the names that the sheet itself gives them."""

    names: Mapping[str, str]
    """The places that have names."""
    all: Collection[str]
    """Every place; where they cannot be counted, those that matter now, and any other is held all the same."""

    def __init__(self, sheet: S) -> None:
        self.sheet = sheet
        self.stacks: dict[str, tuple[CounterPicture, ...]] = {}
        for stack in sheet.stacks:
            here = self.stacks.get(stack.place)
            self.stacks[stack.place] = stack.counters if here is None else here + stack.counters

    @abstractmethod
    def step(self, place: str, way: Way) -> str:
        """The place beside this one, or the same at the edge of the sheet."""

    @abstractmethod
    def centre(self, place: str) -> tuple[float, float]:
        """Where a place lies, in whatever the sheet is measured in; down is more."""

    @abstractmethod
    def ground(self, place: str) -> list[str]:
        """What is printed at a place."""

    @abstractmethod
    def legend(self) -> Iterator[tuple[str, str]]:
        """What is drawn on this sheet: the kind of thing and the word for it."""

    def printed(self) -> Collection[str]:
        """The places that are printed on the sheet, each to be told what its ground is."""
        return self.all

    def name(self, place: str) -> str:
        """What a place is called in a list."""
        return place

    def describe(self, place: str) -> list[str]:
        """The ground of a place, and what lies on it beside counters."""
        flags = [say("flag", words=marker.text) for marker in self.sheet.markers if marker.place == place]
        return self.ground(place) + flags + self.built(place)

    def built(self, place: str) -> list[str]:
        """What was built, broken or laid at a place."""
        found: dict[str, None] = {}
        for addition in self.sheet.additions:
            if place in addition.places:
                others = [self.name(other) for other in addition.places if other != place]
                what = addition.text or call(addition.kind)
                found[say("towards", what=what, places=", ".join(others)) if others else what] = None
        return list(found)

    def squads(self) -> Iterator[str]:
        """Counters that stand together, each group in one line; nothing where they are told place by place."""
        return iter(())

    def middle(self) -> str:
        """The place nearest to the middle of all stacks."""
        crowd = [self.centre(place) for place in self.stacks] or [self.centre(place) for place in self.all]
        x, y = sum(x for x, _ in crowd) / len(crowd), sum(y for _, y in crowd) / len(crowd)

        def far(place: str) -> float:
            there = self.centre(place)
            return abs(there[0] - x) + abs(there[1] - y)

        return min(self.all, key=far)


def nearest_ahead(places: Mapping[str, tuple[float, float]], place: str, way: Way) -> str:
    """The nearest place in a direction, those to the side of it counting double; the same where there is none."""
    across, down = STEPS[way]
    x, y = places[place]
    found: list[tuple[float, str]] = []
    for other, (there_x, there_y) in places.items():
        dx, dy = there_x - x, there_y - y
        ahead, aside = dx * across + dy * down, abs(dx * down) + abs(dy * across)
        if ahead > 0 and aside <= 2 * ahead:
            found.append((ahead + 2 * aside, other))
    return min(found)[1] if found else place
