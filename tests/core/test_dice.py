"""Dice are handed in: scripted, recorded, fast, live and enumerated."""

from collections import Counter
from functools import partial
from itertools import product
from operator import ge
from typing import Any, ClassVar

import pytest

import grognard
from grognard.core import driving
from grognard.core.actions import Pass
from grognard.core.dice import D6, D10, Dice, Die, Live, Recorded, live_face
from grognard.core.errors import DiceError, RecordError
from grognard.core.events import Rolled, Thrown
from grognard.core.games import Game
from grognard.core.procedures import Next, Procedure, Roll
from grognard.core.records import digest
from grognard.core.scenarios import Scenario
from tests.core.toy import TOY, Bid, Duel, Parry, ToyGame, ToyRules
from tests.outcomes import every_outcome

SECRET = bytes(range(32))
NONCES = {"red": "r", "blue": "b"}


def duel(*faces: int) -> Game:
    return grognard.new(TOY.id, dice=Dice.script(faces))


def bid(game: Game, red: int, blue: int) -> None:
    game.play("red", Bid(red))
    game.play("blue", Bid(blue))


def chi_square(counts: Counter[int], die: Die) -> float:
    expected = counts.total() / die.sides
    return sum((counts[face] - expected) ** 2 / expected for face in range(die.low, die.high + 1))


# ---------------------------------------------------------------- scripted and recorded


def test_a_script_that_is_too_short_says_so_and_leaves_the_game_as_it_was():
    game = duel(0, 0)
    game.play("red", Bid(2))
    game.play("blue", Bid(1))
    before, events, entries = game.position(), game.events(None), game.record()
    with pytest.raises(DiceError) as short:
        game.play("blue", Parry())
    assert str(short.value) == "The dice script holds 2 numbers and the game wants one more (for strike)."
    assert (game.position(), game.events(None), game.record()) == (before, events, entries)
    assert game.actors == ("blue",)
    assert Parry() in game.actions("blue")


def test_a_script_that_is_too_short_to_begin_says_so():
    with pytest.raises(DiceError, match=r"The dice script holds 1 numbers and the game wants one more \(for card\)\."):
        duel(0)


def test_a_face_that_the_die_does_not_have_is_refused():
    game = duel(0, 1, 7)
    game.play("red", Bid(2))
    game.play("blue", Bid(1))
    with pytest.raises(DiceError) as wrong:
        game.play("blue", Pass())
    assert str(wrong.value) == "Number 3 of the dice script is 7, but the die (for strike) shows 1 to 6."


def test_scripted_faces_come_in_their_order():
    game = duel(1, 1, 5, 2)
    bid(game, 2, 0)
    game.play("blue", Pass())
    bid(game, 2, 0)
    game.play("blue", Pass())
    assert [event.faces for event in game.events(None) if isinstance(event, Rolled)] == [(5,), (2,)]


def test_recorded_dice_give_the_record_and_then_another_source():
    dice = Recorded([3, 4], Dice.script([9, 9, 5]))
    assert [dice.face(i, D10, "a test") for i in range(3)] == [3, 4, 5]


def test_recorded_dice_without_another_source_run_out():
    with pytest.raises(DiceError, match=r"The record holds 2 rolls and the game wants one more \(for a test\)\."):
        Recorded([3, 4]).face(2, D10, "a test")
    with pytest.raises(DiceError, match=r"Roll 1 of the record shows 3, but the die \(for a test\) has no such face\."):
        Recorded([3]).face(0, Die(0, 1), "a test")


# ---------------------------------------------------------------- fast


def test_fast_dice_are_a_function_of_seed_and_index():
    one, other = Dice.fast(5), Dice.fast(5)
    faces = [one.face(i, D10, "") for i in range(50)]
    assert [other.face(i, D10, "") for i in reversed(range(50))] == faces[::-1]
    assert [Dice.fast(6).face(i, D10, "") for i in range(50)] != faces


@pytest.mark.parametrize("die", [D6, D10, Die(0, 63)])
@pytest.mark.parametrize("seed", [0, 1, 2**40])
def test_fast_dice_show_every_face_equally_often(die: Die, seed: int):
    dice = Dice.fast(seed)
    counts = Counter(dice.face(i, die, "") for i in range(20_000))
    assert set(counts) == set(range(die.low, die.high + 1))
    # The 99.99 percentiles for 5, 9 and 63 degrees of freedom.
    assert chi_square(counts, die) < {6: 25.7, 10: 33.7, 64: 113.5}[die.sides]


def test_the_first_rolls_of_many_games_are_even_too():
    counts = Counter(Dice.fast(seed).face(0, D10, "") for seed in range(20_000))
    assert chi_square(counts, D10) < 33.7
    pairs = Counter(10 * Dice.fast(seed).face(0, D10, "") + Dice.fast(seed).face(1, D10, "") for seed in range(20_000))
    assert chi_square(pairs, Die(0, 99)) < 159.6  # 99 degrees of freedom


# ---------------------------------------------------------------- live


