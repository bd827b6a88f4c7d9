"""Computer players. A player gets a seat, never the game, so that it can know only what its seat may know."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from grognard.core.actions import Action
from grognard.core.errors import GrognardError, UnknownName
from grognard.core.games import Game, Outcome
from grognard.core.seats import Seat
from grognard.players.brawler import Brawler
from grognard.players.random import RandomPlayer


class Player(Protocol):
    """Whoever decides for a seat."""

    def choose(self, seat: Seat) -> Action:
        """One of the seat's actions."""
        ...


def sergeant(seed: int) -> Player:
    """The sergeant, imported when he is wanted."""
    from grognard.players.sergeant import Sergeant

    return Sergeant(seed)


PLAYERS: dict[str, Callable[[int], Player]] = {"random": RandomPlayer, "brawler": Brawler, "sergeant": sergeant}
"""The players by name, each made from a seed."""


def player(name: str, seed: int) -> Player:
    """The player with this name; the same seed makes the same choices in the same game."""
    if name not in PLAYERS:
        raise UnknownName(f"There is no player '{name}'; the players are {', '.join(PLAYERS)}.")
    return PLAYERS[name](seed)


def play_out(game: Game, players: Mapping[str, Player]) -> Outcome:
    """Let the players, one for each seat, play the game to its end."""
    missing = [seat for seat in game.seats if seat not in players]
    if missing:
        raise GrognardError(f"Nobody plays the seat '{missing[0]}'; give a player for each of {', '.join(game.seats)}.")
    seats = {name: game.seat(name) for name in game.seats}
    while game.over is None:
        name = game.actors[0]
        game.play(name, players[name].choose(seats[name]))
    return game.over


__all__ = ["PLAYERS", "Brawler", "Player", "RandomPlayer", "play_out", "player"]
