"""A step that asks changes nothing, and a copy is a game of its own."""

from random import Random

from grognard.testing.deciding import check_asked_again, check_copy, check_same_dice
from grognard.testing.playing import Subject
from tests.battery.play import SEEDS, as_it_comes, every_style_of_play, glances, seeds_of


@every_style_of_play
def test_the_step_that_asks_gives_the_same_list_again_and_changes_nothing(subject: Subject, style: str):
    for seed in seeds_of(subject, 2):
        for moment in glances(subject, seed, style):
            check_asked_again(moment.game)


@as_it_comes
def test_a_copy_is_independent(subject: Subject, style: str):
    rng = Random(43)
    for moment in glances(subject, SEEDS[0], style):
        check_copy(moment.game, rng)


@as_it_comes
def test_a_copy_plays_the_same_dice(subject: Subject, style: str):
    for moment in glances(subject, SEEDS[0], style):
        check_same_dice(moment)
