"""E3.9: the Wantoot Plantation House in 1108, and the garden and orchard beside it."""

from __future__ import annotations

import pytest

from grognard.core.orders import ordered
from grognard.core.rules import Rules
from grognard.games.revolution.series.events import Stood
from tests.eutaw.positions import (
    CAMP,
    columns,
    eutaw,
    fire_result,
    happened,
    in_state,
    marked,
    path_of,
    result,
    spent,
)
from tests.marks import rule
from tests.proving_ground import (
    act,
    asked,
    attack_mask,
    choices,
    combat,
    labels,
    last_roll,
    order_of,
    refusal,
    where,
)

AWAY = {"hampton": "1520", "stuart": "1504"}
"""A leader for each side far away, so that every movement phase asks something."""
ENTERED = marked("american", *CAMP)
"""The camp holds no temptation any more."""


# ---------------------------------------------------------------- E3.9a, who may enter


@rule("E3.9a")
@pytest.mark.parametrize("unit", ["charleston_cav", "light_arty"])
def test_dragoons_and_guns_may_not_enter_the_house(unit: str) -> None:
    game = eutaw({unit: "1109", "maryland": "1520"}, phasing="british")
    act(game, f"move {unit}")
    assert "1008" in labels(game)
    assert refusal(game, "go 1108") == ("S9.2d",)


@rule("E3.9a")
@pytest.mark.parametrize("piece", ["buffs", "light_inf", "ninety_six", "stuart"])
def test_all_others_enter_the_house_for_one_point(piece: str) -> None:
    game = eutaw({piece: "1109", "maryland": "1520"}, phasing="british")
    act(game, f"move {piece}", "go 1108")
    assert spent(game, piece) == [1]


@rule("E3.9a")
def test_victorious_dragoons_leave_the_house_empty() -> None:
    # 1 to 1; Washington +1, Sheridan -1, rifles +1, house -1; die 9: -/D
    game = eutaw({"washington": "1109", "sheridan": "1108", **AWAY}, phase="close combat", dice=[9])
    combat(game, ("washington", "1108"))
    assert result(game) == "-/D"
    act(game, "retreat 1105")
    assert where(game, "washington") == "1109"
    assert {where(game, id) for id in ("washington", "sheridan", *AWAY)}.isdisjoint({"1108"})


@rule("E3.9a")
def test_dragoons_do_not_retreat_into_the_house() -> None:
    # 4 to 1 is 4-1; Maryland +2, the horse -1; die 3: -/R
    game = eutaw({"maryland": "1110", "charleston_cav": "1109", **AWAY}, phase="close combat", dice=[3])
    act(game, "stand")  # they do not ride off
    combat(game)
    assert result(game) == "-/R"
    assert labels(game) == ["1008", "1208"]
    assert refusal(game, "retreat 1108") == ("S13.22c",)
    # 4 to 2 is 2-1; Maryland +2, the 63rd -1; die 4: -/R
    game = eutaw({"maryland": "1110", "63rd": "1109", **AWAY}, phase="close combat", dice=[4])
    combat(game, ("maryland", "1109"))
    assert result(game) == "-/R"
    assert labels(game) == ["1008", "1108", "1208"]


# ---------------------------------------------------------------- E3.9b, zones of control and sight


@rule("E3.9b")
def test_zones_of_control_reach_out_of_the_house() -> None:
    game = eutaw({"kirkwood": "1108", "buffs": "1105", **AWAY}, phasing="british")
    act(game, "move buffs", "go 1107")
    assert path_of(game, "buffs")[-1] == "1107"
    assert asked(game) == "move"  # two points are left, and the move is over


@rule("E3.9b")
def test_zones_of_control_do_not_reach_into_the_house() -> None:
    game = eutaw({"lee_inf": "1109", "buffs": "1107", **AWAY}, state=ENTERED)
    act(game, "move lee_inf", "go 1108")
    assert asked(game) == "march"  # next to the Buffs, and free to go on
    game = eutaw({"lee_inf": "1109", "buffs": "1207", **AWAY}, state=ENTERED)
    act(game, "move lee_inf", "go 1208")
    assert asked(game) == "move"  # the tents beside it are in their zone


@rule("E3.9b")
def test_the_house_blocks_the_line_of_sight() -> None:
    pieces = {"light_arty": "1110", "maryland": "1107", "kirkwood": "1111"}
    game = eutaw(pieces, phasing="american", phase="artillery fire")
    assert choices(game) == ["target kirkwood", "hold-fire"]
    assert refusal(game, "target maryland") == ("S11.4-alg",)


