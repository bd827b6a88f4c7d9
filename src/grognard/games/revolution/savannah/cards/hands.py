"""Deck and hands (V4.3): who holds what, what each side may know of it, and how cards are drawn."""

from __future__ import annotations

from collections.abc import Container
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, cast

from msgspec.structs import replace

from grognard.core.actions import Action
from grognard.core.games import Choice
from grognard.core.overlays.components import component
from grognard.core.procedures import DONE, Ask, Call, Draw, Goto, Next, Procedure
from grognard.core.windows import PASS
from grognard.games.revolution.savannah.campaign import Campaign
from grognard.games.revolution.savannah.cards.actions import (
    Arm,
    BuyCard,
    CardExchanged,
    CardPlayed,
    HoldCards,
    Keep,
)
from grognard.games.revolution.savannah.cards.data_schema import CardData, CardList
from grognard.games.revolution.savannah.cards.state import SECRET, UNKNOWN, CardsState, HeldCard, Sighting, cards_of
from grognard.games.revolution.series.names import Side

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle

PACKAGE = "grognard.games.revolution.savannah.cards"
COUPS, ESPIONAGE = ("V-C17", "V-C18"), "V-C45"
RED = (*COUPS, ESPIONAGE)
ARMED, FIRE_PHASE = "V-C43", "artillery fire"
LOOKED_AT = 3
"""V-C17: how many cards of the deck its drawer sees."""
UNSEEN_ANSWERS = (Keep, Arm, HoldCards)
"""Answers that stay sealed to the other side until the game is over."""


