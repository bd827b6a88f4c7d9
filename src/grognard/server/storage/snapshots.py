"""Snapshots: a cache of long games, so that they open fast. The log stays the truth.

A snapshot is the position, and what its log has led to besides: the events, and what the log itself does not spell out. It is
used only where it was made by the same version of the program from the very same log and dice; in every other case, and where
there is none, the game is played through again. It is taken of `Replica.base`, before which nothing can be undone.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import msgspec

import grognard
from grognard.core import driving
from grognard.core.dice import Dice
from grognard.core.errors import GrognardError
from grognard.core.events import Event
from grognard.core.games import Choice, Entry, Faces, Game, Log, Return
from grognard.core.positions import arrange
from grognard.core.records import encode_entry, read_entries
from grognard.core.rules import Rules

T = TypeVar("T")


class Body(msgspec.Struct):
    """What a snapshot holds."""

    made_by: str
    log: str
    """A hash of the log up to here, and of the dice."""
    entries: int
    rolled: int
    known: int
    position: dict[str, Any]
    sealed: dict[int, bool]
    """The places of sealed answers, and whether each opened the question."""
    shown: dict[int, tuple[str, ...] | None]
    """The places of draws that only some have seen."""
    returns: dict[int, tuple[dict[str, frozenset[int]], dict[str, frozenset[int]]]]
    """The places of agreed returns, with what they say of what each seat could read."""
    events: list[tuple[str, Any]]
    """What happened, by the name of its class."""
    marks: list[int]
    """How many events lay before each thing done."""

    def is_told_in(self, game: Game) -> bool:
        """Whether a game of the same log has told its players the same so far."""
        events = game.happened.since(0)[: len(self.events)]
        return [(name(type(event)), msgspec.to_builtins(event)) for event in events] == self.events


def take(game: Game, dice: Dice) -> bytes:
    """A snapshot of a game that is played with these dice."""
    entries = game.entries.since(0)
    body = Body(
        made_by=made_by(game.rules),
        log=digest([encode_entry(entry) for entry in entries], dice),
        entries=len(entries),
        rolled=game.rolled,
        known=game.known,
        position=game.position(),
        sealed={place: entry.opens for place, entry in enumerate(entries) if isinstance(entry, Choice) and entry.sealed},
        shown={place: entry.shown for place, entry in enumerate(entries) if isinstance(entry, Faces) and entry.shown != ()},
        returns={place: (entry.hidden, entry.shown) for place, entry in enumerate(entries) if isinstance(entry, Return)},
        events=[(name(type(event)), msgspec.to_builtins(event)) for event in game.happened.since(0)],
        marks=game.marks.since(0),
    )
    return zlib.compress(msgspec.msgpack.encode(body), 1)


def restore(
    body: bytes,
    rules: Rules,
    opening: dict[str, Any] | None,
    texts: Sequence[str],
    dice: Dice,
    of_any_version: bool = False,
) -> Game | None:
    """The game of a snapshot, if it fits the log and this program; or, for reading only, whichever version made it."""
    found = told_in(body, texts, dice)
    if found is None or not (of_any_version or found.made_by == made_by(rules)):
        return None
    texts = texts[: found.entries]
    kinds = {name(kind): kind for kind in subclasses(Event)}
    try:
        game = arrange(found.position, dice, rules.scenario.overlay)
        entries = [
            marked(entry, place, found) for place, entry in enumerate(read_entries({"entries": texts}, rules.vocabulary))
        ]
        events = [msgspec.convert(data, kinds[kind]) for kind, data in found.events]
    except (GrognardError, KeyError, msgspec.ValidationError):
        return None
    game.opening, game.from_frames = opening, opening is not None and "pending" in opening
    game.entries, game.happened, game.marks = log_of(entries), log_of(events), log_of(found.marks)
    game.rolled, game.known = found.rolled, found.known
    driving.trace(game)
    return game


def told_in(body: bytes, texts: Sequence[str], dice: Dice) -> Body | None:
    """What a snapshot holds, if it fits the log."""
    try:
        found = msgspec.msgpack.decode(zlib.decompress(body), type=Body)
    except (zlib.error, msgspec.DecodeError):
        return None
    texts = texts[: found.entries]
    return found if (found.entries, found.log) == (len(texts), digest(texts, dice)) else None


def made_by(rules: Rules) -> str:
    """The versions of the program and of the rules."""
    return f"{grognard.__version__} {rules.version}"


def digest(texts: Sequence[str], dice: Dice) -> str:
    return hashlib.sha256(b"\n".join([msgspec.json.encode(dice.header()), *(text.encode() for text in texts)])).hexdigest()


def marked(entry: Entry, place: int, body: Body) -> Entry:
    """An entry with what its text does not say."""
    match entry:
        case Choice(seat, action) if place in body.sealed:
            return Choice(seat, action, True, body.sealed[place])
        case Faces(faces) if place in body.shown:
            return Faces(faces, body.shown[place])
        case Return(entries):
            return Return(entries, *body.returns[place])
    return entry


def log_of(items: list[T]) -> Log[T]:
    log: Log[T] = Log()
    log.items, log.length = items, len(items)
    return log


def name(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def subclasses(kind: type[T]) -> Iterator[type[T]]:
    for sub in kind.__subclasses__():
        yield sub
        yield from subclasses(sub)
