"""Every lesson of the catalogue can be taken: it has its words and rules, and whoever does what it asks comes to its end."""

from __future__ import annotations

import pytest

from grognard.core.lessons import Course, Lesson, Step, lessons
from grognard.core.scenarios import installed
from grognard.core.texts import every_package, words_in
from grognard.server.views.rulebook import page_of
from grognard.testing.lessons import (
    begun,
    check_beginning,
    check_cites,
    check_lesson_words,
    check_taken,
    check_what_it_names,
    take,
    words_wanted,
)
from grognard.testing.playing import EVERY_MOMENT

SEEDS = range(12 if EVERY_MOMENT else 5)
every_lesson = pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.id)
every_seed = pytest.mark.parametrize("seed", SEEDS)


def test_there_are_lessons_for_every_family_of_games():
    families = {scenario.id.partition("/")[0] for scenario in installed()}
    assert families == {lesson.scenario.partition("/")[0] for lesson in lessons()}


@every_lesson
def test_it_begins_with_a_question_that_its_first_step_fits(lesson: Lesson):
    check_beginning(lesson)
    assert 3 <= len(lesson.steps) <= 8


@every_lesson
def test_it_speaks_only_of_what_is_there(lesson: Lesson):
    check_what_it_names(lesson)


@every_lesson
def test_its_rules_exist_and_are_of_its_own_books(lesson: Lesson):
    check_cites(lesson)
    for cite in {*lesson.cites, *(cite for step in lesson.steps for cite in step.cites)}:
        assert page_of(cite).text or page_of(cite).within, cite


@every_lesson
def test_it_has_its_words_and_no_others(lesson: Lesson):
    check_lesson_words(lesson)
    wanted = words_wanted(lesson)
    may = {lesson.key(step.id, word) for step in lesson.steps for word in ("done", *step.tells)}
    may |= {lesson.key(step.id, "otherwise") for step in lesson.steps if step.tells}  # said if none of these events happened
    said = {key for key in words_in(every_package(), "en") if key.startswith(lesson.key() + ".")}
    assert said <= wanted | may


def test_no_words_are_left_over():
    known = {lesson.key() + "." for lesson in lessons()}
    said = {key for key in words_in(every_package(), "en") if key.startswith("lesson.")}
    assert {key for key in said if not any(key.startswith(start) for start in known)} == set()


# ---------------------------------------------------------------- taken from beginning to end


TAKEN: dict[tuple[str, int], list[Step]] = {}


def taken(lesson: Lesson, seed: int) -> list[Step]:
    """The steps that were shown, in their order."""
    if (lesson.id, seed) not in TAKEN:
        TAKEN[lesson.id, seed] = take(lesson, seed)
    return TAKEN[lesson.id, seed]


@every_lesson
@every_seed
def test_whoever_does_what_it_asks_comes_to_its_end(lesson: Lesson, seed: int):
    check_taken(lesson, taken(lesson, seed))


@every_lesson
def test_every_step_is_shown_sooner_or_later(lesson: Lesson):
    unseen = {step.id for step in lesson.steps}
    for seed in range(40):
        unseen.difference_update(step.id for step in taken(lesson, seed))
        if not unseen:
            break
    assert not unseen


@every_lesson
def test_whoever_does_something_else_is_told_so_and_may_go_on(lesson: Lesson):
    game, course = begun(lesson), Course(lesson)
    first = lesson.steps[0]
    other = [action for action in game.actions(lesson.seat) if not first.is_done_by(str(action))]
    if not other:
        assert first.do == ("attack *",)
        return
    game.play(lesson.seat, other[0])
    said = course.guide(game)
    assert said.progress.astray
    assert not said.progress.finished
    if game.can_undo(lesson.seat):
        game.undo(lesson.seat)
        assert not course.guide(game).progress.astray
        assert course.guide(game).step == 0
