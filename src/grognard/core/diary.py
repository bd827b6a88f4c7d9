"""The story of a game, told afterwards: a page for each of its chapters."""

from __future__ import annotations

import msgspec


class DiaryPage(msgspec.Struct, frozen=True):
    """A chapter of the story, usually a turn, in the current language."""

    turn: int
    title: str
    lines: tuple[str, ...]
    events: int
    """How many events had happened when it ended: the position of that moment goes with it."""
    evening: bool = False
    """Whether a day ends with it."""
    levels: dict[str, float] = {}
    """Tracks of the game at its end, by the words of the table `track`."""
