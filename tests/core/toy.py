"""A small game with a secret card, a sealed choice, a draw, a reaction and a loop: what core is first proved on."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

import msgspec

from grognard.core import scenarios
from grognard.core.actions import CORE_ACTIONS, Action, Pass
from grognard.core.dice import D6
from grognard.core.errors import PositionError
from grognard.core.events import Rolled
from grognard.core.games import Game, Options, Outcome, State
from grognard.core.orders import PASS, SPARE, StandingOrder, standing_order
from grognard.core.positions import describe
from grognard.core.procedures import Ask, AskAll, Call, Draw, Goto, Next, Procedure, Roll, SeatName
from grognard.core.rules import Rules
from grognard.core.scenarios import Scenario
from grognard.core.texts import Modifier
from grognard.core.windows import Window

PARRY, BLANK, UNKNOWN = "parry", "blank", "unknown"
CARDS = (PARRY, BLANK)
TIRED_AFTER = 7


class Bid(Action, frozen=True):
    number: int


class Parry(Action, frozen=True):
    pass


class ToyState(State):
    score: dict[str, int] = {}
    cards: dict[str, str] = {}
    """What each seat was dealt; secret to the others until it is played."""
    played: frozenset[str] = frozenset()
    """The seats whose card is publicly gone."""
    round: int = 1
    parried: bool = False


class ToyGame(Game):
    __slots__ = ()
    state: ToyState


class Duel(Procedure):
    """Each gets a card; bid, sealed; draw who strikes on equal bids; the other may parry; roll; until somebody has three."""

    steps: ClassVar[tuple[str, ...]] = ("deal", "bid", "draw", "window", "strike", "again")
    striker: SeatName = ""

    def deal(self, game: ToyGame) -> Next:
        seat = self.waiting(game)
        return Draw("card", CARDS, self.dealt, seat, shown=(seat,)) if seat else None

    def waiting(self, game: ToyGame) -> str:
        return next((seat for seat in game.seats if seat not in game.state.cards), "")

    def dealt(self, game: ToyGame, card: str) -> Next:
        game.state.cards[self.waiting(game)] = card
        return Goto("deal")

    def bid(self, game: ToyGame) -> Next:
        asks = tuple(Ask(seat, [Bid(n) for n in range(3)], self.revealed, "bid", "T1") for seat in game.seats)
        return AskAll(asks, self.revealed)

    def revealed(self, game: ToyGame, bids: dict[str, Bid]) -> Next:
        red, blue = (bids[seat].number for seat in game.seats)
        self.striker = "" if red == blue else "red" if red > blue else "blue"
        return None

    def draw(self, game: ToyGame) -> Next:
        return Draw("striker", game.seats, self.drawn) if not self.striker else None

    def drawn(self, game: ToyGame, seat: str) -> Next:
        self.striker = seat
        return None

    def window(self, game: ToyGame) -> Next:
        game.state.parried = False
        return Call(Window("parry", tuple(s for s in game.seats if s != self.striker), "T2"))

    def strike(self, game: ToyGame) -> Next:
        modifiers = (Modifier(-2, "parried", "T2"),) if game.state.parried else ()
        needed = 4 - sum(modifier.value for modifier in modifiers)
        return Roll("strike", self.struck, modifiers, "T3", self.striker, D6, reading=lambda face: face >= needed)

    def struck(self, game: ToyGame, rolled: Rolled) -> Next:
        if rolled.total >= 4:
            game.state.score[self.striker] += 1
        if game.state.score[self.striker] >= 3:
            game.end(Outcome(self.striker, "touch", "three-hits"))
        return None

    def again(self, game: ToyGame) -> Next:
        self.striker = ""
        game.state.round += 1
        if game.state.round > TIRED_AFTER:
            game.end(Outcome(None, "draw", "tired"))
        return Goto("bid")


class ToyRules(Rules[ToyGame]):
    seats = ("red", "blue")
    actions = (*CORE_ACTIONS, Bid, Parry)
    procedures: ClassVar[tuple[type[Procedure], ...]] = (Duel, Window)
    game_class = ToyGame
    windows: ClassVar[tuple[str, ...]] = ("parry",)

    def opening(self) -> ToyState:
        return ToyState({"red": 0, "blue": 0})

    def first_procedure(self, state: State) -> Procedure:
        return Duel()

    def view(self, game: ToyGame, seat: str | None) -> dict[str, Any]:
        position = describe(game, seat, redact=True)
        return {"position": position | {"state": self.seen(position["state"], seat)}, "actors": list(game.actors)}

    def seen(self, state: dict[str, Any], seat: str | None) -> dict[str, Any]:
        """The state with the cards that a seat may not know hidden."""
        known = {who: card if who in (seat, *state["played"]) else UNKNOWN for who, card in state["cards"].items()}
        return state | {"cards": known}

    def redact(self, position: dict[str, Any], seat: str) -> dict[str, Any]:
        return super().redact(position, seat) | {"state": self.seen(position["state"], seat)}

    def imagine(self, view: dict[str, Any], seed: int) -> dict[str, Any]:
        rng, state = Random(seed), view["position"]["state"]
        cards = {who: rng.choice(CARDS) if card == UNKNOWN else card for who, card in state["cards"].items()}
        return {**view["position"], "state": state | {"cards": cards}}

    def describe(self, game: ToyGame) -> dict[str, Any]:
        return {"state": msgspec.to_builtins(game.state, order="deterministic")}

    def restore(self, body: dict[str, Any]) -> ToyState:
        try:
            return msgspec.convert(body["state"], ToyState)
        except (KeyError, msgspec.ValidationError) as fault:
            raise PositionError([f"The state is not that of a toy duel: {fault}."]) from None

    def action_table(self) -> list[Action]:
        return [Pass(), *(Bid(n) for n in range(3)), Parry()]

    # ------------------------------------------------------------------ the window

    def standing_orders(self, seat: str) -> tuple[StandingOrder, ...]:
        return (standing_order("parry", ("Window.parry",), ("T2",), (PASS, "parry", SPARE)),)

    def carry_out(self, game: ToyGame, seat: str, order: str, answer: str) -> Action | None:
        return Parry() if answer == "parry" else super().carry_out(game, seat, order, answer)

    def window_open(self, game: ToyGame, window: str, seat: str) -> bool:
        return seat not in game.state.played

    def reactions(self, game: ToyGame, window: str, seat: str) -> list[Action]:
        return [Parry()] if game.state.cards[seat] == PARRY else []

    def react(self, game: ToyGame, window: str, seat: str, action: Action) -> None:
        game.state.played |= {seat}
        game.state.parried = True


def _make(scenario: Scenario, options: Options) -> ToyRules:
    return ToyRules(scenario, options)


TOY = scenarios.add(Scenario("toy/duel", "A duel", _make))
