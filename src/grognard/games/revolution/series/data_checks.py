"""What must agree within and between the data files of a battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import cast

from grognard.games.revolution.series.data_schema import (
    ArmyMoraleData,
    CloseCombatData,
    DrmLine,
    FireData,
    MapData,
    ScenarioData,
    TacticsData,
    TerrainData,
    UnitData,
    ground,
)
from grognard.games.revolution.series.stacking import STACKING_LIMIT
from grognard.hexgames.map_checks import are_neighbours, line_faults, place_faults, terrain_faults


def check_map(sheet: MapData, terrain: TerrainData) -> list[str]:
    """Every fault of a map, each in one sentence."""
    return [
        *terrain_faults(sheet, terrain.hexes),
        *place_faults(sheet, terrain.features),
        *_edge_faults(sheet),
        *line_faults(sheet),
        *_crossing_faults(sheet),
        *_river_faults(sheet),
    ]


def _edge_faults(sheet: MapData) -> Iterator[str]:
    for side, edges in sheet.friendly_edges.items():
        for edge in edges:
            if edge not in sheet.edges:
                yield f"The friendly edge '{edge}' of {side} is not an edge of the map."


def _crossing_faults(sheet: MapData) -> Iterator[str]:
    sides = {kind: {frozenset(pair) for pair in pairs} for kind, pairs in sheet.hexsides.items()}
    travelled = {frozenset(pair) for kind in sheet.roads for pair in sheet.road_hexsides(kind)}
    for kind in ("ford", "bridge"):
        for side in sides.get(kind, set()):
            name = "/".join(sorted(side))
            if side in sides.get("stream", set()):
                yield f"The hexside {name} is both a stream and a {kind}."
            if side not in travelled:
                yield f"No road or track uses the {kind} {name}."


def _river_faults(sheet: MapData) -> Iterator[str]:
    hexes, river = sheet.hexes(), sheet.river
    if river is None:
        return
    if set(river.course) != {hex for hex, kind in hexes.items() if kind == "river"}:
        yield f"The course of the {river.name} is not the river hexes of the terrain."
    for one, other in pairwise(river.course):
        if not are_neighbours(sheet, one, other):
            yield f"The course of the {river.name} breaks between {one} and {other}."
    for hex, kind in river.course.items():
        if kind not in sheet.terrain.codes.values() or kind == "river":
            yield f"The other terrain of {hex}, '{kind}', is no terrain of this map."
    for hex in river.north_bank:
        if hex not in hexes or hex in river.course:
            yield f"The north bank of the {river.name} names {hex}, which is no land hex."


def check_terrain(terrain: TerrainData) -> list[str]:
    """Every fault of a terrain table, each in one sentence."""
    faults = []
    rows = terrain.hexes | terrain.features
    for name, row in rows.items():
        if len(row.mp) != (0 if row.as_other_terrain else len(terrain.unit_classes)):
            faults.append(f"The terrain '{name}' has {len(row.mp)} costs for {len(terrain.unit_classes)} unit classes.")
    for name, side in terrain.hexsides.items():
        if (side.mp_add is None) == (side.mp_total is None):
            faults.append(f"The hexside '{name}' must have either mp_add or mp_total.")
        if isinstance(side.mp_add, tuple) and len(side.mp_add) != len(terrain.unit_classes):
            faults.append(f"The hexside '{name}' has {len(side.mp_add)} costs for {len(terrain.unit_classes)} unit classes.")
    return faults


def check_units(units: Sequence[UnitData], terrain: TerrainData) -> list[str]:
    """Every fault of a counter list, each in one sentence."""
    faults = [f"The unit '{id}' is listed {times} times." for id, times in Counter(u.id for u in units).items() if times > 1]
    known, groups = {unit.id for unit in units}, {unit.group for unit in units}
    for unit in units:
        if unit.type not in terrain.unit_classes:
            faults.append(f"The unit '{unit.id}' has the unknown type '{unit.type}'.")
        if unit.is_leader and (unit.steps or unit.rank < 1 or unit.movement < 1 or not unit.commands):
            faults.append(
                f"The leader '{unit.id}' needs a rank, a movement allowance and the groups he commands, and no steps."
            )
        if not unit.is_leader and len(unit.steps) not in (1, 2):
            faults.append(f"The unit '{unit.id}' has {len(unit.steps)} steps, not one or two.")
        if len(unit.steps) == 2 and unit.steps[1].strength >= unit.steps[0].strength:
            faults.append(f"The unit '{unit.id}' is no weaker on its reduced side.")
        faults += [f"The unit '{unit.id}' leads the unknown unit '{one}'." for one in unit.semi_leader_for if one not in known]
        for group in (*unit.commands, *([unit.leader_of] if unit.leader_of else [])):
            if group not in groups:
                faults.append(f"The leader '{unit.id}' belongs to or commands the unknown group '{group}'.")
    return faults


def check_scenario(
    name: str, scenario: ScenarioData, clock: dict[int, str], sheet: MapData, terrain: TerrainData, units: Sequence[UnitData]
) -> list[str]:
    """Every fault of a scenario, as it stands and with each of its other deployments."""
    faults = []
    for title, set_up in _set_ups(name, scenario):
        found = [
            *_turn_faults(set_up, clock),
            *_side_faults(set_up, sheet, units),
            *_unit_faults(set_up, units),
            *_placement_faults(set_up, sheet, terrain, {unit.id: unit for unit in units}),
        ]
        faults += [f"{title}: {fault}" for fault in found]
    return faults


def _set_ups(name: str, scenario: ScenarioData) -> Iterator[tuple[str, ScenarioData]]:
    yield name, scenario
    for other in scenario.deployments:
        yield f"{name} with {other}", scenario.deployed(other)


def _turn_faults(scenario: ScenarioData, clock: dict[int, str]) -> Iterator[str]:
    turns = list(range(scenario.first_turn, scenario.last_turn + 1))
    if not turns:
        yield f"the last turn, {scenario.last_turn}, is before the first, {scenario.first_turn}."
        return
    if list(scenario.order) != turns:
        yield f"the order of play must name the turns {turns[0]} to {turns[-1]}."
    words = {"initiative", *(f"{side}_{when}" for side in scenario.sides for when in ("first", "only"))}
    for turn, word in scenario.order.items():
        if word not in words and not word.startswith("rule "):
            yield f"the order of turn {turn} is '{word}', which is none of {', '.join(sorted(words))} or rule <id>."
    for turn in turns:
        if turn not in clock:
            yield f"turn {turn} has no time on the clock."
    for group in scenario.reinforcements:
        if group.turn not in turns:
            yield f"reinforcements come on turn {group.turn}, which is not played."


def _side_faults(scenario: ScenarioData, sheet: MapData, units: Sequence[UnitData]) -> Iterator[str]:
    sides = set(scenario.sides)
    for unit in units:
        if unit.side not in scenario.army_morale:
            yield f"the unit '{unit.id}' is of the unknown side '{unit.side}'."
    for side, armies in scenario.alliances.items():
        if len(armies) < 2:
            yield f"the alliance '{side}' needs two armies at least."
        for army in armies:
            if army not in scenario.army_morale or scenario.side_of_army[army] != side:
                yield f"the alliance '{side}' names the army '{army}', which has no army morale or another side."
    for what, named in (
        ("momentum", set(scenario.momentum)),
        ("placement order", set(scenario.placement_order)),
        ("control", set(scenario.control.values())),
        ("friendly edges", set(sheet.friendly_edges)),
    ):
        for side in sorted(named - sides):
            yield f"{what} names the unknown side '{side}'."
        for side in sorted(sides - named) if what != "control" and (named or what != "friendly edges") else ():
            yield f"{what} does not name the side '{side}'."
    for zone in scenario.control:
        if zone not in sheet.zones and zone not in sheet.hexes():
            yield f"control names '{zone}', which is neither a zone nor a hex of the map."


def _unit_faults(scenario: ScenarioData, units: Sequence[UnitData]) -> Iterator[str]:
    known, named = {unit.id for unit in units}, Counter(scenario.units())
    for unit, times in named.items():
        if unit not in known:
            yield f"the unit '{unit}' is not in the counter list."
        if times > 1:
            yield f"the unit '{unit}' is set up {times} times."
    for unit in sorted(known - set(named)):
        yield f"nothing is said of the unit '{unit}'; if it is not used, say so."
    for unit in scenario.reduced:
        if unit not in named:
            yield f"the reduced unit '{unit}' is not set up."


def _placement_faults(
    scenario: ScenarioData, sheet: MapData, terrain: TerrainData, units: dict[str, UnitData]
) -> Iterator[str]:
    hexes = sheet.hexes()
    for hex, stack in scenario.placement.items():
        if hex not in hexes:
            yield f"units are set up in {hex}, which is not on the map."
            continue
        here = [units[unit] for unit in stack if unit in units]
        if len({scenario.side_of_army.get(unit.side) for unit in here}) > 1:
            yield f"both sides are set up in {hex}."
        for unit in here:
            if terrain.mp(ground(sheet, terrain, hex), unit.type) == "P":
                yield f"the unit '{unit.id}' is set up in {hex}, which is prohibited to it."
        held = sum(side.strength for unit in here if unit.type != "artillery" for side in unit.steps[:1])
        if held > STACKING_LIMIT:
            yield f"the units set up in {hex} have {held} strength points; a hex holds {STACKING_LIMIT} (S7.1a)."
    for free in scenario.free_placement:
        wanted: dict[str, tuple[str | None, object]] = {
            "in_terrain": (free.terrain, terrain.hexes),
            "in_zone": (free.zone, sheet.zones),
            "with_or_towards": (free.edge, sheet.edges),
        }
        if free.where in wanted:
            name, place = wanted[free.where]
            if name not in cast("dict[str | None, object]", place):
                yield f"the free placement of '{free.units[0]}' ({free.where}) names '{name}', which does not exist."
    entering = (*scenario.reinforcements, scenario.variable_entry, scenario.optional_reinforcements)
    for group in entering:
        for entry in group.entries if group is not None else ():
            if entry not in sheet.entries:
                yield f"the entry '{entry}' is not on the map."


CLOSE_COMBAT_LINES = (
    "defender_disordered",
    "cavalry_on_disordered",
    "defender_militia",
    "attacker_militia",
    "defender_surrounded",
    "attacker_surrounded",
    "defender_rifle",
    "attacker_rifle",
)
FIRE_LINES = ("target_light_infantry", "target_artillery_or_dragoons", "first_rifle_fire")
"""The modifiers whose numbers the rules read; the others follow from counters, the terrain or another table."""


def lines_for_reference(lines: Sequence[DrmLine], read: Sequence[str]) -> Iterator[str]:
    """What an overlay cannot change in a list of modifiers: all but the numbers that are read."""
    for line in lines:
        if line.id in read:
            yield from (f"drm.{line.id}.{field}" for field in ("rule", "when", "charts"))
        else:
            yield f"drm.{line.id}"


def check_close_combat(table: CloseCombatData) -> list[str]:
    """Every fault of a close combat table, each in one sentence."""
    faults = []
    if list(table.rows) != list(range(table.row_min, table.row_max + 1)):
        faults.append(f"The rows of the close combat table must be {table.row_min} to {table.row_max}, in order.")
    for number, row in table.rows.items():
        if len(row) != len(table.columns):
            faults.append(f"Row {number} of the close combat table has {len(row)} cells for {len(table.columns)} columns.")
        for cell in row:
            if cell != "PIN" and [result.rstrip("*") in table.results for result in cell.split("/")] != [True, True]:
                faults.append(f"Row {number} of the close combat table has the unknown result '{cell}'.")
    return faults


def check_tactics(table: TacticsData) -> list[str]:
    """Every fault of a tactics matrix, each in one sentence."""
    faults = []
    for what, chits in (("matrix", list(table.matrix)), ("requirements", list(table.requirements))):
        if sorted(chits) != sorted(table.chits):
            faults.append(f"The {what} of the tactics must name each chit once: {', '.join(table.chits)}.")
    for chit, row in table.matrix.items():
        if len(row) != len(table.chits):
            faults.append(f"The row of '{chit}' in the tactics matrix has {len(row)} cells for {len(table.chits)} chits.")
    for chit, needs in table.requirements.items():
        faults += [f"'{chit}' has the unknown requirement '{need}'." for need in needs if need not in table.requirement_rules]
    return faults


def check_fire(table: FireData) -> list[str]:
    """Every fault of the fire tables, each in one sentence."""
    faults = []
    if not _follow_one_another([(row.min, row.max) for row in table.to_hit], 1, None):
        faults.append("The lines of the to-hit table must lead from 1 strength point upwards without a gap.")
    if not _follow_one_another([(row.min, row.max) for row in table.damage.rows], 0, 9):
        faults.append("The lines of the damage table must lead from 0 to 9 without a gap.")
    faults += [f"The range of '{kind}' is missing." for kind in ("rifle", "artillery") if kind not in table.ranges]
    return faults


def check_army_morale(table: ArmyMoraleData) -> list[str]:
    """Every fault of the army morale track, each in one sentence."""
    if not _follow_one_another([(band.min, band.max) for band in reversed(table.bands)], None, None):
        return ["The bands of army morale must lead from the highest to the lowest without a gap."]
    return []


def _follow_one_another(lines: Sequence[tuple[int | None, int | None]], first: int | None, last: int | None) -> bool:
    """Whether each line begins where the one before it ended, from the first number to the last (None: without end)."""
    if not lines or lines[0][0] != first or lines[-1][1] != last:
        return False
    return all(one[1] is not None and other[0] == one[1] + 1 for one, other in pairwise(lines)) and all(
        low is None or high is None or low <= high for low, high in lines
    )
