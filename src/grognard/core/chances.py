"""Exact odds: the real procedure run over every outcome of the dice."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from itertools import chain, combinations_with_replacement, groupby, product
from math import factorial, prod
from typing import Any, Generic, Protocol, TypeVar, cast

from grognard.core import driving
from grognard.core.actions import Action
from grognard.core.dice import Enumerated, Fork
from grognard.core.errors import IllegalAction
from grognard.core.fights import Finished
from grognard.core.games import Game
from grognard.core.procedures import DiceOutcome, Draw, Roll
from grognard.core.texts import Reason

Reading = TypeVar("Reading", bound=Hashable)
Act = Callable[[Game], None]
Answers = Callable[[Game], list[tuple[float, dict[str, Action]]]]
"""Answers to a game's pending question: each option with its chance, as an action for every seat that is asked."""
NEGLIGIBLE = 1e-18
"""Less likely branches are not followed: a fight may go on for ever."""
Branch = tuple[float, Act, tuple[tuple[float, Any], ...]]
"""A branch with its chance, and what else it comes to (`DiceOutcome.apart`)."""
Stop = tuple[Hashable, list[Branch]]
"""A point where a game branches: what kind of point it is, and each branch."""
WHOLE = ((1.0, None),)
END, NOTHING = -1, 0
"""The number of every end, and of a reading of which there is none yet."""


class Parts(Protocol[Reading]):
    """Readings that can be added up, so that what is settled need not be carried through all that follows."""

    def between(self, before: Game, after: Game) -> Reading:
        """What happened between two moments of a game."""
        ...

    def add(self, one: Reading, other: Reading) -> Reading: ...

    def still_matters(self, game: Game) -> Hashable | None:
        """At a branch point: all that the rest depends on, if some of what happened does not matter any more."""
        ...


def every_end(
    game: Game,
    start: Act,
    answers: Answers,
    read: Callable[[Game], Reading],
    most: int = sys.maxsize,
    parts: Parts[Reading] | None = None,
) -> dict[Reading, float]:
    """Play on with these answers for every possible roll, until the fight set apart is done or the game is over.

    Rolls that read the same are taken once, and so are games that must continue identically (`Rules.alike`), even if one
    comes later, as when a round of a fight changes nothing; with `parts` also those that differ only in what is settled.
    Returns the chance of each reading of the ends. Refused if there are more than `most` branches: each unit that may stand
    or run doubles them.
    """
    clone = game.copy()
    clone.dice = Enumerated((), game.rolled)
    numbers: dict[Hashable, int] = {}
    stops: list[Ways] = []
    unseen: list[tuple[Game, list[Branch], Ways]] = []
    readings = Readings(parts)

    def follow(there: Game, act: Act, chance: float, ways: Ways, apart: tuple[tuple[float, Any], ...]) -> None:
        """Play on to an end or a branch point, and add the chance of getting there."""
        stop = run(there, act, answers)
        settled, number = NOTHING, END
        if stop is None:
            settled = readings.number(read(there) if ways.since is None or parts is None else parts.between(ways.since, there))
        else:
            kind, branches = stop
            rest = parts.still_matters(there) if parts is not None else None
            is_settled = parts is not None and rest is not None
            key: Hashable = (kind, rest) if is_settled else (kind, there.rules.equivalence_key(there), ways.origin)
            number = numbers.setdefault(key, len(stops))
            if parts is not None and is_settled:
                settled = readings.number(parts.between(game if ways.since is None else ways.since, there))
            if number == len(stops):
                stops.append(Ways(there, number) if is_settled else Ways(ways.since, ways.origin))
                unseen.append((there, branches, stops[number]))
        for share, more in apart if apart and parts is not None else WHOLE:
            place = number, settled if more is None else readings.sum(settled, readings.number(more))
            ways.onward[place] = ways.onward.get(place, 0.0) + chance * share

    first = Ways(None, None)
    follow(clone, start, 1.0, first, ())
    tried = 0
    while unseen:
        there, branches, ways = unseen.pop()
        tried += len(branches)
        if tried > most:
            raise IllegalAction(Reason("too-many-ways", (), {"most": most}))
        for weight, act, apart in branches:
            if weight:
                follow(there.copy(), act, weight, ways, apart)
    return followed(first, stops, readings)


