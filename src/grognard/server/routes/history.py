"""The past of a game: its moments, new games from them, the record, and the report when it is over."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from grognard.server.http.callers import Caller
from grognard.server.http.errors import OF_A_GAME, may_refuse
from grognard.server.http.rate_limits import LIMITED, Limits
from grognard.server.shapes import Fork, Moments, NewTable, Report, Table
from grognard.server.tables.history import History, Visitor
from grognard.server.tables.registry import Tables

Somebody = NamedDependency[Caller]
House = NamedDependency[Tables]
Pasts = NamedDependency[History]
Decision = Annotated[bool, QueryParameter(description="with what the seat was asked then")]


def visitor_of(request: Request[Any, Any, Any]) -> Visitor:
    """Who looks back: counted as in `grognard.server.http.rate_limits`, and as long as their line holds."""
    limits: Limits = request.app.state.limits
    return Visitor(limits.client(request.scope), request.receive)


@get("/api/games/{game:str}/moments", opt={LIMITED: "past"}, responses=may_refuse(*OF_A_GAME))
async def moments(request: Request[Any, Any, Any], guest: Somebody, history: Pasts) -> Moments:
    """The moments so far: each is where the game waited for a choice, or was over."""
    return await history.moments(guest.table, guest.seat, visitor_of(request))


@get("/api/games/{game:str}/moments/{number:int}", opt={LIMITED: "past"}, responses=may_refuse(*OF_A_GAME))
async def moment(
    request: Request[Any, Any, Any], guest: Somebody, history: Pasts, number: FromPath[int], decision: Decision = False
) -> Table:
    """The table as who asks saw it at a moment; once the game is over, with all counters face up."""
    return await history.moment(guest.table, guest.seat, number, decision, visitor_of(request))


@post("/api/games/{game:str}/fork", opt={LIMITED: "games"}, status_code=201, responses=may_refuse(403, 404, 409, 413))
async def fork(
    request: Request[Any, Any, Any], guest: Somebody, tables: House, history: Pasts, data: JSONBody[Fork]
) -> NewTable:
    """A new game from a moment, with dice of its own. While the game goes on it holds only what who asks knew then."""
    by = visitor_of(request)
    made = await history.fork(tables, guest.table, guest.seat, data.moment, data.seats, data.nonce, by)
    return NewTable(made.game, made.links)


@get("/api/games/{game:str}/record", opt={LIMITED: "past"}, responses=may_refuse(403, 404, 409))
async def record(request: Request[Any, Any, Any], guest: Somebody, history: Pasts) -> Response[dict[str, Any]]:
    """The record, the save format of games: the seat's own while the game goes on, the whole of it afterwards."""
    found = await history.record(guest.table, guest.seat, visitor_of(request))
    name = {"Content-Disposition": f'attachment; filename="grognard-{guest.table.id}.json"'}
    return Response(msgspec.json.encode(found), media_type=MediaType.JSON, headers=name)  # type: ignore[arg-type]


@get("/api/games/{game:str}/report", opt={LIMITED: "past"}, responses=may_refuse(403, 404, 409))
async def report(request: Request[Any, Any, Any], guest: Somebody, history: Pasts) -> Report:
    """How the game went: levels over time, luck, turning points, and every die to be computed anew."""
    return await history.report(guest.table, visitor_of(request))


handlers = [moments, moment, fork, record, report]
