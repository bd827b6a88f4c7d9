"""Objectives, points and the end of the game (D2.0b, D5.0, D-R13)."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from grognard.core.conditions import Condition, Count
from grognard.core.games import Outcome
from grognard.games.chancellorsville.red_dice.components import ENEMY, SIDES
from grognard.games.chancellorsville.red_dice.events import InitiativePassed, ObjectiveTaken
from grognard.games.chancellorsville.red_dice.state import SEVERELY

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.state import Skirmish


def hold_objectives(game: Skirmish) -> None:
    """D-R13: a place belongs to the side that alone has standing soldiers by it, or else to the last that had."""
    for id, objective in game.rules.field.objectives.items():
        (ox, oy), far = objective.at, objective.radius
        there = [
            side
            for side in SIDES
            for x, y in [man.at for man in game.on_feet(side) if man.wounds < SEVERELY]
            if (x - ox) * (x - ox) + (y - oy) * (y - oy) <= far
        ]
        there = list(dict.fromkeys(there))
        if len(there) == 1:
            (side,) = there
            if game.state.held.get(id) != side:
                game.state.held[id] = side
                game.emit(ObjectiveTaken(side, id))


def pass_initiative(game: Skirmish) -> None:
    """D2.0b: the opponent has the initiative; every pass counts."""
    state = game.state
    state.initiative = ENEMY[state.initiative]
    state.passes += 1  # D-R13
    state.last_squad, state.last_deed, state.repeats = "", "", 0
    game.emit(InitiativePassed(state.initiative, state.passes))


def has_collapsed(game: Skirmish, side: str) -> bool:
    """D-R13: fewer than a quarter of the soldiers are left in the ranks."""
    return game.in_ranks(side) < game.rules.numbers.collapse * game.strength(side)


def men_to_spare(game: Skirmish, side: str) -> int:
    """D-R13: how many men a side can lose before it collapses."""
    return max(game.in_ranks(side) - ceil(game.rules.numbers.collapse * game.strength(side)), 0)


def check_end(game: Skirmish) -> None:
    """D-R13: after every activation."""
    if any(has_collapsed(game, side) for side in SIDES):
        game.end(outcome(game, "collapse"))
    elif game.state.passes >= game.rules.limit:
        game.end(outcome(game, "passes"))


def outcome(game: Skirmish, reason: str) -> Outcome:
    """D5.0b: more points win."""
    scores = {side: float(game.points(side)) for side in SIDES}
    best = max(scores.values())
    winners = [side for side in SIDES if scores[side] == best]
    if len(winners) > 1:
        return Outcome(None, "draw", "as-many-points", ("D5.0b", "D-R13"), scores)
    if reason == "collapse":
        return Outcome(winners[0], "victory", "collapse", ("D5.0b", "D-R13"), scores)
    if reason == "agreed":
        return Outcome(winners[0], "victory", "agreed-end", ("D5.0b", "D-R13"), scores)
    return Outcome(winners[0], "victory", "last-pass", ("D5.0b", "D-R13"), scores)


def conditions(game: Skirmish) -> tuple[Condition, ...]:
    """D5.0b: more points than the enemy when the game ends."""
    return tuple(
        Condition(
            side,
            "victory",
            "at-the-end",
            (Count("more-points", game.points(side), game.points(ENEMY[side]) + 1, {}),),
            ("D5.0a", "D5.0b"),
        )
        for side in SIDES
    )
