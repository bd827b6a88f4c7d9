"""What people do at the table, each in a browser of their own. Screenshots are kept in artefacts/browser."""

import pytest

from tests.browser.conftest import FIREFOX, SCENES, Play

LONG = {"gallery"}
"""Pictures of everything, to be looked at: `make soak` takes them."""
EVERY = [
    pytest.param(name, marks=pytest.mark.soak if name in LONG else ())
    for name in sorted(path.stem for path in SCENES.glob("*.mjs"))
]


@pytest.mark.parametrize("name", EVERY)
def test_the_scene_comes_true(name: str, play: Play):
    play(name)


WHOLE_TURNS = ["turn-by-keyboard", "turn-by-mouse"]


@pytest.mark.skipif(FIREFOX is None, reason="no Firefox is installed on this machine")
@pytest.mark.parametrize("name", WHOLE_TURNS)
def test_a_turn_is_played_in_firefox_too(name: str, play: Play):
    play(name, firefox=str(FIREFOX))
