"""Several servers on one PostgreSQL: what one commits the others know, whatever breaks in between."""

from __future__ import annotations

import asyncio
import sys

import pytest
from sqlalchemy import text

from grognard.server.refusals import Refused
from grognard.server.registry import Tables
from grognard.server.storage.postgres import Postgres
from tests.server.seating import (
    EUTAW,
    action,
    everything,
    new_table,
    play,
    play_at_random,
    run,
    tables_at,
    told,
    until,
)


@pytest.fixture
def address(new_postgres):
    return new_postgres()


def postgres_of(tables: Tables) -> Postgres:
    assert isinstance(tables.store.database, Postgres)
    return tables.store.database


def test_what_happens_at_one_server_is_told_at_the_other(address):
    async def scene():
        async with tables_at(address) as one, tables_at(address) as two:
            table, _ = await new_table(one)
            other = await two.open(table.id)
            async with other.subscribe() as subscription:
                await play(table, "red", "bid 2")
                await told(subscription, "move")
                assert (other.seq, everything(other.game)) == (1, everything(table.game))
                line = await table.say("red", "your turn")
                await told(subscription, "chat")
                assert await other.chat() == [line]
                await table.join("red", "")
                await told(subscription, "seats")
                assert other.joined == {"red"}
                await table.offer("red", "take-back")
                await told(subscription, "offers")
                await other.answer("blue", "take-back", True)
                await until(lambda: table.seq == 2)
                assert table.game.actors == ("red", "blue")
                await table.order("red", "parry", "pass")
                await told(subscription, "orders")
                assert other.orders == {"red": {"parry": "pass"}}

    run(scene())


def test_of_two_who_race_at_two_servers_one_wins(address):
    async def scene():
        async with tables_at(address) as one, tables_at(address) as two:
            table, _ = await new_table(one, EUTAW)
            other = await two.open(table.id)
            for _ in range(20):
                seat = table.game.actors[0]
                words = [str(offered) for offered in table.game.actions(seat)]
                seq = table.seq
                moves = [table.move(seat, action(table, words[0])), other.move(seat, action(other, words[-1], seq=seq))]
                outcomes = await asyncio.gather(*moves, return_exceptions=True)
                assert sorted(isinstance(outcome, Refused) for outcome in outcomes) == [False, True]
                assert {outcome.error for outcome in outcomes if isinstance(outcome, Refused)} == {"stale"}
                await until(lambda: table.seq == other.seq)
                assert table.seq == seq + 1
                assert everything(table.game) == everything(other.game)

    run(scene())


def test_the_same_command_at_two_servers_acts_once(address):
    async def scene():
        async with tables_at(address) as one, tables_at(address) as two:
            table, _ = await new_table(one)
            other = await two.open(table.id)
            move = action(table, "bid 1", key="once")
            assert set(await asyncio.gather(table.move("red", move), other.move("red", move))) == {1}
            await until(lambda: table.seq == other.seq == 1)

    run(scene())


def test_both_answers_to_a_sealed_question_at_two_servers_are_taken(address):
    async def scene():
        async with tables_at(address) as one, tables_at(address) as two:
            table, _ = await new_table(one)
            other = await two.open(table.id)
            answers = [table.move("red", action(table, "bid 2", seq=0)), other.move("blue", action(other, "bid 0", seq=0))]
            assert sorted(await asyncio.gather(*answers)) == [1, 2]
            await until(lambda: table.seq == other.seq == 2)
            assert everything(table.game) == everything(other.game)

    run(scene())


def test_nonces_that_come_at_two_servers_are_all_in_the_dice(address):
    async def scene():
        async with tables_at(address) as one, tables_at(address) as two:
            table, _ = await new_table(one, EUTAW, nonce="host")
            other = await two.open(table.id)
            await asyncio.gather(table.join("british", "b"), other.join("american", "a"))
            nonces = {"creator": "host", "british": "b", "american": "a"}
            await until(lambda: table.dice.nonces == other.dice.nonces == nonces)
            await play_at_random(table, 3, most=60)
            await until(lambda: other.seq == table.seq)
            assert everything(table.game) == everything(other.game)

    run(scene())


def test_a_game_played_at_two_servers_in_turn_is_one_game(address):
    async def scene():
        async with tables_at(address) as one, tables_at(address) as two:
            table, _ = await new_table(one, EUTAW)
            for seed in range(6):
                for tables in (one, two):
                    await play_at_random(await tables.open(table.id), seed, most=5, undo=0.3)
            ours, theirs = await one.open(table.id), await two.open(table.id)
            assert ours.seq == theirs.seq == 60
            assert everything(ours.game) == everything(theirs.game)

    run(scene())


