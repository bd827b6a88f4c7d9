"""The charts of Eutaw Springs (E-T), and who counts as militia (E1.1b, E3.19)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.revolution.series.battle import Battle
from tests.eutaw.positions import (
    CAMP,
    columns,
    end_of_game,
    eutaw,
    fire_result,
    in_state,
    marked,
    reduced,
    result,
    spent,
)
from tests.marks import rule
from tests.printed_tables import (
    CHITS,
    CLOSE_COMBAT,
    DAMAGE,
    MOMENTUM,
    TACTICS,
    at_odds,
    chits_offered,
    chits_shown,
    wavering,
)
from tests.proving_ground import (
    act,
    announce,
    army_morale,
    asked,
    combat,
    last_roll,
    momentum_of,
    refusal,
    where,
)

AWAY = {"hampton": "1520", "stuart": "1504"}
"""A leader for each side far away, so that every movement phase asks something."""
ENTERED = marked("american", *CAMP)


def fight(pieces: dict[str, Any], *attacks: tuple[str, str], leads: tuple[str, ...] = (), **fields: Any) -> dict[str, int]:
    """The modifiers of a close combat at die 5; momentum on the attacker's side keeps it from going on."""
    momentum = (1, 0) if fields.get("phasing") == "british" else (0, 1)
    game = eutaw(pieces, phase="close combat", momentum=momentum, dice=[5], **fields)
    combat(game, *attacks, leads=leads)
    return last_roll(game, "close-combat")


# ---------------------------------------------------------------- who is militia


@rule("E1.1b", "E3.19")
def test_partisans_and_state_troops_are_not_militia() -> None:
    for unit in ("pickens_sumter", "swamp_fox", "palmetto_inf", "palmetto_cav"):
        found = fight({unit: "1112", "63rd": "1111"}, (unit, "1111"))
        assert "all-attackers-militia" not in found, unit
        found = fight({unit: "1112", "63rd": "1111", "64th": "1113"}, (unit, "1111 1113"), leads=("63rd",))
        assert "all-attackers-militia" not in found, unit


@rule("E3.19", "E1.1a", "E-T-ccdrm-a")
def test_provincials_are_not_militia_and_the_tory_militia_is() -> None:
    for unit in ("ny_vols", "de_lancey", "nj_vols", "63rd"):
        assert "all-defenders-militia" not in fight({"maryland": "1112", unit: "1111"}, ("maryland", "1111")), unit
    assert fight({"maryland": "1112", "ninety_six": "1111"}, ("maryland", "1111"))["all-defenders-militia"] == 1
    pieces = {"maryland": "1112", "ninety_six": "1111", "nj_vols": "1111"}
    assert "all-defenders-militia" not in fight(pieces, ("maryland", "1111"), leads=("nj_vols",))


@rule("E3.19", "E-T-ccdrm-b")
def test_militia_attacking_alone_has_minus_one() -> None:
    pieces = {"nc_militia": "1112", "63rd": "1111"}
    assert fight(pieces, ("nc_militia", "1111"))["all-attackers-militia"] == -1
    pieces["palmetto_inf"] = "1112"
    found = fight(pieces, ("nc_militia", "1111"), ("palmetto_inf", "1111"), leads=("palmetto_inf",))
    assert "all-attackers-militia" not in found


@rule("E3.19")
def test_militia_against_militia_cancels_out() -> None:
    found = fight({"nc_militia": "1112", "ninety_six": "1111"}, ("nc_militia", "1111"))
    assert found["total"] == 5 - 1 + 1  # the two morales of -1, and the two militia lines


# ---------------------------------------------------------------- E-T-morale


@rule("E-T-morale")
def test_a_two_step_unit_eliminated_by_a_2_costs_two_and_gives_one() -> None:
    # the disrupted Buffs count 2, and 9 to 2 is 4-1
    pieces = {"maryland": "1112", "swamp_fox": "1112", "virginia": "1210", "buffs": in_state("1111", "disrupted"), **AWAY}
    game = eutaw(pieces, phase="close combat", dice=[9])
    combat(game, ("maryland", "1111"), ("swamp_fox", "1111"), ("virginia", "1111"), leads=("maryland",))
    assert result(game) == "-/2"  # 9 + 2 - 1 + 1
    assert where(game, "buffs") == "eliminated"
    assert army_morale(game) == (12, 15)


