"""The components put together: map, counters, charts and scenario, read from data files and arranged for the rules."""

from __future__ import annotations

from functools import cached_property

from msgspec.structs import replace

from grognard.core.boards import HexBoard
from grognard.core.games import Options
from grognard.core.hexes import Hex, HexSet, hex_set
from grognard.core.overlays.applying import check
from grognard.core.overlays.components import component
from grognard.games.chancellorsville.victories.data_checks import (
    REGIONS,
    check_artillery,
    check_events,
    check_map,
    check_setup,
    check_units,
)
from grognard.games.chancellorsville.victories.data_schema import (
    ArtilleryData,
    CounterData,
    EventData,
    EventsData,
    MapData,
    ScenarioData,
    SetUpData,
    TerrainData,
    TurnsData,
    Units,
)
from grognard.games.chancellorsville.victories.pieces import ARMIES, Command, Counter
from grognard.hexgames.map_boards import board_of

PACKAGE = "grognard.games.chancellorsville.victories"
DIRECTED = {"fortification": ("fortification_out", "fortification_in")}
"""U14.26: works face from the fortified hex to the other; who comes in that way meets them."""
GOOD_GENERAL_COUNTER = "us_good_general"
"""U17.18: an event marker that lies in the cup with the commands."""
STONEMAN, LONGSTREET = "Stoneman", "Longstreet"
COMMANDS = ("formation_commander", "superior_commander", "independent_marker")


class Components:
    """Everything that is printed: nothing in it ever changes."""

    def __init__(self, scenario: str, options: Options) -> None:
        self.sheet = component(PACKAGE, "map.json", MapData)
        self.terrain = component(PACKAGE, "terrain.json", TerrainData)
        self.artillery = component(PACKAGE, "artillery.json", ArtilleryData)
        self.turns = component(PACKAGE, "turns.json", TurnsData)
        self.setup = component(PACKAGE, "setup.json", SetUpData)
        events = component(PACKAGE, "events.json", EventsData)
        printed = component(PACKAGE, "units.json", Units)
        check("map.json", lambda: check_map(self.sheet, self.terrain))
        check("units.json", lambda: check_units(printed))
        check("setup.json", lambda: check_setup(self.setup, self.sheet, printed, self.turns))
        check("artillery.json", lambda: check_artillery(self.artillery))
        check("events.json", lambda: check_events(events))
        self.variants = self.setup.variants
        self.scenario = self.with_variants(self.setup.scenarios[scenario], options)
        cavalry = set(self.variants.stoneman.units) if options.get("stoneman") else set()
        self.event_rules = events.rules
        self.events: dict[str, dict[str, EventData]] = {
            army: {event.id: event for event in events.events if event.side == army} for army in ARMIES
        }
        independent = set(self.scenario.special.independent_units)
        self.counters: dict[str, Counter] = {}
        self.commands: dict[str, Command] = {}
        self.pontoons = dict.fromkeys(ARMIES, 0)
        for data in printed:
            if data.type in COMMANDS:
                self.commands[data.id] = Command(data)
            elif data.type == "pontoon":
                self.pontoons[data.side] = data.count
            elif data.type in ("skirmisher", "dummy"):
                for id in numbered(data):
                    self.counters[id] = Counter(data, id, "")
            elif data.id in cavalry:  # U20.4: all of it is Stoneman's, and bound by nothing
                free = replace(data, flags=frozenset())
                self.counters[data.id] = Counter(free, data.id, STONEMAN)
            elif data.steps:
                self.counters[data.id] = Counter(data, data.id, "" if data.id in independent else data.formation)
        good_general = self.events["Union"].get("good-general")
        if good_general is not None:
            data = CounterData(GOOD_GENERAL_COUNTER, good_general.name, "Union", "formation_commander", "printed")
            self.commands[data.id] = Command(data)
        self.night_turns = frozenset(self.turns.night_turns)
        self.rain_numbers = {turn.turn: turn.rain for turn in self.turns.turns}

    def with_variants(self, scenario: ScenarioData, options: Options) -> ScenarioData:
        """U20.3: the commands of the forces that are added; Stoneman's cavalry does not come on turn 11 then."""
        commands, groups = dict(scenario.commands), scenario.reinforcements
        if options.get("stoneman"):
            commands["Union"] += (STONEMAN,)
            groups = tuple(group for group in groups if not set(group.units) & set(self.variants.stoneman.units))
        if options.get("longstreet"):
            commands["CSA"] += ("Hood", "Pickett", LONGSTREET)
        if not options.get("hypothetical"):
            return replace(scenario, commands=commands, reinforcements=groups)
        return replace(
            scenario,
            commands=commands,
            reinforcements=groups,
            fortification_markers={},  # U20.2
            special=replace(scenario.special, locked={}),
        )

    @cached_property
    def board(self) -> HexBoard:
        return board_of(self.sheet, DIRECTED)

    @cached_property
    def places(self) -> dict[str, Hex]:
        """The hexes that have a name."""
        number = self.board.grid.by_label
        return {name: number[label] for label, name in self.sheet.names.items()}

    @cached_property
    def regions(self) -> dict[str, HexSet]:
        """The banks of the great rivers: north of the Rappahannock, between the rivers, and the south."""
        return {region: self.board.zones[region] for region in REGIONS}

    @cached_property
    def area(self) -> HexSet:
        """U19.1: the hexes that are played on."""
        grid, area = self.board.grid, self.scenario.area
        (left, right), (top, bottom) = area.columns, area.rows
        return hex_set(h for h in grid.hexes if left <= grid.column(h) <= right and top <= grid.row(h) <= bottom)

    @cached_property
    def fords(self) -> dict[tuple[Hex, Hex], str]:
        """The fords of the great rivers, both ways, each with its river."""
        number = self.board.grid.by_label
        found: dict[tuple[Hex, Hex], str] = {}
        for ford in self.sheet.fords.values():
            one, other = (number[label] for label in ford.hexes)
            found[one, other] = found[other, one] = ford.river
        return found


def numbered(data: CounterData) -> list[str]:
    """Skirmishers and dummies are alike; each has a number all the same."""
    return [f"{data.id}_{number}" for number in range(1, data.count + data.extra + 1)]
