"""The past of a game: its moments, new games from them, the record, and the report when it is over."""

from __future__ import annotations

from typing import Annotated, Any
from weakref import WeakKeyDictionary

import msgspec
from litestar import MediaType, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from grognard.server.answers import OF_A_GAME, may_refuse
from grognard.server.guests import Guest
from grognard.server.history import History
from grognard.server.limits import LIMITED
from grognard.server.shapes import Fork, Moments, NewTable, Report, Table
from grognard.server.tables import Tables

HISTORIES: WeakKeyDictionary[Tables, History] = WeakKeyDictionary()
Somebody = NamedDependency[Guest]
House = NamedDependency[Tables]
Decision = Annotated[bool, QueryParameter(description="with what the seat was asked then")]


def history_of(tables: Tables) -> History:
    """What is at hand of the past of these tables."""
    return HISTORIES.setdefault(tables, History())


@get("/api/games/{game:str}/moments", opt={LIMITED: "past"}, responses=may_refuse(*OF_A_GAME))
async def moments(guest: Somebody, tables: House) -> Moments:
    """The moments so far: each is where the game waited for a choice, or was over."""
    return await history_of(tables).moments(guest.table, guest.seat)


@get("/api/games/{game:str}/moments/{number:int}", opt={LIMITED: "past"}, responses=may_refuse(*OF_A_GAME))
async def moment(guest: Somebody, tables: House, number: FromPath[int], decision: Decision = False) -> Table:
    """The table as who asks saw it at a moment; once the game is over, with all counters face up."""
    return await history_of(tables).moment(guest.table, guest.seat, number, decision)


@post("/api/games/{game:str}/fork", opt={LIMITED: "games"}, status_code=201, responses=may_refuse(403, 404, 409, 413))
async def fork(guest: Somebody, tables: House, data: JSONBody[Fork]) -> NewTable:
    """A new game from a moment, with dice of its own. While the game goes on it holds only what who asks knew then."""
    made = await history_of(tables).fork(tables, guest.table, guest.seat, data.moment, data.seats, data.nonce)
    return NewTable(made.game, made.links)


@get("/api/games/{game:str}/record", opt={LIMITED: "past"}, responses=may_refuse(403, 404, 409))
async def record(guest: Somebody, tables: House) -> Response[dict[str, Any]]:
    """The record, the save format of games: the seat's own while the game goes on, the whole of it afterwards."""
    found = history_of(tables).record(guest.table, guest.seat)
    name = {"Content-Disposition": f'attachment; filename="grognard-{guest.table.id}.json"'}
    return Response(msgspec.json.encode(found), media_type=MediaType.JSON, headers=name)  # type: ignore[arg-type]


@get("/api/games/{game:str}/report", opt={LIMITED: "past"}, responses=may_refuse(403, 404, 409))
async def report(guest: Somebody, tables: House) -> Report:
    """How the game went: levels over time, luck, turning points, and every die to be computed anew."""
    return await history_of(tables).report(guest.table)


handlers = [moments, moment, fork, record, report]
