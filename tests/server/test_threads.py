"""What takes long is not done on the loop, and comes out the same in a thread; the first visitor finds all ready."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest

import grognard
from grognard.core import driving
from grognard.core.games import Return
from grognard.core.scenarios import installed
from grognard.server import registry as tables
from grognard.server import threads as aside
from grognard.server import warm_up as warming
from grognard.server.calculating import calculator
from grognard.server.routes import questions as asking
from grognard.server.routes import rules, scenarios
from grognard.server.tables import views as shared
from grognard.server.tables.replicas import Replica
from grognard.server.tables.views import CachedView, takes_long, view_of
from grognard.server.threads import Steps, WorkerThreads
from grognard.server.views import catalogue as cards
from grognard.server.warm_up import warm
from tests.core.toy import TOY
from tests.server import house
from tests.server.house import EUTAW, Client, sit_down
from tests.server.seating import PATIENCE, encoded, new_table, play_at_random, reopened, run, tables_at


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with house.house(tmp_path) as client:
        yield client


class Noted:
    """Where functions were carried out."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch
        self.threads: dict[str, set[str]] = {}

    def watch(self, place: Any, name: str) -> None:
        work = getattr(place, name)

        def noting(*args: Any, **named: Any) -> Any:
            self.threads.setdefault(name, set()).add(threading.current_thread().name)
            return work(*args, **named)

        self.monkeypatch.setattr(place, name, noting)


def test_what_takes_long_is_done_aside(client: Client, monkeypatch: pytest.MonkeyPatch):
    noted = Noted(monkeypatch)
    for place, name in (
        (tables, "begin"),
        (tables, "rebuilt"),
        (scenarios, "scenario_cards"),
        (scenarios, "drawn_opening"),
        (rules, "charts_of"),
        (rules, "contents"),
        (asking, "forecast_if_any"),
        (asking, "why_not"),
        (asking, "inspection"),
        (asking, "remarks_about"),
        (asking, "way_of"),
        (calculator, "asked"),
        (grognard.core.games.Game, "return_to"),
    ):
        noted.watch(place, name)
    guests = sit_down(client, EUTAW)
    british, american = guests["british"], guests["american"]
    for path in ("", f"/{EUTAW}/picture", f"/{EUTAW}/charts"):
        assert client.get(f"/api/scenarios{path}").status_code == 200
    assert client.get("/api/rules").status_code == 200
    assert british.ask("GET", "/forecast").json() is None
    assert british.ask("GET", "/odds").json()["error"] == "no-fight"
    for path in ("/why?action=stop", "/inspect?what=zoc&piece=buffs", "/remarks?place=1010", "/way?action=stop"):
        british.ask("GET", path)
    asked = next(guest for guest in (british, american) if guest.get()["decision"])
    other = american if asked is british else british
    assert asked.move(0, asked.get()["decision"]["choices"][0]["action"]).status_code == 200
    asked.post("/offers", {"kind": "take-back"})
    other.post("/offers/take-back", {"yes": True})
    assert len(noted.threads) == 13
    for name, threads in noted.threads.items():
        assert all(thread.startswith("grognard-") for thread in threads), name


