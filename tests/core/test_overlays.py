"""Overlays of any game: a package of its own, with a data file and a schema, and no word of core about it."""

from __future__ import annotations

import gc
import json
import sys
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import grognard
from grognard.core import scenarios
from grognard.core.errors import GrognardError, OverlayError
from grognard.core.games import Options
from grognard.core.overlays.applying import check, in_force, settled
from grognard.core.overlays.components import component
from grognard.core.scenarios import Scenario
from tests.core.toy import Bid, ToyRules, ToyState

PACKAGE = "toybox.duel"


class Blade(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    head_start: int
    basis: str


class Blades(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    blades: tuple[Blade, ...]
    basis: str
    touches: dict[str, int] = {}


class ArmedRules(ToyRules):
    """The toy duel in which blades give a head start."""

    def __init__(self, scenario: Scenario, options: Options) -> None:
        self.blades = component(PACKAGE, "blades.json", Blades)
        check("blades.json", lambda: [f"The blade '{one.id}' is too long." for one in self.blades.blades if one.head_start > 2])
        settled("blades.json", "touches.arm")
        super().__init__(scenario, options)

    def opening(self) -> ToyState:
        return ToyState({blade.id: blade.head_start for blade in self.blades.blades})

    def window_open(self, game: Any, window: str, seat: str) -> bool:
        return self.blades.touches["leg"] > 0 and super().window_open(game, window, seat)


def make(scenario: Scenario, options: Options) -> ArmedRules:
    return ArmedRules(scenario, options)


BLADES = {
    "name": "blades",
    "blades": [
        {"id": "red", "head_start": 0, "basis": "reconstructed: a guess"},
        {"id": "blue", "head_start": 0, "basis": "printed"},
    ],
    "basis": "printed, but for the guesses",
    "touches": {"head": 1, "arm": 1, "leg": 1},
}


@pytest.fixture
def armed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A game of a package that nobody has installed; its family has a second game."""
    for game in ("duel", "melee"):
        data = tmp_path / "lib" / "toybox" / game / "data"
        data.mkdir(parents=True)
        (data.parent / "__init__.py").touch()
        (data / "blades.json").write_text(json.dumps(BLADES))
    (tmp_path / "lib" / "toybox" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path / "lib")
    monkeypatch.chdir(tmp_path)
    scenario = scenarios.add(Scenario("toybox/duel", "A duel with blades", make))
    yield scenario.id
    scenarios.ADDED.remove(scenario)
    for name in [name for name in sys.modules if name.startswith("toybox")]:
        del sys.modules[name]


def box(given: dict[str, Any], name: str = "box") -> str:
    """An overlay folder with these files, as JSON or as they are."""
    for path, content in given.items():
        file = Path(name, path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    Path(name).mkdir(exist_ok=True)
    return name


RED_ONE = {"duel/blades.json": {"blades": {"red": {"head_start": 1}}}}


def faults(scenario: str, folder: str) -> tuple[str, ...]:
    """Every fault of an overlay; each is one sentence, and the game without it is as before."""
    with pytest.raises(OverlayError) as refused:
        grognard.new(scenario, seed=1, components=folder)
    for words in refused.value.faults:
        assert words.endswith((".", "?"))
        assert "\n" not in words
    assert grognard.new(scenario, seed=1).position()["state"]["score"] == {"red": 0, "blue": 0}
    assert in_force() is None
    return refused.value.faults


# ---------------------------------------------------------------- what an overlay does


def test_a_value_of_the_overlay_is_played_with(armed: str):
    game = grognard.new(armed, seed=1, components=box(RED_ONE))
    assert game.position()["state"]["score"] == {"red": 1, "blue": 0}
    assert grognard.new(armed, seed=1).position()["state"]["score"] == {"red": 0, "blue": 0}


def test_the_folder_may_be_a_path_or_an_overlay_read_before(armed: str):
    folder = box(RED_ONE)
    read = grognard.overlay(folder)
    for given in (folder, Path(folder), read):
        assert grognard.new(armed, seed=1, components=given).scenario.overlay is read


def test_data_are_merged_once_for_an_overlay(armed: str):
    folder = box(RED_ONE)
    first, second = (grognard.new(armed, seed=seed, components=folder) for seed in (1, 2))
    assert first.rules is second.rules
    assert first.rules is not grognard.new(armed, seed=1).rules


def test_a_move_that_the_values_do_not_allow_for_is_refused_and_nothing_changes(armed: str):
    game = grognard.new(armed, seed=1, components=box({"duel/blades.json": {"touches": {"leg": None}}}))
    game.play("red", Bid(2))
    before = game.position(), game.record(), game.events(None)
    with pytest.raises(OverlayError) as refused:
        game.play("blue", Bid(1))
    assert refused.value.faults == (
        "The components 'box' do not fit together: the game cannot go on with their values (KeyError('leg'));"
        " correct them, or play without.",
    )
    assert (game.position(), game.record(), game.events(None)) == before
    plain = grognard.new(armed, seed=1)
    plain.play("red", Bid(2))
    plain.play("blue", Bid(1))


def test_overlays_that_nobody_uses_are_let_go_but_for_a_few(armed: str):
    played = grognard.new(armed, seed=1, components=box(RED_ONE))
    seen = []
    for number in range(12):
        folder = box({"duel/blades.json": {"name": f"blades {number}"}}, f"box{number}")
        seen.append(weakref.ref(grognard.new(armed, seed=1, components=folder).rules))
    gc.collect()
    assert 0 < sum(known() is not None for known in seen) <= 8
    assert grognard.new(armed, seed=2, components="box").rules is played.rules


def test_a_folder_that_was_changed_is_read_again(armed: str):
    box(RED_ONE)
    grognard.new(armed, seed=1, components="box")
    box({"duel/blades.json": {"blades": {"red": {"head_start": 2}}}})
    assert grognard.new(armed, seed=1, components="box").position()["state"]["score"]["red"] == 2


def test_a_folder_may_name_more_of_the_package(armed: str):
    game = grognard.new(armed, seed=1, components=box({"toybox.duel/blades.json": {"blades": {"blue": {"head_start": 2}}}}))
    assert game.position()["state"]["score"] == {"red": 0, "blue": 2}


def test_notes_and_hidden_files_are_nobodys_values(armed: str):
    folder = box({**RED_ONE, "README.md": b"a note", "duel/notes.md": b"another", ".git/config": b"x", "duel/.DS_Store": b"\0"})
    assert grognard.new(armed, seed=1, components=folder).position()["state"]["score"]["red"] == 1


def test_a_byte_order_mark_is_no_fault(armed: str):
    folder = box({"duel/blades.json": b"\xef\xbb\xbf" + json.dumps({"blades": {"red": {"head_start": 1}}}).encode()})
    assert grognard.new(armed, seed=1, components=folder).position()["state"]["score"]["red"] == 1


# ---------------------------------------------------------------- basis


def blades(scenario: str, folder: str) -> Blades:
    rules = grognard.new(scenario, seed=1, components=folder).rules
    assert isinstance(rules, ArmedRules)
    return rules.blades


def test_overlaid_values_are_marked_as_printed(armed: str):
    found = blades(armed, box(RED_ONE))
    assert [blade.basis for blade in found.blades] == ["printed: box", "printed"]
    assert found.basis == "printed, but for the guesses"


def test_the_overlay_may_say_on_what_its_values_rest(armed: str):
    found = blades(armed, box({**RED_ONE, "overlay.json": {"name": "First edition", "basis": "printed: first edition"}}))
    assert found.blades[0].basis == "printed: first edition"
    own = {"duel/blades.json": {"blades": {"red": {"head_start": 1, "basis": "reconstructed: a"}, "blue": {"head_start": 1}}}}
    assert [blade.basis for blade in blades(armed, box(own, "other")).blades] == ["reconstructed: a", "printed: other"]


@pytest.mark.parametrize(
    ("former", "now"),
    [("seed: p. 4", "printed: p. 4"), ("ruling: errata", "reconstructed: errata"), ("ruling", "reconstructed")],
)
def test_an_overlay_in_the_words_of_an_earlier_version_is_read(armed: str, former: str, now: str):
    value = {"duel/blades.json": {"name": "seed", "blades": {"red": {"head_start": 1, "basis": former}}}}
    found = blades(armed, box(value))
    assert (found.name, found.blades[0].basis) == ("seed", now)
    over = box({**RED_ONE, "overlay.json": {"name": "ruling", "basis": former}}, "older")
    assert blades(armed, over).blades[0].basis == now


def test_the_basis_of_a_whole_file_gets_a_line_more(armed: str):
    found = blades(armed, box({"duel/blades.json": {"touches": {"head": 2}, "name": "foils"}}))
    assert found.basis == "printed, but for the guesses; touches.head, name (printed: box)"
    assert blades(armed, box({"duel/blades.json": {"basis": "printed"}}, "other")).basis == "printed"


# ---------------------------------------------------------------- faults


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (
            {"duel/blades.json": {"blades": {"red": {"head_start": "1"}}}},
            ["box/duel/blades.json, blades.red.head_start: expected a whole number, got text."],
        ),
        (
            {"duel/blades.json": {"blades": {"red": {"hed_start": 1}, "bleu": {"head_start": 1}}}},
            [
                "box/duel/blades.json, blades.red.hed_start: there is no field 'hed_start'; did you mean 'head_start'?",
                "box/duel/blades.json, blades.bleu: the field 'basis' is missing; did you mean 'blue'?",
            ],
        ),
        (
            {"duel/blades.json": {"blades": {"red": None}, "name": None}},
            [
                "box/duel/blades.json, blades.red: what has an id cannot be taken away; change it instead.",
                "box/duel/blades.json, name: the field 'name' is missing.",
            ],
        ),
        ({"duel/blades.json": [1]}, ["box/duel/blades.json: expected an object, got a list."]),
        (
            {"duel/blades.json": {"blades": {"red": {"head_start": 3}}}},
            ["box/duel/blades.json: The blade 'red' is too long."],
        ),
        (
            {"duel/blades.json": {"touches": {"arm": 2, "armour": 2}}},
            ["box/duel/blades.json, touches.arm: this is a rule, which an overlay cannot change; leave it out."],
        ),
        (
            {**RED_ONE, "duel/blade.json": {}},
            ["box/duel/blade.json: the game reads no such file; did you mean 'blades.json'?"],
        ),
        ({**RED_ONE, "duel/x.json": {}}, ["box/duel/x.json: the game reads no such file; it reads blades.json."]),
        ({**RED_ONE, "meele/x.json": {}}, ["box/meele: there is no game of this name here; did you mean 'melee'?"]),
        ({"melee/blades.json": {"name": "x"}}, ["box: there is nothing in it for this game; it holds melee."]),
        (
            {"duel/blades.json": {"blades": []}},
            ["box/duel/blades.json, blades: what has an id cannot be taken away; change it instead."],
        ),
        ({"duel/blades.json": {}}, ["box: there is nothing in it for this game; it holds duel."]),
        ({}, ["box: there is nothing in it for this game; it holds nothing."]),
        (
            {**RED_ONE, "toybox.duel/blades.json": {}},
            ["box/toybox.duel/blades.json: 'duel' and 'toybox.duel' are the same game; keep one folder."],
        ),
        (
            {"duel/blades.json": b"{"},
            [
                "box/duel/blades.json: it is not JSON, or it was cut short"
                " (line 1, column 2: Expecting property name enclosed in double quotes)."
            ],
        ),
        ({"duel/blades.json": b"\xff"}, ["box/duel/blades.json: it is not a text file (UTF-8)."]),
        (
            {"duel/blades.json": b'{"name": "a", "name": "b"}'},
            ["box/duel/blades.json: the key 'name' is given twice; keep one."],
        ),
        (
            {"duel/blades.json": b'{"touches": {"head": NaN}}'},
            ["box/duel/blades.json: NaN is not a usable number."],
        ),
        ({**RED_ONE, "overlay.json": {"title": "x"}}, ["box/overlay.json: there is no field 'title'."]),
        (
            {**RED_ONE, "overlay.json": {"basis": "guessed"}},
            ["box/overlay.json, basis: expected text of the form '^(printed|reconstructed)'."],
        ),
        (
            {**RED_ONE, "blades.json": {}, "duel/blades.json.txt": b"{}"},
            [
                f"box/{name}: this is no file of an overlay; values go into the folder of their game, GAME/units.json for"
                " example, and notes into files that end in .md."
                for name in ("blades.json", "duel/blades.json.txt")
            ],
        ),
    ],
    ids=lambda value: str(list(value)) if isinstance(value, dict) else "",
)
def test_every_fault_is_told_with_file_and_key(armed: str, given: dict[str, Any], expected: list[str]):
    assert list(faults(armed, box(given))) == expected


def test_another_game_of_the_family_may_have_values_beside(armed: str):
    folder = box({**RED_ONE, "melee/blades.json": {"name": "x"}})
    assert grognard.new(armed, seed=1, components=folder).position()["state"]["score"]["red"] == 1


def test_so_may_any_installed_game(armed: str):
    folder = box({**RED_ONE, "eutaw/units.json": {"buffs": {"basis": "printed"}}, "guilford/units.json": {}})
    assert grognard.new(armed, seed=1, components=folder).position()["state"]["score"]["red"] == 1


def test_the_message_is_the_first_fault_and_counts_the_others(armed: str):
    given = {"duel/blades.json": {"blades": {"red": {"head_start": "1"}, "blue": {"head_start": "1"}}}}
    with pytest.raises(OverlayError, match=r"blades\.red\.head_start: .*text\. \(and 1 more faults\)$"):
        grognard.new(armed, seed=1, components=box(given))


@pytest.mark.parametrize("folder", ["nowhere", "lib/toybox/__init__.py", "box/duel/blades.json/deeper"])
def test_a_folder_that_is_none_is_refused(armed: str, folder: str):
    box(RED_ONE)
    assert faults(armed, folder) == (f"There is no components folder '{folder}'; docs/components.md says how one is made.",)


def test_deeply_nested_nonsense_is_refused(armed: str):
    deep = b'{"touches": ' + b"[" * 600 + b"]" * 600 + b"}"
    assert len(faults(armed, box({"duel/blades.json": deep}))) == 1
    deeper = b'{"touches": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    assert len(faults(armed, box({"duel/blades.json": deeper}))) == 1


def test_rules_that_break_on_the_values_are_a_fault_of_the_overlay(armed: str, monkeypatch: pytest.MonkeyPatch):
    def broken(scenario: Scenario, options: Options) -> ArmedRules:
        rules = ArmedRules(scenario, options)
        return {"head": rules}["head" if "head" in rules.blades.touches else "nothing"]

    monkeypatch.setattr(grognard.find(armed), "_make", broken)
    folder = box({"duel/blades.json": {"touches": {"head": None}}})
    assert faults(armed, folder) == ("The game cannot be played with the values of 'box' (KeyError('nothing')).",)


# ---------------------------------------------------------------- records and positions


def played(scenario: str, folder: str | None) -> grognard.Game:
    game = grognard.new(scenario, seed=5, components=folder)
    for seat, bid in (("red", 2), ("blue", 1)):
        game.play(seat, Bid(bid))
    return game


def refusal(call: Any, *arguments: Any, **options: Any) -> str:
    with pytest.raises(GrognardError) as refused:
        call(*arguments, **options)
    return str(refused.value)


def test_a_record_and_a_position_carry_name_and_digest(armed: str):
    game = played(armed, box(RED_ONE))
    stamp = game.record()["components"]
    assert stamp == game.position()["components"] == game.view("red")["position"]["components"]
    assert stamp["name"] == "box"
    assert len(stamp["digest"]) == 16
    assert game.record("red")["components"] == stamp
    assert "components" not in played(armed, None).record()
    assert "components" not in played(armed, None).position()


def test_a_record_replays_with_its_overlay_and_no_other_way(armed: str):
    record = played(armed, box(RED_ONE)).record()
    digest = record["components"]["digest"]
    assert grognard.replay(record, components="box").record() == record
    assert refusal(grognard.replay, record) == (
        f"This record was made with the components 'box' ({digest}); give their folder with --components"
        " (in Python: components=...)."
    )
    box({"duel/blades.json": {"blades": {"red": {"head_start": 2}}}}, "other")
    assert refusal(grognard.replay, record, components="other").startswith(
        f"This record was made with the components 'box' ({digest}), and those in 'other' have other values ("
    )
    assert refusal(grognard.replay, played(armed, None).record(), components="box") == (
        "This record was made with the game's own components; leave --components (components=...) out."
    )


def test_a_position_is_set_up_with_its_overlay_and_no_other_way(armed: str):
    position = played(armed, box(RED_ONE)).position()
    assert grognard.setup(position, seed=1, components="box").position() == position
    assert "give their folder with --components" in refusal(grognard.setup, position, seed=1)
    box({"duel/blades.json": {"blades": {"red": {"head_start": 2}}}}, "other")
    assert "have other values" in refusal(grognard.setup, position, seed=1, components="other")
    bad = position | {"components": "box"}
    assert "an object with a name and a digest" in refusal(grognard.setup, bad, seed=1, components="box")


def test_a_position_that_names_no_overlay_takes_the_one_it_is_given(armed: str):
    position = played(armed, None).position()
    game = grognard.setup(position, seed=1, components=box(RED_ONE))
    assert game.position()["components"]["name"] == "box"
    record = game.record()
    assert "components" not in record["position"]
    assert grognard.replay(record, components="box").record() == record
    assert "give their folder" in refusal(grognard.replay, record)


def test_the_digest_is_that_of_the_values(armed: str):
    def digest(given: dict[str, Any], name: str) -> str:
        return str(played(armed, box(given, name)).record()["components"]["digest"])

    same = digest(RED_ONE, "one")
    as_list: dict[str, Any] = {"duel/blades.json": {"blades": [{"id": "red", "head_start": 1}]}}
    remarks: dict[str, Any] = {
        "duel/blades.json": {"blades": {"red": {"head_start": 1, "basis": "printed: mine"}}},
        "overlay.json": {"name": "x"},
    }
    others: dict[str, Any] = {**RED_ONE, "melee/blades.json": {"name": "x"}}
    assert [digest(given, f"box{number}") for number, given in enumerate((as_list, remarks, others))] == [same] * 3
    other: dict[str, Any] = {"duel/blades.json": {"blades": {"red": {"head_start": 2}}}}
    more: dict[str, Any] = {"duel/blades.json": {"blades": {"red": {"head_start": 1}, "blue": {"head_start": 1}}}}
    less: dict[str, Any] = {"duel/blades.json": {"touches": {"head": None}}}
    blue: dict[str, Any] = {"duel/blades.json": {"blades": {"blue": {"head_start": 1}}}}
    digests = [digest(given, f"other{number}") for number, given in enumerate((other, more, less, blue))]
    assert len({same, *digests}) == 5


def test_the_name_is_that_of_the_overlay_or_of_its_folder(armed: str):
    named = box({**RED_ONE, "overlay.json": {"name": "First edition"}})
    assert played(armed, named).record()["components"]["name"] == "First edition"
    assert grognard.replay(played(armed, named).record(), components=box(RED_ONE, "renamed")).over is None


def test_a_record_whose_stamp_was_edited_is_noticed(armed: str):
    record = played(armed, box(RED_ONE)).record()
    assert "digest does not match" in refusal(grognard.replay, record | {"components": None}, components="box")


def test_verify_wants_the_overlay_too(armed: str):
    game = grognard.new(armed, dice=grognard.Dice.live("x", secret=bytes(32)), components=box(RED_ONE))
    game.resign("red")
    record = game.record()
    assert grognard.verify(record, components="box") == 2
    assert "give their folder" in refusal(grognard.verify, record)


def test_undo_copy_and_imagination_keep_the_overlay(armed: str):
    game = grognard.new(armed, seed=5, components=box(RED_ONE))
    game.play("red", Bid(2))
    game.undo("red")
    assert game.position()["state"]["score"]["red"] == 1
    assert game.copy().record() == game.record()
    dreamt = game.seat("red").imagine(3)
    assert dreamt.rules is game.rules
    assert grognard.imagine(game.view("red"), 3, components="box").rules is game.rules
    assert "give their folder" in refusal(grognard.imagine, game.view("red"), 3)
