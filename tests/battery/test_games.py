"""Games end, in an outcome that makes sense; and a sample of them reaches what there is, but for what is explained."""

import hashlib
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import pytest

import grognard
from grognard.core.scenarios import Scenario
from grognard.testing.playing import EVERY_MOMENT, STYLES, Subject, encode
from grognard.testing.showing import check_outcome
from tests.battery.declared import ALIKE, LONG
from tests.battery.play import (
    SCENARIOS,
    SEEDS,
    STYLES_OF_PLAY,
    every_scenario,
    every_style_of_play,
    every_whole_scenario,
    glances,
    play_out,
    seeds_of,
)
from tests.battery.reach import explained, sample, universe

SAMPLE = range(30)
"""Seeds: each is played by each player with each option, as many as it takes."""
TELLING: dict[str, dict[str, tuple[tuple[int, ...], ...]]] = {
    "revolution/guilford/campaign": {
        "random": ((16,), (), (), (6, 10, 21)),
        "brawler": ((13, 24), (6,), (5, 10, 13, 16, 24), (6, 10, 13, 16, 21)),
    },
    "revolution/guilford/historical": {
        "random": ((14, 25), (6,), (14, 20), (7, 14, 25)),
        "brawler": ((4, 14, 20), (20,), (4, 6, 14, 25), (4, 6, 7, 14, 25)),
    },
    "revolution/eutaw/campaign": {
        "random": ((), (), (9,)),
        "brawler": ((2, 3, 4, 6, 9, 12), (2, 3, 4, 6, 9, 12, 17), (2, 3, 4, 12, 17)),
    },
    "revolution/eutaw/historical": {
        "random": ((7, 19), (1, 8, 12, 17), (12,)),
        "brawler": ((1, 7, 8, 17, 19), (1, 11, 12, 17, 19), (1,)),
    },
}
"""Seeds whose games reach everything between them, by the player, as the scenario comes and with each change of its options.

They are played first; when rules have changed, others follow.
"""
FEW = 3
"""Seeds of games that are long: they need not read every cell of the tables."""


@every_style_of_play
def test_games_end_and_their_outcomes_make_sense(subject: Subject, style: str):
    for seed in seeds_of(subject, 6, 2):
        game = play_out(subject, seed, style)
        check_outcome(game)


@every_whole_scenario
def test_a_sample_of_games_reaches_everything_that_is_not_explained(scenario: Scenario):
    never, rare = explained(scenario)
    everything = universe(scenario.rules(scenario.complete(None)))
    seeds = SAMPLE if scenario.id not in LONG else SAMPLE[:FEW]
    telling = [
        (seed, number, style)
        for style, told in TELLING.get(scenario.id, {}).items()
        for number, chosen in enumerate(told)
        for seed in chosen
    ]
    wanted = [item for item in everything if scenario.id not in LONG or item.startswith(("step ", "ask "))]
    wanted = [item for item in wanted if item not in never and item not in rare]
    reached = sample(scenario, seeds, wanted, telling)
    unknown = sorted(set(reached) - set(everything))
    assert not unknown, f"reached, but declared nowhere: {unknown}"
    missing = [item for item in wanted if not reached[item]]
    assert not missing, f"never reached in {len(seeds)} seeds; explain in unreached/: {missing}"
    wrong = sorted(item for item in never if reached[item])
    assert not wrong, f"unreached/ says that these cannot be reached, but they were: {wrong}"


@every_scenario
def test_the_explanations_name_what_exists(scenario: Scenario):
    never, rare = explained(scenario)
    everything = Counter(universe(scenario.rules(scenario.complete(None))))
    assert not [item for item, times in everything.items() if times > 1]
    assert not [item for item in (*never, *rare) if item not in everything]
    assert not set(never) & set(rare)
    assert all(len(reason.split()) >= 3 for reason in (*never.values(), *rare.values()))


@pytest.fixture(scope="session")
def elsewhere() -> Iterator[Callable[[Scenario], str]]:
    """The same games in another process, where names have other hashes; it plays what it is asked for."""
    other = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    command = [sys.executable, "-c", f"from {__name__} import *; tell_digests()"]
    environment = {**os.environ, "PYTHONHASHSEED": other}
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        asked, told = process.stdin, process.stdout
        assert asked is not None
        assert told is not None

        def ask(scenario: Scenario) -> str:
            print(scenario.id, file=asked, flush=True)
            return told.readline().strip()

        yield ask
        asked.close()


def tell_digests() -> None:
    known = {scenario.id: scenario for scenario in SCENARIOS}
    for line in sys.stdin:
        print(digest_of_games(known[line.strip()]), flush=True)


@pytest.mark.parametrize("scenario", [each for each in SCENARIOS if each.id not in ALIKE], ids=lambda scenario: scenario.id)
def test_a_game_does_not_depend_on_the_process_it_is_played_in(scenario: Scenario, elsewhere: Callable[[Scenario], str]):
    assert elsewhere(scenario) == digest_of_games(scenario)


def first_and_last(scenario: Scenario) -> Sequence[tuple[Subject, str]]:
    """The scenario as it comes, and with other options by another player; in the soak all that is played of it."""
    found = [(subject, style) for subject, style in STYLES_OF_PLAY if subject.scenario is scenario]
    return found if EVERY_MOMENT else (found[0], found[-1])


def digest_of_games(scenario: Scenario) -> str:
    """One number for whole games, and for all that is seen on the way."""
    played = first_and_last(scenario)
    games = [play_out(subject, SEEDS[0], style) for subject, style in played]
    texts = [encode([game.record(), game.position(), game.events(None)]) for game in games]
    halfway = [encode(moment.game.position()) for each in played for moment in glances(each[0], SEEDS[0], each[1])]
    return hashlib.sha256(b"".join([*texts, *halfway])).hexdigest()


def test_the_battery_covers_the_catalogue():
    known = {scenario.id for scenario in SCENARIOS}
    assert {scenario.id for scenario in grognard.catalogue() if not scenario.id.startswith("proving-ground/")} <= known
    assert set(STYLES) >= {"random", "brawler"}
