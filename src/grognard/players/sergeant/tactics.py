"""Choose a tactics chit by the equilibrium of the sealed choice."""

from __future__ import annotations

from grognard.analysis.forecasts import forecast
from grognard.core.actions import Action
from grognard.core.rules import Rules
from grognard.core.seats import Seat
from grognard.players.sergeant.situation import Situation


def tactics(situation: Situation, seat: Seat) -> Action | None:
    """A chit drawn from the optimal mix of this combat."""
    fights = seat.public(Rules.fights)
    if not fights:
        return None
    shares = forecast(situation.game.seat(situation.seat), fights[0]).sealed.get(situation.side, {})
    chance = situation.chance.random()
    for action in seat.actions:
        chance -= shares.get(str(action), 0.0)
        if chance < 0:
            return action
    return None
