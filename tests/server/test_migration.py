"""Games that were played by earlier rules: they go on if the rules of today lead to the same game, and can be read if not."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import text

import grognard
from grognard.core.errors import RecordError
from grognard.core.procedures import Ask, AskAll, Next
from grognard.core.records import digest
from grognard.server.history import History
from grognard.server.notices.your_turn import is_asked
from grognard.server.registry import Move, Tables
from grognard.server.tables.table import Table
from grognard.server.tables.views import view_of
from tests.core.toy import Bid, Duel, ToyGame, ToyRules
from tests.server.seating import new_table, play, refusal, reopened, run, settled, tables_at

ROUND = [("red", "bid 2"), ("blue", "bid 0")]
"""Red bids more and strikes, so that blue is offered the window."""


@contextmanager
def rules_of_today(**changed: Any) -> Iterator[None]:
    """The toy's rules are of version 2 now, with other methods."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ToyRules, "version", "2")
        for name, method in changed.items():
            method.__name__ = name
            patch.setattr(Duel, name, method)
        yield


def only_low_bids(self: Duel, game: ToyGame) -> Next:
    """Other rules: nobody may bid 2 any more."""
    asks = tuple(Ask(seat, [Bid(n) for n in range(2)], self.revealed, "bid", "T1") for seat in game.seats)
    return AskAll(asks, self.revealed)


def high_bids_lose(self: Duel, game: ToyGame, bids: dict[str, Bid]) -> Next:
    """Other rules under which every choice of a game may still be legal: the lower bid strikes."""
    red, blue = (bids[seat].number for seat in game.seats)
    self.striker = "" if red == blue else "red" if red < blue else "blue"
    return None


async def rows(tables: Tables, table: Table) -> tuple[str, int]:
    loaded = await tables.store.load(table.id)
    assert loaded is not None
    return loaded.header.rules, loaded.header.seq


def lines(table: Table, seat: str | None) -> list[str]:
    return [line.words for line in view_of(table, seat).log(table, seat, 0)]


def part(table: Table, name: str, seat: str | None = "red") -> bytes:
    return bytes(view_of(table, seat).parts(table, seat)[name])


def test_a_game_that_the_rules_of_today_lead_to_goes_on(address, caplog):
    caplog.set_level(logging.INFO)

    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            for seat, words in ROUND:
                await play(table, seat, words)
            await table.say("red", "hello")
            assert await rows(tables, table) == ("1", 2)
            with rules_of_today():
                again = await reopened(tables, table.id)
                assert again.earlier is None
                assert again.game.rules.version == again.record_header["rules"] == "2"
                assert await rows(tables, again) == ("2", 2)
                assert again.game.record("red")["entries"] == table.game.record("red")["entries"]
                assert part(again, "earlier") == b'""'
                await play(again, "blue", "pass")
                assert (again.seq, len(await again.chat())) == (3, 1)
                once_more = await reopened(tables, table.id)
                assert once_more.game.entries.since(0) == again.game.entries.since(0)
            assert "goes on by version 2 of its rules, instead of 1" in caplog.text

    run(scene())


def test_a_game_that_they_do_not_lead_to_can_be_read_saved_and_talked_about(address, caplog):
    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            for seat, words in (("red", "bid 1"), ("blue", "bid 0"), ("blue", "pass")):
                await play(table, seat, words)
            await play(table, "red", "bid 2")
            await table.say("red", "hello")
            await table.write_note("blue", "red bluffs")
            record, theirs, entries = table.game.record("red"), table.game.record("blue"), table.game.entries.length
            with rules_of_today(bid=only_low_bids):
                again = await reopened(tables, table.id)
                assert again.earlier is not None
                assert (again.earlier.version, again.earlier.told) == ("1", entries - 1)
                assert await rows(tables, again) == ("1", 4), "an older program could go on with it"
                assert b"played by version 1 of its rules, and version 2" in part(again, "earlier")
                for who in ("red", "blue", None):
                    assert part(again, "actors", who) == b"[]"
                    assert part(again, "decision", who) == b"null"
                assert lines(again, "red")[-1] == "red bid 2"
                assert lines(again, "blue")[-1] == lines(again, None)[-1] == "red (sealed)", "it goes on elsewhere, perhaps"
                assert lines(again, "red")[-2].startswith("The rules have changed since")
                assert again.automatic == {}
                assert not is_asked(again, "red")

                refused = (
                    again.move("blue", Move(again.seq, "k", "action", "bid 1")),
                    again.move("blue", Move(again.seq, "l", "resign")),
                    again.offer("red", "draw"),
                    again.offer("red", "take-back"),
                )
                for work in refused:
                    assert (await refusal(work)).error == "earlier-rules"

                await again.say("blue", "what a pity")
                assert [line.text for line in await again.chat()] == ["hello", "what a pity"]
                assert await again.note("blue") == "red bluffs"
                history = History()
                try:
                    assert await history.record(again, "red") == record
                    other = await history.record(again, "blue")
                    assert other == theirs
                    assert other["entries"][-1] == "red (sealed)"
                    assert "secret" not in other["dice"]
                    assert other["digest"] == digest(other)
                    assert (await refusal(history.record(again, None))).error == "not-over"
                    assert (await refusal(history.report(again))).error == "earlier-rules"
                    moments = await history.moments(again, "red")
                    assert len(moments.moments) == again.past.marks.length + 1
                    assert (await history.moment(again, "red", 1)).seat == "red"
                    made = await history.fork(tables, again, "red", 2, {"red": "human", "blue": "human"})
                    assert (await tables.open(made.game)).game.rules.version == "2"
                finally:
                    await history.close()
            assert "can only be read by version 2: its entry 'red bid 2' cannot be played" in caplog.text

    run(scene())


