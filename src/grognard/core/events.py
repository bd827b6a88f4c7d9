"""Events: what happened, in the words of the rulebook. Each says what each seat may see of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

import msgspec

from grognard.core.actions import kebab
from grognard.core.texts import Argument, Modifier, has_text, text

Names = Mapping[str, str]
"""What to call pieces in a text, by their ids."""
NO_NAMES: Names = {}
Heading = Literal["", "turn", "phase"]
Weight = Literal["", "light", "heavy"]


class Word(str):
    """A word in a text: `{side}` writes it as it is, `{side:army}` writes the text `army.<word>` if there is one."""

    __slots__ = ()

    def __format__(self, table: str) -> str:
        word = str(self)
        key = f"{table}.{word or 'none'}"
        return text(key) if table and has_text(key) else word


class Effect(msgspec.Struct, frozen=True):
    """Something to see on the map for a while: smoke over some places, or from where to where somebody went.

    A clearing thins all smoke, and the next one ends it.
    """

    kind: Literal["smoke", "clearing", "way"]
    places: tuple[str, ...] = ()


class PlaceWithPieces(msgspec.Struct, frozen=True):
    """A place and some of the pieces in it: `Old Guard (1412)`. Except in texts it behaves like the place."""

    place: str
    pieces: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.place


class PieceInPlace(msgspec.Struct, frozen=True):
    """A piece with the place it is in: `Old Guard (1412)`. Except in texts it behaves like the piece."""

    piece: str
    place: str

    def __str__(self) -> str:
        return self.piece


class Troops(tuple[str, ...]):
    """Pieces, in words by their names one after another."""

    __slots__ = ()


def spoken(value: object, names: Names = NO_NAMES, field: str = "") -> Argument:
    """A value for a text: numbers stay numbers, pieces get their names, if need be those for a field (`unit:V1-3`)."""
    if isinstance(value, bool):
        return Word("yes" if value else "no")
    if isinstance(value, int | float):
        return value
    if isinstance(value, PlaceWithPieces) and value.pieces:
        return Word(text("told.held", {"place": spoken(value.place, names), "pieces": spoken(value.pieces, names)}))
    if isinstance(value, PieceInPlace):
        return spoken(PlaceWithPieces(value.place, (value.piece,)), names)
    if isinstance(value, tuple | list | frozenset):
        return Word(", ".join(str(spoken(item, names, field)) for item in value))
    if value is None:
        return Word("")
    found = names.get(f"{field}:{value}")
    return Word(names.get(str(value), str(value)) if found is None else found)


def tell(key: str, args: Mapping[str, object], names: Names = NO_NAMES) -> str:
    """The text of a key, with the pieces in its arguments called by their names."""
    return text(key, {field: spoken(value, names, field) for field, value in args.items()})


class Event(msgspec.Struct, frozen=True, gc=False, tag=kebab, tag_field="event"):
    """Something that happened; public unless its class says otherwise."""

    reveals: ClassVar[bool] = False
    """Whether it reveals something to somebody, so that undo may not cross it."""

    heading: ClassVar[Heading] = ""
    """Whether it starts a new chapter, or a new section, of the log."""

    weight: ClassVar[Weight] = ""
    """How much it stands out in a log."""

    track: ClassVar[tuple[str, str] | None] = None
    """The track that it moves, and its own field with the new level of the side that it names."""

    reads: ClassVar[str] = ""
    """Its own field with the result to which the roll just before it led."""

    @property
    def leads(self) -> bool:
        """Whether it says why what comes next happens, so that the two are looked at together."""
        return False

    @property
    def effect(self) -> Effect | None:
        """What it leaves on the map for a while."""
        return None

    def joined(self, before: Event) -> Event | None:
        """This event and the one before it told as one, where they are parts of one thing."""
        return None

    def seen_by(self, seat: str | None) -> Event | None:
        """The event as a seat (None: a spectator) sees it, or None if it sees nothing."""
        return self

    @property
    def key(self) -> str:
        return "event." + kebab(type(self).__name__)

    def said(self) -> dict[str, object]:
        """The arguments for the event's text: its fields."""
        return {field: getattr(self, field) for field in self.__struct_fields__}

    @property
    def grounds(self) -> tuple[str, ...]:
        """The rules that it rests on, where it names them in a field `cites`."""
        return tuple(str(getattr(self, "cites", "")).split())

    def describe(self, names: Names = NO_NAMES) -> str:
        """The event in words, with pieces called by their names."""
        words = tell(self.key, self.said(), names).strip()
        return words[:1].upper() + words[1:]

    def __str__(self) -> str:
        return self.describe()


class Rolled(Event, frozen=True):
    """Dice were rolled: the purpose, the faces, the modifiers and their total."""

    purpose: str
    faces: tuple[int, ...]
    modifiers: tuple[Modifier, ...] = ()
    cites: str = ""
    seat: str = ""
    reveals: ClassVar[bool] = True
    weight: ClassVar[Weight] = "light"

    @property
    def total(self) -> int:
        return sum(self.faces) + sum(modifier.value for modifier in self.modifiers)

    def said(self) -> dict[str, object]:
        dice = "+".join(str(face) for face in self.faces)
        if self.modifiers:
            dice += f" {sum(modifier.value for modifier in self.modifiers):+d} = {self.total}"
        return {"purpose": self.purpose, "dice": dice, "total": self.total, "seat": self.seat, "cites": self.cites}


class Thrown(Rolled, frozen=True):
    """Several dice were rolled, each read separately."""

    def said(self) -> dict[str, object]:
        return super().said() | {"dice": ", ".join(str(face) for face in self.faces)}


class ThrownMixed(Thrown, frozen=True):
    """Dice of two colours were rolled, each read separately."""

    coloured: int = 0
    """How many of the dice, the last ones, are of the other colour."""


class Drawn(Event, frozen=True):
    """Something was drawn; only the seats in `shown` see what (empty: everybody does)."""

    purpose: str
    item: str | None
    seat: str = ""
    shown: tuple[str, ...] = ()
    reveals: ClassVar[bool] = True

    @property
    def key(self) -> str:
        """A sentence of its own for this purpose, where the game has one."""
        own = f"{super().key}-{self.purpose}"
        return own if has_text(own) else super().key

    def seen_by(self, seat: str | None) -> Event:
        if not self.shown or seat in self.shown:
            return self
        return Drawn(self.purpose, None, self.seat, self.shown)


class Chosen(Event, frozen=True):
    """A seat has given its sealed answer; what it is stays sealed."""

    seat: str


class Undone(Event, frozen=True):
    """A seat took back its last action."""

    seat: str


class Returned(Event, frozen=True):
    """All at the table agreed to go back to an earlier moment."""


class TurnBegan(Event, frozen=True):
    """A new turn of the game."""

    turn: int
    heading: ClassVar[Heading] = "turn"


class Ended(Event, frozen=True):
    """The game is over."""

    winner: str | None
    level: str
    reason: str
    reveals: ClassVar[bool] = True

    @property
    def key(self) -> str:
        """A draw has its own wording."""
        return "event.ended" if self.winner else "event.ended-undecided"
