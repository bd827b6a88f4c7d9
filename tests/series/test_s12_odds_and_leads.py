"""Chapter 12.23, steps 1 and 2: strengths, odds and column shifts, and the lead units."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from grognard.core.texts import Modifier
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.close_combat import CloseCombat
from grognard.games.revolution.series.events import LeadChosen
from grognard.games.revolution.series.rules import SeriesRules
from tests.marks import rule
from tests.proving_ground import (
    AMERICAN,
    BRITISH,
    Leader,
    Unit,
    act,
    announce,
    asked,
    choices,
    field,
    last_roll,
    piece,
    refusal,
    tactics,
    where,
)
from tests.series.combat_reports import fought, happened, odds, results

CLOSE_COMBAT = "close combat"


def leads(game: Battle) -> tuple[str, str]:
    """The lead units of the last combat, attacker's first."""
    attacker, defender = happened(game, LeadChosen)[-2:]
    return attacker.piece, defender.piece


# ---------------------------------------------------------------- step 1: strengths and odds


@rule("S12.23-1a")
def test_strengths_of_disrupted_units_and_guns() -> None:
    british = [Unit("4-0-4", "1010"), Unit("2-0-3", "1010", kind="artillery")]
    american = [
        Unit("3-0-4", "1011"),
        Unit("3-0-4", "1011", states=("disrupted",)),
        Unit("2-0-3", "1011", kind="artillery"),
    ]
    game = field(british, american, phase=CLOSE_COMBAT)
    assert odds(game)[:2] == (4, 5)


@rule("S12.23-1a")
def test_a_shattered_unit_counts_one_and_each_disrupted_unit_is_halved_by_itself() -> None:
    american = [
        Unit("4-0-4", "1011", states=("shattered",)),
        Unit("1-0-4", "1011", states=("disrupted",)),
        Unit("1-0-4", "1011", states=("disrupted",)),
    ]
    game = field([Unit("4-0-4", "1010")], american, phase=CLOSE_COMBAT)
    assert odds(game) == (4, 3, "1-1")


@rule("S12.23-1a")
def test_a_reduced_unit_counts_what_its_back_shows() -> None:
    british = [Unit("6-0-4", "1010", reduced="3-0-4", step=2)]
    game = field(british, [Unit("4-0-4", "1011", reduced="2-0-4", step=2)], phase=CLOSE_COMBAT)
    assert odds(game)[:2] == (3, 2)


ODDS = [
    # the seeds' and the ledger's examples
    (5, 4, "1-1"),
    (4, 5, "1-2"),
    (7, 5, "1-1"),
    (3, 2, "3-2"),
    (5, 3, "3-2"),
    (4, 3, "1-1"),
    (2, 5, "1-3"),
    (1, 4, "below 1-3"),
    # both sides of every boundary
    (8, 2, "4-1"),
    (7, 2, "3-1"),
    (6, 2, "3-1"),
    (5, 2, "2-1"),
    (4, 2, "2-1"),
    (11, 6, "3-2"),
    (9, 6, "3-2"),
    (8, 6, "1-1"),
    (6, 6, "1-1"),
    (5, 6, "1-2"),
    (3, 6, "1-2"),
    (2, 6, "1-3"),
    (1, 3, "1-3"),
    (1, 6, "below 1-3"),
]


def fight(attack: int, defence: int, rules: type[SeriesRules] = SeriesRules, dice: tuple[int, ...] = ()) -> Battle:
    """A combat of so many strength points: attackers in 1010 and 0911, defenders in 1011 and, over 6, in 1111 too."""
    british = [Unit(f"{min(attack, 6)}-0-4", "1010")]
    if attack > 6:
        british.append(Unit(f"{attack - 6}-0-4", "0911"))
    american = [Unit(f"{min(defence, 6)}-0-4", "1011")]
    if defence > 6:
        american.append(Unit(f"{defence - 6}-0-4", "1111"))
    game = field(british, american, phase=CLOSE_COMBAT, rules=rules, dice=dice)
    announce(game, ("b1", "1011 1111" if defence > 6 else "1011"), ("b2", "1011"))
    if asked(game) == "choose-lead":
        act(game, choices(game)[0])
    if asked(game) == "choose-lead":
        act(game, choices(game)[0])
    return game


