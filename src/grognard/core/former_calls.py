"""Forecasts and odds as they were called in version 0.1, with the seat beside the game; kept for one version more."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from grognard.core.errors import UnknownName
from grognard.core.games import Game
from grognard.core.seats import Seat

P = ParamSpec("P")
R = TypeVar("R")


def also_called_with_a_seat(former: Callable[..., Any]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let a function be called with the name of a seat in the second place, too; `former` then answers."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            if "seat" not in kwargs and (len(args) < 2 or not (args[1] is None or isinstance(args[1], str))):
                return function(*args, **kwargs)
            name = function.__name__
            warnings.warn(f"{name}(game, seat, attack) will go; call {name}(game.seat(seat), attack).", DeprecationWarning, 2)
            found: R = former(*args, **kwargs)
            return found

        return call

    return decorate


def seat_named(table: Game | Seat, name: str | None) -> Seat:
    """The seat of this name at a game; a seat is only itself."""
    if isinstance(table, Game):
        return table.seat(name)
    if name != table.name:
        raise UnknownName(f"This is the seat of '{table.name}', which cannot look from the seat of '{name}'.")
    return table


def former(function: Callable[..., R]) -> Callable[..., R]:
    """A function of a seat, called with a game and the name of the seat."""

    def call(table: Game | Seat, seat: str | None, attack: Any, *choice: Any, **kwargs: Any) -> R:
        return function(seat_named(table, seat), attack, *choice, **kwargs)

    return call
