"""Chapter 13.5: morale checks."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import MoraleChecked
from tests.marks import rule
from tests.proving_ground import Leader, Unit, act, army_morale, asked, combat, field, labels, last_roll, where


def checks(game: Battle) -> list[tuple[str, int, bool]]:
    """The morale checks so far: unit, total, and whether it passed."""
    return [(e.piece, e.total, e.passed) for e in game.events(None) if isinstance(e, MoraleChecked)]


def companion_checks(die: int, *mates: Unit | Leader) -> Battle:
    """A lead in 1011 has lost a step to an attack from 1010 (-/1 on 7 + 1 at 3-1) and its companions check."""
    american = [Unit("1-0-4", "1011", reduced="1-0-4", id="lead"), *mates]
    game = field([Unit("6-1-4", "1010")], american, phase="close combat", dice=[7, die])
    combat(game, ("b1", "1011"), leads=("lead",))
    return game


# ---------------------------------------------------------------- S13.5a


@rule("S13.5a")
@pytest.mark.parametrize(
    ("printed", "die", "passes"), [(0, 5, True), (0, 4, False), (1, 4, True), (-1, 5, False), (-1, 6, True)]
)
def test_five_or_more_with_the_units_morale_passes(printed: int, die: int, passes: bool) -> None:
    game = companion_checks(die, Unit(f"1-{printed}-4", "1011", id="mate"))
    assert checks(game) == [("mate", die + printed, passes)]
    assert (asked(game) == "retreat") is not passes


@rule("S13.5a")
@pytest.mark.parametrize(("die", "passes"), [(6, False), (7, True)])
def test_a_fatigued_army_takes_one_from_the_check(die: int, passes: bool) -> None:
    # the army stands at 10 when the combat begins: Fatigued, -1 to the lead (helping the attacker: 6 + 1 + 1) and to the check
    american = [Unit("1-0-4", "1011", reduced="1-0-4", id="lead"), Unit("1--1-4", "1011", id="mate")]
    game = field([Unit("6-1-4", "1010")], american, phase="close combat", dice=[6, die], morale=(14, 10))
    combat(game, ("b1", "1011"), leads=("lead",))
    assert checks(game) == [("mate", die - 2, passes)]
    assert last_roll(game, "morale-check")["army-morale"] == -1
    assert (asked(game) == "retreat") is not passes


@rule("S13.5a")
def test_the_leader_in_command_steadies_the_unit_once() -> None:
    game = companion_checks(3, Unit("1-0-4", "1011", id="mate"), Leader("0-2-6", "1011", id="leader"))
    # his command DRM also hinders the attack: 7 + 1 - 2 is 6, and 6 to 2 (3-1) reads -/D: the lead is gone before the check
    while asked(game) == "retreat":
        act(game, f"retreat {labels(game)[0]}")
        if asked(game) == "leaders-follow":
            act(game, "stay")
    assert checks(game) == [("mate", 5, True)]
    assert where(game, "mate") == "1011"


@rule("S13.5a")
def test_checks_change_no_army_morale() -> None:
    game = companion_checks(0, Unit("1-0-4", "1011", id="mate"))
    act(game, f"retreat {labels(game)[0]}")
    assert army_morale(game) == (15, 13)  # the step loss alone


# ---------------------------------------------------------------- S13.5b


def attacked_from_two_hexes(works: Sequence[tuple[str, str]], dice: list[int]) -> Battle:
    """Twelve points in 1010 and 1111 attack two units in 1011, fieldworks (outside, inside) as given."""
    british = [Unit("6-0-4", "1010"), Unit("6-0-4", "1111")]
    american = [Unit("2-0-4", "1011", id="lead"), Unit("2-0-4", "1011", id="mate")]
    game = field(british, american, phase="close combat", dice=dice, hexsides={"fieldwork": works})
    combat(game, ("b1", "1011"), ("b2", "1011"), leads=("b1", "lead"))
    return game


@rule("S13.5b")
@pytest.mark.parametrize(
    ("works", "bonus"),
    [
        ([("1010", "1011"), ("1111", "1011")], 1),
        ([("1010", "1011")], 0),  # one attacking hex is across an open side
        ([("1011", "1010"), ("1011", "1111")], 0),  # the works are the attackers'
        ([], 0),
    ],
)
def test_fieldworks_on_every_side_attacked_steady_the_defence(works: list[tuple[str, str]], bonus: int) -> None:
    # 12 to 4 is 3-1; die 5: -/R; the companion rolls 4
    game = attacked_from_two_hexes(works, [5, 4])
    act(game, "retreat 1012")
    assert checks(game) == [("mate", 4 + bonus, bool(bonus))]
    assert last_roll(game, "morale-check").get("behind-fieldworks", 0) == bonus
    assert (asked(game) == "retreat") is not bool(bonus)


@rule("S13.5b")
def test_fieldworks_steady_the_defenders_only() -> None:
    british = [Unit("2-0-4", "1010", id="head"), Unit("1-0-4", "1010", id="tail")]
    american = [Unit("2-0-4", "1011", id="lead"), Unit("1-0-4", "1011", id="mate")]
    # 3 to 3 is 1-1; die 6: R/R; both companions roll 4
    game = field(british, american, phase="close combat", dice=[6, 4, 4], hexsides={"fieldwork": [("1010", "1011")]})
    combat(game, ("head", "1011"), ("tail", "1011"), leads=("head", "lead"))
    while asked(game) == "retreat":
        act(game, f"retreat {labels(game)[0]}")
    assert checks(game) == [("mate", 5, True), ("tail", 4, False)]


@rule("S13.5b")
def test_fieldworks_do_not_help_rally() -> None:
    american = [Unit("2-0-4", "1011", states=("disrupted",))]
    works = {"fieldwork": [("1010", "1011")]}
    game = field([Unit("1-0-4", "0505")], american, phase="rally", phasing="american", dice=[4], hexsides=works)
    act(game, "rally a1")
    assert last_roll(game, "rally")["total"] == 4
