"""The data files of Guilford Courthouse: what its rulebook prints, and what must agree between them."""

from typing import Any

import msgspec
import pytest

from grognard.core.hexes import hex_grid
from grognard.games.revolution.guilford.data_schema import TablesData
from grognard.games.revolution.series.data_schema import (
    ArmyMoraleData,
    MapData,
    ScenarioData,
    ScenariosData,
    TerrainData,
    UnitData,
    component,
    ground,
)
from tests.data.test_data_files import check_scenarios
from tests.marks import rule

SERIES = "grognard.games.revolution.series"
GUILFORD = "grognard.games.revolution.guilford"
HOUSES = {"0404": "meeting_house", "0927": "mccuiston_house", "1832": "courthouse"}
VANGUARD = {"lee_cavalry": "0808", "lee_infantry": "0910", "campbell": "1010", "nc_volunteers": "1011"}


@pytest.fixture(scope="module")
def sheet() -> MapData:
    return component(GUILFORD, "map.json", MapData)


@pytest.fixture(scope="module")
def terrain() -> TerrainData:
    return component(GUILFORD, "terrain.json", TerrainData)


@pytest.fixture(scope="module")
def units() -> dict[str, UnitData]:
    return {unit.id: unit for unit in component(GUILFORD, "units.json", tuple[UnitData, ...])}


@pytest.fixture(scope="module")
def scenarios() -> ScenariosData:
    return component(GUILFORD, "scenarios.json", ScenariosData)


@pytest.fixture(scope="module")
def campaign(scenarios: ScenariosData) -> ScenarioData:
    return scenarios.scenarios["campaign"]


@pytest.fixture(scope="module")
def historical(scenarios: ScenariosData) -> ScenarioData:
    return scenarios.scenarios["historical"]


@pytest.fixture(scope="module")
def tables() -> TablesData:
    return component(GUILFORD, "tables.json", TablesData)


def places(scenario: ScenarioData) -> dict[str, str]:
    return {unit: hex for hex, stack in scenario.placement.items() for unit in stack}


def arrivals(scenario: ScenarioData) -> dict[int, set[str]]:
    found: dict[int, set[str]] = {}
    for group in scenario.reinforcements:
        assert group.entries == ("B",)  # G3.8c
        found.setdefault(group.turn, set()).update(group.units)
    return found


def of_group(units: dict[str, UnitData], *groups: str) -> set[str]:
    return {unit.id for unit in units.values() if unit.group in groups}


def strength(units: dict[str, UnitData], ids: set[str]) -> int:
    return sum(units[id].steps[0].strength for id in ids)


# ---------------------------------------------------------------- the map


def test_the_map(sheet: MapData):
    hexes = sheet.hexes()
    assert len(hexes) == 24 * 34
    assert [hexes[hex] for hex in ("0201", "1718", "0827", "1524", "1525")] == [
        "open",
        "cultivated",
        "orchard",
        "heavy_forest",
        "heavy_forest",
    ]
    assert sheet.entries == {"B": ("0201",)}  # G3.8c
    assert sheet.friendly_edges == {"british": ("south", "west"), "american": ("north", "east")}  # G3.8a, G3.8b
    assert {name: edge.column or edge.row for name, edge in sheet.edges.items()} == {
        "south": 1,
        "north": 24,
        "west": 1,
        "east": 34,
    }
    assert sheet.river is None


def test_the_zones_that_are_printed(sheet: MapData):
    assert sheet.zones["exit"] == ("2429", "2430", "2431", "2432", "2433")  # G2.1a
    assert sheet.zones["victory"] == ("1718", "0927", "1832")  # G2.6a
    assert sheet.zones["fence"] == ("1523", "1623", "1723", "1823", "1923", "2022")  # GH8a
    assert {sheet.hexes()[hex] for hex in sheet.zones["fence"]} == {"open"}


