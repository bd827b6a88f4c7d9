"""The skirmisher: it plays every battlefield to its end, both sides, and better than by chance."""

from __future__ import annotations

import pytest

import grognard
from grognard.core.dice import Dice
from grognard.games.chancellorsville.red_dice.actions import RollDice
from grognard.games.chancellorsville.red_dice.melee import would_surrender
from grognard.games.chancellorsville.red_dice.objectives import men_to_spare
from grognard.games.chancellorsville.red_dice.state import Skirmish
from grognard.players import Player, player
from grognard.players.skirmisher import Skirmisher
from grognard.players.skirmisher.charges import bout, clash
from tests.red_dice.table import BATTLEFIELDS, RED_DICE, act, far_off, position, row, skirmish


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
    assert [won(name, side, "random", range(1)) for side in ("ANV", "AoP")] == [1, 1]


@pytest.mark.soak
@pytest.mark.parametrize("side", ["ANV", "AoP"])
@pytest.mark.parametrize("name", BATTLEFIELDS)
def test_it_beats_chance_and_the_brawler_in_many_games(name: str, side: str):
    assert won(name, side, "random", range(100)) >= 90
    assert won(name, side, "brawler", range(100)) >= 75


def test_it_chooses_the_same_in_the_same_game():
    game = grognard.new(RED_DICE + "turnpike", seed=4)
    assert Skirmisher(1).choose(game.seat("ANV")) == Skirmisher(1).choose(game.seat("ANV"))


def dice_at(far: float, red: int = 0) -> int:
    """How many dice it takes to fire at Regulars in the open from a distance."""
    squads = {"V1": row(20, 20, 5), "U1": row(20 + far, 20, 5), **far_off()}
    game = skirmish(squads, red={"ANV": red})
    act(game, "activate-squad V1", "fire-at U1")
    chosen = Skirmisher(1).choose(game.seat("ANV"))
    assert isinstance(chosen, RollDice)
    return chosen.number


def test_it_rolls_few_dice_to_keep_the_initiative():
    """Three successes hit at medium range, two at short range: the best rolls hit as often as they can for each two ones."""
    assert 4 <= dice_at(50) <= 6
    assert 2 <= dice_at(25) < dice_at(50)
    assert dice_at(50, red=3) < dice_at(50)


def test_its_odds_of_a_melee_are_those_of_all_dice():
    """Two Regulars against two: nine falls of successes in each pair, and a round that changes nothing is fought again."""
    more, less, same = 22 / 64, 22 / 64, 20 / 64
    found = bout(2, 3, 2, 3)
    assert found[0, 0] == pytest.approx(same**2)
    assert found[1, 1] == pytest.approx(2 * more * less)
    assert found[0, 2] == pytest.approx(more**2)
    assert sum(found.values()) == pytest.approx(1)
    even = clash(5, 3, 5, 3)
    assert even.wins == pytest.approx(even.loses)
    assert clash(7, 3, 4, 3).wins > 0.8 > 0.2 > clash(4, 3, 7, 3).wins
    assert clash(5, 4, 5, 3).wins > even.wins


def test_it_plays_red_dice_only():
    other = grognard.new("chancellorsville/perfect-plan", seed=1)
    assert not Skirmisher(1).plays(other)
    assert Skirmisher(1).plays(grognard.setup(position({"V1": row(20, 20, 3), "U1": row(60, 20, 3)}), dice=Dice.fast(1)))
    with pytest.raises(grognard.GrognardError, match="plays Red Dice"):
        Skirmisher(1).choose(other.seat(other.actors[0]))


def test_a_side_collapses_when_it_loses_one_man_more_than_it_can_spare():
    game = grognard.new(RED_DICE + "turnpike", seed=1)
    assert isinstance(game, Skirmish)
    for side in game.seats:
        left, least = game.in_ranks(side), game.rules.numbers.collapse * game.strength(side)
        spare = men_to_spare(game, side)
        assert left - spare >= least > left - spare - 1


def test_few_surrender_to_twice_as_many():
    game = grognard.new(RED_DICE + "turnpike", seed=1)
    assert isinstance(game, Skirmish)
    numbers = game.rules.numbers
    odds = ((numbers.surrender, 2 * numbers.surrender), (numbers.surrender, 5), (numbers.surrender + 1, 99))
    assert [would_surrender(numbers, left, against) for left, against in odds] == [True, False, False]
