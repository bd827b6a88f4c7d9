"""Whatever is asked, list and reasons agree on the answers to all other questions, too."""

from __future__ import annotations

from collections import Counter

from grognard.core.actions import Action
from grognard.core.games import Game

TWICE = 2
"""How often each kind of decision is tried in a process."""
TRIED: Counter[tuple[str, str]] = Counter()
ANSWERS: dict[str, list[Action]] = {}
"""An action of each word of a scenario, out of the middle of those that there are."""


def answers_of(game: Game) -> list[Action]:
    id = game.scenario.id
    if id not in ANSWERS:
        found: dict[str, list[Action]] = {}
        for action in game.rules.action_table():
            found.setdefault(action.word, []).append(action)
        ANSWERS[id] = [actions[len(actions) // 2] for actions in found.values()]
    return ANSWERS[id]


def try_other_actions(game: Game) -> None:
    """An action of any word is offered exactly when nothing speaks against it. The tables of the games ask it as they play."""
    for seat in game.actors:
        decision = game.decision(seat)
        assert decision is not None
        met = game.scenario.id, decision.kind
        TRIED[met] += 1
        if TRIED[met] <= TWICE:
            listed = game.actions(seat)
            for action in answers_of(game):
                assert (game.why_not(seat, action) is None) == (action in listed), f"{decision.kind}: {action}"
