"""Every value that a file may bring has limits: no schema leaves a number, a text or a collection without them."""

import importlib
import json
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import inspect

import grognard
from grognard import games
from grognard.core.errors import OverlayError
from grognard.core.overlays.folders import About, Stamp

ENDLESS = re.compile(r"[*+]|,\}|^(?!\^)|(?<!\$)$")
"""What a pattern must not have if it is to say how long a text may be."""


def schemas() -> dict[str, object]:
    """The schemas of all games, by the file that they are of, and those of core."""
    found: dict[str, object] = {"overlay.json": About, "components": Stamp}
    for module in pkgutil.walk_packages(games.__path__, "grognard.games."):
        if module.name.endswith(".data_schema"):
            found |= {
                f"{module.name.split('.')[-2]}/{name}": kind
                for name, kind in importlib.import_module(module.name).SCHEMAS.items()
            }
    return found


def without_limits(kind: inspect.Type, place: str) -> Iterator[str]:
    """The places in a type where a number, a text or a collection has no limits."""
    match kind:
        case inspect.IntType() | inspect.FloatType():
            if kind.ge is None or kind.le is None:
                yield place
        case inspect.StrType():
            if kind.max_length is None and (kind.pattern is None or ENDLESS.search(kind.pattern)):
                yield place
        case inspect.StructType():
            for field in kind.fields:
                yield from without_limits(field.type, f"{kind.cls.__name__}.{field.name}")
        case inspect.UnionType():
            for part in kind.types:
                yield from without_limits(part, place)
        case inspect.TupleType():
            for part in kind.item_types:
                yield from without_limits(part, place)
        case inspect.CollectionType():
            if kind.max_length is None:
                yield place
            yield from without_limits(kind.item_type, place)
        case inspect.DictType():
            if kind.max_length is None:
                yield place
            yield from without_limits(kind.key_type, place)
            yield from without_limits(kind.value_type, place)
        case _:
            assert isinstance(kind, inspect.BoolType | inspect.NoneType | inspect.LiteralType), (place, kind)


@pytest.mark.parametrize("file", list(schemas()))
def test_no_value_of_a_schema_is_without_limits(file: str):
    assert list(without_limits(inspect.type_info(schemas()[file]), file)) == []


def test_every_data_file_has_a_schema():
    root = Path(games.__path__[0])
    files = {f"{file.parent.parent.name}/{file.name}" for file in root.rglob("data/*.json")}
    shared = {name for name in schemas() if name.startswith("series/")}
    battles = ("eutaw", "guilford", "savannah")
    known = {*schemas(), *(f"{battle}/{name.partition('/')[2]}" for battle in battles for name in shared)}
    assert files
    assert files <= known


# ---------------------------------------------------------------- absurd numbers


def refused(scenario: str, file: str, content: Any) -> str:
    path = Path("box", file)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(OverlayError) as fault:
        grognard.new(scenario, seed=1, components="box")
    (told,) = fault.value.faults
    return told


def steps(strength: int, morale: int, movement: int) -> dict[str, Any]:
    return {"steps": [{"strength": strength, "morale": morale, "movement": movement}]}


EUTAW, GUILFORD, PLAN = "revolution/eutaw/historical", "revolution/guilford/historical", "chancellorsville/perfect-plan"


@pytest.mark.parametrize("number", [31, 10**6, 10**12, 2**62, -1, 0])
def test_an_absurd_movement_allowance_is_refused(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    words = f"box/eutaw/units.json, buffs.steps[0].movement: expected a whole number from 1 to 30, got {number}."
    assert refused(EUTAW, "eutaw/units.json", {"buffs": steps(4, 1, number)}) == words


@pytest.mark.parametrize(
    ("scenario", "file", "content", "words"),
    [
        (
            EUTAW,
            "eutaw/units.json",
            {"buffs": steps(2**62, 1, 4)},
            f"buffs.steps[0].strength: expected a whole number from 1 to 30, got {2**62}.",
        ),
        (
            EUTAW,
            "eutaw/units.json",
            {"buffs": steps(4, -999, 4)},
            "buffs.steps[0].morale: expected a whole number from -9 to 9, got -999.",
        ),
        (
            EUTAW,
            "eutaw/units.json",
            {"coffin": {"movement": 10**9}},
            "coffin.movement: expected a whole number from 0 to 30, got 1000000000.",
        ),
        (
            EUTAW,
            "eutaw/units.json",
            {"buffs": {"name": "x" * 100}},
            "buffs.name: expected text of at most 80 characters, got 100.",
        ),
        (
            EUTAW,
            "eutaw/units.json",
            {"buffs": {"extra": {"a": 10**6}}},
            "buffs.extra.a: expected a whole number from -999 to 999, got 1000000.",
        ),
        (
            EUTAW,
            "eutaw/terrain.json",
            {"hexes": {"open": {"mp": [1e12, 1, 1, 1, 1, 1]}}},
            "hexes.open.mp[0]: expected a number from 0.5 to 30, got 1000000000000.0.",
        ),
        (
            EUTAW,
            "eutaw/terrain.json",
            {"hexes": {"open": {"mp": [0.7, 1, 1, 1, 1, 1]}}},
            "hexes.open.mp[0]: expected a number in steps of 0.5.",
        ),
        (
            EUTAW,
            "eutaw/map.json",
            {"grid": {"columns": 10**6}},
            "grid.columns: expected a whole number from 1 to 50, got 1000000.",
        ),
        (
            EUTAW,
            "eutaw/scenarios.json",
            {"scenarios": {"historical": {"last_turn": 10**9}}},
            "scenarios.historical.last_turn: expected a whole number from 1 to 99, got 1000000000.",
        ),
        (
            EUTAW,
            "eutaw/scenarios.json",
            {"clock": {"100": "late"}},
            "clock.100: expected a whole number from 1 to 99, got 100, as a key; did you mean '10'?",
        ),
        (
            EUTAW,
            "series/fire.json",
            {"ranges": {"rifle": 10**6}},
            "ranges.rifle: expected a whole number from 0 to 30, got 1000000.",
        ),
        (
            EUTAW,
            "series/close_combat.json",
            {"row_max": 10**9},
            "row_max: expected a whole number from -40 to 40, got 1000000000.",
        ),
        (
            GUILFORD,
            "guilford/tables.json",
            {"bretigny": {"strength_divisor": 0}},
            "bretigny.strength_divisor: expected a whole number from 1 to 9, got 0.",
        ),
        (
            GUILFORD,
            "guilford/tables.json",
            {"melee_fire": {"shift": 10**6}},
            "melee_fire.shift: expected a whole number from -9 to 9, got 1000000.",
        ),
        (
            PLAN,
            "perfect_plan/tables.json",
            {"turns": {"count": 10**9}},
            "turns.count: expected a whole number from 1 to 99, got 1000000000.",
        ),
        (
            PLAN,
            "perfect_plan/tables.json",
            {"impulses": {"resolve_one_combat": 0}},
            "impulses.resolve_one_combat: expected a whole number from 1 to 9, got 0.",
        ),
        (
            PLAN,
            "perfect_plan/units.json",
            {"AoP-V": {"hits_on": 2**62}},
            f"AoP-V.hits_on: expected a whole number from 0 to 12, got {2**62}.",
        ),
    ],
    ids=lambda value: str(value)[:40],
)
def test_the_fault_names_file_place_value_and_limits(
    scenario: str, file: str, content: Any, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    assert refused(scenario, file, content) == f"box/{file}, {words}"
