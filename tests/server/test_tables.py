"""Games at tables: moves with numbers and keys, refusals that change nothing, and games rebuilt from what is written."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import sqlite3

import pytest
from sqlalchemy import text

import grognard
from grognard.core.dice import Dice
from grognard.core.games import Game, Options
from grognard.server import registry as tables_module
from grognard.server.refusals import Refused
from grognard.server.registry import Move, Tables
from tests.core.toy import TOY
from tests.server.seating import (
    EUTAW,
    PERFECT_PLAN,
    action,
    encoded,
    everything,
    new_table,
    play,
    play_at_random,
    refusal,
    reopened,
    run,
    tables_at,
    told,
    until,
    written,
)

# ---------------------------------------------------------------- beginning and opening


def test_a_new_game_has_a_link_for_each_person_and_none_for_computer_players(address):
    async def scene():
        async with tables_at(address) as tables:
            table, links = await new_table(tables, EUTAW, {"american": "brawler"})
            assert set(links) == {"british"}
            assert len(links["british"]) >= 22  # at least 128 bits, url-safe
            assert table.players == {"british": "human", "american": "brawler"}
            assert (table.seq, table.game.actors, table.joined) == (0, ("british",), set())
            assert table.seat_of(links["british"]) == "british"
            assert table.seat_of(None) is None
            for guess in ("", "guess", links["british"][:-1], links["british"] + "x", "ü" * 30, "\ud800"):
                with pytest.raises(Refused) as caught:
                    table.seat_of(guess)
                assert caught.value.error == "not-yours"

    run(scene())


TWO = {"british": "human", "american": "human"}
NO_BEGINNINGS: list[tuple[str, Options, dict[str, str], str, str, str]] = [
    ("nowhere", {}, {}, "", "unknown", "There is no scenario 'nowhere'"),
    (EUTAW, {"rain": True}, {}, "", "malformed", "has no option 'rain'"),
    (EUTAW, {}, {"british": "human"}, "", "malformed", "Give a player for each seat of this game"),
    (EUTAW, {}, TWO | {"french": "human"}, "", "malformed", "british, american"),
    (EUTAW, {}, TWO | {"american": "strategist"}, "", "not-a-player", "'strategist' cannot play this game"),
    (EUTAW, {}, TWO | {"american": "os:system"}, "", "not-a-player", "random, brawler"),
    (EUTAW, {}, TWO, "a nonce, with=signs", "malformed", "A nonce is at most 64"),
    (EUTAW, {}, TWO, "x" * 65, "malformed", "A nonce is at most 64"),
]


def test_games_that_cannot_be_begun(address):
    async def scene():
        async with tables_at(address) as tables:
            for scenario, options, seats, nonce, error, says in NO_BEGINNINGS:
                refused = await refusal(tables.create(scenario, options, seats, nonce))
                assert refused.error == error
                assert says in str(refused)
            assert (await written(tables))["games"] == []

    run(scene())


def test_a_game_that_there_is_not(address):
    async def scene():
        async with tables_at(address) as tables:
            for game in ("nowhere", "", "a b", "nul\0", "\ud800", "x" * 1000):
                refused = await refusal(tables.open(game))
                assert refused.error == "unknown"
                assert f"There is no game '{game[:50]}' here" in str(refused)

    run(scene())


def test_a_game_from_a_position(address):
    async def scene():
        async with tables_at(address) as tables:
            position = grognard.new(PERFECT_PLAN, seed=3).position()
            seats = dict.fromkeys(grognard.find(PERFECT_PLAN).seats(), "human")
            new = await tables.create(PERFECT_PLAN, {}, seats, position=position, forked_from="other 57")
            table = await tables.open(new.game)
            assert (table.game.opening, table.forked_from) == (position, "other 57")
            await play_at_random(table, 1, most=30)
            before = everything(table.game)
            assert everything((await reopened(tables, table.id)).game) == before
            refused = await refusal(tables.create(PERFECT_PLAN, {}, seats, position={**position, "grognard": 99}))
            assert refused.error == "malformed"

    run(scene())


def test_the_database_keeps_hashes_of_links_and_the_secret_of_the_dice_goes_nowhere_else(address):
    async def scene():
        async with tables_at(address) as tables:
            table, links = await new_table(tables, PERFECT_PLAN, nonce="mine")
            await play_at_random(table, 5, most=60)
            rows = await written(tables)
            for token in links.values():
                assert token not in repr(rows)
                assert hashlib.sha256(token.encode()).hexdigest() in repr(rows["seats"])
            secret = table.dice.secret.hex()
            assert secret in repr(rows["games"])
            assert secret not in repr({name: rows[name] for name in rows if name != "games"})
            for seat in table.game.seats:
                assert secret not in repr(table.game.record(seat))
            assert table.dice.nonces == {"creator": "mine"}

    run(scene())


# ---------------------------------------------------------------- moves


@pytest.mark.parametrize("scenario", [TOY.id, EUTAW, PERFECT_PLAN])
def test_whole_games_with_undo_are_the_same_as_played_directly_and_as_rebuilt(address, scenario):
    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables, scenario, nonce="n1")
            done = await play_at_random(table, seed=11, most=250)
            assert table.seq == len(done)
            assert any(words == "undo" for _, words in done)

            dice = Dice.live(table.id, {"creator": "n1"}, table.dice.secret)
            direct = grognard.new(scenario, dice=dice)
            for seat, words in done:
                if words == "undo":
                    direct.undo(seat)
                else:
                    direct.play(seat, direct.rules.vocabulary.parse(words))
            assert everything(direct) == everything(table.game)

            again = await reopened(tables, table.id)
            assert again is not table
            assert again.seq == table.seq
            assert everything(again.game) == everything(table.game)

    run(scene())


def test_a_resignation_is_a_move(address):
    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            assert await table.move("blue", Move(0, "a", "resign")) == 1
            assert table.game.over is not None
            assert table.game.over.winner == "red"
            again = await reopened(tables, table.id)
            assert everything(again.game) == everything(table.game)
            assert (await refusal(table.move("red", Move(1, "b", "resign")))).error == "over"

    run(scene())


def test_a_repeated_key_acts_once_and_gives_the_same_answer(address):
    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            move = action(table, "bid 1", key="once")
            assert await table.move("red", move) == 1
            await play(table, "blue", "bid 0")
            before = await written(tables)
            assert await table.move("red", move) == 1
            assert await table.move("red", action(table, "bid 2", key="once")) == 1
            again = await reopened(tables, table.id)
            assert await again.move("red", move) == 1
            assert await written(tables) == before
            assert await again.move("blue", action(again, "pass", key="once")) == 3  # the key is red's

    run(scene())


def test_the_key_of_the_move_that_ended_the_game_is_still_known(address):
    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            assert await table.move("red", Move(0, "last", "resign")) == 1
            assert await table.move("red", Move(0, "last", "resign")) == 1

    run(scene())


REFUSED_MOVES = {
    "an unknown seat": ("green", Move(2, "k", "action", "pass"), "no-seat", "the seats are red, blue"),
    "no key": ("blue", Move(2, "", "action", "pass"), "malformed", "A command needs a key"),
    "a long key": ("blue", Move(2, "k" * 65, "action", "pass"), "malformed", "A command needs a key"),
    "an odd key": ("blue", Move(2, "a key", "action", "pass"), "malformed", "A command needs a key"),
    "a seq of long ago": ("blue", Move(0, "k", "action", "pass"), "stale", "look again"),
    "a seq to come": ("blue", Move(3, "k", "action", "pass"), "stale", "look again"),
    "a stale undo": ("blue", Move(1, "k", "undo"), "stale", "look again"),
    "a stale resignation": ("blue", Move(1, "k", "resign"), "stale", "look again"),
    "nothing that can be done": ("blue", Move(2, "k", "win"), "malformed", "A command does 'action', 'undo' or 'resign'"),
    "a word that there is not": ("blue", Move(2, "k", "action", "retire 1108"), "malformed", "There is no action 'retire'"),
    "no word": ("blue", Move(2, "k", "action", ""), "malformed", "There is no action ''"),
    "a number that is none": ("blue", Move(2, "k", "action", "bid all"), "malformed", "wants a number"),
    "an action not offered": ("blue", Move(2, "k", "action", "bid 1"), "illegal", "not among the choices"),
    "another's decision": ("red", Move(2, "k", "action", "pass"), "illegal", "nothing for red to decide"),
    "nothing to undo": ("blue", Move(2, "k", "undo"), "illegal", "cannot undo"),
}


def test_refused_moves_change_nothing(address):
    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            await play(table, "red", "bid 2")
            await play(table, "blue", "bid 0")
            assert (table.seq, table.game.actors) == (2, ("blue",))
            before, rows = everything(table.game), await written(tables)
            for case, (seat, move, error, says) in REFUSED_MOVES.items():
                refused = await refusal(table.move(seat, move))
                assert refused.error == error, case
                assert says in str(refused), case
                assert refused.seq == (2 if error == "stale" else None)
                assert everything(table.game) == before, case
                assert await written(tables) == rows, case
            assert everything((await reopened(tables, table.id)).game) == before

    run(scene())


def test_a_refusal_cites_the_rule(address):
    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables, EUTAW)
            refused = await refusal(table.move("american", action(table, str(table.game.rules.action_table()[0]))))
            assert refused.error == "illegal"
            assert "nothing for american to decide" in str(refused)
            why_not = ((one, table.game.why_not("british", one)) for one in table.game.rules.action_table())
            other, reason = next((one, why) for one, why in why_not if why is not None and why.cites)
            refused = await refusal(table.move("british", action(table, str(other))))
            assert (refused.error, refused.reason) == ("illegal", reason)
            assert refused.cites

    run(scene())


def test_of_two_who_race_one_wins(address):
    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables, EUTAW)
            seat = table.game.actors[0]
            words = [str(one) for one in table.game.actions(seat)]
            moves = [action(table, words[number % len(words)], seq=0) for number in range(8)]
            outcomes = await asyncio.gather(*(table.move(seat, move) for move in moves), return_exceptions=True)
            assert [outcome for outcome in outcomes if not isinstance(outcome, Refused)] == [1]
            assert {outcome.error for outcome in outcomes if isinstance(outcome, Refused)} == {"stale"}
            assert table.seq == 1
            assert everything((await reopened(tables, table.id)).game) == everything(table.game)

    run(scene())


def test_two_may_answer_a_sealed_question_at_once(address):
    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            red, blue = action(table, "bid 2", seq=0), action(table, "bid 0", seq=0)
            assert sorted(await asyncio.gather(table.move("red", red), table.move("blue", blue))) == [1, 2]

    run(scene())


def test_a_stale_tab_cannot_answer_a_sealed_question_twice(address):
    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            await play(table, "red", "bid 2")
            assert table.game.can_undo("red")
            await table.move("red", Move(1, "back", "undo"))
            assert "red" in table.game.actors
            assert (await refusal(table.move("red", action(table, "bid 1", seq=0)))).error == "stale"
            assert await table.move("red", action(table, "bid 1", seq=2)) == 3
            assert await table.move("blue", action(table, "bid 1", seq=0)) == 4  # only red has answered since

    run(scene())


# ---------------------------------------------------------------- what fails changes nothing


def test_if_the_database_fails_nothing_has_changed_and_play_goes_on_afterwards(address, monkeypatch):
    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            before, rows = everything(table.game), await written(tables)
            write = tables.store.database.write

            async def fail(job):
                raise OSError("the disk is full")

            monkeypatch.setattr(tables.store.database, "write", fail)
            move = action(table, "bid 1", key="again")
            refused = await refusal(table.move("red", move))
            assert refused.error == "unavailable"
            assert "nothing was changed" in str(refused)
            assert everything(table.game) == before
            assert (await refusal(table.say("red", "hello"))).error == "unavailable"
            monkeypatch.setattr(tables.store.database, "write", write)
            assert await written(tables) == rows
            assert await table.move("red", move) == 1

    run(scene())


def test_a_move_that_was_written_although_it_seemed_to_fail_is_found_by_its_key(address, monkeypatch):
    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            write = tables.store.database.write

            async def write_and_fail(job):
                await write(job)
                raise OSError("the line broke before the answer came")

            monkeypatch.setattr(tables.store.database, "write", write_and_fail)
            move = action(table, "bid 1", key="again")
            assert (await refusal(table.move("red", move))).error == "unavailable"
            monkeypatch.setattr(tables.store.database, "write", write)
            assert await table.move("red", move) == 1
            assert table.seq == 1
            assert table.game.actors == ("blue",)

    run(scene())


def test_who_goes_away_in_the_middle_of_a_move_leaves_the_table_in_order(address):
    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            subscription = table.subscribe()
            task = asyncio.create_task(table.move("red", action(table, "bid 1")))
            await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await told(subscription, "move")
            await subscription.aclose()
            assert table.seq == 1
            assert table.game.actors == ("blue",)

    run(scene())


def test_a_fault_in_the_rules_changes_nothing(address, monkeypatch):
    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            before = everything(table.game)

            def fault(self, seat, action):
                raise AssertionError("a bug")

            with monkeypatch.context() as patch:
                patch.setattr(type(table.game), "play", fault)
                with pytest.raises(AssertionError):
                    await table.move("red", action(table, "bid 1"))
            assert everything(table.game) == before
            assert await table.move("red", action(table, "bid 1")) == 1

    run(scene())


def test_a_damaged_log_is_told_in_a_sentence(address):
    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            await play(table, "red", "bid 1")
            await play(table, "blue", "bid 0")
            await tables.store.database.write(
                lambda connection: connection.execute(text("UPDATE moves SET entries = '[\"red bid 9\"]' WHERE seq = 1"))
            )
            refused = await refusal(reopened(tables, table.id))
            assert refused.error == "damaged"
            assert str(refused).startswith("This game cannot be opened: its entry 'red bid 9' cannot be played:")

    run(scene())


def test_a_game_of_other_rules_is_told_in_a_sentence(address):
    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            await tables.store.database.write(lambda connection: connection.execute(text("UPDATE games SET rules = 'old'")))
            refused = await refusal(reopened(tables, table.id))
            assert refused.error == "damaged"
            assert "played by version old of the rules" in str(refused)

    run(scene())


# ---------------------------------------------------------------- snapshots


@pytest.mark.parametrize("scenario", [TOY.id, EUTAW, PERFECT_PLAN])
def test_snapshots_change_nothing(address, scenario, monkeypatch):
    monkeypatch.setattr("grognard.server.tables.cache.SNAPSHOT_EVERY", 7)

    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables, scenario)
            for seed in range(6):
                await play_at_random(table, seed, most=13, undo=0.3)
                if table.game.over is not None:
                    break
                with_snapshot = await reopened(tables, table.id)
                assert with_snapshot.snapshot > 0
                await tables.store.database.write(lambda connection: connection.execute(text("DELETE FROM snapshots")))
                without = await reopened(tables, table.id)
                assert without.snapshot == 0
                assert everything(with_snapshot.game) == everything(without.game) == everything(table.game)
                for seat in table.game.seats:  # and what is taken back leads to the same
                    while with_snapshot.game.can_undo(seat):
                        for one in (with_snapshot.replica, without.replica):
                            one.enter(grognard.core.games.Undo(seat))
                        assert encoded(with_snapshot.game) == encoded(without.game)
                table = await reopened(tables, table.id)

    run(scene())


def test_a_snapshot_that_does_not_fit_is_passed_over(address, monkeypatch):
    monkeypatch.setattr("grognard.server.tables.cache.SNAPSHOT_EVERY", 1)

    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            await play_at_random(table, 3, most=6, undo=0)
            assert (await reopened(tables, table.id)).snapshot > 0

            async def spoil(body: bytes) -> None:
                await tables.store.database.write(
                    lambda connection: connection.execute(text("UPDATE snapshots SET body = :body"), {"body": body})
                )

            (good,) = [row[2] for row in (await written(tables))["snapshots"]]
            other, _ = await new_table(tables)
            await play_at_random(other, 4, most=6, undo=0)
            foreign = next(row[2] for row in (await written(tables))["snapshots"] if row[0] == other.id)
            for body in (b"", b"nonsense", good[:-3], foreign):
                await spoil(body)
                rebuilt = await reopened(tables, table.id)
                assert rebuilt.snapshot == 0
                assert everything(rebuilt.game) == everything(table.game)
            await spoil(good)
            assert (await reopened(tables, table.id)).snapshot > 0
            monkeypatch.setattr(grognard, "__version__", "another")
            assert (await reopened(tables, table.id)).snapshot == 0

    run(scene())


# ---------------------------------------------------------------- tables in memory


def test_there_is_one_table_for_a_game_as_long_as_anybody_holds_it(address, monkeypatch):
    monkeypatch.setattr(tables_module, "OPEN", 2)

    async def scene():
        async with tables_at(address) as tables:
            games = [(await tables.create(TOY.id, {}, {"red": "human", "blue": "human"})).game for _ in range(5)]
            first = await tables.open(games[0])
            assert await asyncio.gather(*(tables.open(games[0]) for _ in range(3))) == [first] * 3
            followed = await tables.open(games[1])
            subscription = followed.subscribe()
            del followed
            for game in games[2:]:
                await tables.open(game)
            assert await tables.open(games[0]) is first
            gc.collect()
            assert set(tables._known) >= {games[0], games[1]}
            assert len(tables._known) <= 4
            await subscription.aclose()
            assert len({id(table) for table in await asyncio.gather(*(tables.open(games[2]) for _ in range(3)))}) == 1

    run(scene())


def test_what_another_program_writes_into_the_file_is_noticed(tmp_path):
    address = str(tmp_path / "games.db")

    async def scene():
        async with tables_at(address) as one, tables_at(address) as other:
            table, _ = await new_table(one)
            same = await other.open(table.id)
            await play(same, "red", "bid 1")
            assert (await refusal(table.move("red", action(table, "bid 2")))).error == "stale"
            assert table.seq == 1
            await play(table, "blue", "bid 0")
            assert (await other.open(table.id)).seq == 2
            assert everything(same.game) == everything(table.game)

    run(scene())


def test_a_followed_game_tells_what_has_changed(address):
    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            async with table.subscribe() as subscription:
                await play(table, "red", "bid 1")
                await table.say("blue", "well met")
                await table.order("blue", "parry", "pass")
                await table.join("blue")
                heard = {(await anext(subscription)).what for _ in range(4)}
                assert heard == {"move", "chat", "orders", "seats"}
            with pytest.raises(StopAsyncIteration):
                await anext(subscription)
            assert table.subscribers == []

    run(scene())


def test_who_follows_is_online(address):
    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            watcher = table.subscribe()
            assert table.online == set()
            one, two = table.subscribe("red"), table.subscribe("red")
            assert table.online == {"red"}
            await told(watcher, "seats")
            await one.aclose()
            assert table.online == {"red"}
            await two.aclose()
            await until(lambda: table.online == set())
            await told(watcher, "seats")
            await watcher.aclose()

    run(scene())


# ---------------------------------------------------------------- joining, chat, notes and orders


def test_a_seat_that_joins_before_the_first_roll_adds_to_the_dice(address):
    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables, EUTAW, nonce="host")
            assert table.game.rolled == 0
            commitment = table.dice.commitment
            await table.join("american", "guest")
            assert table.joined == {"american"}
            assert table.dice.nonces == {"creator": "host", "american": "guest"}
            assert table.dice.commitment == commitment
            await table.join("american", "another")  # once
            assert table.dice.nonces == {"creator": "host", "american": "guest"}
            await play_at_random(table, 2, most=200)
            assert table.game.rolled > 0
            await table.join("british", "too-late")
            assert (table.joined, len(table.dice.nonces)) == ({"american", "british"}, 2)
            again = await reopened(tables, table.id)
            assert again.dice.nonces == table.dice.nonces
            assert again.joined == table.joined
            assert everything(again.game) == everything(table.game)
            if table.game.over is None:
                await table.move("british", Move(table.seq, "end", "resign"))
            assert grognard.verify(table.game.record()) == table.game.rolled
            assert (await refusal(table.join("british", "a b"))).error == "malformed"

    run(scene())


def leads_to_a_roll(game: Game) -> tuple[str, str] | None:
    """Something that the seat that must decide may do, and after which dice fall, if there is such a thing."""
    seat = game.actors[0]
    for one in game.actions(seat):
        trial = game.copy()
        trial.play(seat, one)
        if trial.rolled:
            return seat, str(one)
    return None


def test_the_first_roll_is_of_the_dice_that_all_have_added_to(tmp_path):
    address = str(tmp_path / "games.db")

    async def scene():
        async with tables_at(address) as one, tables_at(address) as two:
            table, _ = await new_table(one, EUTAW)
            while not (rolls := leads_to_a_roll(table.game)):
                await play(table, table.game.actors[0])
            await (await two.open(table.id)).join("american", "unheard-of")  # which nobody tells the first server
            assert table.dice.nonces == {}
            await play(table, *rolls)
            assert table.game.rolled > 0
            assert table.dice.nonces == {"american": "unheard-of"}
            await table.move("british", Move(table.seq, "end", "resign"))
            assert grognard.verify((await reopened(two, table.id)).game.record()) == table.game.rolled

    run(scene())


def test_what_nobody_would_see_of_a_chat_line_is_dropped(address):
    """Names of people are plain text, too: nothing turns the direction, has no width or moves a terminal's cursor."""

    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            for said, heard in (
                ("the game \u202eis over\u202c", "the game is over"),
                ("\u2066red\u2069 \u200bre\u200dsigns\ufeff", "red resigns"),
                ("\x1b[2Jgone\x07\x9b", "[2Jgone"),
                ("first\r\nsecond\u2028third\tand on", "first\nsecond\nthird\tand on"),
                ("Größe, 北, שלום, 🎲", "Größe, 北, שלום, 🎲"),
            ):
                assert (await table.say("red", said)).text == heard
            assert (await refusal(table.say("red", "\u200b\u202e "))).error == "malformed"

    run(scene())


