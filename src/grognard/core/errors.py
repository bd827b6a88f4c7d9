"""Faults a person can put right. Every message is one sentence that says what is wrong and what to do."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grognard.core.texts import Reason


def near(key: str, known: Iterable[str]) -> str:
    """`; did you mean 'x'?` where a known key is close."""
    found = difflib.get_close_matches(key, list(known), n=1)
    return f"; did you mean '{found[0]}'?" if found else ""


class GrognardError(Exception):
    """Something the caller can put right; nothing was changed."""


class DataError(GrognardError):
    """A data file that does not hold what it should."""


class UnknownName(GrognardError):
    """A scenario, option, seat or piece that does not exist."""


class FaultsError(GrognardError):
    """Something with several faults; `faults` names every one, the message the first."""

    def __init__(self, faults: list[str]) -> None:
        self.faults = tuple(faults)
        more = f" (and {len(faults) - 1} more faults)" if len(faults) > 1 else ""
        super().__init__(faults[0] + more)


class PositionError(FaultsError):
    """A position that cannot be."""


class OverlayError(FaultsError):
    """Values of an overlay that cannot be laid over a game's components."""


class RecordError(GrognardError):
    """A record that is truncated, edited, hidden in parts, or from a newer version."""


class DiceError(GrognardError):
    """Dice that cannot give the roll asked of them."""


class IllegalAction(GrognardError):
    """An action the rules refuse; `reason` carries the text key and the rule."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(str(reason))


class StuckError(AssertionError):
    """A step that asks but offers nothing: a fault of the rules code, never of the caller."""


MISFITS = (LookupError, AttributeError, TypeError, ValueError, ArithmeticError, AssertionError, RecursionError, StopIteration)
"""What the rules may run into when frames or components that a stranger wrote do not fit together."""
