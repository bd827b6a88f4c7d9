"""What may come of a fight."""

from __future__ import annotations

from grognard.server.shapes.base import Cites, Optional, Shape, Words


class ModifierLine(Shape):
    value: int
    words: Words
    cites: Cites


class Strength(Shape):
    seat: str
    value: int


class Result(Shape):
    word: str
    title: Words
    chance: float
    cites: Cites


class Loss(Shape):
    seat: str
    steps: float


class ChartLine(Shape):
    """Where a chart is read: row and column, from 0; -1 where none is known before the dice fall."""

    chart: str
    row: int
    column: int


class SealedChoice(Shape):
    action: str
    words: Words
    chance: float


class SealedMix(Shape):
    seat: str
    choices: tuple[SealedChoice, ...]


class MatrixCell(Shape):
    """What a pair of sealed choices gives, and whom it favours: 1 who reads the row, -1 the other side, 0 neither."""

    words: Words
    favours: int


class SealedMatrix(Shape):
    """Every pair of sealed choices: the rows are those of one seat; `chance` is how often each is made in equilibrium."""

    seat: str
    rows: tuple[SealedChoice, ...]
    columns: tuple[SealedChoice, ...]
    cells: tuple[tuple[MatrixCell, ...], ...]


class Party(Shape):
    """Those who can begin a fight together: what is chosen after the choice that begins it, and the chance that it succeeds."""

    pieces: tuple[str, ...]
    actions: tuple[str, ...]
    chance: float


class Breakdown(Optional):
    """What may come of a fight, with every number explained; the verdict says it in one line."""

    title: Words
    verdict: Words
    attacker: str
    defender: str
    strengths: tuple[Strength, ...]
    column: Words
    columns: tuple[Words, ...]
    shifts: tuple[ModifierLine, ...]
    modifiers: tuple[ModifierLine, ...]
    modifier: int
    results: tuple[Result, ...]
    losses: tuple[Loss, ...]
    sealed: tuple[SealedMix, ...]
    matrix: SealedMatrix | None
    lines: tuple[ChartLine, ...]
    policies: tuple[Words, ...]
    party: tuple[str, ...] = ()
    """Who takes part in the fight of this breakdown, where one may choose."""
    parties: tuple[Party, ...] = ()
    """All who can take part, together or alone, the best first."""


class Consequence(Shape):
    chance: float
    words: tuple[Words, ...]


class Fate(Shape):
    piece: str
    words: Words
    chance: float


class Odds(Shape):
    """The exact chances of all that may come of a fight; the verdict says in one line what it costs on average."""

    verdict: Words
    consequences: tuple[Consequence, ...]
    fates: tuple[Fate, ...]
    policies: tuple[Words, ...]
