"""Boards: hexes with terrain and hexsides, or areas with borders. What terrain does is for the rules to say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

import msgspec

from grognard.core.errors import DataError
from grognard.core.hexes import Hex, HexGrid, HexSet, hex_set

NOTHING: frozenset[str] = frozenset()


class HexBoard:
    """A hex map: a terrain and features in each hex, and what a piece crosses on the way from one hex to the next."""

    def __init__(
        self,
        grid: HexGrid,
        terrain: Mapping[Hex, str],
        features: Mapping[Hex, frozenset[str]],
        sides: Mapping[tuple[Hex, Hex], frozenset[str]],
        zones: Mapping[str, HexSet],
    ) -> None:
        self.grid = grid
        self.terrain = dict(terrain)
        self.features = dict(features)
        self.sides = dict(sides)
        self.zones = dict(zones)

    def hex(self, label: str) -> Hex:
        """The hex with this label, or one clear sentence."""
        found = self.grid.by_label.get(label)
        if found is None:
            last = self.grid.labels[self.grid.hexes[-1]]
            raise DataError(f"Hex '{label}' is not on the map; its hexes run from 0101 to {last}.")
        return found

    def label(self, h: Hex) -> str:
        return self.grid.labels[h]

    def side(self, a: Hex, b: Hex) -> frozenset[str]:
        """What lies on the hexside when crossing it from a to b."""
        return self.sides.get((a, b), NOTHING)

    def with_terrain(self, *terrains: str) -> HexSet:
        return hex_set(h for h, terrain in self.terrain.items() if terrain in terrains)

    def with_feature(self, feature: str) -> HexSet:
        return hex_set(h for h, features in self.features.items() if feature in features)


class Area(msgspec.Struct, frozen=True):
    """One area of an area map."""

    id: str
    name: str
    polygon: tuple[tuple[float, float], ...] = ()
    features: frozenset[str] = NOTHING


class Border(msgspec.Struct, frozen=True):
    """Where two areas touch, and what lies between them."""

    between: tuple[str, str]
    features: frozenset[str] = NOTHING


class AreaBoard:
    """An area map: areas and the borders between them."""

    def __init__(self, areas: Iterable[Area], borders: Iterable[Border]) -> None:
        self.areas = {area.id: area for area in areas}
        self.borders: dict[tuple[str, str], frozenset[str]] = {}
        for border in borders:
            a, b = border.between
            for area in (a, b):
                if area not in self.areas:
                    raise DataError(f"A border names the area '{area}', which is not on the map.")
            self.borders[a, b] = self.borders[b, a] = border.features

    @cached_property
    def neighbours(self) -> dict[str, tuple[str, ...]]:
        """The areas that touch each area, in the order of the map."""
        return {a: tuple(b for b in self.areas if (a, b) in self.borders) for a in self.areas}

    def border(self, a: str, b: str) -> frozenset[str] | None:
        """What lies between two areas, or None if they do not touch."""
        return self.borders.get((a, b))