def test_the_streams_part_the_map_in_three(sheet: MapData):
    grid = hex_grid(24, 34)
    water = {frozenset(side) for kind in ("stream", "bridge", "ford") for side in sheet.hexsides[kind]}

    def bank(start: str) -> set[str]:
        found, todo = {start}, [start]
        while todo:
            here = todo.pop()
            near = {grid.labels[hex] for hex in grid.neighbours[grid.by_label[here]] if hex is not None}
            new = {there for there in near - found if frozenset((here, there)) not in water}
            found |= new
            todo.extend(new)
        return found

    west, south, field = bank("0201"), bank("0134"), bank("1832")
    assert west == set(sheet.zones["west_of_little_horse_pen_creek"])  # G3.7f
    assert south == set(sheet.zones["south_of_sawpit_branch"])
    assert west | south | field == set(sheet.hexes())
    assert len(west) + len(south) + len(field) == len(sheet.hexes())
    assert set(sheet.zones["lee_option"]) == {hex for hex in south | field if hex >= "0901"}  # G3.12a


def test_bretigny_keeps_off_the_west(sheet: MapData):
    assert set(sheet.zones["bretigny_forbidden"]) == {hex for hex in sheet.hexes() if int(hex[2:]) < 11}  # G3.6d


@rule("G3.9e")
def test_the_houses_stand_where_dragoons_are_not_set_up(sheet: MapData, historical: ScenarioData):
    assert {hex: sheet.features[hex][0] for hex in sheet.features if sheet.features[hex] != ("building",)} == HOUSES
    assert sheet.features["1718"] == ("building",)
    assert places(historical)["tarleton"] == "1718"


def test_the_road_runs_from_the_entry_past_the_courthouse(sheet: MapData):
    road, retreat = sheet.roads["road"]
    assert (road[0], road[-1], road.index("1832"), road.index("1718")) == ("0201", "1834", 39, 24)
    assert (retreat[0], retreat[-1]) == ("1831", "2431")
    assert {hex for chain in (*sheet.roads["road"], *sheet.roads["track"]) for hex in chain} & set(HOUSES) == {"1832"}


def test_every_kind_of_hexside_has_a_row(sheet: MapData, terrain: TerrainData):
    on_map = {"slope_up" if kind == "slope" else kind for kind in (*sheet.hexsides, *sheet.roads)} | {"slope_down"}
    assert on_map == {kind for kind, row in terrain.hexsides.items() if row.on_map}
    slopes = {frozenset(side) for side in sheet.hexsides["slope"]}
    assert not slopes & {frozenset(side) for kind in ("stream", "bridge", "ford") for side in sheet.hexsides[kind]}
    assert ("1828", "1829") in sheet.hexsides["slope"]


# ---------------------------------------------------------------- the terrain


def test_the_terrain_of_guilford(terrain: TerrainData):
    kinds = ("infantry", "light_infantry", "dragoons", "artillery", "leader")
    costs = {name: [terrain.mp(row, kind) for kind in kinds] for name, row in terrain.hexes.items()}
    assert costs["open"] == costs["cultivated"] == [1, 1, 1, 1, 1]
    assert costs["forest"] == costs["orchard"] == [1, 1, 1.5, 2, 1]
    assert costs["heavy_forest"] == [1.5, 1, 2, 2, 1]
    woods = {name for name, row in terrain.hexes.items() if row.woods}
    assert woods == {name for name, row in terrain.hexes.items() if row.fire_drm == -1}  # G-T-terrain-c
    assert woods == {name for name, row in terrain.hexes.items() if row.blocks_los and not row.zoc_enters}
    assert not any(row.close_combat_drm for row in terrain.hexes.values())


def test_the_houses_are_closed_to_horse_and_guns_on_the_road_too(sheet: MapData, terrain: TerrainData):
    for hex, name in HOUSES.items():
        row = ground(sheet, terrain, hex)
        assert row is terrain.features[name]
        assert [terrain.mp(row, kind) for kind in terrain.unit_classes] == [1, 1, 1, "P", "P", 1]  # G3.9a
        assert row.road_ignored
        assert (row.fire_drm, row.close_combat_drm) == (-1, -1)  # G3.9b
        assert row.blocks_los  # G3.9d
        assert row.zoc_enters
    assert ground(sheet, terrain, "1718") is terrain.hexes["cultivated"]  # G3.9c


