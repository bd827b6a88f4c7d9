"""What can be shown of a piece on a hex map: places, each with a number or without."""

from __future__ import annotations

from grognard.core.hexes import HexGrid, HexSet, members
from grognard.hexgames.marches import Destinations


def costs_by_label(reach: Destinations, grid: HexGrid, unit: int) -> dict[str, float]:
    """Every hex that can be reached, with the points it takes; `unit` is how many steps of the search make a point."""
    costs = ((h, reach.cost(h)) for h in members(reach.all))
    return {grid.labels[h]: cost / unit for h, cost in costs if cost is not None}


def labels_of(hexes: HexSet, grid: HexGrid) -> list[str]:
    return [grid.labels[h] for h in members(hexes)]
