"""What a frame or a state may hold, from its types alone, so that whatever a game adds is looked at, too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import msgspec

from grognard.core.frames import NAMES, Existing
from grognard.core.games import State
from grognard.core.procedures import Procedure
from grognard.core.rules import Rules
from grognard.core.scenarios import Scenario, installed

Path = tuple[str | int, ...]

LIMITS = ("ge", "gt", "le", "lt", "max_length", "pattern")
OF_CORE = ("step", "then")
"""The fields that every procedure has; the reader of frames looks at them in a way of its own."""


class Spot(NamedTuple):
    """A place in a frame that names something, or holds a number within limits."""

    path: Path
    kind: str
    """What it names; nothing if it is a number."""
    low: int = 0
    high: int = 0


class Sample(NamedTuple):
    """A value of a type as plain data, and the spots in it."""

    value: Any
    spots: tuple[Spot, ...] = ()

    def beneath(self, key: str | int) -> tuple[Spot, ...]:
        return tuple(spot._replace(path=(key, *spot.path)) for spot in self.spots)


def sample(kind: Any, existing: Existing) -> Sample:
    """A value of a type that names only what exists, every collection with one thing in it."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return sample_of_annotated(arguments[0], arguments[1:], existing)
    if origin is Literal:
        return Sample(arguments[0])
    if origin in (Union, UnionType):
        return sample(next(part for part in arguments if part is not type(None)), existing)
    if origin is dict:
        return sample_of_dict(arguments, existing)
    if origin in (tuple, frozenset):
        items = [sample(part, existing) for part in arguments if part is not Ellipsis]
        spots = (spot for place, item in enumerate(items) for spot in item.beneath(place))
        return Sample([item.value for item in items], tuple(spots))
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        parts = {
            field.name: sample(field.type, existing) for field in msgspec.structs.fields(kind) if field.name not in OF_CORE
        }
        spots = (spot for name, part in parts.items() for spot in part.beneath(name))
        return Sample({name: part.value for name, part in parts.items()}, tuple(spots))
    return Sample({bool: True, int: 1, float: 0.5, str: "x"}[kind])


def sample_of_annotated(kind: Any, notes: tuple[Any, ...], existing: Existing) -> Sample:
    for meta in notes:
        if meta.extra and NAMES in meta.extra:
            named = str(meta.extra[NAMES])
            first = next(iter(existing[named]))  # type: ignore[call-overload]
            return Sample(first, (Spot((), named),))
        if kind is int:
            return Sample(meta.ge, (Spot((), "", meta.ge, meta.le),))
        if meta.pattern is not None:
            return Sample("1" if meta.pattern.startswith("^[1-9]") else "")
    return sample(kind, existing)


def sample_of_dict(arguments: tuple[Any, ...], existing: Existing) -> Sample:
    """The key is a name, too: its spot ends with the key."""
    key, value = (sample(part, existing) for part in arguments)
    named = tuple(Spot((key.value, KEY), spot.kind) for spot in key.spots if spot.kind)
    return Sample({key.value: value.value}, (*named, *value.beneath(key.value)))


KEY = "(the key itself)"


def put(value: Any, path: Path, wrong: object) -> Any:
    """A copy of plain data with something else in one place."""
    copy = msgspec.json.decode(msgspec.json.encode(value))
    inner = copy
    for key in path[:-2] if path[-1] == KEY else path[:-1]:
        inner = inner[key]
    if path[-1] == KEY:
        inner[wrong] = inner.pop(path[-2])
    else:
        inner[path[-1]] = wrong
    return copy


# ---------------------------------------------------------------- fields that nothing limits


def unlimited(kind: Any, place: str = "") -> Iterator[str]:
    """The places in a type where any text or any number may stand."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        inner, *metas = arguments
        limited = any(_limits(meta) for meta in metas if isinstance(meta, msgspec.Meta))
        if not limited:
            yield from unlimited(inner, place)
    elif isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        for field in msgspec.structs.fields(kind):
            yield from unlimited(field.type, f"{kind.__name__}.{field.name}")
    elif kind in (str, int, float):
        yield place
    elif origin is not Literal:
        for part in arguments:
            yield from unlimited(part, place)


def _limits(meta: msgspec.Meta) -> bool:
    named = meta.extra is not None and NAMES in meta.extra
    return named or any(getattr(meta, name) is not None for name in LIMITS)


class Read(NamedTuple):
    """The rules of a scenario as it comes, with its procedures and the class of its state."""

    scenario: Scenario
    rules: Rules
    procedures: Mapping[str, type[Procedure]]
    state: type[State]

    def __str__(self) -> str:
        return self.scenario.id


@cache
def read() -> tuple[Read, ...]:
    found = []
    for scenario in installed():
        rules = scenario.rules(scenario.complete(None))
        procedures = {procedure.__name__: procedure for procedure in rules.procedures}
        found.append(Read(scenario, rules, procedures, type(rules.opening())))
    return tuple(found)