@rule("S12.23-1b")
@pytest.mark.parametrize(("attack", "defence", "column"), ODDS)
def test_odds_round_in_the_defenders_favour(attack: int, defence: int, column: str) -> None:
    assert odds(fight(attack, defence)) == (attack, defence, column)


@rule("S12.23-1c")
@pytest.mark.parametrize("defence", [4, 9])
def test_odds_below_the_table_use_the_first_column_with_minus_one(defence: int) -> None:
    game = fight(1, defence, dice=(7,))
    tactics(game)
    rolled = last_roll(game, "close-combat")
    assert rolled["odds-below-table"] == -1
    assert rolled["total"] == 6
    assert results(game) == ["PIN"]  # row 6 of 1-3; row 7 would be R/R


@rule("S12.23-1c")
def test_odds_above_the_table_use_the_last_column_without_bonus() -> None:
    game = fight(6, 1, dice=(2,))
    assert odds(game) == (6, 1, "4-1")
    tactics(game)
    assert last_roll(game, "close-combat")["total"] == 2
    assert results(game) == ["PIN"]  # row 2 of 4-1


def shifted(*shifts: int) -> type[SeriesRules]:
    """Rules of a battle with column shifts of its own."""

    class Shifted(SeriesRules):
        def column_shifts(self, game: Battle, combat: CloseCombat) -> Iterator[Modifier]:
            yield from super().column_shifts(game, combat)
            for shift in shifts:
                yield Modifier(shift, "surprise", "S12.23-1d")

    return Shifted


@rule("S12.23-1d")
@pytest.mark.parametrize(("shifts", "column"), [((), "3-2"), ((+1,), "2-1"), ((+1, -2), "1-1"), ((-2, +1), "1-1")])
def test_column_shifts_are_netted(shifts: tuple[int, ...], column: str) -> None:
    american = [Unit("3-0-4", "1011"), Unit("3-0-4", "1111")]
    game = field([Unit("6-0-4", "1010")], american, phase=CLOSE_COMBAT, rules=shifted(*shifts))
    act(game, "divert 1111")
    assert odds(game) == (6, 3, column)


@rule("S12.23-1d")
def test_the_net_shift_is_applied_once_so_that_the_end_of_the_table_swallows_nothing() -> None:
    assert odds(fight(6, 1, shifted(+1, -1)))[2] == "4-1"
    assert odds(fight(1, 4, shifted(-1, +1)))[2] == "below 1-3"


@rule("S12.23-1e")
@pytest.mark.parametrize(
    ("attack", "defence", "shift", "column", "drm"),
    [
        (1, 3, -1, "below 1-3", -1),
        (1, 4, +1, "1-3", 0),
        (6, 1, -1, "3-1", 0),
        (1, 4, -1, "below 1-3", -1),
        (1, 9, +1, "1-3", 0),
        (6, 1, +2, "4-1", 0),
        (6, 6, -4, "below 1-3", -1),
    ],
)
def test_shifts_at_the_ends_of_the_table(attack: int, defence: int, shift: int, column: str, drm: int) -> None:
    game = fight(attack, defence, shifted(shift), dice=(6,))
    assert odds(game)[2] == column
    tactics(game)
    rolled = last_roll(game, "close-combat")
    assert rolled.get("odds-below-table", 0) == drm
    assert rolled["total"] == 6 + drm


# ---------------------------------------------------------------- step 2: lead units