# ---------------------------------------------------------------- E3.9c, no duty to attack


@rule("E3.9c")
def test_units_inside_need_not_attack() -> None:
    pieces = {"sheridan": "1108", "ny_vols": "1108", "nc_bde": "1109", **AWAY}
    game = eutaw(pieces, phasing="british", phase="close combat")
    assert "end-announcement" in choices(game)
    assert any(text.startswith("attack ny_vols") for text in choices(game))  # they may
    act(game, "end-announcement")
    assert columns(game) == []


@rule("E3.9c")
def test_the_same_units_outside_must_attack() -> None:
    pieces = {"sheridan": "1008", "ny_vols": "1008", "nc_bde": "1109", **AWAY}
    game = eutaw(pieces, phasing="british", phase="close combat")
    assert refusal(game, "end-announcement") == ("S12.12a", "S12.13")


@rule("E3.9c")
def test_units_outside_must_attack_an_enemy_in_the_house() -> None:
    game = eutaw({"ny_vols": "1108", "nc_bde": "1109", **AWAY}, phase="close combat")
    assert asked(game) == "choose-tactics"  # the attack was no choice


@rule("E3.9c")
def test_enemies_next_to_the_house_only_need_not_be_attacked_by_others() -> None:
    """The Buffs must attack Kirkwood; N.C. in 1109 is next to the house only."""
    pieces = {"ny_vols": "1108", "nc_bde": "1109", "buffs": "1310", "kirkwood": "1311", **AWAY}
    game = eutaw(pieces, phasing="british", phase="close combat")
    assert "S12.12a" in refusal(game, "end-announcement")
    act(game, attack_mask(game, "buffs", "1311"), "end-announcement")
    assert len(columns(game)) == 1


@rule("E3.9c", "S13.1-PIN-c")
def test_a_pinned_unit_inside_must_attack() -> None:
    pieces = {"ny_vols": in_state("1108", "pinned:1"), "nc_bde": in_state("1109", "pinned:1"), **AWAY}
    game = eutaw(pieces, phasing="british", phase="close combat")
    assert asked(game) == "choose-tactics"
    game = eutaw({"ny_vols": "1108", "nc_bde": "1109", **AWAY}, phasing="british", phase="close combat")
    act(game, "end-announcement")


# ---------------------------------------------------------------- E3.9d, benefits


@rule("E3.9d", "E-T-firedrm")
def test_fire_at_the_house_is_at_minus_two() -> None:
    """Light infantry besides: 8 - 2 - 1 is 5, and 6 is needed."""
    pieces = {"kirkwood": "1108", "light_arty": "1207", **AWAY}
    game = eutaw(pieces, phasing="american", phase="artillery fire", dice=[8])
    act(game, "target kirkwood")
    assert last_roll(game, "artillery-to-hit") == {"target-light-infantry": -1, "target-terrain": -2, "die": 8, "total": 5}
    assert fire_result(game) == "miss"


@rule("E3.9d", "E-T-ccdrm-b")
def test_close_combat_against_the_house_is_at_minus_one_for_either_side() -> None:
    game = eutaw({"buffs": "1109", "kirkwood": "1108"}, phasing="british", phase="close combat", momentum=(1, 0), dice=[5])
    combat(game, ("buffs", "1108"))
    assert last_roll(game, "close-combat") == {
        "attackers-lead-unit": 1,
        "defenders-lead-unit": -2,  # the +1 of the house is no part of it
        "defenders-terrain": -1,
        "tactics": 0,
        "die": 5,
        "total": 3,
    }
    game = eutaw({"maryland": "1109", "buffs": "1108"}, phase="close combat", momentum=(0, 1), dice=[5])
    combat(game, ("maryland", "1108"))
    assert last_roll(game, "close-combat")["defenders-terrain"] == -1


@rule("E3.9d")
def test_one_defender_in_the_house_is_enough() -> None:
    pieces = {"maryland": "1109", "ny_vols": "1108", "nj_vols": "1008"}
    game = eutaw(pieces, phase="close combat", momentum=(0, 1), dice=[5])
    combat(game, ("maryland", "1108 1008"), leads=("nj_vols",))
    assert last_roll(game, "close-combat")["defenders-terrain"] == -1


