"""What a position of Eutaw Springs holds beyond the series."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from grognard.games.revolution.series.battle import Battle, BattleState
from grognard.games.revolution.series.names import Label, PieceId, Side, Turn, UnitId

AMERICAN, BRITISH = "american", "british"
SWAMP_FOX = "swamp_fox"
"""E3.6a: Marion's partisans, half unit, half leader."""
ROOTING_PARTY = "rooting_party"
"""E3.3a: the men who dig for potatoes before the camp."""
FORAGING = "foraging"
"""E3.3b: the marker of the rooting party until it is attacked."""
DISORDER = "disorder"
"""E3.11d: the marker of a unit that loots."""
CROSSING = "crossing"
"""E3.15b: Swamp Fox in the middle of the Santee."""
NORTH_BANK = "north bank"
"""E3.15a: a unit on the far bank of the Santee."""

Surprise = Annotated[str, Meta(pattern=r"^(now|spent)?$")]


class EutawState(BattleState):
    """Camp, perimeter, surprise, looting, and the regiments from Charleston."""

    camp: dict[Label, Side] = {}
    """E3.10b, E3.10c: the camp hexes that carry a marker, and whose side is up; the others are British, never entered."""
    perimeter: frozenset[Label] = frozenset()
    """E3.4a: the perimeter hexes that Americans have entered."""
    surprise: Surprise = ""
    """E3.5a: empty while unused, `now` in its phase, then `spent`."""
    halted: frozenset[PieceId] = frozenset()
    """E3.10b: units whose move a camp hex has ended this phase."""
    looted: dict[UnitId, Turn] = {}
    """E3.11e: the turn in which each disordered unit began to loot."""
    newly_entered: frozenset[Label] = frozenset()
    """E3.11a: camp hexes first entered in the advance under way; every unit of that advance tests."""
    looters: tuple[UnitId, ...] = ()
    """E3.11a: the units of the advance under way that will test."""
    called_up: str = ""
    """E3.20c: whether the regiments from Charleston come: `yes` or `no`, then openly `announced` or `declined`."""


def eutaw(game: Battle) -> EutawState:
    """The state of a game of Eutaw Springs."""
    return game.state  # type: ignore[return-value]  # a cast would cost a call
