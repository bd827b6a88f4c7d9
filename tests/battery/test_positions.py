"""A game can be saved at any moment: what is loaded asks the same of the same seats and goes on in the same way."""

from grognard.core.games import Game
from grognard.testing.playing import EVERY_MOMENT, STYLES, Subject, position, same
from grognard.testing.saving import check_imagined, check_saved, check_saved_at_the_end, reload
from tests.battery.play import (
    SEEDS,
    as_it_comes,
    every_style_of_play,
    every_subject,
    glances,
    play_out,
    seeds_of,
    step_through,
)


@every_style_of_play
def test_a_game_can_be_saved_at_any_step(subject: Subject, style: str):
    for seed in seeds_of(subject, 3 if EVERY_MOMENT else 1):
        for moment in glances(subject, seed, style):
            check_saved(moment)
        check_saved_at_the_end(play_out(subject, seed, style))


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
        check_imagined(moment.game)
