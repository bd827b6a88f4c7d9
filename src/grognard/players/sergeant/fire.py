"""Fire at the most promising target."""

from __future__ import annotations

from grognard.analysis.forecasts import forecast
from grognard.core.actions import Action
from grognard.core.errors import GrognardError
from grognard.core.seats import Seat
from grognard.games.revolution.series.actions import AddGun, OpenFire, Target
from grognard.players.sergeant.situation import Situation


def fire(situation: Situation, seat: Seat) -> Action | None:
    """Fire every shot that may hit; prefer more guns at one target."""
    guns = [action for action in seat.actions if isinstance(action, AddGun)]
    if guns:
        return guns[0]
    if OpenFire() in seat.actions:
        return OpenFire()
    targets = [action for action in seat.actions if isinstance(action, Target)]
    return max(targets, key=lambda action: promise(situation, action), default=None)


def promise(situation: Situation, action: Action) -> float:
    try:
        return situation.gain(forecast(situation.game.seat(situation.seat), action))
    except GrognardError:
        return 0.0
