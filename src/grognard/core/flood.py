"""How far a piece can move: a bit-parallel flood fill over hexes; all pieces of one kind share one cost table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from grognard.core.hexes import Hex, HexGrid, HexSet

Steps = tuple[tuple[int, HexSet, tuple[tuple[int, HexSet], ...]], ...]
Ways = tuple[tuple[int, HexSet], ...]
"""By rising price: the hexes that one step leads to."""


class MoveTable:
    """The cost of each step for a kind of piece, arranged so that whole sets of hexes step at once.

    It is built on first use: listing the scenarios needs none.
    """

    def __init__(self, grid: HexGrid, cost: Callable[[Hex, Hex], int | None]) -> None:
        self.grid = grid
        self.into: dict[Hex, tuple[tuple[Hex, HexSet, int], ...]] = {}
        self.out: dict[Hex, Ways] = {}
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

    def ways_out(self, h: Hex) -> Ways:
        """Where one step from this hex leads; worked out once, since many moves begin in the same hexes."""
        ways = self.out.get(h)
        if ways is None:
            ways = self.out[h] = self.ways_out_of(1 << h)
        return ways

    def ways_out_of(self, hexes: HexSet) -> Ways:
        """Where one step from any of these hexes leads."""
        found: dict[int, HexSet] = {}
        for (price, shift), sources in sorted(self._sources.items()):
            if moved := hexes & sources:
                found[price] = found.get(price, 0) | (moved << shift if shift > 0 else moved >> -shift)
        return tuple(found.items())

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

    __slots__ = ("all", "levels", "starts", "table", "tax", "taxed", "through")

    def __init__(
        self, table: MoveTable, starts: HexSet, levels: list[HexSet], reached: HexSet, through: HexSet, taxed: HexSet, tax: int
    ) -> None:
        """`through` are the hexes that a move may leave again."""
        self.table = table
        self.starts = starts
        self.levels = levels
        self.through = through
        self.taxed = taxed
        self.tax = tax
        self.all = reached

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
        here, starts, through, taxed, levels = goal, self.starts, self.through, self.taxed, self.levels
        ways_into = self.table.into
        while not starts >> here & 1 and points is not None:
            way.append(here)
            if taxed and taxed >> here & 1:
                points -= self.tax
            for before, bit, price in ways_into.get(here) or self.table.ways_into(here):
                left = points - price
                if left >= 0 and levels[left] & bit and through & bit:
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
    first = table.out.get(start) or table.ways_out(start)
    return _spread(table, 1 << start, first, budget, allowed, stops, taxed, tax, spent, reserve, shunned)


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
    first = table.ways_out_of(starts)
    return _spread(table, starts, first, budget, allowed, stops, taxed, tax, spent, reserve, shunned)


def _spread(
    table: MoveTable,
    starts: HexSet,
    first: Ways,
    budget: int,
    allowed: HexSet,
    stops: HexSet,
    taxed: HexSet,
    tax: int,
    spent: int,
    reserve: int,
    shunned: HexSet,
) -> Reach:
    """The same when it is known where the first step leads. No set is complemented in the loop: that takes twice as long."""
    levels = [0] * (budget + 1)
    if spent > budget:
        return Reach(table, starts, levels, 0, starts, taxed, tax)
    levels[spent] = starts
    entered = [0] * (budget + 1) if taxed else levels  # for how much, not counting the tax on the hex itself
    for price, reached in first:
        if spent + price <= budget:
            entered[spent + price] = reached
    ground = unseen = allowed & ~starts
    through = ground & ~stops
    steps = table.steps
    last = budget - steps[0][0] if steps else 0
    for points in range(spent + 1, budget + 1):
        new = entered[points]
        if taxed:
            new ^= new & taxed
            if points >= tax:
                new |= entered[points - tax] & taxed
        if not new:
            continue
        new &= unseen
        if shunned and points > budget - reserve:
            new &= ~shunned
        levels[points] = new
        if not new:
            continue
        unseen ^= new
        if points > last:
            continue
        sources = new & through
        if not sources:
            continue
        for price, some, shifts in steps:
            cost = points + price
            if cost > budget:
                break
            if not sources & some:
                continue
            reached = entered[cost]
            for shift, mask in shifts:
                moved = sources & mask
                if moved:
                    reached |= moved << shift if shift > 0 else moved >> -shift
            entered[cost] = reached
    return Reach(table, starts, levels, ground ^ unseen, through | starts, taxed, tax)
