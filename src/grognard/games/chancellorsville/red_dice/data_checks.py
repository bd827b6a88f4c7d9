"""What must hold of a battlefield: the supplied ones, and one of somebody's own."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from grognard.core.plane import Point, is_convex, squared
from grognard.games.chancellorsville.red_dice.data_schema import BattlefieldData, FeatureData, TablesData

LONG_SIDE, SHORT_SIDE = 120, 80
"""D1.0a: the least that a table measures, in centimetres."""
LEAST_FEATURES = 12
LEAST_MEN = 20
"""D1.0b: as many obstacles as possible, and about twenty soldiers a side."""
SMALLEST_SQUAD, LARGEST_SQUAD = 1, 10


def at(x: float, y: float) -> Point:
    return round(x * 100), round(y * 100)


def check_battlefield(field: BattlefieldData, tables: TablesData) -> Iterator[str]:
    """Every fault of a battlefield, each in one sentence that names the place."""
    name, table = f"The battlefield '{field.id}'", field.table
    sides = sorted((table.width_cm, table.height_cm))
    if sides[1] < LONG_SIDE or sides[0] < SHORT_SIDE:
        size = f"{table.width_cm:g} x {table.height_cm:g} cm"
        yield f"{name} measures {size}; the least is {LONG_SIDE} x {SHORT_SIDE} cm (D1.0a)."
    if len(field.features) < LEAST_FEATURES:
        yield f"{name} has {len(field.features)} pieces of terrain; put at least {LEAST_FEATURES} (D1.0b)."
    if field.rear.ANV.edge == field.rear.AoP.edge:
        yield f"{name} gives both sides the {field.rear.ANV.edge} edge as their rear; give them different ones (D-R12)."
    yield from twice(name, "features", [found.id for found in field.features])
    yield from twice(name, "objectives", [found.id for found in field.objectives])
    yield from twice(name, "squads", [found.id for found in field.squads])
    for feature in field.features:
        yield from check_feature(name, feature, field, tables)
    for objective in field.objectives:
        if not (objective.x <= table.width_cm and objective.y <= table.height_cm):
            yield f"{name}: objective '{objective.id}' at ({objective.x:g}, {objective.y:g}) lies off the table."
    yield from check_squads(name, field, tables)


def twice(name: str, what: str, ids: Sequence[str]) -> Iterator[str]:
    for id in dict.fromkeys(ids):
        if ids.count(id) > 1:
            yield f"{name} has two {what} '{id}'; give one of them another id."


def check_feature(name: str, feature: FeatureData, field: BattlefieldData, tables: TablesData) -> Iterator[str]:
    rows = {row.kind: row for row in tables.referee.terrain}
    where = f"{name}: feature '{feature.id}'"
    row = rows.get(feature.kind)
    if row is None:
        yield f"{where} is of the kind '{feature.kind}'; the kinds are {', '.join(rows)}."
    elif row.shape != feature.shape:
        yield f"{where} is a {feature.kind}, which is drawn as {row.shape}, not as {feature.shape}."
    for x, y in feature.points:
        if x > field.table.width_cm or y > field.table.height_cm:
            yield f"{where} has a point ({x:g}, {y:g}) off the table."
    points = [at(x, y) for x, y in feature.points]
    if len(points) < 2 or any(one == other for one, other in itertools.pairwise(points)):
        yield f"{where} needs at least two points, no two in a row the same."
    elif feature.shape == "area" and not is_convex(points):
        yield f"{where} is not convex; draw it as several areas without inward corners."


def check_squads(name: str, field: BattlefieldData, tables: TablesData) -> Iterator[str]:
    least = 2 * tables.referee.base_radius_cm * 100 - tables.referee.tolerance_cm * 100
    margin = tables.referee.base_radius_cm
    levels = {row.level: row.troop_quality for row in tables.success_quality_movement.rows if row.level}
    placed: dict[str, Point] = {}
    for squad in field.squads:
        where = f"{name}: squad '{squad.id}'"
        if not SMALLEST_SQUAD <= len(squad.soldiers) <= LARGEST_SQUAD:
            yield f"{where} has {len(squad.soldiers)} soldiers; a squad has {SMALLEST_SQUAD} to {LARGEST_SQUAD} (D1.1a)."
        if squad.leader not in [soldier.id for soldier in squad.soldiers]:
            yield f"{where} is led by '{squad.leader}', who is none of its soldiers."
        if levels[squad.level] != squad.quality:
            yield f"{where} is of level {squad.level}, which is {levels[squad.level]}, not {squad.quality} (D-T1)."
        for soldier in squad.soldiers:
            spot = f"({soldier.x:g}, {soldier.y:g})"
            if soldier.id in placed or soldier.id in [other.id for other in field.squads]:
                yield f"{where}: there are two '{soldier.id}'; give one of them another id."
            if not (
                margin <= soldier.x <= field.table.width_cm - margin and margin <= soldier.y <= field.table.height_cm - margin
            ):
                yield f"{where}: the base of '{soldier.id}' at {spot} does not lie on the table (D-R1)."
            here = at(soldier.x, soldier.y)
            for other, there in placed.items():
                if squared(here, there) < least * least:
                    yield f"{where}: the base of '{soldier.id}' at {spot} overlaps that of '{other}' (D-R1)."
            placed[soldier.id] = here
    for side in ("ANV", "AoP"):
        number = sum(len(squad.soldiers) for squad in field.squads if squad.side == side)
        if number < LEAST_MEN:
            yield f"{name} has {number} soldiers of {side}; use at least {LEAST_MEN} (D1.0b)."
