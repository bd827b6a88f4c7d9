"""Chapter 15: rally."""

from __future__ import annotations

from typing import cast

import pytest

from grognard.core.rules import Rules
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import MoraleChecked, Rallied
from tests.marks import rule
from tests.outcomes import every_outcome
from tests.proving_ground import (
    AMERICAN,
    BRITISH,
    Leader,
    Unit,
    act,
    army_morale,
    asked,
    choices,
    combat,
    field,
    last_roll,
    order_of,
    parse,
    refusal,
)

Pieces = list[Unit | Leader]


def disrupted(values: str, hex: str, id: str = "") -> Unit:
    return Unit(values, hex, id, states=("disrupted",))


def shattered(values: str, hex: str, id: str = "") -> Unit:
    return Unit(values, hex, id, states=("shattered",))


def one_attempt(unit: Unit, die: int, morale: int = 14, leaders: Pieces | None = None) -> Battle:
    """One unit tries to rally; another waits, so that the rally phase goes on."""
    british: Pieces = [unit, disrupted("1-0-4", "0101", "waiting"), *(leaders or [])]
    game = field(british, [Unit("1-0-4", "2020")], phase="rally", morale=(morale, 14), dice=[die])
    act(game, f"rally {unit.id}")
    assert asked(game) == "rally"
    return game


# ---------------------------------------------------------------- 15.1: who may try


@rule("S15.1a")
def test_no_attempt_next_to_an_enemy_unit_even_a_shattered_one() -> None:
    british = [disrupted("2-0-4", "1010", "near"), disrupted("2-0-4", "0505", "free")]
    game = field(british, [shattered("1-0-4", "1011", "wreck")], phase="rally", dice=[0])
    assert choices(game) == ["rally free", "end-rally"]
    assert refusal(game, "rally near") == ("S15.1a",)


@rule("S15.1a")
def test_adjacency_and_not_zoc_forbids_it() -> None:
    british = [disrupted("2-0-4", "1010", "near"), disrupted("2-0-4", "0505", "free")]
    game = field(british, [Unit("1-0-4", "1011")], phase="rally", terrain={"1010": "forest"})
    assert refusal(game, "rally near") == ("S15.1a",)


@rule("S15.1a")
def test_an_enemy_leader_alone_forbids_nothing_and_two_hexes_are_far_enough() -> None:
    british = [disrupted("2-0-4", "1010", "near"), shattered("2-0-4", "1510", "watched")]
    game = field(british, [Leader("1-1-6", "1011", "scout"), Unit("1-0-4", "1512")], phase="rally", dice=[5, 5])
    assert choices(game) == ["rally near", "rally watched", "end-rally"]
    act(game, "rally near", "rally watched")
    assert (order_of(game, "near"), order_of(game, "watched")) == ("parade", "disrupted")


@rule("S15.1a")
def test_only_disordered_units_of_the_phasing_side_try() -> None:
    british: Pieces = [disrupted("2-0-4", "1010", "b1"), Unit("2-0-4", "1012", "sound"), Leader("1-1-6", "1010", "chief")]
    game = field(british, [disrupted("2-0-4", "1515", "a1")], phase="rally")
    assert (game.actors, choices(game)) == ((BRITISH,), ["rally b1", "end-rally"])
    for other in ("sound", "chief", "a1"):
        assert refusal(game, f"rally {other}") == ("S15.1a",)
    turned = field([disrupted("2-0-4", "1010", "b1")], [disrupted("2-0-4", "1515", "a1")], phase="rally", phasing=AMERICAN)
    assert (turned.actors, choices(turned)) == ((AMERICAN,), ["rally a1", "end-rally"])


@rule("S15.1a")
def test_rally_is_voluntary() -> None:
    game = field([disrupted("2-0-4", "1010", "b1")], [Unit("1-0-4", "2020")], phase="rally")
    act(game, "end-rally")
    assert asked(game) == "move"  # the other side's turn
    assert order_of(game, "b1") == "disrupted"


@rule("S15.1b")
@pytest.mark.parametrize(("die", "order"), [(4, "disrupted"), (5, "parade")])
def test_no_leader_is_needed(die: int, order: str) -> None:
    game = one_attempt(disrupted("2-0-4", "1010", "b1"), die)
    assert last_roll(game, "rally") == {"unit-morale": 0, "die": die, "total": die}
    assert order_of(game, "b1") == order


