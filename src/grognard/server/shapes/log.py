"""What happened, each roll with its breakdown."""

from __future__ import annotations

from typing import Literal

from grognard.core.events import Effect
from grognard.server.shapes.base import Cites, Optional, Shape, Words
from grognard.server.shapes.forecasts import Breakdown, ModifierLine


class RollBreakdown(Shape):
    words: Words
    faces: tuple[int, ...]
    sides: int
    coloured: int
    """How many of the dice, the last ones, are of another colour."""
    total: int
    modifiers: tuple[ModifierLine, ...]
    cites: Cites
    result: str
    result_words: Words
    result_cites: Cites


class LogLine(Optional):
    """One event: its number, the moment at which it can be seen on the map, and what it speaks of.

    `undoes` is the moment whose lines were taken back by it.
    """

    number: int
    moment: int
    heading: Literal["", "turn", "phase"]
    words: Words
    places: tuple[str, ...]
    pieces: tuple[str, ...]
    roll: RollBreakdown | None
    undoes: int | None
    effect: Effect | None = None
    """What it leaves on the map for a while."""
    leads: bool = False
    """Whether it says why what comes next happens."""
    forecast: Breakdown | None = None
    """What the odds said just before its roll, as far as this seat could know, if the roll decided a fight."""