def test_the_hexsides_of_guilford(terrain: TerrainData):
    rows = terrain.hexsides
    assert rows["road"].mp_total == rows["track"].mp_total == 1
    added = {name: terrain.mp_add(name, "infantry") for name, row in rows.items() if row.mp_total is None and row.on_map}
    assert added == {"stream": 1, "ford": 0, "bridge": 0, "slope_up": 1, "slope_down": 1, "fence": 0}
    modified = {name for name, row in rows.items() if row.on_map and row.close_combat_drm}
    assert modified == {"stream", "ford", "bridge", "slope_up"}
    assert all(rows[name].close_combat_drm == -1 and rows[name].all_attackers for name in modified)


# ---------------------------------------------------------------- the counters


@rule("G1.11a")
def test_the_british_bands(units: dict[str, UnitData]):
    british = [unit for unit in units.values() if unit.side == "british" and unit.steps]
    assert {(unit.group, unit.band) for unit in british} == {
        ("regulars", "red"),
        ("germans", "green"),
        ("provincials", "yellow"),
    }
    assert of_group(units, "germans") == {"bose", "jaegers"}
    assert of_group(units, "provincials") == {"tarleton", "royal_nc"}


@rule("G1.11b")
def test_the_american_bands(units: dict[str, UnitData]):
    american = [unit for unit in units.values() if unit.side == "american" and unit.steps]
    assert {(unit.group, unit.band) for unit in american} == {
        ("continentals", "none"),
        ("state_troops", "dark_blue"),
        ("virginia_militia", "light_blue"),
        ("nc_militia", "green"),
    }
    assert [units[id].group for id in ("maryland_1", "green", "lynch", "bretigny")] == [
        "continentals",
        "state_troops",
        "virginia_militia",
        "nc_militia",
    ]


def test_only_militia_counts_as_militia(units: dict[str, UnitData]):
    assert {unit.id for unit in units.values() if "militia" in unit.flags} == of_group(units, "virginia_militia", "nc_militia")


def test_a_value_that_is_not_printed_says_so(units: dict[str, UnitData]):
    assert {unit.id for unit in units.values() if unit.basis.startswith("printed")} == {"bretigny"}  # G3.6a
    greene = units["greene"]
    assert "printed as a sample" in greene.basis
    assert (greene.rank, greene.combat_drm, greene.command_drm, greene.movement) == (2, 1, 2, 6)  # S2.2c


def test_a_reduced_side_has_half_the_strength_and_one_morale_less(units: dict[str, UnitData]):
    for unit in units.values():
        if len(unit.steps) == 2:
            full, reduced = unit.steps
            assert reduced.strength == (full.strength + 1) // 2
            assert (reduced.morale, reduced.movement) == (full.morale - 1, full.movement)  # S2.2b


def test_who_commands_whom(units: dict[str, UnitData]):
    assert units["eaton"].commands == ("nc_militia",)  # G3.5a
    assert units["stevens"].commands == ("virginia_militia",)  # G3.5b
    assert {unit.id for unit in units.values() if "assigned_to_militia" in unit.flags} == {"singleton"}  # G3.5e
    assert units["ohara"].rank == units["webster"].rank  # G3.5f
    assert units["ohara"].seniority < units["webster"].seniority
    assert units["stevens"].rank == units["eaton"].rank
    assert units["stevens"].seniority < units["eaton"].seniority


def test_the_semi_leaders(units: dict[str, UnitData]):
    assert {unit.id for unit in units.values() if "semi_leader" in unit.flags} == {"tarleton", "lee_cavalry"}
    assert units["tarleton"].semi_leader_for == ("tarleton",)  # G3.3a
    assert set(units["lee_cavalry"].semi_leader_for) == {*VANGUARD, "bretigny", "washington"}  # G3.4a


