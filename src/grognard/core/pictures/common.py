"""What all pictures have: counters, stacks, flags, trays, tracks, and the sheets they lie on."""

from __future__ import annotations

from typing import Literal, Self

import msgspec
from msgspec.structs import replace

from grognard.core.pictures.art import Art

Point = tuple[float, float]
Line = tuple[Point, ...]


# ---------------------------------------------------------------- counters


class Colours(msgspec.Struct, frozen=True):
    """The colours of a counter: its face, its lettering, and the band with its name."""

    face: str
    ink: str
    band: str
    band_ink: str


def reconstructed(basis: str) -> str:
    """The basis of a counter's values where the rulebooks do not print them all."""
    return basis if "reconstructed" in basis else ""


class CounterPicture(msgspec.Struct, frozen=True):
    """A counter as it lies on a sheet."""

    id: str
    name: str
    symbol: str
    """What kind of counter it is, by a word for which the art of its sheet has a drawing; `back` lies face down."""
    values: str
    colours: Colours
    title: str = ""
    """The full name, shown when the pointer rests on the counter."""
    steps: int = 1
    lost: int = 0
    """Strength steps when full, and how many of them are gone."""
    rank: int = 0
    states: tuple[str, ...] = ()
    basis: str = ""
    """Where the values come from, if they are not all printed."""
    side: str = ""
    """The seat it belongs to, so that sides can be told apart by more than colour."""
    group: str = ""
    """The group that it acts with, if it has one (see `GroupPicture`)."""
    facing: Point | None = None
    """Which way it faces: a vector of any length, as points are measured on its sheet."""


class StackPicture(msgspec.Struct, frozen=True):
    """The counters of a place, the top one last; those of one army where armies lie apart."""

    place: str
    counters: tuple[CounterPicture, ...]
    colour: str = ""
    entrenched: bool = False


class GroupPicture(msgspec.Struct, frozen=True):
    """Counters that act together, such as a squad: shown by an outline and a badge."""

    id: str
    title: str
    badge: str
    """What is worth knowing of it at a glance, in a few letters."""
    colours: Colours
    side: str = ""
    states: tuple[str, ...] = ()
    facing: Point | None = None


# ---------------------------------------------------------------- what else changes in play


class MarkerPicture(msgspec.Struct, frozen=True):
    """A small flag in a place: who holds it, with a word."""

    place: str
    text: str
    colour: str


class FlagPicture(msgspec.Struct, frozen=True):
    """Whose a place is: letters on a colour."""

    letters: str
    colour: str


class FlyingPicture(msgspec.Struct, frozen=True):
    """The flag that flies in a place where another, or none, is printed."""

    place: str
    flag: FlagPicture


class AdditionPicture(msgspec.Struct, frozen=True):
    """Something that was built, broken or laid on the map in play: works, a breach, a bridge, smoke.

    In one place it stands there; between two adjacent places it lies between them (the outer one first); through more it runs.
    """

    kind: str
    places: tuple[str, ...]
    text: str = ""


class TollPicture(msgspec.Struct, frozen=True):
    """What a way pays besides its length, and where: a fence that it crosses, a wood that it enters."""

    place: str
    text: str


class WayPicture(msgspec.Struct, frozen=True):
    """A way from place to place: as far as it has been declared, as it would be, or as it was taken just now."""

    places: tuple[str, ...]
    """Where it begins, each bend, where it ends."""
    lengths: tuple[str, ...]
    """How long it is up to each place after the first."""
    text: str
    """All that it costs, and what is left."""
    tolls: tuple[TollPicture, ...] = ()
    goes_on: bool = False
    """Whether its end has still to be declared."""
    taken: bool = False


# ---------------------------------------------------------------- beside the sheets


class TrayPicture(msgspec.Struct, frozen=True):
    """Counters beside the map."""

    title: str
    counters: tuple[CounterPicture, ...]


class TrackPicture(msgspec.Struct, frozen=True):
    """A track beside the map: its boxes, and the one with the marker (from 0; none if negative)."""

    title: str
    boxes: tuple[str, ...]
    marker: int


# ---------------------------------------------------------------- sheets and pictures


SkyKind = Literal["rain", "night", "fog"]
"""What can lie over a whole board."""


class Sheet(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """A board of a picture: what every kind has. A kind adds what is printed on it, and what its places are called."""

    id: str = "map"
    title: str = ""
    """What it is called where there are several."""
    art: Art = msgspec.field(default_factory=Art)
    """How the words on it look: those of its ground, and of what stands and lies there."""
    stacks: tuple[StackPicture, ...] = ()
    markers: tuple[MarkerPicture, ...] = ()
    flags: tuple[FlyingPicture, ...] = ()
    groups: tuple[GroupPicture, ...] = ()
    additions: tuple[AdditionPicture, ...] = ()
    ways: tuple[WayPicture, ...] = ()
    """Those that are being declared, or were taken just now."""
    sky: tuple[SkyKind, ...] = ()
    """What the weather and the hour do to the look of the whole board."""

    @property
    def kind(self) -> str:
        return str(self.__struct_config__.tag)

    def bare(self) -> Self:
        """The sheet as it is printed, without all that changes in play."""
        return replace(self, stacks=(), markers=(), flags=(), groups=(), additions=(), ways=(), sky=())


class Picture(msgspec.Struct, frozen=True, kw_only=True):
    """A whole position: its sheets, the first being the one that is looked at first, and what stands about them."""

    title: str
    sheets: tuple[Sheet, ...]
    subtitle: str = ""
    notes: tuple[str, ...] = ()
    """Lines beside the title: tracks, scores."""
    values: str = ""
    """What the numbers on a counter mean, in their order."""
    trays: tuple[TrayPicture, ...] = ()
    tracks: tuple[TrackPicture, ...] = ()

    @property
    def main(self) -> Sheet:
        return self.sheets[0]
