"""Lessons can be taken: they have their words and rules, and whoever does what they ask comes to their end."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import filter as matching
from functools import cache
from random import Random

import grognard
from grognard.core.actions import kebab
from grognard.core.events import Event
from grognard.core.games import Game
from grognard.core.lessons import Course, Lesson, Step
from grognard.core.texts import has_text
from grognard.players import player, players_for
from grognard.rulebooks.library import library
from grognard.telling.boards import board_of
from grognard.testing.playing import fail, require

LONGEST = 120
"""Choices of all sides within which a lesson ends."""


def begun(lesson: Lesson, seed: int = 0) -> Game:
    return grognard.setup(lesson.position, seed=seed)


def check_beginning(lesson: Lesson) -> None:
    """It begins with a question that its first step fits."""
    game = begun(lesson)
    decision = game.decision(lesson.seat)
    if decision is None:
        fail(f"the lesson {lesson.id} begins, and {lesson.seat} is asked nothing")
    fits = lesson.steps[0].fits(decision.kind)
    require(fits, "the lesson {0} begins with {1}, not with its first step", lesson.id, decision.kind)
    seats = {lesson.seat, *lesson.players}
    require(seats == set(game.seats), "the lesson {0} has players for {1}", lesson.id, seats)
    unable = set(lesson.players.values()) - set(players_for(game))
    require(not unable, "the lesson {0} has players who do not play this game: {1}", lesson.id, unable)


def check_what_it_names(lesson: Lesson) -> None:
    """It speaks only of what is there."""
    game = begun(lesson)
    names = game.rules.names()
    board = board_of(game.rules.picture(game, lesson.seat))
    if board is None:
        fail(f"the lesson {lesson.id} is about a game that has no picture")
    procedures = sorted(game.rules.question_kinds())
    words = {kebab(kind.__name__) for kind in kinds_of_events()}
    actions = actions_of(lesson.scenario)
    for step in lesson.steps:
        where = f"the step '{step.id}' of the lesson {lesson.id}"
        require(set(step.pieces) <= set(names), "{0} points out pieces that there are not: {1}", where, step.pieces)
        placed = {name for part in lesson.position.values() if isinstance(part, dict) for name in placed_in(part)}
        require(set(step.pieces) <= placed, "{0} points out pieces that its position does not name: {1}", where, step.pieces)
        require(set(step.places) <= set(board.places), "{0} points out places that there are not: {1}", where, step.places)
        for pattern in step.when:
            require(matching(procedures, pattern), "{0} is shown under '{1}', which is no kind of question", where, pattern)
        for pattern in step.do:
            require(matching(actions, pattern), "{0} asks for '{1}', which is no action", where, pattern)
        require(set(step.tells) <= words, "{0} tells of events that there are not: {1}", where, step.tells)
    require(set(lesson.ends) <= words, "the lesson {0} ends with events that there are not: {1}", lesson.id, lesson.ends)


def placed_in(part: dict[str, object]) -> set[str]:
    """The names in a part of a position, and in the parts within it."""
    return {*part, *(name for inner in part.values() if isinstance(inner, dict) for name in placed_in(inner))}


@cache
def actions_of(scenario: str) -> frozenset[str]:
    return frozenset(str(action) for action in grognard.new(scenario, seed=1).rules.action_table())


def kinds_of_events(kind: type[Event] = Event) -> list[type[Event]]:
    return [kind, *(deeper for each in kind.__subclasses__() for deeper in kinds_of_events(each))]


def check_cites(lesson: Lesson) -> None:
    """Its rules exist and are of its own books."""
    shelf = library().of_rules(begun(lesson).rules)
    for cite in {*lesson.cites, *(cite for step in lesson.steps for cite in step.cites)}:
        require(shelf.show(cite), "the lesson {0} cites {1}, which is no rule of its game", lesson.id, cite)
    require(lesson.cites, "the lesson {0} cites no rules", lesson.id)
    silent = [step.id for step in lesson.steps if not step.cites]
    require(not silent, "steps of the lesson {0} cite no rules: {1}", lesson.id, silent)


def words_wanted(lesson: Lesson) -> set[str]:
    """The keys of the texts that a lesson must have."""
    wanted = {lesson.key(word) for word in ("title", "about", "end")}
    return wanted | {lesson.key(step.id, word) for step in lesson.steps for word in ("do", "why")}


def check_lesson_words(lesson: Lesson) -> None:
    missing = sorted(key for key in words_wanted(lesson) if not has_text(key))
    require(not missing, "the lesson {0} has no text for {1}", lesson.id, missing)


def take(lesson: Lesson, seed: int) -> list[Step]:
    """Do what the guide asks for until the lesson is finished; returns the steps in the order they were shown."""
    game, course, rng = begun(lesson, seed), Course(lesson), Random(seed)
    others = {seat: player(name, seed) for seat, name in lesson.players.items()}
    shown: list[Step] = []
    for _ in range(LONGEST):
        guide = course.guide(game)
        if guide.progress.finished:
            require(guide == Course(lesson).guide(game), "the lesson {0} stands elsewhere when it is loaded", lesson.id)
            return shown
        require(game.over is None, "the game is over before the lesson {0} is", lesson.id)
        if lesson.seat in game.actors:
            if guide.step is None:
                fail(f"the lesson {lesson.id} says nothing about {game.decision(lesson.seat)}")
            step = lesson.steps[guide.step]
            fitting = [action for action in game.actions(lesson.seat) if step.is_done_by(str(action))]
            require(fitting, "the step '{0}' of the lesson {1} asks for what cannot be done", step.id, lesson.id)
            shown.append(step)
            game.play(lesson.seat, rng.choice(fitting))
            done = course.guide(game).progress.last == guide.step
            require(done, "the step '{0}' of the lesson {1} is done, and does not count", step.id, lesson.id)
        else:
            seat = game.actors[0]
            game.play(seat, others[seat].choose(game.seat(seat)))
    return fail(f"the lesson {lesson.id} does not end within {LONGEST} choices")


def check_taken(lesson: Lesson, shown: Sequence[Step]) -> None:
    """Whoever did what it asked was shown every step that depends on nothing, in their order."""
    asked = [step.id for step in shown if not step.if_asked]
    due = [step.id for step in lesson.steps if not step.if_asked]
    require(asked == due, "the lesson {0} ends after the steps {1}", lesson.id, asked)
