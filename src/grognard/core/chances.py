"""Exact odds: the real procedure run over every outcome of the dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from functools import partial
from itertools import combinations_with_replacement, product
from math import factorial, prod

from grognard.core.actions import Action
from grognard.core.dice import Enumerated, Fork
from grognard.core.fights import Finished
from grognard.core.games import Game
from grognard.core.procedures import Draw, Roll

Act = Callable[[Game], None]
Answers = Callable[[Game], list[tuple[float, dict[str, Action]]]]
"""What is answered to the question a game waits on: each way with its chance, an action for every seat that is asked."""
Stop = tuple[Hashable, list[tuple[float, Act]]]
"""Where a game cannot go on in one way only: what kind of stop it is, and each way on with its chance."""


def every_outcome(game: Game, act: Callable[[Game], None]) -> Iterator[tuple[float, Game]]:
    """Carry out `act` on copies of the game for every way the dice can fall; yields probability and finished copy.

    Faces that a roll reads alike are taken once with their joint weight.
    """
    waiting: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    while waiting:
        faces, chance = waiting.pop()
        copy = game.copy()
        copy.dice = Enumerated(faces, game.rolled)
        try:
            act(copy)
        except Fork as fork:
            waiting.extend(((*faces, face), chance * weight) for face, weight in fork.branches())
        else:
            copy.dice = game.dice
            yield chance, copy


def every_end(game: Game, start: Act, answers: Answers) -> Iterator[tuple[float, Game]]:
    """Go on by these answers for every way the dice can fall, until all that was put aside is done or the game is over.

    Faces that a roll reads alike are taken once, and so are games from which the same must follow (`Rules.alike`).
    """
    twin = game.copy()
    twin.dice = Enumerated((), game.rolled)
    ahead: list[tuple[float, Game, Act]] = [(1.0, twin, start)]
    while ahead:
        waiting: dict[Hashable, tuple[float, Game, list[tuple[float, Act]]]] = {}
        for chance, there, act in ahead:
            stop = run(there, act, answers)
            if stop is None:
                yield chance, there
                continue
            kind, ways = stop
            key = kind, there.rules.alike(there)
            before = waiting[key][0] if key in waiting else 0.0
            waiting[key] = before + chance, there, ways
        ahead = [
            (chance * weight, there.copy(), act) for chance, there, ways in waiting.values() for weight, act in ways if weight
        ]


def run(game: Game, act: Act, answers: Answers) -> Stop | None:
    """Act, then answer what is asked, until the dice must fall or an answer is left to chance; None at the end."""
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
    """The ways dice can fall or a draw can go, each with its chance: one for each reading; several dice without their order."""
    if isinstance(request, Draw):
        return [((place,), 1 / len(request.items)) for place in range(len(request.items))]
    if request.each:
        by_die = (Fork(request.die, reading, request).branches() for reading in request.each)
        return [(tuple(face for face, _ in ways), prod(weight for _, weight in ways)) for ways in product(*by_die)]
    if request.count == 1:
        return [((face,), weight) for face, weight in Fork(request.die, request.reading, request).branches()]
    shown = combinations_with_replacement(range(request.die.low, request.die.high + 1), request.count)
    return [(faces, orders(faces) / request.die.sides**request.count) for faces in shown]


def orders(faces: tuple[int, ...]) -> int:
    """In how many orders several dice can show these faces."""
    return factorial(len(faces)) // prod(factorial(number) for number in Counter(faces).values())
