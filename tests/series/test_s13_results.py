"""Chapter 13.1: the results of close combat."""

from __future__ import annotations

import pytest

from grognard.core.events import Event
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import (
    Advanced,
    Captured,
    CombatResolved,
    Disordered,
    Eliminated,
    LeaderLost,
    MoraleChecked,
    Pinned,
    Retreated,
    StepLost,
)
from tests.marks import rule
from tests.proving_ground import (
    Leader,
    Unit,
    act,
    announce,
    army_morale,
    asked,
    choices,
    combat,
    field,
    labels,
    momentum_of,
    order_of,
    piece,
    refusal,
    tactics,
    where,
)


def result(game: Battle) -> str:
    """The last result read from the close combat table."""
    return [event.result for event in game.events(None) if isinstance(event, CombatResolved)][-1]


def happenings(game: Battle, *kinds: type[Event]) -> list[tuple[str, str]]:
    """What happened to which piece, in order: [("Retreated", "lead"), ...]."""
    return [(type(event).__name__, event.piece) for event in game.events(None) if isinstance(event, kinds)]  # type: ignore[attr-defined]


def checked(game: Battle) -> list[str]:
    """The units that have checked morale, in order."""
    return [event.piece for event in game.events(None) if isinstance(event, MoraleChecked)]


def distance(game: Battle, a: str, b: str) -> int:
    grid = game.rules.board.grid
    return grid.distance(grid.by_label[a], grid.by_label[b])


def two_hexes_against(*defenders: Unit | Leader, dice: list[int], morale: int = 0, leads: tuple[str, ...] = ()) -> Battle:
    """Twelve strength points in 1010 and 1111 attack 1011; the free retreat hexes are 0912 and 1012."""
    british = [Unit(f"6-{morale}-4", "1010"), Unit(f"6-{morale}-4", "1111")]
    game = field(british, list(defenders), phase="close combat", dice=dice)
    combat(game, ("b1", "1011"), ("b2", "1011"), leads=("b1", *leads))
    return game


# ---------------------------------------------------------------- R


@rule("S13.1-R")
def test_on_r_the_lead_retreats_and_the_others_check_morale() -> None:
    american = [
        Unit("1-0-4", "1011", id="lead"),
        Unit("1-0-4", "1011", id="firm"),
        Unit("1--1-4", "1011", id="gun", kind="artillery"),
    ]
    # 6 to 2 is 3-1; die 5: -/R; both companions roll 5: morale 0 stays, the gun with morale -1 goes
    game = field([Unit("6-0-4", "1010")], american, phase="close combat", dice=[5, 5, 5])
    combat(game, ("b1", "1011"), leads=("lead",))
    assert result(game) == "-/R"
    assert labels(game) == ["0912", "1012", "1112"]
    act(game, "retreat 1012", "take firm", "retreat 0912")
    assert checked(game) == ["firm", "gun"]
    assert (where(game, "lead"), where(game, "firm"), where(game, "gun")) == ("1012", "1011", "0912")
    assert [order_of(game, id) for id in ("lead", "firm", "gun")] == ["parade"] * 3
    assert where(game, "b1") == "1010"  # the hex is not empty
    assert army_morale(game) == (14, 14)


@rule("S13.1-R", "S13.1-D", "S13.1-1", "S13.1-2", "S13.1-cap-others")
@pytest.mark.parametrize(
    ("against", "die", "code"),
    [("3-0-4", 3, "R/-"), ("3-0-4", 1, "D/-"), ("3-0-4", 0, "1/-"), ("6-2-4", 0, "2/-"), ("3-2-4", 0, "AC/-")],
)
def test_a_gun_stacked_with_attackers_never_checks(against: str, die: int, code: str) -> None:
    strength = 1 if against == "6-2-4" else 2
    british = [
        Unit(f"{strength}-0-4", "1010", id="lead", reduced="1-0-4"),
        Unit("1-0-4", "1010", id="mate"),
        Unit("2--2-3", "1010", id="gun", kind="artillery"),
    ]
    game = field(british, [Unit(against, "1011")], phase="close combat", dice=[die, 9])
    combat(game, ("lead", "1011"), ("mate", "1011"), leads=("lead",))
    assert result(game) == code
    if code == "AC/-":
        act(game, "give lead")
    while asked(game) == "retreat":
        act(game, f"retreat {labels(game)[0]}")
    assert checked(game) == ["mate"]
    assert where(game, "gun") == "1010"
    assert order_of(game, "gun") == "parade"


