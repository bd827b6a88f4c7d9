"""Files from strangers: whatever they hold, every command that reads them refuses them in one sentence and changes nothing."""

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from grognard.core.records import digest
from tests.cli.conftest import SCENARIO, Refused, Run, written

READERS = {
    "show": ("show",),
    "replay": ("replay",),
    "verify": ("verify",),
    "odds": ("odds",),
    "play": ("play", "--plain", "--resume"),
}
every_reader = pytest.mark.parametrize("reader", READERS.values(), ids=list(READERS))

POSITION: dict[str, Any] = {
    "scenario": SCENARIO,
    "turn": 5,
    "phase": "movement",
    "phasing": "american",
    "pieces": {"buffs": "0913", "maryland": "1112"},
}


@every_reader
@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "is not JSON, or it was cut short (line 1, column 1"),
        (b'{"grognard-record": 1, "entries": ["british pl', "is not JSON, or it was cut short"),
        (b"null", "holds no JSON object"),
        (b"[1, 2]", "holds no JSON object"),
        (b"{}", "game.json: "),
        (b"\xff\xfe{\x00}\x00", "is not a text file (UTF-8)"),
        (gzip.compress(b"{}"), "is not a text file (UTF-8)"),
        (b'{"grognard-record": 1, "scenario": "caf\xe9"}', "is not a text file (UTF-8)"),
        (b'{"scenario": "a", "scenario": "b"}', "the key 'scenario' is given twice; keep one."),
        (b'{"grognard-record": 1, "entries": [NaN]}', "NaN is not a usable number."),
        (b'{"grognard-record": 1, "entries": ["\\ud800"]}', "contains half a character (a lone surrogate) (at entries[0])."),
        (
            b'{"scenario": "\\u001b]0;gotcha\\u0007"}',
            "the text '\\x1b]0;gotcha\\x07' contains a control character (at scenario).",
        ),
        (b'{"turn": 18446744073709551616}', "a number is not from"),
        (b'{"turn": ' + b"9" * 5000 + b"}", "a number is not from"),
        (b'{"turn": ' + b"[" * 50 + b"]" * 50 + b"}", "lists and objects are nested more than 24 deep"),
        (b'{"turn": ' + b"[" * 200_000, "lists and objects are nested more than 24 deep"),
        (b'{"turn": "' + b"x" * 5000 + b'"}', "a text has 5000 characters, and 2000 is the most (at turn)."),
        (b"[" + b"0," * 300_000 + b"0]", "it has more than 200000 values"),
    ],
    ids=[
        "empty",
        "truncated",
        "null",
        "list",
        "nothing in it",
        "utf-16",
        "gzip",
        "latin-1",
        "twice",
        "nan",
        "surrogate",
        "escape",
        "2**64",
        "10**5000",
        "deep",
        "deepest",
        "long",
        "many",
    ],
)
def test_what_is_no_document_is_refused(refused: Refused, reader: tuple[str, ...], body: bytes, words: str):
    Path("game.json").write_bytes(body)
    assert words in refused(*reader, "game.json")


@every_reader
def test_folders_and_other_things_that_are_no_files_are_refused(refused: Refused, reader: tuple[str, ...]):
    os.mkdir("folder")
    assert refused(*reader, "folder") == "'folder' cannot be read: Is a directory."
    assert refused(*reader, "nowhere.json") == "There is no file 'nowhere.json'."
    with Path("huge.json").open("wb") as file:
        file.truncate(20_000_000)
    assert refused(*reader, "huge.json") == "'huge.json' cannot be read: it is larger than 16 MB."


def test_a_byte_order_mark_does_no_harm(run: Run, finished: dict[str, Any]):
    Path("game.json").write_bytes(b"\xef\xbb\xbf" + json.dumps(finished).encode())
    assert "rolls are correct" in run("verify", "game.json")
    assert "entries" in run("replay", "game.json")


# ---------------------------------------------------------------- records whose digest fits


