"""How cards are played (V4.3b): why one may not be, the windows, and the card that cancels another (V-C07)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, ClassVar, NamedTuple, cast

from grognard.core.actions import Action
from grognard.core.features import SparedWindows
from grognard.core.orders import KEEP, SPARE, StandingOrder, standing_order
from grognard.core.orders import PASS as PASS_ORDER
from grognard.core.procedures import DONE, NOT_OFFERED, Ask, Call, Done, Goto, Next, Procedure
from grognard.core.texts import Reason, text
from grognard.core.windows import PASS, SealedWindow, Window
from grognard.games.revolution.savannah.cards.actions import (
    Arm,
    CardCancelled,
    CardExchanged,
    CardPlayed,
    CardReturned,
    CardTakenBack,
    HoldCards,
    Play,
    Redraw,
)
from grognard.games.revolution.savannah.cards.hands import RED, CardDraws, DrawCard, Hands
from grognard.games.revolution.savannah.cards.state import CardName, InForce, Sighting, cards_of
from grognard.games.revolution.series.artillery import ArtilleryPhase
from grognard.games.revolution.series.close_combat import CloseCombatPhase, Combats
from grognard.games.revolution.series.movement_phase import MovementPhase
from grognard.games.revolution.series.names import Side

if TYPE_CHECKING:
    from grognard.games.revolution.series.announcement import AnnouncedCombat
    from grognard.games.revolution.series.battle import Battle

EVENTS, TURN, FIRE, ATTACK, RESPONSE = "events", "turn", "fire", "attack", "response"
MARCH, GUNS, COMBATS = "march", "guns", "combats"
CANCELS, EXPLOSION, INITIATIVE = "V-C07", "V-C43", "V-C47"
HOLD_CARDS = HoldCards()
CANCEL = Play(CANCELS)
FROM = (2, 3, 4)
"""How many attacks, or strength points, a standing order may wait for."""
COUNTED = ("V-C12", "V-C29", "V-C36")
"""V-C12, V-C29, V-C36: cards that pay by the number of attacks."""

STRUCK = standing_order(
    "struck",
    ("TownBombarded.lose", "HurricaneLosses.choose", "SiegeChecks.choose", "Sniper.retreat", "MilitiaGoesHome.flee"),
    ("V4.6d", "V4.2k", "V4.19g", "V-C41", "V-C37"),
    ("least",),
)


def no_objection(game: Battle, side: str) -> Reason | None:
    return None


class Effect(NamedTuple):
    """What a card does, why it cannot be played on public grounds, and whether it has lost its object for good."""

    play: Callable[[Battle, str], Procedure | None]
    why_not: Callable[[Battle, str], Reason | None] = no_objection
    lost: Callable[[Battle], bool] | None = None


class Playing(SparedWindows["Battle"], Hands):
    """When a card may be played, and who is asked."""

    windows: ClassVar[tuple[str, ...]] = (EVENTS, TURN, FIRE, ATTACK, RESPONSE)
    effects: ClassVar[dict[str, Effect]]

    def lost_object(self, game: Battle, card: str) -> bool:
        lost = self.effects[card].lost
        return lost is not None and lost(game)

    def in_force(self, game: Battle, card: str) -> bool:
        """Whether a card's effect lasts."""
        return any(each.card == card for each in cards_of(game).in_force)

    # ------------------------------------------------------------------ why not

    def why_not_card(self, game: Battle, side: str, card: str, moment: str) -> Reason | None:
        """Why a side may not play a card now: the same order always, and the same words wherever a card is not its own."""
        if card not in self.cards:
            return Reason("no-such-card", ("V4.3b",), {"card": card})
        if card in cards_of(game).gone:
            return Reason("card-is-out", ("V4.3i",), {"card": text(f"card.{card}")})
        held = self.holds(game, side, card)
        if held is None:
            return Reason("card-not-in-hand", ("V4.3g",), {"card": text(f"card.{card}")})
        refused = self.why_not_flag(game, side, card)
        if refused is None and game.state.turn in (held.taken, held.waits):
            refused = Reason("card-taken-this-turn", ("V-C45",), {"card": text(f"card.{card}")})
        return refused or self.why_not_now(game, side, card, moment)

    def why_not_flag(self, game: Battle, side: str, card: str) -> Reason | None:
        """V4.3g, V4.2l, V4.3c to V4.3e: the flag, the weather and the kind of turn."""
        data = self.cards[card]
        if not self.may_use(side, card):
            return Reason("card-of-the-enemy", ("V4.3g",), {"card": text(f"card.{card}")})
        if not self.sky(game).cards:
            return Reason("no-cards-in-this-weather", ("V4.2l",), {"card": text(f"card.{card}")})
        if data.turns == "strategic" and self.is_tactical(game):
            return Reason("card-for-strategic-turns", ("V4.3c",), {"card": text(f"card.{card}")})
        if data.turns == "tactical" and not self.is_tactical(game):
            return Reason("card-for-tactical-turns", ("V4.3d",), {"card": text(f"card.{card}")})
        return None

    def why_not_now(self, game: Battle, side: str, card: str, moment: str) -> Reason | None:
        """The moment, then the card's own condition and targets: public, all of it."""
        data = self.cards[card]
        if moment not in data.moments:
            moments = ", ".join(text(f"moment.{each}") for each in data.moments)
            return Reason("not-the-moment-of-the-card", ("V4.3b",), {"card": text(f"card.{card}"), "moments": moments})
        return self.effects[card].why_not(game, side)

    def usable(self, game: Battle, side: str, card: str, moment: str) -> bool:
        """Whether a side that held this card could play it now, from what everybody knows."""
        if moment not in self.cards[card].moments or card in cards_of(game).gone or card in RED:
            return False
        return self.why_not_flag(game, side, card) is None and self.why_not_now(game, side, card, moment) is None

    def playable(self, game: Battle, side: str, moment: str) -> Iterator[str]:
        """The cards that a side holds and may play now."""
        for held in self.hand(game, side):
            if moment in self.cards[held.card].moments and self.why_not_card(game, side, held.card, moment) is None:
                yield held.card

    # ------------------------------------------------------------------ windows

    def window_open(self, game: Battle, window: str, seat: str) -> bool:
        """Public facts only: the side holds some card, and one that is not publicly gone could be used here."""
        side = self.side_of_seat[seat]
        if not self.hand(game, side):
            return False
        if window == EVENTS and self.sky(game).cards and any(self.exchangeable(game, side, card) for card in self.cards):
            return True
        return any(self.usable(game, side, card, window) for card in self.cards)

    def exchangeable(self, game: Battle, side: str, card: str) -> bool:
        """V4.3i: a redraw clause that became true later may be used in a later events phase."""
        return (
            card not in cards_of(game).gone
            and self.cards[card].redraw
            and self.may_use(side, card)
            and self.lost_object(game, card)
        )

    def reactions(self, game: Battle, window: str, seat: str) -> list[Action]:
        side = self.side_of_seat[seat]
        found: list[Action] = []
        for card in self.playable(game, side, window):
            if card == EXPLOSION:
                found.extend(Arm(id) for id in self.batteries_to_arm(game, side))
            else:
                found.append(Play(card))
        if window == EVENTS:
            found.extend(Redraw(held.card) for held in self.hand(game, side) if self.exchangeable(game, side, held.card))
        return found

    def batteries_to_arm(self, game: Battle, side: str) -> list[str]:
        """V-C43: the enemy's guns that could fire in this phase."""
        raise NotImplementedError

    def why_not_reaction(self, game: Battle, window: str, seat: str, action: Action) -> Reason | None:
        side = self.side_of_seat[seat]
        match action:
            case Play(card):
                if card == EXPLOSION and window == FIRE and self.holds(game, side, card):
                    return Reason("arm-this-card", ("V-C43",), {"card": text(f"card.{card}")})
                return self.why_not_card(game, side, card, window)
            case Redraw(card):
                if self.holds(game, side, card) is None:
                    return Reason("card-not-in-hand", ("V4.3g",), {"card": text(f"card.{card}")})
                if not self.exchangeable(game, side, card):
                    return Reason("card-has-its-object", ("V4.3i",))
                return None if window == EVENTS else Reason("exchanged-in-an-events-phase", ("V4.3i",))
            case Arm(id):
                refused = self.why_not_card(game, side, EXPLOSION, window)
                if refused is not None or id in self.batteries_to_arm(game, side):
                    return refused
                return Reason("no-gun-that-can-fire", ("V-C43",), {"piece": id})
        return NOT_OFFERED

    def react(self, game: Battle, window: str, seat: str, action: Action) -> Procedure | None:
        """Carry out what was chosen; of two sealed answers the second may have lost its object meanwhile."""
        side, state = self.side_of_seat[seat], cards_of(game)
        if isinstance(action, Redraw):
            self.drop_card(game, side, action.card)
            state.gone += (action.card,)
            game.emit(CardExchanged(side, action.card))
            return DrawCard(side)
        if not isinstance(action, Play):
            return None
        if window != RESPONSE and self.why_not_card(game, side, action.card, window) is not None:
            game.emit(CardTakenBack(side, action.card))
            return None
        return self.name_card(game, side, action.card)

    def name_card(self, game: Battle, side: str, card: str) -> Procedure | None:
        """A card is named: out of the hand, and carried out unless it is cancelled."""
        state = cards_of(game)
        self.drop_card(game, side, card)
        game.emit(CardPlayed(side, card))
        if card == CANCELS:
            state.gone += (card,)
            return None
        state.naming = card
        return PlayingCard(side, card)

    def keepers(self, game: Battle) -> tuple[str, ...]:
        return tuple(self.keeper(game, side) for side in self.sides)

    def frame(self, data: object) -> Procedure:
        """In positions of earlier versions the window that answers a card names no receiver for its result."""
        frame = super().frame(data)
        if isinstance(frame, CardWindow) and frame.name == RESPONSE and not frame.then:
            frame.then = PlayingCard.responded.__name__
        return frame

    # ------------------------------------------------------------------ what the sequence of play calls

    def events_phase(self, game: Battle) -> Procedure:
        """III, strategic turns: to be called between the weather and the siege works."""
        return EventsPhase()

    def turn_window(self, game: Battle) -> Procedure | None:
        """I, tactical turns: to be called when the order of play is known."""
        return TurnWindow()

    def before_fire(self, game: Battle, side: str) -> Procedure | None:
        """IX: each side that can be hit is asked once, sealed."""
        sides = [self.enemy[side]]
        if self.mortars_fire(game, side):
            sides.append(side)
        seats = tuple(self.seat_for(game, each, self.targets_of(game, each)) for each in self.sides if each in sides)
        return FireWindow(FIRE, seats, "V4.3b") if self.batteries_of(game, sides) else None

    def targets_of(self, game: Battle, side: str) -> list[str]:
        return [unit.id for unit in game.units_of(side)]

    def mortars_fire(self, game: Battle, side: str) -> bool:
        """V3.7: in the Allied part the mortars fire as well, so that the British may be hit."""
        return self.enemy[side] == "allied" and bool(self.mortars(game, frozenset()))

    def batteries_of(self, game: Battle, sides: list[str]) -> bool:
        return any(self.batteries_to_arm(game, side) for side in sides)

    def before_combats(self, game: Battle, combats: tuple[AnnouncedCombat, ...]) -> Procedure | None:
        """X: the defender is asked when all attacks are announced and none is resolved."""
        defender = self.enemy[game.state.phasing]
        units = [unit.id for combat in combats for h in combat.targets for unit in game.units_at(h, defender)]
        return CardWindow(ATTACK, (self.seat_for(game, defender, units),), "V4.3b")

    def begin_close_combat(self, game: Battle, combats: tuple[AnnouncedCombat, ...]) -> None:
        """V-C43: what was armed and did not go off stays in the hand."""
        super().begin_close_combat(game, combats)
        cards_of(game).armed.clear()

    def turn_after(self, game: Battle) -> int:
        """Effects of one turn end with it."""
        state = cards_of(game)
        state.in_force = ()
        state.hurried = state.heartened = state.wounded = frozenset()
        game.forget()
        return super().turn_after(game)

    # ------------------------------------------------------------------ one's own questions

    def own_cards(self, game: Battle, moment: str) -> list[Action]:
        """The cards that whoever is asked now may play on a question of their own."""
        side = game.state.phasing if moment != GUNS else self.enemy[game.state.phasing]
        return [Play(card) for card in self.playable(game, side, moment)]

    def special_moves(self, game: Battle) -> list[Action]:
        return [*super().special_moves(game), *self.own_cards(game, MARCH)]

    def special_fires(self, game: Battle) -> list[Action]:
        return [*super().special_fires(game), *self.own_cards(game, GUNS)]

    def special_combats(self, game: Battle) -> list[Action]:
        return [*super().special_combats(game), *self.own_cards(game, COMBATS)]

    def special_move(self, game: Battle, action: Action) -> Procedure | None:
        if isinstance(action, Play):
            moment = self.moment(game)
            side = game.state.phasing if moment != GUNS else self.enemy[game.state.phasing]
            return self.name_card(game, side, action.card)
        return super().special_move(game, action)

    def why_not_special(self, game: Battle, action: Action) -> Reason | None:
        if isinstance(action, Play):
            moment = self.moment(game)
            side = game.state.phasing if moment != GUNS else self.enemy[game.state.phasing]
            return self.why_not_card(game, side, action.card, moment)
        return super().why_not_special(game, action)

    def ask_always(self, game: Battle, seat: str) -> bool:
        """Whoever might hold a card for this moment is asked, on public grounds."""
        side, moment = self.side_of_seat[seat], self.moment(game)
        return bool(self.hand(game, side)) and any(self.usable(game, side, card, moment) for card in self.cards)

    def moment(self, game: Battle) -> str:
        """Which moment for cards this is, or none."""
        match game.stack[-1] if game.stack else None:
            case Window() as window:
                return window.name
            case MovementPhase():
                return MARCH
            case ArtilleryPhase():
                return GUNS
            case Combats() | CloseCombatPhase():
                return COMBATS
        return ""

    # ------------------------------------------------------------------ standing orders

    def reacts(self, game: Battle, seat: str) -> bool:
        """Windows; and what an order can answer, in the enemy's part and in the phases that both share.

        Whoever plays a card chooses its object, whosever part it is.
        """
        frame, state = game.stack[-1] if game.stack else None, game.state
        if frame is None or frame.in_anothers_turn:
            return frame is not None
        if not any(frame.at in order.questions for order in self.standing_orders(seat)):
            return False
        return state.phase in self.common or super().reacts(game, seat)

    def standing_orders(self, seat: str) -> tuple[StandingOrder, ...]:
        """Card by card, the same list all game long; then one for each window: let it go by."""
        side = self.side_of_seat[seat]
        orders = [
            standing_order(f"card-{card.id}", self.questions(card.moments), (card.id,), self.order_words(card.id), "order.card")
            for card in self.cards.values()
            if card.who in (side, "both") and set(card.moments) & set(self.windows)
        ]
        windows = [
            standing_order(f"window-{name}", self.questions((name,)), ("V4.3b",), (SPARE, PASS_ORDER), "order.window")
            for name in self.windows
        ]
        return (*super().standing_orders(seat), STRUCK, *orders, *windows)

    def order_words(self, card: str) -> tuple[str, ...]:
        counted = card in COUNTED or card == EXPLOSION
        return (KEEP, "play", *(f"from-{number}" for number in FROM if counted))

    def auto_pass(self, game: Battle, seat: str, kept: frozenset[str]) -> Action | None:
        """Let a window go by in which the hand has no card that fits, but for those that are kept."""
        window = game.stack[-1] if game.stack else None
        if not isinstance(window, CardWindow):
            return super().auto_pass(game, seat, kept)
        offered = (card_of(action) for action in game.actions(seat) if action != window.passing())
        return None if any(f"card-{card}" not in kept for card in offered) else window.passing()

    def questions(self, moments: tuple[str, ...]) -> tuple[str, ...]:
        kinds = {EVENTS: EventsWindow, TURN: CardWindow, FIRE: FireWindow, ATTACK: CardWindow, RESPONSE: CardWindow}
        return tuple(f"{kinds[name].__name__}.{name}" for name in moments if name in kinds)

    def carry_out(self, game: Battle, seat: str, order: str, answer: str) -> Action | None:
        (family, _, card) = order.partition("-")
        if order == STRUCK.kind:
            ask = game.question(seat)
            return self.default_answer(game, ask)[1] if ask is not None else None
        if family == "window":
            return HOLD_CARDS if card == FIRE else PASS
        if family != "card" or card not in self.cards:
            return super().carry_out(game, seat, order, answer)
        least = int(answer.removeprefix("from-")) if answer.startswith("from-") else 0
        if card == EXPLOSION:
            guns = [id for action in game.actions(seat) if isinstance(action, Arm) for id in [action.piece]]
            guns = [id for id in guns if game.strength(game.piece(id)) >= least]
            return Arm(max(guns, key=lambda id: game.strength(game.piece(id)))) if guns else None
        if card in COUNTED and len(self.announced(game)) < least:
            return None
        return Play(card)

    def unasked(self, game: Battle, seat: str) -> Action | None:
        """Where the table plays with orders, every window but that of the events phase goes by, whatever is held."""
        window = game.stack[-1] if self.options.get("reactions") == "orders" and game.stack else None
        return window.passing() if isinstance(window, CardWindow) and window.name != EVENTS else None

    def attacks_under(self, game: Battle, id: str, card: str) -> bool:
        """V-C13, V-C26, V-C27: whether a unit attacks under the leader of a card."""
        raise NotImplementedError

    def announced(self, game: Battle) -> tuple[AnnouncedCombat, ...]:
        """The combats that are announced."""
        for frame in game.stack:
            if isinstance(frame, CloseCombatPhase):
                return frame.combats
        return ()


