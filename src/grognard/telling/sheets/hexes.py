"""The hexes of a map."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

from grognard.core.pictures.hexes import HexPicture, HexSheet
from grognard.telling.sheets.places import STEPS, Places, Way
from grognard.telling.words import call, say

_labels: dict[int, tuple[tuple[HexPicture, ...], dict[str, None]]] = {}


def labels_of(hexes: tuple[HexPicture, ...]) -> dict[str, None]:
    """The places of a map: its hexes do not change, so that they are gone through once."""
    known = _labels.get(id(hexes))
    if known is None or known[0] is not hexes:
        if len(_labels) > 100:
            _labels.clear()
        known = _labels[id(hexes)] = hexes, dict.fromkeys(each.label for each in hexes)
    return known[1]


class HexPlaces(Places[HexSheet]):
    """A hex map."""

    def __init__(self, sheet: HexSheet) -> None:
        super().__init__(sheet)
        self.all = labels_of(sheet.hexes)
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

    def legend(self) -> Iterator[tuple[str, str]]:
        """Every terrain, feature, hexside and road that is on this map."""
        sheet = self.sheet
        used = {
            "terrain": [h.terrain for h in sheet.hexes],
            "feature": [feature for h in sheet.hexes for feature in h.features],
            "hexside": [side.kind for side in sheet.hexsides],
            "road": [road.kind for road in sheet.roads],
        }
        for kind, listed in used.items():
            yield from ((kind, word) for word in dict.fromkeys(listed))

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
