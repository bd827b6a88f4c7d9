"""What every chapter of the rules stands on: the components of the battle, and tables made from them once."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
    enemy: dict[str, str]
    options: Options
    components: Components
    board: HexBoard
    counters: dict[str, Counter]
    ground: dict[Hex, HexTerrain]
    """The row of the terrain chart in force in each hex."""
    open_ground: HexSet
    advanced: bool
    """S1b: whether the advanced game is played."""
