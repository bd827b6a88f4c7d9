"""Chapter 12.23, steps 3 to 5: the modifiers, the tactics and the table."""

from __future__ import annotations

import pytest

from grognard.core.events import Rolled
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import Captured, MoraleChecked, Retreated, TacticsRevealed
from tests.marks import rule
from tests.proving_ground import (
    AMERICAN,
    BRITISH,
    Leader,
    Unit,
    act,
    announce,
    army_morale,
    asked,
    choices,
    combat,
    field,
    last_roll,
    momentum_of,
    order_of,
    tactics,
    where,
)
from tests.series.combat_reports import happened, results

CLOSE_COMBAT = "close combat"


def lines(game: Battle) -> dict[str, int]:
    """The lines of the last roll that gave something, each of which counts once."""
    rolled = [event for event in happened(game, Rolled) if event.purpose == "close-combat"][-1]
    found = [(modifier.label, modifier.value) for modifier in rolled.modifiers if modifier.value]
    assert len(found) == len(dict(found)), found
    assert rolled.total == rolled.faces[0] + sum(value for _, value in found)
    return dict(found)


def attack_1011(british: list[Unit], american: list[Unit], **more: object) -> Battle:
    """A combat of all these units against 1011, the first that may leads, with a die of 5 and nothing from the tactics."""
    game = field(british, american, phase=CLOSE_COMBAT, dice=[5] + [9] * 6, **more)  # type: ignore[arg-type]
    announce(game, *((unit.id, "1011") for unit in british if unit.kind != "artillery"))
    while asked(game) == "choose-lead":
        act(game, choices(game)[0])
    tactics(game)
    return game


# ---------------------------------------------------------------- step 3: modifiers


@rule("S12.23-3a")
def test_all_lines_are_added_and_each_counts_once() -> None:
    british = [Unit("3-1-4", "1009"), Unit("3-1-4", "1011")]
    slopes = {"slope": [("1009", "1010"), ("1011", "1010")]}
    game = field(british, [Unit("3-0-4", "1010"), Unit("1-0-4", "0505")], phase=CLOSE_COMBAT, hexsides=slopes, dice=[2])
    combat(game, ("b1", "1010"), ("b2", "1010"), leads=("b1",))
    assert lines(game) == {"attackers-lead-unit": 1, "defender-surrounded": 1, "attack-across-hexside": -1}
    assert last_roll(game, "close-combat")["total"] == 2 + 1


def across(hexsides: dict[str, list[tuple[str, str]]], second: str = "0911") -> dict[str, int]:
    """The lines of an attack on 1011 from 1010 and from a second hex."""
    return lines(attack_1011([Unit("3-0-4", "1010"), Unit("3-0-4", second)], [Unit("4-0-4", "1011")], hexsides=hexsides))


@rule("S12.23-3b")
def test_a_hexside_counts_only_if_every_attacker_crosses_one() -> None:
    assert across({"stream": [("1010", "1011")]}) == {}
    assert across({"stream": [("1010", "1011"), ("0911", "1011")]}) == {"attack-across-hexside": -1}


@rule("S12.23-3b")
@pytest.mark.parametrize("other", ["ford", "bridge", "slope"])
def test_attackers_may_qualify_by_different_hexsides_of_the_line(other: str) -> None:
    assert across({"stream": [("1010", "1011")], other: [("0911", "1011")]}) == {"attack-across-hexside": -1}


@rule("S12.23-3b")
def test_a_slope_with_a_stream_is_one_line() -> None:
    both = [("1010", "1011"), ("0911", "1011")]
    assert across({"stream": both, "slope": both}) == {"attack-across-hexside": -1}


@rule("S12.23-3b")
def test_attacking_down_a_slope_costs_nothing() -> None:
    assert across({"slope": [("1011", "1010"), ("1011", "0911")]}) == {}


