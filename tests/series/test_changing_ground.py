"""Ground that changes, on a small battle: pioneers dig works and blow up bridges while the others march."""

from __future__ import annotations

from collections.abc import Hashable
from typing import cast

import pytest

import grognard
from grognard.core.actions import Action
from grognard.core.boards import HexBoard
from grognard.core.dice import Dice
from grognard.core.flood import MoveTable
from grognard.core.games import State
from grognard.core.hexes import Hex
from grognard.core.procedures import NOT_OFFERED
from grognard.core.texts import Reason
from grognard.games.revolution.series.actions import SERIES_ACTIONS
from grognard.games.revolution.series.battle import Battle, BattleState
from grognard.games.revolution.series.changing_ground import AT_HAND
from grognard.games.revolution.series.data_schema import HexTerrain
from grognard.games.revolution.series.names import Label
from grognard.games.revolution.series.rules import SeriesRules
from grognard.hexgames.ground import TablesByGround
from tests.proving_ground import TERRAIN, Unit, act, choices, field, labels, piece, where

NORTH = 0


class Entrench(Action, frozen=True):
    """Dig works on the northern hexside of this hex."""

    hex: str


class Fell(Action, frozen=True):
    """Cut down the woods of this hex."""

    hex: str


class DiggingState(BattleState):
    works: frozenset[Label] = frozenset()
    cleared: frozenset[Label] = frozenset()


class Digging(SeriesRules):
    """Works close a hexside to zones and horse; felled woods are open ground that no longer hides anybody."""

    actions = (*SERIES_ACTIONS, Entrench, Fell)
    state_class = DiggingState

    def ground_of(self, state: State) -> Hashable:
        digging = cast("DiggingState", state)
        return (digging.works, digging.cleared) if digging.works or digging.cleared else None

    def changed_board(self, key: Hashable) -> HexBoard:
        works, _ = cast("tuple[frozenset[str], frozenset[str]]", key)
        printed = self.printed.board
        sides = dict(printed.sides)
        for label in works:
            inside = printed.hex(label)
            outside = printed.grid.neighbours[inside][NORTH]
            if outside is not None:
                sides[outside, inside] = printed.side(outside, inside) | {"fieldwork_in"}
                sides[inside, outside] = printed.side(inside, outside) | {"fieldwork_out"}
        return HexBoard(printed.grid, printed.terrain, printed.features, sides, printed.zones)

    def changed_rows(self, key: Hashable) -> dict[Hex, HexTerrain]:
        _, cleared = cast("tuple[frozenset[str], frozenset[str]]", key)
        return {self.board.hex(label): TERRAIN["open"] for label in cleared}

    def entry_cost(self, mobility: str, a: Hex, b: Hex) -> int | None:
        cost = super().entry_cost(mobility, a, b)
        if cost is not None and "fieldwork_in" in self.board.side(a, b):
            return None if mobility == "dragoons" else cost + 2
        return cost

    def special_moves(self, game: Battle) -> list[Action]:
        state = cast("DiggingState", game.state)
        here = sorted({game.label(unit.hex) for unit in game.units_of(game.state.phasing)})
        dug = [Entrench(label) for label in here if label not in state.works]
        return [*dug, *(Fell(label) for label in here if label not in state.cleared)]

    def why_not_special(self, game: Battle, action: Action) -> Reason | None:
        return None if action in self.special_moves(game) else NOT_OFFERED

    def special_move(self, game: Battle, action: Action) -> None:
        state = cast("DiggingState", game.state)
        match action:
            case Entrench(label):
                state.works |= {label}
            case Fell(label):
                state.cleared |= {label}
        self.change_ground(game)


def test_works_change_costs_and_zones_for_those_who_come_after():
    game = field([Unit("3-0-4", "1010")], [Unit("3-0-4", "1007"), Unit("2-0-7", "0907", kind="dragoons")], rules=Digging)
    before = game.rules
    open_zone = game.force("british").zoc
    assert open_zone >> before.board.hex("1009") & 1
    act(game, "entrench 1010")
    assert game.rules is not before
    assert game.rules.ground_key == (frozenset({"1010"}), frozenset())
    hex = game.rules.board.hex
    assert game.rules.move_table(piece(game, "a1")).cost(hex("1009"), hex("1010")) == 4
    assert game.rules.move_table(piece(game, "a2")).cost(hex("1009"), hex("1010")) is None
    assert before.move_table(piece(game, "a2")).cost(hex("1009"), hex("1010")) == 2, "the printed ground stays as it was"
    assert game.rules.zoc_table[hex("1009")] == before.zoc_table[hex("1009")] & ~(1 << hex("1010"))
    assert game.rules.zoc_table[hex("1109")] == before.zoc_table[hex("1109")]


