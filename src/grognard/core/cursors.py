"""A cursor on a record: the game at any of its moments, forward and back, exactly.

The record is played through once; copies made on the way make going back cheap.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Self

import msgspec

from grognard.core.dice import Dice, Recorded
from grognard.core.errors import RecordError, UnknownName
from grognard.core.events import Event
from grognard.core.games import ChoiceChain, Entry, Game
from grognard.core.overlays.folders import Components
from grognard.core.records import (
    Course,
    check,
    check_texts,
    courses,
    dice_of,
    encoded_entries,
    enter,
    faces_of,
    play_on,
    read_entries,
    rules_of,
    start,
    taken_back,
)
from grognard.core.rules import Rules

BETWEEN_COPIES = 16
"""The least number of choices between two copies; going to a moment replays fewer than twice as many."""


class Moment(msgspec.Struct, frozen=True):
    """A point where a game waits for a choice, or is over: a choice with its rolls and forced steps leads to the next."""

    entries: int
    """How much of the log is before it: entries, events and rolls."""
    events: int
    rolls: int
    actors: tuple[str, ...]
    turn: int | None = None
    phase: str = ""
    phasing: str = ""
    """Turn and phase, as in its positions."""
    question: str = ""
    """The kind of question asked there."""


class Past(NamedTuple):
    """What belongs to a moment besides its position: where the position comes from, and the state of the log."""

    position: int
    """The first moment with the same position: this one, unless something was undone."""
    known: int
    standing: ChoiceChain
    acting: tuple[str, int]
    """As in the game."""


class Cursor:
    """A record at one of its moments. A move that fails leaves the cursor where it was, with one clear sentence.

    Because of undo the positions form a tree: an undo leads back to an earlier one, and a choice to a new child. A moment is
    reached from the nearest copy above its position, and gets the log as it was then. A position is copied as soon as the tree
    goes `BETWEEN_COPIES` below it and there is no copy for as far above it. So the path from a copy to any position is always
    shorter than twice that, and no two copies serve the same positions below them: there is at most one copy for every
    `BETWEEN_COPIES` choices of the log, whatever was undone.
    """

    moments: list[Moment]
    number: int
    """The number of the present moment."""
    _tip: Game
    """The game at the last moment."""
    _past: list[Past]
    """One for each moment."""
    _copies: dict[int, Game]
    """Kept copies, by position."""
    _next_copy: tuple[int, Game]
    """A position that will be copied if the game continues from it for long, as it usually does."""

    def __init__(self, record: object, components: Components | None = None) -> None:
        data = check(record)
        rules = rules_of(data, components, or_later=True)
        self._begin(rules, data.get("position"), read_entries(data, rules.vocabulary), dice_of(data))
        for _ in self._play_on():
            pass
        check_texts(self._tip, data)

    @classmethod
    def on(cls, game: Game) -> Self:
        """A cursor on the log of a game in progress, to `follow` it. It does not know future dice."""
        cursor = cls.at_the_start(game)
        cursor.follow(game)
        return cursor

    @classmethod
    def at_the_start(cls, game: Game) -> Self:
        """A cursor on a game in progress that has not followed it yet."""
        cursor = cls.__new__(cls)
        cursor._begin(game.rules, game.opening, game.entries.since(0), None)
        return cursor

    def follow(self, game: Game) -> None:
        """Add what the same game has logged since; the cursor stays where it is."""
        for _ in self.following(game):
            pass

    def following(self, game: Game) -> Iterator[None]:
        """The same moment by moment, so that it can be interrupted between two of them and resumed later."""
        if game.entries.length > len(self._log):
            self._read(game.entries.since(0), None)
        yield from self._play_on()

    def _begin(self, rules: Rules, opening: dict[str, Any] | None, log: list[Entry], after: Dice | None) -> None:
        """Before anything of the log was done."""
        self._log: list[Entry] = []
        self._stood: list[Course] = [None]
        self._back: dict[int, int] = {}
        self._faces: list[int] = []
        self._read(log, after)
        self._tip = start(rules, opening, self._dice)
        self.moments = [moment_of(self._tip)]
        self._past = [Past(0, self._tip.known, self._tip.standing, self._tip.acting)]
        self._copies = {0: self._tip.copy()}
        self._next_copy = (0, self._copies[0])
        self.number = 0
        self._game = self._tip.copy()

    def _read(self, log: list[Entry], after: Dice | None) -> None:
        """Read the continuation of the log read before."""
        known = len(self._log)
        self._log = log
        self._stood = courses(log, self._stood)
        self._back |= taken_back(log, self._stood, known)
        self._faces += faces_of(log[known:])
        self._after = after
        self._dice = Recorded(self._faces, after)

    def _play_on(self) -> Iterator[None]:
        """Play the log from the last moment on."""
        self._tip.dice = self._dice
        since = self.moments[-1].entries
        back = taken_back(self._log, self._stood, since)
        for _ in play_on(self._tip, self._log, since, back, lambda entries: self._reach(self._moment_at(entries))):
            self._arrive()
            yield

    def _arrive(self) -> None:
        """Record a new last moment."""
        number, tip = len(self.moments), self._tip
        back = self.gone_back(number - 1)
        self.moments.append(moment_of(tip))
        position = number if back is None else self._past[back].position
        self._past.append(Past(position, tip.known, tip.standing, tip.acting))
        if back is None:
            self._keep_copies(number)

    def _keep_copies(self, position: int) -> None:
        """Record a new position; if it is far from every copy, keep a copy halfway."""
        way = self._way_to(position)
        if len(way) == 2 * BETWEEN_COPIES:
            halfway = way[BETWEEN_COPIES - 1]
            self._copies[halfway] = self._next_copy[1] if self._next_copy[0] == halfway else self._reach(halfway)
        if len(way) % BETWEEN_COPIES == 0:  # which is halfway to the next
            self._next_copy = (position, self._tip.copy())

    def _way_to(self, position: int) -> list[int]:
        """The positions from the nearest copy above, without it, down to this one."""
        way: list[int] = []
        while position not in self._copies:
            way.append(position)
            position = self._past[position - 1].position
        return way[::-1]

    # ------------------------------------------------------------------ where it stands

    @property
    def length(self) -> int:
        """How many entries the record has."""
        return len(self._log)

    @property
    def here(self) -> Moment:
        """The present moment."""
        return self.moments[self.number]

    @property
    def game(self) -> Game:
        """An independent game as it was then; it can be continued, with the dice of the record."""
        return self.game_at(self.number)

    def game_at(self, number: int) -> Game:
        """The game at another moment; the cursor stays."""
        game = self._reach(number).copy()
        game.dice = self._after or Recorded(self._faces[: game.rolled])
        return game

    def events(self, seat: str | None, since: int | None = None) -> list[Event]:
        """What led from an earlier moment (by default the previous one) to this, as a seat (None: a spectator) sees it.

        At the first moment, and with since=-1, it is everything from the very beginning.
        """
        before = self.number - 1 if since is None else since
        return self._game.events(seat, self.moments[before].events if before >= 0 else 0)

    def entries(self, seat: str | None) -> list[str]:
        """The log up to this moment, as a seat may read it then (None: all of it)."""
        return encoded_entries(self._game, seat)

    # ------------------------------------------------------------------ moving

    def go(self, number: int) -> None:
        """Go to a moment by its number, or to the nearest one."""
        number = min(max(number, 0), len(self.moments) - 1)
        self._game = self._reach(number)
        self.number = number

    def forward(self, steps: int = 1) -> None:
        self.go(self.number + steps)

    def back(self, steps: int = 1) -> None:
        self.go(self.number - steps)

    def seek(self, entry: int) -> None:
        """Go to the moment after this many entries; a choice is never separated from its rolls."""
        if not 0 <= entry <= self.length:
            raise RecordError(f"This record has {self.length} entries; give a number from 0 to {self.length}, not {entry}.")
        self.go(self._moment_at(entry))

    def to_turn(self, turn: int) -> None:
        """Go to the beginning of a turn."""
        turns = list(dict.fromkeys(moment.turn for moment in self.moments if moment.turn is not None))
        if turn not in turns:
            known = f"its turns are {turns[0]} to {turns[-1]}" if turns else "this game has no turns"
            raise RecordError(f"There is no turn {turn} in this record; {known}.")
        self.go(next(number for number, moment in enumerate(self.moments) if moment.turn == turn))

    def to_next_turn(self) -> None:
        turn = self.here.turn
        self._on(lambda before, moment: moment.turn != turn, "turn")

    def to_phase(self, name: str = "") -> None:
        """Go to the beginning of the next phase, or of the next whose name begins like this."""
        wanted = name.casefold()
        self._on(
            lambda before, moment: (
                (moment.turn, moment.phasing, moment.phase) != (before.turn, before.phasing, before.phase)
                and moment.phase.casefold().startswith(wanted)
            ),
            f"phase '{name}'" if name else "phase",
        )

    def to_decision(self, seat: str = "") -> None:
        """Go to the next moment at which somebody, or this seat, must decide."""
        if seat and seat not in self._game.seats:
            raise UnknownName(f"There is no seat '{seat}' in this game; the seats are {', '.join(self._game.seats)}.")
        self._on(
            lambda before, moment: seat in moment.actors if seat else bool(moment.actors),
            f"decision of '{seat}'" if seat else "decision",
        )

    def to_roll(self) -> None:
        """Go to the moment after the next roll."""
        self._on(lambda before, moment: moment.rolls > before.rolls, "roll")

    def _on(self, wanted: Callable[[Moment, Moment], bool], what: str) -> None:
        """Go to the next moment that, compared with the previous one, matches."""
        for number in range(self.number + 1, len(self.moments)):
            if wanted(self.moments[number - 1], self.moments[number]):
                self.go(number)
                return
        raise RecordError(f"There is no later {what} in this record; you are at entry {self.here.entries} of {self.length}.")

    def _reach(self, number: int) -> Game:
        """The game at a moment, replayed from the nearest available position above its own."""
        position, here = self._past[number].position, self._past[self.number].position
        way = self._way_to(position)
        if here == position or here in way:
            moment, game = self.number, self._game.copy()
            way = way[way.index(here) + 1 :] if here in way else []
        else:
            moment = self._past[way[0] - 1].position if way else position
            game = self._copies[moment].copy()
        game.dice = self._dice
        for step in way:
            if moment != step - 1:
                self._take_log(game, step - 1)
            enter(game, self._log[self.moments[step - 1].entries])
            moment = step
        if moment != number:
            self._take_log(game, number)
        return game

    def _take_log(self, game: Game, number: int) -> None:
        """Give a game at the position of a moment the log of that moment."""
        moment, past, tip = self.moments[number], self._past[number], self._tip
        game.entries, game.happened = tip.entries.upto(moment.entries), tip.happened.upto(moment.events)
        game.marks, game.rolled = tip.marks.upto(number), moment.rolls
        game.known, game.standing, game.acting = past.known, past.standing, past.acting

    def gone_back(self, number: int) -> int | None:
        """The number of the moment that an undo or an agreed return at this moment went back to, if it was one."""
        entries = self._back.get(self.moments[number].entries)
        return None if entries is None else self._moment_at(entries)

    def _moment_at(self, entries: int) -> int:
        """The number of the first moment with at least this many entries before it."""
        return bisect_left(self.moments, entries, key=lambda moment: moment.entries)


def moment_of(game: Game) -> Moment:
    """The present moment of a game."""
    question = game.stack[-1].at if game.pending is not None else ""
    return Moment(game.entries.length, game.happened.length, game.rolled, game.actors, *game.rules.when(game), question)
