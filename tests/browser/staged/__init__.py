"""Positions in which scenes begin, as scenarios `staged/<name>`: a browser should not have to play a game that far."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tests.browser.staged import savannah, victories

Positions = Mapping[str, Callable[[], dict[str, Any]]]
GAMES: tuple[Positions, ...] = (savannah.POSITIONS, victories.POSITIONS)
POSITIONS: Positions = {f"staged/{name}": position for game in GAMES for name, position in game.items()}
