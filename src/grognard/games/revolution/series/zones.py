"""Chapter 8: zones of control."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.core.hexes import Hex, HexSet, hex_set
from grognard.games.revolution.series.chapter import Chapter
from grognard.games.revolution.series.pieces import PARADE, Piece

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle


class Zones(Chapter):
    """Who controls which hexes. ZOC matters for movement, the surrounded modifier and retreats only (S8.4)."""

    zoc_table: dict[Hex, HexSet]

    def has_zoc(self, piece: Piece) -> bool:
        """S8.1a, S8.1b: combat units in parade order have one, artillery included; disordered units have none.

        A battle may deny it to units with a marker; only of those is it asked when zones are added up.
        """
        return piece.order == PARADE

    def zoc_reaches(self, a: Hex, b: Hex) -> bool:
        """Whether a zone of control extends from a hex into its neighbour.

        S8.1c, S8.1f: streams, fords and other terrain do not stop it.
        """
        if "fieldwork_in" in self.board.side(a, b):
            return False  # S8.1e: it does not cross fieldworks from outside in
        return self.ground[b].zoc_enters  # S8.1d: it goes out of woods but not in

    def make_zoc_table(self) -> dict[Hex, HexSet]:
        return {a: self.zoc_around(a) for a in self.board.grid.hexes}

    def zoc_around(self, a: Hex) -> HexSet:
        """The neighbours that a zone of control reaches from a hex."""
        return hex_set(b for b in self.board.grid.neighbours[a] if b is not None and self.zoc_reaches(a, b))

    def zoc_of(self, piece: Piece) -> HexSet:
        """The hexes in the zone of control of this piece."""
        return self.zoc_table[piece.hex]

    def enemy_zoc(self, game: Battle, piece: Piece) -> HexSet:
        """The hexes that lie in an enemy zone of control for this piece; friends there change nothing (S8.2b)."""
        return game.force(self.enemy[self.counters[piece.id].side]).zoc

    def enemy_rifle_zoc(self, game: Battle, piece: Piece) -> HexSet:
        """S8.31b: the hexes in the zone of control of enemy rifle units."""
        return game.force(self.enemy[self.counters[piece.id].side]).rifle_zoc