@rule("S15.1b")
@pytest.mark.parametrize(("die", "order"), [(3, "disrupted"), (4, "parade")])
def test_a_leader_in_command_adds_his_command_modifier(die: int, order: str) -> None:
    game = one_attempt(disrupted("2-0-4", "1010", "b1"), die, leaders=[Leader("3-1-6", "1010", "chief")])
    assert last_roll(game, "rally") == {"unit-morale": 0, "command": 1, "die": die, "total": die + 1}
    assert order_of(game, "b1") == order


@rule("S15.1b")
@pytest.mark.parametrize("die", [0, 9])
def test_a_unit_tries_once_in_a_phase_whether_it_passes_or_fails(die: int) -> None:
    game = one_attempt(shattered("2-0-4", "1010", "b1"), die)
    assert order_of(game, "b1") == ("disrupted" if die else "shattered")
    assert choices(game) == ["rally waiting", "end-rally"]
    assert refusal(game, "rally b1") == ("S15.1b",)


@rule("S15.1b")
def test_a_unit_may_try_again_in_its_next_rally_phase() -> None:
    game = field([shattered("2-0-4", "1010", "b1")], [Unit("1-0-4", "2020")], phase="rally", dice=[9, 9, 0, 9])
    act(game, "rally b1", "end-movement")
    assert order_of(game, "b1") == "disrupted"
    act(game, "end-movement")  # the next turn: the British won the initiative by 9 to 0
    act(game, "rally b1")
    assert order_of(game, "b1") == "parade"


# ---------------------------------------------------------------- 15.2: what it brings


@rule("S15.1a")
def test_the_chance_to_rally() -> None:
    game = field([Unit("2-1-4", "1010", "b1", states=("disrupted",))], [Unit("1-0-4", "0318")], phase="rally")
    ways = every_outcome(game, lambda copy: act(cast("Battle", copy), "rally b1"))
    rallied = sum(chance for chance, after in ways if order_of(cast("Battle", after), "b1") == "parade")
    assert rallied == pytest.approx(0.6)  # 4 and more, with a morale of 1
    seat = game.seat(BRITISH)
    assert seat.ask(Rules.chance, parse(game, "rally b1")) == pytest.approx(0.6)
    assert seat.ask(Rules.chance, parse(game, "end-rally")) is None


@rule("S15.1a")
def test_a_piece_that_nobody_knows_does_not_rally() -> None:
    game = field([disrupted("2-0-4", "1010", "b1")], [Unit("1-0-4", "2020")], phase="rally")
    reason = game.why_not(BRITISH, parse(game, "rally nobody"))
    assert reason is not None
    assert (reason.key, reason.args) == ("no-such-piece", {"piece": "nobody"})


@rule("S15.2a")
@pytest.mark.parametrize(
    ("order", "die", "after"),
    [
        ("disrupted", 4, "parade"),
        ("disrupted", 3, "disrupted"),
        ("shattered", 4, "disrupted"),
        ("shattered", 3, "shattered"),
        ("shattered", 9, "disrupted"),
    ],
)
def test_a_unit_that_passes_is_one_state_better_and_failure_changes_nothing(order: str, die: int, after: str) -> None:
    game = one_attempt(Unit("2-1-4", "1010", "b1", states=(order,)), die)
    assert order_of(game, "b1") == after
    assert army_morale(game) == (14 if order == after else 15, 14)
    assert [event.state for event in game.events(None) if isinstance(event, Rallied)] == ([] if order == after else [after])


@rule("S15.2c")
def test_each_rally_raises_army_morale_at_once_and_the_next_unit_profits() -> None:
    british = [disrupted("2-0-4", "1010", "first"), disrupted("2-0-4", "1210", "second"), disrupted("2-0-4", "0101", "third")]
    game = field(british, [Unit("1-0-4", "2020")], phase="rally", morale=(10, 14), dice=[6, 5])
    act(game, "rally first")
    assert last_roll(game, "rally") == {"unit-morale": 0, "army-morale": -1, "die": 6, "total": 5}
    assert army_morale(game) == (11, 14)
    act(game, "rally second")
    assert last_roll(game, "rally") == {"unit-morale": 0, "die": 5, "total": 5}
    assert army_morale(game) == (12, 14)


