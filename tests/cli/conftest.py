"""What the tests of the command line share: how a command is run, and how it must be refused."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.cli import main

SCENARIO = "revolution/eutaw/historical"

Run = Callable[..., str]
Refused = Callable[..., str]


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    for name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command that must succeed; gives what it printed."""

    def runner(*argv: str) -> str:
        code = main(list(argv))
        out, err = capsys.readouterr()
        assert (code, err) == (0, "")
        return out

    return runner


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Refused:
    """Run a command that must be refused: exit code 2, one sentence, no file changed; gives the sentence."""

    def runner(*argv: str) -> str:
        before = files()
        code = main(list(argv))
        out, err = capsys.readouterr()
        assert code == 2
        assert out == ""
        assert err.endswith((".\n", "?\n", ")\n"))
        assert err.count("\n") == 1
        assert "Traceback" not in err
        assert files() == before
        return err.strip()

    return runner


def files() -> dict[str, bytes]:
    return {str(file): file.read_bytes() for file in Path().rglob("*") if file.is_file()}


def written(name: str, data: object) -> str:
    Path(name).write_text(json.dumps(data), encoding="utf-8")
    return name


@pytest.fixture(scope="session")
def finished() -> dict[str, Any]:
    """The record of a whole game with live dice."""
    from grognard.players import play_out, player

    game = grognard.new(SCENARIO, dice=grognard.Dice.live("a game", secret=bytes(32)))
    play_out(game, {seat: player("random", place) for place, seat in enumerate(game.seats)})
    return game.record()