def test_chat_notes_and_orders_are_kept(address):
    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            lines = [
                await table.say("red", "  hello "),
                await table.say("blue", "hello 🎲"),
                await table.say("red", "shall we?"),
            ]
            assert [(line.number, line.seat, line.text) for line in lines] == [
                (1, "red", "hello"),
                (2, "blue", "hello 🎲"),
                (3, "red", "shall we?"),
            ]
            assert await table.chat(since=1) == lines[1:]
            await table.write_note("red", "blue bluffs")
            await table.write_note("red", "blue bluffs always")
            assert (await table.note("red"), await table.note("blue")) == ("blue bluffs always", "")
            await table.order("red", "parry", "pass")
            await table.order("blue", "parry", "parry")
            await table.order("blue", "parry", "")
            assert table.orders == {"red": {"parry": "pass"}, "blue": {}}
            again = await reopened(tables, table.id)
            assert (again.orders, again.said, again.seq) == ({"red": {"parry": "pass"}}, 3, 0)
            assert await again.chat() == lines
            for work in (table.say("red", " "), table.say("red", "x" * 2001), table.write_note("red", "x" * 20_001)):
                assert (await refusal(work)).error == "malformed"
            for odd in ("nul\0", "half \ud800"):
                assert (await refusal(table.say("red", odd))).error == "malformed"
                assert (await refusal(table.write_note("red", odd))).error == "malformed"
            for kind, answer in (("", "pass"), ("tea", "pass"), ("parry", "often"), ("parry", "x" * 300)):
                assert (await refusal(table.order("red", kind, answer))).error == "malformed"
            for other in (
                table.say("green", "hello"),
                table.note("green"),
                table.order("green", "k", "a"),
                table.join("green"),
            ):
                assert (await refusal(other)).error == "no-seat"

    run(scene())


def test_tables_that_are_closed_open_no_more(tmp_path):
    async def scene():
        tables = await Tables.start(str(tmp_path / "games.db"), thinkers=0)
        table, _ = await new_table(tables)
        subscription = table.subscribe("red")
        await asyncio.gather(tables.close(), play(table, "red", "bid 1"))
        with pytest.raises(StopAsyncIteration):
            await anext(subscription)
        assert (await refusal(tables.open(table.id))).error == "unavailable"
        assert (await refusal(table.say("red", "anybody here?"))).error == "unavailable"

    run(scene())
    connection = sqlite3.connect(tmp_path / "games.db")
    assert connection.execute("SELECT max(seq) FROM moves").fetchone() == (1,)
    connection.close()
