"""What needs the consent of others: taking back, a draw, a computer player on a seat that was left; and the rematch."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

from sqlalchemy import text

import grognard
from grognard.server.registry import Move, Tables
from grognard.server.tables.table import Table
from tests.core.toy import TOY
from tests.server.seating import (
    EUTAW,
    action,
    everything,
    new_table,
    play,
    refusal,
    reopened,
    run,
    settled,
    tables_at,
    written,
)


def offered(table: Table) -> list[tuple[str, str, list[str]]]:
    return [(offer.kind, offer.by, offer.waits_for) for offer in table.offers]


async def answered_bids(tables: Tables) -> Table:
    """A duel in which both have bid, and blue may parry."""
    table, _ = await new_table(tables)
    await play(table, "red", "bid 2")
    await play(table, "blue", "bid 0")
    return table


def test_a_choice_is_taken_back_by_consent(address):
    async def scene():
        async with tables_at(address) as tables:
            table = await answered_bids(tables)
            rolled = table.game.rolled
            await table.offer("red", "take-back")
            assert offered(table) == [("take-back", "red", ["blue"])]
            assert offered(await reopened(tables, table.id)) == offered(table)
            table = await tables.open(table.id)
            await table.answer("blue", "take-back", True)
            assert (table.seq, table.offers, table.game.actors) == (3, [], ("red", "blue"))
            assert table.game.rolled == rolled
            again = await reopened(tables, table.id)
            assert everything(again.game) == everything(table.game)
            assert (await written(tables))["moves"][-1][1:4] == (3, "red", "take-back")
            assert grognard.replay(table.game.record()).record() == table.game.record()
            await play(again, "red", "bid 0")
            await play(again, "blue", "bid 2")
            assert everything((await reopened(tables, table.id)).game) == everything(again.game)

    run(scene())


def test_an_offer_can_be_declined_and_withdrawn_and_lapses_with_the_next_move(address):
    async def scene():
        async with tables_at(address) as tables:
            table = await answered_bids(tables)
            game = everything(table.game)
            await table.offer("red", "draw")
            await table.offer("red", "draw")  # to ask twice is to ask once
            assert offered(table) == [("draw", "red", ["blue"])]
            await table.answer("blue", "draw", False)
            assert table.offers == []
            await table.offer("red", "draw")
            await table.answer("red", "draw", False)
            assert table.offers == []
            assert everything(table.game) == game
            await table.offer("red", "draw")
            await table.offer("blue", "take-back")
            await play(table, "blue", "pass")
            assert table.offers == []
            assert (await refusal(table.answer("blue", "draw", True))).error == "no-offer"
            assert offered(await reopened(tables, table.id)) == []

    run(scene())


def test_a_draw_is_agreed_on(address):
    async def scene():
        async with tables_at(address) as tables:
            table = await answered_bids(tables)
            await table.offer("blue", "draw")
            await table.offer("red", "draw")  # both want it
            assert table.game.over is not None
            assert (table.game.over.winner, table.game.over.level, table.seq) == (None, "agreed", 3)
            assert everything((await reopened(tables, table.id)).game) == everything(table.game)
            assert (await refusal(table.offer("red", "take-back"))).error == "over"

    run(scene())


def test_offers_that_cannot_be(address):
    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            rows = await written(tables)
            cases = [
                (table.offer("red", "surrender"), "no-such-offer", "the offers are take-back, draw, take-over"),
                (table.offer("green", "draw"), "no-seat", "the seats are red, blue"),
                (table.offer("red", "take-back"), "nothing-to-take-back", "You have made no choice that could be taken back"),
                (table.offer("red", "take-over", "green"), "whom", "people hold red, blue"),
                (table.answer("blue", "draw", True), "no-offer", "Nobody is asking"),
            ]
            for work, error, says in cases:
                refused = await refusal(work)
                assert refused.error == error
                assert says in str(refused)
            assert await written(tables) == rows
            await table.offer("red", "draw")
            assert (await refusal(table.answer("red", "draw", True))).error == "not-asked"
            await play(table, "red", "bid 1")
            await play(table, "blue", "bid 0")
            await table.offer("red", "take-back")
            assert (await refusal(table.offer("blue", "take-back"))).error == "already-offered"

    run(scene())


def test_computer_players_let_one_take_back_but_fight_on(address):
    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables, EUTAW, {"american": "brawler"})
            await play(table, "british")
            await play(table, "british")
            await table.offer("british", "take-back")
            assert (table.seq, table.offers, table.game.actors) == (3, [], ("british",))
            assert (await refusal(table.offer("british", "draw"))).error == "nobody-to-ask"
            assert everything((await reopened(tables, table.id)).game) == everything(table.game)

    run(scene())


# ---------------------------------------------------------------- a seat that was left


def test_a_seat_whose_person_never_came_is_taken_over_at_once_and_taken_again(address):
    async def scene():
        async with tables_at(address) as tables:
            table, links = await new_table(tables, EUTAW)
            await table.join("british")
            await table.offer("british", "take-over")
            assert table.players == {"british": "human", "american": "sergeant"}
            assert table.seq == 0
            assert table.seat_of(links["american"]) == "american"
            refused = await refusal(table.move("american", action(table, "x")))
            assert refused.error == "taken-over"
            assert "take it back" in str(refused)
            again = await reopened(tables, table.id)
            assert again.players == table.players
            await again.take_again("american")
            await again.take_again("american")
            assert again.players == {"british": "human", "american": "human"}
            assert (await reopened(tables, table.id)).players == again.players

    run(scene())


def test_a_person_who_is_here_must_agree_to_leave(address):
    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables, EUTAW)
            await table.join("american")
            await table.offer("british", "take-over", "american")
            assert offered(table) == [("take-over", "british", ["american"])]
            await table.answer("american", "take-over", False)
            assert table.players["american"] == "human"
            nobody = text("UPDATE seats SET seen = :then, here = :no")
            long_ago = (datetime.now(UTC) - timedelta(days=2)).isoformat(timespec="milliseconds")
            await tables.store.database.write(lambda connection: connection.execute(nobody, {"then": long_ago, "no": False}))
            table = await reopened(tables, table.id)
            following = table.subscribe("american")
            await table.offer("british", "take-over", "american")
            assert offered(table) == [("take-over", "british", ["american"])]
            await table.answer("british", "take-over", False)
            await following.aclose()
            await settled(tables)
            await tables.store.database.write(lambda connection: connection.execute(nobody, {"then": long_ago, "no": False}))
            table = await reopened(tables, table.id)
            await table.offer("british", "take-over", "american")
            assert table.players["american"] == "sergeant"

    run(scene())


def test_who_moved_lately_is_not_away(address):
    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            await play(table, "blue", "bid 1")
            await table.offer("red", "take-over")
            assert offered(await reopened(tables, table.id)) == [("take-over", "red", ["blue"])]

    run(scene())


def test_one_may_give_ones_own_seat_away_by_consent(address):
    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables, EUTAW)
            await table.offer("british", "take-over", "british")
            assert offered(table) == [("take-over", "british", ["american"])]
            await table.answer("american", "take-over", True)
            assert table.players == {"british": "sergeant", "american": "human"}
            assert (await written(tables))["games"][0][12] in (True, 1)  # the game waits for a computer player now

    run(scene())


# ---------------------------------------------------------------- once more


def test_a_rematch_swaps_the_sides_and_both_find_it_with_their_links(address):
    async def scene():
        async with tables_at(address) as tables:
            table, links = await new_table(tables)
            assert (await refusal(tables.rematch(table))).error == "not-over"
            await table.move("blue", Move(0, "k", "resign"))
            game = await tables.rematch(table)
            assert game == table.rematch == await tables.rematch(table)
            assert (await reopened(tables, table.id)).rematch == game
            second = await tables.open(game)
            assert (second.rematch_of, second.scenario, second.seq, second.joined) == (table.id, TOY.id, 0, set())
            assert second.seat_of(links["red"]) == "blue"
            assert second.seat_of(links["blue"]) == "red"
            assert second.dice.secret != table.dice.secret

    run(scene())


def test_a_rematch_swaps_with_computer_players_too(address):
    async def scene():
        async with tables_at(address) as tables:
            table, links = await new_table(tables, EUTAW, {"american": "brawler"})
            await table.move("british", Move(0, "k", "resign"))
            second = await tables.open(await tables.rematch(table))
            assert second.players == {"british": "brawler", "american": "human"}
            assert second.seat_of(links["british"]) == "american"

    run(scene())


def test_of_two_who_ask_for_a_rematch_at_once_both_get_the_same(address):
    async def scene():
        async with tables_at(address) as one, tables_at(address) as two:
            table, _ = await new_table(one)
            await table.move("blue", Move(0, "k", "resign"))
            other = await two.open(table.id)
            games = await asyncio.gather(one.rematch(table), two.rematch(other))
            assert games[0] == games[1]
            assert len((await written(one))["games"]) == 2

    run(scene())
