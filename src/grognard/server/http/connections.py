"""Connection limits and timeouts: silent connections must not crowd out the players.

Every connection has a stage. One that keeps the server waiting for a request is closed after a timeout. When there are too
many, the oldest at the most crowded stage is closed; connections that follow a game or are being answered are never closed.

HTTP is parsed by h11 even if httptools is installed, which reads headers of any length into memory.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import sys
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from enum import IntEnum
from http import HTTPStatus
from typing import Any, NamedTuple

import msgspec
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from grognard.core.texts import Reason
from grognard.server.http.errors import headers_of, refusal_of, status_of
from grognard.server.http.middleware import END
from grognard.server.http.rate_limits import client_at
from grognard.server.refusals import Refused, malformed

LOG = logging.getLogger("grognard.server")

HEAD_TIMEOUT = 20.0
"""Seconds in which the headers of a request must arrive, from the start of the connection or from its first byte."""
BODY_TIMEOUT = 60.0
"""Seconds in which the body of a request must arrive: the largest allowed, at 5 kB a second."""
READ_TIMEOUT = 120.0
"""Seconds in which a client must have read what the system's own buffers do not hold of a response."""
IDLE_TIMEOUT = 75
"""Seconds that a connection is kept open between two requests, while a player thinks."""
SWEEP_EVERY = 1.0
"""Seconds between two checks of all timeouts."""
TOTAL = 10_000
"""The most connections of one process, however many files it may open."""
PER_ADDRESS = 500
"""Connections per address: the pages that it may have open, and their requests."""
OWN_DESCRIPTORS = 128
"""File descriptors reserved for the database, the computer players' processes and the pages."""
BACKLOG = 2048
"""Connections that may wait to be accepted; asyncio accepts as many in one round of its loop."""
ROUNDS = 4
"""Rounds of the loop from accepting a connection that exceeds the limit until a descriptor is free again."""
DESCRIPTORS = 2048
"""How many to assume if the system does not say."""
RETRY_AFTER = 60
"""Seconds after which a refused client may try again."""
WARN_EVERY = 60.0
"""Seconds before the log repeats a warning."""
CLOSED_AT_ONCE = 100
"""Connections that are closed when the system runs out of descriptors."""
OUT_OF_RESOURCES = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}
"""The errors with which the system refuses to accept a connection for lack of resources."""
THROTTLED = (
    "Invalid HTTP request received.",
    "Unsupported upgrade request.",
    "Invalid UTF-8 sequence received from client.",
)
"""Messages that any client can make uvicorn log, and could flood the log with."""


class ConnectionLimits(NamedTuple):
    """The limits of one process."""

    total: int = TOTAL
    per_address: int | None = PER_ADDRESS
    """None: as many as the total."""
    backlog: int = BACKLOG
    head_timeout: float = HEAD_TIMEOUT
    body_timeout: float = BODY_TIMEOUT
    read_timeout: float = READ_TIMEOUT
    idle_timeout: int = IDLE_TIMEOUT
    sweep_every: float = SWEEP_EVERY