@rule("S13.1-R")
def test_r_is_one_hex_and_costs_no_army_morale() -> None:
    game = field([Unit("6-0-4", "1010")], [Unit("2-0-4", "1011")], phase="close combat", dice=[5])
    combat(game, ("b1", "1011"))
    assert labels(game) == ["0912", "1012", "1112"]
    act(game, "retreat 0912")
    assert where(game, "a1") == "0912"
    assert order_of(game, "a1") == "parade"
    assert army_morale(game) == (14, 14)
    assert where(game, "b1") == "1011"


# ---------------------------------------------------------------- D


@rule("S13.1-D")
def test_on_d_the_lead_goes_three_hexes_disrupted_and_a_failing_companion_one_in_order() -> None:
    american = [Unit("1-0-4", "1011", id="lead"), Unit("1-0-4", "1011", id="mate")]
    # 6 to 2 is 3-1; die 6: -/D; the companion rolls 4 and fails
    game = field([Unit("6-0-4", "1010")], american, phase="close combat", dice=[6, 4])
    combat(game, ("b1", "1011"), leads=("lead",))
    assert result(game) == "-/D"
    assert {distance(game, "1011", end) for end in labels(game)} == {3}
    act(game, "retreat 1014")
    assert labels(game) == ["0912", "1012", "1112"]
    act(game, "retreat 1012")
    assert (where(game, "lead"), order_of(game, "lead")) == ("1014", "disrupted")
    assert (where(game, "mate"), order_of(game, "mate")) == ("1012", "parade")
    assert army_morale(game) == (14, 13)  # for the D alone
    assert where(game, "b1") == "1011"


@rule("S13.1-D")
def test_on_d_a_companion_that_passes_stays_defending_artillery_included() -> None:
    american = [
        Unit("1-0-4", "1011", id="lead"),
        Unit("1-0-4", "1011", id="mate"),
        Unit("1-0-4", "1011", id="gun", kind="artillery"),
    ]
    game = field([Unit("6-0-4", "1010")], american, phase="close combat", dice=[6, 5, 4])
    combat(game, ("b1", "1011"), leads=("lead",))
    act(game, "retreat 1014", "take mate", "retreat 1112")
    assert checked(game) == ["mate", "gun"]
    assert (where(game, "mate"), where(game, "gun")) == ("1011", "1112")
    assert order_of(game, "gun") == "parade"


@rule("S13.1-D2")
def test_d_on_a_disrupted_unit_shatters_it_and_drives_it_three_hexes() -> None:
    game = field(
        [Unit("3-0-4", "1010", states=("disrupted",))],
        [Unit("3-0-3", "1013", kind="artillery")],
        phase="artillery fire",
        dice=[9, 4],
    )
    act(game, "target b1")
    ends = labels(game)
    assert {distance(game, "1010", end) for end in ends} == {3}
    act(game, "retreat 1007")
    assert (where(game, "b1"), order_of(game, "b1")) == ("1007", "shattered")
    assert [event.state for event in game.events(None) if isinstance(event, Disordered)] == ["shattered"]
    assert army_morale(game) == (13, 14)


@rule("S13.1-D2")
def test_a_disrupted_lead_that_suffers_d_in_close_combat_is_shattered() -> None:
    game = field(
        [Unit("4-0-4", "1010")], [Unit("4-0-4", "1011", states=("disrupted",))], phase="close combat", dice=[6]
    )  # 4 to 2 is 2-1; 6 + 1 (disordered) is 7: -/D
    combat(game, ("b1", "1011"))
    assert result(game) == "-/D"
    act(game, "retreat 1014")
    assert (where(game, "a1"), order_of(game, "a1")) == ("1014", "shattered")
    assert army_morale(game) == (14, 13)


