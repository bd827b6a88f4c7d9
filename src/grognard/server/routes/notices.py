"""Your-turn notices: the addresses at which players want to be notified while they are away."""

from __future__ import annotations

from litestar import get, put
from litestar.di import NamedDependency
from litestar.params import JSONBody

from grognard.server.http.callers import Caller
from grognard.server.http.errors import OF_A_GAME, may_refuse
from grognard.server.http.rate_limits import LIMITED
from grognard.server.registry import Tables
from grognard.server.shapes import Notice

CallerDependency = NamedDependency[Caller]
TablesDependency = NamedDependency[Tables]


async def left(caller: Caller, tables: Tables) -> list[Notice]:
    """The addresses of the caller's seat."""
    found = await tables.notices.of(caller.table.id, caller.seated())
    return [Notice(kind, address) for kind, address in found.items()]


@get("/api/games/{game:str}/notices", responses=may_refuse(*OF_A_GAME))
async def notices(caller: CallerDependency, tables: TablesDependency) -> list[Notice]:
    """The kinds of notices that this server offers, each with the address of the caller's seat, if any."""
    return await left(caller, tables)


@put("/api/games/{game:str}/notices", opt={LIMITED: "words"}, responses=may_refuse(403, 404, 413))
async def leave(caller: CallerDependency, tables: TablesDependency, data: JSONBody[Notice]) -> list[Notice]:
    """Set an address, or clear it with an empty one; returns all addresses of the seat."""
    await tables.notices.leave(caller.table.id, caller.seated(), data.kind, data.address)
    return await left(caller, tables)


handlers = [notices, leave]
