"""Windows for what may happen "at any time": reactions name the windows they use, steps open them in a fixed order.

A window opens on public facts only, and then it always asks, even if Pass is the only answer: neither a missing prompt nor
one that answers itself may reveal what somebody holds. Players can skip prompts with standing orders.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Generic, Protocol, cast

from msgspec import Meta

from grognard.core.actions import Action, Pass
from grognard.core.frames import naming
from grognard.core.procedures import DONE, Ask, AskAll, Call, G, Goto, Next, Procedure, SeatName

PASS = Pass()
WindowName = Annotated[str, naming("window")]
RuleId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9.-]{0,20}$")]
ActionText = Annotated[str, Meta(pattern=r"^[ -~]{0,80}$")]


class Reactive(Protocol[G]):
    """What the rules of a game with windows offer."""

    def window_open(self, game: G, window: str, seat: str) -> bool:
        """Whether this seat could use some reaction here that is not publicly gone, whoever really holds it."""

    def reactions(self, game: G, window: str, seat: str) -> list[Action]:
        """The reactions that this seat can really use here."""

    def react(self, game: G, window: str, seat: str, action: Action) -> Procedure | None:
        """Carry out a reaction."""


class Window(Procedure[G], Generic[G]):
    """One opening of a window: those asked may react one after another; after a reaction the others are asked again."""

    name: WindowName
    seats: tuple[SeatName, ...]
    """The seats that may react here, in the order in which they are asked."""
    cites: RuleId
    passed: frozenset[SeatName] = frozenset()
    """Who has passed since the last reaction."""
    last: SeatName = ""
    """Who reacted last."""
    steps: ClassVar[tuple[str, ...]] = ("offer",)
    in_anothers_turn: ClassVar[bool] = True

    @property
    def at(self) -> str:
        """Windows are distinguished by name: a standing order answers one, not all."""
        return f"{type(self).__name__}.{self.name}"

    def waiting(self, game: G) -> list[str]:
        """The seats still to be asked, starting after the last to react."""
        rules = cast("Reactive[G]", game.rules)
        turn = self.seats.index(self.last) + 1 if self.last else 0
        order = (*self.seats[turn:], *self.seats[:turn])
        return [seat for seat in order if seat not in self.passed and rules.window_open(game, self.name, seat)]

    def offer(self, game: G) -> Next:
        waiting = self.waiting(game)
        return self.ask(game, waiting[0]) if waiting else DONE

    def ask(self, game: G, seat: str) -> Ask:
        actions = [PASS, *cast("Reactive[G]", game.rules).reactions(game, self.name, seat)]
        return Ask(seat, actions, self.answered, f"window-{self.name}", self.cites, always=True, with_seat=True)

    def answered(self, game: G, seat: str, action: Action) -> Next:
        if action == PASS:
            self.passed |= {seat}
            return Goto("offer")
        self.passed, self.last = frozenset(), seat
        return self.carry_out(game, seat, action, "offer")

    def carry_out(self, game: G, seat: str, action: Action, then: str) -> Next:
        """Carry out a reaction, and continue at a step."""
        procedure = cast("Reactive[G]", game.rules).react(game, self.name, seat, action)
        return Call(procedure, then=then) if procedure is not None else Goto(then)


class SealedWindow(Window[G], Generic[G]):
    """A window in which all are asked at once, sealed; their choices are carried out in seat order, round after round."""

    chosen: tuple[tuple[SeatName, ActionText], ...] = ()
    """The remaining reactions: the seat, and the action as text."""
    steps: ClassVar[tuple[str, ...]] = ("offer", "next_reaction")

    def offer(self, game: G) -> Next:
        waiting = self.waiting(game)
        return AskAll(tuple(self.ask(game, seat) for seat in waiting), self.revealed) if waiting else DONE

    def revealed(self, game: G, answers: dict[str, Action]) -> Next:
        self.chosen = tuple((seat, str(answers[seat])) for seat in self.seats if answers.get(seat, PASS) != PASS)
        return None if self.chosen else DONE

    def next_reaction(self, game: G) -> Next:
        if not self.chosen:
            return Goto("offer")
        (seat, text), *rest = self.chosen
        self.chosen = tuple(rest)
        action = game.rules.vocabulary.parse(text)
        return self.carry_out(game, seat, action, "next_reaction")
