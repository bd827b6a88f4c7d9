"""Fights for forecasts and odds: who fights whom, the possible results, and the consequences.

A game's rules supply them (`Rules.prospect`, `Rules.stage`, `Rules.consequences`); `grognard.analysis` computes the odds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import ClassVar, NoReturn, Self

import msgspec

from grognard.core.actions import Action
from grognard.core.charts import ChartLine
from grognard.core.errors import GrognardError
from grognard.core.games import Game
from grognard.core.procedures import Procedure
from grognard.core.texts import Modifier


class Fight(msgspec.Struct, frozen=True):
    """Fire or an attack, in progress or hypothetical. As text: `assault red,white 1111`."""

    kind: str
    units: tuple[str, ...]
    """The pieces that fire or attack."""
    targets: tuple[str, ...]
    """The pieces or places they fire at or attack."""
    circumstances: tuple[str, ...] = ()
    """Further circumstances, in words that the game defines."""

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


class Party(msgspec.Struct, frozen=True):
    """Pieces that can begin a fight together: what is chosen after the choice that begins it, and the chance of success."""

    pieces: tuple[str, ...]
    actions: tuple[Action, ...]
    chance: float


class Sealed(msgspec.Struct, frozen=True):
    """A sealed choice of both sides in a fight, and the effect of each pair of choices."""

    attackers: tuple[Action, ...]
    defenders: tuple[Action, ...]
    effects: tuple[tuple[int | str, ...], ...]
    """A row for each choice of the attacker: the modifier of each pair, or its immediate result."""


class Prospect(msgspec.Struct, frozen=True):
    """What the rules say about a fight before the roll."""

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
    """All modifiers except those still sealed."""
    ways: int
    """The number of equally likely rolls."""
    results: Callable[[int], Mapping[str, int]]
    """For an additional modifier: how many rolls lead to each result of the table."""
    losses: Callable[[str], tuple[int, int]]
    """The steps that a result itself costs the attacker and the defender."""
    swing: Callable[[str], int]
    """How much a result is worth, in the attacker's favour."""
    sealed: Sealed | None = None
    policies: tuple[str, ...] = ()
    """The policies for choices in between: text keys under `policy`."""
    columns: tuple[str, ...] = ()
    """All columns of the table, from the worst for the attacker to the best, if there is a table."""
    favours: Callable[[str], int] | None = None
    """Which side a result favours: 1 the attacker, -1 the defender, 0 neither; without it the swing decides."""
    lines: tuple[ChartLine, ...] = ()
    """Where the charts are read for it."""
    counted: str = "steps"
    """The unit of losses: a word of the table `lost`."""


class Consequences(msgspec.Struct, frozen=True):
    """The consequences of a fight: the fates of pieces, the changes of tracks, and the end of the game, if any."""

    fates: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Each affected piece with what happened to it: text keys under `fate`."""
    tracks: tuple[tuple[str, str, int], ...] = ()
    """Each track that changed: its name, its side, and by how much."""
    lost: tuple[tuple[str, int], ...] = ()
    """The losses of each side that had any, counted as in forecasts."""
    over: str = ""
    """The level of victory if the game is over, and for whom."""

    def then(self, more: Consequences) -> Consequences:
        """These and further ones, both sorted, where what happened first does not change what follows."""
        over = more.over or self.over
        return Consequences(joined(self.fates, more.fates), moved(self.tracks, more.tracks), added(self.lost, more.lost), over)


Fates = tuple[tuple[str, tuple[str, ...]], ...]
Tracks = tuple[tuple[str, str, int], ...]
Losses = tuple[tuple[str, int], ...]
KEPT = 1 << 15
"""How many sums are remembered: the same few meet again and again when odds are worked out."""


@lru_cache(maxsize=KEPT)
def joined(first: Fates, more: Fates) -> Fates:
    """What happened to each piece, one after the other."""
    fates = dict(first)
    for piece, words in more:
        fates[piece] = (*fates.get(piece, ()), *words)
    return tuple(sorted(fates.items()))


@lru_cache(maxsize=KEPT)
def moved(first: Tracks, more: Tracks) -> Tracks:
    """By how much each track changed in all, where it did."""
    tracks = {(name, side): by for name, side, by in first}
    for name, side, by in more:
        tracks[name, side] = tracks.get((name, side), 0) + by
    return tuple(sorted((name, side, by) for (name, side), by in tracks.items() if by))


@lru_cache(maxsize=KEPT)
def added(first: Losses, more: Losses) -> Losses:
    lost = dict(first)
    for side, number in more:
        lost[side] = lost.get(side, 0) + number
    return tuple(sorted(lost.items()))


class Finished(Exception):
    """Raised when the fight that was set apart is over."""


class TrialEnd(Procedure):
    """The frame under what is tried out in isolation, a fight say: it stops everything that would follow."""

    steps: ClassVar[tuple[str, ...]] = ("watch", "finish")
    step: str = "watch"

    def watch(self, game: Game) -> None:
        """Nothing to do: the fight is above it."""

    def finish(self, game: Game) -> NoReturn:
        raise Finished


class DicePool(msgspec.Struct, frozen=True):
    """Dice that are about to be rolled: whose they are, and the lowest face on which each counts.

    A die that counts from 1 on always does; one that counts from more than its highest face never does.
    """

    side: str
    counts_from: tuple[int, ...]
