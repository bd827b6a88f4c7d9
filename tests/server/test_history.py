"""Looking back on a game: what was seen then, a new game from it, its record and its report; nothing hidden leaks."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import sys
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from random import Random
from threading import Event
from typing import Any, TypeVar, cast

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient

import grognard
from grognard.core.games import Game
from grognard.players import player
from grognard.server import history as history_module
from grognard.server import threads as aside
from grognard.server.app import create_app
from grognard.server.history import ANYBODY, History, Past, Visitor, table_info
from grognard.server.http.errors import headers_of
from grognard.server.refusals import Refused
from grognard.server.registry import Move, Table, Tables
from grognard.server.threads import Steps
from grognard.server.views.context import context_of
from grognard.server.views.table import table_of
from tests.core.toy import TOY
from tests.core.wandering import Work
from tests.serving import PATIENCE, Guest, Server

T = TypeVar("T")
EUTAW, PLAN = "revolution/eutaw/historical", "chancellorsville/perfect-plan"
KEYS = (f"key-{number}" for number in count())


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(asyncio.wait_for(work, 300))


@asynccontextmanager
async def house(folder: Path) -> AsyncIterator[tuple[Tables, History]]:
    tables = await Tables.start(f"sqlite:///{folder / 'games.db'}", thinkers=0, modules=("tests.core.toy",))
    history = History()
    try:
        yield tables, history
    finally:
        await history.close()
        await tables.close()


async def new_table(tables: Tables, scenario: str, options: Mapping[str, Any] | None = None) -> Table:
    """A game of persons."""
    seats = dict.fromkeys(grognard.find(scenario).seats(), "human")
    return await tables.open((await tables.create(scenario, dict(options or {}), seats)).game)


async def act(table: Table, seat: str, words: str, do: str = "action") -> None:
    await table.move(seat, Move(table.seq, next(KEYS), do, words))


async def play(table: Table, seed: int, most: int, undo: float = 0.1) -> None:
    """Let all play at random, taking back now and then."""
    chance, players = Random(seed), {seat: player("random", seed) for seat in table.game.seats}
    for _ in range(most):
        if table.game.over is not None:
            return
        back = next((seat for seat in table.game.seats if table.game.can_undo(seat)), None)
        if back is not None and chance.random() < undo:
            await act(table, back, "", "undo")
        else:
            seat = chance.choice(table.game.actors)
            await act(table, seat, str(players[seat].choose(table.game.seat(seat))))


async def refusal(work: Awaitable[Any]) -> Refused:
    with pytest.raises(Refused) as caught:
        await work
    return caught.value


def encode(value: object) -> bytes:
    return msgspec.json.encode(value)


# ---------------------------------------------------------------- moments


@pytest.mark.parametrize("scenario", [TOY.id, EUTAW, PLAN])
def test_a_moment_is_shown_as_it_was_seen_then(tmp_path: Path, scenario: str):
    async def scene() -> None:
        async with house(tmp_path) as (tables, history):
            table = await new_table(tables, scenario)
            seats = (None, *table.game.seats)
            seen: list[dict[str | None, Any]] = []
            for turn in range(40):
                if table.game.over is not None:
                    break
                seen.append({who: table_of(context_of(table.game, who), table_info(table)) for who in seats})
                await play(table, turn, 1)
            assert len(seen) > 5
            for number in Random(1).sample(range(len(seen)), min(12, len(seen))):
                for who in seats:
                    shown = await history.moment(table, who, number)
                    then = seen[number][who]
                    if table.game.over is None:
                        assert shown.pieces == then.pieces
                    assert (shown.moment, shown.when, shown.tracks, shown.actors) == (
                        number,
                        then.when,
                        then.tracks,
                        then.actors,
                    )
                    assert (shown.decision, shown.can_undo, shown.offers) == (None, False, ())
                    asked = await history.moment(table, who, number, asked=True)
                    assert asked.decision == then.decision
                    assert shown.dice.commitment == table.dice.commitment
                    assert (shown.dice.secret is None) == (table.game.over is None)

    run(scene())


def test_moments_are_listed_as_the_game_goes_on(tmp_path: Path):
    async def scene() -> None:
        async with house(tmp_path) as (tables, history):
            table = await new_table(tables, EUTAW)
            for played in (0, 7, 5, 1):
                await play(table, played, played)
                found = (await history.moments(table, None)).moments
                assert [moment.number for moment in found] == list(range(table.game.marks.length + 1))
                assert found[-1].actors == table.game.actors
                assert found[-1].events == len(table.game.events(None))
                assert [moment.events for moment in found] == sorted(moment.events for moment in found)
            assert found[0].turn == 4
            assert found[0].phase == "Set-up"

    run(scene())


@pytest.mark.parametrize("number", [-1, 9, 10**9])
def test_a_moment_that_is_not_there_is_refused(tmp_path: Path, number: int):
    async def scene() -> None:
        async with house(tmp_path) as (tables, history):
            table = await new_table(tables, EUTAW)
            await play(table, 1, 8, undo=0)
            refused = await refusal(history.moment(table, None, number))
            assert refused.error == "unknown"
            assert str(refused) == f"There is no moment {number} in this game; give a number from 0 to 8"

    run(scene())


def test_games_looked_at_long_ago_are_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(history_module, "MOST_PASTS", 2)

    async def scene() -> None:
        async with house(tmp_path) as (tables, history):
            found = [await new_table(tables, TOY.id) for _ in range(4)]
            for table in (*found, found[0]):
                await play(table, 1, 3, undo=0)
                assert (await history.moment(table, None, 2)).moment == 2
            assert len(history._pasts) == 2

    run(scene())


def test_many_may_look_back_at_once(tmp_path: Path):
    async def scene() -> None:
        async with house(tmp_path) as (tables, history):
            table = await new_table(tables, EUTAW)
            await play(table, 2, 60)
            numbers = [Random(3).randrange(table.game.marks.length) for _ in range(60)]
            shown = await asyncio.gather(*(history.moment(table, None, number) for number in numbers))
            assert [found.moment for found in shown] == numbers

    run(scene())


# ---------------------------------------------------------------- long looks


class Endless:
    """Looks at the past of A Perfect Plan that come to no end until they are released; those at other games do."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.released = Event(), Event()
        self.under_way = self.most_at_once = self.steps = 0
        real = Past.up_to

        def up_to(past: Past, game: Game) -> Steps[grognard.Cursor]:
            if game.scenario.id == PLAN:
                self.under_way += 1
                self.most_at_once = max(self.most_at_once, self.under_way)
                try:
                    while not self.released.is_set():
                        self.begun.set()
                        self.steps += 1
                        yield
                finally:
                    self.under_way -= 1
            return (yield from real(past, game))

        monkeypatch.setattr(Past, "up_to", up_to)
        monkeypatch.setattr(aside, "SLICE", 0)

    async def look(self, history: History, table: Table, by: Visitor = ANYBODY) -> asyncio.Task[Any]:
        """Begin a look, and wait until a thread works on it."""
        self.begun.clear()
        look = asyncio.create_task(history.moments(table, None, by))
        await asyncio.to_thread(self.begun.wait, PATIENCE)
        return look


