"""What a table, a computer player or a notice needs of the process that it is in."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from grognard.core.overlays.folders import Components
from grognard.server.storage.store import Store

if TYPE_CHECKING:
    from grognard.server.tables.table import Table

T = TypeVar("T")


class Home(Protocol):
    """All tables of this process (`server/registry.py`), as far as those know it whom it looks after."""

    store: Store
    components: Components | None
    several: bool
    """Whether other processes may serve the same games."""
    closed: bool

    async def open(self, game: str) -> Table:
        """The table of a game."""
        ...

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a task that is finished before the tables close."""
        ...

    def look_at(self, game: str) -> None:
        """Something has changed at a table; a computer player may have to decide now."""
        ...
