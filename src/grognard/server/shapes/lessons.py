"""Lessons, and where a learner stands in one."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from grognard.server.shapes.base import Cites, Nonce, Sent, Shape, Words


class LessonCard(Shape):
    """A lesson in the list: which game it is about, and how long it takes."""

    id: str
    title: Words
    about: Words
    box: Words
    game: Words
    scenario: str
    minutes: int
    steps: int
    cites: Cites


class NewLesson(Sent):
    lesson: Annotated[str, Meta(max_length=200)]
    nonce: Nonce = ""


class LessonLink(Shape):
    id: str
    title: Words


class LessonGuide(Shape):
    """Where its learner stands in a lesson: what came of the last step, what to do now and why, and what to look at."""

    id: str
    title: Words
    done: int
    steps: int
    step: str
    told: tuple[Words, ...]
    words: Words
    why: Words
    cites: Cites
    pieces: tuple[str, ...]
    places: tuple[str, ...]
    astray: bool
    finished: bool
    next: LessonLink | None
