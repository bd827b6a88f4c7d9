"""Whose code is whose, where one rule is cited within the code of another."""

from pathlib import Path
from random import Random

import pytest

from tests.mutation import __main__ as mutants
from tests.mutation.__main__ import GOLDEN, Cited, game_tests, own_code, places_of, rules_beside, trials_of
from tests.mutation.running import file_of

PROJECT = Path(__file__).parents[2]
FILE = "src/grognard/games/family/game/cost.py"
MODULE = '''\
def cost(unit, side):
    """X1.1, X1.2: what a hexside adds."""
    if side.river:
        return 3  # X1.3
    if side.stream:
        return 2
    return 0
'''


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Cited]:
    (tmp_path / FILE).parent.mkdir(parents=True)
    (tmp_path / FILE).write_text(MODULE)
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    mutants.source_of.cache_clear()
    mutants.code_cited.cache_clear()
    lines = {"X1.1": 2, "X1.2": 2, "X1.3": 4}
    return [Cited(id, "x", ((FILE, line),), ("tests",)) for id, line in lines.items()]


def test_code_that_cites_a_rule_by_itself_is_that_rules(rules: list[Cited]):
    places = places_of(rules)
    assert own_code(rules[0], FILE, 2, places) == {1, 2, 5, 6, 7}
    assert own_code(rules[2], FILE, 4, places) == {3, 4}


def test_the_rules_around_it_stand_beside_it(rules: list[Cited]):
    places = places_of(rules)
    inner = trials_of(rules[2], places, Random(1), 99)
    assert {trial.fault.line for trial in inner} == {3, 4}
    assert {rule.id for trial in inner for rule in rules_beside(trial, places)} == {"X1.1", "X1.2"}
    outer = trials_of(rules[0], places, Random(1), 99)
    assert {trial.fault.line for trial in outer} == {5, 6, 7}
    assert {rule.id for trial in outer for rule in trial.beside} == {"X1.2"}


def test_tests_of_the_game_whose_code_it_is_have_to_notice_too(rules: list[Cited]):
    (trial, *_) = trials_of(rules[0], places_of(rules), Random(1), 99)
    assert trial.game == ["tests/x", f"{GOLDEN}[x-", "tests/game", f"{GOLDEN}[game-"]


def test_every_game_that_plays_by_a_rulebook_has_to_notice():
    victories = game_tests("victories")
    assert {"tests/victories", "tests/old_joe", f"{GOLDEN}[old-joe-"} <= set(victories)
    assert {file.split("/")[1] for file in game_tests("series")} >= {
        "series",
        "eutaw",
        "guilford",
        "savannah",
        "analysis",
        "golden",
    }
    assert all((PROJECT / file_of(place)).exists() for place in (*victories, *game_tests("series")))
