"""Savannah 5: the historical scenario."""

import random
from typing import Any, cast

import pytest

import grognard
from grognard.games.revolution.series.battle import Battle
from tests.marks import rule
from tests.proving_ground import act, announce, asked, choices, labels, last_roll, refusal, where
from tests.savannah.positions import (
    HISTORICAL,
    LAST,
    in_state,
    opening,
    rolls,
    rules_of,
    savannah,
    state_of,
    tactics,
    told,
)

FOUR = (4, 9, 9, 9, 9)
FOG = {"weather": "fog"}


# ---------------------------------------------------------------- set-up


@rule("V5.1", "V5.2", "V5.4", "V5.5", "V1.0")
def test_the_set_up():
    game = opening()
    assert (asked(game), game.actors) == ("set-up", ("british",))
    assert {"place 1303", "place 1804"} <= set(choices(game))
    assert refusal(game, "place 1405") == ("V5.1",)
    assert refusal(game, "place 1501") == ("V4.1e",), "the Black Volunteers are there"
    assert "place 1404" not in choices(game), "five points and two more"
    act(game, "place 1804")
    assert (where(game, "tawes"), where(game, "destaing"), where(game, "graham")) == ("1404", "1306", "1803")
    out = [piece.id for piece in game.state.pieces.values() if piece.box == "out"]
    assert sorted(out) == ["chatham_militia", "creeks"]
    assert len(game.state.pieces) - len(out) == 96
    assert dict(game.state.morale) == {"british": 14, "french": 12, "american": 13}
    assert dict(game.state.momentum) == {"british": 0, "allied": 1}
    assert game.rules.pool(game) == 4


@rule("V1.4a")
def test_momentum_is_the_allies_together():
    game = opening()
    assert set(game.state.momentum) == {"british", "allied"}
    assert game.state.momentum["allied"] == 1


@rule("V1.4b")
def test_the_americans_may_spend_what_the_french_have_won():
    game = savannah(
        {"sc_2": "1606", "light_corps": "1606", "r16": "1605"}, phase="close combat", momentum=(0, 1), dice=[0, 9, 9, 9, 9]
    )
    announce(game, ("sc_2", "1605"), ("light_corps", "1605"))
    act(game, "lead sc_2")
    tactics(game)
    assert asked(game) == "spend-momentum"
    act(game, "reroll")
    assert game.state.momentum["allied"] == 0


@rule("V5.3", "V5.9", "V3.0c", "V3.0d", "V5.6", "V3.1", "V4.19b", "V1.6f")
def test_turns_phases_and_order():
    game = cast("Battle", grognard.new(HISTORICAL, seed=4))
    chance = random.Random(4)
    while game.over is None:
        seat = game.actors[0]
        game.play(seat, chance.choice(list(game.actions(seat))))
    began = told(game, "PhaseBegan")
    phases = ["movement", "rally", "artillery fire", "close combat"]
    assert [event.phase for event in began][:8] == phases * 2
    assert "rifle fire" not in {event.phase for event in began}
    assert [event.side for event in began][:8] == ["allied"] * 4 + ["british"] * 4
    won = told(game, "InitiativeWon")
    assert [event.how for event in won] == ["fixed"] + ["rolled"] * (len(won) - 1)
    assert game.rules.last_turn == 20


@rule("V4.19b", "V5.6")
@pytest.mark.parametrize(("french", "drm"), [(12, 1), (8, 0), (3, -1)])
def test_the_allies_roll_for_initiative_with_french_morale(french: int, drm: int):
    game = savannah({"foix": "1912", "graham": "1803"}, phase="initiative", morale=(14, french, 13), dice=[9, 0])
    made = rolls(game, "initiative")
    assert {roll.seat: roll.modifiers[0].value for roll in made} == {"british": 1, "allied": drm}


# ---------------------------------------------------------------- turn 16


@rule("V5.7b")
def test_americans_do_not_attack_on_turn_16():
    pieces = {"sc_2": "1606", "irish": "1405", "r16": "1605", "r60": "1404", "destaing": "1405"}
    game = savannah(pieces, turn=16, phase="close combat", state=FOG, dice=FOUR)
    announce(game, ("irish", "1404"))
    begun = [event.attackers for event in told(game, "CombatBegan")]
    assert begun == [("irish",)]
    pulaski = savannah({"pulaski": "1507", "graham": "1508"}, turn=16, phase="close combat", state=FOG)
    assert asked(pulaski) != "announce-attack"
    assert not told(pulaski, "CombatBegan")
    later = savannah({"pulaski": "1507", "graham": "1508"}, turn=17, phase="close combat", dice=FOUR)
    announce(later, ("pulaski", "1508"))
    assert told(later, "CombatBegan")


