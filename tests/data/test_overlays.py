"""Overlays of the Revolution battles: printed values change the play, and what does not fit is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.core.dice import Dice
from grognard.core.errors import OverlayError
from grognard.core.overlays.components import component
from grognard.core.scenarios import Scenario
from grognard.games.revolution.eutaw.data_checks import check_tables
from grognard.games.revolution.eutaw.data_schema import TablesData
from grognard.games.revolution.guilford import data_checks as guilford
from grognard.games.revolution.guilford.data_schema import TablesData as Guilford
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.data_checks import check_army_morale, check_close_combat, check_fire, check_tactics
from grognard.games.revolution.series.data_schema import (
    ArmyMoraleData,
    CloseCombatData,
    FireData,
    MapData,
    TacticsData,
    UnitData,
)
from tests.eutaw.positions import columns, path_of, result, spent
from tests.proving_ground import act, combat, last_roll

SCENARIO = "revolution/eutaw/historical"
EXAMPLE = Path(__file__).parent.parent.parent / "docs" / "examples" / "components"
SERIES, EUTAW, GUILFORD = (f"grognard.games.revolution.{name}" for name in ("series", "eutaw", "guilford"))

Files = dict[str, Any]


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


def box(given: Files) -> Path:
    for path, content in given.items():
        file = Path("box", path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(content), encoding="utf-8")
    return Path("box")


def two_sides(*sides: tuple[int, int, int]) -> dict[str, Any]:
    return {"steps": [dict(zip(("strength", "morale", "movement"), side, strict=True)) for side in sides]}


def battle(pieces: dict[str, Any], components: Path | None, dice: list[int], **fields: Any) -> Battle:
    position = {
        "scenario": SCENARIO,
        "turn": 6,
        "phase": "close combat",
        "phasing": "american",
        "pieces": pieces,
        "state": {"surprise": "spent"},
        **fields,
    }
    game = grognard.setup(position, dice=Dice.script(dice), components=components)
    assert isinstance(game, Battle)
    return game


# ---------------------------------------------------------------- printed values are played with


def attack_on_the_buffs(components: Path | None) -> Battle:
    """Maryland, 4 strength points, attacks the Buffs in the open."""
    game = battle({"maryland": "1111", "buffs": "1110"}, components, [5])
    combat(game, ("maryland", "1110"))
    return game


def test_a_printed_strength_and_morale_change_the_odds_of_a_combat():
    stronger = box({"eutaw/units.json": {"buffs": two_sides((2, -1, 4), (1, -2, 4))}})
    plain, printed = attack_on_the_buffs(None), attack_on_the_buffs(stronger)
    assert (columns(plain), columns(printed)) == (["1-1"], ["2-1"])  # 4 to 4, and 4 to 2

    def modifier(game: Battle) -> int:
        return last_roll(game, "close-combat")["defenders-lead-unit"]

    assert (modifier(plain), modifier(printed)) == (-1, 1)
    assert (result(plain), result(printed)) == ("R/R", "-/D")  # row 6 and row 8


def test_a_printed_modifier_counts():
    def fight(components: Path | None) -> int:
        game = battle({"maryland": "1111", "buffs": {"hex": "1110", "states": ["disrupted"]}}, components, [5])
        combat(game, ("maryland", "1110"))
        return last_roll(game, "close-combat")["a-defender-is-disordered"]

    assert fight(None) == 1
    assert fight(box({"series/close_combat.json": {"drm": {"defender_disordered": {"drm": 3}}}})) == 3


def test_a_printed_movement_allowance_and_terrain_change_a_march():
    given = {
        "eutaw/units.json": {"maryland": two_sides((4, 2, 2), (2, 1, 2))},
        "eutaw/map.json": {"terrain": {"hexes": {"1509": "heavy_forest"}}},
    }

    def march(components: Path | None) -> tuple[list[str], list[float]]:
        game = battle({"maryland": "1508", "buffs": "0913"}, components, [], phase="movement")
        act(game, "move maryland", "go 1509", "go 1510")
        return path_of(game, "maryland"), spent(game, "maryland")

    assert march(None) == (["1509", "1510"], [1, 2])
    game = battle({"maryland": "1508", "buffs": "0913"}, box(given), [], phase="movement")
    act(game, "move maryland", "go 1509")
    assert spent(game, "maryland") == [1.5]
    assert "go 1510" not in [str(action) for action in game.actions("american")]


def test_a_printed_set_up_and_printed_tables_are_used():
    given = {
        "eutaw/scenarios.json": {
            "scenarios": {"historical": {"placement": {"0913": None, "0914": ["buffs"]}, "army_morale": {"british": 12}}}
        },
        "eutaw/terrain.json": {"hexes": {"thicket": {"close_combat_drm": -3}}},
        "eutaw/tables.json": {"looting": {"rows": {"maryland": {"max": 1}}}},
        "series/army_morale.json": {"bands": {"high": {"min": 12}, "fatigued": {"max": 11}}},
    }
    game = grognard.new(SCENARIO, seed=1, components=box(given))
    assert isinstance(game, Battle)
    position = game.position()
    assert position["pieces"]["buffs"] == "0914"
    assert position["tracks"]["army_morale"] == {"british": 12, "american": 14}
    components = game.rules.components
    assert components.terrain.hexes["thicket"].close_combat_drm == -3
    assert [band.max for band in components.army_morale.bands] == [None, 11, 5, 0]
    assert components.scenario.basis.printed[-1] == "placement.0913, placement.0914, army_morale.british (printed: box)"


def test_what_is_overlaid_is_told_apart_from_what_is_reconstructed():
    game = grognard.new(SCENARIO, seed=1, components=box({"eutaw/units.json": {"buffs": {"seniority": 0}}}))
    basis = {id: game.inspect(None, "counter", id)["basis"].partition(":")[0] for id in ("buffs", "greene", "maryland")}
    assert basis == {"buffs": "printed", "greene": "printed", "maryland": "reconstructed"}
    assert game.inspect("british", "counter", "buffs")["basis"] == "printed: box"
    assert game.inspect(None, "counter", "buffs")["steps"][0] == {"strength": 4, "morale": 1, "movement": 4}
    assert grognard.new(SCENARIO, seed=1).inspect(None, "counter", "buffs")["basis"].startswith("reconstructed: ")


def test_a_whole_game_is_recorded_and_replayed_with_an_overlay():
    from grognard.players import play_out, player

    game = grognard.new(SCENARIO, seed=3, components=EXAMPLE)
    play_out(game, {seat: player("brawler", place) for place, seat in enumerate(game.seats)})
    record = json.loads(json.dumps(game.record()))
    assert record["components"]["name"] == "Example"
    again = grognard.replay(record, components=EXAMPLE)
    assert again.position() == game.position()
    assert again.events(None) == game.events(None)


# ---------------------------------------------------------------- another battle, by the same path


def test_any_battle_that_reads_components_takes_an_overlay():
    scenario = grognard.find("revolution/guilford/historical")
    plain = scenario.rules(scenario.complete(None))
    id = next(id for id, counter in plain.counters.items() if len(counter.strengths) == 2)  # type: ignore[attr-defined]
    unit = two_sides((6, 2, 4), (5, 1, 4))
    folder = box({"guilford/units.json": {id: unit}, "eutaw/units.json": {"buffs": two_sides((2, 1, 4), (1, 0, 4))}})
    printed = scenario.with_components(folder).rules(scenario.complete(None))
    assert printed.counters[id].strengths == (6, 5) != plain.counters[id].strengths  # type: ignore[attr-defined]
    both = grognard.new(SCENARIO, seed=1, components=folder)
    assert isinstance(both, Battle)
    assert both.rules.counters["buffs"].strengths == (2, 1)
    (fault,) = refused(box({"guilford/units.json": {id: {"type": "zouaves"}}}), scenario)
    assert fault == f"box/guilford/units.json: The unit '{id}' has the unknown type 'zouaves'."


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"melee_fire": {"unit": "cannon"}}, "The guns of the melee fire name the unknown unit 'cannon'."),
        ({"release": {"closed_zones": ["moon"]}}, "The map has no zone 'moon', which the tables name."),
        ({"nc_militia": {"vp": {"side": "french"}}}, "The tables name the unknown side 'french'."),
        ({"victory_hexes": {"historical": {"hexes": {"9999": 1}}}}, "The victory hex 9999 is not on the map."),
        (
            {"victory_levels": {"decisive": {"greene": {"groups": ["zouaves"]}}}},
            "The decisive victories name the unknown group 'zouaves'.",
        ),
        ({"leader_losses": {"webster": None}}, "The leader 'webster' has no line among the leader losses."),
        (
            {"victory_levels": {"substantial": {"army_morale": 3}}},
            ", victory_levels.substantial.army_morale: this is a rule, which an overlay cannot change; leave it out.",
        ),
    ],
)
def test_tables_of_guilford_that_do_not_fit_are_refused(given: dict[str, Any], fault: str):
    found = refused(box({"guilford/tables.json": given}), grognard.find("revolution/guilford/historical"))
    assert f"box/guilford/tables.json{'' if fault.startswith(',') else ': '}{fault}" in found


# ---------------------------------------------------------------- faults


def test_values_with_which_no_game_can_begin_are_refused():
    (fault,) = refused(box({"eutaw/units.json": {"buffs": {"nation": "martian"}}}))
    assert fault == "The game cannot be played with the values of 'box' (KeyError('martian'))."


def refused(folder: Path, scenario: Scenario | None = None) -> tuple[str, ...]:
    chosen = (scenario or grognard.find(SCENARIO)).with_components(folder)
    with pytest.raises(OverlayError) as fault:
        chosen.rules(chosen.complete(None))
    return fault.value.faults


RULE = "this is a rule, which an overlay cannot change; leave it out."
HISTORICAL = "box/eutaw/scenarios.json: Historical scenario: "


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        (
            {"eutaw/units.json": {"buffs": two_sides((0, 1, 4), (0, 0, 4))}},
            "box/eutaw/units.json, buffs.steps[0].strength: expected a whole number from 1 to 30, got 0.",
        ),
        (
            {"eutaw/units.json": {"buffs": {"strength": 5}}},
            "box/eutaw/units.json, buffs.strength: there is no field 'strength'.",
        ),
        (
            {"eutaw/units.json": {"buffs": {"basis": "my guess"}}},
            "box/eutaw/units.json, buffs.basis: expected text of the form '^(printed|reconstructed)'.",
        ),
        (
            {"eutaw/units.json": {"bufs": two_sides((4, 1, 4))}},
            "box/eutaw/units.json, bufs: the field 'name' is missing; did you mean 'buffs'?",
        ),
        (
            {"eutaw/units.json": {"buffs": two_sides((4, 1, 4), (5, 1, 4))}},
            "box/eutaw/units.json: The unit 'buffs' is no weaker on its reduced side.",
        ),
        (
            {"eutaw/units.json": {"de_lancey": two_sides((7, 1, 4), (1, 0, 4))}},
            "box: scenarios.json does not fit these values: Historical scenario: the units set up in 1113 have"
            " 7 strength points; a hex holds 6 (S7.1a).",
        ),
        (
            {"eutaw/map.json": {"terrain": {"hexes": {"0812": "quicksand"}}}},
            "box/eutaw/map.json: Hex 0812 has the unknown terrain 'quicksand'.",
        ),
        (
            {"eutaw/map.json": {"terrain": {"hexes": {"2501": "open"}}}},
            "box/eutaw/map.json: The terrain names 2501, which is not on the map.",
        ),
        (
            {"eutaw/map.json": {"features": {"house": ["tents"]}}},
            "box/eutaw/map.json, features.house: expected text of the form '^[0-9]{4}$'.",
        ),
        (
            {"eutaw/map.json": {"hexsides": {"stream": [["0402", "0404"]]}}},
            "box/eutaw/map.json: The stream hexside 0402/0404 does not join two neighbours.",
        ),
        (
            {"eutaw/map.json": {"zones": {"perimeter": None}, "outlined": ["camp"]}},
            "box: tables.json does not fit these values: The map has no zone 'perimeter', which the tables name.",
        ),
        (
            {"eutaw/terrain.json": {"hexes": {"open": {"mp": [1, 1]}}}},
            "box/eutaw/terrain.json: The terrain 'open' has 2 costs for 6 unit classes.",
        ),
        (
            {"eutaw/terrain.json": {"hexsides": {"stream": {"mp_add": -1}}}},
            "box/eutaw/terrain.json, hexsides.stream.mp_add: expected a whole number from 0 to 30, got -1.",
        ),
        (
            {"eutaw/scenarios.json": {"scenarios": {"historical": {"placement": {"0913": None}}}}},
            HISTORICAL + "nothing is said of the unit 'buffs'; if it is not used, say so.",
        ),
        (
            {"eutaw/scenarios.json": {"scenarios": {"historical": {"last_turn": 3}}}},
            HISTORICAL + "the last turn, 3, is before the first, 4.",
        ),
        (
            {"eutaw/scenarios.json": {"scenarios": {"historical": {"momentum": {"british": None}}}}},
            HISTORICAL + "momentum does not name the side 'british'.",
        ),
        (
            {"eutaw/scenarios.json": {"scenarios": {"historical": {"momentum": {"british": -1}}}}},
            "box/eutaw/scenarios.json, scenarios.historical.momentum.british: expected a whole number from 0 to 20, got -1.",
        ),
        (
            {"eutaw/tables.json": {"looting": {"rows": {"maryland": {"units": ["browne"]}}}}},
            "box/eutaw/tables.json: The unit 'maryland' is named 0 times in the looting table, not once.",
        ),
        (
            {"series/close_combat.json": {"drm": {"hexside": {"drm": -2}}}},
            "box/series/close_combat.json, drm.hexside.drm: " + RULE,
        ),
        (
            {"eutaw/terrain.json": {"strategic_movement": {"multiplier": 3}}},
            "box/eutaw/terrain.json, strategic_movement.multiplier: " + RULE,
        ),
        (
            {"series/close_combat.json": {"rows": {"3": ["D/-"]}}},
            "box/series/close_combat.json: Row 3 of the close combat table has 1 cells for 7 columns.",
        ),
        (
            {"series/army_morale.json": {"bands": {"high": {"min": 13}}}},
            "box/series/army_morale.json: The bands of army morale must lead from the highest to the lowest without a gap.",
        ),
    ],
    ids=lambda value: str(value)[-60:] if isinstance(value, str) else "",
)
def test_a_value_that_does_not_fit_is_refused_by_file_and_key(given: Files, fault: str):
    assert refused(box(given))[0] == fault


# ---------------------------------------------------------------- the checks themselves


def test_the_tables_of_the_series_and_of_the_battles_pass_their_checks():
    assert check_close_combat(component(SERIES, "close_combat.json", CloseCombatData)) == []
    assert check_tactics(component(SERIES, "tactics.json", TacticsData)) == []
    assert check_fire(component(SERIES, "fire.json", FireData)) == []
    assert check_army_morale(component(SERIES, "army_morale.json", ArmyMoraleData)) == []
    sheet, units = component(EUTAW, "map.json", MapData), component(EUTAW, "units.json", tuple[UnitData, ...])
    assert check_tables(component(EUTAW, "tables.json", TablesData), sheet, units) == []
    sheet, units = component(GUILFORD, "map.json", MapData), component(GUILFORD, "units.json", tuple[UnitData, ...])
    assert guilford.check_tables(component(GUILFORD, "tables.json", Guilford), sheet, units, ("british", "american")) == []


@pytest.mark.parametrize(
    ("file", "given", "fault"),
    [
        ("series/close_combat.json", {"rows": {"4": None}}, "The rows of the close combat table must be -2 to 11, in order."),
        (
            "series/close_combat.json",
            {"rows": {"11": ["-/D", "-/1*", "-/1*", "-/DC", "-/AC", "-/AC", "-/9"]}},
            "Row 11 of the close combat table has the unknown result '-/9'.",
        ),
        (
            "series/tactics.json",
            {"matrix": {"skirmish": [0]}},
            "The row of 'skirmish' in the tactics matrix has 1 cells for 8 chits.",
        ),
        (
            "series/tactics.json",
            {"requirements": {"skirmish": None}},
            "The requirements of the tactics must name each chit once: skirmish, attack_echelon, stand_fast, withdraw,"
            " frontal_assault, commit_reserve, turn_flank, refuse_flank.",
        ),
        ("series/tactics.json", {"requirements": {"skirmish": ["luck"]}}, "'skirmish' has the unknown requirement 'luck'."),
        ("series/fire.json", {"ranges": {"rifle": None}}, "The range of 'rifle' is missing."),
        (
            "series/fire.json",
            {"to_hit": [{"sp": "2+", "min": 2, "max": None, "adjacent": 6, "range_2_3": 8}]},
            "The lines of the to-hit table must lead from 1 strength point upwards without a gap.",
        ),
        (
            "series/fire.json",
            {"damage": {"rows": []}},
            "The lines of the damage table must lead from 0 to 9 without a gap.",
        ),
        ("eutaw/tables.json", {"leader_losses": {"coffin": None}}, "The leader 'coffin' has no line among the leader losses."),
        ("eutaw/tables.json", {"vp_excluded_units": ["x"]}, "The units without victory points name the unknown unit 'x'."),
        ("eutaw/tables.json", {"surprise": {"side": "french"}}, "The tables name the unknown side 'french'."),
        (
            "eutaw/tables.json",
            {"victory_levels": {"decisive": {"american": {"hex": None}}}},
            "The decisive victory of 'american' needs a hex.",
        ),
        (
            "eutaw/tables.json",
            {"victory_levels": {"decisive": {"american": {"hex": "9999"}}}},
            "The decisive victory of 'american' names 9999, which is not on the map.",
        ),
        (
            "eutaw/tables.json",
            {"victory_levels": {"decisive": {"british": {"leader": "lee"}}}},
            "The decisive victory of 'british' names the unknown leader 'lee'.",
        ),
        (
            "eutaw/tables.json",
            {"victory_levels": {"decisive": {"british": {"groups": ["marines"]}}}},
            "The decisive victory of 'british' names the unknown group 'marines'.",
        ),
    ],
    ids=lambda value: value[-50:] if isinstance(value, str) else "",
)
def test_a_check_finds_its_fault(file: str, given: Files, fault: str):
    assert refused(box({file: given})) == (f"box/{file}: {fault}",)


# ---------------------------------------------------------------- the example


def test_the_example_is_played_with():
    game = grognard.new(SCENARIO, seed=1, components=EXAMPLE)
    assert isinstance(game, Battle)
    assert game.rules.counters["buffs"].strengths == (5, 3)
    assert game.rules.counters["coffin"].movements == (7,)
    assert game.rules.counters["kirkwood"].basis == "printed: invented for this example, not read off a counter"
    assert "1007" not in game.rules.components.sheet.features
    assert game.rules.components.sheet.hexes()["1014"] == "open"
