"""Storing and loading games. Every change is one transaction."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Row, Update, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from grognard.core.games import Options
from grognard.server.refusals import Refused, damaged, refused
from grognard.server.storage.database import Database, Job
from grognard.server.storage.schema import ADVICE, CHAT, GAMES, INVITATIONS, MOVES, NOTES, OFFERS, ORDERS, SEATS, SNAPSHOTS
from grognard.server.validation import is_nonce

T = TypeVar("T")
SECRET = re.compile(r"[0-9a-f]{64}")
TAKEN, WITHDRAWN = "taken", "withdrawn"
"""What becomes of an invitation."""


class Conflict(Exception):
    """Another process was faster: this change is based on outdated data."""


class Header(msgspec.Struct):
    """The row of a game, without its moves."""

    id: str
    scenario: str
    options: Options
    position: dict[str, Any] | None
    rules: str
    components: dict[str, str] | None
    secret: str
    nonces: dict[str, str]
    seq: int
    version: int
    forked_from: str
    rematch_of: str | None
    rematch: str
    created: str
    changed: str
    lesson: str = ""
    over: bool = False

    def as_record(self) -> dict[str, Any]:
        """The fields of a record that determine the rules."""
        return {"scenario": self.scenario, "options": self.options, "rules": self.rules, "components": self.components}


class SeatRow(msgspec.Struct):
    """Who holds a seat: a person, by the hash of a secret link, or a computer player, by name, with its seed."""

    seat: str
    player: str
    token: str | None
    joined: bool
    here: bool
    seen: str
    seed: int
    called: str = ""
    holder: str = ""
    """The person who holds it: no secret, but the same for all seats that were given to one person. Empty in old games."""


class InvitationRow(msgspec.Struct):
    """An invitation to a seat, by the hash of the secret in its link, and what became of it."""

    secret: str
    seat: str
    by: str
    made: str
    ended: str = ""

    @property
    def open(self) -> bool:
        return not self.ended


class MoveRow(msgspec.Struct):
    """One committed move: the entries that it added to the log."""

    seq: int
    seat: str
    kind: str
    key: str | None
    entries: list[str]
    at: str


class OfferRow(msgspec.Struct):
    """An offer that needs the others' consent."""

    kind: str
    by: str
    about: str
    waits_for: list[str]


class ChatLine(msgspec.Struct):
    """Something said at the table."""

    number: int
    seat: str
    text: str
    at: str


class Loaded(msgspec.Struct):
    """Everything needed to bring a game up to date."""

    header: Header
    seats: list[SeatRow]
    moves: list[MoveRow]
    offers: list[OfferRow]
    orders: dict[str, dict[str, str]]
    advice: dict[str, dict[str, str]]
    said: int
    """The number of the last chat line."""
    invitations: list[InvitationRow] = []
    snapshot: tuple[int, bytes] | None = None


class GameStatus(msgspec.Struct, frozen=True):
    """The state after a move that can be queried without opening the game."""

    rolled: int
    over: bool
    thinks: bool


def now() -> str:
    """The time as the database stores it."""
    return before(timedelta())


def before(span: timedelta) -> str:
    """The time this long ago."""
    return (datetime.now(UTC) - span).isoformat(timespec="milliseconds")


def as_json(value: object) -> str:
    """Plain data as text; equal data gives equal text."""
    return msgspec.json.encode(value, order="deterministic").decode()