@rule("S12.23-2a")
def test_the_attacker_names_his_lead_first_and_the_defender_knows_it() -> None:
    british = [Unit("2-0-4", "1010"), Unit("2-1-4", "1010")]
    american = [Unit("2-0-4", "1011"), Unit("2-1-4", "1011")]
    game = field(british, american, phase=CLOSE_COMBAT)
    announce(game, ("b1", "1011"), ("b2", "1011"))
    assert game.actors == (BRITISH,)
    assert sorted(choices(game)) == ["lead b1", "lead b2"]
    act(game, "lead b2")
    assert game.actors == (AMERICAN,)
    assert sorted(choices(game)) == ["lead a1", "lead a2"]
    decision = game.decision(AMERICAN)
    assert decision is not None
    assert "b2" in decision.args.values()
    act(game, "lead a1")
    assert leads(game) == ("b2", "a1")


@rule("S12.23-2a")
def test_only_an_involved_unit_leads() -> None:
    british = [Unit("2-0-4", "1010"), Unit("2-0-4", "1010"), Unit("2-0-4", "1005")]
    game = field(british, [Unit("2-0-4", "1011")], phase=CLOSE_COMBAT)
    announce(game, ("b1", "1011"), ("b2", "1011"))
    assert refusal(game, "lead b3")
    assert refusal(game, "lead a1")


@rule("S12.23-2b")
def test_parade_order_militia_leads_before_disrupted_regulars() -> None:
    american = [Unit("3-2-4", "1011", states=("disrupted",)), Unit("2--1-4", "1011", kind="militia")]
    game = field([Unit("4-0-4", "1010")], american, phase=CLOSE_COMBAT)
    assert leads(game) == ("b1", "a2")


@rule("S12.23-2b")
def test_neither_guns_nor_disordered_units_lead_where_others_can() -> None:
    american = [
        Unit("1-0-4", "1011"),
        Unit("1-0-4", "1011"),
        Unit("1-2-4", "1011", states=("disrupted",)),
        Unit("1-0-3", "1011", kind="artillery"),
    ]
    game = field([Unit("4-0-4", "1010")], american, phase=CLOSE_COMBAT)
    assert sorted(choices(game)) == ["lead a1", "lead a2"]
    assert refusal(game, "lead a3") == ("S12.23-2b",)
    assert refusal(game, "lead a4") == ("S12.23-2b",)
    act(game, "lead a2")
    assert asked(game) == "choose-tactics"


class SeniorUnitsLead(SeriesRules):
    """Of the defenders that may lead only the first two do, as a rule of some battle might have it."""

    def lead_candidates(self, game: Battle, combat: CloseCombat, side: str) -> list[str]:
        candidates = super().lead_candidates(game, combat, side)
        return candidates[:2] if side == combat.defender else candidates


@rule("S12.23-2b")
def test_a_battle_may_leave_the_lead_to_fewer_units() -> None:
    american = [Unit("1-0-4", "1011") for _ in range(3)]
    game = field([Unit("4-0-4", "1010")], american, phase=CLOSE_COMBAT, rules=SeniorUnitsLead)
    assert choices(game) == ["lead a1", "lead a2"]
    assert refusal(game, "lead a3") == ("S12.23-2b",)


@rule("S12.23-2b")
def test_beside_a_gun_any_disordered_unit_may_lead() -> None:
    american = [
        Unit("1-0-4", "1011", states=("disrupted",)),
        Unit("1-0-4", "1011", states=("shattered",)),
        Unit("1-0-3", "1011", kind="artillery"),
    ]
    game = field([Unit("4-0-4", "1010")], american, phase=CLOSE_COMBAT)
    assert sorted(choices(game)) == ["lead a1", "lead a2"]
    act(game, "lead a2")
    assert asked(game) == "choose-tactics"


