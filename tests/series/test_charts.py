"""The charts of the series show what the rules read: cell by cell what the tables of the components hold."""

from __future__ import annotations

from grognard.core.charts import Chart
from grognard.core.games import Options
from grognard.games.revolution.series.rules import SeriesRules
from tests.marks import rule
from tests.proving_ground import CLASSES, HEXSIDES, TERRAIN, Leader, Unit, field

ADVANCED: Options = {}
BASIC: Options = {"game": "basic"}


def rules_of(options: Options = ADVANCED) -> SeriesRules:
    leader = Leader("1-1-6", "0303", "greene", loss=(-3, 2), momentum=1, vp=2)
    american: list[Unit | Leader] = [leader, Unit("1-0-4", turn=3, entry="A")]
    return field([Unit("1-0-4", "0318")], american, turn=4, order="american_first", options=options).rules


def charts(options: Options = ADVANCED) -> dict[str, Chart]:
    return {chart.id: chart for chart in rules_of(options).charts()}


def cells(chart: Chart) -> dict[str, tuple[str, ...]]:
    return {row.title: row.cells for row in chart.rows}


@rule("S-T-crt", "S12.23-5a", "S12.23-5b")
def test_the_close_combat_table_is_what_is_read():
    rules, chart = rules_of(), charts()["close-combat"]
    assert chart.columns == ("1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1")
    for total, row in zip(range(-2, 12), chart.rows, strict=True):
        assert row.cells == tuple(rules.read_table(column, total) for column in range(1, 8))
    assert [chart.rows[0].title, chart.rows[2].title, chart.rows[-1].title] == ["-2 or less", "0", "11 or more"]


@rule("S-T-tactics", "S12.23-4a")
def test_the_tactics_matrix_is_what_is_read():
    rules, chart = rules_of(), charts()["tactics"]
    chits = rules.components.tactics.chits
    for defender, row in zip(chits, chart.rows, strict=True):
        for attacker, cell in zip(chits, row.cells, strict=True):
            result = rules.tactics_result(attacker, defender)
            assert cell == (result if isinstance(result, str) else f"{result:+d}" if result else "0")


@rule("S-T-fire", "S10.3a", "S10.3c", "S11.3a")
def test_the_fire_tables_are_what_is_read():
    rules, known = rules_of(), charts()
    assert cells(known["fire-to-hit"]) == {
        title: (f"{rules.number_to_hit(strength, 1)}+", f"{rules.number_to_hit(strength, 2)}+")
        for title, strength in (("1", 1), ("2", 2), ("3-5", 4), ("6-9", 9), ("10+", 12))
    }
    columns = ("rifle_vs_non_artillery", "rifle_vs_artillery", "artillery_fire")
    faces = {"0-3": 3, "4-6": 5, "7-8": 7, "9": 9}
    assert cells(known["fire-damage"]) == {
        title: tuple(rules.damage(column, face) for column in columns) for title, face in faces.items()
    }


@rule("S9.1b")
def test_the_terrain_chart_shows_every_row_that_counts():
    chart = charts()["terrain"]
    assert len(chart.columns) == len(CLASSES) + 4
    shown = cells(chart)
    assert len(shown) == len(TERRAIN)
    assert shown["Light forest"] == ("1", "1", "1", "1 1/2", "2", "1", "-1", "-", "yes", "-")
    assert shown["Bog"][3:5] == ("P", "P")
    sides = cells(charts()["hexsides"])
    assert len(sides) == len(HEXSIDES)
    assert sides["Stream"] == (*("+1",) * 6, "-1*")
    assert sides["Road"] == (*("1 in total",) * 6, "-")


@rule("S16.1d", "S16.21", "S14.32c")
def test_army_morale_and_leaders():
    known = charts()
    assert cells(known["army-morale"])["Result 2"] == ("-2", "+1")
    assert cells(known["army-morale-bands"])["Wavering"] == ("1-5", "-1", "-2")
    assert cells(known["leader-losses"]) == {"greene (American)": ("-3", "+2", "-1", "2")}


@rule("S6.1c", "S9.61a")
def test_the_turn_record_says_who_comes_when():
    shown = cells(charts()["turns"])
    assert list(shown) == ["1", "2", "3", "4", "5"]
    assert shown["2"] == ("-", "by initiative", "-")
    assert shown["3"] == ("-", "by initiative", "a2 (A)")
    assert shown["4"] == ("-", "American, British", "-")


@rule("S1b", "S12.23-1d")
def test_what_belongs_to_the_advanced_game_is_left_out_of_the_basic():
    assert any("momentum" in note for note in charts()["close-combat"].notes)
    basic = charts(BASIC)
    assert not any("momentum" in note for note in basic["close-combat"].notes)
    assert "column-shifts" not in basic
    assert "column-shifts" in charts()
