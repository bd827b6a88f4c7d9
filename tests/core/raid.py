"""A raid along a road, with cards: what windows are proved on.

South marches along milestones 1 to 7; a picket of North bars the way. Each holds cards that the other cannot see: some change a
die, one cancels a card just named, one must be played the moment it is drawn. The picket may fall back while South marches.
"""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from grognard.core import scenarios
from grognard.core.actions import CORE_ACTIONS, Action, Pass
from grognard.core.cards import Card, CardTable, Hand, Playability
from grognard.core.dice import D6
from grognard.core.errors import PositionError
from grognard.core.events import Event, Rolled
from grognard.core.features import CardHands
from grognard.core.frames import naming
from grognard.core.games import Choice, Game, Options, Outcome, State
from grognard.core.orders import PASS, SPARE, StandingOrder, standing_order
from grognard.core.positions import describe
from grognard.core.procedures import DONE, Ask, Call, Draw, Goto, Next, Procedure, Roll, SeatName
from grognard.core.rules import Rules
from grognard.core.scenarios import Scenario
from grognard.core.texts import Modifier, Reason
from grognard.core.windows import SealedWindow, Window

NORTH, SOUTH = "north", "south"
CARDS = ("courier-1", "drum-1", "drum-2", "mud-1", "mud-2", "scout-1", "scout-2", "spare-1", "spare-2")
EFFECTS = {"drum": +1, "mud": -1}
UNKNOWN = "?"
GOAL, LAST_TURN = 7, 6
HANDS = 2


CardId = Annotated[str, naming("card")]


class PlayCard(Action, frozen=True):
    card: str


class Keep(Action, frozen=True):
    card: str


class Step(Action, frozen=True):
    pass


class Halt(Action, frozen=True):
    pass


class FallBack(Action, frozen=True):
    pass


def kind_of(card: str) -> str:
    return card.partition("-")[0]


class CardPlayed(Event, frozen=True):
    seat: str
    card: str
    reveals: ClassVar[bool] = True


class CardCancelled(Event, frozen=True):
    card: str


class RaidState(State):
    hands: dict[str, tuple[str, ...]] = {}
    """Secret to the others; how many there are is not."""
    offered: dict[str, tuple[str, ...]] = {}
    """The cards between which a courier lets its drawer choose."""
    played: tuple[str, ...] = ()
    in_force: tuple[str, ...] = ()
    """Cards that change the dice of this turn."""
    column: int = 1
    picket: int = 4
    turn: int = 1


class RaidGame(Game):
    __slots__ = ()
    state: RaidState


def deck(state: RaidState) -> tuple[str, ...]:
    held = {card for cards in (*state.hands.values(), *state.offered.values()) for card in cards}
    return tuple(card for card in CARDS if card not in held and card not in state.played)


class Raid(Procedure):
    """Deal, then turn by turn: each draws; cards for the turn, sealed; the march; the attack on the picket."""

    steps: ClassVar[tuple[str, ...]] = ("deal", "draw", "orders", "march", "attack", "end_of_turn")
    drawn: Annotated[int, Meta(ge=0, le=2)] = 0

    def deal(self, game: RaidGame) -> Next:
        state = game.state
        short = next((seat for seat in game.seats if len(state.hands.get(seat, ())) < HANDS and state.turn == 1), None)
        return Call(DrawCard(short), then="deal") if short else None

    def draw(self, game: RaidGame) -> Next:
        if self.drawn == len(game.seats) or not deck(game.state):
            return None
        self.drawn += 1
        return Call(DrawCard(game.seats[self.drawn - 1]), then="draw")

    def orders(self, game: RaidGame) -> Next:
        return Call(SealedWindow("orders", game.seats, "R2"))

    def march(self, game: RaidGame) -> Next:
        return Call(March())

    def attack(self, game: RaidGame) -> Next:
        return Call(Attack()) if game.state.column + 1 == game.state.picket else None

    def end_of_turn(self, game: RaidGame) -> Next:
        state = game.state
        state.in_force, self.drawn = (), 0
        if state.turn == LAST_TURN:
            game.end(Outcome(NORTH, "held", "time"))
        state.turn += 1
        return Goto("draw")


class DrawCard(Procedure):
    """A card from the deck; a courier is played at once: of two more its drawer keeps one."""

    seat: SeatName
    steps: ClassVar[tuple[str, ...]] = ("take", "choose")

    def take(self, game: RaidGame) -> Next:
        cards = deck(game.state)
        return Draw("card", cards, self.taken, self.seat, shown=(self.seat,), blind=True) if cards else DONE

    def taken(self, game: RaidGame, card: str) -> Next:
        state = game.state
        if self.seat in state.offered:
            state.offered[self.seat] += (card,)
        elif kind_of(card) == "courier":
            state.played += (card,)
            state.offered[self.seat] = ()
            game.emit(CardPlayed(self.seat, card))
        else:
            state.hands[self.seat] = tuple(sorted((*state.hands.get(self.seat, ()), card)))
            return DONE
        return Goto("take") if len(state.offered[self.seat]) < 2 and deck(state) else None

    def choose(self, game: RaidGame) -> Next:
        cards = game.state.offered[self.seat]
        if not cards:
            del game.state.offered[self.seat]
            return DONE
        return Ask(self.seat, [Keep(card) for card in cards], self.kept, "keep", "R1", always=True)

    def kept(self, game: RaidGame, answer: Keep) -> Next:
        state = game.state
        del state.offered[self.seat]
        state.hands[self.seat] = tuple(sorted((*state.hands.get(self.seat, ()), answer.card)))
        return DONE


