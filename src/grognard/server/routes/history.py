"""The history of a game: its moments, new games from them, the record, and the report when it is over."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from grognard.server.history import History, Visitor
from grognard.server.http.callers import Caller
from grognard.server.http.errors import OF_A_GAME, may_refuse
from grognard.server.http.rate_limits import LIMITED, Limits
from grognard.server.registry import Tables
from grognard.server.routes.scenarios import SVG
from grognard.server.shapes import Fork, Moments, NewTable, Report, Table

CallerDependency = NamedDependency[Caller]
TablesDependency = NamedDependency[Tables]
HistoryDependency = NamedDependency[History]
Decision = Annotated[bool, QueryParameter(description="include the question that the seat was asked then")]


def visitor_of(request: Request[Any, Any, Any]) -> Visitor:
    """The client of a history request, counted as in `grognard.server.http.rate_limits`, while it stays connected."""
    limits: Limits = request.app.state.limits
    return Visitor(limits.client(request.scope), request.receive)


@get("/api/games/{game:str}/moments", opt={LIMITED: "past"}, responses=may_refuse(*OF_A_GAME))
async def moments(request: Request[Any, Any, Any], caller: CallerDependency, history: HistoryDependency) -> Moments:
    """The moments so far: points where the game waited for a choice, or was over."""
    return await history.moments(caller.table, caller.seat, visitor_of(request))


@get("/api/games/{game:str}/moments/{number:int}", opt={LIMITED: "past"}, responses=may_refuse(*OF_A_GAME))
async def moment(
    request: Request[Any, Any, Any],
    caller: CallerDependency,
    history: HistoryDependency,
    number: FromPath[int],
    decision: Decision = False,
) -> Table:
    """The table as the caller saw it at a moment; once the game is over, with all counters face up."""
    return await history.moment(caller.table, caller.seat, number, decision, visitor_of(request))


@get(
    "/api/games/{game:str}/moments/{number:int}/picture",
    opt={LIMITED: "past"},
    media_type=SVG,
    responses=may_refuse(*OF_A_GAME),
)
async def picture(
    request: Request[Any, Any, Any], caller: CallerDependency, history: HistoryDependency, number: FromPath[int]
) -> Response[str]:
    """A small picture of the map at a moment, as the caller saw it then."""
    drawing = await history.picture(caller.table, caller.seat, number, visitor_of(request))
    return Response(drawing, media_type=SVG, headers={"Cache-Control": "private, max-age=3600"})


@post("/api/games/{game:str}/fork", opt={LIMITED: "games"}, status_code=201, responses=may_refuse(403, 404, 409, 413))
async def fork(
    request: Request[Any, Any, Any],
    caller: CallerDependency,
    tables: TablesDependency,
    history: HistoryDependency,
    data: JSONBody[Fork],
) -> NewTable:
    """A new game from a moment, with its own dice. While the game is in progress it holds only what the caller knew then."""
    by = visitor_of(request)
    made = await history.fork(tables, caller.table, caller.seat, data.moment, data.seats, data.nonce, by)
    return NewTable(made.game, made.links, made.invitations)


@get("/api/games/{game:str}/record", opt={LIMITED: "past"}, responses=may_refuse(403, 404, 409))
async def record(
    request: Request[Any, Any, Any], caller: CallerDependency, history: HistoryDependency
) -> Response[dict[str, Any]]:
    """The record, which is the save format: the seat's own while the game is in progress, the full record afterwards."""
    found = await history.record(caller.table, caller.seat, visitor_of(request))
    name = {"Content-Disposition": f'attachment; filename="grognard-{caller.table.id}.json"'}
    return Response(msgspec.json.encode(found), media_type=MediaType.JSON, headers=name)  # type: ignore[arg-type]


@get("/api/games/{game:str}/report", opt={LIMITED: "past"}, responses=may_refuse(403, 404, 409))
async def report(request: Request[Any, Any, Any], caller: CallerDependency, history: HistoryDependency) -> Report:
    """How the game went: levels over time, luck, turning points, and every die for verification."""
    return await history.report(caller.table, visitor_of(request))


handlers = [moments, moment, picture, fork, record, report]
