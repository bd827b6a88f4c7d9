"""Every way the dice can fall, the plain way: each path played from the start. What `grognard.core.chances` must agree with."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grognard.core.dice import Enumerated, Fork
from grognard.core.games import Game


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
