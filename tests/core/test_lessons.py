"""A lesson follows what its learner does: steps are done, taken back or missed, and it ends."""

from __future__ import annotations

import pytest

import grognard
from grognard.core.dice import Dice
from grognard.core.errors import GrognardError, UnknownName
from grognard.core.games import Game
from grognard.core.lessons import Course, Guide, Lesson, Step, find_lesson, lesson_after, lessons, read
from grognard.core.scenarios import Scenario, find
from tests.core.toy import TOY

BID = Step("bid", ("Duel.bid",), ("bid 2",))
AGAIN = Step("again", ("Duel.*",), ("bid *",))
PARRY = Step("parry", ("Window.*",), if_asked=True)


def lesson(*steps: Step, ends: tuple[str, ...] = ()) -> Lesson:
    return Lesson("toy/duel", "red", {"blue": "random"}, {"scenario": TOY.id}, steps, ends=ends)


def duel(*texts: str, faces: tuple[int, ...] = (0, 0, 5, 5, 5, 5)) -> Game:
    """A duel in which both have a card to parry with; `undo red` takes back."""
    game = grognard.new(TOY.id, dice=Dice.script(faces))
    for text in texts:
        play(game, text)
    return game


def play(game: Game, text: str) -> None:
    seat, _, words = text.partition(" ")
    if seat == "undo":
        game.undo(words)
    else:
        game.play(seat, game.rules.vocabulary.parse(words))


def guide(taught: Lesson, *texts: str) -> Guide:
    """What is said after all this; a course that followed it step by step says the same as one that comes late."""
    game, course = duel(), Course(taught)
    for text in texts:
        course.guide(game)
        play(game, text)
    said = course.guide(game)
    assert said == Course(taught).guide(game)
    return said


def test_it_begins_with_the_first_step():
    said = guide(lesson(BID, AGAIN))
    assert (said.step, said.progress.done, said.progress.astray) == (0, (), False)


def test_a_step_is_done_by_what_it_asks_for():
    said = guide(lesson(BID, AGAIN), "red bid 2", "blue bid 1")
    assert said.progress.done == (0,)
    said = guide(lesson(BID, AGAIN), "red bid 2", "blue bid 1", "blue pass")
    assert (said.step, said.progress.last) == (1, 0)


def test_another_choice_leads_astray_and_leaves_the_step_to_be_done():
    said = guide(lesson(BID, AGAIN), "red bid 1", "blue bid 0", "blue pass")
    assert (said.step, said.progress.done, said.progress.astray) == (0, (), True)


def test_a_step_waits_for_those_before_it():
    taught = lesson(BID, Step("parry", ("Window.*",)), AGAIN)
    said = guide(taught, "red bid 0", "blue bid 1")
    assert (said.step, said.progress.done, said.progress.astray) == (None, (), True)
    said = guide(taught, "red bid 0", "blue bid 1", "red pass")
    assert (said.step, said.progress.done, said.progress.astray) == (0, (), True)


def test_what_the_others_do_is_nothing_to_a_lesson():
    said = guide(lesson(BID, AGAIN), "blue bid 2")
    assert (said.step, said.progress.done, said.progress.astray) == (0, (), False)


def test_what_is_taken_back_was_not_done():
    said = guide(lesson(BID, AGAIN), "red bid 1", "undo red")
    assert (said.step, said.progress.done, said.progress.astray) == (0, (), False)
    said = guide(lesson(BID, AGAIN), "red bid 2", "undo red", "red bid 1")
    assert (said.progress.done, said.progress.astray) == ((), True)


def test_while_others_decide_nothing_is_asked():
    said = guide(lesson(BID, AGAIN), "red bid 2")
    assert (said.step, said.progress.finished) == (None, False)


def test_it_is_finished_when_all_is_done():
    assert guide(lesson(BID), "red bid 2").progress.finished
    assert not guide(lesson(BID), "red bid 1").progress.finished


def test_what_is_done_only_if_asked_may_never_be_asked():
    assert not guide(lesson(BID, PARRY), "red bid 2").progress.finished
    assert guide(lesson(BID, PARRY), "red bid 2", "blue bid 1", "blue pass").progress.finished


def test_what_is_asked_belongs_to_the_lesson_as_long_as_a_step_fits():
    taught = lesson(Step("low", ("Duel.bid",), ("bid 0",)), PARRY)
    said = guide(taught, "red bid 0", "blue bid 1")
    assert (said.step, said.progress.finished) == (1, False)
    assert guide(taught, "red bid 0", "blue bid 1", "red pass").progress.finished


def test_a_lesson_that_ends_with_an_event_goes_on_until_then():
    taught = lesson(BID, PARRY, ends=("rolled",))
    assert not guide(taught, "red bid 2").progress.finished
    assert not guide(taught, "red bid 2", "blue bid 1").progress.finished
    assert guide(taught, "red bid 2", "blue bid 1", "blue pass").progress.finished


def test_what_is_finished_stays_so():
    texts = ("red bid 2", "blue bid 1", "blue pass", "red bid 0", "blue bid 1")
    for number in range(3, len(texts) + 1):
        assert guide(lesson(BID, ends=("rolled",)), *texts[:number]).progress.finished


def test_the_guide_tells_nothing_that_has_no_words():
    taught = lesson(Step("bid", ("Duel.bid",), tells=("chosen",)), AGAIN)
    assert guide(taught, "red bid 2", "blue bid 1", "blue pass").told == ()


# ---------------------------------------------------------------- the files


FILE = """
id = "toy/duel"
seat = "red"
players = { blue = "random" }
position = { scenario = "toy" }

[[steps]]
id = "bid"
when = ["Duel.bid"]
"""


def test_a_file_is_read():
    assert read(FILE, "duel.toml") == Lesson(
        "toy/duel", "red", {"blue": "random"}, {"scenario": "toy"}, (Step("bid", ("Duel.bid",)),)
    )


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("id = ", "id ", "cannot be read"),
        ('seat = "red"', "", "missing required field `seat`"),
        ('seat = "red"', 'seat = "red"\nsaet = "red"', "unknown field `saet`"),
        ('{ scenario = "toy" }', "{ turn = 1 }", "has no scenario"),
        ('when = ["Duel.bid"]', 'when = ["Duel.bid"]\nif_asked = true', "needs a step that is always asked"),
        ("[[steps]]", '[[steps]]\nid = "bid"\nwhen = ["Duel.bid"]\n\n[[steps]]', "another id for each step"),
    ],
)
def test_a_file_that_is_none_is_refused_with_one_clear_sentence(old: str, new: str, words: str):
    assert old in FILE
    with pytest.raises(GrognardError, match=words) as refused:
        read(FILE.replace(old, new), "duel.toml")
    assert "duel.toml" in str(refused.value)


def test_lessons_are_found_by_their_ids_and_lead_on_to_the_next():
    for taught in lessons():
        assert find_lesson(taught.id) is taught
        following = lesson_after(taught)
        assert following is None or (following in lessons() and following is not taught)
    assert any(lesson_after(taught) is None for taught in lessons())
    with pytest.raises(UnknownName, match="did you mean"):
        find_lesson(lessons()[0].id + "x")


def test_of_each_family_the_easier_and_the_shorter_game_is_taught_first():
    first: dict[str, Scenario] = {}
    for lesson in lessons():
        first.setdefault("/".join(lesson.scenario.split("/")[:2]), find(lesson.scenario))
    for family, count in {"chancellorsville": 4, "revolution": 2}.items():
        demands = [(one.difficulty, one.minutes) for game, one in first.items() if game.startswith(family)]
        assert len(demands) == count
        assert demands == sorted(demands)
