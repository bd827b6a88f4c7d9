"""A game can be saved at any moment: what is loaded asks the same of the same seats and goes on in the same way."""

from typing import Any

import msgspec

import grognard
from grognard.core.actions import Action
from grognard.core.games import Game
from tests.battery.play import (
    EVERY_MOMENT,
    SEEDS,
    STYLES,
    Shifted,
    Subject,
    as_it_comes,
    encode,
    every_style_of_play,
    every_subject,
    glances,
    offered,
    play_out,
    position,
    same,
    seeds_of,
    step_through,
)


def reload(game: Game) -> Game:
    saved: dict[str, Any] = msgspec.json.decode(encode(game.position()))
    return grognard.setup(saved, dice=Shifted(game.dice, game.rolled))


def check_reload(game: Game, seat: str, action: Action) -> None:
    again = reload(game)
    same(position(again), position(game))
    same(offered(again), offered(game))
    for who in (None, *game.seats):
        same(encode(again.view(who)), encode(game.view(who)))
    original = game.copy()
    same(encode(again.play(seat, action)), encode(original.play(seat, action)))
    same(position(again), position(original))
    same(offered(again), offered(original))
    assert again.over == original.over


@every_style_of_play
def test_a_game_can_be_saved_at_any_step(subject: Subject, style: str):
    for seed in seeds_of(subject, 3 if EVERY_MOMENT else 1):
        for moment in glances(subject, seed, style):
            check_reload(moment.game, moment.seat, moment.action)
        check_finished(play_out(subject, seed, style))


def check_finished(game: Game) -> None:
    again = reload(game)
    assert again.over == game.over
    same(position(again), position(game))
    same(offered(again), offered(game))


LOADED = (5, 50, 150) if EVERY_MOMENT else (5, 150)
"""Decisions before which a game is saved and loaded; from each the whole rest is played again."""


@as_it_comes
def test_a_loaded_game_goes_on_to_the_same_end(subject: Subject, style: str):
    loaded: list[Game] = []
    for moment in step_through(subject, SEEDS[0], style):
        game = moment.game
        if moment.number in LOADED:
            loaded.append(reload(game))
        for again in loaded:
            again.play(moment.seat, moment.action)
    for again in loaded:
        same(position(again), position(game))


@every_subject
def test_an_imagined_game_asks_the_same_of_its_seat(subject: Subject):
    for moment in glances(subject, SEEDS[0], STYLES[0]):
        game = moment.game
        for seat in game.seats:
            imagined = game.seat(seat).imagine(7)
            assert imagined.decision(seat) == game.decision(seat)
            same(encode(imagined.actions(seat)), encode(game.actions(seat)))
            same(encode(imagined.view(seat)), encode(game.view(seat)))
