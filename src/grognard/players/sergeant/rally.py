"""Rally every unit that can rally, the best chance first."""

from __future__ import annotations

from grognard.core.actions import Action
from grognard.core.seats import Seat
from grognard.games.revolution.series.actions import Rally
from grognard.players.sergeant.situation import Situation


def rally(situation: Situation, seat: Seat) -> Action | None:
    game, rules = situation.game, situation.rules
    tries = [action for action in seat.actions if isinstance(action, Rally)]
    return max(tries, key=lambda action: rules.modified_morale(game, game.piece(action.piece)), default=None)
