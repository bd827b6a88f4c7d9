"""Cards as a seat sees them, what holds for everybody now, and what allies share."""

from __future__ import annotations

from grognard.core.cards import Card as Known
from grognard.core.cards import Hand as KnownHand
from grognard.core.events import tell
from grognard.core.features import Alliances, CardHands, Circumstances
from grognard.core.seats import Seat
from grognard.core.texts import Reason
from grognard.server.shapes import Agreement, Card, CardTable, Circumstance, Hand, Remark, Subject
from grognard.server.views.context import ViewContext
from grognard.telling.words import capital


def cards_of(context: ViewContext) -> CardTable | None:
    """All hands as far as who looks may see them, if the game has cards."""
    table = context.seat.ask(CardHands.card_table)
    if table is None:
        return None

    def faces(cards: tuple[Known, ...]) -> tuple[Card, ...]:
        return tuple(card_of(context, card) for card in cards)

    def hand_of(hand: KnownHand) -> Hand:
        return Hand(hand.side, hand.count, faces(hand.cards))

    played = card_of(context, table.played) if table.played is not None else None
    return CardTable(tuple(map(hand_of, table.hands)), table.deck, played, faces(table.in_force), faces(table.out))


def card_of(context: ViewContext, card: Known) -> Card:
    return Card(
        card.id,
        card.name,
        card.text,
        card.symbol,
        tuple(map(capital, card.notes)),
        card.cites,
        card.standing,
        remark(context, card.why_not) if card.why_not is not None else None,
        tuple(map(capital, card.outlook)),
        tuple(map(str, card.actions)),
    )


def circumstances_of(context: ViewContext) -> tuple[Circumstance, ...]:
    """What holds for everybody now, with all that it changes."""
    return tuple(
        Circumstance(each.kind, capital(each.title), each.symbol, tuple(remark(context, change) for change in each.changes))
        for each in context.seat.public(Circumstances.circumstances)
    )


def agreement_of(seat: Seat) -> Agreement | None:
    """What a seat shares with allies, if there are any."""
    found = seat.ask(Alliances.agreement) if seat.name is not None else None
    if found is None:
        return None
    return Agreement(found.decides, found.cites, tuple(Subject(each.id, capital(each.title)) for each in found.subjects))


def remark(context: ViewContext, reason: Reason) -> Remark:
    return Remark(capital(tell(reason.key, reason.args, context.names)), reason.cites)