@rule("E-T-morale")
def test_a_rally_gives_one() -> None:
    game = eutaw({"maryland": in_state("1520", "disrupted"), "stuart": "1504", "hampton": "1520"}, phase="rally", dice=[3])
    act(game, "rally maryland")
    assert army_morale(game) == (14, 15)


@rule("E-T-morale")
def test_a_disruption_costs_one() -> None:
    # 4 to 2 is 2-1; 2 - 1 + 7: -/D
    game = eutaw({"maryland": "1112", "63rd": "1111", **AWAY}, phase="close combat", dice=[7])
    combat(game, ("maryland", "1111"))
    act(game, "retreat 1108")
    assert army_morale(game) == (13, 14)


@rule("E-T-morale")
def test_a_step_costs_one_and_gives_one() -> None:
    # 4 to 2 is 2-1; 2 - 1 + 8: -/1
    game = eutaw({"maryland": "1112", "63rd": "1111", **AWAY}, phase="close combat", dice=[8])
    combat(game, ("maryland", "1111"))
    assert result(game) == "-/1"
    assert army_morale(game) == (13, 15)


@rule("E-T-morale")
def test_a_capture_costs_one_and_gives_one() -> None:
    game = eutaw({"maryland": "1112", "light_arty": "1111", "kirkwood": "1113", **AWAY}, phase="close combat")
    assert where(game, "light_arty") == "captured"
    assert army_morale(game) == (13, 15)


@rule("E-T-morale")
def test_an_am_result_costs_one() -> None:
    game = eutaw({"sc_rifles": "1112", "63rd": "1111", **AWAY}, phase="rifle fire", dice=[9, 0])
    act(game, "target 63rd")
    assert army_morale(game) == (13, 14)


@rule("E-T-morale")
def test_pins_removed_in_the_movement_phase_cost_the_moving_side_one() -> None:
    pieces = {"maryland": in_state("1112", "pinned:1"), "63rd": in_state("1111", "pinned:1"), **AWAY}
    game = eutaw(pieces)
    act(game, "break-contact 1", "go 1114", "end-movement")
    assert army_morale(game) == (14, 13)


# ---------------------------------------------------------------- E-T-vp


def american_points(pieces: dict[str, Any], **fields: Any) -> float:
    return end_of_game({"kirkwood": "1520", **pieces}, **fields).scores["american"]


def british_points(pieces: dict[str, Any]) -> float:
    """Without the camp."""
    return end_of_game({"kirkwood": "1520", **pieces}).scores["british"] - 3


@rule("E-T-vp")
def test_the_ledgers_example_of_victory_points() -> None:
    assert american_points({"buffs": reduced("1404"), "63rd": "captured", "sheridan": "eliminated"}) == 2.5


@rule("E-T-vp")
def test_each_line_of_the_victory_point_table() -> None:
    assert american_points({"buffs": "1404"}) == 0
    assert american_points({"buffs": "eliminated"}) == 2
    assert american_points({"buffs": {"box": "eliminated", "step": 2}}) == 2  # not 2.5
    assert american_points({"buffs": reduced("1404")}) == 0.5
    assert american_points({"sheridan": "eliminated"}) == 1
    assert american_points({"light_arty": "eliminated"}) == 1
    assert american_points({"sheridan": "captured"}) == 1
    assert american_points({"buffs": {"box": "captured", "step": 2}}) == 1
    assert american_points({"buffs": in_state("1404", "disrupted")}) == 0.5
    assert american_points({"buffs": in_state("1404", "shattered")}) == 0.5
    assert american_points({"buffs": in_state("1404", "disrupted", step=2)}) == 1
    assert american_points({"rooting_party": "eliminated"}) == 0
    assert american_points({"rooting_party": "captured"}) == 0


@rule("E-T-vp")
def test_looting_scores_nothing() -> None:
    assert british_points({"virginia": in_state("1110", "disorder")}) == 0
    assert british_points({"virginia": in_state("1620", "disrupted")}) == 0.5


# ---------------------------------------------------------------- E-T-terrain

