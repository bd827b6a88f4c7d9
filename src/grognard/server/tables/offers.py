"""Offers that need the others' consent: taking back a choice, a draw, and a computer player for an abandoned seat.

An offer stands until everyone asked has agreed, somebody has declined, or the game moves on. Computer players are not
asked: they always allow taking back; a draw needs another person.
"""

from __future__ import annotations

from collections.abc import Coroutine
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from grognard.core import driving
from grognard.core.games import AgreedDraw, Choice, Entry, Game, Return
from grognard.core.records import standing_places
from grognard.server.refusals import refused
from grognard.server.shapes import HUMAN
from grognard.server.storage.store import Conflict, OfferRow
from grognard.server.tables.answering import automatic, stand_in
from grognard.server.tables.cache import CachedTable
from grognard.server.tables.replicas import Replica
from grognard.server.threads import TABLES

TAKE_BACK, DRAW, TAKE_OVER = KINDS = ("take-back", "draw", "take-over")
AWAY = timedelta(days=1)
"""After this time of absence a person is no longer asked whether a computer player may take over their seat."""


class Offering(CachedTable):
    """The offers of a table."""

    async def offer(self, seat: str, kind: str, about: str = "") -> None:
        """Make an offer to the others: 'take-back', 'draw' or 'take-over' (of the seat `about`)."""
        await self._shielded(self._offer(seat, kind, about))

    async def answer(self, seat: str, kind: str, yes: bool) -> None:
        """Accept or decline an offer; the seat that made it may withdraw it."""
        await self._shielded(self._answer(seat, kind, yes))

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
        self._check_rules()
        if self.game.over is not None:
            raise refused("over", self.seq)
        if self.seats[seat].player != HUMAN:
            raise refused("taken-over", self.seq, seat=seat)

    def _offered(self, kind: str) -> OfferRow | None:
        return next((offer for offer in self.offers if offer.kind == kind), None)

    async def _settled(self, offer: OfferRow) -> bool:
        """Carry out an offer that all agree to, or store who is still to agree; False if something else came first."""
        if not offer.waits_for:
            entry = entry_of(offer)
            if entry is None:
                return await self._seated(offer.about, stand_in(self.game))
            trial = Replica(driving.apart(self.game))  # nothing that came before can be undone
            await TABLES.run(trial.enter, entry)  # going back replays the game
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
        """Store the offers; False if something else came first."""
        try:
            version = await writing
        except Conflict:
            await self._catch_up()
            return False
        self.offers = offers
        self._written(version, "offers")
        return True

    async def take_again(self, seat: str) -> None:
        """A person takes back their seat from a computer player."""
        await self._shielded(self._take_again(seat))

    async def _take_again(self, seat: str) -> None:
        async with self._lock:
            self._check_seat(seat)
            while self.seats[seat].player != HUMAN:
                self._check_rules()
                if self.game.over is not None:
                    raise refused("over", self.seq)
                if self.seats[seat].token is None:
                    raise refused("not-yours", self.seq)
                await self._seated(seat, HUMAN)

    async def _seated(self, seat: str, player: str) -> bool:
        """Give a seat to another player; False if something else came first."""
        row = msgspec.structs.replace(self.seats[seat], player=player)
        seats = {**self.seats, seat: row}
        thinks = bool(automatic(self.game, seats, self.orders))
        try:
            version = await self._store.seat_player(self.id, self.version, seat, player, thinks)
        except Conflict:
            await self._catch_up()
            return False
        self.seats, self.offers = seats, []
        self._written(version, "seats", "offers")
        return True


# ---------------------------------------------------------------- offers


def new_offer(table: CachedTable, seat: str, kind: str, about: str) -> OfferRow:
    """A new offer by a seat, with all who must agree."""
    others = [other for other in table.people if other != seat]
    if kind == TAKE_BACK:
        return OfferRow(kind, seat, str(before_last_choice(table.game, seat)), others)
    if kind == DRAW:
        if not others:
            raise refused("nobody-to-ask", table.seq)
        return OfferRow(kind, seat, "", others)
    if kind == TAKE_OVER:
        left = about or (others[0] if len(others) == 1 else "")
        if left not in table.people:
            raise refused("whom", table.seq, seats=", ".join(table.people))
        return OfferRow(kind, seat, left, [other for other in others if other != left or not is_away(table, left)])
    raise refused("no-such-offer", table.seq, kind=kind[:20], kinds=", ".join(KINDS))


def before_last_choice(game: Game, seat: str) -> int:
    """The moment, as a number of entries, before a seat's last choice that has not been undone."""
    entries = game.entries.since(0)
    for place in reversed(standing_places(entries)):
        entry = entries[place]
        if isinstance(entry, Choice) and entry.seat == seat:
            return place
    raise refused("nothing-to-take-back")


def is_away(table: CachedTable, seat: str) -> bool:
    """Whether the person of a seat never came, or has been absent for long."""
    if seat in table.online:
        return False
    last = max(table.seats[seat].seen, table.moved.get(seat, ""))
    return not last or datetime.now(UTC) - datetime.fromisoformat(last) > AWAY


def without(offer: OfferRow, seat: str) -> OfferRow:
    """The offer after a seat has agreed."""
    return OfferRow(offer.kind, offer.by, offer.about, [other for other in offer.waits_for if other != seat])


def entry_of(offer: OfferRow) -> Entry | None:
    """The log entry of an offer that all agree to, if any."""
    match offer.kind:
        case "take-back":
            return Return(int(offer.about))
        case "draw":
            return AgreedDraw()
    return None
