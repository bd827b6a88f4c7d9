"""The lines that Guilford Courthouse adds to the charts of the series."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.charts import ChartRow, capital, in_chart, number, signed
from grognard.core.texts import text
from grognard.games.revolution.series.rules import SeriesRules

if TYPE_CHECKING:
    from grognard.games.revolution.guilford.data_schema import TablesData, VictoryHexes


class GuilfordCharts(SeriesRules):
    """The guns, Bretigny, the fence, the militia and the hexes that score."""

    tables: TablesData
    victory_hexes: VictoryHexes

    def shift_lines(self) -> Iterator[ChartRow]:
        yield from super().shift_lines()
        fire = self.tables.melee_fire
        yield ChartRow(capital(text("melee-fire")), (signed(fire.shift),), fire.rules)

    def modifier_lines(self) -> Iterator[ChartRow]:
        yield from super().modifier_lines()
        line = self.tables.bretigny.unprepared
        yield ChartRow(capital(text("unprepared-attack")), (signed(line.drm),), (line.rule,))

    def army_morale_lines(self) -> Iterator[ChartRow]:
        """GH8: the fence counts where the scenario says so."""
        yield from super().army_morale_lines()
        for event in self.tables.army_morale_events if self.components.scenario.flags["fence_bonus"] else ():
            title = f"{capital(text(f'cause.{event.id}'))} ({text(f'side.{event.side}')})"
            yield ChartRow(title, (signed(event.own), signed(event.enemy)), (event.rule,))

    def victory_point_lines(self) -> Iterator[ChartRow]:
        yield from super().victory_point_lines()
        for hex, points in self.victory_hexes.hexes.items():
            name = self.components.sheet.names.get(hex, hex)
            title = in_chart("victory-points", "hex", name=name, hex=hex)
            yield ChartRow(title, (number(points),), self.victory_hexes.rules)
        militia = self.tables.nc_militia.vp
        title = in_chart("victory-points", "militia", number=militia.for_every)
        yield ChartRow(title, (number(militia.vp),), (militia.rule,))
