"""Undo is an entry of the log, and ends where knowledge was gained."""

from typing import Any, ClassVar

import pytest

import grognard
from grognard.core import driving, records
from grognard.core.actions import Action, Pass, Take
from grognard.core.dice import Dice
from grognard.core.errors import IllegalAction
from grognard.core.events import Chosen, Undone
from grognard.core.games import Choice, Game, Outcome, State, Undo
from grognard.core.procedures import Ask, Goto, Next, Procedure
from grognard.core.scenarios import Scenario
from tests.core.test_games import Bench, BenchRules, Nothing
from tests.core.toy import TOY, Bid, Parry, ToyGame
from tests.core.wandering import choose_and_undo, wander


def duel(*faces: int) -> Game:
    return grognard.new(TOY.id, dice=Dice.script(faces))


def test_a_sealed_answer_can_be_taken_back_while_others_think():
    game = duel(0, 0)
    before = game.position()
    game.play("red", Bid(2))
    assert game.can_undo("red")
    assert not game.can_undo("blue")
    game.undo("red")
    assert game.position() == before
    assert game.actors == ("red", "blue")
    assert game.events(None)[2:] == [Chosen("red"), Undone("red")]
    assert game.record()["entries"] == ["roll 0", "roll 0", "red bid 2", "undo red"]


def test_an_answer_that_was_shown_stays():
    game = duel(0, 0)
    game.play("red", Bid(2))
    game.play("blue", Bid(1))
    assert not game.can_undo("red")
    assert not game.can_undo("blue")
    with pytest.raises(IllegalAction) as refused:
        game.undo("blue")
    assert refused.value.reason.key == "nothing-to-undo"


def test_a_roll_stays():
    game = duel(0, 0, 5)
    game.play("red", Bid(2))
    game.play("blue", Bid(1))
    game.play("blue", Pass())
    assert not game.can_undo("blue")


def test_a_draw_stays():
    game = duel(0, 0, 1, 5)
    game.play("red", Bid(1))
    game.play("blue", Bid(1))
    assert game.rolled == 3
    assert not any(game.can_undo(seat) for seat in game.seats)


def test_nothing_can_be_taken_back_before_anything_was_done():
    game = duel(0, 0)
    assert not any(game.can_undo(seat) for seat in game.seats)
    with pytest.raises(IllegalAction):
        game.undo("red")


def test_undo_and_redo_as_often_as_one_likes():
    game = duel(0, 0, 5)
    for number in (0, 1, 2):
        game.play("red", Bid(number))
        game.undo("red")
    game.play("red", Bid(1))
    game.play("blue", Bid(0))
    game.play("blue", Parry())
    again = grognard.replay(game.record())
    assert again.position() == game.position()
    assert again.record() == game.record()


class Turns(Procedure):
    """Red and blue take turns, and nothing is ever rolled; red's third turn is the last."""

    turn: int = 1
    steps: ClassVar[tuple[str, ...]] = ("red", "blue")

    def red(self, game: Bench) -> Next:
        return Ask("red", [Take("a"), Take("b"), Pass()], self.done, "go", "T1")

    def blue(self, game: Bench) -> Next:
        return Ask("blue", [Take("a"), Take("b"), Pass()], self.done, "go", "T1")

    def done(self, game: Bench, action: Action) -> Next:
        game.note(f"{self.step} {action}")
        if isinstance(action, Take):
            return Goto(self.step)
        self.turn += self.step == "blue"
        if self.turn == 3:
            game.end(Outcome(None, "draw", "three turns"))
        return Goto("blue" if self.step == "red" else "red")


class TurnsRules(BenchRules):
    procedures: ClassVar[tuple[type[Procedure], ...]] = (Turns,)

    def first_procedure(self, state: State) -> Procedure:
        return Turns()

    def describe(self, game: Any) -> dict[str, Any]:
        return {"done": game.state.done}


