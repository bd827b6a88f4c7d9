"""What breaks around the server is told in one clear sentence, changes nothing, and leaves the other games alone."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, event, text
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import grognard
from grognard.server.registry import Tables
from grognard.server.storage import sqlite
from grognard.server.storage.sqlite import SQLite
from tests.core.toy import TOY
from tests.server.house import Client, house, sit_down, step
from tests.server.seating import action, encoded, new_table, play, refusal, reopened, run, tables_at
from tests.server.test_routes import check_refusal
from tests.serving import ALONE, PATIENCE, Guest, Server, good

EUTAW = "revolution/eutaw/historical"


# ---------------------------------------------------------------- the disk


@contextmanager
def disk_full(tables: Tables) -> Iterator[None]:
    """No page can be added to the file."""
    database = tables.store.database
    assert isinstance(database, SQLite)

    def full(connection: Any) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")

    event.listen(database.engine, "begin", full)
    try:
        yield
    finally:
        event.remove(database.engine, "begin", full)
        event.listen(database.engine, "begin", lambda connection: connection.exec_driver_sql("PRAGMA max_page_count = 1000000"))


def test_a_full_disk_refuses_what_cannot_be_written(tmp_path: Path):
    async def scene() -> None:
        async with tables_at(f"sqlite:///{tmp_path / 'games.db'}") as tables:
            table, _ = await new_table(tables)
            before = encoded(table.game)
            long = "x" * 20_000
            with disk_full(tables):
                refused = await refusal(table.write_note("red", long))
                assert refused.error == "unavailable"
                assert "nothing was changed" in str(refused)
                assert encoded((await tables.open(table.id)).game) == before
            await table.write_note("red", long)
            assert await table.note("red") == long
            assert await play(table, "red") == 1

    run(scene())


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Another program writes to the file and does not come to an end."""
    other = sqlite3.connect(file, isolation_level=None)
    try:
        other.execute("BEGIN IMMEDIATE")
        yield
    finally:
        other.close()


def test_a_file_that_another_program_has_locked_can_be_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sqlite, "BUSY_TIMEOUT", 0.1)

    async def scene() -> None:
        file = tmp_path / "games.db"
        async with tables_at(f"sqlite:///{file}") as tables:
            table, _ = await new_table(tables)
            move = action(table, "bid 1")
            with locked(file):
                assert (await refusal(table.move("red", move))).error == "unavailable"
                assert (await refusal(tables.create(TOY.id, {}, dict.fromkeys(TOY.seats(), "human")))).error == "unavailable"
                assert (await tables.open(table.id)).seq == 0
                assert await table.chat() == []
            assert await table.move("red", move) == 1

    run(scene())


def test_a_file_that_is_locked_at_the_start_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sqlite, "BUSY_TIMEOUT", 0.1)
    file = tmp_path / "games.db"

    async def scene() -> None:
        async with tables_at(f"sqlite:///{file}"):
            pass
        with locked(file), pytest.raises(grognard.GrognardError, match=r"cannot be opened: database is locked"):
            await Tables.start(f"sqlite:///{file}", thinkers=0)

    run(scene())


# ---------------------------------------------------------------- what is kept


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with house(tmp_path) as client:
        yield client


