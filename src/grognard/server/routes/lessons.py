"""Lessons: listing and starting them."""

from __future__ import annotations

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from grognard.core.errors import UnknownName
from grognard.core.lessons import find_lesson
from grognard.server.http.errors import may_refuse
from grognard.server.http.rate_limits import LIMITED
from grognard.server.refusals import Refused
from grognard.server.registry import Tables
from grognard.server.shapes import HUMAN, LessonCard, NewLesson, NewTable
from grognard.server.views.lessons import lesson_cards


@get("/api/lessons", responses=may_refuse())
async def lessons() -> list[LessonCard]:
    """Every lesson, in the recommended order."""
    return lesson_cards()


@post("/api/lessons", opt={LIMITED: "games"}, status_code=201, responses=may_refuse(404, 413))
async def begin(data: JSONBody[NewLesson], tables: NamedDependency[Tables]) -> NewTable:
    """Start a lesson: its own table, with the learner in one seat and computer players in the others."""
    try:
        lesson = find_lesson(data.lesson)
    except UnknownName as fault:
        raise Refused("unknown", str(fault)) from None
    seats = {lesson.seat: HUMAN, **lesson.players}
    options = lesson.position.get("options", {})
    made = await tables.create(lesson.scenario, options, seats, data.nonce, position=lesson.position, lesson=lesson.id)
    return NewTable(made.game, made.links, made.invitations)


handlers = [lessons, begin]
