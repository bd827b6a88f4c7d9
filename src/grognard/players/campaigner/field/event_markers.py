"""Event markers: when each is played."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.actions import Action
from grognard.core.hexes import Hex
from grognard.games.chancellorsville.victories import actions as words
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


def any_near(field: Field, formation: str) -> bool:
    """Whether a formation has an enemy in its reach by night."""
    game = field.game
    units = [game.piece(id) for id in game.state.active if field.formation(game.piece(id)) == formation]
    return any(field.nearest_enemy(piece.hex) <= 3 for piece in units if piece.hex)


def relieved(field: Field, h: Hex) -> int:
    """How many units a last effort in a hex would rally."""
    area = field.grid.adjacent[h] | 1 << h
    return sum(area >> piece.hex & 1 and piece.order != GOOD for piece in field.game.on_map(field.army))