SPOILT = {
    "moves that are no JSON": "UPDATE moves SET entries = '[\"red' WHERE game = :game",
    "moves that are no list": "UPDATE moves SET entries = '7' WHERE game = :game",
    "moves that are no words": "UPDATE moves SET entries = '[7]' WHERE game = :game AND seq = 1",
    "moves that are bytes": "UPDATE moves SET entries = X'FF00FF' WHERE game = :game",
    "no moves at all": "DELETE FROM moves WHERE game = :game",
    "a missing move": "DELETE FROM moves WHERE game = :game AND seq = 1",
    "no seats": "DELETE FROM seats WHERE game = :game",
    "options that are no JSON": "UPDATE games SET options = '{' WHERE id = :game",
    "options that there are not": "UPDATE games SET options = '{\"weather\": 1}' WHERE id = :game",
    "a secret that is none": "UPDATE games SET secret = 'zz' WHERE id = :game",
    "no secret": "UPDATE games SET secret = '' WHERE id = :game",
    "nonces that are no JSON": "UPDATE games SET nonces = '' WHERE id = :game",
    "nonces that are nothing": "UPDATE games SET nonces = 'null' WHERE id = :game",
    "nonces that are an empty list": "UPDATE games SET nonces = '[]' WHERE id = :game",
    "nonces that are an empty text": "UPDATE games SET nonces = '\"\"' WHERE id = :game",
    "nonces that are numbers": "UPDATE games SET nonces = '{\"red\": 7}' WHERE id = :game",
    "an empty nonce": 'UPDATE games SET nonces = \'{"red": ""}\' WHERE id = :game',
    "a nonce of nobody": 'UPDATE games SET nonces = \'{"": "x"}\' WHERE id = :game',
    "a position that is none": "UPDATE games SET position = '[]' WHERE id = :game",
    "rules of a newer version": "UPDATE games SET rules = '99' WHERE id = :game",
    "a scenario that is not installed": "UPDATE games SET scenario = 'war/of-the-roses' WHERE id = :game",
    "components that nobody has": 'UPDATE games SET components = \'{"name": "box", "digest": "x"}\' WHERE id = :game',
}


def test_a_spoilt_game_is_told_in_a_sentence_and_the_others_go_on(tmp_path: Path):
    with house(tmp_path) as client:
        games = {what: sit_down(client) for what in (*SPOILT, "fine")}
        for guests in games.values():
            assert guests["red"].move(0, "bid 1").status_code == 200
    fine = games.pop("fine")
    with contextlib.closing(sqlite3.connect(tmp_path / "games.db")) as connection, connection:
        for what, guests in games.items():
            connection.execute(SPOILT[what], {"game": guests[""].game})
    with house(tmp_path) as client:
        for what, guests in games.items():
            spoilt = f"/api/games/{guests[''].game}"
            for path in ("", "/log", "/map", "/moments", "/record"):
                refused = client.get(spoilt + path)
                check_refusal(refused, "damaged", 503)
                assert refused.json()["words"].startswith("This game cannot be opened: "), what
            with client.websocket_connect(f"{spoilt}/live") as socket:
                socket.send_text('{"token": null, "since": 0, "language": "en"}')
                assert socket.receive_json(timeout=PATIENCE)["refusal"]["error"] == "damaged", what
        blue = fine["blue"]._replace(client=client)
        assert blue.move(1, "bid 0").status_code == 200


OTHER_DICE = {
    "another secret": f"UPDATE games SET secret = '{'ab' * 32}'",
    "another nonce": """UPDATE games SET nonces = '{"creator": "other"}'""",
    "no nonces": "UPDATE games SET nonces = '{}'",
}


def in_file(folder: Path, query: str, *values: str) -> list[Any]:
    with contextlib.closing(sqlite3.connect(folder / "games.db")) as connection, connection:
        return connection.execute(query, values).fetchall()


