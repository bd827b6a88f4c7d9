"""Guilford 3.11: the North Carolina militia, of whom little is expected. G3.2: State troops and Provincials are no militia."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.games.revolution.series.pieces import SHATTERED
from grognard.games.revolution.series.rules import SeriesRules

if TYPE_CHECKING:
    from grognard.games.revolution.guilford.data_schema import TablesData
    from grognard.games.revolution.series.battle import Battle
    from grognard.games.revolution.series.close_combat import CloseCombat


class Militia(SeriesRules):
    """What the North Carolina militia does not cost its army."""

    tables: TablesData

    def note_event(self, game: Battle, event: str, side: str, piece: str | None = None) -> None:
        """G3.11a: their losses and captures move no army morale; everything else does (G3.11c)."""
        if piece not in self.tables.nc_militia.units or not self.is_loss(game, event, piece):
            super().note_event(game, event, side, piece)

    def is_loss(self, game: Battle, event: str, piece: str) -> bool:
        """G3.11b: a D that eliminates a shattered unit is a loss too."""
        if event in self.tables.nc_militia.no_army_morale_for:
            return True
        return event == "suffer_D" and game.piece(piece).order == SHATTERED

    def victory_points(self, game: Battle) -> dict[str, float]:
        """G3.11d, GH6: half a point for every two of them captured, eliminated or disordered, in place of the usual."""
        points = super().victory_points(game)
        militia = self.tables.nc_militia
        lost = sum(self.counts_for_vp(game, id) for id in militia.units)
        points[militia.vp.side] += lost // militia.vp.for_every * militia.vp.vp
        return points

    def counts_for_vp(self, game: Battle, id: str) -> bool:
        piece = game.piece(id)
        return piece.box in self.tables.nc_militia.vp.states or game.is_disordered(piece)

    # ------------------------------------------------------------------ momentum (G3.11e)

    def only_militia(self, units: tuple[str, ...]) -> bool:
        """G3.11e: a force all of North Carolina militia, artillery apart."""
        foot = [id for id in units if not self.counters[id].is_artillery]
        return all(id in self.tables.nc_militia.units for id in foot)

    def gain_momentum_attacking(self, game: Battle, combat: CloseCombat) -> None:
        if combat.attacker != self.tables.nc_militia.no_momentum_for or not self.only_militia(combat.defenders):
            super().gain_momentum_attacking(game, combat)

    def gain_momentum_defending(self, game: Battle, combat: CloseCombat) -> None:
        if combat.defender != self.tables.nc_militia.no_momentum_for or not self.only_militia(combat.attackers):
            super().gain_momentum_defending(game, combat)