@rule("S13.1-D3")
def test_d_by_fire_on_a_shattered_unit_eliminates_it_whatever_its_steps() -> None:
    game = field(
        [Unit("4-0-4", "1010", reduced="2-0-4", states=("shattered",))],
        [Unit("3-0-3", "1013", kind="artillery")],
        phase="artillery fire",
        dice=[9, 4],
    )
    act(game, "target b1")
    assert where(game, "b1") == "eliminated"
    assert game.rules.victory_points(game) == {"british": 0, "american": 2}
    assert army_morale(game) == (13, 14)
    shattered = Unit("4-0-4", "1010", states=("shattered",))
    game = field([shattered], [Unit("3-0-3", "1013", kind="artillery")], phase="artillery fire", dice=[9, 3])
    act(game, "target b1")  # R drives it off and no more
    assert (where(game, "b1"), order_of(game, "b1"), army_morale(game)) == ("1009", "shattered", (14, 14))


@rule("S13.1-D3")
def test_d_in_close_combat_on_a_shattered_unit_eliminates_it() -> None:
    game = field(
        [Unit("4-0-4", "1010")],
        [Unit("4-0-4", "1011", reduced="2-0-4", states=("shattered",)), Unit("1-0-4", "1515")],
        phase="close combat",
        dice=[4],
    )  # 4 to 1 is 4-1; 4 + 1 (disordered) is 5: -/D
    combat(game, ("b1", "1011"))
    assert result(game) == "-/D"
    assert where(game, "a1") == "eliminated"
    assert not happenings(game, Retreated)
    assert army_morale(game) == (14, 13)
    assert where(game, "b1") == "1011"


# ---------------------------------------------------------------- 1


@rule("S13.1-1")
def test_on_1_the_reduced_lead_holds_the_hex_alone() -> None:
    american = [Unit("1-0-4", "1011", reduced="1-0-4", id="lead"), Unit("1-0-4", "1011", id="mate")]
    # 6 to 2 is 3-1; die 8: -/1; the companion rolls 4 and fails
    game = field([Unit("6-0-4", "1010")], american, phase="close combat", dice=[8, 4])
    combat(game, ("b1", "1011"), leads=("lead",))
    assert result(game) == "-/1"
    act(game, "retreat 1012")
    assert (where(game, "lead"), piece(game, "lead").step, order_of(game, "lead")) == ("1011", 1, "parade")
    assert (where(game, "mate"), order_of(game, "mate")) == ("1012", "parade")
    assert army_morale(game) == (15, 13)
    assert where(game, "b1") == "1010"
    assert not happenings(game, Advanced)


@rule("S13.1-1")
@pytest.mark.parametrize("step", [1, 2])
def test_on_1_a_lead_with_its_last_step_is_eliminated_and_the_others_check(step: int) -> None:
    lead = Unit("1-0-4", "1011", id="lead", step=step, reduced="1-0-4" if step == 2 else "")
    american = [lead, Unit("1-0-4", "1011", id="mate"), Unit("1-0-4", "1011", id="gun", kind="artillery")]
    game = field([Unit("6-0-4", "1010")], american, phase="close combat", dice=[8, 5, 5])
    combat(game, ("b1", "1011"), leads=("lead",))
    act(game, "take gun")
    assert where(game, "lead") == "eliminated"
    assert checked(game) == ["gun", "mate"]
    assert (where(game, "mate"), where(game, "gun")) == ("1011", "1011")
    assert army_morale(game) == (15, 13)


# ---------------------------------------------------------------- 2


@rule("S13.1-2")
def test_on_2_a_full_two_step_lead_is_eliminated_and_only_the_morale_of_the_others_is_tried() -> None:
    british = [Unit("1-0-4", "1010", reduced="1-0-4", id="lead"), Unit("1-0-4", "1010", reduced="1-0-4", id="mate")]
    # 2 to 6 is 1-3; die 0 less the +2 of the defending lead is -2: 2/-
    game = field(british, [Unit("6-2-4", "1011")], phase="close combat", dice=[0, 4])
    combat(game, ("lead", "1011"), ("mate", "1011"), leads=("lead",))
    assert result(game) == "2/-"
    assert where(game, "lead") == "eliminated"
    assert piece(game, "mate").step == 0  # the lead had both steps to lose
    assert checked(game) == ["mate"]
    assert where(game, "mate") == "1009"
    assert army_morale(game) == (12, 15)


