"""Reading what happened in close combats from the events of a game."""

from __future__ import annotations

from typing import TypeVar

from grognard.core.events import Event
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import AttackAnnounced, CombatBegan, CombatResolved

Kind = TypeVar("Kind", bound=Event)


def happened(game: Battle, kind: type[Kind]) -> list[Kind]:
    """The events of one kind, in order."""
    return [event for event in game.events(None) if isinstance(event, kind)]


def announced(game: Battle) -> dict[str, tuple[str, ...]]:
    """Which hexes each unit attacks, as announced."""
    return {event.piece: event.hexes for event in happened(game, AttackAnnounced)}


def fought(game: Battle) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Attackers and hexes of every combat that has begun."""
    return [(event.attackers, event.hexes) for event in happened(game, CombatBegan)]


def odds(game: Battle) -> tuple[int, int, str]:
    """Strength of attack and defence and the column of the last combat that has begun."""
    event = happened(game, CombatBegan)[-1]
    return event.attack, event.defence, event.column


def results(game: Battle) -> list[str]:
    """What the table said to every roll."""
    return [event.result for event in happened(game, CombatResolved)]
