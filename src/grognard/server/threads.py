"""Work beside the loop: whatever takes longer than a blink is done in a thread, and everybody else is served meanwhile.

Games are not made for several threads. A thread gets a game of its own: one that it makes itself, or a copy that is `apart`.
"""

from __future__ import annotations

import asyncio
import contextvars
import time
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Generic, NamedTuple, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
Steps = Generator[None, None, T]
"""Long work that can be broken off between its steps."""

AT_ONCE = 2
"""How many works of one kind are under way at once; the others wait. More would only take time from the loop."""
SLICE = 0.02
"""Seconds after which work in steps lets others go first."""
END_WITHIN = 5.0
"""Seconds that what is told to end may take before it is told again."""


class Result(NamedTuple, Generic[T]):
    """What came of work in steps."""

    value: T


class WorkerThreads:
    """Threads for one kind of work."""

    def __init__(self, name: str) -> None:
        self._workers = ThreadPoolExecutor(AT_ONCE, f"grognard-{name}")

    async def do(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Do some work, in the language of who asks."""
        context = contextvars.copy_context()
        return await asyncio.get_running_loop().run_in_executor(self._workers, lambda: context.run(work, *args, **named))

    async def go_through(self, steps: Steps[T]) -> T:
        """Do work in steps, a slice at a time; each slice waits behind what others want done.

        Cancelled, it stops after the step that is under way, and no thread works on it any more.
        """
        context = contextvars.copy_context()
        while True:
            result = await finished(self._workers.submit(context.run, slice_of, steps))
            if result is not None:
                return result.value

    def close(self) -> None:
        """End the threads; what waits is not done."""
        self._workers.shutdown(wait=False, cancel_futures=True)


def slice_of(steps: Steps[T]) -> Result[T] | None:
    """Take steps for a while; the result, once there are no more."""
    until = time.monotonic() + SLICE
    try:
        while True:
            next(steps)
            if time.monotonic() >= until:
                return None
    except StopIteration as end:
        return Result(end.value)


async def finished(job: Future[T]) -> T:
    """The result of a job. Who is cancelled while a thread does it waits until the thread is done with it."""
    try:
        return await asyncio.wrap_future(job)
    except asyncio.CancelledError:
        while not job.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait([asyncio.wrap_future(job)])
        raise


async def end(tasks: Iterable[asyncio.Task[None]]) -> None:
    """End what goes on; it is told again as long as it does, for a library may have kept a cancellation to itself."""
    while late := [task for task in tasks if not task.done()]:
        for task in late:
            task.cancel()
        await asyncio.wait(late, timeout=END_WITHIN)


TABLES, FIGHTS, READING = WorkerThreads("tables"), WorkerThreads("fights"), WorkerThreads("reading")
"""Games that are begun, opened or gone back in; forecasts and odds; lists, pictures and rules to read."""
