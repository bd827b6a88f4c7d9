"""E3.7, E3.8 and E3.17: whom leaders command, and what their loss costs."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.revolution.series.battle import Battle
from tests.eutaw.positions import eutaw, in_state, reduced, result
from tests.marks import rule
from tests.proving_ground import (
    act,
    announce,
    army_morale,
    asked,
    combat,
    last_roll,
    momentum_of,
    parse,
    tactics,
    where,
)


def fight(
    pieces: dict[str, Any],
    *attacks: tuple[str, str],
    leads: tuple[str, ...] = (),
    phasing: str = "american",
    first: str = "1",
) -> dict[str, int]:
    """The modifiers of a close combat at die 5; the attacker's momentum keeps it from going on."""
    momentum = (1, 0) if phasing == "british" else (0, 1)
    game = eutaw(pieces, phasing=phasing, phase="close combat", momentum=momentum, dice=[5])
    announce(game, *attacks)
    if asked(game) == "next-combat":
        act(game, f"take {first}")
    if asked(game) == "cavalry-withdrawal":
        act(game, "stand")
    combat(game, leads=leads)
    return last_roll(game, "close-combat")


def may_assault(pieces: dict[str, Any], *attacks: tuple[str, str], lead: str = "") -> bool:
    """Whether the British attacker may choose Frontal Assault, which needs a leader."""
    game = eutaw(pieces, phasing="british", phase="close combat")
    announce(game, *attacks)
    if lead:
        act(game, f"lead {lead}")
    assert asked(game) == "choose-tactics"
    return parse(game, "chit frontal_assault") in game.actions("british")


# ---------------------------------------------------------------- E3.7, Majoribanks and Coffin


@rule("E3.7a")
def test_majoribanks_commands_coffins_hex_and_stuart_that_of_both() -> None:
    pieces = {"coffin": "1112", "charleston_cav": "1112", "maryland": "1113"}
    assert fight(pieces)["defenders-leader"] == -1
    pieces["majoribanks"] = "1112"
    found = fight(pieces)
    assert found["defenders-leader"] == -2  # Majoribanks's, and not Coffin's besides
    assert found["defenders-lead-unit"] == -1 - 1  # with his command
    pieces["stuart"] = "1112"
    assert fight(pieces)["defenders-leader"] == -1


@rule("E3.7b")
def test_coffin_adds_nothing_to_an_attack_with_regulars_of_his_hex() -> None:
    pieces = {"coffin": "1112", "nj_vols": "1112", "63rd": "1112", "kirkwood": "1111"}
    found = fight(pieces, ("nj_vols", "1111"), ("63rd", "1111"), leads=("nj_vols",), phasing="british")
    assert "attackers-leader" not in found


@rule("E3.7b")
def test_coffin_adds_his_combat_modifier_when_only_his_own_attack() -> None:
    """The New Jersey Volunteers attack 1111 and the 63rd, out of the same hex, 1113."""
    pieces = {"coffin": "1112", "nj_vols": "1112", "63rd": "1112", "kirkwood": "1111", "lee_inf": "1113"}
    attacks = (("nj_vols", "1111"), ("63rd", "1113"))
    assert fight(pieces, *attacks, phasing="british", first="1")["attackers-leader"] == 1
    assert "attackers-leader" not in fight(pieces, *attacks, phasing="british", first="2")


@rule("E3.7b")
def test_coffin_commands_provincials_and_tory_militia() -> None:
    for unit in ("nj_vols", "ny_vols", "de_lancey", "sheridan", "charleston_cav", "ninety_six"):
        pieces = {"coffin": "1112", unit: "1112", "maryland": "1113"}
        assert fight(pieces)["defenders-leader"] == -1, unit
    for unit in ("buffs", "63rd", "64th", "light_inf", "grenadiers"):
        pieces = {"coffin": "1112", unit: "1112", "maryland": "1113"}
        assert "defenders-leader" not in fight(pieces), unit


@rule("E3.7b")
def test_guns_in_his_hex_do_not_hinder_coffin() -> None:
    pieces = {"coffin": "1112", "nj_vols": "1112", "light_arty": "1112", "maryland": "1113"}
    assert fight(pieces)["defenders-leader"] == -1


@rule("E3.7b")
def test_coffin_serves_for_tactics_unit_by_unit() -> None:
    pieces = {"coffin": "1112", "63rd": "1112", "kirkwood": "1111", "maryland": "1520"}
    assert not may_assault(pieces, ("63rd", "1111"))
    pieces["nj_vols"] = "1112"
    assert may_assault(pieces, ("63rd", "1111"), ("nj_vols", "1111"), lead="63rd")
    pieces = {"stuart": "1112", "63rd": "1112", "kirkwood": "1111", "maryland": "1520"}
    assert may_assault(pieces, ("63rd", "1111"))