@rule("V5.7c")
def test_destaing_must_take_part_in_an_attack_on_turn_16():
    pieces = {"destaing": "1306", "avant_garde": "1306", "grenadier_bn": "1306", "r60": "1404"}
    game = savannah(pieces, turn=16, state=FOG, dice=FOUR)
    assert refusal(game, "end-movement") == ("V5.7c",)
    act(game, "move avant_garde", "go 1305")
    assert refusal(game, "end-movement") == ("V5.7c",)
    act(game, "move destaing", "go 1305")
    assert "end-movement" in choices(game)


@rule("V5.7c")
def test_the_last_who_can_do_the_duty_does_not_march_away():
    """Neither by moving the troops off first, nor by moving d'Estaing where nobody can attack."""
    pieces = {"destaing": "1306", "avant_garde": "1306", "r60": "1404"}
    game = savannah(pieces, turn=16, state=FOG, dice=FOUR)
    act(game, "move avant_garde")
    assert refusal(game, "go 1307") == ("V5.7c",)
    assert "go 1305" in choices(game)
    act(game, "go 1305")
    assert where(game, "destaing") == "1305", "nothing else is left to him"
    first = savannah(pieces, turn=16, state=FOG, dice=FOUR)
    act(first, "move destaing")
    assert refusal(first, "go 1307") == ("V5.7c",)
    free = savannah({**pieces, "grenadier_bn": "1306"}, turn=16, state=FOG)
    act(free, "move avant_garde")
    assert "go 1307" in choices(free), "the grenadiers can still go with him"


@rule("V5.7c")
@pytest.mark.parametrize("place", ["1306", "1205"])
def test_destaing_stays_where_alone_he_can_attack(place: str):
    """The troops have come to him, and can go nowhere else any more."""
    pieces = {"destaing": "1305", "avant_garde": place, "noailles": "1912", "r60": "1404"}
    game = savannah(pieces, turn=16, state=FOG, dice=FOUR)
    assert "move destaing" in choices(game)
    act(game, "move avant_garde", "go 1305")
    assert choices(game) == ["move noailles", "end-movement"]
    assert refusal(game, "move destaing") == ("V5.7c",)


@rule("V5.7c")
def test_the_duty_lapses_when_it_cannot_be_done():
    far = savannah({"destaing": "1912", "avant_garde": "1913", "r60": "1404"}, turn=16, state=FOG)
    assert "end-movement" in choices(far)
    alone = savannah({"destaing": "1306", "sc_1": "1306", "r60": "1404", "foix": "1912"}, turn=16, state=FOG)
    assert "end-movement" in choices(alone), "no French troops are near"
    leader = savannah({"destaing": "1306", "noailles": "1306", "r60": "1404", "foix": "1912"}, turn=16, state=FOG)
    act(leader, "move noailles")
    assert "go 1307" in choices(leader), "a leader without troops attacks nobody, so no duty holds him"
    later = savannah({"destaing": "1306", "avant_garde": "1306", "r60": "1404"}, turn=17)
    assert "end-movement" in choices(later)


@rule("V5.7c", "S12.14b")
def test_a_diversion_does_not_release_destaing():
    """Whoever makes one attacks elsewhere, and an attack that it hinders is an attack."""
    pieces = {"destaing": "1305", "avant_garde": "1305", "r60": "1404"}
    fight: dict[str, Any] = {"turn": 16, "state": FOG, "phase": "close combat"}
    alone = savannah(pieces, **fight, dice=FOUR)
    assert [event.piece for event in told(alone, "AttackAnnounced")] == ["avant_garde"], "nothing else could be announced"
    game = savannah({**pieces, "r16": "1304"}, **fight, dice=FOUR)
    act(game, "divert 1304")
    assert [(event.piece, event.hexes) for event in told(game, "AttackAnnounced")] == [("avant_garde", ("1404",))]


# ---------------------------------------------------------------- guns


@rule("V5.10a")
def test_guns_do_not_move_but_for_the_reserve_artillery():
    pieces = {"battery_a_left": "1807", "mortars": "1907", "reserve_artillery": "1208", "foix": "1912"}
    game = savannah(pieces)
    assert "move reserve_artillery" in choices(game)
    assert not {"move battery_a_left", "move mortars"} & set(choices(game))
    assert refusal(game, "move battery_a_left") == ("V5.10a",)
    before = opening()
    assert rules_of(before).frozen(before) == frozenset(), "nobody moves yet, and nothing is bound"


