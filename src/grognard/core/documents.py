"""Untrusted documents: how a record, a position or an overlay is read, and how large it may be.

These limits are far beyond what any game writes. They are checked before a document is used, so that all later code,
from searches to messages, only has to deal with ordinary values.
"""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

MOST_BYTES = 16_000_000
"""The largest file in bytes; the record of a long game has some tens of thousands."""
DEEPEST = 24
"""How deeply lists and objects may be nested."""
LONGEST = 2_000
"""The most characters of a text or a key."""
MOST_VALUES = 200_000
"""The most values in a document; a whole game has some thousands."""
SMALLEST, LARGEST = -(2**63), 2**63 - 1
"""The whole numbers that every JSON parser accepts."""
OUT_OF_RANGE = f"a number is not from {SMALLEST} to {LARGEST}"
TOO_DEEP = f"lists and objects are nested more than {DEEPEST} deep"

QUOTED = 60
"""How many characters of a text a message repeats."""
WHOLE_NUMBER = re.compile(r"-?[0-9]{1,9}", re.ASCII)
SURROGATE = re.compile(r"[\ud800-\udfff]")
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Control characters that a terminal or a page would obey instead of showing; line breaks and tabs are allowed."""


# ---------------------------------------------------------------- reading


def read_bytes(file: Path) -> bytes:
    """The contents of a file, if it is not too large."""
    with file.open("rb") as opened:
        body = opened.read(MOST_BYTES + 1)
    if len(body) > MOST_BYTES:
        raise ValueError(f"it is larger than {MOST_BYTES // 1_000_000} MB")
    return body


def read_json(body: bytes) -> object:
    """A JSON document within our limits; the ValueError otherwise completes a sentence such as "This cannot be read: ...".

    Duplicate keys are refused, because one of the two values would be lost.
    """
    try:
        found = json.loads(body.decode("utf-8-sig"), object_pairs_hook=_object, parse_int=_integer, parse_constant=_no_number)
    except UnicodeDecodeError:
        raise ValueError("it is not a text file (UTF-8)") from None
    except json.JSONDecodeError as fault:
        raise ValueError(
            f"it is not JSON, or it was cut short (line {fault.lineno}, column {fault.colno}: {fault.msg})"
        ) from None
    except RecursionError:
        raise ValueError(TOO_DEEP) from None
    beyond = document_fault(found)
    if beyond is not None:
        raise ValueError(beyond)
    return found


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key '{shortened(key)}' is given twice; keep one")
        found[key] = value
    return found


def _integer(digits: str) -> int:
    if len(digits) > len(str(SMALLEST)):
        raise ValueError(OUT_OF_RANGE)
    return int(digits)


def _no_number(name: str) -> object:
    raise ValueError(f"{name} is not a usable number")


def whole_number(text: str) -> int:
    """A whole number in ASCII digits, as in records: `int` would also accept other scripts, spaces and underscores."""
    if WHOLE_NUMBER.fullmatch(text) is None:
        raise ValueError(f"'{shortened(text)}' is not a whole number of at most nine digits")
    return int(text)


# ---------------------------------------------------------------- what a message repeats


def shortened(text: str) -> str:
    """A text for a message: on one line, not too long, and without control characters."""
    words = text if len(text) <= QUOTED else f"{text[:QUOTED]}..."
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in words)


def in_short(value: object) -> str:
    """A value, or the message of an exception, for a message."""
    return shortened(" ".join(repr(value).split()))


# ---------------------------------------------------------------- the limits


def document_fault(document: object, most: int = MOST_VALUES) -> str | None:
    """Why a document cannot be read, and where, or None; worded as the end of a sentence without a full stop."""
    waiting: list[tuple[object, str, int]] = [(document, "", 0)]
    seen = 0
    while waiting:
        value, place, depth = waiting.pop()
        seen += 1
        fault = _value_fault(value, depth)
        if fault is None and seen > most:
            fault = f"it has more than {most} values"
        if fault is None and isinstance(value, dict):
            fault = next(filter(None, map(_key_fault, value)), None)
        if fault is not None:
            return f"{fault} (at {shortened(place)})" if place else fault
        if isinstance(value, dict):
            waiting.extend((inner, f"{place}.{key}" if place else key, depth + 1) for key, inner in value.items())
        elif isinstance(value, list | tuple):
            waiting.extend((inner, f"{place}[{number}]", depth + 1) for number, inner in enumerate(value))
    return None


def _value_fault(value: object, depth: int) -> str | None:
    """What is wrong with one value, without the values inside it."""
    match value:
        case bool() | None:
            return None
        case str():
            return _text_fault(value)
        case int() if not SMALLEST <= value <= LARGEST:
            return OUT_OF_RANGE
        case float() if not math.isfinite(value):
            return f"{value} is not a usable number"
        case dict() | list() | tuple() if depth > DEEPEST:
            return TOO_DEEP
        case int() | float() | dict() | list() | tuple():
            return None
    return f"a value is of a kind that JSON does not have ({type(value).__name__})"


def _key_fault(key: object) -> str | None:
    return _text_fault(key) if isinstance(key, str) else f"a key is not text ({type(key).__name__})"


def _text_fault(text: str) -> str | None:
    if len(text) > LONGEST:
        return f"a text has {len(text)} characters, and {LONGEST} is the most"
    if text.isprintable():
        return None
    if SURROGATE.search(text):
        return f"the text '{shortened(text)}' contains half a character (a lone surrogate)"
    if CONTROL.search(text):
        return f"the text '{shortened(text)}' contains a control character"
    return None
