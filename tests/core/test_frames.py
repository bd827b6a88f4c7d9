"""Names in frames: found by their types, however deep, and looked up in what the rules say exists."""

from typing import Annotated, Any, Literal

import msgspec
import pytest

from grognard.core.frames import finder, is_receiver, naming, unknown_names
from tests.core.toy import Duel

Side = Annotated[str, naming("side")]
SideOrNone = Annotated[str, naming("side", "")]
HexId = Annotated[int, naming("hex number", 0)]
EXISTING: dict[str, Any] = {"side": ("red", "blue"), "hex number": {101: "0101", 102: "0102"}}


class Order(msgspec.Struct, frozen=True):
    side: Side
    at: HexId = 0


class Plan(msgspec.Struct):
    """Names at every depth, beside what names nothing."""

    title: str
    side: Side = ""
    sides: frozenset[Side] = frozenset()
    pairs: tuple[tuple[Side, int, HexId], ...] = ()
    held: dict[HexId, Side] = {}
    orders: tuple[Order, ...] = ()
    ally: Side | None = None
    loser: SideOrNone = "red"
    mood: Literal["good", "bad"] = "good"
    count: Annotated[int, msgspec.Meta(ge=0)] = 0


def unknown(**fields: Any) -> list[str]:
    return list(unknown_names(Plan("anything", **fields), Plan, EXISTING))


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"side": "red"},
        {"sides": frozenset({"red", "blue"})},
        {"pairs": (("red", 99, 101), ("blue", -1, 102))},
        {"held": {101: "red"}},
        {"orders": (Order("red"), Order("blue", 102))},
        {"ally": "blue"},
        {"loser": ""},
        {"mood": "bad", "count": 7},
    ],
    ids=lambda value: ",".join(value),
)
def test_what_exists_may_be_named(fields: dict[str, Any]):
    assert unknown(**fields) == []


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"side": "green"}, ["there is no side 'green'"]),
        ({"sides": frozenset({"red", "green"})}, ["there is no side 'green'"]),
        ({"sides": frozenset({""})}, ["there is no side ''"]),
        ({"pairs": (("red", 0, 103), ("green", 0, 101))}, ["there is no hex number 103", "there is no side 'green'"]),
        ({"held": {101: "green"}}, ["there is no side 'green'"]),
        ({"held": {103: "red"}}, ["there is no hex number 103"]),
        ({"orders": (Order(""), Order("blue", 103))}, ["there is no side ''", "there is no hex number 103"]),
        ({"ally": "green"}, ["there is no side 'green'"]),
        ({"loser": "green"}, ["there is no side 'green'"]),
        ({"side": "g" * 500}, [f"there is no side '{'g' * 59}..."]),
    ],
    ids=lambda value: ",".join(value),
)
def test_what_does_not_exist_is_told(fields: dict[str, Any], words: list[str]):
    assert unknown(**fields) == words


def test_what_a_field_holds_by_default_is_not_looked_up():
    assert unknown(side="") == []
    assert unknown(sides=frozenset()) == []


def test_a_value_that_stands_for_nothing_does_so_only_where_its_type_says():
    assert list(unknown_names(("", "red"), tuple[SideOrNone, ...], EXISTING)) == []
    assert list(unknown_names(("", "red"), tuple[Side, ...], EXISTING)) == ["there is no side ''"]
    assert list(unknown_names(0, HexId, EXISTING)) == []


@pytest.mark.parametrize("kind", [str, int, tuple[int, ...], dict[str, int], int | None, Literal["a"]], ids=str)
def test_types_that_name_nothing_are_passed_over(kind: Any):
    assert finder(kind) is None


@pytest.mark.parametrize(
    ("name", "is_one"), [("bid", True), ("drawn", True), ("rest", False), ("__init__", False), ("steps", False)]
)
def test_a_result_goes_to_a_step_or_a_method(name: str, is_one: bool):
    assert is_receiver(Duel, name) is is_one
