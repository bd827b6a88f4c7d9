"""Ground that changes: a key (weather, bridges, works) selects tables that are made once and kept within a bound."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Tables = TypeVar("Tables")


class TablesByGround(Generic[Key, Tables]):
    """The tables of each state of the ground; those asked for longest ago are dropped."""

    def __init__(self, make: Callable[[Key], Tables], most: int = 16) -> None:
        self.make = make
        self.most = most
        self._kept: OrderedDict[Key, Tables] = OrderedDict()

    def at(self, key: Key) -> Tables:
        """The tables for a state of the ground; several threads may ask at once."""
        found = self._kept.pop(key, None)
        if found is None:
            found = self.make(key)
        self._kept[key] = found  # as the last
        while len(self._kept) > self.most:
            self._kept.popitem(last=False)
        return found
