"""Standing orders at a table: what was ordered is done at once, as a move like any other."""

from __future__ import annotations

import asyncio
from random import Random
from statistics import median
from time import monotonic

import pytest

from grognard.server.autoplay.computers import LONGEST, SHORTEST, leisure
from grognard.server.notices.your_turn import is_asked
from grognard.server.shapes import HUMAN
from grognard.server.storage.store import SeatRow
from grognard.server.tables.answering import Automatic, answer_for
from grognard.server.tables.table import Table
from tests.core.toy import BLANK, ToyGame, ToyRules
from tests.proving_ground import AMERICAN, Unit, act, asked, field
from tests.savannah.card_table import tactical
from tests.server.seating import everything, new_table, play, reopened, run, settled, tables_at, until


async def bids(table: Table) -> None:
    """Red bids more and strikes, so that blue is offered the window."""
    await play(table, "red", "bid 2")
    await play(table, "blue", "bid 0")


def test_an_order_answers_for_its_person(address):
    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            await table.order("blue", "parry", "pass")
            await bids(table)
            await until(lambda: table.seq == 3)
            moves = (await tables.store.load(table.id)).moves  # type: ignore[union-attr]
            assert (moves[3].seat, moves[3].kind, moves[3].entries[0]) == ("blue", "action", "blue pass")
            assert everything((await reopened(tables, table.id)).game) == everything(table.game)

    run(scene())


def test_an_automatic_answer_in_a_window_waits_for_its_pace(address):
    """Also where only one answer is legal: a quick pass would tell that nothing is held."""

    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            assert tables.computers is not None
            tables.computers.pace = 10_000.0
            await table.order("blue", "parry", "pass")
            await bids(table)
            await settled(tables)
            await asyncio.sleep(0.1)
            assert (table.seq, table.game.actors) == (2, ("blue",))
            tables.computers.pace = 0.0
            await play(table, "blue", "pass")
            assert table.seq == 3

    run(scene())


def test_a_seat_that_is_spared_passes_as_late_as_a_person_might_and_only_while_they_are_there(address):
    """Blue holds no card to parry with, and wants to be asked only with one."""

    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            assert tables.computers is not None
            tables.computers.pace, tables.computers.leisure = 10_000.0, lambda: 0.0
            assert isinstance(table.game, ToyGame)
            table.game.state.cards = table.game.state.cards | {"blue": BLANK}
            await table.order("blue", "parry", "spare")
            await bids(table)
            await settled(tables)
            await asyncio.sleep(0.1)
            assert (table.seq, table.game.actors) == (2, ("blue",)), "nobody is there"
            assert is_asked(table, "blue"), "so they are told that the game waits"
            async with table.subscribe("blue"):
                await until(lambda: table.seq == 3)

    run(scene())


def test_a_seat_that_is_spared_begins_to_think_when_it_comes_and_anew_when_it_comes_back(address):
    """A pass as soon as somebody reloads the page would tell that a clock ran while nobody looked."""
    drawn: list[float] = []

    def leisure() -> float:
        drawn.append(0.4)
        return drawn[-1]

    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            assert tables.computers is not None
            tables.computers.pace, tables.computers.leisure = 10_000.0, leisure
            assert isinstance(table.game, ToyGame)
            table.game.state.cards = table.game.state.cards | {"blue": BLANK}
            await table.order("blue", "parry", "spare")
            await bids(table)
            await settled(tables)
            await asyncio.sleep(0.5)
            assert drawn == [], "nobody is there who could think"
            async with table.subscribe("blue"):
                await until(lambda: len(drawn) == 1)
                await asyncio.sleep(0.25)
            async with table.subscribe("blue"):  # they reload the page
                came = monotonic()
                async with table.subscribe("blue"):  # a second page is no new arrival
                    await until(lambda: table.seq == 3)
            assert monotonic() - came >= 0.4
            assert len(drawn) == 2

    run(scene())


