"""All tables of this process: games are begun and opened here."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Coroutine, Mapping
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import msgspec

from grognard.core.dice import Dice
from grognard.core.errors import GrognardError, RecordError, UnknownName
from grognard.core.games import Options
from grognard.core.overlays import Components
from grognard.core.records import rules_of, spell, start
from grognard.core.scenarios import find
from grognard.players import able
from grognard.server.database import open_database
from grognard.server.refusals import Refused, malformed, refused
from grognard.server.replicas import begun
from grognard.server.store import ChatLine, Header, Loaded, OfferRow, SeatRow, Store, now
from grognard.server.subscriptions import Changed, Subscription
from grognard.server.table import HUMAN, Move, Table, check_nonce, follow, hashed_token, live_dice, standing

T = TypeVar("T")

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""What the ids of games are made of: nothing that is misread."""
CREATOR = "creator"
"""Under which name the nonce of whoever begins a game goes into the dice."""
OPEN = 500
"""How many tables that nobody follows are kept in memory."""


class NewTable(msgspec.Struct, frozen=True):
    """A game that was begun: its id, and the secret of each seat that a person is to hold."""

    game: str
    links: dict[str, str]


class Tables:
    """All games of this process."""

    def __init__(self, store: Store, components: Components | None = None) -> None:
        self.store = store
        self.components = components
        self._known: WeakValueDictionary[str, Table] = WeakValueDictionary()
        """Every table that anybody here holds: there are never two of one game."""
        self._kept: OrderedDict[str, Table] = OrderedDict()
        """The tables used last, to have them at hand."""
        self._opening: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    @classmethod
    async def start(cls, address: str, components: Components | None = None) -> Tables:
        """The tables kept in a database."""
        database = await open_database(address)
        tables = cls(Store(database), components)
        await database.listen(tables.heard, tables.missed)
        return tables

    async def close(self) -> None:
        """Finish what is being written, and leave."""
        self._closed = True
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.store.close()

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin some work that is finished before the tables close."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waits for it is told; where nobody does, the next command finds out

    # ------------------------------------------------------------------ beginning a game

    async def create(
        self,
        scenario: str,
        options: Options,
        seats: Mapping[str, str],
        nonce: str = "",
        *,
        position: dict[str, Any] | None = None,
        forked_from: str = "",
    ) -> NewTable:
        """Begin a game: from its beginning or from a position, each seat for a person or a computer player."""
        check_nonce(nonce)
        id = "".join(secrets.choice(LETTERS) for _ in range(12))
        dice = Dice.live(id, {CREATOR: nonce} if nonce else {})
        try:
            found = find(scenario, self.components)
        except UnknownName as fault:
            raise Refused("unknown", str(fault)) from None
        try:
            game = start(found.rules(found.complete(options)), position, dice)
        except GrognardError as fault:
            raise Refused("malformed", str(fault)) from None
        if set(seats) != set(game.seats):
            raise malformed("seats", seats=", ".join(game.seats))
        players = able(game)
        for player in seats.values():
            if player not in (HUMAN, *players):
                raise refused("not-a-player", player=player[:50], players=", ".join(players))
        links = {seat: secrets.token_urlsafe(24) for seat in game.seats if seats[seat] == HUMAN}
        rows = [
            SeatRow(seat, seats[seat], hashed_token(links[seat]) if seat in links else None, False, "", secrets.randbits(48))
            for seat in game.seats
        ]
        stamp = game.rules.stamp
        moment = now()
        header = Header(
            id=id,
            scenario=game.scenario.id,
            options=game.options,
            position=position,
            rules=game.rules.version,
            components=None if stamp is None else msgspec.to_builtins(stamp),
            secret=dice.secret.hex(),
            nonces=dice.nonces,
            seq=0,
            version=0,
            forked_from=forked_from,
            rematch_of=None,
            rematch="",
            created=moment,
            changed=moment,
        )
        entries = [spell(entry) for entry in game.entries.since(0)]
        await self.store.create(header, standing(game, {row.seat: row for row in rows}), rows, entries)
        return NewTable(id, links)

    # ------------------------------------------------------------------ opening a game

    async def open(self, game: str) -> Table:
        """The table of a game, up to date with the database."""
        if self._closed:
            raise refused("unavailable")
        table = self._known.get(game)
        if table is None:
            if game not in self._opening:
                task = self.spawn(self._open(game))
                self._opening[game] = task
                task.add_done_callback(lambda _: self._opening.pop(game, None))
            table = await asyncio.shield(self._opening[game])
        elif await self.store.version(game) != table.version:
            await table.catch_up()
        self._keep(table)
        return table

    async def _open(self, game: str) -> Table:
        loaded = await self.store.load(game, with_snapshot=True)
        if loaded is None:
            raise refused("unknown", game=game[:50])
        table = await self._built(loaded)
        self._known[game] = table
        return table

    async def _built(self, loaded: Loaded) -> Table:
        """The table of a game, played through from its beginning."""
        header = loaded.header
        texts = [text for move in loaded.moves for text in move.entries]
        try:
            rules = rules_of(
                {
                    "scenario": header.scenario,
                    "options": header.options,
                    "rules": header.rules,
                    "components": header.components,
                },
                self.components,
            )
            replica = begun(rules, header.position, texts)
        except (RecordError, GrognardError) as fault:
            raise refused("damaged", game=header.id, fault=str(fault)) from fault
        await follow(header.id, replica, texts[replica.game.entries.length :], live_dice(header))
        return Table(self, loaded, replica)

    def _keep(self, table: Table) -> None:
        """Keep this table at hand; of those that nobody follows the ones used longest ago are let go."""
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
        if table is not None and version > table.version and not self._closed:
            self.spawn(table.catch_up())

    def missed(self) -> None:
        """We may not have been told of changes for a while."""
        for table in list(self._known.values()):
            self.heard(table.id, table.version + 1)

    def look_at(self, table: Table) -> None:
        """Something has changed at a table."""


__all__ = ["Changed", "ChatLine", "Move", "NewTable", "OfferRow", "Subscription", "Table", "Tables"]
