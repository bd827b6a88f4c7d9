"""The log: one line an event, linked to the map, each roll with its breakdown."""

from __future__ import annotations

from bisect import bisect_right
from itertools import zip_longest

from grognard.analysis import Forecast
from grognard.core.events import Effect, Event, Rolled, ThrownMixed, Undone
from grognard.core.facts import mentions_of
from grognard.server.shapes import LogLine, RollBreakdown
from grognard.server.views.breakdowns import breakdown_of, modifier_lines, result_in_words
from grognard.server.views.context import ViewContext
from grognard.server.views.forecasts import Forecasts
from grognard.server.views.questions import pieces_in


class LogView:
    """The log of one game as one seat sees it, in one language. It only ever grows, so what was told once is kept.

    Lines are numbered as this seat sees them: what it does not see leaves no gap.
    """

    def __init__(self, forecasts: Forecasts | None = None) -> None:
        self.lines: list[LogLine] = []
        self.places: list[int] = []
        """The place of each line's event among all events, seen or unseen."""
        self._forecasts = forecasts
        self._told = 0
        self._gone: set[int] = set()
        """Moments that were taken back, and those at which that was done."""

    def lines_of(self, context: ViewContext) -> list[LogLine]:
        """All lines, those of the newest events too."""
        log = context.seat.log
        if self._told < log.length:
            marks = log.marks
            fresh = log.since(self._told)
            for (place, event), after in zip_longest(fresh, (event for _, event in fresh[1:])):
                moment = bisect_right(marks, place)
                undoes = self._undone_at(moment) if isinstance(event, Undone) else None
                found = self._forecasts.known_to(context.seat.name, place) if self._forecasts is not None else None
                self.lines.append(line_of(context, event, len(self.lines), moment, after, undoes, found))
                self.places.append(place)
            self._told = log.length
        return self.lines

    def _undone_at(self, moment: int) -> int:
        """The choice that is undone at a moment: the last before it that still stood."""
        last = next(earlier for earlier in range(moment - 1, -1, -1) if earlier not in self._gone)
        self._gone |= {last, moment}
        return last


def line_of(
    context: ViewContext,
    event: Event,
    number: int,
    moment: int,
    after: Event | None = None,
    undoes: int | None = None,
    forecast: Forecast | None = None,
) -> LogLine:
    """An event as it is told, and the places and pieces that it names; a roll with what was forecast, if it decided a fight."""
    board, mentioned = context.board, tuple(mentions_of(event))
    places = (board.find(name) for role, name in mentioned if role == "place") if board is not None else ()
    roll = roll_breakdown(context, event, after) if isinstance(event, Rolled) else None
    return LogLine(
        number,
        moment,
        event.heading,
        event.describe(context.names),
        tuple(dict.fromkeys(place for place in places if place is not None)),
        pieces_in(context, mentioned),
        roll,
        undoes,
        effect_of(context, event),
        event.leads,
        breakdown_of(forecast, context)
        if forecast is not None and roll is not None and roll.result in forecast.results
        else None,
    )


def effect_of(context: ViewContext, event: Event) -> Effect | None:
    """What an event leaves on the map, at places as they are addressed."""
    found, board = event.effect, context.board
    if found is None or board is None:
        return None
    places = (board.find(place) for place in found.places)
    return Effect(found.kind, tuple(place for place in places if place is not None))


def roll_breakdown(context: ViewContext, rolled: Rolled, after: Event | None) -> RollBreakdown:
    """A roll with every number explained; the event that followed it at once may say that it tells the result."""
    result: str = getattr(after, after.reads) if after is not None and after.reads else ""
    words, cites = result_in_words(context, result)
    return RollBreakdown(
        rolled.describe(context.names),
        rolled.faces,
        context.seat.rules.die_of(rolled).sides,
        rolled.coloured if isinstance(rolled, ThrownMixed) else 0,
        rolled.total,
        modifier_lines(rolled.modifiers, context.names),
        tuple(rolled.cites.split()),
        result,
        words,
        cites,
    )
