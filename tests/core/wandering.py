"""Games played back and forth, and how much work it takes to look at them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from grognard.core import cursors, records
from grognard.core.games import Faces, Game
from grognard.players import player


class Work:
    """How often what takes time was done."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done: Counter[str] = Counter()
        for place, name in ((Game, "play"), (Game, "copy"), (records, "restart")):
            self._count(monkeypatch, place, name, lambda *_: 1)
        for place, name in ((records, "faces_of"), (cursors, "faces_of")):
            self._count(monkeypatch, place, name, len)

    def _count(self, monkeypatch: pytest.MonkeyPatch, place: Any, name: str, size: Callable[..., int]) -> None:
        real = getattr(place, name)

        def counting(*args: Any, **named: Any) -> Any:
            self.done[name] += size(*args)
            return real(*args, **named)

        monkeypatch.setattr(place, name, counting)

    def __getitem__(self, name: str) -> int:
        return self.done[name]

    def of(self, work: Callable[[], object]) -> Counter[str]:
        """What one piece of work took."""
        self.done.clear()
        work()
        return Counter(self.done)


def undoer(game: Game) -> str | None:
    """Who can take something back."""
    return next((seat for seat in game.seats if game.can_undo(seat)), None)


def places_to_return_to(game: Game) -> list[int]:
    """How many entries lie before each earlier moment."""
    return [place for place, entry in enumerate(game.entries.since(0)) if not isinstance(entry, Faces)]


def wander(
    game: Game, seed: int, moves: int, undo: float = 0.3, back: float = 0.0, seen: Callable[[Game], Any] = id
) -> list[Any]:
    """Let all play at random, undo as often as this, and agree to go back as often as that; what was seen at each moment.

    What is taken back is played again from the beginning, without any copy.
    """
    chance, players = Random(seed), {seat: player("random", seed) for seat in game.seats}
    found = [seen(game)]
    while len(found) <= moves and game.over is None:
        seat, places = undoer(game), places_to_return_to(game)
        if seat is not None and chance.random() < undo:
            game.undo(seat)
        elif places and chance.random() < back:
            game.return_to(chance.choice(places))
        else:
            seat = chance.choice(game.actors)
            game.play(seat, players[seat].choose(game.seat(seat)))
        found.append(seen(game))
    return found


def choose_and_undo(game: Game, times: int) -> None:
    """Let whoever is asked choose and think better of it, again and again."""
    for _ in range(times):
        before, seat = game.copy(), game.actors[0]
        game.play(seat, game.actions(seat)[0])
        game.undo(seat, before)


def place_and_undo(game: Game, number: int, times: int) -> None:
    """Let a seat make a number of choices and take them all back, again and again."""
    for _ in range(times):
        seat = game.actors[0]
        for _ in range(number):
            game.play(seat, game.actions(seat)[0])
        for _ in range(number):
            game.undo(seat)
