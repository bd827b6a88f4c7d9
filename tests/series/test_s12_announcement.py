"""Chapter 12.1 and 12.21: who must attack whom, diversion, and the announcement of attacks."""

from __future__ import annotations

from grognard.core.actions import Action
from grognard.core.procedures import NOT_OFFERED
from grognard.core.texts import Reason
from grognard.games.revolution.series.actions import HoldFire
from grognard.games.revolution.series.announcement import AnnouncedCombat
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import Advanced, CombatBegan, Diverted
from grognard.games.revolution.series.rules import SeriesRules
from tests.marks import rule
from tests.proving_ground import (
    AMERICAN,
    BRITISH,
    Unit,
    act,
    announce,
    asked,
    attack_mask,
    choices,
    field,
    momentum_of,
    order_of,
    refusal,
    tactics,
    where,
)
from tests.series.combat_reports import announced, fought, happened, odds, results

CLOSE_COMBAT = "close combat"


def attack(game: Battle, id: str, hexes: str) -> None:
    """Announce one attack."""
    act(game, attack_mask(game, id, *hexes.split()))


def offers(game: Battle, id: str, hexes: str) -> bool:
    """Whether this attack may be announced now."""
    return attack_mask(game, id, *hexes.split()) in choices(game)


def refused(game: Battle, id: str, hexes: str) -> tuple[str, ...]:
    """The rules that forbid an attack."""
    return refusal(game, attack_mask(game, id, *hexes.split()))


# ---------------------------------------------------------------- who attacks


@rule("S12.11")
def test_in_the_american_player_turn_the_americans_attack() -> None:
    british = [Unit("3-0-4", "1011"), Unit("3-0-4", "1111")]
    game = field(british, [Unit("6-0-4", "1010")], phase=CLOSE_COMBAT, phasing=AMERICAN)
    assert game.actors == (AMERICAN,)
    assert refused(game, "b1", "1010") == ("S12.11",)
    announce(game, ("a1", "1011 1111"))
    assert fought(game) == [(("a1",), ("1011", "1111"))]
    assert odds(game)[:2] == (6, 6)


@rule("S12.12a")
def test_a_unit_next_to_the_enemy_must_attack_and_one_farther_off_need_not() -> None:
    british = [Unit("4-0-4", "1010"), Unit("4-0-4", "1509")]
    american = [Unit("3-0-4", "1011"), Unit("3-0-4", "1111"), Unit("3-0-4", "1511")]
    game = field(british, american, phase=CLOSE_COMBAT)
    assert "S12.12a" in refusal(game, "end-announcement")
    assert "S12.12a" in refusal(game, "attack b2 8")
    announce(game, ("b1", "1011 1111"))
    assert fought(game) == [(("b1",), ("1011", "1111"))]


@rule("S12.12a")
def test_without_a_choice_the_duty_is_carried_out_unasked() -> None:
    game = field([Unit("4-0-4", "1010")], [Unit("3-0-4", "1011")], phase=CLOSE_COMBAT)
    assert fought(game) == [(("b1",), ("1011",))]
    assert asked(game) == "choose-tactics"


@rule("S12.12a")
def test_a_unit_driven_by_fire_next_to_another_enemy_must_attack_it() -> None:
    american = [Unit("3-0-4", "1009"), Unit("1-0-3", "1011", kind="artillery")]
    # 1 SP adjacent hits on 7; damage 0 is R, and forest 1110 is the only neighbour without enemy ZOC
    game = field([Unit("4-0-4", "1010")], american, phase="artillery fire", terrain={"1110": "forest"}, dice=[7, 0])
    act(game, "target b1")
    assert where(game, "b1") == "1110"
    assert fought(game) == [(("b1",), ("1009",))]


@rule("S12.12c")
def test_a_gun_alone_next_to_the_enemy_does_nothing() -> None:
    game = field([Unit("2-0-3", "1010", kind="artillery")], [Unit("3-0-4", "1011")], phase=CLOSE_COMBAT)
    assert fought(game) == []
    assert game.state.phase == "movement"  # the Americans' turn has come
    assert where(game, "b1") == "1010"


@rule("S12.12c")
def test_a_gun_is_not_involved_in_the_attack_of_its_stack() -> None:
    british = [Unit("4-0-4", "1010"), Unit("2-0-3", "1010", kind="artillery")]
    game = field(british, [Unit("3-0-4", "1011"), Unit("1-0-4", "1111")], phase=CLOSE_COMBAT)
    assert refused(game, "b2", "1011") == ("S12.12c",)
    announce(game, ("b1", "1011 1111"))
    assert fought(game) == [(("b1",), ("1011", "1111"))]
    assert odds(game) == (4, 4, "1-1")