@rule("S15.2c")
def test_a_failed_attempt_leaves_army_morale_and_the_next_unit_is_still_fatigued() -> None:
    british = [disrupted("2-0-4", "1010", "first"), disrupted("2-0-4", "1210", "second"), disrupted("2-0-4", "0101", "third")]
    game = field(british, [Unit("1-0-4", "2020")], phase="rally", morale=(10, 14), dice=[5, 5])
    act(game, "rally first", "rally second")
    assert last_roll(game, "rally")["total"] == 4
    assert army_morale(game) == (10, 14)


@rule("S15.2c")
def test_from_shattered_to_disrupted_is_a_rally_too() -> None:
    game = one_attempt(shattered("2-0-4", "1010", "b1"), 9)
    assert army_morale(game) == (15, 14)


# ---------------------------------------------------------------- 15.32: modified morale

BANDS = [(14, 0), (11, 0), (10, -1), (6, -1), (5, -2), (1, -2)]


@rule("S15.32")
@pytest.mark.parametrize(("level", "band"), BANDS)
def test_modified_morale_in_a_rally(level: int, band: int) -> None:
    game = one_attempt(disrupted("2-0-4", "1010", "b1"), 0, morale=level, leaders=[Leader("2-1-6", "1010", "chief")])
    assert last_roll(game, "rally")["total"] == band + 1


@rule("S15.32")
@pytest.mark.parametrize(("die", "order"), [(5, "disrupted"), (6, "parade")])
def test_a_wavering_army_with_a_leader_rallies_at_minus_one(die: int, order: str) -> None:
    game = one_attempt(disrupted("2-0-4", "1010", "b1"), die, morale=5, leaders=[Leader("2-1-6", "1010", "chief")])
    assert last_roll(game, "rally")["total"] == die - 1
    assert order_of(game, "b1") == order


@rule("S15.32")
def test_a_reduced_unit_has_the_basic_morale_of_the_side_showing() -> None:
    unit = Unit("4-1-4", "1010", "b1", reduced="2--1-4", step=2, states=("disrupted",))
    assert last_roll(one_attempt(unit, 5), "rally") == {"unit-morale": -1, "die": 5, "total": 4}


@rule("S15.32")
@pytest.mark.parametrize(("level", "band"), BANDS)
def test_modified_morale_is_the_modifier_of_the_lead_unit(level: int, band: int) -> None:
    for side in (BRITISH, AMERICAN):
        british: Pieces = [Unit("4-0-4", "1010", "b1")]
        american: Pieces = [Unit("4-0-4", "1011", "a1")]
        (british if side == BRITISH else american).append(Leader("0-1-6", "1010" if side == BRITISH else "1011", "chief"))
        morale = (level, 14) if side == BRITISH else (14, level)
        game = field(british, american, phase="close combat", morale=morale, momentum=(1, 0), dice=[5])
        combat(game, ("b1", "1011"))
        rolled = last_roll(game, "close-combat")
        expected = (band + 1, 0) if side == BRITISH else (0, -(band + 1))
        assert (rolled["attackers-lead-unit"], rolled["defenders-lead-unit"]) == expected


@rule("S15.32")
@pytest.mark.parametrize(("die", "passed"), [(5, False), (6, True)])
def test_modified_morale_serves_morale_checks(die: int, passed: bool) -> None:
    american: Pieces = [Unit("1-0-4", "1011", "lead"), Unit("1-0-4", "1011", "companion"), Leader("0-1-6", "1011", "chief")]
    # 6 to 2 is 3-1; 4 against a lead of -1 is 5: -/R
    game = field([Unit("6-0-4", "1010", "b1")], american, phase="close combat", morale=(14, 5), dice=[4, die])
    combat(game, ("b1", "1011"), leads=("lead",))
    act(game, "retreat 1012", "stay")
    assert last_roll(game, "morale-check") == {"unit-morale": 0, "army-morale": -2, "command": 1, "die": die, "total": die - 1}
    assert [event.passed for event in game.events(None) if isinstance(event, MoraleChecked)] == [passed]
