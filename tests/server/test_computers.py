"""Computer players at the tables: they think elsewhere, move as persons do, and survive whatever happens to their workers."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Any

import pytest

import grognard
from grognard.core.agreements import Agreement, Subject
from grognard.core.features import Alliances
from grognard.core.records import encode_entry
from grognard.players import RandomPlayer
from grognard.server import threads as aside
from grognard.server.autoplay import computers
from grognard.server.autoplay.bot_runner import BotRunner, Question
from grognard.server.registry import Move, Table, Tables
from tests.core.toy import TOY
from tests.server.seating import (
    EUTAW,
    PATIENCE,
    PERFECT_PLAN,
    everything,
    new_table,
    play,
    reopened,
    run,
    tables_at,
    until,
)


async def finished(table: Table) -> None:
    async with asyncio.timeout(3 * PATIENCE), table.subscribe() as subscription:
        while table.game.over is None:
            await anext(subscription)


async def moved_beyond(table: Table, seq: int) -> None:
    await until(lambda: table.seq > seq)


def workers_of(tables: Tables) -> list[computers.BotWorker]:
    assert tables.computers is not None
    return tables.computers.workers


def test_two_computer_players_finish_a_game(address):
    async def scene():
        async with tables_at(address, thinkers=1) as tables:
            table, links = await new_table(tables, EUTAW, {"british": "brawler", "american": "random"})
            assert links == {}
            await finished(table)
            assert table.seq > 100
            assert len(workers_of(tables)) == 1
            assert grognard.verify(table.game.record()) == table.game.rolled
            assert everything((await reopened(tables, table.id)).game) == everything(table.game)

    run(scene())


def test_a_person_plays_a_computer_player_with_sealed_choices(address):
    async def scene():
        async with tables_at(address, thinkers=1) as tables:
            table, _ = await new_table(tables, players={"blue": "random"})
            while table.game.over is None:
                if "red" in table.game.actors:
                    await play(table, "red")
                else:
                    await moved_beyond(table, table.seq)

    run(scene())


def test_the_sealed_answer_of_a_computer_player_comes_after_those_of_the_persons_and_betrays_nothing(address):
    async def scene():
        async with tables_at(address, thinkers=1) as tables:
            table, _ = await new_table(tables, players={"blue": "random"})
            async with table.subscribe("red") as subscription:
                seen = everything(table.game)
                await until(lambda: bool(workers_of(tables)))
                runner = workers_of(tables)[0]
                await until(lambda: table.id in runner.told)  # it has thought about its bid
                await asyncio.sleep(0.2)
                assert table.seq == 0
                assert everything(table.game) == seen
                assert table.thinking == set()
                await play(table, "red", "bid 2")
                await until(lambda: table.seq >= 2)
                moves = (await tables.store.load(table.id)).moves  # type: ignore[union-attr]
                assert [move.seat for move in moves[1:3]] == ["red", "blue"]
                heard = set(subscription._waiting)
                assert heard <= {"move", "seats", "thinking"}

    run(scene())


def test_a_game_goes_on_after_the_server_was_started_again(address):
    async def scene():
        async with tables_at(address, thinkers=0) as tables:
            table, _ = await new_table(tables, PERFECT_PLAN, {"AoP": "random", "ANV": "random"})
            game = table.id
        async with tables_at(address, thinkers=1) as tables:  # nobody opens the game
            while (loaded := await tables.store.load(game)) is None or loaded.header.seq < 5:
                await asyncio.sleep(0.05)

    run(scene())


def test_a_bot_worker_that_is_killed_is_replaced_and_the_game_goes_on(tmp_path):
    async def scene():
        async with tables_at(f"sqlite:///{tmp_path / 'games.db'}", thinkers=1) as tables:
            table, _ = await new_table(tables, EUTAW, {"british": "brawler", "american": "random"})
            killed = set()
            for seq in (5, 20, 40):
                await moved_beyond(table, seq - 1)
                for runner in workers_of(tables):
                    killed.add(runner.pid)
                    os.kill(runner.pid, signal.SIGKILL)
            await until(lambda: table.seq >= 60)
            assert len(killed) == 3
            assert not killed & {runner.pid for runner in workers_of(tables)}

    run(scene())


def test_a_bot_worker_that_hangs_is_replaced_and_the_game_goes_on(tmp_path):
    async def scene():
        async with tables_at(f"sqlite:///{tmp_path / 'games.db'}", thinkers=1) as tables:
            assert tables.computers is not None
            table, _ = await new_table(tables, EUTAW, {"british": "brawler", "american": "random"})
            await until(lambda: table.seq >= 3)
            tables.computers.timeout = 2.0
            await until(lambda: table.seq >= 5 and bool(workers_of(tables)))  # what was asked before had more time
            (runner,) = workers_of(tables)
            os.kill(runner.pid, signal.SIGSTOP)
            await until(lambda: runner not in workers_of(tables))
            tables.computers.timeout = PATIENCE
            seq = table.seq
            await until(lambda: table.seq > seq + 5)

    run(scene())


def test_where_a_player_breaks_down_again_and_again_a_simpler_one_decides(address, monkeypatch, caplog):
    async def give_up(self, table, seat, name):
        raise computers.WorkerFailed("it is a stone")

    monkeypatch.setattr(computers.BotWorker, "choose", give_up)

    async def scene():
        async with tables_at(address, thinkers=1) as tables:
            table, _ = await new_table(tables, players={"red": "random", "blue": "random"})
            await until(lambda: table.seq >= 2)
            assert "The player random of red in the game" in caplog.text
            assert "it is a stone" in caplog.text

    run(scene())


def test_an_answer_that_is_no_choice_is_not_played(address, monkeypatch, caplog):
    choose, answers = computers.BotWorker.choose, []

    async def nonsense_first(self, table, seat, name):
        answers.append(seat)
        return "bid 99" if len(answers) == 1 else await choose(self, table, seat, name)

    monkeypatch.setattr(computers.BotWorker, "choose", nonsense_first)

    async def scene():
        async with tables_at(address, thinkers=1) as tables:
            table, _ = await new_table(tables, players={"red": "random", "blue": "random"})
            await until(lambda: table.seq >= 2)
            assert "'bid 99' is not a legal choice" in caplog.text

    run(scene())


def test_a_computer_player_takes_a_seat_over_and_leaves_it_again(address):
    async def scene():
        async with tables_at(address, thinkers=1) as tables:
            table, _ = await new_table(tables)
            await table.join("red")
            await play(table, "red", "bid 2")
            await table.offer("red", "take-over")
            await moved_beyond(table, 1)
            await table.take_again("blue")
            assert table.players["blue"] == "human"
            if "blue" in table.game.actors:
                seq = table.seq
                await asyncio.sleep(0.2)
                assert table.seq == seq
                await play(table, "blue")

    run(scene())


def test_closing_ends_even_what_missed_that_it_was_cancelled(tmp_path, monkeypatch):
    begun, missed = asyncio.Event(), asyncio.Event()

    async def choose(runner, table, seat, name):
        begun.set()
        try:
            await asyncio.sleep(3 * PATIENCE)
        except asyncio.CancelledError:
            if missed.is_set():
                raise
            missed.set()
            await asyncio.sleep(3 * PATIENCE)

    monkeypatch.setattr(aside, "CANCEL_TIMEOUT", 0.2)
    monkeypatch.setattr(computers.BotWorker, "choose", choose)

    async def scene():
        async with tables_at(f"sqlite:///{tmp_path}/games.db", thinkers=1) as tables:
            await new_table(tables, players={"red": "random"})
            await begun.wait()
        assert missed.is_set()

    run(scene())


def test_closing_ends_a_bot_worker_that_was_just_being_dismissed(tmp_path, monkeypatch):
    end, dismissed = computers.BotWorker.end, []

    async def give_up(runner, table, seat, name):
        raise computers.WorkerFailed("it is a stone")

    async def dawdle(runner):
        dismissed.append(runner)
        if len(dismissed) == 1:
            await asyncio.sleep(3 * PATIENCE)
        await end(runner)

    monkeypatch.setattr(computers.BotWorker, "choose", give_up)
    monkeypatch.setattr(computers.BotWorker, "end", dawdle)

    async def scene():
        async with tables_at(f"sqlite:///{tmp_path}/games.db", thinkers=1) as tables:
            await new_table(tables, players={"red": "random"})
            await until(lambda: bool(dismissed))
        assert dismissed[0].process.returncode is not None

    run(scene())


def test_a_person_who_takes_back_wakes_the_computer_player_again(address):
    async def scene():
        async with tables_at(address, thinkers=1) as tables:
            table, _ = await new_table(tables, players={"blue": "random"})
            await play(table, "red", "bid 2")
            await moved_beyond(table, 1)
            await table.offer("red", "take-back")
            assert "red" in table.game.actors
            await play(table, "red", "bid 2")
            await moved_beyond(table, table.seq)

    run(scene())


def test_everybody_may_know_who_thinks(tmp_path):
    async def scene():
        async with tables_at(str(tmp_path / "games.db"), thinkers=1) as tables:
            table, _ = await new_table(tables, EUTAW, {"british": "random"})
            async with table.subscribe() as subscription:
                async with asyncio.timeout(PATIENCE):
                    while "british" not in table.thinking:
                        await anext(subscription)
                    while table.thinking or "american" not in table.game.actors:
                        await anext(subscription)
                await table.move("american", Move(table.seq, "end", "resign"))

    run(scene())


def test_damaged_games_do_not_keep_the_others_from_going_on(address):
    from sqlalchemy import text

    async def scene():
        async with tables_at(address) as tables:
            bad, _ = await new_table(tables, players={"red": "random"})
            good, _ = await new_table(tables, players={"red": "random", "blue": "random"})
            spoil = text("UPDATE games SET rules = 'old' WHERE id = :game")
            await tables.store.database.write(lambda connection: connection.execute(spoil, {"game": bad.id}))
        async with tables_at(address, thinkers=1) as tables:
            while (loaded := await tables.store.load(good.id)) is None or loaded.header.seq < 2:
                await asyncio.sleep(0.05)

    run(scene())


# ---------------------------------------------------------------- inside a runner


@pytest.fixture
def duel():
    return grognard.new(TOY.id, seed=5)


def asked(game, seat: str, known: int = 0) -> Question:
    record: dict[str, Any] = {"scenario": TOY.id, "options": {}, "rules": "1", "components": None}
    texts = [encode_entry(entry) for entry in game.entries.since(known)]
    return Question("g", seat, "random", 7, known, texts, record)


def test_a_bot_worker_is_told_only_what_is_new(duel):
    runner = BotRunner()
    for _ in range(6):
        seat = duel.actors[0]
        known = runner.replicas["g"].game.entries.length if runner.replicas else 0
        answer = runner.answer(asked(duel, seat, known))
        assert not answer.again
        assert not answer.fault
        duel.play(seat, duel.rules.vocabulary.parse(answer.action))
        if duel.over is not None:
            break
    replica = runner.replicas["g"].game
    assert [encode_entry(entry) for entry in replica.entries.since(0)] == [
        encode_entry(entry) for entry in duel.entries.since(0)[: replica.entries.length]
    ]


def test_a_bot_worker_that_has_forgotten_a_game_asks_for_all_of_it(duel):
    runner = BotRunner()
    assert runner.answer(asked(duel, "red", known=2)).again
    assert runner.answer(asked(duel, "red")).action
    runner.forget("g")
    assert runner.answer(asked(duel, "red", known=2)).again


def test_a_bot_worker_has_no_dice_of_its_own(duel):
    runner = BotRunner()
    runner.answer(asked(duel, "red"))
    replica = runner.replicas["g"].game
    assert replica.dice.header() == {}
    for seat in ("red", "blue"):
        replica.play(seat, replica.actions(seat)[-1 if seat == "red" else 0])
    with pytest.raises(grognard.DiceError):
        replica.play("blue", replica.actions("blue")[0])


def test_what_goes_wrong_in_a_bot_worker_is_told(duel):
    answer = BotRunner().answer(asked(duel, "green"))
    assert "There is no seat 'green'" in answer.fault


def test_a_bot_worker_follows_undo_and_makes_new_plans(duel):
    runner = BotRunner()
    runner.answer(asked(duel, "red"))
    player = runner.players["g", "red", "random"]
    known = duel.entries.length
    duel.play("red", duel.actions("red")[0])
    duel.undo("red")
    assert runner.answer(asked(duel, "red", known)).action
    assert runner.players["g", "red", "random"] is not player


def test_a_question_holds_nothing_of_the_dice(address):
    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables, players={"blue": "random"})
            await play(table, "red", "bid 1")
            asked = computers.question(table, "blue", "random", 0)
            assert table.dice.secret.hex() not in repr(asked)
            assert str(int.from_bytes(table.dice.secret, "big")) not in repr(asked)

    run(scene())


def test_a_player_hears_what_the_allies_of_its_seat_advise(duel, monkeypatch):
    heard = []
    monkeypatch.setattr(RandomPlayer, "hear_advice", lambda self, heard_now: heard.append(heard_now.allies))
    shared = Agreement("red", (), (Subject("momentum", "chits"),))
    allied = type("AlliedRules", (Alliances, type(duel.rules)), {"agreement": lambda self, game, seat: shared})
    monkeypatch.setattr(duel.rules, "__class__", allied)
    question = asked(duel, "red")
    question.said = {"red": {"card": "play"}, "blue": {"momentum": "keep"}}
    assert BotRunner().answer(question).action
    assert heard == [{"momentum": "keep"}]
