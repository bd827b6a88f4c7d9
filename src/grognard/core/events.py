"""Events: what happened, in the words of the rulebook. Each says what each seat may see of it."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from grognard.core.actions import kebab
from grognard.core.texts import Modifier, text


class Event(msgspec.Struct, frozen=True, tag=kebab, tag_field="event"):
    """Something that happened; public unless its class says otherwise."""

    reveals: ClassVar[bool] = False
    """Whether it shows somebody something they did not know, so that undo may not cross it."""

    def seen_by(self, seat: str | None) -> Event | None:
        """The event as a seat (None: a spectator) sees it, or None if it sees nothing."""
        return self

    @property
    def key(self) -> str:
        return "event." + kebab(type(self).__name__)

    def __str__(self) -> str:
        return text(self.key, {field: _plain(getattr(self, field)) for field in self.__struct_fields__})


def _plain(value: object) -> str | int | float:
    if isinstance(value, str | int | float):
        return value
    if isinstance(value, tuple | list | frozenset):
        return ", ".join(str(item) for item in value)
    return "" if value is None else str(value)


class Rolled(Event, frozen=True):
    """Dice were rolled: the purpose, the faces, the modifiers and their total."""

    purpose: str
    faces: tuple[int, ...]
    modifiers: tuple[Modifier, ...] = ()
    cites: str = ""
    seat: str = ""
    reveals: ClassVar[bool] = True

    @property
    def total(self) -> int:
        return sum(self.faces) + sum(modifier.value for modifier in self.modifiers)

    def __str__(self) -> str:
        faces = "+".join(str(face) for face in self.faces)
        words = f"{text('roll.' + self.purpose)}: {faces}"
        if self.modifiers:
            words += f" {sum(m.value for m in self.modifiers):+d} = {self.total}"
        return words


class Drawn(Event, frozen=True):
    """Something was drawn; only the seats in `shown` see what (empty: everybody does)."""

    purpose: str
    item: str | None
    seat: str = ""
    shown: tuple[str, ...] = ()
    reveals: ClassVar[bool] = True

    def seen_by(self, seat: str | None) -> Event:
        if not self.shown or seat in self.shown:
            return self
        return Drawn(self.purpose, None, self.seat, self.shown)


class Chosen(Event, frozen=True):
    """A seat has given its sealed answer; what it is stays sealed."""

    seat: str


class Undone(Event, frozen=True):
    """A seat took its last action back."""

    seat: str


class Ended(Event, frozen=True):
    """The game is over."""

    winner: str | None
    level: str
    reason: str
