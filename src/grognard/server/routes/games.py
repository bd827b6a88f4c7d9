"""Games: starting, viewing and playing them."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import MediaType, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter

from grognard.server import shapes
from grognard.server.http.callers import Caller
from grognard.server.http.errors import COMMAND, OF_A_GAME, may_refuse
from grognard.server.http.rate_limits import LIMITED
from grognard.server.refusals import Refused
from grognard.server.registry import Tables
from grognard.server.shapes import BoardMap, Committed, LogLine, NewGame, NewTable
from grognard.server.tables.table import Move
from grognard.server.views.maps import map_of

Since = Annotated[int, QueryParameter(ge=0, le=10**9 - 1, description="the lines that the client already has")]


@post("/api/games", opt={LIMITED: "games"}, status_code=201, responses=may_refuse(404, 413))
async def begin(data: JSONBody[NewGame], tables: NamedDependency[Tables]) -> NewTable:
    """Start a game; the secrets in the answer, of your seats and of the invitations to others, are never shown again."""
    made = await tables.create(data.scenario, dict(data.options), data.seats, data.nonce, invite=data.invite)
    return NewTable(made.game, made.links, made.invitations)


@get("/api/games/{game:str}", responses=may_refuse(*OF_A_GAME))
async def table(caller: NamedDependency[Caller]) -> Response[shapes.Table]:
    """The whole table as the caller may see it."""
    await caller.view.prepare(caller.table, caller.seat)
    return as_json(msgspec.json.encode(caller.view.parts(caller.table, caller.seat)))


@get("/api/games/{game:str}/map", responses=may_refuse(*OF_A_GAME))
async def map(caller: NamedDependency[Caller]) -> BoardMap:
    """The map; the table contains its digest, so that clients can cache it."""
    picture = caller.context.picture
    if picture is None:
        raise Refused("unknown", "server.no-map")
    return map_of(picture)


@get("/api/games/{game:str}/log", responses=may_refuse(*OF_A_GAME))
async def log(caller: NamedDependency[Caller], since: Since = 0) -> list[LogLine]:
    """What happened, as the caller may see it."""
    return caller.view.log(caller.table, caller.seat, since)


@post("/api/games/{game:str}/moves", status_code=200, responses=may_refuse(*COMMAND))
async def move(caller: NamedDependency[Caller], data: JSONBody[shapes.Move]) -> Committed:
    """Carry out a command of a seat. It is acknowledged once it is committed; the same idempotency key never acts twice."""
    return Committed(await caller.table.move(caller.seated(), Move(data.seq, data.key, data.do, data.action)))


@post("/api/games/{game:str}/rematch", opt={LIMITED: "games"}, status_code=200, responses=may_refuse(403, 404, 409))
async def rematch(caller: NamedDependency[Caller], tables: NamedDependency[Tables]) -> NewTable:
    """The same game again with the sides swapped; the existing links open the new game, too."""
    caller.seated()
    game = await tables.rematch(caller.table)
    assert caller.token is not None
    seat = (await tables.open(game)).seat_of(caller.token)
    return NewTable(game, {} if seat is None else {seat: caller.token}, {})


def as_json(body: bytes) -> Response[shapes.Table]:
    """A response of JSON that is already encoded."""
    return Response(body, media_type=MediaType.JSON)  # type: ignore[arg-type]


handlers = [begin, table, map, log, move, rematch]
