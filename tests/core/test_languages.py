"""The language in force: texts and summaries are told in it, and in English where it has no words."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from grognard.core import texts
from grognard.core.events import Rolled, Word, tell
from grognard.core.texts import Modifier, Reason, has_text, in_table, language_in_force, languages, speaking, text
from grognard.rulebooks import summaries as books
from grognard.rulebooks.library import library

ENGLISH_WORDS = """
hill = "a hill"
muddy = "{piece} is stuck in the mud"
[event]
rolled = "{seat:side} {purpose:roll}: {dice}"
[side]
red = "Red"
[roll]
mud = "mud"
[weather]
fog = "fog"
"""

ITALIAN_WORDS = """
hill = "una collina"
[event]
rolled = "{purpose:roll} ({seat:side}): {dice}"
[side]
red = "Rossi"
[weather]
sun = "sole"
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package that brings English and a little Italian."""
    folder = tmp_path / "speech_of_tests" / "data" / "texts"
    folder.mkdir(parents=True)
    (tmp_path / "speech_of_tests" / "__init__.py").touch()
    (folder / "en.toml").write_text(ENGLISH_WORDS)
    (folder / "it.toml").write_text(ITALIAN_WORDS)
    (folder / "notes.md").write_text("How these were written")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(texts, "SHARED", ["speech_of_tests", texts.CORE])
    monkeypatch.setattr(texts, "GAMES", [])
    texts.forget()
    yield
    sys.modules.pop("speech_of_tests", None)
    texts.texts.cache_clear()
    monkeypatch.undo()
    texts.forget()


@pytest.mark.usefixtures("package")
@pytest.mark.unfilled_texts
@pytest.mark.parametrize(
    ("words", "args", "told"),
    [
        ("{number:front}", {"number": 3}, "3"),
        ("{number:front}", {"number": 0}, "0"),
        ("{piece} is stuck in {ground}", {"piece": "Red"}, "Red is stuck in one of these"),
        ("{piece.name} is stuck", {"piece": "Red"}, "Red is stuck"),
        ("stuck in {", {}, "stuck in "),
    ],
)
def test_a_text_that_cannot_be_filled_in_is_logged_and_told_plainly(
    words: str, args: dict[str, Any], told: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(texts, "words_for", lambda key, language=None: words if key == "wrong" else "one of these")
    assert text("wrong", args) == told
    (record,) = caplog.records
    assert record.levelname == "ERROR"
    assert "The text 'wrong' cannot be filled in" in record.getMessage()


@pytest.mark.usefixtures("package")
class TestTexts:
    def test_the_languages_are_those_of_the_files(self):
        assert languages() == ("en", "it")

    def test_english_is_spoken_until_another_is(self):
        assert text("hill") == "a hill"
        with speaking("it") as spoken:
            assert (spoken, language_in_force()) == ("it", "it")
            assert text("hill") == "una collina"
        assert text("hill") == "a hill"

    def test_a_language_can_be_given_for_one_text(self):
        assert text("hill", language="it") == "una collina"
        with speaking("it"):
            assert text("hill", language="en") == "a hill"

    def test_what_a_language_lacks_is_said_in_english(self):
        with speaking("it"):
            assert text("muddy", {"piece": "Red"}) == "Red is stuck in the mud"
            assert in_table("weather", "fog") == "fog"
            assert in_table("weather", "sun") == "sole"
            assert has_text("muddy")
        assert not has_text("weather.sun")
        assert in_table("weather", "sun") == "sun"

    def test_all_that_is_told_follows(self):
        with speaking("it"):
            assert f"{Word('red'):side}" == "Rossi"
            assert tell("event.rolled", {"seat": "red", "purpose": "mud", "dice": "7"}) == "mud (Rossi): 7"
            assert str(Rolled("mud", (7,), (), "", "red")) == "Mud (Rossi): 7"
            assert str(Modifier(+1, "hill", "X1")) == "+1 una collina (X1)"
            assert str(Reason("hill", ("X1",))) == "una collina (X1)"
        assert str(Modifier(+1, "hill", "X1")) == "+1 a hill (X1)"

    def test_one_inside_another_and_out_again_after_a_fault(self):
        with speaking("it"):
            with speaking("en"):
                assert text("hill") == "a hill"
            assert text("hill") == "una collina"
        with pytest.raises(ZeroDivisionError), speaking("it"):
            raise ZeroDivisionError
        assert text("hill") == "a hill"

    @pytest.mark.parametrize(
        ("wanted", "spoken"), [("it-CH", "it"), ("IT", "it"), ("en-GB", "en"), ("tlh", "en"), ("", "en"), ("../texts/it", "en")]
    )
    def test_a_variety_is_its_language_and_an_unknown_one_is_english(self, wanted: str, spoken: str):
        with speaking(wanted) as found:
            assert found == spoken

    def test_nobody_elses_language_is_disturbed(self):
        async def say(language: str, wait: asyncio.Event, go: asyncio.Event) -> str:
            with speaking(language):
                go.set()
                await wait.wait()
                return text("hill")

        async def both() -> list[str]:
            one, other = asyncio.Event(), asyncio.Event()
            return list(await asyncio.gather(say("it", one, other), say("en", other, one)))

        assert asyncio.run(both()) == ["una collina", "a hill"]
        with speaking("it"), ThreadPoolExecutor(1) as pool:
            assert pool.submit(text, "hill").result() == "a hill"


class TestSummaries:
    @pytest.fixture(autouse=True)
    def italian(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A game with English and Italian summaries, and texts in Italian, so that it can be spoken."""
        folder = tmp_path / "skirmish" / "data"
        (folder / "summaries").mkdir(parents=True)
        (folder / "rules.yaml").write_text("[]")
        (folder / "summaries" / "en.toml").write_text('["X1"]\ntitle = "Movement"\ntext = "Go."\n')
        (folder / "summaries" / "it.toml").write_text('["X1"]\ntitle = "Movimento"\n')
        monkeypatch.setattr(texts, "languages", lambda: ("en", "es", "it"))
        monkeypatch.setattr(books, "languages", lambda: books.read_languages(tmp_path))
        for module in (books, sys.modules["grognard.rulebooks.library"]):
            monkeypatch.setattr(module, "summaries", lambda language: books.read_all(tmp_path, language))

    def test_a_summary_is_in_the_language_in_force(self):
        with speaking("it"):
            assert books.summary("X1a") == books.Summary("skirmish", "X1", "Movimento", "Go.")
            assert library().sections["X1"].title == "Movimento"
            assert library("en").sections["X1"].title == "Movement"
        assert library().sections["X1"].title == "Movement"

    def test_where_there_is_none_it_is_in_english(self):
        with speaking("es"):
            assert books.summary("X1a") == books.Summary("skirmish", "X1", "Movement", "Go.")
            assert library().sections["X1"].title == "Movement"
