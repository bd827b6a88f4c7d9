"""What people do at the table, each in a browser of their own. Pictures of it are kept in artefacts/browser."""

import pytest

from tests.browser.conftest import FIREFOX, PAGES, SCENES, Play

LONG = {"any-click", "gallery", "three-turns"}
"""Clicks on anything, pictures of everything, to be looked at, and much of a long game: for `make soak`."""
CORE = {
    "against-the-computer",
    "automaton",
    "brigades",
    "face-down",
    "invitation",
    "ninth-game",
    "phone",
    "reconnect",
    "siege-day",
    "skirmish",
    "turn-by-mouse",
}
"""Every kind of table, a phone, an invitation, a lost connection, and a game from outside; `make test-all` tries the others."""


def marks_of(name: str) -> tuple[pytest.MarkDecorator, ...]:
    return (pytest.mark.soak,) if name in LONG else () if name in CORE else (pytest.mark.extended,)


SCENE_NAMES = [pytest.param(name, marks=marks_of(name)) for name in sorted(path.stem for path in SCENES.glob("*.mjs"))]


@pytest.mark.parametrize("name", SCENE_NAMES)
def test_the_scene_comes_true(name: str, play: Play):
    play(name)


def test_the_painting_that_most_scenes_leave_out_is_still_called_so():
    """Else web/tests/scene.mjs would let every scene paint whole maps again, which takes long."""
    assert any("paintSome" in file.read_text("utf-8") for file in PAGES.rglob("*.js"))


WHOLE_TURNS = ["turn-by-keyboard", "turn-by-mouse"]


@pytest.mark.skipif(FIREFOX is None, reason="no Firefox is installed on this machine")
@pytest.mark.parametrize("name", WHOLE_TURNS)
def test_a_turn_is_played_in_firefox_too(name: str, play: Play):
    play(name, firefox=str(FIREFOX))
