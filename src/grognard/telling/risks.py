"""What each of many choices may bring, in words."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.events import Names
from grognard.core.risk_tables import RiskColumn, RiskTable
from grognard.core.seats import Seat
from grognard.telling.words import action_in_words


def heading(column: RiskColumn) -> str:
    """A column with what it would mean: `3+ (1 hit)`."""
    return f"{column.title} ({column.about})" if column.about else column.title


def risks_in_words(seat: Seat, table: RiskTable, names: Names) -> Iterator[tuple[str, str]]:
    """Each choice in its words, and the chance of everything that may come of it."""
    for row in table.rows:
        chances = (f"{heading(column)} {chance:.0%}" for column, chance in zip(table.columns, row.chances, strict=True))
        yield action_in_words(seat, row.action, names), ", ".join(chances)