def limits_for(connections: int = 0, limit: float = 1.0, proxies: int = 0, descriptors: int | None = None) -> ConnectionLimits:
    """The limits of a process that may open `descriptors` files (None: ask the system); 0 connections: as many as possible.

    Behind proxies all connections come from the proxies' own addresses, so they cannot be limited per address.
    """
    total = min(connections or TOTAL, most_connections(descriptors))
    per_address = None if proxies or not limit else max(1, min(round(PER_ADDRESS * limit), total // 2))
    backlog = max(1, min(BACKLOG, (free_descriptors(descriptors) - total) // ROUNDS))
    return ConnectionLimits(total, per_address, backlog, HEAD_TIMEOUT, BODY_TIMEOUT, READ_TIMEOUT, IDLE_TIMEOUT, SWEEP_EVERY)


def most_connections(descriptors: int | None = None) -> int:
    """How many connections a process can hold: the rest is for those accepted before others have been closed."""
    return max(1, free_descriptors(descriptors) * 3 // 4)


def free_descriptors(descriptors: int | None = None) -> int:
    return max(0, (descriptors or descriptor_limit()) - OWN_DESCRIPTORS)


def descriptor_limit() -> int:
    """How many files this process may have open at once."""
    if sys.platform == "win32":
        return DESCRIPTORS
    import resource

    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if allowed == resource.RLIM_INFINITY else allowed


# ---------------------------------------------------------------- all connections


class Stage(IntEnum):
    """What a connection is doing."""

    WAITING = 0
    """Nothing, or only a part of the head of a request, has arrived."""
    IDLE = 1
    """It has had its answer, and is kept open for the next request."""
    SENDING = 2
    """The body of a request is still arriving."""
    ANSWERING = 3
    """A request is being answered."""
    FOLLOWING = 4
    """It is a websocket."""


MAY_BE_CLOSED = (Stage.WAITING, Stage.IDLE, Stage.SENDING)
"""At which stages a connection may be closed to make room."""


class Connection:
    """One connection."""

    __slots__ = ("address", "since", "stage", "transport", "unread_since")

    def __init__(self, transport: asyncio.Transport, address: str | None) -> None:
        self.transport = transport
        self.address = address
        """None if its address is not limited."""
        self.stage = Stage.WAITING
        self.since = time.monotonic()
        """When this stage began."""
        self.unread_since: float | None = None
        """Since when the client has left data unread."""


class Connections:
    """All connections of a process."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self.limits = limits
        self.by_transport: dict[asyncio.Transport, Connection] = {}
        self.by_address: dict[str, dict[Connection, None]] = {}
        self.queues: dict[Stage, OrderedDict[Connection, None]] = {stage: OrderedDict() for stage in MAY_BE_CLOSED}
        """The connections at each of these stages, oldest first."""
        self.warned: dict[str, float] = {}
        """When each warning was last logged."""
        self.made_room = float("-inf")
        """When connections were last closed because the system ran out of descriptors."""
        self.timer: asyncio.TimerHandle | None = None

    # ------------------------------------------------------------------ open and closed

    def add(self, transport: asyncio.Transport) -> None:
        """Add a new connection; if there are too many, close another one or refuse this one."""
        address = self.address_of(transport)
        if not (self.has_room_for(address) and self.has_room()):
            refuse(transport, Refused("unavailable", Reason("server.full", (), {"wait": RETRY_AFTER})))
            return
        connection = Connection(transport, address)
        self.by_transport[transport] = connection
        if address is not None:
            self.by_address.setdefault(address, {})[connection] = None
        self.queues[connection.stage][connection] = None
        if self.timer is None:
            self.sweep_later()

    def address_of(self, transport: asyncio.Transport) -> str | None:
        """The address that a connection counts for; None if it is not limited."""
        if self.limits.per_address is None:
            return None
        peer = transport.get_extra_info("peername")
        return client_at(str(peer[0])) if isinstance(peer, tuple) else None

    def has_room_for(self, address: str | None) -> bool:
        """Whether an address may have another connection, if necessary after closing one of its own."""
        if address is None or self.limits.per_address is None:
            return True
        own = self.by_address.get(address, {})
        if len(own) < self.limits.per_address or self.close(first_to_close(own)):
            return True
        self.warn(f"An address has {self.limits.per_address} connections in use; more from there are refused.")
        return False

    def has_room(self) -> bool:
        """Whether there may be another connection, if necessary after closing one."""
        if len(self.by_transport) < self.limits.total or self.close(self.oldest()):
            return True
        self.warn(
            f"All {self.limits.total} connections are in use and new ones are refused; "
            "allow more with --connections, or raise the open-file limit (ulimit -n)."
        )
        return False

    def oldest(self) -> Connection | None:
        """The connection to close first."""
        crowd = max(self.queues.values(), key=len)
        return next(iter(crowd), None)

    def enter(self, connection: Connection, stage: Stage) -> None:
        """Move a connection to a stage, which begins now."""
        self.leave_queue(connection)
        connection.stage, connection.since = stage, time.monotonic()
        if stage in self.queues:
            self.queues[stage][connection] = None

    def leave_queue(self, connection: Connection) -> None:
        if connection.stage in self.queues:
            del self.queues[connection.stage][connection]

    def close(self, connection: Connection | None) -> bool:
        """Close a connection at once, discarding unread data; returns whether there was one."""
        if connection is None:
            return False
        self.remove(connection.transport)
        connection.transport.abort()
        return True

    def remove(self, transport: asyncio.Transport) -> None:
        """Forget a connection that is closed."""
        connection = self.by_transport.pop(transport, None)
        if connection is None:
            return
        self.leave_queue(connection)
        if connection.address is not None:
            own = self.by_address[connection.address]
            del own[connection]
            if not own:
                del self.by_address[connection.address]

    # ------------------------------------------------------------------ timeouts

    def sweep_later(self) -> None:
        self.timer = asyncio.get_running_loop().call_later(self.limits.sweep_every, self.sweep)

    def sweep(self) -> None:
        """Close every connection that has kept the server waiting too long."""
        self.timer = None
        now = time.monotonic()
        for connection in [connection for connection in self.by_transport.values() if self.is_overdue(connection, now)]:
            self.close(connection)
        if self.by_transport:
            self.sweep_later()

    def is_overdue(self, connection: Connection, now: float) -> bool:
        """Whether a timeout has passed; uvicorn has its own for idle connections, and `live` for sockets."""
        if self.unread_for(connection, now) > self.limits.read_timeout:
            return True
        if connection.stage is Stage.WAITING:
            return now - connection.since > self.limits.head_timeout
        if connection.stage is Stage.SENDING:
            if not connection.transport.is_reading():
                connection.since = now  # the server has not read yet what has arrived
            return now - connection.since > self.limits.body_timeout
        return False

    def unread_for(self, connection: Connection, now: float) -> float:
        """How long a client has left data unread; a slow follower is only sent less, until its socket is closed."""
        follows = connection.stage is Stage.FOLLOWING and not connection.transport.is_closing()
        if follows or connection.transport.get_write_buffer_size() == 0:
            connection.unread_since = None
            return 0.0
        if connection.unread_since is None:
            connection.unread_since = now
        return now - connection.unread_since

    # ------------------------------------------------------------------ out of descriptors

    def loop_failed(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Handle errors from the event loop: close silent connections if it could not accept one, log everything else.

        Any client can cause some of them, for example with a body that ends in garbage.
        """
        fault = context.get("exception")
        if not isinstance(fault, OSError) or fault.errno not in OUT_OF_RESOURCES or "socket" not in context:
            if is_due(self.warned, f"{context['message']} {type(fault).__name__}"):
                loop.default_exception_handler(context)
            return
        self.warn(
            f"No connection can be accepted ({fault.strerror}); silent ones are closed, and the server carries on. "
            "If this happens again, raise the open-file limit (ulimit -n)."
        )
        if time.monotonic() - self.made_room >= self.limits.sweep_every:  # asyncio reports it many times in one loop iteration
            self.made_room = time.monotonic()
            for _ in range(CLOSED_AT_ONCE):
                self.close(self.oldest())

    def warn(self, sentence: str) -> None:
        """Log a warning, but not too often."""
        if is_due(self.warned, sentence):
            LOG.warning(sentence)


def first_to_close(connections: Iterable[Connection]) -> Connection | None:
    """The same for a subset: the oldest at the most crowded stage."""
    able = [connection for connection in connections if connection.stage in MAY_BE_CLOSED]
    crowds = Counter(connection.stage for connection in able)
    return min(able, key=lambda connection: (-crowds[connection.stage], connection.since), default=None)


def refuse(transport: asyncio.Transport, refusal: Refused) -> None:
    """Answer with a refusal without calling the application, and close."""
    status, body = HTTPStatus(status_of(refusal)), msgspec.json.encode(refusal_of(refusal))
    head = [f"HTTP/1.1 {status} {status.phrase}", "Content-Type: application/json", f"Content-Length: {len(body)}"]
    head += [f"{name}: {value}" for name, value in headers_of(refusal)]
    transport.write("\r\n".join([*head, "Connection: close", "", ""]).encode() + body)
    transport.close()


def is_due(last: dict[str, float], sentence: str) -> bool:
    """Whether a message may be logged again; if so, note the time."""
    now = time.monotonic()
    if now - last.get(sentence, float("-inf")) < WARN_EVERY:
        return False
    last[sentence] = now
    return True


# ---------------------------------------------------------------- uvicorn configuration and protocols


class Config(uvicorn.Config):
    """A uvicorn configuration that limits connections; each of several processes gets a copy and counts its own."""

    def __init__(self, app: Any, limits: ConnectionLimits, **more: Any) -> None:
        self.connections = Connections(limits)
        super().__init__(
            app,
            http=LimitedHttpProtocol,
            ws=LimitedWebSocketProtocol,
            timeout_keep_alive=limits.idle_timeout,
            backlog=limits.backlog,
            **more,
        )

    def get_loop_factory(self) -> Callable[[], asyncio.AbstractEventLoop]:
        """Event loops that report their errors to us."""
        new_loop = super().get_loop_factory() or asyncio.new_event_loop

        def reporting() -> asyncio.AbstractEventLoop:
            loop = new_loop()
            loop.set_exception_handler(self.connections.loop_failed)
            return loop

        return reporting

    def configure_logging(self) -> None:
        """Called again in each of several processes."""
        super().configure_logging()
        logging.getLogger("uvicorn.error").addFilter(LOG_THROTTLE)


class LogThrottle(logging.Filter):
    """Limits how often messages are logged that any client can cause."""

    def __init__(self) -> None:
        super().__init__()
        self.warned: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        return record.msg not in THROTTLED or is_due(self.warned, record.msg)


LOG_THROTTLE = LogThrottle()


def connections_of(config: uvicorn.Config) -> Connections:
    assert isinstance(config, Config)
    return config.connections


class LimitedHttpProtocol(H11Protocol):
    """Uvicorn's HTTP protocol, which tracks the stage of its connection."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        super().connection_made(transport)
        connections_of(self.config).add(transport)

    def data_received(self, data: bytes) -> None:
        before = self.cycle
        super().data_received(data)
        self.note_stage(Stage.WAITING, is_new=self.cycle is not before)

    def on_response_complete(self) -> None:
        super().on_response_complete()  # which may have started the next request, if that had already arrived
        self.note_stage(Stage.IDLE, is_new=True)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._unset_keepalive_if_required()  # or its timer keeps this alive after the client has reset the connection
        connections_of(self.config).remove(self.transport)

    def shutdown(self) -> None:
        """The server shuts down: do not wait for clients that are still sending, nor for slow answers."""
        if self.stage(Stage.IDLE) is Stage.SENDING:
            self.transport.abort()
        else:
            super().shutdown()
        self.app_state.get(END, lambda: None)()

    def note_stage(self, between: Stage, is_new: bool) -> None:
        """Record the stage of this connection; `between` is its stage between two requests."""
        connections = connections_of(self.config)
        connection = connections.by_transport.get(self.transport)
        if connection is None or connection.stage is Stage.FOLLOWING:
            return
        stage = self.stage(between)
        if is_new or stage is not connection.stage:
            connections.enter(connection, stage)

    def stage(self, between: Stage) -> Stage:
        cycle: Any = self.cycle  # None before the first request
        if cycle is None or cycle.response_complete:
            return between
        return Stage.SENDING if cycle.more_body else Stage.ANSWERING


class LimitedWebSocketProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket protocol, which takes over an HTTP connection and is never closed to make room for others."""

    def handle_connect(self, event: Request) -> None:
        """From now on the application handles it; before, it may have been anything (more than 128 headers get no answer)."""
        super().handle_connect(event)
        connections = connections_of(self.config)
        connection = connections.by_transport.get(self.transport)
        if connection is not None:
            connections.enter(connection, Stage.FOLLOWING)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:  # uvicorn would not answer it
            refuse(self.transport, malformed("header"))

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # it was refused; uvicorn would complain about a missing handshake

    def handle_ping(self) -> None:
        """Answer a ping, unless the client does not read the answers and they would pile up."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        connections_of(self.config).remove(self.transport)
