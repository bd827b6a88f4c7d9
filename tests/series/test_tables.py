"""The printed tables, cell by cell, each reached through play."""

import pytest

from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import CombatResolved, TacticsRevealed
from tests.marks import rule
from tests.printed_tables import CHITS, CLOSE_COMBAT, ROWS_WITH_MOMENTUM, TACTICS
from tests.proving_ground import (
    AMERICAN,
    BRITISH,
    Leader,
    Unit,
    act,
    army_morale,
    asked,
    choices,
    field,
    last_roll,
    momentum_of,
    order_of,
    piece,
    tactics,
    where,
)

STRENGTHS = {"1-3": (1, 3), "1-2": (2, 4), "1-1": (2, 2), "3-2": (3, 2), "2-1": (4, 2), "3-1": (3, 1), "4-1": (4, 1)}
"""Attackers and defenders that fight in each column."""


def row_of_table(row: int, column: str) -> Battle:
    """A combat rolled in this column with this modified die; the attacker, who holds a chit, may still reroll it."""
    attack, defence = STRENGTHS[column]
    face = min(max(row, 0), 9)
    british = [Unit(f"{attack}-{row - face}-4", "1010"), Unit("1-0-4", "0303")]
    american = [Unit(f"{defence}-0-4", "1011"), Unit("1-0-4", "0318")]
    game = field(british, american, phase="close combat", momentum=(1, 0), dice=[face])
    tactics(game)
    assert asked(game) == "spend-momentum"
    return game


# ---------------------------------------------------------------- close combat


@rule("S-T-crt")
def test_the_close_combat_table() -> None:
    """Fourteen rows and seven columns."""
    found = {}
    for column, row in CLOSE_COMBAT:
        game = row_of_table(int(row), column)
        [event] = [event for event in game.events(None) if isinstance(event, CombatResolved)]
        found[event.column, str(event.total)] = event.result
    assert found == CLOSE_COMBAT
    assert len(found) == 14 * 7


@rule("S-T-crt", "S12.23-8")
@pytest.mark.parametrize("row", range(-2, 12))
def test_the_outermost_rows_give_momentum(row: int) -> None:
    game = row_of_table(row, "1-1")
    act(game, "accept")
    while asked(game) != "move":  # retreats and advances as they come
        act(game, choices(game)[0])
    gained = {"attacker": (1, 0), "defender": (0, 1)}.get(ROWS_WITH_MOMENTUM.get(row, ""), (0, 0))
    assert momentum_of(game) == (1 + gained[0], gained[1])


# ---------------------------------------------------------------- tactics


@rule("S-T-tactics")
def test_the_tactics_matrix_is_antisymmetric() -> None:
    assert len(TACTICS) == 8 * 8
    for (attacker, defender), cell in TACTICS.items():
        back = TACTICS[defender, attacker]
        assert cell == back == "NC" or int(cell) == -int(back)
    no_combat = {chits for chits, cell in TACTICS.items() if cell == "NC"}
    others = {"skirmish", "stand_fast", "refuse_flank", "withdraw"}
    assert no_combat == {("withdraw", other) for other in others} | {(other, "withdraw") for other in others}


@rule("S-T-tactics")
@pytest.mark.parametrize("attacker", CHITS)
def test_a_column_of_the_tactics_matrix(attacker: str) -> None:
    for defender in CHITS:
        reads(attacker, defender, TACTICS[attacker, defender])


def reads(attacker: str, defender: str, printed: str) -> None:
    """Two chits give what is printed."""
    british: list[Unit | Leader] = [Unit("3-0-4", "1010"), Leader("0-0-6", "1010", id="howe")]
    american: list[Unit | Leader] = [Unit("3-0-4", "1011"), Leader("0-0-6", "1011", id="greene")]
    game = field(british, american, phase="close combat", momentum=(1, 0), dice=[5])
    tactics(game, attacker, defender)
    shown = [event for event in game.events(None) if isinstance(event, TacticsRevealed)]
    assert [event.result for event in shown] == [printed]
    rolls = [event for event in game.events(None) if getattr(event, "purpose", "") == "close-combat"]
    if printed == "NC":
        assert rolls == []
        assert asked(game) in ("retreat", "leaders-follow")  # whoever withdraws goes, and his leader may follow
    else:
        assert last_roll(game, "close-combat")["tactics"] == int(printed)
        assert last_roll(game, "close-combat")["total"] == 5 + int(printed)


# ---------------------------------------------------------------- army morale


@rule("S-T-am")
def test_rally_gives_one_and_takes_nothing() -> None:
    game = field([Unit("3-0-4", "1010", states=("disrupted",))], [Unit("3-0-4", "1015")], phase="rally", dice=[5])
    act(game, "rally b1")
    assert order_of(game, "b1") == "parade"
    assert army_morale(game) == (15, 14)


def fought(defence: str, face: int, attack: str = "3-0-4") -> Battle:
    """One combat of 1010 against 1011 with a die, carried out with the first choice everywhere."""
    british = [Unit(attack, "1010"), Unit("1-0-4", "0303")]
    american = [Unit(defence, "1011"), Unit("1-0-4", "0318")]
    game = field(british, american, phase="close combat", dice=[face])
    tactics(game)
    while asked(game) != "move":
        act(game, choices(game)[0])
    return game