def test_a_question_that_takes_long_is_built_aside_and_comes_out_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Where to walk on a table top: each of thousands of points is tried."""
    noted = Noted(monkeypatch)
    noted.watch(shared, "parts_for_seat")

    async def scene() -> None:
        async with tables_at(f"sqlite:///{tmp_path / 'games.db'}") as tables:
            table, _ = await new_table(tables, "chancellorsville/red-dice/furnace")
            while not any(takes_long(table, seat) for seat in table.game.seats):
                await play_at_random(table, 5, most=1, undo=0)
            seat = next(seat for seat in table.game.seats if takes_long(table, seat))
            for who, thread in ((seat, "grognard-views"), (None, "MainThread")):
                noted.threads.clear()
                view = view_of(table, who)
                await asyncio.gather(view.prepare(table, who), view.prepare(table, who))
                parts = view.parts(table, who)
                (built,) = noted.threads["parts_for_seat"]
                assert built.startswith(thread)
                assert parts == CachedView().parts(table, who)

    run(scene())


@pytest.mark.parametrize("scenario", [TOY.id, *(scenario.id for scenario in installed())])
def test_a_game_apart_is_the_same_and_shares_nothing_that_changes(tmp_path: Path, scenario: str):
    async def scene() -> None:
        async with tables_at(f"sqlite:///{tmp_path / 'games.db'}") as tables:
            table, _ = await new_table(tables, scenario)
            await play_at_random(table, 5, most=4 if scenario == TOY.id else 12, undo=0.1)
            game = table.game
            before, twin = encoded(game), driving.apart(game)
            assert encoded(twin) == before
            assert twin.memo is not game.memo
            for log in ("entries", "happened", "marks"):
                assert getattr(twin, log).items is not getattr(game, log).items
            for played in (twin, game.copy()):  # each goes its own way
                seat = played.actors[0]
                played.play(seat, played.actions(seat)[-1])
            assert encoded(game) == before

    run(scene())


def test_a_return_that_is_worked_out_aside_comes_out_as_by_hand(tmp_path: Path):
    async def scene() -> None:
        async with tables_at(f"sqlite:///{tmp_path / 'games.db'}") as tables:
            table, _ = await new_table(tables, EUTAW)
            await play_at_random(table, 7, most=80, undo=0.1)
            by, other = table.game.seats
            await table.offer(by, "take-back")
            by_hand = Replica(table.game.copy())
            by_hand.enter(Return(int(table.offers[0].about)))
            await table.answer(other, "take-back", True)
            assert encoded(table.game) == encoded(by_hand.game)
            assert encoded((await reopened(tables, table.id)).game) == encoded(by_hand.game)

    run(scene())


# ---------------------------------------------------------------- in slices


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> Iterator[WorkerThreads]:
    """Threads that change over to other work after every step."""
    monkeypatch.setattr(aside, "SLICE", 0)
    workers = WorkerThreads("slices")
    yield workers
    workers.close()


def counted(name: str, steps: int, noted: list[str]) -> Steps[str]:
    for _ in range(steps):
        noted.append(name)
        yield
    return f"{name} is done"


def test_long_work_lets_other_work_go_first(workers: WorkerThreads):
    noted: list[str] = []

    async def scene() -> None:
        long = [
            asyncio.create_task(workers.run_in_slices(counted(f"long {n}", 10**9, noted))) for n in range(2 * aside.AT_ONCE)
        ]
        assert await workers.run_in_slices(counted("short", 5, noted)) == "short is done"
        assert await workers.run(lambda: "at once") == "at once"
        assert set(noted) == {*(f"long {n}" for n in range(2 * aside.AT_ONCE)), "short"}
        for work in long:
            work.cancel()
        await asyncio.wait(long)
        ended = len(noted)
        assert await workers.run_in_slices(counted("after", 3, noted)) == "after is done"
        assert noted[ended:] == ["after"] * 3

    run(scene())


def test_who_gives_up_work_waits_until_its_thread_has_let_go(workers: WorkerThreads):
    begun, released, noted = Event(), Event(), list[str]()

    def steps() -> Steps[None]:
        begun.set()
        released.wait(PATIENCE)
        noted.append("one step")
        yield
        noted.append("another")

    async def scene() -> None:
        work = asyncio.create_task(workers.run_in_slices(steps()))
        await asyncio.to_thread(begun.wait, PATIENCE)
        work.cancel()
        await asyncio.sleep(0)
        work.cancel()
        for _ in range(5):
            await asyncio.sleep(0)
        assert not work.done()
        released.set()
        with pytest.raises(asyncio.CancelledError):
            await work
        assert noted == ["one step"]

    run(scene())


def test_a_fault_in_a_step_is_told_to_who_waits(workers: WorkerThreads):
    def steps() -> Steps[None]:
        yield
        raise LookupError("no such luck")

    async def scene() -> None:
        with pytest.raises(LookupError, match="no such luck"):
            await workers.run_in_slices(steps())

    run(scene())


# ---------------------------------------------------------------- made ready


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(warming, "PAUSE", 0)
    monkeypatch.setattr(warming, "HEAVY_AFTER", 0)
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("hasty")
@pytest.mark.unfilled_texts  # toys are made ready, too, and one has an action of a word that a game has
def test_the_first_visitor_finds_all_ready(client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture):
    cards.scenario_card.cache_clear()
    scenarios.drawn_opening.cache_clear()
    cold = [client.get(path).content for path in first_looks(client)]
    cards.scenario_card.cache_clear()
    scenarios.drawn_opening.cache_clear()
    warm(Event())
    assert [record for record in caplog.records if record.name.startswith("grognard.server")] == []
    made = cards.scenario_card.cache_info().misses, scenarios.drawn_opening.cache_info().misses
    assert [client.get(path).content for path in first_looks(client)] == cold
    assert (cards.scenario_card.cache_info().misses, scenarios.drawn_opening.cache_info().misses) == made


def first_looks(client: Client) -> list[str]:
    pictures = [card["picture"] for card in client.get("/api/scenarios").json() if not card["id"].startswith("toy/")]
    return ["/api/scenarios", *pictures]


@pytest.mark.usefixtures("hasty")
def test_what_cannot_be_made_ready_keeps_nothing_else_from_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    done: list[str] = []

    def fails() -> None:
        raise RuntimeError("no such luck")

    monkeypatch.setattr(warming, "light_steps", lambda _: [fails, lambda: done.append("light")])
    monkeypatch.setattr(warming, "heavy_steps", lambda: [lambda: done.append("heavy")])
    warm(Event())
    assert done == ["light", "heavy"]
    assert "no such luck" in caplog.text


@pytest.mark.usefixtures("hasty")
def test_a_server_that_ends_makes_nothing_more_ready(monkeypatch: pytest.MonkeyPatch):
    ended, done = Event(), list[str]()
    monkeypatch.setattr(warming, "light_steps", lambda _: [ended.set, lambda: done.append("light")])
    monkeypatch.setattr(warming, "heavy_steps", lambda: [lambda: done.append("heavy")])
    warm(ended)
    assert done == []
