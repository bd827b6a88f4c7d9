"""The views of a table that is being played at: each made once for all who see the same, and only as often as it changes."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

import msgspec
from msgspec import Raw

from grognard.core import driving
from grognard.core.choices import Choices
from grognard.core.errors import UnknownName
from grognard.core.games import Game
from grognard.core.lessons import Course, find_lesson
from grognard.core.texts import in_table, language_in_force, text
from grognard.server.shapes import ChatLine, LessonGuide, LogLine, Offer, Step
from grognard.server.storage.store import ChatLine as Said
from grognard.server.storage.store import OfferRow
from grognard.server.tables.replicas import Replica
from grognard.server.tables.table import Table
from grognard.server.threads import VIEWS
from grognard.server.views.catalogue import sentence
from grognard.server.views.context import ViewContext, context_of
from grognard.server.views.forecasts import Forecasts
from grognard.server.views.lessons import guide_of
from grognard.server.views.log import LogView
from grognard.server.views.steps import Stop, steps_of, stops_of
from grognard.server.views.table import TableInfo, dice_of, parts_for_all, parts_for_seat, parts_of_table
from grognard.telling.words import capital

Parts = Mapping[str, Raw]
"""The parts of a table, each as JSON."""


FEW = 3
"""How many steps are worked out at once; more of them in a thread."""


def encoded(parts: Mapping[str, object]) -> dict[str, Raw]:
    return {name: Raw(msgspec.json.encode(part)) for name, part in parts.items()}


UNASKED = encoded({"actors": (), "decision": None, "can_undo": False})
"""What is asked at a table whose game can only be read."""


class PublicView:
    """What everybody at a table may know, in one language: worked out once after a move."""

    def __init__(self) -> None:
        self._replica: Replica | None = None
        self._context: ViewContext | None = None
        self._parts: dict[str, Raw] = {}

    def context(self, table: Table) -> ViewContext:
        """The table as a spectator sees it now."""
        if self._context is None or self._replica is not table.replica:
            self._replica, self._context, self._parts = table.replica, context_of(table.game, None), {}
        return self._context

    def parts(self, table: Table) -> dict[str, Raw]:
        """The parts that are the same for everybody."""
        context = self.context(table)
        if not self._parts:
            self._parts = encoded(parts_for_all(context))
        return self._parts


class CachedView:
    """A table as one seat, or a spectator, sees it in one language."""

    def __init__(self, public: PublicView | None = None, forecasts: Forecasts | None = None) -> None:
        self._forecasts = forecasts or Forecasts()
        self._log = LogView(self._forecasts)
        self._public = public or PublicView()
        self._replica: Replica | None = None
        self._context: ViewContext | None = None
        self._parts: dict[str, Raw] = {}
        self._building = asyncio.Lock()

    async def prepare(self, table: Table, seat: str | None) -> None:
        """Build a question that may take long in a thread; `parts` has it then, if it is called at once."""
        async with self._building:
            while takes_long(table, seat) and not (self._replica is table.replica and self._parts):
                replica = table.replica
                before = driving.apart(replica.befores[-1]) if replica.befores else None
                parts = await VIEWS.run(built, driving.apart(replica.game), seat, before)
                if replica is table.replica:
                    self._look(table, seat)
                    self._parts = parts

    def _look(self, table: Table, seat: str | None) -> ViewContext:
        """The table as it is now; looked at anew only after a move."""
        if self._context is None or self._replica is not table.replica:
            before, public = table.replica.befores[-1] if table.replica.befores else None, self._public.context(table)
            context = public if seat is None else context_of(table.game, seat, before, public)
            self._replica, self._context, self._parts = table.replica, context, {}
            self._forecasts.add(table.replica.lately, table.game)
        return self._context

    def parts(self, table: Table, seat: str | None) -> Parts:
        """Every part as it is now."""
        context = self._look(table, seat)
        if not self._parts:
            self._parts = encoded(parts_for_seat(context))
        unasked = UNASKED if table.earlier is not None else {}
        return {
            **self._public.parts(table),
            **self._parts,
            **unasked,
            **encoded(parts_of_table(context, table_info(table, seat))),
        }

    def log(self, table: Table, seat: str | None, since: int) -> list[LogLine]:
        """The lines of the log from a number on."""
        lines = self._log.lines_of(self._look(table, seat))
        return [*lines, *untold_lines(table, seat, len(lines))][max(since, 0) :]

    def stops(self, table: Table, seat: str | None, since: int) -> list[Stop]:
        """Where the pieces have stood in between, since this line of the log."""
        self.log(table, seat, since)
        return stops_of(table.replica.lately, table.game, self._log.lines[since:], self._log.places[since:])


async def steps_told(stops: Sequence[Stop], seat: str | None, before: Raw) -> tuple[Step, ...]:
    """How the pieces stood at these stops; if they are many, that is worked out in a thread."""
    if len(stops) <= FEW:
        return steps_of(stops, seat, before)
    own = [Stop(stop.line, driving.apart(stop.game) if stop.game is not None else None) for stop in stops]
    return await VIEWS.run(steps_of, own, seat, before)


def built(game: Game, seat: str | None, before: Game | None) -> dict[str, Raw]:
    """The parts for a seat, of a game apart: in a thread."""
    return encoded(parts_for_seat(context_of(game, seat, before)))


def takes_long(table: Table, seat: str | None) -> bool:
    """Whether what a seat is asked is not a plain list of choices, which is always short to tell."""
    ask = table.game.question(seat) if seat is not None and table.earlier is None else None
    return ask is not None and isinstance(ask.actions, Choices)


class TableViews(NamedTuple):
    """All views of a table, by language, and the forecasts that all show."""

    public: dict[str, PublicView]
    own: dict[tuple[str | None, str], CachedView]
    forecasts: Forecasts


_views: WeakKeyDictionary[Table, TableViews] = WeakKeyDictionary()


def view_of(table: Table, seat: str | None) -> CachedView:
    """The view of a table for a seat, in the language in force."""
    views, language = _views.setdefault(table, TableViews({}, {}, Forecasts())), language_in_force()
    found = views.own.get((seat, language))
    if found is None:
        public = views.public.setdefault(language, PublicView())
        found = views.own[seat, language] = CachedView(public, views.forecasts)
    return found


def ordered_for(table: Table, seat: str) -> str:
    """What the standing orders of a seat will answer to its question now."""
    if not table.orders.get(seat) or seat not in table.game.actors:
        return ""
    answer = table.automatic.get(seat)
    return answer.action if answer is not None else ""


def table_info(table: Table, seat: str | None) -> TableInfo:
    """Who sits at a table, and what is asked there."""
    return TableInfo(
        table.id,
        table.seq,
        table.players,
        frozenset(table.joined),
        frozenset(table.online),
        tuple(offer_of(offer, table.game) for offer in table.offers),
        table.orders.get(seat, {}) if seat is not None else {},
        ordered_for(table, seat) if seat is not None else "",
        table.advice_for(seat),
        table.rematch,
        table.called,
        frozenset(table.invited),
        {seat: table.held_with(seat) for seat in table.game.seats},
        table.may_invite(seat),
        guided(table, seat),
        bool(table.forked_from),
        why_read_only(table),
        dice_of(table.game.dice, table.game.over is not None),
    )


_courses: WeakKeyDictionary[Table, Course] = WeakKeyDictionary()


def guided(table: Table, seat: str | None) -> LessonGuide | None:
    """What the learner is told at a table; nobody else is told anything."""
    if not table.lesson:
        return None
    try:
        lesson = find_lesson(table.lesson)
    except UnknownName:
        return None  # its game is no longer installed as it was; the position can be played all the same
    if seat != lesson.seat:
        return None
    course = _courses.get(table)
    if course is None:
        course = _courses[table] = Course(lesson)
    return guide_of(course, table.game)


def why_read_only(table: Table) -> str:
    """Why nobody can play on, if the game was played by earlier rules."""
    if table.earlier is None:
        return ""
    return sentence(text("server.earlier-rules", {"version": table.earlier.version, "now": table.earlier.now}))


def untold_lines(table: Table, seat: str | None, lines: int) -> list[LogLine]:
    """The entries of the log that the rules of today cannot tell, as they are recorded."""
    untold = [] if table.earlier is None else table.earlier.untold(seat)
    said = [text("server.untold", {"entries": len(untold)}), *untold] if untold else []
    moment = table.game.marks.length
    return [LogLine(lines + number, moment, "", words, (), (), None, None) for number, words in enumerate(said)]


def offer_of(offer: OfferRow, game: Game) -> Offer:
    """An offer in words."""
    counts = offer.kind == "draw" and bool(game.rules.agreed_end(game).scores)
    key = "server.offer.count" if counts else f"server.offer.{offer.kind}"
    args = {"by": in_table("army", offer.by), "about": in_table("army", offer.about)}
    return Offer(offer.kind, offer.by, capital(text(key, args)), tuple(offer.waits_for))  # type: ignore[arg-type]


def chat_line(line: Said) -> ChatLine:
    """What was said, with the side that said it."""
    return ChatLine(line.number, line.seat or None, in_table("side", line.seat) if line.seat else "", line.text, line.at)
