"""The North Carolina militia, of whom little is expected: G3.10 and G3.11."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.revolution.series.battle import Battle
from tests.eutaw.positions import result
from tests.guilford.positions import end_of_game, guilford, in_state, reduced
from tests.guilford.test_victory import points
from tests.marks import rule
from tests.proving_ground import (
    act,
    announce,
    army_morale,
    asked,
    choices,
    combat,
    last_roll,
    momentum_of,
    order_of,
    tactics,
    where,
)

AWAY = {"holcombe": "2030", "r7": "0120"}
NC = ("linton", "williams", "butler_1", "butler_2", "nc_volunteers", "bretigny")


def attack(attacker: str, defender: str, die: int, *, beside: dict[str, Any] | None = None, **fields: Any) -> Battle:
    """A British unit in 1622 attacks a unit in 1623, and those beside it hold."""
    pieces = {attacker: "1622", defender: "1623", **AWAY, **(beside or {})}
    game = guilford(pieces, phase="close combat", dice=[die, *([9] if beside else [])], **fields)
    announce(game, (attacker, "1623"))
    if asked(game) == "cavalry-withdrawal":
        act(game, "stand")
    if asked(game) == "choose-lead":
        act(game, f"lead {defender}")
    tactics(game)
    return game


def fired_at(target: str, guns: str, damage: int, **fields: Any) -> Battle:
    """Guns two hexes away hit a unit in 1823."""
    phasing = "american" if guns == "macleod" else "british"
    pieces = {guns: "1821", target: "1823", **AWAY, **fields.pop("beside", {})}
    game = guilford(pieces, phase="artillery fire", phasing=phasing, dice=[9, damage], **fields)
    act(game, f"target {target}")
    return game


# ---------------------------------------------------------------- G3.10


@rule("G3.10", "G-T-morale")
def test_a_step_lost_to_campbells_rifles_moves_both_armies() -> None:
    game = guilford({"campbell": "1823", "r33": "1822", **AWAY}, phase="rifle fire", phasing="american", dice=[9, 9])
    act(game, "target r33")
    assert game.piece("r33").step == 1
    assert army_morale(game) == (13, 15)


# ---------------------------------------------------------------- G3.11a, army morale


@rule("G3.11a")
def test_butlers_regiment_lost_moves_no_army_morale() -> None:
    """3 to 3 is 1-1; die 6 + 1 + 2 + 1: -/1."""
    game = attack("r71", "butler_1", die=6)
    assert result(game) == "-/1"
    assert where(game, "butler_1") == "eliminated"
    assert army_morale(game) == (14, 14)
    virginians = attack("r71", "randolph", die=7)  # 7 + 1 + 1 + 1
    assert result(virginians) == "-/1"
    assert army_morale(virginians) == (15, 13)


@rule("G3.11a")
@pytest.mark.parametrize("unit", NC)
def test_a_step_of_any_of_the_six_costs_nothing(unit: str) -> None:
    game = fired_at(unit, "macleod", damage=7)
    assert army_morale(game) == (14, 14)
    assert (where(game, unit) == "eliminated") is (unit != "nc_volunteers")


@rule("G3.11a")
def test_a_2_result_costs_nothing_either() -> None:
    """9 to 2 is 4-1; die 9: -/2."""
    pieces = {"r71": "1822", "r23": "1722", "r33": "1722", "williams": "1723", **AWAY}
    game = guilford(pieces, phase="close combat", dice=[9])
    combat(game, ("r71", "1723"), ("r23", "1723"), ("r33", "1723"), leads=("r71",))
    assert result(game) == "-/2"
    assert where(game, "williams") == "eliminated"
    assert army_morale(game) == (14, 14)


@rule("G3.11a")
@pytest.mark.parametrize("unit", NC)
def test_a_capture_costs_nothing(unit: str) -> None:
    pieces = {unit: in_state("1823", "shattered"), "r33": "1822", **AWAY}
    game = guilford(pieces, phase="close combat", phasing="american")
    assert where(game, unit) == "captured"
    assert army_morale(game) == (14, 14)
    game = guilford(
        {"randolph": in_state("1823", "shattered"), "r33": "1822", **AWAY}, phase="close combat", phasing="american"
    )
    assert army_morale(game) == (15, 13)


# ---------------------------------------------------------------- G3.11b, what does move it


@rule("G3.11b")
def test_a_disruption_costs_one_and_a_rally_gives_it_back() -> None:
    game = fired_at("linton", "macleod", damage=5)
    act(game, "retreat 1826")
    assert order_of(game, "linton") == "disrupted"
    assert army_morale(game) == (14, 13)
    game = guilford({"linton": in_state("2032", "disrupted"), "r7": "0120"}, phase="rally", phasing="american", dice=[9])
    act(game, "rally linton")
    assert order_of(game, "linton") == "parade"
    assert army_morale(game) == (14, 15)


@rule("G3.11b")
def test_the_second_disruption_costs_one_too_and_the_third_is_a_loss() -> None:
    game = fired_at("linton", "macleod", damage=5, beside={"linton": in_state("1823", "disrupted")})
    act(game, "retreat 1826")
    assert (order_of(game, "linton"), army_morale(game)) == ("shattered", (14, 13))
    game = fired_at("linton", "macleod", damage=5, beside={"linton": in_state("1823", "shattered")})
    assert where(game, "linton") == "eliminated"
    assert army_morale(game) == (14, 14)
    game = fired_at("randolph", "macleod", damage=5, beside={"randolph": in_state("1823", "shattered")})
    assert army_morale(game) == (14, 13)


@rule("G3.11b")
def test_an_am_result_costs_one() -> None:
    game = guilford({"jaegers": "1822", "linton": "1823", **AWAY}, phase="rifle fire", dice=[9, 0])
    act(game, "target linton")
    assert army_morale(game) == (14, 13)


@rule("G3.11b")
def test_am_and_rally_count_for_a_shattered_unit_too() -> None:
    pieces = {"jaegers": "1822", "linton": in_state("1823", "shattered"), **AWAY}
    game = guilford(pieces, phase="rifle fire", dice=[9, 0])
    act(game, "target linton")
    assert army_morale(game)[1] == 13
    game = guilford({"linton": in_state("2032", "shattered"), "r7": "0120"}, phase="rally", phasing="american", dice=[9])
    act(game, "rally linton")
    assert (order_of(game, "linton"), army_morale(game)) == ("disrupted", (14, 15))


@rule("G3.11b")
def test_pins_removed_cost_one() -> None:
    pieces = {"linton": in_state("1923", "pinned:1"), "r33": in_state("1922", "pinned:1"), **AWAY}
    game = guilford(pieces, phasing="american")
    act(game, "break-contact 1", "go 1925", "end-movement")
    assert army_morale(game) == (14, 13)


@rule("G3.11b", "G-T-leaders")
def test_eaton_lost_with_his_militia_costs_one() -> None:
    """1* by fire: Linton's loss is free, Eaton's is not."""
    game = fired_at("linton", "macleod", damage=9, beside={"eaton": "1823"})
    assert where(game, "linton") == where(game, "eaton") == "eliminated"
    assert army_morale(game) == (14, 13)


@rule("G3.11a", "G3.11b")
def test_what_the_militia_inflicts_counts_as_usual() -> None:
    """Linton under Greene, 3 to 1: die 9 - 2 + 2 + 1 - 1 - 1 = 8 in the column 3-1: -/1."""
    pieces = {"linton": "1623", "greene": "1623", "guards_light": "1622", **AWAY}
    game = guilford(pieces, phase="close combat", phasing="american", dice=[9])
    combat(game, ("linton", "1622"))
    assert result(game) == "-/1"
    assert army_morale(game) == (13, 15)


# ---------------------------------------------------------------- G3.11c, Singleton


@rule("G3.11c")
def test_singleton_captured_counts_as_any_unit() -> None:
    game = guilford({"singleton": "1723", "r33": "1722", **AWAY}, phase="close combat")
    assert where(game, "singleton") == "captured"
    assert army_morale(game) == (15, 13)
    assert points(game)[0] == 1


@rule("G3.11c")
@pytest.mark.parametrize(
    ("state", "vp"),
    [("eliminated", 1), ("captured", 1), (in_state("2233", "disrupted"), 0.5), (in_state("2233", "shattered"), 0.5)],
)
def test_singleton_is_worth_what_any_unit_is_worth(state: Any, vp: float) -> None:
    """The points of a unit of the line; of the militia it would take two."""
    assert british_points({"singleton": state}) == vp
    assert british_points({"finley": state}) == vp


# ---------------------------------------------------------------- G3.11d, victory points


def british_points(states: dict[str, Any]) -> float:
    return points(end_of_game(states))[0]


@rule("G3.11d")
@pytest.mark.parametrize(("number", "vp"), [(0, 0), (1, 0), (2, 0.5), (3, 0.5), (4, 1), (5, 1), (6, 1.5)])
def test_half_a_point_for_every_two(number: int, vp: float) -> None:
    assert british_points(dict.fromkeys(NC[:number], "eliminated")) == vp
    assert british_points(dict.fromkeys(NC[:number], "captured")) == vp


@rule("G3.11d")
@pytest.mark.parametrize(
    ("state", "counts"),
    [
        (in_state("2233", "disrupted"), True),
        (in_state("2233", "shattered"), True),
        ({"box": "captured"}, True),
        ({"box": "eliminated", "step": 2}, True),
        (reduced("2233"), False),  # a step is not the unit
        ("2233", False),
    ],
)
def test_which_states_count(state: Any, counts: bool) -> None:
    """Beside Linton, who is lost."""
    assert british_points({"linton": "eliminated", "nc_volunteers": state}) == (0.5 if counts else 0)


@rule("G3.11d")
def test_a_unit_that_has_rallied_does_not_count_and_the_usual_points_do_not_either() -> None:
    assert british_points({"linton": in_state("2233", "disrupted")}) == 0
    assert british_points({"randolph": in_state("2233", "disrupted")}) == 0.5
    assert british_points({"nc_volunteers": in_state("2233", "disrupted", step=2), "linton": "eliminated"}) == 0.5


@rule("G3.11d")
def test_the_points_are_british() -> None:
    game = end_of_game(dict.fromkeys(NC, "eliminated"))
    assert points(game) == (1.5, 3)


# ---------------------------------------------------------------- G3.11e, momentum


@rule("G3.11e")
def test_no_momentum_for_a_victory_over_the_militia_alone() -> None:
    """3 to 3; die 8 + 1 + 2 + 1 = 12."""
    game = attack("r23", "linton", die=8)
    assert last_roll(game, "close-combat")["total"] == 12
    assert momentum_of(game) == (0, 0)


@rule("G3.11e")
@pytest.mark.parametrize("unit", NC)
def test_each_of_the_six_is_no_glory(unit: str) -> None:
    game = attack("r23", unit, die=9)
    assert last_roll(game, "close-combat")["total"] >= 10
    assert momentum_of(game) == (0, 0)


@rule("G3.11e")
def test_with_virginians_beside_them_it_is_a_victory() -> None:
    """3 to 5 is 1-2; die 8 + 1 + 2 + 1 = 12 with Linton in the lead; Perkins then checks his morale."""
    pieces = {"r23": "1622", "linton": "1623", "perkins": "1623", **AWAY}
    game = guilford(pieces, phase="close combat", dice=[8, 9])
    combat(game, ("r23", "1623"), leads=("linton",))
    assert momentum_of(game) == (1, 0)
    assert momentum_of(attack("r23", "randolph", die=9)) == (1, 0)


@rule("G3.11e")
def test_guns_beside_the_militia_make_no_difference() -> None:
    game = attack("r23", "linton", die=8, beside={"singleton": "1623"})
    assert momentum_of(game) == (0, 0)


def militia_attacks(attackers: tuple[str, ...], die: int) -> Battle:
    """Militia in 1623 attacks the Guards, +2, in 1622 under O'Hara, and gives up a unit."""
    pieces = {**dict.fromkeys(attackers, "1623"), "guards_2": "1622", "ohara": "1622", **AWAY}
    game = guilford(pieces, phase="close combat", phasing="american", dice=[die, 9, 9])
    combat(game, *((unit, "1622") for unit in attackers), leads=(attackers[0],))
    while asked(game) in ("give-up-unit", "retreat"):
        act(game, choices(game)[0])
    return game