FOOT, MILITIA, LIGHT, HORSE, GUNS, LEADER = "buffs", "ninety_six", "light_inf", "charleston_cav", "light_arty", "stuart"
GROUND = {
    "open": ("1211", "1210", (1, 1, 1, 1, 1, 1)),
    "cultivated": ("1405", "1406", (1, 1, 1, 1, 1, 1)),
    "forest": ("2007", "2008", (1, 1, 1, 1.5, 2, 1)),
    "orchard": ("1107", "1207", (1, 1, 1, 1.5, 2, 1)),
    "heavy forest": ("2105", "2106", (1.5, 1.5, 1, 2, 2, 1)),
}
"""A step into each kind of ground, and its price for foot, militia, light infantry, dragoons, guns and leaders."""


def price(piece: str, start: str, hex: str) -> float:
    others = {"maryland": "1522", "kirkwood": "1622"}
    game = eutaw({piece: start, **others}, phasing="british")
    act(game, f"move {piece}", f"go {hex}")
    return spent(game, piece)[0]


@rule("E-T-terrain-a")
@pytest.mark.parametrize("ground", GROUND)
def test_the_price_of_ordinary_ground(ground: str) -> None:
    start, hex, prices = GROUND[ground]
    assert tuple(price(piece, start, hex) for piece in (FOOT, MILITIA, LIGHT, HORSE, GUNS, LEADER)) == prices


@rule("E-T-terrain-a")
def test_washington_rides_through_five_forest_hexes_and_not_six() -> None:
    game = eutaw({"washington": "2006", **AWAY})
    act(game, "move washington", "go 2011")
    assert spent(game, "washington") == [7.5]
    assert asked(game) == "move"  # half a point is left
    game = eutaw({"washington": "2006", **AWAY})
    act(game, "move washington")
    assert refusal(game, "go 2012") == ("S9.1a",)


@rule("E-T-terrain-a", "E-T-firedrm")
@pytest.mark.parametrize(
    ("ground", "drm"), [("open", 0), ("cultivated", 0), ("forest", -1), ("orchard", -1), ("heavy forest", -1)]
)
def test_woods_take_one_off_fire_and_nothing_off_close_combat(ground: str, drm: int) -> None:
    start, hex, _ = GROUND[ground]
    game = eutaw({"sc_rifles": in_state(start, "fired"), "buffs": hex, **AWAY}, phase="rifle fire", dice=[1])
    act(game, "target buffs")
    assert last_roll(game, "rifle-to-hit")["total"] == 1 + drm
    found = fight({"maryland": start, "buffs": hex}, ("maryland", hex))
    assert found["total"] == 5 + 2 - 1


@rule("E-T-terrain-b")
def test_stream_and_slope_on_one_hexside_count_once() -> None:
    assert price("buffs", "0808", "0909") == 2
    assert price("buffs", "0909", "0808") == 2
    for attack, defence in (("0808", "0909"), ("0909", "0808")):
        found = fight({"maryland": attack, "buffs": defence}, ("maryland", defence))
        assert found["attack-across-hexside"] == -1
        assert found["total"] == 5 + 2 - 1 - 1


@rule("E-T-terrain-b")
def test_a_stream_costs_one_point_a_ford_and_a_bridge_none() -> None:
    assert price("buffs", "1022", "1023") == 2
    assert price("charleston_cav", "1022", "1023") == 2.5
    assert price("buffs", "0822", "0823") == 1
    assert price("light_arty", "0822", "0823") == 1  # by the track
    assert price("buffs", "0807", "0907") == 1


@rule("E-T-terrain-b", "E-T-ccdrm-b")
@pytest.mark.parametrize(("attack", "defence"), [("1023", "1022"), ("0823", "0822"), ("0807", "0907")])
def test_an_attack_across_stream_ford_or_bridge_is_at_minus_one(attack: str, defence: str) -> None:
    found = fight({"maryland": attack, "buffs": defence}, ("maryland", defence))
    assert found["attack-across-hexside"] == -1


@rule("E-T-terrain-b")
def test_all_attackers_must_cross_such_hexsides_which_may_be_mixed() -> None:
    pieces = {"maryland": "0823", "virginia": "0923", "buffs": "0822"}  # ford and stream
    attacks = [("maryland", "0822"), ("virginia", "0822")]
    assert fight(pieces, *attacks, leads=("maryland",))["attack-across-hexside"] == -1
    pieces["virginia"] = "0821"  # on the defender's side of the water
    assert "attack-across-hexside" not in fight(pieces, *attacks, leads=("maryland",))


