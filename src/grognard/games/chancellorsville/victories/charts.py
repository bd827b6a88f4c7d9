"""The charts of Give Us Victories: terrain, hexsides and roads, bombardment, combat, the calendar."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.charts import NOTHING, Chart, ChartRow, chart, in_chart, number, signed
from grognard.core.texts import text
from grognard.games.chancellorsville.victories.pieces import ARMIES, CSA, UNION

if TYPE_CHECKING:
    from grognard.games.chancellorsville.victories.components import Components
    from grognard.games.chancellorsville.victories.data_schema import DieModifier


def of_box(box: Components) -> tuple[Chart, ...]:
    return terrain(box), crossings(box), artillery(box), dice(box), calendar(box)


def on_dice(modifier: DieModifier | None) -> str:
    """`-1 on one die`."""
    if modifier is None:
        return NOTHING
    return in_chart("ground", "all-dice" if modifier.dice == "all" else "one-die", value=signed(modifier.value))


def cost(value: float | None) -> str:
    return number(value) if value is not None else in_chart("crossings", "impossible")


def terrain(box: Components) -> Chart:
    """U3.16, U14.17: what each kind of hex costs and does."""
    columns = [in_chart("ground", word) for word in ("cost", "contact", "cap", "attack", "bombardment", "blocks")]
    rows = (
        ChartRow(
            text(f"cover.{name}"),
            (
                number(row.mp),
                signed(row.contact_mp),
                str(row.dice_cap),
                on_dice(row.attacker_drm),
                signed(row.bombard_drm),
                in_chart("ground", "yes" if row.blocks_bombardment else "no"),
            ),
        )
        for name, row in box.terrain.hexes.items()
    )
    notes = (in_chart("ground", word) for word in ("woods-choose", "works", "stacking"))
    return chart("ground", columns, rows, ("U3.16", "U9.5", "U14.17", "U12.10"), notes)


def crossings(box: Components) -> Chart:
    """U9.2, U9.16, U10: roads, streams, rivers and fords, dry and in rain."""
    roads, sides = box.terrain.roads, box.terrain.hexsides
    lines: tuple[tuple[str, float | None, float | None, str, str], ...] = (
        ("major-road", roads.major.mp, roads.major.mp, NOTHING, "U9.2"),
        ("minor-road", roads.minor.mp, roads.minor.mp, NOTHING, "U9.2"),
        ("stream", sides.stream.mp, sides.stream.mp_rain, on_dice(sides.stream.attacker_drm), "U7.2"),
        ("minor-river", sides.minor_river.mp, sides.minor_river.mp_rain, on_dice(sides.minor_river.attacker_drm), "U7.3"),
        ("rapidan-ford", sides.ford_rapidan.mp, sides.ford_rapidan.mp_rain, in_chart("crossings", "none"), "U10.3"),
        ("rappahannock-ford", None, None, in_chart("crossings", "none"), "U10.1"),
        ("pontoon", sides.pontoon.mp, sides.pontoon.mp, in_chart("crossings", "none"), "U11.2"),
        ("exit", roads.exit_map.mp, roads.exit_map.mp, NOTHING, "U9.19"),
    )
    rows = (
        ChartRow(in_chart("crossings", word), (cost(dry), cost(wet), fight), (rule,)) for word, dry, wet, fight, rule in lines
    )
    columns = [in_chart("crossings", word) for word in ("dry", "rain", "attack")]
    notes = (in_chart("crossings", word) for word in ("roads-cancel", "bonus"))
    return chart("crossings", columns, rows, ("U9.2", "U10.1"), notes)


def artillery(box: Components) -> Chart:
    """U12.10: the Artillery Table."""
    table = box.artillery
    rows = (ChartRow(row.factor, tuple(result_of(row.results[column]) for column in table.columns)) for row in table.rows)
    notes = [f"{result}: {text(f'bombardment.{result}')}" for result in table.results if result != NOTHING]
    rows_of = (
        ("open", box.terrain.hexes["open"].bombard_drm),
        ("woods", box.terrain.hexes["woods"].bombard_drm),
        ("town", box.terrain.hexes["town"].bombard_drm),
        ("breastworks", box.terrain.markers.breastworks.bombard_drm),
        ("fortification", box.terrain.hexsides.fortification_facing.bombard_drm),
    )
    notes.extend(in_chart("artillery", word, value=signed(value)) for word, value in rows_of)
    columns = [in_chart("artillery", "or-less"), *table.columns[1:-1], in_chart("artillery", "or-more")]
    return chart("artillery", columns, rows, ("U12.10", "U12.11"), notes)


def result_of(result: str) -> str:
    return result or NOTHING


def dice(box: Components) -> Chart:
    """U14.10: how many dice both sides roll, by the ratio of their points."""
    extra = box.terrain.combat.extra_die_each_side
    ratios = ((1, 4), (1, 3), (1, 2), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1))
    rows = (ChartRow(f"{one}:{other}", (str(one + extra), str(other + extra))) for one, other in ratios)
    columns = [in_chart("combat-dice", word) for word in ("attacker", "defender")]
    combat = box.terrain.combat
    notes = (
        in_chart("combat-dice", "hit", value=combat.hit_on),
        in_chart("combat-dice", "round"),
        in_chart("combat-dice", "encircled", value=signed(combat.encirclement_dice)),
        in_chart("combat-dice", "works"),
        in_chart("combat-dice", "fortification", value=signed(box.terrain.hexsides.fortification_facing.defender_dice)),
        in_chart("combat-dice", "supply", value=signed(combat.out_of_supply_drm_each_die)),
        in_chart("combat-dice", "cap"),
    )
    return chart("combat-dice", columns, rows, ("U14.9", "U14.10", "U14.17", "U14.32"), notes)


def calendar(box: Components) -> Chart:
    """U6.1, U7.1, U8.2: the turns of the scenario with rain and activation points."""
    return chart(
        "calendar", [in_chart("calendar", word) for word in ("time", "rain", "union", "csa")], turns(box), ("U7.1", "U8.2")
    )


def turns(box: Components) -> Iterator[ChartRow]:
    scenario = box.scenario
    for turn in box.turns.turns:
        if scenario.first_turn <= turn.turn <= scenario.last_turn:
            union, csa = scenario.points[turn.turn]
            points = {UNION: union, CSA: csa}
            when = in_chart("calendar", "night") if turn.turn in box.night_turns else turn.time
            rain = f"1-{turn.rain}" if turn.rain > 1 else str(turn.rain or NOTHING)
            cells = (f"{turn.date}, {when}", rain, *(str(points[army]) for army in ARMIES))
            yield ChartRow(str(turn.turn), cells)