@rule("S12.12d")
def test_a_lone_rifle_unit_may_announce_no_attack() -> None:
    game = field([Unit("2-0-5", "1010", flags=("rifle",))], [Unit("3-0-4", "1011")], phase=CLOSE_COMBAT)
    assert sorted(choices(game)) == ["attack b1 8", "end-announcement"]
    act(game, "end-announcement")
    assert fought(game) == []
    assert game.state.phasing == AMERICAN


@rule("S12.12d")
def test_a_lone_rifle_unit_may_attack() -> None:
    game = field([Unit("2-0-5", "1010", flags=("rifle",))], [Unit("3-0-4", "1011")], phase=CLOSE_COMBAT)
    act(game, "attack b1 8")
    assert fought(game) == [(("b1",), ("1011",))]


@rule("S12.12d")
def test_a_pinned_rifle_unit_must_attack() -> None:
    british = [Unit("2-0-5", "1010", flags=("rifle",), states=("pinned:1",))]
    american = [Unit("3-0-4", "1011", states=("pinned:1",)), Unit("3-0-4", "1111")]
    game = field(british, american, phase=CLOSE_COMBAT)
    assert "S12.12a" in refusal(game, "end-announcement")
    announce(game, ("b1", "1011"))
    assert fought(game) == [(("b1",), ("1011",))]


@rule("S12.12e")
def test_disordered_units_and_withdrawn_cavalry_cannot_attack() -> None:
    british = [
        Unit("2-0-4", "1010", states=("disrupted",)),
        Unit("2-0-4", "1010", states=("shattered",)),
        Unit("2-0-8", "1110", kind="dragoons", states=("withdrawn",)),
        Unit("2-0-4", "1010"),
    ]
    game = field(british, [Unit("3-0-4", "1011"), Unit("3-0-4", "1111")], phase=CLOSE_COMBAT)
    assert "S12.12e" in refused(game, "b1", "1011")
    assert "S12.12e" in refused(game, "b2", "1011")
    assert "S12.4c" in refused(game, "b3", "1111")
    announce(game, ("b4", "1011 1111"))
    assert odds(game)[0] == 2  # b4 alone


@rule("S12.12e")
def test_a_disrupted_unit_is_released_from_the_duty_and_suffers_at_the_end_of_the_phase() -> None:
    game = field([Unit("4-0-4", "1010", states=("disrupted",))], [Unit("3-0-4", "1011")], phase=CLOSE_COMBAT)
    assert fought(game) == []
    assert asked(game) == "retreat"  # S13.3g
    act(game, "retreat 1007")
    assert order_of(game, "b1") == "shattered"


@rule("S12.12e")
def test_withdrawn_cavalry_is_released_from_the_duty() -> None:
    british = [Unit("2-0-8", "1010", kind="dragoons", states=("withdrawn",))]
    game = field(british, [Unit("3-0-4", "1011")], phase=CLOSE_COMBAT)
    assert fought(game) == []
    assert game.state.phasing == AMERICAN


# ---------------------------------------------------------------- who is attacked


@rule("S12.13")
def test_a_single_unit_attacks_both_its_enemies_or_diverts_one() -> None:
    game = field([Unit("4-0-4", "1010")], [Unit("3-0-4", "1011"), Unit("3-0-4", "1111")], phase=CLOSE_COMBAT)
    assert sorted(choices(game)) == ["attack b1 12", "attack b1 4", "attack b1 8", "divert 1011", "divert 1111"]
    act(game, "attack b1 8")
    assert happened(game, Diverted) == [Diverted("1111", ("a2",))]  # there is no other way left
    assert fought(game) == [(("b1",), ("1011",))]


@rule("S12.13")
def test_without_diversion_a_single_unit_attacks_both_its_enemies() -> None:
    american = [Unit("3-0-4", "1011"), Unit("3-0-4", "1111")]
    game = field([Unit("4-0-4", "1010")], american, phase=CLOSE_COMBAT, options={"game": "basic"})
    assert fought(game) == [(("b1",), ("1011", "1111"))]


