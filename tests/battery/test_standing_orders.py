"""Standing orders of every game: they are in words, cite rules, and answer whatever is asked in another's turn."""

from __future__ import annotations

import pytest

from grognard.core.orders import ASK, COMPUTER, ordered
from grognard.core.scenarios import Scenario, installed
from grognard.core.texts import has_text
from grognard.players import player
from grognard.rulebooks.ledger import ledger
from tests.battery.play import EVERY_MOMENT, MANY_DECISIONS, STYLES, SUBJECTS, Subject, every_scenario, every_subject

RULES = {entry.id for entry in ledger()}
every_installed = pytest.mark.parametrize("scenario", installed(), ids=lambda scenario: scenario.id)


@every_scenario
def test_each_order_answers_questions_that_there_are(scenario: Scenario):
    rules = scenario.rules(scenario.complete(None))
    for seat in rules.seats:
        orders = rules.standing_orders(seat)
        assert orders
        assert len({order.kind for order in orders}) == len(orders)
        assert {question for order in orders for question in order.questions} <= rules.question_kinds()
        for order in orders:
            words = [answer.word for answer in order.answers]
            assert len(words) == len(set(words)) > 2
            assert (words[0], words[-1]) == (ASK, COMPUTER)


@every_installed
def test_each_order_is_in_words_and_cites_its_rules(scenario: Scenario):
    rules = scenario.rules(scenario.complete(None))
    for order in (order for seat in rules.seats for order in rules.standing_orders(seat)):
        assert has_text(order.title), order.title
        assert [answer.title for answer in order.answers if not has_text(answer.title)] == []
        assert order.cites
        assert set(order.cites) <= RULES


@every_subject
def test_who_has_ordered_everything_is_asked_nothing_in_anothers_turn(subject: Subject):
    answered = 0
    for seed in range(2) if EVERY_MOMENT or not subject.options else [SUBJECTS.index(subject) % 2]:
        game = subject.new(seed)
        players = {name: player(STYLES[-1], 2 * seed + place) for place, name in enumerate(game.seats)}
        absent = game.seats[seed % len(game.seats)]
        known = game.seat(absent).standing_orders
        orders = {order.kind: order.answers[1 + seed % min(len(order.answers) - 2, 3)].word for order in known}
        for _ in range(MANY_DECISIONS):
            if game.over is not None:
                break
            name = game.actors[-1]
            seat = game.seat(name)
            if name == absent and seat.reacts:
                action = ordered(seat, orders)
                if action is None:
                    assert subject.scenario.id.startswith("toy/"), f"{seat.decision} is asked"  # who has no card cannot parry
                    action = players[name].choose(seat)
                else:
                    answered += 1
                assert action in game.actions(name)
            else:
                action = players[name].choose(seat)
            game.play(name, action)
    assert answered or len(subject.rules.seats) == 1
