"""The core knows no game: no side, no battle, no unit; and hexes only where hexes are its subject."""

import re
from importlib import resources
from pathlib import Path

import pytest

from grognard.core.scenarios import installed

CORE = Path(str(resources.files("grognard.core")))
SOURCES = sorted(CORE.rglob("*.py"))
ABOUT_HEXES = {"hexes.py", "boards.py", "flood.py", "pictures.py"}

GAME_WORDS = set(
    re.findall(
        r"\w+",
        """
        american americans british continental continentals crown french loyalist patriot spanish confederate
        eutaw guilford savannah chancellorsville revolution greene stuart marion hooker lee jackson
        militia dragoon dragoons cavalry infantry artillery rifle rifles regiment brigade
        morale momentum retreat rally initiative zoc
        """,
    )
)


def words(file: Path) -> set[str]:
    return set(re.findall(r"[a-z]+", file.read_text("utf-8").lower()))


def names_of_games() -> set[str]:
    """Every word of the ids of the installed scenarios, and the ids of all seats."""
    ids = {word for scenario in installed() for word in re.findall(r"[a-z]+", scenario.id)}
    return (ids | {seat for scenario in installed() for seat in scenario.seats()}) - {"historical", "campaign", "game"}


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: file.name)
def test_no_word_of_a_game(file: Path):
    # `british go 1108` in a docstring shows how an entry of the log reads.
    examples = {"british"} if file.name in ("actions.py", "records.py") else set()
    assert sorted((words(file) & (GAME_WORDS | names_of_games())) - examples) == []


@pytest.mark.parametrize("file", [file for file in SOURCES if file.name not in ABOUT_HEXES], ids=lambda file: file.name)
def test_no_hexes_where_they_are_not_the_subject(file: Path):
    found = [line for line in code_of(file) if re.search(r"\bhex(es)?\b", line, re.IGNORECASE)]
    assert not found


def code_of(file: Path) -> list[str]:
    """The lines of a module without its docstrings and comments."""
    text = re.sub(r'""".*?"""', "", file.read_text("utf-8"), flags=re.DOTALL)
    return [re.sub(r"#.*", "", line).replace(".hex()", "").replace("fromhex", "") for line in text.splitlines()]
