"""Computer players. A player gets a seat, never the game, so that it can know only what its seat may know."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Protocol

from grognard.core.actions import Action
from grognard.core.errors import GrognardError, UnknownName
from grognard.core.games import Game, Outcome
from grognard.core.seats import Seat
from grognard.players.brawler import Brawler
from grognard.players.declared import ComputerPlayer, Makers, computer_players
from grognard.players.random import RandomPlayer


class Player(Protocol):
    """Decides for a seat."""

    def choose(self, seat: Seat) -> Action:
        """One of the seat's actions."""
        ...


PLAYERS: Mapping[str, Callable[[int], Player]] = Makers()
"""The players by name, each created from a seed; the stronger come later."""


def player(name: str, seed: int) -> Player:
    """The player with this name; the same seed makes the same choices in the same game."""
    if name not in PLAYERS:
        raise UnknownName(f"There is no player '{name}'; the players are {', '.join(PLAYERS)}.")
    return PLAYERS[name](seed)


def players_for(game: Game) -> list[str]:
    """The players that play a game, by name, the strongest last."""
    return [name for name, known in computer_players().items() if known.can_play(game)]


def able(game: Game) -> list[str]:
    """The old name of `players_for`."""
    warnings.warn("able(game) is now players_for(game)", DeprecationWarning, stacklevel=2)
    return players_for(game)


def find_player(name: str, seed: int) -> Player:
    """The player with this name, or your own, `module:Name`; that runs code, so never take the name from a client."""
    module, colon, attribute = name.partition(":")
    if not colon:
        return player(name, seed)
    try:
        maker: Callable[[int], Player] = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as fault:
        raise UnknownName(f"The player '{name}' cannot be loaded: {fault}; write MODULE:NAME of a class there is.") from None
    return maker(seed)


def player_seeds(seed: int, seats: Sequence[str]) -> dict[str, int]:
    """Each seat's player gets its own seed, derived from that of the game."""
    return {seat: seed * len(seats) + place for place, seat in enumerate(seats)}


def play_out(game: Game, players: Mapping[str, Player], after: Callable[[Game], None] | None = None) -> Outcome:
    """Let the players, one for each seat, play the game to its end; `after` sees it after each choice."""
    missing = [seat for seat in game.seats if seat not in players]
    if missing:
        raise GrognardError(f"Nobody plays the seat '{missing[0]}'; give a player for each of {', '.join(game.seats)}.")
    seats = {name: game.seat(name) for name in game.seats}
    while game.over is None:
        name = game.actors[0]
        game.play(name, players[name].choose(seats[name]))
        if after is not None:
            after(game)
    return game.over


__all__ = [
    "PLAYERS",
    "Brawler",
    "ComputerPlayer",
    "Player",
    "RandomPlayer",
    "able",
    "computer_players",
    "find_player",
    "play_out",
    "player",
    "player_seeds",
    "players_for",
]
