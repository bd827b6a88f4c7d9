"""Advance after combat: onto an objective, or where the hex taken is not a trap."""

from __future__ import annotations

from typing import cast

from grognard.core.actions import Action
from grognard.core.seats import Seat
from grognard.games.revolution.series.actions import Advance, EndAdvance
from grognard.games.revolution.series.advance import AdvanceAfterCombat
from grognard.players.sergeant.line import score
from grognard.players.sergeant.situation import Situation


def advance(situation: Situation, seat: Seat) -> Action | None:
    """A unit advances if it is better off there; objectives are worth a risk."""
    frame = cast("AdvanceAfterCombat", situation.game.stack[-1])
    best: tuple[float, Action] = (0.3, EndAdvance())
    for action in seat.actions:
        if isinstance(action, Advance):
            piece = situation.game.piece(action.piece)
            here = score(situation, piece, piece.hex)
            for h in frame.open_to(situation.game, action.piece):
                better = score(situation, piece, h) - here + 2.0 * situation.objectives.get(h, 0.0)
                best = max(best, (better, action), key=lambda found: found[0])
    return best[1]
