"""What `grognard.authoring` brings to a game: maps and data from files, open rules on hexes, and one import for everything."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, ClassVar

import pytest

import grognard
from grognard import authoring as ga
from grognard.core import scenarios
from grognard.core.errors import DataError

MAP = """
name = "A small field"
rows = ["x . .", ". w .", ". . ."]
codes = { "." = "open", w = "woods", x = "pond" }
names = { 0202 = "Long Wood" }
roads = { road = [["0102", "0202", "0302"]] }
"""
PIECES = """
a = { name = "Alpha", side = "north", start = "0102", pace = 2, values = "2" }
b = { name = "Bravo", side = "south", start = "0303", pace = 1 }
c = { name = "Charlie", side = "south", pace = 1 }
"""


class Man(ga.Counter, frozen=True):
    pace: int


class Go(ga.Action, frozen=True):
    piece: ga.PieceName
    hex: ga.HexName


class Wait(ga.Action, frozen=True):
    turns: Annotated[int, ga.limits(1, 3)]


class FieldState(ga.HexState):
    tired: frozenset[ga.PieceName] = frozenset()
    turn: ga.TurnNumber = 1
    phasing: ga.SeatName = "north"


class FieldGame(ga.Game):
    state: FieldState


class March(ga.Procedure[FieldGame]):
    steps: ClassVar[tuple[str, ...]] = ("go",)

    def go(self, game: FieldGame) -> ga.Next:
        return ga.Ask(game.state.phasing, [Wait(1), Wait(2)], self.gone, "wait", "X1")

    def gone(self, game: FieldGame, answer: ga.Action) -> ga.Next:
        return ga.Goto("go")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., str]]:
    """Makes a package with a map and pieces, and gives its name."""
    monkeypatch.syspath_prepend(tmp_path)
    made: list[str] = []

    def make(map: str = MAP, pieces: str = PIECES) -> str:
        name = f"small_field_{len(made)}"
        (tmp_path / name / "data").mkdir(parents=True)
        (tmp_path / name / "__init__.py").write_text("")
        (tmp_path / name / "data" / "map.toml").write_text(map)
        (tmp_path / name / "data" / "pieces.toml").write_text(pieces)
        made.append(name)
        return name

    yield make
    for name in made:
        sys.modules.pop(name, None)


@pytest.fixture
def scenario(package: Callable[..., str]) -> Iterator[ga.Scenario]:
    name = package()

    class FieldRules(ga.HexRules[FieldGame]):
        seats = ("north", "south")
        actions = (Go, Wait)
        procedures: ClassVar[Any] = (March,)
        game_class = FieldGame
        state_class = FieldState
        sheet = ga.read_map(name)
        pieces = ga.read_data(name, "pieces.toml", dict[str, Man])
        costs_of_terrain: ClassVar[dict[str, int]] = {"open": 1, "woods": 2}
        palette: ClassVar[dict[str, str]] = {"north": "#224466", "south": "#664422"}
        value_words = "pace"

        def states_of(self, game: FieldGame, piece: str) -> tuple[str, ...]:
            return ("tired",) if piece in game.state.tired else ()

    before = list(scenarios.ADDED)
    yield scenarios.add(ga.Scenario("toy/field", "A small field", FieldRules))
    scenarios.ADDED[:] = before


def test_everything_that_is_offered_exists():
    assert len(set(ga.__all__)) == len(ga.__all__)
    assert [name for name in ga.__all__ if not hasattr(ga, name)] == []


def test_a_game_begins_with_its_pieces_on_the_map(scenario: ga.Scenario):
    game = grognard.new("toy/field", seed=1)
    rules: Any = game.rules
    assert game.position()["state"] == {
        "at": {"a": "0102", "b": "0303"},
        "tired": [],
        "turn": 1,
        "phasing": "north",
    }
    assert rules.standing(game, "south") == ["b"]
    assert rules.enemies(game, "b") == ["a"]
    assert rules.place_of(game, "c") == ""
    assert rules.names() == {"a": "Alpha", "b": "Bravo", "c": "Charlie"}
    assert not rules.hides(game, "north")
    assert game.rules.listing(game) == ["Turn 1: army.north", "Alpha: 0102", "Bravo: 0303"]


def test_the_map_answers_by_labels(scenario: ga.Scenario):
    rules: Any = scenario.rules({})
    assert (rules.terrain("0202"), rules.terrain("0101")) == ("woods", "pond")
    assert rules.distance("0102", "0302") == 2 == ga.distance("0102", "0302")
    assert rules.near("0101") == ["0102", "0201"]
    assert rules.reach("0102", 2) == {"0103": 1, "0201": 1, "0202": 2, "0203": 2, "0301": 2, "0302": 2}
    assert rules.reach("0102", 2, stops=["0201"]) == {"0103": 1, "0201": 1, "0202": 2, "0203": 2}
    assert rules.reach("0102", 1, closed=["0201"]) == {"0103": 1}


def test_the_picture_has_the_map_and_its_counters(scenario: ga.Scenario):
    game = grognard.setup({"scenario": "toy/field", "state": {"at": {"a": "0203"}, "tired": ["a"], "turn": 4}}, seed=1)
    picture = game.rules.picture(game)
    assert picture is not None
    assert (picture.title, picture.subtitle, picture.values) == ("A small field", "Turn 4: army.north", "pace")
    sheet: Any = picture.main
    assert [(stack.place, [(each.id, each.values, each.states) for each in stack.counters]) for stack in sheet.stacks] == [
        ("0203", [("a", "2", ("tired",))])
    ]
    assert {hex.label: hex.terrain for hex in sheet.hexes}["0202"] == "woods"
    assert [(name.hex, name.text) for name in sheet.names] == [("0202", "Long Wood")]


def test_the_table_of_actions_holds_every_value_of_every_field(scenario: ga.Scenario):
    table = scenario.rules({}).action_table()
    assert len(table) == 3 * 9 + 3
    assert table[-3:] == [Wait(1), Wait(2), Wait(3)]


FAULTS = [
    ({"state": {"at": {"z": "0102"}}}, "The field 'at' of the state cannot be: there is no piece 'z'."),
    ({"state": {"at": {"a": "0909"}}}, "The field 'at' of the state cannot be: there is no hex '0909'."),
    ({"state": {"turn": 0}}, "The field 'turn' of the state cannot be read: Expected `int` >= 1."),
    ({"state": {"speed": 1}}, "The 'state' of a position is an object with these fields: at, tired, turn, phasing."),
    ({"state": []}, "The 'state' of a position is an object with these fields: at, tired, turn, phasing."),
    ({"pieces": {}}, "A position of 'toy/field' has no field 'pieces'; it has a 'state'."),
    ({"state": {"at": {"a": "0203", "b": "0203"}}}, "2 pieces stand in 0203, and 1 is the most."),
    ({"state": {"at": {"a": "0101"}}}, "No piece can stand in 0101."),
]


@pytest.mark.parametrize(("body", "words"), FAULTS)
def test_a_position_that_cannot_be_is_refused_in_a_sentence(scenario: ga.Scenario, body: dict[str, Any], words: str):
    with pytest.raises(ga.PositionError) as refused:
        grognard.setup({"scenario": "toy/field", **body}, seed=1)
    assert refused.value.faults == (words,)


BAD_MAPS = [
    (MAP.replace("x . .", "x . ?"), "has the code '?', and 'codes' does not say which terrain that is"),
    (MAP.replace("x . .", "x ."), "needs 'rows' of hexes, all of the same length"),
    (MAP.replace('rows = ["x . .", ". w .", ". . ."]', ""), "needs 'rows' of hexes"),
    (MAP.replace("0202 =", "0909 ="), "The name 'Long Wood' stands in 0909, which is not on the map"),
    (MAP.replace('"0202", "0302"', '"0302"'), "does not join two neighbours"),
    (MAP + "colour = 1", "cannot be used"),
    ("name =", "cannot be read"),
]


@pytest.mark.parametrize(("map", "words"), BAD_MAPS)
def test_a_map_that_cannot_be_is_refused_in_a_sentence(package: Callable[..., str], map: str, words: str):
    with pytest.raises(DataError) as refused:
        ga.read_map(package(map))
    assert words in str(refused.value)
    assert "map.toml" in str(refused.value)


def test_data_that_do_not_fit_are_refused_in_a_sentence(package: Callable[..., str]):
    name = package(pieces='a = { name = "Alpha", side = "north", pace = "fast" }')
    with pytest.raises(DataError, match=f"The file pieces.toml of {name} cannot be used: Expected `int`"):
        ga.read_data(name, "pieces.toml", dict[str, Man])
    with pytest.raises(DataError, match=f"The package {name} has no file data/nothing.toml."):
        ga.read_data(name, "nothing.toml", dict[str, Man])


def test_a_field_of_an_action_must_say_what_it_names():
    class Shout(ga.Action, frozen=True):
        words: str

    with pytest.raises(DataError, match=r"The field Shout.words of an action must say what it names"):
        list(ga.open_rules.every(Shout, {}))


def test_the_rules_of_a_scenario_are_imported_when_somebody_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "later").mkdir()
    (tmp_path / "later" / "__init__.py").write_text("")
    lines = ("class LaterRules:", "    def __init__(self, scenario, options):", "        self.id = scenario.id")
    (tmp_path / "later" / "rules.py").write_text("\n".join(lines))
    made = ga.scenario("later", "toy/later", "Later", "rules:LaterRules", minutes=5)
    assert "later.rules" not in sys.modules
    assert (made.minutes, made.title) == (5, "Later")
    rules: Any = made._make(made, {})
    assert rules.id == "toy/later"
    for name in ("later", "later.rules"):
        sys.modules.pop(name, None)
