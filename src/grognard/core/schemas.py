"""The schemas of data files: limits for every value in a file, and what is wrong with a value in words.

A value from a file may end up in a search, and a search through a million values would never end. So every number, text and
collection in a schema has limits, which a test of all schemas enforces. The numbers of a game have their own types, named
after what they mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, TypeVar, dataclass_transform

import msgspec
from msgspec import Meta, inspect

from grognard.core.documents import in_short
from grognard.core.overlays.merging import Json

Item = TypeVar("Item")
Key = TypeVar("Key")

Word = Annotated[str, Meta(max_length=80)]
"""An id, a name, a kind: anything that is referred to, or shown in a few words."""
Text = Annotated[str, Meta(max_length=10_000)]
"""A remark; texts in an overlay are shorter (`documents.LONGEST`), and get a line about their basis."""
Few = Annotated[tuple[Item, ...], Meta(max_length=200)]
Many = Annotated[tuple[Item, ...], Meta(max_length=4_000)]
"""As many as a large map has places."""
Table = Annotated[dict[Key, Item], Meta(max_length=4_000)]
Words = Annotated[frozenset[Word], Meta(max_length=200)]
Basis = Annotated[str, Meta(pattern=r"^(printed|reconstructed)", max_length=10_000)]
"""Whether a value is printed in a rulebook or on a component, then what there is to say about it."""


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a data file, which holds nothing else."""


class Conflict(Data):
    """A place where the printed sources differ or fail, and how it is read here."""

    cell: Text
    printed: Table[Word, Text]
    ruling: Text


class Fault(msgspec.Struct, frozen=True):
    """What is wrong with a document: the end of a sentence, and the path to its place, such as `.steps` and `[0]`."""

    words: str
    steps: tuple[str, ...]


def schema_fault(document: Json, kind: object) -> Fault | None:
    """The first violation of the schema in a document, or None."""
    try:
        msgspec.json.decode(msgspec.json.encode(document), type=kind)
    except msgspec.ValidationError as fault:
        words, _, where = str(fault).partition(" - at ")
        steps = tuple(re.findall(r"\.[^.\[`]+|\[[^\]]*\]", where.rpartition("`$")[2]))
        beyond = _beyond_limits(document, inspect.type_info(kind), steps, where.startswith("`key`"))
        return next(beyond, Fault(plainly(words), steps))
    return None


PLAINLY: tuple[tuple[str, str], ...] = (
    (r"Object missing required field `(.*)`", r"the field '\1' is missing"),
    (r"Object contains unknown field `(.*)`", r"there is no field '\1'"),
    (r"Invalid enum value", "the value cannot be"),
    (r"Expected", "expected"),
    (r"matching regex", "of the form"),
    (r"that's a multiple of", "in steps of"),
    (r"\bint\b", "a whole number"),
    (r"\bfloat\b", "a number"),
    (r"\bstr\b", "text"),
    (r"\bbool\b", "true or false"),
    (r"\barray\b", "a list"),
    (r"\bobject\b", "an object"),
    (r" \| ", " or "),
    (r"`", ""),
)
"""msgspec's messages, and our wording."""


def plainly(words: str) -> str:
    """``Expected `int`, got `str` `` in plain words."""
    for form, plain in PLAINLY:
        words = re.sub(form, plain, words)
    return words


# ---------------------------------------------------------------- values beyond their limits


def _beyond_limits(
    value: Any, kind: inspect.Type, steps: tuple[str, ...], is_key: bool, way: tuple[str, ...] = ()
) -> Iterator[Fault]:
    """The values at a place that exceed the limits of their type; msgspec's `[...]` stands for any value of an object."""
    for part in kind.types if isinstance(kind, inspect.UnionType) else (kind,):
        if steps:
            for step, inner, inner_kind in _inside(value, part, steps[0]):
                yield from _beyond_limits(inner, inner_kind, steps[1:], is_key, (*way, step))
        elif is_key and isinstance(part, inspect.DictType) and isinstance(value, dict):
            for key in value:
                number = isinstance(part.key_type, inspect.IntType) and re.fullmatch(r"-?[0-9]{1,15}", key)
                for words in _of_one(int(key) if number else key, part.key_type):
                    yield Fault(f"{words}, as a key", way)
        else:
            for words in _of_one(value, part):
                yield Fault(words, way)


def _inside(value: Any, kind: inspect.Type, step: str) -> Iterator[tuple[str, Any, inspect.Type]]:
    """The steps, values and types that a step leads to."""
    place = step.strip(".[]")
    match kind:
        case inspect.StructType() if isinstance(value, dict) and place in value:
            yield from ((step, value[place], field.type) for field in kind.fields if field.encode_name == place)
        case inspect.DictType() if isinstance(value, dict):
            yield from ((f".{key}", inner, kind.value_type) for key, inner in value.items())
        case inspect.TupleType() if isinstance(value, list):
            yield step, value[int(place)], kind.item_types[int(place)]
        case inspect.CollectionType() if isinstance(value, list):
            yield step, value[int(place)], kind.item_type


def _of_one(value: Any, kind: inspect.Type) -> Iterator[str]:
    match kind:
        case inspect.IntType() if type(value) is int and not _between(kind.ge, value, kind.le):
            yield f"expected a whole number from {kind.ge} to {kind.le}, got {in_short(value)}"
        case inspect.FloatType() if type(value) in (int, float) and not _between(kind.ge, value, kind.le):
            yield f"expected a number from {kind.ge} to {kind.le}, got {in_short(value)}"
        case inspect.StrType() if isinstance(value, str) and not _between(0, len(value), kind.max_length):
            yield f"expected text of at most {kind.max_length} characters, got {len(value)}"
        case inspect.CollectionType() if isinstance(value, list) and not _between(0, len(value), kind.max_length):
            yield f"expected a list of at most {kind.max_length} values, got {len(value)}"
        case inspect.DictType() if isinstance(value, dict) and not _between(0, len(value), kind.max_length):
            yield f"expected an object with at most {kind.max_length} keys, got {len(value)}"


def _between(low: float | None, number: float, high: float | None) -> bool:
    return (low is None or low <= number) and (high is None or number <= high)
