"""What needs the consent of others: taking a choice back, a draw, and a computer player on a seat that was left.

An offer stands until all who are asked have agreed, one of them has not, or the game moves on. Computer players are asked
nothing: they let a choice be taken back, and fight on.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from grognard.core.games import AgreedDraw, Choice, Entry, Game, Return
from grognard.core.records import standing_places
from grognard.players import able
from grognard.server.refusals import refused
from grognard.server.store import OfferRow

if TYPE_CHECKING:
    from grognard.server.table import Table

TAKE_BACK, DRAW, TAKE_OVER = KINDS = ("take-back", "draw", "take-over")
AWAY = timedelta(days=1)
"""After so long without a sign of life a person need no longer be asked whether a computer player may take the seat."""


def new_offer(table: Table, seat: str, kind: str, about: str) -> OfferRow:
    """An offer as a seat makes it, with all who must agree."""
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
    """The moment, by the number of entries before it, at which a seat made the last of its choices that stand."""
    entries = game.entries.since(0)
    for place in reversed(standing_places(entries)):
        entry = entries[place]
        if isinstance(entry, Choice) and entry.seat == seat:
            return place
    raise refused("nothing-to-take-back")


def is_away(table: Table, seat: str) -> bool:
    """Whether the person of a seat never came, or has given no sign of life for long."""
    if seat in table.online:
        return False
    last = max(table.seats[seat].seen, table.moved.get(seat, ""))
    return not last or datetime.now(UTC) - datetime.fromisoformat(last) > AWAY


def without(offer: OfferRow, seat: str) -> OfferRow:
    """The offer once a seat has agreed."""
    return OfferRow(offer.kind, offer.by, offer.about, [other for other in offer.waits_for if other != seat])


def entry_of(offer: OfferRow) -> Entry | None:
    """What an offer that all agree to does to the log, if anything."""
    match offer.kind:
        case "take-back":
            return Return(int(offer.about))
        case "draw":
            return AgreedDraw()
    return None


def stand_in(game: Game) -> str:
    """The computer player that takes over a seat: the strongest there is."""
    return able(game)[-1]
