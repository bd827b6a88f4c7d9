"""Where a piece or a stack can go: across country, and along roads with what that gains it."""

from __future__ import annotations

from grognard.core.flood import Reach
from grognard.core.hexes import Hex, HexSet


class Destinations:
    """All that can be reached, by the cheaper of two floods; where both cost the same, along the road."""

    __slots__ = ("across", "all", "road")

    def __init__(self, across: Reach | None, road: Reach | None) -> None:
        self.across = across
        self.road = road
        self.all: HexSet = (across.all if across else 0) | (road.all if road else 0)

    def path(self, goal: Hex) -> tuple[Hex, ...]:
        """The cheapest way, the start left out."""
        by_road, across = self._costs(goal)
        if self.road is not None and by_road is not None and (across is None or by_road <= across):
            return self.road.path(goal)
        return self.across.path(goal) if self.across is not None and across is not None else ()

    def cost(self, goal: Hex) -> int | None:
        """What the cheapest way costs."""
        known = [cost for cost in self._costs(goal) if cost is not None]
        return min(known) if known else None

    def _costs(self, goal: Hex) -> tuple[int | None, int | None]:
        by_road = self.road.cost(goal) if self.road and self.road.all >> goal & 1 else None
        across = self.across.cost(goal) if self.across and self.across.all >> goal & 1 else None
        return by_road, across


NOWHERE = Destinations(None, None)
