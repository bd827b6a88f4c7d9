"""Savannah 4.18: whom leaders command, and two units that are half leaders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.games.revolution.savannah.allies import Allies
from grognard.games.revolution.savannah.state import AMERICAN, PULASKI, TAWES
from grognard.games.revolution.series.pieces import Piece
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle
    from grognard.games.revolution.series.close_combat import CloseCombat

SPRING_HILL = "1404"


class Leadership(Allies):
    """Who commands whom. V4.18a: seniority is in the list of units."""

    def may_command(self, game: Battle, leader: Piece, unit: Piece) -> bool:
        """V4.18b: leaders command the units of their own army only; V4.18c: Huger militia and artillery."""
        return self.counters[unit.id].group in self.counters[leader.id].commands

    def leader_near(self, game: Battle, combat: CloseCombat, side: str) -> bool:
        """V4.18d, V4.18e: a semi-leader serves for the choice of tactics, and for nothing else."""
        if super().leader_near(game, combat, side):
            return True
        return self.led_by_pulaski(game, combat, side) or self.led_by_tawes(game, combat, side)

    def from_several_hexes(self, game: Battle, combat: CloseCombat, side: str) -> bool:
        """V4.18d, V4.18e: whether a side attacks from several hexes."""
        return side == combat.attacker and len({game.piece(id).hex for id in combat.attackers}) > 1

    def led_by_pulaski(self, game: Battle, combat: CloseCombat, side: str) -> bool:
        """V4.18d: for his Legion and American horse stacked with it, and nobody else."""
        units = combat.involved(game, side)
        if PULASKI not in units or self.from_several_hexes(game, combat, side):
            return False
        stack = game.units_at(game.piece(PULASKI).hex, side)
        return all(self.counters[unit.id].is_cavalry and self.counters[unit.id].army == AMERICAN for unit in stack)

    def led_by_tawes(self, game: Battle, combat: CloseCombat, side: str) -> bool:
        """V4.18e: in Spring Hill, for himself and those with him."""
        tawes = game.piece(TAWES)
        if self.counters[TAWES].side != side or tawes.hex == OFF_MAP or self.board.label(tawes.hex) != SPRING_HILL:
            return False
        if self.from_several_hexes(game, combat, side) or (side == combat.attacker and len(combat.targets) > 1):
            return False
        return any(game.piece(id).hex == tawes.hex for id in combat.involved(game, side))