class Hands(Campaign):
    """Where every card is, and who may know it."""

    @cached_property
    def cards(self) -> dict[str, CardData]:
        return {card.id: card for card in component(PACKAGE, "cards.json", CardList)}

    @cached_property
    def existing(self) -> dict[str, Container[object]]:
        return super().existing | {"card": self.cards}

    def deck(self, state: CardsState) -> tuple[str, ...]:
        """V4.3i: all cards that are neither held, nor looked at, nor being played, nor out."""
        elsewhere = {held.card for hand in state.hands.values() for held in hand} | {*state.gone, state.naming}
        elsewhere |= {card for cards in state.looking.values() for card in cards}
        return tuple(card for card in self.cards if card not in elsewhere)

    def hand(self, game: Battle, side: str) -> tuple[HeldCard, ...]:
        return cards_of(game).hands.get(side, ())

    def holds(self, game: Battle, side: str, card: str) -> HeldCard | None:
        return next((held for held in self.hand(game, side) if held.card == card), None)

    def may_use(self, side: str, card: str) -> bool:
        """V4.3g: the flag on the card."""
        return self.cards[card].who in (side, "both")

    def take_card(self, game: Battle, side: str, held: HeldCard) -> None:
        cards_of(game).hands[side] = (*self.hand(game, side), held)

    def drop_card(self, game: Battle, side: str, card: str) -> None:
        cards_of(game).hands[side] = tuple(held for held in self.hand(game, side) if held.card != card)

    def lost_object(self, game: Battle, card: str) -> bool:
        """V4.3i: whether a card with a redraw clause has lost its object."""
        raise NotImplementedError

    # ------------------------------------------------------------------ what a side may know

    def veiled(self, state: dict[str, Any], seat: str | None) -> dict[str, Any]:
        """The state without what a seat may not know: its own side's part, and how many cards there are."""
        side = self.side_of_seat.get(seat) if seat is not None else None

        def back(held: dict[str, Any]) -> dict[str, Any]:
            known = side is not None and held.get("taken", 0)
            return held if known else {**held, "card": UNKNOWN}

        hidden: dict[str, Any] = {}
        others: dict[str, Any]
        for field in SECRET:
            parts = state.get(field) or {}
            own = {who: part for who, part in parts.items() if who == side}
            if field == "hands":
                others = {who: [back(held) for held in hand] for who, hand in parts.items() if who != side}
            elif field == "looking":
                others = {who: [UNKNOWN] * len(cards) for who, cards in parts.items() if who != side}
            else:
                others = {}
            if own or others:
                hidden[field] = {who: (own | others)[who] for who in parts if who in own or who in others}
        return {field: value for field, value in state.items() if field not in SECRET} | hidden

    def view(self, game: Battle, seat: str | None) -> dict[str, Any]:
        view = super().view(game, seat)
        position = view["position"]
        if "state" in position:
            view = view | {"position": position | {"state": self.veiled(position["state"], seat)}}
        return view

    def redact(self, position: dict[str, Any], seat: str) -> dict[str, Any]:
        redacted = super().redact(position, seat)
        state = redacted.get("state")
        return redacted | {"state": self.veiled(state, seat)} if isinstance(state, dict) else redacted

    def hides(self, game: Battle, seat: str) -> bool:
        """Hands, and the order of the deck."""
        return True

    def secret_entries(self, game: Battle, seat: str) -> set[int]:
        """What the other side kept of three cards, and whether it has armed a card, until the game is over."""
        if game.over is not None:
            return super().secret_entries(game, seat)
        side = self.side_of_seat[seat]
        return super().secret_entries(game, seat) | {
            place
            for place, entry in enumerate(game.entries.since(0))
            if isinstance(entry, Choice) and isinstance(entry.action, UNSEEN_ANSWERS) and self.side_of_seat[entry.seat] != side
        }

    def imagine(self, view: dict[str, Any], seed: int) -> dict[str, Any]:
        """Deal unseen cards to the backs that a seat sees, within what it knows; V-C43 may be armed against a battery."""
        position = super().imagine(view, seed)
        state = position.get("state", {})
        if not isinstance(state, dict) or not (state.get("hands") or state.get("looking")):
            return position
        hands, looking = state.get("hands", {}), state.get("looking", {})
        known = {held["card"] for hand in hands.values() for held in hand} | {*state.get("gone", ()), state.get("naming", "")}
        known |= {card for cards in looking.values() for card in cards}
        unseen = [card for card in self.cards if card not in known]
        Random(seed).shuffle(unseen)
        sightings = [*state.get("returned", ()), *(each for seen in state.get("seen", {}).values() for each in seen)]
        in_deck = {(sighting["card"], sighting["number"]) for sighting in sightings}

        def deal(number: int) -> str:
            later = {card for card, when in in_deck if when >= number}
            fitting = [card for card in unseen if card not in RED and card not in later]
            card = (fitting or unseen)[0]
            unseen.remove(card)
            return card

        backs = sorted((held["number"], who, place) for who, hand in hands.items() for place, held in enumerate(hand))
        dealt = {who: [dict(held) for held in hand] for who, hand in hands.items()}
        for number, who, place in backs:
            if dealt[who][place]["card"] == UNKNOWN:
                dealt[who][place]["card"] = deal(number)
        seen = {who: [unseen.pop() if card == UNKNOWN else card for card in cards] for who, cards in looking.items()}
        held_unseen = {
            who for _, who, place in backs if hands[who][place]["card"] == UNKNOWN and dealt[who][place]["card"] == ARMED
        }
        armed = {who: gun for who in sorted(held_unseen) if (gun := self.imagined_target(position, who, seed))}
        armed |= state.get("armed", {})
        found = {"hands": dealt} | ({"looking": seen} if seen else {}) | ({"armed": armed} if armed else {})
        return position | {"state": state | found}

    def imagined_target(self, position: dict[str, Any], side: str, seed: int) -> str:
        """V-C43: once the window before the fire has closed, as likely as not one of the enemy's batteries is to explode."""
        frames = {frame.get("procedure") for frame in position.get("pending", ())}
        if position.get("phase") != FIRE_PHASE or "FireWindow" in frames or "ArtilleryPhase" not in frames:
            return ""
        places = position["pieces"]
        guns = [
            id
            for id, place in places.items()
            if self.counters[id].is_artillery
            and self.counters[id].side == self.enemy[side]
            and (isinstance(place, str) or "hex" in place)
        ]
        chance = Random(f"{seed} {side}")
        return chance.choice(guns) if guns and chance.random() < 0.5 else ""