@rule("E-T-terrain-b")
def test_road_and_track_cost_one_point_in_all() -> None:
    assert price("light_arty", "1115", "1114") == 1  # road through forest
    assert price("light_arty", "0821", "0921") == 1  # track through forest
    assert price("charleston_cav", "1221", "1222") == 1  # road over the ford


@rule("E-T-terrain-c")
def test_entering_and_leaving_a_rifle_zone_costs_one_point_each() -> None:
    game = eutaw({"sheridan": "1108", "maryland": "1111", "greene": "1111", **AWAY}, state=ENTERED)
    act(game, "move maryland", "go 1110")
    assert spent(game, "maryland") == [1]  # not next to the house
    act(game, "go 1109")
    assert spent(game, "maryland") == [1, 3]
    game = eutaw({"sheridan": "1108", "maryland": "1109", **AWAY}, state=ENTERED)
    act(game, "move maryland", "go 1110")
    assert spent(game, "maryland") == [2]


@rule("E-T-terrain-c")
def test_from_one_rifle_hex_to_another_costs_two_points_more() -> None:
    game = eutaw({"sheridan": "1108", "lee_inf": "1109", **AWAY}, state=ENTERED)
    act(game, "move lee_inf", "go 1008")
    assert spent(game, "lee_inf") == [3]
    game = eutaw({"63rd": "1108", "lee_inf": "1109", **AWAY}, state=ENTERED)
    act(game, "move lee_inf", "go 1008")
    assert spent(game, "lee_inf") == [1]  # other units have no such zone


# ---------------------------------------------------------------- fire


@rule("E-T-hit")
@pytest.mark.parametrize(
    ("guns", "target", "needed"),
    [
        ({"light_arty": "1111"}, "1114", 8),  # 2 points at range 3
        ({"light_arty": "1111"}, "1112", 6),
    ],
)
def test_the_light_artillery_hits_from_its_number_on(guns: dict[str, str], target: str, needed: int) -> None:
    drm = -1 if target == "1114" else 0  # forest
    for roll in (needed - drm - 1, needed - drm):
        pieces = {**guns, "maryland": target, "kirkwood": "1520", "buffs": "1504"}
        game = eutaw(pieces, phasing="american", phase="artillery fire", dice=[roll, 0])
        act(game, "target maryland")
        assert (fire_result(game) != "miss") is (roll == needed - drm)


@rule("E-T-hit")
def test_the_light_artillery_hits_infantry_in_the_open_at_range_3_with_an_8() -> None:
    for roll, hits in ((8, True), (7, False)):
        pieces = {"light_arty": "1109", "maryland": "1112", "kirkwood": "1520", "buffs": "1504"}
        game = eutaw(pieces, phasing="american", phase="artillery fire", dice=[roll, 0])
        act(game, "target maryland")
        assert (fire_result(game) != "miss") is hits


@rule("E-T-hit")
def test_rifles_fire_at_adjacent_targets_only() -> None:
    pieces = {"sc_rifles": "1112", "buffs": "1111", "63rd": "1110", **AWAY}
    game = eutaw(pieces, phase="rifle fire")
    assert refusal(game, "target 63rd") == ("S10.2b",)


@rule("E-T-firedrm")
def test_sheridans_first_fire_at_horse_in_the_woods() -> None:
    for roll, hits in ((6, True), (5, False)):
        pieces = {"sheridan": "2007", "lee_cav": "2008", **AWAY}
        game = eutaw(pieces, phasing="british", phase="rifle fire", dice=[roll, 0])
        act(game, "target lee_cav")
        assert last_roll(game, "rifle-to-hit") == {
            "target-in-woods": -1,
            "target-artillery-or-dragoons": 1,
            "first-rifle-fire": 1,
            "die": roll,
            "total": roll + 1,
        }
        assert (fire_result(game) != "miss") is hits


@rule("E-T-firedrm")
def test_guns_are_an_easy_target_and_the_first_fire_comes_once() -> None:
    pieces = {"sheridan": in_state("1111", "fired"), "gaines": "1112", **AWAY}
    game = eutaw(pieces, phasing="british", phase="rifle fire", dice=[1])
    act(game, "target gaines")
    assert last_roll(game, "rifle-to-hit") == {"target-artillery-or-dragoons": 1, "die": 1, "total": 2}


