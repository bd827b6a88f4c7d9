"""Work beside the loop: whatever takes longer than a blink is done in a thread, and everybody else is served meanwhile.

Games are not made for several threads. A thread gets a game of its own: one that it makes itself, or a copy that is `apart`.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

AT_ONCE = 2
"""How many works of one kind are under way at once; the others wait. More would only take time from the loop."""
END_WITHIN = 5.0
"""Seconds that what is told to end may take before it is told again."""


class Aside:
    """Threads for one kind of work."""

    def __init__(self, name: str) -> None:
        self._workers = ThreadPoolExecutor(AT_ONCE, f"grognard-{name}")

    async def do(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Do some work, in the language of who asks."""
        context = contextvars.copy_context()
        return await asyncio.get_running_loop().run_in_executor(self._workers, lambda: context.run(work, *args, **named))


async def end(tasks: Iterable[asyncio.Task[None]]) -> None:
    """End what goes on; it is told again as long as it does, for a library may have kept a cancellation to itself."""
    while late := [task for task in tasks if not task.done()]:
        for task in late:
            task.cancel()
        await asyncio.wait(late, timeout=END_WITHIN)


TABLES, FIGHTS, READING = Aside("tables"), Aside("fights"), Aside("reading")
"""Games that are begun, opened or gone back in; forecasts and odds; lists, pictures and rules to read."""
