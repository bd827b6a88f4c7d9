"""Documents that anybody may have written: what is read, what is refused, and how a message repeats it."""

import json
import re
from pathlib import Path

import pytest

import grognard
from grognard.core.documents import (
    DEEPEST,
    LARGEST,
    LONGEST,
    MOST_BYTES,
    MOST_VALUES,
    SMALLEST,
    document_fault,
    in_short,
    read_bytes,
    read_json,
    shortened,
    whole_number,
)


def nested(depth: int) -> object:
    document: object = 1
    for _ in range(depth):
        document = [document]
    return document


# ---------------------------------------------------------------- the limits


@pytest.mark.parametrize(
    "document",
    [
        None,
        True,
        0,
        LARGEST,
        SMALLEST,
        1.5,
        "",
        "l'été à Übermaß, 日本, line\nbreak and\ttab",
        "x" * LONGEST,
        [],
        {"": {"a": [1, {"b": None}]}},
        nested(DEEPEST),
        [0] * (MOST_VALUES - 1),
        ("a", ("b",)),
    ],
    ids=lambda document: in_short(document),
)
def test_documents_within_the_limits_have_no_fault(document: object):
    assert document_fault(document) is None


@pytest.mark.parametrize(
    ("document", "words"),
    [
        (LARGEST + 1, f"a number is not from {SMALLEST} to {LARGEST}"),
        ({"a": [SMALLEST - 1]}, f"a number is not from {SMALLEST} to {LARGEST} (at a[0])"),
        ({"a": float("nan")}, "nan is not a usable number (at a)"),
        ([float("inf")], "inf is not a usable number (at [0])"),
        ([{"b": "x" * (LONGEST + 1)}], f"a text has {LONGEST + 1} characters, and {LONGEST} is the most (at [0].b)"),
        ({"x" * (LONGEST + 1): 1}, f"a text has {LONGEST + 1} characters, and {LONGEST} is the most"),
        ({"a": "half \ud800"}, "the text 'half \\ud800' contains half a character (a lone surrogate) (at a)"),
        ({"\udfff": 1}, "the text '\\udfff' contains half a character (a lone surrogate)"),
        ({"a": "\x1b[2J"}, "the text '\\x1b[2J' contains a control character (at a)"),
        ({"a": "abc\u202e"}, "the text 'abc\\u202e' contains a control character (at a)"),
        (nested(DEEPEST + 2), f"lists and objects are nested more than {DEEPEST} deep (at {'[0]' * (DEEPEST - 4)}..."),
        ([0] * MOST_VALUES, f"it has more than {MOST_VALUES} values (at [0])"),
        ({1: "a"}, "a key is not text (int)"),
        ([{1, 2}], "a value is of a kind that JSON does not have (set) (at [0])"),
        ({"a": b"x"}, "a value is of a kind that JSON does not have (bytes) (at a)"),
    ],
    ids=lambda value: in_short(value),
)
def test_documents_beyond_the_limits_are_named_with_their_place(document: object, words: str):
    fault = document_fault(document)
    assert fault is not None
    assert fault.startswith(words[:100])


def test_a_document_that_holds_itself_has_a_fault():
    document: list[object] = []
    document.append(document)
    assert "are nested more than" in str(document_fault(document))


# ---------------------------------------------------------------- reading


def test_a_byte_order_mark_is_passed_over():
    assert read_json(b"\xef\xbb\xbf" + b'{"a": [1, 2.5, "\xc3\xa9"]}') == {"a": [1, 2.5, "é"]}


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "it is not JSON, or it was cut short (line 1, column 1"),
        (b'{"a": ', "it is not JSON, or it was cut short (line 1, column 7"),
        (b"\xff\xfe{", "it is not a text file (UTF-8)"),
        (b"\x1f\x8b\x08\x00", "it is not a text file (UTF-8)"),
        (b'{"a": 1, "a": 2}', "the key 'a' is given twice; keep one"),
        (b'{"a": {"b": 1, "b": 1}}', "the key 'b' is given twice; keep one"),
        (b"[NaN]", "NaN is not a usable number"),
        (b"[-Infinity]", "-Infinity is not a usable number"),
        (b"[1e999]", "inf is not a usable number"),
        (b"9223372036854775808", "a number is not from"),
        (b"9" * 5000, "a number is not from"),
        (b"[" * 30 + b"]" * 30, "lists and objects are nested more than"),
        (b"[" * 100_000, "lists and objects are nested more than"),
        (b'"\\ud800"', "the text '\\ud800' contains half a character"),
        (b'"\\u001b[31m"', "the text '\\x1b[31m' contains a control character"),
    ],
    ids=lambda value: in_short(value),
)
def test_what_is_no_document_is_refused_in_words(body: bytes, words: str):
    with pytest.raises(ValueError, match=f"^{re.escape(words)}") as refused:
        read_json(body)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path):
    file = tmp_path / "huge.json"
    with file.open("wb") as opened:
        opened.truncate(MOST_BYTES + 1)
    with pytest.raises(ValueError, match="it is larger than 16 MB"):
        read_bytes(file)
    with file.open("wb") as opened:
        opened.truncate(MOST_BYTES)
    assert len(read_bytes(file)) == MOST_BYTES


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("7", 7), ("-3", -3), ("007", 7), ("999999999", 999_999_999)])
def test_whole_numbers_are_written_in_ascii_digits(text: str, number: int):
    assert whole_number(text) == number


@pytest.mark.parametrize(
    "text", ["", " 1", "1 ", "1_0", "+1", "\u0661", "\uff11", "1.0", "0x1", "1234567890", "--1", "²", "1\n"]
)
def test_other_ways_to_write_a_number_are_refused(text: str):
    with pytest.raises(ValueError, match="is not a whole number of at most nine digits"):
        whole_number(text)


# ---------------------------------------------------------------- messages


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("plain", "plain"),
        ("été", "été"),
        ("two\nlines", "two\\nlines"),
        ("\x1b]0;title\x07", "\\x1b]0;title\\x07"),
        ("\ud800", "\\ud800"),
        ("\u202eback", "\\u202eback"),
        ("x" * 60, "x" * 60),
        ("x" * 61, "x" * 60 + "..."),
    ],
)
def test_what_a_message_repeats_is_short_and_printable(text: str, words: str):
    assert shortened(text) == words
    assert shortened(text).isprintable()


def test_what_an_exception_says_is_repeated_in_short():
    assert in_short(KeyError("a\nb")) == "KeyError('a\\nb')"
    assert in_short("x" * 100) == "'" + "x" * 59 + "..."


# ---------------------------------------------------------------- seeds


@pytest.mark.parametrize("seed", [LARGEST + 1, SMALLEST - 1, 1.5, True])
def test_a_seed_that_no_record_could_hold_is_refused(seed: int):
    with pytest.raises(grognard.DiceError, match="A seed is a whole number from"):
        grognard.new("revolution/eutaw/historical", seed=seed)


@pytest.mark.parametrize("seed", [LARGEST, SMALLEST, 0])
def test_the_record_of_any_seed_can_be_read_again(seed: int):
    record = json.loads(json.dumps(grognard.new("revolution/eutaw/historical", seed=seed).record()))
    assert grognard.replay(record).dice.header() == {"kind": "fast", "seed": seed}
