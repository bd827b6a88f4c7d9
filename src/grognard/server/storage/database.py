"""The database: a file of SQLite by default, PostgreSQL by its URL.

What is done to it is a job: a plain function of a connection that is carried out in one transaction, all or nothing. Jobs do
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
"""Who is told that a game has changed: its id and its version."""
Missed = Callable[[], None]
"""Who is told that something may have been missed."""


class DatabaseError(GrognardError):
    """A database that cannot be opened."""


class Database(ABC):
    """Where the games are kept."""

    several: ClassVar[bool]
    """Whether several processes can share it and tell one another of changes."""

    @abstractmethod
    async def read(self, job: Job[T]) -> T:
        """Look something up: all that the job sees is of one moment."""

    @abstractmethod
    async def write(self, job: Job[T]) -> T:
        """Change something; when this returns the change is on the disk. A job that raises has changed nothing."""

    async def glance(self, job: Job[T]) -> T:
        """Look up one thing by one statement, which need not be a transaction."""
        return await self.read(job)

    def telling(self, game: ColumnElement[str], version: ColumnElement[int]) -> list[ColumnElement[Any]]:
        """What a statement that changes a game returns besides, so that, once it is committed, other processes are told."""
        return []

    @abstractmethod
    async def listen(self, heard: Heard, missed: Missed) -> None:
        """Be told by the other processes from now on."""

    @abstractmethod
    async def claim(self, game: str) -> bool:
        """Whether this process alone may think about a game from now on; it lasts until released or the process ends."""

    @abstractmethod
    async def release(self, game: str) -> None:
        """Let others think about a game."""

    @abstractmethod
    async def close(self) -> None: ...


async def open_database(address: str) -> Database:
    """The database at a URL (or in a file), brought up to date; a wrong address gives one clear sentence."""
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
            f"'{shown(address)}' names no database that Grognard knows; give a file, sqlite:///FILE or"
            " postgresql://USER:PASSWORD@HOST/NAME."
        )
    if kind == "sqlite" and url.database in (None, "", ":memory:"):
        raise DatabaseError("Games are kept in a file; give its name, as in sqlite:///games.db.")
    return url


def shown(address: str) -> str:
    """An address without the password in it."""
    scheme, separator, rest = address.partition("://")
    user, at, host = rest.rpartition("@")
    name = user.partition(":")[0]
    return f"{scheme}{separator}{name}{at}{host}"
