"""Chat, offers, names and private notes."""

from __future__ import annotations

from litestar import get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from grognard.server.http.callers import Caller
from grognard.server.http.errors import COMMAND, OF_A_GAME, may_refuse
from grognard.server.http.rate_limits import LIMITED
from grognard.server.routes.games import Since
from grognard.server.shapes import Answer, Called, ChatLine, Committed, NewAdvice, NewOffer, Note, Say
from grognard.server.tables.views import chat_line


@post("/api/games/{game:str}/offers", opt={LIMITED: "words"}, status_code=200, responses=may_refuse(*COMMAND))
async def offer(caller: NamedDependency[Caller], data: JSONBody[NewOffer]) -> Committed:
    """Offer the others to take back a choice, a draw, or to let a computer player take over a seat."""
    await caller.table.offer(caller.seated(), data.kind, data.about)
    return Committed(caller.table.seq)


@post("/api/games/{game:str}/offers/{kind:str}", status_code=200, responses=may_refuse(*COMMAND))
async def reply(caller: NamedDependency[Caller], kind: FromPath[str], data: JSONBody[Answer]) -> Committed:
    """Accept or decline an offer; the seat that made it may withdraw it."""
    await caller.table.answer(caller.seated(), kind, data.yes)
    return Committed(caller.table.seq)


@post("/api/games/{game:str}/seat", status_code=200, responses=may_refuse(403, 404, 409))
async def take_again(caller: NamedDependency[Caller]) -> Committed:
    """Take back your seat from a computer player."""
    await caller.table.take_again(caller.seated())
    return Committed(caller.table.seq)


@get("/api/games/{game:str}/chat", responses=may_refuse(*OF_A_GAME))
async def chat(caller: NamedDependency[Caller], since: Since = 0) -> list[ChatLine]:
    """The chat lines after a number; spectators get none."""
    return [chat_line(line) for line in await caller.table.chat(since)] if caller.seat is not None else []


@post("/api/games/{game:str}/chat", opt={LIMITED: "words"}, status_code=201, responses=may_refuse(403, 404, 413))
async def say(caller: NamedDependency[Caller], data: JSONBody[Say]) -> ChatLine:
    """Say something to all seats."""
    return chat_line(await caller.table.say(caller.seated(), data.text))


@put("/api/games/{game:str}/name", opt={LIMITED: "words"}, responses=may_refuse(403, 404, 413))
async def call(caller: NamedDependency[Caller], data: JSONBody[Called]) -> Called:
    """Set your name at this table, which everybody sees; an empty name clears it."""
    return Called(await caller.table.call(caller.seated(), data.name))


@put("/api/games/{game:str}/advice", opt={LIMITED: "words"}, responses=may_refuse(403, 404, 409, 413))
async def advise(caller: NamedDependency[Caller], data: JSONBody[NewAdvice]) -> Committed:
    """Advise your allies what to play and what to keep; nobody else learns of it."""
    await caller.table.advise(caller.seated(), data.about, data.word)
    return Committed(caller.table.seq)


@get("/api/games/{game:str}/note", responses=may_refuse(*OF_A_GAME))
async def note(caller: NamedDependency[Caller]) -> Note:
    """The private note of your seat."""
    return Note(await caller.table.note(caller.seated()))


@put("/api/games/{game:str}/note", opt={LIMITED: "words"}, responses=may_refuse(403, 404, 413))
async def write_note(caller: NamedDependency[Caller], data: JSONBody[Note]) -> Note:
    """Replace the private note."""
    await caller.table.write_note(caller.seated(), data.text)
    return data


handlers = [offer, reply, take_again, chat, say, call, advise, note, write_note]
