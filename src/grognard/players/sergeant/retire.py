"""Retreat: away from the enemy, towards friends; cavalry withdraws from a bad fight."""

from __future__ import annotations

from grognard.core.actions import Action
from grognard.core.hexes import Hex
from grognard.core.rules import Rules
from grognard.core.seats import Seat
from grognard.games.revolution.series.actions import Go, Retreat, Stand, Withdraw
from grognard.players.sergeant.situation import Situation


def retreat(situation: Situation, seat: Seat) -> Action | None:
    """Away from the enemy, to where friends and a leader can help, not into another fight."""
    places = [action for action in seat.actions if isinstance(action, Retreat)]
    return max(places, key=lambda action: (round(shelter(situation, situation.hex_of(action)), 6), action.hex), default=None)


def shelter(situation: Situation, h: Hex) -> float:
    ours = situation.game.force(situation.side).units
    comrades = 0.4 * (ours >> h & 1) + 0.2 * (situation.grid.adjacent[h] & ours).bit_count()
    led = 0.8 if situation.game.leaders_at(h, situation.side) else 0.0
    contact = 3.0 if situation.near_enemy(h) else 0.0
    return min(situation.distance_to_enemy(h), 4) + comrades + led - contact - 0.1 * situation.distance_to_objective(h)


def withdraw(situation: Situation, seat: Seat) -> Action | None:
    """Cavalry stands only if the fight is even or better."""
    fights = seat.public(Rules.fights)
    if not fights:
        return None
    found = situation.forecast(fights[0].units, tuple(situation.rules.board.hex(label) for label in fights[0].targets))
    return Stand() if found is not None and situation.gain(found) > -0.2 else Withdraw()


def break_contact(situation: Situation, seat: Seat) -> Action:
    """The safest hex out of contact."""
    goes = [action for action in seat.actions if isinstance(action, Go)]
    return max(goes, key=lambda action: (round(shelter(situation, situation.hex_of(action)), 6), action.hex))
