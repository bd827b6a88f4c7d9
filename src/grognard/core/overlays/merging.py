"""Merging JSON documents: what a second document changes in a first.

Objects merge by key and lists of objects with an `id` by that id; anything else replaces the original. `null` removes
a key, and the key `*` with `null` removes everything in an object. Things with an id may be referred to and stay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import NamedTuple, TypeAlias

from grognard.core.errors import near

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Path = tuple[str, ...]

EVERYTHING = "*"


class Change(NamedTuple):
    """One value for one place; without a value the original is removed."""

    path: Path
    value: Json

    @property
    def clears(self) -> bool:
        """Whether it removes everything in an object."""
        return self.path[-1:] == (EVERYTHING,)


class Merging:
    """The changes of one document to another, in order, and every fault by its place."""

    def __init__(self, base: Json, given: Json) -> None:
        self.base = base
        self.changes: list[Change] = []
        self.faults: list[tuple[Path, str]] = []
        self._compare(base, given, ())

    def merged(self, changes: Sequence[Change] | None = None) -> Json:
        """The document with all changes, or only some of them."""
        document = deepcopy(self.base)
        for change in self.changes if changes is None else changes:
            document = apply(document, change)
        return document

    def near(self, path: Path) -> str:
        """A hint if a change names something new, and something with a similar name existed."""
        place = self.base
        for key in path[:-1]:
            place = (by_key(place) or {}).get(key)
        known = by_key(place) or {}
        return near(path[-1], known) if path and path[-1] not in known else ""

    def _compare(self, base: Json, given: Json, path: Path) -> None:
        known, parts = by_key(base), self._parts(base, given, path)
        if path[-1:] == ("id",):
            if given != base:
                self.faults.append((path, "an id is what the rest is known by and cannot be changed"))
            return
        if known and given == []:
            self.faults.append((path, "what has an id cannot be taken away; change it instead"))
            return
        if known is None or parts is None:
            self.changes.append(Change(path, given))
            return
        if EVERYTHING in parts:
            known = self._clear(base, known, parts[EVERYTHING], path)
        for key, value in parts.items():
            if key == EVERYTHING:
                continue
            if value is None:
                self._remove(base, known, key, path)
            elif key in known:
                self._compare(known[key], value, (*path, key))
            else:
                self.changes.append(Change((*path, key), value))

    def _parts(self, base: Json, given: Json, path: Path) -> Mapping[str, Json] | None:
        """The new value for each key, if it is merged by keys."""
        if isinstance(given, dict):
            return given
        if isinstance(base, dict) or not isinstance(given, list):
            return None
        ids = Counter(id for item in given if (id := id_of(item)) is not None)
        self.faults += [((*path, id), "it is given twice; keep one") for id, times in ids.items() if times > 1]
        return by_key(given)

    def _clear(self, base: Json, known: Mapping[str, Json], value: Json, path: Path) -> Mapping[str, Json]:
        if value is not None:
            self.faults.append(((*path, EVERYTHING), "'*' stands for all that was there and can only be null"))
        elif isinstance(base, list):
            self.faults.append(((*path, EVERYTHING), "what has an id cannot be taken away; change it instead"))
        else:
            self.changes.append(Change((*path, EVERYTHING), None))
            return {}
        return known

    def _remove(self, base: Json, known: Mapping[str, Json], key: str, path: Path) -> None:
        if key not in known:
            self.faults.append(((*path, key), f"there is nothing to take away{near(key, known)}"))
        elif isinstance(base, list):
            self.faults.append(((*path, key), "what has an id cannot be taken away; change it instead"))
        else:
            self.changes.append(Change((*path, key), None))


def id_of(item: Json) -> str | None:
    id = item.get("id") if isinstance(item, dict) else None
    return id if isinstance(id, str) else None


def by_key(document: Json) -> Mapping[str, Json] | None:
    """An object, or a list of objects with ids, by its keys; None if it has no keys."""
    if isinstance(document, dict):
        return document
    if not isinstance(document, list):
        return None
    found = {id: item for item in document if (id := id_of(item)) is not None}
    return found if found and all(id_of(item) is not None for item in document) else None


def apply(document: Json, change: Change) -> Json:
    """Apply a change to a document in place."""
    if not change.path:
        return deepcopy(change.value)
    *way, last = change.path
    place = document
    for key in way:
        place = (by_key(place) or {})[key]
    if isinstance(place, list):
        put_by_id(place, last, deepcopy(change.value))
    elif isinstance(place, dict):
        if change.clears:
            place.clear()
        elif change.value is None:
            del place[last]
        else:
            place[last] = deepcopy(change.value)
    return document


def put_by_id(place: list[Json], id: str, value: Json) -> None:
    """Replace the item with this id, or append."""
    named: Json = {"id": id, **value} if isinstance(value, dict) else value
    for number, item in enumerate(place):
        if id_of(item) == id:
            place[number] = named
            return
    place.append(named)


def places(document: Json, path: Path) -> Iterator[tuple[Path, dict[str, Json]]]:
    """The objects that contain a place, the innermost first, each with its own path."""
    found: list[tuple[Path, dict[str, Json]]] = []
    place = document
    for depth in range(len(path) + 1):
        if isinstance(place, dict):
            found.append((path[:depth], place))
        keys = by_key(place)
        if depth == len(path) or keys is None or path[depth] not in keys:
            break
        place = keys[path[depth]]
    return reversed(found)
