"""What people do at the table, each in a browser of his own. Screenshots are kept in artefacts/browser."""

import pytest

from tests.browser.conftest import SCENES, Play


@pytest.mark.parametrize("name", sorted(path.stem for path in SCENES.glob("*.mjs")))
def test_the_scene_comes_true(name: str, play: Play):
    play(name)
