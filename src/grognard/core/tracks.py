"""How the tracks of a game are drawn: their ranges and bands."""

from __future__ import annotations

import msgspec


class Band(msgspec.Struct, frozen=True):
    """A named part of a track (a text key under `band`); an end that is None is open."""

    word: str
    least: int | None
    most: int | None

    def holds(self, level: float) -> bool:
        return (self.least is None or level >= self.least) and (self.most is None or level <= self.most)


class Scale(msgspec.Struct, frozen=True):
    """The lowest and the highest box of a track, and its bands."""

    least: int
    most: int
    bands: tuple[Band, ...] = ()
