"""Scenarios, their options, and the catalogue that finds them."""

import gc
import threading
import weakref
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import entry_points

import pytest

import grognard
from grognard.core import scenarios
from grognard.core.errors import GrognardError, UnknownName
from grognard.core.games import Options
from grognard.core.scenarios import GROUP, Option, Scenario
from tests.core.toy import TOY, Bid, ToyRules

WEATHER = Option("weather", "fair", ("fair", "rain"), "T7")
LIVES = Option("lives", 3, (1, 3, 5))
SECOND = Option("seconds", True, (True, False))

made: list[Options] = []


def make(scenario: Scenario, options: Options) -> ToyRules:
    made.append(options)
    return ToyRules(scenario, options)


@pytest.fixture
def scenario() -> Iterator[Scenario]:
    made.clear()
    added = scenarios.add(Scenario("toy/weather", "A duel in the rain", make, (WEATHER, LIVES, SECOND)))
    yield added
    scenarios.ADDED.remove(added)


def test_options_have_defaults(scenario: Scenario):
    assert scenario.complete(None) == {"weather": "fair", "lives": 3, "seconds": True}
    assert scenario.complete({"lives": 5}) == {"weather": "fair", "lives": 5, "seconds": True}
    game = grognard.new("toy/weather", seed=1, options={"weather": "rain"})
    assert game.options == {"weather": "rain", "lives": 3, "seconds": True}
    assert game.position()["options"] == game.options


def test_an_unknown_option_is_refused(scenario: Scenario):
    with pytest.raises(UnknownName) as refused:
        grognard.new("toy/weather", options={"wether": "rain"})
    assert str(refused.value) == "Scenario 'toy/weather' has no option 'wether'; its options are: weather, lives, seconds."


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"weather": "snow"}, "Option 'weather' cannot be 'snow'; it is one of 'fair', 'rain'."),
        ({"lives": 2}, "Option 'lives' cannot be 2; it is one of 1, 3, 5."),
        ({"lives": "3"}, "Option 'lives' cannot be '3'; it is one of 1, 3, 5."),
        ({"lives": True}, "Option 'lives' cannot be True; it is one of 1, 3, 5."),
        ({"seconds": 1}, "Option 'seconds' cannot be 1; it is one of True, False."),
    ],
)
def test_an_option_has_one_of_its_values(scenario: Scenario, options: Options, words: str):
    with pytest.raises(UnknownName) as refused:
        grognard.new("toy/weather", options=options)
    assert str(refused.value) == words


def test_rules_are_made_once_for_each_set_of_options(scenario: Scenario):
    for _ in range(3):
        grognard.new("toy/weather", seed=1)
        grognard.new("toy/weather", seed=1, options={"weather": "rain"})
    assert len(made) == 2
    one, other = grognard.new("toy/weather", seed=1), grognard.new("toy/weather", seed=2)
    assert one.rules is other.rules


def test_rules_that_no_game_uses_are_let_go_but_for_a_few(scenario: Scenario, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(scenario._rules, "most", 2)
    played = grognard.new("toy/weather", seed=1)
    others: list[Options] = [{"lives": lives, "seconds": seconds} for lives in (1, 3, 5) for seconds in (True, False)]
    seen = [weakref.ref(scenario.rules(scenario.complete(options))) for options in others]
    gc.collect()
    assert sum(known() is not None for known in seen) == 3  # the last two, and those that are played by
    assert grognard.new("toy/weather", seed=2).rules is played.rules
    assert len(made) == len(others)


def test_threads_that_ask_at_once_are_given_the_same_rules():
    def slowly(scenario: Scenario, options: Options) -> ToyRules:
        together.wait(0.2)
        return make(scenario, options)

    together = threading.Event()
    slow = Scenario("toy/slow", "A slow duel", slowly)
    with ThreadPoolExecutor(4) as threads:
        found = [threads.submit(slow.rules, {}) for _ in range(4)]
    assert len({id(future.result()) for future in found}) == 1


def test_a_scenario_tells_its_seats_and_numbers_its_actions():
    assert TOY.seats() == ("red", "blue")
    table = TOY.rules({}).action_table()
    assert [TOY.action_id(action) for action in table] == list(range(len(table)))
    with pytest.raises(KeyError):
        TOY.action_id(Bid(99))


def test_the_seats_in_a_list_are_those_of_the_rules():
    def never(scenario: Scenario, options: Options) -> ToyRules:
        raise AssertionError("a list needs no rules")

    assert Scenario("toy/named", "A duel", never, seats=("red", "blue")).seats() == ("red", "blue")
    for known in scenarios.installed():
        assert known.seats() == known.rules(known.complete(None)).seats, known.id


def test_other_options_may_seat_others():
    savannah = grognard.find("revolution/savannah/historical")
    assert savannah.seats({"seats": "two"}) == savannah.seats() == ("british", "allied")
    assert savannah.seats({"seats": "three"}) == ("british", "french", "american")


def test_the_catalogue_holds_what_is_installed_and_what_is_added(scenario: Scenario):
    ids = [known.id for known in grognard.catalogue()]
    assert {"toy/duel", "toy/weather"} <= set(ids)
    assert len(set(ids)) == len(ids)
    assert grognard.find("toy/weather") is scenario


def test_every_installed_game_announces_itself_by_an_entry_point():
    announced = [scenario.id for point in entry_points(group=GROUP) for scenario in point.load()()]
    assert announced
    assert sorted(announced) == [scenario.id for scenario in scenarios.installed()]
    assert all(scenario.title for scenario in scenarios.installed())


def test_an_unknown_scenario_suggests_the_nearest():
    with pytest.raises(UnknownName) as refused:
        grognard.new("toy/dule")
    assert str(refused.value) == "There is no scenario 'toy/dule'; did you mean 'toy/duel'?"
    with pytest.raises(UnknownName, match=r"There is no scenario 'zzzzzzzzz'; the scenarios are .*toy/duel"):
        grognard.find("zzzzzzzzz")


def test_an_id_names_one_scenario(scenario: Scenario):
    with pytest.raises(GrognardError, match="There is already a scenario 'toy/weather'; give the new one another id"):
        scenarios.add(Scenario("toy/weather", "Another", make))


def test_a_game_without_a_seed_gets_one_of_its_own():
    seeds = {grognard.new(TOY.id).record()["dice"]["seed"] for _ in range(5)}
    assert len(seeds) == 5