def finished(secret: bytes = SECRET) -> Game:
    game = grognard.new(TOY.id, dice=Dice.live("g1", NONCES, secret))
    while game.over is None:
        seat = game.actors[0]
        game.play(seat, game.actions(seat)[0])
    return game


def edited(record: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """The record with changes and a digest that fits them again."""
    changed = {**record, **changes}
    return changed | {"digest": digest(changed)}


def test_live_dice_commit_to_their_secret_before_the_game():
    game = grognard.new(TOY.id, dice=Dice.live("g1", NONCES, SECRET))
    public = game.record("red")["dice"]
    assert public == {"kind": "live", "game": "g1", "nonces": NONCES, "commitment": Live("g1", NONCES, SECRET).commitment}
    assert game.record()["dice"]["secret"] == SECRET.hex()


def test_two_live_games_have_different_secrets():
    one, other = Dice.live(), Dice.live()
    assert one.secret != other.secret
    assert len(one.secret) == 32
    assert one.game_id != other.game_id


def test_live_dice_depend_on_everything_that_goes_into_them():
    def faces(secret: bytes = SECRET, game: str = "g1", nonces: dict[str, str] = NONCES) -> list[int]:
        return [live_face(secret, game, nonces, i, D10) for i in range(40)]

    assert faces() == faces(nonces={"blue": "b", "red": "r"})
    others = [faces(secret=bytes(32)), faces(game="g2"), faces(nonces={"red": "r", "blue": "c"})]
    assert all(other != faces() for other in others)


@pytest.mark.parametrize("die", [D6, D10])
def test_live_dice_show_every_face_equally_often(die: Die):
    counts = Counter(live_face(SECRET, "g1", NONCES, i, die) for i in range(20_000))
    assert chi_square(counts, die) < {6: 25.7, 10: 33.7}[die.sides]


def test_live_dice_reject_words_that_would_favour_low_faces():
    # With three thousand million faces a third of all words lies beyond the last whole multiple: without
    # rejection the faces below would come twice as often.
    die = Die(0, 3_000_000_000 - 1)
    beyond = (1 << 32) - die.sides
    low = sum(live_face(SECRET, "g1", NONCES, i, die) < beyond for i in range(3_000))
    share = beyond / die.sides
    assert abs(low - 3_000 * share) < 4 * (3_000 * share * (1 - share)) ** 0.5


def test_every_roll_of_a_live_game_can_be_verified():
    game = finished()
    assert grognard.verify(game.record()) == game.rolled > 0
    assert grognard.verify(game.record("red")) == game.rolled


def test_verify_catches_a_changed_roll():
    record = finished().record()
    place = next(i for i, entry in enumerate(record["entries"]) if entry.startswith("roll"))
    face = int(record["entries"][place].split()[1])
    entries = [*record["entries"]]
    entries[place] = f"roll {1 - face}"
    with pytest.raises(RecordError, match=f"Roll 1 of this game is recorded as {1 - face}, but the committed dice show {face}"):
        grognard.verify(edited(record, entries=entries))


def test_verify_catches_every_changed_roll():
    record = finished().record()
    places = [i for i, entry in enumerate(record["entries"]) if entry.startswith("roll")]
    for place in places:
        face = int(record["entries"][place].split()[1])
        for other in {0, 1, 2, 3, 4, 5, 6} - {face}:
            entries = [*record["entries"]]
            entries[place] = f"roll {other}"
            with pytest.raises(grognard.GrognardError):
                grognard.verify(edited(record, entries=entries))


def test_verify_catches_a_missing_roll():
    record = finished().record()
    with pytest.raises(RecordError):
        grognard.verify(edited(record, entries=record["entries"][:-1]))


def test_verify_catches_a_changed_secret():
    record = finished().record()
    dice = record["dice"] | {"secret": bytes(32).hex()}
    with pytest.raises(RecordError, match="The secret does not match the commitment"):
        grognard.verify(edited(record, dice=dice))


@pytest.mark.parametrize("secret", ["not hex", 5, None])
def test_verify_catches_a_secret_that_is_none(secret: object):
    record = finished().record()
    with pytest.raises(RecordError):
        grognard.verify(edited(record, dice=record["dice"] | {"secret": secret}))


def test_verify_misses_the_secret_of_a_game_in_progress():
    game = grognard.new(TOY.id, dice=Dice.live("g1", NONCES, SECRET))
    with pytest.raises(RecordError, match="The secret of these dice is not in the record; it is shown when the game is over"):
        grognard.verify(game.record("red"))


def test_only_live_games_can_be_verified():
    with pytest.raises(RecordError, match="was not played with live dice"):
        grognard.verify(grognard.new(TOY.id, seed=1).record())


# ---------------------------------------------------------------- enumerated


def one_round(game: Game) -> None:
    """Equal bids, no parry: a draw and a strike."""
    bid(game, 1, 1)
    game.play(game.actors[0], Pass())


def scores(game: Game) -> tuple[int, int]:
    assert isinstance(game, ToyGame)
    return game.state.score["red"], game.state.score["blue"]


def test_the_chances_of_every_outcome_sum_to_one_and_equal_faces_are_taken_once():
    outcomes = list(every_outcome(duel(1, 1), one_round))
    assert sum(chance for chance, _ in outcomes) == pytest.approx(1)
    assert len(outcomes) == 4  # two strikers, hit or miss
    assert sorted(scores(game) for _, game in outcomes) == [(0, 0), (0, 0), (0, 1), (1, 0)]
    assert [chance for chance, _ in outcomes] == pytest.approx([0.25] * 4)


def test_exact_chances_agree_with_simulation():
    def three_rounds(game: Game) -> None:
        while game.over is None and isinstance(game, ToyGame) and game.state.round <= 3:
            if len(game.actors) == 2:
                bid(game, 1, 1)
            else:
                actions = game.actions(game.actors[0])
                game.play(game.actors[0], Parry() if Parry() in actions else actions[0])

    start = duel(0, 1)
    exact: Counter[tuple[int, int]] = Counter()
    for chance, game in every_outcome(start, three_rounds):
        exact[scores(game)] += chance  # type: ignore[assignment]
    assert exact.total() == pytest.approx(1)
    games, seen = 4_000, Counter[tuple[int, int]]()
    for seed in range(games):
        game = start.copy()
        game.dice = Dice.fast(seed)
        three_rounds(game)
        seen[scores(game)] += 1
    assert set(seen) <= set(exact)
    for score, chance in exact.items():
        assert abs(seen[score] - games * chance) < 4.5 * (games * chance * (1 - chance)) ** 0.5 + 1


def test_the_game_that_is_looked_at_stays_as_it_is():
    game = duel(1, 1)
    before = game.position()
    for _, outcome in every_outcome(game, one_round):
        assert outcome.dice is game.dice
    assert game.position() == before
    assert game.rolled == 2


class TwoDice(Duel):
    """A duel that begins with two dice, of which the sum is read."""

    steps: ClassVar[tuple[str, ...]] = ("throw", *Duel.steps)

    def throw(self, game: ToyGame) -> Next:
        return Roll("strike", self.thrown, die=D6, count=2, reading=lambda total: total >= 10)

    def thrown(self, game: ToyGame, rolled: Rolled) -> Next:
        game.state.round = rolled.total
        game.state.cards = {"red": "blank", "blue": "blank"}
        return None


class TwoDiceRules(ToyRules):
    procedures: ClassVar[tuple[type[Procedure], ...]] = (*ToyRules.procedures, TwoDice)


def test_the_faces_of_several_dice_are_all_taken():
    scenario = Scenario("toy/two-dice", "Two dice", lambda scenario, options: TwoDiceRules(scenario, options))
    game = ToyGame(scenario, {}, Dice.script([]))
    game.state = ToyRules.opening(TwoDiceRules(scenario, {}))
    chances: Counter[int] = Counter()
    for chance, outcome in every_outcome(game, lambda copy: driving.begin(copy, TwoDice())):
        assert isinstance(outcome, ToyGame)
        chances[outcome.state.round] += chance  # type: ignore[assignment]
    expected = Counter(a + b for a, b in product(range(1, 7), repeat=2))
    assert {total: chances[total] for total in expected} == {total: pytest.approx(n / 36) for total, n in expected.items()}


class Bucket(TwoDice):
    """A duel that begins with three dice, each of which is read by itself."""

    def throw(self, game: ToyGame) -> Next:
        return Roll("strike", self.thrown, die=D6, count=3, each=tuple(partial(ge, n) for n in (3, 4, 6)))

    def thrown(self, game: ToyGame, rolled: Rolled) -> Next:
        assert type(rolled) is Thrown
        game.state.round = sum(face > least for face, least in zip(rolled.faces, (3, 4, 6), strict=True))
        game.state.cards = {"red": "blank", "blue": "blank"}
        return None


class BucketRules(ToyRules):
    procedures: ClassVar[tuple[type[Procedure], ...]] = (*ToyRules.procedures, Bucket)


def test_dice_that_are_read_one_by_one_are_merged_one_by_one():
    scenario = Scenario("toy/bucket", "A bucket of dice", lambda scenario, options: BucketRules(scenario, options))
    game = ToyGame(scenario, {}, Dice.script([]))
    game.state = ToyRules.opening(BucketRules(scenario, {}))
    chances = [(chance, copy) for chance, copy in every_outcome(game, lambda copy: driving.begin(copy, Bucket()))]
    assert len(chances) == 4  # the third die cannot show more than six
    hits: Counter[int] = Counter()
    for chance, copy in chances:
        assert isinstance(copy, ToyGame)
        hits[copy.state.round] += chance  # type: ignore[assignment]
    assert hits == {0: pytest.approx(1 / 3), 1: pytest.approx(1 / 2), 2: pytest.approx(1 / 6)}


def test_dice_that_are_read_one_by_one_are_not_summed_up_in_words():
    assert str(Thrown("strike", (3, 5, 1), (), "T3", "red")).endswith(": 3, 5, 1")
    assert str(Rolled("strike", (3, 5, 1), (), "T3", "red")).endswith(": 3+5+1")
