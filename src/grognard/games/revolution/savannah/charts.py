"""Savannah's charts: fire, mortars, weather, the siege, arrivals and surrender; and lines in the charts of the series."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.charts import NOTHING, Chart, ChartLine, ChartRow, capital, chart, in_chart, number, signed, span
from grognard.core.texts import Reason, in_table, text
from grognard.games.revolution.savannah.artillery import AT_GUNS, AT_OTHERS
from grognard.games.revolution.savannah.historical import Historical
from grognard.games.revolution.savannah.siege import SiegeRules
from grognard.games.revolution.savannah.state import ALLIED, BRITISH
from grognard.games.revolution.savannah.victory import CREEKS_WORTH, SavannahVictory
from grognard.games.revolution.series.charts import FIRE_RESULTS, drm_line, results_in_words

if TYPE_CHECKING:
    from grognard.core.fights import Fight
    from grognard.games.revolution.savannah.data_schema import SiegeResult, WeatherEffects
    from grognard.games.revolution.series.battle import Battle

DAMAGE = (AT_OTHERS, AT_GUNS)


def at_least(value: int | None) -> str:
    return NOTHING if value is None else f"{value}+"


class SavannahCharts(SavannahVictory):
    """The charts that both scenarios have."""

    def charts(self) -> tuple[Chart, ...]:
        return (*super().charts(), self.scatter_chart(), self.mortar_chart(), self.covered_way_chart())

    # ------------------------------------------------------------------ fire

    def to_hit_chart(self) -> Chart:
        """V-T-fire: in place of the chart of the series."""
        table, id = self.tables.fire, "fire-to-hit"
        rows = (
            ChartRow(
                span(row.min, row.max),
                (
                    at_least(row.adjacent),
                    at_least(row.range_2_3),
                    at_least(row.range_4),
                    at_least(row.mortar_2_3),
                    at_least(row.mortar_4),
                    at_least(row.mortar_5),
                ),
            )
            for row in table.to_hit
        )
        columns = (in_chart(id, word) for word in ("adjacent", "distant", "far", "mortar-near", "mortar-4", "mortar-5"))
        return chart(id, columns, rows, (table.rule, "S-T-fire", "S11.3a"), (in_chart(id, "how"), in_chart(id, "naval")))

    def fire_modifier_lines(self) -> Iterator[ChartRow]:
        yield from (drm_line(line) for line in self.tables.fire.drm)

    def damage_chart(self) -> Chart:
        """V-T-damage: in place of the chart of the series."""
        id = "fire-damage"
        rows = (ChartRow(str(row.die), (row.other, row.artillery)) for row in self.tables.fire.damage)
        notes = results_in_words("fire-result", FIRE_RESULTS)
        return chart(id, (in_chart(id, column) for column in DAMAGE), rows, ("V-T-damage", "S11.3c"), notes)

    def lines_of_fire(self, game: Battle, fight: Fight, column: str) -> tuple[ChartLine, ...]:
        """V-T-fire: the row of the firing strength in the column of the range, and the column of the damage."""
        guns = [game.piece(id) for id in fight.units]
        row = self.tables.fire.to_hit.index(self.fire_row(sum(game.strength(gun) for gun in guns)))
        damage = ChartLine("fire-damage", column=DAMAGE.index(column))
        target = game.piece(fight.targets[0]).hex
        farthest = max(self.board.grid.distance(gun.hex, target) for gun in guns)
        return ChartLine("fire-to-hit", row, 0 if farthest == 1 else 1 if farthest < 4 else 2), damage

    # ------------------------------------------------------------------ mortars and the covered way

    def scatter_chart(self) -> Chart:
        """V-T-scatter: where a bomb falls."""
        table, id = self.tables.scatter, "scatter"
        rows = [ChartRow(span(*table.on_target), (in_chart(id, "on-target"),))]
        rows += [ChartRow(str(face), (in_table("compass", way),)) for face, way in sorted(table.directions.items())]
        notes = (in_chart(id, "far", range=table.far_range, faces=span(*table.two_hexes)), in_chart(id, "basis"))
        return chart(id, (in_chart(id, "falls"),), rows, (table.rule, "V4.12e"), notes)

    def mortar_chart(self) -> Chart:
        """V-T-mortar: what a shot does to the mortar."""
        table, id = self.tables.mortar_destruction, "mortars"
        rows = (
            ChartRow(span(*table.step_loss), (in_chart(id, "burst"),)),
            ChartRow(span(*table.disrupted), (in_chart(id, "broken"),)),
            ChartRow(span(table.disrupted[1] + 1, 9), (in_chart(id, "whole"),)),
        )
        return chart(id, (in_chart(id, "result"),), rows, (table.rule, "V4.12f"), (in_chart(id, "when"),))

    def covered_way_chart(self) -> Chart:
        """V-T-lost: the die for each hex of the covered way."""
        table, id = self.tables.lost_on_the_covered_way, "covered-way"
        rows = (
            ChartRow(in_chart(id, "lost"), (at_least(table.lost_at),), (table.rule,)),
            ChartRow(in_chart(id, "hexes", number=table.hexes_for_one), (signed(1),), ("V4.9b",)),
            ChartRow(in_chart(id, "before"), (signed(table.previously_lost),), ("V4.9e",)),
        )
        return chart(id, (in_chart(id, "value"),), rows, (table.rule, "V4.9b"))

    # ------------------------------------------------------------------ lines in the charts of the series

    def modifier_lines(self) -> Iterator[ChartRow]:
        """V4.1, V4.16: how the Allies fight together."""
        yield from super().modifier_lines()
        for label, drm, rule in (
            ("defenders-of-two-armies", +1, "V4.1c"),
            ("attackers-of-two-armies", -2, "V4.1d"),
            ("regulars-beside-colonials", -1, "V4.1i"),
            ("irish-ferocity", +1, "V4.16"),
            ("attack-across-works", -1, "V-T-terrain-works"),
            ("attack-across-abatis", -1, "V-T-terrain-works"),
            ("creeks-in-the-forest", -1, "V4.8c"),
        ):
            yield ChartRow(capital(text(label)), (signed(drm),), (rule,))

    def victory_point_lines(self) -> Iterator[ChartRow]:
        """V2.9c: of the disordered only the shattered count; V4.8d: the Creeks; V2.8: Spring Hill."""
        disordered, hill = in_chart("victory-points", "disordered_at_end"), self.tables.spring_hill
        for line in super().victory_point_lines():
            yield replace(line, title=in_chart("victory-points", "shattered")) if line.title == disordered else line
        yield ChartRow(in_chart("victory-points", "creeks"), (number(CREEKS_WORTH),), ("V4.8d",))
        yield ChartRow(in_chart("victory-points", "spring-hill", hex=hill.hex), (number(hill.vp),), (hill.rule,))


class HistoricalCharts(Historical):
    """V5.10c."""

    def modifier_lines(self) -> Iterator[ChartRow]:
        yield from super().modifier_lines()
        yield ChartRow(capital(text("french-lack-of-cohesion")), (signed(-1),), ("V5.10c",))


class CampaignCharts(SiegeRules):
    """The charts of the siege."""

    def charts(self) -> tuple[Chart, ...]:
        return (
            *super().charts(),
            self.weather_chart(),
            self.skies_chart(),
            self.siege_chart(second=False),
            self.siege_chart(second=True),
            self.entry_chart(),
            self.surrender_chart(),
            self.days_chart(),
        )

    def weather_chart(self) -> Chart:
        """V-T-weather: the two rolls."""
        table, id = self.tables.weather, "weather"
        rows = [ChartRow("0", (in_chart(id, "again"),), ("V4.2b",))]
        rows += [ChartRow(span(row.min, row.max), (in_table("weather", row.weather),)) for row in table.first_roll]
        rows += [
            ChartRow(in_chart(id, "second", faces=span(row.min, row.max)), (in_table("weather", row.weather),))
            for row in table.second_roll
        ]
        rows += [
            ChartRow(in_chart(id, "turn", turn=turn), (signed(drm),), ("V4.2b",))
            for turn, drm in sorted(table.turn_drm.items())
        ]
        rows.append(ChartRow(capital(text("after-fair-weather")), (signed(table.after_fair_drm),), ("V4.2b",)))
        notes = (in_chart(id, "turns", turns=", ".join(map(str, table.turns))), in_chart(id, "severe"))
        return chart(id, (in_chart(id, "result"),), rows, (table.rule, "V4.2a"), notes)

    def skies_chart(self) -> Chart:
        """V-T-weather: what each weather changes."""
        id = "weather-effects"
        words = ("roads", "movement", "fire", "close-combat", "rally", "siege", "arrivals", "cards", "begin", "complete")
        columns = (in_chart(id, word) for word in words)
        rows = (ChartRow(capital(in_table("weather", name)), self.sky_cells(sky)) for name, sky in self.skies.items())
        return chart(id, columns, rows, ("V-T-weather", "V4.2g", "V4.2i", "V4.2l"), (in_chart(id, "none"),))

    def sky_cells(self, sky: WeatherEffects) -> tuple[str, ...]:
        id = "weather-effects"
        drm = [
            in_chart(id, "no") if value is None else signed(value)
            for value in (sky.fire, sky.close_combat, sky.rally, sky.siege)
        ]
        may = [
            in_chart(id, "yes" if value else "no")
            for value in (sky.reinforcements, sky.cards, sky.works_begin, sky.works_complete)
        ]
        return (in_chart(id, f"road-{sky.strategic_movement}"), in_chart(id, f"move-{sky.movement}"), *drm, *may)

    def siege_chart(self, second: bool) -> Chart:
        """V-T-siege1, V-T-siege2: both sides' lines of a table."""
        table = self.tables.siege
        id, rule = ("siege-second", table.rules.second) if second else ("siege-first", table.rules.first)
        rows = (
            ChartRow(str(total), tuple(self.siege_words(self.siege_result(second, total, side)) for side in (ALLIED, BRITISH)))
            for total in (table.second if second else table.first)
        )
        columns = text("side.french"), text("side.british")
        return chart(id, columns, rows, (rule, "V4.6a"), (in_chart("siege", "how"), in_chart("siege", "weather")))

    def meaning(self, result: str) -> Reason:
        """V-T-siege1, V-T-siege2: a result of the siege tables in words; the others are the series'."""
        army, _, line = result.partition(" ")
        table, _, total = line.partition("-")
        if table not in ("I", "II"):
            return super().meaning(result)
        second, side = table == "II", BRITISH if army == BRITISH[:1].upper() else ALLIED
        rules = self.tables.siege.rules
        words = self.siege_words(self.siege_result(second, int(total), side))
        return Reason("siege-result", (rules.second if second else rules.first,), {"words": words})

    def siege_words(self, result: SiegeResult) -> str:
        """A line of the siege tables, in words."""
        id, found = "siege", []
        if result.repair:
            found.append(in_chart(id, "repair"))
        if result.breach:
            found.append(in_chart(id, f"breach-{result.breach}"))
        if result.no_works_remove_counter:
            found.append(in_chart(id, "counter"))
        for army, change in result.if_none.items():
            found.append(in_chart(id, "if-none", army=in_table("side", army), change=signed(change)))
        if result.british_fire_drm:
            found.append(in_chart(id, "fire", drm=signed(result.british_fire_drm)))
        for army, change in result.army_morale.items():
            found.append(in_chart(id, "morale", army=in_table("side", army), change=signed(change)))
        if result.army_morale_choice:
            found.append(in_chart(id, "choice"))
        for told, word in (
            (result.gun_loses_step, "gun"),
            (result.destroy_town_hex, "town"),
            (result.double_movement, f"double-{result.double_movement}"),
            (result.fires_at_once, "beekman"),
        ):
            if told:
                found.append(in_chart(id, word))
        if result.fire_ship is not None:
            found.append(in_chart(id, "fire-ship", least=result.fire_ship.min))
        if result.roll_again:
            found.append(in_chart(id, "again"))
        return "; ".join(found) or in_chart(id, "nothing")

    def entry_chart(self) -> Chart:
        """V-T-entry: where a French group lands."""
        table, id = self.tables.variable_entry, "variable-entry"
        rows = (
            ChartRow(
                span(row.min, row.max),
                (row.entry, signed(row.bonus), in_chart("weather-effects", "yes" if row.guns_double else "no")),
            )
            for row in table.rows
        )
        columns = (in_chart(id, word) for word in ("entry", "bonus", "guns"))
        notes = (in_chart(id, "turns", turns=", ".join(map(str, table.turns))),)
        return chart(id, columns, rows, (table.rule, "V4.7f"), notes)

    def surrender_chart(self) -> Chart:
        """V-T-surrender: the die that decides whether Savannah gives up."""
        table, id = self.tables.surrender, "surrender"
        lines = (
            ("army-wavering", table.wavering),
            ("army-fatigued", table.fatigued),
            ("prevost-lost", table.prevost_lost),
            ("each-town-hex", table.each_town_hex),
        )
        rows = [ChartRow(in_chart(id, "surrenders"), (text("chart.or-less", {"number": table.at_most}),), ("V2.1a",))]
        rows += [ChartRow(in_chart(id, word), (signed(drm),), (table.rule,)) for word, drm in lines]
        return chart(id, (in_chart(id, "die"),), rows, (table.rule, "V2.1b"), (in_chart(id, "when"),))

    def days_chart(self) -> Chart:
        """V1.5, V3.0a: what each turn of the track has."""
        id, marks = "turn-track", ("weather", "events", "works", "siege", "variable_entry", "sortie_limits")
        rows = (
            ChartRow(
                str(turn),
                (
                    in_chart(id, data.kind),
                    *(in_chart("weather-effects", "yes") if getattr(data, mark) else NOTHING for mark in marks),
                    signed(data.defences_drm),
                ),
            )
            for turn, data in sorted(self.tables.turn_track.turns.items())
        )
        columns = (in_chart(id, word) for word in ("kind", *(mark.replace("_", "-") for mark in marks), "defences"))
        return chart(id, columns, rows, ("V-T-track", "V1.5", "V3.0a"), (in_chart(id, "basis"),))
