"""A cache of shared objects: each is built once and shared while in use, and only a few unused ones are kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

Key = TypeVar("Key", bound=Hashable)
Thing = TypeVar("Thing")


class Shared(Generic[Key, Thing]):
    """Objects are found here while they are in use; of the unused ones the last few are kept."""

    def __init__(self, at_hand: int) -> None:
        self.most = at_hand
        self._used: WeakValueDictionary[Key, Thing] = WeakValueDictionary()
        self._at_hand: OrderedDict[Key, Thing] = OrderedDict()

    def get(self, key: Key) -> Thing | None:
        found = self._used.get(key)
        if found is not None:
            self.put(key, found)
        return found

    def put(self, key: Key, thing: Thing) -> None:
        self._used[key] = self._at_hand[key] = thing
        self._at_hand.move_to_end(key)
        if len(self._at_hand) > self.most:
            self._at_hand.popitem(last=False)

    def drop(self, key: Key) -> None:
        self._used.pop(key, None)
        self._at_hand.pop(key, None)
