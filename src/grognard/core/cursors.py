"""A cursor on a record: the game at any of its moments, forward and back, exactly.

The record is played through once; copies kept on the way make going back cheap.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from typing import Any, Self

import msgspec

from grognard.core.dice import Dice, Recorded
from grognard.core.errors import RecordError, UnknownName
from grognard.core.events import Event
from grognard.core.games import Entry, Faces, Game, Return
from grognard.core.overlays import Components
from grognard.core.records import (
    check,
    dice_of,
    enter,
    faces_of,
    play_through,
    read_entries,
    rules_of,
    spelled,
    start,
    taken_back,
)
from grognard.core.rules import Rules

BETWEEN_COPIES = 16
"""How many moments lie between two copies that are kept; to go back is at most so many choices of work."""


class Moment(msgspec.Struct, frozen=True):
    """A moment at which a game waits for a choice, or is over: a choice with its rolls and forced steps leads to the next."""

    entries: int
    """How much of the log lies before it: entries, events and rolls."""
    events: int
    rolls: int
    actors: tuple[str, ...]
    turn: int | None = None
    phase: str = ""
    phasing: str = ""
    """Where the game stands, as its positions say."""
    question: str = ""
    """The kind of what is asked there."""


class Cursor:
    """A record at one of its moments. Every way of moving either arrives or, with one clear sentence, stays where it was."""

    moments: list[Moment]
    number: int
    """Of the moment it stands at."""
    _tip: Game
    """The game at the last moment."""

    def __init__(self, record: object, components: Components | None = None) -> None:
        data = check(record)
        rules = rules_of(data, components)
        log = read_entries(data, rules.vocabulary)
        self._begin(rules, data.get("position"), log, dice_of(data))
        for _ in play_through(self._tip, log, data["entries"]):
            self._arrive()

    @classmethod
    def on(cls, game: Game) -> Self:
        """A cursor on the log of a game in progress, to `follow` it as it goes on. It does not know the coming dice."""
        cursor = cls.__new__(cls)
        cursor._begin(game.rules, game.opening, game.entries.since(0), None)
        cursor._go_on(cursor._tip.entries.length)
        return cursor

    def follow(self, game: Game) -> None:
        """Take in what the same game has logged since; the cursor stays where it is."""
        known = len(self._log)
        self._read(game.entries.since(0), None)
        self._go_on(known)

    def _begin(self, rules: Rules, opening: dict[str, Any] | None, log: list[Entry], after: Dice | None) -> None:
        """Before anything of the log was done."""
        self._read(log, after)
        self._tip = start(rules, opening, self._dice)
        self.moments = [moment_of(self._tip)]
        self._copies = {0: self._tip.copy()}
        self._kept = [0]
        self.number = 0
        self._game = self._tip.copy()

    def _read(self, log: list[Entry], after: Dice | None) -> None:
        self._log = log
        self._back = taken_back(log)
        self._faces = faces_of(log)
        self._after = after
        self._dice = Recorded(self._faces, after)

    def _go_on(self, known: int) -> None:
        """Do what the log says from there on; rolls come by themselves."""
        self._tip.dice = self._dice
        for place in range(known, len(self._log)):
            if not isinstance(self._log[place], Faces):
                enter(self._tip, self._log[place], self._moment_gone_back_to(place))
                self._arrive()

    def _arrive(self) -> None:
        """The game at the last moment has come to another; after an agreed return, and now and then, a copy is kept."""
        number = len(self.moments)
        if number % BETWEEN_COPIES == 0 or isinstance(self._tip.entries.since(self._tip.entries.length - 1)[0], Return):
            self._copies[number] = self._tip.copy()
            self._kept.append(number)
        self.moments.append(moment_of(self._tip))

    # ------------------------------------------------------------------ where it stands

    @property
    def length(self) -> int:
        """How many entries the record has."""
        return len(self._log)

    @property
    def here(self) -> Moment:
        """The moment it stands at."""
        return self.moments[self.number]

    @property
    def game(self) -> Game:
        """An independent game as it stood then; it can be played on, with the dice of the record."""
        return self.game_at(self.number)

    def game_at(self, number: int) -> Game:
        """The game at another moment; the cursor stays."""
        game = self._reach(number).copy()
        game.dice = self._after or Recorded(self._faces[: game.rolled])
        return game

    def events(self, seat: str | None, since: int | None = None) -> list[Event]:
        """What led from an earlier moment (by default the one before) to this, as a seat (None: a spectator) sees it.

        At the first moment, and since -1, it is all that happened since the very beginning.
        """
        before = self.number - 1 if since is None else since
        return self._game.events(seat, self.moments[before].events if before >= 0 else 0)

    def entries(self, seat: str | None) -> list[str]:
        """The log up to this moment, as a seat may read it then (None: all of it)."""
        return spelled(self._game, seat)

    # ------------------------------------------------------------------ moving

    def go(self, number: int) -> None:
        """To a moment by its number, or to the nearest there is."""
        number = min(max(number, 0), len(self.moments) - 1)
        self._game = self._reach(number)
        self.number = number

    def forward(self, steps: int = 1) -> None:
        self.go(self.number + steps)

    def back(self, steps: int = 1) -> None:
        self.go(self.number - steps)

    def seek(self, entry: int) -> None:
        """To the moment after so many entries; a choice is never parted from the rolls that it led to."""
        if not 0 <= entry <= self.length:
            raise RecordError(f"This record has {self.length} entries; give a number from 0 to {self.length}, not {entry}.")
        self.go(self._moment_at(entry))

    def to_turn(self, turn: int) -> None:
        """To the beginning of a turn."""
        turns = list(dict.fromkeys(moment.turn for moment in self.moments if moment.turn is not None))
        if turn not in turns:
            known = f"its turns are {turns[0]} to {turns[-1]}" if turns else "this game has no turns"
            raise RecordError(f"There is no turn {turn} in this record; {known}.")
        self.go(next(number for number, moment in enumerate(self.moments) if moment.turn == turn))

    def to_next_turn(self) -> None:
        turn = self.here.turn
        self._on(lambda before, moment: moment.turn != turn, "turn")

    def to_phase(self, name: str = "") -> None:
        """To the beginning of the next phase, or of the next with this name (or one that begins so)."""
        wanted = name.casefold()
        self._on(
            lambda before, moment: (
                (moment.turn, moment.phasing, moment.phase) != (before.turn, before.phasing, before.phase)
                and moment.phase.casefold().startswith(wanted)
            ),
            f"phase '{name}'" if name else "phase",
        )

    def to_decision(self, seat: str = "") -> None:
        """To the next moment at which somebody, or this seat, must decide."""
        if seat and seat not in self._game.seats:
            raise UnknownName(f"There is no seat '{seat}' in this game; the seats are {', '.join(self._game.seats)}.")
        self._on(
            lambda before, moment: seat in moment.actors if seat else bool(moment.actors),
            f"decision of '{seat}'" if seat else "decision",
        )

    def to_roll(self) -> None:
        """To the moment after the next roll."""
        self._on(lambda before, moment: moment.rolls > before.rolls, "roll")

    def _on(self, wanted: Callable[[Moment, Moment], bool], what: str) -> None:
        """To the next moment that, seen with the one before it, is wanted."""
        for number in range(self.number + 1, len(self.moments)):
            if wanted(self.moments[number - 1], self.moments[number]):
                self.go(number)
                return
        raise RecordError(f"There is no later {what} in this record; you are at entry {self.here.entries} of {self.length}.")

    def _reach(self, number: int) -> Game:
        """The game at a moment: played on from the nearest one before it that is at hand."""
        nearest = self._kept[bisect_right(self._kept, number) - 1]
        if nearest <= self.number <= number:
            game, nearest = self._game.copy(), self.number
        else:
            game = self._copies[nearest].copy()
        game.dice = self._dice
        for place in range(self.moments[nearest].entries, self.moments[number].entries):
            enter(game, self._log[place], self._moment_gone_back_to(place))
        return game

    def _moment_gone_back_to(self, place: int) -> Game | None:
        """The game to which the undo or agreed return at a place of the log goes back."""
        entries = self._back.get(place)
        return None if entries is None else self._reach(self._moment_at(entries))

    def gone_back(self, number: int) -> int | None:
        """The number of the moment to which what was done at a moment went back, if it was an undo or an agreed return."""
        entries = self._back.get(self.moments[number].entries)
        return None if entries is None else self._moment_at(entries)

    def _moment_at(self, entries: int) -> int:
        """The number of the first moment with at least so many entries before it."""
        return bisect_left(self.moments, entries, key=lambda moment: moment.entries)


def moment_of(game: Game) -> Moment:
    """The moment at which a game stands."""
    question = game.stack[-1].at if game.pending is not None else ""
    return Moment(game.entries.length, game.happened.length, game.rolled, game.actors, *game.rules.when(game), question)
