"""Undo ends where knowledge was gained: a roll, something shown, another seat's act."""

from grognard.core.games import Game
from grognard.testing.playing import EVERY_MOMENT, Subject, position, same
from grognard.testing.saving import Latest, check_undo
from tests.battery.play import SEEDS, as_it_comes, every_style_of_play, seeds_of, step_through

SELDOM = 3 if EVERY_MOMENT else 1
"""An undo plays the whole game again: the next is tried when the game is longer by this part of it."""


@every_style_of_play
def test_undo_never_crosses_knowledge(subject: Subject, style: str):
    for seed in seeds_of(subject, 2):
        latest = Latest()
        for moment in step_through(subject, seed, style):
            latest.follow(moment)
            game = moment.game
        latest.check(game)
        assert not any(game.can_undo(seat) for seat in game.seats)


@as_it_comes
def test_undo_restores_exactly_and_the_choice_can_be_made_again(subject: Subject, style: str):
    undone = due = 0
    for seed in seeds_of(subject, 2 if EVERY_MOMENT else 1):
        before: Game | None = None
        for moment in step_through(subject, seed, style):
            game = moment.game
            seat = next((seat for seat in game.seats if game.can_undo(seat)), None)
            if before is not None and seat is not None and moment.number >= due:
                check_undo(game.copy(), seat, before)
                undone += 1
                due = moment.number + 1 + game.entries.length // SELDOM
            before = game.copy()
    assert undone > 0


@as_it_comes
def test_choices_can_be_taken_back_one_after_another(subject: Subject, style: str):
    trail: list[bytes] = []
    longest, owner = 0, ""
    for moment in step_through(subject, SEEDS[0], style):
        game = moment.game
        seat = next((seat for seat in game.seats if game.can_undo(seat)), "")
        taken = trail if seat and seat == owner else trail[-1:] if seat else []
        trail, owner = [*taken, position(game)], seat
        if len(trail) > longest and len(trail) <= 5:
            longest = len(trail)
            clone = game.copy()
            for where in reversed(trail[:-1]):
                clone.undo(owner)
                same(position(clone), where)
    assert longest > 1
