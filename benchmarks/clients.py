"""Clients that cost little: what a page hears of a game, and a connection for what it asks."""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.serving import Server


class Choice(msgspec.Struct):
    action: str
    fight: bool = False


class Question(msgspec.Struct):
    choices: list[Choice]


class Parts(msgspec.Struct):
    """Of the parts of a table those that a player here needs; the others are skipped, for clients must not take much time."""

    seq: int | msgspec.UnsetType = msgspec.UNSET
    actors: list[str] | msgspec.UnsetType = msgspec.UNSET
    over: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    decision: Question | msgspec.UnsetType | None = msgspec.UNSET
    can_undo: bool | msgspec.UnsetType = msgspec.UNSET


class Told(msgspec.Struct):
    type: str
    parts: Parts | None = None
    refusal: dict[str, Any] | None = None


READ = msgspec.json.Decoder(Told)


class Follower:
    """One person's page: follows a game over the socket and keeps what it was last told of it."""

    def __init__(self, url: str, game: str, token: str) -> None:
        self.address = f"{url.replace('http', 'ws', 1)}/api/games/{game}/live"
        self.token = token
        self.seq = -1
        self.actors: list[str] = []
        self.over = False
        self.choices: list[Choice] = []
        self.can_undo = False
        self.changed = asyncio.Event()
        self.arrived: dict[int, float] = {}
        """When the event of each move came."""
        self.bytes = 0
        self.task: asyncio.Task[None] | None = None

    async def sit_down(self) -> None:
        socket = await connect(self.address, max_size=None, proxy=None)  # compressed, as for a browser
        await socket.send(msgspec.json.encode({"token": self.token, "since": 0, "language": "en"}), text=True)
        self.task = asyncio.create_task(self.follow(socket))

    async def follow(self, socket: ClientConnection) -> None:
        try:
            while True:
                message = await socket.recv(decode=False)
                now = time.perf_counter()
                self.bytes += len(message)  # before it was compressed
                self.hear(READ.decode(message), now)
        finally:
            self.changed.set()
            await socket.close()

    def hear(self, told: Told, now: float) -> None:
        if told.refusal is not None:
            raise ConnectionError(f"refused: {told.refusal['words']}")
        parts = told.parts
        if parts is None:
            return
        if isinstance(parts.actors, list):
            self.actors = parts.actors
        if isinstance(parts.over, msgspec.Raw):
            self.over = bytes(parts.over) != b"null"
        if not isinstance(parts.decision, msgspec.UnsetType):
            self.choices = [] if parts.decision is None else parts.decision.choices
        if isinstance(parts.can_undo, bool):
            self.can_undo = parts.can_undo
        if isinstance(parts.seq, int):
            self.seq = parts.seq
            self.arrived[parts.seq] = now
            self.changed.set()

    async def at(self, seq: int) -> float:
        """Wait until the event of a move has come; when it came."""
        while self.seq < seq:
            self.changed.clear()
            if self.task is None or self.task.done():
                raise ConnectionError("the line broke")
            await self.changed.wait()
        return min(when for number, when in self.arrived.items() if number >= seq)

    async def leave(self) -> None:
        if self.task is not None:
            self.task.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionError, WebSocketException):
                await self.task


class Answer(msgspec.Struct):
    status: int
    body: bytes
    wait: float | None
    """Seconds after which it is worth trying again, if the server says so."""

    def good(self) -> bytes:
        """The body of an answer that must not be a refusal."""
        if self.status not in (200, 201):
            raise ConnectionError(f"{self.status} {self.body.decode()}")
        return self.body


class Wire:
    """One connection that is kept: a client library costs more here than the server."""

    def __init__(self, server: Server) -> None:
        self.port = server.port
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.renewed = 0
        """How often the server had closed it meanwhile."""

    async def get(self, path: str, token: str = "") -> Answer:
        return await self.ask("GET", path, b"", token)

    async def post(self, path: str, body: object, token: str = "") -> Answer:
        return await self.ask("POST", path, msgspec.json.encode(body), token)

    async def ask(self, method: str, path: str, body: bytes, token: str) -> Answer:
        """Send it; once more if the server has just closed a connection that was idle, as browsers do."""
        is_new = self.streams is None
        try:
            return await self.send(method, path, body, token)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.close()
            if is_new:
                raise
            self.renewed += 1
            return await self.send(method, path, body, token)

    async def send(self, method: str, path: str, body: bytes, token: str) -> Answer:
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
        head += f"Authorization: Bearer {token}\r\n" if token else ""
        writer.write(f"{head}\r\n".encode() + body)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = re.search(r"content-length: (\d+)", answer, re.IGNORECASE)
        assert length is not None, answer
        wait = re.search(r"retry-after: (\d+)", answer, re.IGNORECASE)
        return Answer(int(answer.split()[1]), await reader.readexactly(int(length[1])), float(wait[1]) if wait else None)

    def close(self) -> None:
        if self.streams is not None:
            self.streams[1].close()
            self.streams = None
