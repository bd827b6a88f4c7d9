"""Chapter 11.4: line of sight."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from grognard.core.hexes import Hex, HexSet
from grognard.games.revolution.series.chapter import Chapter

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle


class Sight(Chapter):
    """Who sees whom. Only artillery at two hexes or more asks (S3.2c)."""

    blocking_terrain: HexSet

    def blocking(self, game: Battle) -> HexSet:
        """S11.42a, S11.42b: blocking terrain and hexes with combat units of either side; leaders alone do not block."""
        one, other = self.seats
        return self.blocking_terrain | game.force(one).units | game.force(other).units

    def rises(self, a: Hex, b: Hex) -> bool:
        """S3.2o, S11.41c: whether the hexside is a slope whose high side is b; with a stream it is a slope all the same."""
        return "slope_up" in self.board.side(a, b)

    def sees(self, game: Battle, start: Hex, goal: Hex) -> bool:
        """S11.4-alg, S11.44: clear if one of the ways the line passes is; adjacent hexes always see each other (S11.41a)."""
        if self.board.grid.distance(start, goal) <= 1:
            return True
        blocking = game.rules.blocking(game)
        return any(self.clear_way(blocking, start, way, goal) for way in self.board.grid.lines(start, goal))

    def clear_way(self, blocking: HexSet, start: Hex, way: tuple[Hex, ...], goal: Hex) -> bool:
        """S11.43: the three cases of slopes along one way; S11.41b: the firing and target hexes never block."""
        firer_up = self.rises(way[0], start)
        target_up = self.rises(way[-1], goal)
        if firer_up and target_up:
            return True  # S11.43C
        if any(blocking >> h & 1 for h in way):
            return False  # S11.43A1, S11.43B1, S11.42c
        one_up = firer_up != target_up
        for a, b in pairwise(way):
            towards_target, towards_firer = self.rises(a, b), self.rises(b, a)
            if not (towards_target or towards_firer):
                continue
            if not one_up:
                return False  # S11.43A2
            if towards_target != target_up:
                return False  # S11.43B2
        return True
