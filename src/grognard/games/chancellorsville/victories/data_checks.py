"""What must agree within and between the data files of Give Us Victories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from grognard.games.chancellorsville.victories.data_schema import (
    ArtilleryData,
    CounterData,
    EventsData,
    MapData,
    SetUpData,
    TerrainData,
    TurnsData,
)
from grognard.hexgames.map_checks import are_neighbours, line_faults, place_faults, terrain_faults

REGIONS = ("north", "between", "south")
FEATURES = frozenset(
    ["house", "village", "town", "station", "church", "tavern", "furnace", "fortification", "ford", "vp_5", "vp_10"]
)
"""What can stand in a hex."""


def check_map(sheet: MapData, terrain: TerrainData) -> Iterator[str]:
    """Every fault of the map, each in one sentence."""
    yield from terrain_faults(sheet, terrain.hexes)
    yield from place_faults(sheet, FEATURES)
    yield from line_faults(sheet)
    regions = Counter(hex for region in REGIONS for hex in sheet.zones.get(region, ()))
    for hex in sheet.hexes():
        if regions[hex] != 1:
            yield f"Hex {hex} lies in {regions[hex]} of the regions {', '.join(REGIONS)}, not in one."
    rivers = {frozenset(pair) for pair in sheet.hexsides.get("major_river", ())}
    for name, ford in sheet.fords.items():
        if frozenset(ford.hexes) not in rivers:
            yield f"{name} is not on a great river."
    for kind in sheet.roads:
        for one, other in sheet.road_hexsides(kind):
            if frozenset((one, other)) in rivers:
                yield f"A {kind} road crosses the great river between {one} and {other}."
    for name, sides in sheet.waters.items():
        for one, other in sides:
            if not are_neighbours(sheet, one, other):
                yield f"The {name} does not run between {one} and {other}, which are no neighbours."


def check_units(counters: Sequence[CounterData]) -> Iterator[str]:
    """Every fault of the counters, each in one sentence."""
    for id, times in Counter(counter.id for counter in counters).items():
        if times > 1:
            yield f"The counter '{id}' is listed {times} times."
    formations = {counter.formation for counter in counters if counter.type == "formation_commander"}
    for counter in counters:
        if counter.formation and counter.formation not in formations:
            yield f"The unit '{counter.id}' is of the formation '{counter.formation}', which nobody commands."
        if len(counter.steps) == 2 and counter.steps[1].strength >= counter.steps[0].strength:
            yield f"The unit '{counter.id}' is no weaker on its reduced side."
        if len(counter.steps) > 2:
            yield f"The unit '{counter.id}' has more than two sides."


def check_setup(setup: SetUpData, sheet: MapData, counters: Sequence[CounterData], turns: TurnsData) -> Iterator[str]:
    """Every fault of the scenarios, each in one sentence."""
    units = {counter.id: counter for counter in counters if counter.steps}
    hexes, names = sheet.hexes(), {counter.name for counter in counters}
    places = set(sheet.names.values())
    for title, scenario in setup.scenarios.items():
        wanted = list(range(scenario.first_turn, scenario.last_turn + 1))
        if not wanted or list(scenario.points) != wanted or not {turn.turn for turn in turns.turns} >= set(wanted):
            yield f"{title}: the points and the calendar must name the turns {scenario.first_turn} to {scenario.last_turn}."
        placed: Counter[str] = Counter()
        for side, stacks in scenario.placement.items():
            for hex, stack in stacks.items():
                if hex not in hexes:
                    yield f"{title}: units stand in {hex}, which is not on the map."
                placed.update(stack)
                for unit in stack:
                    if unit not in units or units[unit].side != side:
                        yield f"{title}: '{unit}' is not a unit of {side}."
        for group in scenario.reinforcements:
            placed.update(group.units)
        for unit, times in placed.items():
            if times > 1:
                yield f"{title}: the unit '{unit}' is placed {times} times."
        for side, commands in scenario.commands.items():
            for name in commands:
                if name not in names:
                    yield f"{title}: {side} has the unknown command '{name}'."
        for side, pontoons in scenario.pontoons.items():
            for ford in pontoons.on_map:
                if ford not in sheet.fords:
                    yield f"{title}: {side} has a pontoon at '{ford}', which is no ford."
        for named in (scenario.commands, scenario.skirmishers, scenario.placement):
            if set(named) != {"Union", "CSA"}:
                yield f"{title}: commands, skirmishers and placement must each name the Union and the CSA."
        victory = scenario.victory
        for place in (*([victory.hex] if victory.hex else []), *victory.hexes, *victory.locations):
            if place not in places:
                yield f"{title}: the victory names '{place}', which is not on the map."


def check_artillery(table: ArtilleryData) -> Iterator[str]:
    """The rows lead from 1 upwards without a gap, and every cell is a known result."""
    low = 1
    for row in table.rows:
        if row.min != low or (row.max is None) != (row is table.rows[-1]):
            yield "The rows of the artillery table must lead from 1 upwards without a gap."
        low = (row.max or row.min) + 1
        if list(row.results) != list(table.columns):
            yield f"The row {row.factor} of the artillery table does not fill its columns."
        for result in row.results.values():
            if result not in table.results:
                yield f"The row {row.factor} of the artillery table has the unknown result '{result}'."


def check_events(table: EventsData) -> Iterator[str]:
    for (side, id), times in Counter((event.side, event.id) for event in table.events).items():
        if times > 1:
            yield f"The event '{id}' of {side} is listed {times} times."
