"""Positions in which scenes begin, as scenarios `staged/<name>`: a browser should not have to play a game that far."""

from __future__ import annotations

from tests.browser.staged import savannah, victories

POSITIONS = {f"staged/{name}": position for name, position in (*savannah.POSITIONS.items(), *victories.POSITIONS.items())}
