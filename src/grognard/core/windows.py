"""Windows for what may happen "at any time": reactions name the windows they use, steps open them in a fixed order.

A window opens for a seat if some reaction not publicly gone could be used there, whether or not the seat holds it: a missing
prompt must betray nothing. Every window offers Pass and Pass-for-this-phase.
"""

from __future__ import annotations

from typing import ClassVar, Protocol, cast

from grognard.core.actions import Action, Pass, PassPhase
from grognard.core.games import Game
from grognard.core.procedures import DONE, Ask, Call, Done, Goto, Next, Procedure, SeatName


class Reactive(Protocol):
    """What the rules of a game with windows offer."""

    def window_open(self, game: Game, window: str, seat: str) -> bool:
        """Whether some reaction not publicly gone could be used here by this seat."""

    def reactions(self, game: Game, window: str, seat: str) -> list[Action]:
        """The reactions this seat really can use here."""

    def react(self, game: Game, window: str, seat: str, action: Action) -> Procedure | None:
        """Carry out a reaction."""

    def passes(self, game: Game) -> frozenset[tuple[str, str]]:
        """The (window, seat) pairs that pass until the phase is over."""

    def pass_phase(self, game: Game, window: str, seat: str) -> None:
        """Remember that a seat passes this window until the phase is over."""


class Window(Procedure):
    """One opening of a window: each seat in turn may react, again and again, until it passes."""

    name: str
    seats: tuple[SeatName, ...]
    cites: str
    steps: ClassVar[tuple[str, ...]] = ("offer", "next_seat")

    def offer(self, game: Game) -> Next:
        if not self.seats:
            return DONE
        rules = cast("Reactive", game.rules)
        seat = self.seats[0]
        if (self.name, seat) in rules.passes(game) or not rules.window_open(game, self.name, seat):
            return None
        actions = [Pass(), PassPhase(), *rules.reactions(game, self.name, seat)]
        return Ask(seat, actions, self.answered, f"window-{self.name}", self.cites)

    def answered(self, game: Game, action: Action) -> Next:
        rules = cast("Reactive", game.rules)
        seat = self.seats[0]
        if isinstance(action, Pass):
            return None
        if isinstance(action, PassPhase):
            rules.pass_phase(game, self.name, seat)
            return None
        procedure = rules.react(game, self.name, seat, action)
        return Call(procedure, then="offer") if procedure is not None else Goto("offer")

    def next_seat(self, game: Game) -> Next:
        self.seats = self.seats[1:]
        return Goto("offer") if self.seats else Done()
