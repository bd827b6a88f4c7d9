"""Whole games by chance: they end, lists and refusals agree, positions and records come back, views can be imagined."""

from random import Random
from typing import Any

import pytest

import grognard
from grognard.core.dice import Dice
from tests.victories.table import FAMILY

EVERYTHING: dict[str, Any] = {"rule_of_six": True, "dummies": True}
CAMPAIGN = EVERYTHING | {"events": True, "hypothetical": True, "stoneman": True, "longstreet": True}
WARLIKE = {"charge", "assault-from", "converge", "shell", "resolve", "march-to", "put-in-cup", "entrust", "play-event"}


@pytest.mark.parametrize(
    ("scenario", "options", "seed"),
    [
        ("salem-church", {}, 1),
        ("lee-moves", EVERYTHING, 2),
        ("jackson-attack", EVERYTHING, 3),
        ("chancellorsville", {}, 4),
        ("campaign", CAMPAIGN, 5),
    ],
)
def test_a_game_ends_and_holds_together(scenario: str, options: dict[str, Any], seed: int):
    game = grognard.new(f"{FAMILY}/{scenario}", seed=seed, options=options)
    chance, choices = Random(seed), 0
    while game.over is None:
        seat = game.actors[0]
        actions = list(game.actions(seat))
        assert len(set(actions)) == len(actions)
        for action in chance.sample(actions, min(2, len(actions))):
            assert game.why_not(seat, action) is None, action
        if choices % 37 == 0:
            position = game.position()
            again = grognard.setup(position, dice=Dice.fast(1))
            assert again.position() == position
            assert list(again.actions(seat)) == actions
            seen = game.view(seat)
            imagined = grognard.imagine(seen, seed)
            assert imagined.view(seat) == seen
            assert set(imagined.actions(seat)) == set(actions)
        warlike = [action for action in actions if action.word in WARLIKE]
        game.play(seat, chance.choice(warlike if warlike and chance.random() < 0.6 else actions))
        choices += 1
    assert grognard.replay(game.record()).position() == game.position()
    for seat in game.seats:
        assert game.record(seat)["entries"]