class DrawCard(Procedure["Battle"]):
    """V4.3a, V4.3f: one card from the deck; a red one is carried out at once, one without an object is drawn again."""

    side: Side
    spying: bool = False
    """V-C45: whether it is drawn because the enemy has no card to take."""
    steps: ClassVar[tuple[str, ...]] = ("take", "look", "choose", "steal")

    def seats(self, game: Battle) -> tuple[str, ...]:
        return game.rules.seats_of[self.side]

    def take(self, game: Battle) -> Next:
        items = rules_of(game).deck(cards_of(game))
        if not items:
            return DONE
        return Draw("card", items, self.taken, game.rules.keeper(game, self.side), self.seats(game), blind=True)

    def taken(self, game: Battle, card: str) -> Next:
        cards_of(game).draws += 1
        return self.receive(game, card)

    def receive(self, game: Battle, card: str) -> Next:
        """Into the hand, unless the card is red, or has lost its object and may be played by who drew it (V4.3i)."""
        state, rules = cards_of(game), rules_of(game)
        if card in RED:
            state.gone += (card,)
            game.emit(CardPlayed(self.side, card))
            if card == ESPIONAGE:
                return Goto("steal")
            state.looking[self.side] = ()
            self.spying = False  # V-C17: what is kept of three may be played
            return Goto("look")
        if rules.cards[card].redraw and rules.may_use(self.side, card) and rules.lost_object(game, card):
            state.gone += (card,)
            game.emit(CardExchanged(self.side, card))
            return Goto("take")
        rules.take_card(game, self.side, HeldCard(card, state.draws, waits=game.state.turn if self.spying else 0))
        return DONE

    # ------------------------------------------------------------------ V-C17, V-C18

    def look(self, game: Battle) -> Next:
        """V-C17: the top three cards of the deck, or as many as there are."""
        state = cards_of(game)
        items = rules_of(game).deck(state)
        if len(state.looking[self.side]) == LOOKED_AT or not items:
            return Goto("choose")
        return Draw("card-seen", items, self.looked, game.rules.keeper(game, self.side), self.seats(game), blind=True)

    def looked(self, game: Battle, card: str) -> Next:
        state = cards_of(game)
        state.looking[self.side] = (*state.looking[self.side], card)
        return Goto("look")

    def choose(self, game: Battle) -> Next:
        cards = cards_of(game).looking[self.side]
        if not cards:
            del cards_of(game).looking[self.side]
            return DONE
        seat = game.rules.keeper(game, self.side)
        return Ask(seat, [Keep(card) for card in cards], self.kept, "keep-card", ("V-C17", "V-C18"), always=True)

    def kept(self, game: Battle, answer: Keep) -> Next:
        """V-C17: the other two go back; a red card that is kept is carried out at once."""
        state = cards_of(game)
        state.draws += 1
        back = tuple(Sighting(card, state.draws) for card in state.looking.pop(self.side) if card != answer.card)
        state.seen[self.side] = (*state.seen.get(self.side, ()), *back)
        return self.receive(game, answer.card)

    # ------------------------------------------------------------------ V-C45

    def steal(self, game: Battle) -> Next:
        """V-C45: a random card of the enemy's hand, or the top card of the deck if that is empty."""
        enemy = game.enemy(self.side)
        items = tuple(sorted(held.card for held in rules_of(game).hand(game, enemy)))
        if not items:
            self.spying = True
            return Goto("take")
        shown = (*self.seats(game), *game.rules.seats_of[enemy])
        return Draw("card-taken", items, self.stolen, game.rules.keeper(game, self.side), shown, blind=True)

    def stolen(self, game: Battle, card: str) -> Next:
        rules, enemy = rules_of(game), game.enemy(self.side)
        held = rules.holds(game, enemy, card)
        if held is None:
            return DONE
        rules.drop_card(game, enemy, card)
        rules.take_card(game, self.side, replace(held, taken=game.state.turn))
        return DONE


class CardDraws(Procedure["Battle"]):
    """V4.3a: on event turns each side draws one card, the British first; then each may buy one for momentum."""

    drawn: tuple[Side, ...] = ()
    asked: tuple[Side, ...] = ()
    steps: ClassVar[tuple[str, ...]] = ("draw", "buy")

    def draw(self, game: Battle) -> Next:
        waiting = [side for side in game.rules.sides if side not in self.drawn]
        if not waiting:
            return None
        self.drawn += (waiting[0],)
        return Call(DrawCard(waiting[0]), then="draw")

    def buyers(self, game: Battle) -> list[str]:
        """V1.4c: who may still buy a card."""
        able = rules_of(game).advanced and rules_of(game).deck(cards_of(game))
        return [side for side in game.rules.sides if able and side not in self.asked and game.state.momentum[side]]

    def buy(self, game: Battle) -> Next:
        """V1.4c: each side is asked once."""
        buyers = self.buyers(game)
        if not buyers:
            return DONE
        seat = game.rules.keeper(game, buyers[0])
        return Ask(seat, [PASS, BuyCard()], self.answered, "buy-card", "V1.4c")

    def answered(self, game: Battle, answer: Action) -> Next:
        """V1.4c: one more card for a momentum chit."""
        side = self.buyers(game)[0]
        self.asked += (side,)
        if not isinstance(answer, BuyCard):
            return Goto("buy")
        game.rules.spend_momentum(game, side, 1, "card")
        return Call(DrawCard(side), then="buy")


def rules_of(game: Battle) -> Hands:
    return cast("Hands", game.rules)
