"""Worker threads: anything slow runs outside the event loop, so that others are served meanwhile.

Games are not thread-safe. A thread gets its own game: one that it builds itself, or a copy made with `apart`.
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
"""Long work that can be cancelled between its steps."""

AT_ONCE = 2
"""How many jobs of one kind run at once; the others wait. More would only slow down the event loop."""
SLICE = 0.02
"""Seconds after which work in steps lets other jobs go first."""
TURN = 0.001
"""Seconds after which a thread lets the event loop go on; with Python's own 5 ms, each of its steps waits that long."""
CANCEL_TIMEOUT = 5.0
"""Seconds that a cancelled task may take before it is cancelled again."""


class Result(NamedTuple, Generic[T]):
    """The result of work in steps."""

    value: T


class WorkerThreads:
    """Threads for one kind of work."""

    def __init__(self, name: str) -> None:
        self._workers = ThreadPoolExecutor(AT_ONCE, f"grognard-{name}")

    async def run(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Run a job, in the caller's language."""
        context = contextvars.copy_context()
        return await asyncio.get_running_loop().run_in_executor(self._workers, lambda: context.run(work, *args, **named))

    async def run_in_slices(self, steps: Steps[T]) -> T:
        """Run work in steps, a time slice at a time; each slice queues behind other jobs.

        If cancelled, it stops after the current step, and no thread works on it any more.
        """
        context = contextvars.copy_context()
        while True:
            result = await finished(self._workers.submit(context.run, run_slice, steps))
            if result is not None:
                return result.value

    def close(self) -> None:
        """End the threads; waiting jobs are dropped."""
        self._workers.shutdown(wait=False, cancel_futures=True)


def run_slice(steps: Steps[T]) -> Result[T] | None:
    """Take steps for one slice; returns the result once there are no more."""
    until = time.monotonic() + SLICE
    try:
        while True:
            next(steps)
            if time.monotonic() >= until:
                return None
    except StopIteration as end:
        return Result(end.value)


async def finished(job: Future[T]) -> T:
    """The result of a job. If cancelled while a thread runs it, wait until the thread has finished with it."""
    try:
        return await asyncio.wrap_future(job)
    except asyncio.CancelledError:
        while not job.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait([asyncio.wrap_future(job)])
        raise


async def cancel_all(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel tasks until they end: a library may swallow a cancellation, so it is repeated."""
    while late := [task for task in tasks if not task.done()]:
        for task in late:
            task.cancel()
        await asyncio.wait(late, timeout=CANCEL_TIMEOUT)


TABLES, FIGHTS, READING = WorkerThreads("tables"), WorkerThreads("fights"), WorkerThreads("reading")
"""Starting, opening and rewinding games; forecasts and what is asked about a position; lists, pictures and rules to read."""
VIEWS = WorkerThreads("views")
"""Questions that take long to build."""
