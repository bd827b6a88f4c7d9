"""Places and pieces are known by the types of fields; nothing is lost that looking for names among words would find."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import ClassVar

import pytest

import grognard
from grognard.core.choices import drawn, listed
from grognard.core.events import Drawn, Event, PieceInPlace, PlaceWithPieces, Rolled
from grognard.core.facts import mentions, roles
from grognard.core.scenarios import Scenario, installed
from grognard.server.views.context import context_of
from grognard.server.views.log import line_of
from grognard.server.views.questions import choices_of
from tests.core.relief import RELIEF, Beacon, CameOn, Dig
from tests.core.tabletop import TABLETOP, Go, Walked

SOME = 150
"""Decisions of each game."""


def words_in(said: Iterable[object]) -> Iterator[str]:
    """Every word in what is said, one level deep: the slow and doubtful way."""
    for value in said:
        for word in value if isinstance(value, tuple | list | frozenset) else (value,):
            if isinstance(word, str | PlaceWithPieces | PieceInPlace):
                yield str(word)


@pytest.mark.parametrize(
    "scenario",
    [*installed(), RELIEF, pytest.param(TABLETOP, marks=pytest.mark.unfilled_texts)],  # its words are those of other games
    ids=lambda scenario: scenario.id,
)
def test_types_tell_what_words_would(scenario: Scenario):
    game, chance = grognard.new(scenario.id, seed=11), Random(11)
    choices = events = 0
    for _ in range(SOME):
        if game.over is not None:
            break
        name = game.actors[0]
        context = context_of(game, name)
        board = context.board
        assert board is not None
        known = {choice.action: choice for choice in choices_of(context, False)}
        seat = game.seat(name)
        for action in listed(seat.actions)[:60]:
            words = [one for word in words_in(seat.said(action).values()) for one in board.counters_of(word)]
            places = {board.find(word) or board.where.get(word) for word in words} - {None}
            pieces = {word for word in words if word in context.names and board.find(word) is None}
            assert set(known[str(action)].places) == places, action
            assert set(known[str(action)].pieces) == pieces, action
            choices += 1
        before = game.happened.length
        game.play(name, drawn(game.actions(name), chance.random()))
        after = context_of(game, name)
        assert after.board is not None
        for _, event in after.seat.log.since(before):
            if isinstance(event, Drawn):  # of what is drawn only the game knows whether it is a piece
                continue
            codes = {"own", "enemy"} if event.key == "event.bonuses-shared" else set()  # dice as digits look like a hex
            fields = (field for field in event.__struct_fields__ if field not in codes)
            words = list(words_in(getattr(event, field) for field in fields))
            line = line_of(after, event, 0, 0)
            assert set(line.places) == {after.board.find(word) for word in words} - {None}, event
            assert set(line.pieces) == {word for word in words if word in after.names and after.board.find(word) is None}, event
            events += 1
    assert choices > 30
    assert events > 10


def test_fields_say_what_they_name():
    assert roles(Walked) == {"man": "piece", "start": "place", "end": "place"}
    assert roles(CameOn) == {"piece": "piece", "box": "place"}
    assert roles(Go) == {"point": "place"}
    assert list(mentions(Dig, {"hex": "1008"})) == [("place", "1008")]
    assert list(mentions(Beacon, {"sector": "north", "more": "south"})) == [("place", "north")]


class Read(Event, frozen=True):
    result: str
    reads: ClassVar[str] = "result"


class Heard(Event, frozen=True):
    result: str


def test_a_roll_is_told_with_the_result_of_the_event_that_says_so():
    context = context_of(grognard.new(RELIEF.id, seed=1), None)
    rolled = Rolled("look-out", (4,))
    for after, result in ((Read("hit"), "hit"), (Heard("hit"), ""), (None, "")):
        ledger = line_of(context, rolled, 0, 0, after).roll
        assert ledger is not None
        assert (ledger.result, ledger.sides, ledger.faces) == (result, 6, (4,))
