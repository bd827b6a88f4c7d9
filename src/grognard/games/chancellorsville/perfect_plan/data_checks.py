"""What must agree between the data files of A Perfect Plan."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.games.chancellorsville.perfect_plan.data_schema import CounterData, MapData, SetUpData


def check_map(sheet: MapData) -> Iterator[str]:
    """Every fault of the map, each in one sentence."""
    areas = {area.id for area in sheet.areas}
    recovery = (*sheet.recovery.AoP, *sheet.recovery.ANV, *sheet.recovery.controller)
    borders = [area for border in sheet.borders for area in border.areas]
    for what, named in (
        ("objectives", sheet.objectives),
        ("areas of initiative", (sheet.initiative_area,)),
        ("areas of recovery", recovery),
        ("areas with borders", borders),
        ("areas with roads", [area for road in sheet.roads for area in road]),
    ):
        for area in dict.fromkeys(named):
            if area not in areas:
                yield f"Among the {what} is '{area}', which is not on the map."


def check_setup(setup: SetUpData, sheet: MapData, counters: Sequence[CounterData]) -> Iterator[str]:
    """Every fault of the set-up, each in one sentence."""
    areas, units = {area.id for area in sheet.areas}, {counter.id: counter.side for counter in counters}
    taken: dict[str, str] = {}
    for army, data in setup.armies.items():
        for unit in (*data.pieces, *data.reinforcements.units):
            if units.get(unit) != army:
                yield f"The set-up of {army} names '{unit}', which is not a unit of that army."
        for area in (*data.limits, data.reinforcements.area, *data.trenches_on_map):
            if area not in areas:
                yield f"The set-up of {army} names '{area}', which is not an area of the map."
        for area in data.limits:
            if taken.setdefault(area, army) != army:
                yield f"Both armies would be set up in '{area}' (P-D1b)."
        room, least = (sum(getattr(limit, name) for limit in data.limits.values()) for name in ("max", "min"))
        if not least <= len(data.pieces) <= room:
            yield f"{army} has {len(data.pieces)} units to set up, and its areas take from {least} to {room}."
    for army in ("AoP", "ANV"):
        if army not in setup.armies:
            yield f"The set-up does not name the army {army}."
