"""Fights as they are asked about before they are fought: who against whom, what the dice may bring, what came of it.

A game's rules answer (`Rules.prospect`, `Rules.stage`, `Rules.consequences`); the odds are worked out in `grognard.analysis`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, NoReturn, Self

import msgspec

from grognard.core.actions import Action
from grognard.core.charts import ChartLine
from grognard.core.errors import GrognardError
from grognard.core.games import Game
from grognard.core.procedures import Procedure
from grognard.core.texts import Modifier


class Fight(msgspec.Struct, frozen=True):
    """A fire or an attack, under way or only thought of. As text: `assault red,white 1111`."""

    kind: str
    units: tuple[str, ...]
    """The pieces that fire or attack."""
    targets: tuple[str, ...]
    """The pieces or places they fire at or attack."""
    circumstances: tuple[str, ...] = ()
    """What else is so, in words that the game knows."""

    @classmethod
    def of(cls, text: str) -> Self:
        """A fight from its text."""
        parts = text.split()
        if len(parts) not in (3, 4):
            raise GrognardError(f"A fight is written KIND UNIT,UNIT TARGET,TARGET, not '{text}'.")
        return cls(parts[0], *(tuple(filter(None, part.split(","))) for part in parts[1:]))

    def __str__(self) -> str:
        parts = (self.kind, *(",".join(part) for part in (self.units, self.targets, self.circumstances)))
        return " ".join(part for part in parts if part)


class Sealed(msgspec.Struct, frozen=True):
    """A choice that both sides make sealed in a fight, and what each pair of choices does."""

    attackers: tuple[Action, ...]
    defenders: tuple[Action, ...]
    effects: tuple[tuple[int | str, ...], ...]
    """A row for each choice of the attacker: the modifier that a pair gives, or the result that it is at once."""


class Prospect(msgspec.Struct, frozen=True):
    """What a game says of a fight before the dice fall."""

    fight: Fight
    attacker: str
    defender: str
    strengths: Mapping[str, int]
    """The strength that counts, by side."""
    column: str
    """The column of the table, the number to roll (`7+`), or the dice of both sides (`3d6 to 2d6`)."""
    shifts: tuple[Modifier, ...]
    """What shifts the column, or is added to the dice of one side."""
    modifiers: tuple[Modifier, ...]
    """All but what is still sealed."""
    ways: int
    """How many equally likely ways the dice can fall."""
    results: Callable[[int], Mapping[str, int]]
    """At a further modifier: how many of them lead to each result of the table."""
    losses: Callable[[str], tuple[int, int]]
    """The steps that a result of the table itself costs the attacker and the defender."""
    swing: Callable[[str], int]
    """How far a result moves the fortunes of the sides, in the attacker's favour."""
    sealed: Sealed | None = None
    policies: tuple[str, ...] = ()
    """How choices were taken for granted: text keys under `policy`."""
    columns: tuple[str, ...] = ()
    """All columns of the table, from the worst for the attacker to the best, where there is a table."""
    favours: Callable[[str], int] | None = None
    """Whom a result favours: 1 the attacker, -1 the defender, 0 neither; without it the swing decides."""
    lines: tuple[ChartLine, ...] = ()
    """Where the charts are read for it."""
    counted: str = "steps"
    """What losses are counted in: a word of the table `lost`."""


class Consequences(msgspec.Struct, frozen=True):
    """What came of a fight: the fates of pieces, the changes of tracks, and how the game ended if it did."""

    fates: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Each piece that something happened to, with what: text keys under `fate`."""
    tracks: tuple[tuple[str, str, int], ...] = ()
    """The name of each track that moved, its side, and by how much."""
    lost: tuple[tuple[str, int], ...] = ()
    """What each side lost that lost anything, counted as in forecasts."""
    over: str = ""
    """The level of victory if the game is over, and for whom."""


class Finished(Exception):
    """Raised when all that was put aside to be looked at has been carried out."""


class Aside(Procedure):
    """Lies under a fight that is tried out by itself, so that nothing that would follow it is carried out."""

    steps: ClassVar[tuple[str, ...]] = ("watch", "finish")
    step: str = "watch"

    def watch(self, game: Game) -> None:
        """Nothing to do: the fight lies above."""

    def finish(self, game: Game) -> NoReturn:
        raise Finished
