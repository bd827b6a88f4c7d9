"""The core knows no game: no side, no battle, no unit, no place; and hexes only where hexes are its subject."""

import re
from importlib import resources
from pathlib import Path

import pytest

from grognard.core.scenarios import installed

CORE = Path(str(resources.files("grognard.core")))
SOURCES = sorted(CORE.rglob("*.py"))
TEXTS = sorted(CORE.rglob("*.toml"))
ABOUT_HEXES = {"hexes.py", "boards.py", "flood.py"}
"""`hexes.py` there are two: the grid, and the sheet of hexes among the pictures."""

GAME_WORDS = set(
    re.findall(
        r"\w+",
        """
        american americans british continental continentals crown french loyalist patriot spanish confederate
        eutaw guilford savannah chancellorsville revolution greene stuart marion hooker lee jackson
        militia dragoon dragoons cavalry infantry artillery rifle rifles regiment brigade
        morale momentum retreat rally initiative zoc
        potomac virginia corps division divisions commander commanders trench trenches impulse impulses ford
        series
        """,
    )
)


COMMON_IDS = {"historical", "campaign", "game", "red", "dice", "moves", "attack", "union", "victories", "church", "old"}
"""Words of the ids of scenarios that are common English."""


def words(file: Path) -> set[str]:
    return set(re.findall(r"[a-z]+", file.read_text("utf-8").lower()))


def names_of_games() -> set[str]:
    """Every word of the ids of the installed scenarios, and the ids of all seats."""
    ids = {word for scenario in installed() for word in re.findall(r"[a-z]+", scenario.id)}
    return (ids | {seat.lower() for scenario in installed() for seat in scenario.seats()}) - COMMON_IDS


def names_of_pieces_and_places() -> set[str]:
    """The words of all names that the installed games give to pieces and places, but for those that are common English."""
    found: set[str] = set()
    for scenario in installed():
        for name in scenario.rules(scenario.complete(None)).names().values():
            found |= set(re.findall(r"[A-Z][a-z]{3,}", name))
    return {word.lower() for word in found} - COMMON


COMMON = {
    "small",
    "invalid",
    "road",
    "south",
    "reserve",
    "states",
    "united",
    "green",
    "white",
    "store",
    "station",
    "light",
    "crossing",
    "north",
    "independent",
    "last",
    "unknown",
    "good",
    "great",
    "supply",
    "night",
    "attack",
    "attacks",
    "general",
    "bridge",
    "released",
    "best",
    "paths",
    "turn",
    "victory",
    "bank",
    "black",
    "brown",
    "church",
    "garden",
    "horse",
    "moss",
    "tavern",
}


@pytest.mark.parametrize("file", [*SOURCES, *TEXTS], ids=lambda file: file.name)
def test_no_word_of_a_game(file: Path):
    # `british go 1108` in a docstring shows how an entry of the log reads, `attack maryland 3` how an action does.
    examples = {"british", "maryland"} if file.name in ("actions.py", "records.py") else set()
    assert sorted((words(file) & (GAME_WORDS | names_of_games() | names_of_pieces_and_places())) - examples) == []


ELSEWHERE = [file for file in (*SOURCES, *TEXTS) if file.name not in ABOUT_HEXES]


@pytest.mark.parametrize("file", ELSEWHERE, ids=lambda file: file.name)
def test_no_hexes_where_they_are_not_the_subject(file: Path):
    """Not in the code, not in its docstrings, comments and texts; `bytes.hex()` is about bytes."""
    text = file.read_text("utf-8").replace(".hex()", "").replace("fromhex", "")
    assert not [line for line in text.splitlines() if re.search(r"\bhex(es|sides?)?\b", line, re.IGNORECASE)]


@pytest.mark.parametrize("file", ELSEWHERE, ids=lambda file: file.name)
def test_nothing_else_is_built_on_hexes(file: Path):
    about = "|".join(name.removesuffix(".py") for name in sorted(ABOUT_HEXES))
    assert not re.findall(rf"from grognard\.core\.(?:pictures\.)?({about}) import (.+)", file.read_text("utf-8"))
