"""A game: its rules, its state, the stack of procedures in progress, and the driver that runs them.

Only the driver touches the stack. It runs forced steps on its own and stops when a seat must decide or the game is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, cast

import msgspec

from grognard.core.actions import Action, Decision
from grognard.core.choices import only
from grognard.core.dice import Dice, Enumerated
from grognard.core.documents import shortened
from grognard.core.errors import INCONSISTENCIES, GrognardError, IllegalAction, StuckError, UnknownName
from grognard.core.events import Chosen, Drawn, Ended, Event, Returned, Rolled, Thrown, ThrownMixed, Undone
from grognard.core.knowledge import concealed, pieces_named
from grognard.core.procedures import (
    DONE,
    NOT_OFFERED,
    Ask,
    AskAll,
    Call,
    Done,
    Draw,
    Goto,
    Next,
    Procedure,
    Receiver,
    Roll,
    following,
)
from grognard.core.texts import Reason

if TYPE_CHECKING:
    from grognard.core.rules import Rules
    from grognard.core.scenarios import Scenario
    from grognard.core.seats import Seat

Options = dict[str, str | int | bool]
Item = TypeVar("Item")


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the side that won (None: a draw), the level of victory, the rule, and the scores."""

    winner: str | None
    level: str
    reason: str
    cites: tuple[str, ...] = ()
    scores: dict[str, float] = {}


class State(msgspec.Struct):
    """What a position holds besides the procedures. Values are never changed in place, except dicts, which are copied."""

    def copy(self) -> Self:
        clone = copy(self)
        for field in dict_fields(type(self)):
            setattr(clone, field, getattr(clone, field).copy())
        return clone


_DICT_FIELDS: dict[type, tuple[str, ...]] = {}


def dict_fields(kind: type[State]) -> tuple[str, ...]:
    """The fields of a state that hold dicts."""
    if kind not in _DICT_FIELDS:
        _DICT_FIELDS[kind] = tuple(
            field.name for field in msgspec.structs.fields(kind) if getattr(field.type, "__origin__", field.type) is dict
        )
    return _DICT_FIELDS[kind]


class Log(Generic[Item]):
    """A list shared by copies: each has its own length, and the first to diverge makes its own list."""

    __slots__ = ("items", "length")

    def __init__(self) -> None:
        self.items: list[Item] = []
        self.length = 0

    def append(self, item: Item) -> None:
        items, length = self.items, self.length
        if len(items) != length:
            items = self.items = items[:length]
        items.append(item)
        self.length = length + 1

    def since(self, start: int) -> list[Item]:
        return self.items[start if start > 0 else 0 : self.length]

    def copy(self) -> Log[Item]:
        clone: Log[Item] = Log.__new__(Log)
        clone.items = self.items
        clone.length = self.length
        return clone

    def upto(self, length: int) -> Log[Item]:
        """The log as it was when it had this length."""
        clone = self.copy()
        clone.length = length
        return clone

    def apart(self) -> Log[Item]:
        """A copy with a list of its own."""
        clone = self.copy()
        clone.items = self.since(0)
        return clone


class Choice(msgspec.Struct, frozen=True, gc=False):
    """An entry of the log: a seat chose."""

    seat: str
    action: Action
    sealed: bool = False
    """Whether it answers a sealed question."""
    opens: bool = False
    """Whether it is the last answer to it, so that all are shown."""


class Faces(msgspec.Struct, frozen=True, gc=False):
    """An entry of the log: a roll or a draw; only the seats in `shown` see it (empty: all do; None: nobody)."""

    faces: tuple[int, ...]
    shown: tuple[str, ...] | None = ()


class Undo(msgspec.Struct, frozen=True):
    """An entry of the log: a seat took back its last choice."""

    seat: str


class Resignation(msgspec.Struct, frozen=True):
    """An entry of the log: a seat resigned."""

    seat: str


class Return(msgspec.Struct, frozen=True):
    """An entry of the log: all players agreed to go back to the moment after this many entries."""

    entries: int
    hidden: dict[str, frozenset[int]] = {}
    """The log positions since the previous return that each seat could not read; what it could read stays known."""
    shown: dict[str, frozenset[int]] = {}
    """The log positions before that return which it could not read then, and now can."""


class AgreedDraw(msgspec.Struct, frozen=True):
    """An entry of the log: all players agreed on a draw."""


Entry = Choice | Faces | Undo | Resignation | Return | AgreedDraw
ChoiceChain = tuple[int, "ChoiceChain"] | None
"""The log positions of choices that have not been undone, the last one first: a linked list, which copies share."""
OF_THE_LOG = ("acting", "entries", "happened", "known", "marks", "rolled")
"""What a game keeps when it goes back: the log continues, the dice never go back, and what is known stays known."""


