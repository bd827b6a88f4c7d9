"""The charts of A Perfect Plan: impulses, what moves buy, combat, limits, and who comes when."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.charts import NOTHING, Chart, ChartRow, chart, in_chart, signed
from grognard.core.texts import text
from grognard.games.chancellorsville.perfect_plan.components import ANV, AOP, ARMIES

if TYPE_CHECKING:
    from grognard.games.chancellorsville.perfect_plan.components import Components


def of_box(box: Components) -> tuple[Chart, ...]:
    return impulses(box), moves(box), hits(box), limits(box), campaign(box)


def impulses(box: Components) -> Chart:
    """P4a: how many moves each impulse gives."""
    rows = (ChartRow(str(number), (str(moves),)) for number, moves in enumerate(box.tables.impulses.moves, 1))
    return chart("impulses", (in_chart("impulses", "moves"),), rows, (box.tables.impulses.rule,))


def moves(box: Components) -> Chart:
    table = box.tables.impulses
    costs = {
        "march": (1, "P4b"),
        "exchange": (table.exchange_two_counters, "P4h"),
        "entrench": (table.place_trench, "P-D10a"),
        "fight": (table.resolve_one_combat, "P4i"),
    }
    rows = (ChartRow(in_chart("moves", word), (str(cost),), (rule,)) for word, (cost, rule) in costs.items())
    return chart("moves", (in_chart("moves", "cost"),), rows, (table.rule,), (in_chart("moves", "once"),))


def hits(box: Components) -> Chart:
    """P5.4, P5.5a: the modified die with which each kind of unit hits, and what commanders add."""
    columns = in_chart("hits", "hits-on"), in_chart("hits", "adds")
    notes = (in_chart("hits", word) for word in ("dice", "trench", "once", "winner"))
    return chart("hits", columns, hit_rows(box), ("P5.3a", "P5.5a", "P5.5b", "P5.6a"), notes)


def hit_rows(box: Components) -> Iterator[ChartRow]:
    counters = box.counters.values()
    for word, small in (("formation", False), ("small", True)):
        faces = sorted({unit.hits_on for unit in counters if unit.is_small == small and not unit.is_commander})
        yield ChartRow(in_chart("hits", word), (", ".join(f"{face}+" for face in faces), NOTHING), ("P5.5a",))
    for army, scope, rule in ((AOP, "to-one", "P-D3c"), (ANV, "to-all", "P-D3b")):
        bonus = max(unit.bonus for unit in counters if unit.side == army)
        adds = in_chart("hits", scope, bonus=signed(bonus))
        yield ChartRow(in_chart("hits", "commander", army=text(f"army.{army}")), (NOTHING, adds), (rule,))


def limits(box: Components) -> Chart:
    tables = box.tables
    stacking, recovery, trenches = tables.stacking, tables.recovery, {AOP: tables.trenches.AoP, ANV: tables.trenches.ANV}
    rows = [
        ChartRow(in_chart("limits", "stack"), (str(stacking.units_per_army_and_area),), (stacking.rule,)),
        ChartRow(in_chart("limits", "trenches-in-area"), (str(stacking.trenches_per_army_and_area),), (stacking.rule,)),
        *(
            ChartRow(in_chart("limits", "trenches", army=text(f"army.{army}")), (str(trenches[army]),), (tables.trenches.rule,))
            for army in ARMIES
        ),
        ChartRow(in_chart("limits", "recovery", turn=recovery.from_turn), (str(recovery.per_area),), (recovery.rule,)),
    ]
    return chart("limits", (in_chart("limits", "number"),), rows, ("P-D1a",))


def campaign(box: Components) -> Chart:
    """P2b: the turns, and who may come on each."""
    rows = (ChartRow(str(turn), ("; ".join(arrivals(box, turn)) or NOTHING,)) for turn in range(1, box.tables.turns.count + 1))
    return chart("campaign", (in_chart("campaign", "events"),), rows, (box.tables.turns.rule, "P2b"))


def arrivals(box: Components, turn: int) -> Iterator[str]:
    for group in box.reinforcements.values():
        if group.turn == turn:
            units = ", ".join(box.counters[unit].name for unit in group.units)
            yield in_chart("campaign", "enter", units=units, area=box.board.areas[group.area].name)
