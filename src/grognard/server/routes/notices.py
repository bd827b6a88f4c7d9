"""Your-turn notices: where the person of a seat wants to be told while he is away."""

from __future__ import annotations

from litestar import get, put
from litestar.di import NamedDependency
from litestar.params import JSONBody

from grognard.server.http.callers import Caller
from grognard.server.http.errors import OF_A_GAME, may_refuse
from grognard.server.http.rate_limits import LIMITED
from grognard.server.shapes import Notice
from grognard.server.tables.registry import Tables

Somebody = NamedDependency[Caller]
House = NamedDependency[Tables]


async def left(guest: Caller, tables: Tables) -> list[Notice]:
    """What the own seat has left."""
    found = await tables.notices.of(guest.table.id, guest.seated())
    return [Notice(kind, address) for kind, address in found.items()]


@get("/api/games/{game:str}/notices", responses=may_refuse(*OF_A_GAME))
async def notices(guest: Somebody, tables: House) -> list[Notice]:
    """The kinds of notices that this server offers, each with the address that the own seat has left, or with none."""
    return await left(guest, tables)


@put("/api/games/{game:str}/notices", opt={LIMITED: "words"}, responses=may_refuse(403, 404, 413))
async def leave(guest: Somebody, tables: House, data: JSONBody[Notice]) -> list[Notice]:
    """Leave an address, or take one back by leaving none; the answer is all that the seat has left."""
    await tables.notices.leave(guest.table.id, guest.seated(), data.kind, data.address)
    return await left(guest, tables)


handlers = [notices, leave]
