"""The charts that only Eutaw Springs has, and its lines in those of the series."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.charts import Chart, ChartRow, capital, chart, in_chart, number, signed, span
from grognard.core.texts import text
from grognard.games.revolution.series.rules import SeriesRules

if TYPE_CHECKING:
    from grognard.games.revolution.eutaw.data_schema import TablesData


class EutawCharts(SeriesRules):
    """Looting, surprise, the camp and the river."""

    tables: TablesData

    def charts(self) -> tuple[Chart, ...]:
        return (*super().charts(), self.looting_chart())

    def looting_chart(self) -> Chart:
        """E3.11b: the modified die with which a unit begins to loot."""
        table, id = self.tables.looting, "looting"
        rows = (
            ChartRow(", ".join(self.counters[unit].name for unit in row.units), (span(0, row.max),))
            for row in table.rows.values()
        )
        notes = (in_chart(id, line.id) for line in table.modifiers)
        return chart(id, (in_chart(id, "loots"),), rows, (table.rule, "E3.11c"), notes)

    def shift_lines(self) -> Iterator[ChartRow]:
        """E3.5a: in favour of the Americans, whoever attacks."""
        yield from super().shift_lines()
        surprise = self.tables.surprise
        cell = in_chart("column-shifts", "surprise", shift=signed(surprise.shift), against=signed(-surprise.shift))
        yield ChartRow(capital(text("surprise")), (cell,), (surprise.rule,))

    def modifier_lines(self) -> Iterator[ChartRow]:
        yield from super().modifier_lines()
        drm = self.tables.disorder.close_combat_drm
        yield ChartRow(capital(text("a-defender-is-looting")), (signed(drm.drm),), (drm.rule,))
        terrain = self.components.terrain.hexes
        for exception in terrain["swamp"].exceptions.values():
            yield ChartRow(capital(text("swamp-fox-in-swamp")), (signed(exception.close_combat_drm),), (exception.rule,))
        crossing = terrain["river"].crossing
        if crossing is not None:
            yield ChartRow(capital(text("defender-crossing")), (signed(crossing.close_combat_drm),), (crossing.rule,))

    def fire_modifier_lines(self) -> Iterator[ChartRow]:
        yield from super().fire_modifier_lines()
        crossing = self.components.terrain.hexes["river"].crossing
        if crossing is not None:
            yield ChartRow(capital(text("target-crossing")), (signed(crossing.fire_drm),), (crossing.rule,))

    def army_morale_lines(self) -> Iterator[ChartRow]:
        yield from super().army_morale_lines()
        for event in self.tables.army_morale_events:
            title = f"{capital(text(f'cause.{event.id}'))} ({text(f'side.{event.side}')})"
            yield ChartRow(title, (signed(event.own), signed(event.enemy)), (event.rule,))

    def victory_point_lines(self) -> Iterator[ChartRow]:
        yield from super().victory_point_lines()
        for place in self.tables.victory_points:
            title = in_chart("victory-points", place.id, hexes=place.hexes)
            yield ChartRow(title, (number(place.vp),), (place.rule,))