@rule("S12.13")
def test_no_enemy_next_to_a_unit_that_must_attack_is_left_out() -> None:
    american = [Unit("3-0-4", "1011"), Unit("3-0-4", "1111"), Unit("3-0-4", "0911")]
    game = field([Unit("2-0-4", "1010"), Unit("2-0-4", "1010")], american, phase=CLOSE_COMBAT)
    attack(game, "b1", "1011")
    assert "S12.13" in refusal(game, "end-announcement")
    assert "S12.13" in refused(game, "b2", "1011")  # 0911 and 1111 would be left, and only one can be diverted
    act(game, "divert 1111")
    assert announced(game)["b2"] == ("0911",)


@rule("S12.13")
def test_enemies_next_to_guns_and_disordered_units_only_need_not_be_attacked() -> None:
    british = [
        Unit("4-0-4", "1010"),
        Unit("1-0-3", "1310", kind="artillery"),
        Unit("2-0-4", "1610", states=("disrupted",)),
    ]
    american = [Unit("3-0-4", "1011"), Unit("3-0-4", "1311"), Unit("3-0-4", "1611")]
    game = field(british, american, phase=CLOSE_COMBAT)
    assert announced(game) == {"b1": ("1011",)}
    assert fought(game) == [(("b1",), ("1011",))]


@rule("S12.13", "S12.12d")
def test_an_enemy_next_to_declining_riflemen_only_need_not_be_attacked() -> None:
    british = [Unit("4-0-4", "1010"), Unit("2-0-5", "1310", flags=("rifle",))]
    american = [Unit("3-0-4", "1011"), Unit("3-0-4", "1311")]
    game = field(british, american, phase=CLOSE_COMBAT)
    act(game, "attack b1 8", "end-announcement")
    assert fought(game) == [(("b1",), ("1011",))]


# ---------------------------------------------------------------- diversion


@rule("S12.14a")
def test_a_diverted_stack_is_not_attacked() -> None:
    american = [Unit("3-0-4", "1011"), Unit("2-0-4", "1111"), Unit("2-0-4", "1111")]
    game = field([Unit("6-0-4", "1010")], american, phase=CLOSE_COMBAT, dice=[5])
    act(game, "divert 1111")
    assert fought(game) == [(("b1",), ("1011",))]
    tactics(game)  # 2-1 and one column left is 3-2: die 5 is R/R
    assert results(game) == ["R/R"]
    assert where(game, "a2") == where(game, "a3") == "1111"


@rule("S12.14a")
def test_one_hex_is_diverted_in_a_phase_by_the_whole_side() -> None:
    british = [Unit("4-0-4", "1010"), Unit("4-0-4", "1510")]
    american = [Unit("3-0-4", "1011"), Unit("3-0-4", "1111"), Unit("3-0-4", "1511"), Unit("3-0-4", "1610")]
    game = field(british, american, phase=CLOSE_COMBAT)
    assert {"divert 1111", "divert 1511", "divert 1610"} <= set(choices(game))
    act(game, "divert 1111")
    assert refusal(game, "divert 1511") == ("S12.14a",)
    assert not offers(game, "b2", "1511")
    assert offers(game, "b2", "1511 1610")


@rule("S12.14a")
def test_a_second_diversion_and_an_attack_on_the_diverted_stack_are_refused() -> None:
    american = [Unit("3-0-4", "1011"), Unit("3-0-4", "1111"), Unit("3-0-4", "0911")]
    game = field([Unit("2-0-4", "1010"), Unit("2-0-4", "1010")], american, phase=CLOSE_COMBAT)
    act(game, "divert 1111")
    assert refusal(game, "divert 0911") == ("S12.14a",)
    assert refused(game, "b1", "1011 1111") == ("S12.14a",)
    assert not any(text.startswith("divert") for text in choices(game))


@rule("S12.14a")
def test_the_basic_game_has_no_diversion() -> None:
    american = [Unit("3-0-4", "1011"), Unit("3-0-4", "1111")]
    british = [Unit("2-0-4", "1010"), Unit("2-0-4", "1010")]
    game = field(british, american, phase=CLOSE_COMBAT, options={"game": "basic"})
    assert refusal(game, "divert 1111") == ("S1b",)


@rule("S12.14b")
def test_the_only_enemy_of_a_regiment_cannot_be_diverted() -> None:
    british = [Unit("4-0-4", "1010"), Unit("4-0-4", "1211")]
    game = field(british, [Unit("3-0-4", "1111"), Unit("3-0-4", "1112")], phase=CLOSE_COMBAT)
    assert "S12.14b" in refusal(game, "divert 1111")  # b1 would have nobody to attack
    assert "divert 1112" in choices(game)
    act(game, "divert 1112")
    announce(game, ("b1", "1111"), ("b2", "1111"))
    assert announced(game) == {"b1": ("1111",), "b2": ("1111",)}


