"""E3.6 and E3.14: Swamp Fox as semi-leader, and his swamps."""

from __future__ import annotations

from typing import Any

from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import Followed
from tests.eutaw.positions import eutaw, happened, in_state, result, spent
from tests.marks import rule
from tests.proving_ground import act, announce, asked, combat, labels, last_roll, parse, refusal, where

AWAY = {"hampton": "1520", "stuart": "1504"}
"""A leader for each side far away, so that every movement phase asks something."""


def may_assault(game: Battle, side: str = "american") -> bool:
    """Whether a side that is to choose its chit may choose Frontal Assault, which needs a leader."""
    assert asked(game) == "choose-tactics"
    offered = parse(game, "chit frontal_assault") in game.actions(side)
    if not offered:
        assert refusal(game, "chit frontal_assault", side) == ("S12.52b",)
    return offered


def attack_1213(leads: tuple[str, ...] = (), **pieces: Any) -> Battle:
    """Everybody who stands next to the New Jersey Volunteers in 1213 attacks them."""
    game = eutaw({**pieces, "nj_vols": "1213", "buffs": "1404"}, phase="close combat", momentum=(0, 1), dice=[5])
    near = {game.label(n) for n in game.rules.board.grid.neighbours[game.rules.board.hex("1213")] if n is not None}
    announce(game, *((id, "1213") for id in pieces if where(game, id) in near and id != "gaines"))
    for lead in leads:
        act(game, f"lead {lead}")
    return game


# ---------------------------------------------------------------- E3.6, semi-leader


@rule("E3.6a")
def test_swamp_fox_serves_as_leader_for_itself_and_militia_stacked_with_it() -> None:
    assert may_assault(attack_1213(swamp_fox="1214"))
    assert may_assault(attack_1213(("swamp_fox",), swamp_fox="1214", nc_militia="1214"))
    assert may_assault(attack_1213(("swamp_fox",), swamp_fox="1214", sc_rifles="1214"))


@rule("E3.6a")
def test_swamp_fox_next_door_serves_nobody() -> None:
    assert not may_assault(attack_1213(swamp_fox="1215", nc_militia="1214"))


@rule("E3.6a")
def test_swamp_fox_serves_in_defence_too() -> None:
    game = eutaw({"buffs": "1213", "swamp_fox": "1214", **AWAY}, phasing="british", phase="close combat")
    assert may_assault(game)


@rule("E3.6a")
def test_swamp_fox_gives_no_modifier_in_close_combat() -> None:
    game = attack_1213(("nc_militia",), swamp_fox="1214", nc_militia="1214")
    combat(game)
    assert last_roll(game, "close-combat") == {
        "attackers-lead-unit": -1,  # the militia's own morale
        "defenders-lead-unit": 0,
        "tactics": 0,
        "die": 5,
        "total": 4,
    }


@rule("E3.6b")
def test_swamp_fox_beside_another_kind_of_unit_is_no_leader() -> None:
    assert not may_assault(attack_1213(("swamp_fox",), swamp_fox="1214", palmetto_inf="1214"))
    assert not may_assault(attack_1213(("swamp_fox",), swamp_fox="1214", pickens_sumter="1214"))
    assert not may_assault(attack_1213(("swamp_fox",), swamp_fox="1214", nc_militia="1214", kirkwood="1214"))


@rule("E3.6b")
def test_guns_stacked_with_swamp_fox_spoil_it_too() -> None:
    assert not may_assault(attack_1213(swamp_fox="1214", gaines="1214"))


@rule("E3.6b")
def test_swamp_fox_in_a_fight_with_units_of_another_hex_is_no_leader() -> None:
    assert not may_assault(attack_1213(("swamp_fox",), swamp_fox="1214", virginia="1114"))
    assert not may_assault(attack_1213(("swamp_fox",), swamp_fox="1214", nc_militia="1114"))


@rule("E3.6b")
def test_swamp_fox_attacked_together_with_another_hex_is_no_leader() -> None:
    pieces = {"buffs": "1213", "swamp_fox": "1214", "nc_militia": "1114", **AWAY}
    game = eutaw(pieces, phasing="british", phase="close combat")
    announce(game, ("buffs", "1214 1114"))
    act(game, "lead swamp_fox")
    assert not may_assault(game)


@rule("E3.6b")
def test_swamp_fox_attacked_from_several_hexes_remains_a_leader() -> None:
    pieces = {"buffs": "1213", "63rd": "1314", "swamp_fox": "1214", **AWAY}
    game = eutaw(pieces, phasing="british", phase="close combat")
    announce(game, ("buffs", "1214"), ("63rd", "1214"))
    act(game, "lead buffs")
    assert may_assault(game)


