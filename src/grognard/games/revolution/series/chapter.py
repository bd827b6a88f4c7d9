"""What every chapter of the rules stands on: the components of the battle, and tables made from them once."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from grognard.core.boards import HexBoard
    from grognard.core.games import Options
    from grognard.core.hexes import Hex, HexSet
    from grognard.games.revolution.series.components import Components
    from grognard.games.revolution.series.data_schema import HexTerrain
    from grognard.games.revolution.series.pieces import Counter


class Chapter:
    """A chapter's questions are small methods, one a rule; a battle overrides only what its own rulebook changes."""

    seats: tuple[str, ...]
    """Who answers questions."""
    windows: ClassVar[tuple[str, ...]]
    seats_of: dict[str, tuple[str, ...]]
    seat_of_army: dict[str, str]
    side_of_seat: dict[str, str]
    seat_of: dict[str, str]
    """The seat that owns each piece."""
    not_acting: dict[str, frozenset[str]]
    """The pieces that wait while a seat acts; none where one seat acts for the whole side."""
    armies: tuple[str, ...]
    """Who has pieces, morale and victory points."""
    armies_of: dict[str, tuple[str, ...]]
    enemy: dict[str, str]
    """S3.2l: the other side."""
    options: Options
    components: Components
    board: HexBoard
    counters: dict[str, Counter]
    ground: dict[Hex, HexTerrain]
    """The row of the terrain chart in force in each hex."""
    open_ground: HexSet
    advanced: bool
    """S1b: whether the advanced game is played."""

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """Who phases, has momentum, and wins or loses together: always two."""
        return self.components.scenario.placement_order
