"""Merging JSON documents: what a second document changes in a first, and what it may not."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.overlays.merging import Json, Merging, places

BASE: dict[str, Any] = {
    "name": "a sheet",
    "size": {"columns": 3, "rows": 4},
    "rows": [1, 2, 3],
    "pieces": [{"id": "a", "steps": [4, 2], "basis": "x"}, {"id": "b", "steps": [3]}],
    "places": {"01": "wood", "02": "field"},
    "edges": {"north": {"column": 1, "row": 2}},
}


def merged(given: Json) -> Any:
    merging = Merging(BASE, given)
    assert merging.faults == []
    return merging.merged()


@pytest.mark.parametrize(
    ("given", "changed"),
    [
        ({}, {}),
        ({"name": "another"}, {"name": "another"}),
        ({"size": {"rows": 5}}, {"size": {"columns": 3, "rows": 5}}),
        ({"rows": [9]}, {"rows": [9]}),
        ({"rows": []}, {"rows": []}),
        ({"places": {"02": "swamp", "03": "hill"}}, {"places": {"01": "wood", "02": "swamp", "03": "hill"}}),
        ({"places": {"01": None}}, {"places": {"02": "field"}}),
        ({"places": {"*": None, "07": "hill"}}, {"places": {"07": "hill"}}),
        ({"places": {"01": "hill", "*": None}}, {"places": {"01": "hill"}}),
        ({"edges": {"*": None, "north": {"row": 3}}}, {"edges": {"north": {"row": 3}}}),
        ({"pieces": [{"id": "a"}, "b"]}, {"pieces": [{"id": "a"}, "b"]}),
        ({"size": 7}, {"size": 7}),
        ({"new": {"a": None}}, {"new": {"a": None}}),
    ],
)
def test_objects_merge_by_key_and_all_else_is_replaced(given: Json, changed: dict[str, Any]):
    assert merged(given) == BASE | changed


@pytest.mark.parametrize("form", ["object", "list"])
def test_a_list_of_objects_with_ids_merges_by_id(form: str):
    given: Json = (
        {"b": {"steps": [5, 1]}, "c": {"steps": [1]}}
        if form == "object"
        else [{"id": "b", "steps": [5, 1]}, {"id": "c", "steps": [1]}]
    )
    assert merged({"pieces": given})["pieces"] == [
        {"id": "a", "steps": [4, 2], "basis": "x"},
        {"id": "b", "steps": [5, 1]},
        {"id": "c", "steps": [1]},
    ]


def test_the_first_document_is_left_as_it_was():
    before = repr(BASE)
    changed = merged({"places": {"01": None}, "pieces": {"a": {"steps": [9]}}, "size": {"rows": 9}})
    assert repr(BASE) == before
    changed["places"]["02"] = "changed"
    assert repr(BASE) == before


def test_the_values_given_are_not_shared_with_the_result():
    given: dict[str, Any] = {"rows": [[1]]}
    changed = merged(given)
    changed["rows"][0].append(2)
    assert given == {"rows": [[1]]}
    whole: list[Any] = [[1]]
    Merging(5, whole).merged()[0].append(2)  # type: ignore[index, union-attr]
    assert whole == [[1]]


@pytest.mark.parametrize(
    ("given", "path", "words"),
    [
        ({"places": {"09": None}}, ("places", "09"), "there is nothing to take away"),
        ({"nam": None}, ("nam",), "there is nothing to take away; did you mean 'name'?"),
        ({"places": {"*": "hill"}}, ("places", "*"), "'*' stands for all that was there and can only be null"),
        ({"pieces": {"a": None}}, ("pieces", "a"), "what has an id cannot be taken away; change it instead"),
        ({"pieces": {"*": None}}, ("pieces", "*"), "what has an id cannot be taken away; change it instead"),
        ({"pieces": {"a": {"id": "z"}}}, ("pieces", "a", "id"), "an id is what the rest is known by and cannot be changed"),
        ({"pieces": [{"id": "b"}, {"id": "a"}, {"id": "b"}]}, ("pieces", "b"), "it is given twice; keep one"),
    ],
)
def test_a_fault_is_told_with_its_place(given: Json, path: tuple[str, ...], words: str):
    assert Merging(BASE, given).faults == [(path, words)]


def test_an_id_given_again_changes_nothing():
    assert merged({"pieces": {"a": {"id": "a", "steps": [1]}}})["pieces"][0] == {"id": "a", "steps": [1], "basis": "x"}


def test_one_change_can_be_tried_alone():
    merging = Merging(BASE, {"name": "another", "pieces": {"a": {"steps": [1]}}})
    first, second = merging.changes
    assert merging.merged([first]) == BASE | {"name": "another"}
    assert (second.path, second.value) == (("pieces", "a", "steps"), [1])


def test_the_objects_around_a_place_are_found_from_within():
    assert [path for path, _ in places(BASE, ("pieces", "a", "steps"))] == [("pieces", "a"), ()]
    assert [path for path, _ in places(BASE, ("size", "rows"))] == [("size",), ()]
    assert [path for path, _ in places(BASE, ("nothing", "here"))] == [()]
