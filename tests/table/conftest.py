"""Tables for tests: games are kept in a folder of the test, and people press keys without waiting."""

from pathlib import Path

import pytest

from grognard.cli.table import saves


@pytest.fixture(autouse=True)
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the games that are kept."""
    folder = tmp_path / "games"
    monkeypatch.setenv(saves.FOLDER, str(folder))
    return folder
