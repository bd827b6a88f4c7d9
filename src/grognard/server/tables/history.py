"""The past of a game: any of its moments as it was seen then, a new game from it, the record, and the report when it is over.

What a seat is shown of a moment is what it could see at that moment. When the game is over nothing is secret any more, and all
counters lie face up.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from grognard.analysis.reports import Report, reporting
from grognard.core.cursors import Cursor
from grognard.core.games import Game
from grognard.core.positions import imagine
from grognard.core.texts import Reason
from grognard.server import shapes
from grognard.server.refusals import Refused, refused
from grognard.server.tables.registry import NewTable, Tables
from grognard.server.tables.table import Table
from grognard.server.threads import Steps, WorkerThreads
from grognard.server.views.history import face_up, moments_of, report_of
from grognard.server.views.table import Setting, dice_of, table_of
from grognard.server.views.viewer import Viewer

T = TypeVar("T")

MOST_PASTS = 16
"""How many games are kept at hand with all their moments."""
LOOKS, LOOKS_OF_ONE = 256, 32
"""How many looks at the past may be under way or wait, in all and of one client."""
LOOK_AGAIN = 2
"""Seconds after which somebody who was refused a look may try again."""


class Visitor:
    """Somebody who looks at the past: what they count as (None: they are not limited), and whether they are still there."""

    def __init__(self, client: str | None = None, receive: Callable[[], Awaitable[Mapping[str, Any]]] | None = None) -> None:
        self.client = client
        self._receive = receive

    async def leaves(self) -> None:
        """Wait until they have gone."""
        if self._receive is None:
            await asyncio.Event().wait()
        else:
            while (await self._receive())["type"] != "http.disconnect":
                pass


ANYBODY = Visitor()


class Past:
    """A game with all its moments; one looks at it at a time."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.looks = 0
        """How many look at it, or wait for it."""
        self.report: Report | None = None
        self._cursor: Cursor | None = None

    def up_to(self, game: Game) -> Steps[Cursor]:
        """All moments of the game as it stands; one who breaks it off leaves what was done to the next."""
        try:
            if self._cursor is None:
                self._cursor = Cursor.at_the_start(game)
            yield from self._cursor.following(game)
        except Exception:
            self._cursor = None
            raise
        return self._cursor


Look = Callable[[Past, Game], Steps[T]]
"""Looks at a game and its past, in a thread."""