def test_a_server_in_another_process_is_followed(address):
    program = (
        "import asyncio, sys\n"
        "from tests.server.seating import play_at_random, tables_at\n"
        "async def main():\n"
        "    async with tables_at(sys.argv[1]) as tables:\n"
        "        await play_at_random(await tables.open(sys.argv[2]), 4, most=12)\n"
        "asyncio.run(main())\n"
    )

    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables, EUTAW)
            other = await asyncio.create_subprocess_exec(sys.executable, "-c", program, address, table.id)
            await until(lambda: table.seq == 12)
            assert await other.wait() == 0
            await play_at_random(table, 5, most=3)
            assert table.seq == 15

    run(scene())


def test_who_is_here_is_known_everywhere(address):
    async def scene():
        async with tables_at(address) as one, tables_at(address) as two:
            table, _ = await new_table(one)
            other = await two.open(table.id)
            here = table.subscribe("red")
            await until(lambda: other.online == {"red"})
            there = other.subscribe("red")
            await here.aclose()
            await until(lambda: not any(one._tasks | two._tasks))
            await until(lambda: table.online == other.online == {"red"})
            await there.aclose()
            await until(lambda: table.online == other.online == set())

    run(scene())


def test_when_the_line_breaks_it_is_made_anew_and_nothing_is_missed(address):
    async def scene():
        async with tables_at(address) as one, tables_at(address) as two:
            table, _ = await new_table(one)
            other = await two.open(table.id)
            async with other.subscribe() as subscription:
                line = postgres_of(two)._line
                end = text("SELECT pg_terminate_backend(:pid)")
                pid = line.get_server_pid()
                await one.store.database.write(lambda connection: connection.execute(end, {"pid": pid}))
                await until(line.is_closed)
                await play(table, "red", "bid 2")
                await told(subscription, "move")
                assert other.seq == 1
                await until(lambda: not postgres_of(two)._line.is_closed())
                await play(table, "blue", "bid 0")
                await told(subscription, "move")
                assert other.seq == 2

    run(scene())


def test_when_every_connection_breaks_play_goes_on(address):
    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            await play(table, "red", "bid 2")
            ours = "datname = current_database() AND pid <> pg_backend_pid()"
            end = text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {ours}")
            line = postgres_of(tables)._line
            async with tables_at(address) as other:
                await other.store.database.write(lambda connection: connection.execute(end))
                assert await play(table, "blue", "bid 0") == 2
            await until(lambda: postgres_of(tables)._line is not line)

    run(scene())


def test_what_is_under_way_when_the_database_shuts_down_is_tried_again(address):
    times: list[int] = []
    shutdown = "DO $$ BEGIN RAISE EXCEPTION 'We close.' USING ERRCODE = '57P01'; END $$"  # the words come before the break

    def job(connection):
        times.append(len(times))
        if times == [0]:
            connection.execute(text(shutdown))
        return connection.scalar(text("SELECT 7"))

    async def scene():
        async with tables_at(address) as tables:
            assert await tables.store.database.write(job) == 7

    run(scene())
    assert times == [0, 1]


def test_a_game_is_thought_about_by_one_server_at_a_time(address):
    async def scene():
        async with tables_at(address, thinkers=1) as one, tables_at(address, thinkers=1) as two:
            assert one.computers is not None
            assert two.computers is not None
            table, _ = await new_table(one, EUTAW, {"british": "random", "american": "random"})
            other = await two.open(table.id)
            await until(lambda: table.seq >= 30 and other.seq >= 30)
            assert len(one.computers.workers) == 1
            assert two.computers.workers == []

    run(scene())


def test_when_the_server_that_thinks_is_gone_another_goes_on(address):
    async def scene():
        async with tables_at(address, thinkers=1) as two:
            async with tables_at(address, thinkers=1) as one:
                table, _ = await new_table(one, EUTAW, {"british": "random", "american": "random"})
                other = await two.open(table.id)
                await until(lambda: other.seq >= 5)
            seq = other.seq
            await until(lambda: other.seq >= seq + 5)

    run(scene())


def test_a_claim_is_one_process_and_game(address):
    async def scene():
        async with tables_at(address) as one, tables_at(address) as two:
            ours, theirs = postgres_of(one), postgres_of(two)
            assert await ours.claim("a")
            assert not await theirs.claim("a")
            assert await theirs.claim("b")
            await ours.release("a")
            assert await theirs.claim("a")

    run(scene())
