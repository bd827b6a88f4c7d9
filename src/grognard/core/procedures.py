"""A procedure is one heading of a rulebook: an ordered tuple of step names, each a short method with its rule.

A step returns `None` (continue), or one of the requests below. A frame is the procedure itself: a tagged struct whose fields
are its locals (numbers, strings, tuples, frozensets), so a game can be saved in the middle of a combat for free.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, NamedTuple

import msgspec

from grognard.core.actions import Action, Take
from grognard.core.dice import D10, Die
from grognard.core.frames import naming
from grognard.core.texts import Argument, Modifier, Reason

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # with a default, which typing has from Python 3.13 on

    from grognard.core.games import Game

    G = TypeVar("G", bound="Game", contravariant=True, default=Any)
else:
    from typing import TypeVar

    G = TypeVar("G", bound="Game", contravariant=True)

SeatName = Annotated[str, naming("seat")]

NOT_OFFERED = Reason("not-offered")
"""The answer of `why_not` to an action of a kind it does not offer; the driver adds the rules and the action."""

Receiver = Callable[..., "Next"]


class Ask(msgspec.Struct, frozen=True):
    """Ask one seat to choose from the complete list of legal actions. The step that asks changes nothing."""

    seat: str
    actions: Sequence[Action]
    then: Receiver
    prompt: str
    cites: str | tuple[str, ...]
    why_not: Callable[..., Reason | None] | None = None
    args: Mapping[str, Argument] = {}
    always: bool = False
    """Ask even if only one action is left: skipping the question would reveal something the others may not know."""
    closing: tuple[Action, ...] = ()
    """The actions that end the question, such as a phase or a move, whether or not they are legal now; `why_not` says why."""
    with_seat: bool = False
    """Pass the seat before the action to the receiver and to `why_not`, since they serve several seats."""

    @property
    def rules(self) -> tuple[str, ...]:
        return (self.cites,) if isinstance(self.cites, str) else self.cites


class AskAll(msgspec.Struct, frozen=True):
    """Ask several seats, sealed: nobody learns an answer before all are given. The receiver gets them by seat."""

    asks: tuple[Ask, ...]
    then: Receiver


class DiceOutcome(NamedTuple):
    """Faces that dice may show, with their chance."""

    faces: tuple[int, ...]
    chance: float
    apart: tuple[tuple[float, Any], ...] = ()
    """What else it may come to that matters for nothing that follows: readings, each with its share (`Parts`)."""


class Roll(msgspec.Struct, frozen=True):
    """Roll dice; the receiver gets the `Rolled` event. `reading` lets enumeration merge faces that read the same."""

    purpose: str
    then: Receiver
    modifiers: tuple[Modifier, ...] = ()
    cites: str = ""
    seat: str = ""
    die: Die = D10
    count: int = 1
    reading: Callable[[int], Hashable] | None = None
    each: tuple[Callable[[int], Hashable], ...] = ()
    """If the dice are not added up: how each of them is read."""
    outcomes: Callable[[], Iterable[DiceOutcome]] | None = None
    """If many dice are read together: one outcome for each reading of them all, with its chance; for exact odds."""
    coloured: int = 0
    """How many of the dice, the last ones, are of another colour."""


class Draw(msgspec.Struct, frozen=True):
    """Draw one of the items at this moment; only the seats in `shown` see it (empty: all do).

    Items are in a fixed order, so the index of the drawn one may reveal what was left to draw. With `blind`, nobody can read
    the index in the log before the game is over, not even those who see the item.
    """

    purpose: str
    items: tuple[str, ...]
    then: Receiver
    seat: str = ""
    shown: tuple[str, ...] = ()
    blind: bool = False


class Call(msgspec.Struct, frozen=True):
    """Run another procedure; then pass its result to a receiver, go to a step, or simply continue."""

    procedure: Procedure
    then: Receiver | str | None = None


class Goto(msgspec.Struct, frozen=True, gc=False):
    """Go to a step of this procedure."""

    step: str


class Done(msgspec.Struct, frozen=True):
    """This procedure is finished, with a result for the caller."""

    result: object = None


Next = Ask | AskAll | Roll | Draw | Call | Goto | Done | None

DONE = Done()


class Procedure(msgspec.Struct, Generic[G], kw_only=True, gc=False, tag=True, tag_field="procedure"):
    """The base of all procedures: its current step, and the receiver of its result in the calling procedure.

    It is generic in the game that its methods take; `Procedure` alone is one of any game, as the driver runs it.
    """

    steps: ClassVar[tuple[str, ...]] = ()
    in_anothers_turn: ClassVar[bool] = False
    """Whether its questions count as asked in another's turn, whoever is phasing."""
    step: str = ""
    then: str = ""

    @property
    def at(self) -> str:
        """The procedure and its step: `March.go`."""
        return f"{type(self).__name__}.{self.step}"

    def facts(self, game: G) -> Mapping[str, Any]:
        """What the words of the answers to its question need besides their fields; only who is asked is told."""
        return {}


@cache
def following(kind: type[Procedure]) -> dict[str, str]:
    """The next step for each step of a procedure."""
    return dict(zip(kind.steps, kind.steps[1:], strict=False))


class EachInOrder(Procedure[G], Generic[G]):
    """Each of these, one after another, in an order that the owner chooses along the way."""

    seat: SeatName
    items: tuple[str, ...]
    prompt: ClassVar[str]
    cites: ClassVar[str]
    steps: ClassVar[tuple[str, ...]] = ("choose",)

    def procedure_for(self, game: G, item: str) -> Procedure | None:
        """The procedure for one item, or None if there is nothing left to do for it."""
        raise NotImplementedError

    def remaining(self, game: G) -> tuple[str, ...]:
        """The remaining items; a game may drop those that no longer apply."""
        return self.items

    def choose(self, game: G) -> Next:
        items = self.remaining(game)
        if not items:
            return DONE
        return Ask(self.seat, [Take(item) for item in items], self.taken, self.prompt, self.cites)

    def taken(self, game: G, answer: Take) -> Next:
        self.items = tuple(item for item in self.remaining(game) if item != answer.item)
        procedure = self.procedure_for(game, answer.item)
        return Call(procedure, then="choose") if procedure is not None else Goto("choose")