@rule("E3.11d")
def test_a_disordered_swamp_fox_is_no_leader_for_tactics() -> None:
    pieces = {"buffs": "1213", "swamp_fox": in_state("1214", "disorder"), **AWAY}
    assert not may_assault(eutaw(pieces, phasing="british", phase="close combat"))


# ---------------------------------------------------------------- E3.14, swamp


@rule("E3.14a")
def test_only_swamp_fox_enters_swamp() -> None:
    pieces = {"swamp_fox": "0716", "nc_bde": "0716", "hampton": "0716", "washington": "0716", "stuart": "1504"}
    game = eutaw(pieces)
    act(game, "move swamp_fox", "go 0615")
    assert spent(game, "swamp_fox") == [3]  # 2 for the swamp, 1 for the creek
    act(game, "stop")
    for piece in ("nc_bde", "hampton", "washington"):
        act(game, f"move {piece}")
        assert refusal(game, "go 0615") == ("S9.2d",)
        act(game, "go 0816", "stop")


@rule("E3.14a")
def test_swamp_costs_swamp_fox_two_points() -> None:
    game = eutaw({"swamp_fox": "0615", **AWAY})
    act(game, "move swamp_fox", "go 0614", "go 0613")
    assert spent(game, "swamp_fox") == [2, 3]  # swamp, then forest


@rule("E3.14a")
def test_a_leader_does_not_follow_swamp_fox_into_the_swamp() -> None:
    # 4 to 2 is 2-1; Buffs +1, Fox -1 and Hampton -1 -1; die 7: 5 is -/R
    pieces = {"swamp_fox": "0716", "hampton": "0716", "buffs": "0816", "stuart": "1504", "maryland": "1520"}
    game = eutaw(pieces, phasing="british", phase="close combat", dice=[7])
    combat(game, ("buffs", "0716"))
    assert result(game) == "-/R"
    assert labels(game) == ["0615", "0616", "0715"]  # 0717 is next to the Buffs
    act(game, "retreat 0615")
    assert where(game, "swamp_fox") == "0615"
    assert happened(game, Followed) == []
    assert where(game, "hampton") == "captured"  # left behind when the Buffs advance


@rule("E3.14a")
def test_zones_of_control_reach_out_of_swamp_and_not_into_it() -> None:
    game = eutaw({"swamp_fox": "2213", "buffs": "1913", "hampton": "1520", "stuart": "1504"}, phasing="british")
    act(game, "move buffs", "go 2113")
    assert asked(game) == "march"  # forest next to the swamp
    game = eutaw({"swamp_fox": "2213", "buffs": "2014", "hampton": "1520", "stuart": "1504"}, phasing="british")
    act(game, "move buffs", "go 2114")
    assert asked(game) == "move"  # open ground next to the swamp
    game = eutaw({"swamp_fox": "2313", "buffs": "2114", "hampton": "1520", "stuart": "1504"})
    act(game, "move swamp_fox", "go 2213")
    assert asked(game) == "march"  # swamp next to the Buffs


@rule("E3.14a")
def test_swamp_surrounds_everybody_but_swamp_fox() -> None:
    """0613 has swamp on four sides; the enemy holds the other two."""
    for unit, surrounded in (("virginia", True), ("swamp_fox", False)):
        pieces = {unit: "0613", "63rd": "0713", "64th": "0714"}
        game = eutaw(pieces, phasing="british", phase="close combat", momentum=(1, 0), dice=[5])
        combat(game, ("63rd", "0613"), ("64th", "0613"), leads=("63rd",))
        assert ("defender-surrounded" in last_roll(game, "close-combat")) is surrounded


@rule("E3.14b", "E-T-ccdrm-b")
def test_swamp_fox_defending_in_swamp_takes_one_off_the_attack() -> None:
    pieces = {"swamp_fox": "0615", "64th": "0715"}
    game = eutaw(pieces, phasing="british", phase="close combat", momentum=(1, 0), dice=[5])
    combat(game, ("64th", "0615"))
    assert last_roll(game, "close-combat") == {
        "attackers-lead-unit": 1,
        "defenders-lead-unit": -1,
        "swamp-fox-in-swamp": -1,
        "attack-across-hexside": -1,
        "tactics": 0,
        "die": 5,
        "total": 3,
    }


@rule("E3.14b")
def test_swamp_fox_has_nothing_from_swamp_outside_it_or_in_attack() -> None:
    game = eutaw({"swamp_fox": "0617", "64th": "0618"}, phasing="british", phase="close combat", momentum=(1, 0), dice=[5])
    combat(game, ("64th", "0617"))
    assert "swamp-fox-in-swamp" not in last_roll(game, "close-combat")
    game = eutaw({"swamp_fox": "0615", "64th": "0715"}, phase="close combat", momentum=(0, 1), dice=[5])
    combat(game, ("swamp_fox", "0715"))
    assert "swamp-fox-in-swamp" not in last_roll(game, "close-combat")