@rule("S13.1-2b")
def test_on_2_a_second_unit_of_the_hex_loses_the_step_that_a_one_step_lead_lacks() -> None:
    game = two_hexes_against(
        Unit("2-0-4", "1011", reduced="1-0-4", id="lead", step=2),
        Unit("2-0-4", "1011", reduced="1-0-4", id="mate"),
        dice=[9, 5],
        morale=2,  # 12 to 3 is 4-1; 9 + 2 is 11: -/2
        leads=("lead",),
    )
    assert result(game) == "-/2"
    assert where(game, "lead") == "eliminated"
    assert (where(game, "mate"), piece(game, "mate").step) == ("1011", 1)
    assert checked(game) == ["mate"]
    assert happenings(game, Eliminated, StepLost, MoraleChecked) == [
        ("Eliminated", "lead"),
        ("StepLost", "mate"),
        ("MoraleChecked", "mate"),
    ]
    assert army_morale(game) == (15, 12)


@rule("S13.1-2b")
def test_the_owner_chooses_the_second_unit_among_the_involved_ones_in_the_leads_hex() -> None:
    game = two_hexes_against(
        Unit("1-0-4", "1011", id="lead"),
        Unit("1-0-4", "1011", id="mate"),
        Unit("2-0-3", "1011", reduced="1-0-3", id="gun", kind="artillery"),
        dice=[9, 5, 5],
        morale=2,
        leads=("lead",),
    )
    assert game.actors == ("american",)
    assert choices(game) == ["lose-step mate", "lose-step gun"]
    assert refusal(game, "lose-step b1") == ("S13.1-2b",)
    act(game, "lose-step gun", "take mate")
    assert piece(game, "gun").step == 1
    assert where(game, "mate") == "1011"


@rule("S13.1-2b")
def test_a_second_unit_with_one_step_is_eliminated_too() -> None:
    game = two_hexes_against(
        Unit("1-0-4", "1011", id="lead"),
        Unit("1-0-4", "1011", id="mate"),
        Unit("1-0-4", "1515"),
        dice=[9],
        morale=2,
        leads=("lead",),
    )
    assert result(game) == "-/2"
    assert (where(game, "lead"), where(game, "mate")) == ("eliminated", "eliminated")
    assert army_morale(game) == (15, 12)
    assert where(game, "b1") == "1011"


@rule("S13.1-2b")
def test_a_second_loss_without_a_second_unit_in_the_leads_hex_is_ignored() -> None:
    american = [
        Unit("1-0-4", "1011", id="lead"),
        Unit("2-0-3", "1111", reduced="1-0-3", id="gun", kind="artillery"),  # involved, but in another hex
    ]
    game = field([Unit("6-2-4", "1010")], american, phase="close combat", dice=[9, 5])
    combat(game, ("b1", "1011 1111"))
    assert result(game) == "-/2"
    assert where(game, "lead") == "eliminated"
    assert (where(game, "gun"), piece(game, "gun").step) == ("1111", 0)
    assert checked(game) == ["gun"]
    assert army_morale(game) == (15, 12)


# ---------------------------------------------------------------- DC and AC


@rule("S13.1-DC")
def test_on_dc_the_defender_chooses_the_unit_to_give_up() -> None:
    american = [Unit("1-0-4", "1011", id="foot"), Unit("1-0-3", "1011", id="gun", kind="artillery")]
    # 6 to 1 is 4-1; die 9: -/DC; the infantry then passes on 5 and retreats
    game = field([Unit("6-0-4", "1010")], american, phase="close combat", dice=[9, 5])
    combat(game, ("b1", "1011"))
    assert result(game) == "-/DC"
    assert game.actors == ("american",)
    assert choices(game) == ["give foot", "give gun"]
    act(game, "give gun", "retreat 1012")
    assert (where(game, "gun"), where(game, "foot")) == ("captured", "1012")
    assert army_morale(game) == (15, 13)


@rule("S13.1-DC")
def test_a_reduced_unit_will_do_for_dc() -> None:
    game = two_hexes_against(
        Unit("1-0-4", "1011", id="lead"),
        Unit("4-0-4", "1011", reduced="2-0-4", step=2, id="worn"),
        dice=[9, 5],
        leads=("lead",),
    )
    assert choices(game) == ["give lead", "give worn"]
    act(game, "give worn", "retreat 1012")
    assert (where(game, "worn"), where(game, "lead")) == ("captured", "1012")


