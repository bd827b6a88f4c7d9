"""Every data file of every game holds what it should, and the tables are those that are printed."""

import tomllib
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

import grognard.games
from grognard.core.errors import DataError
from grognard.core.hexes import hex_grid
from grognard.core.lessons import read as read_lesson
from grognard.games.revolution.eutaw.data_schema import TablesData
from grognard.games.revolution.series.data_checks import check_map, check_scenario, check_terrain, check_units
from grognard.games.revolution.series.data_schema import (
    ArmyMoraleData,
    CloseCombatData,
    FireData,
    MapData,
    ScenariosData,
    TacticsData,
    TerrainData,
    UnitData,
    VictoryPointsData,
    component,
    ground,
    load,
)
from grognard.rulebooks.ledger import ledger, read
from tests.marks import rule

GAMES = Path(grognard.games.__path__[0])
FILES = sorted(file for file in GAMES.rglob("*") if file.is_file() and "data" in file.relative_to(GAMES).parts)
BATTLES = sorted(file.parent.parent for file in FILES if file.name == "scenarios.json" and "revolution" in file.parts)

SERIES = "grognard.games.revolution.series"
EUTAW = "grognard.games.revolution.eutaw"


def package(folder: Path) -> str:
    return ".".join(["grognard", "games", *folder.relative_to(GAMES).parts])


def schemas(folder: Path) -> dict[str, object]:
    """What the files of a game's folder may hold: the schemas of its family's series, then its own."""
    found: dict[str, object] = {}
    for home in (folder.parent / "series", folder):
        if (home / "data_schema.py").is_file():
            found |= import_module(package(home) + ".data_schema").SCHEMAS
    return found