@rule("S12.23-3b")
@pytest.mark.parametrize(("sides", "drm"), [([("1010", "1011")], 0), ([("1010", "1011"), ("1010", "1111")], -1)])
def test_against_several_hexes_every_hexside_must_qualify(sides: list[tuple[str, str]], drm: int) -> None:
    american = [Unit("3-0-4", "1011"), Unit("3-0-4", "1111")]
    game = field([Unit("6-0-4", "1010")], american, phase=CLOSE_COMBAT, hexsides={"stream": sides}, dice=[5])
    combat(game, ("b1", "1011 1111"), leads=("a1",))
    assert lines(game).get("attack-across-hexside", 0) == drm


@rule("S12.23-3c")
@pytest.mark.parametrize("state", ["disrupted", "shattered"])
def test_a_disordered_defender_in_the_stack_gives_one(state: str) -> None:
    american = [Unit("2-0-4", "1011"), Unit("2-0-4", "1011", states=(state,)), Unit("2-0-4", "1011", states=(state,))]
    assert lines(attack_1011([Unit("6-0-4", "1010")], american)) == {"a-defender-is-disordered": 1}


@rule("S12.23-3c")
def test_defenders_in_parade_order_give_nothing() -> None:
    assert lines(attack_1011([Unit("6-0-4", "1010")], [Unit("2-0-4", "1011")])) == {}


@rule("S12.23-3c")
def test_a_disordered_neighbour_outside_the_combat_gives_nothing() -> None:
    american = [Unit("2-0-4", "1011"), Unit("2-0-4", "1012", states=("disrupted",))]
    assert lines(attack_1011([Unit("6-0-4", "1010")], american)) == {}


DRAGOONS = "dragoons"


@rule("S12.23-3d", "S12.23-3c")
def test_dragoons_ride_down_a_disrupted_unit() -> None:
    british = [Unit("2-0-8", "1010", kind=DRAGOONS)]
    game = attack_1011(british, [Unit("2-0-4", "1011", states=("disrupted",))])
    assert lines(game) == {"a-defender-is-disordered": 1, "cavalry-rides-down": 1}
    assert last_roll(game, "close-combat")["total"] == 5 + 2


@rule("S12.23-3d")
def test_one_unit_of_dragoons_among_the_attackers_is_enough() -> None:
    british = [Unit("2-0-4", "1010"), Unit("2-0-8", "1010", kind=DRAGOONS)]
    american = [Unit("2-0-4", "1011", states=("shattered",)), Unit("2-0-4", "1011", states=("disrupted",))]
    assert lines(attack_1011(british, american))["cavalry-rides-down"] == 1


@rule("S12.23-3d")
@pytest.mark.parametrize(
    "steady",
    [Unit("2-0-4", "1011"), Unit("1-0-3", "1011", kind="artillery")],
    ids=["infantry", "a gun"],
)
def test_a_defender_in_parade_order_stops_the_ride(steady: Unit) -> None:
    british = [Unit("2-0-8", "1010", kind=DRAGOONS)]
    american = [Unit(steady.values, "1011", kind=steady.kind), Unit("2-0-4", "1011", states=("disrupted",))]
    assert lines(attack_1011(british, american)) == {"a-defender-is-disordered": 1}


@rule("S12.23-3d")
def test_infantry_rides_nobody_down_and_the_americans_ride_too() -> None:
    american = [Unit("2-0-4", "1011", states=("disrupted",))]
    assert "cavalry-rides-down" not in lines(attack_1011([Unit("2-0-4", "1010")], american))
    game = field(
        [Unit("2-0-4", "1010", states=("disrupted",))],
        [Unit("2-0-8", "1011", kind=DRAGOONS)],
        phase=CLOSE_COMBAT,
        phasing=AMERICAN,
        first=BRITISH,
        dice=[5, 0, 0],
    )
    tactics(game)
    assert lines(game)["cavalry-rides-down"] == 1


MILITIA, REGULARS, GUN = "militia", "infantry", "artillery"