@rule("S13.1-AC")
def test_on_ac_against_the_defender_the_attacker_takes_the_elite() -> None:
    british = [Unit("6-1-4", "1010"), Unit("6-1-4", "1111")]
    american = [
        Unit("2-2-4", "1011", reduced="1-2-4", id="guards"),
        Unit("1-0-4", "1011", id="militia", kind="militia"),
    ]
    # 12 to 3 is 4-1; 9 + 1 is 10: -/AC
    game = field(british, american, phase="close combat", dice=[9, 5], momentum=(0, 1))
    combat(game, ("b1", "1011"), ("b2", "1011"), leads=("b1", "militia"))
    assert result(game) == "-/AC"
    act(game, "accept")
    assert game.actors == ("british",)
    assert choices(game) == ["give guards", "give militia"]
    act(game, "give guards", "retreat 1012")
    assert where(game, "guards") == "captured"
    assert momentum_of(game) == (1, 0)  # the Americans' chit went with their guards; a 10 earned the British one
    assert army_morale(game) == (15, 13)


@rule("S13.1-AC")
def test_on_ac_against_himself_the_attacker_chooses_among_his_involved_units() -> None:
    british = [
        Unit("2-0-4", "1010", id="lead"),
        Unit("1-0-4", "1010", id="mate"),
        Unit("2-0-3", "1010", id="gun", kind="artillery"),
        Unit("1-0-4", "1010", id="idle", states=("disrupted",)),
    ]
    # 3 to 3 is 1-1; die 0 less 2 is -2: AC/-
    game = field(british, [Unit("3-2-4", "1011")], phase="close combat", dice=[0, 5])
    combat(game, ("lead", "1011"), ("mate", "1011"), leads=("lead",))
    assert result(game) == "AC/-"
    assert game.actors == ("british",)
    assert choices(game) == ["give lead", "give mate"]
    assert refusal(game, "give gun") == ("S13.1-AC",)
    act(game, "give mate")
    assert (where(game, "mate"), where(game, "lead"), where(game, "gun")) == ("captured", "1009", "1010")
    assert army_morale(game) == (13, 15)


@rule("S13.1-cap-others")
def test_after_a_capture_companions_that_pass_go_one_hex_and_those_that_fail_suffer_d() -> None:
    game = two_hexes_against(
        Unit("1-0-4", "1011", id="given"),
        Unit("1-0-4", "1011", id="firm"),
        Unit("1-0-4", "1011", id="weak"),
        dice=[9, 5, 4],
        leads=("given",),
    )
    assert result(game) == "-/DC"
    act(game, "give given", "take firm")
    assert labels(game) == ["0912", "1012"]
    act(game, "retreat 1012")
    assert {distance(game, "1011", end) for end in labels(game)} == {3}
    act(game, f"retreat {labels(game)[0]}")
    assert (where(game, "firm"), order_of(game, "firm")) == ("1012", "parade")
    assert (distance(game, "1011", where(game, "weak")), order_of(game, "weak")) == (3, "disrupted")
    assert army_morale(game) == (15, 12)  # the capture and the D
    assert where(game, "b1") == "1011"  # the hex was empty


@rule("S13.1-cap-others")
def test_after_a_capture_defending_artillery_checks_too() -> None:
    american = [Unit("1-0-4", "1011", id="foot"), Unit("1-0-3", "1011", id="gun", kind="artillery")]
    game = field([Unit("6-0-4", "1010")], american, phase="close combat", dice=[9, 5])
    combat(game, ("b1", "1011"))
    act(game, "give foot")
    assert checked(game) == ["gun"]
    act(game, "retreat 1112")
    assert (where(game, "gun"), order_of(game, "gun")) == ("1112", "parade")


# ---------------------------------------------------------------- PIN


@rule("S13.1-PIN-a")
def test_pin_captures_the_disrupted_defender_and_locks_the_rest() -> None:
    british = [Unit("3-0-4", "1010"), Unit("2-0-3", "1010", id="gun", kind="artillery")]
    american = [
        Unit("2-0-4", "1011", id="firm"),
        Unit("1-0-4", "1011", id="shaken", states=("disrupted",)),
        Unit("1-0-3", "1011", id="cannon", kind="artillery"),
    ]
    # 3 to 2 + 1 is 1-1; 4 + 1 (disordered) is 5: PIN
    game = field(british, american, phase="close combat", dice=[4])
    combat(game, ("b1", "1011"))
    assert result(game) == "PIN"
    assert where(game, "shaken") == "captured"
    assert army_morale(game) == (15, 13)
    assert (where(game, "b1"), where(game, "firm"), where(game, "cannon")) == ("1010", "1011", "1011")
    assert [piece(game, id).pin for id in ("b1", "firm", "cannon")] == [1, 1, 1]
    assert piece(game, "gun").pin == 0  # it was not involved


