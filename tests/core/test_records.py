"""A record that cannot be replayed is refused in one clear sentence."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import grognard
from grognard.core.dice import D6, Dice
from grognard.core.errors import GrognardError, RecordError
from grognard.core.games import Game, Return
from grognard.core.records import digest, hidden_entries, sealed_entries
from tests.core.toy import TOY, Bid
from tests.core.wandering import Work, choose_and_undo, wander
from tests.golden import golden_record


def played(*texts: str, faces: tuple[int, ...] = (0, 1, 5, 2, 6)) -> Game:
    """A duel with cards for both and these plays: `red bid 2`."""
    game = grognard.new(TOY.id, dice=Dice.script(faces))
    for text in texts:
        seat, _, words = text.partition(" ")
        game.play(seat, game.rules.vocabulary.parse(words))
    return game


ROUND = ("red bid 2", "blue bid 1", "blue pass")


def edited(record: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """The record with changes and a digest that fits them again."""
    changed = {**record, **changes}
    return changed | {"digest": digest(changed)}


def refusal(record: object) -> str:
    with pytest.raises(GrognardError) as refused:
        grognard.replay(record)
    words = str(refused.value)
    assert words.endswith((".", "?"))
    assert "\n" not in words
    return words


def test_a_record_is_readable_text():
    assert played(*ROUND).record() == {
        "grognard-record": 1,
        "scenario": "toy/duel",
        "options": {},
        "rules": "1",
        "dice": {"kind": "script", "faces": [0, 1, 5, 2, 6]},
        "entries": ["roll 0", "roll 1", "red bid 2", "blue bid 1", "blue pass", "roll 5"],
        "digest": played(*ROUND).record()["digest"],
    }


def test_a_record_survives_any_way_of_writing_json():
    record = played(*ROUND).record()
    for text in (json.dumps(record), json.dumps(record, indent=2, sort_keys=True)):
        assert grognard.replay(json.loads(text)).record() == record


def test_a_replayed_game_goes_on_with_the_dice_of_its_record_or_with_others():
    game = grognard.replay(played(*ROUND).record())
    assert (game.dice.face(3, D6, ""), game.rolled) == (2, 3)
    other = grognard.replay(played(*ROUND).record(), dice=Dice.fast(9))
    assert other.record()["dice"] == {"kind": "fast", "seed": 9}


# ---------------------------------------------------------------- what is no record


@pytest.mark.parametrize("value", [None, 5, "red bid 2", [], {}, {"scenario": "toy/duel"}])
def test_what_is_no_record_is_refused(value: object):
    assert refusal(value) == "This is not a Grognard record: it has no field 'grognard-record'."


@pytest.mark.parametrize("field", ["scenario", "options", "entries", "digest"])
def test_a_record_without_a_field_is_incomplete(field: str):
    record = played(*ROUND).record()
    del record[field]
    assert refusal(record) == f"This record is incomplete: it has no field '{field}'; get it again from its source."


def test_a_truncated_record_is_noticed():
    record = played(*ROUND).record()
    cut = {**record, "entries": record["entries"][:-1]}
    assert refusal(cut) == "This record was edited or cut short: its digest does not match; get it again from its source."


@pytest.mark.parametrize("field", ["scenario", "options", "rules", "dice", "entries"])
def test_an_edited_record_is_noticed(field: str):
    record = {**played(*ROUND).record(), field: "something else"}
    assert refusal(record) == "This record was edited or cut short: its digest does not match; get it again from its source."


@pytest.mark.parametrize("version", [2, 99, "1", None, 1.5])
def test_a_record_of_a_newer_format_asks_for_a_newer_version(version: object):
    record = edited(played(*ROUND).record(), **{"grognard-record": version})
    assert refusal(record) == f"This record is of format {version!r}, and this version reads up to 1; install a newer Grognard."


def test_a_record_of_other_rules_names_both_versions():
    assert refusal(edited(played(*ROUND).record(), rules="0.7")) == (
        "This record was played by version 0.7 of the rules of 'toy/duel', and this is version 1; replay it with that version."
    )


def test_a_record_of_an_unknown_scenario_suggests_a_known_one():
    words = refusal(edited(played(*ROUND).record(), scenario="toy/dual"))
    assert words == "There is no scenario 'toy/dual'; did you mean 'toy/duel'?"


def test_a_record_with_an_unknown_option_is_refused():
    words = refusal(edited(played(*ROUND).record(), options={"weather": "rain"}))
    assert words == "Scenario 'toy/duel' has no option 'weather'; its options are: none."


@pytest.mark.parametrize("changes", [{"scenario": 5}, {"scenario": ["toy/duel"]}, {"options": ["a"]}, {"options": None}])
def test_a_record_with_fields_of_the_wrong_type_is_refused(changes: dict[str, object]):
    assert "cannot be read" in refusal(edited(played(*ROUND).record(), **changes))


@pytest.mark.parametrize("entries", [None, "roll 0", {"0": "roll 0"}, [0], ["roll 0", None], [["roll", 0]]])
def test_entries_are_a_list_of_texts(entries: object):
    words = refusal(edited(played(*ROUND).record(), entries=entries))
    assert words == "The entries of this record are not a list of texts; get it again from its source."


@pytest.mark.parametrize(
    "dice",
    [5, ["fast"], {"kind": "fast", "seed": "seven"}, {"kind": "script", "faces": 5}, {"kind": "live", "secret": "zz"}],
)
def test_dice_that_cannot_be_read_are_refused(dice: object):
    words = refusal(edited(played(*ROUND).record(), dice=dice))
    assert words == "The dice of this record cannot be read; get it again from its source."


# ---------------------------------------------------------------- entries


@pytest.mark.parametrize(
    ("place", "entry", "words"),
    [
        (2, "red bid", "Entry 3 of this record, 'red bid', cannot be read: 'bid' takes <number>, not ''."),
        (
            2,
            "red bid two",
            "Entry 3 of this record, 'red bid two', cannot be read: 'bid' wants a number for its number, not 'two'.",
        ),
        (2, "red fly", "Entry 3 of this record, 'red fly', cannot be read: There is no action 'fly'; the words are "),
        (2, "", "Entry 3 of this record, '', cannot be read: There is no action ''; the words are "),
        (0, "roll six", "Entry 1 of this record, 'roll six', cannot be read: "),
        (2, "red bid 7", "Entry 3 of this record, 'red bid 7', is not legal: 'bid 7' is not among the choices now (T1)"),
        (2, "green bid 1", "Entry 3 of this record, 'green bid 1', cannot be played: There is no seat 'green' in this game"),
        (3, "red bid 1", "Entry 4 of this record, 'red bid 1', is not legal: There is nothing for red to decide now"),
        (4, "undo blue", "Entry 5 of this record, 'undo blue', is not legal: "),
        (4, "undo", "Entry 5 of this record, 'undo ', is not legal: "),
        (4, "resign green", "Entry 5 of this record, 'resign green', cannot be played: There is no seat 'green' in this game"),
        (5, "roll 7", "Entry 5 of this record, 'blue pass', cannot be played: Roll 3 of the record shows 7, but the die"),
        (2, "red (sealed)", "Entry 3 of this record is still sealed to its reader; only the full record can be replayed."),
    ],
)
def test_an_entry_that_cannot_be_is_named(place: int, entry: str, words: str):
    record = played(*ROUND).record()
    entries = [*record["entries"]]
    entries[place] = entry
    assert refusal_of_entries(record, entries).startswith(words)


def refusal_of_entries(record: dict[str, Any], entries: list[str]) -> str:
    with pytest.raises(RecordError) as refused:
        grognard.replay(edited(record, entries=entries))
    return str(refused.value)


def test_a_roll_too_many_or_too_few_does_not_replay():
    record = played(*ROUND).record()
    for entries in ([*record["entries"], "roll 3"], record["entries"][:-1]):
        assert re.match("This record does not replay to itself|Entry ", refusal_of_entries(record, entries))


def test_nothing_comes_after_the_end():
    game = played(*ROUND)
    game.resign("red")
    record = game.record()
    words = refusal_of_entries(record, [*record["entries"], "red bid 1"])
    assert words == "Entry 8 of this record, 'red bid 1', is not legal: The game is over"


# ---------------------------------------------------------------- what a seat gets


def test_the_answers_of_others_are_hidden_until_all_have_answered():
    game = played("red bid 2")
    assert game.record("red")["entries"] == ["roll 0", "roll (sealed)", "red bid 2"]
    assert game.record("blue")["entries"] == ["roll (sealed)", "roll 1", "red (sealed)"]
    game.play("blue", Bid(1))
    assert game.record("blue")["entries"] == ["roll (sealed)", "roll 1", "red bid 2", "blue bid 1"]


def test_an_answer_that_was_taken_back_unseen_stays_hidden():
    game = played("red bid 2")
    game.undo("red")
    assert game.record("blue")["entries"][2:] == ["red (sealed)", "undo red"]
    game.play("red", Bid(0))
    assert game.record("blue")["entries"][2:] == ["red (sealed)", "undo red", "red (sealed)"]
    game.play("blue", Bid(1))
    assert game.record("blue")["entries"][2:] == ["red (sealed)", "undo red", "red bid 0", "blue bid 1"]
    assert game.record("red")["entries"][2:] == ["red bid 2", "undo red", "red bid 0", "blue bid 1"]


def test_a_record_with_sealed_entries_says_so():
    words = refusal(played("red bid 2").record("blue"))
    assert words == "Entry 1 of this record is still sealed to its reader; only the full record can be replayed."


def test_the_seed_is_never_in_a_seats_record():
    game = grognard.new(TOY.id, seed=123456789)
    assert game.record("red")["dice"] == {"kind": "fast"}
    game.resign("red")
    assert game.record("red")["dice"] == {"kind": "fast"}
    assert grognard.replay(game.record("red")).over == game.over


def test_the_position_a_game_was_set_up_from_keeps_its_secrets():
    game = grognard.setup(played("red bid 2").position(), seed=1)
    opening = game.record("blue")["position"]
    assert "sealed" not in opening
    assert opening["state"]["cards"] == {"red": "unknown", "blue": "blank"}
    assert game.record("red")["position"]["sealed"] == {"red": "bid 2"}
    assert game.record()["position"] == played("red bid 2").position()


# ---------------------------------------------------------------- long records


@pytest.mark.parametrize("name", ["eutaw-brawler-live", "perfect-plan-brawler-live"])
def test_verifying_looks_at_each_entry_a_fixed_number_of_times(monkeypatch: pytest.MonkeyPatch, name: str):
    record = golden_record(name)
    work = Work(monkeypatch)
    rolls = grognard.verify(record)
    assert rolls == sum(len(entry.split()) - 1 for entry in record["entries"] if entry.startswith("roll "))
    assert work["play"] <= len(record["entries"])
    assert work["faces_of"] <= 2 * len(record["entries"])


def test_verifying_plays_each_choice_once_whatever_was_undone(monkeypatch: pytest.MonkeyPatch):
    game = grognard.new("chancellorsville/perfect-plan", dice=Dice.live("a game", {}, b"\7" * 32))
    choose_and_undo(game, 600)
    game.resign("AoP")
    record, work = game.record(), Work(monkeypatch)
    grognard.verify(record)
    assert (work["play"], work["restart"]) == (600, 0)
    assert work["faces_of"] <= 2 * len(record["entries"])


def test_every_roll_is_verified_as_soon_as_it_falls(monkeypatch: pytest.MonkeyPatch):
    game = grognard.new(TOY.id, dice=Dice.live("a game", {}, b"\7" * 32))
    wander(game, 1, 10, undo=0.3)
    game.resign("red")
    record = game.record()
    rolls = [place for place, entry in enumerate(record["entries"]) if entry.startswith("roll ")]
    assert grognard.verify(record) == len(rolls)
    for number, place in enumerate(rolls, 1):
        fell = int(record["entries"][place].split()[1])
        entries = [*record["entries"][:place], f"roll {fell + 1}", *record["entries"][place + 1 :]]
        with pytest.raises(RecordError, match=f"Roll {number} of this game is recorded as {fell + 1}, but .* show {fell}"):
            grognard.verify(edited(record, entries=entries))
    for entries, words in (
        (record["entries"][: rolls[-1]], f"has {len(rolls) - 1} rolls in its record and"),
        ([*record["entries"], "roll 3"], f"has {len(rolls) + 1} rolls in its record and {len(rolls)} when"),
    ):
        with pytest.raises(RecordError, match=words):
            grognard.verify(edited(record, entries=entries))


def test_what_returns_say_of_secrets_grows_with_the_log_only():
    game = grognard.new("chancellorsville/perfect-plan", seed=1)
    for _ in range(100):
        before, seat, place = game.copy(), game.actors[0], game.entries.length
        game.play(seat, game.actions(seat)[0])
        game.return_to(place, before)
    other = game.seats[1 - game.seats.index(seat)]
    returns = [entry for entry in game.entries.since(0) if isinstance(entry, Return)]
    assert len(hidden_entries(game, other)) == 100
    assert sum(len(entry.hidden[other]) + len(entry.shown[other]) for entry in returns) == 100


@pytest.mark.parametrize("seed", range(12))
def test_what_a_seat_could_read_at_a_return_it_can_read_ever_after(seed: int):
    game = (
        grognard.new(TOY.id, seed=seed)
        if seed < 8
        else grognard.new("revolution/eutaw/campaign", seed=seed, options={"reinforcements": "optional"})
    )
    readable: dict[str, set[int]] = {seat: set() for seat in game.seats}

    def check(game: Game) -> None:
        if game.over is not None:
            return
        for seat in game.seats:
            now = game.rules.secret_entries(game, seat) | sealed_entries(seat, game.entries.since(0))
            hidden = hidden_entries(game, seat)
            assert hidden == now - readable[seat]
            readable[seat] |= returned_over(game) - hidden

    wander(game, seed, 40, undo=0.2, back=0.3, seen=check)


def returned_over(game: Game) -> set[int]:
    """The places before the last agreed return."""
    entries = game.entries.since(0)
    return set(range(max((place for place, entry in enumerate(entries) if isinstance(entry, Return)), default=0)))
