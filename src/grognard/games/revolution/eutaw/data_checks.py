"""What must agree between the tables of Eutaw Springs and its other data files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from grognard.games.revolution.eutaw.data_schema import TablesData
from grognard.games.revolution.eutaw.state import AMERICAN, BRITISH
from grognard.games.revolution.series.data_schema import MapData, UnitData


def check_tables(tables: TablesData, sheet: MapData, units: Sequence[UnitData]) -> list[str]:
    """Every fault of the tables, each in one sentence."""
    return [*_unit_faults(tables, units), *_place_faults(tables, sheet), *_victory_faults(tables, sheet, units)]


def _unit_faults(tables: TablesData, units: Sequence[UnitData]) -> Iterator[str]:
    known = {unit.id for unit in units}
    looters = Counter(unit for row in tables.looting.rows.values() for unit in row.units)
    for unit in units:
        if unit.side == AMERICAN and not unit.is_leader and looters[unit.id] != 1:
            yield f"The unit '{unit.id}' is named {looters[unit.id]} times in the looting table, not once."
        if unit.is_leader and unit.id not in tables.leader_losses:
            yield f"The leader '{unit.id}' has no line among the leader losses."
    for what, named in (
        ("looting table", looters),
        ("leader losses", tables.leader_losses),
        ("units without victory points", tables.vp_excluded_units),
    ):
        for id in named:
            if id not in known:
                yield f"The {what} name the unknown unit '{id}'."
    sides = [event.side for event in tables.army_morale_events] + [loss.side for loss in tables.leader_losses.values()]
    for side in sorted({*sides, tables.surprise.side} - {BRITISH, AMERICAN}):
        yield f"The tables name the unknown side '{side}'."


def _place_faults(tables: TablesData, sheet: MapData) -> Iterator[str]:
    zones = {line.zone for line in tables.victory_points} | {event.zone for event in tables.army_morale_events if event.zone}
    for zone in sorted(zones):
        if not sheet.zones.get(zone):
            yield f"The map has no zone '{zone}', which the tables name."


def _victory_faults(tables: TablesData, sheet: MapData, units: Sequence[UnitData]) -> Iterator[str]:
    known, groups = {unit.id for unit in units}, {unit.group for unit in units}
    for side, what in ((BRITISH, "leader"), (AMERICAN, "hex")):
        if getattr(tables.victory_levels.decisive.get(side), what, None) is None:
            yield f"The decisive victory of '{side}' needs a {what}."
    for side, line in tables.victory_levels.decisive.items():
        if line.hex is not None and line.hex not in sheet.hexes():
            yield f"The decisive victory of '{side}' names {line.hex}, which is not on the map."
        if line.leader is not None and line.leader not in known:
            yield f"The decisive victory of '{side}' names the unknown leader '{line.leader}'."
        for group in (*line.groups, *line.min_groups):
            if group not in groups:
                yield f"The decisive victory of '{side}' names the unknown group '{group}'."