@rule("E-T-damage")
@pytest.mark.parametrize(("rolls", "foot", "guns"), DAMAGE)
def test_each_row_of_the_damage_table(rolls: tuple[int, int], foot: str, guns: str) -> None:
    for roll in rolls:
        for target, expected in (("de_lancey", foot), ("light_arty", guns)):
            game = eutaw({"sc_rifles": "1112", target: "1111", **AWAY}, phase="rifle fire", dice=[9, roll])
            act(game, f"target {target}")
            assert fire_result(game) == expected
        for target in ("maryland", "gaines"):
            pieces = {"light_arty": "1111", target: "1112", "kirkwood": "1520", "buffs": "1504"}
            game = eutaw(pieces, phasing="american", phase="artillery fire", dice=[9, roll])
            act(game, f"target {target}")
            assert fire_result(game) == guns


# ---------------------------------------------------------------- tactics


def shown(attacker: str, defender: str) -> str:
    """What two chits give; both sides have a leader and an open flank."""
    pieces = {"maryland": "1112", "greene": "1112", "buffs": "1111", "stuart": "1111", "kirkwood": "1520"}
    game = eutaw(pieces, phase="close combat", momentum=(0, 1), dice=[5])
    return chits_shown(game, attacker, defender)


@rule("E-T-matrix")
def test_every_cell_of_the_tactics_matrix() -> None:
    assert {chits: shown(*chits) for chits in TACTICS} == TACTICS


@rule("E-T-matrix")
def test_some_chits_need_a_leader_and_some_an_open_flank() -> None:
    def offered(pieces: dict[str, Any]) -> set[str]:
        game = eutaw({"maryland": "1112", "buffs": "1111", **pieces}, phase="close combat")
        announce(game, ("maryland", "1111"))
        return chits_offered(game, "american")

    plain = {"skirmish", "attack_echelon", "stand_fast", "withdraw"}
    assert offered({}) == plain
    assert offered({"greene": "1113"}) == set(CHITS)
    # guns in both hexes beside the fight close the flanks
    closed = {"greene": "1113", "gaines": "1011", "browne": "1211"}
    assert offered(closed) == plain | {"frontal_assault", "commit_reserve"}


# ---------------------------------------------------------------- the close combat table

ODDS: dict[str, tuple[dict[str, Any], dict[str, Any], tuple[str, ...]]] = {
    # attackers in 1112, defenders in 1111, and the leads where there is a choice, all of morale 0
    "1-3": ({"palmetto_inf": "1112"}, {"63rd": reduced("1111"), "64th": reduced("1111")}, ("63rd",)),
    "1-2": ({"palmetto_inf": "1112"}, {"64th": reduced("1111")}, ()),
    "1-1": ({"palmetto_inf": "1112"}, {"63rd": reduced("1111")}, ()),
    "3-2": ({"nc_bde": "1112"}, {"64th": reduced("1111")}, ()),
    "2-1": ({"swamp_fox": reduced("1112"), "palmetto_inf": "1112"}, {"63rd": reduced("1111")}, ("palmetto_inf",)),
    "3-1": ({"nc_bde": "1112"}, {"63rd": reduced("1111")}, ()),
    "4-1": ({"nc_bde": "1112", "palmetto_inf": "1112"}, {"63rd": reduced("1111")}, ("nc_bde",)),
}


def read(odds: str, total: int) -> Battle:
    """A combat at these odds with this modified die; a wavering army takes 2 off its lead."""
    attackers, defenders, leads = ODDS[odds]
    die, morale = wavering(total)
    pieces = {**attackers, **defenders, "kirkwood": "1520", "buffs": "1504"}
    game = eutaw(pieces, phase="close combat", morale=morale, momentum=(0, 1), dice=[die])
    return at_odds(game, odds, total, *((id, "1111") for id in attackers), leads=leads)


@rule("E-T-crt")
def test_every_cell_of_the_close_combat_table() -> None:
    assert {(odds, row): result(read(odds, int(row))) for odds, row in CLOSE_COMBAT} == CLOSE_COMBAT


@rule("E-T-crt")
@pytest.mark.parametrize(("total", "held"), MOMENTUM)
def test_momentum_comes_with_the_first_two_and_the_last_two_rows(total: int, held: tuple[int, int]) -> None:
    game = read("1-1", total)
    act(game, "accept")  # the American keeps the chit he holds
    if total == 9:
        act(game, "retreat 1108")
    assert momentum_of(game) == held