def client_at(address: str) -> tuple[Visitor, asyncio.Event]:
    """A client with an address, and what happens when they leave."""
    gone = asyncio.Event()
    messages = iter([{"type": "http.request"}])

    async def receive() -> Mapping[str, Any]:
        for message in messages:
            return message
        await gone.wait()
        return {"type": "http.disconnect"}

    return Visitor(address, receive), gone


def test_long_looks_keep_nobody_from_the_past_of_other_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async def scene() -> None:
        async with house(tmp_path) as (tables, history):
            endless = Endless(monkeypatch)
            long = [await new_table(tables, PLAN) for _ in range(3)]
            looks = [await endless.look(history, table) for table in long]
            other = await new_table(tables, TOY.id)
            await play(other, 1, 3, undo=0)
            assert len((await history.moments(other, None)).moments) == 4
            assert (await history.moment(other, None, 2)).moment == 2
            assert (await history.fork(tables, other, "red", 2, {"red": "human", "blue": "human"})).links
            assert await history.record(other, "red")
            assert not any(look.done() for look in looks)
            endless.released.set()
            assert [len((await look).moments) for look in looks] == [1, 1, 1]

    run(scene())


def test_one_look_at_a_time_goes_on_at_each_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async def scene() -> None:
        async with house(tmp_path) as (tables, history):
            table = await new_table(tables, PLAN)
            await play(table, 3, 20)
            endless = Endless(monkeypatch)
            looks = [await endless.look(history, table) for _ in range(1)]
            looks += [asyncio.create_task(history.moment(table, None, number)) for number in range(10)]
            endless.released.set()
            await asyncio.gather(*looks)
            assert endless.most_at_once == 1

    run(scene())


