"""A game from another package, installed beside the wheel in an environment of its own: it conforms, and disturbs nobody."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.packaging.conftest import build, copy_of_the_project
from tests.packaging.guests import copy_of_the_example
from tests.packaging.test_installed import add, installed

TELL = """
import json, sys
import grognard
from grognard.core.scenarios import installed
from grognard.core.texts import every_package, texts, texts_of, words_for

rules = {scenario.id: scenario.rules(scenario.complete(None)) for scenario in installed()}
keys = sorted({key for package in every_package() if package != "harrow_mill" for key in texts(package, "en")})
told = {}
for id, each in rules.items():
    with texts_of(each):
        told[id] = {key: words_for(key) for key in keys}
json.dump(told, sys.stdout)
"""
CHECK = """
from grognard.testing import assert_conforms, check
report = check("harrow/mill", games=4)
print(report, dict(report.checks))
assert_conforms("harrow/mill", games=2, players=["miller"])
"""


class Home:
    """An environment in which commands are run as a person runs them."""

    def __init__(self, python: Path, folder: Path) -> None:
        self.python = python
        self.folder = folder

    def run(self, program: str, *arguments: str) -> str:
        """What a program says; it must end well."""
        environment = {"PATH": "", "PYTHONPATH": "", "HOME": str(self.folder)}
        command = [str(self.python), "-c", program, *arguments]
        done = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def grognard(self, *arguments: str) -> str:
        return self.run("import sys; from grognard.cli import main; sys.exit(main())", *arguments)


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Of the project, and of the example."""
    folder = tmp_path_factory.mktemp("wheels")
    (folder / "bin").mkdir()
    return (
        build(copy_of_the_project(folder / "project"), folder / "bin", "wheel"),
        build(copy_of_the_example(folder / "example"), folder / "bin", "wheel"),
    )


@pytest.fixture(scope="module")
def told_alone(wheels: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> tuple[Home, dict[str, Any]]:
    """Where the example is installed, and every text of every game as it was before that."""
    folder = tmp_path_factory.mktemp("guest")
    project, example = wheels
    home = Home(installed(project, folder / "home"), folder)
    before = json.loads(home.run(TELL))
    add(example, folder / "home")
    return home, before


def test_an_installed_example_is_listed_played_and_conforms(told_alone: tuple[Home, dict[str, Any]]):
    home, _ = told_alone
    assert "harrow/mill" in home.grognard("games")
    assert "First shots at Harrow Mill" in home.grognard("lessons")
    watched = home.grognard("watch", "harrow/mill", "--seed", "4", "--side", "blue=miller", "--side", "red=brawler")
    assert "Blue light section marches from" in watched
    assert "victory" in watched
    said = home.run(CHECK)
    assert "nothing found" in said
    assert "'lessons'" in said


def test_an_installed_example_changes_no_text_of_another_game(told_alone: tuple[Home, dict[str, Any]]):
    home, before = told_alone
    after = json.loads(home.run(TELL))
    own = after.pop("harrow/mill")
    assert len(before) >= 16
    assert after == before
    assert own["has-acted"] != before["chancellorsville/perfect-plan"]["has-acted"], "nor does it read their texts"
