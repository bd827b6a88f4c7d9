"""Chapter 11.4: line of sight."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from grognard.core.hexes import Hex, HexSet, hex_set, members
from grognard.games.revolution.series.chapter import Chapter

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle

Line = tuple[tuple[Hex, ...], ...]
REMEMBERED = 20_000
"""How many lines that units stand on are remembered."""


class LineOfSight(Chapter):
    """Who sees whom. Only artillery at two hexes or more asks (S3.2c)."""

    blocking_terrain: HexSet
    """S11.42a."""
    sight_lines: dict[tuple[Hex, Hex], HexSet | None]
    """What terrain makes of each line that was asked about, by its ends (`sight_line`)."""
    clear_lines: dict[tuple[Hex, Hex, HexSet], bool]
    """Whether a line is clear, by its ends and the hexes on it with units."""
    open_views: dict[Hex, tuple[HexSet, HexSet]]
    """By hex: the hexes that were looked for from there, and those that terrain does not hide."""

    def blocking_units(self, game: Battle) -> HexSet:
        """S11.42b: the hexes with combat units of either side; leaders alone do not block."""
        one, other = self.sides
        return game.force(one).units | game.force(other).units

    def rises(self, a: Hex, b: Hex) -> bool:
        """S3.2o, S11.41c: whether the hexside is a slope whose high side is b; with a stream it is a slope all the same."""
        return "slope_up" in self.board.side(a, b)

    def sees(self, game: Battle, start: Hex, goal: Hex) -> bool:
        """S11.4-alg: clear if one of the ways the line passes is; adjacent hexes always see each other."""
        return self.sees_past(self.blocking_units(game), start, goal)

    def sees_past(self, blocking: HexSet, start: Hex, goal: Hex) -> bool:
        """The same if units in these hexes block."""
        ends = start, goal
        if ends not in self.sight_lines:
            self.sight_lines[ends] = self.sight_line(start, goal)
        passed = self.sight_lines[ends]
        if not passed:
            return passed == 0
        units = passed & blocking
        if not units:
            return True
        known, line = self.clear_lines, (start, goal, units)
        clear = known.get(line)
        if clear is None:
            if len(known) > REMEMBERED:
                known.clear()
            clear = known[line] = self.is_clear(self.blocking_terrain | units, start, goal)
        return clear

    def not_hidden(self, start: Hex, goals: HexSet) -> HexSet:
        """S11.42a: those of some hexes that terrain does not hide from a hex; units may."""
        sought, found = self.open_views.get(start, (0, 0))
        if new := goals & ~sought:
            found |= hex_set(goal for goal in members(new) if self.sees_past(0, start, goal))
            self.open_views[start] = sought | new, found
        return goals & found

    def sight_line(self, start: Hex, goal: Hex) -> HexSet | None:
        """What never changes of a line: the hexes in which units can block it, or None if terrain does (S11.42a)."""
        if self.board.grid.distance(start, goal) <= 1:
            return 0  # S11.41a
        line = self.board.grid.line(start, goal)
        return hex_set(h for beside in line for h in beside) if self.is_clear(self.blocking_terrain, start, goal) else None

    def is_clear(self, blocking: HexSet, start: Hex, goal: Hex) -> bool:
        """S11.44: whether one of the ways that a line passes is clear if these hexes block."""
        line = self.board.grid.line(start, goal)  # S11.41b: without the firing and target hexes, which never block
        ends = product(line[0], line[-1]) if len(line) > 1 else ((h, h) for h in line[0])
        return any(self.clear_way(blocking, start, first, line, last, goal) for first, last in ends)

    def clear_way(self, blocking: HexSet, start: Hex, first: Hex, line: Line, last: Hex, goal: Hex) -> bool:
        """S11.43: the three cases of slopes, for the ways of a line that begin with one hex and end with another."""
        firer_up = self.rises(first, start)
        target_up = self.rises(last, goal)
        if firer_up and target_up:
            return True  # S11.43C
        reached = [] if blocking >> first & 1 else [first]
        for choices in (*line[1:-1], (last,)) if len(line) > 1 else ():
            if not reached:
                return False
            open_hexes = [h for h in choices if not blocking >> h & 1]  # S11.43A1, S11.43B1, S11.42c
            reached = [b for b in open_hexes if any(self.goes_on(a, b, firer_up, target_up) for a in reached)]
        return last in reached

    def goes_on(self, a: Hex, b: Hex, firer_up: bool, target_up: bool) -> bool:
        """S11.43A2, S11.43B2: a slope on the way lets the line pass only if it rises towards the one unit that is up."""
        if self.rises(a, b):
            return target_up
        return not self.rises(b, a) or firer_up
