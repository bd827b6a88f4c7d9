"""The charts of Red Dice: successes, red dice, disasters, heroism, casualties, weapons, ground and points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.charts import NOTHING, Chart, ChartRow, capital, chart, in_chart, signed
from grognard.core.texts import in_table

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.data_schema import CasualtyTable, TablesData, TerrainRow

BANDS = ("short", "medium", "long")


def of_tables(tables: TablesData) -> tuple[Chart, ...]:
    return (
        successes(tables),
        red_dice(tables),
        disasters(tables),
        heroism(tables),
        casualties(tables),
        weapons(tables),
        ground(tables),
        points(tables),
    )


def successes(tables: TablesData) -> Chart:
    """D0.2: what a number of successes is called, the quality of troops it stands for, and how far it leads."""
    columns = (in_chart("successes", word) for word in ("level", "quality", "move"))
    rows = (
        ChartRow(
            row.successes,
            (row.success, row.troop_quality or NOTHING, f"{row.movement_cm} cm" if row.movement_cm else NOTHING),
        )
        for row in tables.success_quality_movement.rows
    )
    notes = (in_chart("successes", word) for word in ("dice", "fiasco", "disaster"))
    return chart("successes", columns, rows, ("D0.1", "D0.2", "D0.3", "D0.4", "D3.1a"), notes)


def red_dice(tables: TablesData) -> Chart:
    rows = (ChartRow(faces(row.roll), (capital(row.effect),)) for row in tables.red_die.rows)
    return chart("red-dice", (in_chart("red-dice", "effect"),), rows, ("D3.0b", "D3.0c1", "D3.0c3", "D3.0c4"))


def disasters(tables: TablesData) -> Chart:
    columns = in_chart("disasters", "name"), in_chart("disasters", "effect")
    rows = (ChartRow(str(row.roll), (row.name, capital(row.effect))) for row in tables.disaster_table.rows)
    return chart("disasters", columns, rows, ("D0.4", "D3.0d1", "D3.0d2", "D3.0d3", "D3.0d4", "D3.0d5", "D3.0d6"))


def heroism(tables: TablesData) -> Chart:
    columns = in_chart("heroism", "name"), in_chart("heroism", "effect")
    rows = (ChartRow(str(row.roll), (row.name, capital(row.effect))) for row in tables.heroic_table.rows)
    return chart("heroism", columns, rows, ("D3.0c4", "D3.0h1", "D3.0h2", "D3.0h3", "D3.0h4", "D3.0h5", "D3.0h6"))


def casualties(tables: TablesData) -> Chart:
    """D3.2e, D3.3.1c: the die of a man who is hit, by fire and in a melee."""
    columns = in_chart("casualties", "fire"), in_chart("casualties", "melee")
    fire, melee = faces_of(tables.fire_casualties), faces_of(tables.melee_casualties)
    rows = (ChartRow(capital(in_table("wound", result)), (fire[result], melee[result])) for result in fire)
    notes = (in_chart("casualties", word) for word in ("red", "sum"))
    return chart("casualties", columns, rows, ("D3.2e", "D3.2f", "D3.2g", "D3.2h", "D3.3.1c"), notes)


def faces_of(table: CasualtyTable) -> dict[str, str]:
    return {row.result: faces(row.roll) for row in table.rows}


def faces(rolled: tuple[int, ...]) -> str:
    """`1-3`, `6`."""
    return f"{rolled[0]}-{rolled[-1]}" if len(rolled) > 1 else str(rolled[0])


def weapons(tables: TablesData) -> Chart:
    """D3.2.1a: what range and cover add to the successes."""
    found = tables.weapons.bands_cm
    spans = {"short": found.short, "medium": found.medium, "long": found.long}
    columns = (in_chart("weapons", band, first=spans[band][0], last=spans[band][1]) for band in BANDS)
    rows = [
        ChartRow(capital(in_chart("weapons", row.weapon)), tuple(map(reach, (row.short, row.medium, row.long))))
        for row in tables.weapons.rows
    ]
    # D3.2.1b
    rows += [
        ChartRow(capital(in_chart("weapons", f"{row.cover}-cover")), (signed(row.successes),) * len(BANDS))
        for row in tables.cover.rows
    ]
    notes = (in_chart("weapons", word) for word in ("hits", "volley-line"))
    return chart("weapons", columns, rows, ("D3.2c", "D3.2.1a", "D3.2.1b", "D3.2.2a"), notes)


def reach(value: int | None) -> str:
    return in_chart("weapons", "out") if value is None else signed(value) if value else "0"


def ground(tables: TablesData) -> Chart:
    """D-R3, D-R5, D3.1b, D3.1c: sight, cover and cost of every kind of ground."""
    columns = (in_chart("table-ground", word) for word in ("sight", "cover", "cost"))
    rows = (
        ChartRow(capital(in_table("ground", row.kind)), tuple(about(row, tables)), ("D-R3",)) for row in tables.referee.terrain
    )
    return chart("table-ground", columns, rows, ("D-R3", "D-R5", "D3.1b", "D3.1c"))


def about(row: TerrainRow, tables: TablesData) -> Iterator[str]:
    yield {"clear": in_chart("table-ground", "clear"), "blocked": in_chart("table-ground", "blocked")}.get(row.los) or in_chart(
        "table-ground", "deep", depth=f"{row.depth_cm:g}"
    )
    yield in_chart("table-ground", row.cover) if row.cover else NOTHING
    move = tables.movement
    cost = -move.difficult_terrain_cm if row.difficult else row.obstacle_cm
    yield in_chart("table-ground", "once" if row.difficult else "crossing", cost=cost) if cost else NOTHING


def points(tables: TablesData) -> Chart:
    worth = tables.victory_points
    values = {
        "soldier": worth.enemy_soldier_eliminated,
        "prisoner": worth.prisoner,
        "leader": worth.leader_eliminated_or_captured,
    }
    rows = (ChartRow(in_chart("points", word), (str(value),), ("D5.0a",)) for word, value in values.items())
    notes = (in_chart("points", word) for word in ("objectives", "end"))
    return chart("points", (in_chart("points", "worth"),), rows, ("D5.0a", "D5.0b", "D-R13"), notes)