@rule("S12.14b")
def test_a_diversion_needs_a_unit_that_must_attack_beside_it() -> None:
    british = [Unit("4-0-4", "1010"), Unit("2-0-5", "1510", flags=("rifle",))]
    american = [Unit("3-0-4", "1011"), Unit("3-0-4", "1111"), Unit("3-0-4", "1511"), Unit("3-0-4", "1610")]
    game = field(british, american, phase=CLOSE_COMBAT)
    assert "divert 1111" in choices(game)
    assert "S12.14b" in refusal(game, "divert 1511")
    assert "S12.14b" in refusal(game, "divert 0101")


@rule("S12.14b")
def test_a_unit_that_has_announced_its_attack_keeps_others_from_losing_their_last_enemy() -> None:
    british = [Unit("2-0-4", "1010"), Unit("2-0-4", "1010"), Unit("4-0-4", "1211")]
    game = field(british, [Unit("3-0-4", "1011"), Unit("3-0-4", "1111")], phase=CLOSE_COMBAT)
    act(game, "attack b1 8")
    assert "S12.14b" in refusal(game, "divert 1111")  # the only enemy of b3
    assert "S12.14b" in refusal(game, "divert 1011")  # under attack already


@rule("S12.14c")
def test_a_diversion_costs_a_column() -> None:
    american = [Unit("3-0-4", "1011"), Unit("3-0-4", "1111")]
    game = field([Unit("6-0-4", "1010")], american, phase=CLOSE_COMBAT)
    act(game, "divert 1111")
    assert odds(game) == (6, 3, "3-2")


@rule("S12.14c")
def test_a_diversion_costs_one_column_however_many_attackers_stand_beside_it() -> None:
    american = [Unit("3-0-4", "1011"), Unit("3-0-4", "1111")]
    game = field([Unit("2-0-4", "1010") for _ in range(3)], american, phase=CLOSE_COMBAT)
    act(game, "divert 1111")
    announce(game, ("b1", "1011"), ("b2", "1011"), ("b3", "1011"))
    assert odds(game) == (6, 3, "3-2")


@rule("S12.14c")
def test_every_combat_with_an_attacker_beside_the_diverted_stack_pays_and_no_other() -> None:
    british = [
        Unit("3-0-4", "1010"),
        Unit("3-0-4", "1010"),
        Unit("6-0-4", "0912"),  # does not touch 1111 itself, but fights beside b1
        Unit("6-0-4", "1510"),
    ]
    american = [Unit("3-0-4", "1011"), Unit("3-0-4", "1111"), Unit("3-0-4", "0911"), Unit("3-0-4", "1511")]
    game = field(british, american, phase=CLOSE_COMBAT)
    act(game, "divert 1111")
    announce(game, ("b1", "1011"), ("b2", "0911"), ("b3", "1011"), ("b4", "1511"))
    columns = {}
    for item in ("1", "2", "3"):
        trial = game.copy()
        act(trial, f"take {item}")
        event = happened(trial, CombatBegan)[-1]
        columns[event.hexes] = (event.attack, event.defence, event.column)
    assert columns == {("1011",): (9, 3, "2-1"), ("0911",): (3, 3, "1-2"), ("1511",): (6, 3, "2-1")}


@rule("S12.14d")
def test_pinned_defenders_cannot_be_diverted() -> None:
    american = [Unit("3-0-4", "1011"), Unit("3-0-4", "1111", states=("pinned:1",))]
    game = field([Unit("6-0-4", "1010")], american, phase=CLOSE_COMBAT)
    assert refusal(game, "divert 1111") == ("S12.14d",)
    assert [text for text in choices(game) if text.startswith("divert")] == ["divert 1011"]
    assert not offers(game, "b1", "1011")  # 1111 would be left over
    assert offers(game, "b1", "1111")
    assert offers(game, "b1", "1011 1111")
    game = field([Unit("6-0-4", "1010")], [*american, Unit("1-0-4", "1111")], phase=CLOSE_COMBAT)
    assert refusal(game, "divert 1111") == ("S12.14d",)  # one pinned unit of the stack is enough
    assert [text for text in choices(game) if text.startswith("divert")] == ["divert 1011"]


# ---------------------------------------------------------------- which combats are possible


