"""Exact odds come from a process of their own: the same as here, a few at a time, and nobody waits for who has gone."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from itertools import islice
from typing import Any

import pytest

import grognard
from grognard.core.choices import listed
from grognard.core.games import Game
from grognard.core.rules import Rules
from grognard.server.calculating import calculator as calculating
from grognard.server.calculating.calculator import IN_ALL, OF_ONE, Calculator
from grognard.server.calculating.process import Answer, Question, answer
from grognard.server.history import Visitor
from grognard.server.views.context import context_of
from grognard.server.views.odds import odds_at
from tests.eutaw.positions import eutaw
from tests.server.seating import EUTAW, PERFECT_PLAN, refusal, run, until
from tests.server.test_views import played

FIELD = {"maryland": "1112", "kirkwood": "1112", "buffs": "1111", "coffin": "1111", "63rd": "1012"}
RED_DICE = "chancellorsville/red-dice/furnace"


def battle() -> Game:
    return eutaw(FIELD, phase="close combat", dice=[9] * 9)


def fights_in(game: Game, seat: str) -> list[str]:
    """What a seat may choose that begins a fight."""
    return [str(action) for action in listed(game.actions(seat)) if game.seat(seat).ask(Rules.fight_of, action) is not None]


@contextlib.asynccontextmanager
async def closing(calculator: Calculator):
    try:
        yield calculator
    finally:
        await calculator.close()


def test_they_are_those_of_the_game():
    game = battle()
    action = fights_in(game, "american")[0]

    async def scene() -> None:
        async with closing(Calculator()) as calculator:
            assert await calculator.odds(game, "g", "american", action) == odds_at(context_of(game, "american"), action)
            assert calculator.busy == 0
            assert (await refusal(calculator.odds(game, "g", "american", "attack"))).error == "malformed"
            assert (await refusal(calculator.odds(game, "g", "british", ""))).error in ("no-fight", "illegal")

    run(scene())


@pytest.mark.parametrize("scenario", [EUTAW, PERFECT_PLAN, RED_DICE])
def test_a_position_is_enough_for_them(scenario: str):
    """The process has no log; hidden pieces are imagined there as they are here."""
    found = 0
    for seed in range(3):
        game = grognard.new(scenario, seed=seed)
        for seat, action in islice(played(game, seed), 250):
            if found < 4 and game.seat(seat).ask(Rules.fight_of, action) is not None:
                here = odds_at(context_of(game, seat), str(action))
                assert answer(Question(game.position(), game.from_frames, seat, str(action), "en")) == Answer(here)
                found += 1
    assert found


class Held(Calculator):
    """One that answers when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[bytes] = []
        self.go = asyncio.Event()

    async def _ask(self, question: bytes) -> Answer:
        self.asked.append(question)
        await self.go.wait()
        return Answer(refusal="Enough.")


def gone(event: asyncio.Event) -> Visitor:
    async def receive() -> Mapping[str, Any]:
        await event.wait()
        return {"type": "http.disconnect"}

    return Visitor(None, receive)


def test_only_so_many_of_one_seat_and_in_all():
    game = battle()

    async def scene() -> None:
        async with closing(Held()) as calculator:
            action = fights_in(game, "american")[0]
            leaves = asyncio.Event()
            waiting = [asyncio.create_task(calculator.odds(game, "g", "american", action, gone(leaves))) for _ in range(OF_ONE)]
            await until(lambda: calculator.busy == OF_ONE)
            refused = await refusal(calculator.odds(game, "g", "american", action))
            assert refused.error == "too-many"
            assert "too many odds at once" in str(refused)
            others = [
                asyncio.create_task(calculator.odds(game, f"g{number}", "american", action))
                for number in range(IN_ALL - OF_ONE)
            ]
            await until(lambda: calculator.busy == IN_ALL)
            assert (await refusal(calculator.odds(game, "more", "american", action))).error == "too-many"
            leaves.set()  # who has gone makes room at once, though one of their questions is still under way
            await asyncio.gather(*waiting, return_exceptions=True)
            assert calculator.busy == IN_ALL - OF_ONE
            await until(lambda: sum(map(len, calculator._waiting.values())) == IN_ALL - 1)
            calculator.go.set()
            assert all(isinstance(each, Exception) for each in await asyncio.gather(*others, return_exceptions=True))
            assert len(calculator.asked) == IN_ALL - OF_ONE + 1, "nobody computes for who has gone"
            assert calculator.busy == 0

    run(scene())


def test_the_seats_take_turns():
    game = battle()

    async def scene() -> None:
        async with closing(Held()) as calculator:
            action = fights_in(game, "american")[0]
            order: list[str] = []

            async def ask(table: str) -> None:
                await refusal(calculator.odds(game, table, "american", action))
                order.append(table)

            first = [asyncio.create_task(ask("greedy")) for _ in range(OF_ONE)]
            await until(lambda: sum(map(len, calculator._waiting.values())) == OF_ONE - 1)
            second = asyncio.create_task(ask("other"))
            await until(lambda: sum(map(len, calculator._waiting.values())) == OF_ONE)
            calculator.go.set()
            await asyncio.gather(*first, second)
            assert order.index("other") <= 2

    run(scene())


def test_a_process_that_dies_or_takes_too_long_is_replaced(monkeypatch):
    game = battle()

    async def scene() -> None:
        async with closing(Calculator()) as calculator:
            action = fights_in(game, "american")[0]
            good = await calculator.odds(game, "g", "american", action)
            first = calculator._process
            assert first is not None
            first.kill()
            await first.wait()
            assert (await refusal(calculator.odds(game, "g", "american", action))).error == "broken"
            assert await calculator.odds(game, "g", "american", action) == good
            with monkeypatch.context() as patch:
                patch.setattr(calculating, "TIMEOUT", 0.0)
                assert (await refusal(calculator.odds(game, "g", "american", action))).error == "broken"
            assert await calculator.odds(game, "g", "american", action) == good

    run(scene())
