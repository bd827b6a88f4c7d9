"""Forecasts and odds against the real procedure, played with dice: many times, each way as often as it should come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from random import Random
from typing import Any

import pytest

import grognard
from grognard.analysis import Forecast
from grognard.core.actions import Action
from grognard.core.dice import Dice
from grognard.core.fights import Consequences
from grognard.core.procedures import AskAll
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import Captured, CombatResolved, FireResolved, TacticsRevealed
from tests.analysis.cases import CASES, Case
from tests.proving_ground import BRITISH, act

UNLIKELY = 1e-7
"""A share as far off as this happens by chance once in ten million; with some hundred shares it never does."""


def chosen(mix: Mapping[str, float], draw: float) -> str:
    for choice, share in mix.items():
        draw -= share
        if draw < 0:
            return choice
    return choice


def answer(game: Battle, forecast: Forecast, random: Random) -> None:
    """Sealed choices by their mixes, all others as the rules say they usually are."""
    if isinstance(game.pending, AskAll):
        for seat in game.actors:
            act(game, f"{seat}: {chosen(forecast.sealed[seat], random.random())}")
        return
    (seat,) = game.actors
    ask = game.question(seat)
    assert ask is not None
    action: Action = game.rules.default_answer(game, ask)[1]
    game.play(seat, action)


def played(case: Case, ready: Battle, forecast: Forecast, seed: int) -> tuple[str, Consequences]:
    """What the table said and what came of it, with the dice of a seed."""
    game = ready.copy()
    game.dice = Dice.fast(seed)
    since = game.happened.length
    act(game, *case.orders)
    random = Random(seed)
    while game.over is None and case.under_way(game):
        answer(game, forecast, random)
    return said(game, since), game.rules.consequences(ready, game)


def said(game: Battle, since: int) -> str:
    for event in game.events(None, since):
        match event:
            case CombatResolved() | FireResolved():
                return event.result
            case TacticsRevealed(result="NC"):
                return "NC"
            case Captured():
                return "guns-taken"
    raise AssertionError("nothing was said")


def check_shares(expected: Mapping[Any, float], seen: Counter[Hashable], number: int) -> None:
    from scipy.stats import binomtest  # slow to import, which every test process would pay for

    assert sum(expected.values()) == pytest.approx(1)
    assert set(seen) <= set(expected)
    for what, chance in expected.items():
        assert binomtest(seen[what], number, min(chance, 1.0)).pvalue > UNLIKELY, (what, chance, seen[what] / number)


def check_case(case: Case, number: int) -> None:
    ready = case.ready()
    forecast = grognard.forecast(ready.seat(BRITISH), case.fight)
    odds = grognard.odds(ready, case.fight)
    results: Counter[Hashable] = Counter()
    consequences: Counter[Hashable] = Counter()
    for seed in range(number):
        result, found = played(case, ready, forecast, seed)
        results[result] += 1
        consequences[found] += 1
    check_shares(forecast.results, results, number)
    check_shares({found: chance for chance, found in odds.outcomes}, consequences, number)


@pytest.mark.parametrize("name", CASES)
def test_the_dice_agree(name: str):
    check_case(CASES[name], 800)


@pytest.mark.soak
@pytest.mark.parametrize("name", CASES)
def test_the_dice_agree_in_the_long_run(name: str):
    check_case(CASES[name], 100_000)
