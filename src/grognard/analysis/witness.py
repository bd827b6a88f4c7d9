"""Dice that collect statistics: the rolls of a record during a replay, each with its expected value."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import ClassVar

import msgspec

from grognard.core.dice import Dice, Die, Recorded
from grognard.core.features import Rerolls, feature_of
from grognard.core.games import Game
from grognard.core.procedures import Draw, Roll

Reading = Callable[[int], Hashable] | None


class Fallen(msgspec.Struct):
    """One roll: its dice, or one draw."""

    index: int
    """The number of its first die, from 0."""
    moment: int
    """The number of the moment it led to."""
    purpose: str
    seat: str
    die: Die
    drawn: bool = False
    """Whether it was a draw of one of several items, none of which is better than another."""
    faces: list[int] = []
    came: float = 0.0
    """What it was worth to the side that rolled."""
    ways: dict[float, int] | None = None
    """How many rolls would have been worth how much; None if the game cannot tell."""
    counts: bool = True
    """Whether it still counts, and no other roll replaced it."""

    @property
    def mean(self) -> float:
        """The expected sum of the dice."""
        return len(self.faces) * (self.die.low + self.die.high) / 2

    @property
    def expected(self) -> float:
        """What it was worth on average."""
        ways = self.ways or {0.0: 1}
        return sum(worth * number for worth, number in ways.items()) / sum(ways.values())

    @property
    def luck(self) -> float:
        """How much more it was worth than expected."""
        return self.came - self.expected if self.ways is not None else 0.0

    @property
    def chance(self) -> float:
        """How likely a result at least this far from the expected value was, in the same direction."""
        ways, luck = self.ways or {0.0: 1}, self.luck
        as_far = sum(number for worth, number in ways.items() if (worth <= self.came if luck < 0 else worth >= self.came))
        return as_far / sum(ways.values())


class Witness(Recorded):
    """The dice of a record. They fork like the dice for exact odds, to learn what is rolled and how it will be read."""

    __slots__ = ("game", "moment", "request", "rolls")
    may_fork: ClassVar[bool] = True

    def __init__(self, faces: Sequence[int], after: Dice | None = None) -> None:
        super().__init__(faces, after)
        self.rolls: list[Fallen] = []
        self.game: Game | None = None
        """The game that rolls; rolls before its first moment are worth nothing."""
        self.moment = 0
        self.request: Roll | Draw | None = None

    def face_or_fork(self, index: int, die: Die, reading: Reading, request: Roll | Draw) -> int:
        face = self.face(index, die, request.purpose)
        if request is not self.request:
            self.request = request
            self.void_what_is_rolled_again(request)
            self.rolls.append(Fallen(index, self.moment, request.purpose, request.seat, die, isinstance(request, Draw)))
        roll = self.rolls[-1]
        roll.ways = self.weigh(roll, face, reading, request)
        roll.faces.append(face)
        return face

    def weigh(self, roll: Fallen, face: int, reading: Reading, request: Roll | Draw) -> dict[float, int] | None:
        """What a roll could have been worth with one more die, if the game can tell for each result of this die."""
        before = roll.ways if roll.faces else {0.0: 1}
        if self.game is None or reading is None or isinstance(request, Draw) or before is None:
            return None
        faces = range(roll.die.low, roll.die.high + 1)
        worths = {other: self.game.rules.worth(self.game, request, reading(other)) for other in faces}
        ways: dict[float, int] = {}
        for worth in worths.values():
            if worth is None:
                return None
            for sum_before, number in before.items():
                ways[sum_before + worth] = ways.get(sum_before + worth, 0) + number
        roll.came += worths[face] or 0.0
        return ways

    def void_what_is_rolled_again(self, request: Roll | Draw) -> None:
        if (
            self.game is None
            or isinstance(request, Draw)
            or not feature_of(self.game.rules, Rerolls).rolls_again(self.game, request)
        ):
            return
        before = next((roll for roll in reversed(self.rolls) if roll.purpose == request.purpose), None)
        if before is not None:
            before.counts = False
