"""Games: begun, looked at, and played."""

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
from grognard.server.shapes import BoardMap, Committed, LogLine, NewGame, NewTable
from grognard.server.tables.registry import Tables
from grognard.server.tables.table import Move
from grognard.server.views.maps import map_of

Since = Annotated[int, QueryParameter(ge=0, le=10**9 - 1, description="the lines that the client already has")]


@post("/api/games", opt={LIMITED: "games"}, status_code=201, responses=may_refuse(404, 413))
async def begin(data: JSONBody[NewGame], tables: NamedDependency[Tables]) -> NewTable:
    """Begin a game; the answer holds the secret link of each seat that a person is to hold, and nothing else ever does."""
    made = await tables.create(data.scenario, dict(data.options), data.seats, data.nonce)
    return NewTable(made.game, made.links)


@get("/api/games/{game:str}", responses=may_refuse(*OF_A_GAME))
async def table(guest: NamedDependency[Caller]) -> Response[shapes.Table]:
    """The whole table as who asks may see it."""
    return as_json(msgspec.json.encode(guest.face.parts(guest.table, guest.seat)))


@get("/api/games/{game:str}/map", responses=may_refuse(*OF_A_GAME))
async def map(guest: NamedDependency[Caller]) -> BoardMap:
    """The map; the table names its digest, so that it need not be asked for twice."""
    picture = guest.sight.picture
    if picture is None:
        raise Refused("unknown", "server.no-map")
    return map_of(picture)


@get("/api/games/{game:str}/log", responses=may_refuse(*OF_A_GAME))
async def log(guest: NamedDependency[Caller], since: Since = 0) -> list[LogLine]:
    """What happened, as who asks may see it."""
    return guest.face.log(guest.table, guest.seat, since)


@post("/api/games/{game:str}/moves", status_code=200, responses=may_refuse(*COMMAND))
async def move(guest: NamedDependency[Caller], data: JSONBody[shapes.Move]) -> Committed:
    """Carry out a command of a seat. It is acknowledged only once it is written down; the same key never acts twice."""
    return Committed(await guest.table.move(guest.seated(), Move(data.seq, data.key, data.do, data.action)))


@post("/api/games/{game:str}/rematch", opt={LIMITED: "games"}, status_code=200, responses=may_refuse(403, 404, 409))
async def rematch(guest: NamedDependency[Caller], tables: NamedDependency[Tables]) -> NewTable:
    """The same game once more with the sides changed; the link of a seat opens the new game, too."""
    guest.seated()
    game = await tables.rematch(guest.table)
    assert guest.token is not None
    seat = (await tables.open(game)).seat_of(guest.token)
    return NewTable(game, {} if seat is None else {seat: guest.token})


def as_json(body: bytes) -> Response[shapes.Table]:
    """JSON that is written already."""
    return Response(body, media_type=MediaType.JSON)  # type: ignore[arg-type]


handlers = [begin, table, map, log, move, rematch]