@rule("G3.11e")
def test_no_momentum_for_the_defence_against_the_militia_alone() -> None:
    """3 to 2 is 3-2; die 0 - 2 - 3 - 1 - 1 = -7."""
    game = militia_attacks(("linton",), die=0)
    assert last_roll(game, "close-combat")["total"] <= -1
    assert momentum_of(game) == (0, 0)


@rule("G3.11e")
def test_a_mixed_force_thrown_back_is_a_victory() -> None:
    game = militia_attacks(("linton", "perkins"), die=0)
    assert last_roll(game, "close-combat")["total"] <= -1
    assert momentum_of(game) == (1, 0)


@rule("G3.11e")
def test_the_americans_gain_momentum_as_usual() -> None:
    """The Volunteers under Greene, 2 to 1, against shattered light infantry: die 9 and +2 +1 -1 +1 - 1."""
    pieces = {"nc_volunteers": "1623", "greene": "1623", "guards_light": in_state("1622", "shattered"), **AWAY}
    game = guilford(pieces, phase="close combat", phasing="american", dice=[9])
    combat(game, ("nc_volunteers", "1622"))
    assert last_roll(game, "close-combat")["total"] >= 10
    assert momentum_of(game) == (0, 1)


@rule("G3.11e")
def test_the_militia_thrown_in_defence_gives_the_americans_their_momentum() -> None:
    """The 7th Foot, wavering, attacks Linton under Greene: 1 to 3, and a poor roll."""
    pieces = {"r7": "1622", "linton": "1623", "greene": "1623", "holcombe": "2030", "r33": "0120"}
    game = guilford(pieces, phase="close combat", morale=(5, 14), dice=[0])
    combat(game, ("r7", "1623"))
    assert last_roll(game, "close-combat")["total"] <= -1
    assert momentum_of(game) == (0, 1)
