"""A battlefield of somebody's own: one file, checked, with every fault named by its place, and played."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.cli import main
from grognard.core.custom_scenarios import bring_scenario
from grognard.core.errors import GrognardError, ScenarioError
from grognard.core.scenarios import ADDED
from grognard.players import play_out, player

DATA = resources.files("grognard.games.chancellorsville.red_dice") / "data" / "scenarios.json"


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """What a test brings is gone afterwards."""
    before = list(ADDED)
    yield
    ADDED[:] = before


def farm() -> dict[str, Any]:
    """A copy of a supplied battlefield under another name."""
    found: dict[str, Any] = json.loads(DATA.read_text("utf-8"))["scenarios"][0]
    return found | {"id": "farm", "title": "The farm"}


def written(folder: Path, body: dict[str, Any]) -> Path:
    file = folder / "farm.json"
    file.write_text(json.dumps(body), "utf-8")
    return file


def test_it_is_played_recorded_and_replayed(tmp_path: Path):
    scenario = bring_scenario(written(tmp_path, farm()))
    assert scenario.title == "Red Dice: The farm"
    assert scenario.id.startswith("chancellorsville/red-dice/farm-")
    assert bring_scenario(tmp_path / "farm.json") is scenario
    game = grognard.new(scenario.id, seed=1)
    play_out(game, {seat: player("random", 1) for seat in game.seats})
    assert grognard.replay(game.record()).position() == game.position()


def test_another_file_is_another_scenario(tmp_path: Path):
    first = bring_scenario(written(tmp_path, farm()))
    body = farm()
    body["squads"][0]["soldiers"][0]["x"] += 0.1
    assert bring_scenario(written(tmp_path, body)).id != first.id


def off_the_table(body: dict[str, Any]) -> None:
    body["features"][0]["points"][0] = [300, 20]


def overlapping(body: dict[str, Any]) -> None:
    soldiers = body["squads"][0]["soldiers"]
    soldiers[1] |= {"x": soldiers[0]["x"], "y": soldiers[0]["y"]}


def wrong_kind(body: dict[str, Any]) -> None:
    body["features"][0]["kind"] = "volcano"


def words_for_numbers(body: dict[str, Any]) -> None:
    body["squads"][1]["soldiers"][2]["x"] = "left"


def no_table(body: dict[str, Any]) -> None:
    del body["table"]


def stranger_leads(body: dict[str, Any]) -> None:
    body["squads"][0]["leader"] = "nobody"


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (off_the_table, r"The battlefield 'farm': feature '[\w-]+' has a point \(300, 20\) off the table\."),
        (overlapping, r"squad 'V1': the base of 'V1-2' at .* overlaps that of 'V1-1' \(D-R1\)\."),
        (wrong_kind, r"is of the kind 'volcano'; the kinds are woods, "),
        (
            words_for_numbers,
            r"cannot be read: expected 'float', got 'str' in 'x' of 'V2-3' of 'soldiers' of 'V2' of 'squads'\.",
        ),
        (no_table, r"The battlefield cannot be read: object missing required field 'table' at the top\."),
        (stranger_leads, r"squad 'V1' is led by 'nobody', who is none of its soldiers\."),
    ],
)
def test_faults_are_named_by_their_place(spoil: Callable[[dict[str, Any]], None], words: str, tmp_path: Path):
    body = farm()
    spoil(body)
    known = list(ADDED)
    with pytest.raises(ScenarioError, match=words):
        bring_scenario(written(tmp_path, body))
    assert known == ADDED


def test_all_faults_are_named_at_once(tmp_path: Path):
    body = farm()
    off_the_table(body)
    overlapping(body)
    stranger_leads(body)
    with pytest.raises(ScenarioError) as refused:
        bring_scenario(written(tmp_path, body))
    assert len(refused.value.faults) >= 3


def test_a_file_that_is_none_is_refused_in_a_sentence(tmp_path: Path):
    with pytest.raises(GrognardError, match=r"There is no file '.*nowhere\.json'\."):
        bring_scenario(tmp_path / "nowhere.json")
    (tmp_path / "bad.json").write_text("{", "utf-8")
    with pytest.raises(ScenarioError, match="cannot be read: it is not JSON"):
        bring_scenario(tmp_path / "bad.json")


def test_the_command_refuses_a_bad_file_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    body = farm()
    stranger_leads(body)
    assert main(["play", "--plain", "--battlefield", str(written(tmp_path, body))]) != 0
    assert capsys.readouterr().err.startswith("The battlefield 'farm': squad 'V1' is led by 'nobody'")
