"""What comes of games: every way the dice can fall, and who wins most of three."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grognard.core.dice import Enumerated, Fork
from grognard.core.games import Game


def every_outcome(game: Game, act: Callable[[Game], None]) -> Iterator[tuple[float, Game]]:
    """Carry out `act` on copies of the game for every way the dice can fall; yields probability and finished copy.

    The plain way, each path played from the start: what `grognard.core.chances` must agree with.
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


def most_of_three(won: Callable[[int], bool]) -> bool:
    """Whether two games of three are won, by their numbers; the third is played only if it decides."""
    first, second = won(0), won(1)
    return won(2) if first != second else first
