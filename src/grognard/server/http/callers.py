"""Who is calling: a seat, by its secret link, or a spectator."""

from __future__ import annotations

from typing import Any, NamedTuple

from litestar import Request
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import FromPath

from grognard.core import driving
from grognard.core.texts import in_table, use_texts_of
from grognard.server.calculating.calculator import Calculator
from grognard.server.history import History
from grognard.server.http.errors import NAMES
from grognard.server.refusals import only_seats
from grognard.server.registry import Tables
from grognard.server.tables.table import Table
from grognard.server.tables.views import CachedView, view_of
from grognard.server.validation import token_of
from grognard.server.views.context import ViewContext, context_of


class Caller(NamedTuple):
    """A client at a table: a seat or a spectator."""

    table: Table
    seat: str | None
    token: str | None

    @property
    def context(self) -> ViewContext:
        return context_of(self.table.game, self.seat)

    @property
    def apart(self) -> ViewContext:
        """The same for another thread."""
        return context_of(driving.apart(self.table.game), self.seat)

    @property
    def view(self) -> CachedView:
        return view_of(self.table, self.seat)

    def seated(self) -> str:
        """The seat; a spectator is refused."""
        if self.seat is None:
            raise only_seats()
        return self.seat


def get_tables(state: State) -> Tables:
    """All tables of this process."""
    tables: Tables = state.tables
    return tables


def get_history(state: State) -> History:
    """The history of their games."""
    history: History = state.history
    return history


def get_calculator(state: State) -> Calculator:
    """The process for odds."""
    calculator: Calculator = state.calculator
    return calculator


async def get_caller(game: FromPath[str], request: Request[Any, Any, Any], tables: NamedDependency[Tables]) -> Caller:
    """The caller of a game's route: a seat by `Authorization: Bearer <secret of the link>`, without it a spectator."""
    table = await tables.open(game)
    use_texts_of(table.game.rules)
    request.state[NAMES] = names_in_refusals(table)
    header = request.headers.get("authorization")
    token = None if header is None else token_of(header)
    return Caller(table, table.seat_of(token), token)


def names_in_refusals(table: Table) -> dict[str, str]:
    """The names of pieces and sides for refusals."""
    rules = table.game.rules
    sides = {name: in_table("army", name) for name in (*rules.seats, *rules.scored)}
    return sides | dict(context_of(table.game, None).names)
