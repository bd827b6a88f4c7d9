"""How far a piece can go: a bit-parallel flood over hexes, all pieces of one kind sharing one table of costs."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.hexes import Hex, HexGrid, HexSet


class MoveTable:
    """What each step costs a kind of piece, arranged so that whole sets of hexes step at once."""

    def __init__(self, grid: HexGrid, cost: Callable[[Hex, Hex], int | None]) -> None:
        self.grid = grid
        self.costs: dict[tuple[Hex, Hex], int] = {}
        self.open: dict[Hex, HexSet] = {}
        self.into: dict[Hex, tuple[tuple[Hex, HexSet, int], ...]] = {}
        groups: dict[tuple[int, int], HexSet] = {}
        for a in grid.hexes:
            reachable = 0
            for b in grid.neighbours[a]:
                price = cost(a, b) if b is not None else None
                if b is None or price is None:
                    continue
                self.costs[a, b] = price
                reachable |= 1 << b
                groups[price, b - a] = groups.get((price, b - a), 0) | 1 << a
            self.open[a] = reachable
        self.steps = tuple(
            (price, self._all_of(groups, price), self._shifts_of(groups, price)) for price in sorted({p for p, _ in groups})
        )

    @staticmethod
    def _all_of(groups: dict[tuple[int, int], HexSet], price: int) -> HexSet:
        """The hexes from which some step costs this much."""
        found = 0
        for (known, _), sources in groups.items():
            if known == price:
                found |= sources
        return found

    @staticmethod
    def _shifts_of(groups: dict[tuple[int, int], HexSet], price: int) -> tuple[tuple[int, HexSet], ...]:
        """For each shift the hexes from which it costs this much."""
        return tuple((shift, sources) for (known, shift), sources in sorted(groups.items()) if known == price)

    def ways_into(self, h: Hex) -> tuple[tuple[Hex, HexSet, int], ...]:
        """The neighbours from which this hex can be entered, each with its bit and the price, clockwise from north."""
        ways = self.into.get(h)
        if ways is None:
            around = (n for n in self.grid.neighbours[h] if n is not None and (n, h) in self.costs)
            ways = self.into[h] = tuple((n, 1 << n, self.costs[n, h]) for n in around)
        return ways

    def cost(self, a: Hex, b: Hex) -> int | None:
        """What the step from a to b costs, or None if it is prohibited."""
        return self.costs.get((a, b))


class Reach:
    """The hexes a piece can reach: `levels[c]` is the set first reached for c points."""

    __slots__ = ("all", "levels", "start", "stops", "table", "tax", "taxed")

    def __init__(self, table: MoveTable, start: Hex, levels: list[HexSet], stops: HexSet, taxed: HexSet, tax: int) -> None:
        self.table = table
        self.start = start
        self.levels = levels
        self.stops = stops & ~(1 << start)
        self.taxed = taxed
        self.tax = tax
        found = 0
        for level in levels:
            found |= level
        self.all: HexSet = found & ~(1 << start)

    def cost(self, h: Hex) -> int | None:
        """The points it takes to get there."""
        bit = 1 << h
        for points, level in enumerate(self.levels):
            if level & bit:
                return points
        return None

    def path(self, goal: Hex) -> tuple[Hex, ...]:
        """A cheapest way there that stops nowhere before, the start left out; of equals the first clockwise from the end."""
        points = self.cost(goal)
        way: list[Hex] = []
        here = goal
        while here != self.start and points is not None:
            way.append(here)
            extra = self.tax if self.taxed >> here & 1 else 0
            for before, bit, price in self.table.ways_into(here):
                left = points - price - extra
                if left >= 0 and self.levels[left] & bit and not self.stops & bit:
                    here, points = before, left
                    break
            else:
                return ()
        return tuple(reversed(way))


def flood(
    table: MoveTable,
    start: Hex,
    budget: int,
    allowed: HexSet,
    stops: HexSet = 0,
    taxed: HexSet = 0,
    tax: int = 0,
    spent: int = 0,
) -> Reach:
    """All hexes within the budget: `allowed` may be entered, `stops` end a move, `taxed` cost `tax` more to enter."""
    levels = [0] * (budget + 1)
    if spent <= budget:
        levels[spent] = 1 << start
    seen = 0
    steps = table.steps
    for points in range(spent, budget + 1):
        new = levels[points] & ~seen
        levels[points] = new
        if not new:
            continue
        seen |= new
        sources = new & ~stops if points > spent else new
        if not sources:
            continue
        for price, some, shifts in steps:
            cost = points + price
            if cost > budget:
                break
            if not sources & some:
                continue
            reached = 0
            for shift, mask in shifts:
                moved = sources & mask
                if moved:
                    reached |= moved << shift if shift > 0 else moved >> -shift
            reached &= allowed
            late = reached & taxed
            if late:
                reached ^= late
                if cost + tax <= budget:
                    levels[cost + tax] |= late
            levels[cost] |= reached
    return Reach(table, start, levels, stops, taxed, tax)
