"""The areas of a map. Of hidden counters only the backs are there."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.pictures.areas import AreaSheet
from grognard.telling.sheets.places import Places, Way, nearest_ahead
from grognard.telling.words import call, say


class AreaPlaces(Places[AreaSheet]):
    """An area map."""

    def __init__(self, sheet: AreaSheet) -> None:
        super().__init__(sheet)
        self.areas = {area.id: area for area in sheet.areas}
        self.all = self.areas
        self.names = {area.id: area.name for area in sheet.areas}

    def name(self, place: str) -> str:
        return self.names[place]

    def step(self, place: str, way: Way) -> str:
        return nearest_ahead({area.id: area.place for area in self.sheet.areas}, place, way)

    def centre(self, place: str) -> tuple[float, float]:
        return self.areas[place].place

    def ground(self, place: str) -> list[str]:
        area = self.areas[place]
        return [f"{area.name}: {call(area.ground)}", *area.notes, *([say("prize")] if area.prize else [])]

    def describe(self, place: str) -> list[str]:
        first, *rest = self.ground(place)
        flying = next((flying.flag for flying in self.sheet.flags if flying.place == place), self.areas[place].printed)
        lines = [first, say("flag", words=flying.letters), *rest]
        dug = [stack for stack in self.sheet.stacks if stack.place == place and stack.entrenched]
        return lines + [say("entrenched", army=stack.counters[0].title) for stack in dug if stack.counters] + self.built(place)

    def legend(self) -> Iterator[tuple[str, str]]:
        """The grounds that are on this map, then whatever else is drawn on it."""
        sheet = self.sheet
        yield from (("ground", word) for word in dict.fromkeys(area.ground for area in sheet.areas))
        drawn = {
            "river": sheet.rivers,
            "crossing": sheet.crossings,
            "road": sheet.roads,
            "prize": any(area.prize for area in sheet.areas),
        }
        yield from ((word, word) for word, there in drawn.items() if there)