class History:
    """Looks back on the games of this process. To play a game again takes a while, so it is done beside what goes on.

    At any time there is one look at each game, and threads take turns with the games, so that a long one holds up nobody else.
    A look is given up when whoever wants it leaves, and when the server ends.
    """

    def __init__(self) -> None:
        self._pasts: OrderedDict[str, Past] = OrderedDict()
        self._looks: dict[asyncio.Task[Any], str | None] = {}
        """Every look under way or waiting, with the client who wants it."""
        self._workers = WorkerThreads("history")
        self._ended = False

    def end(self) -> None:
        """Give up all looks, and refuse others."""
        self._ended = True
        for look in self._looks:
            look.cancel()

    async def close(self) -> None:
        """End, and leave no thread behind."""
        self.end()
        while self._looks:
            await asyncio.wait(self._looks)
            await asyncio.sleep(0)  # whoever wanted them is told
        self._workers.close()

    # ------------------------------------------------------------------ who may look, and when

    async def _look(self, table: Table, by: Visitor, look: Look[T]) -> T:
        """Look at the past of a game as soon as it is free, and as long as whoever wants it is there."""
        self._check_room(by)
        looking = asyncio.create_task(self._in_turn(table, look))
        leaving = asyncio.create_task(by.leaves())
        self._looks[looking] = by.client
        try:
            await asyncio.wait({looking, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            looking.cancel()
            leaving.cancel()
            await asyncio.gather(looking, leaving, return_exceptions=True)
            del self._looks[looking]
        if not looking.cancelled():
            return looking.result()
        raise refused("unavailable") if self._ended else Refused("malformed", Reason("server.cut-off"))

    def _check_room(self, by: Visitor) -> None:
        """Refuse a look when there are too many."""
        if self._ended:
            raise refused("unavailable")
        if len(self._looks) >= LOOKS:
            raise Refused("unavailable", Reason("server.many-looks", (), {"wait": LOOK_AGAIN}))
        if by.client is not None and Counter(self._looks.values())[by.client] >= LOOKS_OF_ONE:
            raise Refused("too-many", Reason("server.too-many-looks", (), {"wait": LOOK_AGAIN}))

    async def _in_turn(self, table: Table, look: Look[T]) -> T:
        past = self._past(table.id)
        past.looks += 1
        try:
            async with past.lock:
                return await self._workers.go_through(look(past, table.game.apart()))
        finally:
            past.looks -= 1

    def _past(self, id: str) -> Past:
        """The past of a game; of those that nobody looks at the ones used longest ago are let go."""
        past = self._pasts.setdefault(id, Past())
        self._pasts.move_to_end(id)
        idle = [other for other, kept in self._pasts.items() if not kept.looks and kept is not past]
        for other in idle[: max(0, len(self._pasts) - MOST_PASTS)]:
            del self._pasts[other]
        return past

    # ------------------------------------------------------------------ moments

    async def moments(self, table: Table, who: str | None, by: Visitor = ANYBODY) -> shapes.Moments:
        """All moments so far."""

        def look(past: Past, game: Game) -> Steps[shapes.Moments]:
            cursor = yield from past.up_to(game)
            return moments_of(cursor.moments, game, who)

        return await self._look(table, by, look)

    async def moment(
        self, table: Table, who: str | None, number: int, asked: bool = False, by: Visitor = ANYBODY
    ) -> shapes.Table:
        """The table as it was seen at a moment; what was asked then only if that is wanted."""
        setting = setting_of(table)

        def look(then: Game, game: Game) -> shapes.Table:
            shown = table_of(Viewer(then, who), setting)
            pieces = shown.pieces if game.over is None else face_up(Viewer(then, seat) for seat in game.seats)
            decision = shown.decision if asked else None
            return replace(shown, pieces=pieces, decision=decision, can_undo=False, dice=dice_of(Viewer(game, who)))

        return await self._at(table, number, look, by)

    async def _at(self, table: Table, number: int, look: Callable[[Game, Game], T], by: Visitor) -> T:
        """What is to be seen of a game as it stood at a moment."""
        last = table.game.marks.length
        if not 0 <= number <= last:
            raise Refused("unknown", Reason("server.no-moment", (), {"number": number, "last": last}))

        def back(past: Past, game: Game) -> Steps[T]:
            cursor = yield from past.up_to(game)
            return look(cursor.game_at(number), game)

        return await self._look(table, by, back)

    # ------------------------------------------------------------------ what if

    async def fork(
        self,
        tables: Tables,
        table: Table,
        who: str | None,
        moment: int,
        seats: Mapping[str, str],
        nonce: str = "",
        by: Visitor = ANYBODY,
    ) -> NewTable:
        """A new game from a moment, with dice of its own; while this one goes on, only from what who asks knew then."""

        def look(then: Game, game: Game) -> dict[str, Any]:
            if then.over is not None:
                raise Refused("over", Reason("server.nothing-to-fork"))
            known = imagined(then, who) if game.over is None else then
            # Whoever had sealed an answer chooses anew.
            return {key: value for key, value in known.position().items() if key != "sealed"}

        position = await self._at(table, moment, look, by)
        options = table.game.options
        return await tables.create(table.scenario, options, seats, nonce, position=position, forked_from=table.id)

    # ------------------------------------------------------------------ the record and the report

    async def record(self, table: Table, who: str | None, by: Visitor = ANYBODY) -> dict[str, Any]:
        """The record as who asks may have it: the whole of it once the game is over."""
        if table.game.over is None and who is None:
            raise Refused("not-over", Reason("server.record-not-over"))

        def look(past: Past, game: Game) -> Steps[dict[str, Any]]:
            yield
            return game.record() if game.over is not None else game.record(who)

        return await self._look(table, by, look)

    async def report(self, table: Table, by: Visitor = ANYBODY) -> shapes.Report:
        """The report of a game that is over."""
        if table.game.over is None:
            raise Refused("not-over", Reason("server.report-not-over"))

        def look(past: Past, game: Game) -> Steps[shapes.Report]:
            if past.report is None:
                past.report = yield from reporting(game.record(), game.scenario.overlay)
            return report_of(past.report, Viewer(game, None), table.dice, game.rules.stakes)

        return await self._look(table, by, look)


def setting_of(table: Table) -> Setting:
    """Who sits there; what they have asked one another belongs to the present."""
    return Setting(table.id, table.seq, table.players, frozenset(table.joined), frozenset(table.online), called=table.called)


def imagined(game: Game, who: str | None) -> Game:
    """A game such as it may be, from all that a seat, or a spectator, knew then."""
    seed = secrets.randbits(48)
    return imagine(game.view(None), seed, game.scenario.overlay) if who is None else game.seat(who).imagine(seed)
