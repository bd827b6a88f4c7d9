"""One game with its seats: who may sit down, and what they may do.

A command is played on a copy and committed to the database; only then does the copy replace the game and reach the followers.
So a command that is refused, or fails for any reason, has changed nothing.
"""

from __future__ import annotations

import hmac

import msgspec

from grognard.core.dice import Dice
from grognard.core.errors import GrognardError, IllegalAction
from grognard.core.games import Choice, Entry, Resignation, Undo
from grognard.server.refusals import Refused, malformed, refused
from grognard.server.shapes import HUMAN
from grognard.server.storage.store import Conflict, now
from grognard.server.tables.advice import Advising
from grognard.server.tables.invitations import Inviting
from grognard.server.tables.offers import Offering
from grognard.server.tables.replicas import Replica
from grognard.server.tables.talk import Talking
from grognard.server.validation import check_key, check_nonce, hashed_token


class Move(msgspec.Struct, frozen=True):
    """A command: what to do, the last move that its sender saw, and an idempotency key."""

    seq: int
    key: str
    do: str = "action"
    action: str = ""


class Table(Offering, Talking, Advising, Inviting):
    """One game with its seats."""

    # ------------------------------------------------------------------ sitting down

    def seat_of(self, token: str | None) -> str | None:
        """The seat that a secret link opens; None (a spectator) without a link."""
        if token is None:
            return None
        hashed = hashed_token(token)
        found = [seat for seat, row in self.seats.items() if row.token and hmac.compare_digest(row.token, hashed)]
        if not found:
            invites = any(hmac.compare_digest(invitation.secret, hashed) for invitation in self.invitations)
            raise refused("only-invited" if invites else "not-yours")
        return found[0]

    async def join(self, seat: str, nonce: str = "") -> None:
        """A person sits down in their seat; the first time, and before the first roll, their nonce goes into the dice."""
        await self._shielded(self._join(seat, nonce))

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
                    self._take_dice(Dice.live(self.id, {**self.dice.nonces, **more}, self.dice.secret))
                self._written(version, "seats")

    # ------------------------------------------------------------------ moves

    async def move(self, seat: str, move: Move) -> int:
        """Carry out a person's command; returns the number of the move, once it is committed."""
        return await self._shielded(self._move(seat, move, HUMAN))

    async def move_for(self, seat: str, player: str, move: Move) -> int:
        """The same for a computer player that holds the seat."""
        return await self._shielded(self._move(seat, move, player))

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
        self._check_rules()
        if self.game.over is not None:
            raise refused("over", self.seq)
        if not self._is_current(seat, move):
            raise refused("stale", self.seq)
        if self.seats[seat].player != player:
            raise refused("taken-over", self.seq, seat=seat)
        trial = self.replica.copy()
        try:
            trial.enter(self._entry(seat, move), followed=bool(self.subscribers))
        except IllegalAction as fault:
            raise Refused("illegal", fault.reason) from None
        return trial

    def _is_current(self, seat: str, move: Move) -> bool:
        """Whether the sender of a command has seen the last move, or has missed only others' sealed answers."""
        return move.seq == self.seq or (move.do == "action" and move.seq < self.seq and self.asked.seen_by(seat, move.seq))

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
