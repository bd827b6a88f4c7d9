"""The charts of a game: its printed tables, ready to read in the current language."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from grognard.core.texts import Argument, text

NOTHING = "-"
"""An empty cell."""


class ChartRow(msgspec.Struct, frozen=True):
    """A row: its heading, its cells in the order of the columns, and its rules."""

    title: str
    cells: tuple[str, ...]
    cites: tuple[str, ...] = ()


class Chart(msgspec.Struct, frozen=True):
    """A table as it is printed: what the rows are, the column headings, the rows, and the notes below."""

    id: str
    title: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[ChartRow, ...]
    notes: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()


class ChartLine(msgspec.Struct, frozen=True):
    """Where a fight is read in a chart: the row and the column, from 0; -1 if not known before the roll."""

    chart: str
    row: int = -1
    column: int = -1


def chart(
    id: str,
    columns: Iterable[str],
    rows: Iterable[ChartRow],
    cites: tuple[str, ...],
    notes: Iterable[str] = (),
) -> Chart:
    """A chart whose title and corner are the texts `chart.<id>.title` and `chart.<id>.corner`."""
    return Chart(id, in_chart(id, "title"), in_chart(id, "corner"), tuple(columns), tuple(rows), tuple(notes), cites)


def in_chart(id: str, key: str, **args: Argument) -> str:
    """A text of a chart: `chart.<id>.<key>`."""
    return text(f"chart.{id}.{key}", args)


def signed(value: float | None) -> str:
    """`+1`, `-2`, `+1/2`, and a dash for zero or nothing."""
    return f"{'+' if value > 0 else '-'}{number(abs(value))}" if value else NOTHING


def number(value: float) -> str:
    """`3`, `1/2`, `1 1/2`."""
    whole, half = int(value), value % 1 == 0.5
    return (f"{whole} 1/2" if whole else "1/2") if half else f"{value:g}"


def span(least: int | None, most: int | None) -> str:
    """`3-5`, `10+`, `0 or less`."""
    if least is None:
        return text("chart.or-less", {"number": most or 0})
    if most is None:
        return f"{least}+"
    return f"{least}-{most}" if least != most else str(least)


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]
