"""E3.10 and E3.11: the camp, and what its plunder does to order."""

from __future__ import annotations

from typing import Any, cast

import pytest

from grognard.games.revolution.eutaw.camp import Looted, LootingEnded
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import Captured
from tests.eutaw.positions import (
    CAMP,
    camp_owners,
    columns,
    eutaw,
    fire_result,
    happened,
    in_state,
    marked,
    marks_of,
    path_of,
    result,
    spent,
)
from tests.marks import rule
from tests.outcomes import every_outcome
from tests.proving_ground import (
    act,
    announce,
    army_morale,
    asked,
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


def looting_tests(game: Battle) -> dict[str, bool]:
    """Who tested for looting, and whether he took to it."""
    return {event.piece: event.disordered for event in happened(game, Looted)}  # type: ignore[attr-defined]


# ---------------------------------------------------------------- E3.10, the camp


@rule("E3.10a")
def test_tents_do_not_block_the_line_of_sight_into_the_house() -> None:
    game = eutaw({"light_arty": "1111", "kirkwood": "1108"}, phasing="american", phase="artillery fire")
    assert choices(game) == ["target kirkwood", "hold-fire"]
    # anything that does block, such as a unit in the tents of 1109, closes the same line
    pieces = {"light_arty": "1111", "kirkwood": "1108", "sheridan": "1109", "maryland": "1211"}
    game = eutaw(pieces, phasing="american", phase="artillery fire")
    assert refusal(game, "target kirkwood") == ("S11.4-alg",)


@rule("E3.10a")
def test_tents_have_no_other_effect() -> None:
    game = eutaw({"buffs": "1111", "maryland": "1520"}, phasing="british")
    act(game, "move buffs", "go 1110", "go 1109")
    assert spent(game, "buffs") == [1, 2]
    pieces = {"maryland": "1111", "buffs": "1110", **AWAY}
    game = eutaw(pieces, phase="close combat", momentum=(0, 1), dice=[5])
    combat(game, ("maryland", "1110"))
    assert last_roll(game, "close-combat") == {
        "attackers-lead-unit": 2,
        "defenders-lead-unit": -1,
        "tactics": 0,
        "die": 5,
        "total": 6,
    }
    pieces = {"light_arty": "1111", "maryland": "1110", "kirkwood": "1210"}
    game = eutaw(pieces, phasing="american", phase="artillery fire", dice=[5])
    act(game, "target maryland")
    assert last_roll(game, "artillery-to-hit") == {"die": 5, "total": 5}


@rule("E3.10b")
def test_the_first_american_unit_to_enter_a_camp_hex_ends_its_move_there() -> None:
    game = eutaw({"virginia": "1112", **AWAY}, dice=[9])
    act(game, "move virginia", "go 1110")
    assert path_of(game, "virginia") == ["1111", "1110"]
    assert spent(game, "virginia")[-1] == 2
    assert asked(game) == "move"  # two points are left, and the move is over
    assert "move virginia" not in choices(game)
    assert camp_owners(game)["1110"] == "american"


@rule("E3.10b")
def test_no_way_leads_through_a_camp_hex_nobody_has_entered() -> None:
    game = eutaw({"virginia": "1112", **AWAY})
    act(game, "move virginia")
    assert "1110" in labels(game)
    assert refusal(game, "go 1109") == ("S9.1a",)  # three hexes away, but behind 1110


@rule("E3.10b", "E3.11a")
def test_the_next_unit_enters_an_american_camp_hex_freely() -> None:
    game = eutaw({"virginia": "1112", "kirkwood": "1112", **AWAY}, dice=[9])
    act(game, "move virginia", "go 1110", "move kirkwood", "go 1110")
    assert asked(game) == "march"  # no test, no stop
    assert "1010" in labels(game)
    act(game, "stop")
    assert looting_tests(game) == {"virginia": False}


@rule("E3.10b")
def test_a_leader_alone_neither_stops_nor_takes_the_hex() -> None:
    game = eutaw({"greene": "1112", "virginia": "1112", **AWAY}, dice=[9])
    act(game, "move greene", "go 1110", "go 1109", "stop")
    assert where(game, "greene") == "1109"
    assert camp_owners(game) == dict.fromkeys(CAMP, "british")
    act(game, "move virginia", "go 1110")
    assert looting_tests(game) == {"virginia": False}  # the hex had not been entered yet


@rule("E3.10b", "E3.11a", "E2.6b")
def test_guns_that_enter_first_stop_and_test_but_leave_the_hex_unentered() -> None:
    game = eutaw({"gaines": "1112", "virginia": "1112", **AWAY}, dice=[9, 8])
    act(game, "move gaines", "go 1110")
    assert asked(game) == "move"
    assert camp_owners(game)["1110"] == "british"
    act(game, "move virginia", "go 1110")
    assert asked(game) == "move"
    assert looting_tests(game) == {"gaines": False, "virginia": False}
    assert camp_owners(game)["1110"] == "american"


@rule("E3.10b")
def test_the_british_march_through_their_camp_without_stopping() -> None:
    game = eutaw({"buffs": "1111", "maryland": "1520"}, phasing="british")
    act(game, "move buffs", "go 1108")
    assert path_of(game, "buffs") == ["1110", "1109", "1108"]


@rule("E3.10c")
def test_a_camp_hex_retaken_by_the_british_never_tempts_again() -> None:
    pieces = {"grenadiers": "1111", "maryland": "1113", **AWAY}
    game = eutaw(pieces, phasing="british", state=marked("american", "1110", "1209"))
    act(game, "move grenadiers", "go 1110", "go 1209", "go 1309", "stop", "end-movement")
    assert camp_owners(game)["1110"] == "british"
    act(game, "move maryland", "go 1110")  # no test: the script holds no dice
    assert camp_owners(game)["1110"] == "american"
    assert asked(game) == "march"
    assert "1010" in labels(game)
    act(game, "stop")
    assert looting_tests(game) == {}


# ---------------------------------------------------------------- E3.11a, who tests


@rule("E3.11a")
def test_every_unit_of_an_advance_after_combat_tests() -> None:
    # 5 to 1 is 4-1; Maryland +2, New York Volunteers 0; die 9: -/2
    pieces = {"maryland": "1010", "kirkwood": "1010", "ny_vols": {"hex": "1009", "step": 2}, **AWAY}
    game = eutaw(pieces, phase="close combat", dice=[9, 3, 0])
    combat(game, ("maryland", "1009"), ("kirkwood", "1009"), leads=("maryland",))
    act(game, "advance kirkwood")
    assert where(game, "maryland") == where(game, "kirkwood") == "1009"
    assert looting_tests(game) == {"maryland": False, "kirkwood": True}
    assert marks_of(game, "kirkwood") == {"disorder"}
    assert marks_of(game, "maryland") == set()
    assert camp_owners(game)["1009"] == "american"


@rule("E3.11a")
def test_an_advance_into_a_marked_hex_tests_nobody() -> None:
    pieces = {"maryland": "1010", "ny_vols": {"hex": "1009", "step": 2}, **AWAY}
    game = eutaw(pieces, phase="close combat", dice=[9], state=marked("british", "1009"))
    combat(game, ("maryland", "1009"))
    assert where(game, "maryland") == "1009"
    assert looting_tests(game) == {}
    assert camp_owners(game)["1009"] == "american"


@rule("E3.11a", "E2.6b")
def test_a_unit_that_retreats_into_a_camp_hex_takes_it_without_a_test() -> None:
    # 4 to 3 is 1-1; 1 - 1 + 7: -/R
    game = eutaw({"buffs": "1106", "virginia": "1107", **AWAY}, phasing="british", phase="close combat", dice=[7])
    combat(game, ("buffs", "1107"))
    assert result(game) == "-/R"
    assert where(game, "virginia") == "1108"
    assert camp_owners(game)["1108"] == "american"
    assert looting_tests(game) == {}


@rule("E3.11a", "E2.6b")
def test_a_retreat_of_three_hexes_takes_only_the_last() -> None:
    # 4 to 3 is 1-1; 1 - 1 + 8: -/D; 1108 or 1109 lies on every way to 1110
    game = eutaw({"buffs": "1106", "virginia": "1107", **AWAY}, phasing="british", phase="close combat", dice=[8])
    combat(game, ("buffs", "1107"))
    act(game, "retreat 1110")
    assert where(game, "virginia") == "1110"
    assert [hex for hex, owner in camp_owners(game).items() if owner == "american"] == ["1110"]
    assert looting_tests(game) == {}


# ---------------------------------------------------------------- E3.11b and E3.11c, the roll

LIMITS = {
    "lee_cav": 0,
    "lee_inf": 0,
    "kirkwood": 0,
    "maryland": 2,
    "browne": 2,
    "virginia": 4,
    "washington": 4,
    "gaines": 4,
    "nc_bde": 6,
    "pickens_sumter": 6,
    "palmetto_inf": 6,
    "palmetto_cav": 6,
    "swamp_fox": 5,  # 0-6, and it is a leader to itself
    "nc_militia": 8,
    "sc_rifles": 8,
}
"""The highest roll on which each unit loots."""


@rule("E3.11b", "E1.1b")
@pytest.mark.parametrize("unit", LIMITS)
@pytest.mark.parametrize("above", [0, 1])
def test_each_unit_tests_on_its_row_of_the_looting_table(unit: str, above: int) -> None:
    """Army morale does not matter: the American army wavers."""
    game = eutaw({unit: "1111", **AWAY}, morale=(14, 3), dice=[LIMITS[unit] + above])
    act(game, f"move {unit}", "go 1110")
    assert looting_tests(game) == {unit: not above}
    assert marks_of(game, unit) == (set() if above else {"disorder"})
    assert army_morale(game) == (14, 3)


def entering(unit: str, roll: int, others: dict[str, Any]) -> bool:
    """Whether a unit that enters 1110, where the others are, takes to looting."""
    away = {id: hex for id, hex in AWAY.items() if id not in others}
    game = eutaw({unit: "1111", **others, **away}, dice=[roll])
    act(game, f"move {unit}", "go 1110")
    return looting_tests(game)[unit]


@rule("E3.11b")
def test_greene_in_the_hex_adds_his_command_to_the_roll() -> None:
    assert entering("maryland", 2, {})
    assert not entering("maryland", 2, {"greene": "1110"})
    assert entering("maryland", 0, {"greene": "1110"})
    assert entering("maryland", 2, {"greene": "1111"})  # he must be in the hex


@rule("E3.11b")
def test_the_chance_of_looting_counts_greene_too() -> None:
    """Maryland loots on 0 to 2; with Greene, who adds his command of 2, only on 0."""
    chances = []
    for others in ({}, {"greene": "1110"}):
        game = eutaw({"maryland": "1111", **others, **AWAY})
        ways = every_outcome(game, lambda copy: act(cast("Battle", copy), "move maryland", "go 1110"))
        chances.append(sum(chance for chance, after in ways if looting_tests(cast("Battle", after))["maryland"]))
    assert chances == pytest.approx([0.3, 0.1])


@rule("E3.11b", "E3.8a", "E3.8b")
def test_hampton_adds_his_command_only_for_his_classes() -> None:
    assert not entering("palmetto_inf", 6, {"hampton": "1110"})
    assert entering("palmetto_inf", 5, {"hampton": "1110"})
    assert entering("virginia", 4, {"hampton": "1110"})  # Continentals
    assert not entering("washington", 4, {"hampton": "1110"})  # alone with dragoons he commands them


@rule("E3.11c")
def test_swamp_fox_steadies_the_militia_that_advances_with_it() -> None:
    for roll, loots in ((7, True), (8, False)):
        # 4 to 1 is 4-1; Fox +1, New York Volunteers 0; die 9: -/AC; then Fox rolls 9
        pieces = {"swamp_fox": "1210", "nc_militia": "1210", "ny_vols": {"hex": "1209", "step": 2}, **AWAY}
        game = eutaw(pieces, phase="close combat", dice=[9, 9, roll])
        combat(game, ("swamp_fox", "1209"), ("nc_militia", "1209"), leads=("swamp_fox",))
        act(game, "advance nc_militia")
        assert looting_tests(game) == {"swamp_fox": False, "nc_militia": loots}
        assert last_roll(game, "looting")["total"] == roll + 1


@rule("E3.11c")
@pytest.mark.parametrize(
    ("states", "helps"), [((), True), (("disorder",), True), (("disrupted",), False), (("shattered",), False)]
)
def test_swamp_fox_helps_unless_disrupted_or_shattered(states: tuple[str, ...], helps: bool) -> None:
    assert entering("nc_militia", 8, {"swamp_fox": in_state("1110", *states)}) is not helps


@rule("E3.11c")
def test_swamp_fox_helps_nobody_but_itself_and_militia() -> None:
    assert entering("palmetto_inf", 6, {"swamp_fox": "1110"})
    assert entering("nc_militia", 8, {"swamp_fox": "1111"})  # not stacked


@rule("E3.11c")
def test_only_one_command_is_added() -> None:
    assert entering("nc_militia", 6, {"swamp_fox": "1110", "greene": "1110"})  # 6 + 2, not 6 + 3
    assert not entering("nc_militia", 7, {"swamp_fox": "1110", "greene": "1110"})
    assert entering("nc_militia", 7, {"swamp_fox": "1110", "hampton": "1110"})  # 7 + 1, not 7 + 2


@rule("E3.11c")
@pytest.mark.parametrize(("leaders", "help"), [({}, "swamp-fox"), ({"hampton": "1110"}, "command")])
def test_only_one_command_helps_to_rally(leaders: dict[str, str], help: str) -> None:
    pieces = {"swamp_fox": "1110", "nc_militia": in_state("1110", "disorder"), "stuart": "1504", **leaders}
    game = eutaw(pieces, phase="rally", dice=[0])
    act(game, "rally nc_militia")
    assert set(last_roll(game, "rally")) - {"unit-morale", "die", "total"} == {help}


# ---------------------------------------------------------------- E3.11d, disorder


@rule("E3.11d")
def test_a_disordered_unit_defends_at_half_strength_and_the_attacker_adds_one() -> None:
    pieces = {"buffs": "1111", "virginia": in_state("1110", "disorder"), **AWAY}
    game = eutaw(pieces, phasing="british", phase="close combat", momentum=(1, 0), dice=[5])
    combat(game, ("buffs", "1110"))
    assert columns(game) == ["2-1"]  # 4 against 2
    assert last_roll(game, "close-combat") == {
        "attackers-lead-unit": 1,
        "defenders-lead-unit": -1,
        "a-defender-is-looting": 1,
        "tactics": 0,
        "die": 5,
        "total": 6,
    }


@rule("E3.11d")
def test_one_strength_point_stays_one() -> None:
    pieces = {"buffs": "1111", "palmetto_inf": in_state("1110", "disorder"), **AWAY}
    game = eutaw(pieces, phasing="british", phase="close combat", momentum=(1, 0), dice=[5])
    combat(game, ("buffs", "1110"))
    assert columns(game) == ["4-1"]


@rule("E3.11d")
def test_an_even_strength_is_halved_without_a_rest() -> None:
    pieces = {"buffs": "1111", "maryland": in_state("1110", "disorder"), **AWAY}
    game = eutaw(pieces, phasing="british", phase="close combat", momentum=(1, 0), dice=[5])
    combat(game, ("buffs", "1110"))
    assert columns(game) == ["2-1"]  # 4 against 2, which is half of 4


@rule("E3.11d")
def test_any_disordered_defender_gives_the_attacker_one_only() -> None:
    for kirkwood, given in ((in_state("1110", "disorder"), 1), ("1110", 1), ("1520", 1)):
        pieces = {"buffs": "1111", "virginia": in_state("1110", "disorder"), "kirkwood": kirkwood, **AWAY}
        game = eutaw(pieces, phasing="british", phase="close combat", momentum=(1, 0), dice=[5])
        combat(game, ("buffs", "1110"), leads=("virginia",))
        assert last_roll(game, "close-combat")["a-defender-is-looting"] == given
    game = eutaw({**pieces, "virginia": "1110"}, phasing="british", phase="close combat", momentum=(1, 0), dice=[5])
    combat(game, ("buffs", "1110"))
    assert "a-defender-is-looting" not in last_roll(game, "close-combat")


@rule("E3.11d")
def test_a_disordered_unit_does_not_move() -> None:
    game = eutaw({"virginia": in_state("1110", "disorder"), "maryland": "1520"})
    assert choices(game) == ["move maryland", "end-movement"]
    assert refusal(game, "move virginia") == ("E3.11d",)


@rule("E3.11d")
def test_a_disordered_unit_does_not_attack_and_owes_no_attack() -> None:
    pieces = {"virginia": in_state("1110", "disorder"), "buffs": "1111", "maryland": "1211", "63rd": "1311"}
    game = eutaw(pieces, phase="close combat")
    assert refusal(game, "attack virginia 8") == ("E3.11d",)
    assert not any(text.startswith("attack virginia") for text in choices(game))
    alone = eutaw({"virginia": in_state("1110", "disorder"), "buffs": "1111", **AWAY}, phase="close combat")
    assert alone.actors == ("british",)  # the phase has passed without an attack
    assert asked(alone) == "move"


@rule("E3.11d", "S8.1a")
def test_a_disordered_unit_has_no_zone_of_control() -> None:
    pieces = {"virginia": "1110", "buffs": "1212", **AWAY}
    game = eutaw(pieces, phasing="british")
    act(game, "move buffs", "go 1211", "go 1210")
    assert asked(game) == "move"  # 1210 is next to 1110
    game = eutaw({**pieces, "virginia": in_state("1110", "disorder")}, phasing="british")
    act(game, "move buffs", "go 1211", "go 1210")
    assert asked(game) == "march"


@rule("E3.11d")
def test_disordered_rifles_and_guns_do_not_fire() -> None:
    pieces = {"sc_rifles": "1110", "gaines": "1110", "buffs": "1111", **AWAY}
    game = eutaw(pieces, phasing="british", phase="artillery fire")
    assert asked(game) == "artillery-target"
    act(game, "hold-fire")
    assert asked(game) == "rifle-target"
    looting = {**pieces, "sc_rifles": in_state("1110", "disorder"), "gaines": in_state("1110", "disorder")}
    game = eutaw(looting, phasing="british", phase="artillery fire")
    assert asked(game) == "choose-tactics"  # the forced close combat: nobody was asked to fire


@rule("E3.11d")
def test_a_disordered_unit_does_not_lead_beside_a_unit_that_is_not() -> None:
    # a disrupted unit is not in good order either, but it is not disordered
    looters = {"maryland": in_state("1110", "disorder")}
    for other in ("1110", in_state("1110", "disrupted")):
        pieces = {**looters, "palmetto_inf": other, "buffs": "1111", **AWAY}
        game = eutaw(pieces, phasing="british", phase="close combat", momentum=(1, 0), dice=[5])
        assert asked(game) == "choose-tactics"  # the lead was no choice
        combat(game)
        army = last_roll(game, "close-combat")
        assert army["defenders-lead-unit"] == 0  # the Palmetto Infantry's morale, not Maryland's


@rule("E3.11d")
def test_the_refusal_of_a_disordered_lead_names_the_rule() -> None:
    pieces = {
        "maryland": in_state("1110", "disorder"),
        "palmetto_inf": "1110",
        "kirkwood": "1110",
        "buffs": "1111",
        **AWAY,
    }
    game = eutaw(pieces, phasing="british", phase="close combat")
    assert choices(game) == ["lead kirkwood", "lead palmetto_inf"]
    assert "E3.11d" in refusal(game, "lead maryland")


@rule("E3.11d")
def test_disordered_units_lead_where_there_is_nobody_else() -> None:
    """Two looters and a gun, which never leads."""
    pieces = {"maryland": in_state("1110", "disorder"), "kirkwood": in_state("1110", "disorder"), "gaines": "1110"}
    game = eutaw({**pieces, "buffs": "1111", **AWAY}, phasing="british", phase="close combat")
    assert choices(game) == ["lead maryland", "lead kirkwood"]
    act(game, "lead maryland")


@rule("E3.11d")
def test_disorder_is_not_disruption() -> None:
    """No +1 for disruption or for horse riding down, and no D for standing next to the enemy."""
    pieces = {"charleston_cav": "1111", "palmetto_inf": in_state("1110", "disorder"), **AWAY}
    game = eutaw(pieces, phasing="british", phase="close combat", momentum=(1, 0), dice=[5])
    combat(game, ("charleston_cav", "1110"))
    assert set(last_roll(game, "close-combat")) == {
        "attackers-lead-unit",
        "defenders-lead-unit",
        "a-defender-is-looting",
        "tactics",
        "die",
        "total",
    }
    game = eutaw({"palmetto_inf": in_state("1110", "disorder"), "buffs": "1111", **AWAY}, phase="close combat")
    assert order_of(game, "palmetto_inf") == "parade"
    assert army_morale(game) == (14, 14)


@rule("E3.11d")
def test_disordered_horse_does_not_ride_off() -> None:
    pieces = {"palmetto_cav": "1110", "buffs": "1111", **AWAY}
    game = eutaw(pieces, phasing="british", phase="close combat")
    assert asked(game) == "cavalry-withdrawal"
    game = eutaw({**pieces, "palmetto_cav": in_state("1110", "disorder")}, phasing="british", phase="close combat")
    assert asked(game) == "choose-tactics"


# ---------------------------------------------------------------- E3.11e, rally


@rule("E3.11e")
def test_looting_begun_this_turn_cannot_be_rallied_and_next_turn_it_can() -> None:
    pieces = {"nc_bde": "1111", "greene": "1110", "kirkwood": in_state("1520", "disrupted"), "stuart": "1504"}
    # 4 + 2 is 6: N.C. loots; British 5 against 4: they have turn 7 first; then 3 + 2 rallies
    game = eutaw(pieces, turn=6, dice=[4, 5, 4, 3])
    act(game, "move nc_bde", "go 1110", "end-movement")
    assert marks_of(game, "nc_bde") == {"disorder"}
    assert choices(game) == ["rally kirkwood", "end-rally"]
    assert refusal(game, "rally nc_bde") == ("E3.11e",)
    act(game, "end-rally", "end-movement")
    assert (game.state.turn, game.actors) == (7, ("british",))
    act(game, "end-movement", "end-movement", "rally nc_bde")
    assert last_roll(game, "rally") == {"unit-morale": 0, "command": 2, "die": 3, "total": 5}
    assert marks_of(game, "nc_bde") == set()
    assert happened(game, LootingEnded) == [LootingEnded("nc_bde")]
    assert army_morale(game) == (14, 14)  # no gain


@rule("E3.11e")
@pytest.mark.parametrize(("morale", "roll", "rallies"), [(14, 5, True), (14, 4, False), (8, 5, False), (8, 6, True)])
def test_unit_and_army_morale_count_for_the_rally(morale: int, roll: int, rallies: bool) -> None:
    pieces = {"nc_bde": in_state("1110", "disorder"), "kirkwood": in_state("1520", "disrupted"), "stuart": "1504"}
    game = eutaw(pieces, phase="rally", morale=(14, morale), dice=[roll], state={"looted": {"nc_bde": 5}})
    act(game, "rally nc_bde")
    assert marks_of(game, "nc_bde") == (set() if rallies else {"disorder"})
    assert army_morale(game) == (14, morale)


@rule("E3.11e")
def test_a_disrupted_unit_rallies_as_ever() -> None:
    pieces = {"nc_bde": in_state("1110", "disorder"), "kirkwood": in_state("1520", "disrupted"), "stuart": "1504"}
    game = eutaw(pieces, phase="rally", dice=[9])
    act(game, "rally kirkwood")
    assert marks_of(game, "nc_bde") == {"disorder"}
    assert (order_of(game, "kirkwood"), army_morale(game)) == ("parade", (14, 15))


@rule("E3.11e")
def test_no_rally_next_to_the_enemy() -> None:
    pieces = {"nc_bde": in_state("1110", "disorder"), "buffs": "1109", "kirkwood": in_state("1520", "disrupted")}
    game = eutaw(pieces, phase="rally", state={"looted": {"nc_bde": 5}})
    assert refusal(game, "rally nc_bde") == ("S15.1a",)


@rule("E3.11c")
@pytest.mark.parametrize(
    ("states", "bonus"), [((), True), (("disorder",), True), (("disrupted",), False), (("shattered",), False)]
)
def test_swamp_fox_helps_disordered_militia_to_rally(states: tuple[str, ...], bonus: bool) -> None:
    pieces = {"nc_militia": in_state("1110", "disorder"), "swamp_fox": in_state("1110", *states), "maryland": "1520"}
    pieces["kirkwood"] = in_state("1520", "disrupted")
    game = eutaw(pieces, phase="rally", dice=[5])
    act(game, "rally nc_militia")
    assert last_roll(game, "rally")["total"] == 5 - 1 + bonus
    assert marks_of(game, "nc_militia") == (set() if bonus else {"disorder"})


@rule("E3.11c")
def test_swamp_fox_rallies_itself_but_gives_nothing_to_the_disrupted() -> None:
    pieces = {"swamp_fox": in_state("1110", "disorder"), "nc_militia": in_state("1110", "disrupted"), "stuart": "1504"}
    game = eutaw(pieces, phase="rally", dice=[5, 3])
    act(game, "rally nc_militia")
    assert last_roll(game, "rally") == {"unit-morale": -1, "die": 5, "total": 4}
    act(game, "rally swamp_fox")
    assert last_roll(game, "rally") == {"unit-morale": 1, "swamp-fox": 1, "die": 3, "total": 5}
    assert marks_of(game, "swamp_fox") == set()


# ---------------------------------------------------------------- E3.11f, results


def attacked(unit: str, die: int, **others: Any) -> Battle:
    """A disordered unit in 1110 attacked by the Buffs from 1109."""
    pieces = {unit: in_state("1110", "disorder"), "buffs": "1109", "light_inf": "1404", "stuart": "1504", **others}
    game = eutaw(pieces, phasing="british", phase="close combat", dice=[die], state={"looted": {unit: 5}})
    combat(game, ("buffs", "1110"))
    return game


@rule("E3.11f")
def test_a_pin_captures_a_disordered_unit() -> None:
    game = attacked("virginia", 2, maryland="1520")  # 2-1; 2 + 1 - 1 + 1 = 3
    assert result(game) == "PIN"
    assert happened(game, Captured) == [Captured("virginia")]
    assert army_morale(game) == (15, 13)


@rule("E3.11f")
def test_a_disruption_takes_the_place_of_disorder() -> None:
    game = attacked("palmetto_cav", 3, maryland="1520")  # 4-1; 3 + 1 - 0 + 1 = 5
    assert result(game) == "-/D"
    act(game, f"retreat {labels(game)[0]}")
    assert order_of(game, "palmetto_cav") == "disrupted"
    assert marks_of(game, "palmetto_cav") == set()
    assert game.rules.board.grid.distance(game.piece("palmetto_cav").hex, game.rules.board.hex("1110")) == 3
    assert army_morale(game) == (14, 13)


@rule("E3.11f")
def test_a_retreat_ends_disorder() -> None:
    game = attacked("palmetto_cav", 2, maryland="1520")  # 4-1; 4: -/R
    assert result(game) == "-/R"
    assert where(game, "palmetto_cav") == "1111"
    assert marks_of(game, "palmetto_cav") == set()
    assert order_of(game, "palmetto_cav") == "parade"


@rule("E3.11f")
def test_a_step_loss_ends_disorder_where_the_unit_stands() -> None:
    game = attacked("pickens_sumter", 7, maryland="1520")  # 4 to 2 is 2-1; 7 + 1 + 1 = 9
    assert result(game) == "-/1"
    assert game.piece("pickens_sumter").step == 1
    assert where(game, "pickens_sumter") == "1110"
    assert marks_of(game, "pickens_sumter") == set()


@rule("E3.11f")
def test_disorder_stays_when_nothing_happens() -> None:
    game = attacked("virginia", 0, maryland="1520")  # 2-1; 1: D/-
    assert result(game) == "D/-"
    assert marks_of(game, "virginia") == {"disorder"}


@rule("E3.11f")
def test_disorder_stays_after_a_loss_of_army_morale() -> None:
    pieces = {"virginia": in_state("1110", "disorder"), "sheridan": "1111", "maryland": "1520"}
    game = eutaw(pieces, phasing="british", phase="rifle fire", dice=[9, 3])
    act(game, "target virginia")
    assert fire_result(game) == "AM"
    assert army_morale(game) == (14, 13)
    assert marks_of(game, "virginia") == {"disorder"}
    announce(game)
