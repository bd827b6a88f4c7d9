"""Avoid open flanks: a hex is better if the enemy cannot attack it from many sides."""

from __future__ import annotations

from grognard.core.hexes import Hex
from grognard.players.sergeant.situation import Situation


def open_sides(situation: Situation, h: Hex) -> int:
    """The adjacent hexes without friendly units from which the enemy could attack."""
    free = situation.grid.adjacent[h] & ~situation.game.force(situation.side).units
    return (free & situation.exposed).bit_count()
