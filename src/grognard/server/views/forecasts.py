"""What the odds said before the rolls of a game's fights, as far as each seat could know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import grognard
from grognard.analysis import Forecast
from grognard.core.errors import GrognardError
from grognard.core.events import Rolled
from grognard.core.games import Game

MOST_KEPT = 200
"""The forecasts of how many rolls are kept at most: the oldest go first."""


class Forecasts:
    """The forecasts of the fights that were rolled for while somebody followed a table: made once for everybody there."""

    def __init__(self) -> None:
        self._found: dict[int, Mapping[str | None, Forecast]] = {}
        """By the place of the roll among all events: the forecast for each seat, and for a spectator."""
        self._seen = 0

    def add(self, copies: Iterable[Game], now: Game) -> None:
        """The forecasts of the rolls among these copies, each from right after an event, that led to a result."""
        for game in copies:
            place = game.happened.length - 1
            if place >= self._seen and leads_to_a_result(now, place):
                self._found[place] = forecasts_at(game)
        self._seen = now.happened.length
        while len(self._found) > MOST_KEPT:
            del self._found[next(iter(self._found))]

    def known_to(self, who: str | None, place: int) -> Forecast | None:
        return self._found.get(place, {}).get(who)


def leads_to_a_result(game: Game, place: int) -> bool:
    """Whether an event is a roll, and the next says what it led to."""
    events = game.happened.since(place)[:2]
    return len(events) == 2 and isinstance(events[0], Rolled) and bool(events[1].reads)


def forecasts_at(game: Game) -> dict[str | None, Forecast]:
    """The forecast of the fight under way for each seat and for a spectator; those who know everything share one."""
    fight = next(iter(game.rules.fights(game)), None)
    if fight is None:
        return {}
    found: dict[str | None, Forecast] = {}
    open_to_all: Forecast | None = None
    for who in (*game.seats, None):
        hides = who is None or game.rules.hides(game, who)
        try:
            forecast = grognard.forecast(game.seat(who), fight) if hides or open_to_all is None else open_to_all
        except GrognardError:  # this seat may know nothing of it
            continue
        found[who] = forecast
        if not hides:
            open_to_all = forecast
    return found
