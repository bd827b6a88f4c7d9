"""All tables of this process: starts and opens games."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter, OrderedDict
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import msgspec

from grognard.core import driving
from grognard.core.dice import Dice
from grognard.core.errors import GrognardError
from grognard.core.games import Game, Options
from grognard.core.overlays.folders import Components, overlay
from grognard.core.positions import imagine
from grognard.core.records import is_earlier, rules_of, start
from grognard.core.scenarios import find
from grognard.server.autoplay.computers import Computers
from grognard.server.notices.settings import NoticeSettings
from grognard.server.notices.your_turn import Notices
from grognard.server.refusals import Refused, damaged, malformed, refused
from grognard.server.shapes import HUMAN
from grognard.server.storage.database import open_database
from grognard.server.storage.snapshots import restore
from grognard.server.storage.store import ChatLine, Conflict, Loaded, OfferRow, Store
from grognard.server.tables.cache import live_dice
from grognard.server.tables.migration import Earlier, migrated
from grognard.server.tables.new_games import NewGameRows, begin, carried_over, give_link, invitation_to, new_holder, rotate
from grognard.server.tables.replicas import Replica, begun
from grognard.server.tables.subscriptions import Changed, Subscription
from grognard.server.tables.table import Move, Table
from grognard.server.threads import TABLES
from grognard.server.validation import WORD

LOG = logging.getLogger("grognard.server")
T = TypeVar("T")

STILL_HERE = 60.0
"""Seconds between two updates of who is online."""
OPEN = 500
"""How many tables are cached, besides those that somebody follows."""


class NewTable(msgspec.Struct, frozen=True):
    """A new game: its id, the secret of each seat of the person who starts it, and that of each invitation to another."""

    game: str
    links: dict[str, str]
    invitations: dict[str, str] = {}


class Tables:
    """All games of this process."""

    def __init__(
        self, store: Store, components: Components | None = None, notice_settings: NoticeSettings | None = None
    ) -> None:
        self.store = store
        self.components = components
        self._known: WeakValueDictionary[str, Table] = WeakValueDictionary()
        """Every table that is in use anywhere in this process: there are never two for one game."""
        self._kept: OrderedDict[str, Table] = OrderedDict()
        """The cache of recently used tables."""
        self._opening: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.closed = False
        self._watch: asyncio.Task[None] | None = None
        self.several = store.database.several
        """Whether other processes may serve the same games."""

        self.computers: Computers | None = None
        self.notices = Notices(self, notice_settings)

    @classmethod
    async def start(
        cls,
        address: str,
        components: Components | None = None,
        thinkers: int = 1,
        modules: Sequence[str] = (),
        notice_settings: NoticeSettings | None = None,
    ) -> Tables:
        """The tables in a database, with `thinkers` processes for computer players (0: they do not play).

        `modules` names modules with scenarios that are not installed, for those processes; `notice_settings` says what is
        sent to those who are away.
        """
        components = None if components is None else overlay(components)  # read once: its folder may go away
        database = await open_database(address)
        tables = cls(Store(database), components, notice_settings)
        try:
            await database.listen(tables.heard, tables.missed)
        except BaseException:
            await database.close()
            raise
        tables.computers = Computers(tables, thinkers, modules)
        tables.spawn(tables.computers.resume())
        tables.spawn(tables._log_earlier_rules())
        tables._watch = asyncio.create_task(tables._watch_who_is_here())
        tables.notices.start()
        return tables

    async def close(self) -> None:
        """Stop notifying followers, finish what is being written, and close the database."""
        self.closed = True
        for table in list(self._known.values()):
            for subscription in list(table.subscribers):
                await subscription.aclose()
        if self._watch is not None:
            self._watch.cancel()
            with suppress(asyncio.CancelledError):
                await self._watch
        await self.notices.close()
        if self.computers is not None:
            await self.computers.close()
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.store.close()

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a task that is finished before the tables close."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever awaits it gets the error; if nobody does, the next command finds out

    # ------------------------------------------------------------------ starting a game

    async def create(
        self,
        scenario: str,
        options: Options,
        seats: Mapping[str, str],
        nonce: str = "",
        *,
        position: dict[str, Any] | None = None,
        forked_from: str = "",
        lesson: str = "",
        invite: Sequence[str] = (),
    ) -> NewTable:
        """Start a game from its beginning or from a position, each seat for a person or a computer player.

        To the seats in `invite` others are invited; the other seats for people are held by the person who starts it.
        """
        for seat in invite:
            if seats.get(seat) != HUMAN:
                raise malformed("invite", seat=seat[:50])
        beginning = await TABLES.run(begin, scenario, options, seats, nonce, position, self.components)
        beginning.header.forked_from = forked_from
        beginning.header.lesson = lesson
        holder = new_holder()
        people = {seat: row for seat, row in beginning.seats.items() if row.player == HUMAN}
        links = {seat: give_link(row, holder) for seat, row in people.items() if seat not in invite}
        invited = {seat: invitation_to(seat, holder) for seat in people if seat in invite}
        beginning.invitations = [row for _, row in invited.values()]
        return await self._begin(beginning, links, {seat: secret for seat, (secret, _) in invited.items()})

    async def rematch(self, table: Table) -> str:
        """The same game again, with everybody one seat further; the first request starts it, later ones find it.

        The players' existing links open the new game, too, and so do invitations that nobody has taken.
        """
        if table.game.over is None and table.earlier is None:
            raise refused("not-over", table.seq)
        while not table.rematch:
            rotated = dict(zip(table.game.seats, rotate(table.game.seats), strict=True))
            seats = {seat: table.players[before] for seat, before in rotated.items()}
            game = table.game
            opening = await TABLES.run(dealt_anew, driving.apart(game))
            beginning = await TABLES.run(begin, table.scenario, game.options, seats, "", opening, self.components)
            beginning.header.rematch_of = table.id
            for seat, before in rotated.items():
                held = table.seats[before]
                beginning.seats[seat].token, beginning.seats[seat].holder = held.token, held.holder
            beginning.invitations = carried_over(table.invitations, {before: seat for seat, before in rotated.items()})
            with suppress(Conflict):  # the other side has started it
                await self._begin(beginning, {})
            await table.catch_up()
        return table.rematch

    async def _log_earlier_rules(self) -> None:
        """Say in the log how many games were played by other rules than those of today."""
        counted: dict[tuple[str, str], Counter[bool]] = {}
        try:
            for scenario, version, over, games in await self.store.of_rules():
                counted.setdefault((scenario, version), Counter())[over] += games
        except Refused:
            return
        for (scenario, version), count in counted.items():
            try:
                now = await TABLES.run(version_of, scenario, self.components)
            except GrognardError as fault:
                LOG.warning("%d games cannot be opened: %s", count.total(), fault)
                continue
            if version != now:
                LOG.warning(
                    "%d games of %s (%d in progress, %d over) were played by version %s of its rules; now there is %s: %s.",
                    count.total(),
                    scenario,
                    count[False],
                    count[True],
                    version,
                    now,
                    "each goes on when it is opened if these lead to the same game, and can only be read if not"
                    if is_earlier(version, now)
                    else "they cannot be opened",
                )

    async def _begin(
        self, beginning: NewGameRows, links: dict[str, str], invitations: Mapping[str, str] | None = None
    ) -> NewTable:
        seats = list(beginning.seats.values())
        await self.store.create(beginning.header, beginning.status, seats, beginning.entries, beginning.invitations)
        if beginning.status.thinks:
            self.spawn(self.open(beginning.header.id))  # a computer player may have the first move
        return NewTable(beginning.header.id, links, dict(invitations or {}))

    # ------------------------------------------------------------------ opening a game

    async def open(self, game: str) -> Table:
        """The table of a game, up to date with the database."""
        if self.closed:
            raise refused("unavailable")
        if not WORD.fullmatch(game):
            raise refused("unknown", game=game[:50])
        table = self._known.get(game)
        if table is None:
            if game not in self._opening:
                task = self.spawn(self._open(game))
                self._opening[game] = task
                task.add_done_callback(lambda _: self._opening.pop(game, None))
            table = await asyncio.shield(self._opening[game])
        elif (version := await self.store.version(game)) != table.version:
            await table.catch_up(version)
        self._keep(table)
        self.look_at(game)
        return table

    async def _open(self, game: str) -> Table:
        loaded = await self.store.load(game, with_snapshot=True)
        if loaded is None:
            raise refused("unknown", game=game[:50])
        try:
            table = await self._built(loaded)
        except Refused:
            raise
        except Exception as fault:  # rows are missing or corrupt
            raise damaged(game, fault) from fault
        self._known[game] = table
        return table

    async def _built(self, loaded: Loaded) -> Table:
        """The table of a game, built in a thread: replaying a long game takes a while."""
        replica, is_restored, earlier = await TABLES.run(rebuilt, loaded, self.components)
        if {row.seat for row in loaded.seats} != set(replica.game.seats):
            raise LookupError("its seats are not those of the game")
        version = replica.game.rules.version
        if earlier is None and loaded.header.rules != version:
            await self.store.migrate(loaded.header.id, loaded.header.rules, version)
            loaded.header.rules = version
        table = Table(self, loaded, replica, earlier)
        table.snapshot = loaded.snapshot[0] if loaded.snapshot and is_restored else 0
        return table

    def _keep(self, table: Table) -> None:
        """Put this table into the cache; of those that nobody follows, the least recently used are dropped."""
        self._kept[table.id] = table
        self._kept.move_to_end(table.id)
        if len(self._kept) > OPEN:
            idle = [id for id, kept in self._kept.items() if not kept.subscribers]
            for id in idle[: len(self._kept) - OPEN]:
                del self._kept[id]

    # ------------------------------------------------------------------ other processes

    def heard(self, game: str, version: int) -> None:
        """Another process (or this one) has changed a game."""
        table = self._known.get(game)
        if table is not None and version > table.version and not self.closed:
            self.spawn(table.catch_up(version))

    def missed(self) -> None:
        """Notifications may have been lost for a while."""
        for table in list(self._known.values()):
            self.heard(table.id, table.version + 1)

    async def _watch_who_is_here(self) -> None:
        """Regularly store who follows the games, so that they do not count as away."""
        while True:
            await asyncio.sleep(STILL_HERE)
            here = [(table.id, seat) for table in list(self._known.values()) for seat in table.following]
            if here:
                with suppress(Refused):
                    await self.store.seen(here)

    def look_at(self, game: str) -> None:
        """Something has changed at a table; a computer player may have to decide now."""
        table = self._known.get(game)
        if table is not None and self.computers is not None and not self.closed:
            self.computers.look_at(table)


def version_of(scenario: str, components: Components | None) -> str:
    """The version of the rules of a scenario."""
    found = find(scenario, components)
    return found.rules(found.complete(None)).version


def dealt_anew(game: Game) -> dict[str, Any] | None:
    """The position a game was set up from, if it was, for another game: what was hidden in it is public by now.

    So everybody is given what a spectator knew at the beginning, and the rest is dealt again.
    """
    if game.opening is None:
        return None
    begun = start(game.rules, game.opening, Dice.fast(secrets.randbits(48)))
    again = imagine(begun.view(None), secrets.randbits(48), game.scenario.overlay)
    return {key: value for key, value in again.position().items() if key != "sealed"}


def rebuilt(loaded: Loaded, components: Components | None) -> tuple[Replica, bool, Earlier | None]:
    """A game from a matching snapshot and the moves since, or replayed from its beginning; and whether a snapshot was used.

    Of a game that was played by earlier rules also what is known of it, if it cannot go on by those of today.
    """
    header = loaded.header
    texts = [text for move in loaded.moves for text in move.entries]
    dice = live_dice(header)
    try:
        rules = rules_of(header.as_record(), components, or_later=True)
        if header.rules != rules.version:
            replica, earlier = migrated(loaded, rules, dice)
            return replica, False, earlier
        found = restore(loaded.snapshot[1], rules, header.position, texts, dice) if loaded.snapshot else None
        replica = begun(rules, header.position, texts, dice) if found is None else Replica(found)
        for _ in replica.follow(texts[replica.game.entries.length :], dice):
            pass
    except GrognardError as fault:
        raise refused("damaged", fault=str(fault)) from fault
    return replica, found is not None, None


__all__ = ["Changed", "ChatLine", "Move", "NewTable", "OfferRow", "Subscription", "Table", "Tables"]
