"""Questions that need little thought: works, skirmishers, events, arrivals, the night."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.actions import Action
from grognard.games.chancellorsville.victories import actions as words
from grognard.games.chancellorsville.victories.event_markers import DEMONS
from grognard.players.campaigner.field.assaults import best_assault, movers_of
from grognard.players.campaigner.field.situation import Field

TAKEN = (words.DigIn, words.SendSkirmishers, words.TakeLevel, words.PlayEvent, words.PlayEventAt, words.Resolve)
"""What is taken whenever it is offered."""


def answer(field: Field, actions: Sequence[Action]) -> Action:
    game = field.game
    restore = [action for action in actions if isinstance(action, words.Restore)]
    if restore:
        return max(restore, key=lambda action: (game.counter(action.unit).strengths[0], action.unit))
    arrivals = [action for action in actions if isinstance(action, words.PlaceReinforcement)]
    if arrivals:
        return arrivals[0]
    here = [action for action in actions if isinstance(action, words.SkirmishersTo)]
    if here:
        return skirmisher_post(field, here)
    if any(isinstance(action, words.PlayEventAt) and action.event == DEMONS for action in actions):
        return again(field, actions)
    for kind in TAKEN:
        found = next((action for action in actions if isinstance(action, kind)), None)
        if found is not None:
            return found
    return actions[0]


def again(field: Field, actions: Sequence[Action]) -> Action:
    """Attack a second time, where that promises most."""
    best: tuple[float, Action] = field.plan.threshold, actions[-1]
    for action in actions:
        if isinstance(action, words.PlayEventAt):
            h = field.rules.board.hex(action.hex)
            area = field.grid.adjacent[h] | 1 << h
            movers = [m._replace(reach=1 << m.here, free=False) for m in movers_of(field) if area >> m.here & 1]
            assault = best_assault(field, movers, set(), 0)
            if assault is None or (field.plan.at_once and not (field.is_urgent and field.stake(assault.target))):
                continue
            if assault.value > best[0]:
                best = assault.value, action
    return best[1]


def skirmisher_post(field: Field, actions: Sequence[words.SkirmishersTo]) -> Action:
    """With the brigade that sent them."""
    subject = field.game.state.subject
    label = field.game.label(field.game.piece(subject).hex) if subject else ""
    return next((action for action in actions if action.hex == label), actions[0])