def test_a_table_that_plays_with_orders_asks_no_person_in_a_window():
    """What the seat ordered is done; without an order the window goes by, at the same pace."""
    pieces = {"battery_a": "1505", "foix": "1507", "prevost": "1702"}
    game = tactical("artillery fire", pieces, allied=[43], options={"reactions": "orders"})
    row = SeatRow("allied", HUMAN, None, True, True, "", 0)
    for orders, action in (
        ({}, "hold-cards"),
        ({"card-V-C43": "play"}, "arm battery_a"),
        ({"window-fire": "spare"}, "hold-cards"),
        ({"window-fire": "spare", "card-V-C43": "kept"}, "hold-cards"),
    ):
        assert answer_for(game, row, orders) == Automatic(action=action)


def test_how_late_depends_on_chance_alone():
    waits = [leisure(Random(seed)) for seed in range(500)]
    assert min(waits) == SHORTEST
    assert SHORTEST < median(waits) < LONGEST
    assert max(waits) <= LONGEST


def test_an_order_given_while_the_question_waits_answers_it(address):
    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            await bids(table)
            assert table.game.actors == ("blue",)
            await table.order("blue", "parry", "pass")
            await until(lambda: table.seq == 3)

    run(scene())


def test_an_order_that_is_not_legal_leaves_the_question_to_its_person(address, monkeypatch):
    monkeypatch.setattr(ToyRules, "reactions", lambda self, game, window, seat: [])

    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            await table.order("blue", "parry", "parry")
            await bids(table)
            await settled(tables)
            await asyncio.sleep(0.1)
            assert (table.seq, table.game.actors) == (2, ("blue",))
            await play(table, "blue", "pass")

    run(scene())


def test_an_order_that_fails_keeps_nobody_from_moving(address, monkeypatch, caplog):
    def fail(self, game, seat, order, answer):
        raise LookupError("a bug")

    monkeypatch.setattr(ToyRules, "carry_out", fail)

    async def scene():
        async with tables_at(address) as tables:
            table, _ = await new_table(tables)
            await table.order("blue", "parry", "pass")
            await bids(table)
            assert (table.seq, table.game.actors) == (2, ("blue",))
            assert "A standing order of blue" in caplog.text

    run(scene())


def test_what_is_left_to_the_computer_is_thought_about(address, monkeypatch):
    shown: list[str] = []

    async def scene():
        async with tables_at(address, thinkers=1) as tables:
            table, _ = await new_table(tables)
            monkeypatch.setattr(table, "show_thinking", lambda seat, thinks: shown.append(seat))
            await table.order("blue", "parry", "computer")
            await bids(table)
            await until(lambda: table.seq == 3)
            assert table.players == {"red": "human", "blue": "human"}
            assert shown == [], "that a person has left it to the computer is nobody's business"

    run(scene())


def test_an_order_is_carried_out_after_the_server_was_started_again(address):
    async def scene():
        async with tables_at(address) as tables:
            assert tables.computers is not None
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(tables.computers, "look_at", lambda table: None)  # it is killed before it comes to that
                table, _ = await new_table(tables)
                await table.order("blue", "parry", "pass")
                await bids(table)
                game = table.id
        async with tables_at(address) as tables:
            while (loaded := await tables.store.load(game)) is None or loaded.header.seq < 3:
                await asyncio.sleep(0.02)

    run(scene())


def test_who_takes_back_what_was_ordered_is_asked_himself():
    game = field([Unit("4-0-4", "1010")], [Unit("2-0-8", "1011", kind="dragoons")], phase="close combat")
    row = SeatRow(AMERICAN, HUMAN, None, True, True, "", 0)
    orders = {"cavalry-withdrawal": "ride-off"}
    assert answer_for(game, row, orders) == Automatic(action="withdraw")
    act(game, "withdraw")
    assert asked(game) == "retreat"
    game.undo(AMERICAN)
    assert asked(game) == "cavalry-withdrawal"
    assert answer_for(game, row, orders) is None
    act(game, "stand")
    assert asked(game) == "choose-tactics"
    assert answer_for(game, row, {"tactics": "skirmish"}) == Automatic(action="chit skirmish"), "orders are in force again"
