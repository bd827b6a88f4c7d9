"""The odds of a fight at the table: the breakdown of what a choice would begin, and that of the last roll."""

from __future__ import annotations

from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

import grognard
from grognard.analysis import Forecast
from grognard.cli.odds import print_breakdown
from grognard.core.actions import Action
from grognard.core.errors import GrognardError
from grognard.core.events import Names, Rolled
from grognard.core.features import RiskTables
from grognard.core.rules import Rules
from grognard.core.seats import Seat
from grognard.telling.boards import board_of
from grognard.telling.fights import modifiers_in_words
from grognard.telling.words import action_in_words


class Collected:
    """Paper that keeps what is written, for whoever shows it."""

    is_terminal = True

    def __init__(self) -> None:
        self.lines: list[RenderableType] = []

    def print(self, *words: Any, soft_wrap: bool | None = None) -> None:
        self.lines += words


def forecast_of(seat: Seat, action: Action | None) -> Forecast | None:
    """The forecast of the fight that a choice begins or joins, or of the one under way with this sealed choice."""
    try:
        if action is not None and seat.ask(Rules.fight_of, action) is not None:
            return grognard.forecast(seat, action)
        under_way = seat.public(Rules.fights)[:1]
        return forecast_with(seat, under_way[0], action) if under_way else None
    except GrognardError:
        return None


def forecast_with(seat: Seat, fight: grognard.Fight, choice: Action | None) -> Forecast:
    """A fight with a sealed choice of this seat, if it is one."""
    if choice is not None:
        try:
            return grognard.forecast(seat, fight, str(choice))
        except GrognardError:
            pass
    return grognard.forecast(seat, fight)


def forecast_breakdown(seat: Seat, action: Action | None, names: Names) -> list[RenderableType]:
    """The breakdown of a forecast, if there is one."""
    found = forecast_of(seat, action)
    if found is None:
        return []
    paper = Collected()
    print_breakdown(paper, names, found, board_of(seat.ask(Rules.picture)), seat.side)
    return paper.lines


def risks_table(seat: Seat, chosen: Action | None, names: Names) -> list[RenderableType]:
    """What each choice of a question about risks may bring, the highlighted one marked."""
    found = seat.ask(RiskTables.risk_table)
    if found is None:
        return []
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="bold")
    table.add_column("", no_wrap=True)
    for column in found.columns:
        words = f"{column.title}\n{column.about}" if column.about else column.title
        style = "bold red" if column.bad else "bold underline" if column.goal else "bold"
        table.add_column(Text(words, style), justify="right", overflow="fold")
    for row in found.rows:
        chances = (f"{chance:.0%}" for chance in row.chances)
        table.add_row(action_in_words(seat, row.action, names), *chances, style="reverse" if row.action == chosen else "")
    return [table]


def roll_breakdown(rolled: Rolled, names: Names) -> list[RenderableType]:
    """What was rolled: the dice with their total, and each modifier with its rule."""
    cites = f" ({rolled.cites})" if rolled.cites else ""
    listed = modifiers_in_words(rolled.modifiers, names)
    return [Text(rolled.describe(names) + cites, style="bold"), *(Text(f"  {words}") for words in listed)]
