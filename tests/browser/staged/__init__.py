"""Positions in which scenes begin, as scenarios `staged/<name>`: a browser should not have to play a game that far."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.browser.staged import savannah, victories

POSITIONS: dict[str, Callable[[], dict[str, Any]]] = {
    **{f"staged/{name}": position for name, position in savannah.POSITIONS.items()},
    **{f"staged/{name}": position for name, position in victories.POSITIONS.items()},
}
