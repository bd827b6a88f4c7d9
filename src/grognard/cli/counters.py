"""The counters of a game for the command line, if it has any."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, cast

from grognard.core.events import Names
from grognard.core.games import Game
from grognard.telling.names import shortened


class Counter(Protocol):
    """A counter as printed: its name, and the values of each of its sides."""

    name: str
    side: str
    is_leader: bool
    close_combat: int
    command: int
    strengths: tuple[int, ...]
    morales: tuple[int, ...]
    movements: tuple[int, ...]
    basis: str


def counters_of(game: Game) -> Mapping[str, Counter]:
    """The counters of a game by the ids of their pieces."""
    return cast("Mapping[str, Counter]", getattr(game.rules, "counters", {}))


def short_names(game: Game) -> Names:
    """Each piece's name for the log."""
    return shortened(game.rules.names())


def values_of(counter: Counter, step: int) -> str:
    """`4 / +1 / 4`: strength, morale and movement of a unit's side; combat, command and movement of a leader."""
    if counter.is_leader:
        return f"{signed(counter.close_combat):>2} / {signed(counter.command):>2} / {counter.movements[0]}"
    place = step - 1
    return f"{counter.strengths[place]:2} / {signed(counter.morales[place]):>2} / {counter.movements[place]}"


def signed(number: int) -> str:
    return f"{number:+d}" if number else "0"