@rule("S12.23-2b", "S12.23-2e")
def test_the_lead_may_stand_in_any_involved_hex() -> None:
    american = [Unit("1-0-4", "1011"), Unit("1-0-4", "1111")]
    game = field([Unit("4-0-4", "1010")], american, phase=CLOSE_COMBAT)
    announce(game, ("b1", "1011 1111"))
    assert sorted(choices(game)) == ["lead a1", "lead a2"]
    act(game, "lead a1")  # where defenders could go to does not matter
    assert asked(game) == "choose-tactics"


@rule("S12.23-2b")
def test_a_unit_that_retreated_into_the_hex_does_not_lead() -> None:
    british = [Unit("6-0-4", "1010"), Unit("6-0-4", "1211")]
    american = [Unit("2-0-4", "1011"), Unit("1-0-4", "1112"), Unit("1-0-4", "1112", states=("disrupted",))]
    american.append(Unit("1-0-4", "1112", states=("disrupted",)))
    terrain = {"1112": "forest", "0912": "pond", "1012": "pond"}
    game = field(british, american, phase=CLOSE_COMBAT, terrain=terrain, dice=[5])
    announce(game, ("b1", "1011"), ("b2", "1112"))
    act(game, "take 1")
    tactics(game)  # 6 to 2 is 3-1, die 5: -/R into 1112
    assert where(game, "a1") == "1112"
    assert leads(game) == ("b2", "a2")  # the only unit of the old stack in parade order


@rule("S12.23-2b")
def test_a_latecomer_in_parade_order_leaves_the_lead_to_disordered_units() -> None:
    british = [Unit("6-0-4", "1010"), Unit("6-0-4", "1211")]
    american = [Unit("2-0-4", "1011")] + [Unit("1-0-4", "1112", states=("disrupted",)) for _ in range(2)]
    terrain = {"1112": "forest", "0912": "pond", "1012": "pond"}
    game = field(british, american, phase=CLOSE_COMBAT, terrain=terrain, dice=[5])
    announce(game, ("b1", "1011"), ("b2", "1112"))
    act(game, "take 1")
    tactics(game)
    assert sorted(choices(game)) == ["lead a2", "lead a3"]
    assert "S12.23-2b" in refusal(game, "lead a1")


@rule("S12.23-2c")
def test_modified_morale_of_the_leads_counts_with_command_and_army_morale() -> None:
    british: list[Unit | Leader] = [Unit("3-1-4", "1010"), Leader("3-2-6", "1010", id="Cornwallis")]
    game = field(british, [Unit("3-0-4", "1011")], phase=CLOSE_COMBAT, morale=(8, 14), dice=[3])
    tactics(game)
    rolled = last_roll(game, "close-combat")
    assert rolled["attackers-lead-unit"] == 1 - 1 + 2
    assert rolled["defenders-lead-unit"] == 0
    assert rolled["attackers-leader"] == 3  # his own close-combat DRM besides
    assert rolled["total"] == 3 + 2 + 3


@rule("S12.23-2c")
def test_the_defending_leads_morale_is_subtracted() -> None:
    american: list[Unit | Leader] = [Unit("3-2-4", "1011"), Leader("0-1-6", "1011", id="Greene")]
    game = field([Unit("3--1-4", "1010")], american, phase=CLOSE_COMBAT, morale=(14, 4), dice=[6])
    tactics(game)
    rolled = last_roll(game, "close-combat")
    assert rolled["attackers-lead-unit"] == -1
    assert rolled["defenders-lead-unit"] == -(2 - 2 + 1)
    assert rolled["total"] == 6 - 1 - 1


@rule("S12.23-2c")
def test_only_the_morale_of_the_unit_named_counts() -> None:
    game = field([Unit("2-0-4", "1010"), Unit("2-2-4", "1010")], [Unit("4-0-4", "1011")], phase=CLOSE_COMBAT, dice=[5])
    announce(game, ("b1", "1011"), ("b2", "1011"))
    act(game, "lead b1")
    tactics(game)
    assert last_roll(game, "close-combat")["total"] == 5