# ---------------------------------------------------------------- E3.8, Hampton


@rule("E3.8a")
def test_hampton_does_not_help_kirkwood_in_a_morale_check() -> None:
    """Kirkwood, with Hampton in 1112, is a companion of Virginia in 1212; the Palmetto Infantry in his place gets the +1."""
    for unit, modifiers in (("kirkwood", {"unit-morale": 2}), ("palmetto_inf", {"unit-morale": 0, "command": 1})):
        # 4 to 4; Buffs +1, Virginia -1, and Hampton -1 for the Palmetto Infantry; die 9: 9 or 8 is -/D
        pieces = {"buffs": "1211", unit: "1112", "hampton": "1112", "virginia": "1212", "stuart": "1504"}
        game = eutaw(pieces, phasing="british", phase="close combat", dice=[9, 9])
        announce(game, ("buffs", "1112 1212"))
        act(game, "lead virginia")
        tactics(game)
        assert result(game) == "-/D"
        act(game, "retreat 1215")
        assert last_roll(game, "morale-check") == {**modifiers, "die": 9, "total": 9 + sum(modifiers.values())}


@rule("E3.8a", "E1.1b")
def test_hampton_commands_state_troops_partisans_and_militia() -> None:
    for unit in ("palmetto_inf", "palmetto_cav", "pickens_sumter", "swamp_fox", "nc_militia", "sc_rifles"):
        found = fight({"hampton": "1112", unit: "1112", "64th": "1111"}, (unit, "1111"))
        assert found["attackers-leader"] == 1, unit
    for unit in ("maryland", "virginia", "nc_bde", "kirkwood", "lee_inf"):
        found = fight({"hampton": "1112", unit: "1112", "64th": "1111"}, (unit, "1111"))
        assert "attackers-leader" not in found, unit


@rule("E3.8a")
def test_hampton_helps_only_his_own_to_rally() -> None:
    for unit, command in (("kirkwood", None), ("palmetto_inf", 1), ("maryland", None), ("nc_militia", 1)):
        pieces = {unit: in_state("1520", "disrupted"), "hampton": "1520", "stuart": "1504"}
        game = eutaw(pieces, phase="rally", dice=[9])
        act(game, f"rally {unit}")
        assert last_roll(game, "rally").get("command") == command, unit


@rule("E3.8b")
def test_hampton_commands_a_force_of_dragoons_only() -> None:
    pieces = {"hampton": "1112", "palmetto_cav": "1112", "washington": "1112", "64th": "1111"}
    attacks = [("palmetto_cav", "1111"), ("washington", "1111")]
    found = fight(pieces, *attacks, leads=("washington",))
    assert found["attackers-leader"] == 1
    assert found["attackers-lead-unit"] == 1 + 1  # Washington with his command
    found = fight({**pieces, "kirkwood": "1112"}, *attacks, ("kirkwood", "1111"), leads=("washington",))
    assert "attackers-leader" not in found
    assert found["attackers-lead-unit"] == 1


@rule("E3.8b")
def test_alone_with_continental_dragoons_hampton_commands_them() -> None:
    for unit, morale in (("washington", 1), ("lee_cav", 2)):
        found = fight({"hampton": "1112", unit: "1112", "64th": "1111"}, (unit, "1111"))
        assert found["attackers-leader"] == 1
        assert found["attackers-lead-unit"] == morale + 1


@rule("E3.8b")
def test_only_those_who_take_part_make_up_the_force() -> None:
    """Kirkwood attacks another hex; Browne's guns never attack."""
    pieces = {"hampton": "1112", "washington": "1112", "kirkwood": "1112", "64th": "1111", "sheridan": "1113"}
    found = fight(pieces, ("washington", "1111"), ("kirkwood", "1113"))
    assert found["attackers-leader"] == 1
    assert found["attackers-lead-unit"] == 1 + 1
    pieces = {"hampton": "1112", "washington": "1112", "browne": "1112", "64th": "1111"}
    found = fight(pieces, ("washington", "1111"))
    assert found["attackers-leader"] == 1
    assert found["attackers-lead-unit"] == 1 + 1


@rule("E3.8b")
def test_guns_that_take_part_in_the_defence_are_no_dragoons() -> None:
    pieces = {"hampton": "1112", "washington": "1112", "64th": "1111"}
    assert fight(pieces, phasing="british")["defenders-leader"] == -1
    assert "defenders-leader" not in fight({**pieces, "gaines": "1112"}, phasing="british")


