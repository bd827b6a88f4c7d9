"""A game kept in step with its log: at a table, or in a computer player's process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from grognard.core.dice import Dice, Die, Recorded
from grognard.core.errors import DiceError, GrognardError, RecordError
from grognard.core.events import Event
from grognard.core.games import Choice, Entry, Faces, Game, Log, Return, Undo
from grognard.core.records import encode_entry, enter, faces_of, read_entries, start
from grognard.core.rules import Rules

MOST_KEPT = 64
"""How many copies from right after events are kept at most."""


class Checked(Recorded):
    """Recorded rolls, each checked against the dice of the game."""

    __slots__ = ("dice",)

    def __init__(self, faces: Sequence[int], dice: Dice) -> None:
        super().__init__(faces)
        self.dice = dice

    def face(self, index: int, die: Die, purpose: str) -> int:
        face = super().face(index, die, purpose)
        if face != self.dice.face(index, die, purpose):
            raise DiceError(f"Roll {index + 1} of the log is not what the dice of the game make it.")
        return face


def recorded(faces: Sequence[int], dice: Dice | None) -> Recorded:
    """The rolls of a log; if its dice are known, they must agree."""
    return Recorded(faces) if dice is None else Checked(faces, dice)


class CopyingLog(Log[Event]):
    """A log of events that copies its game right after each: what comes in between two choices can then be looked at."""

    __slots__ = ("copies", "game")

    def __init__(self, game: Game) -> None:
        self.items, self.length = game.happened.items, game.happened.length
        self.game = game
        self.copies = [game.copy()]

    def append(self, item: Event) -> None:
        super().append(item)
        self.copies.append(self.game.copy())


class Replica:
    """A game, and the copies that undo returns to."""

    __slots__ = ("befores", "game", "lately")

    def __init__(self, game: Game) -> None:
        self.game = game
        self.befores: list[Game] = []
        """Copies from before each choice that can still be undone, the latest last."""
        self.lately: list[Game] = []
        """Copies from right after each of the last events, and from before the first of each move, if somebody followed."""

    def copy(self) -> Replica:
        """An independent replica."""
        clone = Replica(self.game.copy())
        clone.befores, clone.lately = self.befores.copy(), self.lately
        return clone

    @property
    def base(self) -> Game:
        """The game before anything that can still be undone; read only."""
        return self.befores[0] if self.befores else self.game

    def enter(self, entry: Entry, moment: Game | None = None, followed: bool = False) -> None:
        """Carry out a log entry; `moment` is the game that an agreed return goes back to, if available.

        If somebody follows the table, the game is copied at each event.
        """
        if not followed:
            self.lately = []
            self._enter(entry, moment)
            return
        log = self.game.happened = CopyingLog(self.game)
        self._enter(entry, moment)
        self.game.happened = self.game.happened.copy()
        self.lately = [*self.lately, *log.copies][-MOST_KEPT:]

    def _enter(self, entry: Entry, moment: Game | None) -> None:
        game = self.game
        if isinstance(entry, Choice):
            before = game.copy()
            enter(game, entry)
            self.befores.append(before)
        elif isinstance(entry, Undo) and self.befores:
            before = self.befores.pop().copy()
            before.dice = game.dice
            enter(game, entry, before)
        elif isinstance(entry, Return) and moment is not None:
            before = moment.copy()
            before.dice = game.dice
            enter(game, entry, before)
        else:
            enter(game, entry)
        if isinstance(entry, Return):
            self.befores = []
        safe = max(game.known, game.acting[1])  # nothing before that can be undone
        self.befores = [before for before in self.befores if before.entries.length >= safe]

    def follow(self, texts: Sequence[str], dice: Dice | None = None, followed: bool = False) -> Iterator[None]:
        """Play the entries of a log with its recorded rolls, yielding after each; then continue with these dice.

        If dice are given, the rolls must match them. If the log cannot be followed, the replica must be discarded.
        """
        game = self.game
        first = game.entries.length
        entries = read_entries({"entries": texts}, game.rules.vocabulary)
        game.dice = recorded(faces_of([*game.entries.since(0), *entries]), dice)
        gone_back_to = {entry.entries for entry in entries if isinstance(entry, Return)}
        moments: dict[int, Game] = {}
        for entry in entries:
            if not isinstance(entry, Faces) and game.entries.length in gone_back_to:
                moments[game.entries.length] = game.copy()
            try:
                self.enter(entry, moments.get(entry.entries) if isinstance(entry, Return) else None, followed)
            except GrognardError as fault:
                raise RecordError(f"its entry '{encode_entry(entry)}' cannot be played: {fault}") from None
            yield
        if [encode_entry(entry) for entry in game.entries.since(first)] != list(texts):
            raise RecordError("its log does not replay to itself: a roll or a choice is missing or left over.")
        if dice is not None:
            game.dice = dice


def begun(rules: Rules, position: dict[str, Any] | None, texts: Sequence[str], dice: Dice | None = None) -> Replica:
    """The game at the beginning of a log; follow it from `game.entries.length` on."""
    faces = [int(face) for text in texts if text.startswith("roll ") for face in text.split()[1:]]
    replica = Replica(start(rules, position, recorded(faces, dice)))
    first = [encode_entry(entry) for entry in replica.game.entries.since(0)]
    if first != list(texts[: len(first)]):
        raise RecordError("its log does not begin as the game does.")
    return replica
