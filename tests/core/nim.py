"""Nim against an automaton: a seat at which nobody sits, whose own rules answer and say why."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from grognard.core import scenarios
from grognard.core.actions import Action
from grognard.core.dice import D6
from grognard.core.errors import PositionError
from grognard.core.events import Event, Rolled
from grognard.core.games import Game, Options, Outcome, State
from grognard.core.orders import PASS, StandingOrder, standing_order
from grognard.core.positions import describe
from grognard.core.procedures import Ask, Goto, Next, Procedure, Roll
from grognard.core.rules import Rules
from grognard.core.scenarios import Scenario

PERSON, AUTOMATON = "person", "automaton"
HEAPS = ("left", "right")
STONES, MOST = 31, 3


class Turn(Action, frozen=True):
    """Turn to a heap."""

    heap: str


class Remove(Action, frozen=True):
    number: int


class AutomatonDecided(Event, frozen=True):
    """What the automaton did, and what decided it."""

    number: int
    because: str
    cites: str


class NimState(State):
    heaps: dict[str, int] = {}
    mood: int = 0
    """The last face of the automaton's die: on a low one it blunders."""


class NimGame(Game):
    __slots__ = ()
    state: NimState


class Nim(Procedure):
    """Each in turn removes one to three stones from a heap; whoever takes the last one of all wins."""

    turn: str = PERSON
    heap: str = ""
    steps: ClassVar[tuple[str, ...]] = ("mood", "choose", "remove", "pass_on")

    def mood(self, game: NimGame) -> Next:
        return Roll("mood", self.in_mood, cites="N2", seat=AUTOMATON, die=D6) if self.turn == AUTOMATON else None

    def in_mood(self, game: NimGame, rolled: Rolled) -> Next:
        game.state.mood = rolled.total
        return None

    def choose(self, game: NimGame) -> Next:
        actions = [Turn(heap) for heap in HEAPS if game.state.heaps[heap]]
        return Ask(self.turn, actions, self.chosen, "turn", "N1")

    def chosen(self, game: NimGame, answer: Turn) -> Next:
        self.heap = answer.heap
        return None

    def remove(self, game: NimGame) -> Next:
        actions = [Remove(number) for number in range(1, min(MOST, game.state.heaps[self.heap]) + 1)]
        return Ask(self.turn, actions, self.removed, "remove", "N1")

    def removed(self, game: NimGame, answer: Remove) -> Next:
        game.state.heaps[self.heap] -= answer.number
        if not any(game.state.heaps.values()):
            game.end(Outcome(self.turn, "win", "last-stone"))
        return None

    def pass_on(self, game: NimGame) -> Next:
        self.turn = PERSON if self.turn == AUTOMATON else AUTOMATON
        return Goto("mood")


class NimRules(Rules[NimGame]):
    seats = (PERSON,)
    automata: ClassVar[tuple[str, ...]] = (AUTOMATON,)
    actions = (Turn, Remove)
    procedures: ClassVar[tuple[type[Procedure], ...]] = (Nim,)
    game_class = NimGame

    def opening(self) -> NimState:
        return NimState(dict.fromkeys(HEAPS, STONES))

    def first_procedure(self, state: State) -> Procedure:
        return Nim()

    def answer_for(self, game: NimGame, ask: Ask) -> Action:
        """N2: of the heap that is least near a multiple of four; in a bad mood one stone, otherwise down to such a multiple."""
        heaps = game.state.heaps
        if isinstance(ask.actions[0], Turn):
            return max(ask.actions, key=lambda action: heaps[action.heap] % (MOST + 1))  # type: ignore[attr-defined]
        frame = game.stack[-1]
        assert isinstance(frame, Nim)
        wanted = heaps[frame.heap] % (MOST + 1) if game.state.mood > 2 else 1
        number = wanted or 1
        game.emit(AutomatonDecided(number, "multiple-of-four" if wanted > 1 else "one", "N2"))
        return Remove(number)

    def view(self, game: NimGame, seat: str | None) -> dict[str, Any]:
        return {"position": describe(game, seat, redact=True), "actors": list(game.actors)}

    def describe(self, game: NimGame) -> dict[str, Any]:
        return {"state": msgspec.to_builtins(game.state)}

    def restore(self, body: dict[str, Any]) -> NimState:
        try:
            return msgspec.convert(body["state"], NimState)
        except (KeyError, msgspec.ValidationError) as fault:
            raise PositionError([f"The state is not that of a game of nim: {fault}."]) from None

    def action_table(self) -> list[Action]:
        return [*(Turn(heap) for heap in HEAPS), *(Remove(number) for number in range(1, MOST + 1))]

    def standing_orders(self, seat: str) -> tuple[StandingOrder, ...]:
        return (standing_order("remove", ("Nim.remove",), ("N1",), (PASS,)),)


def _make(scenario: Scenario, options: Options) -> NimRules:
    return NimRules(scenario, options)


NIM = scenarios.add(Scenario("toy/nim", "Nim", _make))