class CardWindow(Window["Battle"]):
    """A window for cards; it says why one may not be played. Its result is whether a card was cancelled in it."""

    def ask(self, game: Battle, seat: str) -> Ask:
        actions = [self.passing(), *rules_of(game).reactions(game, self.name, seat)]
        named = {"card": cards_of(game).naming}
        return Ask(
            seat, actions, self.answered, f"window-{self.name}", self.cites, self.why_not, named, always=True, with_seat=True
        )

    def passing(self) -> Action:
        return PASS

    def why_not(self, game: Battle, seat: str, action: Action) -> Reason | None:
        return None if action == self.passing() else rules_of(game).why_not_reaction(game, self.name, seat, action)

    def carry_out(self, game: Battle, seat: str, action: Action, then: str) -> Next:
        """V-C07: the card that cancels another ends the window."""
        follows = super().carry_out(game, seat, action, then)
        return Done(True) if action == CANCEL else follows


class EventsWindow(CardWindow, SealedWindow["Battle"]):
    """V4.3b, phase III: both sides at once, sealed; the British card is carried out first."""


class FireWindow(CardWindow, SealedWindow["Battle"]):
    """V-C43, V-C21: before the first fire, sealed; nobody learns whether a card was armed."""

    def passing(self) -> Action:
        return HOLD_CARDS

    def revealed(self, game: Battle, answers: dict[str, Action]) -> Next:
        for seat, answer in answers.items():
            if isinstance(answer, Arm):
                cards_of(game).armed[game.rules.side_of(seat)] = answer.piece
        plays = tuple((seat, str(answers[seat])) for seat in self.seats if isinstance(answers.get(seat), Play))
        self.chosen = plays
        self.passed |= {seat for seat, answer in answers.items() if not isinstance(answer, Play)}
        return None if plays else DONE


