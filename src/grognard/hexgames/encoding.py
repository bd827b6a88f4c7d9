"""How a piece is written in a position: its hex alone, or an object with its hex or box, its step and its states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def encode_piece(hex: str, box: str, step: int, states: Sequence[str]) -> Any:
    """A piece on a hex (or, where that is empty, in a box) with the steps it has lost and its states."""
    if hex and not step and not states:
        return hex
    body: dict[str, Any] = {"hex": hex} if hex else {"box": box}
    if step:
        body["step"] = step + 1
    if states:
        body["states"] = list(states)
    return body
