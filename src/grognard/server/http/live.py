"""The WebSocket of a game: pushes every change to the clients that follow it.

A client says hello with the number of log lines it has. It is sent all parts of the table and the missing lines, and
from then on only what differs from what it was last sent. Updates are always computed from the newest state, so a slow
client gets fewer messages and delays nobody.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from grognard.core.texts import Reason, speaking, use_texts_of
from grognard.server.http.errors import refusal_of
from grognard.server.refusals import Refused, refused
from grognard.server.registry import Tables
from grognard.server.shapes import Chat, FromServer, Hello, RefusedHello, Thinking, Update
from grognard.server.tables.subscriptions import Subscription
from grognard.server.tables.table import Table
from grognard.server.tables.views import Parts, chat_line, steps_told, view_of

HELLO_TIMEOUT = 10.0
"""Seconds in which a client must send its hello."""
SEND_TIMEOUT = 60.0
"""Seconds that sending a message may take before the connection counts as dead."""
LONGEST_HELLO = 16_384
REFUSED = 1008
"""The close code of a refused socket."""

Socket = WebSocket[Any, Any, Any]


@websocket("/api/games/{game:str}/live")
async def live(socket: Socket, game: FromPath[str], tables: NamedDependency[Tables]) -> None:
    """Follow a game."""
    await socket.accept()
    try:
        hello = await said_hello(socket)
        with speaking(hello.language):
            await follow(socket, await tables.open(game), hello)
    except Refused as fault:
        with suppress(Exception):  # the client may be gone by now
            await send(socket, RefusedHello(refusal_of(fault)))
            await socket.close(REFUSED, fault.error)
    except (WebSocketDisconnect, TimeoutError):
        pass


async def said_hello(socket: Socket) -> Hello:
    """The first message of a client, which must come in time and be a hello."""
    try:
        async with asyncio.timeout(HELLO_TIMEOUT):
            message = await socket.receive_data("text")
    except TimeoutError:
        raise refused("no-hello") from None
    try:
        if len(message) > LONGEST_HELLO:
            raise refused("too-large")
        return msgspec.json.decode(message, type=Hello)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
        raise Refused("malformed", Reason("server.unreadable", (), {"fault": str(fault)})) from None


async def follow(socket: Socket, table: Table, hello: Hello) -> None:
    """Send a client everything it lacks, then every change, until it disconnects."""
    use_texts_of(table.game.rules)
    seat = table.seat_of(hello.token)
    if seat is not None:
        await table.join(seat, hello.nonce)
    async with table.subscribe(seat) as subscription:
        follower = Follower(socket, table, seat, hello.since)
        listening = asyncio.create_task(until_gone(socket))
        telling = asyncio.create_task(follower.tell(subscription))
        try:
            done, _ = await asyncio.wait((listening, telling), return_when=asyncio.FIRST_COMPLETED)
            subscription.lost = telling in done or not listening.result()
        finally:
            for task in (listening, telling):
                task.cancel()
            await asyncio.gather(listening, telling, return_exceptions=True)
        for ended in done:
            ended.result()


async def until_gone(socket: Socket) -> bool:
    """Ignore what a client sends until it disconnects; False if there was no close frame, which always has a reason."""
    with suppress(WebSocketDisconnect):
        while (message := await socket.receive())["type"] != "websocket.disconnect":
            pass
        return message.get("reason") is not None
    return False


class Follower:
    """One connected client, and what it was last sent."""

    def __init__(self, socket: Socket, table: Table, seat: str | None, since: int) -> None:
        self.socket = socket
        self.table = table
        self.seat = seat
        self.since = since
        self.sent: Parts = {}
        self.heard = 0
        self.thinking: tuple[str, ...] = ()

    async def tell(self, subscription: Subscription) -> None:
        """Send everything now, then what changes."""
        await self.update()
        await self.chat()
        await self.think()
        async for changed in subscription:
            match changed.what:
                case "chat":
                    await self.chat()
                case "thinking":
                    await self.think()
                case _:
                    await self.update()

    async def update(self) -> None:
        """Send the parts that differ from what was last sent, and the new log lines."""
        view = view_of(self.table, self.seat)
        await view.prepare(self.table, self.seat)
        now = view.parts(self.table, self.seat)
        lines = view.log(self.table, self.seat, self.since)
        changed = {name: part for name, part in now.items() if self.sent.get(name) != part}
        if changed or lines:
            stops = view.stops(self.table, self.seat, self.since) if self.sent else []
            steps = await steps_told(stops, self.seat, self.sent["pieces"]) if stops else ()
            self.sent, self.since = now, self.since + len(lines)
            await send(self.socket, Update(changed, tuple(lines), steps))

    async def chat(self) -> None:
        """Send new chat lines; only seats get the chat."""
        if self.seat is None or self.table.said == self.heard:
            return
        lines = await self.table.chat(self.heard)
        if lines:
            self.heard = lines[-1].number
            await send(self.socket, Chat(tuple(map(chat_line, lines))))

    async def think(self) -> None:
        """Send which computer players are thinking."""
        now = tuple(seat for seat in self.table.game.seats if seat in self.table.thinking)
        if now != self.thinking:
            self.thinking = now
            await send(self.socket, Thinking(now))


async def send(socket: Socket, message: FromServer) -> None:
    """Send a message; a connection that does not take it in time counts as dead."""
    async with asyncio.timeout(SEND_TIMEOUT):
        await socket.send_data(msgspec.json.encode(message), "text")


handlers = [live]
