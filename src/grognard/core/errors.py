"""Errors that a person can fix. Every message is one sentence that says what is wrong and what to do."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grognard.core.texts import Reason

FEW = 5
"""How many names a refusal suggests at most."""


def near(key: str, known: Iterable[str]) -> str:
    """`; did you mean 'x'?` if a known key is similar, or if a few contain what was written."""
    names = list(known)
    found = difflib.get_close_matches(key, names, n=1) or [name for name in names if key and key.casefold() in name.casefold()]
    if not 0 < len(found) <= FEW:
        return ""
    return f"; did you mean {' or '.join(repr(name) for name in found)}?"


class GrognardError(Exception):
    """An error that the caller can fix; nothing was changed."""


class DataError(GrognardError):
    """A data file with invalid contents."""


class UnknownName(GrognardError):
    """A scenario, option, seat or piece that does not exist."""


class FaultsError(GrognardError):
    """Something with several faults; `faults` lists all of them, the message has the first."""

    def __init__(self, faults: list[str]) -> None:
        self.faults = tuple(faults)
        more = f" (and {len(faults) - 1} more faults)" if len(faults) > 1 else ""
        super().__init__(faults[0] + more)


class PositionError(FaultsError):
    """An impossible position."""


class OverlayError(FaultsError):
    """Values of an overlay that do not fit a game's components."""


class ScenarioError(FaultsError):
    """A scenario of one's own that cannot be played; names every fault."""


class RecordError(GrognardError):
    """A record that is truncated, edited, hidden in parts, or from a newer version."""


class DiceError(GrognardError):
    """Dice that cannot supply the roll they are asked for."""


class IllegalAction(GrognardError):
    """An action the rules refuse; `reason` carries the text key and the rule."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(str(reason))


class StuckError(AssertionError):
    """A step that asks but offers nothing: a bug in the rules, never the caller's fault."""


INCONSISTENCIES = (
    LookupError,
    AttributeError,
    TypeError,
    ValueError,
    ArithmeticError,
    AssertionError,
    RecursionError,
    StopIteration,
)
"""The exceptions that inconsistent frames or components from untrusted files can cause in the rules."""
