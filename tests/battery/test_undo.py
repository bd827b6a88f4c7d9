"""Undo ends where knowledge was gained: a roll, something shown, another seat's act."""

import msgspec
import pytest

import grognard
from grognard.core.games import Choice, Faces, Game, Undo
from grognard.core.procedures import AskAll
from tests.battery.play import (
    EVERY_MOMENT,
    SEEDS,
    Subject,
    as_it_comes,
    encode,
    every_style_of_play,
    offered,
    position,
    same,
    seeds_of,
    step_through,
)

SELDOM = 3 if EVERY_MOMENT else 1
"""An undo plays the whole game again: the next is tried when the game is longer by this part of it."""


def taught(game: Game, entries: int, happened: int) -> bool:
    """Whether somebody has learnt something since these places in the two logs."""
    fell = any(isinstance(entry, Faces) for entry in game.entries.since(entries))
    shown = any(event.reveals for event in game.happened.since(happened))
    return fell or shown


@every_style_of_play
def test_undo_never_crosses_knowledge(subject: Subject, style: str):
    for seed in seeds_of(subject, 2):
        last: tuple[str, int, int, bool] | None = None
        for moment in step_through(subject, seed, style):
            game = moment.game
            check_who_may(game, last)
            completes = isinstance(game.pending, AskAll) and len(game.actors) == 1
            last = moment.seat, game.entries.length, game.happened.length, completes
        check_who_may(game, last)
        assert not any(game.can_undo(seat) for seat in game.seats)


def check_who_may(game: Game, last: tuple[str, int, int, bool] | None) -> None:
    for seat in game.seats:
        if last is None or seat != last[0]:
            assert not game.can_undo(seat)
        else:
            _, entries, happened, completes = last
            assert game.can_undo(seat) == (not completes and not taught(game, entries, happened))
        if not game.can_undo(seat):
            with pytest.raises(grognard.IllegalAction) as refused:
                game.undo(seat)
            assert refused.value.reason.key == "nothing-to-undo"


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


def check_undo(game: Game, seat: str, before: Game) -> None:
    then, after = position(before) + offered(before), position(game) + offered(game)
    choice = game.entries.since(0)[-1]
    assert isinstance(choice, Choice)
    assert choice.seat == seat
    game.undo(seat)
    same(position(game) + offered(game), then)
    assert game.rolled == before.rolled
    assert game.entries.since(before.entries.length) == [choice, Undo(seat)]
    again = grognard.replay(msgspec.json.decode(encode(game.record())))
    same(position(again) + offered(again), then)
    game.play(seat, choice.action)
    same(position(game) + offered(game), after)
    again = grognard.replay(msgspec.json.decode(encode(game.record())))
    same(position(again) + offered(again), after)
    same(encode([again.record(), again.events(None)]), encode([game.record(), game.events(None)]))


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
            twin = game.copy()
            for where in reversed(trail[:-1]):
                twin.undo(owner)
                same(position(twin), where)
    assert longest > 1
