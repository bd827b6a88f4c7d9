"""The server knows no game by name."""

from importlib import resources
from pathlib import Path

import pytest

from tests.core.test_knows_no_game import GAME_WORDS, names_of_games, words

SERVER = Path(str(resources.files("grognard.server")))
SOURCES = sorted(file for file in SERVER.rglob("*") if file.suffix in (".py", ".toml") and "pages" not in file.parts)


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: file.name)
def test_no_word_of_a_game(file: Path):
    assert sorted(words(file) & (GAME_WORDS | names_of_games()) - {"series"}) == []


@pytest.mark.parametrize("file", [file for file in SOURCES if file.suffix == ".py"], ids=lambda file: file.name)
def test_no_game_is_imported(file: Path):
    assert "grognard.games" not in file.read_text("utf-8")
