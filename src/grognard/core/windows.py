"""Windows for what may happen "at any time": reactions name the windows they use, steps open them in a fixed order.

A window opens on public facts only, and then it always asks, even where Pass is the only answer: neither a missing prompt nor
one that answers itself betrays what somebody holds. Sparing a person a prompt is the business of their standing orders.
"""

from __future__ import annotations

from typing import ClassVar, Protocol, cast

from grognard.core.actions import Action, Pass
from grognard.core.games import Game
from grognard.core.procedures import DONE, Ask, AskAll, Call, Goto, Next, Procedure, SeatName

PASS = Pass()


class Reactive(Protocol):
    """What the rules of a game with windows offer."""

    def window_open(self, game: Game, window: str, seat: str) -> bool:
        """Whether some reaction that is not publicly gone could be used here by this seat, whoever holds it."""

    def reactions(self, game: Game, window: str, seat: str) -> list[Action]:
        """The reactions this seat really can use here."""

    def react(self, game: Game, window: str, seat: str, action: Action) -> Procedure | None:
        """Carry out a reaction."""


class Window(Procedure):
    """One opening of a window: those asked may react one after another; after a reaction the others are asked again."""

    name: str
    seats: tuple[SeatName, ...]
    """Who may react here, in the order in which they are asked."""
    cites: str
    passed: frozenset[SeatName] = frozenset()
    """Who has passed since the last reaction."""
    last: SeatName = ""
    """Who reacted last."""
    steps: ClassVar[tuple[str, ...]] = ("offer",)
    in_anothers_turn: ClassVar[bool] = True

    @property
    def at(self) -> str:
        """Windows are told apart by their names: a standing order answers one, not all."""
        return f"{type(self).__name__}.{self.name}"

    def waiting(self, game: Game) -> list[str]:
        """Who is still to be asked, those after the last to react first."""
        rules = cast("Reactive", game.rules)
        turn = self.seats.index(self.last) + 1 if self.last else 0
        order = (*self.seats[turn:], *self.seats[:turn])
        return [seat for seat in order if seat not in self.passed and rules.window_open(game, self.name, seat)]

    def offer(self, game: Game) -> Next:
        waiting = self.waiting(game)
        return self.ask(game, waiting[0]) if waiting else DONE

    def ask(self, game: Game, seat: str) -> Ask:
        actions = [PASS, *cast("Reactive", game.rules).reactions(game, self.name, seat)]
        return Ask(seat, actions, self.answered, f"window-{self.name}", self.cites, always=True)

    def answered(self, game: Game, action: Action) -> Next:
        seat = self.waiting(game)[0]
        if action == PASS:
            self.passed |= {seat}
            return Goto("offer")
        self.passed, self.last = frozenset(), seat
        return self.carry_out(game, seat, action, "offer")

    def carry_out(self, game: Game, seat: str, action: Action, then: str) -> Next:
        """Carry out a reaction, and go on at a step."""
        procedure = cast("Reactive", game.rules).react(game, self.name, seat, action)
        return Call(procedure, then=then) if procedure is not None else Goto(then)


class SealedWindow(Window):
    """A window in which all are asked at once, sealed; what they chose is carried out in their order, round after round."""

    chosen: tuple[tuple[SeatName, str], ...] = ()
    """What is still to be carried out: by whom, and the action as text."""
    steps: ClassVar[tuple[str, ...]] = ("offer", "next_reaction")

    def offer(self, game: Game) -> Next:
        waiting = self.waiting(game)
        return AskAll(tuple(self.ask(game, seat) for seat in waiting), self.revealed) if waiting else DONE

    def revealed(self, game: Game, answers: dict[str, Action]) -> Next:
        self.chosen = tuple((seat, str(answers[seat])) for seat in self.seats if answers.get(seat, PASS) != PASS)
        return None if self.chosen else DONE

    def next_reaction(self, game: Game) -> Next:
        if not self.chosen:
            return Goto("offer")
        (seat, text), *rest = self.chosen
        self.chosen = tuple(rest)
        action = game.rules.vocabulary.parse(text)
        return self.carry_out(game, seat, action, "next_reaction")
