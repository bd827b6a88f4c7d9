"""How far it is to march at Savannah: by the cost of the ground, not as the crow flies."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from grognard.core.hexes import Hex, HexSet, hex_set, members
from grognard.games.revolution.savannah.rules import SavannahRules
from grognard.games.revolution.series.movement import MP

FAR = 99.0
"""The distance from where there is no way."""


CONTACT, FIGHT = 4, 8
"""What it costs, in half-points, to pass the enemy, and to drive them out of a hex."""


@lru_cache(maxsize=64)
def ways(rules: SavannahRules, mobility: str, goals: HexSet, near: HexSet = 0, held: HexSet = 0) -> dict[Hex, float]:
    """The cost of the march to the nearest of these hexes from everywhere, in movement points.

    `near` and `held` are the hexes next to the enemy, and those that the enemy holds.
    """
    neighbours, found = rules.board.grid.neighbours, dict.fromkeys(members(goals), 0)
    queue = [(0, h) for h in found]
    while queue:
        cost, h = heappop(queue)
        if cost > found[h]:
            continue
        more = (CONTACT if near >> h & 1 else 0) + (FIGHT if held >> h & 1 else 0)
        for n in neighbours[h]:
            step = rules.entry_cost(mobility, n, h) if n is not None else None
            if n is None or step is None:
                continue
            total = cost + step + more
            if total < found.get(n, total + 1):
                found[n] = total
                heappush(queue, (total, n))
    return {h: cost / MP for h, cost in found.items()}


@lru_cache(maxsize=4096)
def within(rules: SavannahRules, mobility: str, start: Hex, points: int) -> HexSet:
    """Where a march of so many half-points can end, if nobody is in the way."""
    neighbours, found = rules.board.grid.neighbours, {start: 0}
    queue = [(0, start)]
    while queue:
        cost, h = heappop(queue)
        for n in neighbours[h] if cost == found[h] else ():
            step = rules.entry_cost(mobility, h, n) if n is not None else None
            if n is not None and step is not None and cost + step <= points and cost + step < found.get(n, points + 1):
                found[n] = cost + step
                heappush(queue, (cost + step, n))
    return hex_set(found)