def test_a_game_is_played_again_once_for_all_who_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async def scene() -> None:
        async with house(tmp_path) as (tables, history):
            table = await new_table(tables, PLAN)
            for _ in range(100):
                await act(table, "ANV", str(table.game.actions(table.game.actors[0])[0]))
                await act(table, "ANV", "", "undo")
            work = Work(monkeypatch)
            await asyncio.gather(*(history.moments(table, who) for who in (None, *table.game.seats) for _ in range(4)))
            assert (work["play"], work["restart"]) == (100, 0)

    run(scene())


def test_nothing_is_done_for_who_has_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async def scene() -> None:
        async with house(tmp_path) as (tables, history):
            table = await new_table(tables, PLAN)
            await play(table, 3, 30)
            endless = Endless(monkeypatch)
            visitor, gone = client_at("203.0.113.7")
            look = await endless.look(history, table, visitor)
            waiting = asyncio.create_task(history.moment(table, None, 3))
            gone.set()
            assert (await refusal(look)).error == "malformed"
            endless.released.set()
            assert (await waiting).moment == 3  # whoever waited goes on
            assert len((await history.moments(table, None)).moments) == 31
            assert not history._looks

    run(scene())


def test_what_was_done_for_who_has_gone_is_not_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async def scene() -> None:
        async with house(tmp_path) as (tables, history):
            table = await new_table(tables, PLAN)
            await play(table, 3, 60, undo=0)
            work = Work(monkeypatch)
            monkeypatch.setattr(aside, "SLICE", 0)
            for number in range(20):
                look = asyncio.create_task(history.moments(table, None))
                while work["play"] < 2 * number:  # let it come on a little
                    await asyncio.sleep(0)
                look.cancel()
                await asyncio.wait([look])
            assert len((await history.moments(table, None)).moments) == 61
            assert (work["play"], work["restart"]) == (60, 0)

    run(scene())


def test_when_the_server_ends_looks_are_given_up_and_no_thread_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async def scene() -> None:
        async with house(tmp_path) as (tables, history):
            endless = Endless(monkeypatch)
            found = [await new_table(tables, PLAN) for _ in range(4)]
            looks = [await endless.look(history, table) for table in found]
            looks.append(asyncio.create_task(history.report(found[0])))
            waiting = asyncio.create_task(history.moment(found[0], None, 0))
            await asyncio.sleep(0)
            await history.close()
            steps = endless.steps
            for look in (*looks[:4], waiting):
                refused = await refusal(look)
                assert (refused.error, str(refused)[:33]) == ("unavailable", "The games cannot be reached at th")
            assert (await refusal(looks[4])).error == "not-over"
            assert (await refusal(history.moments(found[1], None))).error == "unavailable"
            await asyncio.to_thread(join_threads, "grognard-history")
            assert endless.steps == steps

    threads = {thread.name for thread in threading.enumerate() if thread.name.startswith("grognard-history")}
    assert not threads
    run(scene())


def join_threads(name: str) -> None:
    for thread in threading.enumerate():
        if thread.name.startswith(name):
            thread.join(PATIENCE)
            assert not thread.is_alive()


def test_only_so_many_look_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(history_module, "LOOKS", 5)
    monkeypatch.setattr(history_module, "LOOKS_OF_ONE", 2)

    async def scene() -> None:
        async with house(tmp_path) as (tables, history):
            table = await new_table(tables, PLAN)
            endless = Endless(monkeypatch)
            (greedy, _), (other, _) = client_at("203.0.113.7"), client_at("203.0.113.8")
            looks = [await endless.look(history, table, greedy)]
            looks.append(asyncio.create_task(history.moments(table, None, greedy)))
            await asyncio.sleep(0)
            for way in (history.moments(table, None, greedy), history.record(table, "AoP", greedy)):
                refused = await refusal(way)
                assert (refused.error, dict(headers_of(refused))) == ("too-many", {"Retry-After": "2"})
                assert str(refused).endswith("wait for them, or try again in 2 s")
            looks += [asyncio.create_task(history.moments(table, None, by)) for by in (other, ANYBODY, ANYBODY)]
            await asyncio.sleep(0)
            refused = await refusal(history.moments(table, None, other))
            assert (refused.error, dict(headers_of(refused))) == ("unavailable", {"Retry-After": "2"})
            assert str(refused).endswith("nothing was changed, try again in 2 s")
            endless.released.set()
            await asyncio.gather(*looks)
            assert (await history.moments(table, None, greedy)).moments  # there is room again

    run(scene())


