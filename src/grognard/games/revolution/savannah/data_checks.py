"""What must agree between the tables of Savannah and its other data files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.games.revolution.savannah.data_schema import TablesData
from grognard.games.revolution.series.data_schema import MapData, UnitData

ZONES = ("perimeter", "before_the_perimeter", "town", "covered_way", "yamacraw_swamp", "naval_zone")
HEADQUARTERS = ("hq_british", "hq_french", "hq_american")


def check_tables(tables: TablesData, sheet: MapData, units: Sequence[UnitData]) -> list[str]:
    """Every fault of the tables, each in one sentence."""
    return [*_unit_faults(tables, units), *_place_faults(tables, sheet), *_row_faults(tables)]


def _unit_faults(tables: TablesData, units: Sequence[UnitData]) -> Iterator[str]:
    known, groups = {unit.id for unit in units}, {unit.group for unit in units}
    for unit in units:
        if unit.is_leader and unit.id not in tables.leader_losses:
            yield f"The leader '{unit.id}' has no line among the leader losses."
    for id in tables.leader_losses:
        if id not in known:
            yield f"The leader losses name the unknown unit '{id}'."
    for line in (*tables.victory_levels.decisive.values(), tables.victory_levels.historical):
        for group in (*line.groups, *line.min_groups):
            if group not in groups:
                yield f"A decisive victory names the unknown group '{group}'."
        if line.leader is not None and line.leader not in known:
            yield f"A decisive victory names the unknown leader '{line.leader}'."


def _place_faults(tables: TablesData, sheet: MapData) -> Iterator[str]:
    for zone in (*ZONES, *HEADQUARTERS):
        if not sheet.zones.get(zone):
            yield f"The map has no zone '{zone}'."
    if tables.spring_hill.hex not in sheet.hexes():
        yield f"Spring Hill is {tables.spring_hill.hex}, which is not on the map."
    for row in tables.variable_entry.rows:
        if row.entry not in sheet.entries:
            yield f"The variable entry names '{row.entry}', which is no entry of the map."


def _row_faults(tables: TablesData) -> Iterator[str]:
    for name, table in (("first", tables.siege.first), ("second", tables.siege.second)):
        if sorted(table) != list(range(10)):
            yield f"The {name} siege table must have a row for each face from 0 to 9."
    if [row.die for row in tables.fire.damage] != list(range(10)):
        yield "The damage table must have a row for each face from 0 to 9, in order."
    if sorted(tables.turn_track.turns) != list(range(1, 26)):
        yield "The turn track must have the turns 1 to 25."
    for name, rows in (("first", tables.weather.first_roll), ("second", tables.weather.second_roll)):
        faces = [face for row in rows for face in range(row.min, row.max + 1)]
        if faces != list(range(faces[0], 10)) or faces[0] > 1:
            yield f"The {name} weather roll must cover every face once."
