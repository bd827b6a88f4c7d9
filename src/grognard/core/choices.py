"""Lazy lists of actions: complete, but built only as far as they are used.

A question carries a sequence of actions. Usually that is a plain list. If there are thousands (every point that a squad can
go to), it is `Choices`: groups of actions of one kind each, with fast membership tests and fair random draws.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import ClassVar, overload

import msgspec

from grognard.core.actions import Action


class Region(msgspec.Struct, frozen=True):
    """Many actions that differ only in a point, as a page needs them: rows of points to click."""

    action: str
    """The text of each action, with `{x}` and `{y}` for its point."""
    origin: tuple[float, float]
    """The point where the first row begins."""
    step: float
    """The distance between two rows, and between two points of a row."""
    rows: tuple[tuple[tuple[int, str], ...], ...]
    """Row by row, the lengths of runs of points, each with a mark (their cost, for example); no mark: not available."""

    def points(self) -> Iterator[tuple[float, float]]:
        """Every point that is among them, row by row."""
        for down, row in enumerate(self.rows):
            across = 0
            for length, mark in row:
                if mark:
                    x, y = self.origin
                    yield from ((x + (across + i) * self.step, y + down * self.step) for i in range(length))
                across += length

    def text(self, x: float, y: float) -> str:
        """The text of the action at a point."""
        return self.action.replace("{x}", f"{x:g}").replace("{y}", f"{y:g}")


class Group(Sequence[Action]):
    """Actions of one kind. A subclass lists them, and can have faster ways to test membership and to draw one."""

    kind: ClassVar[type[Action]]
    has_region: ClassVar[bool] = False
    """Whether the actions differ only in a point, so that a page is told a region instead of the list."""

    def all(self) -> Sequence[Action]:
        """Every action, in a fixed order; called once, and only if somebody iterates over the list."""
        raise NotImplementedError

    def has(self, action: Action) -> bool:
        """Whether an action of this kind is in the group."""
        return action in self._built

    def draw(self, chance: float) -> Action | None:
        """One of them, all equally likely, from a number of at least 0 and below 1; None if the group is empty."""
        built = self._built
        return built[int(chance * len(built))] if built else None

    def region(self) -> Region:
        """What a page gets instead of the list, where there is a region."""
        raise NotImplementedError

    @property
    def _built(self) -> Sequence[Action]:
        built: Sequence[Action] | None = self.__dict__.get("_list")
        if built is None:
            built = self.__dict__["_list"] = self.all()
        return built

    def __contains__(self, action: object) -> bool:
        return type(action) is self.kind and self.has(action)

    def __len__(self) -> int:
        return len(self._built)

    def __bool__(self) -> bool:
        return self.draw(0.0) is not None

    def __iter__(self) -> Iterator[Action]:
        return iter(self._built)

    @overload
    def __getitem__(self, place: int) -> Action: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Action]: ...
    def __getitem__(self, place: int | slice) -> Action | Sequence[Action]:
        return self._built[place]


class Choices(Sequence[Action]):
    """Everything a seat may do, group by group; a plain list is a group, too."""

    def __init__(self, *groups: Sequence[Action]) -> None:
        self.groups = tuple(group for group in groups if isinstance(group, Group) or group)

    def __contains__(self, action: object) -> bool:
        return any(action in group for group in self.groups)

    def __len__(self) -> int:
        return sum(len(group) for group in self.groups)

    def __bool__(self) -> bool:
        return any(self.cheapest_first())

    def cheapest_first(self) -> Iterator[Sequence[Action]]:
        """The groups, plain lists first: whoever only wants to know whether there is something need not look further."""
        return chain(
            (group for group in self.groups if not isinstance(group, Group)),
            (group for group in self.groups if isinstance(group, Group)),
        )

    def __iter__(self) -> Iterator[Action]:
        return chain.from_iterable(self.groups)

    @overload
    def __getitem__(self, place: int) -> Action: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Action]: ...
    def __getitem__(self, place: int | slice) -> Action | Sequence[Action]:
        if isinstance(place, slice):
            return list(self)[place]
        rest = place if place >= 0 else place + len(self)
        for group in self.groups:
            if 0 <= rest < len(group):
                return group[rest]
            rest -= len(group)
        raise IndexError(place)

    def draw(self, chance: float) -> Action:
        """Draw a group first, all equally likely, then one of its actions; from one number, so that a draw can be repeated.

        Otherwise the thousands in one group would drown out the three in another. Empty groups are skipped.
        """
        groups = list(self.groups)
        while groups:
            place, chance = divmod(chance * len(groups), 1)
            group = groups.pop(int(place))
            found = group.draw(chance) if isinstance(group, Group) else group[int(chance * len(group))]
            if found is not None:
                return found
        raise IndexError("there is nothing to draw from")


NEARLY_ONE = 1 - 2**-53


def only(actions: Sequence[Action]) -> Action | None:
    """The only action, or None if there are more or none; does not build a long list."""
    if type(actions) is list:
        return actions[0] if len(actions) == 1 else None
    if isinstance(actions, Choices):
        filled: Sequence[Action] | None = None
        for group in actions.cheapest_first():
            if group:
                if filled is not None:
                    return None
                filled = group
        return only(filled) if filled is not None else None
    if isinstance(actions, Group) and actions.draw(0.0) != actions.draw(NEARLY_ONE):
        return None
    return actions[0] if len(actions) == 1 else None


def listed(actions: Sequence[Action]) -> list[Action]:
    """The actions that are told one by one: those of a group with a region are told by it."""
    if not isinstance(actions, Choices):
        return list(actions)
    return [action for group in actions.groups if not (isinstance(group, Group) and group.has_region) for action in group]


def regions(actions: Sequence[Action]) -> list[tuple[Group, Region]]:
    """The groups that are told by a region, each with it."""
    groups = actions.groups if isinstance(actions, Choices) else ()
    return [(group, group.region()) for group in groups if isinstance(group, Group) and group.has_region]


def drawn(actions: Sequence[Action], chance: float) -> Action:
    """One of the actions, from a number of at least 0 and below 1; see `Choices.draw`."""
    if type(actions) is not list and isinstance(actions, Choices):
        return actions.draw(chance)
    return actions[int(chance * len(actions))]