@rule("S12.15a")
def test_a_unit_attacks_once() -> None:
    british = [Unit("3-0-4", "1010"), Unit("3-0-4", "1010")]
    american = [Unit("3-0-4", "1011"), Unit("3-0-4", "1111"), Unit("3-0-4", "0911")]
    game = field(british, american, phase=CLOSE_COMBAT)
    act(game, "attack b1 8")
    assert refused(game, "b1", "1111") == ("S12.15a",)


@rule("S12.15a", "S12.21")
def test_a_unit_that_advanced_next_to_fresh_enemies_fights_no_more() -> None:
    british = [Unit("6-0-4", "1010"), Unit("2-0-4", "1013")]
    american = [Unit("1-0-4", "1011"), Unit("3-0-4", "1012"), Unit("3-0-4", "1112")]
    # nobody touches 1112 before b1 advances
    game = field(british, american, phase=CLOSE_COMBAT, dice=[7])
    announce(game, ("b1", "1011"), ("b2", "1012"))
    act(game, "take 1")
    tactics(game)  # 6 to 1, die 7: -/1
    assert happened(game, Advanced) == [Advanced("b1", "1011")]
    assert fought(game)[1:] == [(("b2",), ("1012",))]
    assert odds(game)[:2] == (2, 3)


@rule("S12.15a")
def test_a_unit_that_attacked_defends_in_the_enemy_player_turn() -> None:
    # 6 to 3 is 2-1; die 2 + 1 is PIN, so that both stay; the Americans then attack in their own turn
    game = field([Unit("6-1-4", "1010")], [Unit("3-0-4", "1011"), Unit("1-0-4", "0905")], phase=CLOSE_COMBAT, dice=[2])
    tactics(game)
    assert results(game) == ["PIN"]
    act(game, "end-movement")
    assert fought(game) == [(("b1",), ("1011",)), (("a1",), ("1010",))]


@rule("S12.15b")
def test_units_of_one_hex_may_attack_different_hexes() -> None:
    british = [Unit("3-0-4", "1010"), Unit("3-0-4", "1010")]
    game = field(british, [Unit("3-0-4", "1011"), Unit("3-0-4", "1111")], phase=CLOSE_COMBAT)
    announce(game, ("b1", "1011"), ("b2", "1111"))
    assert asked(game) == "next-combat"
    act(game, "take 1")
    assert fought(game) == [(("b1",), ("1011",))]
    assert odds(game) == (3, 3, "1-1")


@rule("S12.15b")
def test_units_of_one_hex_may_join_in_one_attack() -> None:
    british = [Unit("3-0-4", "1010"), Unit("3-0-4", "1010")]
    game = field(british, [Unit("3-0-4", "1011"), Unit("3-0-4", "1111")], phase=CLOSE_COMBAT)
    announce(game, ("b1", "1011 1111"), ("b2", "1011 1111"))
    assert fought(game) == [(("b1", "b2"), ("1011", "1111"))]
    assert odds(game) == (6, 6, "1-1")


@rule("S12.15c")
def test_a_defending_hex_is_attacked_whole_and_once() -> None:
    british = [Unit("3-0-4", "1010"), Unit("3-0-4", "1010"), Unit("3-0-4", "0911")]
    american = [Unit("1-0-4", "1011"), Unit("2-0-4", "1011"), Unit("3-0-4", "1011"), Unit("3-0-4", "1111")]
    game = field(british, american, phase=CLOSE_COMBAT)
    attack(game, "b3", "1011")
    assert "S12.15c" in refused(game, "b1", "1011 1111")
    announce(game, ("b1", "1011"), ("b2", "1111"))
    act(game, "take 1")
    assert fought(game) == [(("b3", "b1"), ("1011",))]
    assert odds(game)[1] == 6  # all three units


@rule("S12.15d")
def test_several_hexes_may_attack_one() -> None:
    game = field([Unit("3-0-4", "1010"), Unit("3-0-4", "1012")], [Unit("3-0-4", "1011")], phase=CLOSE_COMBAT)
    announce(game, ("b1", "1011"), ("b2", "1011"))
    assert fought(game) == [(("b1", "b2"), ("1011",))]
    assert odds(game) == (6, 3, "2-1")


@rule("S12.15d")
def test_one_hex_may_attack_several() -> None:
    game = field([Unit("3-0-4", "1010")], [Unit("3-0-4", "1011"), Unit("3-0-4", "1111")], phase=CLOSE_COMBAT)
    announce(game, ("b1", "1011 1111"))
    assert fought(game) == [(("b1",), ("1011", "1111"))]