def test_a_game_that_is_looked_at_is_not_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(history_module, "MOST_PASTS", 1)

    async def scene() -> None:
        async with house(tmp_path) as (tables, history):
            endless = Endless(monkeypatch)
            table = await new_table(tables, PLAN)
            first = await endless.look(history, table)
            for _ in range(3):
                await history.moments(await new_table(tables, TOY.id), None)
            second = asyncio.create_task(history.moments(table, None))
            await asyncio.sleep(0)
            endless.released.set()
            await asyncio.gather(first, second)
            assert endless.most_at_once == 1
            assert len(history._pasts) <= 2

    run(scene())


def test_a_fault_in_a_look_leaves_the_past_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async def scene() -> None:
        async with house(tmp_path) as (tables, history):
            table = await new_table(tables, PLAN)
            await play(table, 3, 20)
            with monkeypatch.context() as broken:
                broken.setattr(grognard.Cursor, "_arrive", lambda _: 1 / 0)
                with pytest.raises(ZeroDivisionError):
                    await history.moments(table, None)
            assert len((await history.moments(table, None)).moments) == 21

    run(scene())


ENDLESS_SERVER = """
import sys, pathlib
from grognard.cli import main
from grognard.server.history import Past

def up_to(past, game):
    try:
        while True:
            pathlib.Path("begun").touch()
            yield
    finally:
        pathlib.Path("left").touch()

Past.up_to = up_to
sys.exit(main())
"""


def test_a_server_with_long_looks_lets_go_of_who_leaves_and_ends_when_told(tmp_path: Path):
    with Server(tmp_path, command=(sys.executable, "-c", ENDLESS_SERVER)) as server:
        game = next(iter(Guest(server).create(EUTAW, {"british": "human", "american": "human"}).values())).game
        path = f"/api/games/{game}/moments"
        with socket.create_connection(("127.0.0.1", server.port)) as line:
            line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
            wait_for(tmp_path / "begun")
        wait_for(tmp_path / "left")
        (tmp_path / "begun").unlink()
        with ThreadPoolExecutor(1) as others:
            look = others.submit(server.client.get, path)
            wait_for(tmp_path / "begun")
            assert server.process is not None
            server.process.send_signal(signal.SIGTERM)
            answer = look.result(PATIENCE)
            assert (answer.status_code, answer.json()["error"]) == (503, "unavailable")
            assert server.process.wait(PATIENCE) == 0
    assert "Traceback" not in server.said()


def wait_for(file: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while not file.exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)


# ---------------------------------------------------------------- over HTTP


def test_the_past_over_http(tmp_path: Path):
    app = create_app(f"sqlite:///{tmp_path / 'games.db'}", thinkers=0).app
    with TestClient(cast("Litestar", app)) as client:
        seats = {"british": "human", "american": "human"}
        made = client.post("/api/games", json={"scenario": EUTAW, "seats": seats}).json()
        at = f"/api/games/{made['game']}"
        british, american = ({"Authorization": f"Bearer {made['links'][seat]}"} for seat in ("british", "american"))
        table = client.get(at, headers=british).json()
        for number in range(3):
            choice = table["decision"]["choices"][0]["action"]
            move = {"seq": number, "key": f"k{number}", "do": "action", "action": choice}
            assert client.post(f"{at}/moves", json=move, headers=british).status_code == 200
            table = client.get(at, headers=british).json()
        assert len(client.get(f"{at}/moments").json()["moments"]) == 4
        first = client.get(f"{at}/moments/0", headers=british).json()
        assert (first["moment"], first["decision"], first["seat"]) == (0, None, "british")
        asked = client.get(f"{at}/moments/1?decision=true", headers=british).json()
        assert asked["decision"]["choices"]
        assert client.get(f"{at}/moments/1?decision=true", headers=american).json()["decision"] is None
        drawn = client.get(f"{at}/moments/1/picture", headers=british)
        assert (drawn.headers["content-type"].split(";")[0], drawn.text[:4]) == ("image/svg+xml", "<svg")
        assert client.get(f"{at}/moments/4/picture", headers=british).status_code == 404
        for path, headers, status in (
            ("moments/4", british, 404),
            ("moments/-1", british, 404),
            ("moments/99999999999999999999", british, 404),
            ("moments/two", british, 404),
            ("moments/1", {"Authorization": "Bearer guess"}, 403),
            ("report", british, 409),
            ("record", {}, 409),
        ):
            answer = client.get(f"{at}/{path}", headers=headers)
            assert answer.status_code == status, (path, answer.text)
            assert answer.json()["words"].endswith(".")
        assert client.get(f"{at}/record", headers=british).json()["entries"]
        forked = client.post(f"{at}/fork", json={"moment": 2, "seats": {**seats, "american": "brawler"}}, headers=british)
        assert forked.status_code == 201
        assert set(forked.json()["links"]) == {"british"}
        titles = [client.get(f"/api/games/{game}").json()["title"] for game in (at.rpartition("/")[2], forked.json()["game"])]
        assert titles == ["Eutaw Springs: the historical scenario", "Eutaw Springs: the historical scenario: what if?"]
        assert client.post(f"{at}/fork", json={"moment": -2, "seats": seats}, headers=british).status_code == 400
        client.post(f"{at}/moves", json={"seq": 3, "key": "end", "do": "resign"}, headers=british)
        report = client.get(f"{at}/report").json()
        assert report["over"]["winner"] == "american"
        assert client.get(f"{at}/record").json()["dice"]["secret"]


