"""Event markers: when each is played."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.actions import Action
from grognard.core.hexes import Hex
from grognard.games.chancellorsville.victories import actions as words
from grognard.games.chancellorsville.victories.combat import Combat
from grognard.games.chancellorsville.victories.pieces import GOOD
from grognard.players.campaigner.field.situation import Field

AT_ONCE = (
    "night-attack",
    "unknown-paths",
    "csa-bridge",
    "brigade-regroup",
    "corps-released",
    "great-offensive",
    "good-general",
)
"""Events that help whenever they can be played."""


def of_activation(field: Field, actions: Sequence[Action]) -> Action | None:
    """An event to play while units march."""
    for action in actions:
        match action:
            case words.PlayEventFor("night-attack", command):
                if any_near(field, field.rules.commands[command].formation):
                    return action
            case words.PlayEvent(id) | words.PlayEventFor(id, _) if id in AT_ONCE:
                return action
            case words.PlayEventAt("last-effort", label):
                if relieved(field, field.rules.board.hex(label)) >= 2:
                    return action
    return None


def of_combat(field: Field, actions: Sequence[Action]) -> Action:
    """An event in a combat: at once, but an army that plays for places keeps what cannot be drawn again for those."""
    events = [action for action in actions if isinstance(action, words.PlayEvent)]
    if not events or (is_saving(field) and not is_about_a_place(field)):
        return actions[-1]
    return events[0]


def is_saving(field: Field) -> bool:
    """Whether events are scarce, places count most, and there is another turn to take them."""
    places = max(field.plan.places.values(), default=0.0) > field.plan.kill
    return places and not field.game.state.event_cups and not field.is_last_day_turn


def is_about_a_place(field: Field) -> bool:
    """Whether the combat is about a place, or the last step before one that the enemy holds."""
    frame = field.game.stack[-1]
    return not isinstance(frame, Combat) or any(
        field.stake(h) or (field.leads_on(h) and not field.plan.at_once) for h in frame.targets
    )


def any_near(field: Field, formation: str) -> bool:
    """Whether a formation has an enemy in its reach by night."""
    game = field.game
    units = [game.piece(id) for id in game.state.active if field.formation(game.piece(id)) == formation]
    return any(field.nearest_enemy(piece.hex) <= 3 for piece in units if piece.hex)


def relieved(field: Field, h: Hex) -> int:
    """How many units a last effort in a hex would rally."""
    area = field.grid.adjacent[h] | 1 << h
    return sum(area >> piece.hex & 1 and piece.order != GOOD for piece in field.game.on_map(field.army))