@rule("S12.23-2d")
def test_a_step_loss_strikes_the_lead() -> None:
    british = [Unit("6-0-4", "1010"), Unit("6-0-4", "0911")]
    american = [Unit("1-0-4", "1011", reduced="1-0-4") for _ in range(3)]
    # 12 to 3 is 4-1; die 7: -/1; both companions pass their checks
    game = field(british, american, phase=CLOSE_COMBAT, dice=[7, 9, 9])
    announce(game, ("b1", "1011"), ("b2", "1011"))
    act(game, "lead b1", "lead a2")
    tactics(game)
    act(game, "take a1")
    assert results(game) == ["-/1"]
    assert [piece(game, id).step for id in ("a1", "a2", "a3")] == [0, 1, 0]


@rule("S12.23-2d")
def test_an_attackers_loss_strikes_his_lead() -> None:
    british = [Unit("3-0-4", "1010", reduced="1-0-4"), Unit("3-0-4", "1010", reduced="1-0-4")]
    # 6 to 6 is 1-1; die 0: 1/-; the companion passes
    game = field(british, [Unit("6-0-4", "1011")], phase=CLOSE_COMBAT, dice=[0, 9])
    announce(game, ("b1", "1011"), ("b2", "1011"))
    act(game, "lead b2")
    tactics(game)
    assert results(game) == ["1/-"]
    assert [piece(game, id).step for id in ("b1", "b2")] == [0, 1]


@rule("S12.23-2e")
def test_a_unit_that_cannot_enter_does_not_lead_if_another_can() -> None:
    british = [Unit("2-0-8", "1010", kind="dragoons"), Unit("2-0-4", "1010"), Unit("2-0-4", "1010")]
    game = field(british, [Unit("2-0-4", "1011")], phase=CLOSE_COMBAT, terrain={"1011": "bog"})
    announce(game, ("b1", "1011"), ("b2", "1011"), ("b3", "1011"))
    assert sorted(choices(game)) == ["lead b2", "lead b3"]
    assert refusal(game, "lead b1") == ("S12.23-2e",)


@rule("S12.23-2e")
def test_with_one_unit_of_infantry_it_must_lead() -> None:
    british = [Unit("3-2-8", "1010", kind="dragoons"), Unit("3-0-4", "1010")]
    game = field(british, [Unit("2-0-4", "1011")], phase=CLOSE_COMBAT, terrain={"1011": "bog"})
    announce(game, ("b1", "1011"), ("b2", "1011"))
    assert leads(game) == ("b2", "a1")


@rule("S12.23-2e")
def test_dragoons_alone_lead_and_stay_put_after_winning() -> None:
    british = [Unit("3-0-8", "1010", kind="dragoons"), Unit("3-0-8", "1010", kind="dragoons")]
    # 6 to 1 is 4-1; die 7: -/1 eliminates the defender
    game = field(british, [Unit("1-0-4", "1011"), Unit("1-0-4", "0515")], phase=CLOSE_COMBAT, terrain={"1011": "bog"}, dice=[7])
    announce(game, ("b1", "1011"), ("b2", "1011"))
    act(game, "lead b2")
    tactics(game)
    assert where(game, "a1") == "eliminated"
    assert (where(game, "b1"), where(game, "b2")) == ("1010", "1010")
    assert game.state.phasing == AMERICAN


@rule("S12.23-2e")
def test_against_several_hexes_one_that_can_be_entered_is_enough() -> None:
    british = [Unit("2-0-8", "1010", kind="dragoons"), Unit("2-0-4", "1010")]
    game = field(british, [Unit("2-0-4", "1011"), Unit("2-0-4", "1111")], phase=CLOSE_COMBAT, terrain={"1011": "bog"})
    announce(game, ("b1", "1011 1111"), ("b2", "1011 1111"))
    assert fought(game) == [(("b1", "b2"), ("1011", "1111"))]
    assert sorted(choices(game)) == ["lead b1", "lead b2"]