# ---------------------------------------------------------------- secrets


def test_what_was_hidden_then_is_hidden_in_the_past_and_open_when_the_game_is_over(tmp_path: Path):
    async def scene() -> None:
        async with house(tmp_path) as (tables, history):
            table = await new_table(tables, PLAN)
            await play(table, 4, 45, undo=0)
            number = table.game.marks.length // 2
            for who in (None, *table.game.seats):
                pieces = (await history.moment(table, who, number)).pieces
                assert any(counter.id == "" for stack in pieces.stacks for counter in stack.counters)
            backs = {who: (await history.moment(table, who, number)).pieces for who in table.game.seats}
            await act(table, table.game.seats[0], "", "resign")
            opened = {who: (await history.moment(table, who, number)).pieces for who in (None, *table.game.seats)}
            assert len({encode(pieces) for pieces in opened.values()}) == 1
            shown = opened[None]
            assert all(counter.id for stack in shown.stacks for counter in stack.counters)
            for pieces in backs.values():
                assert [(stack.place, stack.colour, len(stack.counters)) for stack in pieces.stacks] == [
                    (stack.place, stack.colour, len(stack.counters)) for stack in shown.stacks
                ]
                for stack, back in zip(shown.stacks, pieces.stacks, strict=True):
                    known = [counter for counter in back.counters if counter.id]
                    assert set(known) <= set(stack.counters)

    run(scene())


async def all_of_the_past(history: History, table: Table, who: str | None) -> bytes:
    """What the past tells who asks, every ninth moment and the last, but for what is of this table alone."""
    told: list[Any] = [await history.moments(table, who)]
    last = table.game.marks.length
    for number in sorted({*range(0, last, 9), *range(last - 4, last + 1)}):
        shown = await history.moment(table, who, number, asked=True)
        told.append(msgspec.structs.replace(shown, game="", dice=msgspec.structs.replace(shown.dice, game="", commitment="")))
    if who is not None:
        record = await history.record(table, who)
        told.append({key: value for key, value in record.items() if key not in ("dice", "digest")})
    told.append(str(await refusal(history.report(table))))
    return encode(told)


def test_twin_games_look_alike_in_hindsight_to_who_may_not_tell_them_apart(tmp_path: Path):
    """Two games that differ only in a sealed choice, taken back, made again, and shown to nobody."""

    async def scene() -> None:
        async with house(tmp_path) as (tables, history):
            twins = [await new_table(tables, EUTAW), await new_table(tables, EUTAW)]
            await play_alike_to_a_sealed_choice(twins)
            first = twins[0].game
            sealed = first.actors[0]
            other = next(seat for seat in first.seats if seat != sealed)
            answers = [str(action) for action in first.actions(sealed)]
            assert len(answers) > 1
            for table, answer in zip(twins, (answers[0], answers[-1]), strict=True):
                await act(table, sealed, answer)
                await act(table, sealed, "", "undo")
                await act(table, sealed, answer)
            for who in (None, other):
                told = [await all_of_the_past(history, table, who) for table in twins]
                assert told[0] == told[1]
            own = [await all_of_the_past(history, table, sealed) for table in twins]
            assert own[0] != own[1]

    run(scene())


