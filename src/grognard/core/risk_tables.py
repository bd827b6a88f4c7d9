"""What each of many choices may bring, side by side: a table of chances for one question."""

from __future__ import annotations

import msgspec

from grognard.core.actions import Action


class RiskColumn(msgspec.Struct, frozen=True):
    """A thing that may happen, in words, and what it would mean here."""

    title: str
    about: str = ""
    bad: bool = False
    """Whether it is to be feared."""
    goal: bool = False
    """Whether it is what the choice is made for."""


class RiskRow(msgspec.Struct, frozen=True):
    """A choice with the chance of each column."""

    action: Action
    chances: tuple[float, ...]


class RiskTable(msgspec.Struct, frozen=True):
    """The choices in rows, what may happen in columns."""

    columns: tuple[RiskColumn, ...]
    rows: tuple[RiskRow, ...]