@rule("E-T-crt")
def test_rolls_beyond_the_table_are_read_on_its_last_row() -> None:
    # 3 to 2; N.C. 0 + 2 and Greene's 1, against 0 - 2: die 9 is 14
    pieces = {"nc_bde": "1112", "greene": "1112", "64th": reduced("1111"), "buffs": "1504"}
    game = eutaw(pieces, phase="close combat", morale=(3, 14), dice=[9])
    combat(game, ("nc_bde", "1111"))
    assert columns(game) == ["3-2"]
    assert last_roll(game, "close-combat")["total"] == 14
    assert result(game) == "-/DC"
    assert where(game, "64th") == "captured"
    assert momentum_of(game) == (0, 1)
    # 2 to 4; the 63rd 1 - 2, Maryland 2 and Greene 2 and 1: die 0 is -6
    pieces = {"63rd": "1111", "maryland": "1112", "greene": "1112", "kirkwood": "1520", "buffs": "1504"}
    game = eutaw(pieces, phasing="british", phase="close combat", morale=(3, 14), momentum=(1, 0), dice=[0])
    combat(game, ("63rd", "1112"))
    assert last_roll(game, "close-combat")["total"] == -6
    assert result(game) == "AC/-"


@rule("E-T-crt-odds")
def test_odds_beyond_the_columns() -> None:
    pieces = {"kirkwood": "1112", "63rd": "1111", "ny_vols": "1111"}
    found = fight(pieces, ("kirkwood", "1111"), leads=("63rd",))  # 1 to 4
    assert found["odds-below-table"] == -1
    assert "odds-below-table" not in fight({"kirkwood": "1112", "64th": "1111"}, ("kirkwood", "1111"))  # 1 to 3
    pieces = {"maryland": "1112", "swamp_fox": "1112", "sheridan": "1111"}
    game = eutaw(pieces, phase="close combat", momentum=(0, 1), dice=[5])
    combat(game, ("maryland", "1111"), ("swamp_fox", "1111"), leads=("maryland",))  # 6 to 1
    assert columns(game) == ["4-1"]


@rule("E-T-crt-odds")
def test_a_diversion_shifts_the_attackers_next_to_it_one_column_left() -> None:
    pieces = {"maryland": "1112", "63rd": "1111", "64th": "1113"}
    game = eutaw(pieces, phase="close combat")
    act(game, "divert 1113")
    assert columns(game) == ["3-2"]  # 4 to 2 is 2-1
    pieces = {"kirkwood": "1112", "64th": "1111", "63rd": "1113"}
    game = eutaw(pieces, phase="close combat", momentum=(0, 1), dice=[5])
    act(game, "divert 1113")  # 1 to 3 is 1-3, and one to the left of it
    combat(game)
    assert columns(game) == ["below 1-3"]
    assert last_roll(game, "close-combat")["odds-below-table"] == -1


# ---------------------------------------------------------------- the modifiers of close combat


@rule("E-T-ccdrm-a")
def test_lees_horse_rides_down_the_disrupted_militia() -> None:
    found = fight({"lee_cav": "1112", "ninety_six": in_state("1111", "disrupted")}, ("lee_cav", "1111"))
    assert found == {
        "attackers-lead-unit": 2,
        "defenders-lead-unit": 1,
        "a-defender-is-disordered": 1,
        "cavalry-rides-down": 1,
        "all-defenders-militia": 1,
        "tactics": 0,
        "die": 5,
        "total": 5 + 6,
    }


@rule("E-T-ccdrm-a")
def test_the_dragoons_need_all_defenders_disrupted_and_one_is_enough_for_the_other_line() -> None:
    pieces = {"lee_cav": "1112", "63rd": in_state("1111", "shattered"), "ny_vols": "1111"}
    found = fight(pieces, ("lee_cav", "1111"))
    assert found["a-defender-is-disordered"] == 1
    assert "cavalry-rides-down" not in found


@rule("E-T-ccdrm-a", "E-T-ccdrm-b")
def test_rifles_are_a_burden_on_either_side() -> None:
    assert fight({"maryland": "1112", "sheridan": "1111"}, ("maryland", "1111"))["defenders-rifles"] == 1
    pieces = {"maryland": "1112", "sc_rifles": "1112", "63rd": "1111"}
    found = fight(pieces, ("maryland", "1111"), ("sc_rifles", "1111"), leads=("maryland",))
    assert found["attackers-rifles"] == -1


