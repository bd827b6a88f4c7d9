"""The charts of a battle: the tables of the series and its own, read from the very components that the rules use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.charts import NOTHING, Chart, ChartRow, capital, chart, in_chart, number, signed, span
from grognard.core.texts import in_table, language_in_force, text
from grognard.games.revolution.series.chapter import Chapter

if TYPE_CHECKING:
    from grognard.games.revolution.series.data_schema import Band, DrmLine, HexsideTerrain, HexTerrain, Mp

RESULTS = ("R", "D", "1", "2", "AC", "DC", "PIN", "*")
FIRE_RESULTS = ("AM", "R", "D", "1", "*")
PROHIBITED = "P"


class Charts(Chapter):
    """A battle overrides a method that lists lines to add its own, or `charts` to add a chart."""

    def charts(self) -> tuple[Chart, ...]:
        every = (
            self.close_combat_chart(),
            self.shifts_chart(),
            self.modifiers_chart(),
            self.tactics_chart(),
            self.requirements_chart(),
            self.to_hit_chart(),
            self.fire_modifiers_chart(),
            self.damage_chart(),
            self.terrain_chart(),
            self.hexsides_chart(),
            self.army_morale_chart(),
            self.bands_chart(),
            self.leaders_chart(),
            self.victory_points_chart(),
            self.turns_chart(),
        )
        return tuple(chart for chart in every if chart.rows)

    # ------------------------------------------------------------------ close combat

    def close_combat_chart(self) -> Chart:
        table, id = self.components.close_combat, "close-combat"
        ends = {table.row_min: "chart.or-less", table.row_max: "chart.or-more"}
        rows = (
            ChartRow(text(ends[total], {"number": total}) if total in ends else str(total), cells)
            for total, cells in sorted(table.rows.items())
        )
        below, limits = table.odds.below_table, table.momentum
        notes = [in_chart(id, "how"), in_chart(id, "below", column=below.column, drm=below.drm)]
        if self.advanced:
            low, high = limits.defender_at_or_below, limits.attacker_at_or_above
            notes.append(in_chart(id, "momentum", low=low, high=high))
        return chart(id, table.columns, rows, ("S-T-crt", "S12.23-5a"), [*notes, *results_in_words("result", RESULTS)])

    def shifts_chart(self) -> Chart:
        return chart("column-shifts", (in_chart("column-shifts", "shift"),), self.shift_lines(), ("S12.23-1d",))

    def shift_lines(self) -> Iterator[ChartRow]:
        """S12.23-1d: what shifts the odds; a battle adds its own."""
        diversion = self.components.close_combat.shifts.diversion
        if self.advanced:
            yield ChartRow(capital(text("diversion")), (signed(diversion.shift),), (diversion.rule,))

    def modifiers_chart(self) -> Chart:
        id = "close-combat-modifiers"
        return chart(id, (in_chart(id, "drm"),), self.modifier_lines(), ("S12.23-3a",), (in_chart(id, "terrain"),))

    def modifier_lines(self) -> Iterator[ChartRow]:
        """S12.23-3a: the list of the series; a battle adds its own."""
        yield from (drm_line(line) for line in self.components.close_combat.drm)

    def tactics_chart(self) -> Chart:
        table = self.components.tactics
        names = {chit: text(f"chit.{chit}") for chit in table.chits}
        rows = (ChartRow(names[chit], tuple(tactics_cell(cell) for cell in table.matrix[chit])) for chit in table.chits)
        notes = (in_chart("tactics", "how"), in_chart("tactics", "no-combat"))
        return chart("tactics", names.values(), rows, ("S-T-tactics", "S12.23-4a"), notes)

    def requirements_chart(self) -> Chart:
        table, id = self.components.tactics, "chits"
        rows = (
            ChartRow(
                text(f"chit.{chit}"),
                ("; ".join(in_chart(id, need) for need in needs) or NOTHING,),
                tuple(table.requirement_rules[need] for need in needs),
            )
            for chit, needs in table.requirements.items()
        )
        notes = (in_chart(id, "penalty"),) if self.advanced else (in_chart(id, "basic"),)
        return chart(id, (in_chart(id, "needs"),), rows, ("S12.51", "S12.52"), notes)

    # ------------------------------------------------------------------ fire

    def to_hit_chart(self) -> Chart:
        table, id = self.components.fire, "fire-to-hit"
        rows = (ChartRow(span(row.min, row.max), (f"{row.adjacent}+", f"{row.range_2_3}+")) for row in table.to_hit)
        columns = in_chart(id, "adjacent"), in_chart(id, "distant")
        notes = (in_chart(id, "how"), in_chart(id, "ranges", rifle=table.ranges["rifle"], artillery=table.ranges["artillery"]))
        return chart(id, columns, rows, ("S-T-fire", "S10.3a", "S11.3a"), notes)

    def fire_modifiers_chart(self) -> Chart:
        id = "fire-modifiers"
        return chart(id, (in_chart(id, "drm"),), self.fire_modifier_lines(), ("S10.3a", "S11.3a"), (in_chart(id, "terrain"),))

    def fire_modifier_lines(self) -> Iterator[ChartRow]:
        yield from (drm_line(line) for line in self.components.fire.drm)

    def damage_chart(self) -> Chart:
        table, id = self.components.fire.damage, "fire-damage"
        rows = (ChartRow(span(row.min, row.max), tuple(getattr(row, column) for column in table.columns)) for row in table.rows)
        columns = (in_chart(id, column) for column in table.columns)
        return chart(id, columns, rows, ("S-T-fire", "S10.3c", "S11.3c"), results_in_words("fire-result", FIRE_RESULTS))

    # ------------------------------------------------------------------ terrain

    def terrain_chart(self) -> Chart:
        table, id = self.components.terrain, "terrain"
        kinds = (in_table("unit-class", kind) for kind in table.unit_classes)
        columns = (*kinds, *(in_chart(id, word) for word in ("fire", "close-combat", "sight", "zoc")))
        every = table.hexes | table.features
        rows = (terrain_row(name, row) for name, row in every.items() if not row.as_other_terrain)
        notes = [in_chart(id, "prohibited"), in_chart(id, "how"), in_chart(id, "rifles", mp=number(table.rifle_zoc.enter_mp))]
        without = [ground_name(name) for name, row in every.items() if row.as_other_terrain]
        if without:
            notes.append(in_chart(id, "as-other", names=", ".join(without)))
        return chart(id, columns, rows, ("S9.1b", "S12.23-3g", "S11.42a"), notes)

    def hexsides_chart(self) -> Chart:
        table, id = self.components.terrain, "hexsides"
        columns = (*(in_table("unit-class", kind) for kind in table.unit_classes), in_chart("terrain", "close-combat"))
        kinds = len(table.unit_classes)
        rows = (hexside_row(name, row, kinds) for name, row in table.hexsides.items() if row.on_map)
        notes = (in_chart(id, "all-attackers"), in_chart(id, "roads", multiplier=table.strategic_movement.multiplier))
        return chart(id, columns, rows, ("S9.1b", "S12.23-3b", "S9.51a"), notes)

    # ------------------------------------------------------------------ tracks, leaders, victory

    def army_morale_chart(self) -> Chart:
        id = "army-morale"
        columns = in_chart(id, "own"), in_chart(id, "enemy")
        return chart(id, columns, self.army_morale_lines(), ("S-T-am", "S16.1"), (in_chart(id, "how"),))

    def army_morale_lines(self) -> Iterator[ChartRow]:
        """S16.1: what moves army morale; a battle adds its own."""
        for event in self.components.army_morale.events:
            if event.own is not None or event.enemy is not None:
                yield ChartRow(capital(text(f"cause.{event.id}")), (signed(event.own), signed(event.enemy)), (event.rule,))

    def bands_chart(self) -> Chart:
        id = "army-morale-bands"
        columns = (in_chart(id, word) for word in ("levels", "initiative", "unit-morale"))
        rows = (
            ChartRow(band_name(band), (span(band.min, band.max), signed(band.initiative_drm), signed(band.unit_morale)))
            for band in self.components.army_morale.bands
        )
        return chart(id, columns, rows, ("S16.21", "S16.3"), (in_chart(id, "end"), in_chart(id, "basis")))

    def leaders_chart(self) -> Chart:
        id = "leader-losses"
        columns = (in_chart(id, word) for word in ("own", "enemy", "momentum", "points"))
        rows = (
            ChartRow(
                f"{self.counters[leader].name.partition(' (')[0]} ({text(f'side.{loss.side}')})",
                (signed(loss.own), signed(loss.enemy), signed(loss.momentum), number(loss.vp)),
                (loss.rule,),
            )
            for leader, loss in self.components.leader_losses.items()
        )
        return chart(id, columns, rows, ("S14.32c", "S12.65b"), (in_chart(id, "how"),))

    def victory_points_chart(self) -> Chart:
        id = "victory-points"
        return chart(id, (in_chart(id, "points"),), self.victory_point_lines(), ("S-T-vp",), (in_chart(id, "how"),))

    def victory_point_lines(self) -> Iterator[ChartRow]:
        """S-T-vp: what the enemy's losses are worth; a battle adds its places."""
        for line in self.components.victory_points.lines:
            if line.vp is not None:
                yield ChartRow(in_chart("victory-points", line.id), (number(line.vp),))

    def turns_chart(self) -> Chart:
        """Who plays when, and who comes: the turn record of the scenario."""
        id, scenario = "turns", self.components.scenario
        columns = (in_chart(id, word) for word in ("time", "order", "reinforcements"))
        turns = range(scenario.first_turn, scenario.last_turn + 1)
        rows = (
            ChartRow(str(turn), (self.clock_at(turn), self.order_in_words(turn), self.arrivals_in_words(turn)))
            for turn in turns
        )
        return chart(id, columns, rows, ("S6.1c", "S9.61a"))

    def clock_at(self, turn: int) -> str:
        return self.components.clock.get(turn, NOTHING)

    def order_in_words(self, turn: int) -> str:
        """S6.1c: who plays, in order, or how that is found out."""
        order = self.components.fixed_order(turn)
        if order is None:
            return in_chart("turns", "by-initiative")
        return ", ".join(text(f"side.{side}") for side in order)

    def arrivals_in_words(self, turn: int) -> str:
        """S9.61a: who may come on this turn, and where."""
        groups: dict[tuple[str, ...], list[str]] = {}
        for unit, (first, entries) in self.components.arrivals.items():
            if first == turn:
                groups.setdefault(entries, []).append(self.counters[unit].name)
        return "; ".join(f"{', '.join(names)} ({', '.join(entries)})" for entries, names in groups.items()) or NOTHING