# ---------------------------------------------------------------- E3.17, losses


def captured_alone(leader: str, **fields: Any) -> Battle:
    """A leader alone in 1112 when an enemy moves in."""
    british = leader in ("stuart", "majoribanks", "coffin")
    pieces = {leader: "1112", ("lee_cav" if british else "charleston_cav"): "1110"}
    pieces |= {"maryland": "1520", "buffs": "1504"}
    game = eutaw(pieces, phasing="american" if british else "british", **fields)
    act(game, "move lee_cav" if british else "move charleston_cav", "go 1112")
    assert where(game, leader) == "captured"
    return game


@rule("E3.17a")
@pytest.mark.parametrize(("leader", "british", "american"), [("stuart", -1, +1), ("majoribanks", -2, +1), ("coffin", -1, 0)])
def test_what_british_leaders_cost(leader: str, british: int, american: int) -> None:
    game = captured_alone(leader)
    assert army_morale(game) == (14 + british, 14 + american)


@rule("E3.17a")
def test_a_leader_lost_to_an_asterisk_costs_besides_the_step() -> None:
    pieces = {"maryland": "1112", "kirkwood": "1112", "greene": "1112", "ny_vols": "1111", "majoribanks": "1111"}
    pieces |= {"washington": "1520", "buffs": "1504"}
    # 5 to 2 is 2-1; 2 + 2 and +1 for Greene, less 1 + 1 and 2; die 9: 10 is -/1*
    game = eutaw(pieces, phase="close combat", dice=[9])
    combat(game, ("maryland", "1111"), ("kirkwood", "1111"), leads=("maryland",))
    assert result(game) == "-/1*"
    assert where(game, "majoribanks") == "eliminated"
    assert army_morale(game) == (14 - 1 - 2, 14 + 1 + 1)


@rule("E3.17b")
@pytest.mark.parametrize(("leader", "british", "american"), [("greene", +2, -3), ("hampton", 0, -1)])
def test_what_american_leaders_cost(leader: str, british: int, american: int) -> None:
    game = captured_alone(leader)
    assert army_morale(game) == (14 + british, 14 + american)


@rule("E3.17b")
def test_greene_takes_a_momentum_chit_with_him() -> None:
    assert momentum_of(captured_alone("greene", momentum=(0, 1))) == (0, 0)
    assert momentum_of(captured_alone("greene", momentum=(1, 3))) == (1, 2)
    assert momentum_of(captured_alone("hampton", momentum=(0, 1))) == (0, 1)


@rule("E3.17b")
def test_without_american_momentum_the_british_draw_a_chit_for_greene() -> None:
    assert momentum_of(captured_alone("greene", momentum=(0, 0))) == (1, 0)
    assert momentum_of(captured_alone("greene", momentum=(5, 0))) == (5, 0)  # the pool is empty


@rule("E3.17c", "E3.17b")
def test_swamp_foxs_end_is_scored_on_top_of_the_result() -> None:
    # 4 to 1 is 4-1; Buffs +1, reduced Fox 0; die 6: 7 is -/1
    pieces = {"buffs": "1111", "swamp_fox": reduced("1112"), "maryland": "1520"}
    game = eutaw(pieces, phasing="british", phase="close combat", dice=[6])
    combat(game, ("buffs", "1112"))
    assert result(game) == "-/1"
    assert where(game, "swamp_fox") == "eliminated"
    assert army_morale(game) == (14 + 1 + 1, 14 - 1 - 2)


@rule("E3.17c")
def test_swamp_fox_captured_costs_the_leader_too() -> None:
    # 4 to 1 is 4-1; Buffs +1, reduced Fox 0; die 8: 9 is -/DC
    pieces = {"buffs": "1111", "swamp_fox": reduced("1112"), "maryland": "1520"}
    game = eutaw(pieces, phasing="british", phase="close combat", dice=[8])
    combat(game, ("buffs", "1112"))
    assert where(game, "swamp_fox") == "captured"
    assert army_morale(game) == (14 + 1 + 1, 14 - 1 - 2)


@rule("E3.17c")
def test_a_step_lost_is_not_the_leader() -> None:
    # 4 to 2 is 2-1; Buffs +1, Fox -1; die 9: -/1
    pieces = {"buffs": "1111", "swamp_fox": "1112", "maryland": "1520"}
    game = eutaw(pieces, phasing="british", phase="close combat", dice=[9])
    combat(game, ("buffs", "1112"))
    assert result(game) == "-/1"
    assert army_morale(game) == (15, 13)