@every_reader
@pytest.mark.parametrize(
    "change",
    [
        {"scenario": "revolution/waterloo"},
        {"scenario": ["x"]},
        {"options": 5},
        {"options": {"game": "grand"}},
        {"dice": 7},
        {"dice": {"kind": "live", "game": "a", "nonces": {}, "commitment": "ab", "secret": "zz"}},
        {"entries": ["british march on"]},
        {"entries": ["french stop"]},
        {"entries": ["roll many"]},
        {"entries": ["undo british"]},
        {"entries": [3]},
        {"position": {"scenario": SCENARIO, "pieces": 3}},
        {"position": 3},
        {"grognard-record": True},
        {"grognard-record": 0},
        {"grognard-record": -1},
        {"grognard-record": "1"},
        {"grognard-record": [1]},
        {"scenario": ""},
        {"scenario": 7},
        {"options": None},
        {"options": {"game": ["advanced"]}},
        {"options": {"game": 1}},
        {"options": {"draws": 1}},
        {"rules": {"a": [1] * 50}},
        {"rules": None},
        {"components": 5},
        {"components": {"name": "x", "digest": "y"}},
        {"dice": "live"},
        {"dice": [1]},
        {"dice": {"kind": "fast", "seed": "7"}},
        {"dice": {"kind": "fast", "seed": True}},
        {"dice": {"kind": "fast", "seed": 1.5}},
        {"dice": {"kind": "fast", "seed": None}},
        {"dice": {"kind": "script", "faces": 7}},
        {"dice": {"kind": "script", "faces": ["7"]}},
        {"dice": {"kind": "script", "faces": [[7]]}},
        {"dice": {"kind": "live", "game": 5, "nonces": {}, "secret": "00"}},
        {"dice": {"kind": "live", "game": "a", "nonces": [], "secret": "00"}},
        {"dice": {"kind": "live", "game": "a", "nonces": {"a": 5}, "secret": "00"}},
        {"dice": {"kind": "live", "game": "a", "nonces": {}, "secret": ""}},
        {"dice": {"kind": "live", "game": "a", "nonces": {}, "secret": "0 0"}},
        {"dice": {"kind": "live", "game": "a", "nonces": {}, "secret": 5}},
        {"dice": {"kind": "live", "secret": "00"}},
        {"dice": {"kind": "marked", "seed": 1}},
        {"entries": {}},
        {"entries": "british"},
        {"entries": [["british", "stop"]]},
        {"entries": [""]},
        {"entries": [" "]},
        {"entries": ["roll"]},
        {"entries": ["roll \u0667"]},
        {"entries": ["roll 1_0"]},
        {"entries": ["roll 7 "]},
        {"entries": ["roll 99999999999999999999"]},
        {"entries": ["return \u0661"]},
        {"entries": ["return 1_0"]},
        {"entries": ["return -1"]},
        {"entries": ["return"]},
        {"entries": ["undo"]},
        {"entries": ["undo nobody"]},
        {"entries": ["resign nobody"]},
        {"entries": ["nobody resign"]},
        {"entries": ["british (sealed)"]},
        {"entries": ["agree draw", "agree draw"]},
        {"position": None, "entries": ["british"]},
        {"position": []},
        {"position": {"scenario": "chancellorsville/perfect-plan"}},
        {"position": POSITION | {"pending": []}},
        {"position": POSITION | {"pending": [{"procedure": "PlayerTurn", "side": "", "step": "movement"}]}},
        {"position": POSITION | {"pending": [{"procedure": "PlayerTurn", "side": "british", "step": "tea"}]}},
    ],
    ids=str,
)
def test_records_with_a_fitting_digest_and_nonsense_inside_are_refused(
    refused: Refused, finished: dict[str, Any], reader: tuple[str, ...], change: dict[str, Any]
):
    record = {**finished, **change}
    record["digest"] = digest(record)
    refused(*reader, written("game.json", record))


# ---------------------------------------------------------------- overlays


@pytest.mark.parametrize("command", [("show", "game.json"), ("new", SCENARIO), ("play", "--plain", SCENARIO)], ids=" ".join)
@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "box/eutaw/units.json: it is not JSON, or it was cut short"),
        (b"\xff", "box/eutaw/units.json: it is not a text file (UTF-8)."),
        (b'{"buffs": {"name": "\\u001b[2J"}}', "contains a control character (at buffs.name)."),
        (b'{"buffs": {"name": "\\udc00"}}', "contains half a character (a lone surrogate) (at buffs.name)."),
        (b"[" * 100_000, "box/eutaw/units.json: lists and objects are nested more than 24 deep"),
        (b'{"buffs": {"seniority": 1e999}}', "inf is not a usable number (at buffs.seniority)."),
        (b'{"buffs": {"seniority": 36893488147419103232}}', "a number is not from"),
        (b"5", "box/eutaw/units.json: expected a list, got a whole number."),
    ],
    ids=["empty", "binary", "escape", "surrogate", "deep", "infinite", "huge", "number"],
)
def test_overlays_of_strangers_are_refused(refused: Refused, command: tuple[str, ...], body: bytes, words: str):
    written("game.json", POSITION)
    Path("box/eutaw").mkdir(parents=True)
    Path("box/eutaw/units.json").write_bytes(body)
    assert words in refused(*command, "--components", "box")


def test_what_is_no_folder_of_components_is_refused(refused: Refused):
    Path("box").write_text("{}")
    words = "There is no components folder 'box'; docs/components.md says how one is made."
    assert refused("new", SCENARIO, "--components", "box") == words
    Path("box").unlink()
    Path("box/eutaw").mkdir(parents=True)
    with Path("box/eutaw/units.json").open("wb") as file:
        file.truncate(20_000_000)
    assert "is larger than 16 MB" in refused("new", SCENARIO, "--components", "box")
