"""Documents that anybody may have written: how deep, long and large a record, a position or an overlay may be.

These limits lie far beyond what any game writes. They are checked before anything is made of a document, so that whatever comes
later, from a search to a message, has only ordinary values to deal with.
"""

from __future__ import annotations

import math
import re

DEEPEST = 24
"""How deeply lists and objects may lie in one another."""
LONGEST = 2_000
"""The most characters of a text or a key."""
MOST_VALUES = 200_000
"""The most values in a document; a whole game is some thousands."""
SMALLEST, LARGEST = -(2**63), 2**63 - 1
"""The whole numbers that every reader of JSON understands."""

QUOTED = 60
"""How much of a text is repeated in a message."""
WHOLE_NUMBER = re.compile(r"-?[0-9]{1,9}", re.ASCII)


def whole_number(text: str) -> int:
    """A whole number written in ASCII digits, as records have it: `int` would take other scripts, spaces and underscores."""
    if WHOLE_NUMBER.fullmatch(text) is None:
        raise ValueError(f"'{shortened(text)}' is no whole number of at most nine digits")
    return int(text)


def shortened(text: str) -> str:
    """A text as a message repeats it: on one line, not too long, and without halves of characters."""
    words = text if len(text) <= QUOTED else f"{text[:QUOTED]}..."
    return words.encode("utf-8", "backslashreplace").decode()


def in_short(fault: Exception) -> str:
    """What an exception says, as a message repeats it."""
    return shortened(" ".join(repr(fault).split()))


def document_fault(document: object) -> str | None:
    """Why this is no document that can be read, and where, or None; written as the end of a sentence without its stop."""
    waiting: list[tuple[object, str, int]] = [(document, "", 0)]
    seen = 0
    while waiting:
        value, place, depth = waiting.pop()
        seen += 1
        fault = _value_fault(value, depth)
        if fault is None and seen > MOST_VALUES:
            fault = f"there are more than {MOST_VALUES} values in it"
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
    """What is wrong with one value, what lies in it apart."""
    match value:
        case bool() | None:
            return None
        case str():
            return _text_fault(value)
        case int() if not SMALLEST <= value <= LARGEST:
            return f"a number is not from {SMALLEST} to {LARGEST}"
        case float() if not math.isfinite(value):
            return f"{value} is no number that can be used"
        case dict() | list() | tuple() if depth > DEEPEST:
            return f"lists and objects lie more than {DEEPEST} deep in one another"
        case int() | float() | dict() | list() | tuple():
            return None
    return f"a value is of a kind that JSON does not have ({type(value).__name__})"


def _key_fault(key: object) -> str | None:
    return _text_fault(key) if isinstance(key, str) else f"a key is no text ({type(key).__name__})"


def _text_fault(text: str) -> str | None:
    if len(text) > LONGEST:
        return f"a text has {len(text)} characters, and {LONGEST} is the most"
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            return f"the text '{shortened(text)}' holds half of a character (a lone surrogate)"
    return None
