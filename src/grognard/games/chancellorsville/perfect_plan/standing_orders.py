"""Standing orders: what an army may settle in advance of all that it is asked about combats while the enemy moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.core.actions import Action
from grognard.core.orders import StandingOrder, standing_order
from grognard.games.chancellorsville.perfect_plan.actions import FallBack, LoseTrench, RideTo
from grognard.games.chancellorsville.perfect_plan.combat import CombatPhase
from grognard.games.chancellorsville.perfect_plan.components import AOP
from grognard.games.chancellorsville.perfect_plan.forecasts import default_answer, price

if TYPE_CHECKING:
    from grognard.games.chancellorsville.perfect_plan.state import Plan

LOSSES = standing_order(
    "combat-losses", ("Combat.attackers_losses", "Combat.defenders_losses"), ("P5.5b", "P5.5c"), ("trench-first", "small-first")
)
INSPIRE = standing_order("hookers-die", ("Combat.commanders_bonus",), ("P-D3c",), ("raise-a-hit",))
FALL_BACK = standing_order(
    "fall-back", ("Retreat.choose", "CommandersLeave.choose"), ("P5.6d", "P5.3b"), ("together", "objective")
)


def of_army(army: str) -> tuple[StandingOrder, ...]:
    """P-D3c: Hooker's die is the business of his own army."""
    return (LOSSES, INSPIRE, FALL_BACK) if army == AOP else (LOSSES, FALL_BACK)


def reacts(game: Plan, army: str) -> bool:
    """Whoever does not move now; in the combat phase that is both, but for who chooses the next combat (P5.1)."""
    if game.state.phase == "combat":
        return bool(game.stack) and not isinstance(game.stack[-1], CombatPhase)
    return game.state.phase == "movement" and game.state.moving != army


def carry_out(game: Plan, army: str, order: str, answer: str) -> Action | None:
    ask = game.question(army)
    if ask is None:
        return None
    match order:
        case LOSSES.kind:
            small_first = answer == "small-first"
            return min(
                ask.actions, key=lambda action: 1.5 if small_first and isinstance(action, LoseTrench) else price(game, action)
            )
        case INSPIRE.kind:
            return default_answer(game, ask)[1]
        case FALL_BACK.kind:
            return max(ask.actions, key=lambda action: shelter(game, army, action, answer))
    return None


def shelter(game: Plan, army: str, action: Action, answer: str) -> int:
    """How well an area suits the order: many friends, or near to an objective."""
    if not isinstance(action, FallBack | RideTo):
        return 0
    if answer == "together":
        return len(game.units_in(army, action.area))
    far = game.rules.components.distances[action.area]
    return -min(far[goal] for goal in game.rules.objectives)