async def play_alike_to_a_sealed_choice(twins: list[Table]) -> None:
    """Both play the same, with the same dice, until two must choose sealed."""
    for table in twins:
        table.replica.game.dice = grognard.Dice.live("twins", {}, b"t" * 32)
    chance = player("brawler", 5)
    for _ in range(2000):
        game = twins[0].game
        if len(game.actors) > 1:
            return
        (seat,) = game.actors
        words = str(chance.choose(game.seat(seat)))
        for table in twins:
            await act(table, seat, words)
    raise AssertionError("nobody was asked to choose sealed")


def test_twin_games_with_hidden_counters_look_alike_in_hindsight(tmp_path: Path):
    """Two games in which two hidden counters have each other's part."""

    async def scene() -> None:
        async with house(tmp_path) as (tables, history):
            twins = [await new_table(tables, PLAN), await new_table(tables, PLAN)]
            owner, one, other = "ANV", "ANV-McLaws", "ANV-Anderson"
            players = {seat: player("random", 6) for seat in twins[0].game.seats}
            deployed = 0
            while deployed < 30 and twins[0].game.over is None:
                game = twins[0].game
                seat = game.actors[0]
                words = str(players[seat].choose(game.seat(seat)))
                swapped = (
                    words if seat != owner else " ".join({one: other, other: one}.get(word, word) for word in words.split())
                )
                if words.startswith("fight"):
                    break
                await act(twins[0], seat, words)
                await act(twins[1], seat, swapped)
                deployed += 1
            assert deployed > 20
            for who in (None, *(seat for seat in twins[0].game.seats if seat != owner)):
                told = [await all_of_the_past(history, table, who) for table in twins]
                assert told[0] == told[1]
            own = [await all_of_the_past(history, table, owner) for table in twins]
            assert own[0] != own[1]

    run(scene())


# ---------------------------------------------------------------- forks


def position_of(game: Game) -> dict[str, Any]:
    return {key: value for key, value in game.position().items() if key != "sealed"}


def test_a_fork_of_a_finished_game_is_exact(tmp_path: Path):
    async def scene() -> None:
        async with house(tmp_path) as (tables, history):
            table = await new_table(tables, PLAN)
            await play(table, 7, 60, undo=0)
            number, wanted = 30, grognard.Cursor.on(table.game).game_at(30)
            await act(table, table.game.seats[0], "", "resign")
            made = await history.fork(tables, table, None, number, {"AoP": "human", "ANV": "random"})
            fork = await tables.open(made.game)
            assert set(made.links) == {"AoP"}
            assert fork.players == {"AoP": "human", "ANV": "random"}
            assert position_of(fork.game) == position_of(wanted)
            assert fork.forked_from == table.id
            assert fork.dice.secret != table.dice.secret
            assert fork.game.entries.length == 0

    run(scene())


@pytest.mark.parametrize("who", ["AoP", None])
def test_a_fork_of_a_game_that_goes_on_holds_only_what_was_known(tmp_path: Path, who: str | None):
    async def scene() -> None:
        async with house(tmp_path) as (tables, history):
            table = await new_table(tables, PLAN)
            await play(table, 8, 60, undo=0)
            then = grognard.Cursor.on(table.game).game_at(40)
            hidden = [
                unit for unit, place in then.position()["pieces"].items() if unit.startswith("ANV") and isinstance(place, str)
            ]
            dealt = set()
            for _ in range(6):
                made = await history.fork(tables, table, who, 40, {"AoP": "human", "ANV": "human"})
                fork = (await tables.open(made.game)).game
                assert encode(fork.view(who)) == encode(then.view(who))
                dealt.add(encode({unit: fork.position()["pieces"][unit] for unit in hidden}))
            assert len(dealt) > 1  # it is made up anew each time

    run(scene())