@rule("S12.23-3e", "S3.2i")
@pytest.mark.parametrize(
    ("attackers", "defenders", "expected"),
    [
        ([MILITIA], [MILITIA], {"all-defenders-militia": 1, "all-attackers-militia": -1}),
        ([REGULARS], [MILITIA], {"all-defenders-militia": 1}),
        ([MILITIA], [REGULARS], {"all-attackers-militia": -1}),
        ([MILITIA, REGULARS], [MILITIA, REGULARS], {}),
        ([MILITIA, MILITIA], [MILITIA, GUN], {"all-defenders-militia": 1, "all-attackers-militia": -1}),
        ([MILITIA, GUN], [REGULARS], {"all-attackers-militia": -1}),
        ([REGULARS], [REGULARS, GUN], {}),
    ],
)
def test_militia_lines(attackers: list[str], defenders: list[str], expected: dict[str, int]) -> None:
    british = [Unit("2-0-4", "1010", kind=kind) for kind in attackers]
    american = [Unit("2-0-4", "1011", kind=kind) for kind in defenders]
    assert lines(attack_1011(british, american)) == expected


RIFLE, MUSKET = ("rifle",), ()


@rule("S12.23-3f")
@pytest.mark.parametrize(
    ("attackers", "defenders", "expected"),
    [
        ([RIFLE], [MUSKET, RIFLE], {"defenders-rifles": 1, "attackers-rifles": -1}),
        ([MUSKET], [MUSKET, RIFLE], {"defenders-rifles": 1}),
        ([MUSKET, RIFLE], [MUSKET], {"attackers-rifles": -1}),
        ([RIFLE, RIFLE], [MUSKET], {"attackers-rifles": -1}),
        ([MUSKET], [MUSKET], {}),
    ],
)
def test_rifle_lines(attackers: list[tuple[str, ...]], defenders: list[tuple[str, ...]], expected: dict[str, int]) -> None:
    british = [Unit("2-0-5", "1010", flags=flags) for flags in attackers]
    american = [Unit("2-0-5", "1011", flags=flags) for flags in defenders]
    assert lines(attack_1011(british, american)) == expected


@rule("S12.23-3g")
def test_the_terrain_of_the_defended_hex_counts() -> None:
    game = attack_1011([Unit("2-0-4", "1010")], [Unit("2-0-4", "1011")], terrain={"1011": "courthouse"})
    assert lines(game) == {"defenders-terrain": -1}
    assert last_roll(game, "close-combat")["total"] == 4


@rule("S12.23-3g")
def test_the_terrain_of_the_attackers_does_not_count_and_forest_has_no_line() -> None:
    game = attack_1011([Unit("2-0-4", "1010")], [Unit("2-0-4", "1011")], terrain={"1010": "courthouse", "1011": "forest"})
    assert lines(game) == {}


@rule("S12.23-3g")
@pytest.mark.parametrize("houses", [["1011"], ["1111"], ["1011", "1111"]])
def test_one_defender_in_the_terrain_is_enough_and_it_counts_once(houses: list[str]) -> None:
    american = [Unit("3-0-4", "1011"), Unit("3-0-4", "1111")]
    terrain = dict.fromkeys(houses, "courthouse")
    game = field([Unit("6-0-4", "1010")], american, phase=CLOSE_COMBAT, terrain=terrain, dice=[6])
    combat(game, ("b1", "1011 1111"), leads=("a1",))
    assert lines(game) == {"defenders-terrain": -1}


# ---------------------------------------------------------------- step 4: tactics


def led(dice: list[int]) -> Battle:
    """3 SP with a leader in 1010 against 3 SP with a leader in 1011, flanks open: all eight chits are legal."""
    british: list[Unit | Leader] = [Unit("3-0-4", "1010"), Leader("0-0-6", "1010", id="Cornwallis")]
    american: list[Unit | Leader] = [Unit("3-0-4", "1011"), Leader("0-0-6", "1011", id="Greene")]
    return field(british, american, phase=CLOSE_COMBAT, dice=dice)


@rule("S12.23-4a")
@pytest.mark.parametrize(("attacker", "defender", "drm"), [("turn_flank", "stand_fast", +2), ("stand_fast", "turn_flank", -2)])
def test_the_matrix_is_read_with_the_defender_in_rows(attacker: str, defender: str, drm: int) -> None:
    game = led([5])
    tactics(game, attacker, defender)
    assert last_roll(game, "close-combat")["tactics"] == drm
    assert last_roll(game, "close-combat")["total"] == 5 + drm


