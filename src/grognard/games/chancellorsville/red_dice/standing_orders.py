"""Standing orders: what a side may settle in advance of all that it is asked while the enemy acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.core.actions import Action
from grognard.core.orders import StandingOrder, standing_order
from grognard.core.plane import squared
from grognard.games.chancellorsville.red_dice.actions import (
    Escort,
    MeetThem,
    Proceed,
    Promote,
    RollDice,
    TakeHit,
)
from grognard.games.chancellorsville.red_dice.assault import Charge
from grognard.games.chancellorsville.red_dice.fire import Fire
from grognard.games.chancellorsville.red_dice.forecasts import defenders_dice

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.state import Skirmish

CAREFUL = 3
"""With so few dice three ones are rare."""

HITS = standing_order("hits", ("Fire.allot",), ("D3.2d",), ("outermost", "innermost"))
DEFENCE = standing_order("defensive-fire", ("Charge.offer_fire",), ("D3.3d",), ("best", "careful", "hold"))
RUNAWAYS = standing_order("runaways", ("Runaways.choose",), ("D3.0c1",), ("farthest", "nearest"))
LEADERS = standing_order("new-leaders", ("NewLeaders.choose",), ("D1.1a",), ("first-in-rank", "nearest-the-enemy"))
SUPPORT = standing_order("support", ("Melee.assist",), ("D3.3.1a",), ("nearest",))
ESCORTS = standing_order("escorts", ("NameEscorts.choose",), ("D4.0", "D-R15"), ("name", "leave"))

ORDERS: tuple[StandingOrder, ...] = (DEFENCE, HITS, RUNAWAYS, LEADERS, SUPPORT, ESCORTS)


def carry_out(game: Skirmish, seat: str, order: str, answer: str) -> Action | None:
    """What an order means now; where a list is in the order of its choice, the first of it."""
    ask = game.question(seat)
    frame = game.stack[-1] if game.stack else None
    if ask is None or frame is None:
        return None
    match order, frame:
        case DEFENCE.kind, Charge():
            if answer == "hold":
                return MeetThem()
            return RollDice(CAREFUL if answer == "careful" else defenders_dice(game, frame))
        case HITS.kind, Fire():
            leader = game.man(frame.leader).at
            far = {action: squared(game.man(action.man).at, leader) for action in ask.actions if isinstance(action, TakeHit)}
            return (max if answer == "outermost" else min)(far, key=far.__getitem__)
        case RUNAWAYS.kind, _:
            return ask.actions[0 if answer == "farthest" else -1]
        case LEADERS.kind, _:
            able = [action for action in ask.actions if isinstance(action, Promote)]
            if answer == "first-in-rank":
                return able[0]
            return min(able, key=lambda action: danger(game, seat, action.man))
        case SUPPORT.kind, _:
            return ask.actions[0]
        case ESCORTS.kind, _:
            named = next((action for action in ask.actions if isinstance(action, Escort)), None)
            return named if answer == "name" and named is not None else Proceed()
    return None


def danger(game: Skirmish, seat: str, man: str) -> int:
    """How near the enemy is, the nearest first."""
    here = game.man(man).at
    foe = game.nearest_enemy(seat, here)
    return squared(here, foe.at) if foe is not None else 0
