"""Exact odds: the real procedure run over every outcome of the dice."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Hashable
from functools import partial
from itertools import chain, combinations_with_replacement, groupby, product
from math import factorial, prod
from typing import Generic, TypeVar

from grognard.core.actions import Action
from grognard.core.dice import Enumerated, Fork
from grognard.core.errors import IllegalAction
from grognard.core.fights import Finished
from grognard.core.games import Game
from grognard.core.procedures import Draw, Roll
from grognard.core.texts import Reason

Reading = TypeVar("Reading", bound=Hashable)
Act = Callable[[Game], None]
Answers = Callable[[Game], list[tuple[float, dict[str, Action]]]]
"""Answers to a game's pending question: each option with its chance, as an action for every seat that is asked."""
NEGLIGIBLE = 1e-18
"""Less likely branches are not followed: a fight may go on for ever."""
Stop = tuple[Hashable, list[tuple[float, Act]]]
"""A point where a game branches: what kind of point it is, and each branch with its chance."""


def every_end(
    game: Game, start: Act, answers: Answers, read: Callable[[Game], Reading], most: int = sys.maxsize
) -> dict[Reading, float]:
    """Play on with these answers for every possible roll, until the fight set apart is done or the game is over.

    Rolls that read the same are taken once, and so are games that must continue identically (`Rules.alike`), even if one
    comes later, as when a round of a fight changes nothing. Returns the chance of each reading of the ends. Refused if there
    are more than `most` branches: each unit that may stand or run doubles them.
    """
    twin = game.copy()
    twin.dice = Enumerated((), game.rolled)
    stops: dict[Hashable, Ways[Reading]] = {}
    unseen: list[tuple[Game, list[tuple[float, Act]], Ways[Reading]]] = []

    def follow(there: Game, act: Act, chance: float, ways: Ways[Reading]) -> None:
        """Play on to an end or a branch point, and add the chance of getting there."""
        stop = run(there, act, answers)
        if stop is None:
            found = read(there)
            ways.ends[found] = ways.ends.get(found, 0.0) + chance
            return
        kind, branches = stop
        key = kind, there.rules.alike(there)
        if key not in stops:
            stops[key] = Ways()
            unseen.append((there, branches, stops[key]))
        ways.onward[key] = ways.onward.get(key, 0.0) + chance

    first: Ways[Reading] = Ways()
    follow(twin, start, 1.0, first)
    tried = 0
    while unseen:
        there, branches, ways = unseen.pop()
        tried += len(branches)
        if tried > most:
            raise IllegalAction(Reason("too-many-ways", (), {"most": most}))
        for weight, act in branches:
            if weight:
                follow(there.copy(), act, weight, ways)
    return followed(first, stops)


class Ways(Generic[Reading]):
    """What follows a branch point: the chance of each further one, and of each reading of an end."""

    __slots__ = ("ends", "onward")

    def __init__(self) -> None:
        self.ends: dict[Reading, float] = {}
        self.onward: dict[Hashable, float] = {}


def followed(first: Ways[Reading], stops: dict[Hashable, Ways[Reading]]) -> dict[Reading, float]:
    """The chance of each reading when every branch is followed, through any loops, until the rest is negligible."""
    found = first.ends.copy()
    ahead = first.onward
    while ahead:
        further: dict[Hashable, float] = {}
        for key, chance in ahead.items():
            for reading, weight in stops[key].ends.items():
                found[reading] = found.get(reading, 0.0) + chance * weight
            for onward, weight in stops[key].onward.items():
                further[onward] = further.get(onward, 0.0) + chance * weight
        ahead = {key: chance for key, chance in further.items() if chance > NEGLIGIBLE}
    return found


def run(game: Game, act: Act, answers: Answers) -> Stop | None:
    """Act, then answer questions, until dice are needed or an answer is left to chance; None at the end."""
    try:
        act(game)
        while game.over is None:
            ways = answers(game)
            if len(ways) > 1:
                return "answers", [(weight, partial(answer, actions=actions)) for weight, actions in ways]
            answer(game, ways[0][1])
    except Finished:
        return None
    except Fork as fork:
        request = fork.request
        bonus = sum(modifier.value for modifier in request.modifiers) if isinstance(request, Roll) else 0
        return (request.purpose, bonus), [
            (weight, partial(Game.go_on, request=request, faces=faces)) for faces, weight in falls(request)
        ]
    return None


def answer(game: Game, actions: dict[str, Action]) -> None:
    for seat, action in actions.items():
        game.play(seat, action)


def falls(request: Roll | Draw) -> list[tuple[tuple[int, ...], float]]:
    """The outcomes of a roll or a draw, each with its chance: one for each reading; several dice regardless of order."""
    if isinstance(request, Draw):
        return [((place,), 1 / len(request.items)) for place in range(len(request.items))]
    if request.falls is not None:
        return list(request.falls())
    if request.each:
        groups = (alike_dice(request, reading, list(dice)) for reading, dice in groupby(request.each, key=lambda each: each))
        return [(tuple(chain(*(faces for faces, _ in ways))), prod(weight for _, weight in ways)) for ways in product(*groups)]
    if request.count == 1:
        return [((face,), weight) for face, weight in Fork(request.die, request.reading, request).branches()]
    shown = combinations_with_replacement(range(request.die.low, request.die.high + 1), request.count)
    return [(faces, orders(faces) / request.die.sides**request.count) for faces in shown]


def alike_dice(request: Roll, reading: Callable[[int], Hashable], dice: list[object]) -> list[tuple[tuple[int, ...], float]]:
    """The outcomes of dice that are read by one function, regardless of their order."""
    weights = dict(Fork(request.die, reading, request).branches())
    shown = combinations_with_replacement(weights, len(dice))
    return [(faces, orders(faces) * prod(weights[face] for face in faces)) for faces in shown]


def orders(faces: tuple[int, ...]) -> int:
    """In how many orders several dice can show these faces."""
    return factorial(len(faces)) // prod(factorial(number) for number in Counter(faces).values())
