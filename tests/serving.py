"""A real server in a process of its own, and a guest who speaks to it over HTTP as the pages do."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from functools import cached_property
from http import HTTPStatus
from pathlib import Path
from typing import Any, Self

import httpx

PATIENCE = 60.0
"""Seconds until a server that does not answer counts as dead; a machine busy with other tests is slow."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


FORKS = """
import contextlib, gc, json, os, signal, sys
import alembic.command, asyncpg, sqlalchemy.dialects.postgresql.asyncpg, sqlalchemy.dialects.sqlite.aiosqlite
import uvicorn.main, uvicorn.lifespan.on, uvicorn.loops.asyncio, uvicorn.protocols.http.h11_impl
import grognard.cli, grognard.server.app
from grognard.server.refusals import Refused
from grognard.server.warm_up import light_steps

for step in light_steps(None):
    with contextlib.suppress(Refused):
        step()
gc.freeze()
signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how one ended
for line in sys.stdin:
    wanted = json.loads(line)
    fork = os.fork()
    if fork:
        print(fork, flush=True)
        continue
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    os.chdir(wanted["folder"])
    os.environ.clear()
    os.environ.update(wanted["environment"])
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(os.open(wanted["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644), 1)
    os.dup2(1, 2)
    sys.argv = ["grognard", *wanted["arguments"]]
    exec(wanted["program"], {"__name__": "__main__"})
"""
GROGNARD = "import sys; from grognard.cli import main; sys.exit(main())"
ALONE = (sys.executable, "-c", GROGNARD)
"""The command in a process that was not forked, and so can say how it ended."""


class Fork:
    """A process that was forked for us; it cannot say how it ended."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def poll(self) -> int | None:
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return 0
        return None

    def wait(self, timeout: float = PATIENCE) -> int:
        deadline = time.monotonic() + timeout
        while self.poll() is None:
            if time.monotonic() > deadline:
                raise subprocess.TimeoutExpired("grognard", timeout)
            time.sleep(0.005)
        return 0

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)


class Forks:
    """The command `grognard` in forks of one process, which has imported everything and drawn every game once for all."""

    @cached_property
    def process(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, "-c", FORKS], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def run(self, program: str, arguments: list[str], folder: Path, environment: Mapping[str, str], log: Path) -> Fork:
        wanted = {
            "program": program,
            "arguments": arguments,
            "folder": str(folder),
            "environment": dict(environment),
            "log": str(log),
        }
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(wanted).encode() + b"\n")
        self.process.stdin.flush()
        return Fork(int(self.process.stdout.readline()))

    def close(self) -> None:
        if "process" in vars(self):
            self.process.communicate()


class Server:
    """`grognard serve` on a port of its own, which may be killed and started again on the same database."""

    forks: Forks | None = None
    """Where it is started from, unless it is given a command: in the tests, where servers are started often."""
    program = GROGNARD
    """What is run in a fork."""

    def __init__(self, folder: Path, database: str = "", *arguments: str, command: tuple[str, ...] = (), **environment: str):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = database or f"sqlite:///{folder / 'games.sqlite'}"
        self.log = folder / f"server-{self.port}.log"
        self.folder = folder
        self.arguments = arguments
        self.command = command
        self.environment = {**os.environ, **environment}
        self.process: subprocess.Popen[bytes] | Fork | None = None
        self.client = httpx.Client(base_url=self.url, timeout=PATIENCE)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> Self:
        """Run it, and wait until it answers."""
        if self.client.is_closed:
            self.client = httpx.Client(base_url=self.url, timeout=PATIENCE)
        arguments = ["serve", "--no-warm", "--port", str(self.port), "--database", self.database, *self.arguments]
        if self.forks is not None and not self.command:
            self.process = self.forks.run(self.program, arguments, self.folder, self.environment, self.log)
        else:
            with self.log.open("ab") as log:
                self.process = subprocess.Popen(
                    [*(self.command or ALONE), *arguments],
                    cwd=self.folder,
                    env=self.environment,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )
        deadline = time.monotonic() + PATIENCE
        while not self.answers():
            assert self.process.poll() is None, f"the server has ended:\n{self.said()}"
            assert time.monotonic() < deadline, f"the server does not answer:\n{self.said()}"
            time.sleep(0.01)
        return self

    def answers(self) -> bool:
        try:
            return self.client.get("/api/games/none").status_code == HTTPStatus.NOT_FOUND
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """The machine loses power: the server and all that it started, in the middle of whatever they do."""
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """It is asked to end, as by Ctrl-C; one that does not is killed."""
        self.client.close()
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(PATIENCE)
        finally:
            self.kill()

    def said(self) -> str:
        return self.log.read_text(errors="replace")


class Guest:
    """Somebody at the server; with the link to a seat, its player."""

    def __init__(self, server: Server, game: str = "", token: str | None = None) -> None:
        self.server = server
        self.game = game
        self.token = token

    def ask(self, method: str, path: str, body: object = None, **settings: Any) -> httpx.Response:
        """Any request, as this guest."""
        headers = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        headers |= settings.pop("headers", {})
        if body is not None:
            settings["json"] = body
        return self.server.client.request(method, path, headers=headers, **settings)

    def sit(self, game: str, token: str | None) -> Guest:
        return Guest(self.server, game, token)

    def create(self, scenario: str, seats: Mapping[str, str] = {}, **more: Any) -> Mapping[str, Guest]:
        """A new game; its guests by the seats that persons hold."""
        made = good(self.ask("POST", "/api/games", {"scenario": scenario, "seats": dict(seats), **more}))
        return {seat: self.sit(made["game"], token) for seat, token in made["links"].items()}

    def at(self, path: str = "") -> str:
        return f"/api/games/{self.game}{path}"

    def table(self) -> dict[str, Any]:
        return dict(good(self.ask("GET", self.at())))

    def move(self, seq: int, action: str | None = None, do: str = "action", key: str = "") -> httpx.Response:
        body = {"seq": seq, "key": key or new_key(), "do": do} | ({} if action is None else {"action": action})
        return self.ask("POST", self.at("/moves"), body)


def good(response: httpx.Response) -> Any:
    """What a request that must succeed gave."""
    assert response.is_success, f"{response.request.method} {response.request.url}: {response.status_code} {response.text}"
    return response.json()


def new_key() -> str:
    return secrets.token_urlsafe(12)


def insistently(request: Callable[[], httpx.Response], patience: float = 2 * PATIENCE) -> httpx.Response:
    """The same request again and again until somebody answers: what a page does while the server is away."""
    deadline = time.monotonic() + patience
    while True:
        try:
            return request()
        except httpx.TransportError:
            assert time.monotonic() < deadline, "the server has not come back"
            time.sleep(0.02)
