"""Lines of sight from one piece to others, and what an inspection found in general."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

Sight = Literal["clear", "covered", "blocked"]


class SightLine(msgspec.Struct, frozen=True):
    """Whether a piece sees another one, from what distance, and what covers or hides it."""

    piece: str
    """Who is looked at."""
    start: str
    """The place of who looks, and of who is looked at."""
    end: str
    far: float
    sight: Sight
    words: str
    """How they are seen, or what is in the way."""
    broken: str = ""
    """The place where something is in the way."""


def places_inspected(found: Any) -> Iterator[tuple[str, float | None]]:
    """What an inspection found on the map: places, places with a number each, or whoever is seen with the distance."""
    if isinstance(found, dict):
        yield from found.items()
    elif isinstance(found, list | tuple):
        for each in found:
            if not isinstance(each, SightLine):
                yield str(each), None
            elif each.sight != "blocked":
                yield each.end, round(each.far)