class Game:
    """One game in progress. `play` is the only way forward; a refused action leaves it unchanged."""

    __slots__ = (
        "acting",
        "dice",
        "entries",
        "from_frames",
        "happened",
        "known",
        "marks",
        "memo",
        "opening",
        "options",
        "over",
        "pending",
        "rolled",
        "rules",
        "scenario",
        "sealed",
        "stack",
        "standing",
        "state",
    )

    rules: Rules[Self]
    state: State
    pending: Ask | AskAll | None

    def __init__(self, scenario: Scenario, options: Options, dice: Dice) -> None:
        self.scenario = scenario
        self.options = options
        self.rules = scenario.rules(options)
        self.dice = dice
        self.rolled = 0
        self.stack: list[Procedure] = []
        self.pending = None
        self.sealed: dict[str, Action] = {}
        self.over: Outcome | None = None
        self.entries: Log[Entry] = Log()
        self.happened: Log[Event] = Log()
        self.marks: Log[int] = Log()  # for each entry except rolls: how many events came before it
        self.known = 0
        self.standing: ChoiceChain = None  # choices since the last agreed return
        self.acting = ("", 0)  # the seat that acted last, and the log position since which no other has
        self.memo = self.fresh_memo()
        self.opening: dict[str, Any] | None = None
        self.from_frames = False  # set up from frames, which are untrusted

    # ------------------------------------------------------------------ who decides, and what

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of this game."""
        return self.rules.seats

    @property
    def actors(self) -> tuple[str, ...]:
        """The seats that must decide now, without those that have already answered a sealed question."""
        pending = self.pending
        if pending is None:
            return ()
        if isinstance(pending, Ask):
            return (pending.seat,)
        return tuple(ask.seat for ask in pending.asks if ask.seat not in self.sealed)

    def question(self, seat: str) -> Ask | None:
        """The question to a seat now."""
        pending = self.pending
        if isinstance(pending, Ask) and pending.seat == seat:
            return pending
        if seat not in self.rules.seats:
            raise UnknownName(f"There is no seat '{seat}' in this game; the seats are {', '.join(self.seats)}.")
        if isinstance(pending, Ask):
            return None
        if pending is not None and seat not in self.sealed:
            return next((ask for ask in pending.asks if ask.seat == seat), None)
        return None

    def decision(self, seat: str) -> Decision | None:
        """The question to a seat in words: kind, prompt and rules."""
        ask = self.question(seat)
        if ask is None:
            return None
        return Decision(self.stack[-1].at, ask.prompt, ask.rules, dict(ask.args), isinstance(self.pending, AskAll))

    def actions(self, seat: str) -> Sequence[Action]:
        """The complete list of what a seat may do now."""
        ask = self.question(seat)
        return ask.actions if ask is not None else ()

    def why_not(self, seat: str, action: Action) -> Reason | None:
        """Why a seat may not do this now, or None if it may."""
        if self.over is not None:
            return Reason("the-game-is-over")
        ask = self.question(seat)
        if ask is None:
            waiting = ", ".join(self.actors)
            return Reason("not-your-decision", (), {"seat": seat, "waiting": waiting})
        unseen = concealed(self, seat, pieces_named(action))
        if unseen and action not in ask.actions:  # no predicate is asked about what the seat may not know
            cites = tuple(dict.fromkeys((*self.rules.concealment, *ask.rules)))
            return Reason("nothing-known-of", cites, {"piece": unseen[0]})
        if ask.why_not is not None:
            predicate = getattr(self.stack[-1], ask.why_not.__name__)
            reason: Reason | None = predicate(self, seat, action) if ask.with_seat else predicate(self, action)
        else:
            reason = None if action in ask.actions else NOT_OFFERED
        return Reason("not-offered", ask.rules, {"action": str(action)}) if reason is NOT_OFFERED else reason

    # ------------------------------------------------------------------ playing

    def play(self, seat: str, action: Action) -> list[Event]:
        """Carry out an action and every forced step after it; returns the events as that seat sees them."""
        ask = self.question(seat)
        if ask is None or action not in ask.actions:
            raise IllegalAction(
                self.why_not(seat, action) or Reason("not-offered", ask.rules if ask else (), {"action": str(action)})
            )
        before = self.happened.length
        backup = self.copy() if self.dice.may_fail or self.from_frames or self.rules.stamp is not None else None
        try:
            self.standing = (self.entries.length, self.standing)
            if type(self.pending) is AskAll:
                self._act(seat, Choice(seat, action, True, len(self.actors) == 1))
                self._answer_sealed(seat, action, self.pending)
            else:
                self._act(seat, Choice(seat, action))
                self.pending = None
                self._run(self._receive(ask.then, action, seat if ask.with_seat else ""))
        except GrognardError:
            if backup is not None:
                self._become(backup)
            raise
        except INCONSISTENCIES as fault:
            from grognard.core.driving import inconsistency, is_untrusted

            if backup is None or not is_untrusted(self):
                raise
            self._become(backup)
            raise inconsistency(self, fault) from fault
        happened = self.happened
        if happened.length == before:
            return []
        if happened.length == before + 1:  # so it is nearly always
            shown = happened.items[before].seen_by(seat)
            return [shown] if shown is not None else []
        return self.events(seat, before)

    def _answer_sealed(self, seat: str, action: Action, question: AskAll) -> None:
        self.sealed[seat] = action
        self.emit(Chosen(seat))
        if len(self.sealed) < len(question.asks):
            return
        answers, self.sealed = self.sealed, {}
        self.known = self.entries.length
        self.pending = None
        self._run(self._receive(question.then, answers))

    def resign(self, seat: str) -> None:
        """Resign for a seat's side: the game ends at once, and the other side wins."""
        if seat not in self.seats:
            raise UnknownName(f"There is no seat '{seat}' in this game; the seats are {', '.join(self.seats)}.")
        others = [side for side in self.rules.sides if side != self.rules.side_of(seat)]
        self._break_off(Resignation(seat), Outcome(others[0] if len(others) == 1 else None, "resignation", "resigned"))

    def agree_draw(self: Self) -> None:
        """All players agreed to end the game: it ends at once, in a draw unless its rules count points then."""
        self._break_off(AgreedDraw(), self.rules.agreed_end(self))

    def _break_off(self, entry: Entry, outcome: Outcome) -> None:
        """End the game by a decision of its players."""
        if self.over is not None:
            raise IllegalAction(Reason("the-game-is-over"))
        self._note(entry)
        self.known = self.entries.length
        self.end(outcome)
        self._stop()

    def end(self, outcome: Outcome) -> None:
        """The one jump: the first outcome stands and the driver unwinds."""
        if self.over is None:
            self.over = outcome
            self.emit(Ended(outcome.winner, outcome.level, outcome.reason))

    # ------------------------------------------------------------------ the driver

    def fresh_memo(self) -> dict[Any, Any]:
        """Where rules keep what they have worked out of this position; copies share it, and a change replaces it."""
        return {}

    def _enter(self, procedure: Procedure) -> Next:
        if not procedure.step:
            procedure.step = procedure.steps[0]
        self.stack.append(procedure)
        outcome: Next = getattr(procedure, procedure.step)(self)
        return outcome

    def _receive(self, then: Receiver, value: object, seat: str = "") -> Next:
        """Pass a value to the receiver in the current frame, and before it the seat, if any; a receiver does not ask."""
        frame = self.stack[-1]
        receiver = getattr(frame, then.__name__)
        outcome: Next = receiver(self, seat, value) if seat else receiver(self, value)
        kind = type(outcome)
        if kind is Ask or kind is AskAll:
            raise StuckError(f"{type(frame).__name__}.{then.__name__} asks, but a receiver may not.")
        return outcome

    def _run(self, outcome: Next) -> None:
        """Carry out one request after another until a seat must decide. Types are compared: `isinstance` looks much longer."""
        stack = self.stack
        while self.over is None:
            if outcome is None:
                frame = stack[-1]
                step = following(type(frame)).get(frame.step)
                if step is not None:
                    frame.step = step
                    outcome = getattr(frame, step)(self)
                    continue
                outcome = DONE
            if type(outcome) is Ask:
                actions = outcome.actions
                if type(actions) is list and len(actions) > 1 and not self.rules.automata:  # so it is nearly always
                    self.pending = outcome
                    return
                decided = self._decided(outcome)
                if decided is not None:
                    outcome = self._receive(outcome.then, decided, outcome.seat if outcome.with_seat else "")
                    continue
                if not actions:
                    raise StuckError(f"{stack[-1].at} offers nothing to {outcome.seat}.")
                self.pending = outcome
                return
            if type(outcome) is Goto:
                frame = stack[-1]
                frame.step = outcome.step
                outcome = getattr(frame, frame.step)(self)
            elif type(outcome) is Call:
                if outcome.then is not None:
                    outcome.procedure.then = outcome.then if isinstance(outcome.then, str) else outcome.then.__name__
                outcome = self._enter(outcome.procedure)
            elif type(outcome) is Done:
                frame = stack.pop()
                if not stack:
                    raise StuckError(f"{type(frame).__name__} ended and left nobody to go on.")
                if not frame.then:
                    outcome = None
                elif frame.then in type(stack[-1]).steps:
                    outcome = Goto(frame.then)
                else:
                    outcome = self._receive(getattr(stack[-1], frame.then), outcome.result)
            elif type(outcome) is Roll:
                outcome = self._roll(outcome)
            elif type(outcome) is Draw:
                outcome = self._draw(outcome)
            elif type(outcome) is AskAll:
                if not self._seal(outcome):
                    return
                answers, self.sealed = self.sealed, {}
                outcome = self._receive(outcome.then, answers)
            else:
                raise StuckError(f"{stack[-1].at} returned {outcome!r}.")
        self._stop()

    def _decided(self: Self, ask: Ask) -> Action | None:
        """The action taken without asking anybody: the only choice, or what the rules of an automaton say."""
        if ask.seat in self.rules.automata:
            answer = self.rules.answer_for(self, ask)
            if answer not in ask.actions:
                raise StuckError(f"{self.stack[-1].at}: '{answer}', which the rules of '{ask.seat}' chose, is not legal.")
            return answer
        return None if ask.always else only(ask.actions)

    def _stop(self) -> None:
        self.stack.clear()
        self.pending = None
        self.sealed = {}

    def _seal(self, question: AskAll) -> bool:
        """Open a sealed question; a seat with one choice has made it. True if nobody is left to ask."""
        for ask in question.asks:
            if not ask.actions:
                raise StuckError(f"{self.stack[-1].at} offers nothing to {ask.seat}.")
            decided = self._decided(ask) if ask.seat not in self.sealed else None
            if decided is not None:
                self.sealed[ask.seat] = decided
        if len(self.sealed) == len(question.asks):
            return True
        self.pending = question
        return False

    def _roll(self, roll: Roll) -> Next:
        dice = self.dice
        if dice.may_fork:
            # The sum of several dice is read, unless each is read separately.
            readings = roll.each or ((roll.reading,) if roll.count == 1 else (None,) * roll.count)
            undecided = cast("Enumerated", dice).face_or_fork
            faces = tuple(undecided(self.rolled + i, roll.die, reading, roll) for i, reading in enumerate(readings))
        elif roll.count == 1:
            faces = (dice.face(self.rolled, roll.die, roll.purpose),)
        else:
            faces = tuple(dice.face(self.rolled + i, roll.die, roll.purpose) for i in range(roll.count))
        return self._fell(roll, faces)

    def _fell(self, roll: Roll, faces: tuple[int, ...]) -> Next:
        self.rolled += roll.count
        self.entries.append(Faces(faces))
        self.known = self.entries.length
        shown = (roll.purpose, faces, roll.modifiers, roll.cites, roll.seat)
        rolled = ThrownMixed(*shown, roll.coloured) if roll.coloured else Thrown(*shown) if roll.each else Rolled(*shown)
        self.happened.append(rolled)
        return self._receive(roll.then, rolled)

    def _draw(self, draw: Draw) -> Next:
        from grognard.core.dice import Die

        die = Die(0, len(draw.items) - 1)
        if self.dice.may_fork:
            place = cast("Enumerated", self.dice).face_or_fork(self.rolled, die, None, draw)
        else:
            place = self.dice.face(self.rolled, die, draw.purpose)
        return self._drew(draw, place)

    def _drew(self, draw: Draw, place: int) -> Next:
        self.rolled += 1
        self.entries.append(Faces((place,), None if draw.blind else draw.shown))
        self.known = self.entries.length
        self.happened.append(Drawn(draw.purpose, draw.items[place], draw.seat, draw.shown))
        return self._receive(draw.then, draw.items[place])

    # ------------------------------------------------------------------ what happened

    def _act(self, seat: str, entry: Choice | Undo) -> None:
        """Log what a seat did."""
        entries = self.entries
        if seat != self.acting[0]:
            self.acting = (seat, entries.length)
        entries.append(entry)
        self.marks.append(self.happened.length)

    def _note(self, entry: Entry) -> None:
        """Log what somebody did, and how many events came before it."""
        self.entries.append(entry)
        self.marks.append(self.happened.length)

    def emit(self, event: Event) -> None:
        """Log an event, once what it tells of has been done; one that reveals something blocks undo."""
        self.happened.append(event)
        if event.reveals:
            self.known = self.entries.length

    def events(self, seat: str | None, since: int = 0) -> list[Event]:
        """What happened, as a seat (None: a spectator) sees it."""
        return [shown for event in self.happened.since(since) if (shown := event.seen_by(seat)) is not None]

    def view(self: Self, seat: str | None) -> dict[str, Any]:
        """Everything a seat (None: a spectator) may know, as plain data."""
        return self.rules.view(self, seat)

    def remarks(self: Self, seat: str | None, place: str, piece: str = "") -> tuple[Reason, ...]:
        """Facts about a place that a seat (None: a spectator) may know, for a piece if one is named."""
        unseen = bool(piece) and self.rules.conceals(self, seat, piece)
        return self.rules.remarks(self, seat, place, "" if unseen else piece)

    def inspect(self: Self, seat: str | None, what: str, piece: str) -> Any:
        """Reach, zones, line of sight and the like of a piece, from what the seat may know."""
        if self.rules.conceals(self, seat, piece):
            raise UnknownName(f"There is no unit '{shortened(piece)}' of yours on the map to inspect.")
        return self.rules.inspect(self, seat, what, piece)

    def seat(self, name: str | None) -> Seat:
        """The game as one seat, or a spectator (None), may use it."""
        from grognard.core.seats import Seat

        return Seat(self, name)

    # ------------------------------------------------------------------ copies and undo

    def copy(self) -> Self:
        """An independent copy; what cannot change is shared."""
        clone = object.__new__(type(self))
        clone.scenario = self.scenario
        clone.options = self.options
        clone.rules = self.rules
        clone.dice = self.dice
        clone.rolled = self.rolled
        clone.stack = [copy(frame) for frame in self.stack]
        clone.pending = self.pending
        clone.sealed = self.sealed.copy()
        clone.over = self.over
        clone.entries = self.entries.copy()
        clone.happened = self.happened.copy()
        clone.marks = self.marks.copy()
        clone.known = self.known
        clone.standing = self.standing
        clone.acting = self.acting
        clone.memo = self.memo
        clone.opening = self.opening
        clone.from_frames = self.from_frames
        clone.state = self.state.copy()
        return clone

    def _become(self, other: Game) -> None:
        for name in Game.__slots__:
            setattr(self, name, getattr(other, name))

    def can_undo(self, seat: str) -> bool:
        """Whether this seat's choice is the last thing that happened and nobody has learnt anything from it."""
        if self.standing is None:
            return False
        place, (actor, since) = self.standing[0], self.acting
        return actor == seat and since <= place and self.known <= place

    def undo(self, seat: str, before: Game | None = None) -> None:
        """Undo this seat's last choice, as long as nobody has learnt anything since.

        If you have a copy from before that choice, pass it (it is consumed); otherwise the game is replayed up to there.
        """
        if self.standing is None or not self.can_undo(seat):
            raise IllegalAction(Reason("nothing-to-undo", (), {"seat": seat}))
        from grognard.core.records import restart, standing

        place, earlier = self.standing
        if before is None or before.entries.length != place:
            before = restart(self, standing([*self.entries.since(0), Undo(seat)]))
        self._go_back(before)
        self.standing = earlier
        self._act(seat, Undo(seat))
        self.happened.append(Undone(seat))

    def return_to(self, entries: int, before: Game | None = None) -> None:
        """All players agreed to go back to the moment after this many entries; what was learnt since stays known.

        If you have a copy from that moment, pass it (it is consumed); otherwise the game is replayed up to there.
        """
        if self.over is not None:
            raise IllegalAction(Reason("the-game-is-over"))
        log = self.entries.since(0)
        if not 0 <= entries < len(log) or isinstance(log[entries], Faces):
            raise IllegalAction(Reason("no-such-moment", (), {"entries": entries}))
        from grognard.core.records import agreed_return, restart, standing

        entry = agreed_return(self, entries)
        if before is None or before.entries.length != entries:
            before = restart(self, standing(log[:entries]))
        self._go_back(before)
        self.standing = None  # nobody can undo what was agreed
        self._note(entry)
        self.happened.append(Returned())

    def _go_back(self, before: Game) -> None:
        """Restore an earlier position, and keep what belongs to the log."""
        kept = [(name, getattr(self, name)) for name in OF_THE_LOG]
        self._become(before)
        for name, value in kept:
            setattr(self, name, value)

    # ------------------------------------------------------------------ saving

    def position(self) -> dict[str, Any]:
        """The position as plain data; `grognard.setup` makes a game from it."""
        from grognard.core.positions import describe

        return describe(self)

    def record(self, seat: str | None = None) -> dict[str, Any]:
        """The save format: header and entries; with a seat, without what that seat may not know."""
        from grognard.core.records import write

        return write(self, seat)
