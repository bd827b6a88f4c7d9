"""The box: counters, map, limits."""

import pytest

import grognard
from grognard.core.events import Thrown
from grognard.core.overlays.components import component
from grognard.games.chancellorsville.perfect_plan.components import PACKAGE, Components
from grognard.games.chancellorsville.perfect_plan.data_schema import CounterData, MapData, SetUpData, TablesData
from grognard.telling.names import shortened
from tests.marks import rule
from tests.perfect_plan.table import SCENARIO, plan

COUNTERS = component(PACKAGE, "units.json", tuple[CounterData, ...])
MAP = component(PACKAGE, "areas.json", MapData)
SETUP = component(PACKAGE, "setup.json", SetUpData)
TABLES = component(PACKAGE, "tables.json", TablesData)


@rule("P0.1")
def test_two_armies_and_six_sided_dice():
    assert grognard.new(SCENARIO, seed=1).seats == ("AoP", "ANV")
    game = plan({"zoan_church": "V"}, {"zoan_church": "Hill"}, dice=(6, 1))
    game.play("AoP", game.rules.combats["zoan_church"])
    assert [event.faces for event in game.events(None) if isinstance(event, Thrown)] == [(6,), (1,)]
    game = plan({"zoan_church": "V"}, {"zoan_church": "Hill"}, dice=(7, 1))
    with pytest.raises(grognard.DiceError, match="shows 1 to 6"):
        game.play("AoP", game.rules.combats["zoan_church"])


@rule("P-C1")
def test_the_counter_mix():
    mix = {
        army: [
            sum(c.side == army and c.type == kind for c in COUNTERS) for kind in ("formation", "commander", "small", "trench")
        ]
        for army in ("AoP", "ANV")
    }
    assert mix == {"AoP": [8, 1, 6, 5], "ANV": [9, 3, 4, 6]}
    units = Components().sheets
    assert (len(units["AoP"]), len(units["ANV"])) == (8 + 1 + 6, 9 + 3 + 4)
    assert len(COUNTERS) == 44
    assert sum(c.type == "marker" for c in COUNTERS) == 2
    for army, printed in (("AoP", TABLES.counters.AoP), ("ANV", TABLES.counters.ANV)):
        assert mix[army] == [printed.formations, printed.commanders, printed.small, printed.trenches]
    assert len({c.id for c in COUNTERS}) == len({c.name for c in COUNTERS}) == 44


@rule("P-C2")
def test_the_map():
    box = Components()
    assert len(MAP.areas) == len(box.board.areas) == 27
    assert sorted(area.number for area in MAP.areas) == list(range(1, 28))
    assert sorted(box.flags.values()).count("AoP") == 11
    assert all(len(found) == 27 for found in box.distances.values())
    assert all(len(around) >= 2 for around in box.connected.values())
    assert len(TABLES.impulses.moves) == 4
    assert TABLES.turns.count == 6


def test_every_border_of_a_river_that_can_be_crossed_has_an_arrow_and_no_other():
    for border in MAP.borders:
        assert (border.arrow is not None) == bool(border.crossing) == (border.kind == "river" and border.passable), border.areas
        assert border.passable or border.kind == "river"
        assert bool(border.river) == (border.kind == "river")
    assert sum(bool(border.crossing) for border in MAP.borders) == 8


def test_borders_are_where_outlines_touch():
    outlines = {area.id: set(area.polygon) for area in MAP.areas}
    for border in MAP.borders:
        one, other = border.areas
        line = {point for line in border.lines for point in line}
        assert line <= outlines[one] & outlines[other], border.areas
        assert len(line) > 1
    assert len({frozenset(border.areas) for border in MAP.borders}) == len(MAP.borders)


def test_the_files_name_one_another_rightly():
    areas, units = {area.id for area in MAP.areas}, {counter.id for counter in COUNTERS}
    named = {*MAP.objectives, MAP.initiative_area, *MAP.recovery.AoP, *MAP.recovery.ANV, *MAP.recovery.controller}
    assert named | {area for road in MAP.roads for area in road} <= areas
    for army, sheet in SETUP.armies.items():
        assert {*sheet.limits, *sheet.trenches_on_map, sheet.reinforcements.area} <= areas
        everybody = [*sheet.pieces, *sheet.reinforcements.units]
        assert sorted(everybody) == sorted(c.id for c in COUNTERS if c.side == army and c.type not in ("trench", "marker"))
        total = {"AoP": TABLES.trenches.AoP, "ANV": TABLES.trenches.ANV}[army]
        assert len(sheet.trenches_on_map) + sheet.trenches_in_hand == total
    assert units >= {unit for sheet in SETUP.armies.values() for unit in sheet.pieces}


def test_the_historical_placement_keeps_the_limits():
    for army, placed in (("AoP", SETUP.historical_placement.AoP), ("ANV", SETUP.historical_placement.ANV)):
        sheet = SETUP.armies[army]
        assert sorted(unit for units in placed.values() for unit in units) == sorted(sheet.pieces)
        assert all(limit.min <= len(placed.get(area, ())) <= limit.max for area, limit in sheet.limits.items())


def test_what_is_not_in_the_rulebook_says_so():
    printed = [area.id for area in MAP.areas if area.basis.name == "printed"]
    assert len(printed) == 13
    assert {area.basis.name.partition(":")[0] for area in MAP.areas} == {"printed", "reconstructed"}
    assert all(area.basis.initial_control.startswith("reconstructed: ") for area in MAP.areas)
    assert {counter.basis for counter in COUNTERS} == {"printed"}
    assert SETUP.historical_placement.basis.startswith("reconstructed: ")


def test_a_unit_has_one_name_on_its_counter_and_in_every_sentence() -> None:
    game = grognard.new(SCENARIO, seed=1)
    picture = game.rules.picture(game, "AoP")
    assert picture is not None
    shown = {counter.id: counter for tray in picture.trays for counter in tray.counters if counter.name}
    spoken = shortened(game.rules.names())
    assert len(shown) > 10
    for id, counter in shown.items():
        assert spoken[id].startswith(counter.name)
        assert counter.title.startswith(counter.name)
    assert len({counter.name for counter in shown.values() if counter.side == "AoP"}) == len(
        [counter for counter in shown.values() if counter.side == "AoP"]
    )


@rule("P2b", "P4a", "P4b", "P4h", "P4i", "P-D10a", "P-D3b", "P-D3c", "P5.4", "P5.5a", "P-D1a")
def test_the_charts_say_what_the_rules_play_with():
    """Moves of each impulse, the faces that hit, and what commanders add."""
    charts = {chart.id: {row.title: row.cells for row in chart.rows} for chart in plan({"falmouth": "V"}).rules.charts()}
    assert charts["impulses"] == {"1": ("3",), "2": ("4",), "3": ("3",), "4": ("2",)}
    assert list(charts["moves"].values()) == [("1",), ("1",), ("1",), ("2",)]
    assert list(charts["hits"].values()) == [("4+", "-"), ("6+", "-"), ("-", "+1 to one die"), ("-", "+1 to every die")]
    assert [cells == ("-",) for cells in charts["campaign"].values()] == [True, True, True, False, True, True]
    assert list(charts["limits"].values()) == [("4",), ("1",), ("5",), ("6",), ("1",)]
