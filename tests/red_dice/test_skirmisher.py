"""The skirmisher: he plays every battlefield to its end, both sides, and better than by chance."""

from __future__ import annotations

import pytest

import grognard
from grognard.core.dice import Dice
from grognard.games.chancellorsville.red_dice.actions import RollDice
from grognard.players import Player, player
from grognard.players.skirmisher import Skirmisher
from tests.red_dice.table import BATTLEFIELDS, RED_DICE, act, position, row, skirmish


def won(name: str, side: str, rival: str, seeds: range) -> int:
    """How many games the skirmisher wins on a side, each checked to be legal by being played."""
    wins = 0
    for seed in seeds:
        game = grognard.new(RED_DICE + name, seed=seed)
        hands: dict[str, Player] = {seat: Skirmisher(seed) if seat == side else player(rival, seed) for seat in game.seats}
        while game.over is None:
            seat = game.actors[0]
            game.play(seat, hands[seat].choose(game.seat(seat)))
        wins += game.over.winner == side
    return wins


@pytest.mark.parametrize("name", BATTLEFIELDS)
def test_it_beats_chance(name: str):
    assert sum(won(name, side, "random", range(2)) for side in ("ANV", "AoP")) >= 3


@pytest.mark.soak
@pytest.mark.parametrize("side", ["ANV", "AoP"])
@pytest.mark.parametrize("name", BATTLEFIELDS)
def test_it_beats_chance_and_the_brawler_in_many_games(name: str, side: str):
    assert won(name, side, "random", range(100)) >= 90
    assert won(name, side, "brawler", range(100)) >= 75


def test_it_chooses_the_same_in_the_same_game():
    game = grognard.new(RED_DICE + "turnpike", seed=4)
    assert Skirmisher(1).choose(game.seat("ANV")) == Skirmisher(1).choose(game.seat("ANV"))


def test_it_takes_the_dice_that_promise_most():
    """Against Regulars in the open at medium range three successes hit; some seven dice are best, fewer with red ones."""
    game = skirmish({"V1": row(20, 20, 5), "U1": row(70, 20, 5)})
    act(game, "activate-squad V1", "fire-at U1")
    chosen = Skirmisher(1).choose(game.seat("ANV"))
    assert isinstance(chosen, RollDice)
    assert 5 <= chosen.number <= 10
    game = skirmish({"V1": row(20, 20, 5), "U1": row(70, 20, 5)}, red={"ANV": 4})
    act(game, "activate-squad V1", "fire-at U1")
    fewer = Skirmisher(1).choose(game.seat("ANV"))
    assert isinstance(fewer, RollDice)
    assert fewer.number < chosen.number


def test_it_plays_red_dice_only():
    other = grognard.new("chancellorsville/perfect-plan", seed=1)
    assert not Skirmisher(1).plays(other)
    assert Skirmisher(1).plays(grognard.setup(position({"V1": row(20, 20, 3), "U1": row(60, 20, 3)}), dice=Dice.fast(1)))
    with pytest.raises(grognard.GrognardError, match="plays Red Dice"):
        Skirmisher(1).choose(other.seat(other.actors[0]))