# ---------------------------------------------------------------- the scenarios


@rule("G1.13", "G1.2")
def test_the_american_army_starts_on_the_map(campaign: ScenarioData, units: dict[str, UnitData]):
    where = places(campaign)
    american = {unit.id for unit in units.values() if unit.side == "american"}
    assert set(where) == american
    assert len(american) == 22 + 3
    assert {id: where[id] for id in where if "lee_vanguard" in units[id].flags} == VANGUARD
    assert (where["bretigny"], where["greene"], where["eaton"], where["stevens"]) == ("1314", "1930", "1823", "1625")


@rule("G1.3")
def test_the_british_army_enters_by_turns(campaign: ScenarioData):
    assert arrivals(campaign) == {
        1: {"tarleton", "jaegers", "guards_light"},
        2: {"cornwallis", "webster", "r23", "r33"},
        3: {"leslie", "r71", "bose", "macleod"},
        4: {"ohara", "guards_1", "guards_2", "guards_grenadiers"},
        5: {"r7", "royal_nc"},
    }
    assert campaign.not_used == ()


def test_turns_and_tracks(scenarios: ScenariosData, campaign: ScenarioData, historical: ScenarioData):
    assert (campaign.first_turn, campaign.last_turn) == (1, 13)  # G1.4a
    assert (historical.first_turn, historical.last_turn) == (8, 12)  # GH1
    assert (scenarios.clock[1], scenarios.clock[8], scenarios.clock[13]) == ("6:00 AM", "1:00 PM", "6:00 PM")
    for scenario in (campaign, historical):
        assert scenario.army_morale == {"british": 14, "american": 14}  # G1.6, GH3
        assert (scenario.momentum, scenario.momentum_pool) == ({"british": 1, "american": 0}, 4)  # G1.7
        first, *later = scenario.order.values()
        assert (first, set(later)) == ("british_first", {"initiative"})  # G1.5, GH2
    assert campaign.flags == {"sortie_limits": True, "fence_bonus": False}
    assert historical.flags == {"sortie_limits": False, "fence_bonus": True}  # GH8a, GH9


@rule("G3.12a", "G3.12b")
def test_with_the_option_the_vanguard_is_placed_freely_and_the_british_come_earlier(
    campaign: ScenarioData, sheet: MapData, terrain: TerrainData
):
    option = campaign.deployed("lee_option")
    assert set(places(campaign)) - set(places(option)) == set(VANGUARD)
    assert [choice.units for choice in option.free_placement] == [(unit,) for unit in VANGUARD]
    assert {choice.zone for choice in option.free_placement} == {"lee_option"}
    zone = sheet.zones["lee_option"]
    assert "1523" in zone
    assert not {"0820", "1212"} & set(zone)
    groups = arrivals(campaign)
    assert arrivals(option) == {1: groups[1] | groups[2], 2: groups[3], 3: groups[4], 4: groups[5]}
    assert option.deployments == {}
    assert terrain.mp(ground(sheet, terrain, "0927"), "dragoons") == "P"


@rule("GH0a")
def test_the_british_of_the_historical_scenario(historical: ScenarioData, units: dict[str, UnitData]):
    british = {hex: stack for hex, stack in historical.placement.items() if units[stack[0]].side == "british"}
    assert {hex: set(stack) for hex, stack in british.items()} == {
        "1720": {"ohara", "guards_2", "macleod"},
        "1619": {"leslie", "r71"},
        "1520": {"bose"},
        "1819": {"webster", "r23"},
        "1920": {"r33"},
        "1519": {"guards_1"},
        "1719": {"cornwallis", "guards_grenadiers"},
        "1818": {"guards_light", "jaegers"},
        "1718": {"tarleton"},
    }
    assert historical.reinforcements == ()


@rule("GH0b", "GH0d")
def test_the_units_that_are_not_used(historical: ScenarioData, units: dict[str, UnitData]):
    assert set(historical.not_used) == {"royal_nc", "r7", "bretigny"}
    foot = {unit for unit in places(historical) if units[unit].steps and units[unit].type != "artillery"}
    assert strength(units, {unit for unit in foot if units[unit].side == "british"}) == 21
    assert len(foot & of_group(units, "nc_militia")) == 5


