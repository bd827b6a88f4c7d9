"""Hex maps: terrain, features and hexsides. What they do is for the rules to say."""

from __future__ import annotations

from collections.abc import Mapping

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
            first, last = (self.grid.labels[self.grid.hexes[place]] for place in (0, -1))
            raise DataError(f"Hex '{label}' is not on the map; its hexes run from {first} to {last}.")
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
