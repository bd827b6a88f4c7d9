"""Full garbage collections run when the server is idle: with many games in memory one takes a quarter of a second."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

CHECK_EVERY = 1.0
"""Seconds between two checks whether the server is idle."""
IDLE_BELOW = 0.05
"""The server is idle if it used less than this share of a processor."""
MIN_COUNT = 10
"""How many collections of the middle generation make a full one worthwhile."""
MAX_WAIT = 600.0
"""Seconds after which a full collection runs in any case."""
NEVER = 1_000_000


@asynccontextmanager
async def collecting_when_idle(_: Any = None) -> AsyncIterator[None]:
    """While the application runs, only young objects are collected automatically."""
    young, middle, old = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)
    task = asyncio.create_task(_collect_when_idle())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        gc.set_threshold(young, middle, old)


async def _collect_when_idle() -> None:
    done = time.monotonic()
    while True:
        worked = time.process_time()
        await asyncio.sleep(CHECK_EVERY)
        idle = time.process_time() - worked < IDLE_BELOW * CHECK_EVERY
        if (idle and gc.get_count()[2] >= MIN_COUNT) or time.monotonic() - done > MAX_WAIT:
            gc.collect()
            done = time.monotonic()
