"""What must agree between the tables of Guilford Courthouse and its other data files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from grognard.games.revolution.guilford.data_schema import TablesData
from grognard.games.revolution.series.data_schema import MapData, UnitData


def check_tables(tables: TablesData, sheet: MapData, units: Sequence[UnitData], sides: Iterable[str]) -> list[str]:
    """Every fault of the tables, each in one sentence."""
    return [*_unit_faults(tables, units), *_side_faults(tables, sides), *_place_faults(tables, sheet)]


def _unit_faults(tables: TablesData, units: Sequence[UnitData]) -> Iterator[str]:
    known, groups = {unit.id for unit in units}, {unit.group for unit in units}
    leaders = [line.leader for line in tables.victory_levels.decisive.values() if line.leader is not None]
    for what, named in (
        ("leader losses", tables.leader_losses),
        ("guns of the melee fire", [tables.melee_fire.unit]),
        ("limits of Bretigny", [tables.bretigny.unit, tables.bretigny.skirmisher]),
        ("lines of the release", [*tables.release.free_units, *tables.release.limited_units]),
        ("lines of the militia", tables.nc_militia.units),
        ("units without victory points", tables.vp_excluded_units),
        ("decisive victories", leaders),
    ):
        for id in named:
            if id not in known:
                yield f"The {what} name the unknown unit '{id}'."
    for unit in units:
        if unit.is_leader and unit.id not in tables.leader_losses:
            yield f"The leader '{unit.id}' has no line among the leader losses."
    counted = {group for line in tables.victory_levels.decisive.values() for group in line.groups}
    added = {group for option in tables.options.values() for group in option.adds_groups}
    for group in sorted((counted | added) - groups):
        yield f"The decisive victories name the unknown group '{group}'."


def _side_faults(tables: TablesData, sides: Iterable[str]) -> Iterator[str]:
    named = {event.side for event in tables.army_morale_events} | {loss.side for loss in tables.leader_losses.values()}
    named |= {tables.melee_fire.side, tables.nc_militia.vp.side, tables.nc_militia.no_momentum_for}
    named |= {line.otherwise for line in tables.victory_hexes.values() if line.otherwise is not None}
    named |= {line.side for line in tables.victory_levels.decisive.values()}
    for side in sorted(named - set(sides)):
        yield f"The tables name the unknown side '{side}'."


def _place_faults(tables: TablesData, sheet: MapData) -> Iterator[str]:
    zones = {event.zone for event in tables.army_morale_events} | {*tables.release.closed_zones, tables.bretigny.closed_zone}
    zones |= {line.zone for line in tables.victory_levels.decisive.values() if line.zone is not None}
    for zone in sorted(zones):
        if not sheet.zones.get(zone):
            yield f"The map has no zone '{zone}', which the tables name."
    labels = {label for line in tables.victory_hexes.values() for label in line.hexes}
    labels |= {line.british_hold_cancels for line in tables.victory_hexes.values() if line.british_hold_cancels is not None}
    for label in sorted(labels - set(sheet.hexes())):
        yield f"The victory hex {label} is not on the map."
