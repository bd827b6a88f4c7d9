"""Eutaw 3.14: swamp."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.hexes import Hex
from grognard.core.texts import Modifier
from grognard.games.revolution.eutaw.state import SWAMP_FOX
from grognard.games.revolution.series.movement import MP
from grognard.games.revolution.series.pieces import Piece
from grognard.games.revolution.series.rules import SeriesRules

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle
    from grognard.games.revolution.series.close_combat import CloseCombat


class Swamp(SeriesRules):
    """Nobody enters swamp but Swamp Fox, and whoever attacks it there is at a disadvantage."""

    def mobility(self, piece: Piece) -> str:
        """E3.14a: Swamp Fox has a column of its own."""
        return SWAMP_FOX if piece.id == SWAMP_FOX else super().mobility(piece)

    def entry_cost(self, mobility: str, a: Hex, b: Hex) -> int | None:
        """E3.14a: only Swamp Fox enters swamp, for 2; elsewhere it moves like infantry."""
        if mobility != SWAMP_FOX:
            return super().entry_cost(mobility, a, b)
        exception = self.ground[b].exceptions.get(SWAMP_FOX)
        if exception is None:
            return super().entry_cost("infantry", a, b)
        sides = sum(float(self.components.terrain.mp_add(side, "infantry")) for side in self.crossed(self.board.side(a, b)))
        return int((float(exception.mp) + sides) * MP)

    def terrain_lines(self, game: Battle, combat: CloseCombat) -> Iterator[Modifier]:
        """E3.14b: Swamp Fox defending in swamp has -1."""
        yield from super().terrain_lines(game, combat)
        if SWAMP_FOX in combat.defenders and self.has_cover_of_swamp(game.piece(SWAMP_FOX)):
            exception = self.ground[game.piece(SWAMP_FOX).hex].exceptions[SWAMP_FOX]
            yield Modifier(exception.close_combat_drm, "swamp-fox-in-swamp", "E3.14b")

    def has_cover_of_swamp(self, fox: Piece) -> bool:
        """E3.14b: whether Swamp Fox stands where it alone may."""
        return SWAMP_FOX in self.ground[fox.hex].exceptions
