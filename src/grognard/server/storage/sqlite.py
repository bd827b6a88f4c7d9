"""Games in a SQLite file: one writer thread, which commits jobs in batches, and reader threads.

A whole batch of jobs is handed to the writer at once: this costs a third of an asynchronous driver, which switches
threads for every statement.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError

from grognard.server.storage.database import Database, DatabaseError, Heard, Job, Missed
from grognard.server.storage.upgrades import upgrade

T = TypeVar("T")

BUSY_TIMEOUT = 15
"""Seconds to wait for another process that writes to the same file."""
BATCH_SIZE = 64
"""The most jobs in one batch."""
READERS = 2
OWNER_ONLY = 0o600
"""The mode of a new file: it holds the secrets of the dice. SQLite gives its other files the same mode."""


class Outcome(NamedTuple):
    """The outcome of a job: a result, or the error that rolled it back."""

    result: Any = None
    fault: Exception | None = None


class SQLite(Database):
    """A SQLite file."""

    several = False

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.batches = 0
        """How many transactions have been committed, to measure the effect of batching."""
        self._writer_thread = ThreadPoolExecutor(1, "grognard-writer")
        self._readers = ThreadPoolExecutor(READERS, "grognard-reader")
        self._waiting: list[tuple[Job[Any], asyncio.Future[Any]]] = []
        self._writer: asyncio.Task[None] | None = None

    # ------------------------------------------------------------------ reading and writing

    async def read(self, job: Job[T]) -> T:
        def look() -> T:
            with self.engine.begin() as connection:
                return job(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, look)

    async def write(self, job: Job[T]) -> T:
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((job, future))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write())
        return await future

    async def _write(self) -> None:
        """Commit all waiting jobs: those that arrive during one commit go into the next batch."""
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch, self._waiting = self._waiting[:BATCH_SIZE], self._waiting[BATCH_SIZE:]
            try:
                outcomes = await loop.run_in_executor(self._writer_thread, self._commit, [job for job, _ in batch])
            except RuntimeError:  # the writer thread has been shut down
                outcomes = [Outcome(fault=OSError("The database is closed."))] * len(batch)
            for (_, future), outcome in zip(batch, outcomes, strict=True):
                if future.done():
                    continue
                if outcome.fault is not None:
                    future.set_exception(outcome.fault)
                else:
                    future.set_result(outcome.result)

    def _commit(self, jobs: list[Job[Any]]) -> list[Outcome]:
        """Run the jobs in one transaction; each gets its own result or error. If the commit fails, all have failed."""
        outcomes: list[Outcome] = []
        try:
            with self.engine.connect().execution_options(writes=True) as connection, connection.begin():
                for job in jobs:
                    outcomes.append(_attempt(connection, job))
                    if not _is_under_way(connection):  # a commit would then silently do nothing
                        raise OSError("SQLite has rolled the transaction back, as it does when the disk is full.")
        except Exception as fault:
            return [Outcome(fault=fault)] * len(jobs)
        self.batches += 1
        return outcomes

    # ------------------------------------------------------------------ one process per file

    async def listen(self, heard: Heard, missed: Missed) -> None:
        """A file has one server; changes by others are noticed when the game is next opened."""

    async def claim(self, game: str) -> bool:
        return True

    async def release(self, game: str) -> None: ...

    async def close(self) -> None:
        if self._writer is not None:
            await self._writer
        self._writer_thread.shutdown()
        self._readers.shutdown()
        self.engine.dispose()


def _is_under_way(connection: Connection) -> bool:
    """Whether the transaction is still open: on some errors SQLite rolls it back on its own."""
    driver = cast(sqlite3.Connection, connection.connection.driver_connection)
    return driver.in_transaction


def _attempt(connection: Connection, job: Callable[[Connection], object]) -> Outcome:
    try:
        with connection.begin_nested():
            return Outcome(job(connection))
    except Exception as fault:
        return Outcome(fault=fault)


# ---------------------------------------------------------------- opening a file


async def open_sqlite(url: URL) -> SQLite:
    """The file, created if there is none."""
    file = Path(cast(str, url.database))
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise DatabaseError(f"The folder '{file.parent}' cannot be created: {fault.strerror or fault}.") from None
    with suppress(OSError):  # SQLite says what is wrong
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, OWNER_ONLY))
    engine = create_engine(url.set(drivername="sqlite"), connect_args={"timeout": BUSY_TIMEOUT})
    event.listen(engine, "connect", _ready)
    event.listen(engine, "begin", _begin)
    database = SQLite(engine)
    try:
        await database.write(upgrade)
    except BaseException as fault:
        await database.close()
        if isinstance(fault, DBAPIError):
            raise DatabaseError(f"The games in '{file}' cannot be opened: {fault.orig}; give another file.") from None
        raise
    return database


def _ready(connection: Any, _: object) -> None:
    """Every commit is on disk before it is acknowledged, and readers do not wait for the writer."""
    connection.isolation_level = None  # transactions begin where we say
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    """A writer takes the lock at once, so that it cannot conflict with another one half-way through."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
