"""The ways to win, each with what it counts so far: told to all beside the tracks."""

from __future__ import annotations

import msgspec

from grognard.core.texts import Arguments


class Count(msgspec.Struct, frozen=True):
    """One thing that a victory needs: words of the table `victory`, how far it is, and how far it must be."""

    word: str
    now: float
    wanted: float
    args: Arguments = {}
    falls: bool = False
    """Whether it must fall to what is wanted, and not rise to it."""

    @property
    def met(self) -> bool:
        return self.now <= self.wanted if self.falls else self.now >= self.wanted


class Condition(msgspec.Struct, frozen=True):
    """A victory of a side: its level (a word of the table `outcome.level`), when it counts, and all that it needs."""

    side: str
    level: str
    when: str
    """A word of the table `victory.when`: `at-once`, `end-of-turn`, `at-the-end`."""
    counts: tuple[Count, ...]
    cites: tuple[str, ...]

    @property
    def met(self) -> bool:
        return all(count.met for count in self.counts)