class March(Procedure):
    """Up to two milestones, step by step; next to the picket North hears the alarm."""

    taken: Annotated[int, Meta(ge=0, le=2)] = 0
    steps: ClassVar[tuple[str, ...]] = ("go", "alarm", "go_on")

    def go(self, game: RaidGame) -> Next:
        free = self.taken < 2 and game.state.column + 1 != game.state.picket
        return Ask(SOUTH, [Step(), Halt()], self.went, "march", "R3") if free else DONE

    def went(self, game: RaidGame, answer: Action) -> Next:
        if isinstance(answer, Halt):
            return DONE
        self.taken += 1
        game.state.column += 1
        return None

    def alarm(self, game: RaidGame) -> Next:
        return Call(Window("alarm", (NORTH,), "R4")) if game.state.column + 1 == game.state.picket else None

    def go_on(self, game: RaidGame) -> Next:
        return Goto("go")


class Attack(Procedure):
    """A die: 4 or more drives the picket back; cards change it, and may be played before it falls."""

    steps: ClassVar[tuple[str, ...]] = ("window", "strike")

    def window(self, game: RaidGame) -> Next:
        return Call(Window("attack", (NORTH, SOUTH), "R5"))

    def strike(self, game: RaidGame) -> Next:
        modifiers = tuple(Modifier(EFFECTS[kind_of(card)], kind_of(card), "R2") for card in game.state.in_force)
        return Roll("strike", self.struck, modifiers, "R5", SOUTH, D6)

    def struck(self, game: RaidGame, rolled: Rolled) -> Next:
        if rolled.total >= 4:
            game.state.picket += 1
        if game.state.picket > GOAL:
            game.end(Outcome(SOUTH, "through", "driven-off"))
        return DONE


class CardNamed(Procedure):
    """A card was named: the other side may cancel it before it does anything."""

    seat: SeatName
    card: CardId
    steps: ClassVar[tuple[str, ...]] = ("response", "effect")

    def response(self, game: RaidGame) -> Next:
        return Call(Window("response", tuple(seat for seat in game.seats if seat != self.seat), "R6"))

    def effect(self, game: RaidGame) -> Next:
        if self.card not in game.state.in_force:
            game.emit(CardCancelled(self.card))
        return DONE


