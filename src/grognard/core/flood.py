"""How far a piece can move: a bit-parallel flood fill over hexes; all pieces of one kind share one cost table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from grognard.core.hexes import Hex, HexGrid, HexSet

Steps = tuple[tuple[int, HexSet, tuple[tuple[int, HexSet], ...]], ...]


class MoveTable:
    """The cost of each step for a kind of piece, arranged so that whole sets of hexes step at once.

    It is built on first use: listing the scenarios needs none.
    """

    def __init__(self, grid: HexGrid, cost: Callable[[Hex, Hex], int | None]) -> None:
        self.grid = grid
        self.into: dict[Hex, tuple[tuple[Hex, HexSet, int], ...]] = {}
        self._cost = cost

    @cached_property
    def costs(self) -> dict[tuple[Hex, Hex], int]:
        """What each step costs; those that are prohibited are left out."""
        cost, found = self._cost, {}
        for a, around in self.grid.neighbours.items():
            for b in around:
                price = cost(a, b) if b is not None else None
                if b is not None and price is not None:
                    found[a, b] = price
        return found

    @cached_property
    def open(self) -> dict[Hex, HexSet]:
        """The neighbours that can be entered from each hex."""
        found = dict.fromkeys(self.grid.hexes, 0)
        for a, b in self.costs:
            found[a] |= 1 << b
        return found

    @cached_property
    def room(self) -> HexSet:
        """The hexes that can be entered from some side."""
        return union(self.open.values())

    @cached_property
    def _sources(self) -> dict[tuple[int, int], HexSet]:
        """By price and shift: the hexes from which a step by this shift costs this much."""
        found: dict[tuple[int, int], HexSet] = {}
        for (a, b), price in self.costs.items():
            found[price, b - a] = found.get((price, b - a), 0) | 1 << a
        return found

    @cached_property
    def steps(self) -> Steps:
        """By rising price: the hexes from which some step costs so much, and for each shift those from which it does."""
        return self._arrange()

    def _arrange(self) -> Steps:
        shifts: dict[int, list[tuple[int, HexSet]]] = {}
        for (price, shift), sources in sorted(self._sources.items()):
            if sources:
                shifts.setdefault(price, []).append((shift, sources))
        return tuple((price, union(sources for _, sources in found), tuple(found)) for price, found in shifts.items())

    def patched(self, changes: Mapping[tuple[Hex, Hex], int | None]) -> MoveTable:
        """The same table with other costs for some steps (None: prohibited), in a fraction of the time of a new one."""
        table = MoveTable(self.grid, self._cost)
        costs, ways, sources = self.costs.copy(), self.open.copy(), self._sources.copy()
        for (a, b), price in changes.items():
            shift, bit = b - a, 1 << a
            if (a, b) in costs:
                sources[costs.pop((a, b)), shift] ^= bit
                ways[a] ^= 1 << b
            if price is not None:
                costs[a, b] = price
                ways[a] |= 1 << b
                sources[price, shift] = sources.get((price, shift), 0) | bit
        table.costs, table.open, table._sources = costs, ways, sources
        table.steps = table._arrange()  # not in the middle of a search
        return table

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


def union(sets: Iterable[HexSet]) -> HexSet:
    """All hexes in any of these sets."""
    found = 0
    for hexes in sets:
        found |= hexes
    return found


class Reach:
    """The hexes that can be reached from some others: `levels[c]` is the set first reached for c points."""

    __slots__ = ("all", "levels", "starts", "stops", "table", "tax", "taxed")

    def __init__(
        self, table: MoveTable, starts: HexSet, levels: list[HexSet], seen: HexSet, stops: HexSet, taxed: HexSet, tax: int
    ) -> None:
        self.table = table
        self.starts = starts
        self.levels = levels
        self.stops = stops & ~starts
        self.taxed = taxed
        self.tax = tax
        self.all: HexSet = seen & ~starts

    def cost(self, h: Hex) -> int | None:
        """The points it takes to get there."""
        bit = 1 << h
        for points, level in enumerate(self.levels):
            if level & bit:
                return points
        return None

    def path(self, goal: Hex) -> tuple[Hex, ...]:
        """A cheapest path there that does not stop earlier, without the start; of equals the first clockwise from the end."""
        points = self.cost(goal)
        way: list[Hex] = []
        here, starts, stops, taxed, levels, ways_into = goal, self.starts, self.stops, self.taxed, self.levels, self.table.into
        while not starts >> here & 1 and points is not None:
            way.append(here)
            if taxed and taxed >> here & 1:
                points -= self.tax
            for before, bit, price in ways_into.get(here) or self.table.ways_into(here):
                left = points - price
                if left >= 0 and levels[left] & bit and not stops & bit:
                    here, points = before, left
                    break
            else:
                return ()
        way.reverse()
        return tuple(way)

    def line(self, goal: Hex) -> list[Hex]:
        """The same backwards and with the start: from the goal to where the path comes from; none if it is out of reach."""
        way = list(reversed(self.path(goal)))
        if not way:
            return [goal] if self.starts >> goal & 1 else []
        first = way[-1]
        paid = (self.cost(first) or 0) - (self.tax if self.taxed >> first & 1 else 0)
        start = (
            h
            for h, bit, price in self.table.ways_into(first)
            if paid >= price and self.starts & self.levels[paid - price] & bit
        )
        return [*way, next(start)]


def flood(
    table: MoveTable,
    start: Hex,
    budget: int,
    allowed: HexSet,
    stops: HexSet = 0,
    taxed: HexSet = 0,
    tax: int = 0,
    spent: int = 0,
    reserve: int = 0,
    shunned: HexSet = 0,
) -> Reach:
    """All hexes within the budget: `allowed` may be entered, `stops` end a move, `taxed` cost `tax` more to enter.

    The last points of the budget, the `reserve`, may not be spent on entering `shunned` hexes.
    """
    return flood_from(table, 1 << start, budget, allowed, stops, taxed, tax, spent, reserve, shunned)


def flood_from(
    table: MoveTable,
    starts: HexSet,
    budget: int,
    allowed: HexSet,
    stops: HexSet = 0,
    taxed: HexSet = 0,
    tax: int = 0,
    spent: int = 0,
    reserve: int = 0,
    shunned: HexSet = 0,
) -> Reach:
    """The same from any of several hexes."""
    levels = [0] * (budget + 1)
    if spent <= budget:
        levels[spent] = starts
    seen = 0
    steps = table.steps
    for points in range(spent, budget + 1):
        new = levels[points]
        if not new:
            continue
        new &= ~seen
        if shunned and points > budget - reserve and points > spent:
            new &= ~shunned
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
            if taxed and (late := reached & taxed):
                reached ^= late
                if cost + tax <= budget:
                    levels[cost + tax] |= late
            levels[cost] |= reached
    return Reach(table, starts, levels, seen, stops, taxed, tax)
