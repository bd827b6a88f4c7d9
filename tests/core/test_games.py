"""The driver: it runs what steps ask for, stops where a seat must decide, and unwinds when the game ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import pytest

import grognard
from grognard.core import driving
from grognard.core.actions import CORE_ACTIONS, Action, Pass, Take
from grognard.core.dice import D6, Dice
from grognard.core.errors import IllegalAction, StuckError, UnknownName
from grognard.core.events import Chosen, Drawn, Ended, Event, Rolled
from grognard.core.games import Game, Options, Outcome, State
from grognard.core.procedures import Ask, AskAll, Call, Done, Draw, EachInOrder, Goto, Next, Procedure, Roll
from grognard.core.rules import Rules
from grognard.core.scenarios import Scenario
from grognard.core.seats import FormerName, Seat
from grognard.core.texts import Modifier, Reason
from tests.core.toy import TOY, Bid


class Note(Event, frozen=True):
    words: str


class Whisper(Event, frozen=True):
    """Only its seat hears it, others hear that something was said."""

    seat: str
    words: str

    def seen_by(self, seat: str | None) -> Event | None:
        if seat == self.seat:
            return self
        return None if seat is None else Whisper(self.seat, "...")


class Nothing(State):
    done: tuple[str, ...] = ()


class Bench(Game):
    __slots__ = ()
    state: Nothing

    def note(self, words: str) -> None:
        self.state.done += (words,)


class BenchRules(Rules[Bench]):
    seats = ("red", "blue")
    actions = (*CORE_ACTIONS, Bid)
    game_class = Bench

    def opening(self) -> Nothing:
        return Nothing()

    def first_procedure(self, state: State) -> Procedure:
        raise NotImplementedError

    def action_table(self) -> list[Action]:
        return [Pass()]


BENCH = Scenario("toy/bench", "A bench for procedures", lambda scenario, options: BenchRules(scenario, options))


def run(procedure: Procedure, *faces: int) -> Bench:
    """A game of nothing but this procedure, played as far as it goes by itself."""
    options: Options = {}
    game = Bench(BENCH, options, Dice.script(faces))
    game.state = Nothing()
    driving.begin(game, procedure)
    return game


class Bottom(Procedure):
    """What every test procedure ends in: a question."""

    steps: ClassVar[tuple[str, ...]] = ("wait",)

    def wait(self, game: Bench) -> Next:
        return Ask("red", [Pass(), Take("x")], self.waited, "wait", "T1")

    def waited(self, game: Bench, action: Action) -> Next:
        game.note(str(action))
        return Goto("wait")


# ---------------------------------------------------------------- one receiver for several seats


class Rota(Procedure["Bench"]):
    """Asks red, then blue, each for a pass or something that is theirs, and the last time red, who has no choice."""

    turn: int = 0
    steps: ClassVar[tuple[str, ...]] = ("ask", "sealed")

    def ask(self, game: Bench) -> Next:
        seat = ("red", "blue", "red")[self.turn]
        actions = [Pass(), Take(seat)] if self.turn < 2 else [Pass()]
        return Ask(seat, actions, self.answered, "rota", "T1", self.why_not, with_seat=True)

    def answered(self, game: Bench, seat: str, action: Action) -> Next:
        game.note(f"{seat}: {action}")
        self.turn += 1
        return Goto("ask") if self.turn < 3 else None

    def why_not(self, game: Bench, seat: str, action: Action) -> Reason | None:
        return None if action in (Pass(), Take(seat)) else Reason("not-yours", ("T1",), {"seat": seat})

    def sealed(self, game: Bench) -> Next:
        seats = ("red", "blue")
        asks = (Ask(seat, [Pass(), Take(seat)], self.opened, "rota", "T1", self.why_not, with_seat=True) for seat in seats)
        return AskAll(tuple(asks), self.opened)

    def opened(self, game: Bench, answers: dict[str, Action]) -> Next:
        return Call(Bottom())


def test_a_receiver_for_several_seats_is_given_the_seat():
    game = run(Rota())
    game.play("red", Take("red"))
    game.play("blue", Pass())
    assert game.state.done == ("red: take red", "blue: pass", "red: pass"), "the last one answered itself"


def test_a_predicate_for_several_seats_is_given_the_seat():
    game = run(Rota())
    refused = game.why_not("red", Take("blue"))
    assert refused is not None
    assert (refused.key, refused.args) == ("not-yours", {"seat": "red"})
    assert game.why_not("red", Take("red")) is None
    game.play("red", Pass())
    game.play("blue", Pass())
    assert set(game.actors) == {"red", "blue"}, "sealed"
    for seat, other in (("red", "blue"), ("blue", "red")):
        assert game.why_not(seat, Take(seat)) is None
        refused = game.why_not(seat, Take(other))
        assert refused is not None
        assert refused.args == {"seat": seat}


# ---------------------------------------------------------------- steps in their order


class Walk(Procedure):
    steps: ClassVar[tuple[str, ...]] = ("one", "two", "three", "four")

    def one(self, game: Bench) -> Next:
        game.note("one")
        return None

    def two(self, game: Bench) -> Next:
        game.note("two")
        return Goto("four") if len(game.state.done) < 4 else None

    def three(self, game: Bench) -> Next:
        game.note("three")
        return Call(Bottom())

    def four(self, game: Bench) -> Next:
        game.note("four")
        return Goto("two")


def test_steps_follow_one_another_and_goto_jumps():
    game = run(Walk())
    assert game.state.done == ("one", "two", "four", "two", "three")
    assert [frame.step for frame in game.stack] == ["three", "wait"]


class Caller(Procedure):
    then_what: str
    steps: ClassVar[tuple[str, ...]] = ("call", "after", "elsewhere")

    def call(self, game: Bench) -> Next:
        targets: dict[str, Callable[..., Next] | str | None] = {"on": None, "step": "elsewhere", "receiver": self.received}
        return Call(Callee(), then=targets[self.then_what])

    def received(self, game: Bench, result: object) -> Next:
        game.note(f"received {result}")
        return Goto("elsewhere")

    def after(self, game: Bench) -> Next:
        game.note("after")
        return None

    def elsewhere(self, game: Bench) -> Next:
        game.note("elsewhere")
        return Call(Bottom())


class Callee(Procedure):
    steps: ClassVar[tuple[str, ...]] = ("work", "never")

    def work(self, game: Bench) -> Next:
        game.note("work")
        return Done(7)

    def never(self, game: Bench) -> Next:
        game.note("never")
        return None


@pytest.mark.parametrize(
    ("then", "done"),
    [
        ("on", ("work", "after", "elsewhere")),
        ("step", ("work", "elsewhere")),
        ("receiver", ("work", "received 7", "elsewhere")),
    ],
)
def test_a_called_procedure_hands_its_result_where_it_was_asked_to(then: str, done: tuple[str, ...]):
    assert run(Caller(then)).state.done == done


class Ending(Procedure):
    """Calls a procedure that ends the game in the middle of its work."""

    steps: ClassVar[tuple[str, ...]] = ("call", "after")

    def call(self, game: Bench) -> Next:
        return Call(Deep(3))

    def after(self, game: Bench) -> Next:
        game.note("after")
        return None


class Deep(Procedure):
    levels: int
    steps: ClassVar[tuple[str, ...]] = ("dig", "after")

    def dig(self, game: Bench) -> Next:
        if self.levels:
            return Call(Deep(self.levels - 1))
        game.end(Outcome("red", "first", "dug"))
        game.end(Outcome("blue", "second", "too late"))
        return None

    def after(self, game: Bench) -> Next:
        game.note("after")
        return None


def test_the_first_outcome_stands_and_the_driver_unwinds():
    game = run(Ending())
    assert game.over == Outcome("red", "first", "dug")
    assert game.state.done == ()
    assert game.stack == []
    assert game.actors == ()
    assert game.events(None) == [Ended("red", "first", "dug")]


def test_a_finished_game_is_left_alone():
    game = run(Ending())
    for seat in game.seats:
        assert game.decision(seat) is None
        assert game.why_not(seat, Pass()) == Reason("the-game-is-over")
        with pytest.raises(IllegalAction):
            game.play(seat, Pass())


# ---------------------------------------------------------------- asking


class Question(Procedure):
    offered: tuple[str, ...]
    steps: ClassVar[tuple[str, ...]] = ("ask", "after")

    def ask(self, game: Bench) -> Next:
        return Ask("blue", [Take(item) for item in self.offered], self.answered, "which", ("T1", "T2"), None, {"n": 3})

    def answered(self, game: Bench, action: Take) -> Next:
        game.note(action.item)
        return None

    def after(self, game: Bench) -> Next:
        return Call(Bottom())


def test_a_question_waits_for_its_seat():
    game = run(Question(("a", "b")))
    assert game.actors == ("blue",)
    assert game.decision("red") is None
    assert game.decision("blue") == grognard.Decision("Question.ask", "which", ("T1", "T2"), {"n": 3})
    assert list(game.actions("blue")) == [Take("a"), Take("b")]
    game.play("blue", Take("b"))
    assert game.state.done == ("b",)
    assert game.actors == ("red",)


def test_a_choice_of_one_is_made_by_the_driver_and_leaves_no_trace():
    game = run(Question(("only",)))
    assert game.state.done == ("only",)
    assert game.actors == ("red",)
    assert game.record()["entries"] == []


def test_a_question_without_a_choice_is_a_fault_of_the_rules():
    with pytest.raises(StuckError, match=r"Question\.ask offers nothing to blue"):
        run(Question(()))


def test_only_what_is_offered_is_played():
    game = run(Question(("a", "b")))
    refused = game.why_not("blue", Take("c"))
    assert refused == Reason("not-offered", ("T1", "T2"), {"action": "take c"})
    assert game.why_not("blue", Take("a")) is None
    assert game.why_not("red", Take("a")) == Reason("not-your-decision", (), {"seat": "red", "waiting": "blue"})
    with pytest.raises(IllegalAction) as refusal:
        game.play("blue", Take("c"))
    assert refusal.value.reason == refused
    with pytest.raises(UnknownName, match="There is no seat 'green' in this game; the seats are red, blue"):
        game.actions("green")


class AskingReceiver(Question):
    def answered(self, game: Bench, action: Take) -> Next:
        return Ask("blue", [Pass(), Take("x")], self.answered, "again", "T1")


def test_a_receiver_may_not_ask():
    game = run(AskingReceiver(("a", "b")))
    with pytest.raises(StuckError, match=r"AskingReceiver\.answered asks, but a receiver may not"):
        game.play("blue", Take("a"))


class Odd(Procedure):
    steps: ClassVar[tuple[str, ...]] = ("be_odd",)

    def be_odd(self, game: Bench) -> Any:
        return "something"


def test_a_step_returns_a_request_or_nothing():
    with pytest.raises(StuckError, match=r"Odd\.be_odd returned 'something'"):
        run(Odd())


def test_the_first_procedure_never_ends():
    with pytest.raises(StuckError, match="Callee ended and left nobody to go on"):
        run(Callee())


class Refusing(Question):
    """A question with reasons of its own."""

    def ask(self, game: Bench) -> Next:
        return Ask("blue", [Take("a"), Take("b")], self.answered, "which", "T1", self.why_not)

    def why_not(self, game: Bench, action: Action) -> Reason | None:
        return None if action in (Take("a"), Take("b")) else Reason("never", ("T9",))


def test_a_question_may_know_why_not():
    game = run(Refusing(("",)))
    assert game.why_not("blue", Take("c")) == Reason("never", ("T9",))
    assert game.why_not("blue", Take("a")) is None


# ---------------------------------------------------------------- sealed questions


class Sealed(Procedure):
    reds: int = 2
    blues: int = 2
    steps: ClassVar[tuple[str, ...]] = ("ask", "after")

    def ask(self, game: Bench) -> Next:
        counts = (("red", self.reds), ("blue", self.blues))
        asks = tuple(Ask(seat, [Bid(n) for n in range(count)], self.revealed, "bid", "T1") for seat, count in counts)
        return AskAll(asks, self.revealed)

    def revealed(self, game: Bench, answers: dict[str, Bid]) -> Next:
        game.note(f"{answers['red'].number}:{answers['blue'].number}")
        return None

    def after(self, game: Bench) -> Next:
        return Call(Bottom())


def test_a_sealed_question_asks_all_in_any_order():
    for first, second in (("red", "blue"), ("blue", "red")):
        game = run(Sealed())
        assert list(game.actors) == ["red", "blue"]
        game.play(first, Bid(1))
        assert list(game.actors) == [second]
        assert game.actions(first) == ()
        assert game.why_not(first, Bid(0)) == Reason("not-your-decision", (), {"seat": first, "waiting": second})
        assert not game.state.done
        game.play(second, Bid(0))
        assert list(game.state.done) == ["1:0" if first == "red" else "0:1"]
        assert game.events(None) == [Chosen(first), Chosen(second)]


def test_a_seat_with_one_choice_has_made_it():
    game = run(Sealed(reds=1))
    assert game.actors == ("blue",)
    game.play("blue", Bid(1))
    assert game.state.done == ("0:1",)
    assert run(Sealed(reds=1, blues=1)).state.done == ("0:0",)


def test_a_sealed_question_without_a_choice_is_a_fault_of_the_rules():
    with pytest.raises(StuckError, match=r"Sealed\.ask offers nothing to blue"):
        run(Sealed(blues=0))


# ---------------------------------------------------------------- dice and draws


class Thrower(Procedure):
    steps: ClassVar[tuple[str, ...]] = ("throw", "draw", "after")

    def throw(self, game: Bench) -> Next:
        modifiers = (Modifier(+2, "high-ground", "T4"), Modifier(-1, "mud", "T5"))
        return Roll("strike", self.thrown, modifiers, "T3", "red", D6, count=2)

    def thrown(self, game: Bench, rolled: Rolled) -> Next:
        game.note(f"threw {rolled.total}")
        return None

    def draw(self, game: Bench) -> Next:
        return Draw("card", ("ace", "king", "queen"), self.drawn, "blue", shown=("blue",))

    def drawn(self, game: Bench, card: str) -> Next:
        game.note(card)
        return None

    def after(self, game: Bench) -> Next:
        return Call(Bottom())


def test_a_roll_carries_its_modifiers_and_its_total_is_their_sum():
    game = run(Thrower(), 3, 5, 2)
    assert game.state.done == ("threw 9", "queen")
    rolled = game.events(None)[0]
    assert isinstance(rolled, Rolled)
    assert (rolled.faces, rolled.total, rolled.seat, rolled.cites) == ((3, 5), 9, "red", "T3")
    assert game.rolled == 3
    assert game.record()["entries"] == ["roll 3 5", "roll 2"]


def test_a_draw_is_shown_to_those_who_may_see_it():
    game = run(Thrower(), 3, 5, 2)
    assert game.events("blue")[1] == Drawn("card", "queen", "blue", ("blue",))
    assert game.events("red")[1] == game.events(None)[1] == Drawn("card", None, "blue", ("blue",))
    assert game.record("blue")["entries"] == ["roll 3 5", "roll 2"]
    assert game.record("red")["entries"] == ["roll 3 5", "roll (sealed)"]


# ---------------------------------------------------------------- each in the owner's order


class Errands(EachInOrder["Bench"]):
    prompt: ClassVar[str] = "next"
    cites: ClassVar[str] = "T6"

    def remaining(self, game: Bench) -> tuple[str, ...]:
        return tuple(item for item in self.items if item != "lapsed")

    def procedure_for(self, game: Bench, item: str) -> Procedure | None:
        return None if item == "nothing" else Errand(item)


class Errand(Procedure):
    item: str
    steps: ClassVar[tuple[str, ...]] = ("go",)

    def go(self, game: Bench) -> Next:
        game.note(self.item)
        return None


class Errander(Procedure):
    steps: ClassVar[tuple[str, ...]] = ("go", "after")

    def go(self, game: Bench) -> Next:
        return Call(Errands("red", ("a", "lapsed", "nothing", "b")))

    def after(self, game: Bench) -> Next:
        game.note("all done")
        return Call(Bottom())


def test_each_is_done_in_the_order_that_its_owner_chooses_and_the_last_by_itself():
    game = run(Errander())
    assert list(game.actions("red")) == [Take("a"), Take("nothing"), Take("b")]
    game.play("red", Take("b"))
    game.play("red", Take("nothing"))
    assert game.state.done == ("b", "a", "all done")


# ---------------------------------------------------------------- what each seat sees


def test_events_are_redacted_for_each_seat():
    game = run(Question(("a", "b")))
    game.emit(Note("public"))
    game.emit(Whisper("red", "secret"))
    assert game.events("red") == [Note("public"), Whisper("red", "secret")]
    assert game.events("blue") == [Note("public"), Whisper("red", "...")]
    assert game.events(None) == [Note("public")]
    assert game.events("blue", since=1) == [Whisper("red", "...")]
    assert game.events("blue", since=2) == []


def test_play_returns_the_events_as_the_player_sees_them():
    game = grognard.new(TOY.id, dice=Dice.script([0, 0, 5]))
    assert game.play("red", Bid(1)) == [Chosen("red")]
    assert game.play("blue", Bid(0)) == [Chosen("blue")]
    events = game.play("blue", Pass())
    assert [type(event) for event in events] == [Rolled]


def test_a_seat_gives_nothing_but_its_own_window_on_the_game():
    game = grognard.new(TOY.id, dice=Dice.script([0, 1, 5]))
    red = game.seat("red")
    assert (red.name, red.side) == ("red", "red")
    assert red.decides
    assert red.actions == game.actions("red")
    assert red.view == game.view("red")
    assert red.events() == game.events("red")
    assert red.why_not(Bid(7)) == game.why_not("red", Bid(7))
    same_for_all = ["rules", "actors", "over", "public"]
    about_the_question = ["decides", "decision", "actions", "closing", "why_not", "can_undo"]
    about_the_game = ["ask", "asking", "view", "said", "saying", "events", "log", "inspect", "remarks", "decisions", "prospect"]
    other_games = ["after", "asks_within", "imagine", "spectator"]
    public = [name for name in dir(red) if not name.startswith("_")]
    assert [name for name in public if not isinstance(getattr(Seat, name, None), FormerName)] == sorted(
        ["name", "seated_as", "side", *same_for_all, *about_the_question, *about_the_game, *other_games]
    )
    with pytest.raises(UnknownName):
        game.seat("green")


def test_resigning_ends_the_game_at_once():
    game = grognard.new(TOY.id, seed=1)
    with pytest.raises(UnknownName):
        game.resign("green")
    game.resign("red")
    assert game.over == Outcome("blue", "resignation", "resigned")
    with pytest.raises(IllegalAction):
        game.resign("blue")


# ---------------------------------------------------------------- questions with one answer


class OneAnswer(Procedure):
    always: bool
    steps: ClassVar[tuple[str, ...]] = ("ask", "after")

    def ask(self, game: Bench) -> Next:
        return Ask("red", [Pass()], self.answered, "wait", "T1", always=self.always)

    def answered(self, game: Bench, answer: Action) -> Next:
        game.note("answered")
        return None

    def after(self, game: Bench) -> Next:
        return Call(Bottom())


def test_a_question_with_one_answer_answers_itself_unless_silence_would_betray_something():
    assert run(OneAnswer(False)).state.done == ("answered",)
    game = run(OneAnswer(True))
    assert not game.state.done
    assert (game.actors, list(game.actions("red"))) == (("red",), [Pass()])
    game.play("red", Pass())
    assert game.state.done == ("answered",)
