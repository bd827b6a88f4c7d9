"""Followers of a game are told which kind of thing has changed, and look it up. Changes are merged for slow followers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Literal

import msgspec

What = Literal["move", "chat", "seats", "offers", "orders", "advice", "thinking"]


class Changed(msgspec.Struct, frozen=True):
    """Something about a game has changed."""

    what: What


class Subscription:
    """What has changed since the last look: `async for changed in subscription`. It ends when it is closed."""

    def __init__(self, seat: str | None, leave: Callable[[Subscription], None]) -> None:
        self.seat = seat
        self.lost = False
        """Whether the connection broke without a close: then it is unknown since when the client has been gone."""
        self._leave = leave
        self._waiting: dict[What, None] = {}
        self._news = asyncio.Event()
        self._closed = False

    def tell(self, what: What) -> None:
        self._waiting[what] = None
        self._news.set()

    def __aiter__(self) -> Subscription:
        return self

    async def __anext__(self) -> Changed:
        await self._news.wait()
        if self._closed:
            raise StopAsyncIteration
        what = next(iter(self._waiting))
        del self._waiting[what]
        if not self._waiting:
            self._news.clear()
        return Changed(what)

    async def aclose(self) -> None:
        """Stop following."""
        if not self._closed:
            self._closed = True
            self._news.set()
            self._leave(self)

    async def __aenter__(self) -> Subscription:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()