@rule("GH0c")
def test_the_americans_of_the_historical_scenario(campaign: ScenarioData, historical: ScenarioData, units: dict[str, UnitData]):
    before, now = places(campaign), places(historical)
    moved = {unit: now[unit] for unit in before if unit in now and before[unit] != now[unit]}
    assert moved == {"campbell": "1523", "lee_infantry": "1523", "lee_cavalry": "1223", "nc_volunteers": "1726"}
    assert historical.reduced == ("nc_volunteers",)
    assert units["nc_volunteers"].steps[1].strength == 1


@pytest.mark.parametrize("name", ["campaign", "historical"])
def test_stacking_holds_at_the_start(scenarios: ScenariosData, units: dict[str, UnitData], name: str):
    for stack in scenarios.scenarios[name].placement.values():
        guns = {unit for unit in stack if units[unit].type == "artillery"}
        assert len(guns) <= 1  # S7.1b
        assert strength(units, {unit for unit in stack if units[unit].steps} - guns) <= 6  # S7.1a


def test_a_faulty_deployment_is_told(
    scenarios: ScenariosData, sheet: MapData, terrain: TerrainData, units: dict[str, UnitData]
):
    def faults(**changes: object) -> list[str]:
        found: Any = msgspec.to_builtins(scenarios)
        found["scenarios"]["campaign"]["deployments"]["lee_option"] |= changes
        return check_scenarios(msgspec.convert(found, ScenariosData, strict=False), sheet, terrain, list(units.values()))

    choice = {"where": "in_zone", "zone": "camp", "rule": "G3.12a", "text": ""}
    assert faults() == []
    assert faults(free_placement=[choice | {"units": ["campbell"]}]) == [
        "campaign with lee_option: the free placement of 'campbell' (in_zone) names 'camp', which does not exist."
    ]
    assert faults(free_placement=[choice | {"units": ["r23"], "zone": "lee_option"}]) == [
        "campaign with lee_option: the unit 'r23' is set up 2 times."
    ]


# ---------------------------------------------------------------- the tables


@rule("G2.5a", "G2.5b", "G-T-leaders", "G-T-leaders-momentum")
def test_every_leader_has_his_price(units: dict[str, UnitData], tables: TablesData):
    semi_leaders = {"tarleton", "lee_cavalry"}  # G2.5c
    assert set(tables.leader_losses) == {unit.id for unit in units.values() if unit.is_leader} | semi_leaders
    assert all(units[name].side == loss.side for name, loss in tables.leader_losses.items())
    assert {name: (loss.enemy, loss.own, loss.vp) for name, loss in tables.leader_losses.items()} == {
        "cornwallis": (2, -2, 2),
        "leslie": (1, -2, 1),
        "tarleton": (2, -1, 1),
        "ohara": (1, -1, 0.5),
        "webster": (0, -1, 0.5),
        "greene": (2, -3, 3),
        "lee_cavalry": (1, -2, 1),
        "stevens": (1, -1, 0.5),
        "eaton": (0, -1, 0.5),
    }
    momentum = {name: loss.momentum for name, loss in tables.leader_losses.items() if loss.momentum}
    assert momentum == {"cornwallis": -2, "greene": -1}
    assert {name for name, loss in tables.leader_losses.items() if loss.when} == semi_leaders