@rule("S12.23-4a")
def test_nobody_sees_a_chit_before_both_are_chosen() -> None:
    game = led([5])
    assert set(game.actors) == {BRITISH, AMERICAN}
    act(game, "british: chit turn_flank")
    assert list(game.actors) == [AMERICAN]
    for seat in (AMERICAN, None):
        assert "turn_flank" not in str(game.events(seat))
        assert "turn_flank" not in str(game.view(seat))
        assert "turn_flank" not in str(game.record(AMERICAN))
    act(game, "american: chit stand_fast")
    assert [(event.attacker, event.defender) for event in happened(game, TacticsRevealed)] == [("turn_flank", "stand_fast")]


@rule("S12.23-4a")
def test_the_order_of_choosing_does_not_matter() -> None:
    game = led([5])
    act(game, "american: chit stand_fast", "british: chit turn_flank")
    assert last_roll(game, "close-combat")["tactics"] == +2


@rule("S12.23-4b")
def test_no_combat_means_no_die_and_no_momentum() -> None:
    game = field([Unit("6-0-4", "1010")], [Unit("2-0-4", "1011")], phase=CLOSE_COMBAT, momentum=(1, 1))
    tactics(game, "skirmish", "withdraw")
    assert happened(game, Rolled) == []
    assert results(game) == []
    assert momentum_of(game) == (1, 1)
    act(game, "retreat 1012")
    assert where(game, "b1") == "1011"  # step 9


@rule("S12.23-4b")
def test_a_number_of_the_matrix_means_a_die() -> None:
    game = field([Unit("6-0-4", "1010")], [Unit("2-0-4", "1011")], phase=CLOSE_COMBAT, dice=[4])
    tactics(game, "skirmish", "stand_fast")
    assert len(happened(game, Rolled)) == 1


@rule("S12.23-4b")
def test_no_combat_by_the_attackers_withdrawal_leaves_the_defender_where_he_is() -> None:
    game = field([Unit("6-0-4", "1010")], [Unit("2-0-4", "1111")], phase=CLOSE_COMBAT)
    tactics(game, "withdraw", "skirmish")
    assert happened(game, Rolled) == []
    assert (where(game, "b1"), where(game, "a1")) == ("1009", "1111")


@rule("S12.23-4c", "S12.23-4d")
def test_the_withdrawing_defender_takes_everybody_along_and_the_attacker_must_advance() -> None:
    american = [Unit("2-0-4", "1011"), Unit("2--1-4", "1011"), Unit("1--2-3", "1011", kind=GUN)]
    game = field([Unit("6-0-4", "1010")], american, phase=CLOSE_COMBAT)
    act(game, "lead a1")
    tactics(game, "stand_fast", "withdraw")
    act(game, "take a3", "retreat 1012", "take a1", "retreat 1012", "retreat 0912")
    assert [where(game, id) for id in ("a1", "a2", "a3")] == ["1012", "0912", "1012"]
    assert [order_of(game, id) for id in ("a1", "a2", "a3")] == ["parade"] * 3
    assert where(game, "b1") == "1011"
    assert happened(game, Rolled) == []  # no morale checks
    assert army_morale(game) == (14, 14)


@rule("S12.23-4c")
def test_guns_stacked_with_withdrawing_attackers_stay() -> None:
    british = [Unit("3-0-4", "1010"), Unit("3-0-4", "1010"), Unit("1-0-3", "1010", kind=GUN)]
    game = field(british, [Unit("2-0-4", "1111")], phase=CLOSE_COMBAT)
    announce(game, ("b1", "1111"), ("b2", "1111"))
    act(game, "lead b1")
    tactics(game, "withdraw", "stand_fast")
    act(game, "take b2")
    assert [where(game, id) for id in ("b1", "b2", "b3")] == ["1009", "1009", "1010"]


