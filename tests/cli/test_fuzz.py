"""`grognard fuzz`: what is found is told, saved and found again; bad input is refused in a sentence."""

import json
from pathlib import Path

import pytest

from grognard.cli import main
from grognard.core import scenarios
from grognard.core.games import Options
from grognard.core.procedures import Next
from grognard.core.scenarios import Scenario
from tests.core.toy import Duel, ToyGame, ToyRules


class Falling(Duel):
    """The dice fall off the table at the end of the first round."""

    def again(self, game: ToyGame) -> Next:
        raise RuntimeError("the dice fell off the table")


class FallingRules(ToyRules):
    procedures = (Falling, *ToyRules.procedures[1:])

    def first_procedure(self, state: object) -> Falling:
        return Falling()


def make(scenario: Scenario, options: Options) -> FallingRules:
    return FallingRules(scenario, options)


def test_a_game_without_mistakes_ends_well(capsys: pytest.CaptureFixture[str]):
    assert main(["fuzz", "toy/duel", "--games", "2", "--seconds", "60"]) == 0
    said = capsys.readouterr()
    assert "toy/duel: 2 games" in said.out
    assert "nothing found" in said.out
    assert said.err == ""


def test_what_is_found_is_saved_and_found_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    scenarios.add(Scenario("toy/falling", "A duel on a small table", make))
    monkeypatch.chdir(tmp_path)
    assert main(["fuzz", "toy/falling", "--games", "5", "--seed", "3"]) == 1
    said = " ".join(capsys.readouterr().out.split())
    assert "RuntimeError: the dice fell off the table (seed 3, random, after" in said
    assert "again: grognard fuzz toy/falling --player random --seed 3 --games 1" in said
    assert "The record of this game is in fuzz-toy-falling.json" in said
    record = json.loads((tmp_path / "fuzz-toy-falling.json").read_text())
    assert record["scenario"] == "toy/falling"
    assert main(["fuzz", "toy/falling", "--player", "random", "--seed", "3", "--games", "1", "-o", "again.json"]) == 1
    assert json.loads((tmp_path / "again.json").read_text()) == record


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["toy/nowhere"], "There is no scenario 'toy/nowhere'"),
        (["toy/duel", "--games", "0"], "A number of games, or of seconds, is greater than 0."),
        (["toy/duel", "--seconds", "-1"], "A number of games, or of seconds, is greater than 0."),
        (["toy/duel", "--player", "nobody"], "There is no player 'nobody'"),
        (["toy/duel", "--option", "size=1"], "has no option 'size'"),
        (["toy/duel", "-o", "/nowhere/at/all.json"], "cannot be written"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(given: list[str], words: str, capsys: pytest.CaptureFixture[str]):
    assert main(["fuzz", *given]) == 2
    said = capsys.readouterr()
    assert words in said.err
    assert said.err.count("\n") == 1
