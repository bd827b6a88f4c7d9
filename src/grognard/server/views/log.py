"""The log: one line an event, linked to the map, each roll with its ledger."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import zip_longest

from grognard.core.events import Effect, Event, Names, Rolled, ThrownMixed, Undone, tell
from grognard.core.facts import mentions_of
from grognard.core.texts import Modifier, has_text
from grognard.server.shapes import LogLine, ModifierLine, RollLedger
from grognard.server.views.context import ViewContext
from grognard.server.views.questions import pieces_in
from grognard.telling.words import capital


class LogView:
    """The log of one game as one seat sees it, in one language. It only ever grows, so what was told once is kept.

    Lines are numbered as this seat sees them: what it does not see leaves no gap.
    """

    def __init__(self) -> None:
        self.lines: list[LogLine] = []
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
                self.lines.append(line_of(context, event, len(self.lines), moment, after, undoes))
            self._told = log.length
        return self.lines

    def _undone_at(self, moment: int) -> int:
        """The choice that is undone at a moment: the last before it that still stood."""
        last = next(earlier for earlier in range(moment - 1, -1, -1) if earlier not in self._gone)
        self._gone |= {last, moment}
        return last


def line_of(
    context: ViewContext, event: Event, number: int, moment: int, after: Event | None = None, undoes: int | None = None
) -> LogLine:
    """An event as it is told, and the places and pieces that it names."""
    board, mentioned = context.board, tuple(mentions_of(event))
    places = (board.find(name) for role, name in mentioned if role == "place") if board is not None else ()
    return LogLine(
        number,
        moment,
        event.heading,
        event.describe(context.names),
        tuple(dict.fromkeys(place for place in places if place is not None)),
        pieces_in(context, mentioned),
        roll_ledger(context, event, after) if isinstance(event, Rolled) else None,
        undoes,
        effect_of(context, event),
        event.leads,
    )


def effect_of(context: ViewContext, event: Event) -> Effect | None:
    """What an event leaves on the map, at places as they are addressed."""
    found, board = event.effect, context.board
    if found is None or board is None:
        return None
    places = (board.find(place) for place in found.places)
    return Effect(found.kind, tuple(place for place in places if place is not None))


def roll_ledger(context: ViewContext, rolled: Rolled, after: Event | None) -> RollLedger:
    """A roll with every number explained; the event that followed it at once may say that it tells the result."""
    result: str = getattr(after, after.reads) if after is not None and after.reads else ""
    words, cites = result_in_words(context, result)
    return RollLedger(
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


def result_in_words(context: ViewContext, result: str) -> tuple[str, tuple[str, ...]]:
    """What a result of a table does and its rules; a game that has no words for it says nothing."""
    if not result:
        return "", ()
    meaning = context.seat.rules.meaning(result)
    return capital(tell(meaning.key, meaning.args, context.names)) if has_text(meaning.key) else "", meaning.cites


def modifier_lines(modifiers: Iterable[Modifier], names: Names) -> tuple[ModifierLine, ...]:
    """Each modifier that is not nought, with its rule."""
    return tuple(
        ModifierLine(modifier.value, capital(tell(modifier.label, modifier.args, names)), tuple(modifier.cites.split()))
        for modifier in modifiers
        if modifier.value
    )
