"""Games in PostgreSQL, shared by several servers. Each notifies the others of its commits: just the game and its version."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from typing import Any, TypeVar

from sqlalchemy import URL, ColumnElement, Connection, ExceptionContext, String, cast, event, func, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from grognard.server.storage.database import Database, DatabaseError, Heard, Job, Missed
from grognard.server.storage.upgrades import upgrade

T = TypeVar("T")

CHANNEL = "grognard"
UPGRADING = 8_147_236_119
"""The advisory lock for upgrading the database: any number that no other program uses."""
THINKING = 0x6772
"""The advisory locks on games whose computer players are thinking: any number that no other program uses."""
SHUTTING_DOWN = "57P"
"""The prefix of the error codes with which PostgreSQL ends a connection."""
SLOW = 30.0
"""Seconds after which a database that does not answer counts as unreachable."""
HEARTBEAT = 20.0
"""Seconds between two checks of the listening connection."""
AGAIN = 0.5
"""Seconds before reconnecting."""

LOG = logging.getLogger(__name__)


@contextmanager
def reaching() -> Iterator[None]:
    """Turn the driver's errors for an unreachable database into an OSError, as for a file."""
    import asyncpg

    try:
        yield
    except (asyncpg.PostgresError, asyncpg.InterfaceError) as fault:
        raise OSError(str(fault)) from fault


def note_shutdown(context: ExceptionContext) -> None:
    """A database that shuts down says so before the connection breaks; treat the connection as broken already."""
    if str(getattr(context.original_exception, "sqlstate", None)).startswith(SHUTTING_DOWN):
        context.is_disconnect = True


class Postgres(Database):
    """A PostgreSQL database."""

    several = True

    def __init__(self, engine: AsyncEngine, line: Mapping[str, Any]) -> None:
        self.engine = engine
        self._reading = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        self._glancing = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._line_arguments = line
        self._line: Any = None
        """A dedicated connection: it receives notifications and holds our advisory locks, which end with it."""
        self._in_use = asyncio.Lock()
        self._listener: asyncio.Task[None] | None = None

    # ------------------------------------------------------------------ reading and writing

    async def read(self, job: Job[T]) -> T:
        return await self._do(self._reading, job)

    async def write(self, job: Job[T]) -> T:
        return await self._do(self.engine, job)

    async def read_one(self, job: Job[T]) -> T:
        return await self._do(self._glancing, job)

    async def _do(self, engine: AsyncEngine, job: Job[T]) -> T:
        """Run a job. If the connection turns out to be broken before the commit, it is retried once on another."""
        done = False
        with reaching():
            try:
                async with engine.begin() as connection:
                    result = await connection.run_sync(job)
                    done = True
                return result
            except DBAPIError as fault:
                if done or not fault.connection_invalidated:
                    raise
            async with engine.begin() as connection:
                return await connection.run_sync(job)

    # ------------------------------------------------------------------ several processes

    def telling(self, game: ColumnElement[str], version: ColumnElement[int]) -> list[ColumnElement[Any]]:
        return [func.pg_notify(CHANNEL, game + " " + cast(version, String))]

    async def listen(self, heard: Heard, missed: Missed) -> None:
        def told(_: object, __: int, ___: str, news: object) -> None:
            game, _____, version = str(news).partition(" ")
            heard(game, int(version))

        await self._connect(told)
        self._listener = asyncio.create_task(self._keep_listening(told, missed))

    async def _connect(self, told: Any) -> None:
        import asyncpg

        line = await asyncpg.connect(**self._line_arguments, timeout=10)
        await line.add_listener(CHANNEL, told)
        self._line = line

    async def _keep_listening(self, told: Any, missed: Missed) -> None:
        """Watch the listening connection; when it breaks, reconnect and report that notifications may have been lost."""
        import asyncpg

        while True:
            try:
                broken = asyncio.Event()
                self._line.add_termination_listener(lambda _, broken=broken: broken.set())
                while not broken.is_set():
                    with suppress(TimeoutError):
                        async with asyncio.timeout(HEARTBEAT):
                            await broken.wait()
                        continue
                    async with self._in_use:
                        await self._line.execute("SELECT 1", timeout=10)
            except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError) as fault:
                LOG.warning("The connection to the database is broken (%r).", fault)
            self._line.terminate()
            while True:
                await asyncio.sleep(AGAIN)
                try:
                    await self._connect(told)
                    break
                except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError):
                    continue
            missed()

    async def claim(self, game: str) -> bool:
        return bool(await self._on_the_line("SELECT pg_try_advisory_lock($1, $2)", game))

    async def release(self, game: str) -> None:
        await self._on_the_line("SELECT pg_advisory_unlock($1, $2)", game)

    async def _on_the_line(self, query: str, game: str) -> Any:
        """Run a query about a lock; a broken connection holds no locks."""
        import asyncpg

        number = int.from_bytes(hashlib.sha256(game.encode()).digest()[:4], "big", signed=True)
        try:
            async with self._in_use:
                return await self._line.fetchval(query, THINKING, number, timeout=10)
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError):
            return None

    async def close(self) -> None:
        if self._listener is not None:
            self._listener.cancel()
            with suppress(asyncio.CancelledError):
                await self._listener
        if self._line is not None and not self._line.is_closed():
            self._line.terminate()
        await self.engine.dispose()


# ---------------------------------------------------------------- opening


async def open_postgres(url: URL) -> Postgres:
    """The database at a URL; it must exist, its tables are created."""
    if find_spec("asyncpg") is None:
        raise DatabaseError("PostgreSQL needs the package asyncpg; install grognard[postgres].")
    url = url.set(drivername="postgresql+asyncpg")
    patience = {"command_timeout": SLOW, "timeout": SLOW}
    engine = create_async_engine(url, pool_size=8, max_overflow=8, connect_args=patience)
    event.listen(engine.sync_engine, "handle_error", note_shutdown)
    _, line = engine.dialect.create_connect_args(url)
    line.pop("prepared_statement_cache_size", None)
    database = Postgres(engine, line)

    def prepare(connection: Connection) -> None:
        connection.execute(text(f"SELECT pg_advisory_xact_lock({UPGRADING})"))
        upgrade(connection)

    try:
        await database.write(prepare)
    except BaseException as fault:
        await database.close()
        if isinstance(fault, SQLAlchemyError | OSError):
            said = str(getattr(fault, "orig", None) or fault).partition("\n")[0]
            raise DatabaseError(
                f"The database '{url.set(drivername='postgresql').render_as_string()}' cannot be opened: {said};"
                " check that the server is running, that the database exists, and the user and password."
            ) from None
        raise
    return database
