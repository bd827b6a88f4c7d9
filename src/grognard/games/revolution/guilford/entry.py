"""Guilford 3.8: how the British come onto the map. Towards which edges both sides retreat, the map says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.core.hexes import HexSet
from grognard.games.revolution.guilford.state import BRITISH, guilford
from grognard.games.revolution.series.movement import MP
from grognard.games.revolution.series.pieces import Piece
from grognard.games.revolution.series.rules import SeriesRules

if TYPE_CHECKING:
    from grognard.games.revolution.guilford.data_schema import TablesData
    from grognard.games.revolution.series.battle import Battle


class Entry(SeriesRules):
    """The entry hex, free or held by the enemy."""

    tables: TablesData

    def entry_is_held(self, game: Battle) -> bool:
        entry = self.components.entries[self.tables.blocked_entry.entry]
        return bool(game.force(self.enemy[BRITISH]).units & entry)

    def begin_movement(self, game: Battle) -> None:
        super().begin_movement(game)
        guilford(game).entry_blocked = self.entry_is_held(game)

    def entry_hexes(self, game: Battle, piece: Piece) -> HexSet:
        """G3.8c: the entry hex."""
        entry = self.components.entries[self.tables.blocked_entry.entry]
        if not self.entry_is_held(game):
            return entry
        # G3.8d: if Americans hold it, any adjacent hex free of them; if none is, the units wait
        return self.board.grid.around_set(entry) & ~game.force(self.enemy[BRITISH]).units

    def came_round(self, game: Battle, piece: Piece) -> bool:
        """G3.8d: whether a unit has entered beside the entry hex in this phase."""
        return guilford(game).entry_blocked and piece.id in game.state.entered

    def allowance(self, game: Battle, piece: Piece) -> int:
        """G3.8d: then half the allowance, rounded down; next to the enemy in the entry hex it is never doubled."""
        allowance = super().allowance(game, piece)
        if not self.came_round(game, piece):
            return allowance
        return allowance // MP // self.tables.blocked_entry.allowance_divisor * MP