@rule("S13.1-PIN-a")
@pytest.mark.parametrize("state", ["disrupted", "shattered"])
def test_pin_captures_a_lone_disordered_defender_and_the_attacker_advances(state: str) -> None:
    american = [Unit("3-0-4" if state == "shattered" else "5-0-4", "1011", states=(state,)), Unit("1-0-4", "1515")]
    strength = "1-0-4" if state == "shattered" else "3-0-4"
    game = field([Unit(strength, "1010")], american, phase="close combat", dice=[4])
    combat(game, ("b1", "1011"))
    assert result(game) == "PIN"
    assert where(game, "a1") == "captured"
    assert army_morale(game) == (15, 13)
    assert where(game, "b1") == "1011"
    assert piece(game, "b1").pin == 0
    assert not [event for event in game.events(None) if isinstance(event, Pinned)]


@rule("S13.1-PIN-a")
def test_pin_captures_disordered_units_stacked_with_the_attackers_after_the_defenders() -> None:
    british = [
        Unit("3-0-4", "1010"),
        Unit("1-0-4", "1010", id="idle", states=("shattered",)),
        Unit("1-0-3", "1010", id="gun", kind="artillery", states=("disrupted",)),
    ]
    american = [Unit("2-0-4", "1011", id="firm"), Unit("2-0-4", "1011", id="shaken", states=("disrupted",))]
    game = field(british, american, phase="close combat", dice=[4])
    combat(game, ("b1", "1011"))
    assert result(game) == "PIN"
    assert happenings(game, Captured) == [("Captured", "shaken"), ("Captured", "idle"), ("Captured", "gun")]
    assert army_morale(game) == (14 + 1 - 2, 14 - 1 + 2)
    assert piece(game, "b1").pin == piece(game, "firm").pin == 1


@rule("S13.1-PIN-a")
def test_the_defenders_capture_may_end_the_game_before_the_attacker_gives_up_his_own() -> None:
    british = [Unit("3-0-4", "1010"), Unit("1-0-4", "1010", id="idle", states=("disrupted",))]
    american = [Unit("2-0-4", "1011", id="firm"), Unit("2-0-4", "1011", id="shaken", states=("disrupted",))]
    # both armies stand at 1: Wavering, -2 to both leads
    game = field(british, american, phase="close combat", dice=[4], morale=(1, 1))
    combat(game, ("b1", "1011"))
    assert game.over is not None
    assert (game.over.winner, army_morale(game)) == ("british", (2, 0))


@rule("S13.1-PIN-a")
def test_after_a_pin_nobody_advances_while_an_involved_defender_is_left() -> None:
    american = [Unit("2-0-4", "1011", id="firm"), Unit("2-0-4", "1111", id="shaken", states=("disrupted",))]
    game = field([Unit("3-0-4", "1010")], american, phase="close combat", dice=[4])
    combat(game, ("b1", "1011 1111"), leads=("firm",))
    assert result(game) == "PIN"
    assert where(game, "shaken") == "captured"
    assert where(game, "b1") == "1010"
    assert piece(game, "b1").pin == piece(game, "firm").pin == 1


@rule("S13.1-PIN-a")
def test_the_marker_belongs_to_the_units_pinned_and_not_to_those_that_enter_later() -> None:
    american = [Unit("3-0-4", "1011"), Unit("1-0-4", "1012", id="fresh")]
    game = field([Unit("3-0-4", "1010")], american, phase="close combat", dice=[5])
    combat(game, ("b1", "1011"))
    act(game, "move fresh", "go 1011")
    assert where(game, "fresh") == "1011"
    assert piece(game, "a1").pin == 1
    assert piece(game, "fresh").pin == 0


