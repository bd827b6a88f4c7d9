"""Python clears its memory of cycles when nobody waits: with a house full of games that takes a quarter of a second."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

LOOK = 1.0
"""Seconds between two looks at whether there is time."""
AT_EASE = 0.05
"""The share of a processor below which there is."""
WORTH_IT = 10
"""How often the young objects must have been looked through before it is worth looking at all."""
AT_LATEST = 600.0
"""Seconds after which it is done in any case."""
NEVER = 1_000_000


@asynccontextmanager
async def tidied(_: Any = None) -> AsyncIterator[None]:
    """While this holds, only young objects are cleared at any moment."""
    young, middle, old = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)
    task = asyncio.create_task(_tidy())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        gc.set_threshold(young, middle, old)


async def _tidy() -> None:
    done = time.monotonic()
    while True:
        worked = time.process_time()
        await asyncio.sleep(LOOK)
        at_ease = time.process_time() - worked < AT_EASE * LOOK
        if (at_ease and gc.get_count()[2] >= WORTH_IT) or time.monotonic() - done > AT_LATEST:
            gc.collect()
            done = time.monotonic()
