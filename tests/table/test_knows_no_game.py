"""The table knows no game by name, and says nothing that is not in its texts."""

import json
import re
import tomllib
from importlib import resources
from pathlib import Path
from typing import Literal, get_args, get_origin

import pytest

from grognard.core.pictures import art
from grognard.core.texts import flatten
from tests.core.test_knows_no_game import GAME_WORDS, names_of_games, words

FOLDERS = [Path(str(resources.files(package))) for package in ("grognard.cli.table", "grognard.telling")]
SOURCES = sorted(file for folder in FOLDERS for file in folder.rglob("*.py"))
TEXTS = [folder / "data" / "texts" / "en.toml" for folder in FOLDERS]


@pytest.mark.parametrize("file", [*SOURCES, *TEXTS], ids=lambda file: file.name)
def test_no_word_of_a_game(file: Path):
    assert sorted(words(file) & (GAME_WORDS | names_of_games())) == []


COMMANDS = sorted(Path(str(resources.files("grognard.cli"))).glob("*.py"))
EXAMPLE = re.compile(r"^.*(grognard \w+ |game\.json|position\.json|metavar=|SCENARIO =).*$", re.MULTILINE)
"""Lines of the help that show how a command is typed: there a game is named as a person would
name one; and the one that a newcomer is offered."""


@pytest.mark.parametrize("file", COMMANDS, ids=lambda file: file.name)
def test_no_command_knows_a_word_of_a_game_but_to_show_how_it_is_typed(file: Path):
    said = set(re.findall(r"[a-z]+", EXAMPLE.sub("", file.read_text("utf-8")).lower()))
    assert sorted(said & (GAME_WORDS | names_of_games())) == []


PAGES = Path(__file__).parent.parent.parent / "web" / "src"
PAGE_SOURCES = sorted(
    file for file in PAGES.rglob("*") if file.suffix in (".ts", ".svelte", ".css") and ".test." not in file.name
)
DRAWN = {"crown", "plan"}
"""Of a tree; of a hex map."""


def test_the_pages_know_no_word_of_a_game():
    known, common = GAME_WORDS | names_of_games(), {"plan", "series", "spanish"}  # of steps; of points on a chart; a language
    assert len(PAGE_SOURCES) > 200
    for file in PAGE_SOURCES:
        assert sorted(words(file) & known - (DRAWN if "board" in file.parts else common)) == [], file


DRAWING = sorted(Path(str(resources.files("grognard.drawing"))).glob("*.py"))
BUILT = {"crown", "plan", "trench"}
"""Of a tree; of a house; of a stack that is entrenched."""
PAINTING = [file for file in PAGE_SOURCES if "board" in file.parts]


@pytest.mark.parametrize("file", DRAWING, ids=lambda file: file.name)
def test_the_pictures_know_no_word_of_a_game(file: Path):
    assert sorted(words(file) & (GAME_WORDS | names_of_games()) - BUILT) == []


def picked() -> set[str]:
    """The words of our games for which their art names something of the catalogue by another name."""
    found: set[str] = set()
    for file in Path(str(resources.files("grognard.games"))).rglob("data/art.json"):
        for entries in json.loads(file.read_text("utf-8")).values():
            found |= entries.keys()
    names = {name for kind in vars(art).values() if get_origin(kind) is Literal for name in get_args(kind)}
    return found - names - {"crossing", "river", "trench"}  # in other senses


LINES = sorted(FOLDERS[0].glob("*_drawing.py"))


@pytest.mark.parametrize("file", [*DRAWING, *PAINTING, *LINES], ids=lambda file: file.name)
def test_no_drawing_goes_by_a_word_of_a_game(file: Path):
    named = set(re.findall(r"[\"'`]([A-Za-z_ ]+)[\"'`]|^ +(\w+):", file.read_text("utf-8"), re.MULTILINE))
    assert sorted({word for pair in named for word in pair} & picked()) == []


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: file.name)
def test_no_game_is_imported(file: Path):
    assert "grognard.games" not in file.read_text("utf-8")


def spoken() -> set[str]:
    """Every key that the code speaks."""
    code = "\n".join(file.read_text("utf-8") for file in SOURCES)
    found = set(re.findall(r'\bsay\(\s*["\']([\w.-]+)["\']', code))
    found |= {key for line in re.findall(r"say\([^)]*? if [^)]*", code) for key in re.findall(r'"([a-z-]+)"', line)}
    found |= {f"way.{way}" for way in ("up", "down", "left", "right")} | {"player.human"}
    found |= set(re.findall(r'"(keys\.[\w-]+)"', code)) | set(re.findall(r'"table\.([\w-]+)" if', code))
    from grognard.cli.table.plain import HELP

    return found | {f"plain-help.{name}" for name in HELP}


def test_every_key_has_words_and_none_is_left_over():
    known = {key for file in TEXTS for key in flatten(tomllib.loads(file.read_text("utf-8"))["table"])}
    assert spoken() - known == set()
    assert known - spoken() == set()
