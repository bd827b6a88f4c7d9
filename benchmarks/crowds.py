"""Who else is in the house while games are played: people who look at the past, idle connections, and newcomers."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from random import Random
from typing import Any
from urllib.parse import quote

import msgspec

from benchmarks.clients import Answer, Follower, Wire
from benchmarks.figures import Figures
from tests.serving import PATIENCE, Server

HALF_A_HEAD = b"GET /api/scenarios HTTP/1.1\r\nHost: 127"
HALF_A_BODY = (
    b'POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"scenario":'
)
A_REQUEST = b"GET /api/games/none HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
KINDS = (b"", HALF_A_HEAD, HALF_A_BODY, A_REQUEST)
"""What idle connections have sent: nothing, half a request, or one that was answered."""
AGAIN_AFTER = 10.0
"""Seconds between two connections in the same place; the server closes a silent one after 20."""
SIX, TIMES = 6, 5
"""How many odds a seat asks for at a time, and how often of one position."""
COMING_AFTER = 1.0
"""Seconds between two newcomers."""
TRIES = 60
"""How often somebody tries again who is put off."""
LONGEST_WAIT = 2.0
"""Seconds that a client waits at most before trying again, whatever the server says."""


Come = Callable[[Wire], Awaitable[dict[str, Follower]]]
"""Begins a game and sits down to it."""


class Line(msgspec.Struct):
    number: int


class Moments(msgspec.Struct):
    moments: list[Line]


class Moment(msgspec.Struct):
    moment: int


async def look_back(
    server: Server, figures: Figures, games: Mapping[str, Mapping[str, str]], chance: Random, is_over: Callable[[], bool]
) -> None:
    """Look at one game after the other, each from its first moment to its last, from a seat or as a spectator."""
    looked: set[str] = set()
    wire = Wire(server)
    while not is_over():
        fresh = [game for game in games if game not in looked] or list(games)
        if not fresh:
            await asyncio.sleep(0.1)
            continue
        game = chance.choice(fresh)
        token = chance.choice(["", *games[game].values()])
        looked.add(game)
        try:
            await look_through(wire, figures, game, token)
        except Exception as fault:
            figures.fail(fault)
            wire.close()
    wire.close()


async def ask_odds(
    server: Server,
    figures: Figures,
    begin: Callable[[Wire, str], Awaitable[tuple[str, dict[str, str]]]],
    sit_down: Callable[[str, dict[str, str]], Awaitable[dict[str, Follower]]],
    scenario: str,
    chance: Random,
    is_over: Callable[[], bool],
) -> None:
    """Play a game on, and wherever a choice begins a fight, ask for its odds, six at a time, again and again."""
    wires = [Wire(server) for _ in range(SIX)]
    try:
        while not is_over():
            game, links = await begin(wires[0], scenario)
            followers = await sit_down(game, links)
            while not is_over() and not (anyone := next(iter(followers.values()))).over and anyone.actors:
                mover = followers[chance.choice(anyone.actors)]
                fights = [choice.action for choice in mover.choices if choice.fight]
                for _ in range(TIMES if fights else 0):
                    paths = [f"/api/games/{game}/odds?action={quote(chance.choice(fights))}" for _ in wires]
                    start = time.perf_counter()
                    for answer in await asyncio.gather(
                        *(wire.get(path, mover.token) for wire, path in zip(wires, paths, strict=True))
                    ):
                        figures.refused_odds += answer.status == 429
                        if answer.status == 200:
                            figures.odds.append(time.perf_counter() - start)
                        elif answer.status not in (422, 429):
                            figures.fail(f"odds: {answer.status} {answer.body[:200]!r}")
                    if is_over():
                        break
                body: dict[str, Any] = {
                    "do": "action",
                    "action": chance.choice(fights or [each.action for each in mover.choices]),
                }
                body |= {"seq": mover.seq, "key": secrets.token_urlsafe(12)}
                made = await wires[0].post(f"/api/games/{game}/moves", body, mover.token)
                if made.status != 200:
                    break  # it was refused: another game
                committed = msgspec.json.decode(made.good())["seq"]
                for follower in followers.values():
                    await follower.at(committed)
            for follower in followers.values():
                await follower.leave()
    except Exception as fault:
        figures.fail(fault)
    for wire in wires:
        wire.close()


async def look_through(wire: Wire, figures: Figures, game: str, token: str) -> None:
    known = msgspec.json.decode(await look(wire, figures, f"/api/games/{game}/moments", token), type=Moments)
    numbers = [line.number for line in known.moments]
    if numbers != list(range(len(numbers))):
        raise ValueError(f"moments are missing: {numbers}")
    for number in numbers:
        shown = msgspec.json.decode(await look(wire, figures, f"/api/games/{game}/moments/{number}", token), type=Moment)
        if shown.moment != number:
            raise ValueError(f"moment {shown.moment} was shown for moment {number}")
    figures.looked_through += 1
    figures.longest = max(figures.longest, len(numbers))


async def look(wire: Wire, figures: Figures, path: str, token: str) -> bytes:
    """What the server answers, if need be after some time."""
    for _ in range(TRIES):
        start = time.perf_counter()
        async with asyncio.timeout(PATIENCE):
            answer: Answer = await wire.get(path, token)
        if answer.wait is None:
            figures.looks.append(time.perf_counter() - start)
            return answer.good()
        figures.put_off += 1
        await asyncio.sleep(min(answer.wait, LONGEST_WAIT))
    raise ConnectionError(f"put off {TRIES} times: {answer.body.decode()}")


# ---------------------------------------------------------------- idle connections


class Idle(asyncio.Protocol):
    """A connection that says one thing and then nothing more."""

    def __init__(self, sent: bytes) -> None:
        self.sent = sent
        self.heard = b""
        self.lost = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(self.sent)

    def data_received(self, data: bytes) -> None:
        self.heard = self.heard or data[:20]

    def connection_lost(self, fault: Exception | None) -> None:
        self.lost.set()


class Idlers:
    """So many connections that are held open, each in a place of its own; what the server closes is opened again."""

    def __init__(self, server: Server, figures: Figures, places: int) -> None:
        self.server = server
        self.figures = figures
        self.held = 0
        self.opened = 0
        self.tasks = [asyncio.create_task(self.hold(number)) for number in range(places)]

    async def hold(self, number: int) -> None:
        loop = asyncio.get_running_loop()
        await asyncio.sleep(number / 1000)  # they come one after the other
        while True:
            start = loop.time()
            self.opened += 1
            try:
                transport, idle = await loop.create_connection(
                    lambda: Idle(KINDS[number % len(KINDS)]), "127.0.0.1", self.server.port
                )
            except OSError as fault:
                self.figures.fail(fault)
            else:
                self.held += 1
                try:
                    await idle.lost.wait()
                finally:
                    self.held -= 1
                    transport.abort()
                self.figures.closed += 1
                self.figures.refused += idle.heard.startswith(b"HTTP/1.1 503")
            await asyncio.sleep(max(0.0, start + AGAIN_AFTER - loop.time()))

    async def leave(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


# ---------------------------------------------------------------- newcomers


async def come_in(server: Server, figures: Figures, come: Come, is_over: Callable[[], bool]) -> None:
    """One after the other, people who begin a game, have it before them, and go."""
    while not is_over():
        start = time.perf_counter()
        wire = Wire(server)
        try:
            async with asyncio.timeout(PATIENCE):
                followers = await come(wire)
            figures.newcomers.append(time.perf_counter() - start)
            for follower in followers.values():
                await follower.leave()
        except Exception as fault:
            figures.fail(fault)
        wire.close()
        await asyncio.sleep(COMING_AFTER)
