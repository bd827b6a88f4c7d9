"""One game that people and computer players sit at. What it holds in memory is a cache of what the database holds.

A command is played on a copy, written down, and only then is the copy put in the game's place and everybody told. So a command
that is refused, or that fails for whatever reason, has changed nothing.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import re
from collections.abc import Coroutine, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from grognard.core.dice import Dice, Live
from grognard.core.errors import GrognardError, IllegalAction, RecordError
from grognard.core.games import Choice, Entry, Game, Resignation, Undo
from grognard.core.procedures import AskAll
from grognard.core.records import spell
from grognard.server.offers import DRAW, entry_of, new_offer, stand_in, without
from grognard.server.refusals import Refused, malformed, refused
from grognard.server.replicas import Replica
from grognard.server.snapshots import take
from grognard.server.store import ChatLine, Conflict, Header, Loaded, MoveRow, OfferRow, SeatRow, Standing, now
from grognard.server.subscriptions import Subscription, What

if TYPE_CHECKING:
    from grognard.server.tables import Tables

T = TypeVar("T")

HUMAN = "human"
"""What stands for a person where a player is named."""
WORD = re.compile(r"[A-Za-z0-9_-]+")
LONGEST_KEY, LONGEST_NONCE, LONGEST_LINE, LONGEST_NOTE, LONGEST_ORDER = 64, 64, 2000, 20_000, 200
LATELY = timedelta(minutes=3)
"""For how long a person counts as here whose process has fallen silent."""
OFTEN = 50
"""How many moves lie between two snapshots."""
BREATH = 16
"""How many entries of a log are played before others may have their turn."""


class Move(msgspec.Struct, frozen=True):
    """A command: what to do, the number of the last move that was seen, and a key that makes a repetition harmless."""

    seq: int
    key: str
    do: str = "action"
    action: str = ""


class Asked(msgspec.Struct, frozen=True):
    """Since which move the present question stands, and who has answered it meanwhile (if it is sealed)."""

    since: int
    answers: tuple[tuple[int, str], ...] = ()

    def after(self, seq: int, seat: str, still: bool) -> Asked:
        """The same after a move, with the question still the same or another."""
        return Asked(self.since, (*self.answers, (seq, seat))) if still else Asked(seq)

    def seen_by(self, seat: str, seq: int) -> bool:
        """Whether a seat that last saw move number `seq` has seen its question as it stands: only others have answered."""
        return seq >= self.since and all(other != seat for number, other in self.answers if number > seq)


class Table:
    """One game with its seats."""

    def __init__(self, tables: Tables, loaded: Loaded, replica: Replica) -> None:
        header = loaded.header
        self.id = header.id
        self.scenario = header.scenario
        self.forked_from = header.forked_from
        self.rematch_of = header.rematch_of or ""
        self.rematch = header.rematch
        self.created = header.created
        self.seq = loaded.moves[-1].seq
        self.version = header.version
        self.behind = False
        """Whether something may have been written that is not known here."""
        self.replica = replica
        self.asked = Asked(self.seq)
        self.keys = {(move.seat, move.key): move.seq for move in loaded.moves if move.key is not None}
        self.seats = {row.seat: row for row in loaded.seats}
        self.offers: list[OfferRow] = loaded.offers
        self.orders = loaded.orders
        self.said = loaded.said
        self.thinking: set[str] = set()
        """The computer players' seats that are thinking for all to see."""
        self.moved = {move.seat: move.at for move in loaded.moves}
        """When each seat last moved."""
        self.subscribers: list[Subscription] = []
        self.snapshot = 0
        """At which move the last snapshot was taken."""
        self._tables = tables
        self._store = tables.store
        self._lock = asyncio.Lock()

    # ------------------------------------------------------------------ who sits here

    @property
    def game(self) -> Game:
        """The game as it stands; look, but do not play."""
        return self.replica.game

    @property
    def players(self) -> dict[str, str]:
        """Who plays each seat: 'human' or the name of a computer player."""
        return {seat: self.seats[seat].player for seat in self.game.seats}

    @property
    def joined(self) -> set[str]:
        """The seats whose link has been used."""
        return {seat for seat, row in self.seats.items() if row.joined}

    @property
    def people(self) -> list[str]:
        """The seats that persons hold."""
        return [seat for seat, player in self.players.items() if player == HUMAN]

    @property
    def online(self) -> set[str]:
        """The seats whose person follows the game now, here or (as far as is known) at another process."""
        here = {subscription.seat for subscription in self.subscribers if subscription.seat is not None}
        if not self._tables.several:
            return here
        lately = (datetime.now(UTC) - LATELY).isoformat(timespec="milliseconds")
        return here | {seat for seat, row in self.seats.items() if row.here and row.seen > lately}

    @property
    def computers_to_play(self) -> list[str]:
        """The seats of computer players that must decide now."""
        return computers_to_play(self.game, self.seats)

    @property
    def dice(self) -> Live:
        """The dice; their secret is shown when the game is over, by whoever shows the table."""
        dice = self.game.dice
        assert isinstance(dice, Live)
        return dice

    def seat_of(self, token: str | None) -> str | None:
        """The seat that a secret link opens; without a link one is a spectator."""
        if token is None:
            return None
        hashed = hashed_token(token)
        found = [seat for seat, row in self.seats.items() if row.token and hmac.compare_digest(row.token, hashed)]
        if not found:
            raise refused("not-yours")
        return found[0]

    async def join(self, seat: str, nonce: str = "") -> None:
        """The person of a seat is here; the first time, and before any die has fallen, the dice may take up a nonce."""
        await self._safely(self._join(seat, nonce))

    async def _join(self, seat: str, nonce: str) -> None:
        self._check_seat(seat)
        check_nonce(nonce)
        async with self._lock:
            while not self.seats[seat].joined:
                more = {seat: nonce} if nonce and self.game.rolled == 0 and seat not in self.dice.nonces else {}
                try:
                    version = await self._store.join(self.id, seat, self.dice.nonces, more)
                except Conflict:
                    await self._catch_up()
                    continue
                self.seats = {**self.seats, seat: msgspec.structs.replace(self.seats[seat], joined=True, seen=now())}
                if more:
                    self.replica.game.dice = Dice.live(self.id, {**self.dice.nonces, **more}, self.dice.secret)
                self._written(version, "seats")

    def _check_seat(self, seat: str) -> None:
        if seat not in self.seats:
            raise refused("no-seat", seat=seat, seats=", ".join(self.game.seats))

    # ------------------------------------------------------------------ moves

    async def move(self, seat: str, move: Move) -> int:
        """Carry out a command of a person; returns the number of the move. Nothing is acknowledged before it is written."""
        return await self._safely(self._move(seat, move, HUMAN))

    async def move_for(self, seat: str, player: str, move: Move) -> int:
        """The same for a computer player, as long as it holds the seat."""
        return await self._safely(self._move(seat, move, player))

    async def _move(self, seat: str, move: Move, player: str) -> int:
        async with self._lock:
            while True:
                if self.behind:
                    await self._catch_up()
                self._check_seat(seat)
                check_key(move.key)
                done = self.keys.get((seat, move.key))
                if done is not None:
                    return done
                trial = self._played(seat, move, player)
                if await self._committed(trial, seat, move.do, move.key):
                    return self.seq

    def _played(self, seat: str, move: Move, player: str) -> Replica:
        """The game after a command; every reason to refuse it, in order."""
        if self.game.over is not None:
            raise refused("over", self.seq)
        if move.seq != self.seq and not (move.do == "action" and self.asked.seen_by(seat, move.seq)):
            raise refused("stale", self.seq)
        if self.seats[seat].player != player:
            raise refused("taken-over", self.seq, seat=seat)
        trial = self.replica.copy()
        try:
            trial.enter(self._entry(seat, move))
        except IllegalAction as fault:
            raise Refused("illegal", fault.reason) from None
        return trial

    def _entry(self, seat: str, move: Move) -> Entry:
        match move.do:
            case "action":
                try:
                    return Choice(seat, self.game.rules.vocabulary.parse(move.action))
                except GrognardError as fault:
                    raise Refused("malformed", str(fault)) from None
            case "undo":
                return Undo(seat)
            case "resign":
                return Resignation(seat)
        raise malformed("do", word=move.do[:20])

    async def _committed(self, trial: Replica, seat: str, kind: str, key: str | None) -> bool:
        """Write a move down and put the game after it in its place; False if another process was faster."""
        entries = [spell(entry) for entry in trial.game.entries.since(self.game.entries.length)]
        row = MoveRow(self.seq + 1, seat, kind, key, entries, now())
        self.behind = True  # until we know what has become of it
        try:
            version = await self._store.commit(self.id, row, self.dice.nonces, standing(trial.game, self.seats))
        except Conflict:
            return False
        self.behind = False
        self._step(row, trial)
        self._written(version, "move")
        if self.seq - self.snapshot >= OFTEN or self.game.over is not None:
            self.snapshot = self.seq
            self._tables.spawn(self._store.keep_snapshot(self.id, self.seq, take(self.replica.base)))
        return True

    def _step(self, row: MoveRow, replica: Replica) -> None:
        """Put the game after a move in the place of the one before it."""
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

    async def catch_up(self) -> None:
        """Come up to date with what other processes have written."""
        await self._safely(self._catch_up_in_turn())

    async def _catch_up_in_turn(self) -> None:
        async with self._lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        loaded = await self._store.load(self.id, since=self.seq)
        if loaded is None:
            raise refused("unknown", game=self.id)
        header = loaded.header
        dice = live_dice(header)
        changes: list[What] = []
        for row in loaded.moves:
            trial = self.replica.copy()
            await follow(trial, row.entries, dice)
            self._step(row, trial)
            changes = ["move"]
        if dice.nonces != self.dice.nonces:
            self.replica.game.dice = dice
            changes.append("seats")
        seats = {row.seat: row for row in loaded.seats}
        if seats != self.seats:
            self.seats = seats
            changes.append("seats")
            for seat, seat_row in seats.items():
                if not seat_row.here and self._following(seat):  # gone from another process, but not from here
                    self._tables.spawn(self._arrive(seat))
        if (loaded.offers, header.rematch) != (self.offers, self.rematch):
            self.offers, self.rematch = loaded.offers, header.rematch
            changes.append("offers")
        if loaded.orders != self.orders:
            self.orders = loaded.orders
            changes.append("orders")
        if loaded.said != self.said:
            self.said = loaded.said
            changes.append("chat")
        self.version = header.version
        self.behind = False
        self._tell(*changes)

    def _written(self, version: int, *changes: What) -> None:
        """A change of ours is written; if the database counts more changes than we know of, others have been at work, too."""
        if version == self.version + 1:
            self.version = version
        else:
            self.behind = True
            self._tables.spawn(self.catch_up())
        self._tell(*changes)

    # ------------------------------------------------------------------ chat, notes and standing orders

    async def say(self, seat: str, text: str) -> ChatLine:
        """Say something to all at the table."""
        self._check_seat(seat)
        if not 1 <= len(text.strip()) <= LONGEST_LINE:
            raise malformed("text", most=LONGEST_LINE)
        return await self._safely(self._say(seat, text.strip()))

    async def _say(self, seat: str, text: str) -> ChatLine:
        async with self._lock:
            version, line = await self._store.say(self.id, seat, text)
            self.said = line.number
            self._written(version, "chat")
            return line

    async def chat(self, since: int = 0) -> list[ChatLine]:
        """What was said after line number `since`."""
        return await self._store.chat(self.id, since)

    async def note(self, seat: str) -> str:
        """The private note of a seat."""
        self._check_seat(seat)
        return await self._store.note(self.id, seat)

    async def write_note(self, seat: str, text: str) -> None:
        self._check_seat(seat)
        if len(text) > LONGEST_NOTE:
            raise malformed("note", most=LONGEST_NOTE)
        await self._store.write_note(self.id, seat, text)

    async def order(self, seat: str, kind: str, answer: str) -> None:
        """Keep a standing order of a seat; an empty answer ends it."""
        self._check_seat(seat)
        if not 1 <= len(kind) <= LONGEST_ORDER or len(answer) > LONGEST_ORDER:
            raise malformed("order", most=LONGEST_ORDER)
        await self._safely(self._order(seat, kind, answer))

    async def _order(self, seat: str, kind: str, answer: str) -> None:
        async with self._lock:
            version = await self._store.order(self.id, seat, kind, answer)
            orders = self.orders.get(seat, {}) | {kind: answer}
            self.orders = self.orders | {seat: {kind: answer for kind, answer in orders.items() if answer}}
            self._written(version, "orders")

    # ------------------------------------------------------------------ offers

    async def offer(self, seat: str, kind: str, about: str = "") -> None:
        """Ask the others for something: 'take-back', 'draw' or 'take-over' (of the seat `about`)."""
        await self._safely(self._offer(seat, kind, about))

    async def answer(self, seat: str, kind: str, yes: bool) -> None:
        """Agree to an offer or not; whoever made it may withdraw it."""
        await self._safely(self._answer(seat, kind, yes))

    async def _offer(self, seat: str, kind: str, about: str) -> None:
        async with self._lock:
            while True:
                self._check_in_play(seat)
                offer = self._offered(kind)
                if offer is not None and offer.by != seat:
                    if kind != DRAW:
                        raise refused("already-offered", self.seq)
                    offer = without(offer, seat)  # both want it
                elif offer is None:
                    offer = new_offer(self, seat, kind, about)
                if await self._settled(offer):
                    return

    async def _answer(self, seat: str, kind: str, yes: bool) -> None:
        async with self._lock:
            while True:
                self._check_in_play(seat)
                offer = self._offered(kind)
                if offer is None:
                    raise refused("no-offer", self.seq)
                if seat not in offer.waits_for and (yes or seat != offer.by):
                    raise refused("not-asked", self.seq)
                if await (self._settled(without(offer, seat)) if yes else self._withdrawn(kind)):
                    return

    def _check_in_play(self, seat: str) -> None:
        self._check_seat(seat)
        if self.game.over is not None:
            raise refused("over", self.seq)
        if self.seats[seat].player != HUMAN:
            raise refused("taken-over", self.seq, seat=seat)

    def _offered(self, kind: str) -> OfferRow | None:
        return next((offer for offer in self.offers if offer.kind == kind), None)

    async def _settled(self, offer: OfferRow) -> bool:
        """Carry out an offer that all agree to, or write down who has yet to; False if something else came first."""
        if not offer.waits_for:
            entry = entry_of(offer)
            if entry is None:
                return await self._seated(offer.about, stand_in(self.game))
            trial = self.replica.copy()
            trial.enter(entry)
            committed = await self._committed(trial, offer.by, offer.kind, None)
            if not committed:
                await self._catch_up()
            return committed
        others = [other for other in self.offers if other.kind != offer.kind]
        return await self._on_the_table([*others, offer], self._store.offer(self.id, self.version, self.seq, offer))

    async def _withdrawn(self, kind: str) -> bool:
        others = [other for other in self.offers if other.kind != kind]
        return await self._on_the_table(others, self._store.withdraw(self.id, self.version, kind))

    async def _on_the_table(self, offers: list[OfferRow], writing: Coroutine[Any, Any, int]) -> bool:
        """Write down what is offered; False if something else came first."""
        try:
            version = await writing
        except Conflict:
            await self._catch_up()
            return False
        self.offers = offers
        self._written(version, "offers")
        return True

    async def take_again(self, seat: str) -> None:
        """A person takes the seat again that a computer player has held meanwhile."""
        await self._safely(self._take_again(seat))

    async def _take_again(self, seat: str) -> None:
        async with self._lock:
            self._check_seat(seat)
            while self.seats[seat].player != HUMAN:
                if self.game.over is not None:
                    raise refused("over", self.seq)
                if self.seats[seat].token is None:
                    raise refused("not-yours", self.seq)
                await self._seated(seat, HUMAN)

    async def _seated(self, seat: str, player: str) -> bool:
        """Give a seat to another player; False if something else came first."""
        row = msgspec.structs.replace(self.seats[seat], player=player)
        seats = {**self.seats, seat: row}
        thinks = bool(computers_to_play(self.game, seats))
        try:
            version = await self._store.seat_player(self.id, self.version, seat, player, thinks)
        except Conflict:
            await self._catch_up()
            return False
        self.seats, self.offers = seats, []
        self._written(version, "seats", "offers")
        return True

    # ------------------------------------------------------------------ who follows

    def subscribe(self, seat: str | None = None) -> Subscription:
        """Be told of every change from now on; the person of a seat who follows is online."""
        subscription = Subscription(seat, self._leave)
        self.subscribers.append(subscription)
        if seat is not None and self._following(seat) == 1:
            self._tables.spawn(self._arrive(seat))
        return subscription

    def _leave(self, subscription: Subscription) -> None:
        self.subscribers.remove(subscription)
        if subscription.seat is not None and not self._following(subscription.seat):
            self._tables.spawn(self._arrive(subscription.seat))

    def _following(self, seat: str) -> int:
        return sum(subscription.seat == seat for subscription in self.subscribers)

    async def _arrive(self, seat: str) -> None:
        """Write down whether the person of a seat is here."""
        async with self._lock:
            here = bool(self._following(seat))
            if here != self.seats[seat].here or not self._tables.several:
                version = await self._store.arrive(self.id, seat, here)
                self.seats = {**self.seats, seat: msgspec.structs.replace(self.seats[seat], here=here, seen=now())}
                self._written(version, "seats")

    def _tell(self, *changes: What) -> None:
        for subscriber in self.subscribers:
            for what in changes:
                subscriber.tell(what)
        if changes:
            self._tables.look_at(self)

    async def _safely(self, work: Coroutine[Any, Any, T]) -> T:
        """Carry work through to its end even if whoever wanted it has gone: what is written must be known here."""
        return await asyncio.shield(self._tables.spawn(work))


