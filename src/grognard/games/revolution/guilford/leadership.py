"""Guilford 3.3 to 3.5: two semi-leaders, and two generals of militia with limited commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.games.revolution.series.pieces import Piece
from grognard.games.revolution.series.rules import SeriesRules
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle
    from grognard.games.revolution.series.close_combat import CloseCombat

ASSIGNED_TO_MILITIA = "assigned_to_militia"
VIRGINIA, NORTH_CAROLINA = "virginia_militia", "nc_militia"
STEVENS, EATON = "stevens", "eaton"


class Leadership(SeriesRules):
    """Who commands whom at Guilford. G3.5f: seniority is printed in the list of units."""

    # ------------------------------------------------------------------ the generals of militia (G3.5)

    def may_command(self, game: Battle, leader: Piece, unit: Piece) -> bool:
        """G3.5a, G3.5b: by troop class."""
        counter = self.counters[leader.id]
        if self.counters[unit.id].group in counter.commands:
            return True
        # G3.5e: either general of militia may command Singleton's guns
        if ASSIGNED_TO_MILITIA in self.counters[unit.id].flags and counter.commands & {VIRGINIA, NORTH_CAROLINA}:
            return True
        # G3.5c
        return leader.id == STEVENS and self.counters[unit.id].group == NORTH_CAROLINA and self.is_mixed(game, leader, unit)

    def is_mixed(self, game: Battle, leader: Piece, unit: Piece) -> bool:
        """G3.5c: militia of both states and both generals in one stack; Stevens is the senior."""
        if not leader.hex == unit.hex == game.piece(EATON).hex:
            return False
        stack = game.units_at(leader.hex, self.counters[leader.id].side)
        return any(self.counters[other.id].group == VIRGINIA for other in stack)

    def leads_in_combat(self, game: Battle, leader: Piece, units: list[Piece]) -> bool:
        """G3.5d: only if every unit of the stack, artillery apart, is his to command."""
        stack = game.units_at(leader.hex, self.counters[leader.id].side)
        others = (unit for unit in stack if not self.counters[unit.id].is_artillery)
        return all(self.may_command(game, leader, unit) for unit in others)

    # ------------------------------------------------------------------ semi-leaders (G3.3, G3.4)

    def leader_near(self, game: Battle, combat: CloseCombat, side: str) -> bool:
        """G3.3a, G3.4a: a semi-leader serves for the choice of chits, and for nothing else."""
        if super().leader_near(game, combat, side):
            return True
        if len(combat.targets) > 1 or len({game.piece(id).hex for id in combat.attackers}) > 1:
            return False  # G3.3b, G3.4b
        return any(self.serves(game, game.piece(id), combat, side) for id in self.sheets[side])

    def serves(self, game: Battle, leader: Piece, combat: CloseCombat, side: str) -> bool:
        """G3.4a: stacked with or adjacent to a unit that he serves; only Tarleton and Lee serve any."""
        served = self.counters[leader.id].data.semi_leader_for
        if leader.hex == OFF_MAP or any(unit.id not in served for unit in game.units_at(leader.hex, side)):
            return False  # G3.3b, G3.4b: not stacked with one that he does not
        near = (id for id in combat.involved(game, side) if id in served)
        return any(self.board.grid.distance(leader.hex, game.piece(id).hex) <= 1 for id in near)
