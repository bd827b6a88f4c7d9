"""The log is the truth: a record replays to the same game, from its beginning to any moment and on to its end."""

import grognard
from grognard.testing.playing import (
    EVERY_MOMENT,
    Subject,
    encode,
    moments,
    offered,
    position,
    same,
    through_json,
)
from grognard.testing.saving import (
    check_fork,
    check_own_record,
    check_record,
    check_replayed_half,
    check_resignation,
    check_same_game,
)
from tests.battery.play import (
    SEEDS,
    STYLE_OF,
    as_it_comes,
    every_style_of_play,
    every_subject,
    glances,
    play_out,
    seeds_of,
    step_through,
)


@every_style_of_play
def test_a_record_replays_to_the_same_game(subject: Subject, style: str):
    for seed in seeds_of(subject, 2):
        check_record(play_out(subject, seed, style), written=seed == SEEDS[0])


@every_style_of_play
def test_a_game_set_up_from_a_moment_tells_no_more_of_it_than_was_seen(subject: Subject, style: str):
    """The record of a fork begins with the position: whoever reads it sees what they would have seen in the game."""
    for moment in glances(subject, SEEDS[0], style):
        check_fork(moment.game)


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
    check_replayed_half(play_out(subject, SEEDS[0], STYLE_OF[str(subject)]))


@as_it_comes
def test_a_game_from_a_position_has_a_record_too(subject: Subject, style: str):
    for moment in step_through(subject, SEEDS[0], style):
        if moment.number == 60:
            break
    game = grognard.setup(moment.game.position(), seed=26)
    for _ in moments(game, 26, style):
        pass
    check_same_game(game, grognard.replay(through_json(game.record())))


@every_subject
def test_a_seat_can_replay_its_own_record_when_the_game_is_over(subject: Subject):
    game = play_out(subject, SEEDS[0], STYLE_OF[str(subject)])
    for seat in game.seats if EVERY_MOMENT or not subject.options else game.seats[-1:]:
        check_own_record(game, seat)


@every_subject
def test_a_resignation_is_recorded(subject: Subject):
    for moment in step_through(subject, SEEDS[0], STYLE_OF[str(subject)]):
        if moment.number == 9:
            break
    check_resignation(moment.game)
