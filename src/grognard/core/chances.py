"""Exact odds: the real procedure run over every outcome of the dice."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Hashable
from functools import partial
from itertools import chain, combinations_with_replacement, groupby, product
from math import factorial, prod
from typing import Any, Generic, Protocol, TypeVar, cast

from grognard.core.actions import Action
from grognard.core.dice import Enumerated, Fork
from grognard.core.errors import IllegalAction
from grognard.core.fights import Finished
from grognard.core.games import Game
from grognard.core.procedures import Draw, Fall, Roll
from grognard.core.texts import Reason

Reading = TypeVar("Reading", bound=Hashable)
Act = Callable[[Game], None]
Answers = Callable[[Game], list[tuple[float, dict[str, Action]]]]
"""Answers to a game's pending question: each option with its chance, as an action for every seat that is asked."""
NEGLIGIBLE = 1e-18
"""Less likely branches are not followed: a fight may go on for ever."""
Branch = tuple[float, Act, tuple[tuple[float, Any], ...]]
"""A branch with its chance, and what else it comes to (`Fall.apart`)."""
Stop = tuple[Hashable, list[Branch]]
"""A point where a game branches: what kind of point it is, and each branch."""
WHOLE = ((1.0, None),)
END = "end"
"""The key of every end."""


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
    twin = game.copy()
    twin.dice = Enumerated((), game.rolled)
    stops: dict[Hashable, Ways[Reading]] = {}
    unseen: list[tuple[Game, list[Branch], Ways[Reading]]] = []

    def follow(there: Game, act: Act, chance: float, ways: Ways[Reading], apart: tuple[tuple[float, Any], ...]) -> None:
        """Play on to an end or a branch point, and add the chance of getting there."""
        stop = run(there, act, answers)
        settled: Reading | None = None
        key: Hashable = END
        if stop is None:
            settled = read(there) if ways.since is None or parts is None else parts.between(ways.since, there)
        else:
            kind, branches = stop
            rest = parts.still_matters(there) if parts is not None else None
            if parts is None or rest is None:
                key = kind, there.rules.alike(there), ways.key
                since = ways.since
            else:
                key = kind, rest
                settled = parts.between(game if ways.since is None else ways.since, there)
                since = there
            if key not in stops:
                stops[key] = Ways(since, ways.key if since is ways.since else key)
                unseen.append((there, branches, stops[key]))
        for share, more in apart or WHOLE:
            whole = more if settled is None else settled if more is None or parts is None else parts.add(settled, more)
            ways.onward[key, whole] = ways.onward.get((key, whole), 0.0) + chance * share

    first: Ways[Reading] = Ways(None, None)
    follow(twin, start, 1.0, first, ())
    tried = 0
    while unseen:
        there, branches, ways = unseen.pop()
        tried += len(branches)
        if tried > most:
            raise IllegalAction(Reason("too-many-ways", (), {"most": most}))
        for weight, act, apart in branches:
            if weight:
                follow(there.copy(), act, weight, ways, apart)
    return followed(first, stops, parts)


class Ways(Generic[Reading]):
    """What follows a branch point: the chance of each further one, or of an end, with what is settled on the way there."""

    __slots__ = ("key", "onward", "since")

    def __init__(self, since: Game | None, key: Hashable) -> None:
        self.since, self.key = since, key
        """The game when something was last settled, and the branch point of that moment."""
        self.onward: dict[tuple[Hashable, Reading | None], float] = {}
        """By the key of the branch point; that of an end is `END`."""


def followed(
    first: Ways[Reading], stops: dict[Hashable, Ways[Reading]], parts: Parts[Reading] | None = None
) -> dict[Reading, float]:
    """The chance of each reading when every branch is followed, through any loops, until the rest is negligible."""
    found: dict[Reading, float] = {}
    ahead = first.onward
    while ahead:
        further: dict[tuple[Hashable, Reading | None], float] = {}
        for (key, settled), chance in ahead.items():
            if key == END:
                reading = cast("Reading", settled)
                found[reading] = found.get(reading, 0.0) + chance
                continue
            for (onward, more), weight in stops[key].onward.items():
                whole = more if settled is None or parts is None else settled if more is None else parts.add(settled, more)
                further[onward, whole] = further.get((onward, whole), 0.0) + chance * weight
        ahead = {place: chance for place, chance in further.items() if chance > NEGLIGIBLE}
    return found


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
            (fall.chance, partial(Game.go_on, request=request, faces=fall.faces), fall.apart) for fall in falls(request)
        ]
    return None


def answer(game: Game, actions: dict[str, Action]) -> None:
    for seat, action in actions.items():
        game.play(seat, action)


def falls(request: Roll | Draw) -> list[Fall]:
    """The outcomes of a roll or a draw, each with its chance: one for each reading; several dice regardless of order."""
    if isinstance(request, Draw):
        return [Fall((place,), 1 / len(request.items)) for place in range(len(request.items))]
    if request.falls is not None:
        return list(request.falls())
    if request.each:
        groups = (alike_dice(request, reading, list(dice)) for reading, dice in groupby(request.each, key=lambda each: each))
        return [
            Fall(tuple(chain(*(faces for faces, _ in ways))), prod(weight for _, weight in ways)) for ways in product(*groups)
        ]
    if request.count == 1:
        return [Fall((face,), weight) for face, weight in Fork(request.die, request.reading, request).branches()]
    shown = combinations_with_replacement(range(request.die.low, request.die.high + 1), request.count)
    return [Fall(faces, orders(faces) / request.die.sides**request.count) for faces in shown]


def alike_dice(request: Roll, reading: Callable[[int], Hashable], dice: list[object]) -> list[tuple[tuple[int, ...], float]]:
    """The outcomes of dice that are read by one function, regardless of their order."""
    weights = dict(Fork(request.die, reading, request).branches())
    shown = combinations_with_replacement(weights, len(dice))
    return [(faces, orders(faces) * prod(weights[face] for face in faces)) for faces in shown]


def orders(faces: tuple[int, ...]) -> int:
    """In how many orders several dice can show these faces."""
    return factorial(len(faces)) // prod(factorial(number) for number in Counter(faces).values())
