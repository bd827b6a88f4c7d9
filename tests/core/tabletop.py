"""A skirmish on a table top: men on a plane, a lazy list of points to go to, a region for the page.

Two men a side. Who is to move takes one of theirs up to five centimetres, clear of the others, or lets them stay; within five
centimetres of an enemy they fire, and on 3 or more the other is down (on 4 or more if they duck). Who has nobody left loses,
and so does South after 40 turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Annotated, Any, ClassVar

import msgspec

from grognard.core import scenarios
from grognard.core.actions import Action
from grognard.core.choices import Choices, Group, Region
from grognard.core.dice import D6, Die
from grognard.core.errors import PositionError
from grognard.core.events import Event, Rolled
from grognard.core.frames import naming
from grognard.core.games import Game, Options, Outcome, State
from grognard.core.orders import StandingOrder, standing_order
from grognard.core.pictures import (
    Art,
    Colours,
    CounterPicture,
    FlagPicture,
    FlyingPicture,
    GroundArt,
    GroupPicture,
    Picture,
    StackPicture,
    StateArt,
)
from grognard.core.pictures.plane import (
    GroundPicture,
    LinePicture,
    ObjectivePicture,
    PlaneSheet,
    RearPicture,
    place_of,
    point_of,
)
from grognard.core.positions import describe
from grognard.core.procedures import Ask, Goto, Next, Procedure, Roll, SeatName
from grognard.core.rules import Rules
from grognard.core.scenarios import Scenario
from grognard.core.texts import Reason

NORTH, SOUTH = "north", "south"
MEN = {"N1": (8, 11), "N2": (18, 11), "S1": (9, 4), "S2": (22, 4)}
SIDES = {"N": NORTH, "S": SOUTH}
NAMES = {"N1": "Nash", "N2": "Nolan", "S1": "Sands", "S2": "Shaw"}
COLOURS = {
    NORTH: Colours("#33568c", "#ffffff", "#1d3358", "#ffffff"),
    SOUTH: Colours("#8b8a83", "#ffffff", "#5a2a22", "#ffffff"),
}
WIDE, HIGH = 30, 15
PACE, APART, RANGE, HIT, LAST_TURN = 5, 2, 5, 3, 40

Man = Annotated[str, naming("man", "")]
ManId = Annotated[str, naming("man", role="piece")]
Point = Annotated[str, naming("point", role="place")]


class Take(Action, frozen=True):
    man: ManId


class Go(Action, frozen=True):
    point: Point


class Stay(Action, frozen=True):
    pass


class Hold(Action, frozen=True):
    pass


class Duck(Action, frozen=True):
    """Who lies down is harder to hit."""


class Walked(Event, frozen=True):
    man: ManId
    start: Point
    end: Point


class Fell(Event, frozen=True):
    man: ManId


class TableState(State):
    men: dict[str, tuple[int, int]] = {}
    down: frozenset[str] = frozenset()
    turn: int = 1

    @property
    def phasing(self) -> str:
        return NORTH if self.turn % 2 else SOUTH


class TableGame(Game):
    __slots__ = ()
    state: TableState


def side_of(man: str) -> str:
    return SIDES[man[0]]


def gap(a: tuple[int, int], b: tuple[int, int]) -> int:
    """The square of a distance: whole numbers compare exactly."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def standing(state: TableState, side: str) -> list[str]:
    return [man for man in state.men if side_of(man) == side and man not in state.down]


class Points(Group):
    """Every point that a man can go to; whether one is among them is told without the others."""

    kind: ClassVar[type[Action]] = Go
    has_region: ClassVar[bool] = True

    def __init__(self, state: TableState, man: str) -> None:
        self.here = state.men[man]
        self.others = [at for other, at in state.men.items() if other != man]

    def mark(self, x: int, y: int) -> str:
        """How far a point is, in letters; none: it cannot be reached."""
        far = gap(self.here, (x, y))
        free = all(gap(at, (x, y)) >= APART**2 for at in self.others)
        on = 0 <= x <= WIDE and 0 <= y <= HIGH
        return ("a" if far <= 9 else "b") if on and free and 0 < far <= PACE**2 else ""

    def has(self, action: Action) -> bool:
        assert isinstance(action, Go)
        x, _, y = action.point.partition(",")
        return x.isdecimal() and y.isdecimal() and f"{int(x)},{int(y)}" == action.point and self.mark(int(x), int(y)) != ""

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        x, y = self.here
        for down in range(y - PACE, y + PACE + 1):
            yield down, [self.mark(across, down) for across in range(x - PACE, x + PACE + 1)]

    def all(self) -> Sequence[Action]:
        left = self.here[0] - PACE
        return [Go(f"{left + i},{y}") for y, marks in self.rows() for i, mark in enumerate(marks) if mark]

    def region(self) -> Region:
        rows = []
        for _, marks in self.rows():
            runs: list[tuple[int, str]] = []
            for mark in marks:
                runs = [*runs[:-1], (runs[-1][0] + 1, mark)] if runs and runs[-1][1] == mark else [*runs, (1, mark)]
            rows.append(tuple(runs))
        return Region("go {x},{y}", (self.here[0] - PACE, self.here[1] - PACE), 1, tuple(rows))


