"""An agreed return restores exactly, at any moment of any game, among undos and other returns; records and cursors follow."""

from random import Random

import msgspec

import grognard
from grognard.core.games import Game, Outcome
from grognard.players import player
from tests.battery.play import EVERY_MOMENT, STYLES, Subject, encode, every_subject, offered, position, same, told

OFTEN = 8
"""One act in so many is a return; one in five an undo, where there is one."""


def wander(game: Game, seed: int, acts: int) -> list[tuple[int, bytes]]:
    """Play for a while, taking back now and then; what every moment was like, by the length of the log."""
    chance = Random(seed)
    players = {name: player(STYLES[0], 2 * seed + place) for place, name in enumerate(game.seats)}
    trail = [(game.entries.length, likeness(game))]
    for _ in range(acts):
        if game.over is not None:
            break
        back = next((seat for seat in game.seats if game.can_undo(seat)), None)
        if len(trail) > 1 and chance.randrange(OFTEN) == 0:
            go_back(game, *chance.choice(trail[:-1]))
        elif back is not None and chance.randrange(5) == 0:
            game.undo(back)
        else:
            seat = chance.choice(game.actors)
            game.play(seat, players[seat].choose(game.seat(seat)))
        trail.append((game.entries.length, likeness(game)))
    return trail


def likeness(game: Game) -> bytes:
    return position(game) + offered(game)


def go_back(game: Game, entries: int, then: bytes) -> None:
    rolled, happened, readable = game.rolled, game.happened.length, [read(game, seat) for seat in game.seats]
    game.return_to(entries)
    same(likeness(game), then)
    assert game.rolled == rolled
    assert game.happened.length == happened + 1
    assert not any(game.can_undo(seat) for seat in game.seats)
    for seat, before in zip(game.seats, readable, strict=True):
        assert read(game, seat) == [*before, f"return {entries}"]


def read(game: Game, seat: str) -> list[str]:
    """The log as a seat may read it."""
    entries: list[str] = game.record(seat)["entries"]
    return entries


@every_subject
def test_a_game_of_returns_and_undos_is_restored_replayed_and_stepped_through_exactly(subject: Subject):
    game = subject.new(71)
    trail = wander(game, 71, 150 if EVERY_MOMENT or not subject.options else 60)
    record = msgspec.json.decode(encode(game.record()))
    assert any(entry.startswith("return ") for entry in record["entries"])
    again = grognard.replay(record)
    same(encode([again.record(), again.rolled]), encode([game.record(), game.rolled]))
    for seat in game.seats:
        same(told(again, seat), told(game, seat))
    cursor = grognard.Cursor(record)
    assert [moment.entries for moment in cursor.moments] == [entries for entries, _ in trail]
    for number in Random(72).sample(range(len(trail)), min(len(trail), 40)):
        cursor.go(number)
        same(likeness(cursor.game), trail[number][1])


@every_subject
def test_an_agreed_draw_is_recorded(subject: Subject):
    game = subject.new(73)
    wander(game, 73, 8)
    wanted = game.rules.agreed_end(game)
    game.agree_draw()
    assert game.over == wanted
    assert wanted == Outcome(None, "agreed", "agreed-draw") or set(wanted.scores) == set(game.rules.sides)
    again = grognard.replay(msgspec.json.decode(encode(game.record())))
    assert again.over == game.over
    same(encode(again.record()), encode(game.record()))