# ---------------------------------------------------------------- from rows to games


def live_dice(header: Header) -> Live:
    """The dice of a game."""
    return Live(header.id, header.nonces, bytes.fromhex(header.secret))


async def follow(replica: Replica, texts: Sequence[str], dice: Dice) -> None:
    """Let a replica follow a log, and others have their turn meanwhile."""
    try:
        for number, _ in enumerate(replica.follow(texts, dice)):
            if number % BREATH == BREATH - 1:
                await asyncio.sleep(0)
    except RecordError as fault:
        raise refused("damaged", fault=str(fault)) from fault


def computers_to_play(game: Game, seats: dict[str, SeatRow]) -> list[str]:
    """The seats of computer players that must decide now."""
    return [seat for seat in game.actors if seats[seat].player != HUMAN]


def standing(game: Game, seats: dict[str, SeatRow]) -> Standing:
    """What the database should know of a game without playing it."""
    return Standing(game.rolled, game.over is not None, bool(computers_to_play(game, seats)))


# ---------------------------------------------------------------- words that come from outside


def hashed_token(token: str) -> str:
    """What is kept of a secret link."""
    return hashlib.sha256(token.encode()).hexdigest()


def check_key(key: str) -> None:
    if len(key) > LONGEST_KEY or not WORD.fullmatch(key):
        raise malformed("key", most=LONGEST_KEY)


def check_nonce(nonce: str) -> None:
    if len(nonce) > LONGEST_NONCE or (nonce and not WORD.fullmatch(nonce)):
        raise malformed("nonce", most=LONGEST_NONCE)
