"""What tests of the tables share: sitting down, playing, and comparing all that can be seen of two games."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from itertools import count
from random import Random
from typing import Any, TypeVar

import msgspec
import pytest
from sqlalchemy import Connection, select
from sqlalchemy import Table as Rows

import grognard
from grognard.core.games import Game
from grognard.core.records import encoded_entries
from grognard.server.notices.settings import NoticeSettings
from grognard.server.refusals import Refused
from grognard.server.registry import Move, Subscription, Table, Tables
from grognard.server.storage.schema import METADATA
from grognard.testing.playing import looked_at
from tests.core.toy import TOY

T = TypeVar("T")

BRING = ("tests.core.toy",)
EUTAW = "revolution/eutaw/historical"
PERFECT_PLAN = "chancellorsville/perfect-plan"
KEYS = (f"key-{number}" for number in count(1))
PATIENCE = 180.0
"""Seconds after which a test that waits for something fails rather than hangs."""


def run(work: Coroutine[Any, Any, T]) -> T:
    """Do the asynchronous part of a test."""
    return asyncio.run(asyncio.wait_for(work, 4 * PATIENCE))


@asynccontextmanager
async def tables_at(address: str, thinkers: int = 0, notice_settings: NoticeSettings | None = None) -> AsyncIterator[Tables]:
    tables = await Tables.start(address, thinkers=thinkers, modules=BRING, notice_settings=notice_settings)
    try:
        yield tables
    finally:
        await tables.close()


async def new_table(
    tables: Tables, scenario: str = TOY.id, players: Mapping[str, str] | None = None, nonce: str = ""
) -> tuple[Table, dict[str, str]]:
    """A new game, by default of two persons, with their secret links."""
    seats = dict.fromkeys(grognard.find(scenario).seats(), "human") | dict(players or {})
    new = await tables.create(scenario, {}, seats, nonce)
    return await tables.open(new.game), new.links


def action(table: Table, words: str, seq: int | None = None, key: str = "") -> Move:
    return Move(table.seq if seq is None else seq, key or next(KEYS), "action", words)


async def play(table: Table, seat: str, words: str = "") -> int:
    """Let a seat do this, or the first thing it may."""
    return await table.move(seat, action(table, words or str(table.game.actions(seat)[0])))


async def play_at_random(table: Table, seed: int, most: int = 10_000, undo: float = 0.15) -> list[tuple[str, str]]:
    """Let persons play at random, and take back now and then what they can; returns what was done."""
    chance = Random(seed)
    done: list[tuple[str, str]] = []
    while table.game.over is None and len(done) < most:
        seat = chance.choice(table.game.actors)
        undoer = next((seat for seat in table.game.seats if table.game.can_undo(seat)), None)
        if undoer is not None and chance.random() < undo:
            await table.move(undoer, Move(table.seq, next(KEYS), "undo"))
            done.append((undoer, "undo"))
        else:
            words = str(chance.choice(table.game.actions(seat)))
            await table.move(seat, action(table, words))
            done.append((seat, words))
    return done


def everything(game: Game) -> list[Any]:
    """All that can be got out of a game, for all seats, the host included."""
    seen: list[Any] = [game.record(), game.position(), game.actors, game.over, game.known, game.rolled]
    seen += [game.entries.since(0), game.happened.since(0), game.marks.since(0)]
    for seat in (None, *game.seats):
        seen += [game.view(seat), game.events(seat), encoded_entries(game, seat)]
    for seat in game.seats:
        seen += [game.decision(seat), looked_at(game.actions(seat)), game.can_undo(seat), game.record(seat)]
    return seen


def encoded(game: Game) -> bytes:
    """The same as bytes."""
    return msgspec.json.encode([msgspec.to_builtins(part) for part in everything(game)], order="deterministic")


async def written(tables: Tables) -> dict[str, list[tuple[Any, ...]]]:
    """All that stands in the database."""

    def job(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
        def rows(table: Rows) -> list[tuple[Any, ...]]:
            return sorted((tuple(row) for row in connection.execute(select(table))), key=repr)

        return {table.name: rows(table) for table in METADATA.sorted_tables}

    return await tables.store.database.read(job)


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something has come about."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


async def told(subscription: Subscription, what: str) -> None:
    """Wait until a follower is told of this."""
    async with asyncio.timeout(PATIENCE):
        async for changed in subscription:
            if changed.what == what:
                return


async def refusal(work: Coroutine[Any, Any, Any]) -> Refused:
    """The refusal that this work meets."""
    with pytest.raises(Refused) as caught:
        await work
    return caught.value


async def settled(tables: Tables) -> None:
    """Wait until nothing is left to be written."""
    while tables._tasks:
        await asyncio.gather(*tables._tasks)


async def reopened(tables: Tables, game: str) -> Table:
    """The table as it is rebuilt when nobody has held it for a while."""
    await settled(tables)
    tables._kept.clear()
    tables._known.clear()
    return await tables.open(game)
