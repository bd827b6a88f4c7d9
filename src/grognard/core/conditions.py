"""The ways to win, each with its present count: shown to everybody beside the tracks."""

from __future__ import annotations

import msgspec

from grognard.core.texts import Arguments


class Count(msgspec.Struct, frozen=True):
    """One requirement of a victory: a word of the table `victory`, the present count, and the count needed."""

    word: str
    now: float
    wanted: float
    args: Arguments = {}
    falls: bool = False
    """Whether the count must fall to the target instead of rising to it."""
    in_numbers: bool = False
    """Whether it is told as a number although one is enough now; otherwise it is done or not yet."""

    @property
    def met(self) -> bool:
        return self.now <= self.wanted if self.falls else self.now >= self.wanted


class Condition(msgspec.Struct, frozen=True):
    """A victory of a side: its level (a word of the table `outcome.level`), when it counts, and what it requires."""

    side: str
    level: str
    when: str
    """A word of the table `victory.when`: `at-once`, `end-of-turn`, `at-the-end`."""
    counts: tuple[Count, ...]
    cites: tuple[str, ...]

    @property
    def met(self) -> bool:
        return all(count.met for count in self.counts)
