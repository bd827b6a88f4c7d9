"""What actions and events speak of: which of their fields name a place, which a piece.

A field says so by its type: `Area = Annotated[str, naming("area", role="place")]`. A value can say so itself:
`PlaceWithPieces` is a place, `PieceInPlace` a piece, `Troops` are pieces. So no caller has to search texts for names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import msgspec

from grognard.core.events import Event, PieceInPlace, PlaceWithPieces, Troops
from grognard.core.frames import Role, role_of


class Mention(NamedTuple):
    """A place or a piece that is spoken of."""

    role: Role
    name: str


@cache
def roles(kind: type[msgspec.Struct]) -> dict[str, Role]:
    """The fields of a struct that name places or pieces."""
    found = {field.name: role_of(field.type) for field in msgspec.structs.fields(kind)}
    return {name: role for name, role in found.items() if role}


def mentions(kind: type[msgspec.Struct], said: Mapping[str, object]) -> Iterator[Mention]:
    """The places and pieces in what an action or an event says, in the order in which it says them."""
    known = roles(kind)
    for field, value in said.items():
        yield from _within(value, known.get(field, ""))


def mentions_of(event: Event) -> Iterator[Mention]:
    """The places and pieces that an event names."""
    for field, role in roles(type(event)).items():
        yield from _within(getattr(event, field), role)


def _within(value: Any, role: Role) -> Iterator[Mention]:
    if isinstance(value, PlaceWithPieces):
        yield Mention("place", value.place)
    elif isinstance(value, PieceInPlace):
        yield Mention("piece", value.piece)
    elif isinstance(value, tuple | list | frozenset):
        inner: Role = "piece" if isinstance(value, Troops) else role
        for each in value:
            yield from _within(each, inner)
    elif role and isinstance(value, str) and value:
        yield Mention(role, value)
