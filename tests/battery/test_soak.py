"""A thousand games of each scenario, half of them by the brawler. `make soak` runs them."""

import pytest

from grognard.core.scenarios import Scenario
from grognard.testing.deciding import check_agreement
from grognard.testing.playing import STYLES, moments, variants
from grognard.testing.showing import check_outcome
from tests.battery.play import every_scenario
from tests.battery.reach import explained, sample, universe
from tests.battery.test_actions import Declared

PARTS = 10
GAMES = 1000
every_part = pytest.mark.parametrize("part", range(PARTS))


def seeds(scenario: Scenario, part: int) -> range:
    """The seeds of one part of the games of a scenario."""
    games_a_seed = len(STYLES) * len(variants(scenario))
    size = -(-GAMES // (games_a_seed * PARTS))
    return range(10_000 + part * size, 10_000 + (part + 1) * size)


@pytest.mark.soak
@every_scenario
@every_part
def test_games_end_and_nothing_said_to_be_impossible_happens(scenario: Scenario, part: int):
    reached = sample(scenario, seeds(scenario, part))
    never, _ = explained(scenario)
    wrong = sorted(item for item in never if reached[item])
    assert not wrong, f"unreached/ says that these cannot be reached, but they were: {wrong}"
    unknown = sorted(set(reached) - set(universe(scenario.rules(scenario.complete(None)))))
    assert not unknown, f"reached, but declared nowhere: {unknown}"


@pytest.mark.soak
@every_scenario
@every_part
def test_every_decision_is_declared_and_its_examples_are_refused(scenario: Scenario, part: int):
    declared = Declared(scenario.rules(scenario.complete(None)))
    for subject in variants(scenario):
        for seed in seeds(scenario, part):
            for style in STYLES:
                game = subject.new(seed)
                for moment in moments(game, seed, style):
                    declared.check(moment)
                check_outcome(game)
    declared.check_all()


@pytest.mark.soak
@every_scenario
@every_part
def test_lists_and_reasons_agree_on_every_action_there_is(scenario: Scenario, part: int):
    for subject in variants(scenario):
        for style in STYLES:
            game = subject.new(part)
            table = game.rules.action_table()
            for moment in moments(game, part, style):
                if moment.number % 40 == part:
                    check_agreement(game, moment.seat, table)
