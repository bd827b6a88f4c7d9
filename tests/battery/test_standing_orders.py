"""Standing orders of every game: they are in words, cite rules, and answer whatever is asked in another's turn."""

from __future__ import annotations

import pytest

from grognard.core.scenarios import Scenario, installed
from grognard.testing.playing import EVERY_MOMENT, Subject
from grognard.testing.showing import check_absent, check_order_words, check_orders
from tests.battery.play import SUBJECTS, every_scenario, every_subject

every_installed = pytest.mark.parametrize("scenario", installed(), ids=lambda scenario: scenario.id)


@every_scenario
def test_each_order_answers_questions_that_there_are(scenario: Scenario):
    rules = scenario.rules(scenario.complete(None))
    assert all(rules.standing_orders(seat) for seat in rules.seats)
    check_orders(rules)


@every_installed
def test_each_order_is_in_words_and_cites_its_rules(scenario: Scenario):
    check_order_words(scenario.rules(scenario.complete(None)))


@every_subject
def test_who_has_ordered_everything_is_asked_nothing_in_anothers_turn(subject: Subject):
    strictly = not subject.scenario.id.startswith("toy/")  # who has no card cannot parry
    seeds = range(2) if EVERY_MOMENT or not subject.options else [SUBJECTS.index(subject) % 2]
    answered = sum(check_absent(subject, seed, strictly) for seed in seeds)
    assert answered or len(subject.rules.seats) == 1