@rule("S12.15d")
def test_units_of_one_hex_may_join_in_an_attack_on_several() -> None:
    american = [Unit("3-0-4", hex) for hex in ("1011", "1111", "1009")]
    game = field([Unit("2-0-4", "1010") for _ in range(3)], american, phase=CLOSE_COMBAT)
    attack(game, "b1", "1011 1111")
    assert offers(game, "b2", "1009")
    attack(game, "b2", "1011 1111")
    attack(game, "b3", "1009")
    assert announced(game) == {"b1": ("1011", "1111"), "b2": ("1011", "1111"), "b3": ("1009",)}


@rule("S12.15d")
def test_no_combat_has_several_hexes_on_both_sides() -> None:
    # both attackers touch 1011 and 1111; b2 also touches 1113
    british = [Unit("3-0-4", "1010"), Unit("3-0-4", "1112")]
    american = [Unit("3-0-4", "1011"), Unit("3-0-4", "1111"), Unit("3-0-4", "1113")]
    game = field(british, american, phase=CLOSE_COMBAT)
    attack(game, "b1", "1011 1111")
    assert announced(game) == {"b1": ("1011", "1111"), "b2": ("1113",)}


@rule("S12.15d")
def test_a_unit_elsewhere_cannot_join_an_attack_on_several_hexes() -> None:
    british = [Unit("3-0-4", "1010"), Unit("3-0-4", "1112")]
    american = [Unit("3-0-4", "1011"), Unit("3-0-4", "1111"), Unit("3-0-4", "1113"), Unit("3-0-4", "1212")]
    game = field(british, american, phase=CLOSE_COMBAT)
    attack(game, "b1", "1011 1111")
    assert refused(game, "b2", "1011 1111") == ("S12.15d",)
    assert offers(game, "b2", "1113 1212")


@rule("S12.15d")
def test_every_attacking_hex_must_touch_every_defending_hex() -> None:
    american = [Unit("3-0-4", "1011"), Unit("3-0-4", "1111")]
    game = field([Unit("3-0-4", "1010"), Unit("3-0-4", "1012")], american, phase=CLOSE_COMBAT)
    assert not offers(game, "b1", "1011 1111")  # b2 touches 1011 only and could not join
    assert "S12.1-alg" in refused(game, "b1", "1011 1111")
    announce(game, ("b1", "1111"))
    assert announced(game) == {"b1": ("1111",), "b2": ("1011",)}


def seed_example() -> Battle:
    """A in 1010, B in 1111 and C in 1211 next to the stack Y, Z in 1011 and X in 1112."""
    british = [Unit("3-0-4", "1010", id="A"), Unit("3-0-4", "1111", id="B"), Unit("3-0-4", "1211", id="C")]
    american = [Unit("3-0-4", "1112", id="X"), Unit("2-0-4", "1011", id="Y"), Unit("2-0-4", "1011", id="Z")]
    return field(british, american, phase=CLOSE_COMBAT)


@rule("S12.15e")
def test_seed_example_of_assigning_attacks() -> None:
    game = seed_example()
    announce(game, ("C", "1112"), ("A", "1011"), ("B", "1011"))
    assert announced(game) == {"A": ("1011",), "B": ("1011",), "C": ("1112",)}
    act(game, "take 2")
    assert fought(game) == [(("A", "B"), ("1011",))]
    assert odds(game)[:2] == (6, 4)  # Y and Z together


@rule("S12.15e")
def test_the_middle_unit_of_the_seed_example_is_tied_to_neither_hex() -> None:
    game = seed_example()
    assert offers(game, "B", "1011")
    assert offers(game, "B", "1112")
    assert not offers(game, "B", "1011 1112")  # A and C could not attack any more
    assert "S12.12a" in refusal(game, "end-announcement")


@rule("S12.1-alg")
def test_one_attack_may_not_take_away_what_another_unit_must_attack() -> None:
    # F1 touches X and Y, F2 touches X only
    british = [Unit("3-0-4", "1010", id="F1"), Unit("3-0-4", "0911", id="F2")]
    american = [Unit("3-0-4", "1011", id="X"), Unit("3-0-4", "1111", id="Y")]
    game = field(british, american, phase=CLOSE_COMBAT)
    assert "S12.1-alg" in refused(game, "F1", "1011 1111")
    announce(game, ("F1", "1111"))
    assert announced(game) == {"F1": ("1111",), "F2": ("1011",)}


