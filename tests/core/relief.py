"""A siege with two sheets: a small hex map that begins at column 10, and a display with a track and a wheel.

The besieger digs, hex by hex, towards the city; the garrison sets its beacon on the wheel: the farther, the more the relief
comes on along its track, and the likelier nobody sees it. Whoever gets there first wins.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec.structs import replace

from grognard.core import scenarios
from grognard.core.actions import Action
from grognard.core.dice import D6, Die
from grognard.core.errors import PositionError
from grognard.core.events import Event, Rolled
from grognard.core.frames import naming
from grognard.core.games import Game, Options, Outcome, State
from grognard.core.hexes import hex_grid
from grognard.core.orders import StandingOrder, standing_order
from grognard.core.pictures import AdditionPicture, Colours, CounterPicture, MarkerPicture, Picture, StackPicture
from grognard.core.pictures.display import DisplaySheet, PanelPicture, row, wheel
from grognard.core.pictures.hexes import HexPicture, HexSheet, HexsidePicture, NamePicture, RoadPicture
from grognard.core.positions import describe
from grognard.core.procedures import Ask, Goto, Next, Procedure, Roll
from grognard.core.rules import Rules
from grognard.core.scenarios import Scenario

BESIEGER, GARRISON = "besieger", "garrison"
GRID = hex_grid(14, 8, 10, 5)
START, CITY = "1008", "1406"
SECTORS = ("north", "east", "south", "west")
LENGTH, LAST_TURN = 12, 24

Label = Annotated[str, naming("hex", role="place")]
Sector = Annotated[str, naming("sector", role="place")]


class Dig(Action, frozen=True):
    hex: Label


class Rest(Action, frozen=True):
    pass


class Beacon(Action, frozen=True):
    sector: Sector


class Dug(Event, frozen=True):
    hex: Label


class CameOn(Event, frozen=True):
    piece: Annotated[str, naming("piece", role="piece")]
    box: Annotated[str, naming("box", role="place")]


class ReliefState(State):
    sap: tuple[str, ...] = (START,)
    beacon: str = "north"
    relief: int = 0
    turn: int = 1
    phasing: str = BESIEGER


class ReliefGame(Game):
    __slots__ = ()
    state: ReliefState


def beside(label: str) -> list[str]:
    around = GRID.neighbours[GRID.by_label[label]]
    return [GRID.labels[h] for h in around if h is not None]


class Siege(Procedure):
    steps: ClassVar[tuple[str, ...]] = ("dig", "signal", "look_out", "end_of_turn")

    def dig(self, game: ReliefGame) -> Next:
        sap = game.state.sap
        return Ask(BESIEGER, [*(Dig(label) for label in beside(sap[-1]) if label not in sap), Rest()], self.dug, "dig", "Q1")

    def dug(self, game: ReliefGame, answer: Action) -> Next:
        if isinstance(answer, Dig):
            game.state.sap += (answer.hex,)
            game.emit(Dug(answer.hex))
            if answer.hex == CITY:
                game.end(Outcome(BESIEGER, "win", "breach"))
        return None

    def signal(self, game: ReliefGame) -> Next:
        return Ask(GARRISON, [Beacon(sector) for sector in SECTORS], self.signalled, "signal", "Q2")

    def signalled(self, game: ReliefGame, answer: Beacon) -> Next:
        game.state.beacon = answer.sector
        return None

    def look_out(self, game: ReliefGame) -> Next:
        return Roll("look-out", self.looked, cites="Q3", seat=GARRISON, die=D6)

    def looked(self, game: ReliefGame, rolled: Rolled) -> Next:
        far = SECTORS.index(game.state.beacon) + 1
        if rolled.total > far:
            game.state.relief = min(game.state.relief + far, LENGTH)
            game.emit(CameOn("relief", f"track-{game.state.relief}"))
        if game.state.relief == LENGTH:
            game.end(Outcome(GARRISON, "win", "relieved"))
        return None

    def end_of_turn(self, game: ReliefGame) -> Next:
        game.state.turn += 1
        if game.state.turn > LAST_TURN:
            game.end(Outcome(GARRISON, "win", "time"))
        return Goto("dig")


class ReliefRules(Rules[ReliefGame]):
    seats = (BESIEGER, GARRISON)
    actions = (Dig, Rest, Beacon)
    procedures: ClassVar[tuple[type[Procedure], ...]] = (Siege,)
    game_class = ReliefGame
    turns = LAST_TURN

    def opening(self) -> ReliefState:
        return ReliefState()

    def first_procedure(self, state: State) -> Procedure:
        return Siege()

    @cached_property
    def existing(self) -> dict[str, Any]:
        boxes = {f"track-{place}" for place in range(LENGTH + 1)}
        return {"seat": self.seats, "hex": set(GRID.by_label), "sector": set(SECTORS), "piece": {"relief"}, "box": boxes}

    def names(self) -> dict[str, str]:
        return {"relief": "The relief", "beacon": "The beacon"}

    def colours(self) -> dict[str, str]:
        return {BESIEGER: "#c4463a", GARRISON: "#3e6ba3"}

    def die_of(self, rolled: Rolled) -> Die:
        return D6

    def hides(self, game: ReliefGame, seat: str) -> bool:
        return False

    def view(self, game: ReliefGame, seat: str | None) -> dict[str, Any]:
        return {"position": describe(game, seat, redact=True), "actors": list(game.actors)}

    def describe(self, game: ReliefGame) -> dict[str, Any]:
        return {"state": msgspec.to_builtins(game.state)}

    def restore(self, body: dict[str, Any]) -> ReliefState:
        try:
            state = msgspec.convert(body["state"], ReliefState)
        except (KeyError, msgspec.ValidationError) as fault:
            raise PositionError([f"The state is not that of a siege: {fault}."]) from None
        if not state.sap or not set(state.sap) <= set(GRID.by_label) or state.beacon not in SECTORS:
            raise PositionError(["The sap of a siege runs through hexes of the map, and its beacon stands in a sector."])
        if not (0 <= state.relief <= LENGTH and 1 <= state.turn <= LAST_TURN + 1):
            raise PositionError(
                ["The relief is on its track, from 0 to 12, and the turn at most one beyond the last, the 24th."]
            )
        return state

    def action_table(self) -> list[Action]:
        return [*(Dig(label) for label in GRID.by_label), Rest(), *(Beacon(sector) for sector in SECTORS)]

    def standing_orders(self, seat: str) -> tuple[StandingOrder, ...]:
        return (standing_order("beacon", ("Siege.signal",), ("Q2",), SECTORS),)

    def carry_out(self, game: ReliefGame, seat: str, order: str, answer: str) -> Action | None:
        return Beacon(answer)

    def picture(self, game: ReliefGame, seat: str | None = None) -> Picture:
        return Picture(title="Relief", sheets=(map_of(game), display_of(game)), subtitle=f"Turn {game.state.turn}")


TERRAIN = {"1307": "swamp", "1308": "swamp", "1105": "forest", "1206": "forest", "1006": "forest"}
BARE = HexSheet(
    title="The siege",
    columns=GRID.columns,
    rows=GRID.rows,
    first_column=GRID.first_column,
    first_row=GRID.first_row,
    hexes=tuple(
        HexPicture(label, GRID.column(h), GRID.row(h), TERRAIN.get(label, "open"), ("house",) if label == CITY else ())
        for h, label in GRID.labels.items()
    ),
    hexsides=(HexsidePicture("fieldwork", ("1306", CITY)),),
    roads=(RoadPicture("road", ("1005", "1105", "1205", "1306", CITY)),),
    names=(NamePicture(CITY, "Fort"),),
)


def map_of(game: ReliefGame) -> HexSheet:
    sap = game.state.sap
    trench = (AdditionPicture("trench", sap, "the sap"),) if len(sap) > 2 else ()
    works = (AdditionPicture("works", (sap[-1],), "the head of the sap"),)
    return replace(BARE, additions=(*trench, *works), markers=(MarkerPicture(CITY, "Fort", "#3e6ba3"),))


BLUE = Colours("#3e6ba3", "#ffffff", "#24436b", "#ffffff")
GOLD = Colours("#c99a2e", "#2b1d00", "#7a5a12", "#ffffff")


def display_of(game: ReliefGame) -> DisplaySheet:
    track = row([(f"track-{place}", str(place)) for place in range(LENGTH + 1)], 30, 52)
    dial = wheel([(sector, sector.capitalize()) for sector in SECTORS], (180, 250), 85)
    relief = CounterPicture("relief", "Relief", "infantry", "4", BLUE, "The relief", side=GARRISON)
    beacon = CounterPicture("beacon", "Beacon", "leader", "", GOLD, "The beacon", rank=1, side=GARRISON)
    return DisplaySheet(
        id="display",
        title="Display",
        width=880,
        height=390,
        boxes=(*track, *(replace(box, about=f"the beacon points {box.id}", outlined=box.id == "west") for box in dial)),
        panels=(
            PanelPicture("The relief", 18, 18, 844, 102, "track"),
            PanelPicture("Beacon", 18, 134, 324, 240, "wheel"),
        ),
        links=(((222, 170), (250, 178), (263, 208)),),
        stacks=(
            StackPicture(f"track-{game.state.relief}", (relief,)),
            StackPicture(game.state.beacon, (beacon,)),
        ),
    )


def _make(scenario: Scenario, options: Options) -> ReliefRules:
    return ReliefRules(scenario, options)


RELIEF = scenarios.add(Scenario("toy/relief", "Relief", _make))
