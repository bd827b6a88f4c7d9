"""The server knows no game by name."""

from importlib import resources
from pathlib import Path

from tests.core.test_knows_no_game import GAME_WORDS, names_of_games, words

SERVER = Path(str(resources.files("grognard.server")))
SOURCES = sorted(file for file in SERVER.rglob("*") if file.suffix in (".py", ".toml") and "pages" not in file.parts)


def test_no_word_of_a_game():
    known = (GAME_WORDS | names_of_games()) - {"series"}
    assert len(SOURCES) > 90
    for file in SOURCES:
        assert sorted(words(file) & known) == [], file


def test_no_game_is_imported():
    assert [file for file in SOURCES if file.suffix == ".py" and "grognard.games" in file.read_text("utf-8")] == []
