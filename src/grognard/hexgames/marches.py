"""Where a piece or a stack can go: across country, along roads with what that gains it, and by a first step that is free."""

from __future__ import annotations

from grognard.core.flood import Reach
from grognard.core.hexes import Hex, HexSet


class Destinations:
    """All that can be reached: by the cheaper of two floods, along the road where both cost the same, or by a free step."""

    __slots__ = ("across", "all", "least", "road")

    def __init__(self, across: Reach | None, road: Reach | None, least: HexSet = 0, closed: HexSet = 0) -> None:
        """`least` are the neighbours that may be entered whatever they cost; in a `closed` hex nobody may stop."""
        self.across = across
        self.road = road
        self.least = least
        self.all: HexSet = least
        if across is not None:
            self.all |= across.all
        if road is not None:
            self.all |= road.all
        if closed:
            self.all &= ~closed

    def path(self, goal: Hex) -> tuple[Hex, ...]:
        """The cheapest way, the start left out."""
        across, road = self.across, self.road
        if across is not None and not across.all >> goal & 1:
            across = None
        if road is not None and road.all >> goal & 1:
            if across is None or (road.cost(goal) or 0) <= (across.cost(goal) or 0):
                return road.path(goal)
        if across is not None:
            return across.path(goal)
        return (goal,) if self.least >> goal & 1 else ()

    def cost(self, goal: Hex) -> int | None:
        """What the cheapest way costs; None if it is a free step, or there is none."""
        costs = [reach.cost(goal) for reach in (self.across, self.road) if reach is not None and reach.all >> goal & 1]
        return min([cost for cost in costs if cost is not None], default=None)


NOWHERE = Destinations(None, None)