def test_a_rematch_of_a_fork_deals_anew_what_its_record_has_made_public(tmp_path: Path):
    """The position that a fork began from is in its record, hidden pieces too, once it is over."""

    async def scene() -> None:
        async with house(tmp_path) as (tables, history):
            table = await new_table(tables, PLAN)
            await play(table, 8, 60, undo=0)
            rematches = []
            for _ in range(4):
                made = await history.fork(tables, table, "AoP", 40, {"AoP": "human", "ANV": "human"})
                fork = await tables.open(made.game)
                began = fork.game.copy()
                await act(fork, "AoP", "", "resign")
                again = (await tables.open(await tables.rematch(fork))).game
                assert encode(again.view(None)) == encode(began.view(None))
                rematches.append(position_of(again) != position_of(began))
            assert any(rematches)

    run(scene())


def test_who_forks_in_the_middle_of_a_sealed_choice_learns_nothing_of_it(tmp_path: Path):
    async def scene() -> None:
        async with house(tmp_path) as (tables, history):
            table = await new_table(tables, TOY.id)
            await act(table, "red", "bid 2")
            made = await history.fork(tables, table, "blue", 1, {"red": "human", "blue": "human"})
            fork = (await tables.open(made.game)).game
            assert fork.actors == ("red", "blue")
            assert "sealed" not in json.dumps(fork.record())

    run(scene())


def test_the_end_of_a_game_cannot_be_played_on(tmp_path: Path):
    async def scene() -> None:
        async with house(tmp_path) as (tables, history):
            table = await new_table(tables, TOY.id)
            await act(table, "red", "", "resign")
            refused = await refusal(history.fork(tables, table, "red", 1, {"red": "human", "blue": "human"}))
            assert refused.error == "over"
            wrong = await refusal(history.fork(tables, table, "red", 0, {"red": "human"}))
            assert wrong.error == "malformed"

    run(scene())


# ---------------------------------------------------------------- the record and the report


def test_the_record_is_whole_when_the_game_is_over(tmp_path: Path):
    async def scene() -> None:
        async with house(tmp_path) as (tables, history):
            table = await new_table(tables, PLAN)
            await play(table, 9, 40)
            for seat in table.game.seats:
                mine = await history.record(table, seat)
                assert mine == table.game.record(seat)
                assert "secret" not in mine["dice"]
                assert any(entry.endswith("(sealed)") for entry in mine["entries"])
            with pytest.raises(Refused) as caught:
                await history.record(table, None)
            assert caught.value.error == "not-over"
            await act(table, table.game.seats[0], "", "resign")
            for who in (None, *table.game.seats):
                assert grognard.replay(await history.record(table, who)).record() == table.game.record()
            assert grognard.verify(await history.record(table, None)) == table.game.rolled

    run(scene())


@pytest.mark.parametrize("scenario", [EUTAW, PLAN])
def test_the_report_tells_of_every_die_and_finds_them_true(tmp_path: Path, scenario: str):
    async def scene() -> None:
        async with house(tmp_path) as (tables, history):
            table = await new_table(tables, scenario)
            while table.game.over is None:
                await play_as_brawlers(table, 400)
                if table.game.over is None:
                    await act(table, table.game.seats[1], "", "resign")
            assert table.game.over is not None
            report = await history.report(table)
            assert report.over.winner == table.game.over.winner
            assert (report.dice.verified, report.dice.rolls) == (True, table.game.rolled)
            assert [fact.index for fact in report.rolls] == list(range(table.game.rolled))
            assert all(fact.low <= fact.face <= fact.high for fact in report.rolls)
            assert {series.seat for track in report.tracks for series in track.series} == set(table.game.seats)
            assert all(0 < point.moment <= table.game.marks.length for point in report.turning_points)
            assert all("{" not in point.words and "_" not in point.words for point in report.turning_points)
            assert report.luck
            assert encode(await history.report(table)) == encode(report)

    run(scene())


async def play_as_brawlers(table: Table, most: int) -> None:
    players = {seat: player("brawler", 11) for seat in table.game.seats}
    for _ in range(most):
        if table.game.over is not None:
            return
        seat = table.game.actors[0]
        await act(table, seat, str(players[seat].choose(table.game.seat(seat))))


def test_dice_that_are_not_those_of_the_secret_are_reported(tmp_path: Path):
    async def scene() -> None:
        async with house(tmp_path) as (tables, history):
            table = await new_table(tables, EUTAW)
            await play_as_brawlers(table, 250)
            assert table.game.rolled > 5
            await act(table, "british", "", "resign")
            table.replica.game.dice = grognard.Dice.live(table.id, table.dice.nonces, b"another secret, not the one then")
            report = await history.report(table)
            assert not report.dice.verified
            assert "does not match the secret" in report.dice.words

    run(scene())
