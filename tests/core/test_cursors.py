"""A cursor on a record: every moment is the game as it was, whichever way one comes."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import grognard
from grognard.core.cursors import BETWEEN_COPIES
from grognard.core.dice import Dice
from grognard.core.errors import GrognardError, RecordError, UnknownName
from grognard.core.games import Choice, Game
from grognard.core.records import digest
from grognard.testing.playing import EVERY_MOMENT, looked_at
from tests.core.toy import TOY, Bid
from tests.core.wandering import Work, choose_and_undo, place_and_undo, places_to_return_to, undoer, wander
from tests.golden import every_short_golden_game, golden_record

LOOKED_AT = 12 if EVERY_MOMENT else 2
"""Moments of each game that are looked at: each is reached by playing the whole game to there."""


def duel(*texts: str, faces: tuple[int, ...] = (0, 1, 5, 2, 6, 3, 1, 4)) -> Game:
    """A toy duel; `undo red` takes back."""
    game = grognard.new(TOY.id, dice=Dice.script(faces))
    for text in texts:
        seat, _, words = text.partition(" ")
        if seat == "undo":
            game.undo(words)
        else:
            game.play(seat, game.rules.vocabulary.parse(words))
    return game


ROUNDS = ("red bid 2", "blue bid 1", "blue pass", "red bid 1", "undo red", "red bid 0", "blue bid 2", "red pass")


def told(game: Game) -> tuple[Any, ...]:
    """All that can be seen of a game."""
    return (
        game.position(),
        game.record(),
        game.actors,
        game.over,
        game.rolled,
        [[str(action) for action in looked_at(game.actions(seat))] for seat in game.seats],
        [(game.events(seat), game.view(seat), game.can_undo(seat or game.seats[0])) for seat in (None, *game.seats)],
    )


# ---------------------------------------------------------------- exactness


@every_short_golden_game
def test_every_moment_is_the_game_as_it_was_whichever_way_one_comes(name: str):
    record = golden_record(name)
    game = grognard.replay(record, upto=0)
    cursor = grognard.Cursor(record)
    assert len(cursor.moments) > 3 * BETWEEN_COPIES
    moments = Random(7).sample(range(len(cursor.moments)), LOOKED_AT)
    wanted = {number: told(grognard.replay(record, upto=cursor.moments[number].entries)) for number in sorted(moments)}
    for number in (*moments, *reversed(moments)):
        cursor.go(number)
        assert told(cursor.game) == wanted[number]
    cursor.seek(0)
    assert told(cursor.game) == told(game)


def test_stepping_back_and_forth_over_an_undo_is_exact():
    record = duel(*ROUNDS).record()
    cursor = grognard.Cursor(record)
    forward = []
    for number in range(len(cursor.moments)):
        assert cursor.number == number
        forward.append(told(cursor.game))
        cursor.forward()
    back = []
    for _ in cursor.moments:
        back.append(told(cursor.game))
        cursor.back()
    assert back == forward[::-1]
    assert cursor.game.record()["entries"] == ["roll 0", "roll 1"]


def test_a_choice_is_not_parted_from_the_rolls_it_led_to():
    record = duel(*ROUNDS).record()
    assert record["entries"][:7] == ["roll 0", "roll 1", "red bid 2", "blue bid 1", "blue pass", "roll 5", "red bid 1"]
    cursor = grognard.Cursor(record)
    assert [moment.entries for moment in cursor.moments[:5]] == [2, 3, 4, 6, 7]
    for entry, place in ((0, 2), (2, 2), (3, 3), (5, 6), (6, 6), (7, 7), (cursor.length, cursor.length)):
        cursor.seek(entry)
        assert cursor.here.entries == place


def test_the_game_it_gives_is_independent_and_goes_on_with_the_dice_of_the_record():
    cursor = grognard.Cursor(duel(*ROUNDS).record())
    cursor.seek(4)
    game = cursor.game
    game.play("blue", game.rules.vocabulary.parse("pass"))
    assert game.record()["entries"][-1] == "roll 5"
    assert cursor.here.entries == 4
    assert cursor.game.record()["entries"][-1] == "blue bid 1"


def test_a_game_without_dice_does_not_foresee_its_rolls():
    game = grognard.new(TOY.id, seed=3)
    for seat, bid in (("red", 2), ("blue", 1)):
        game.play(seat, Bid(bid))
    game.play("blue", game.rules.vocabulary.parse("pass"))
    record = {**game.record(), "dice": {}}
    cursor = grognard.Cursor(record | {"digest": digest(record)})
    cursor.seek(4)
    with pytest.raises(grognard.DiceError):
        cursor.game.play("blue", game.rules.vocabulary.parse("pass"))


def test_another_moment_can_be_looked_at_without_going_there():
    cursor = grognard.Cursor(golden_record("eutaw-brawler-undo"))
    cursor.go(40)
    other = cursor.game_at(7)
    assert cursor.number == 40
    cursor.go(7)
    assert told(other) == told(cursor.game)


# ---------------------------------------------------------------- however much was taken back

EUTAW, PLAN = "revolution/eutaw/historical", "chancellorsville/perfect-plan"


def wandered(scenario: str, seed: int, moves: int, set_up: bool = False) -> tuple[Game, list[Any]]:
    """A game in which much was taken back, by undos and by agreement, and all that could be seen at each moment."""
    game = grognard.new(scenario, seed=seed)
    if set_up:
        wander(game, seed, 40, undo=0)
        game = grognard.setup(game.position(), seed=seed)
    return game, wander(game, seed, moves, undo=0.3, back=0.06, seen=told_but_dice)


@pytest.mark.parametrize(
    ("scenario", "seed", "set_up"),
    [*((TOY.id, seed, False) for seed in range(6)), (PLAN, 3, False), (PLAN, 4, True), (EUTAW, 5, False), (EUTAW, 6, True)],
)
def test_every_moment_of_a_game_with_undos_and_returns_is_as_it_was(scenario: str, seed: int, set_up: bool):
    game, wanted = wandered(scenario, seed, 90, set_up)
    on_record, on_game = grognard.Cursor(game.record()), grognard.Cursor.on(game)
    assert on_record.moments == on_game.moments
    assert len(on_record.moments) == len(wanted)
    for number in Random(seed).sample(range(len(wanted)), len(wanted)):
        on_record.go(number)
        assert told_but_dice(on_record.game) == wanted[number]
        assert told_but_dice(on_game.game_at(number)) == wanted[number]


@pytest.mark.parametrize(("scenario", "seed"), [(TOY.id, 1), (PLAN, 7), (EUTAW, 8)])
def test_what_can_be_undone_at_a_moment_is_undone_there(scenario: str, seed: int):
    game, wanted = wandered(scenario, seed, 60)
    cursor = grognard.Cursor(game.record())
    tried = 0
    for number in range(len(wanted)):
        then = cursor.game_at(number)
        seat = undoer(then)
        if seat is not None:
            tried += 1
            straight = grognard.replay(game.record(), upto=cursor.moments[number].entries)
            straight.undo(seat)
            then.undo(seat)
            assert told_but_dice(then) == told_but_dice(straight)
    assert tried > 1


def test_following_can_be_broken_off_at_any_moment():
    game, wanted = wandered(PLAN, 9, 60)
    cursor = grognard.Cursor.at_the_start(game)
    for number in range(1, len(wanted)):
        next(iter(cursor.following(game)))
        assert len(cursor.moments) == number + 1
        assert told_but_dice(cursor.game_at(number)) == wanted[number]
        assert told_but_dice(cursor.game_at(number // 2)) == wanted[number // 2]
    assert not list(cursor.following(game))


def choices_in(game: Game) -> int:
    return sum(isinstance(entry, Choice) for entry in game.entries.since(0))


def placed_and_undone() -> Game:
    game = grognard.new(PLAN, seed=1)
    place_and_undo(game, number=5, times=8)
    return game


def chosen_and_undone(times: int = 1000) -> Game:
    game = grognard.new(PLAN, seed=1)
    choose_and_undo(game, times)
    return game


def much_undone(moves: int = 250) -> Game:
    game = grognard.new(PLAN, seed=2)
    wander(game, 2, moves, undo=0.3)
    return game


def nothing_undone() -> Game:
    game = grognard.new(PLAN, seed=4)
    wander(game, 4, 200, undo=0)
    return game


@pytest.mark.parametrize("make", [placed_and_undone, chosen_and_undone, much_undone, nothing_undone])
def test_a_record_is_played_through_once_whatever_was_undone(monkeypatch: pytest.MonkeyPatch, make: Any):
    game = make()
    record, choices, work = game.record(), choices_in(game), Work(monkeypatch)
    for look in (lambda: grognard.Cursor(record), lambda: grognard.Cursor.on(game), lambda: grognard.replay(record)):
        done = work.of(look)
        assert (done["play"], done["restart"]) == (choices, 0)
        assert done["copy"] <= 3 * len(game.entries.since(0))


@pytest.mark.parametrize("make", [placed_and_undone, chosen_and_undone, much_undone])
def test_every_moment_is_near_whatever_was_undone(monkeypatch: pytest.MonkeyPatch, make: Any):
    cursor, work = grognard.Cursor(make().record()), Work(monkeypatch)
    last = len(cursor.moments) - 1
    assert work.of(lambda: list(map(cursor.go, range(last + 1))))["play"] <= last * BETWEEN_COPIES
    for number in Random(1).sample(range(last + 1), min(last, 100)):
        assert work.of(lambda number=number: cursor.go(number))["play"] < 2 * BETWEEN_COPIES  # type: ignore[misc]
    assert work["restart"] == 0


@pytest.mark.parametrize("name", ["eutaw-random", "eutaw-brawler-undo"])
def test_going_back_plays_few_entries_again(monkeypatch: pytest.MonkeyPatch, name: str):
    cursor = grognard.Cursor(golden_record(name))
    cursor.go(len(cursor.moments))
    work = Work(monkeypatch)
    for steps in (1, 100, 50):
        assert work.of(lambda steps=steps: cursor.back(steps))["play"] < 2 * BETWEEN_COPIES  # type: ignore[misc]


def test_following_a_game_step_by_step_costs_what_is_new(monkeypatch: pytest.MonkeyPatch):
    game = grognard.new(PLAN, seed=1)
    cursor, work = grognard.Cursor.on(game), Work(monkeypatch)
    for number in range(150):
        known, seat = game.entries.length, undoer(game)
        if seat is not None and number % 3 == 2:
            game.undo(seat)
        else:
            seat = game.actors[0]
            game.play(seat, game.actions(seat)[0])
        done = work.of(lambda: cursor.follow(game))
        assert done["play"] < 2 * BETWEEN_COPIES
        assert done["restart"] == 0
        assert done["faces_of"] == game.entries.length - known
        assert len(cursor.moments) == number + 2


def test_copies_are_few_however_the_game_went_back_and_forth():
    """All kinds of trees: a long way down, many short ways from one position, and returns to what was taken back."""
    for seed, (choose, undo) in enumerate([(0.9, 0.0), (0.5, 0.5), (0.5, 0.3), (0.3, 0.0), (0.7, 0.25)]):
        game, chance = grognard.new(PLAN, seed=seed), Random(seed)
        befores = {}
        while game.entries.length < 500 and game.over is None:
            befores[game.entries.length] = game.copy()
            kind, seat = chance.random(), undoer(game)
            if kind < choose or game.entries.length < 20:
                actor = game.actors[0]
                game.play(actor, chance.choice(game.actions(actor)))
            elif kind < choose + undo and seat is not None:
                assert game.standing is not None
                game.undo(seat, befores[game.standing[0]].copy())
            else:
                place = chance.choice(places_to_return_to(game)[-40:])
                game.return_to(place, befores[place].copy())
        cursor = grognard.Cursor(game.record())
        assert len(cursor._copies) <= 1 + choices_in(game) / BETWEEN_COPIES
        ways = [len(cursor._way_to(past.position)) for past in cursor._past]
        assert max(ways) < 2 * BETWEEN_COPIES


def test_a_thousand_choices_taken_back_leave_no_copies():
    assert len(grognard.Cursor(chosen_and_undone().record())._copies) == 1
    deep = grognard.new(PLAN, seed=3)
    wander(deep, 3, 2 * BETWEEN_COPIES - 1, undo=0)
    choose_and_undo(deep, 100)
    assert len(grognard.Cursor(deep.record())._copies) <= 2


# ---------------------------------------------------------------- a game in progress


def test_a_cursor_follows_a_game_as_it_goes_on():
    game = grognard.new(TOY.id, dice=Dice.script((0, 1, 5, 2, 6, 3, 1, 4)))
    cursor = grognard.Cursor.on(game)
    wanted = [told_but_dice(game)]
    for text in (*ROUNDS, "return 4", "blue pass", "red bid 2", "undo red", "red bid 1"):
        seat, _, words = text.partition(" ")
        match seat:
            case "undo":
                game.undo(words)
            case "return":
                game.return_to(int(words))
            case _:
                game.play(seat, game.rules.vocabulary.parse(words))
        wanted.append(told_but_dice(game))
        if len(wanted) % 3 == 0:
            cursor.follow(game)
            cursor.go(len(wanted) // 2)
            assert told_but_dice(cursor.game) == wanted[len(wanted) // 2]
    cursor.follow(game)
    assert len(cursor.moments) == len(wanted)
    for number in Random(5).sample(range(len(wanted)), len(wanted)):
        cursor.go(number)
        assert told_but_dice(cursor.game) == wanted[number]
    assert cursor.moments == grognard.Cursor(game.record()).moments


def told_but_dice(game: Game) -> tuple[Any, ...]:
    """The same without the source of coming dice, which whoever follows a game does not know."""
    position, record, *rest = told(game)
    return position, record["entries"], *rest


def test_a_cursor_that_follows_a_game_does_not_know_the_coming_dice():
    game = grognard.new(TOY.id, seed=3)
    for seat, bid in (("red", 2), ("blue", 1)):
        game.play(seat, Bid(bid))
    cursor = grognard.Cursor.on(game)
    cursor.go(2)
    with pytest.raises(GrognardError, match="the game wants one more"):
        cursor.game.play("blue", game.rules.vocabulary.parse("pass"))


# ---------------------------------------------------------------- moving


def test_moving_stops_at_both_ends():
    cursor = grognard.Cursor(duel(*ROUNDS).record())
    cursor.back(5)
    assert cursor.number == 0
    cursor.forward(500)
    assert cursor.number == len(cursor.moments) - 1
    assert cursor.here.entries == cursor.length


def test_the_turns_of_a_battle():
    cursor = grognard.Cursor(golden_record("eutaw-random"))
    assert (cursor.here.turn, cursor.here.phase) == (4, "set up")
    cursor.to_turn(6)
    assert cursor.here.turn == 6
    assert cursor.moments[cursor.number - 1].turn == 5
    cursor.to_next_turn()
    assert cursor.here.turn == 7
    cursor.to_turn(5)
    assert cursor.game.position()["turn"] == 5


def test_the_phases_of_a_battle():
    cursor = grognard.Cursor(golden_record("eutaw-random"))
    cursor.to_phase()
    assert (cursor.here.turn, cursor.here.phase, cursor.here.phasing) == (4, "movement", "american")
    assert cursor.game.position()["phase"] == "movement"
    before = cursor.here
    cursor.to_phase("movement")
    assert cursor.here.phase == "movement"
    assert (cursor.here.turn, cursor.here.phasing) != (before.turn, before.phasing)
    cursor.to_phase("Close")
    assert cursor.here.phase == "close combat"


def test_the_next_decision_of_a_seat_and_the_next_roll():
    cursor = grognard.Cursor(duel(*ROUNDS).record())
    cursor.to_decision("red")
    assert (cursor.here.entries, cursor.here.actors) == (6, ("red", "blue"))  # after red bid, blue bid, blue pass
    cursor.to_decision()
    assert cursor.game.actors == ("blue",)
    cursor.seek(0)
    cursor.to_roll()
    assert cursor.game.entries.length == 6
    assert [str(event) for event in cursor.events(None)][-1].startswith("Red strike: 5")
    cursor.to_roll()
    assert cursor.here.rolls == 4


@pytest.mark.parametrize(
    ("way", "arguments", "kind", "words"),
    [
        ("seek", (99,), RecordError, r"^This record has \d+ entries; give a number from 0 to \d+, not 99\.$"),
        ("seek", (-1,), RecordError, r"not -1\.$"),
        ("to_turn", (3,), RecordError, r"^There is no turn 3 in this record; this game has no turns\.$"),
        ("to_next_turn", (), RecordError, r"^There is no later turn in this record; you are at entry 2 of \d+\.$"),
        ("to_phase", (), RecordError, r"^There is no later phase in this record; "),
        ("to_phase", ("tea",), RecordError, r"^There is no later phase 'tea' in this record; "),
        ("to_decision", ("green",), UnknownName, r"^There is no seat 'green' in this game; the seats are red, blue\.$"),
    ],
)
def test_a_moment_that_is_not_there_is_refused_and_the_cursor_stays(
    way: str, arguments: tuple[Any, ...], kind: type[GrognardError], words: str
):
    cursor = grognard.Cursor(duel(*ROUNDS).record())
    with pytest.raises(kind, match=words):
        getattr(cursor, way)(*arguments)
    assert cursor.number == 0


def test_a_turn_that_is_not_there_names_those_that_are():
    cursor = grognard.Cursor(golden_record("eutaw-random"))
    with pytest.raises(RecordError, match=r"^There is no turn 3 in this record; its turns are 4 to \d+\.$"):
        cursor.to_turn(3)
    cursor.go(len(cursor.moments))
    for way in (cursor.to_roll, cursor.to_decision, cursor.to_phase):
        with pytest.raises(RecordError, match="There is no later"):
            way()


# ---------------------------------------------------------------- what a seat may see


def test_what_led_to_a_moment_is_told_as_a_seat_sees_it():
    cursor = grognard.Cursor(duel(*ROUNDS).record())
    dealt = {seat: [getattr(event, "item", None) for event in cursor.events(seat)] for seat in (None, "red", "blue")}
    assert dealt == {None: [None, None], "red": ["parry", None], "blue": [None, "blank"]}
    cursor.seek(6)
    assert cursor.events(None, since=-1) == cursor.game.events(None)
    assert cursor.events(None, since=0) == cursor.game.events(None)[2:]
    assert cursor.events(None, since=cursor.number) == []


def test_the_log_is_told_as_a_seat_might_read_it_then():
    cursor = grognard.Cursor(duel(*ROUNDS).record())
    cursor.seek(3)
    assert cursor.entries("red") == ["roll 0", "roll (sealed)", "red bid 2"]
    assert cursor.entries("blue") == ["roll (sealed)", "roll 1", "red (sealed)"]
    assert cursor.entries(None) == ["roll 0", "roll 1", "red bid 2"]
    cursor.seek(4)
    assert cursor.entries("blue") == ["roll (sealed)", "roll 1", "red bid 2", "blue bid 1"]


# ---------------------------------------------------------------- records that cannot be


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"entries": ["roll 0", "roll 1", "red bid 9"]}, "Entry 3 of this record, 'red bid 9', is not legal"),
        ({"entries": ["roll 0", "roll 1", "red (sealed)"]}, "still sealed to its reader"),
        ({"entries": ["roll 0"]}, "The record holds 1 rolls and the game wants one more|does not replay to itself"),
        ({"rules": "9"}, "version 9 of the rules"),
    ],
)
def test_a_record_that_does_not_replay_has_no_cursor(change: dict[str, Any], words: str):
    record = duel("red bid 2").record() | change | {"dice": {}}
    with pytest.raises(GrognardError, match=words):
        grognard.Cursor(record | {"digest": digest(record)})


def test_a_record_with_an_overlay_wants_it():
    folder = Path(__file__).parent.parent.parent / "docs" / "examples" / "components"
    record = grognard.new("revolution/eutaw/historical", seed=1, components=folder).record()
    assert grognard.Cursor(record, components=folder).game.record() == record
    with pytest.raises(RecordError, match="give their folder"):
        grognard.Cursor(record)
