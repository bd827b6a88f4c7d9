"""Eutaw 3.6 to 3.8: Swamp Fox as semi-leader, and leaders with limited commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.games.revolution.eutaw.state import SWAMP_FOX
from grognard.games.revolution.series.close_combat import CloseCombat
from grognard.games.revolution.series.pieces import Piece
from grognard.games.revolution.series.rules import SeriesRules

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle

ALL_DRAGOONS = "commands_continentals_if_all_dragoons"


class Leadership(SeriesRules):
    """Who commands whom at Eutaw."""

    def may_command(self, game: Battle, leader: Piece, unit: Piece) -> bool:
        """E3.7b, E3.8a: by troop class."""
        counter = self.counters[leader.id]
        if self.counters[unit.id].group in counter.commands:
            return True
        return ALL_DRAGOONS in counter.flags and self.all_dragoons(game, unit)  # E3.8b

    def all_dragoons(self, game: Battle, unit: Piece) -> bool:
        """E3.8b: whether the units of its hex that take part in its combat, or all outside a combat, are dragoons."""
        force = game.units_at(unit.hex, self.counters[unit.id].side)
        combat = next((frame for frame in reversed(game.stack) if isinstance(frame, CloseCombat)), None)
        involved = (*combat.attackers, *combat.defenders) if combat is not None else ()
        if unit.id in involved:
            force = [other for other in force if other.id in involved]
        return all(self.counters[other.id].is_cavalry for other in force)

    def leads_in_combat(self, game: Battle, leader: Piece, units: list[Piece]) -> bool:
        """E3.7b, E3.8b: he adds his combat DRM only if every unit of his hex that takes part is his to command."""
        counter = self.counters[leader.id]
        if all(self.counters[unit.id].group in counter.commands for unit in units):
            return True
        return ALL_DRAGOONS in counter.flags and self.all_dragoons(game, units[0])

    def leader_near(self, game: Battle, combat: CloseCombat, side: str) -> bool:
        """E3.6a: Swamp Fox meets the requirement for itself and for militia stacked with it."""
        return super().leader_near(game, combat, side) or self.led_by_swamp_fox(game, combat, side)

    def led_by_swamp_fox(self, game: Battle, combat: CloseCombat, side: str) -> bool:
        """E3.6b: not beside any other kind of unit, nor together with units of another hex; nor disordered itself."""
        fox = game.state.pieces.get(SWAMP_FOX)
        if fox is None or self.counters[SWAMP_FOX].side != side or not self.in_good_order(fox):
            return False
        units = [game.piece(id) for id in combat.involved(game, side)]
        if not units or any(unit.hex != fox.hex for unit in units):
            return False
        stack = game.units_at(fox.hex, side)
        return all(unit.id == SWAMP_FOX or self.counters[unit.id].group == "militia" for unit in stack)
