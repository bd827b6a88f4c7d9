"""Ground that changes: works that are dug and breached, streets in ruins.

What movement costs, where zones reach, what blocks sight and what helps in combat is read from tables. A battle whose ground
changes says by an immutable key in which state the ground is; each state of it has rules of its own: those as printed with
other tables, made once and kept while a game uses them, or among the last few. So a search asks what it always asks, and
nothing is worked out in the middle of it.
"""

from __future__ import annotations

from collections.abc import Hashable
from copy import copy
from threading import RLock
from typing import TYPE_CHECKING, Self, cast

from grognard.core import driving
from grognard.core.flood import MoveTable
from grognard.core.hexes import Hex, HexSet, hex_set
from grognard.core.sharing import Shared
from grognard.games.revolution.series.movement import MP, Movement
from grognard.games.revolution.series.pieces import Piece
from grognard.games.revolution.series.zones import Zones

if TYPE_CHECKING:
    from grognard.core.boards import HexBoard
    from grognard.core.games import State
    from grognard.games.revolution.series.battle import Battle
    from grognard.games.revolution.series.data_schema import HexTerrain

AT_HAND = 16
"""How many states of the ground are kept that no game is using."""

Crossing = tuple[Hex, Hex]
"""A step from a hex to its neighbour."""


class ChangingGround(Movement, Zones):
    """The tables that hang on the ground, for each state that it is in."""

    printed: Self
    """The rules with the ground as the map prints it."""
    ground_key: Hashable = None
    """The state of the ground that these tables are for; None: as printed."""
    grounds: Shared[Hashable, Self]
    making_ground: RLock
    blocking_terrain: HexSet
    sight_lines: dict[tuple[Hex, Hex], HexSet | None]
    clear_lines: dict[tuple[Hex, Hex, HexSet], bool]
    open_views: dict[Hex, tuple[HexSet, HexSet]]

    # ------------------------------------------------------------------ what a battle says

    def ground_of(self, state: State) -> Hashable:
        """The key of the ground: everything in a state that costs, zones and sight hang on. None: it is as printed."""
        return None

    def changed_board(self, key: Hashable) -> HexBoard:
        """The map in this state of the ground; `self.board` is the one that is printed."""
        return self.board

    def changed_rows(self, key: Hashable) -> dict[Hex, HexTerrain]:
        """The hexes that fall under another row of the terrain chart in this state of the ground."""
        return {}

    # ------------------------------------------------------------------ the rules for a state

    def for_state(self, state: State) -> Self:
        """The rules with the tables that the ground of this state asks for."""
        return self.for_ground(self.ground_of(state))

    def for_ground(self, key: Hashable) -> Self:
        if key == self.ground_key:
            return self
        printed = self.printed
        if key == printed.ground_key:
            return printed
        with printed.making_ground:
            found = printed.grounds.get(key)
            if found is None:
                found = printed.on_ground(key)
                printed.grounds.put(key, found)
        return found

    def change_ground(self, game: Battle) -> None:
        """To be called when the state has changed in something that the key of the ground holds."""
        driving.take_state(game, game.state)

    # ------------------------------------------------------------------ making tables

    def lay_tables(self) -> None:
        """Everything that is worked out once from the ground as printed."""
        self.printed = cast("Self", self)
        self.making_ground, self.grounds = RLock(), Shared(AT_HAND)
        self.read_rows()
        self.zoc_table = self.make_zoc_table()
        self.move_tables = {}
        self.road_table = MoveTable(self.board.grid, lambda a, b: MP if self.carries_strategic(a, b) else None)
        self.assign_tables()

    def read_rows(self) -> None:
        self.open_ground = hex_set(h for h, row in self.ground.items() if row.open_ground)
        self.blocking_terrain = hex_set(h for h, row in self.ground.items() if row.blocks_los)
        self.sight_lines, self.clear_lines, self.open_views = {}, {}, {}

    def assign_tables(self) -> None:
        """Each piece its table of costs, by its mobility."""
        self.piece_tables = {}
        self.plain_tables = {id: self.table_for(self.mobility(Piece(id))) for id in self.counters}

    def on_ground(self, key: Hashable) -> Self:
        """These rules with tables for another state of the ground; only what differs is worked out anew."""
        rules = copy(self)
        rules.ground_key = key
        rules.board = self.changed_board(key)
        rules.ground = self.ground | self.changed_rows(key)
        rules.patch_tables(self)
        return rules

    def patch_tables(self, printed: Self) -> None:
        """The tables of the printed ground with what is different here."""
        crossings = self.changed_crossings(printed)
        self.read_rows()
        self.zoc_table = printed.zoc_table | {a: self.zoc_around(a) for a in {a for a, _ in crossings}}
        self.move_tables = {
            mobility: table.patched({(a, b): self.entry_cost(mobility, a, b) for a, b in crossings})
            for mobility, table in printed.move_tables.items()
        }
        self.road_table = printed.road_table.patched(
            {(a, b): MP if self.carries_strategic(a, b) else None for a, b in crossings}
        )
        self.assign_tables()

    def changed_crossings(self, printed: Self) -> list[Crossing]:
        """The steps that lead over another hexside, or out of or into other ground, than printed."""
        here, there = self.board, printed.board
        crossings = {pair for pair in here.sides.keys() | there.sides.keys() if here.side(*pair) != there.side(*pair)}
        for h, row in self.ground.items():
            if row is not printed.ground[h]:
                around = [n for n in here.grid.neighbours[h] if n is not None]
                crossings |= {*((h, n) for n in around), *((n, h) for n in around)}
        return sorted(crossings)