@pytest.fixture(scope="module")
def played_out(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with a game that is over, in which so many dice fell that others do not fall alike."""
    folder, chance = tmp_path_factory.mktemp("played"), Random(1)
    with house(folder) as client:
        games: list[str] = []
        while not games or in_file(folder, "SELECT rolled FROM games WHERE id = ?", games[-1])[0][0] < 12:
            guests = sit_down(client, nonce="given")
            while step(guests, chance):
                pass
            games.append(guests[""].game)
        assert eventually(lambda: len(in_file(folder, "SELECT game FROM snapshots")) == len(games))
    return folder, games[-1]


@pytest.mark.parametrize("snapshots", [True, False])
def test_a_game_whose_dice_are_not_those_that_fell_is_spoilt(tmp_path: Path, played_out: tuple[Path, str], snapshots: bool):
    folder, game = played_out
    for number, change in enumerate(("", *OTHER_DICE.values())):
        copied = shutil.copytree(folder, tmp_path / str(number))
        if not snapshots:
            in_file(copied, "DELETE FROM snapshots")
        if change:
            in_file(copied, f"{change} WHERE id = ?", game)
        with house(copied) as client:
            answer = client.get(f"/api/games/{game}")
            if change:
                refusal = check_refusal(answer, "damaged", 503)
                assert "is not what the dice of the game make it" in refusal["words"], change
            else:
                assert answer.status_code == 200


def test_a_spoilt_move_of_another_process_is_told_at_the_table(tmp_path: Path):
    async def scene() -> None:
        async with tables_at(f"sqlite:///{tmp_path / 'games.db'}") as tables:
            table, _ = await new_table(tables)
            before = encoded(table.game)

            def spoil(connection: Connection) -> None:
                row = "INSERT INTO moves VALUES (:game, 1, 'red', 'action', 'k', '[', '')"
                connection.execute(text(row), {"game": table.id})
                connection.execute(text("UPDATE games SET seq = 1, version = version + 1"))

            await tables.store.database.write(spoil)
            assert (await refusal(tables.open(table.id))).error == "damaged"
            assert (await refusal(table.move("red", action(table, "bid 1")))).error == "damaged"
            assert encoded(table.game) == before

    run(scene())


# ---------------------------------------------------------------- components


COMPONENTS = Path(__file__).parent.parent.parent / "docs" / "examples" / "components"


def test_a_components_folder_that_goes_away_stops_no_game(tmp_path: Path):
    box = tmp_path / "box"
    shutil.copytree(COMPONENTS, box)

    async def scene() -> None:
        address = f"sqlite:///{tmp_path / 'games.db'}"
        tables = await Tables.start(address, str(box), thinkers=0)
        try:
            first, _ = await new_table(tables, EUTAW)
            shutil.rmtree(box)
            await first.move(first.game.actors[0], action(first, str(first.game.actions(first.game.actors[0])[0])))
            assert encoded((await reopened(tables, first.id)).game) == encoded(first.game)
            second, _ = await new_table(tables, EUTAW)
            assert second.game.rules is first.game.rules
        finally:
            await tables.close()
        with pytest.raises(grognard.GrognardError, match="There is no components folder"):
            await Tables.start(address, str(box), thinkers=0)
        async with tables_at(address) as without:
            refused = await refusal(without.open(first.id))
            assert refused.error == "damaged"
            assert "made with the components" in str(refused)

    run(scene())


# ---------------------------------------------------------------- the end


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]


def eventually(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + PATIENCE
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.05)
    return condition()


def children_of(process: int) -> list[int]:
    listed = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for file in listed for child in file.read_text().split()]


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM])
def test_nobody_goes_on_thinking_when_the_server_is_gone(tmp_path: Path, by: signal.Signals):
    with Server(tmp_path) as server:
        assert server.process is not None
        Guest(server).create(EUTAW, {"british": "sergeant", "american": "sergeant"})
        assert eventually(lambda: bool(children_of(server.process.pid)))  # type: ignore[union-attr]
        workers = children_of(server.process.pid)
        server.process.send_signal(by)
        server.process.wait(PATIENCE)
        assert eventually(lambda: not any(map(alive, workers)))
    assert "Traceback" not in server.said()


def hear_out(socket: ClientConnection) -> None:
    while True:
        socket.recv(timeout=PATIENCE)


def test_pages_are_told_that_the_server_comes_again(tmp_path: Path):
    """Code 1012, so that they know that they may come back at once; and they find everything as it was."""
    with Server(tmp_path, command=ALONE) as server:
        guests = Guest(server).create(EUTAW, {"british": "human", "american": "human"})
        one = next(iter(guests.values()))
        address = f"ws://127.0.0.1:{server.port}/api/games/{one.game}/live"
        with connect(address, max_size=None, open_timeout=PATIENCE) as socket:
            socket.send('{"token": null, "since": 0, "language": "en"}')
            socket.recv(timeout=PATIENCE)
            server.process.send_signal(signal.SIGTERM)  # type: ignore[union-attr]
            with pytest.raises(ConnectionClosed) as closed:
                hear_out(socket)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code in (1001, 1012)
        assert server.process is not None
        assert server.process.wait(PATIENCE) == 0
        before = server.said()
        assert "WARNING" not in before
        assert "ERROR" not in before
        server.start()
        assert good(one.ask("GET", one.at()))["seq"] == 0
