"""What a position of Guilford Courthouse holds beyond the series."""

from __future__ import annotations

from grognard.games.revolution.series.battle import Battle, BattleState
from grognard.games.revolution.series.names import Label, Side, Turn, UnitId

AMERICAN, BRITISH = "american", "british"


class GuilfordState(BattleState):
    """Contact, melee fire, control of the victory hexes, and what holds for one movement phase."""

    contact: Turn = 0
    """G3.7c: the turn of first contact, or 0."""
    melee_fire: Turn = 0
    """G3.1c: the turn on which the guns fired into a melee, or 0."""
    control: dict[Label, Side] = {}
    """G2.6b: the victory hexes that a combat unit has entered, and whose was the last; the others are as at the start."""
    fleeing: bool = False
    """G3.6b: whether Bretigny began this movement phase alone and next to the enemy."""
    marched: frozenset[UnitId] = frozenset()
    """G3.6f: the infantry that has marched up to Bretigny by the road in this player turn."""
    entry_blocked: bool = False
    """G3.8d: whether Americans held the entry hex when this movement phase began."""


def guilford(game: Battle) -> GuilfordState:
    """The state of a game of Guilford Courthouse."""
    return game.state  # type: ignore[return-value]  # a cast would cost a call