@rule("S13.1-PIN-a")
def test_a_unit_that_retreated_into_the_fight_is_not_captured_by_a_pin() -> None:
    british = [Unit("6-0-4", "1010", id="north"), Unit("3-0-4", "1113", id="east")]
    american = [Unit("2-0-4", "1011", id="late", states=("disrupted",)), Unit("3-0-4", "1012", id="firm")]
    woods = {"1012": "forest", "0912": "pond", "1112": "pond"}
    # the first combat, 6 to 1 with +1: 3 + 1 is -/R and the disrupted unit falls back on 1012; the second, 1-1, is PIN on 5
    game = field(british, american, phase="close combat", dice=[3, 5], terrain=woods)
    announce(game, ("north", "1011"), ("east", "1012"))
    act(game, "take 1")
    tactics(game)
    assert where(game, "late") == "1012"
    tactics(game)
    assert result(game) == "PIN"
    assert where(game, "late") == "1012"
    assert piece(game, "late").pin == 0
    assert piece(game, "firm").pin == piece(game, "east").pin == 1
    assert army_morale(game) == (14, 14)


# ---------------------------------------------------------------- leaders


@rule("S13.1-L")
def test_an_asterisk_against_a_hex_without_leader_is_ignored() -> None:
    american: list[Unit | Leader] = [
        Unit("1-0-4", "1011", reduced="1-0-4"),
        Leader("0-0-6", "1012", id="near", loss=(-2, 1)),
    ]
    # 6 to 1 is 4-1; die 8: -/1*
    game = field([Unit("6-0-4", "1010")], american, phase="close combat", dice=[8])
    combat(game, ("b1", "1011"))
    assert result(game) == "-/1*"
    assert game.rules.meaning("-/1*").cites == ("S13.1-1", "S13.1-L")
    assert game.rules.meaning("-/1").cites == ("S13.1-1",), "it is told by the asterisk"
    assert piece(game, "a1").step == 1
    assert where(game, "near") == "1012"  # adjacent is safe
    assert army_morale(game) == (15, 13)
    american[1] = Leader("0-0-6", "1011", id="near", loss=(-2, 1))
    game = field([Unit("6-0-4", "1010")], american, phase="close combat", dice=[7])
    combat(game, ("b1", "1011"))
    assert (result(game), where(game, "near")) == ("-/1", "1011")  # without an asterisk he is safe with them


@rule("S13.1-L")
def test_the_leader_of_an_eliminated_lead_is_lost_by_the_asterisk_and_not_captured() -> None:
    american: list[Unit | Leader] = [
        Unit("1-0-4", "1011"),
        Leader("0-0-6", "1011", id="leader", loss=(-2, 1)),
        Unit("1-0-4", "1515"),
    ]
    game = field([Unit("6-0-4", "1010")], american, phase="close combat", dice=[8])
    combat(game, ("b1", "1011"))
    assert result(game) == "-/1*"
    assert (where(game, "a1"), where(game, "leader")) == ("eliminated", "eliminated")
    assert army_morale(game) == (14 + 1 + 1, 14 - 1 - 2)


@rule("S13.1-L")
def test_the_owner_chooses_the_leader_lost() -> None:
    american: list[Unit | Leader] = [
        Unit("1-0-4", "1011", reduced="1-0-4"),
        Leader("0-0-6", "1011", id="general", rank=2, loss=(-3, 2)),
        Leader("0-0-6", "1011", id="colonel", loss=(-2, 1)),
    ]
    game = field([Unit("6-0-4", "1010")], american, phase="close combat", dice=[8])
    combat(game, ("b1", "1011"))
    assert game.actors == ("american",)
    assert sorted(choices(game)) == ["give colonel", "give general"]
    act(game, "give colonel")
    assert (where(game, "colonel"), where(game, "general")) == ("eliminated", "1011")
    assert army_morale(game) == (14 + 1 + 1, 14 - 1 - 2)


@rule("S13.1-L")
def test_the_attackers_asterisk_takes_a_leader_from_the_attacking_hexes_only() -> None:
    british: list[Unit | Leader] = [
        Unit("3-0-4", "1010", reduced="1-0-4"),
        Leader("0-0-6", "1010", id="here", loss=(-2, 1)),
        Unit("1-0-3", "1111", id="gun", kind="artillery"),
        Leader("0-0-6", "1111", id="there", loss=(-2, 1)),  # with a gun that is not involved
    ]
    # 3 to 3 is 1-1; 1 less 2 is -1: 1*/-
    game = field(british, [Unit("3-2-4", "1011")], phase="close combat", dice=[1])
    combat(game, ("b1", "1011"))
    assert result(game) == "1*/-"
    assert (where(game, "here"), where(game, "there")) == ("eliminated", "1111")
    assert army_morale(game) == (14 - 1 - 2, 14 + 1 + 1)


