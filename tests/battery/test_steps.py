"""A step that asks changes nothing, and a copy is a game of its own."""

from random import Random

from grognard.core.choices import drawn
from grognard.core.games import Game
from grognard.core.procedures import Ask, AskAll
from tests.battery.play import SEEDS, Subject, as_it_comes, encode, every_style_of_play, glances, offered, same, seeds_of


def everything(game: Game) -> bytes:
    counts = [game.rolled, game.known, game.entries.length, game.happened.length]
    lately = [game.record()["entries"][-20:], game.events(None, max(game.happened.length - 20, 0))]
    return encode([game.position(), lately, counts]) + offered(game)


@every_style_of_play
def test_the_step_that_asks_gives_the_same_list_again_and_changes_nothing(subject: Subject, style: str):
    for seed in seeds_of(subject, 2):
        for moment in glances(subject, seed, style):
            game = moment.game
            asked = game.pending
            assert asked is not None
            twin = game.copy()
            before = everything(twin)
            frame = twin.stack[-1]
            for _ in range(2):
                again = getattr(frame, frame.step)(twin)
                assert type(again) is type(asked)
                for one, other in zip(parts(asked), parts(again), strict=True):
                    assert one.seat == other.seat
                    same(encode(one.actions), encode(other.actions))
                    assert (one.prompt, one.cites, one.args) == (other.prompt, other.cites, other.args)
            same(everything(twin), before)


def parts(question: object) -> tuple[Ask, ...]:
    assert isinstance(question, Ask | AskAll)
    return question.asks if isinstance(question, AskAll) else (question,)


@as_it_comes
def test_a_copy_is_independent(subject: Subject, style: str):
    rng = Random(43)
    for moment in glances(subject, SEEDS[0], style):
        game = moment.game
        twin = game.copy()
        before = everything(game)
        same(everything(twin), before)
        wander(twin, rng, 12)
        same(everything(game), before)
        after = everything(twin)
        other = game.copy()
        wander(other, rng, 12)
        same(everything(twin), after)
        same(everything(game), before)


def wander(game: Game, rng: Random, steps: int) -> None:
    for _ in range(steps):
        if game.over is None:
            seat = rng.choice(game.actors)
            game.play(seat, drawn(game.actions(seat), rng.random()))


@as_it_comes
def test_a_copy_plays_the_same_dice(subject: Subject, style: str):
    for moment in glances(subject, SEEDS[0], style):
        one, other = moment.game.copy(), moment.game.copy()
        same(encode(one.play(moment.seat, moment.action)), encode(other.play(moment.seat, moment.action)))
        same(everything(one), everything(other))
