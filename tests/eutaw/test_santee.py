"""E3.15 and E3.16: the Santee and Nelson's Ferry."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard
from grognard import Fight
from grognard.core.dice import Dice
from grognard.games.revolution.series.battle import Battle
from tests.eutaw.positions import (
    SCENARIO,
    columns,
    eutaw,
    fire_result,
    in_state,
    marks_of,
    path_of,
    result,
    spent,
    with_clearings,
)
from tests.marks import rule
from tests.proving_ground import act, announce, asked, choices, combat, labels, last_roll, refusal, tactics, where

AWAY = {"hampton": "1520", "stuart": "1504"}
"""A leader for each side far away, so that every movement phase asks something."""
NORTH = "north bank"


# ---------------------------------------------------------------- E3.15a, along the river


@rule("E3.15a")
def test_a_unit_enters_the_river_for_its_other_terrain_and_stays_on_its_bank() -> None:
    game = eutaw({"63rd": "0507", **AWAY}, phasing="british")
    act(game, "move 63rd", "go 0407", "go 0308")
    assert spent(game, "63rd") == [1, 2]  # forest
    assert {"0407", "0309", "0307"} <= set(labels(game))
    assert refusal(game, "go 0207") == ("S9.2d",)
    assert refusal(game, "go 0208") == ("S9.2d",)
    act(game, "go 0309")  # along the river
    assert spent(game, "63rd") == [1, 2, 3]
    assert refusal(game, "go 0208") == ("S9.2d",)


@rule("E3.15a")
def test_away_from_the_ferry_a_river_hex_opens_to_one_bank_only() -> None:
    game = eutaw({"63rd": "0319", **AWAY}, phasing="british")
    act(game, "move 63rd")
    assert "0419" in labels(game)
    assert refusal(game, "go 0219") == ("S9.2d",)
    game = eutaw({"63rd": in_state("0319", NORTH), **AWAY}, phasing="british")
    act(game, "move 63rd")
    assert "0219" in labels(game)
    assert refusal(game, "go 0419") == ("S9.2d",)
    act(game, "go 0219", "go 0319")
    assert marks_of(game, "63rd") == {NORTH}
    assert refusal(game, "go 0419") == ("S9.2d",)


@rule("E3.15a")
def test_swampy_river_is_swamp() -> None:
    game = eutaw({"63rd": "0305", **AWAY}, phasing="british")
    act(game, "move 63rd")
    assert refusal(game, "go 0304") == ("S9.2d",)
    game = eutaw({"charleston_cav": "0407", **AWAY}, phasing="british")
    act(game, "move charleston_cav", "go 0308")
    assert spent(game, "charleston_cav") == [1.5]  # dragoons in forest


@rule("E3.15a")
def test_a_unit_set_up_on_the_north_bank_is_on_the_north_bank() -> None:
    game = grognard.new(SCENARIO, dice=Dice.script(()))
    assert isinstance(game, Battle)
    act(game, *(f"place {hex}" for hex in ("0812", "0208", "1108", "1310", "1317", "1119")))
    act(game, "end-movement", "move grenadiers", "go 0309")
    assert spent(game, "grenadiers") == [1]
    assert "0208" in labels(game)


@rule("E3.15a")
def test_there_is_no_close_combat_from_bank_to_bank() -> None:
    """The 63rd stands in the river at 0308, Kirkwood on the north bank at 0207."""
    game = eutaw({"63rd": "0308", "kirkwood": in_state("0207", NORTH), **AWAY}, phase="close combat")
    assert asked(game) == "move"  # the phase has passed without an attack
    assert columns(game) == []
    game = eutaw({"63rd": in_state("0308", NORTH), "kirkwood": in_state("0207", NORTH), **AWAY}, phase="close combat")
    assert asked(game) == "choose-tactics"  # on the same bank it is a duty


@rule("E3.15a")
def test_a_unit_on_land_is_on_the_bank_of_that_land() -> None:
    """Nothing need be written on a unit that does not stand in the river."""
    game = eutaw({"63rd": "0308", "kirkwood": "0207", **AWAY}, phase="close combat")
    assert columns(game) == []
    game = eutaw({"63rd": in_state("0308", NORTH), "kirkwood": "0207", **AWAY}, phase="close combat")
    assert len(columns(game)) == 1


@rule("E3.15a")
def test_an_attack_from_bank_to_bank_is_refused() -> None:
    pieces = {"63rd": "0308", "64th": in_state("0208", NORTH), "kirkwood": in_state("0207", NORTH)}
    pieces["lee_inf"] = in_state("0207", NORTH)
    game = eutaw(pieces, phase="close combat")
    assert asked(game) == "announce-attack"
    assert "attack kirkwood 8" in choices(game)  # 0208, south of 0207 on the sheet
    assert refusal(game, "attack kirkwood 4") == ("S12.12a",)  # 0308


@rule("E3.15a", "S8.1a")
def test_zones_of_control_do_not_reach_the_other_bank() -> None:
    """The woods along the river keep zones out anyway, so the ground is cleared for this test."""
    clear = with_clearings("0208")
    for place, controls in (("0308", False), (in_state("0308", NORTH), True)):
        pieces = {"63rd": place, "lee_inf": in_state("0108", NORTH), **AWAY}
        game = eutaw(pieces, scenario=clear)
        act(game, "move lee_inf", "go 0208")
        assert asked(game) == ("move" if controls else "march")


@rule("E3.15a")
def test_in_the_river_only_enemies_of_ones_own_bank_have_a_zone() -> None:
    """The 63rd stands on the south bank, next to the river hex 0308."""
    clear = with_clearings("0308")
    for start, controls in ((in_state("0208", NORTH), False), ("0309", True)):
        game = eutaw({"63rd": "0407", "lee_inf": start, **AWAY}, scenario=clear)
        act(game, "move lee_inf", "go 0308")
        assert where(game, "lee_inf") == "0308"
        assert asked(game) == ("move" if controls else "march")


@rule("E3.15a", "S8.31b")
def test_in_the_river_only_rifles_of_ones_own_bank_make_the_way_dear() -> None:
    """Sheridan's rifles stand on the other bank of the river hex 0308; foot on one's own bank costs nothing more."""
    clear = with_clearings("0308", "0309")
    rifles, foot = {"sheridan": in_state("0207", NORTH)}, {"63rd": "0407"}
    for enemies, price in ((rifles, 1), ({**rifles, **foot}, 1), ({"sheridan": "0407"}, 2)):
        game = eutaw({**enemies, "lee_inf": "0309", **AWAY}, scenario=clear)
        act(game, "move lee_inf", "go 0308")
        assert spent(game, "lee_inf") == [price]


@rule("E3.15a")
def test_from_the_ferry_a_zone_reaches_both_banks() -> None:
    clear = with_clearings("0207", "0406")
    for start, goal in ((in_state("0208", NORTH), "0207"), ("0506", "0406")):
        game = eutaw({"63rd": "0307", "lee_inf": start, **AWAY}, scenario=clear)
        act(game, "move lee_inf", f"go {goal}")
        assert asked(game) == "move"


@rule("E3.15a")
def test_fire_reaches_from_bank_to_bank() -> None:
    pieces = {"63rd": "0308", "sc_rifles": in_state("0207", NORTH, "fired"), **AWAY}
    game = eutaw(pieces, phase="rifle fire", dice=[8, 0])
    act(game, "target 63rd")
    assert fire_result(game) == "AM"  # 1 point needs 7; 8 - 1 for the woods


@rule("E3.15a", "E3.16a")
def test_close_combat_and_zones_reach_into_and_out_of_the_ferry() -> None:
    game = eutaw({"63rd": "0307", "kirkwood": in_state("0206", NORTH), **AWAY}, phase="close combat")
    assert asked(game) == "choose-tactics"
    game = eutaw({"63rd": "0307", "kirkwood": in_state("0206", NORTH), **AWAY}, phasing="british", phase="close combat")
    assert asked(game) == "choose-tactics"
    # a zone of control enters the ferry from either bank
    for place in ("0406", in_state("0206", NORTH)):
        game = eutaw({"63rd": place, "lee_cav": "0407", **AWAY})
        act(game, "move lee_cav", "go 0307")
        assert asked(game) == "move"


@rule("E3.15a")
def test_a_retreat_stays_on_its_bank() -> None:
    # 4 to 2 is 2-1; Maryland +2, 63rd -1; die 4: -/R
    pieces = {"63rd": "0308", "maryland": "0309", **AWAY}
    game = eutaw(pieces, phase="close combat", dice=[4])
    combat(game, ("maryland", "0308"))
    assert result(game) == "-/R"
    assert labels(game) == ["0307", "0407"]
    assert refusal(game, "retreat 0207") == ("S13.22c",)


# ---------------------------------------------------------------- E3.15b, Swamp Fox crosses


@rule("E3.15b", "E3.15c")
def test_swamp_fox_spends_a_phase_in_the_river_and_leaves_it_on_the_other_bank() -> None:
    game = eutaw({"swamp_fox": "0318", **AWAY}, turn=5, dice=[3, 5])
    act(game, "cross swamp_fox")
    assert marks_of(game, "swamp_fox") == {"crossing"}
    assert refusal(game, "move swamp_fox") == ("S9.1c",)
    act(game, "end-movement", "end-movement")
    assert (game.state.turn, game.actors) == (6, ("american",))
    assert marks_of(game, "swamp_fox") == {NORTH}
    act(game, "move swamp_fox")
    assert refusal(game, "go 0418") == ("S9.2d",)  # the bank it came from
    act(game, "go 0217")
    assert spent(game, "swamp_fox") == [1]


@rule("E3.15b", "E3.11d")
@pytest.mark.parametrize(("piece", "state"), [("maryland", "crossing"), ("buffs", "disorder"), ("greene", "disorder")])
def test_a_position_has_only_swamp_fox_crossing_and_american_units_looting(piece: str, state: str):
    with pytest.raises(grognard.PositionError, match=f"Piece '{piece}' cannot be '{state}'"):
        eutaw({"maryland": "1320", "buffs": "0913", piece: {"hex": "1520", "states": [state]}})


@rule("E3.15b")
def test_swamp_fox_crosses_back_to_the_south() -> None:
    game = eutaw({"swamp_fox": in_state("0318", NORTH), **AWAY}, turn=5, dice=[3, 5])
    act(game, "cross swamp_fox", "end-movement", "end-movement", "move swamp_fox", "go 0418", "stop")
    assert where(game, "swamp_fox") == "0418"
    assert marks_of(game, "swamp_fox") == set()


@rule("E3.15b", "S13.3a")
def test_a_disrupted_swamp_fox_next_to_the_enemy_gets_away_and_does_not_cross() -> None:
    fox = in_state("0318", "disrupted")
    assert "cross swamp_fox" in choices(eutaw({"swamp_fox": fox, **AWAY}))
    game = eutaw({"swamp_fox": fox, "64th": "0319", **AWAY})
    assert "move swamp_fox" in choices(game)
    assert "cross swamp_fox" not in choices(game)
    assert refusal(game, "cross swamp_fox") == ("S13.3a",)


@rule("E3.15b")
def test_without_a_crossing_swamp_fox_stays_on_its_bank() -> None:
    game = eutaw({"swamp_fox": "0318", **AWAY})
    assert "cross swamp_fox" in choices(game)
    act(game, "move swamp_fox")
    assert refusal(game, "go 0217") == ("S9.2d",)


@rule("E3.15b")
def test_the_whole_phase_must_be_spent_in_a_santee_hex() -> None:
    game = eutaw({"swamp_fox": "0418", "maryland": "0918", **AWAY})
    assert "cross swamp_fox" not in choices(game)
    assert refusal(game, "cross swamp_fox") == ("E3.15b",)
    act(game, "move swamp_fox", "go 0318", "stop")
    assert refusal(game, "cross swamp_fox") == ("S9.1c",)  # it did not begin the phase there


@rule("E3.15b")
def test_nobody_else_crosses() -> None:
    game = eutaw({"maryland": "0318", "swamp_fox": "0319", **AWAY})
    assert refusal(game, "cross maryland") == ("E3.15b",)
    game = eutaw({"63rd": "0318", **AWAY}, phasing="british")
    assert refusal(game, "cross 63rd") == ("E3.15b",)


@rule("E3.15b")
def test_swamp_fox_enters_swampy_santee_hexes_for_two_points() -> None:
    game = eutaw({"swamp_fox": "0318", **AWAY})
    act(game, "move swamp_fox", "go 0317")
    assert spent(game, "swamp_fox") == [2]


@rule("E3.15b")
def test_a_retreat_ends_the_crossing_and_never_crosses() -> None:
    # 3 to 2 is 3-2; 64th +1, Fox -1, crossing +2; die 4: -/R
    pieces = {"swamp_fox": in_state("0318", "crossing"), "64th": "0319", **AWAY}
    game = eutaw(pieces, phasing="british", phase="close combat", dice=[4])
    combat(game, ("64th", "0318"))
    assert result(game) == "-/R"
    assert labels(game) == ["0317", "0417"]
    assert refusal(game, "retreat 0217") == ("S13.22c",)
    act(game, "retreat 0317")
    assert marks_of(game, "swamp_fox") == set()


# ---------------------------------------------------------------- E3.15c, danger


@rule("E3.15c", "E-T-firedrm")
def test_fire_at_a_crossing_swamp_fox_is_at_plus_one_whatever_the_terrain() -> None:
    sheridan = in_state("0217", NORTH, "fired")
    pieces = {"swamp_fox": in_state("0318", "crossing"), "sheridan": sheridan, **AWAY}
    game = eutaw(pieces, phasing="british", phase="rifle fire", dice=[6, 0])
    act(game, "target swamp_fox")
    assert last_roll(game, "rifle-to-hit") == {"target-crossing": 1, "die": 6, "total": 7}
    assert fire_result(game) == "AM"
    game = eutaw({**pieces, "swamp_fox": "0318"}, phasing="british", phase="rifle fire", dice=[6])
    act(game, "target swamp_fox")
    assert last_roll(game, "rifle-to-hit") == {"target-in-woods": -1, "die": 6, "total": 5}  # forest along the bank


@rule("E3.15c")
def test_components_may_have_no_modifier_for_crossing(tmp_path: Path) -> None:
    (tmp_path / "eutaw").mkdir()
    (tmp_path / "overlay.json").write_text('{"name": "calm water", "basis": "printed"}')
    (tmp_path / "eutaw" / "terrain.json").write_text('{"hexes": {"river": {"crossing": null}}}')
    pieces = {"swamp_fox": in_state("0318", "crossing"), "64th": "0319"}
    position = eutaw(pieces, phasing="british", phase="close combat").position()
    game = grognard.setup(position, components=str(tmp_path))
    found = grognard.forecast(game, Fight("close-combat", ("64th",), ("0318",)))
    assert "defender-crossing" not in [modifier.label for modifier in found.modifiers]


@rule("E3.15c", "E-T-ccdrm-a")
@pytest.mark.parametrize(("river", "place"), [("0318", "0319"), ("0319", in_state("0219", NORTH))])
def test_enemies_on_either_bank_attack_a_crossing_swamp_fox_at_plus_two(river: str, place: object) -> None:
    pieces = {"swamp_fox": in_state(river, "crossing"), "64th": place}
    game = eutaw(pieces, phasing="british", phase="close combat", momentum=(1, 0), dice=[5])
    combat(game)
    assert last_roll(game, "close-combat") == {
        "attackers-lead-unit": 1,
        "defenders-lead-unit": -1,
        "defender-crossing": 2,
        "tactics": 0,
        "die": 5,
        "total": 7,
    }


@rule("E3.15c")
def test_the_swamp_gives_a_crossing_swamp_fox_nothing() -> None:
    pieces = {"swamp_fox": in_state("0317", "crossing"), "64th": "0318"}
    game = eutaw(pieces, phasing="british", phase="close combat", momentum=(1, 0), dice=[5])
    combat(game, ("64th", "0317"))
    found = last_roll(game, "close-combat")
    assert found["defender-crossing"] == 2
    assert "swamp-fox-in-swamp" not in found
    game = eutaw({**pieces, "swamp_fox": "0317"}, phasing="british", phase="close combat", momentum=(1, 0), dice=[5])
    combat(game, ("64th", "0317"))
    assert last_roll(game, "close-combat")["swamp-fox-in-swamp"] == -1


@rule("E3.15c")
def test_the_danger_lasts_to_the_start_of_the_next_movement_phase() -> None:
    """Declared in the American turn; in the British turn that follows Sheridan still fires at +1."""
    pieces = {"swamp_fox": "0318", "sheridan": in_state("0217", NORTH, "fired"), **AWAY}
    game = eutaw(pieces, dice=[6, 0])
    act(game, "cross swamp_fox", "end-movement")
    assert asked(game) == "rifle-target"  # the American phase: Sheridan may fire at once
    act(game, "hold-fire", "end-movement", "target swamp_fox")
    assert last_roll(game, "rifle-to-hit")["target-crossing"] == 1


# ---------------------------------------------------------------- E3.16, Nelson's Ferry


@rule("E3.16a")
@pytest.mark.parametrize(
    ("piece", "price"),
    [("63rd", 2), ("light_inf", 2), ("ninety_six", 2), ("stuart", 2), ("light_arty", 3), ("charleston_cav", 4)],
)
def test_the_price_of_the_ferry_along_the_road(piece: str, price: int) -> None:
    game = eutaw({piece: "0407", "maryland": "1520"}, phasing="british")
    act(game, f"move {piece}", "go 0307")
    assert spent(game, piece) == [price]


@rule("E3.16a")
def test_leaving_the_ferry_costs_nothing_extra_and_the_river_is_crossed() -> None:
    game = eutaw({"charleston_cav": "0407", **AWAY}, phasing="british")
    act(game, "move charleston_cav", "go 0307", "go 0206")
    assert spent(game, "charleston_cav") == [4, 5]
    assert marks_of(game, "charleston_cav") == {NORTH}
    act(game, "go 0106")
    assert spent(game, "charleston_cav") == [4, 5, 6]


@rule("E3.16a", "E3.15a")
def test_advances_and_retreats_cross_at_the_ferry_too() -> None:
    # 4 to 1 is 4-1; Maryland +2, Sheridan -1, rifles +1; die 5: -/1
    game = eutaw({"maryland": "0307", "sheridan": "0206", **AWAY}, phase="close combat", dice=[5])
    combat(game, ("maryland", "0206"))
    assert result(game) == "-/1"
    assert where(game, "maryland") == "0206"
    assert marks_of(game, "maryland") == {NORTH}
    # 4 to 2 is 2-1; Maryland +2, 63rd -1, ferry +1; die 3: -/R
    pieces = {"maryland": "0407", "63rd": "0307", "virginia": "1112", "64th": "1111"}
    game = eutaw(pieces, phase="close combat", dice=[3])
    announce(game, ("maryland", "0307"), ("virginia", "1111"))
    act(game, "take 1")
    tactics(game)
    assert result(game) == "-/R"
    act(game, "retreat 0206")
    assert asked(game) == "choose-tactics"  # the other combat of the phase
    assert marks_of(game, "63rd") == {NORTH}


@rule("E3.16a")
def test_one_march_may_lead_over_the_ferry_and_on() -> None:
    game = eutaw({"charleston_cav": "0507", **AWAY}, phasing="british")
    act(game, "move charleston_cav", "go 0106")
    assert path_of(game, "charleston_cav") == ["0407", "0307", "0206", "0106"]
    assert spent(game, "charleston_cav") == [1 + 4 + 1 + 1]


@rule("E3.16a")
def test_the_ferry_breaks_strategic_movement() -> None:
    game = eutaw({"63rd": "0607", **AWAY}, phasing="british")
    act(game, "move 63rd")
    assert "0307" in labels(game)  # 1 + 1 + 2 is the whole allowance
    assert refusal(game, "go 0206") == ("S9.1a",)
    game = eutaw({"63rd": "0707", **AWAY}, phasing="british")
    act(game, "move 63rd")
    assert "0407" in labels(game)
    assert refusal(game, "go 0307") == ("S9.1a",)  # three hexes of road and 2 are 5
    game = eutaw({"63rd": "0905", **AWAY}, phasing="british")
    act(game, "move 63rd")
    assert "0507" in labels(game)  # eight hexes of road elsewhere are two allowances


@rule("E3.16b", "E-T-ccdrm-a")
def test_close_combat_against_the_ferry_is_at_plus_one() -> None:
    game = eutaw({"63rd": "0307", "palmetto_inf": "0407"}, phase="close combat", momentum=(0, 1), dice=[5])
    combat(game, ("palmetto_inf", "0307"))
    assert last_roll(game, "close-combat") == {
        "attackers-lead-unit": 0,
        "defenders-lead-unit": -1,
        "defenders-terrain": 1,
        "tactics": 0,
        "die": 5,
        "total": 5,
    }
