"""An agreed return is an entry of the log: the position goes back, the dice and what was learnt do not."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

import grognard
from grognard.core import driving
from grognard.core.actions import Action, Pass, Take
from grognard.core.dice import Dice
from grognard.core.errors import IllegalAction, RecordError
from grognard.core.events import Ended, Returned
from grognard.core.games import Game, Outcome, State
from grognard.core.procedures import Ask, AskAll, Next, Procedure
from grognard.core.records import digest
from grognard.core.scenarios import Scenario
from tests.core.test_games import Bench, BenchRules, Nothing
from tests.core.toy import TOY, Bid

FACES = (0, 1, 5, 2, 6, 3, 1, 4, 2, 5)


def duel(*texts: str) -> Game:
    """A toy duel; `undo red` takes back, `return 3` goes back to the moment after three entries."""
    game = grognard.new(TOY.id, dice=Dice.script(FACES))
    go_on(game, *texts)
    return game


def go_on(game: Game, *texts: str) -> None:
    for text in texts:
        seat, _, words = text.partition(" ")
        if seat == "undo":
            game.undo(words)
        elif seat == "return":
            game.return_to(int(words))
        else:
            game.play(seat, game.rules.vocabulary.parse(words))


ROUND = ("red bid 2", "blue bid 1", "blue pass")
"""After the two cards dealt: entries 3, 4 and 5, and the roll is the sixth."""


def test_the_position_goes_back_and_the_dice_do_not():
    game = duel("red bid 2", "blue bid 1")
    before = game.position(), game.actors, [game.actions(seat) for seat in game.seats]
    go_on(game, "blue pass")
    told = game.events(None)
    assert game.rolled == 3
    game.return_to(4)
    assert (game.position(), game.actors, [game.actions(seat) for seat in game.seats]) == before
    assert game.events(None) == [*told, Returned()]
    assert game.record()["entries"] == ["roll 0", "roll 1", "red bid 2", "blue bid 1", "blue pass", "roll 5", "return 4"]
    go_on(game, "blue pass")
    assert game.record()["entries"][-1] == "roll 2"


def test_nothing_before_an_agreed_return_can_be_undone():
    game = duel(*ROUND, "red bid 1", "return 6")
    assert not any(game.can_undo(seat) for seat in game.seats)
    go_on(game, "red bid 0")
    assert game.can_undo("red")
    game.undo("red")
    assert not any(game.can_undo(seat) for seat in game.seats)
    with pytest.raises(IllegalAction):
        game.undo("red")


def test_returns_and_undos_one_over_the_other():
    game = duel(*ROUND)
    after_round = game.position()
    go_on(game, "red bid 1", "undo red", "red bid 0")
    one_bid = game.position()
    go_on(game, "blue bid 2", "red pass", "return 9", "blue bid 1", "return 6")
    assert game.position() == after_round
    game.return_to(9)
    assert game.position() == one_bid
    go_on(game, "blue bid 2")
    again = grognard.replay(game.record())
    assert again.position() == game.position()
    assert again.record() == game.record()


@pytest.mark.parametrize("entries", [-1, 0, 1, 5, 6, 99])
def test_only_an_earlier_moment_can_be_gone_back_to(entries: int):
    game = duel(*ROUND)
    before = game.record()
    with pytest.raises(IllegalAction) as refused:
        game.return_to(entries)
    assert refused.value.reason.key == "no-such-moment"
    assert game.record() == before
    assert str(refused.value).startswith(f"There is no earlier moment after {entries} entries to go back to")


def test_a_game_that_is_over_stays_so():
    # With live dice its secret is public from now on.
    game = duel(*ROUND)
    game.resign("red")
    for way in (lambda: game.return_to(2), game.agree_draw):
        with pytest.raises(IllegalAction) as refused:
            way()
        assert refused.value.reason.key == "the-game-is-over"


def test_an_agreed_draw_ends_the_game():
    game = duel("red bid 2")
    game.agree_draw()
    assert game.over == Outcome(None, "agreed", "agreed-draw")
    assert not game.actors
    assert game.events(None)[-1] == Ended(None, "agreed", "agreed-draw")
    assert str(game.events(None)[-1]) == "The game ends in an agreed draw: by agreement of all players"
    assert game.record("blue")["entries"] == ["roll 0", "roll 1", "red bid 2", "agree draw"]
    again = grognard.replay(game.record())
    assert (again.over, again.record()) == (game.over, game.record())
    assert not any(game.can_undo(seat) for seat in game.seats)


def test_live_dice_are_verified_over_returns():
    game = grognard.new(TOY.id, dice=Dice.live("a game", {}, b"\7" * 32))
    for text in ("red bid 2", "blue bid 1", "blue pass"):
        go_on(game, text)
    game.return_to(4)
    go_on(game, "blue pass")
    game.agree_draw()
    assert game.rolled == 4
    assert grognard.verify(game.record()) == 4


def edited(record: dict[str, Any], entries: list[str]) -> dict[str, Any]:
    changed = {**record, "entries": entries}
    return changed | {"digest": digest(changed)}


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("return soon", "Entry 7 of this record, 'return soon', cannot be read"),
        ("return 5", "Entry 7 of this record, 'return 5', is not legal: There is no earlier moment after 5 entries"),
        ("return 77", "Entry 7 of this record, 'return 77', is not legal"),
        ("return -3", "Entry 7 of this record, 'return -3', is not legal"),
        ("agree peace", "Entry 7 of this record, 'agree peace', cannot be read"),
    ],
)
def test_a_return_that_cannot_be_is_refused_by_name(entry: str, words: str):
    record = duel(*ROUND).record()
    with pytest.raises(RecordError) as refused:
        grognard.replay(edited(record, [*record["entries"], entry]))
    assert str(refused.value).startswith(words)


def test_a_cursor_goes_over_returns_in_both_directions():
    texts = [
        *ROUND,
        "red bid 1",
        "return 4",
        "blue pass",
        "return 4",
        "blue pass",
        "return 8",
        "blue pass",
        "red bid 0",
        "return 2",
    ]
    game = duel(*texts)
    cursor = grognard.Cursor(game.record())
    wanted = [told(duel(*texts[:number])) for number in range(len(texts) + 1)]
    assert len(cursor.moments) == len(wanted)
    for number in (*range(len(wanted)), *reversed(range(len(wanted)))):
        cursor.go(number)
        assert told(cursor.game) == wanted[number]


def told(game: Game) -> list[Any]:
    return [
        game.position(),
        [(game.record(seat)["entries"], game.events(seat), game.view(seat)) for seat in (None, *game.seats)],
        [game.can_undo(seat) for seat in game.seats],
        game.rolled,
    ]


# ---------------------------------------------------------------- what was shown stays shown, and only that


def test_an_answer_that_was_shown_stays_readable_after_the_return():
    game = duel(*ROUND)
    game.return_to(2)
    assert game.record("blue")["entries"] == ["roll (sealed)", "roll 1", *ROUND, "roll 5", "return 2"]
    go_on(game, "red bid 0")
    assert game.record("blue")["entries"][-1] == "red (sealed)"


def test_an_answer_taken_back_unseen_stays_sealed_after_a_return_to_it():
    game = duel("red bid 2", "undo red", "red bid 1", "blue bid 0")
    shown = ["roll (sealed)", "roll 1", "red (sealed)", "undo red", "red bid 1", "blue bid 0"]
    assert game.record("blue")["entries"] == shown
    game.return_to(3)
    assert game.sealed == {"red": Bid(2)}
    assert game.record("blue")["entries"] == [*shown, "return 3"]
    go_on(game, "blue bid 0")
    assert game.record("blue")["entries"][2] == "red bid 2"


class Council(Procedure):
    """Three seats vote, sealed, twice; then red closes."""

    steps: ClassVar[tuple[str, ...]] = ("first", "second", "close")

    def first(self, game: Bench) -> Next:
        return AskAll(tuple(Ask(seat, [Take("a"), Take("b")], self.voted, "go", "T1") for seat in game.seats), self.voted)

    def second(self, game: Bench) -> Next:
        # Red has only one choice, so it is made for him and stands nowhere in the log.
        free = [Ask(seat, [Take("a"), Take("b")], self.voted, "go", "T1") for seat in game.seats[1:]]
        return AskAll((Ask("red", [Take("a")], self.voted, "go", "T1"), *free), self.voted)

    def close(self, game: Bench) -> Next:
        return Ask("red", [Pass(), Take("a")], self.closed, "go", "T1")

    def voted(self, game: Bench, votes: dict[str, Action]) -> Next:
        game.note(", ".join(f"{seat} {vote}" for seat, vote in sorted(votes.items())))
        return None

    def closed(self, game: Bench, action: Action) -> Next:
        game.end(Outcome(None, "draw", "closed"))
        return None


class CouncilRules(BenchRules):
    seats: tuple[str, ...] = ("red", "blue", "green")  # type: ignore[assignment]
    procedures: ClassVar[tuple[type[Procedure], ...]] = (Council,)

    def first_procedure(self, state: State) -> Procedure:
        return Council()

    def describe(self, game: Any) -> dict[str, Any]:
        return {"done": game.state.done}


def council(*texts: str) -> Bench:
    scenario = Scenario("toy/council", "Council", lambda scenario, options: CouncilRules(scenario, options))
    game = Bench(scenario, {}, Dice.script([]))
    game.state = Nothing()
    driving.begin(game, Council())
    go_on(game, *texts)
    return game


def test_an_answer_gone_back_to_before_all_had_answered_stays_sealed():
    game = council("red take a", "blue take b", "return 1")
    assert game.sealed == {"red": Take("a")}
    assert game.record("green")["entries"] == ["red (sealed)", "blue (sealed)", "return 1"]
    go_on(game, "green take a")
    assert game.record("green")["entries"] == ["red (sealed)", "blue (sealed)", "return 1", "green take a"]
    go_on(game, "blue take a")
    assert game.state.done == ("blue take a, green take a, red take a",)
    assert game.record("green")["entries"] == ["red take a", "blue (sealed)", "return 1", "green take a", "blue take a"]


def test_a_choice_that_was_made_by_itself_seals_nothing_of_the_question_before():
    game = council("green take b", "blue take a", "red take b")
    assert game.sealed == {"red": Take("a")}
    assert game.record("blue")["entries"] == ["green take b", "blue take a", "red take b"]


def test_what_a_copy_goes_back_from_the_original_keeps():
    game = council("red take a", "blue take b", "green take a", "blue take a")
    clone = game.copy()
    clone.return_to(2)
    assert (clone.state.done, clone.actors) == ((), ("green",))
    assert game.state.done == ("blue take b, green take a, red take a",)
    assert game.entries.length == 4