@pytest.mark.parametrize("snapshot", [True, False])
def test_a_finished_game_whose_rules_have_changed_is_told_as_it_was(address, snapshot):
    """With a snapshot to the end, though these rules would not allow it; without one from some point as it was recorded."""

    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            for seat, words in ROUND:
                await play(table, seat, words)
            await table.move("blue", Move(table.seq, "end", "resign"))
            told, record = lines(table, "red"), table.game.record()
            await settled(tables)
            if not snapshot:
                await tables.store.database.write(lambda connection: connection.execute(text("DELETE FROM snapshots")))
            with rules_of_today(bid=only_low_bids):
                again = await reopened(tables, table.id)
                assert again.earlier is not None
                assert again.finished
                if snapshot:
                    assert lines(again, "red") == told
                    assert again.game.over == table.game.over
                else:
                    assert lines(again, "red")[-len(record["entries"]) :][-3:] == record["entries"][-3:]
                    assert again.game.over is None
                history = History()
                try:
                    for who in ("red", None):
                        assert await history.record(again, who) == record
                    assert (await refusal(history.report(again))).error == "earlier-rules"
                finally:
                    await history.close()
                assert (await refusal(again.move("red", Move(again.seq, "k", "resign")))).error == "earlier-rules"
                second = await tables.open(await tables.rematch(again))
                assert second.game.rules.version == "2"

    run(scene())


def test_a_game_of_which_only_the_meaning_has_changed_does_not_go_on_where_a_snapshot_tells_it(address):
    """Every entry is still legal, and the log the same; but the players were told otherwise who strikes."""

    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            for seat, words in (("red", "bid 2"), ("blue", "bid 0")):
                await play(table, seat, words)
            await table.move("blue", Move(table.seq, "end", "resign"))
            await settled(tables)
            with rules_of_today(revealed=high_bids_lose):
                again = await reopened(tables, table.id)
                assert again.earlier is not None
                assert again.game.over == table.game.over

    run(scene())


def test_the_log_of_a_starting_server_counts_games_of_earlier_rules(address, caplog):
    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            await new_table(tables)
            await table.move("red", Move(0, "k", "resign"))
            await tables._log_earlier_rules()
            assert "rules" not in caplog.text
        with rules_of_today():
            async with tables_at(address) as tables:
                while "played by version" not in caplog.text:
                    await asyncio.sleep(0.01)
            assert "2 games of toy/duel (1 in progress, 1 over) were played by version 1 of its rules" in caplog.text

    run(scene())


def test_a_record_of_earlier_rules_is_replayed_where_they_lead_to_the_same_game():
    game = grognard.new("toy/duel", seed=3)
    for seat, words in ROUND:
        game.play(seat, game.rules.vocabulary.parse(words))
    record = game.record()
    with rules_of_today():
        again = grognard.replay(record)
        assert [*again.record()["entries"]] == record["entries"]
        assert again.record()["rules"] == "2"
        assert grognard.Cursor(record).moments[-1].entries == len(record["entries"])
    with rules_of_today(bid=only_low_bids), pytest.raises(RecordError) as fault:
        grognard.replay(record)
    assert str(fault.value).startswith(
        "This record was played by version 1 of the rules of 'toy/duel', and version 2 does not lead to the same game: Entry"
    )
    for version in ("3", "0.9", ""):
        changed = {**record, "rules": version}
        with pytest.raises(RecordError, match="replay it with that version"):
            grognard.replay(changed | {"digest": digest(changed)})