@rule("S12.1-alg")
def test_riflemen_may_cover_a_hex_that_others_owe() -> None:
    british = [Unit("3-0-4", "1010"), Unit("2-0-5", "1112", flags=("rifle",))]
    american = [Unit("3-0-4", "1011", states=("pinned:1",)), Unit("3-0-4", "1111", states=("pinned:1",))]
    game = field(british, american, phase=CLOSE_COMBAT)
    act(game, "attack b1 8")  # 1111 is left to the riflemen, who cannot decline any more
    assert announced(game) == {"b1": ("1011",), "b2": ("1111",)}


# ---------------------------------------------------------------- the announcement


@rule("S12.21")
def test_all_attacks_are_announced_before_the_first_is_resolved() -> None:
    british = [Unit("6-0-4", "1010"), Unit("6-0-4", "1510")]
    american = [Unit("1-0-4", "1011"), Unit("1-0-4", "1111"), Unit("3-0-4", "1511"), Unit("3-0-4", "1610")]
    game = field(british, american, phase=CLOSE_COMBAT)
    attack(game, "b1", "1011 1111")
    assert fought(game) == []
    assert asked(game) == "announce-attack"
    attack(game, "b2", "1511 1610")
    assert asked(game) == "next-combat"
    refusal(game, "attack b1 8")


@rule("S12.21")
def test_attackers_whose_target_is_destroyed_do_not_join_another_combat() -> None:
    british = [Unit("4-0-4", "1010"), Unit("2-0-4", "1010")]
    game = field(british, [Unit("1-0-4", "1011"), Unit("2-0-4", "1111")], phase=CLOSE_COMBAT, dice=[7])
    announce(game, ("b1", "1011"), ("b2", "1111"))
    act(game, "take 1")
    tactics(game)  # 4 to 1, die 7: -/1
    assert where(game, "a1") == "eliminated"
    assert fought(game)[1:] == [(("b2",), ("1111",))]
    assert odds(game)[:2] == (2, 2)
    refusal(game, "attack b1 4")


class Ambush(SeriesRules):
    """Two units are lost between announcement and resolution, as a rule of some battle might have it."""

    lost: tuple[str, ...] = ()

    def begin_close_combat(self, game: Battle, combats: tuple[AnnouncedCombat, ...]) -> None:
        for id in self.lost:
            self.capture(game, id)


class AmbushedAttacker(Ambush):
    lost = ("b1",)


class AmbushedDefender(Ambush):
    lost = ("a1",)


def two_combats(rules: type[SeriesRules]) -> Battle:
    british = [Unit("3-0-4", "1010"), Unit("3-0-4", "1510")]
    game = field(british, [Unit("3-0-4", "1011"), Unit("3-0-4", "1511")], phase=CLOSE_COMBAT, rules=rules)
    announce(game, ("b1", "1011"), ("b2", "1511"))
    act(game, "take 1")
    return game


@rule("S12.21")
def test_a_combat_without_attackers_is_dropped() -> None:
    game = two_combats(AmbushedAttacker)
    assert fought(game) == [(("b2",), ("1511",))]
    assert where(game, "a1") == "1011"


@rule("S12.21")
def test_a_combat_without_defenders_goes_to_the_advance() -> None:
    game = two_combats(AmbushedDefender)
    assert where(game, "b1") == "1011"
    assert fought(game) == [(("b2",), ("1511",))]


@rule("S12.21")
def test_a_combat_with_a_defender_left_in_one_of_its_hexes_is_one() -> None:
    british = [Unit("3-0-4", "1010"), Unit("3-0-4", "1510")]
    american = [Unit("3-0-4", "1011"), Unit("3-0-4", "1511"), Unit("3-0-4", "1111")]
    game = field(british, american, phase=CLOSE_COMBAT, rules=AmbushedDefender)
    announce(game, ("b1", "1011 1111"), ("b2", "1511"))
    assert (asked(game), [fight.units for fight in game.rules.fights(game)]) == ("next-combat", [("b1",), ("b2",)])
    game = field(british, american[:2], phase=CLOSE_COMBAT, rules=AmbushedDefender)
    announce(game, ("b1", "1011"), ("b2", "1511"))
    assert [fight.units for fight in game.rules.fights(game)] == [("b2",)]


