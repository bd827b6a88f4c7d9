"""How much work it takes to come to a question, counted: no position may keep a game from asking.

Counts, not seconds, for machines differ. What is counted is what searches are made of. A search that tries everything passes
every bound soon, and is stopped there with a sentence that names the scenario, the question and the count.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from types import FrameType
from typing import Any

import pytest

from grognard.core import driving
from grognard.core.flood import Reach
from grognard.core.games import Game
from grognard.games.revolution.series.announcement import Plan
from grognard.games.revolution.series.retreat import Retreats

COUNTED: dict[str, tuple[type, str, int]] = {
    "game copies": (Game, "copy", 3_000),
    "floods": (Reach, "__init__", 3_000),
    "retreats": (Retreats, "retreat_hexes", 1_000),
    "announcements": (Plan, "works_with", 10_000),
}
"""What is counted, by which method, and the most that a question may take."""
CALLS = 400_000
"""The most Python calls that a question may take, where they are counted, too."""
ENTRANCES: tuple[tuple[object, str], ...] = ((Game, "play"), (driving, "begin"), (driving, "resume"))
"""By what a game comes to its next question."""


class TooMuchWork(Exception):
    """A question that takes more than it may; no error that the rules know how to refuse."""


class Work:
    """What has been done since a game was last asked to go on."""

    def __init__(self) -> None:
        self.game: Game | None = None
        self.done: Counter[str] = Counter()
        self.most: Counter[str] = Counter()
        """The most that any question took."""

    def add(self, what: str, limit: int) -> None:
        """Count a piece of work towards the question that is being prepared."""
        if self.game is None:
            return
        self.done[what] += 1
        if self.done[what] > limit:
            game, self.game = self.game, None
            question = game.stack[-1].at if game.stack else "the end"
            raise TooMuchWork(f"{game.scenario.id}: {question} takes more than {limit} {what}.")

    @contextmanager
    def towards(self, game: Game) -> Iterator[None]:
        """Count what is done meanwhile; a game that goes on inside another is part of its work."""
        if self.game is not None:
            yield
            return
        self.game, self.done = game, Counter()
        try:
            yield
        finally:
            self.game = None
            self.most |= self.done


def count_work(patch: pytest.MonkeyPatch) -> Work:
    """Count the work of every game from now on."""
    work = Work()
    for what, (kind, method, limit) in COUNTED.items():
        patch.setattr(kind, method, _counted(work, what, limit, getattr(kind, method)))
    for owner, entrance in ENTRANCES:
        patch.setattr(owner, entrance, _watched(work, getattr(owner, entrance)))
    return work


def _counted(work: Work, what: str, limit: int, original: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(original)
    def counted(*args: Any, **named: Any) -> Any:
        work.add(what, limit)
        return original(*args, **named)

    return counted


def _watched(work: Work, original: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(original)
    def watched(game: Game, *args: Any, **named: Any) -> Any:
        with work.towards(game):
            return original(game, *args, **named)

    return watched


@contextmanager
def calls_counted(work: Work) -> Iterator[None]:
    """Count Python calls as well: slow, but no search escapes it."""

    def count(frame: FrameType, event: str, arg: object) -> None:
        if event == "call":
            work.add("calls", CALLS)

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)
