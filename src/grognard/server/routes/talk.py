"""What people at a table say and ask one another, and what they note for themselves."""

from __future__ import annotations

from litestar import get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from grognard.server.http.callers import Caller
from grognard.server.http.errors import COMMAND, OF_A_GAME, may_refuse
from grognard.server.http.rate_limits import LIMITED
from grognard.server.routes.games import Since
from grognard.server.shapes import Answer, Called, ChatLine, Committed, NewAdvice, NewOffer, Note, Say
from grognard.server.views.shared import chat_line


@post("/api/games/{game:str}/offers", opt={LIMITED: "words"}, status_code=200, responses=may_refuse(*COMMAND))
async def offer(guest: NamedDependency[Caller], data: JSONBody[NewOffer]) -> Committed:
    """Ask the others to take a choice back, for a draw, or to let a computer player take over a seat."""
    await guest.table.offer(guest.seated(), data.kind, data.about)
    return Committed(guest.table.seq)


@post("/api/games/{game:str}/offers/{kind:str}", status_code=200, responses=may_refuse(*COMMAND))
async def reply(guest: NamedDependency[Caller], kind: FromPath[str], data: JSONBody[Answer]) -> Committed:
    """Agree to what another seat asks, or not; who has asked may withdraw it."""
    await guest.table.answer(guest.seated(), kind, data.yes)
    return Committed(guest.table.seq)


@post("/api/games/{game:str}/seat", status_code=200, responses=may_refuse(403, 404, 409))
async def take_again(guest: NamedDependency[Caller]) -> Committed:
    """Take the own seat again that a computer player has held meanwhile."""
    await guest.table.take_again(guest.seated())
    return Committed(guest.table.seq)


@get("/api/games/{game:str}/chat", responses=may_refuse(*OF_A_GAME))
async def chat(guest: NamedDependency[Caller], since: Since = 0) -> list[ChatLine]:
    """What was said after a line; a spectator hears nothing of it."""
    return [chat_line(line) for line in await guest.table.chat(since)] if guest.seat is not None else []


@post("/api/games/{game:str}/chat", opt={LIMITED: "words"}, status_code=201, responses=may_refuse(403, 404, 413))
async def say(guest: NamedDependency[Caller], data: JSONBody[Say]) -> ChatLine:
    """Say something to all who hold a seat."""
    return chat_line(await guest.table.say(guest.seated(), data.text))


@put("/api/games/{game:str}/name", opt={LIMITED: "words"}, responses=may_refuse(403, 404, 413))
async def call(guest: NamedDependency[Caller], data: JSONBody[Called]) -> Called:
    """Go by a name at this table, which all who look at it see; the empty name ends it."""
    return Called(await guest.table.call(guest.seated(), data.name))


@put("/api/games/{game:str}/advice", opt={LIMITED: "words"}, responses=may_refuse(403, 404, 409, 413))
async def advise(guest: NamedDependency[Caller], data: JSONBody[NewAdvice]) -> Committed:
    """Advise one's allies what to play and what to keep; nobody else learns of it."""
    await guest.table.advise(guest.seated(), data.about, data.word)
    return Committed(guest.table.seq)


@get("/api/games/{game:str}/note", responses=may_refuse(*OF_A_GAME))
async def note(guest: NamedDependency[Caller]) -> Note:
    """The private note of the own seat."""
    return Note(await guest.table.note(guest.seated()))


@put("/api/games/{game:str}/note", opt={LIMITED: "words"}, responses=may_refuse(403, 404, 413))
async def write_note(guest: NamedDependency[Caller], data: JSONBody[Note]) -> Note:
    """Write it anew."""
    await guest.table.write_note(guest.seated(), data.text)
    return data


handlers = [offer, reply, take_again, chat, say, call, advise, note, write_note]
