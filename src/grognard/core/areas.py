"""Area maps: areas and the borders between them. What a border means is up to the rules."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import msgspec

from grognard.core.errors import DataError

NOTHING: frozenset[str] = frozenset()


class Area(msgspec.Struct, frozen=True):
    """One area of an area map."""

    id: str
    name: str
    polygon: tuple[tuple[float, float], ...] = ()
    features: frozenset[str] = NOTHING


class Border(msgspec.Struct, frozen=True):
    """Where two areas touch, and what is between them."""

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
        """What is between two areas, or None if they do not touch."""
        return self.borders.get((a, b))
