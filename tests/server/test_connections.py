"""Connections that say nothing, or half of it, are closed, and take no place from those at a table."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import pickle
import socket
import struct
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from websockets.sync.client import connect

from grognard.cli.serve import configured, listen
from grognard.server.http import connections
from grognard.server.http.connections import (
    BACKLOG,
    OWN_DESCRIPTORS,
    PER_ADDRESS,
    ROUNDS,
    TOTAL,
    Config,
    ConnectionLimits,
    Connections,
    LimitedHttpProtocol,
    Stage,
    limits_for,
)
from tests.serving import PATIENCE, Guest, Server, good, insistently

GET = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
HALF_A_BODY = b"Host: here\r\nContent-Length: 100\r\n\r\nhalf of it"
LARGE = 64 * 1024 * 1024
"""Bytes: more than the system holds for a client that does not read."""
PATIENT = ConnectionLimits(sweep_every=0.05)
HURRIED = PATIENT._replace(head_timeout=0.2, body_timeout=0.2, read_timeout=0.2)
"""Timeouts that a test can wait for; on a busy machine who means to send a request may miss them."""
UPGRADE = (
    b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
SEATS = {"british": "human", "american": "human"}
EUTAW = "revolution/eutaw/historical"


class House:
    """A server in a thread, with an application that does what the path says."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self.config = configured(self, limits)
        self.listening = listen("127.0.0.1", 0)
        self.port = self.listening.getsockname()[1]
        self.server = uvicorn.Server(self.config)
        self.held = threading.Event()
        """Set when a request is held."""
        self.released = threading.Event()

    @property
    def connections(self) -> Connections:
        assert isinstance(self.config, Config)
        return self.config.connections

    def stages(self) -> list[Stage]:
        return [connection.stage for connection in list(self.connections.by_transport.values())]

    def hurry(self) -> None:
        """From now on nobody is given much time."""
        self.connections.limits = HURRIED

    async def __call__(self, scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
        if scope["type"] == "lifespan":
            for what in ("startup", "shutdown"):
                await receive()
                await send({"type": f"lifespan.{what}.complete"})
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            if scope["path"] != "/":
                await send({"type": "websocket.send", "bytes": bytes(LARGE)})
            if scope["path"] == "/large":
                return
            while (message := await receive())["type"] == "websocket.receive":
                self.held.set()
                await send({"type": "websocket.send", "text": message["text"]})
        else:
            await self.answer(scope["path"], receive, send)

    async def answer(self, path: str, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
        if path == "/read":
            while (message := await receive()).get("more_body"):
                pass
            if message["type"] == "http.disconnect":
                return
        if path == "/hold":
            self.held.set()
            await asyncio.to_thread(self.released.wait, PATIENCE)
        body = bytes(LARGE) if path == "/large" else b"ok"
        headers = [(b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})


@contextlib.contextmanager
def house(limits: ConnectionLimits) -> Iterator[House]:
    made = House(limits)
    thread = threading.Thread(target=made.server.run, kwargs={"sockets": [made.listening]})
    thread.start()
    try:
        until(lambda: made.server.started or not thread.is_alive())
        yield made
    finally:
        made.released.set()
        made.server.should_exit = True
        thread.join(PATIENCE)
        made.listening.close()
    assert not thread.is_alive()


class Caller:
    """Somebody who opens connections, all of which are closed at the end."""

    def __init__(self, port: int, stack: contextlib.ExitStack) -> None:
        self.port = port
        self.stack = stack

    def call(self, sent: bytes = b"", source: str = "127.0.0.1") -> socket.socket:
        opened = socket.create_connection(("127.0.0.1", self.port), PATIENCE, source_address=(source, 0))
        self.stack.callback(opened.close)
        opened.sendall(sent)
        return opened

    def follow(self, path: str = "/") -> Any:
        return self.stack.enter_context(connect(f"ws://127.0.0.1:{self.port}{path}", open_timeout=PATIENCE, max_size=None))


@pytest.fixture
def stack() -> Iterator[contextlib.ExitStack]:
    with contextlib.ExitStack() as stack:
        yield stack


@pytest.fixture
def served(stack: contextlib.ExitStack) -> House:
    return stack.enter_context(house(PATIENT))


@pytest.fixture
def caller(served: House, stack: contextlib.ExitStack) -> Caller:
    return Caller(served.port, stack)


def answer(connection: socket.socket) -> bytes:
    """What comes for a request whose answer is short."""
    answer = b""
    while not answer.endswith(b"ok"):
        more = connection.recv(4096)
        assert more, f"closed after {answer!r}"
        answer += more
    return answer


def rest(connection: socket.socket) -> bytes:
    """All that comes until the server closes the connection; it fails if that does not happen."""
    heard = b""
    with contextlib.suppress(ConnectionResetError):
        while more := connection.recv(1 << 20):
            heard += more
    return heard


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def is_open(connection: socket.socket) -> bool:
    """Whether the server has left a silent connection open so far."""
    connection.setblocking(False)
    try:
        return connection.recv(1) != b""
    except BlockingIOError:
        return True
    except ConnectionResetError:
        return False


# ---------------------------------------------------------------- timeouts


@pytest.mark.parametrize("sent", [b"", b"GET / HTT", b"GET / HTTP/1.1\r\nHost: he", b"POST /read HTTP/1.1\r\n" + HALF_A_BODY])
def test_who_does_not_finish_a_request_is_closed(served: House, caller: Caller, sent: bytes):
    silent = caller.call(sent)
    served.hurry()
    assert rest(silent) == b""


@pytest.mark.parametrize("sent", [b"", b"POST /read HTTP/1.1\r\nHost: here\r\nContent-Length: 10000000\r\n\r\n"])
def test_who_sends_a_request_byte_by_byte_is_closed(served: House, caller: Caller, sent: bytes):
    slow = caller.call(sent)
    served.hurry()
    deadline = time.monotonic() + PATIENCE
    with contextlib.suppress(ConnectionError):
        while time.monotonic() < deadline:
            slow.sendall(b"x" if sent else b"G")
            time.sleep(0.01)
    assert time.monotonic() < deadline


def test_who_does_not_finish_a_later_request_is_closed(served: House, caller: Caller):
    again = caller.call(GET)
    answer(again)
    again.sendall(b"GET / HTTP/1.1\r\nHo")
    served.hurry()
    assert rest(again) == b""


@pytest.mark.parametrize("sent", [GET, b"POST / HTTP/1.1\r\n" + HALF_A_BODY])
def test_who_asks_no_more_is_closed(stack: contextlib.ExitStack, sent: bytes):
    """Also if what was answered had not come to its end."""
    served = stack.enter_context(house(PATIENT._replace(idle_timeout=1)))
    idle = Caller(served.port, stack).call(sent)
    answer(idle)
    assert rest(idle) == b""


def test_who_is_answered_or_follows_is_waited_for(served: House, caller: Caller):
    held = caller.call(b"GET /hold HTTP/1.1\r\nHost: here\r\n\r\n")
    assert served.held.wait(PATIENCE)
    follower = caller.follow()
    served.hurry()
    for _ in range(3):
        assert rest(caller.call()) == b""  # so all timeouts are over
    served.released.set()
    answer(held)
    follower.send("still here")
    assert follower.recv(PATIENCE) == "still here"


@pytest.mark.parametrize(
    "header",
    [b"X: \x01", b"X: " + b"y" * 20_000, b"\r\n".join([b"X: y"] * 200), b"Content-Length: 5", b"Transfer-Encoding: chunked"],
)
def test_a_socket_with_a_head_that_cannot_be_read_is_refused_and_closed(served: House, caller: Caller, header: bytes):
    head = b"GET / HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    head += b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    said = rest(caller.call(head + header + b"\r\n\r\n"))
    assert said.startswith(b"HTTP/1.1 400 Bad Request\r\n")
    assert b"The request cannot be read: " in said
    until(lambda: not served.connections.by_transport)


def test_a_kept_connection_may_ask_again(served: House, caller: Caller):
    kept = caller.call(GET)
    answer(kept)
    served.hurry()
    for _ in range(3):
        assert rest(caller.call()) == b""  # longer than a request may take
        kept.sendall(GET)
        answer(kept)
    until(lambda: served.stages() == [Stage.IDLE])


@pytest.mark.parametrize("more", [b"", UPGRADE])
def test_who_does_not_read_is_closed(served: House, caller: Caller, more: bytes):
    """Also a follower, when the server has closed the line."""
    lazy = caller.call(b"GET /large HTTP/1.1\r\nHost: here\r\n" + more + b"\r\n")
    assert lazy.recv(1, socket.MSG_PEEK)
    served.hurry()
    until(lambda: not served.connections.by_transport)
    assert len(rest(lazy)) < LARGE


def test_pings_whose_answers_are_not_read_do_not_pile_up(served: House, caller: Caller):
    lazy = caller.call(b"GET /hear HTTP/1.1\r\nHost: here\r\n" + UPGRADE + b"\r\n")
    assert lazy.recv(1, socket.MSG_PEEK)
    (transport,) = served.connections.by_transport
    until(lambda: transport.get_write_buffer_size() > 0)
    unread = transport.get_write_buffer_size()
    lazy.sendall((b"\x89\xfd" + bytes(4 + 125)) * 1000)
    lazy.sendall(b"\x81\x84" + bytes(4) + b"that")
    assert served.held.wait(PATIENCE)
    assert transport.get_write_buffer_size() <= unread


def test_a_connection_that_is_reset_is_forgotten(served: House, caller: Caller):
    """Uvicorn's own timer for idle connections would keep it for its 75 seconds."""
    gone = caller.call(GET)
    answer(gone)
    (transport,) = served.connections.by_transport
    protocol = transport.get_protocol()
    assert isinstance(protocol, LimitedHttpProtocol)
    until(lambda: protocol.timeout_keep_alive_task is not None)
    gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    gone.close()
    until(lambda: not served.connections.by_transport)
    assert protocol.timeout_keep_alive_task is None


def test_half_a_request_does_not_hold_up_the_end(
    stack: contextlib.ExitStack, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    with house(PATIENT) as served:
        monkeypatch.setattr(served.config, "timeout_graceful_shutdown", None)  # or it would be given up after that
        caller = Caller(served.port, stack)
        half = caller.call(b"POST /read HTTP/1.1\r\n" + HALF_A_BODY)
        until(lambda: served.stages() == [Stage.SENDING])
    assert rest(half) == b""
    assert not caplog.records


# ---------------------------------------------------------------- how many


def test_silent_connections_give_way_oldest_first(stack: contextlib.ExitStack):
    served = stack.enter_context(house(ConnectionLimits(total=6)))
    caller = Caller(served.port, stack)
    follower = caller.follow()
    held = caller.call(b"GET /hold HTTP/1.1\r\nHost: here\r\n\r\n")
    assert served.held.wait(PATIENCE)
    idle = caller.call(GET)
    answer(idle)
    silent = []
    for number in range(50):
        silent.append(caller.call(b"GET / HT" if number % 2 else b""))
        until(
            lambda: (
                len(served.connections.by_transport) == min(6, 3 + len(silent))
                and len(served.connections.queues[Stage.WAITING]) > 0
            )
        )
    for given_up in silent[:-3]:
        assert rest(given_up) == b""
    assert [is_open(kept) for kept in silent[-3:]] == [True] * 3
    answer(caller.call(GET))
    for kept in (follower, caller.follow()):
        kept.send("still here")
        assert kept.recv(PATIENCE) == "still here"
    idle.sendall(GET)
    answer(idle)
    served.released.set()
    answer(held)


def test_who_has_just_come_is_not_closed_while_most_are_idle(stack: contextlib.ExitStack):
    """Otherwise somebody with many idle connections could have every newcomer closed before the request is there."""
    served = stack.enter_context(house(ConnectionLimits(total=6)))
    caller = Caller(served.port, stack)
    idle = [caller.call(GET) for _ in range(6)]
    for connection in idle:
        answer(connection)
    until(lambda: served.stages() == [Stage.IDLE] * 6)
    newcomers = [caller.call() for _ in range(3)]
    until(lambda: served.stages() == [Stage.IDLE] * 3 + [Stage.WAITING] * 3)
    for connection in idle[:3]:
        assert rest(connection) == b""
    for connection in newcomers + idle[3:]:
        connection.sendall(GET)
        answer(connection)


def test_who_finds_no_room_is_told_and_the_log_says_it_once(stack: contextlib.ExitStack, caplog: pytest.LogCaptureFixture):
    served = stack.enter_context(house(ConnectionLimits(total=2)))
    caller = Caller(served.port, stack)
    followers = [caller.follow(), caller.follow()]
    for _ in range(5):
        refused = rest(caller.call(GET))
        assert refused.startswith(b"HTTP/1.1 503 ")
        assert b"\r\nRetry-After: 60\r\n" in refused
        assert b'"words":"This server has no room for another connection at the moment; nothing was changed' in refused
    assert [record.message for record in caplog.records if record.name == "grognard.server"] == [
        "All 2 connections are in use and new ones are refused; allow more with --connections, "
        "or raise the open-file limit (ulimit -n)."
    ]
    followers[0].close()
    until(lambda: len(served.connections.by_transport) < 2)
    answer(caller.call(GET))


def test_an_address_has_only_so_many(stack: contextlib.ExitStack, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(connections, "client_at", lambda address: address)  # as if they came from elsewhere
    served = stack.enter_context(house(ConnectionLimits(per_address=3)))
    caller = Caller(served.port, stack)
    other = caller.call(source="127.0.0.2")
    until(lambda: "127.0.0.2" in served.connections.by_address)
    silent = [caller.call() for _ in range(20)]
    for given_up in silent[:-3]:
        assert rest(given_up) == b""
    followers = [caller.follow() for _ in range(3)]  # in place of those that were silent
    for given_up in silent[-3:]:
        assert rest(given_up) == b""
    assert rest(caller.call(GET)).startswith(b"HTTP/1.1 503 ")
    other.sendall(GET)
    answer(other)
    assert {address: len(own) for address, own in served.connections.by_address.items()} == {"127.0.0.1": 3, "127.0.0.2": 1}
    for follower in followers:
        follower.close()
    other.close()
    until(lambda: not served.connections.by_address)


def test_this_machine_has_as_many_as_it_likes(stack: contextlib.ExitStack):
    served = stack.enter_context(house(ConnectionLimits(per_address=3)))
    caller = Caller(served.port, stack)
    silent = [caller.call() for _ in range(20)]
    until(lambda: len(served.connections.by_transport) == 20)
    for connection in silent:
        connection.sendall(GET)
        answer(connection)


@pytest.mark.parametrize("descriptors", [150, 256, 1024, 4096, 20_000, 1_048_576, sys.maxsize])
def test_descriptors_are_left_for_everything_else(descriptors: int):
    limits = limits_for(descriptors=descriptors)
    assert 0 < limits.total <= TOTAL
    assert limits.total + ROUNDS * limits.backlog + OWN_DESCRIPTORS <= descriptors
    assert limits.per_address == min(PER_ADDRESS, limits.total // 2)


def test_many_descriptors_leave_the_usual_limits():
    assert limits_for(descriptors=sys.maxsize) == ConnectionLimits(TOTAL, PER_ADDRESS, BACKLOG)
    assert limits_for(descriptors=sys.maxsize, connections=20_000).total == 20_000
    assert limits_for(descriptors=1024, connections=20_000) == limits_for(descriptors=1024)
    assert limits_for(descriptors=sys.maxsize, limit=0.1).per_address == PER_ADDRESS // 10


def test_an_address_is_not_limited_behind_proxies_or_without_limits():
    assert limits_for(descriptors=20_000, proxies=1).per_address is None
    assert limits_for(descriptors=20_000, limit=0).per_address is None


# ---------------------------------------------------------------- the log


@pytest.mark.parametrize(
    ("sent", "then", "said"),
    [
        (b"nonsense\r\n\r\n", b"", "Invalid HTTP request received."),
        (
            b"GET / HTTP/1.1\r\nHost: here\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n",
            b"",
            "Unsupported upgrade request.",
        ),
        (
            b"GET / HTTP/1.1\r\nHost: here\r\n" + UPGRADE + b"\r\n",
            b"\x81\x81\0\0\0\0\xff",
            "Invalid UTF-8 sequence received from client.",
        ),
        (
            b"POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n",
            b"nonsense\r\n",
            "Fatal error",
        ),
    ],
)
def test_nonsense_does_not_fill_the_log(
    caller: Caller, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, sent: bytes, then: bytes, said: str
):
    monkeypatch.setattr(connections.LOG_THROTTLE, "warned", {})
    for _ in range(5):
        strange = caller.call(sent)
        if then:
            assert strange.recv(1, socket.MSG_PEEK)  # it has been answered
            strange.sendall(then)
        rest(strange)
    told = [
        record.message for record in caplog.records if record.message not in connections.THROTTLED or record.message == said
    ]
    assert len(told) == 1
    assert told[0].startswith(said)


def test_other_faults_of_the_loop_are_still_told(caplog: pytest.LogCaptureFixture):
    async def scene() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(Connections(HURRIED).loop_failed)
        loop.call_exception_handler({"message": "something else", "exception": OSError(5, "broken")})

    with caplog.at_level(logging.ERROR):
        asyncio.run(scene())
    assert [record.message for record in caplog.records if record.name == "asyncio"] == ["something else"]


# ---------------------------------------------------------------- the real server


def command(*before: str) -> tuple[str, ...]:
    """The command `grognard` in a process in which something else is done first."""
    lines = ["import resource, sys", "from grognard.cli import main", "from grognard.server.http import connections", *before]
    return sys.executable, "-c", "\n".join([*lines, "if __name__ == '__main__':", "    sys.exit(main())"])


def test_a_request_that_never_ends_is_no_fault_of_the_server(tmp_path: Path, stack: contextlib.ExitStack):
    soon = command("connections.HEAD_TIMEOUT = connections.BODY_TIMEOUT = 0.2")
    with Server(tmp_path, command=soon) as server:
        caller = Caller(server.port, stack)
        sent = b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        for part in (b"", sent, sent + b"Content-Length: 100\r\n\r\n{"):
            assert rest(caller.call(part)) == b""
    assert "Traceback" not in server.said()
    assert "ERROR" not in server.said()


def test_few_descriptors_are_enough(tmp_path: Path, stack: contextlib.ExitStack):
    few = command("resource.setrlimit(resource.RLIMIT_NOFILE, (300, 300))")
    with Server(tmp_path, command=few) as server:
        player = Guest(server).create(EUTAW, SEATS)["british"]
        caller = Caller(server.port, stack)
        for number in range(600):
            caller.call(b"GET / HT" if number % 2 else b"")
            if number % 10 == 9:  # as many as may wait to be accepted, or the system would have each try again after a second
                assert player.table()["seq"] >= 0
    assert "No connection can be accepted" not in server.said()
    assert "Traceback" not in server.said()


def test_without_descriptors_silent_connections_are_closed_and_the_log_says_it_once(
    tmp_path: Path, stack: contextlib.ExitStack
):
    too_many = command("resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200))", "connections.OWN_DESCRIPTORS = -2000")
    with Server(tmp_path, command=too_many) as server:
        player = Guest(server).create(EUTAW, SEATS)["british"]
        player.table()  # what the server reads once is read while it can still open files
        caller = Caller(server.port, stack)
        for _ in range(600):
            caller.call()
        assert player.table()["seq"] >= 0
        good(caller_of(server).ask("GET", "/api/scenarios"))
        said = server.said()  # if it ended before asyncio wanted to accept again, asyncio would say so
    assert said.count("No connection can be accepted (Too many open files)") == 1
    assert "Traceback" not in said


def caller_of(server: Server) -> Guest:
    """Somebody who comes anew."""
    server.client.close()
    server.client = type(server.client)(base_url=server.url, timeout=PATIENCE)
    return Guest(server)


def test_processes_that_serve_together_close_them_too(
    tmp_path: Path, new_postgres: Callable[[], str], stack: contextlib.ExitStack
):
    soon = command("connections.HEAD_TIMEOUT = 0.2")  # too soon for who comes while the machine is busy
    with Server(tmp_path, new_postgres(), "--processes", "2", command=soon) as server:
        caller = Caller(server.port, stack)
        silent = [caller.call() for _ in range(20)]
        for connection in silent:
            assert rest(connection) == b""
        good(insistently(lambda: Guest(server).ask("GET", "/api/scenarios")))


def test_each_process_gets_the_limits():
    config = configured("grognard.server.app:from_environment", limits_for(connections=7), factory=True, workers=2)
    copy = pickle.loads(pickle.dumps(config))
    assert copy.connections.limits.total == 7
    assert copy.timeout_keep_alive == 75