@rule("E3.9d")
def test_a_morale_check_inside_is_at_plus_one() -> None:
    # 4 to 4 is 1-1; Buffs +1, Virginia -1, house -1, army +1: die 9 is 9: -/D, and Kirkwood checks
    pieces = {"buffs": "1109", "virginia": "1108", "kirkwood": "1108", **AWAY}
    game = eutaw(pieces, phasing="british", phase="close combat", morale=(14, 10), dice=[9, 4])
    combat(game, ("buffs", "1108"), leads=("virginia",))
    assert result(game) == "-/D"
    act(game, f"retreat {labels(game)[0]}")
    assert last_roll(game, "morale-check") == {
        "unit-morale": 2,
        "army-morale": -1,
        "inside-the-house": 1,
        "die": 4,
        "total": 6,
    }


@rule("E3.9d")
def test_the_house_does_not_help_to_rally() -> None:
    game = eutaw({"kirkwood": in_state("1108", "disrupted"), **AWAY}, phase="rally", dice=[5])
    act(game, "rally kirkwood")
    assert last_roll(game, "rally") == {"unit-morale": 2, "die": 5, "total": 7}


# ---------------------------------------------------------------- E3.9e, R is not binding


@rule("E3.9e", "E-T-results")
def test_the_defenders_of_the_house_may_stay_on_an_r_result() -> None:
    # 3 to 3; N.C. 0, New York -1, rifles +1, house -1; die 7: 6 is R/R
    pieces = {"nc_bde": "1109", "ny_vols": "1108", "sheridan": "1108", **AWAY}
    game = eutaw(pieces, phase="close combat", dice=[7])
    combat(game, ("nc_bde", "1108"), leads=("ny_vols",))
    assert result(game) == "R/R"
    assert (game.actors, choices(game)) == (("british",), ["stand", "withdraw"])
    act(game, "stand")
    assert choices(game) == ["stand", "withdraw"]
    act(game, "stand")  # no morale check: the script holds no more dice
    assert where(game, "ny_vols") == where(game, "sheridan") == "1108"
    assert happened(game, Stood) == [Stood("ny_vols"), Stood("sheridan")]
    assert where(game, "nc_bde") == "1110"  # the attacker retreats


@rule("E3.9e")
def test_the_owner_may_also_let_them_go() -> None:
    pieces = {"nc_bde": "1109", "ny_vols": "1108", "sheridan": "1108", **AWAY}
    game = eutaw(pieces, phase="close combat", dice=[7, 3])
    combat(game, ("nc_bde", "1108"), leads=("ny_vols",))
    act(game, "withdraw", "retreat 1107")
    assert where(game, "ny_vols") == "1107"
    act(game, "withdraw")  # Sheridan checks like any companion: 3 + 1 + 1 for the house is 5, and he stays
    assert last_roll(game, "morale-check")["total"] == 5
    assert where(game, "sheridan") == "1108"


@rule("E3.9e")
def test_an_r_result_from_fire_is_not_binding_either() -> None:
    # 2 points adjacent need 6: 8 - 2 hits; damage 0 is R
    pieces = {"virginia": "1108", "light_arty": "1207", "stuart": "1504", "maryland": "1520"}
    game = eutaw(pieces, phasing="american", phase="artillery fire", dice=[8, 0])
    act(game, "target virginia")
    assert fire_result(game) == "R"
    assert (game.actors, choices(game)) == (("american",), ["stand", "withdraw"])
    act(game, "stand")
    assert where(game, "virginia") == "1108"


@rule("E3.9e")
def test_attackers_out_of_the_house_may_stay_on_an_r_result() -> None:
    # 2 to 3 is 1-2; New York +1, N.C. 0; die 3: 4 is R/-
    game = eutaw({"ny_vols": "1108", "nc_bde": "1109", **AWAY}, phasing="british", phase="close combat", dice=[3])
    combat(game, ("ny_vols", "1109"))
    assert result(game) == "R/-"
    assert choices(game) == ["stand", "withdraw"]
    act(game, "stand")
    assert where(game, "ny_vols") == "1108"