class Skirmish(Procedure):
    turn: SeatName = NORTH
    man: Man = ""
    ducked: bool = False
    steps: ClassVar[tuple[str, ...]] = ("choose", "move", "react", "fire", "pass_on")

    def choose(self, game: TableGame) -> Next:
        return Ask(self.turn, [Take(man) for man in standing(game.state, self.turn)], self.chosen, "take", "T1")

    def chosen(self, game: TableGame, answer: Take) -> Next:
        self.man = answer.man
        return None

    def move(self, game: TableGame) -> Next:
        return Ask(self.turn, Choices([Stay()], Points(game.state, self.man)), self.moved, "move", "T2", args={"man": self.man})

    def moved(self, game: TableGame, answer: Action) -> Next:
        if isinstance(answer, Go):
            point = point_of(answer.point)
            assert point is not None
            game.emit(Walked(self.man, place_of(game.state.men[self.man]), answer.point))
            game.state.men[self.man] = (int(point[0]), int(point[1]))
        return None

    def target(self, game: TableGame) -> str:
        """The nearest enemy in range; of two the first by name."""
        here = game.state.men[self.man]
        other = SOUTH if self.turn == NORTH else NORTH
        near = [(gap(here, game.state.men[man]), man) for man in standing(game.state, other)]
        return min((found for found in near if found[0] <= RANGE**2), default=(0, ""))[1]

    def react(self, game: TableGame) -> Next:
        if not self.target(game):
            return None
        return Ask(side_of(self.target(game)), [Hold(), Duck()], self.reacted, "react", "T3")

    def reacted(self, game: TableGame, answer: Action) -> Next:
        self.ducked = isinstance(answer, Duck)
        return None

    def fire(self, game: TableGame) -> Next:
        return Roll("fire", self.fired, cites="T3", seat=self.turn, die=D6) if self.target(game) else None

    def fired(self, game: TableGame, rolled: Rolled) -> Next:
        hit = self.target(game)
        if rolled.total >= HIT + self.ducked:
            game.state.down |= {hit}
            game.emit(Fell(hit))
            if not standing(game.state, side_of(hit)):
                game.end(Outcome(self.turn, "win", "nobody-left"))
        return None

    def pass_on(self, game: TableGame) -> Next:
        self.turn, self.man, self.ducked = (SOUTH if self.turn == NORTH else NORTH), "", False
        game.state.turn += 1
        if game.state.turn > LAST_TURN:
            game.end(Outcome(NORTH, "win", "time"))
        return Goto("choose")