class Ways:
    """What follows a branch point: the chance of each further one, or of an end, with what is settled on the way there."""

    __slots__ = ("onward", "origin", "since")

    def __init__(self, since: Game | None, origin: int | None) -> None:
        self.since, self.origin = since, origin
        """The game when something was last settled, and the number of the branch point of that moment."""
        self.onward: dict[tuple[int, int], float] = {}
        """By the number of the branch point (that of an end is `END`) and the number of the reading."""


class Readings(Generic[Reading]):
    """Readings by number, for a number is looked up at once where a reading must be gone through; each sum is made once."""

    def __init__(self, parts: Parts[Reading] | None) -> None:
        self.parts = parts
        self.all: list[Reading | None] = [None]
        self.numbers: dict[Reading, int] = {}
        self.sums: dict[tuple[int, int], int] = {}

    def number(self, reading: Reading) -> int:
        found = self.numbers.setdefault(reading, len(self.all))
        if found == len(self.all):
            self.all.append(reading)
        return found

    def sum(self, one: int, other: int) -> int:
        if one == NOTHING or other == NOTHING or self.parts is None:
            return other or one
        found = self.sums.get((one, other))
        if found is None:
            whole = self.parts.add(cast("Reading", self.all[one]), cast("Reading", self.all[other]))
            found = self.sums[one, other] = self.number(whole)
        return found


def followed(first: Ways, stops: Sequence[Ways], readings: Readings[Reading]) -> dict[Reading, float]:
    """The chance of each reading when every branch is followed, through any loops, until the rest is negligible."""
    found: dict[int, float] = {}
    ahead = first.onward
    while ahead:
        further: dict[tuple[int, int], float] = {}
        for (number, settled), chance in ahead.items():
            if number == END:
                found[settled] = found.get(settled, 0.0) + chance
                continue
            for (onward, more), weight in stops[number].onward.items():
                place = onward, readings.sum(settled, more)
                further[place] = further.get(place, 0.0) + chance * weight
        ahead = {place: chance for place, chance in further.items() if chance > NEGLIGIBLE}
    return {cast("Reading", readings.all[number]): chance for number, chance in found.items()}


def run(game: Game, act: Act, answers: Answers) -> Stop | None:
    """Act, then answer questions, until dice are needed or an answer is left to chance; None at the end."""
    try:
        act(game)
        while game.over is None:
            ways = answers(game)
            if len(ways) > 1:
                return "answers", [(weight, partial(answer, actions=actions), ()) for weight, actions in ways]
            answer(game, ways[0][1])
    except Finished:
        return None
    except Fork as fork:
        request = fork.request
        bonus = sum(modifier.value for modifier in request.modifiers) if isinstance(request, Roll) else 0
        return (request.purpose, bonus), [
            (outcome.chance, partial(driving.go_on, request=request, faces=outcome.faces), outcome.apart)
            for outcome in outcomes_of(request)
        ]
    return None


def answer(game: Game, actions: dict[str, Action]) -> None:
    for seat, action in actions.items():
        game.play(seat, action)


def outcomes_of(request: Roll | Draw) -> list[DiceOutcome]:
    """The outcomes of a roll or a draw, each with its chance: one for each reading; several dice regardless of order."""
    if isinstance(request, Draw):
        return [DiceOutcome((place,), 1 / len(request.items)) for place in range(len(request.items))]
    if request.outcomes is not None:
        return list(request.outcomes())
    if request.each:
        groups = (alike_dice(request, reading, list(dice)) for reading, dice in groupby(request.each, key=lambda each: each))
        return [
            DiceOutcome(tuple(chain(*(faces for faces, _ in ways))), prod(weight for _, weight in ways))
            for ways in product(*groups)
        ]
    if request.count == 1:
        return [DiceOutcome((face,), weight) for face, weight in Fork(request.die, request.reading, request).branches()]
    shown = combinations_with_replacement(range(request.die.low, request.die.high + 1), request.count)
    return [DiceOutcome(faces, orders(faces) / request.die.sides**request.count) for faces in shown]


def alike_dice(request: Roll, reading: Callable[[int], Hashable], dice: list[object]) -> list[tuple[tuple[int, ...], float]]:
    """The outcomes of dice that are read by one function, regardless of their order."""
    weights = dict(Fork(request.die, reading, request).branches())
    shown = combinations_with_replacement(weights, len(dice))
    return [(faces, orders(faces) * prod(weights[face] for face in faces)) for faces in shown]


def orders(faces: tuple[int, ...]) -> int:
    """In how many orders several dice can show these faces."""
    return factorial(len(faces)) // prod(factorial(number) for number in Counter(faces).values())
