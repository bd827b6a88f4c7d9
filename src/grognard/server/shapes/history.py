"""Earlier moments, the report of a finished game, and new games from a moment."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from grognard.server.shapes.base import Nonce, Point, Sent, Shape, Words
from grognard.server.shapes.table import Over


class MomentLine(Shape):
    number: int
    turn: int | None
    phase: Words
    actors: tuple[str, ...]
    events: int


class Moments(Shape):
    """The moments of a game so far."""

    moments: tuple[MomentLine, ...]


class Series(Shape):
    """The level of a seat on a track, moment by moment."""

    seat: str
    points: tuple[Point, ...]


class TrackHistory(Shape):
    name: str
    title: Words
    series: tuple[Series, ...]


class Luck(Shape):
    """What a seat rolled for a purpose, against what it could expect: sums of faces; `swing` is what they were worth."""

    seat: str
    purpose: Words
    rolls: int
    dice: int
    expected: float
    rolled: float
    swing: float | None


class TurningPoint(Shape):
    moment: int
    seat: str
    words: Words
    swing: float
    kind: Literal["swing", "surprise"]


class RollFact(Shape):
    """A die that fell: all that is needed to compute its face anew."""

    index: int
    low: int
    high: int
    face: int
    moment: int
    seat: str
    words: Words


class TurnMark(Shape):
    turn: int
    moment: int


class DiceReport(Shape):
    verified: bool
    words: Words
    rolls: int


class DiaryPage(Shape):
    """A chapter of the story of a game in progress."""

    turn: int
    title: Words
    lines: tuple[Words, ...]
    evening: bool


class DiaryLeaf(DiaryPage, frozen=True):
    """A chapter of the story of a game that is over, and the moment at which it ended; an evening has a map."""

    moment: int


class Report(Shape):
    """The game looked back on, once it is over."""

    over: Over
    turns: tuple[TurnMark, ...]
    tracks: tuple[TrackHistory, ...]
    luck: tuple[Luck, ...]
    luck_words: tuple[Words, ...]
    stakes: Words
    measured: Words
    turning_points: tuple[TurningPoint, ...]
    rolls: tuple[RollFact, ...]
    dice: DiceReport
    diary: tuple[DiaryLeaf, ...] = ()


class Fork(Sent):
    """A new game from a moment of another: each seat for `human` or a computer player."""

    moment: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    seats: dict[str, str]
    nonce: Nonce = ""
