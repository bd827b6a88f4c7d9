"""Untrusted frames: everything that a frame names must exist, and so must the receiver of its result.

A field says by its type what it names: `Side = Annotated[str, naming("side")]`. The rules say what there is of each kind
(`Rules.existing`), so that one check serves every field of every procedure, and of a state as well. What a field holds by
default, usually nothing, is not looked up.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from functools import cache
from itertools import pairwise
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import msgspec

from grognard.core.documents import in_short

if TYPE_CHECKING:
    from grognard.core.games import Game
    from grognard.core.procedures import Procedure

NAMES, OR, ROLE = "names", "or", "role"
Role = Literal["", "place", "piece"]
"""What a name is to somebody who looks at the table: a place on a sheet, a piece, or neither."""

Existing = Mapping[str, Container[object]]
"""What there is, by the kind of thing: the sides, the pieces and so on."""


def naming(kind: str, otherwise: str | int | None = None, role: Role = "") -> msgspec.Meta:
    """Marks a type whose values name something of a kind, or are the one other value that means nothing."""
    return msgspec.Meta(extra={NAMES: kind, OR: otherwise, ROLE: role})


@cache
def role_of(kind: Any) -> Role:
    """What the names in a type are: places, pieces, or neither."""
    if get_origin(kind) is Annotated:
        inner, *notes = get_args(kind)
        found = (note.extra.get(ROLE, "") for note in notes if isinstance(note, msgspec.Meta) and note.extra)
        return next(filter(None, found), None) or role_of(inner)
    parts = (role_of(part) for part in get_args(kind) if part is not Ellipsis)
    return next(filter(None, parts), "")


class Name(NamedTuple):
    """A name in a field: the kind of thing and which one."""

    kind: str
    value: object
    otherwise: object


Finder = Callable[[Any], Iterator[Name]]


@cache
def finder(kind: Any) -> Finder | None:
    """A function that finds all names in a value of a type, or None if there can be none."""
    if get_origin(kind) is Annotated:
        return _annotated(kind)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _of_struct(kind)
    parts = tuple(finder(part) for part in get_args(kind) if part is not Ellipsis)
    if not any(parts):
        return None
    origin = get_origin(kind)
    if origin is dict:
        return lambda found: (name for pair in found.items() for name in _each(parts, pair))
    if origin is tuple and Ellipsis not in get_args(kind):
        return lambda found: _each(parts, found)
    if origin in (Union, UnionType):
        inner = next(part for part in parts if part is not None)
        return lambda found: iter(()) if found is None else inner(found)
    item = next(part for part in parts if part is not None)
    return lambda found: (name for value in found for name in item(value))


def _annotated(kind: Any) -> Finder | None:
    inner, *notes = get_args(kind)
    for note in notes:
        extra = note.extra if isinstance(note, msgspec.Meta) else None
        if extra and NAMES in extra:
            what, otherwise = str(extra[NAMES]), extra[OR]
            return lambda value: iter((Name(what, value, otherwise),))
    return finder(inner)


def _each(parts: tuple[Finder | None, ...], values: Any) -> Iterator[Name]:
    for find, value in zip(parts, values, strict=True):
        if find is not None:
            yield from find(value)


def _of_struct(kind: type[msgspec.Struct]) -> Finder | None:
    found = [(field.name, field.default, find) for field in msgspec.structs.fields(kind) if (find := finder(field.type))]
    if not found:
        return None

    def names(struct: Any) -> Iterator[Name]:
        for field, default, find in found:
            value = getattr(struct, field)
            if value != default:
                yield from find(value)

    return names


def unknown_names(value: object, kind: Any, existing: Existing) -> Iterator[str]:
    """The names in a value that do not exist, in words."""
    find = finder(kind)
    for name in find(value) if find is not None else ():
        if name.value not in existing[name.kind] and (name.otherwise is None or name.value != name.otherwise):
            yield f"there is no {name.kind} {in_short(name.value)}"


# ---------------------------------------------------------------- a stack of frames


def frame_faults(game: Game, existing: Existing) -> Iterator[str]:
    """Why these frames are impossible, each reason in words."""
    for frame in game.stack:
        for words in unknown_names(frame, type(frame), existing):
            yield f"in the frame {type(frame).__name__} {words}"
    for caller, frame in pairwise(game.stack):
        if frame.then and not is_receiver(type(caller), frame.then):
            yield f"the frame {type(caller).__name__} has no '{frame.then}' to hand a result to"


def is_receiver(kind: type[Procedure], name: str) -> bool:
    """Whether a procedure has a step or a method of this name that can take a result."""
    return name in kind.steps or (not name.startswith("_") and callable(getattr(kind, name, None)))
