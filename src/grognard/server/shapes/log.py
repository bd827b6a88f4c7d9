"""What happened, each roll with its ledger."""

from __future__ import annotations

from typing import Literal

from grognard.server.shapes.base import Cites, Shape, Words


class ModifierLine(Shape, frozen=True):
    value: int
    words: Words
    cites: Cites


class RollLedger(Shape, frozen=True):
    words: Words
    faces: tuple[int, ...]
    sides: int
    total: int
    modifiers: tuple[ModifierLine, ...]
    cites: Cites
    result: str
    result_words: Words
    result_cites: Cites


class LogLine(Shape, frozen=True):
    """One event: its number, the moment at which it can be seen on the map, and what it speaks of.

    `undoes` is the moment whose lines were taken back by it.
    """

    number: int
    moment: int
    heading: Literal["", "turn", "phase"]
    words: Words
    places: tuple[str, ...]
    pieces: tuple[str, ...]
    roll: RollLedger | None
    undoes: int | None
