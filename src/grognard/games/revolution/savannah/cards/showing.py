"""The cards as a seat sees them: its own face up with what each would do now, the others as a number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.actions import Action, Decision
from grognard.core.agreements import Subject
from grognard.core.cards import Card, CardTable, Hand, Playability, foresee
from grognard.core.events import tell
from grognard.core.features import CardHands
from grognard.core.texts import Reason, text
from grognard.games.revolution.savannah.cards.actions import Arm, BuyCard, Keep, Play, Redraw
from grognard.games.revolution.savannah.cards.playing import CANCELS, EXPLOSION, Playing, card_of
from grognard.games.revolution.savannah.cards.state import cards_of
from grognard.games.revolution.series.seating import MOMENTUM

if TYPE_CHECKING:
    from grognard.core.procedures import Procedure
    from grognard.games.revolution.series.battle import Battle

ORDER: tuple[Playability, ...] = ("now", "later", "other", "never")


class Showing(CardHands["Battle"], Playing):
    """Hands, deck, and what lies open."""

    def card_table(self, game: Battle, seat: str | None) -> CardTable:
        """A hand is open to its own side; how many cards there are, and what was played, to everybody."""
        state = cards_of(game)
        own = self.side_of_seat.get(seat) if seat is not None else None
        sides = sorted(self.sides, key=lambda side: side != own)
        hands = tuple(self.hand_as_seen(game, seat, side, own) for side in sides)
        in_force = tuple(self.face_of(effect.card) for effect in state.in_force)
        played = self.face_of(state.naming) if state.naming else None
        return CardTable(hands, len(self.deck(state)), played, in_force, tuple(map(self.face_of, state.gone)))

    def hand_as_seen(self, game: Battle, seat: str | None, side: str, own: str | None) -> Hand:
        held = self.hand(game, side)
        if side == own and seat is not None:
            seen = tuple(card.card for card in held) + cards_of(game).looking.get(side, ())
            faces = sorted((self.card_of(game, seat, side, id) for id in seen), key=lambda card: ORDER.index(card.standing))
            return Hand(side, len(held), tuple(faces))
        known = tuple(self.face_of(card.card) for card in held if card.taken and own is not None)
        return Hand(side, len(held), known)

    def face_of(self, card: str) -> Card:
        """V4.3g, V4.3c to V4.3f: what is printed on a card."""
        data = self.cards[card]
        when = text(f"card-turns.{data.turns}")
        moments = ", ".join(text(f"moment.{each}") for each in data.moments)
        notes = tuple(filter(None, (text(f"card-who.{data.who}"), when, moments)))
        return Card(card, text(f"card.{card}"), text(f"card-effect.{card}"), data.symbol, notes, (card,), "never")

    def card_of(self, game: Battle, seat: str, side: str, card: str) -> Card:
        """A card of one's own: what it would do now, or why it cannot be played."""
        face, asked = self.face_of(card), seat in game.actors
        if card in cards_of(game).looking.get(side, ()):
            return replace(face, standing="now", actions=(Keep(card),) if asked else ())
        moment = self.moment(game) if asked else ""
        refused = self.why_not_card(game, side, card, moment)
        actions = self.uses_of(game, seat, card) if asked else ()
        outlook = () if refused is not None or card == EXPLOSION else tuple(self.outlook(game, seat, side, card))
        return replace(face, standing=self.standing_of(side, card, refused), why_not=refused, outlook=outlook, actions=actions)

    def standing_of(self, side: str, card: str, refused: Reason | None) -> Playability:
        if refused is None:
            return "now"
        if not self.may_use(side, card):
            return "never"
        return "other" if refused.key in ("card-for-strategic-turns", "card-for-tactical-turns") else "later"

    def uses_of(self, game: Battle, seat: str, card: str) -> tuple[Action, ...]:
        """The legal actions of a seat that use a card of its own."""
        legal = game.actions(seat)
        if card == EXPLOSION:
            return tuple(action for action in legal if isinstance(action, Arm))
        return tuple(action for action in (Play(card), Redraw(card)) if action in legal)

    # ------------------------------------------------------------------ what it would do

    def outlook(self, game: Battle, seat: str, side: str, card: str) -> Iterator[str]:
        """What follows for certain if nobody cancels it, then the die or the question that comes next."""
        if card == CANCELS:
            yield text("outlook.cancels", {"card": text(f"card.{cards_of(game).naming}")})
            return

        def play(trial: Battle) -> Procedure | None:
            self.drop_card(trial, side, card)
            cards_of(trial).naming = card
            return self.effects[card].play(trial, side)

        ahead, names = foresee(game, seat, play), self.names()
        yield from (event.describe(names) for event in ahead.events)
        yield from self.changed_fights(game, ahead.game, seat)
        if ahead.rolls:
            yield text("outlook.rolls", {"what": text(f"roll.{ahead.rolls}")})
        elif ahead.asks is not None:
            yield text("outlook.asks", {"question": tell(Decision.WORDS + ahead.asks.prompt, ahead.asks.args, names)})
        elif any(effect.card == card for effect in cards_of(ahead.game).in_force):
            yield text("outlook.lasts")

    def changed_fights(self, game: Battle, ahead: Battle, seat: str) -> Iterator[str]:
        """The announced attacks whose column or modifiers would be others."""
        for fight in self.fights(game):
            before, after = self.prospect(game, seat, fight), ahead.rules.prospect(ahead, seat, fight)
            drm = [sum(modifier.value for modifier in each.modifiers) for each in (before, after)]
            if (before.column, drm[0]) != (after.column, drm[1]):
                told = {"hexes": ", ".join(fight.targets), "before": before.column, "after": after.column}
                yield text("outlook.fight", told | {"drm": f"{drm[0]:+d}", "then": f"{drm[1]:+d}"})

    # ------------------------------------------------------------------ allies

    def shared(self, game: Battle, side: str) -> Iterator[Subject]:
        """V1.4b: the cards of the Allies besides what they share without them."""
        yield from super().shared(game, side)
        yield from (Subject(held.card, text(f"card.{held.card}")) for held in self.hand(game, side))

    def subject_of(self, game: Battle, action: Action) -> str:
        """V1.4b, V1.4c: the card that is played or armed; another one is bought with momentum."""
        if isinstance(action, Play | Arm):
            return card_of(action)
        return MOMENTUM if isinstance(action, BuyCard) else super().subject_of(game, action)
