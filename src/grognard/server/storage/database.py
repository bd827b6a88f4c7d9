"""The database: a SQLite file by default, PostgreSQL by its URL.

Every access is a job: a plain function of a connection that runs in one transaction, all or nothing. Jobs do
not know which database they run on.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from sqlalchemy import URL, ColumnElement, Connection, make_url
from sqlalchemy.exc import ArgumentError

from grognard.core.errors import GrognardError

T = TypeVar("T")
Job = Callable[[Connection], T]
Heard = Callable[[str, int], None]
"""Callback for changes of a game: its id and its version."""
Missed = Callable[[], None]
"""Callback for when notifications may have been lost."""


class DatabaseError(GrognardError):
    """A database that cannot be opened."""


class Database(ABC):
    """Where the games are stored."""

    several: ClassVar[bool]
    """Whether several processes can share it and notify each other of changes."""

    @abstractmethod
    async def read(self, job: Job[T]) -> T:
        """Read: the job sees one consistent state."""

    @abstractmethod
    async def write(self, job: Job[T]) -> T:
        """Write; when this returns the change is on disk. A job that raises has changed nothing."""

    async def read_one(self, job: Job[T]) -> T:
        """Read with one statement, which need not be in a transaction."""
        return await self.read(job)

    def telling(self, game: ColumnElement[str], version: ColumnElement[int]) -> list[ColumnElement[Any]]:
        """Extra columns for a statement that changes a game, so that other processes are notified once it is committed."""
        return []

    @abstractmethod
    async def listen(self, heard: Heard, missed: Missed) -> None:
        """Receive the notifications of other processes from now on."""

    @abstractmethod
    async def claim(self, game: str) -> bool:
        """Try to get the lock on a game for its computer players; it lasts until released or the process ends."""

    @abstractmethod
    async def release(self, game: str) -> None:
        """Release the lock on a game."""

    @abstractmethod
    async def close(self) -> None: ...


async def open_database(address: str) -> Database:
    """The database at a URL (or in a file), upgraded if necessary; a wrong address gives one clear sentence."""
    url = parse(address)
    if url.get_backend_name() == "sqlite":
        from grognard.server.storage.sqlite import open_sqlite

        return await open_sqlite(url)
    from grognard.server.storage.postgres import open_postgres

    return await open_postgres(url)


def parse(address: str) -> URL:
    """The URL of a database; an address without a scheme is a file."""
    if "://" not in address:
        return URL.create("sqlite", database=address)
    try:
        url = make_url(address)
        kind = url.get_backend_name()
    except (ArgumentError, ValueError):
        url, kind = None, ""
    if url is None or kind not in ("sqlite", "postgresql", "postgres"):
        raise DatabaseError(
            f"'{shown(address)}' is not a database that Grognard supports; give a file, sqlite:///FILE or"
            " postgresql://USER:PASSWORD@HOST/NAME."
        )
    if kind == "sqlite" and url.database in (None, "", ":memory:"):
        raise DatabaseError("Games are stored in a file; give its name, as in sqlite:///games.db.")
    return url


def shown(address: str) -> str:
    """An address without the password in it."""
    scheme, separator, rest = address.partition("://")
    user, at, host = rest.rpartition("@")
    name = user.partition(":")[0]
    return f"{scheme}{separator}{name}{at}{host}"
