"""Avoid open flanks: a hex is better if the enemy cannot attack it from many sides."""

from __future__ import annotations

from grognard.core.hexes import Hex
from grognard.players.sergeant.situation import Situation


def open_sides(situation: Situation, h: Hex) -> int:
    """The adjacent hexes without friendly units from which the enemy could attack."""
    around = situation.grid.adjacent[h]
    free = around & ~situation.game.force(situation.side).units
    return sum(
        1 for other in situation.grid.neighbours[h] if other is not None and free >> other & 1 and exposed(situation, other)
    )


def exposed(situation: Situation, h: Hex) -> bool:
    return any(situation.grid.distance(where, h) < reach for where, reach, _ in situation.enemy_reach)
