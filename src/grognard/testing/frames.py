"""What a frame or a state may hold, from its types alone, so that whatever a game adds is looked at, too."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import msgspec

import grognard
from grognard.core.errors import PositionError
from grognard.core.frames import NAMES, Existing
from grognard.core.procedures import Procedure
from grognard.core.rules import Rules
from grognard.testing.playing import fail, require

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


# ---------------------------------------------------------------- what is checked


def check_limits(kinds: Collection[type[msgspec.Struct]], elsewhere: Container[str] = ()) -> None:
    """Every field of these says by its type what it names or between which limits it lies, or is checked elsewhere."""
    own = {f"{kind.__name__}.{field}" for kind in kinds for field in OF_CORE}
    found = {place for kind in kinds for place in unlimited(kind)}
    wrong = sorted(place for place in found - own if place not in elsewhere)
    require(not wrong, "say by their types what these name or between which limits they lie (see core/frames.py): {0}", wrong)


WRONG: dict[type, tuple[object, ...]] = {str: ("nobody", "Buffs", " "), int: (1, -5, 10**9)}
"""Names that nothing has: of hexes, whose names are numbers, one in the rim of the map."""


def wrong_for(rules: Rules, spot: Spot) -> tuple[object, ...]:
    """What cannot stand in a spot."""
    if not spot.kind:
        return spot.low - 1, spot.high + 1, 2**62
    return WRONG[type(next(iter(rules.existing[spot.kind])))]  # type: ignore[call-overload]


def faults(position: dict[str, Any]) -> tuple[str, ...]:
    """Why a position is refused; it must be."""
    try:
        grognard.setup(position, seed=1)
    except PositionError as refused:
        return refused.faults
    return fail("a position that cannot be is accepted")


def check_frames(rules: Rules) -> int:
    """A frame that names what does not exist, or holds a number beyond its limits, is refused; returns how many were tried."""
    position = grognard.new(rules.scenario.id, seed=1).position()
    spots = 0
    for name, procedure in procedures_of(rules).items():
        made = sample(procedure, rules.existing)
        frame = {"procedure": name, "step": procedure.steps[0], **made.value}
        for spot in made.spots:
            for wrong in wrong_for(rules, spot):
                found = faults(position | {"pending": [put(frame, spot.path, wrong)]})
                if spot.kind:
                    words = f"The pending frames are impossible: in the frame {name} there is no {spot.kind} {wrong!r};"
                    refused = any(fault.startswith(words) for fault in found)
                else:
                    refused = found[0].startswith("A pending frame cannot be read: Expected `int` ")
                require(refused, "the frame {0} with {1!r} in {2} is refused in other words: {3}", name, wrong, spot, found)
                spots += 1
    return spots


def procedures_of(rules: Rules) -> dict[str, type[Procedure]]:
    return {procedure.__name__: procedure for procedure in rules.procedures}


def check_receivers(rules: Rules) -> None:
    """A result for a method that does not exist is refused."""
    position = grognard.new(rules.scenario.id, seed=1).position()
    below = position["pending"][0]
    for name, procedure in procedures_of(rules).items():
        made = sample(procedure, rules.existing)
        for then in ("nothing", "_run", "__init__", "steps"):
            frame = {"procedure": name, "step": procedure.steps[0], "then": then, **made.value}
            found = faults(position | {"pending": [below, frame]})
            words = f"The pending frames are impossible: the frame {below['procedure']} has no '{then}' to hand a result to;"
            require(
                any(fault.startswith(words) for fault in found), "the frame {0} is refused in other words: {1}", name, found
            )


def check_sizes(rules: Rules) -> None:
    """Too many frames, and too much in them, are refused."""
    position = grognard.new(rules.scenario.id, seed=1).position()
    (frame,) = position["pending"][:1]
    found = faults(position | {"pending": [frame] * 65})
    require(found == ("There are 65 frames under 'pending', and 64 is the most.",), "65 frames: {0}", found)
    found = faults(position | {"pending": [frame | {"more": [0] * 2000}]})
    words = "The frames under 'pending' cannot be read: it has more than 2000 values"
    require(found[0].startswith(words), "a frame with 2000 values: {0}", found)
