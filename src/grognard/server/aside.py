"""Work beside the loop: whatever takes longer than a blink is done in a thread, and everybody else is served meanwhile.

Games are not made for several threads. A thread gets a game of its own: one that it makes itself, or one that is `apart`.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from grognard.core.games import Game, Log

P = ParamSpec("P")
T = TypeVar("T")

AT_ONCE = 2
"""How many works of one kind are under way at once; the others wait. More would only take time from the loop."""


class Aside:
    """Threads for one kind of work."""

    def __init__(self, name: str) -> None:
        self._workers = ThreadPoolExecutor(AT_ONCE, f"grognard-{name}")

    async def do(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Do some work, in the language of who asks."""
        context = contextvars.copy_context()
        return await asyncio.get_running_loop().run_in_executor(self._workers, lambda: context.run(work, *args, **named))


TABLES, FIGHTS, READING = Aside("tables"), Aside("fights"), Aside("reading")
"""Games that are begun, opened or gone back in; forecasts and odds; lists, pictures and rules to read."""


def apart(game: Game) -> Game:
    """A copy that shares nothing with the game that either may change; plain copies share the ends of their logs."""
    twin = game.copy()
    twin.entries, twin.happened, twin.marks = own(twin.entries), own(twin.happened), own(twin.marks)
    twin.memo = {}
    return twin


def own(log: Log[T]) -> Log[T]:
    twin = log.copy()
    twin.items = log.since(0)
    return twin
