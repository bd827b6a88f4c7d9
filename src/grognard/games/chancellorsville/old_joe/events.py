"""What the automaton does, and which die, page, row, paragraph or procedure decided it."""

from __future__ import annotations

from grognard.core.events import Event, tell
from grognard.core.texts import Reason


class StoryTold(Event, frozen=True):
    """J-B0h: a page or a paragraph of the booklet was read."""

    number: str
    title: str
    story: str


class PageRead(Event, frozen=True):
    """J-C1a: the page and the row that three dice gave, with all that stands in it."""

    formation: str
    page: int
    row: str
    behaviour: str
    proximity: int
    arty: str
    story: str


class Explained(Event, frozen=True):
    """One step of the automaton, with what decided it and the rules that say so."""

    formation: str
    reason: Reason

    def said(self) -> dict[str, object]:
        return {"formation": self.formation, "reason": tell(self.reason.key, self.reason.args)}


class Lifted(Event, frozen=True):
    """J-H2t: a unit of the automaton is put elsewhere; by which procedure."""

    unit: str
    start: str
    end: str
    by: str


class PointsScored(Event, frozen=True):
    """J-E1: the marker moves on the track."""

    army: str
    points: int
    vp: int
    why: str
    cites: str