def test_felled_woods_hide_nobody_and_cost_less():
    woods = {"1010": "forest"}
    game = field([Unit("3-0-4", "1010"), Unit("3-0-4", "1012")], [Unit("3-0-4", "1005")], terrain=woods, rules=Digging)
    hex = game.rules.board.hex
    assert not game.rules.sees(game, hex("1009"), hex("1011"))
    act(game, "move b1", "go 1110", "stop")
    assert not game.rules.sees(game, hex("1009"), hex("1011"))
    game = field([Unit("3-0-4", "1010"), Unit("3-0-4", "1012")], [Unit("3-0-4", "1005")], terrain=woods, rules=Digging)
    act(game, "fell 1010", "move b1", "go 1110", "stop")
    assert game.rules.sees(game, hex("1009"), hex("1011"))
    assert game.rules.open_ground >> hex("1010") & 1
    assert game.rules.move_table(piece(game, "b2")).cost(hex("1011"), hex("1010")) == 2


def test_each_state_of_the_ground_is_made_once_and_shared():
    units = [Unit("3-0-4", "1010"), Unit("3-0-4", "1210")]
    game = field(units, [Unit("3-0-4", "1003")], rules=Digging)
    twin = game.copy()
    act(game, "entrench 1010", "entrench 1210")
    act(twin, "entrench 1210", "entrench 1010")
    assert game.rules is twin.rules
    assert game.rules.for_ground(None) is game.rules.printed


def test_no_table_is_made_while_a_game_is_searched(monkeypatch: pytest.MonkeyPatch):
    game = field([Unit("3-0-4", "1010"), Unit("3-0-4", "1210")], [Unit("3-0-4", "1003")], rules=Digging)
    act(game, "entrench 1010")
    made: list[str] = []
    monkeypatch.setattr(MoveTable, "_arrange", lambda table: made.append("table"))
    for text in ("move b1", "move b2"):
        twin = game.copy()
        act(twin, text)
        for go in labels(twin):
            again = twin.copy()
            act(again, f"go {go}")
            choices(again)
    assert made == []


def test_a_copy_and_an_undo_keep_to_their_own_ground():
    game = field([Unit("3-0-4", "1010")], [Unit("3-0-4", "1003")], rules=Digging)
    printed, before = game.rules, game.copy()
    act(game, "entrench 1010")
    assert before.rules is printed
    assert "entrench 1010" in choices(before)
    dug = game.rules
    game.undo("british")
    assert game.rules is printed
    assert "entrench 1010" in choices(game)
    act(game, "entrench 1010")
    assert game.rules is dug


def test_a_position_and_a_record_come_back_on_the_same_ground():
    game = field([Unit("3-0-4", "1010")], [Unit("3-0-4", "1003")], rules=Digging)
    act(game, "entrench 1010")
    again = grognard.setup(game.position(), dice=Dice.script([]))
    assert again.rules is game.rules
    replayed = grognard.replay(game.record())
    assert replayed.rules is game.rules
    assert replayed.position() == game.position()


def test_only_so_many_states_are_kept_that_nobody_uses():
    game = field([Unit("3-0-4", "1010")], [Unit("3-0-4", "1003")], rules=Digging)
    printed = game.rules
    places = list(printed.board.grid.by_label)[100 : 100 + 3 * AT_HAND]
    for label in places:
        printed.for_ground((frozenset({label}), frozenset()))
    assert len(printed.grounds._at_hand) == AT_HAND
    kept = printed.for_ground((frozenset({places[0]}), frozenset()))
    for label in places[1:]:
        printed.for_ground((frozenset({label}), frozenset()))
    assert printed.for_ground((frozenset({places[0]}), frozenset())) is kept, "a game that uses it keeps it"


def test_tables_asked_for_longest_ago_are_dropped_first():
    made: list[str] = []

    def make(key: str) -> str:
        made.append(key)
        return key.upper()

    tables = TablesByGround(make, most=2)
    for key in ("dry", "wet", "dry", "frozen", "dry", "wet"):
        assert tables.at(key) == key.upper()
    assert made == ["dry", "wet", "frozen", "wet"]


def test_tables_of_changed_ground_are_those_that_would_be_made_anew():
    game = field(
        [Unit("3-0-4", "1010"), Unit("2-0-7", "1112", kind="dragoons")],
        [Unit("3-0-4", "1003")],
        terrain={"1010": "forest", "1111": "bog"},
        rules=Digging,
    )
    act(game, "entrench 1010", "fell 1010")
    rules = game.rules
    for mobility, table in rules.move_tables.items():
        fresh = MoveTable(rules.board.grid, lambda a, b, mobility=mobility: rules.entry_cost(mobility, a, b))  # type: ignore[misc]
        assert (table.costs, table.open, table.steps) == (fresh.costs, fresh.open, fresh.steps)
    assert rules.zoc_table == rules.make_zoc_table()
    assert where(game, "b1") == "1010"
