"""Opening databases: brought up to date by whoever comes first, and one clear sentence where that cannot be."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text

from grognard.server.storage.database import DatabaseError, open_database, parse
from grognard.server.storage.schema import METADATA
from grognard.server.storage.sqlite import SQLite
from tests.server.seating import new_table, run, tables_at


def test_the_migrations_lead_to_the_schema(address):
    def difference(connection: Connection) -> object:
        return compare_metadata(MigrationContext.configure(connection), METADATA)

    async def scene():
        database = await open_database(address)
        assert await database.read(difference) == []
        await database.close()
        database = await open_database(address)  # a second time there is nothing to do
        assert await database.read(difference) == []
        await database.close()

    run(scene())


def test_processes_that_start_together_do_not_disturb_one_another(address):
    program = (
        "import asyncio, sys\n"
        "from grognard.server.storage.database import open_database\n"
        "async def main():\n"
        "    await (await open_database(sys.argv[1])).close()\n"
        "asyncio.run(main())\n"
    )
    processes = [subprocess.Popen([sys.executable, "-W", "error", "-c", program, address]) for _ in range(3)]
    assert [process.wait(120) for process in processes] == [0, 0, 0]


def test_a_file_is_kept_safe(tmp_path):
    async def scene():
        database = await open_database(str(tmp_path / "new" / "folder" / "games.db"))

        def pragmas(connection: Connection) -> list[object]:
            names = ("journal_mode", "synchronous", "foreign_keys")
            return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

        assert await database.read(pragmas) == ["wal", 2, 1]
        await database.close()

    run(scene())


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("mysql://me:secret@host/games", "'mysql://me@host/games' is not a database that Grognard supports; give a file,"),
        ("nonsense://", "is not a database"),
        ("sqlite://", "Games are stored in a file"),
        ("sqlite:///:memory:", "Games are stored in a file"),
        ("postgresql://me:secret@127.0.0.1:1/games", "cannot be opened"),
    ],
)
def test_a_wrong_address_gives_one_clear_sentence(wrong, says):
    with pytest.raises(DatabaseError) as caught:
        run(open_database(wrong))
    assert says in str(caught.value)
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(os.name == "nt", reason="files there have no such mode")
def test_a_new_file_is_for_its_owner_only(tmp_path):
    """It holds the secrets of the dice; a file that exists is left as its owner has made it."""

    async def scene():
        new, old = tmp_path / "new" / "games.db", tmp_path / "old.db"
        old.touch()
        old.chmod(0o640)
        before = os.umask(0o022)
        try:
            for file in (new, old):
                async with tables_at(str(file)) as tables:
                    await new_table(tables)
                    modes = {found.stat().st_mode & 0o777 for found in file.parent.glob(f"{file.name}*")}
                    assert modes == ({0o600} if file == new else {0o640})
        finally:
            os.umask(before)

    run(scene())


def test_an_address_without_a_scheme_is_a_file():
    assert parse("games.db").database == "games.db"


def test_a_file_that_holds_something_else_is_refused(tmp_path):
    file = tmp_path / "letter.txt"
    file.write_text("Dear Greene, " * 100)
    with pytest.raises(DatabaseError, match=r"cannot be opened: file is not a database; give another file\."):
        run(open_database(str(file)))
    assert file.read_text().startswith("Dear Greene, ")


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(DatabaseError, match=r"The folder .* cannot be created"):
        run(open_database(str(tmp_path / "file" / "games.db")))


def test_a_database_of_a_newer_version_is_refused(address):
    async def scene():
        database = await open_database(address)
        await database.write(lambda connection: connection.execute(text("UPDATE alembic_version SET version_num = '9999'")))
        await database.close()
        with pytest.raises(DatabaseError, match="made by a newer version of Grognard"):
            await open_database(address)

    run(scene())


# ---------------------------------------------------------------- jobs


def put(name: str, fail: bool = False):
    def job(connection: Connection) -> str:
        connection.execute(text("INSERT INTO things VALUES (:name)"), {"name": name})
        if fail:
            raise ValueError(name)
        return name

    return job


async def things(database) -> set[str]:
    return set(await database.read(lambda connection: connection.scalars(text("SELECT name FROM things")).all()))


def test_jobs_that_come_together_succeed_and_fail_each_for_itself(address):
    async def scene():
        database = await open_database(address)
        await database.write(lambda connection: connection.execute(text("CREATE TABLE things (name VARCHAR(9) PRIMARY KEY)")))
        jobs = [put("a"), put("b", fail=True), put("a"), put("c"), put("d", fail=True)]
        outcomes = await asyncio.gather(*(database.write(job) for job in jobs), return_exceptions=True)
        assert [outcome if isinstance(outcome, str) else type(outcome).__name__ for outcome in outcomes] in (
            ["a", "ValueError", "IntegrityError", "c", "ValueError"],
            ["IntegrityError", "ValueError", "a", "c", "ValueError"],  # where they come on lines of their own
        )
        assert await things(database) == {"a", "c"}
        await database.close()

    run(scene())


def test_jobs_that_come_together_to_a_file_are_committed_together(tmp_path):
    async def scene():
        database = await open_database(str(tmp_path / "games.db"))
        assert isinstance(database, SQLite)
        await database.write(lambda connection: connection.execute(text("CREATE TABLE things (name VARCHAR(9) PRIMARY KEY)")))
        before = database.batches
        await asyncio.gather(*(database.write(put(str(number))) for number in range(50)))
        assert database.batches - before < 5
        assert len(await things(database)) == 50
        await database.close()

    run(scene())


def test_if_sqlite_takes_the_transaction_back_all_have_failed(tmp_path):
    file = tmp_path / "games.db"

    async def scene():
        database = await open_database(str(file))
        await database.write(lambda connection: connection.execute(text("CREATE TABLE things (name VARCHAR(9) PRIMARY KEY)")))

        def end(connection: Connection) -> None:
            connection.exec_driver_sql("ROLLBACK")  # as SQLite does by itself where the disk is full

        outcomes = await asyncio.gather(
            *(database.write(job) for job in (put("a"), put("b"), end, put("c"))), return_exceptions=True
        )
        assert all(isinstance(outcome, OSError) for outcome in outcomes)
        assert await things(database) == set()
        await database.write(put("d"))
        assert await things(database) == {"d"}
        await database.close()

    run(scene())
    with sqlite3.connect(file) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


def test_a_reader_does_not_wait_for_a_writer(tmp_path: Path):
    async def scene():
        database = await open_database(str(tmp_path / "games.db"))
        other = sqlite3.connect(tmp_path / "games.db")
        other.isolation_level = None
        other.execute("BEGIN IMMEDIATE")
        assert await database.read(lambda connection: connection.scalar(text("SELECT count(*) FROM games"))) == 0
        other.close()
        await database.close()

    run(scene())
