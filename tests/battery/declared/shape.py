"""What a game declares for the battery; a new scenario of a known game needs nothing, a new kind of decision does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from grognard.core.actions import Action, Take
from grognard.core.fights import Fight
from grognard.core.rules import Rules

Tries = Iterable[tuple[Action, str]]
"""Actions that are illegal at this decision, each with a rule that must be among those cited."""


class Example(NamedTuple):
    """Illegal actions at a kind of decision, where a position has any; `sure` if a sample of games is sure to meet some."""

    tries: Callable[[Any, str], Tries]
    sure: bool = True


Examples = Mapping[str, tuple[Example, ...]]
"""By the kind of decision."""


def first(tries: Tries) -> Iterator[tuple[Action, str]]:
    """The first of them, if there is one."""
    for each in tries:
        yield each
        return


def always(action: Action, rule: str) -> Example:
    return Example(lambda game, seat: [(action, rule)])


def next_of(rule: str) -> tuple[Example, ...]:
    """Where things are done one after another: something that is not among them."""
    return (always(Take("nobody"), rule),)


class Kept(NamedTuple):
    """Two answers to a decision that stays secret, and how to see that it has been shown."""

    answers: tuple[Action, Action]
    shown: Callable[[Any], bool]


class Disguise(NamedTuple):
    """Two pieces of a seat that nobody else can tell apart until one of them is shown."""

    owner: str
    one: str
    other: str


class Disguises(NamedTuple):
    """Pairs of hidden pieces that are given each other's part in a second game."""

    pairs: Callable[[Any], tuple[Disguise, ...]]
    """The pairs under some rules."""
    swapped: Callable[[Any, Disguise, Action], Action]
    """The same order given to the other of the two."""
    shown: Callable[[Any, Disguise], bool]
    """Whether one of the two has lain face up."""
    fights: Callable[[Any, Disguise], Iterable[Fight]] = lambda game, disguise: ()
    """Fights of the two that others may ask about, such as would tell where they stand."""


class HiddenDraw(NamedTuple):
    """Dice that two games begin with, and the seat that cannot tell them apart."""

    one: tuple[int, ...]
    other: tuple[int, ...]
    seat: str


class Table(NamedTuple):
    """A table: all its cells, the method that reads it, and the cell that a call reads (None: none)."""

    cells: tuple[str, ...]
    method: str
    cell: Callable[..., str | None]


@dataclass(frozen=True)
class Declared:
    """What a class of rules adds to the classes it is derived from."""

    rules: type[Rules[Any]]
    refused: Examples = field(default_factory=dict)
    """For each kind of decision what must be refused, by which rule."""
    sealed: Mapping[str, Callable[[Any, str], tuple[Action, Action]]] = field(default_factory=dict)
    """For each sealed decision two answers of a seat that nobody else may tell apart before all have answered."""
    kept: Mapping[str, Kept] = field(default_factory=dict)
    """For each decision that a seat makes in secret what nobody else may tell apart before it is shown."""
    hidden_draws: tuple[HiddenDraw, ...] = ()
    disguises: Disguises | None = None
    tables: tuple[Callable[[Any], Table], ...] = ()
    endings: Callable[[Any], tuple[str, ...]] = lambda rules: ()
    """How a game can end: `victory <level> <winner>`."""
    alike: frozenset[str] = frozenset()
    """Scenarios that have all their rules in common with another: they are treated as long, and need not reach everything."""
    long: frozenset[str] = frozenset()
    """Scenarios whose games are so long that few are played in `make test`, and more in `make soak`."""
