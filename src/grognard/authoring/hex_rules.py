"""The rules of an open game on a hex map: the map, its picture with the counters, and where a piece can go, all by labels."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from typing import Annotated, Any, ClassVar, cast

from msgspec.structs import replace

from grognard.authoring.open_rules import OpenRules
from grognard.core.flood import MoveTable, flood
from grognard.core.frames import naming
from grognard.core.games import Game, Options, State
from grognard.core.hexes import hex_set, members
from grognard.core.pictures import Colours, CounterPicture, Picture, StackPicture, art_of
from grognard.core.pictures.hexes import HexSheet, NamePicture
from grognard.core.procedures import Procedure
from grognard.core.rules import G
from grognard.core.scenarios import Difficulty, Option, Scenario
from grognard.core.schemas import Data
from grognard.core.texts import text
from grognard.hexgames.map_boards import board_of
from grognard.hexgames.map_data import HexMapData
from grognard.hexgames.pictures import bare_sheet

INK = "#ffffff"
DARK = "#26221c"


HexName = Annotated[str, naming("hex", role="place")]
PieceName = Annotated[str, naming("piece", role="piece")]
PieceOrNone = Annotated[str, naming("piece", otherwise="", role="piece")]


class Counter(Data, kw_only=True):
    """A piece of the game as its data say: what it is called, whose it is, and what is drawn on it. Games add their values."""

    name: str
    side: str
    start: str = ""
    """The hex where it begins."""
    symbol: str = "muskets"
    values: str = ""
    """The numbers on the counter."""
    label: str = ""
    """The name on the counter itself, if the whole name is too long."""


class HexState(State):
    """Where the pieces stand; those that are gone, or not there yet, are left out. Games add what else changes."""

    at: dict[PieceName, HexName] = {}


class HexRules(OpenRules[G]):
    """Give `sheet` (`read_map`), `pieces` (counters by id), `costs_of_terrain`, and a `state_class` that is a `HexState`."""

    sheet: ClassVar[HexMapData]
    pieces: ClassVar[Mapping[str, Any]]
    costs_of_terrain: ClassVar[Mapping[str, int]] = {}
    """What it costs to enter a hex, by its terrain; what is not named cannot be entered."""
    value_words: ClassVar[str] = ""
    """What the numbers on a counter mean."""
    stack_limit: ClassVar[int] = 1
    """How many pieces may stand in a hex."""

    def __init__(self, scenario: Scenario, options: Options) -> None:
        super().__init__(scenario, options)
        self.board = board_of(self.sheet)
        self.grid = self.board.grid
        self.number = self.grid.by_label
        self.moves = MoveTable(self.grid, lambda a, b: self.costs_of_terrain.get(self.board.terrain[b]))

    @cached_property
    def existing(self) -> dict[str, Any]:
        return {"seat": self.seats, "side": self.sides, "piece": self.pieces, "hex": self.number}

    def names(self) -> dict[str, str]:
        return {id: piece.name for id, piece in self.pieces.items()}

    def opening(self) -> Any:
        """Every piece where it begins."""
        return self.state_class(at={id: piece.start for id, piece in self.pieces.items() if piece.start})

    def first_procedure(self, state: State) -> Procedure[G]:
        """The first of the procedures."""
        return self.procedures[0]()

    def inconsistencies(self, state: Any) -> Iterator[str]:
        for hex, standing in Count(state.at.values()).items():
            if standing > self.stack_limit:
                yield f"{standing} pieces stand in {hex}, and {self.stack_limit} is the most."
            if self.terrain(hex) not in self.costs_of_terrain:
                yield f"No piece can stand in {hex}."

    def place_of(self, game: G, piece: str) -> str:
        return standing_of(game).get(piece, "")

    def standing(self, game: G, side: str) -> list[str]:
        """The pieces of a side on the map."""
        return [id for id in standing_of(game) if self.pieces[id].side == side]

    def enemies(self, game: G, piece: str) -> list[str]:
        """The pieces of other sides on the map."""
        return [id for id in standing_of(game) if self.pieces[id].side != self.pieces[piece].side]

    # ------------------------------------------------------------------ the map, by labels

    def terrain(self, hex: str) -> str:
        return self.board.terrain[self.number[hex]]

    def distance(self, one: str, other: str) -> int:
        return self.grid.distance(self.number[one], self.number[other])

    def reach(self, start: str, points: int, closed: Iterable[str] = (), stops: Iterable[str] = ()) -> dict[str, int]:
        """Where a piece can go with so many points, and what that costs: no `closed` hex is entered, and `stops` end a move."""
        open_hexes = self.grid.all & ~hex_set(self.number[hex] for hex in closed)
        found = flood(self.moves, self.number[start], points, open_hexes, hex_set(self.number[hex] for hex in stops))
        return {self.grid.labels[h]: found.cost(h) or 0 for h in members(found.all)}

    def near(self, hex: str) -> list[str]:
        """The hexes next to one."""
        return [self.grid.labels[h] for h in members(self.grid.adjacent[self.number[hex]])]

    # ------------------------------------------------------------------ the picture

    def states_of(self, game: G, piece: str) -> tuple[str, ...]:
        """What a counter is marked with: words of the table `state`."""
        return ()

    def notes(self, game: G) -> tuple[str, ...]:
        """Lines beside the title of the picture."""
        return ()

    def picture(self, game: G, seat: str | None = None) -> Picture:
        return Picture(
            title=self.scenario.title,
            sheets=(self.sheet_now(game),),
            subtitle=self.subtitle(game),
            notes=self.notes(game),
            values=self.value_words,
        )

    def subtitle(self, game: G) -> str:
        turn, _, phasing = self.when(game)
        return text("told.moment", {"turn": turn or 1, "side": text(f"army.{phasing}")}) if phasing else ""

    @cached_property
    def bare(self) -> HexSheet:
        """The map with nothing on it."""
        names = tuple(NamePicture(hex, name) for hex, name in self.sheet.names.items())
        return bare_sheet(self.sheet, self.grid, names, "", str, art_of(self))

    def sheet_now(self, game: G) -> HexSheet:
        """The map with the counters that stand on it."""
        stacks: dict[str, list[CounterPicture]] = {}
        for id in self.pieces:
            place = self.place_of(game, id)
            if place:
                stacks.setdefault(place, []).append(self.counter(game, id))
        return replace(self.bare, stacks=tuple(StackPicture(place, tuple(found)) for place, found in stacks.items()))

    def counter(self, game: G, id: str) -> CounterPicture:
        piece, face = self.pieces[id], self.palette[self.pieces[id].side]
        return CounterPicture(
            id,
            piece.label or piece.name,
            piece.symbol,
            piece.values,
            Colours(face, INK, DARK, INK),
            piece.name,
            states=self.states_of(game, id),
            side=piece.side,
        )

    def listing(self, game: G, seat: str | None = None) -> list[str]:
        return list(in_words(self, game))


def standing_of(game: Game) -> dict[str, str]:
    """Where the pieces stand."""
    return cast("HexState", game.state).at


def in_words(rules: HexRules[G], game: G) -> Iterator[str]:
    """The position as text: the moment, the notes, and every piece on the map."""
    yield from filter(None, (rules.subtitle(game), *rules.notes(game)))
    for id, piece in rules.pieces.items():
        place = rules.place_of(game, id)
        if place:
            states = "".join(f", {text(f'state.{state}')}" for state in rules.states_of(game, id))
            yield f"{piece.name}: {place}{states}"


def scenario(
    package: str,
    id: str,
    title: str,
    rules: str,
    minutes: int = 60,
    difficulty: Difficulty = 1,
    options: tuple[Option, ...] = (),
    seats: tuple[str, ...] = (),
) -> Scenario:
    """A scenario of a package whose rules, `module:Class` in it, are imported when somebody plays."""
    module, _, name = rules.partition(":")

    def make(scenario: Scenario, options: Options) -> Any:
        return getattr(import_module(f"{package}.{module}"), name)(scenario, options)

    make.__module__ = package  # its texts are looked up there before the rules are imported
    return Scenario(id, title, make, options, minutes=minutes, difficulty=difficulty, seats=seats)
