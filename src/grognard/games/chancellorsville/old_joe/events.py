"""What the automaton does, and which die, page, row, paragraph or procedure decided it. The player sees all of it (J-A1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import msgspec

from grognard.core.events import Event, tell
from grognard.core.frames import naming
from grognard.core.texts import Reason, text
from grognard.games.chancellorsville.victories.events import (
    FellIntoDisorder,
    LevelLost,
    MovedAside,
    OrderRestored,
    SkirmishersSent,
    StackMarched,
    UnitRestored,
)
from grognard.games.chancellorsville.victories.pieces import UNION

Unit = Annotated[str, naming("unit", role="piece")]
Label = Annotated[str, naming("hex", role="place")]

EFFECTS = {
    "-": "nothing", "SK": "skirmisher", "+C": "combat-marker", "-C": "no-combat-marker", "+1PM": "faster", "-1PM": "slower",
    "-2PM": "much-slower", "I<": "first-corps", "VI<": "sixth-corps", "GIB": "gibbon", "ACT": "activation", "ART": "guns",
    "RALLY": "rally", "DIG": "dig", "WHEEL": "wheel", "H^": "hooker-up", "Hv": "hooker-down",
}  # fmt: skip
"""What the codes of the booklet's rows are called: words of the table `effect`."""


def effects(code: str) -> str:
    """A cell of the booklet in words."""
    return ", ".join(text(f"effect.{EFFECTS[part]}") for part in code.split())


class StoryTold(Event, frozen=True):
    """J-B0h: a page or a paragraph of the booklet was read."""

    number: str
    title: str
    story: str

    @property
    def leads(self) -> bool:
        return True


class PageRead(Event, frozen=True):
    """J-C1a: the page and the row that three dice gave, with all that stands in it."""

    formation: str
    page: int
    row: str
    behaviour: str
    proximity: int
    arty: str
    story: str

    @property
    def grounds(self) -> tuple[str, ...]:
        return ("J-C1a", "J-PAGES")

    def said(self) -> dict[str, object]:
        return {**super().said(), "behaviour": effects(self.behaviour)}


class IndependentRead(Event, frozen=True):
    """J-N1: the page and the row that three dice gave, and what the Independent counter does by them."""

    page: int
    row: str
    use: str
    story: str

    @property
    def grounds(self) -> tuple[str, ...]:
        return ("J-N1", "J-PAGES")

    def said(self) -> dict[str, object]:
        return {**super().said(), "use": effects(self.use)}


LEADING = frozenset(
    ("activated", "marches", "makes-for-ford", "closes-in", "in-proximity", "adjacent", "falls-back", "digs-in")
    + ("bombards", "overrun", "hooker-drawn", "army-stirs")
)
"""Reasons that are given before the deed."""


class Explained(Event, frozen=True):
    """One step of the automaton, with what decided it and the rules that say so."""

    formation: str
    reason: Reason

    @property
    def leads(self) -> bool:
        return self.reason.key.removeprefix("why.") in LEADING

    @property
    def grounds(self) -> tuple[str, ...]:
        return self.reason.cites

    def said(self) -> dict[str, object]:
        return {"formation": self.formation, "reason": tell(self.reason.key, self.reason.args)}


class Lifted(Event, frozen=True):
    """J-H2t: a unit of the automaton is put elsewhere; by which procedure."""

    unit: Unit
    start: Label
    way: tuple[Label, ...]
    """The hexes between, of a march."""
    end: Label
    by: str

    def joined(self, before: Event) -> Event | None:
        """A march hex by hex is one march."""
        goes_on = isinstance(before, Lifted) and (before.unit, before.end, before.by) == (self.unit, self.start, self.by)
        if not goes_on or not isinstance(before, Lifted):
            return None
        return Lifted(self.unit, before.start, (*before.way, self.start, *self.way), self.end, self.by)


class PointsScored(Event, frozen=True):
    """J-E1: the marker moves on the track."""

    army: str
    points: int
    vp: int
    why: str
    cites: str


# ---------------------------------------------------------------- what the enemy would not see in the main game


class Open:
    """J-A1: something about the automaton that a player of the main game would keep to themselves."""

    __slots__ = ()

    def seen_by(self, seat: str | None) -> Event:
        return self  # type: ignore[return-value]


class DivisionWeakened(Open, LevelLost, frozen=True):
    """J-K1b: a division turns to its next value."""

    value: int = 0


class DivisionShaken(Open, FellIntoDisorder, frozen=True):
    """A division is disorganised or demoralised."""


class DivisionRallied(Open, OrderRestored, frozen=True):
    """A division is in better order again."""


class DivisionRestored(Open, UnitRestored, frozen=True):
    """J-M4: a division turns back."""

    value: int = 0


class OpenMarch(Open, StackMarched, frozen=True):
    """The player's units march, and onlookers see which."""


class OpenStepAside(Open, MovedAside, frozen=True):
    """A unit of the player's finds no room."""


class OpenSkirmish(Open, SkirmishersSent, frozen=True):
    """A brigade of the player's sends skirmishers."""


class OpenLoss(Open, LevelLost, frozen=True):
    """A unit of the player's loses a level."""


class OpenDisorder(Open, FellIntoDisorder, frozen=True):
    """A unit of the player's falls into disorder."""


SHOWN: dict[type[Event], type[Event]] = {
    StackMarched: OpenMarch,
    MovedAside: OpenStepAside,
    SkirmishersSent: OpenSkirmish,
    LevelLost: OpenLoss,
    FellIntoDisorder: OpenDisorder,
}
"""What the main game hides from the enemy, of the player's units: here there is nobody to hide it from."""
OPEN: dict[type[Event], type[Event]] = {
    LevelLost: DivisionWeakened,
    FellIntoDisorder: DivisionShaken,
    OrderRestored: DivisionRallied,
    UnitRestored: DivisionRestored,
}


def opened(event: Event, value: Callable[[str], int]) -> Event:
    """An event as everybody sees it; `value` tells what a unit of the automaton shows now."""
    kind = (OPEN if getattr(event, "army", "") == UNION else SHOWN).get(type(event))
    if kind is None:
        return event
    fields = msgspec.structs.asdict(event)
    if "value" in kind.__struct_fields__:
        fields["value"] = value(fields["unit"])
    return kind(**fields)