@rule("S12.23")
def test_the_attacker_chooses_the_order_as_he_goes() -> None:
    british = [Unit("6-0-4", "1010"), Unit("3-0-4", "1310"), Unit("3-0-4", "1610")]
    american = [Unit("1-0-4", "1011"), Unit("3-0-4", "1311"), Unit("3-0-4", "1611")]
    game = field(british, american, phase=CLOSE_COMBAT, dice=[7, 5])
    announce(game, ("b1", "1011"), ("b2", "1311"), ("b3", "1611"))
    assert choices(game) == ["take 1", "take 2", "take 3"]
    act(game, "take 2")
    tactics(game)  # 3 to 3, die 7: -/R
    assert (where(game, "a2"), where(game, "b2")) == ("1312", "1311")  # retreat and advance are over
    assert choices(game) == ["take 1", "take 3"]
    act(game, "take 3")
    tactics(game)
    assert results(game) == ["-/R", "PIN"]
    assert fought(game)[2:] == [(("b1",), ("1011",))]


class Prayer(SeriesRules):
    """Before the first combat, however few there are, the attacker may pray: as a rule of some battle might have it."""

    def ask_always(self, game: Battle, seat: str) -> bool:
        return True

    def special_combats(self, game: Battle) -> list[Action]:
        return [HoldFire()]

    def why_not_special(self, game: Battle, action: Action) -> Reason | None:
        return None if isinstance(action, HoldFire) else NOT_OFFERED

    def special_move(self, game: Battle, action: Action) -> None:
        game.state.momentum = game.state.momentum | {BRITISH: 1}


@rule("S12.23")
def test_a_battle_may_let_the_attacker_do_something_else_before_the_first_combat() -> None:
    def one_combat(rules: type[SeriesRules]) -> Battle:
        british = [Unit("3-0-4", "1010"), Unit("3-0-4", "1009")]
        return field(british, [Unit("3-0-4", "1011")], phase=CLOSE_COMBAT, rules=rules)

    assert asked(one_combat(SeriesRules)) == "choose-tactics"
    game = one_combat(Prayer)
    assert choices(game) == ["take 1", "hold-fire"]
    assert refusal(game, "take 2") == refusal(game, "end-movement") == ("S12.23",)
    act(game, "hold-fire")
    assert (momentum_of(game), choices(game)) == ((1, 0), ["take 1", "hold-fire"])
    act(game, "take 1")
    assert asked(game) == "choose-tactics"
    british, american = [Unit("6-0-4", "1010"), Unit("3-0-4", "1310")], [Unit("1-0-4", "1011"), Unit("3-0-4", "1311")]
    game = field(british, american, phase=CLOSE_COMBAT, rules=Prayer, dice=[7])
    announce(game, ("b1", "1011"), ("b2", "1311"))
    assert choices(game) == ["take 1", "take 2", "hold-fire"]
    act(game, "take 1")
    tactics(game)  # 6 to 1, die 7: -/1; the last combat follows unasked
    assert fought(game)[1:] == [(("b2",), ("1311",))]


@rule("S12.23")
def test_a_unit_that_retreats_into_a_hex_still_to_be_attacked_adds_nothing_there() -> None:
    british = [Unit("6-0-4", "1010"), Unit("6-0-4", "1211")]
    american = [Unit("2-0-4", "1011"), Unit("3-0-4", "1112")]
    terrain = {"1112": "forest", "0912": "pond", "1012": "pond"}  # a1 can only go to 1112
    game = field(british, american, phase=CLOSE_COMBAT, terrain=terrain, dice=[5])
    announce(game, ("b1", "1011"), ("b2", "1112"))
    act(game, "take 1")
    tactics(game)  # 6 to 2 is 3-1, die 5: -/R
    assert where(game, "a1") == "1112"
    assert where(game, "b1") == "1011"
    assert fought(game)[1:] == [(("b2",), ("1112",))]
    assert odds(game) == (6, 3, "2-1")


@rule("S12.12a", "S12.13")
def test_who_must_attack_and_who_must_be_attacked_is_named_until_all_have_their_combat() -> None:
    british = [Unit("4-0-4", "1010", id="first"), Unit("4-0-4", "0510", id="second"), Unit("4-0-4", "0610", id="third")]
    american = [Unit("2-0-4", "1011", id="one"), Unit("2-0-4", "0511", id="other")]
    game = field(british, american, phase=CLOSE_COMBAT)
    [end] = game.seat("british").closing

    def owing() -> set[str]:
        reason = game.why_not("british", end)
        return set() if reason is None else set(reason.pieces)

    assert owing() == {"first", "second", "third", "one", "other"}
    attack(game, "first", "1011")
    assert owing() == {"second", "third", "other"}
    attack(game, "second", "0511")
    assert asked(game) != "announce-attack"  # the last question answered itself
