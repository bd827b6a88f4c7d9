"""Answers within a combat, the same for every campaign: losses, works, retreats, what follows a victory."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.actions import Action
from grognard.core.hexes import Hex
from grognard.games.chancellorsville.victories import actions as words
from grognard.players.campaigner.outlook import Outlook

FIRST = (words.DigIn, words.SendSkirmishers, words.TakeLevel, words.CancelRetreat, words.Resolve, words.RetreatAll)
"""What is taken whenever it is offered."""


def loss_rank(outlook: Outlook, id: str) -> tuple[bool, bool, int]:
    """Who is given up first: a skirmisher, then who has a level to spare, the weakest first."""
    game = outlook.game
    counter, piece = game.counter(id), game.piece(id)
    last = not counter.is_skirmisher and outlook.rules.levels(piece) <= 1
    return last, not counter.is_skirmisher, counter.strengths[0]


def own_loss(outlook: Outlook, actions: Sequence[Action], retreats: Sequence[Action]) -> Action:
    """The cheapest loss; a retreat where the loss would cost a unit, or where nothing is lost by leaving."""
    suffer = [action for action in actions if isinstance(action, words.Suffer)]
    best = min(suffer, key=lambda action: loss_rank(outlook, action.unit))
    return retreats[0] if retreats and loss_rank(outlook, best.unit)[0] else best


def enemy_loss(outlook: Outlook, actions: Sequence[Action]) -> Action:
    """A six of one's own: on whom it destroys, else on the strongest."""
    suffer = [action for action in actions if isinstance(action, words.Suffer)]

    def rank(action: words.Suffer) -> tuple[bool, int]:
        piece = outlook.game.piece(action.unit)
        return outlook.rules.levels(piece) > 1, -outlook.game.points(piece)

    return min(suffer, key=rank, default=actions[0])


def withdraw(outlook: Outlook, actions: Sequence[Action], goals: Sequence[tuple[Hex, Action]]) -> Action:
    """Of several hexes to go to: out of contact, next to most friends."""
    near, own = outlook.game.near(outlook.enemy), outlook.game.held(outlook.army)

    def rank(goal: tuple[Hex, Action]) -> tuple[int, int, str]:
        h = goal[0]
        friends = (outlook.grid.adjacent[h] & own).bit_count()
        return near >> h & 1, -friends, outlook.game.label(h)

    return min(goals, key=rank)[1] if goals else actions[0]


def bonus(actions: Sequence[Action]) -> Action:
    """Points for one's own dice, or against the enemy's: all of them."""
    digits = [(sum(map(int, str(action).split()[1])), action) for action in actions]
    adds = isinstance(actions[0], words.AddBonus)
    return (max if adds else min)(digits, key=lambda found: found[0])[1]


def standard(outlook: Outlook, actions: Sequence[Action]) -> Action:
    """What needs no thought."""
    for kind in FIRST:
        found = [action for action in actions if isinstance(action, kind)]
        if found:
            return max(found, key=lambda action: works_rank(outlook, action))
    if isinstance(actions[0], words.AddBonus | words.SubtractBonus):
        return bonus(actions)
    if isinstance(actions[0], words.FireGuns):
        return actions[-1]
    return actions[0]


def works_rank(outlook: Outlook, action: Action) -> int:
    """Works for the strongest stack."""
    if not isinstance(action, words.DigIn):
        return 0
    return outlook.strength(outlook.game.units_at(outlook.army, outlook.rules.board.hex(action.hex)))