def values(found: object, key: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of a JSON document under the name of its field."""
    if isinstance(found, dict):
        for name, value in found.items():
            yield from values(value, name)
    elif isinstance(found, list):
        for value in found:
            yield from values(value, key)
    else:
        yield key, found


@pytest.fixture(scope="module")
def close_combat() -> CloseCombatData:
    return component(SERIES, "close_combat.json", CloseCombatData)


@pytest.fixture(scope="module")
def tactics() -> TacticsData:
    return component(SERIES, "tactics.json", TacticsData)


@pytest.fixture(scope="module")
def fire() -> FireData:
    return component(SERIES, "fire.json", FireData)


@pytest.fixture(scope="module")
def army_morale() -> ArmyMoraleData:
    return component(SERIES, "army_morale.json", ArmyMoraleData)


@pytest.fixture(scope="module")
def sheet() -> MapData:
    return component(EUTAW, "map.json", MapData)


@pytest.fixture(scope="module")
def terrain() -> TerrainData:
    return component(EUTAW, "terrain.json", TerrainData)


@pytest.fixture(scope="module")
def units() -> dict[str, UnitData]:
    return {unit.id: unit for unit in component(EUTAW, "units.json", tuple[UnitData, ...])}


@pytest.fixture(scope="module")
def scenarios() -> ScenariosData:
    return component(EUTAW, "scenarios.json", ScenariosData)


@pytest.fixture(scope="module")
def tables() -> TablesData:
    return component(EUTAW, "tables.json", TablesData)


# ---------------------------------------------------------------- every file


def test_there_are_data_files():
    assert len(FILES) > 10
    assert BATTLES


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(GAMES)))
def test_the_file_holds_what_its_schema_says(file: Path):
    folder = file
    while folder.name != "data":
        folder = folder.parent
    if file.suffix == ".json":
        known = schemas(folder.parent)
        assert file.name in known, f"{file.name} has no schema: add one to data_schema.py of its game"
        load(file, known[file.name])  # type: ignore[arg-type]
    elif file.name == "rules.yaml":
        assert read(folder.parent.name, file)
    elif file.parent.name == "lessons":
        assert read_lesson(file.read_text(encoding="utf-8"), file.name).steps
    elif file.suffix == ".toml":
        assert all(isinstance(text, str) for _, text in values(tomllib.loads(file.read_text(encoding="utf-8"))))
    elif file.suffix == ".md":
        assert file.read_text(encoding="utf-8").startswith("# ")
    else:
        pytest.fail(f"nothing checks {file.name}: add a check for files of its kind here")


@pytest.mark.parametrize("file", [file for file in FILES if file.suffix == ".json"], ids=lambda file: file.name)
def test_the_rules_a_file_cites_are_in_the_ledger(file: Path):
    known = {entry.id for entry in ledger()}
    cited = {value for key, value in values(msgspec.json.decode(file.read_bytes())) if key in ("rule", "rules", "results_rule")}
    assert cited <= known


def check_scenarios(scenarios: ScenariosData, sheet: MapData, terrain: TerrainData, units: Sequence[UnitData]) -> list[str]:
    """Every fault of a file of scenarios."""
    return [
        fault
        for name, scenario in scenarios.scenarios.items()
        for fault in check_scenario(name, scenario, scenarios.clock, sheet, terrain, units)
    ]


@pytest.mark.parametrize("folder", BATTLES, ids=lambda folder: folder.name)
def test_the_files_of_a_battle_agree(folder: Path):
    sheet = component(package(folder), "map.json", MapData)
    terrain = component(package(folder), "terrain.json", TerrainData)
    units = component(package(folder), "units.json", tuple[UnitData, ...])
    scenarios = component(package(folder), "scenarios.json", ScenariosData)
    faults = [*check_map(sheet, terrain), *check_terrain(terrain), *check_units(units, terrain)]
    assert [*faults, *check_scenarios(scenarios, sheet, terrain, units)] == []


def test_a_data_file_is_read_once():
    assert component(EUTAW, "map.json", MapData) is component(EUTAW, "map.json", MapData)


# ---------------------------------------------------------------- faults are told


def changed(found: object, **changes: object) -> Any:
    """A copy of a component with some fields of its JSON changed."""
    return msgspec.convert(msgspec.to_builtins(found) | changes, type(found))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{", "truncated"),
        ('{"name": "x"}', "missing required field"),
        ("[]", "Expected `object`, got `array`"),
        ("\xff", "malformed"),
    ],
)
def test_an_unusable_file_is_named_with_its_fault(tmp_path: Path, text: str, fault: str):
    file = tmp_path / "map.json"
    file.write_text(text, encoding="latin-1")
    with pytest.raises(DataError, match=f"map.json cannot be used: .*{fault}.*[.]$"):
        load(file, MapData)


def test_an_unknown_field_is_named(tmp_path: Path):
    file = tmp_path / "units.json"
    file.write_text('[{"id": "a", "name": "A", "side": "b", "group": "g", "type": "t", "basis": "printed", "moral": 1}]')
    with pytest.raises(DataError, match=r"units\.json .*unknown field `moral`"):
        load(file, tuple[UnitData, ...])


def test_a_value_without_a_basis_is_refused(tmp_path: Path):
    file = tmp_path / "units.json"
    file.write_text('[{"id": "a", "name": "A", "side": "b", "group": "g", "type": "t", "basis": "guessed"}]')
    with pytest.raises(DataError, match="basis"):
        load(file, tuple[UnitData, ...])


def test_a_missing_file_is_named(tmp_path: Path):
    with pytest.raises(DataError, match=r"^There is no data file .*map.json\.$"):
        load(tmp_path / "map.json", MapData)


def test_a_road_must_join_neighbours(sheet: MapData, terrain: TerrainData):
    broken = changed(sheet, roads={"road": [["1332", "1330"]], "track": []})
    assert "The road hexside 1332/1330 does not join two neighbours." in check_map(broken, terrain)


def test_a_ford_needs_a_road(sheet: MapData, terrain: TerrainData):
    assert "No road or track uses the ford 0822/0823." in check_map(changed(sheet, roads={}), terrain)


def test_a_stream_hexside_is_given_once(sheet: MapData, terrain: TerrainData):
    broken = changed(sheet, hexsides={"stream": [["0402", "0401"], ["0401", "0402"]]})
    assert check_map(broken, terrain) == ["The stream hexside 0401/0402 is given 2 times."]


def test_a_zone_lies_on_the_map(sheet: MapData, terrain: TerrainData):
    assert check_map(changed(sheet, zones={"camp": ["2501"]}, outlined=["camp"]), terrain) == [
        "The zone 'camp' names 2501, which is not on the map."
    ]
    assert check_map(changed(sheet, outlined=["camp", "moat"]), terrain) == [
        "The zone 'moat' is to be outlined, but the map has no such zone."
    ]


def test_every_hex_has_a_known_terrain(sheet: MapData, terrain: TerrainData):
    picture = msgspec.to_builtins(sheet.terrain)
    picture["rows"]["01"] = picture["rows"]["01"].replace(" f", " x", 1)
    picture["rows"]["02"] += "  f"
    faults = check_map(changed(sheet, terrain=picture), terrain)
    assert faults == ["Row 02 of the terrain has 25 codes for 24 columns.", "Hex 0601 has the unknown terrain 'x'."]


def test_the_course_of_a_river_is_unbroken(sheet: MapData, terrain: TerrainData):
    river = msgspec.to_builtins(sheet.river)
    del river["course"]["0331"]
    assert check_map(changed(sheet, river=river), terrain) == [
        "The course of the Santee is not the river hexes of the terrain.",
        "The course of the Santee breaks between 0431 and 0330.",
    ]


def faults_of(scenarios: ScenariosData, sheet: MapData, terrain: TerrainData, units: dict[str, UnitData], **changes: object):
    """The faults of the historical scenario with some fields changed."""
    historical = changed(scenarios.scenarios["historical"], **changes)
    return check_scenarios(changed(scenarios, scenarios={"historical": historical}), sheet, terrain, list(units.values()))


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"not_used": ["rooting_party", "19th", "30th", "31st"]}, "the unit '31st' is not in the counter list."),
        ({"not_used": ["rooting_party", "19th", "30th", "buffs"]}, "the unit 'buffs' is set up 2 times."),
        ({"not_used": ["19th", "30th"]}, "nothing is said of the unit 'rooting_party'; if it is not used, say so."),
        ({"last_turn": 11}, "the order of play must name the turns 4 to 11."),
        ({"last_turn": 11}, "turn 11 has no time on the clock."),
        ({"control": {"camp": "french"}}, "control names the unknown side 'french'."),
        ({"placement": {"0811": ["buffs", "maryland"]}}, "both sides are set up in 0811."),
        ({"placement": {"2501": ["buffs"]}}, "units are set up in 2501, which is not on the map."),
        ({"placement": {"1108": ["washington"]}}, "the unit 'washington' is set up in 1108, which is prohibited to it."),
        ({"reinforcements": [{"turn": 5, "entries": ["Z"], "units": []}]}, "the entry 'Z' is not on the map."),
    ],
)
def test_a_faulty_scenario_is_told(scenarios, sheet, terrain, units, changes: dict[str, object], fault: str):
    assert f"historical: {fault}" in faults_of(scenarios, sheet, terrain, units, **changes)


def test_a_faulty_counter_is_told(units: dict[str, UnitData], terrain: TerrainData):
    buffs = changed(units["buffs"], type="grenadier", steps=[{"strength": 2, "morale": 0, "movement": 4}] * 2)
    assert check_units([buffs, buffs], terrain)[:3] == [
        "The unit 'buffs' is listed 2 times.",
        "The unit 'buffs' has the unknown type 'grenadier'.",
        "The unit 'buffs' is no weaker on its reduced side.",
    ]


# ---------------------------------------------------------------- the close combat table

BAD_FOR_A_SIDE = ["-", "R", "D", "1", "1*", "DC", "AC", "2"]  # each at least as bad as the one before it


def for_the_attacker(cell: str) -> int:
    """How well a cell goes for the attacker; PIN lies between his worst and his best."""
    if cell == "PIN":
        return 0
    attacker, defender = cell.split("/")
    if attacker == defender == "R":
        return 1
    return -BAD_FOR_A_SIDE.index(attacker) if defender == "-" else 1 + BAD_FOR_A_SIDE.index(defender)


def test_the_close_combat_table_is_complete(close_combat: CloseCombatData):
    assert list(close_combat.rows) == list(range(close_combat.row_min, close_combat.row_max + 1)) == list(range(-2, 12))
    assert {len(row) for row in close_combat.rows.values()} == {len(close_combat.columns)} == {7}
    for cell in (cell for row in close_combat.rows.values() for cell in row):
        assert cell == "PIN" or all(result.rstrip("*") in close_combat.results for result in cell.split("/"))


def test_a_better_roll_or_column_is_never_worse_for_the_attacker(close_combat: CloseCombatData):
    rows = [[for_the_attacker(cell) for cell in row] for row in close_combat.rows.values()]
    for row in rows:
        assert row == sorted(row)
    for column in zip(*rows, strict=True):
        assert list(column) == sorted(column)


def test_one_side_suffers(close_combat: CloseCombatData):
    cells = {cell for row in close_combat.rows.values() for cell in row} - {"PIN", "R/R"}
    assert all("-" in cell.split("/") and cell != "-/-" for cell in cells)


@rule("S-T-crt", "E-T-crt")
def test_the_close_combat_table_reads_as_in_the_examples(close_combat: CloseCombatData):
    assert close_combat.rows[3] == ("D/-", "D/-", "R/-", "R/-", "PIN", "PIN", "R/R")
    assert close_combat.rows[10] == ("-/D", "-/D", "-/1", "-/1*", "-/1*", "-/DC", "-/AC")
    assert close_combat.rows[11][close_combat.columns.index("3-2")] == "-/DC"
    assert close_combat.rows[5][close_combat.columns.index("2-1")] == "-/R"  # S12.23-5a
    assert close_combat.rows[11][close_combat.columns.index("1-1")] == "-/1*"  # S12.23-5b
    assert close_combat.rows[-2][close_combat.columns.index("1-3")] == "2/-"  # S13.1-2
    assert (close_combat.momentum.defender_at_or_below, close_combat.momentum.attacker_at_or_above) == (-1, 10)


def test_the_columns_name_their_odds(close_combat: CloseCombatData):
    def column(attackers: int, defenders: int) -> tuple[str, int]:
        for name in reversed(close_combat.columns):
            a, d = map(int, name.split("-"))
            if attackers * d >= defenders * a:
                return name, 0
        return close_combat.odds.below_table.column, close_combat.odds.below_table.drm

    assert len(close_combat.odds.examples) == 10
    for example in close_combat.odds.examples:
        assert column(example.attackers, example.defenders) == (example.column, example.drm)


def test_every_line_of_modifiers_has_its_own_name(close_combat: CloseCombatData, fire: FireData):
    for lines in (close_combat.drm, fire.drm):
        assert len({line.id for line in lines}) == len(lines)


# ---------------------------------------------------------------- the tactics matrix


def test_the_tactics_matrix_is_antisymmetric(tactics: TacticsData):
    for defender in tactics.chits:
        for attacker in tactics.chits:
            cell, turned = tactics.cell(defender, attacker), tactics.cell(attacker, defender)
            assert cell == turned if "NC" in (cell, turned) else cell == -int(turned)


def test_no_combat_stands_where_one_withdraws_and_the_other_does_not_press(tactics: TacticsData):
    meek = {"skirmish", "stand_fast", "withdraw", "refuse_flank"}
    for defender in tactics.chits:
        for attacker in tactics.chits:
            expected = "withdraw" in (defender, attacker) and {defender, attacker} <= meek
            assert (tactics.cell(defender, attacker) == "NC") is expected


def test_the_tactics_matrix_is_complete(tactics: TacticsData):
    assert list(tactics.matrix) == list(tactics.chits) == list(tactics.requirements) == list(tactics.names)
    assert {len(row) for row in tactics.matrix.values()} == {len(tactics.chits)} == {8}
    assert {need for needs in tactics.requirements.values() for need in needs} == set(tactics.requirement_rules)


@rule("S-T-tactics", "E-T-matrix")
def test_the_tactics_matrix_reads_as_in_the_examples(tactics: TacticsData):
    assert tactics.cell(defender="frontal_assault", attacker="skirmish") == -2
    assert tactics.cell(defender="refuse_flank", attacker="turn_flank") == -2
    assert tactics.cell(defender="stand_fast", attacker="turn_flank") == 2
    assert tactics.cell(defender="turn_flank", attacker="stand_fast") == -2
    assert tactics.cell(defender="withdraw", attacker="skirmish") == "NC"  # S12.23-4b
    assert tactics.cell(defender="withdraw", attacker="frontal_assault") == 2  # S12.23-4d
    assert tactics.requirements["commit_reserve"] == ("leader",)
    assert tactics.requirements["turn_flank"] == ("leader", "open_flank")


# ---------------------------------------------------------------- fire


def test_the_to_hit_table_is_complete_and_monotone(fire: FireData):
    strengths = [sp for row in fire.to_hit for sp in range(row.min, (row.max or row.min) + 1)]
    assert strengths == list(range(1, 11))
    assert fire.to_hit[-1].max is None
    for column in ([row.adjacent for row in fire.to_hit], [row.range_2_3 for row in fire.to_hit]):
        assert column == sorted(column, reverse=True)
    assert all(row.adjacent < row.range_2_3 <= 9 for row in fire.to_hit)


@rule("S-T-fire", "E-T-hit")
def test_the_to_hit_table_reads_as_in_the_examples(fire: FireData):
    found = {row.sp: (row.adjacent, row.range_2_3) for row in fire.to_hit}
    assert found == {"1": (7, 9), "2": (6, 8), "3-5": (4, 7), "6-9": (2, 6), "10+": (1, 5)}
    assert fire.ranges == {"rifle": 1, "artillery": 3}


@rule("E-T-damage")
def test_the_damage_table_reads_as_in_the_examples(fire: FireData):
    assert [die for row in fire.damage.rows for die in range(row.min, row.max + 1)] == list(range(10))
    assert [row.rifle_vs_non_artillery for row in fire.damage.rows] == ["AM", "R", "D", "1*"]
    assert [row.rifle_vs_artillery for row in fire.damage.rows] == ["R", "D", "1", "1*"]
    assert [row.artillery_fire for row in fire.damage.rows] == ["R", "D", "1", "1*"]
    assert fire.damage.columns == ("rifle_vs_non_artillery", "rifle_vs_artillery", "artillery_fire")


def test_the_fire_modifiers(fire: FireData):
    assert {line.id: line.drm for line in fire.drm} == {
        "target_light_infantry": -1,
        "target_in_forest": -1,
        "target_artillery_or_dragoons": 1,
        "first_rifle_fire": 1,
    }


# ---------------------------------------------------------------- army morale and victory points


@rule("S-T-am", "E-T-morale")
def test_the_army_morale_events(army_morale: ArmyMoraleData):
    assert {event.id: (event.own, event.enemy) for event in army_morale.events} == {
        "rally": (1, 0),
        "suffer_D": (-1, 0),
        "suffer_AM": (-1, 0),
        "result_1": (-1, 1),
        "result_2": (-2, 1),
        "capture": (-1, 1),
        "remove_pin": (-1, 0),
        "leader_lost": (None, None),
    }


@rule("S16.2-bands")
def test_the_bands_part_the_track(army_morale: ArmyMoraleData):
    def band(level: int) -> str:
        (found,) = (
            band.id
            for band in army_morale.bands
            if (band.min is None or level >= band.min) and (band.max is None or level <= band.max)
        )
        return found

    assert [band(level) for level in (14, 11, 10, 6, 5, 1, 0, -3)] == [
        *["high"] * 2,
        *["fatigued"] * 2,
        *["wavering"] * 2,
        *["demoralised"] * 2,
    ]
    assert all(band(level) for level in range(-20, 40))
    effects = [(band.initiative_drm, band.unit_morale) for band in army_morale.bands]
    assert effects == [(1, 0), (0, -1), (-1, -2), (None, None)]  # S16.21


@rule("S-T-vp")
def test_the_victory_points():
    lines = component(SERIES, "victory_points.json", VictoryPointsData).lines
    assert {line.id: line.vp for line in lines} == {
        "two_step_eliminated": 2,
        "one_step_eliminated": 1,
        "two_step_reduced": 0.5,
        "captured": 1,
        "disordered_at_end": 0.5,
        "leader_lost": None,
    }


# ---------------------------------------------------------------- Eutaw Springs


def test_the_map_of_eutaw(sheet: MapData):
    hexes = sheet.hexes()
    assert len(hexes) == 24 * 32
    assert (hexes["0812"], hexes["0811"], hexes["1207"], hexes["0615"]) == ("thicket", "open", "orchard", "swamp")
    assert (hexes["0925"], hexes["1024"], hexes["1025"]) == ("cultivated", "cultivated", "forest")  # E3.3c
    assert sheet.zones["perimeter"] == ("1113", "1012", "0912", "0811", "1212", "1312", "1411")  # E3.4a
    assert sheet.entries == {"A": ("1332",), "V": ("0632",), "W": ("2132",), "C": ("0901",), "D": ("1901",)}
    assert sheet.friendly_edges == {"british": ("east",), "american": ("west",)}  # E3.12


def test_the_camp_is_a_hex_and_its_six_neighbours(sheet: MapData):
    grid = hex_grid(24, 32)
    around = {grid.labels[hex] for hex in grid.neighbours[grid.by_label["1109"]] if hex is not None}
    assert set(sheet.zones["camp"]) == around | {"1109"}  # E2.6a
    assert sheet.features["1108"] == ("wantoot_house",)


def test_the_river_parts_the_banks(sheet: MapData):
    grid, hexes = hex_grid(24, 32), sheet.hexes()
    south, todo = {"1108"}, ["1108"]
    while todo:
        for hex in grid.neighbours[grid.by_label[todo.pop()]]:
            if hex is not None and (label := grid.labels[hex]) not in south and hexes[label] != "river":
                south.add(label)
                todo.append(label)
    assert sheet.river is not None
    assert set(hexes) - south - set(sheet.river.course) == set(sheet.river.north_bank)
    assert sheet.river.course["0308"] == "forest"  # E3.15a


def test_no_road_enters_the_house_or_a_hex_closed_to_a_class(sheet: MapData, terrain: TerrainData):
    for kind in sheet.roads:
        for side in sheet.road_hexsides(kind):
            assert all("P" not in ground(sheet, terrain, hex).mp for hex in side)  # E3.9a, E3.14a


@rule("E-T-terrain-a")
def test_the_terrain_of_eutaw(terrain: TerrainData):
    foot, light, horse, guns, leader = "infantry", "light_infantry", "dragoons", "artillery", "leader"
    costs = {
        name: [terrain.mp(row, kind) for kind in (foot, horse, guns, leader)] for name, row in terrain.hexes.items() if row.mp
    }
    assert costs["open"] == costs["cultivated"] == [1, 1, 1, 1]
    assert costs["forest"] == costs["orchard"] == [1, 1.5, 2, 1]
    assert costs["heavy_forest"] == [1.5, 2, 2, 1]
    assert costs["thicket"] == [3, "P", "P", 2]  # E3.13a
    assert costs["swamp"] == ["P"] * 4
    assert [terrain.mp(terrain.hexes[name], light) for name in ("heavy_forest", "thicket")] == [1, 2]
    assert terrain.hexes["swamp"].exceptions["swamp_fox"].mp == 2  # E3.14a
    ferry, house = terrain.features["ferry"], terrain.features["wantoot_house"]
    assert [terrain.mp(ferry, kind) for kind in (foot, horse, guns, leader)] == [2, 4, 3, 2]  # E3.16a
    assert (house.fire_drm, house.close_combat_drm, house.morale_check_drm) == (-2, -1, 1)  # E3.9d
    assert {name for name, row in terrain.hexes.items() if row.woods} == {"forest", "orchard", "heavy_forest", "thicket"}
    assert {name for name, row in terrain.hexes.items() if row.open_ground} == {"open", "cultivated"}


@rule("E-T-terrain-b")
def test_the_hexsides_of_eutaw(sheet: MapData, terrain: TerrainData):
    rows = terrain.hexsides
    assert rows["road"].mp_total == rows["track"].mp_total == 1
    added = {name: terrain.mp_add(name, "infantry") for name, row in rows.items() if row.mp_total is None}
    assert added == {
        "stream": 1,
        "ford": 0,
        "bridge": 0,
        "slope_up": 1,
        "slope_down": 1,
        "slope_and_stream": 1,
        "briar": 2,
        "fence": 0,
    }
    assert terrain.mp_add("briar", "dragoons") == "P"
    modified = {name for name, row in rows.items() if row.close_combat_drm == -1 and row.all_attackers}
    assert modified == {"stream", "ford", "bridge", "slope_up", "slope_and_stream"}
    assert ("0808", "0909") in sheet.hexsides["slope"]
    assert ("0808", "0909") in sheet.hexsides["stream"]
    assert set(sheet.hexsides["slope"]) <= set(sheet.hexsides["stream"])


def test_a_feature_or_the_other_terrain_counts(sheet: MapData, terrain: TerrainData):
    assert ground(sheet, terrain, "1108") is terrain.features["wantoot_house"]
    assert ground(sheet, terrain, "0307") is terrain.features["ferry"]
    assert ground(sheet, terrain, "1109") is terrain.hexes["open"]
    assert ground(sheet, terrain, "0308") is terrain.hexes["forest"]


def test_the_printed_counters(units: dict[str, UnitData]):
    greene, brigade = units["greene"], units["nc_bde"]
    assert (greene.rank, greene.combat_drm, greene.command_drm, greene.movement) == (2, 1, 2, 6)  # S2.2c
    full = brigade.steps[0]
    assert (full.strength, full.morale, full.movement) == (3, 0, 4)  # S2.2d
    printed = {unit.id for unit in units.values() if unit.basis.startswith("printed")}
    assert printed == {"greene", "nc_bde"}


def test_a_reduced_side_has_one_morale_less(units: dict[str, UnitData]):
    for unit in units.values():
        if len(unit.steps) == 2:
            assert unit.steps[1].morale == unit.steps[0].morale - 1  # S2.2b
            assert unit.steps[1].movement == unit.steps[0].movement


def test_the_strength_that_counts_for_a_decisive_victory(units: dict[str, UnitData], tables: TablesData):
    def strength(groups: tuple[str, ...], side: str, without: tuple[str, ...]) -> int:
        counted = (u for u in units.values() if u.side == side and u.group in groups and not {u.id, u.type} & set(without))
        return sum(unit.steps[0].strength for unit in counted)

    optional = ("19th", "30th")
    american, british = (tables.victory_levels.decisive[side] for side in ("american", "british"))
    assert strength(american.groups, "british", american.not_counted + optional) == 21
    assert strength(american.min_groups, "british", american.not_counted + optional) == 13
    assert strength(british.groups, "american", british.not_counted) == 21
    assert strength(british.min_groups, "american", british.not_counted) == 14
    assert (american.sp, american.min_sp, british.sp, british.min_sp) == (14, 8, 12, 8)  # E2.1b, E2.2a, E2.2b


@pytest.mark.parametrize("name", ["campaign", "historical"])
def test_stacking_holds_at_the_start(scenarios: ScenariosData, units: dict[str, UnitData], name: str):
    for stack in scenarios.scenarios[name].placement.values():
        guns = [unit for unit in stack if units[unit].type == "artillery"]
        others = [units[unit] for unit in stack if units[unit].steps and unit not in guns]
        assert len(guns) <= 1  # S7.1b
        assert sum(unit.steps[0].strength for unit in others) <= 6  # S7.1a


def test_the_scenarios_of_eutaw(scenarios: ScenariosData):
    campaign, historical = scenarios.scenarios["campaign"], scenarios.scenarios["historical"]
    for scenario in (campaign, historical):
        assert scenario.army_morale == {"british": 13, "american": 14}  # E1.5, E-H3
        assert (scenario.momentum, scenario.momentum_pool) == ({"british": 0, "american": 1}, 4)  # E1.6
        assert scenario.control == {"camp": "british"}  # E2.6c
    assert (campaign.first_turn, campaign.last_turn, historical.first_turn) == (1, 10, 4)  # E1.4, E-H1
    assert [campaign.order[turn] for turn in (1, 3, 4)] == ["american_only", "rule E3.2a", "initiative"]  # E1.7
    assert historical.order[4] == "american_first"  # E-H2
    assert campaign.placement["1009"] == ("buffs",)  # E1.2
    assert campaign.placement["0925"] == ("rooting_party",)
    assert historical.placement["1113"] == ("de_lancey", "light_arty")  # E-H-B1
    assert historical.placement["0820"] == ("hampton", "palmetto_cav")  # E-H-A1
    (third,) = (group for group in campaign.reinforcements if group.turn == 3)
    assert third.entries == ("A",)
    assert {"greene", "nc_bde"} <= set(third.units)  # E1.3
    assert scenarios.clock[4] == "10:00 AM"  # E-H1


def test_every_american_combat_unit_has_one_looting_row(units: dict[str, UnitData], tables: TablesData):
    named = [unit for row in tables.looting.rows.values() for unit in row.units]
    assert sorted(named) == sorted(unit.id for unit in units.values() if unit.side == "american" and unit.steps)
    assert [row.max for row in tables.looting.rows.values()] == [0, 2, 4, 6, 8]  # E3.11b
    assert {id for id, row in tables.looting.rows.items() if row.basis != "printed"} == {"maryland", "militia"}


def test_every_leader_has_his_price(units: dict[str, UnitData], tables: TablesData):
    assert set(tables.leader_losses) == {unit.id for unit in units.values() if unit.is_leader} | {"swamp_fox"}
    assert all(units[name].side == loss.side for name, loss in tables.leader_losses.items())
    found = {name: (loss.enemy, loss.own, loss.vp) for name, loss in tables.leader_losses.items()}
    assert found == {
        "stuart": (1, -1, 2),
        "majoribanks": (1, -2, 1),
        "coffin": (0, -1, 0.5),
        "greene": (2, -3, 2),
        "swamp_fox": (1, -2, 1),
        "hampton": (0, -1, 0.5),
    }  # E2.5a, E2.5b, E3.17a, E3.17b
    assert tables.leader_losses["greene"].momentum == -1


def test_the_tables_name_units_and_zones_that_exist(sheet: MapData, units: dict[str, UnitData], tables: TablesData):
    assert set(tables.vp_excluded_units) <= set(units)
    zones = {line.zone for line in tables.victory_points} | {event.zone for event in tables.army_morale_events if event.zone}
    assert zones == {"camp", "perimeter"} <= set(sheet.zones)
    groups = {unit.group for unit in units.values()}
    for decisive in tables.victory_levels.decisive.values():
        assert set(decisive.groups + decisive.min_groups) <= groups
        assert decisive.hex is None or decisive.hex in sheet.hexes()
        assert decisive.leader is None or decisive.leader in units
