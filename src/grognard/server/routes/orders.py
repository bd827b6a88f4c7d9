"""Standing orders: what a seat has answered in advance."""

from __future__ import annotations

from litestar import put
from litestar.di import NamedDependency
from litestar.params import JSONBody

from grognard.server.http.callers import Caller
from grognard.server.http.errors import may_refuse
from grognard.server.http.rate_limits import LIMITED
from grognard.server.shapes import Order, StandingOrder
from grognard.server.views.table import orders_of


@put("/api/games/{game:str}/orders", opt={LIMITED: "words"}, responses=may_refuse(403, 404, 413))
async def order(caller: NamedDependency[Caller], data: JSONBody[Order]) -> list[StandingOrder]:
    """Give a standing order, or cancel one; returns all standing orders of the seat."""
    seat = caller.seated()
    await caller.table.order(seat, data.kind, data.answer)
    return list(orders_of(caller.table.game.seat(seat), caller.table.orders.get(seat, {})))


handlers = [order]
