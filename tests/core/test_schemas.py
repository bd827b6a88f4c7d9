"""Schemas: what is wrong with a value is told with the limits and the value itself, wherever it lies."""

from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct

from grognard.core.overlays.merging import Json
from grognard.core.schemas import Few, Table, Text, Word, Words, schema_fault

Points = Annotated[int, Meta(ge=0, le=30)] | Annotated[float, Meta(ge=0, le=30, multiple_of=0.5)]
Row = Annotated[int, Meta(ge=-2, le=11)]


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    movement: Annotated[int, Meta(ge=1, le=30)]


class Unit(Struct, frozen=True, forbid_unknown_fields=True):
    id: Word
    steps: Few[Step] = ()
    costs: Few[Points | Literal["P"]] = ()
    pair: tuple[Word, Points] = ("", 0)
    rows: Table[Row, Few[Word]] = {}
    by_name: Table[Word, Step] = {}
    flags: Words = frozenset()
    note: Text = ""
    ratio: Annotated[float, Meta(ge=0, le=1)] = 0
    rank: Row | None = None


def fault(**fields: Json) -> tuple[str, str]:
    found = schema_fault({"id": "a", **fields}, Unit)
    assert found is not None
    return "".join(found.steps), found.words


def test_a_document_that_fits_has_no_fault():
    fits: Json = {"id": "a", "steps": [{"movement": 30}], "costs": [0, 0.5, 30, "P"], "rows": {"-2": ["x"]}, "ratio": 1}
    assert schema_fault(fits, Unit) is None


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"steps": [{"movement": 1}, {"movement": 10**6}]}, (".steps[1].movement", "a whole number from 1 to 30, got 1000000")),
        ({"steps": [{"movement": 0}]}, (".steps[0].movement", "a whole number from 1 to 30, got 0")),
        ({"steps": [{"movement": 2**62}]}, (".steps[0].movement", f"a whole number from 1 to 30, got {2**62}")),
        ({"costs": [1, "P", 31]}, (".costs[2]", "a whole number from 0 to 30, got 31")),
        ({"costs": [30.5]}, (".costs[0]", "a number from 0 to 30, got 30.5")),
        ({"costs": [1e300]}, (".costs[0]", "a number from 0 to 30, got 1e+300")),
        ({"costs": [0.3]}, (".costs[0]", "a number in steps of 0.5")),
        ({"pair": ["x", -1]}, (".pair[1]", "a whole number from 0 to 30, got -1")),
        ({"rows": {"0": [], "12": []}}, (".rows", "a whole number from -2 to 11, got 12, as a key")),
        ({"rows": {"0": ["x" * 81]}}, (".rows.0[0]", "text of at most 80 characters, got 81")),
        (
            {"by_name": {"a": {"movement": 2}, "b": {"movement": 99}}},
            (".by_name.b.movement", "a whole number from 1 to 30, got 99"),
        ),
        ({"flags": [str(n) for n in range(201)]}, (".flags", "a list of at most 200 values, got 201")),
        ({"steps": [{"movement": 1}] * 201}, (".steps", "a list of at most 200 values, got 201")),
        (
            {"by_name": {str(n): {"movement": 1} for n in range(4001)}},
            (".by_name", "an object with at most 4000 keys, got 4001"),
        ),
        ({"note": "x" * 10_001}, (".note", "text of at most 10000 characters, got 10001")),
        ({"ratio": 1.5}, (".ratio", "a number from 0 to 1, got 1.5")),
        ({"rank": 12}, (".rank", "a whole number from -2 to 11, got 12")),
        ({"steps": [{"movement": "far"}]}, (".steps[0].movement", "a whole number, got text")),
        ({"steps": [{"movement": True}]}, (".steps[0].movement", "a whole number, got true or false")),
        ({"steps": {}}, (".steps", "a list, got an object")),
    ],
    ids=lambda value: str(value)[:60],
)
def test_the_place_the_limits_and_the_value_are_told(fields: dict[str, Json], expected: tuple[str, str]):
    assert fault(**fields) == (expected[0], f"expected {expected[1]}")


def test_missing_and_unknown_fields_are_told():
    found = schema_fault({"id": "a", "steps": [{}]}, Unit)
    assert found is not None
    assert (found.words, found.steps) == ("the field 'movement' is missing", (".steps", "[0]"))
    assert fault(colour="red")[1] == "there is no field 'colour'"
