"""Lessons: the list of them, and the guide of one that is being taken, in words."""

from __future__ import annotations

from grognard.core.games import Game
from grognard.core.lessons import Course, Lesson, lesson_after, lessons
from grognard.core.texts import text, texts_of
from grognard.server.shapes import LessonCard, LessonGuide, LessonLink
from grognard.server.views.catalogue import box_of, game_of, sentence


def lesson_cards() -> list[LessonCard]:
    """Every lesson that can be taken here."""
    return [lesson_card(lesson) for lesson in lessons()]


def lesson_card(lesson: Lesson) -> LessonCard:
    with texts_of(lesson):
        return LessonCard(
            lesson.id,
            text(lesson.key("title")),
            sentence(text(lesson.key("about"))),
            box_of(lesson.scenario),
            game_of(lesson.scenario),
            lesson.scenario,
            lesson.minutes,
            steps_of(lesson),
            lesson.cites,
        )


def steps_of(lesson: Lesson) -> int:
    """How many steps must be done."""
    return sum(not step.if_asked for step in lesson.steps)


def guide_of(course: Course, game: Game) -> LessonGuide:
    """What the learner is told now."""
    lesson = course.lesson
    guide = course.guide(game)
    step = None if guide.step is None else lesson.steps[guide.step]
    finished, following = guide.progress.finished, lesson_after(lesson)
    return LessonGuide(
        id=lesson.id,
        title=text(lesson.key("title")),
        done=sum(not lesson.steps[place].if_asked for place in guide.progress.done),
        steps=steps_of(lesson),
        step="" if step is None else step.id,
        told=tuple(map(text, guide.told)),
        words=text(lesson.key("end")) if finished else "" if step is None else text(lesson.key(step.id, "do")),
        why="" if step is None else text(lesson.key(step.id, "why")),
        cites=lesson.cites if finished else () if step is None else step.cites,
        pieces=() if step is None else step.pieces,
        places=() if step is None else step.places,
        astray=guide.progress.astray,
        finished=finished,
        next=None if following is None else LessonLink(following.id, text(following.key("title"))),
    )
