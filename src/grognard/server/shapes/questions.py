"""What a seat must decide, with exactly the legal choices."""

from __future__ import annotations

from grognard.server.shapes.base import Cites, Optional, Point, Shape, Words
from grognard.server.shapes.inspections import PlaceValue, Remark


class Pool(Shape):
    """Dice that are about to be rolled: whose they are, and the lowest face on which each counts; above its faces, never."""

    side: Words
    counts_from: tuple[int, ...]


class RiskColumn(Shape):
    """A thing that may happen, what it would mean, and whether it is to be feared or what the choice is made for."""

    title: Words
    about: Words
    bad: bool
    goal: bool


class RiskRow(Shape):
    """A choice with the chance of each column."""

    action: str
    words: Words
    chances: tuple[float, ...]


class RiskTable(Shape):
    """What each of many choices may bring, side by side."""

    columns: tuple[RiskColumn, ...]
    rows: tuple[RiskRow, ...]


class Choice(Optional):
    """One thing that a seat may do now: what is sent back, what it speaks of, and its chance where one roll decides."""

    action: str
    word: str
    words: Words
    places: tuple[str, ...]
    pieces: tuple[str, ...]
    fight: bool
    chance: float | None = None
    cost: float | None = None
    spread: tuple[PlaceValue, ...] = ()
    """Where it may strike, with the chance of each place, if it may go astray."""
    leads: bool = False
    """Whether a plain click on what it names means this, where several choices name it."""
    pools: tuple[Pool, ...] = ()
    """The dice of both sides as it would leave them, where it is about them."""
    ends: tuple[Remark, ...] = ()
    """What it ends for good: asked about once before it is made."""


class RegionChoices(Shape):
    """Many choices that differ only in a point: rows of points on one sheet, to be clicked into."""

    action: str
    """The text of each, with `{x}` and `{y}` for its point."""
    words: Words
    """The same in words."""
    sheet: str
    origin: Point
    step: float
    rows: tuple[tuple[tuple[int, str], ...], ...]
    """Row by row the lengths of runs of points, each with a mark; no mark: not among them."""


class OpenFight(Shape):
    """A fight under way, or announced: who attacks, and where."""

    words: Words
    pieces: tuple[str, ...]
    places: tuple[str, ...]
    now: bool


class Duty(Shape):
    """Something that is still to be done, the rules that say so, and the counters that owe it."""

    words: Words
    cites: Cites
    pieces: tuple[str, ...]


class Closing(Optional):
    """An action that ends what is asked: what stands in its way (then it is not legal now), what it would leave undone, and
    whether nobody could take it back, because another answers at once or dice fall."""

    action: str
    words: Words
    barred: Duty | None
    duties: tuple[Duty, ...]
    final: bool
    idle: tuple[str, ...] = ()
    """Counters that could still act and that no choice names, such as guns where targets are chosen."""


class Leave(Shape):
    """How a seat gets from a question about one counter back to the one before, and what it could choose there.

    The action ends what is asked; where it is empty, an undo takes back that the counter was chosen.
    """

    action: str
    pieces: tuple[str, ...]
    closing: tuple[Closing, ...]


class Proposal(Shape):
    """A ready-made answer: actions to be taken one after another."""

    words: Words
    about: Words
    actions: tuple[str, ...]
    cites: Cites


class Question(Optional):
    """What a seat must decide: exactly the legal choices."""

    kind: str
    prompt: Words
    cites: Cites
    sealed: bool
    choices: tuple[Choice, ...]
    regions: tuple[RegionChoices, ...] = ()
    pieces: tuple[str, ...] = ()
    fights: tuple[OpenFight, ...] = ()
    closing: tuple[Closing, ...] = ()
    leave: Leave | None = None
    proposals: tuple[Proposal, ...] = ()
    risks: RiskTable | None = None