def test_the_strength_that_counts_for_a_decisive_victory(units: dict[str, UnitData], tables: TablesData):
    decisive = tables.victory_levels.decisive
    assert {name: (line.side, line.sp) for name, line in decisive.items()} == {
        "exit": ("british", 6),
        "greene": ("british", 8),
        "cornwallis": ("american", 16),
    }

    def counted(name: str) -> set[str]:
        line = decisive[name]
        found = of_group(units, *line.groups)
        return {id for id in found if not {id, units[id].type} & set(line.not_counted)}

    assert counted("greene") == {"maryland_1", "maryland_2", "kirkwood", "washington", "lee_cavalry", "lee_infantry"}  # G2.1d
    assert strength(units, counted("greene")) == 10
    assert strength(units, counted("cornwallis")) == 22  # G2.2b
    assert strength(units, counted("cornwallis") - {"r7"}) == 21
    assert counted("exit") == counted("cornwallis") | {"royal_nc"}  # G2.1a
    (option,) = tables.options.values()
    assert not option.default  # G1.11c
    assert of_group(units, *option.adds_groups) == {"green", "hawes"}
    assert option.decisive in decisive


def test_the_release_of_greenes_army(units: dict[str, UnitData], tables: TablesData):
    release = tables.release
    assert (release.turn, release.turns_after_contact) == (6, 2)  # G3.7d, G3.7e
    assert set(release.free_units) == {*VANGUARD, "bretigny"}  # G3.7a
    flagged = {id for id, unit in units.items() if "continental_artillery" in unit.flags}
    exempt = {id for id, unit in units.items() if "sortie_exempt" in unit.flags}
    assert exempt == {"lynch"}  # G3.7g
    militia = of_group(units, "virginia_militia", "nc_militia")
    assert set(release.limited_units) == (militia | flagged) - exempt - set(release.free_units)  # G3.7f, G3.7h
    assert flagged == {"finley", "singleton"}


def test_the_militia_of_north_carolina(units: dict[str, UnitData], tables: TablesData):
    militia = tables.nc_militia
    assert set(militia.units) == of_group(units, "nc_militia") == set(tables.vp_excluded_units)
    events = {event.id for event in component(SERIES, "army_morale.json", ArmyMoraleData).events}
    assert set(militia.no_army_morale_for) | set(militia.army_morale_as_usual_for) == events - {"leader_lost"}  # G3.11a, G3.11b
    assert (militia.vp.vp, militia.vp.for_every, militia.no_momentum_for) == (0.5, 2, "british")  # G3.11d, G3.11e


def test_the_victory_hexes(scenarios: ScenariosData, sheet: MapData, tables: TablesData):
    assert set(tables.victory_hexes) == set(scenarios.scenarios)
    for name, line in tables.victory_hexes.items():
        assert set(line.hexes) == set(scenarios.scenarios[name].control) <= set(sheet.zones["victory"])
        assert set(line.hexes.values()) == {1}
        assert set(scenarios.scenarios[name].control.values()) == {"american"}
    assert tables.victory_hexes["campaign"].british_hold_cancels == "1832"  # G2.6d
    assert tables.victory_hexes["historical"].otherwise == "american"  # GH4


def test_the_tables_name_units_and_zones_that_exist(sheet: MapData, units: dict[str, UnitData], tables: TablesData):
    (fence,) = tables.army_morale_events
    assert (fence.turn, fence.hexes, fence.own, fence.enemy) == (8, 2, 1, 0)  # GH8a
    zones = {fence.zone, tables.bretigny.closed_zone, *tables.release.closed_zones}
    zones |= {line.zone for line in tables.victory_levels.decisive.values() if line.zone}
    assert zones == set(sheet.zones) - {"victory", "lee_option"}
    named = {tables.bretigny.unit, tables.bretigny.skirmisher, tables.melee_fire.unit, *tables.release.limited_units}
    assert named | set(tables.release.free_units) <= set(units)
    guns = {unit.id for unit in units.values() if unit.type == "artillery" and unit.side == "british"}
    assert guns == {tables.melee_fire.unit}
    assert (tables.melee_fire.shift, tables.melee_fire.turns) == (-2, 1)  # G3.1a, G3.1c
    assert tables.bretigny.unprepared.drm == -1  # G3.6h
    assert tables.blocked_entry.entry in sheet.entries  # G3.8d
    types = {unit.type for unit in units.values()}
    assert {*tables.bretigny.marchers, *tables.release.no_contact_with} <= types
