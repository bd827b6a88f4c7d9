"""A table in memory: a cache of its game in the database, and the clients that follow it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from grognard.core.dice import Dice, Live
from grognard.core.errors import RecordError
from grognard.core.games import Game
from grognard.core.procedures import AskAll
from grognard.core.records import encode_entry
from grognard.server.refusals import refused
from grognard.server.shapes import HUMAN
from grognard.server.storage.snapshots import take
from grognard.server.storage.store import Conflict, Header, Loaded, MoveRow, OfferRow, before, now
from grognard.server.tables.answering import Automatic, automatic, game_status
from grognard.server.tables.home import Home
from grognard.server.tables.replicas import Replica
from grognard.server.tables.subscriptions import Subscription, What

if TYPE_CHECKING:
    from grognard.server.tables.migration import Earlier

T = TypeVar("T")
Occasion = tuple[int, dict[str, dict[str, str]]]
"""What the words of a computer player depend on: the number of the last move, and what people say to it."""

ONLINE_GRACE = timedelta(minutes=3)
"""How long a person counts as online after their process has gone silent."""
UNNOTICED = timedelta(seconds=45)
"""How long a broken connection may go unnoticed: the socket pings every 20 seconds and waits 20 for the pong."""
SNAPSHOT_EVERY = 50
"""The number of moves between two snapshots."""
YIELD_EVERY = 16
"""How many log entries are played before the event loop may run other tasks."""


class Asked(msgspec.Struct, frozen=True):
    """Since which move the current question is open, and who has already answered it (if it is sealed)."""

    since: int
    answers: tuple[tuple[int, str], ...] = ()

    def after(self, seq: int, seat: str, still: bool) -> Asked:
        """The state after a move, which leaves the question open (`still`) or brings a new one."""
        return Asked(self.since, (*self.answers, (seq, seat))) if still else Asked(seq)

    def seen_by(self, seat: str, seq: int) -> bool:
        """Whether a seat that last saw move `seq` has seen its question: only others have answered since."""
        return seq >= self.since and all(other != seat for number, other in self.answers if number > seq)


class CachedTable:
    """One game as it is cached in memory."""

    def __init__(self, tables: Home, loaded: Loaded, replica: Replica, earlier: Earlier | None = None) -> None:
        header = loaded.header
        self.id = header.id
        self.scenario = header.scenario
        self.record_header = header.as_record()
        self.forked_from = header.forked_from
        self.rematch_of = header.rematch_of or ""
        self.rematch = header.rematch
        self.lesson = header.lesson
        self.created = header.created
        self.seq = loaded.moves[-1].seq
        self.version = header.version
        self.behind = False
        """Whether the database may have changes that are not known here."""
        self.replica = replica
        self.earlier = earlier
        """What is known of a game that can only be read, because it was played by earlier rules."""
        self.asked = Asked(self.seq)
        self.keys = {(move.seat, move.key): move.seq for move in loaded.moves if move.key is not None}
        self.seats = {row.seat: row for row in loaded.seats}
        self.offers: list[OfferRow] = loaded.offers
        self.orders = loaded.orders
        self.advice = loaded.advice
        self.invitations = loaded.invitations
        self.spoken: dict[str, Occasion] = {}
        """On which occasion each computer player was last asked what it says to its allies."""
        self.said = loaded.said
        self.thinking: set[str] = set()
        """The computer players' seats that are shown as thinking."""
        self.moved = {move.seat: move.at for move in loaded.moves}
        """When each seat last moved."""
        self.subscribers: list[Subscription] = []
        self.arrivals: Counter[str] = Counter()
        """How often each seat has come, as far as is known here: another number says that it was away in between."""
        self.snapshot = 0
        """The move at which the last snapshot was taken."""
        self._tables = tables
        self._store = tables.store
        self._lock = asyncio.Lock()

    # ------------------------------------------------------------------ who sits here

    @property
    def game(self) -> Game:
        """The current game; read only."""
        return self.replica.game

    @property
    def past(self) -> Game:
        """The game with its history; read only. Of a game of earlier rules, what those of today can replay."""
        return self.game if self.earlier is None else self.earlier.replayed

    @property
    def finished(self) -> bool:
        """Whether the game is over, also if these rules cannot tell how."""
        return self.game.over is not None or (self.earlier is not None and self.earlier.finished)

    def _check_rules(self) -> None:
        """Refuse to play on by other rules."""
        if self.earlier is not None:
            raise refused("earlier-rules", self.seq, version=self.earlier.version, now=self.earlier.now)

    @property
    def players(self) -> dict[str, str]:
        """Who plays each seat: 'human' or the name of a computer player."""
        return {seat: self.seats[seat].player for seat in self.game.seats}

    @property
    def joined(self) -> set[str]:
        """The seats whose link has been used."""
        return {seat for seat, row in self.seats.items() if row.joined}

    @property
    def called(self) -> dict[str, str]:
        """The names of the people in the seats, where they have given one."""
        return {seat: row.called for seat, row in self.seats.items() if row.called}

    @property
    def people(self) -> list[str]:
        """The seats held by people."""
        return [seat for seat, player in self.players.items() if player == HUMAN]

    @property
    def online(self) -> set[str]:
        """The seats whose person follows the game now, here or (as far as is known) in another process."""
        here = self.following
        if not self._tables.several:
            return here
        return here | {seat for seat, row in self.seats.items() if row.here and row.seen > before(ONLINE_GRACE)}

    @property
    def following(self) -> set[str]:
        """The seats whose person follows the game here."""
        return {subscription.seat for subscription in self.subscribers if subscription.seat is not None}

    @property
    def automatic(self) -> dict[str, Automatic]:
        """The seats that must decide now and are answered automatically, with who or what answers."""
        return automatic(self.game, self.seats, self.orders) if self.earlier is None else {}

    @property
    def dice(self) -> Live:
        """The dice; views show their secret only when the game is over."""
        dice = self.game.dice
        assert isinstance(dice, Live)
        return dice

    def _take_dice(self, dice: Live) -> None:
        """Switch to other dice, which is possible until the first roll."""
        self.replica = self.replica.copy()
        self.replica.game.dice = dice

    def _check_seat(self, seat: str) -> None:
        if seat not in self.seats:
            raise refused("no-seat", seat=seat, seats=", ".join(self.game.seats))

    # ------------------------------------------------------------------ committing a move

    async def _committed(self, trial: Replica, seat: str, kind: str, key: str | None) -> bool:
        """Commit a move to the database, then replace the game; False if another process was faster."""
        entries = [encode_entry(entry) for entry in trial.game.entries.since(self.game.entries.length)]
        row = MoveRow(self.seq + 1, seat, kind, key, entries, now())
        self.behind = True  # until we know whether it was written
        try:
            version = await self._store.commit(self.id, row, self.dice.nonces, game_status(trial.game, self.seats, self.orders))
        except Conflict:
            return False
        self.behind = False
        self._step(row, trial)
        self._written(version, "move")
        if self.seq - self.snapshot >= SNAPSHOT_EVERY or self.game.over is not None:
            self.snapshot = self.seq
            self._tables.spawn(self._store.keep_snapshot(self.id, self.seq, take(self.replica.base, self.dice)))
        return True

    def _step(self, row: MoveRow, replica: Replica) -> None:
        """Replace the game by the one after a move."""
        still = isinstance(replica.game.pending, AskAll) and replica.game.pending is self.game.pending
        self.asked = self.asked.after(row.seq, row.seat, still)
        self.replica = replica
        self.seq = row.seq
        self.moved[row.seat] = row.at
        if row.key is not None:
            self.keys[row.seat, row.key] = row.seq
        if self.offers:
            self.offers = []
            self._tell("offers")

    # ------------------------------------------------------------------ keeping up with the database

    async def catch_up(self, version: int | None = None) -> None:
        """Load what other processes have written, at least up to this version of the game."""
        await self._shielded(self._catch_up_in_turn(version))

    async def _catch_up_in_turn(self, version: int | None) -> None:
        async with self._lock:
            if self.behind or version is None or version > self.version:  # the notification may have been about our own change
                await self._catch_up()

    async def _catch_up(self) -> None:
        loaded = await self._store.load(self.id, since=self.seq)
        if loaded is None:
            raise refused("unknown", game=self.id)
        header = loaded.header
        dice = live_dice(header)
        changes: list[What] = []
        for row in loaded.moves:
            self._check_rules()
            trial = self.replica.copy()
            await follow(trial, row.entries, dice, bool(self.subscribers))
            self._step(row, trial)
            changes = ["move"]
        if dice.nonces != self.dice.nonces:
            self._take_dice(dice)
            changes.append("seats")
        seats = {row.seat: row for row in loaded.seats}
        if (seats, loaded.invitations) != (self.seats, self.invitations):
            self.arrivals.update(seat for seat, row in seats.items() if row.here and row.seen != self.seats[seat].seen)
            self.seats, self.invitations = seats, loaded.invitations
            changes.append("seats")
            for seat, seat_row in seats.items():
                if not seat_row.here and seat in self.following:  # gone from another process, but not from here
                    self._tables.spawn(self._arrive(seat))
        if (loaded.offers, header.rematch) != (self.offers, self.rematch):
            self.offers, self.rematch = loaded.offers, header.rematch
            changes.append("offers")
        if loaded.orders != self.orders:
            self.orders = loaded.orders
            changes.append("orders")
        if loaded.advice != self.advice:
            self.advice = loaded.advice
            changes.append("advice")
        if loaded.said != self.said:
            self.said = loaded.said
            changes.append("chat")
        self.version = header.version
        self.behind = False
        self._tell(*changes)

    def _written(self, version: int, *changes: What) -> None:
        """Our change is written; if the database counts more changes than we know of, other processes have written, too."""
        if version == self.version + 1:
            self.version = version
        else:
            self.behind = True
            self._tables.spawn(self.catch_up())
        self._tell(*changes)

    # ------------------------------------------------------------------ who follows

    def subscribe(self, seat: str | None = None) -> Subscription:
        """Follow every change from now on; a seat with a subscription is online."""
        subscription = Subscription(seat, self._leave)
        comes = seat is not None and seat not in self.following
        self.subscribers.append(subscription)
        if seat is not None and comes:
            self.arrivals[seat] += 1
            self._tables.spawn(self._arrive(seat))
        return subscription

    def _leave(self, subscription: Subscription) -> None:
        self.subscribers.remove(subscription)
        if subscription.seat is not None and subscription.seat not in self.following and not self._tables.closed:
            self._tables.spawn(self._arrive(subscription.seat, subscription.lost))

    async def _arrive(self, seat: str, lost: bool = False) -> None:
        """Store whether the person of a seat is online; if their connection was lost, they were last seen a while ago."""
        async with self._lock:
            here, row = seat in self.following, self.seats[seat]
            if here != row.here or not self._tables.several:
                seen = max(row.seen, before(UNNOTICED)) if lost and not here else now()
                version = await self._store.arrive(self.id, seat, here, seen)
                self.seats = {**self.seats, seat: msgspec.structs.replace(row, here=here, seen=seen)}
                self._written(version, "seats")

    def _tell(self, *changes: What) -> None:
        for subscriber in self.subscribers:
            for what in changes:
                subscriber.tell(what)
        if changes:
            self._tables.look_at(self.id)

    def show_thinking(self, seat: str, thinks: bool) -> None:
        """A computer player has started or stopped thinking about its move."""
        (self.thinking.add if thinks else self.thinking.discard)(seat)
        for subscriber in self.subscribers:
            subscriber.tell("thinking")

    async def _shielded(self, work: Coroutine[Any, Any, T]) -> T:
        """Finish work even if its client has disconnected: what is written must be known here."""
        return await asyncio.shield(self._tables.spawn(work))


# ---------------------------------------------------------------- from rows to games


def live_dice(header: Header) -> Live:
    """The dice of a game."""
    return Live(header.id, header.nonces, bytes.fromhex(header.secret))


async def follow(replica: Replica, texts: Sequence[str], dice: Dice, followed: bool = False) -> None:
    """Let a replica follow a log without blocking the event loop."""
    try:
        for number, _ in enumerate(replica.follow(texts, dice, followed)):
            if number % YIELD_EVERY == YIELD_EVERY - 1:
                await asyncio.sleep(0)
    except RecordError as fault:
        raise refused("damaged", fault=str(fault)) from fault