class RaidRules(CardHands[RaidGame], Rules[RaidGame]):
    seats = (NORTH, SOUTH)
    actions = (*CORE_ACTIONS, PlayCard, Keep, Step, Halt, FallBack)
    procedures: ClassVar[tuple[type[Procedure], ...]] = (Raid, DrawCard, March, Attack, CardNamed, Window, SealedWindow)
    windows: ClassVar[tuple[str, ...]] = ("orders", "alarm", "attack", "response")
    game_class = RaidGame

    def opening(self) -> RaidState:
        return RaidState()

    @cached_property
    def existing(self) -> dict[str, Any]:
        return {**super().existing, "card": CARDS}

    def first_procedure(self, state: State) -> Procedure:
        return Raid()

    def when(self, game: RaidGame) -> tuple[int | None, str, str]:
        return game.state.turn, "", SOUTH

    # ------------------------------------------------------------------ what a seat may know

    def view(self, game: RaidGame, seat: str | None) -> dict[str, Any]:
        position = describe(game, seat, redact=True)
        return {"seat": seat, "position": self.seen(position, seat), "actors": list(game.actors)}

    def seen(self, position: dict[str, Any], seat: str | None) -> dict[str, Any]:
        state = position["state"]
        hidden = {
            field: {who: cards if who == seat else [UNKNOWN] * len(cards) for who, cards in state[field].items()}
            for field in ("hands", "offered")
        }
        return position | {"state": state | hidden}

    def card_table(self, game: RaidGame, seat: str | None) -> CardTable:
        """A hand is open to its own seat, and says what each card is good for now."""
        state = game.state
        hands = [Hand(who, len(cards), self.faces(game, who) if who == seat else ()) for who, cards in state.hands.items()]
        out = tuple(self.face(card) for card in state.played)
        return CardTable(tuple(sorted(hands, key=lambda hand: hand.side != seat)), len(deck(state)), out=out)

    def face(self, card: str, standing: Playability = "never", **fields: Any) -> Card:
        kind = kind_of(card)
        return Card(card, kind.title(), f"A {kind}", kind, (kind,), ("R2",), standing, **fields)

    def faces(self, game: RaidGame, seat: str) -> tuple[Card, ...]:
        found = []
        for card in game.state.hands[seat]:
            play = PlayCard(card)
            if play in game.actions(seat):
                outlook = (f"The die {EFFECTS[kind_of(card)]:+d}",) if kind_of(card) in EFFECTS else ()
                found.append(self.face(card, "now", outlook=outlook, actions=(play,)))
            else:
                found.append(self.face(card, "later", why_not=Reason("not-offered", ("R2",), {"action": str(play)})))
        return tuple(found)

    def redact(self, position: dict[str, Any], seat: str) -> dict[str, Any]:
        return self.seen(super().redact(position, seat), seat)

    def secret_entries(self, game: RaidGame, seat: str) -> set[int]:
        """Which of a courier's cards was kept, until the game is over."""
        if game.over is not None:
            return set()
        entries = enumerate(game.entries.since(0))
        return {
            place
            for place, entry in entries
            if isinstance(entry, Choice) and isinstance(entry.action, Keep) and entry.seat != seat
        }

    def imagine(self, view: dict[str, Any], seed: int) -> dict[str, Any]:
        state = view["position"]["state"]
        known = {card for field in ("hands", "offered") for cards in state[field].values() for card in cards} | {
            *state["played"]
        }
        unseen = [card for card in CARDS if card not in known]
        Random(seed).shuffle(unseen)
        hands: dict[str, list[str]] = {}
        for who, cards in state["hands"].items():
            dealt = [unseen.pop(self.drawable(unseen)) if card == UNKNOWN else card for card in cards]
            hands[who] = sorted(dealt)
        offered = {
            who: [unseen.pop() if card == UNKNOWN else card for card in cards] for who, cards in state["offered"].items()
        }
        return {**view["position"], "state": state | {"hands": hands, "offered": offered}}

    def drawable(self, unseen: list[str]) -> int:
        """A card that can be in a hand: a courier cannot."""
        return next(place for place, card in enumerate(unseen) if kind_of(card) != "courier")

    def describe(self, game: RaidGame) -> dict[str, Any]:
        return {"state": msgspec.to_builtins(game.state, order="deterministic")}

    def restore(self, body: dict[str, Any]) -> RaidState:
        try:
            return msgspec.convert(body["state"], RaidState)
        except (KeyError, msgspec.ValidationError) as fault:
            raise PositionError([f"The state is not that of a raid: {fault}."]) from None

    def action_table(self) -> list[Action]:
        cards = [kind(card) for kind in (PlayCard, Keep) for card in CARDS]
        return [Pass(), *cards, Step(), Halt(), FallBack()]

    # ------------------------------------------------------------------ the windows

    def window_open(self, game: RaidGame, window: str, seat: str) -> bool:
        state = game.state
        if window == "alarm":
            return bool(state.picket < GOAL)
        kinds = ("scout",) if window == "response" else tuple(EFFECTS)
        gone = all(card in state.played for card in CARDS if kind_of(card) in kinds)
        return bool(state.hands.get(seat)) and not gone

    def reactions(self, game: RaidGame, window: str, seat: str) -> list[Action]:
        if window == "alarm":
            return [FallBack()]
        kinds = ("scout",) if window == "response" else tuple(EFFECTS)
        return [PlayCard(card) for card in game.state.hands[seat] if kind_of(card) in kinds]

    def react(self, game: RaidGame, window: str, seat: str, action: Action) -> Procedure | None:
        state = game.state
        if isinstance(action, FallBack):
            state.picket += 1
            return None
        assert isinstance(action, PlayCard)
        card = action.card
        state.hands[seat] = tuple(held for held in state.hands[seat] if held != card)
        state.played += (card,)
        game.emit(CardPlayed(seat, card))
        if window == "response":
            state.in_force = state.in_force[:-1]
            return None
        state.in_force += (card,)
        return CardNamed(seat, card)

    def standing_orders(self, seat: str) -> tuple[StandingOrder, ...]:
        windows = ("SealedWindow.orders", "Window.attack")
        return (
            standing_order("drum", windows, ("R2",), ("play",)),
            standing_order("scout", ("Window.response",), ("R6",), ("play", PASS)),
            standing_order("cards", windows, ("R2",), (SPARE, PASS)),
            standing_order("alarm", ("Window.alarm",), ("R4",), (PASS, "fall-back")),
        )

    def carry_out(self, game: RaidGame, seat: str, order: str, answer: str) -> Action | None:
        if answer == "fall-back":
            return FallBack()
        if answer == "play":
            held = game.state.hands[seat]
            return next((PlayCard(card) for card in held if kind_of(card) == order), None)
        return super().carry_out(game, seat, order, answer)


def _make(scenario: Scenario, options: Options) -> RaidRules:
    return RaidRules(scenario, options)


RAID = scenarios.add(Scenario("toy/raid", "A raid", _make))
