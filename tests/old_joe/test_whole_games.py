"""Whole games by a player who chooses at random: they end properly, and the automaton never asks anybody."""

from random import Random
from typing import cast

import pytest

import grognard
from grognard.core.dice import Dice
from grognard.games.chancellorsville.old_joe.state import Solitaire
from grognard.games.chancellorsville.victories.pieces import CSA, UNION
from grognard.players import find_player, play_out
from tests.old_joe.table import ID


def checked(game: Solitaire) -> None:
    assert game.actors == (CSA,)
    state = game.state
    assert all(len(game.real(stack)) == 1 for stack in game.army(UNION).stacks.values()), "one division to a hex"
    corps = [id for id in (*state.track, *state.cup, *state.boxes.get("us_hooker", ())) if id.startswith("us_cmd")]
    assert len(corps) == len(set(corps)), "a counter is in one place"
    assert len(set(state.wheel.values())) == len(state.wheel), "one counter to a sector"
    assert all(game.rules.commands[id].formation not in state.wheel for id in corps)
    assert all(game.rules.commands[id].formation not in state.due for id in corps)
    south = game.rules.regions["south"]
    assert all(south >> piece.hex & 1 for piece in game.on_map(CSA)), "the player stays south of the river"


@pytest.mark.parametrize("seed", range(6))
def test_a_random_game_ends_properly(seed):
    game = cast("Solitaire", grognard.new(ID, dice=Dice.fast(seed)))
    chance, turn = Random(seed), 0
    for _ in range(4000):
        if game.over is not None:
            break
        checked(game)
        if game.state.turn != turn:
            turn = game.state.turn
            twin = grognard.setup(game.position(), dice=Dice.fast(seed))
            assert twin.position() == game.position(), "a position says everything"
        game.play(CSA, chance.choice(game.actions(CSA)))
    assert game.over is not None
    assert game.over.level in ("strategic", "minor", "draw")
    assert grognard.replay(game.record()).over == game.over


def test_a_player_who_stays_put_loses():
    game = cast("Solitaire", grognard.new(ID, dice=Dice.fast(1)))
    while game.over is None:
        actions = game.actions(CSA)
        quiet = [a for a in actions if a.word in ("close-cup", "stand-ground", "no-works", "no-skirmishers")]
        game.play(CSA, quiet[0] if quiet else actions[0])
    assert game.over.winner == UNION


@pytest.mark.soak
@pytest.mark.parametrize("player", ["random", "campaigner"])
def test_a_thousand_games_end_properly(player):
    """500 by each player; every game ends on its own, and its record leads to the same end."""
    for seed in range(500):
        game = cast("Solitaire", grognard.new(ID, dice=Dice.fast(seed)))
        play_out(game, {CSA: find_player(player, seed)})
        assert game.over is not None
        assert game.over.level in ("strategic", "minor", "draw")
        low, high = game.rules.ends(game)
        ended = game.state.vp <= low or game.state.vp >= high or game.over.reason == "units-lost"
        assert ended or game.state.turn == game.rules.turns, "at an end of the track, by losses, or after the last turn"
        if seed % 50 == 0:
            assert grognard.replay(game.record()).over == game.over
