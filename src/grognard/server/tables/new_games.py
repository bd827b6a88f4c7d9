"""New games: their rules, dice and seats."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.core.dice import Dice
from grognard.core.errors import GrognardError, UnknownName
from grognard.core.games import Options
from grognard.core.overlays.folders import Components
from grognard.core.records import encode_entry, start
from grognard.core.scenarios import find
from grognard.players import players_for
from grognard.server.refusals import Refused, malformed, refused
from grognard.server.shapes import HUMAN
from grognard.server.storage.store import GameStatus, Header, InvitationRow, SeatRow, now
from grognard.server.tables.answering import game_status
from grognard.server.validation import check_nonce, hashed_token

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""The characters of game ids: none that are easily confused."""
CREATOR = "creator"
"""The name of the creator's nonce in the dice."""


class NewGameRows(msgspec.Struct):
    """Everything the database stores of a new game."""

    header: Header
    status: GameStatus
    seats: dict[str, SeatRow]
    entries: list[str]
    invitations: list[InvitationRow] = []


def begin(
    scenario: str,
    options: Options,
    players: Mapping[str, str],
    nonce: str,
    position: dict[str, Any] | None,
    components: Components | None,
) -> NewGameRows:
    """A new game, with every reason to refuse it."""
    check_nonce(nonce)
    try:
        found = find(scenario, components)
    except UnknownName as fault:
        raise Refused("unknown", str(fault)) from None
    id = "".join(secrets.choice(LETTERS) for _ in range(12))
    dice = Dice.live(id, {CREATOR: nonce} if nonce else {})
    try:
        game = start(found.rules(found.complete(options)), position, dice)
    except GrognardError as fault:
        raise Refused("malformed", str(fault)) from None
    if set(players) != set(game.seats):
        raise malformed("seats", seats=", ".join(game.seats))
    known = players_for(game)
    for player in players.values():
        if player not in (HUMAN, *known):
            raise refused("not-a-player", player=player[:50], players=", ".join(known))
    seats = {seat: SeatRow(seat, players[seat], None, False, False, "", secrets.randbits(48)) for seat in game.seats}
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
        forked_from="",
        rematch_of=None,
        rematch="",
        created=moment,
        changed=moment,
    )
    return NewGameRows(header, game_status(game, seats, {}), seats, [encode_entry(entry) for entry in game.entries.since(0)])


def give_link(seat: SeatRow, holder: str) -> str:
    """A secret link to a seat, for the person who holds it; only the hash of the secret is stored."""
    token = secrets.token_urlsafe(24)
    seat.token, seat.holder = hashed_token(token), holder
    return token


def new_holder() -> str:
    """Stands for a person at one table: no secret, and nothing is known by it but which seats are theirs."""
    return secrets.token_hex(8)


def invitation_to(seat: str, by: str) -> tuple[str, InvitationRow]:
    """An invitation to a seat: the secret for its link, and what is stored."""
    secret = secrets.token_urlsafe(24)
    return secret, InvitationRow(hashed_token(secret), seat, by, now())


def carried_over(invitations: Iterable[InvitationRow], seats: Mapping[str, str]) -> list[InvitationRow]:
    """The open invitations of a game as they hold in its rematch, in which each seat has become another."""
    return [replace(invitation, seat=seats[invitation.seat]) for invitation in invitations if invitation.open]


def rotate(seats: Sequence[str]) -> list[str]:
    """Everybody one seat further: two seats are swapped."""
    return [*seats[1:], seats[0]]
