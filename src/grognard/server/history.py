"""The history of a game: any of its moments, a new game from one, the record, and the report when it is over.

A seat is shown what it could see at that moment. When the game is over nothing is secret any more, and all
counters are face up.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from grognard.analysis.reports import Report, reporting
from grognard.core import driving
from grognard.core.cursors import Cursor
from grognard.core.games import Game
from grognard.core.positions import imagine
from grognard.core.texts import Reason
from grognard.drawing import thumbnail
from grognard.server import shapes
from grognard.server.refusals import Refused, refused
from grognard.server.registry import NewTable, Tables
from grognard.server.tables.table import Table
from grognard.server.threads import TABLES, Steps, WorkerThreads
from grognard.server.views.context import context_of
from grognard.server.views.history import face_up, moments_of, report_of
from grognard.server.views.table import TableInfo, dice_of, table_of

T = TypeVar("T")

MOST_PASTS = 16
"""How many games are cached with all their moments."""
LOOKS, LOOKS_OF_ONE = 256, 32
"""How many history requests may run or wait, in total and per client."""
LOOK_AGAIN = 2
"""Seconds after which a refused client may try again."""


class Visitor:
    """A client that looks at history: its id for limits (None: not limited), and whether it is still connected."""

    def __init__(self, client: str | None = None, receive: Callable[[], Awaitable[Mapping[str, Any]]] | None = None) -> None:
        self.client = client
        self._receive = receive

    async def leaves(self) -> None:
        """Wait until it disconnects."""
        if self._receive is None:
            await asyncio.Event().wait()
        else:
            while (await self._receive())["type"] != "http.disconnect":
                pass


ANYBODY = Visitor()


class Past:
    """A game with all its moments, for one request at a time."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.looks = 0
        """How many requests use it or wait for it."""
        self.report: Report | None = None
        self._cursor: Cursor | None = None

    def up_to(self, game: Game) -> Steps[Cursor]:
        """All moments of the current game; if this is aborted, the next request continues from there."""
        try:
            if self._cursor is None:
                self._cursor = Cursor.at_the_start(game)
            yield from self._cursor.following(game)
        except Exception:
            self._cursor = None
            raise
        return self._cursor


Look = Callable[[Past, Game], Steps[T]]
"""A history request: computes something from a game and its past, in a thread."""


class History:
    """The history of the games of this process. Replaying a game takes a while, so it runs in threads.

    Each game serves one request at a time, and threads take turns with the games, so that a long one delays nobody else.
    A request is aborted when its client disconnects, and when the server shuts down.
    """

    def __init__(self) -> None:
        self._pasts: OrderedDict[str, Past] = OrderedDict()
        self._looks: dict[asyncio.Task[Any], str | None] = {}
        """Every request that runs or waits, with its client."""
        self._workers = WorkerThreads("history")
        self._ended = False

    def end(self) -> None:
        """Abort all requests, and refuse new ones."""
        self._ended = True
        for look in self._looks:
            look.cancel()

    async def close(self) -> None:
        """Abort all requests and end the threads."""
        self.end()
        while self._looks:
            await asyncio.wait(self._looks)
            await asyncio.sleep(0)  # their callers get the error
        self._workers.close()

    # ------------------------------------------------------------------ who may look, and when

    async def _look(self, table: Table, by: Visitor, look: Look[T]) -> T:
        """Run a request as soon as the game is free, for as long as its client is connected."""
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
        """Refuse a request if there are too many."""
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
                return await self._workers.run_in_slices(look(past, driving.apart(table.past)))
        finally:
            past.looks -= 1

    def _past(self, id: str) -> Past:
        """The past of a game; of those not in use, the least recently used are dropped."""
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
        """The table as it was seen at a moment; with the question of that moment if `asked`."""
        info = table_info(table)

        def look(then: Game, game: Game) -> shapes.Table:
            shown = table_of(context_of(then, who), info)
            pieces = shown.pieces if game.over is None else face_up(context_of(then, seat) for seat in game.seats)
            decision = shown.decision if asked else None
            dice = dice_of(game.dice, game.over is not None)
            return replace(shown, pieces=pieces, decision=decision, can_undo=False, dice=dice)

        return await self._at(table, number, look, by)

    async def picture(self, table: Table, who: str | None, number: int, by: Visitor = ANYBODY) -> str:
        """The map at a moment as a small SVG, as who looks saw it then; once the game is over, all counters face up."""

        def look(then: Game, game: Game) -> str:
            seen = then.rules.picture(then, who or (game.seats[0] if game.over is not None else None))
            if seen is None:
                raise Refused("unknown", Reason("server.no-picture"))
            return thumbnail(seen)

        return await self._at(table, number, look, by)

    async def _at(self, table: Table, number: int, look: Callable[[Game, Game], T], by: Visitor) -> T:
        """Run a request on a game as it was at a moment."""
        last = table.past.marks.length
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
        """A new game from a moment, with its own dice; while this one is in progress, only from what the caller knew then."""

        def look(then: Game, game: Game) -> dict[str, Any]:
            if then.over is not None:
                raise Refused("over", Reason("server.nothing-to-fork"))
            known = imagined(then, who) if game.over is None else then
            # Sealed answers are chosen again.
            return {key: value for key, value in known.position().items() if key != "sealed"}

        position = await self._at(table, moment, look, by)
        options = table.game.options
        return await tables.create(table.scenario, options, seats, nonce, position=position, forked_from=table.id)

    # ------------------------------------------------------------------ the record and the report

    async def record(self, table: Table, who: str | None, by: Visitor = ANYBODY) -> dict[str, Any]:
        """The record that the caller may have: all of it once the game is over."""
        if not table.finished and who is None:
            raise Refused("not-over", Reason("server.record-not-over"))
        if table.earlier is not None:
            return await TABLES.run(table.earlier.record, driving.apart(table.game), who)

        def look(past: Past, game: Game) -> Steps[dict[str, Any]]:
            yield
            return game.record() if game.over is not None else game.record(who)

        return await self._look(table, by, look)

    async def report(self, table: Table, by: Visitor = ANYBODY) -> shapes.Report:
        """The report of a game that is over."""
        if table.earlier is not None:
            raise Refused("earlier-rules", Reason("server.earlier-rules-report"))
        if table.game.over is None:
            raise Refused("not-over", Reason("server.report-not-over"))

        def look(past: Past, game: Game) -> Steps[shapes.Report]:
            if past.report is None:
                past.report = yield from reporting(game.record(), game.scenario.overlay)
            return report_of(past.report, context_of(game, None), table.dice, game.rules.stakes)

        return await self._look(table, by, look)


def table_info(table: Table) -> TableInfo:
    """Who sits there; open offers belong to the present and are left out."""
    return TableInfo(
        table.id,
        table.seq,
        table.players,
        frozenset(table.joined),
        frozenset(table.online),
        called=table.called,
        forked=bool(table.forked_from),
    )


def imagined(game: Game, who: str | None) -> Game:
    """A possible game, given what a seat or a spectator knew then."""
    seed = secrets.randbits(48)
    return imagine(game.view(None), seed, game.scenario.overlay) if who is None else game.seat(who).imagine(seed)
