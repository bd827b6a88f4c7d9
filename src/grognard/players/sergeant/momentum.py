"""When to spend momentum: a chit is worth more than a small improvement."""

from __future__ import annotations

from math import inf
from typing import cast

from grognard.core.actions import Action
from grognard.core.agreements import KEEP, PLAY
from grognard.core.seats import Seat
from grognard.games.revolution.series.actions import Accept, Commit, Reroll
from grognard.games.revolution.series.close_combat import CloseCombat
from grognard.games.revolution.series.seating import MOMENTUM
from grognard.players.sergeant.situation import Situation

PRICE = 0.75
"""What a reroll must gain, in points of army morale."""
ADVISED = {"": 1.0, PLAY: 0.5, KEEP: 2.0}
"""How an ally's advice changes the price of a chit."""
SETTLED = {PLAY: 0.0, KEEP: inf}
"""What a reroll must gain if allies have settled to be free with their chits, or to save them."""
PLENTY = 2
"""With so many chits one may be spent."""


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
    price = (PRICE if situation.turns_left > 1 else 0.3) * ADVISED[situation.advised(Reroll())]
    return Reroll() if better > SETTLED.get(situation.settled(Reroll()), price) else Accept()


def commit(situation: Situation, seat: Seat) -> Action | None:
    """Keep chits for rerolls; a side with four spends one on the initiative."""
    held = situation.game.state.momentum[situation.side]
    return Commit(1) if held >= 4 and situation.settled(Commit(1)) != KEEP else Commit(0)


def worth_using(situation: Situation, subject: str) -> bool:
    """Whether chits may be spent, when nobody asks for one: while there are others, or when there is little left to do."""
    return subject == MOMENTUM and (situation.game.state.momentum[situation.side] >= PLENTY or situation.turns_left <= 1)