@rule("S12.23-4c")
def test_if_both_withdraw_the_defender_goes_first_and_nobody_advances() -> None:
    game = field([Unit("6-0-4", "1010")], [Unit("2-0-4", "1011")], phase=CLOSE_COMBAT)
    tactics(game, "withdraw", "withdraw")
    act(game, "retreat 1012")
    assert [(event.piece, event.hex) for event in happened(game, Retreated)] == [("a1", "1012"), ("b1", "1009")]
    assert (where(game, "a1"), where(game, "b1")) == ("1012", "1009")


@rule("S12.23-4c")
def test_a_unit_that_cannot_withdraw_is_captured() -> None:
    british = [Unit("3-0-4", "1009"), Unit("3-0-4", "1011")]
    american = [Unit("2-0-4", "1010"), Unit("2-0-4", "0515")]
    game = field(british, american, phase=CLOSE_COMBAT)
    announce(game, ("b1", "1010"), ("b2", "1010"))
    act(game, "lead b1")
    tactics(game, "skirmish", "withdraw")
    assert happened(game, Captured) == [Captured("a1")]
    assert army_morale(game) == (15, 13)
    assert where(game, "b1") == "1010"


@rule("S12.23-4d")
def test_withdraw_without_no_combat_is_fought_and_nobody_withdraws() -> None:
    game = led([1])
    tactics(game, "frontal_assault", "withdraw")
    assert last_roll(game, "close-combat")["tactics"] == +2
    assert results(game) == ["R/-"]  # 1-1, row 3
    act(game, "stay")
    assert happened(game, Retreated) == [Retreated("b1", "1010", "1009")]
    assert game.state.phasing == AMERICAN


# ---------------------------------------------------------------- step 5: the table


@rule("S12.23-5a")
def test_the_left_part_is_the_attackers_and_the_right_part_the_defenders() -> None:
    british = [Unit("3-0-4", "1010"), Unit("3-0-4", "1010")]
    game = field(british, [Unit("3-0-4", "1111")], phase=CLOSE_COMBAT, dice=[5])
    combat(game, ("b1", "1111"), ("b2", "1111"), leads=("b1",))
    assert results(game) == ["-/R"]
    assert where(game, "a1") == "1112"
    assert happened(game, MoraleChecked) == []


@rule("S12.23-5a")
def test_a_result_on_the_left_strikes_the_attacker_alone() -> None:
    # 6 to 3 is 2-1: die 2 is R/-
    game = field([Unit("6-0-4", "1010")], [Unit("3-0-4", "1111")], phase=CLOSE_COMBAT, dice=[2])
    tactics(game)
    assert results(game) == ["R/-"]
    assert (where(game, "b1"), where(game, "a1")) == ("1009", "1111")


@rule("S12.23-5a")
def test_die_and_modifiers_are_added() -> None:
    # 6 to 3 is 2-1: die 3 with a lead of +2 is row 5
    game = field([Unit("6-2-4", "1010")], [Unit("3-0-4", "1111")], phase=CLOSE_COMBAT, dice=[3])
    tactics(game)
    assert last_roll(game, "close-combat")["total"] == 5
    assert results(game) == ["-/R"]


@rule("S12.23-5b")
@pytest.mark.parametrize(("bonus", "die", "total"), [(1, 9, 11), (2, 9, 13)])
def test_results_above_11_are_read_as_11(bonus: int, die: int, total: int) -> None:
    british = [Unit(f"3-{bonus}-4", "1010")]
    game = field(british, [Unit(f"3-{-bonus}-4", "1111", reduced="1-0-4")], phase=CLOSE_COMBAT, dice=[die])
    tactics(game)
    assert last_roll(game, "close-combat")["total"] == total
    assert results(game) == ["-/1*"]


@rule("S12.23-5b")
@pytest.mark.parametrize(("morale", "total"), [(1, -2), (2, -4)])
def test_results_below_minus_2_are_read_as_minus_2(morale: int, total: int) -> None:
    british = [Unit(f"3-{-morale}-4", "1010"), Unit("1-0-4", "0101")]
    game = field(british, [Unit(f"3-{morale}-4", "1111")], phase=CLOSE_COMBAT, dice=[0])
    tactics(game)
    assert last_roll(game, "close-combat")["total"] == total
    assert results(game) == ["AC/-"]
    assert where(game, "b1") == "captured"
