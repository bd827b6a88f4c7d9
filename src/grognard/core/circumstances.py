"""What holds for everybody for a while and changes other rules: the weather, an effect of this turn."""

from __future__ import annotations

import msgspec

from grognard.core.texts import Reason


class Circumstance(msgspec.Struct, frozen=True):
    """A circumstance, in the current language: what it is called, its drawing, and what it changes."""

    kind: str
    """What sort of thing it is: `weather`, say. Of each kind there is at most one."""
    title: str
    symbol: str = ""
    """Which drawing it has, by the name that whoever draws knows it by."""
    changes: tuple[Reason, ...] = ()
    """What it changes, each with its rules."""
