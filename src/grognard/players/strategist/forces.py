"""A force: how many formations, small units and commanders of an army are in an area. Which ones makes no difference."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from grognard.games.chancellorsville.perfect_plan.components import Counter

FORMATION, SMALL, COMMANDER = "formation", "small", "commander"
KINDS = (FORMATION, SMALL, COMMANDER)
WORTH = {FORMATION: 1.0, SMALL: 0.35, COMMANDER: 1.1}
"""What a unit is worth compared with a formation."""


class Force(NamedTuple):
    """The units of an army in an area by their kinds."""

    formation: int = 0
    small: int = 0
    commander: int = 0

    @property
    def size(self) -> int:
        return self.formation + self.small + self.commander

    @property
    def dice(self) -> int:
        return self.formation + self.small

    @property
    def worth(self) -> float:
        return sum(count * WORTH[kind] for kind, count in zip(KINDS, self, strict=True))

    def plus(self, other: Force) -> Force:
        return Force(self.formation + other.formation, self.small + other.small, self.commander + other.commander)

    def minus(self, other: Force) -> Force:
        return Force(self.formation - other.formation, self.small - other.small, self.commander - other.commander)


NOBODY = Force()
ONE = {kind: Force(**{kind: 1}) for kind in KINDS}
Dispositions = Mapping[str, Force]
"""The force of an army in each area where it has any."""


def kind_of(counter: Counter) -> str:
    if counter.is_commander:
        return COMMANDER
    return SMALL if counter.is_small else FORMATION


def force_of(counters: Iterable[Counter]) -> Force:
    kinds = [kind_of(counter) for counter in counters]
    return Force(*(kinds.count(kind) for kind in KINDS))


def strongest(forces: Iterable[Force], room: int) -> Force:
    """The strongest force of this many units that can be made of these: formations, one commander, then small units."""
    formations, small, commanders = (sum(counts) for counts in zip(NOBODY, *forces, strict=True))
    led = min(commanders, 1, room) if room > 1 and formations + small > 1 else 0
    best = min(formations, room - led)
    return Force(best, min(small, room - led - best), led)
