"""An automaton is asked like anybody, and its own rules answer: nobody sits there."""

from __future__ import annotations

import pytest

import grognard
from grognard.core.dice import Dice
from grognard.core.errors import StuckError, UnknownName
from tests.core.nim import AUTOMATON, NIM, PERSON, AutomatonDecided, NimGame, NimRules, Remove, Turn


def nim(*dice: int) -> NimGame:
    game = grognard.new(NIM.id, dice=Dice.script([*dice]))
    assert isinstance(game, NimGame)
    return game


def remove(game: NimGame, number: int, heap: str = "left") -> None:
    if Turn(heap) in game.actions(PERSON):
        game.play(PERSON, Turn(heap))
    game.play(PERSON, Remove(number))


def test_its_rules_answer_at_once_and_say_why():
    game = nim(5)
    remove(game, 1)
    assert game.state.heaps == {"left": 30, "right": 28}
    decided = [event for event in game.events(PERSON) if isinstance(event, AutomatonDecided)]
    assert decided == [AutomatonDecided(3, "multiple-of-four", "N2")]
    assert game.actors == (PERSON,)


def test_what_it_does_depends_on_the_dice_its_rules_roll():
    game = nim(1)
    remove(game, 1)
    assert game.state.heaps == {"left": 30, "right": 30}


def test_nobody_sits_there():
    game = nim()
    assert game.seats == (PERSON,)
    with pytest.raises(UnknownName):
        game.seat(AUTOMATON)
    with pytest.raises(UnknownName):
        game.resign(AUTOMATON)


def test_it_can_win():
    game = nim(*[6] * 99)
    while game.over is None:
        remove(game, 1, next(heap for heap, stones in game.state.heaps.items() if stones))
    assert game.over.winner == AUTOMATON
    assert grognard.replay(game.record()).over == game.over


def test_who_resigns_loses_to_it():
    game = nim()
    game.resign(PERSON)
    assert game.over is not None
    assert game.over.winner == AUTOMATON


def test_what_it_does_ends_undo_only_if_somebody_learnt_something():
    game = nim(6)
    game.play(PERSON, Turn("left"))
    assert game.can_undo(PERSON)
    game.play(PERSON, Remove(1))
    assert not game.can_undo(PERSON), "its die has fallen"


def test_an_answer_that_is_not_legal_is_a_fault_of_its_rules(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(NimRules, "answer_for", lambda *_: Turn("up"))
    game = nim(6)
    with pytest.raises(StuckError, match="'turn up', which the rules of 'automaton' chose, is not legal"):
        remove(game, 1)
