"""The log is the truth: a record replays to the same game, from its beginning to any moment and on to its end."""

from typing import Any, cast

import msgspec

import grognard
from grognard.core.games import Choice, Faces, Game
from tests.battery.play import (
    EVERY_MOMENT,
    SEEDS,
    STYLE_OF,
    Subject,
    as_it_comes,
    encode,
    every_style_of_play,
    every_subject,
    glances,
    moments,
    offered,
    play_out,
    position,
    same,
    seeds_of,
    step_through,
)


def through_json(value: object) -> object:
    return msgspec.json.decode(encode(value))


def check_same(game: Game, again: Game) -> None:
    same(position(game), position(again))
    same(offered(game), offered(again))
    assert game.over == again.over
    assert game.rolled == again.rolled
    same(encode(game.record()["entries"]), encode(again.record()["entries"]))
    for seat in (None, *game.seats):
        same(encode(game.events(seat)), encode(again.events(seat)))
        same(encode(game.view(seat)), encode(again.view(seat)))


@every_style_of_play
def test_a_record_replays_to_the_same_game(subject: Subject, style: str):
    for seed in seeds_of(subject, 2):
        game = play_out(subject, seed, style)
        record = game.record()
        again = grognard.replay(through_json(record) if seed == SEEDS[0] else record)
        check_same(game, again)
        same(encode(again.record()), encode(game.record()))


@every_style_of_play
def test_a_game_set_up_from_a_moment_tells_no_more_of_it_than_was_seen(subject: Subject, style: str):
    """The record of a fork begins with the position: whoever reads it sees what they would have seen in the game."""
    for moment in glances(subject, SEEDS[0], style):
        game = moment.game
        fork = grognard.setup(cast("dict[str, Any]", through_json(game.position())), seed=1)
        for seat in game.seats:
            told, seen = fork.record(seat)["position"], game.view(seat)["position"]
            assert through_json(told) == through_json(seen)


@as_it_comes
def test_a_part_of_a_record_replays_to_that_moment(subject: Subject, style: str):
    then, due = [], 0
    for moment in step_through(subject, SEEDS[0], style):
        game = moment.game
        if moment.number >= due:
            due += 10 + (due // 2 if EVERY_MOMENT else 2 * due)  # each is played through twice
            then.append((game.entries.length, position(game), offered(game), encode(game.events(None)), game.record()))
    record = game.record()
    for length, where, what, events, so_far in then:
        for again in (grognard.replay(record, upto=length), grognard.replay(through_json(so_far))):
            same(position(again), where)
            same(offered(again), what)
            same(encode(again.events(None)), events)


@every_subject
def test_a_replayed_game_goes_on_as_the_first_did(subject: Subject):
    game = play_out(subject, SEEDS[0], STYLE_OF[str(subject)])
    log = game.entries.since(0)
    half = len(log) // 2
    again = grognard.replay(game.record(), upto=half)
    for entry in log[again.entries.length :]:
        if isinstance(entry, Choice):
            again.play(entry.seat, entry.action)
        else:
            assert isinstance(entry, Faces)
    check_same(game, again)


@as_it_comes
def test_a_game_from_a_position_has_a_record_too(subject: Subject, style: str):
    for moment in step_through(subject, SEEDS[0], style):
        if moment.number == 60:
            break
    game = grognard.setup(moment.game.position(), seed=26)
    for _ in moments(game, 26, style):
        pass
    check_same(game, grognard.replay(through_json(game.record())))


@every_subject
def test_a_seat_can_replay_its_own_record_when_the_game_is_over(subject: Subject):
    game = play_out(subject, SEEDS[0], STYLE_OF[str(subject)])
    for seat in game.seats if EVERY_MOMENT or not subject.options else game.seats[-1:]:
        check_same(game, grognard.replay(through_json(game.record(seat))))


@every_subject
def test_a_resignation_is_recorded(subject: Subject):
    for moment in step_through(subject, SEEDS[0], STYLE_OF[str(subject)]):
        if moment.number == 9:
            break
    game = moment.game
    loser = game.seats[0]
    game.resign(loser)
    assert game.over is not None
    assert game.over.winner != loser
    assert game.over.reason == "resigned"
    assert not game.actors
    check_same(game, grognard.replay(through_json(game.record())))