class TableRules(Rules[TableGame]):
    seats = (NORTH, SOUTH)
    actions = (Take, Go, Stay, Hold, Duck)
    procedures: ClassVar[tuple[type[Procedure], ...]] = (Skirmish,)
    game_class = TableGame
    turns = LAST_TURN

    def opening(self) -> TableState:
        return TableState(dict(MEN))

    def first_procedure(self, state: State) -> Procedure:
        assert isinstance(state, TableState)
        return Skirmish(NORTH if state.turn % 2 else SOUTH)

    @cached_property
    def existing(self) -> dict[str, Any]:
        points = {f"{x},{y}" for x in range(WIDE + 1) for y in range(HIGH + 1)}
        return {"seat": self.seats, "man": MEN, "point": points}

    def names(self) -> dict[str, str]:
        return NAMES

    def colours(self) -> dict[str, str]:
        return {side: colours.face for side, colours in COLOURS.items()}

    def die_of(self, rolled: Rolled) -> Die:
        return D6

    def hides(self, game: TableGame, seat: str) -> bool:
        return False

    def view(self, game: TableGame, seat: str | None) -> dict[str, Any]:
        return {"position": describe(game, seat, redact=True), "actors": list(game.actors)}

    def describe(self, game: TableGame) -> dict[str, Any]:
        return {"state": msgspec.to_builtins(game.state, order="deterministic")}

    def restore(self, body: dict[str, Any]) -> TableState:
        try:
            state = msgspec.convert(body["state"], TableState)
        except (KeyError, msgspec.ValidationError) as fault:
            raise PositionError([f"The state is not that of a skirmish: {fault}."]) from None
        if set(state.men) != set(MEN) or not 1 <= state.turn <= LAST_TURN + 1:
            raise PositionError(["A skirmish has the men N1, N2, S1 and S2, and a turn from 1 to 41."])
        return state

    def action_table(self) -> list[Action]:
        points = [Go(f"{x},{y}") for y in range(HIGH + 1) for x in range(WIDE + 1)]
        return [*(Take(man) for man in MEN), *points, Stay(), Hold(), Duck()]

    def standing_orders(self, seat: str) -> tuple[StandingOrder, ...]:
        return (standing_order("react", ("Skirmish.react",), ("T3",), ("hold", "duck")),)

    def carry_out(self, game: TableGame, seat: str, order: str, answer: str) -> Action | None:
        return {"hold": Hold(), "duck": Duck()}.get(answer)

    def remarks(self, game: TableGame, seat: str | None, place: str, piece: str = "") -> tuple[Reason, ...]:
        return ()

    def picture(self, game: TableGame, seat: str | None = None) -> Picture:
        return Picture(title="Table top", sheets=(sheet_of(game),), subtitle=f"Turn {game.state.turn}")


ART = Art(
    ground={
        "woods": GroundArt("trees-dense"),
        "field": GroundArt("furrows"),
        "building": GroundArt("rooftops"),
    },
    edges={"stream": "water", "trench": "earthwork", "treeline": "trees"},
    states={"wounded": StateArt("notched", "black", "W", ("lying", "cross"))},
)


def sheet_of(game: TableGame) -> PlaneSheet:
    state = game.state
    return PlaneSheet(
        title="Table top",
        art=ART,
        width=WIDE,
        height=HIGH,
        grounds=(
            GroundPicture("wood", "woods", ((0, 6), (7, 7), (6, 11), (0, 11)), "Long Wood"),
            GroundPicture("marsh", "marsh", ((24, 5), (29, 6), (28, 9), (24, 9)), "Bog"),
            GroundPicture("field", "field", ((12, 1), (18, 1), (18, 5), (12, 5)), "Rye"),
            GroundPicture("house", "building", ((13.5, 8), (16.5, 8), (16.5, 10), (13.5, 10)), "Mill"),
        ),
        lines=(
            LinePicture("road", "road", ((0, 2), (10, 6.5), (20, 6.5), (30, 4)), "Mill Road"),
            LinePicture("run", "stream", ((20, 15), (21, 9), (20, 4), (21, 0)), "Lick Run"),
            LinePicture("fence", "fence", ((9, 9), (12, 9.5))),
            LinePicture("wall", "wall", ((17, 11), (20, 12))),
            LinePicture("hedge", "hedge", ((22, 1.5), (27, 2))),
            LinePicture("trench", "trench", ((3, 13.5), (9, 14))),
            LinePicture("trees", "treeline", ((28, 10), (28, 14))),
        ),
        objectives=(ObjectivePicture("mill", "The mill", (15, 7), 2, "5 points"),),
        rears=(RearPicture("north", NORTH, "North", "#33568c"), RearPicture("south", SOUTH, "South", "#5a2a22")),
        stacks=tuple(StackPicture(place_of(at), (counter_of(man, man in state.down),)) for man, at in state.men.items()),
        groups=tuple(GroupPicture(side, side.capitalize(), "muskets", COLOURS[side], side) for side in (NORTH, SOUTH)),
        flags=(FlyingPicture("mill", FlagPicture("N", "#33568c")),),
    )


def counter_of(man: str, down: bool) -> CounterPicture:
    side = side_of(man)
    return CounterPicture(
        man,
        man[1],
        "man",
        "",
        COLOURS[side],
        NAMES[man],
        rank=1 if man.endswith("1") else 0,
        states=("wounded",) if down else (),
        side=side,
        group=side,
        facing=(0, -1) if side == NORTH else (0, 1),
    )


def _make(scenario: Scenario, options: Options) -> TableRules:
    return TableRules(scenario, options)


TABLETOP = scenarios.add(Scenario("toy/tabletop", "Table top", _make))