@rule("E3.9e")
def test_a_disruption_drives_the_lead_out_of_the_house() -> None:
    # 4 to 2 is 2-1; Maryland +2, New York -1, house -1; die 7: -/D
    game = eutaw({"maryland": "1109", "ny_vols": "1108", **AWAY}, phase="close combat", dice=[7], state=ENTERED)
    combat(game, ("maryland", "1108"))
    assert result(game) == "-/D"
    assert asked(game) == "retreat"
    act(game, "retreat 1105")
    assert order_of(game, "ny_vols") == "disrupted"


@rule("E3.9e")
def test_a_failed_check_after_another_result_is_binding() -> None:
    # 4 to 4 is 1-1; Maryland +2, New York -1, house -1; die 9: -/D; the New Jersey Volunteers roll 3 + 0 + 1
    pieces = {"maryland": "1109", "ny_vols": "1108", "nj_vols": "1108", **AWAY}
    game = eutaw(pieces, phase="close combat", dice=[9, 3], state=ENTERED)
    combat(game, ("maryland", "1108"), leads=("ny_vols",))
    assert result(game) == "-/D"
    act(game, "retreat 1105")
    assert last_roll(game, "morale-check")["total"] == 4
    assert asked(game) == "retreat"
    act(game, "retreat 1107")
    assert where(game, "nj_vols") == "1107"


# ---------------------------------------------------------------- E3.9f, garden and orchard


@rule("E3.9f")
def test_an_orchard_is_woods_and_a_garden_is_nothing() -> None:
    game = eutaw({"charleston_cav": "1107", "maryland": "1520"}, phasing="british")
    act(game, "move charleston_cav", "go 1207")
    assert spent(game, "charleston_cav") == [1.5]
    game = eutaw({"charleston_cav": "1107", "maryland": "1520"}, phasing="british")
    act(game, "move charleston_cav", "go 1007")
    assert spent(game, "charleston_cav") == [1]


@rule("E3.9f")
def test_fire_into_an_orchard_is_at_minus_one_and_into_the_garden_at_nothing() -> None:
    for hex, modifiers in (("1207", {"target-in-woods": -1}), ("1007", {})):
        pieces = {"maryland": hex, "light_arty": "1206" if hex == "1207" else "1006", **AWAY}
        game = eutaw(pieces, phasing="american", phase="artillery fire", dice=[4])
        act(game, "target maryland")
        assert last_roll(game, "artillery-to-hit") == {**modifiers, "die": 4, "total": 4 + sum(modifiers.values())}


@rule("E3.9f")
def test_zones_of_control_enter_the_garden_and_not_the_orchard() -> None:
    game = eutaw({"kirkwood": "1107", "buffs": "1005", **AWAY}, phasing="british")
    act(game, "move buffs", "go 1006")
    assert asked(game) == "move"
    game = eutaw({"kirkwood": "1107", "buffs": "0907", **AWAY}, phasing="british")
    act(game, "move buffs", "go 1007")
    assert asked(game) == "move"  # the garden
    game = eutaw({"kirkwood": "1107", "buffs": "1308", **AWAY}, phasing="british")
    act(game, "move buffs", "go 1207")
    assert asked(game) == "march"  # the orchard


@rule("E3.9f")
def test_the_orchard_blocks_the_line_of_sight_and_the_garden_does_not() -> None:
    # 1205 to 1208 passes 1206 and 1207, both orchard; 1006 to 1008 passes the garden
    pieces = {"light_arty": "1205", "maryland": "1208", "kirkwood": "1105"}
    game = eutaw(pieces, phasing="american", phase="artillery fire")
    assert refusal(game, "target maryland") == ("S11.4-alg",)
    pieces = {"light_arty": "1006", "maryland": "1008"}
    game = eutaw(pieces, phasing="american", phase="artillery fire")
    assert "target maryland" in choices(game)


@rule("E3.9e")
@pytest.mark.parametrize("word", ["stand", "go"])
def test_the_house_is_held_or_left_as_ordered(word: str) -> None:
    pieces = {"nc_bde": "1109", "ny_vols": "1108", "sheridan": "1108", **AWAY}
    game = eutaw(pieces, phase="close combat", dice=[7, 3])
    combat(game, ("nc_bde", "1108"), leads=("ny_vols",))
    orders = {"hold-the-house": word, "retreats": "far"}
    while game.actors == ("british",) and game.seat("british").ask(Rules.reacts):
        action = ordered(game.seat("british"), orders)
        assert action is not None
        game.play("british", action)
    assert where(game, "ny_vols") == ("1108" if word == "stand" else "1007")
    assert where(game, "sheridan") == "1108"
