"""The notices in the database: the address of each seat, and which notices are due.

Because it is all in the database, a due notice survives a restart, and of several servers one sends it. None of it
counts as a change of the game: nobody else can see that anything was written.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Delete, Update, and_, delete, exists, insert, or_, select, update

from grognard.server.refusals import refused
from grognard.server.shapes import HUMAN
from grognard.server.storage.schema import GAMES, MOVES, NOTICES, SEATS
from grognard.server.storage.store import Conflict, DatabaseAccess, before, now
from grognard.server.tables.answering import BY_ITSELF

NEVER = -1
ATTEMPTS = 3
"""How often storing an address is tried if another process does the same at that moment."""


class DueNotice(msgspec.Struct, frozen=True):
    """A notice that may be due: the game has moved since the person was there, and they have not been notified."""

    game: str
    seat: str
    kind: str
    address: str
    language: str
    seq: int
    tried: str
    counted: int
    """The number of attempts as stored."""
    tries: int
    """The number of attempts since the person was last there."""


def at(seconds: float) -> str:
    """The time this many seconds from now, as the database stores it."""
    return before(timedelta(seconds=-seconds))


class DueNotices(DatabaseAccess):
    """The addresses of the seats, and the state of their notices."""

    # ------------------------------------------------------------------ addresses

    async def of(self, game: str, seat: str) -> dict[str, str]:
        """The addresses of a seat, by kind."""
        query = select(NOTICES.c.kind, NOTICES.c.address).where(NOTICES.c.game == game, NOTICES.c.seat == seat)
        return await self._read(lambda connection: {row.kind: row.address for row in connection.execute(query)})

    async def leave(self, game: str, seat: str, kind: str, address: str, language: str) -> None:
        """Store an address, replacing the previous one; its owner is online now and knows the state of the game."""
        fresh = {"address": address, "language": language, "since": now(), "looked": NEVER}
        fresh |= {"tried": "", "tries": 0, "later": "", "told": ""}

        def job(connection: Connection) -> None:
            known = update(NOTICES).where(*_one(game, seat, kind)).values(fresh)
            if connection.execute(known).rowcount == 0:
                connection.execute(insert(NOTICES).values(game=game, seat=seat, kind=kind, **fresh))

        for _ in range(ATTEMPTS):
            try:
                return await self._write(job)
            except Conflict:
                continue
        raise refused("unavailable")

    async def clear(self, game: str, seat: str, kind: str) -> None:
        """Delete an address."""
        await self._do(delete(NOTICES).where(*_one(game, seat, kind)))

    async def clear_finished(self) -> None:
        """Delete the addresses of finished games."""
        over = NOTICES.c.game.in_(select(GAMES.c.id).where(GAMES.c.over.is_(True)))
        if await self._read(lambda connection: connection.scalar(select(NOTICES.c.game).where(over).limit(1))) is not None:
            await self._do(delete(NOTICES).where(over))

    # ------------------------------------------------------------------ due notices

    async def find(self, kinds: Collection[str], grace: float, lately: float) -> list[DueNotice]:
        """The notices that may be due now, the oldest first."""
        query = _due(kinds, now(), at(-grace), at(-lately))

        def job(connection: Connection) -> list[DueNotice]:
            return [_row(row) for row in connection.execute(query)]

        return await self._read(job)

    async def claim(self, row: DueNotice, lease: float) -> DueNotice | None:
        """Claim a notice for sending, unless another process has; the claim expires after `lease` seconds."""
        claimed = msgspec.structs.replace(row, tried=now(), tries=row.tries + 1, counted=row.tries + 1)
        taken = await self._settle(row, tried=claimed.tried, tries=claimed.tries, later=at(lease))
        return claimed if taken else None

    async def not_now(self, row: DueNotice) -> None:
        """The person has just come, or the game has just moved on: check again later."""
        await self._settle(row, tries=row.tries - 1, later="")

    async def not_asked(self, row: DueNotice) -> None:
        """It is not the seat's turn: nothing is due before the next move."""
        await self._settle(row, tries=row.tries - 1, later="", looked=row.seq)

    async def again(self, row: DueNotice, seconds: float) -> None:
        """It could not be sent and is retried after a pause."""
        await self._settle(row, later=at(seconds))

    async def told(self, row: DueNotice) -> None:
        """It was sent, or dropped: either way nothing more is sent until the person has been at the table."""
        await self._settle(row, tries=0, later="", told=now())

    async def _settle(self, row: DueNotice, **values: Any) -> bool:
        """Store the state of a notice, if it has not changed since it was read."""
        same = (*_one(row.game, row.seat, row.kind), NOTICES.c.tried == row.tried, NOTICES.c.tries == row.counted)
        return await self._do(update(NOTICES).where(*same).values(values)) == 1

    async def _do(self, change: Delete | Update) -> int:
        """Make a change; returns the number of rows changed."""
        return await self._write(lambda connection: connection.execute(change).rowcount)


# ---------------------------------------------------------------- statements


def _one(game: str, seat: str, kind: str) -> tuple[ColumnElement[bool], ...]:
    return NOTICES.c.game == game, NOTICES.c.seat == seat, NOTICES.c.kind == kind


def _due(kinds: Collection[str], moment: str, long_enough: str, lately: str) -> Any:
    """The game has been waiting for a while, and the last move was made while the person, not yet notified, was away."""
    own = MOVES.alias("own")
    moved_since = exists().where(
        own.c.game == NOTICES.c.game, own.c.seat == NOTICES.c.seat, own.c.at >= NOTICES.c.told, ~own.c.key.startswith(BY_ITSELF)
    )
    been_here = or_(NOTICES.c.told == "", NOTICES.c.told <= SEATS.c.seen, moved_since)
    done_by_others = or_(MOVES.c.seat != NOTICES.c.seat, MOVES.c.key.is_(None), MOVES.c.key.startswith(BY_ITSELF))
    return (
        select(NOTICES, GAMES.c.seq, SEATS.c.seen)
        .join(GAMES, GAMES.c.id == NOTICES.c.game)
        .join(SEATS, and_(SEATS.c.game == NOTICES.c.game, SEATS.c.seat == NOTICES.c.seat))
        .join(MOVES, and_(MOVES.c.game == GAMES.c.id, MOVES.c.seq == GAMES.c.seq))
        .where(
            NOTICES.c.kind.in_(kinds),
            GAMES.c.over.is_(False),
            GAMES.c.seq != NOTICES.c.looked,
            SEATS.c.player == HUMAN,
            or_(SEATS.c.here.is_(False), SEATS.c.seen < lately),
            done_by_others,
            MOVES.c.at <= long_enough,
            MOVES.c.at >= SEATS.c.seen,
            MOVES.c.at >= NOTICES.c.since,
            been_here,
            or_(NOTICES.c.later <= moment, NOTICES.c.tried < SEATS.c.seen),
        )
        .order_by(MOVES.c.at)
    )


def _row(row: Any) -> DueNotice:
    tries = 0 if row.tried < row.seen else row.tries
    return DueNotice(row.game, row.seat, row.kind, row.address, row.language, row.seq, row.tried, row.tries, tries)