@rule("V5.10a")
def test_a_gun_driven_off_by_fire_goes_back_and_nowhere_else():
    game = savannah({"battery_a": "1503", "graham": "1803", "foix": "1912"}, phasing="british")
    assert refusal(game, "end-movement") == ("V5.10a",)
    act(game, "move battery_a")
    grid, hex = game.rules.board.grid, game.rules.board.hex
    assert {grid.distance(hex(label), hex("1505")) for label in labels(game)} == {0, 1}
    assert refusal(game, "go 1502") == ("V5.10a",)
    act(game, "go 1505")
    assert "end-movement" in choices(game)


@rule("V5.10a")
def test_a_gun_attacked_in_close_combat_is_free():
    pieces = {"irish": "1405", "highlanders_2": "1505", "battery_a": "1505", "foix": "1912"}
    game = savannah(pieces, phase="close combat", dice=[3, 9, 9, 9])
    announce(game, ("irish", "1505"))
    tactics(game)
    assert "battery_a" in state_of(game).freed_guns
    fire = savannah({"battery_a": "1505", "reserve_artillery": "1507"}, phase="artillery fire", dice=[0], **LAST)
    act(fire, "target reserve_artillery")
    assert state_of(fire).freed_guns == frozenset()


@rule("V5.10b", "V4.4a")
def test_the_printed_siege_works_are_used():
    game = opening()
    act(game, "place 1602")
    assert len(state_of(game).works) == 17
    attack = {"graham": "2006", "marine_bn": "2007"}
    works = {"works": sorted(state_of(game).works)}
    game = savannah(attack, phasing="british", phase="close combat", state=works, dice=FOUR)
    announce(game, ("graham", "2007"))
    tactics(game)
    assert last_roll(game, "close-combat")["attack-across-works"] == -1


@rule("V5.10c")
def test_french_attacks_lack_cohesion():
    game = savannah({"irish": "1305", "r60": "1404"}, phase="close combat", dice=FOUR)
    announce(game, ("irish", "1404"))
    tactics(game)
    assert last_roll(game, "close-combat")["french-lack-of-cohesion"] == -1
    (chart,) = [chart for chart in game.rules.charts() if chart.id == "close-combat-modifiers"]
    assert [row.cells for row in chart.rows if "V5.10c" in row.cites] == [("-1",)]
    both = savannah({"foix": "1406", "pulaski": "1507", "graham": "1506"}, phase="close combat", dice=FOUR)
    announce(both, ("foix", "1506"), ("pulaski", "1506"))
    act(both, "lead foix")
    tactics(both)
    assert last_roll(both, "close-combat")["french-lack-of-cohesion"] == -1, "one French unit is enough"
    american = savannah({"sc_2": "1606", "r16": "1605"}, phase="close combat", dice=FOUR)
    announce(american, ("sc_2", "1605"))
    tactics(american)
    assert "french-lack-of-cohesion" not in last_roll(american, "close-combat")
    defending = savannah({"irish": "1305", "r60": "1404"}, phasing="british", phase="close combat", dice=FOUR)
    announce(defending, ("r60", "1305"))
    tactics(defending)
    assert "french-lack-of-cohesion" not in last_roll(defending, "close-combat")


@rule("V5.10d")
def test_the_defences_are_complete_and_nobody_rolls_for_surrender():
    game = savannah(
        {"irish": in_state("1902", "disrupted"), "graham": "1803"}, phasing="british", phase="close combat", turn=18
    )
    assert rules_of(game).unfinished_defences(game) == 0
    assert not rolls(game, "surrender")


@rule("V-T-cc")
def test_the_modifiers_of_the_ledgers_example():
    pieces = {"irish": "1305", "dillon": "1305", "r60": "1404"}
    game = savannah(pieces, phase="close combat", dice=FOUR)
    announce(game, ("irish", "1404"))
    tactics(game)
    rolled = last_roll(game, "close-combat")
    assert rolled["total"] - rolled["die"] == 1 - 1, "+1 in the campaign; here the French lack cohesion"


@rule("V-T-cc-cav")
def test_cavalry_rides_down_broken_units():
    game = savannah({"pulaski": "1507", "graham": in_state("1508", "disrupted")}, phase="close combat", dice=FOUR)
    announce(game, ("pulaski", "1508"))
    tactics(game)
    rolled = last_roll(game, "close-combat")
    assert (rolled["cavalry-rides-down"], rolled["a-defender-is-disordered"]) == (1, 1)


@rule("V-T-crt", "V-T-tactics")
def test_combat_and_tactics_are_those_of_the_series():
    rules = rules_of(savannah({"foix": "1912"}, **LAST))
    column = rules.components.close_combat.columns.index("1-2") + 1
    assert rules.read_table(column, 3) == "D/-"
    assert rules.tactics_result("frontal_assault", "skirmish") == 2