@rule("S-T-am")
def test_a_disruption_costs_one_and_gives_nothing() -> None:
    game = fought("3-0-4", 8)  # 1-1: -/D
    assert order_of(game, "a1") == "disrupted"
    assert army_morale(game) == (14, 13)


@rule("S-T-am")
def test_the_fire_result_am_costs_one_and_gives_nothing() -> None:
    british = [Unit("3-0-4", "1010", flags=("rifle",))]
    game = field(british, [Unit("3-0-4", "1011")], phase="rifle fire", dice=[9, 3])
    act(game, "target a1")
    assert army_morale(game) == (14, 13)
    assert where(game, "a1") == "1011"


@rule("S-T-am")
def test_a_one_costs_one_and_gives_one() -> None:
    game = fought("3-0-4", 9, attack="5-0-4")  # 3-2: -/1
    assert where(game, "a1") == "eliminated"
    assert army_morale(game) == (15, 13)


@rule("S-T-am")
def test_a_two_costs_two_and_gives_one() -> None:
    game = fought("1-0-4", 9, attack="4-2-4")  # 4-1, 11: -/2
    assert where(game, "a1") == "eliminated"
    assert army_morale(game) == (15, 12)


@rule("S-T-am")
def test_a_capture_costs_one_and_gives_one() -> None:
    game = fought("1-0-4", 9, attack="4-1-4")  # 4-1, 10: -/AC
    assert where(game, "a1") == "captured"
    assert army_morale(game) == (15, 13)


@rule("S-T-am")
def test_a_pin_removed_in_movement_costs_the_phasing_army_one() -> None:
    game = field([Unit("3-0-4", "1010", states=("pinned:1",))], [Unit("3-0-4", "1011", states=("pinned:1",))])
    act(game, "break-contact 1", "go 1008")
    assert army_morale(game) == (13, 14)


# ---------------------------------------------------------------- victory points


def at_the_end(british: list[Unit | Leader], american: list[Unit | Leader]) -> dict[str, float]:
    """The scores when the last turn is over."""
    homes: list[Unit | Leader] = [Unit("1-0-4", "0303", id="home")]
    game = field([*british, *homes], [*american, Unit("1-0-4", "0318", id="away")], phasing=AMERICAN, first=BRITISH, turn=5)
    act(game, "end-movement")
    if asked(game) == "rally":
        act(game, "end-rally")
    assert game.over is not None
    return game.over.scores


@rule("S-T-vp")
@pytest.mark.parametrize(
    ("lost", "points"),
    [
        (Unit("4-1-4", reduced="2-0-4", box="eliminated"), 2),
        (Unit("4-1-4", reduced="2-0-4", box="eliminated", step=2), 2),
        (Unit("4-1-4", box="eliminated"), 1),
        (Unit("4-1-4", "1010", reduced="2-0-4", step=2), 0.5),
        (Unit("4-1-4", reduced="2-0-4", box="captured"), 1),
        (Unit("4-1-4", reduced="2-0-4", box="captured", step=2), 1),
        (Unit("4-1-4", box="captured"), 1),
        (Unit("4-1-4", "1010", states=("disrupted",)), 0.5),
        (Unit("4-1-4", "1010", states=("shattered",)), 0.5),
        (Unit("4-1-4", "1010", reduced="2-0-4", step=2, states=("disrupted",)), 1),
        (Unit("4-1-4", "1010", reduced="2-0-4"), 0),
        (Unit("4-1-4", box="exited", states=("disrupted",)), 0),
        (Leader("1-1-6", box="eliminated", vp=3), 3),
        (Leader("1-1-6", box="captured", vp=3), 3),
        (Leader("1-1-6", "1010", vp=3), 0),
    ],
)
def test_victory_points_go_to_the_side_whose_enemy_suffered(lost: Unit | Leader, points: float) -> None:
    lost.id = "lost"
    assert at_the_end([lost], []) == {BRITISH: 0, AMERICAN: points}
    assert at_the_end([], [lost]) == {BRITISH: points, AMERICAN: 0}


@rule("S-T-vp")
def test_a_unit_reduced_and_later_eliminated_scores_two_in_all() -> None:
    british = [Unit("5-0-4", "1010"), Unit("1-0-4", "0303")]
    american = [Unit("3-0-4", "1011", reduced="3-0-4"), Unit("1-0-4", "0318")]
    # 5 to 3 is 3-2: 9 is -/1; then, attacking in its own turn at 3 to 5, that is 1-2: 0 is 1/-; the last two are for initiative
    game = field(british, american, phase="close combat", turn=4, dice=[9, 0, 9, 0])
    tactics(game)
    assert piece(game, "a1").step == 1
    assert game.view(None)["victory_points"] == {BRITISH: 0.5, AMERICAN: 0}
    act(game, "end-movement")
    tactics(game)
    assert where(game, "a1") == "eliminated"
    assert game.view(None)["victory_points"] == {BRITISH: 2, AMERICAN: 0}
