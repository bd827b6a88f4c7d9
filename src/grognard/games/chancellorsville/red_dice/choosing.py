"""Long lists, worked out only as far as somebody looks: points to go to, units to fire at or to assault."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.choices import Group, Region
from grognard.core.plane import Point
from grognard.games.chancellorsville.red_dice.actions import AssaultOn, FireAt, PutAt, WalkBy, WalkTo
from grognard.games.chancellorsville.red_dice.components import CM

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.components import Battlefield
    from grognard.games.chancellorsville.red_dice.reach import Rows
    from grognard.games.chancellorsville.red_dice.state import Skirmish

HALF = CM // 2
TRIES = 200
"""How often a point is drawn from the square around the leader before the whole list is made."""
SCALE = 1 << 53
MIX = 6364136223846793005
MARKS = "0123456789"


def point_of(text: str, step: int = CM) -> Point | None:
    """`83,41` or, where half centimetres are meant, `81.5,43`; None if it is no point of the lattice."""
    parts = text.split(",")
    if len(parts) != 2 or not all(len(part) < 8 and part.replace(".", "", 1).isdecimal() for part in parts):
        return None
    x, y = (round(float(part) * CM) for part in parts)
    return (x, y) if x % step == 0 and y % step == 0 and encode_point((x, y)) == text else None


def encode_point(p: Point) -> str:
    """A point as an action writes it."""
    return f"{p[0] / CM:g},{p[1] / CM:g}"


class Points(Group):
    """Points of a lattice around a place that pass a test; the test gives a mark (how many successes it takes), or None."""

    step: ClassVar[int] = CM
    has_region: ClassVar[bool] = True

    def __init__(self, field: Battlefield, around: Sequence[Point], reach: float, test: Callable[[Point], int | None]) -> None:
        step = self.step
        self.test = test
        self.left = max(int(min(x for x, _ in around) - reach) // step, 0)
        self.bottom = max(int(min(y for _, y in around) - reach) // step, 0)
        self.right = min(int(max(x for x, _ in around) + reach) // step + 1, field.width // step)
        self.top = min(int(max(y for _, y in around) + reach) // step + 1, field.height // step)

    def has(self, action: Action) -> bool:
        assert isinstance(action, WalkTo | WalkBy | PutAt)
        p = point_of(action.point, self.step)
        return p is not None and self.covers(p) and self.test(p) is not None

    def covers(self, p: Point) -> bool:
        x, y = p[0] // self.step, p[1] // self.step
        return self.left <= x <= self.right and self.bottom <= y <= self.top

    def marked(self) -> Iterator[tuple[Point, int]]:
        """Every point that passes, by row and column, with its mark."""
        step = self.step
        for y in range(self.bottom, self.top + 1):
            for x in range(self.left, self.right + 1):
                p = (x * step, y * step)
                mark = self.test(p)
                if mark is not None:
                    yield p, mark

    def action(self, p: Point) -> Action:
        return self.kind.of(encode_point(p))

    def all(self) -> Sequence[Action]:
        return [self.action(p) for p, _ in self.marked()]

    def draw(self, chance: float) -> Action | None:
        """By rejection from the square, which is even; after many misses from the list. A built list changes nothing."""
        seed = int(chance * SCALE)
        wide, high = self.right - self.left + 1, self.top - self.bottom + 1
        if wide <= 0 or high <= 0:
            return None
        for _ in range(TRIES):
            seed = (seed * MIX + 1442695040888963407) & ((1 << 64) - 1)
            x, y = self.left + (seed >> 33) % wide, self.bottom + (seed >> 17 & 0xFFFF) % high
            p = (x * self.step, y * self.step)
            if self.test(p) is not None:
                return self.action(p)
        return super().draw(chance)

    def region(self) -> Region:
        """The points as runs of rows, in centimetres, each with the mark of its points; worked out once."""
        made: Region | None = self.__dict__.get("_region")
        if made is None:
            made = self.__dict__["_region"] = self._painted()
        return made

    def _painted(self) -> Region:
        rows = [tuple((len(list(run)), letter.strip()) for letter, run in groupby(line)) for line in self.lines()]
        step = self.step / CM
        return Region(str(self.kind.of("{x},{y}")), (self.left * step, self.bottom * step), step, tuple(rows))

    def lines(self) -> Iterator[str]:
        """Row by row a letter for each point: its mark, or a blank."""
        found, step = dict(self.marked()), self.step
        for y in range(self.bottom, self.top + 1):
            marks = (found.get((x * step, y * step)) for x in range(self.left, self.right + 1))
            yield "".join(" " if mark is None else MARKS[mark] for mark in marks)


class Painted(Points):
    """Points that are all worked out together, when somebody looks at them all; the test says the same of one."""

    def __init__(
        self,
        field: Battlefield,
        around: Point,
        reach: float,
        test: Callable[[Point], int | None],
        paint: Callable[[], tuple[range, Sequence[Rows]]],
    ) -> None:
        super().__init__(field, [around], reach, test)
        self.paint = paint

    def marked(self) -> Iterator[tuple[Point, int]]:
        for y, line in enumerate(self.lines(), self.bottom):
            for x, letter in enumerate(line, self.left):
                if letter != " ":
                    yield (x * CM, y * CM), int(letter)

    def lines(self) -> Iterator[str]:
        """A point has the first mark whose rows have it, and is in those of all later ones: added up, its digit tells which."""
        rows, painted = self.paint()
        letters = str.maketrans(
            {f"{number:x}": MARKS[len(painted) + 1 - number] for number in range(1, len(painted) + 1)} | {"0": " "}
        )
        nobody = " " * (self.right - self.left + 1)
        for y in range(self.bottom, self.top + 1):
            marks = [found[y - rows.start] for found in painted] if y in rows else []
            if not any(marks):
                yield nobody
                continue
            digits = f"{sum(int(f'{bits:b}', 16) for bits in marks):0{self.right + 1}x}"[::-1]
            yield digits[self.left : self.right + 1].translate(letters)


class WayEnds(Painted):
    """Where a leader's way may end."""

    kind: ClassVar[type[Action]] = WalkTo


class Bends(Painted):
    """Where it may bend."""

    kind: ClassVar[type[Action]] = WalkBy


class Spots(Points):
    kind: ClassVar[type[Action]] = PutAt
    step: ClassVar[int] = HALF


class Tested(Group):
    """A few actions, each of which has to pass a test that takes time."""

    def __init__(self, actions: Sequence[Action], test: Callable[[Action], bool]) -> None:
        self.actions, self.test = actions, test
        self.known: dict[Action, bool] = {}

    def passes(self, action: Action) -> bool:
        found = self.known.get(action)
        if found is None:
            found = self.known[action] = self.test(action)
        return found

    def has(self, action: Action) -> bool:
        return action in self.actions and self.passes(action)

    def all(self) -> Sequence[Action]:
        return [action for action in self.actions if self.passes(action)]

    def draw(self, chance: float) -> Action | None:
        """Every order of the candidates is as likely as another, and the first that passes is taken."""
        left = list(self.actions)
        while left:
            place, chance = divmod(chance * len(left), 1)
            action = left.pop(int(place))
            if self.passes(action):
                return action
        return None


class FireTargets(Tested):
    kind: ClassVar[type[Action]] = FireAt


class AssaultTargets(Tested):
    kind: ClassVar[type[Action]] = AssaultOn


def as_it_stands(game: Skirmish) -> Skirmish:
    """A copy for tests that are made when somebody looks: by then the game may have moved on, and a copy shares the list."""
    clone = game.copy()
    clone.pending = None  # or every list would hold all the lists before it
    return clone