def drm_line(line: DrmLine) -> ChartRow:
    """A line of a list of modifiers; where it has no number a text says which value counts."""
    value = signed(line.drm) if line.drm is not None else text(f"chart.drm-value.{line.id}")
    return ChartRow(text(f"chart.drm.{line.id}"), (value,), (line.rule,))


def tactics_cell(cell: int | str) -> str:
    """A number is told even if it is nought: the chits were looked up."""
    return cell if isinstance(cell, str) else signed(cell) if cell else "0"


def results_in_words(table: str, codes: tuple[str, ...]) -> Iterator[str]:
    """What each result does, in short."""
    for code in codes:
        yield f"{code}: {in_chart(table, code)}"


def ground_name(word: str) -> str:
    return capital(in_table("ground", word).replace("_", " "))


def terrain_row(name: str, row: HexTerrain) -> ChartRow:
    """A row of the terrain effects chart."""
    cites, yes = (row.rule,) if row.rule else (), in_chart("terrain", "yes")
    words = signed(row.fire_drm), signed(row.close_combat_drm), yes if row.blocks_los else NOTHING
    return ChartRow(ground_name(name), (*map(cost, row.mp), *words, yes if row.zoc_enters else NOTHING), cites)


def hexside_row(name: str, row: HexsideTerrain, kinds: int) -> ChartRow:
    """What crossing a hexside adds, or what a road costs in all."""
    if row.mp_total is not None:
        costs = (in_chart("hexsides", "in-all", mp=number(row.mp_total)),) * kinds
    elif isinstance(row.mp_add, tuple):
        costs = tuple(cost(mp) if mp == PROHIBITED else added(mp) for mp in row.mp_add)
    else:
        costs = (added(row.mp_add or 0),) * kinds
    drm = signed(row.close_combat_drm) + ("*" if row.all_attackers else "")
    return ChartRow(ground_name(name), (*costs, drm), (row.rule,))


def cost(mp: Mp) -> str:
    return mp if isinstance(mp, str) else number(mp)


def added(mp: Mp) -> str:
    return mp if isinstance(mp, str) else signed(mp)


def band_name(band: Band) -> str:
    return band.name.get(language_in_force(), band.name["en"])
