"""Memory is cleared when nobody waits, and sooner or later in any case."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from grognard.server import garbage_collection as tidying
from grognard.server.garbage_collection import collecting_when_idle
from tests.server.seating import run, until


class Cycle:
    """Something that only the collector can clear away."""

    def __init__(self) -> None:
        self.itself = self


def an_old_cycle() -> weakref.ref[Cycle]:
    cycle = Cycle()
    known = weakref.ref(cycle)
    gc.collect()  # so that it is no longer young when it is let go
    return known


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidying, "CHECK_EVERY", 0.01)
    monkeypatch.setattr(tidying, "MIN_COUNT", 0)


@pytest.mark.usefixtures("quick")
def test_what_is_old_is_cleared_when_there_is_time(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tidying, "IDLE_BELOW", 1e9)

    async def scene() -> None:
        async with collecting_when_idle():
            known = an_old_cycle()
            await until(lambda: known() is None)

    run(scene())


@pytest.mark.usefixtures("quick")
def test_who_is_busy_is_not_kept_waiting_until_it_must_be(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tidying, "IDLE_BELOW", 0.0)

    async def scene() -> None:
        async with collecting_when_idle():
            known = an_old_cycle()
            for _ in range(20):
                await asyncio.sleep(0.01)
            assert known() is not None
            monkeypatch.setattr(tidying, "MAX_WAIT", 0.0)
            await until(lambda: known() is None)

    run(scene())


def test_only_the_young_are_cleared_at_any_moment():
    before = gc.get_threshold()

    async def scene() -> None:
        async with collecting_when_idle():
            assert gc.get_threshold() == (*before[:2], tidying.NEVER)

    run(scene())
    assert gc.get_threshold() == before