@rule("S13.1-L", "S13.1-order")
def test_the_leader_falls_before_the_companions_check_and_retreat() -> None:
    american: list[Unit | Leader] = [
        Unit("1-0-4", "1011", reduced="1-0-4", id="lead"),
        Unit("1-0-3", "1011", id="gun", kind="artillery"),
        Leader("0-2-6", "1011", id="leader", loss=(-1, 0)),
    ]
    # the gun rolls 4: with the leader's command DRM of 2 it would stand
    game = field([Unit("6-2-4", "1010")], american, phase="close combat", dice=[8, 4])
    combat(game, ("b1", "1011"), leads=("lead",))
    assert result(game) == "-/1*"
    act(game, "retreat 1012")
    assert where(game, "leader") == "eliminated"
    assert happenings(game, StepLost, LeaderLost, MoraleChecked, Retreated) == [
        ("StepLost", "lead"),
        ("LeaderLost", "leader"),
        ("MoraleChecked", "gun"),
        ("Retreated", "gun"),
    ]


# ---------------------------------------------------------------- order


@rule("S13.1-order")
def test_the_first_companion_to_fail_may_fill_the_only_retreat_hex() -> None:
    british = [Unit("6-0-4", "1010"), Unit("6-0-4", "1111")]
    american = [
        Unit("1-0-4", "1011", id="lead"),
        Unit("2-0-4", "1011", id="one"),
        Unit("2-0-4", "1011", id="two"),
        Unit("3-0-4", "1012", id="back"),
    ]
    # 12 to 5 is 2-1; die 5: -/R; both companions fail
    game = field(british, american, phase="close combat", dice=[5, 0, 0], terrain={"0912": "pond"})
    combat(game, ("b1", "1011"), ("b2", "1011"), leads=("b1", "lead"))
    assert where(game, "lead") == "1012"
    assert game.actors == ("american",)
    assert asked(game) == "next-companion"
    assert choices(game) == ["take one", "take two"]
    act(game, "take two")
    assert (where(game, "two"), where(game, "one")) == ("1012", "captured")
    assert army_morale(game) == (15, 13)


@rule("S13.1-order")
def test_the_defenders_side_is_done_before_the_attackers() -> None:
    british = [Unit("2-0-4", "1010", id="head"), Unit("1-0-4", "1010", id="tail")]
    american = [Unit("2-0-4", "1011", id="lead"), Unit("1-0-4", "1011", id="mate")]
    # 3 to 3 is 1-1; die 6: R/R; each companion fails
    game = field(british, american, phase="close combat", dice=[6, 0, 0])
    combat(game, ("head", "1011"), ("tail", "1011"), leads=("head", "lead"))
    assert result(game) == "R/R"
    seats = []
    while labels(game):
        seats.append(game.actors[0])
        act(game, f"retreat {labels(game)[0]}")
    order = [name for kind, name in happenings(game, Retreated)]
    assert order == ["lead", "mate", "head", "tail"]
    assert seats[:2] == ["american", "american"]


@rule("S13.1-order")
def test_late_arrivals_come_last() -> None:
    british = [Unit("6-0-4", "1010", id="north"), Unit("6-0-4", "1113", id="east")]
    american = [
        Unit("2-0-4", "1011", id="late"),
        Unit("1-0-4", "1012", id="lead"),
        Unit("1-0-4", "1012", id="mate"),
    ]
    woods = {"1012": "forest", "0912": "pond", "1112": "pond"}
    # 6 to 2, die 5: -/R on each; the companion stands on 5, the late arrival passes on 5 and goes
    game = field(british, american, phase="close combat", dice=[5, 5, 5, 5], terrain=woods)
    announce(game, ("north", "1011"), ("east", "1012"))
    act(game, "take 1")
    tactics(game)
    act(game, "lead lead")
    tactics(game)
    assert checked(game) == ["mate", "late"]
    assert (where(game, "mate"), where(game, "late")) == ("1012", "0913")
