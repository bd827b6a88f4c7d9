"""When to spend momentum: a chit is worth more than a small improvement."""

from __future__ import annotations

from typing import cast

from grognard.core.actions import Action
from grognard.core.seats import Seat
from grognard.games.revolution.series.actions import Accept, Commit, Reroll
from grognard.games.revolution.series.close_combat import CloseCombat
from grognard.players.sergeant.situation import Situation

PRICE = 0.75
"""What a reroll must gain, in points of army morale."""
SHARED = "momentum"
"""What allies call their chits when they talk about spending them."""
ADVISED = {"": 1.0, "play": 0.5, "keep": 2.0}
"""How an ally's advice changes the price of a chit."""


def spend(situation: Situation, seat: Seat) -> Action | None:
    """Reroll a result if the average of the table is better by more than a chit is worth."""
    game, rules = situation.game, situation.rules
    combat = cast("CloseCombat", game.stack[-1])
    bonus = sum(modifier.value for modifier in combat.modifiers(game))
    ways = rules.ways_to(game, combat.column, bonus)
    expected = sum(rules.swing_of(result) * number for result, number in ways.items()) / sum(ways.values())
    better = expected - rules.swing_of(combat.result)
    if combat.defender == situation.side:
        better = -better
    price = (PRICE if situation.turns_left > 1 else 0.3) * ADVISED[situation.advice.get(SHARED, "")]
    return Reroll() if better > price else Accept()


def commit(situation: Situation, seat: Seat) -> Action | None:
    """Keep chits for rerolls; a side with four spends one on the initiative."""
    held = situation.game.state.momentum[situation.side]
    return Commit(1) if held >= 4 else Commit(0)
