"""Exact odds: dice that are left undecided, and games that are taken as one."""

from __future__ import annotations

from itertools import product
from typing import cast

import pytest

import grognard
from grognard.core.actions import Action, Pass
from grognard.core.chances import every_end, outcomes_of
from grognard.core.dice import D6, D10, Dice
from grognard.core.games import Game
from grognard.core.procedures import Draw, Next, Roll
from tests.core.toy import TOY, Bid, ToyGame
from tests.outcomes import every_outcome


def nothing(game: Game, rolled: object) -> Next:
    return None


def test_faces_that_read_alike_fall_once():
    ways = outcomes_of(Roll("strike", nothing, die=D10, reading=lambda face: face >= 7))
    assert [outcome[:2] for outcome in ways] == [((0,), 0.7), ((7,), 0.3)]
    assert len(outcomes_of(Roll("strike", nothing, die=D10))) == 10


def test_several_dice_fall_without_their_order():
    ways = {outcome.faces: outcome.chance for outcome in outcomes_of(Roll("strike", nothing, die=D6, count=3))}
    assert len(ways) == 56
    assert ways[1, 1, 1] == pytest.approx(1 / 216)
    assert ways[1, 1, 2] == pytest.approx(3 / 216)
    assert ways[1, 2, 3] == pytest.approx(6 / 216)
    for faces in ways:
        orders = {order for order in product(faces, repeat=3) if sorted(order) == list(faces)}
        assert ways[faces] == pytest.approx(len(orders) / 216)
    assert sum(ways.values()) == pytest.approx(1)


def test_every_item_may_be_drawn():
    assert [outcome[:2] for outcome in outcomes_of(Draw("card", ("ace", "king"), nothing))] == [((0,), 0.5), ((1,), 0.5)]


def duel() -> ToyGame:
    """Two hits to one, and three rounds to go; nobody holds a card that can be played."""
    game = cast("ToyGame", grognard.new(TOY.id, dice=Dice.script([1, 1])))
    game.state.score = {"red": 2, "blue": 1}
    game.state.round = 5
    return game


def answers(game: Game) -> list[tuple[float, dict[str, Action]]]:
    """Red bids 1 or 2 with equal chance, blue 1; nobody parries."""
    if len(game.actors) == 2:
        return [(0.5, {"red": Bid(number), "blue": Bid(1)}) for number in (1, 2)]
    return [(1.0, {game.actors[0]: Pass()})]


def test_every_end_of_a_game():
    """Red strikes in three cases of four and hits every other time: in each of three rounds 3/8 to win; blue 1/8 to hit."""
    start = duel()
    before = start.position()

    def winner(game: Game) -> str:
        assert game.over is not None
        return str(game.over.winner)

    found = every_end(start, lambda game: None, answers, winner)
    hit, struck, neither = 3 / 8, 1 / 8, 1 / 2
    red = hit + (struck + neither) * hit + (neither * neither + 2 * struck * neither) * hit
    blue = struck * struck + 2 * struck * struck * neither
    assert found == pytest.approx({"red": red, "blue": blue, "None": 1 - red - blue})
    assert start.position() == before


def test_the_same_as_starting_again_at_every_roll():
    def play(game: Game) -> None:
        while game.over is None:
            if len(game.actors) == 2:
                game.play("red", Bid(1))
                game.play("blue", Bid(1))
            else:
                game.play(game.actors[0], Pass())

    def equal(game: Game) -> list[tuple[float, dict[str, Action]]]:
        return [(1.0, dict.fromkeys(game.actors, Bid(1) if len(game.actors) == 2 else Pass()))]

    again: dict[tuple[int, ...], float] = {}
    for chance, game in every_outcome(duel(), play):
        points = tuple(cast("ToyGame", game).state.score.values())
        again[points] = again.get(points, 0.0) + chance
    ends: list[Game] = []

    def score(game: Game) -> tuple[int, ...]:
        ends.append(game)
        return tuple(cast("ToyGame", game).state.score.values())

    assert every_end(duel(), lambda game: None, equal, score) == pytest.approx(again)
    assert len(ends) < len(list(every_outcome(duel(), play)))  # equal games were taken as one