class EventsPhase(Procedure["Battle"]):
    """V3.3: draws and bought cards on event turns; then the window, also where none is drawn."""

    steps: ClassVar[tuple[str, ...]] = ("draw", "window")

    def draw(self, game: Battle) -> Next:
        draws = rules_of(game).tables.turn_track.turns[game.state.turn].events
        return Call(CardDraws()) if draws else None

    def window(self, game: Battle) -> Next:
        return Call(EventsWindow(EVENTS, rules_of(game).keepers(game), "V4.3b"))


class TurnWindow(Procedure["Battle"]):
    """Phase I of tactical turns: the side that plays second; the other too if the order was turned round."""

    asked: tuple[Side, ...] = ()
    steps: ClassVar[tuple[str, ...]] = ("ask",)

    def ask(self, game: Battle) -> Next:
        order = game.state.order
        if len(order) < 2 or order[1] in self.asked:
            return DONE
        self.asked += (order[1],)
        return Call(CardWindow(TURN, (game.rules.keeper(game, order[1]),), "V4.3b"), then="ask")


class PlayingCard(Procedure["Battle"]):
    """V4.3b: a card was named; its targets and dice come once it can no longer be cancelled."""

    side: Side
    card: CardName
    steps: ClassVar[tuple[str, ...]] = ("respond", "carry_out", "finish")

    def respond(self, game: Battle) -> Next:
        """V-C07: the other side may cancel it."""
        return Call(CardWindow(RESPONSE, (game.rules.keeper(game, game.enemy(self.side)),), "V-C07"), then=self.responded)

    def responded(self, game: Battle, cancelled: bool | None) -> Next:
        if not cancelled:
            return None
        game.emit(CardCancelled(self.card))  # V-C07
        return Goto("finish")

    def carry_out(self, game: Battle) -> Next:
        procedure = rules_of(game).effects[self.card].play(game, self.side)
        game.forget()
        return Call(procedure) if procedure is not None else None

    def finish(self, game: Battle) -> Next:
        """V4.3i: out, or back into the deck; the cancelled card counts as played."""
        state = cards_of(game)
        state.naming = ""
        game.forget()
        if rules_of(game).cards[self.card].returns:
            state.returned += (Sighting(self.card, state.draws),)
            game.emit(CardReturned(self.card))
        else:
            state.gone += (self.card,)
        return DONE


PLAYING_PROCEDURES: tuple[type[Procedure], ...] = (
    DrawCard,
    CardDraws,
    EventsPhase,
    TurnWindow,
    CardWindow,
    EventsWindow,
    FireWindow,
    PlayingCard,
)


def lasting(card: str) -> Callable[[Battle, str], Procedure | None]:
    """A card that is in force to the end of the turn and asks nothing."""

    def play(game: Battle, side: str) -> Procedure | None:
        cards_of(game).in_force += (InForce(card, side),)
        return None

    return play


def card_of(action: Action) -> str:
    """The card that an action in a window is about."""
    return EXPLOSION if isinstance(action, Arm) else str(getattr(action, "card", ""))


def rules_of(game: Battle) -> Playing:
    return cast("Playing", game.rules)
