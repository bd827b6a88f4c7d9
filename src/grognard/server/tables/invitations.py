"""Invitations: who is invited to a seat takes it with a token of their own, which whoever invited them never learns.

An invitation is spent by whoever takes the seat first. Whoever sent it can withdraw it until then, and send another.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from typing import NamedTuple

from msgspec.structs import replace

from grognard.server.refusals import Refused, malformed, refused
from grognard.server.shapes import HUMAN
from grognard.server.storage.store import TAKEN, WITHDRAWN, Conflict, InvitationRow
from grognard.server.tables.cache import CachedTable
from grognard.server.tables.new_games import invitation_to, new_holder
from grognard.server.validation import LONGEST_KEY, WORD, hashed_token

SHORTEST_KEY = 22
"""Of a key from which a token is made: 128 bits at random. Whoever sent the invitation must not guess it."""
MOST_INVITATIONS = 50
"""To one game; a new one for each is stored as long as the game."""


class TakenSeat(NamedTuple):
    """The seat that an invitation has given somebody, and its token."""

    seat: str
    token: str


class Inviting(CachedTable):
    """The invitations of a table."""

    @property
    def invited(self) -> set[str]:
        """The seats with an open invitation."""
        return {invitation.seat for invitation in self.invitations if invitation.open}

    def held_with(self, seat: str) -> tuple[str, ...]:
        """The other seats that the person of a seat holds."""
        holder = self.seats[seat].holder
        same = (other for other in self.people if other != seat and self.seats[other].holder == holder)
        return tuple(same) if holder and seat in self.people else ()

    def may_invite(self, seat: str | None) -> tuple[str, ...]:
        """The seats that nobody has taken, to which the person of this seat has invited somebody."""
        holder = "" if seat is None else self.seats[seat].holder
        theirs = {invitation.seat for invitation in self.invitations if invitation.by == holder}
        return tuple(other for other in self.people if other in theirs and self.seats[other].token is None) if holder else ()

    def invitation(self, secret: str) -> InvitationRow:
        """An open invitation, by the secret in its link; what became of it otherwise is the refusal."""
        row = self._invitation(secret)
        if row.ended:
            raise ended(row)
        return row

    def _invitation(self, secret: str) -> InvitationRow:
        hashed = hashed_token(secret)
        found = [row for row in self.invitations if hmac.compare_digest(row.secret, hashed)]
        if not found:
            raise refused("no-invitation")
        return found[0]

    async def take_seat(self, secret: str, key: str, holding: str | None = None) -> TakenSeat:
        """Take a seat with an invitation; the same key gets the same token again.

        Whoever holds another seat of this table names it (`holding`): then everybody sees that both are theirs.
        """
        if not SHORTEST_KEY <= len(key) <= LONGEST_KEY or not WORD.fullmatch(key):
            raise malformed("taking-key", least=SHORTEST_KEY, most=LONGEST_KEY)
        return await self._shielded(self._take_seat(secret, token_for(secret, key), holding))

    async def _take_seat(self, secret: str, token: str, holding: str | None) -> TakenSeat:
        hashed = hashed_token(token)
        async with self._lock:
            while True:
                if self.behind:
                    await self._catch_up()
                row = self._invitation(secret)
                seat = self.seats[row.seat]
                if row.ended == TAKEN and seat.token is not None and hmac.compare_digest(seat.token, hashed):
                    return TakenSeat(row.seat, token)
                if row.ended:
                    raise ended(row)
                holder = (self.seats[holding].holder if holding is not None else "") or new_holder()
                try:
                    version = await self._store.take_seat(self.id, row.secret, row.seat, hashed, holder)
                except Conflict:  # somebody else was faster
                    await self._catch_up()
                    continue
                self.seats = {**self.seats, row.seat: replace(seat, token=hashed, holder=holder)}
                self._ended(row.seat, TAKEN)
                self._written(version, "seats")
                return TakenSeat(row.seat, token)

    async def invite(self, by: str, seat: str) -> str:
        """A new invitation to a seat that nobody has taken; the one before is withdrawn."""
        return await self._shielded(self._invite(by, seat))

    async def _invite(self, by: str, seat: str) -> str:
        async with self._lock:
            while True:
                self._check_may_invite(by, seat)
                if len(self.invitations) >= MOST_INVITATIONS:
                    raise refused("too-many-invitations")
                secret, row = invitation_to(seat, self.seats[by].holder)
                try:
                    version = await self._store.invite(self.id, seat, row)
                except Conflict:
                    await self._catch_up()
                    continue
                self._ended(seat, WITHDRAWN)
                self.invitations = [*self.invitations, row]
                self._written(version, "seats")
                return secret

    async def withdraw_invitation(self, by: str, seat: str) -> None:
        """Withdraw the invitation to a seat that nobody has taken."""
        await self._shielded(self._withdraw_invitation(by, seat))

    async def _withdraw_invitation(self, by: str, seat: str) -> None:
        async with self._lock:
            while True:
                self._check_may_invite(by, seat)
                if seat not in self.invited:
                    return  # done already
                try:
                    version = await self._store.invite(self.id, seat, None)
                except Conflict:
                    await self._catch_up()
                    continue
                self._ended(seat, WITHDRAWN)
                self._written(version, "seats")

    def _check_may_invite(self, by: str, seat: str) -> None:
        self._check_seat(by)
        self._check_seat(seat)
        if self.seats[seat].player != HUMAN or self.seats[seat].token is not None:
            raise refused("seat-taken", self.seq, seat=seat)
        if seat not in self.may_invite(by):
            raise refused("not-inviting", self.seq)

    def _ended(self, seat: str, how: str) -> None:
        self.invitations = [replace(row, ended=how) if row.seat == seat and row.open else row for row in self.invitations]


def token_for(secret: str, key: str) -> str:
    """The token that an invitation gives to whoever takes the seat with this key.

    It is made from both, so that a repeated request gets it again although only its hash is stored: whoever sent the
    invitation does not know the key, and the key alone opens nothing.
    """
    made = hmac.new(secret.encode(errors="replace"), f"seat {key}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(made[:24]).decode()


def ended(row: InvitationRow) -> Refused:
    """The refusal of an invitation that is spent or withdrawn."""
    return refused("spent" if row.ended == TAKEN else "withdrawn")
