"""Players know every question of the games that they play: nothing is answered because nobody has thought of it."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import ClassVar

import pytest

import grognard
from grognard.core.actions import Pass
from grognard.core.errors import GrognardError
from grognard.core.games import Game
from grognard.core.procedures import DONE, EachInOrder, Next, Procedure
from grognard.core.rules import Rules
from grognard.core.scenarios import installed
from grognard.players import PLAYERS, play_out, player
from grognard.players.handlers import Handlers
from grognard.testing.playing import variants
from tests.battery.declared import refusals

LISTING = [name for name in PLAYERS if hasattr(player(name, 0), "handlers")]
"""The players that answer by tables."""


def tables(name: str, game: Game) -> tuple[Handlers[object], ...]:
    """The tables by which a player answers; those without judgement have none."""
    found: tuple[Handlers[object], ...] = player(name, 0).handlers(game) if name in LISTING else ()  # type: ignore[attr-defined]
    return found


def players_of(game: Game) -> list[str]:
    return [name for name in LISTING if player(name, 0).plays(game)]  # type: ignore[attr-defined]


def asking_steps(rules: Rules) -> Iterator[tuple[type[Procedure], str]]:
    """The steps from which a question comes, as the battery knows them."""
    asked = set(refusals(rules)) & rules.question_kinds()
    for kind in rules.procedures:
        windows = kind.in_anothers_turn
        for name in rules.windows if windows else kind.steps:
            if f"{kind.__name__}.{name}" in asked:
                yield kind, kind.steps[0] if windows else name


@pytest.mark.parametrize("scenario", [scenario.id for scenario in installed()])
def test_every_question_of_a_game_has_a_handler_or_is_left_to_the_usual_answer(scenario: str):
    found = next(each for each in installed() if each.id == scenario)
    for variant in variants(found):
        game = variant.new(1)
        assert players_of(game)
        for name in players_of(game):
            listed = tables(name, game)
            for kind, step in asking_steps(game.rules):
                assert any(table.listed(kind, step) for table in listed), f"{name} does not list {kind.__name__}.{step}"


@pytest.mark.parametrize("scenario", ["revolution/savannah/historical", "chancellorsville/victories/jackson-attack"])
def test_nothing_is_answered_in_a_game_that_is_not_listed(scenario: str):
    """Nor in the games of `test_players`."""
    game = grognard.new(scenario, seed=11)
    (name,) = players_of(game)
    for table in tables(name, game):
        table.fallbacks.clear()
    assert play_out(game, {seat: player(name, place) for place, seat in enumerate(game.seats)}) == game.over
    assert not any(table.fallbacks for table in tables(name, game))


# ---------------------------------------------------------------- the tables themselves


class Errand(Procedure):
    steps: ClassVar[tuple[str, ...]] = ("leave", "arrive")

    def leave(self, game: Game) -> Next:
        return None

    def arrive(self, game: Game) -> Next:
        return DONE

    def rest(self, game: Game) -> Next:
        return None


class Detour(Errand):
    def arrive(self, game: Game) -> Next:
        return None


def test_a_handler_serves_the_procedures_that_inherit_or_replace_a_step():
    table = Handlers({Errand.leave: "go", Errand.arrive: "stop"})
    assert table.get(Detour(step="leave")) == "go"
    assert table.get(Detour(step="arrive")) == "stop"
    assert Handlers({Errand.arrive: "stop", Detour.arrive: "on"}).get(Detour(step="arrive")) == "on"


def test_a_step_that_is_left_to_the_usual_answer_is_no_fallback():
    table: Handlers[str] = Handlers({}, defaults=(Errand.leave, EachInOrder.choose))
    assert table.of(Errand(step="leave")) is None
    assert not table.fallbacks


def test_what_is_not_listed_is_counted_and_logged(caplog: pytest.LogCaptureFixture):
    table = Handlers({Errand.leave: "go"})
    with caplog.at_level(logging.DEBUG, "grognard.players"):
        assert table.of(Errand(step="arrive")) is None
    assert table.fallbacks == {"Errand.arrive": 1}
    assert caplog.messages == ["the usual answer to Errand.arrive: it is not listed"]


def test_an_illegal_answer_is_counted_and_logged(caplog: pytest.LogCaptureFixture):
    table = Handlers({Errand.leave: "go"})
    assert table.is_legal(Errand(step="leave"), Pass(), [Pass()])
    with caplog.at_level(logging.DEBUG, "grognard.players"):
        assert not table.is_legal(Errand(step="leave"), Pass(), [])
    assert table.fallbacks == {"Errand.leave": 1}
    assert caplog.messages == ["the usual answer to Errand.leave: 'pass' is not legal"]


@pytest.mark.parametrize("step", [Errand.rest, refusals])
def test_only_a_step_of_a_procedure_can_have_a_handler(step: object):
    with pytest.raises(GrognardError, match="is not a step of a procedure"):
        Handlers({step: "go"})  # type: ignore[dict-item]


def test_a_step_is_listed_once():
    with pytest.raises(GrognardError, match=r"'Errand\.leave' has a handler and is left to the usual answer, too"):
        Handlers({Errand.leave: "go"}, defaults=(Errand.leave,))


def test_a_table_can_be_extended():
    table = Handlers({Errand.leave: "go"}, defaults=(Errand.arrive,)).extended(
        {Errand.arrive: "stop"}, defaults=(EachInOrder.choose,)
    )
    assert [table.get(Errand(step=step)) for step in Errand.steps] == ["go", "stop"]
    assert set(table.defaults) == {EachInOrder.choose}
