"""What a brawler likes: to bring formations up, to come next to the enemy and to attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.core.actions import Action
from grognard.games.chancellorsville.victories import actions as words
from grognard.games.chancellorsville.victories.movement import March
from grognard.games.chancellorsville.victories.pieces import ENEMY

if TYPE_CHECKING:
    from grognard.games.chancellorsville.victories.state import Campaign

LIKED: dict[type[Action], float] = {
    words.Converge: 40.0,
    words.AssaultFrom: 25.0,
    words.Charge: 8.0,
    words.Resolve: 30.0,
    words.Shell: 12.0,
    words.MarchStack: 12.0,
    words.MarchUnit: 3.0,
    words.PutInCup: 12.0,
    words.Entrust: 12.0,
    words.PlayEvent: 4.0,
    words.StandGround: 4.0,
    words.HoldFast: 4.0,
    words.AdvanceInto: 10.0,
    words.AdvanceAll: 10.0,
    words.LeaveMap: 8.0,
    words.ForceRetreat: 2.0,
    words.TakeAlong: 4.0,
    words.PassActivation: 0.2,
    words.DrawEvent: 0.3,
    words.EndMarches: 0.4,
    words.EndDeclaring: 0.4,
    words.CeaseFire: 0.5,
    words.CallOff: 0.1,
    words.Dismantle: 0.1,
    words.LeaveBehind: 0.1,
    words.SendSkirmishers: 0.4,
    words.BreakAway: 0.4,
    words.ForcedMarch: 0.4,
    words.Detach: 0.5,
    words.PlaceDummy: 0.3,
    words.RemoveDummy: 0.1,
    words.PlayEventAt: 0.3,
}
"""By the kind of action; 1 if it is not here."""
CONTACT, NEARER, FARTHER = 6.0, 1.5, 0.2
ORDERLY = 0.0001


def aggression(game: Campaign, seat: str, action: Action) -> float:
    """How much a brawler likes an action."""
    match action:
        case words.PlayEventAt("general-retreat", _):
            return ORDERLY  # the marker may stand in any hex: all of them together weigh little
        case words.MarchTo(label):
            return approach(game, seat, game.rules.board.hex(label))
        case words.PlaceCommand(label):
            h = game.rules.board.hex(label)
            return NEARER if game.near(ENEMY[seat]) >> h & 1 else 1.0
    return LIKED.get(type(action), 1.0)


def approach(game: Campaign, seat: str, goal: int) -> float:
    """Next to the enemy best of all; otherwise nearer to the enemy than before."""
    if game.near(ENEMY[seat]) >> goal & 1:
        return CONTACT
    march = game.stack[-1]
    if not isinstance(march, March):
        return 1.0
    gap, enemies = game.rules.board.grid.gap, game.held(ENEMY[seat])
    return NEARER if enemies and gap(goal, enemies) < gap(march.hex, enemies) else FARTHER