@rule("E-T-ccdrm-a", "E-T-ccdrm-b")
def test_a_surrounded_side_pays_for_it() -> None:
    """Two enemies on opposite sides control every hex round the 63rd in the open field."""
    around = {"maryland": "1112", "virginia": "1010", "nc_bde": "1210", "63rd": "1111"}
    found = fight(around, ("maryland", "1111"), ("virginia", "1111"), ("nc_bde", "1111"), leads=("maryland",))
    assert found["defender-surrounded"] == 1
    found = fight(around, ("63rd", "1112 1010 1210"), leads=("maryland",), phasing="british")
    assert found["attacker-surrounded"] == -1


@rule("E-T-ccdrm-a")
def test_army_morale_and_command_are_part_of_the_lead_units_morale() -> None:
    pieces = {"virginia": "1112", "greene": "1112", "63rd": "1111"}
    found = fight(pieces, ("virginia", "1111"), morale=(8, 3))
    assert found["attackers-lead-unit"] == 1 - 2 + 2  # wavering, and Greene's command
    assert found["attackers-leader"] == 1
    assert found["defenders-lead-unit"] == -(1 - 1)  # fatigued


@rule("E-T-ccdrm-b")
def test_the_palmetto_infantry_against_majoribanks_in_the_thicket() -> None:
    pieces = {"majoribanks": "0812", "light_inf": "0812", "palmetto_inf": "0912", "hampton": "0912"}
    assert fight(pieces, ("palmetto_inf", "0812")) == {
        "attackers-lead-unit": 0 + 1,
        "defenders-lead-unit": -(2 + 1),
        "attackers-leader": 1,
        "defenders-leader": -2,
        "defenders-terrain": -2,
        "tactics": 0,
        "die": 5,
        "total": 5 - 5,
    }


# ---------------------------------------------------------------- results


@rule("E-T-results")
def test_a_step_and_a_leader_lost_in_coffins_hex() -> None:
    """6 to 2 is 3-1; Maryland +2, the horse -1, Coffin -1; die 9: -/1*; the militia holds with 9 - 1."""
    pieces = {"coffin": "1310", "charleston_cav": "1310", "ninety_six": "1310", "maryland": "1311", "swamp_fox": "1311"}
    game = eutaw({**pieces, **AWAY}, phase="close combat", dice=[9, 9])
    combat(game, ("maryland", "1310"), ("swamp_fox", "1310"), leads=("maryland", "charleston_cav"))
    assert result(game) == "-/1*"
    assert where(game, "charleston_cav") == "eliminated"
    assert where(game, "coffin") == "eliminated"
    assert last_roll(game, "morale-check") == {"unit-morale": -1, "die": 9, "total": 8}
    assert where(game, "ninety_six") == "1310"
    assert army_morale(game) == (14 - 1 - 1, 14 + 1)


@rule("E-T-results")
def test_dc_lets_the_defender_choose_and_ac_the_attacker() -> None:
    pieces = {"maryland": "1112", "63rd": reduced("1111"), "sheridan": "1111", **AWAY}
    # 4 to 2 is 2-1; Maryland +2, 63rd 0, rifles +1: die 8 is 11: -/AC
    game = eutaw(pieces, phase="close combat", dice=[8])
    combat(game, ("maryland", "1111"), leads=("63rd",))
    assert (result(game), game.actors) == ("-/AC", ("american",))
    # 3 to 2 is 3-2; N.C. 0, rifles +1, British fatigued: die 9 is 11: -/DC
    pieces = {"nc_bde": "1112", "63rd": reduced("1111"), "sheridan": "1111", **AWAY}
    game = eutaw(pieces, phase="close combat", morale=(8, 14), dice=[9])
    combat(game, ("nc_bde", "1111"), leads=("63rd",))
    assert (result(game), game.actors) == ("-/DC", ("british",))
    assert asked(game) == "give-up-unit"


@rule("E-T-results")
def test_a_pin_holds_both_sides() -> None:
    # 4 to 2 is 2-1; 2 - 1 + 2: PIN
    game = eutaw({"maryland": "1112", "63rd": "1111", **AWAY}, phase="close combat", dice=[2])
    combat(game, ("maryland", "1111"))
    assert result(game) == "PIN"
    assert refusal(game, "move 63rd") == ("S9.2c",)