def take_turns(*texts: str) -> Bench:
    scenario = Scenario("toy/turns", "Turns", lambda scenario, options: TurnsRules(scenario, options))
    game = Bench(scenario, {}, Dice.script([]))
    game.state = Nothing()
    driving.begin(game, Turns())
    for text in texts:
        seat, _, words = text.partition(" ")
        game.play(seat, game.rules.vocabulary.parse(words))
    return game


def test_several_choices_of_one_seat_can_be_taken_back_one_by_one():
    game = take_turns("red take a", "red take b", "red pass")
    for done in (("red take a", "red take b"), ("red take a",), ()):
        assert game.can_undo("red")
        game.undo("red")
        assert game.state.done == done
    assert not game.can_undo("red")
    game.play("red", Take("b"))
    assert game.state.done == ("red take b",)
    game.undo("red")
    assert not game.can_undo("red")
    entries = ["red take a", "red take b", "red pass", "undo red", "undo red", "undo red", "red take b", "undo red"]
    assert game.record()["entries"] == entries


def test_nobody_takes_back_what_another_has_acted_upon():
    game = take_turns("red take a", "red pass", "blue take b")
    assert game.can_undo("blue")
    assert not game.can_undo("red")
    with pytest.raises(IllegalAction):
        game.undo("red")


def test_an_act_that_another_took_back_has_been_seen_all_the_same():
    game = take_turns("red take a", "red pass", "blue take b")
    game.undo("blue")
    assert game.state.done == ("red take a", "red pass")
    assert not game.can_undo("red")
    assert not game.can_undo("blue")


def test_the_end_of_a_game_cannot_be_taken_back():
    # With live dice its secret is public from now on.
    game = take_turns("red pass", "blue pass", "red pass", "blue take a", "blue pass")
    assert game.over == Outcome(None, "draw", "three turns")
    assert not any(game.can_undo(seat) for seat in game.seats)


def test_what_a_copy_takes_back_the_original_keeps():
    game = take_turns("red take a", "red take b")
    clone = game.copy()
    clone.undo("red")
    assert clone.state.done == ("red take a",)
    assert game.state.done == ("red take a", "red take b")
    assert game.record()["entries"] == ["red take a", "red take b"]


def test_a_resignation_cannot_be_taken_back():
    game = duel(0, 0)
    assert isinstance(game, ToyGame)
    game.play("red", Bid(1))
    game.resign("blue")
    assert not any(game.can_undo(seat) for seat in game.seats)


# ---------------------------------------------------------------- what a game keeps of its log


def by_the_log(game: Game) -> dict[str, bool]:
    """Who can undo, worked out from the whole log: whose choice is the last that stands, with nothing learnt or done since."""
    entries = game.entries.since(0)
    place, taken_back = len(entries) - 1, 0
    while place >= 0 and isinstance(entries[place], Choice | Undo):
        taken_back += 1 if isinstance(entries[place], Undo) else -1
        if taken_back < 0:
            break
        place -= 1
    found = taken_back < 0 and game.known <= place
    since = [entry.seat for entry in entries[place:] if isinstance(entry, Choice | Undo)] if found else []
    return {seat: found and set(since) == {seat} for seat in game.seats}


@pytest.mark.parametrize("scenario", [TOY.id, "chancellorsville/perfect-plan", "revolution/eutaw/historical"])
def test_who_can_undo_is_known_without_going_through_the_log(scenario: str):
    able = 0
    for seed in range(8 if scenario == TOY.id else 2):
        game = grognard.new(scenario, seed=seed)

        def check(game: Game) -> bool:
            can = {seat: game.can_undo(seat) for seat in game.seats}
            assert can == by_the_log(game)
            traced = game.copy()
            driving.trace(traced)
            assert (traced.standing, traced.acting) == (game.standing, game.acting)
            return any(can.values())

        able += sum(wander(game, seed, 70, undo=0.4, back=0.1, seen=check))
    assert able > 10


def test_a_choice_is_undone_with_a_copy_without_playing_again(monkeypatch: pytest.MonkeyPatch):
    game = grognard.new("chancellorsville/perfect-plan", seed=1)
    monkeypatch.setattr(records, "restart", None)
    choose_and_undo(game, 50)
    assert game.entries.length == 100