class DatabaseAccess:
    """Reads and writes a database. If it cannot be reached, that is a refusal, not a crash."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def _read(self, job: Job[T]) -> T:
        try:
            return await self.database.read(job)
        except (SQLAlchemyError, OSError) as fault:
            raise refused("unavailable") from fault

    async def _write(self, job: Job[T]) -> T:
        try:
            return await self.database.write(job)
        except (Refused, Conflict):
            raise
        except IntegrityError as fault:
            raise Conflict from fault
        except (SQLAlchemyError, OSError) as fault:
            raise refused("unavailable") from fault


class Store(DatabaseAccess):
    """The games in a database."""

    async def close(self) -> None:
        await self.database.close()

    def _changed(self, connection: Connection, game: str, *conditions: Any, **values: Any) -> int:
        """Raise the version of a game and notify others; raises `Conflict` if the conditions no longer hold."""
        change = (
            update(GAMES)
            .where(GAMES.c.id == game, *conditions)
            .values(version=GAMES.c.version + 1, changed=now(), **values)
            .returning(GAMES.c.version, *self.database.telling(GAMES.c.id, GAMES.c.version))
        )
        row = connection.execute(change).one_or_none()
        if row is None:
            raise Conflict
        return int(row.version)

    # ------------------------------------------------------------------ games

    async def create(
        self,
        header: Header,
        status: GameStatus,
        seats: Sequence[SeatRow],
        entries: Sequence[str],
        invitations: Sequence[InvitationRow] = (),
    ) -> None:
        """Store a new game with its first entries, which come before any decision."""

        def job(connection: Connection) -> None:
            row = msgspec.structs.asdict(header) | msgspec.structs.asdict(status)
            for field in ("options", "nonces", "position", "components"):
                row[field] = None if row[field] is None else as_json(row[field])
            if header.rematch_of is not None:
                self._changed(connection, header.rematch_of, GAMES.c.rematch == "", rematch=header.id)
            connection.execute(insert(GAMES).values(row))
            connection.execute(insert(SEATS), [msgspec.structs.asdict(seat) | {"game": header.id} for seat in seats])
            for invitation in invitations:
                connection.execute(insert(INVITATIONS).values(msgspec.structs.asdict(invitation) | {"game": header.id}))
            connection.execute(
                insert(MOVES).values(_move(header.id, MoveRow(0, "", "begin", None, list(entries), header.created)))
            )

        await self._write(job)

    async def version(self, game: str) -> int | None:
        """The version of a game, if there is such a game."""
        query = select(GAMES.c.version).where(GAMES.c.id == game)
        try:
            return await self.database.read_one(lambda connection: connection.scalar(query))
        except (SQLAlchemyError, OSError) as fault:
            raise refused("unavailable") from fault

    async def load(self, game: str, since: int = -1, with_snapshot: bool = False) -> Loaded | None:
        """A game with its moves after number `since`, if there is such a game."""

        def job(connection: Connection) -> Loaded | None:
            row = connection.execute(select(GAMES).where(GAMES.c.id == game)).one_or_none()
            if row is None:
                return None
            snapshot = None
            if with_snapshot:
                snapshot = connection.execute(
                    select(SNAPSHOTS.c.seq, SNAPSHOTS.c.body).where(SNAPSHOTS.c.game == game)
                ).one_or_none()
            moves = _moves(connection, game, since)
            if since < row.seq and [move.seq for move in moves] != list(range(since + 1, row.seq + 1)):
                raise LookupError(f"of its moves up to {row.seq} some are missing")
            return Loaded(
                _header(row),
                _seats(connection, game),
                moves,
                _offers(connection, game, row.seq),
                _orders(connection, game),
                _advice(connection, game),
                connection.scalar(select(func.max(CHAT.c.number)).where(CHAT.c.game == game)) or 0,
                _invitations(connection, game),
                None if snapshot is None else (snapshot.seq, bytes(snapshot.body)),
            )

        try:
            return await self._read(job)
        except (msgspec.MsgspecError, UnicodeError, LookupError) as fault:
            raise damaged(game, fault) from fault

    async def thinking(self) -> list[str]:
        """The games that wait for a computer player, the longest waiting first."""
        query = select(GAMES.c.id).where(GAMES.c.thinks.is_(True), GAMES.c.over.is_(False)).order_by(GAMES.c.changed)
        return list(await self._read(lambda connection: connection.scalars(query).all()))

    async def of_rules(self) -> list[tuple[str, str, bool, int]]:
        """How many games there are of each scenario and version of its rules, in progress and over."""
        kinds = GAMES.c.scenario, GAMES.c.rules, GAMES.c.over
        query = select(*kinds, func.count()).group_by(*kinds).order_by(*kinds)
        return await self._read(lambda connection: [tuple(row) for row in connection.execute(query)])

    async def migrate(self, game: str, rules: str, to: str) -> None:
        """A game goes on by another version of the rules, which leads to the same log."""
        change = update(GAMES).where(GAMES.c.id == game, GAMES.c.rules == rules).values(rules=to)
        await self._write(lambda connection: connection.execute(change))

    # ------------------------------------------------------------------ moves

    async def commit(self, game: str, move: MoveRow, nonces: Mapping[str, str], status: GameStatus) -> int:
        """Store a move, if the game has not moved on since; returns the version of the game."""

        def job(connection: Connection) -> int:
            version = self._changed(
                connection,
                game,
                GAMES.c.seq == move.seq - 1,
                GAMES.c.nonces == as_json(nonces),
                seq=move.seq,
                **msgspec.structs.asdict(status),
            )
            connection.execute(insert(MOVES).values(_move(game, move)))
            return version

        return await self._write(job)

    async def keep_snapshot(self, game: str, seq: int, body: bytes) -> None:
        """Store the latest snapshot of a game."""

        def job(connection: Connection) -> None:
            connection.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.game == game, SNAPSHOTS.c.seq < seq))
            if connection.scalar(select(SNAPSHOTS.c.seq).where(SNAPSHOTS.c.game == game)) is None:
                connection.execute(insert(SNAPSHOTS).values(game=game, seq=seq, body=body))

        await self._write(job)

    # ------------------------------------------------------------------ seats

    async def join(self, game: str, seat: str, nonces: Mapping[str, str], more: Mapping[str, str]) -> int:
        """A person has taken a seat for the first time; before the first roll, their nonce goes into the dice."""

        def job(connection: Connection) -> int:
            unrolled = (GAMES.c.rolled == 0, GAMES.c.nonces == as_json(nonces)) if more else ()
            version = self._changed(connection, game, *unrolled, **({"nonces": as_json({**nonces, **more})} if more else {}))
            connection.execute(update(SEATS).where(SEATS.c.game == game, SEATS.c.seat == seat).values(joined=True, seen=now()))
            return version

        return await self._write(job)

    async def take_seat(self, game: str, invitation: str, seat: str, token: str, holder: str) -> int:
        """Somebody takes a seat with an invitation, which is spent; raises `Conflict` if it is no longer open."""

        def job(connection: Connection) -> int:
            version = self._changed(connection, game)
            _end_invitations(connection, game, seat, TAKEN, INVITATIONS.c.secret == invitation)
            connection.execute(_one_seat(game, seat).values(token=token, holder=holder))
            return version

        return await self._write(job)

    async def invite(self, game: str, seat: str, invitation: InvitationRow | None) -> int:
        """Withdraw the open invitation to a seat and issue another, if given; raises `Conflict` if the seat is taken."""

        def job(connection: Connection) -> int:
            version = self._changed(connection, game)
            if connection.scalar(select(SEATS.c.token).where(SEATS.c.game == game, SEATS.c.seat == seat)) is not None:
                raise Conflict
            if invitation is None:
                _end_invitations(connection, game, seat, WITHDRAWN)
                return version
            open_ones = (INVITATIONS.c.game == game, INVITATIONS.c.seat == seat, INVITATIONS.c.ended == "")
            connection.execute(update(INVITATIONS).where(*open_ones).values(ended=WITHDRAWN))
            connection.execute(insert(INVITATIONS).values(msgspec.structs.asdict(invitation) | {"game": game}))
            return version

        return await self._write(job)

    async def seat_player(self, game: str, known: int, seat: str, player: str, thinks: bool) -> int:
        """Give a seat to another player; open offers lapse."""

        def job(connection: Connection) -> int:
            version = self._changed(connection, game, GAMES.c.version == known, thinks=thinks)
            connection.execute(_one_seat(game, seat).values(player=player))
            connection.execute(delete(OFFERS).where(OFFERS.c.game == game))
            return version

        return await self._write(job)

    async def arrive(self, game: str, seat: str, here: bool, seen: str) -> int:
        """The person in a seat has come or gone, and was last seen at that time."""

        def job(connection: Connection) -> int:
            version = self._changed(connection, game)
            connection.execute(_one_seat(game, seat).values(here=here, seen=seen))
            return version

        return await self._write(job)

    async def call(self, game: str, seat: str, called: str) -> int:
        """Set the name of the person in a seat."""

        def job(connection: Connection) -> int:
            version = self._changed(connection, game)
            connection.execute(_one_seat(game, seat).values(called=called))
            return version

        return await self._write(job)

    async def seen(self, here: Sequence[tuple[str, str]]) -> None:
        """These people, each by game and seat, are still here."""

        def job(connection: Connection) -> None:
            moment = now()
            for game, seat in here:
                connection.execute(_one_seat(game, seat).values(here=True, seen=moment))

        await self._write(job)

    # ------------------------------------------------------------------ offers and orders

    async def offer(self, game: str, known: int, seq: int, offer: OfferRow) -> int:
        """Store an offer, or who has agreed to it, if nothing has changed since the known version."""

        def job(connection: Connection) -> int:
            version = self._changed(connection, game, GAMES.c.version == known)
            connection.execute(
                delete(OFFERS).where(OFFERS.c.game == game, (OFFERS.c.kind == offer.kind) | (OFFERS.c.seq < seq))
            )
            row = msgspec.structs.asdict(offer) | {"game": game, "seq": seq, "waits_for": as_json(offer.waits_for)}
            connection.execute(insert(OFFERS).values(row))
            return version

        return await self._write(job)

    async def withdraw(self, game: str, known: int, kind: str) -> int:
        """Delete an offer, if nothing has changed since the known version."""

        def job(connection: Connection) -> int:
            version = self._changed(connection, game, GAMES.c.version == known)
            connection.execute(delete(OFFERS).where(OFFERS.c.game == game, OFFERS.c.kind == kind))
            return version

        return await self._write(job)

    async def order(self, game: str, seat: str, kind: str, answer: str, thinks: bool) -> int:
        """Store a standing order; an empty answer deletes it."""

        def job(connection: Connection) -> int:
            version = self._changed(connection, game, thinks=thinks)
            connection.execute(delete(ORDERS).where(ORDERS.c.game == game, ORDERS.c.seat == seat, ORDERS.c.kind == kind))
            if answer:
                connection.execute(insert(ORDERS).values(game=game, seat=seat, kind=kind, answer=answer))
            return version

        return await self._write(job)

    async def advise(self, game: str, seat: str, about: str, word: str) -> int:
        """Store what a seat advises its allies; an empty word deletes it."""

        def job(connection: Connection) -> int:
            version = self._changed(connection, game)
            connection.execute(delete(ADVICE).where(ADVICE.c.game == game, ADVICE.c.seat == seat, ADVICE.c.about == about))
            if word:
                connection.execute(insert(ADVICE).values(game=game, seat=seat, about=about, word=word))
            return version

        return await self._write(job)

    # ------------------------------------------------------------------ chat and notes

    async def say(self, game: str, seat: str, text: str) -> tuple[int, ChatLine]:
        """Store a chat line; returns the version of the game and the line."""

        def job(connection: Connection) -> tuple[int, ChatLine]:
            version = self._changed(connection, game)
            last = connection.scalar(select(func.max(CHAT.c.number)).where(CHAT.c.game == game)) or 0
            line = ChatLine(last + 1, seat, text, now())
            connection.execute(insert(CHAT).values(msgspec.structs.asdict(line) | {"game": game}))
            return version, line

        return await self._write(job)

    async def chat(self, game: str, since: int) -> list[ChatLine]:
        """The chat lines after number `since`."""
        query = select(CHAT).where(CHAT.c.game == game, CHAT.c.number > since).order_by(CHAT.c.number)

        def job(connection: Connection) -> list[ChatLine]:
            return [ChatLine(row.number, row.seat, row.text, row.at) for row in connection.execute(query)]

        return await self._read(job)

    async def note(self, game: str, seat: str) -> str:
        """The private note of a seat."""
        query = select(NOTES.c.text).where(NOTES.c.game == game, NOTES.c.seat == seat)
        return await self._read(lambda connection: connection.scalar(query)) or ""

    async def write_note(self, game: str, seat: str, text: str) -> None:
        def job(connection: Connection) -> None:
            connection.execute(delete(NOTES).where(NOTES.c.game == game, NOTES.c.seat == seat))
            if text:
                connection.execute(insert(NOTES).values(game=game, seat=seat, text=text))

        await self._write(job)


# ---------------------------------------------------------------- rows


def _header(row: Row[Any]) -> Header:
    return Header(
        id=row.id,
        scenario=row.scenario,
        options=msgspec.json.decode(row.options),
        position=None if row.position is None else msgspec.json.decode(row.position),
        rules=row.rules,
        components=None if row.components is None else msgspec.json.decode(row.components),
        secret=_secret(row.secret),
        nonces=_nonces(row.nonces),
        seq=row.seq,
        version=row.version,
        forked_from=row.forked_from,
        rematch_of=row.rematch_of,
        rematch=row.rematch,
        created=row.created,
        changed=row.changed,
        lesson=row.lesson,
        over=row.over,
    )


def _secret(kept: str) -> str:
    """The dice secret of a game; an invalid one means that its row is damaged."""
    if not SECRET.fullmatch(kept):
        raise LookupError("its dice secret is not valid")
    return kept


def _nonces(kept: str) -> dict[str, str]:
    """The nonces of a game; invalid ones mean that its row is damaged."""
    nonces = msgspec.json.decode(kept, type=dict[str, str])
    if not all(name and is_nonce(nonce) for name, nonce in nonces.items()):
        raise LookupError("its nonces are not valid")
    return nonces


def _move(game: str, move: MoveRow) -> dict[str, Any]:
    return msgspec.structs.asdict(move) | {"game": game, "entries": as_json(move.entries)}


def _one_seat(game: str, seat: str) -> Update:
    return update(SEATS).where(SEATS.c.game == game, SEATS.c.seat == seat)


def _seats(connection: Connection, game: str) -> list[SeatRow]:
    rows = connection.execute(select(SEATS).where(SEATS.c.game == game))
    return [
        SeatRow(row.seat, row.player, row.token, row.joined, row.here, row.seen, row.seed, row.called, row.holder)
        for row in rows
    ]


def _invitations(connection: Connection, game: str) -> list[InvitationRow]:
    rows = connection.execute(select(INVITATIONS).where(INVITATIONS.c.game == game).order_by(INVITATIONS.c.made))
    return [InvitationRow(row.secret, row.seat, row.by, row.made, row.ended) for row in rows]


def _end_invitations(connection: Connection, game: str, seat: str, ended: str, *which: Any) -> None:
    """End an open invitation; raises `Conflict` if there is none, since somebody else was faster."""
    still_open = (INVITATIONS.c.game == game, INVITATIONS.c.seat == seat, INVITATIONS.c.ended == "", *which)
    done = connection.execute(update(INVITATIONS).where(*still_open).values(ended=ended).returning(INVITATIONS.c.secret))
    if not done.all():
        raise Conflict


def _moves(connection: Connection, game: str, since: int) -> list[MoveRow]:
    rows = connection.execute(select(MOVES).where(MOVES.c.game == game, MOVES.c.seq > since).order_by(MOVES.c.seq))
    return [MoveRow(row.seq, row.seat, row.kind, row.key, msgspec.json.decode(row.entries), row.at) for row in rows]


def _offers(connection: Connection, game: str, seq: int) -> list[OfferRow]:
    """The offers made since the last move; older ones have lapsed."""
    rows = connection.execute(select(OFFERS).where(OFFERS.c.game == game, OFFERS.c.seq == seq).order_by(OFFERS.c.kind))
    return [OfferRow(row.kind, row.by, row.about, msgspec.json.decode(row.waits_for)) for row in rows]


def _advice(connection: Connection, game: str) -> dict[str, dict[str, str]]:
    advice: dict[str, dict[str, str]] = {}
    for row in connection.execute(select(ADVICE).where(ADVICE.c.game == game).order_by(ADVICE.c.about)):
        advice.setdefault(row.seat, {})[row.about] = row.word
    return advice


def _orders(connection: Connection, game: str) -> dict[str, dict[str, str]]:
    orders: dict[str, dict[str, str]] = {}
    for row in connection.execute(select(ORDERS).where(ORDERS.c.game == game)):
        orders.setdefault(row.seat, {})[row.kind] = row.answer
    return orders
