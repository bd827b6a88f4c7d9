"""Refuse a flank: a place is better if the enemy cannot come at it from many sides."""

from __future__ import annotations

from grognard.core.hexes import Hex
from grognard.players.sergeant.situation import Situation


def open_sides(situation: Situation, h: Hex) -> int:
    """The neighbouring hexes, free of our units, from which the enemy could reach us."""
    free = situation.grid.adjacent[h] & ~situation.game.force(situation.side).units
    return (free & situation.exposed).bit_count()
