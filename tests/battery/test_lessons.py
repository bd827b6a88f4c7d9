"""Every lesson of the catalogue can be taken: it has its words and rules, and whoever does what it asks comes to its end."""

from __future__ import annotations

from fnmatch import filter as matching
from functools import cache
from random import Random

import pytest

import grognard
from grognard.core.actions import kebab
from grognard.core.events import Event
from grognard.core.games import Game
from grognard.core.lessons import Course, Lesson, Step, lessons
from grognard.core.scenarios import installed
from grognard.core.texts import PACKAGES, has_text, texts
from grognard.players import able, player
from grognard.rulebooks.library import library
from grognard.server.views.rulebook import page_of
from grognard.telling.boards import board_of
from tests.battery.play import EVERY_MOMENT

SEEDS = range(12 if EVERY_MOMENT else 5)
LONGEST = 120
"""Choices of all sides within which a lesson ends."""

every_lesson = pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.id)
every_seed = pytest.mark.parametrize("seed", SEEDS)


def begun(lesson: Lesson, seed: int = 0) -> Game:
    return grognard.setup(lesson.position, seed=seed)


def test_there_are_lessons_for_every_family_of_games():
    families = {scenario.id.partition("/")[0] for scenario in installed()}
    assert families == {lesson.scenario.partition("/")[0] for lesson in lessons()}


@every_lesson
def test_it_begins_with_a_question_that_its_first_step_fits(lesson: Lesson):
    game = begun(lesson)
    decision = game.decision(lesson.seat)
    assert decision is not None
    assert lesson.steps[0].fits(decision.kind)
    assert {lesson.seat, *lesson.players} == set(game.seats)
    assert set(lesson.players.values()) <= set(able(game))
    assert 3 <= len(lesson.steps) <= 8


@every_lesson
def test_it_speaks_only_of_what_is_there(lesson: Lesson):
    game = begun(lesson)
    names = game.rules.names()
    board = board_of(game.rules.picture(game, lesson.seat))
    assert board is not None
    procedures = sorted(game.rules.question_kinds())
    words = {kebab(kind.__name__) for kind in kinds_of_events()}
    actions = actions_of(lesson.scenario)
    for step in lesson.steps:
        assert set(step.pieces) <= set(names)
        assert set(step.pieces) <= {name for part in lesson.position.values() if isinstance(part, dict) for name in part}
        assert set(step.places) <= set(board.places), step.id
        assert all(matching(procedures, pattern) for pattern in step.when), step.id
        assert all(matching(actions, pattern) for pattern in step.do), step.id
        assert set(step.tells) <= words, step.id
    assert set(lesson.ends) <= words


@cache
def actions_of(scenario: str) -> frozenset[str]:
    return frozenset(str(action) for action in grognard.new(scenario, seed=1).rules.action_table())


def kinds_of_events(kind: type[Event] = Event) -> list[type[Event]]:
    return [kind, *(deeper for each in kind.__subclasses__() for deeper in kinds_of_events(each))]


@every_lesson
def test_its_rules_exist_and_are_of_its_own_books(lesson: Lesson):
    game = begun(lesson)
    shelf = library().of_rules(game.rules)
    for cite in {*lesson.cites, *(cite for step in lesson.steps for cite in step.cites)}:
        assert shelf.show(cite)
        assert page_of(cite).text or page_of(cite).within, cite
    assert lesson.cites
    assert all(step.cites for step in lesson.steps)


@every_lesson
def test_it_has_its_words_and_no_others(lesson: Lesson):
    wanted = {lesson.key(word) for word in ("title", "about", "end")}
    wanted |= {lesson.key(step.id, word) for step in lesson.steps for word in ("do", "why")}
    assert {key for key in wanted if not has_text(key)} == set()
    may = {lesson.key(step.id, word) for step in lesson.steps for word in ("done", *step.tells)}
    may |= {lesson.key(step.id, "otherwise") for step in lesson.steps if step.tells}  # said if none of these events happened
    said = {key for key in texts("en", tuple(PACKAGES)) if key.startswith(lesson.key() + ".")}
    assert said <= wanted | may


def test_no_words_are_left_over():
    known = {lesson.key() + "." for lesson in lessons()}
    said = {key for key in texts("en", tuple(PACKAGES)) if key.startswith("lesson.")}
    assert {key for key in said if not any(key.startswith(start) for start in known)} == set()


# ---------------------------------------------------------------- taken from beginning to end


TAKEN: dict[tuple[str, int], list[Step]] = {}


def take(lesson: Lesson, seed: int) -> list[Step]:
    """Do what the guide asks for until the lesson is finished; returns the steps in the order they were shown."""
    if (lesson.id, seed) not in TAKEN:
        TAKEN[lesson.id, seed] = take_now(lesson, seed)
    return TAKEN[lesson.id, seed]


def take_now(lesson: Lesson, seed: int) -> list[Step]:
    game, course, rng = begun(lesson, seed), Course(lesson), Random(seed)
    others = {seat: player(name, seed) for seat, name in lesson.players.items()}
    shown: list[Step] = []
    for _ in range(LONGEST):
        guide = course.guide(game)
        if guide.progress.finished:
            assert guide == Course(lesson).guide(game)
            return shown
        assert game.over is None
        if lesson.seat in game.actors:
            assert guide.step is not None, f"nothing is said about {game.decision(lesson.seat)}"
            step = lesson.steps[guide.step]
            fitting = [action for action in game.actions(lesson.seat) if step.is_done_by(str(action))]
            assert fitting, f"{step.id} asks for what cannot be done"
            shown.append(step)
            game.play(lesson.seat, rng.choice(fitting))
            assert course.guide(game).progress.last == guide.step
        else:
            seat = game.actors[0]
            game.play(seat, others[seat].choose(game.seat(seat)))
    raise AssertionError(f"{lesson.id} does not end")


@every_lesson
@every_seed
def test_whoever_does_what_it_asks_comes_to_its_end(lesson: Lesson, seed: int):
    shown = take(lesson, seed)
    assert [step for step in shown if not step.if_asked] == [step for step in lesson.steps if not step.if_asked]


@every_lesson
def test_every_step_is_shown_sooner_or_later(lesson: Lesson):
    unseen = {step.id for step in lesson.steps}
    for seed in range(40):
        unseen.difference_update(step.id for step in take(lesson, seed))
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
