"""Standing orders of A Perfect Plan: losses, Hooker's die and retreats, in combats that the enemy begins."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.orders import ordered
from grognard.core.rules import Rules
from grognard.games.chancellorsville.perfect_plan.state import Plan
from tests.marks import rule
from tests.perfect_plan.table import act, asked, plan, trenches

AREA = "zoan_church"


def answer(game: Plan, army: str, kind: str, word: str) -> str:
    assert game.actors == (army,)
    return str(ordered(game.seat(army), {kind: word})).replace(f"{army}-", "")


def combat(aop: str, anv: str, *dice: int, attacker: str = "AoP", **fields: Any) -> Plan:
    """A combat in Zoan Church that an army has just begun in its impulse."""
    others = {"chancellorsville": "small-6"}, {"spotsylvania": "small-3 small-4", "salem_church": "Stuart"}
    stacks = {AREA: aop, **others[0]}, {AREA: anv, **others[1]}
    game = plan(*stacks, dice, attackers={AREA: attacker}, impulse=2, initiative=attacker, **fields)
    act(game, f"fight {AREA}")
    return game


@rule("P5.5b", "P5.5c")
@pytest.mark.parametrize(("word", "action"), [("trench-first", "lose-trench"), ("small-first", "lose-unit small-1")])
def test_losses_are_taken_as_ordered(word: str, action: str):
    game = combat("V XI", "Jackson small-1 Hill", 6, 1, 1, 1, trenches=trenches(ANV=AREA))
    assert asked(game) == ("ANV", "Combat.defenders_losses")
    assert answer(game, "ANV", "combat-losses", word) == action


@rule("P-D3d")
@pytest.mark.parametrize("word", ["trench-first", "small-first"])
def test_a_commander_is_lost_last(word: str):
    game = combat("V XI", "Jackson Hill", 6, 1, 1)
    assert answer(game, "ANV", "combat-losses", word) == "lose-unit Hill"


@rule("P-D3c")
def test_hooker_raises_a_die_that_becomes_a_hit():
    game = combat("Hooker V XI", "Hill Rodes", 1, 1, 2, 3, attacker="ANV")
    assert asked(game) == ("AoP", "Combat.commanders_bonus")
    assert answer(game, "AoP", "hookers-die", "raise-a-hit") == "inspire XI"
    kinds = {army: {order.kind for order in game.rules.standing_orders(army)} for army in game.seats}
    assert kinds["AoP"] - kinds["ANV"] == {"hookers-die"}


@rule("P5.6d")
@pytest.mark.parametrize(("word", "area"), [("together", "spotsylvania"), ("objective", "catharine_furnace")])
def test_the_beaten_fall_back_as_ordered(word: str, area: str):
    game = combat("V XI", "Hill Early", 6, 1, 1, 1)
    act(game, "lose-unit Hill")
    assert asked(game) == ("ANV", "Retreat.choose")
    assert answer(game, "ANV", "fall-back", word) == f"fall-back Early {area}"


@rule("P5.1")
def test_whoever_moves_is_asked_himself():
    game = combat("V XI", "Hill Rodes", 1, 1, 6, 1)
    assert asked(game) == ("AoP", "Combat.attackers_losses")
    assert ordered(game.seat("AoP"), {"combat-losses": "trench-first"}) is None


@rule("P5.1")
def test_in_the_combat_phase_orders_answer_for_both_but_not_who_fights_next():
    aop, anv = {AREA: "V XI", "salem_church": "I"}, {AREA: "Hill Rodes", "salem_church": "Early"}
    attackers = {AREA: "AoP", "salem_church": "AoP"}
    game = plan(aop, anv, (1, 1, 6, 1), attackers=attackers, phase="combat")
    orders = {"combat-losses": "trench-first"}
    assert asked(game) == ("AoP", "CombatPhase.choose")
    assert not game.seat("AoP").ask(Rules.reacts)
    assert ordered(game.seat("AoP"), orders) is None
    act(game, f"take {AREA}")
    assert asked(game) == ("AoP", "Combat.attackers_losses")
    assert answer(game, "AoP", "combat-losses", "trench-first") == "lose-unit V"
