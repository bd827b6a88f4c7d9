"""The past of a game: any of its moments as it was seen then, a new game from it, the record, and the report when it is over.

What a seat is shown of a moment is what it could see at that moment. When the game is over nothing is secret any more, and all
counters lie face up.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Any, TypeVar

from msgspec.structs import replace

from grognard.analysis.reports import Report, report
from grognard.core.cursors import Cursor
from grognard.core.games import Game
from grognard.core.positions import imagine
from grognard.core.texts import Reason
from grognard.server import shapes
from grognard.server.aside import Aside
from grognard.server.faces.hindsight import face_up, moments_of, report_of
from grognard.server.faces.sight import Sight
from grognard.server.faces.whole import Setting, dice_of, table_of
from grognard.server.refusals import Refused
from grognard.server.table import Table
from grognard.server.tables import NewTable, Tables

T = TypeVar("T")

MOST_PASTS, MOST_REPORTS = 16, 32
"""How many games are kept at hand with all their moments, and how many reports."""


class Past:
    """A game with all its moments; one looks at it at a time."""

    def __init__(self) -> None:
        self.lock = Lock()
        self._cursor: Cursor | None = None

    def up_to(self, game: Game) -> Cursor:
        """All moments of the game as it stands."""
        if self._cursor is None:
            self._cursor = Cursor.on(game)
        elif game.entries.length > self._cursor.length:
            self._cursor.follow(game)
        return self._cursor


class History:
    """Looks back on the games of this process. To play a game again takes a while, so it is done beside what goes on."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._pasts: OrderedDict[str, Past] = OrderedDict()
        self._reports: OrderedDict[str, Report] = OrderedDict()
        self._workers = Aside("history")

    # ------------------------------------------------------------------ moments

    async def moments(self, table: Table, who: str | None) -> shapes.Moments:
        """All moments so far."""
        game = table.game.apart()

        def look() -> shapes.Moments:
            past = self._past(table.id)
            with past.lock:
                known = past.up_to(game).moments
            return moments_of(known[: game.marks.length + 1], game, who)

        return await self._workers.do(look)

    async def moment(self, table: Table, who: str | None, number: int, asked: bool = False) -> shapes.Table:
        """The table as it was seen at a moment; what was asked then only if that is wanted."""
        game, setting = table.game.apart(), setting_of(table)

        def look(then: Game) -> shapes.Table:
            shown = table_of(Sight(then, who), setting)
            pieces = shown.pieces if game.over is None else face_up(Sight(then, seat) for seat in game.seats)
            decision = shown.decision if asked else None
            return replace(shown, pieces=pieces, decision=decision, can_undo=False, dice=dice_of(Sight(game, who)))

        return await self._at(table.id, game, number, look)

    async def _at(self, id: str, game: Game, number: int, look: Callable[[Game], T]) -> T:
        """What is to be seen of a game as it stood at a moment."""
        last = game.marks.length
        if not 0 <= number <= last:
            raise Refused("unknown", Reason("server.no-moment", (), {"number": number, "last": last}))

        def back() -> T:
            past = self._past(id)
            with past.lock:  # copies of one game share what they have worked out
                return look(past.up_to(game).game_at(number))

        return await self._workers.do(back)

    def _past(self, id: str) -> Past:
        with self._lock:
            past = self._pasts.setdefault(id, Past())
            self._pasts.move_to_end(id)
            if len(self._pasts) > MOST_PASTS:
                self._pasts.popitem(last=False)
            return past

    # ------------------------------------------------------------------ what if

    async def fork(
        self, tables: Tables, table: Table, who: str | None, moment: int, seats: Mapping[str, str], nonce: str = ""
    ) -> NewTable:
        """A new game from a moment, with dice of its own; while this one goes on, only from what who asks knew then."""
        game = table.game.apart()

        def look(then: Game) -> dict[str, Any]:
            if then.over is not None:
                raise Refused("over", Reason("server.nothing-to-fork"))
            known = imagined(then, who) if game.over is None else then
            # Whoever had sealed an answer chooses anew.
            return {key: value for key, value in known.position().items() if key != "sealed"}

        position = await self._at(table.id, game, moment, look)
        return await tables.create(table.scenario, game.options, seats, nonce, position=position, forked_from=table.id)

    # ------------------------------------------------------------------ the record and the report

    def record(self, table: Table, who: str | None) -> dict[str, Any]:
        """The record as who asks may have it: the whole of it once the game is over."""
        if table.game.over is not None:
            return table.game.record()
        if who is None:
            raise Refused("not-over", Reason("server.record-not-over"))
        return table.game.record(who)

    async def report(self, table: Table) -> shapes.Report:
        """The report of a game that is over."""
        game = table.game.apart()
        if game.over is None:
            raise Refused("not-over", Reason("server.report-not-over"))

        def look() -> shapes.Report:
            found = self._reports.get(table.id)
            if found is None:
                found = report(game.record(), game.scenario.overlay)
            with self._lock:
                self._reports[table.id] = found
                self._reports.move_to_end(table.id)
                if len(self._reports) > MOST_REPORTS:
                    self._reports.popitem(last=False)
            return report_of(found, Sight(game, None), table.dice, game.rules.stakes)

        return await self._workers.do(look)


def setting_of(table: Table) -> Setting:
    """Who sits there; what they have asked one another belongs to the present."""
    return Setting(table.id, table.seq, table.players, frozenset(table.joined), frozenset(table.online), called=table.called)


def imagined(game: Game, who: str | None) -> Game:
    """A game such as it may be, from all that a seat, or a spectator, knew then."""
    seed = secrets.randbits(48)
    return imagine(game.view(None), seed, game.scenario.overlay) if who is None else game.seat(who).imagine(seed)
