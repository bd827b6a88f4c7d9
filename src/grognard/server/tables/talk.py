"""Chat, names, private notes and standing orders of a table."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.core.errors import UnknownName
from grognard.core.orders import check_order
from grognard.server.refusals import Refused, malformed
from grognard.server.storage.store import ChatLine
from grognard.server.tables.answering import automatic
from grognard.server.tables.cache import CachedTable
from grognard.server.validation import is_text, plain

LONGEST_LINE, LONGEST_NOTE, LONGEST_ORDER, LONGEST_NAME = 2000, 20_000, 200, 24


class Talking(CachedTable):
    """The chat, names, notes and orders of a table."""

    async def say(self, seat: str, text: str) -> ChatLine:
        """Say something to everybody at the table."""
        self._check_seat(seat)
        said = plain(text).strip()
        if not 1 <= len(said) <= LONGEST_LINE or not is_text(text):
            raise malformed("text", most=LONGEST_LINE)
        return await self._shielded(self._say(seat, said))

    async def _say(self, seat: str, text: str) -> ChatLine:
        async with self._lock:
            version, line = await self._store.say(self.id, seat, text)
            self.said = line.number
            self._written(version, "chat")
            return line

    async def call(self, seat: str, name: str) -> str:
        """Set the name of the person in a seat, one line of plain text; an empty name clears it."""
        self._check_seat(seat)
        called = " ".join(name.split())
        if len(called) > LONGEST_NAME or not called.isprintable():
            raise malformed("name", most=LONGEST_NAME)
        return await self._shielded(self._call(seat, called))

    async def _call(self, seat: str, called: str) -> str:
        async with self._lock:
            row = self.seats[seat]
            if row.called != called:
                version = await self._store.call(self.id, seat, called)
                self.seats = {**self.seats, seat: replace(row, called=called)}
                self._written(version, "seats")
            return called

    async def chat(self, since: int = 0) -> list[ChatLine]:
        """The chat lines after number `since`."""
        return await self._store.chat(self.id, since)

    async def note(self, seat: str) -> str:
        """The private note of a seat."""
        self._check_seat(seat)
        return await self._store.note(self.id, seat)

    async def write_note(self, seat: str, text: str) -> None:
        self._check_seat(seat)
        if len(text) > LONGEST_NOTE or not is_text(text):
            raise malformed("note", most=LONGEST_NOTE)
        await self._store.write_note(self.id, seat, text)

    async def order(self, seat: str, kind: str, answer: str) -> None:
        """Store a standing order of a seat; an empty answer cancels it."""
        self._check_seat(seat)
        try:
            check_order(self.game.rules.standing_orders(seat), kind[:LONGEST_ORDER], answer[:LONGEST_ORDER])
        except UnknownName as fault:
            raise Refused("malformed", str(fault)) from None
        await self._shielded(self._order(seat, kind, answer))

    async def _order(self, seat: str, kind: str, answer: str) -> None:
        async with self._lock:
            if self.behind:
                await self._catch_up()
            mine = {known: word for known, word in self.orders.get(seat, {}).items() if known != kind}
            orders = {**self.orders, seat: {**mine, **({kind: answer} if answer else {})}}
            thinks = bool(automatic(self.game, self.seats, orders))
            version = await self._store.order(self.id, seat, kind, answer, thinks)
            self.orders = orders
            self._written(version, "orders")
