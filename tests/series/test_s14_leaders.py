"""Chapter 14: leaders."""

from __future__ import annotations

import pytest

import grognard
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import LeaderLost, MoraleChecked, Rallied
from grognard.games.revolution.series.pieces import Piece
from grognard.games.revolution.series.rules import SeriesRules
from tests.marks import rule
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
    piece,
    refusal,
    where,
)

Pieces = list[Unit | Leader]


class Proud(SeriesRules):
    """An exclusive rule: the general commands nobody but the guards."""

    def may_command(self, game: Battle, leader: Piece, unit: Piece) -> bool:
        return leader.id != "general" or unit.id == "guards"


def idle() -> Unit:
    """An American far from everything, so that his movement phase is the next question."""
    return Unit("1-0-4", "0120", "idle")


def rallied(game: Battle) -> list[str]:
    return [event.piece for event in game.events(None) if isinstance(event, Rallied)]


def victory_points(game: Battle) -> dict[str, float]:
    points: dict[str, float] = game.view(None)["victory_points"]
    return points


# ---------------------------------------------------------------- 14.1: command


@rule("S14.1b")
def test_only_the_highest_ranking_leader_of_a_hex_gives_his_modifiers() -> None:
    british: Pieces = [Unit("4-0-4", "1010", "b1")]
    british += [Leader("2-2-6", "1010", "brigadier", rank=1), Leader("0-1-6", "1010", "general", rank=2)]
    game = field(british, [Unit("4-0-4", "1011")], phase="close combat", momentum=(1, 0), dice=[4])
    combat(game, ("b1", "1011"))
    rolled = last_roll(game, "close-combat")
    assert (rolled["attackers-lead-unit"], rolled["attackers-leader"], rolled["total"]) == (1, 0, 5)


@rule("S14.1b", "S14.23")
def test_only_the_highest_ranking_leader_helps_to_rally() -> None:
    leaders: Pieces = [Leader("2-2-6", "1010", "brigadier", rank=1), Leader("0-1-6", "1010", "general", rank=2)]
    game = field([Unit("4-0-4", "1010", "b1", states=("disrupted",)), *leaders], [idle()], phase="rally", dice=[3])
    act(game, "rally b1")
    assert last_roll(game, "rally") == {"unit-morale": 0, "command": 1, "die": 3, "total": 4}
    assert order_of(game, "b1") == "disrupted"


@rule("S14.1b")
def test_where_he_may_not_command_a_unit_the_next_in_rank_does() -> None:
    british: Pieces = [Unit("2-0-4", "1010", id, states=("disrupted",)) for id in ("guards", "line")]
    british += [Leader("2-2-6", "1010", "brigadier", rank=1), Leader("0-1-6", "1010", "general", rank=2)]
    game = field(british, [idle()], phase="rally", rules=Proud, dice=[0, 0])
    act(game, "rally guards")
    assert last_roll(game, "rally")["command"] == 1
    act(game, "rally line")
    assert last_roll(game, "rally")["command"] == 2


# ---------------------------------------------------------------- 14.21: close combat


@rule("S14.21a")
def test_the_attackers_leader_adds_and_the_defenders_subtracts() -> None:
    british: Pieces = [Unit("4-0-4", "1010", "b1"), Leader("1-0-6", "1010", "attacking")]
    american: Pieces = [Unit("4-0-4", "1011", "a1"), Leader("2-0-6", "1011", "defending")]
    game = field(british, american, phase="close combat", momentum=(1, 0), dice=[6])
    combat(game, ("b1", "1011"))
    rolled = last_roll(game, "close-combat")
    assert (rolled["attackers-leader"], rolled["defenders-leader"], rolled["total"]) == (1, -2, 5)


@rule("S14.21a")
def test_a_leader_in_the_next_hex_gives_no_close_combat_modifier() -> None:
    british: Pieces = [Unit("4-0-4", "1010", "b1"), Leader("1-1-6", "1009", "near")]
    american: Pieces = [Unit("4-0-4", "1011", "a1"), Leader("2-1-6", "1012", "near too")]
    game = field(british, american, phase="close combat", momentum=(1, 0), dice=[5])
    combat(game, ("b1", "1011"))
    assert last_roll(game, "close-combat")["total"] == 5


@rule("S14.21a", "S14.21b")
def test_of_several_attacking_hexes_the_highest_ranking_leader_alone_counts() -> None:
    british: Pieces = [Unit("2-0-4", "0911", "b1"), Leader("2-0-6", "0911", "brigadier", rank=1)]
    british += [Unit("2-0-4", "1010", "b2"), Leader("1-0-6", "1010", "general", rank=2)]
    game = field(british, [Unit("4-0-4", "1011")], phase="close combat", momentum=(1, 0), dice=[4])
    combat(game, ("b1", "1011"), ("b2", "1011"), leads=("b1",))
    rolled = last_roll(game, "close-combat")
    assert (rolled["attackers-leader"], rolled["total"]) == (1, 5)


@rule("S14.21b")
@pytest.mark.parametrize(("lead", "morale"), [("b1", 0), ("b2", 2)])
def test_his_command_reaches_the_lead_unit_only_in_his_own_hex(lead: str, morale: int) -> None:
    british: Pieces = [Unit("2-0-4", "0911", "b1"), Unit("2-0-4", "1010", "b2"), Leader("1-2-6", "1010", "general")]
    game = field(british, [Unit("4-0-4", "1011")], phase="close combat", momentum=(1, 0), dice=[4])
    combat(game, ("b1", "1011"), ("b2", "1011"), leads=(lead,))
    rolled = last_roll(game, "close-combat")
    assert (rolled["attackers-lead-unit"], rolled["attackers-leader"]) == (morale, 1)


@rule("S14.21b")
def test_a_leader_with_nothing_but_guns_does_not_count() -> None:
    american: Pieces = [Unit("1-0-3", "1011", "gun", kind="artillery"), Leader("2-0-6", "1011", "general", rank=3)]
    american += [Unit("4-0-4", "1111", "foot"), Leader("1-0-6", "1111", "brigadier", rank=1)]
    game = field([Unit("6-0-4", "1010", "b1")], american, phase="close combat", momentum=(1, 0), dice=[6])
    combat(game, ("b1", "1011 1111"))
    assert last_roll(game, "close-combat")["defenders-leader"] == -1


@rule("S14.21b")
def test_a_leader_who_may_command_no_involved_unit_yields_to_one_who_may() -> None:
    british: Pieces = [Unit("4-0-4", "1010", "line")]
    british += [Leader("2-0-6", "1010", "general", rank=2), Leader("1-0-6", "1010", "brigadier", rank=1)]
    game = field(british, [Unit("4-0-4", "1011")], phase="close combat", momentum=(1, 0), rules=Proud, dice=[4])
    combat(game, ("line", "1011"))
    assert last_roll(game, "close-combat")["attackers-leader"] == 1
    british = [Unit("2-0-4", "1010", "line"), Unit("2-0-4", "1010", "guards"), *british[1:]]
    game = field(british, [Unit("4-0-4", "1011")], phase="close combat", momentum=(1, 0), rules=Proud, dice=[4])
    combat(game, ("line", "1011"), ("guards", "1011"), leads=("line",))
    assert last_roll(game, "close-combat")["attackers-leader"] == 2  # one that he commands is enough


# ---------------------------------------------------------------- 14.23: command in morale checks and rally


@rule("S14.23")
def test_the_command_modifier_counts_once_and_for_every_unit_of_the_hex_only() -> None:
    british: Pieces = [Unit("2-0-4", "1010", "foot", states=("disrupted",)), Leader("0-2-6", "1010", "chief")]
    british += [Unit("1-0-3", "1010", "gun", kind="artillery", states=("shattered",))]
    british += [Unit("2-0-4", "1011", "apart", states=("disrupted",))]
    game = field(british, [idle()], phase="rally", dice=[3, 3, 3])
    for unit in ("foot", "gun"):
        act(game, f"rally {unit}")
        assert last_roll(game, "rally") == {"unit-morale": 0, "command": 2, "die": 3, "total": 5}
    act(game, "rally apart")
    assert last_roll(game, "rally") == {"unit-morale": 0, "die": 3, "total": 3}
    assert rallied(game) == ["foot", "gun"]


@rule("S14.23")
def test_the_command_modifier_helps_a_morale_check_once() -> None:
    for die, passed in ((3, True), (2, False)):
        american: Pieces = [Unit("1-0-4", "1011", id) for id in ("lead", "companion")]
        american += [Leader("0-2-6", "1011", "chief")]
        # 6 to 2 is 3-1; 7 less the lead's modified morale of 2 is 5: -/R
        game = field([Unit("6-0-4", "1010", "b1")], american, phase="close combat", dice=[7, die])
        combat(game, ("b1", "1011"), leads=("lead",))
        act(game, "retreat 1012", "stay")
        assert last_roll(game, "morale-check") == {"unit-morale": 0, "command": 2, "die": die, "total": die + 2}
        assert [e.passed for e in game.events(None) if isinstance(e, MoraleChecked)] == [passed]


@rule("S14.23")
def test_a_leader_in_the_next_hex_does_not_help_a_morale_check() -> None:
    american: Pieces = [Unit("1-0-4", "1011", id) for id in ("lead", "companion")]
    game = field(
        [Unit("6-0-4", "1010", "b1")], [*american, Leader("0-2-6", "1012", "chief")], phase="close combat", dice=[5, 3]
    )
    combat(game, ("b1", "1011"), leads=("lead",))
    act(game, "retreat 1112")
    assert last_roll(game, "morale-check") == {"unit-morale": 0, "die": 3, "total": 3}


# ---------------------------------------------------------------- 14.31: leaders are never disordered


@rule("S14.31a")
@pytest.mark.parametrize(("answer", "place"), [("follow chief", "1007"), ("stay", "1010")])
def test_a_leader_is_unhurt_by_d_on_his_unit_and_may_stay_or_go(answer: str, place: str) -> None:
    british: Pieces = [Unit("4-0-4", "1010", "b1"), Leader("1-1-6", "1010", "chief", loss=(-2, 1))]
    american = [Unit("10-0-3", "1013", "gun", kind="artillery")]
    game = field(british, american, phase="artillery fire", dice=[9, 5])
    act(game, "target b1", "retreat 1007")
    assert choices(game) == ["follow chief", "stay"]
    act(game, answer)
    assert (order_of(game, "b1"), order_of(game, "chief"), where(game, "chief")) == ("disrupted", "parade", place)
    assert army_morale(game) == (13, 14)


@rule("S14.31a")
@pytest.mark.parametrize(("die", "result"), [(8, "-/1"), (9, "-/1*")])
def test_only_an_asterisk_of_close_combat_harms_a_leader(die: int, result: str) -> None:
    american: Pieces = [Unit("2-0-4", "1011", "a1", reduced="1-0-4"), Leader("0-0-6", "1011", "chief")]
    game = field([Unit("6-0-4", "1010", "b1")], american, phase="close combat", dice=[die])
    combat(game, ("b1", "1011"))
    assert piece(game, "a1").step == 1
    assert where(game, "chief") == ("eliminated" if result.endswith("*") else "1011")


@rule("S14.31a")
def test_no_position_holds_a_disordered_leader() -> None:
    with pytest.raises(grognard.GrognardError, match="disrupted"):
        field([Leader("1-1-6", "1010", "chief", states=("disrupted",))])


# ---------------------------------------------------------------- 14.32: capture and loss


@rule("S14.32a", "S14.32b")
def test_a_regiment_moving_through_captures_lone_leaders_at_once_and_goes_on() -> None:
    leaders: Pieces = [Leader("1-1-6", "1010", "chief", loss=(-2, 1)), Leader("0-1-6", "1010", "aide", loss=(-1, 0))]
    game = field([Unit("3-0-4", "1008", "b1")], [*leaders, idle()])
    act(game, "move b1", "go 1010")
    assert (where(game, "chief"), where(game, "aide")) == ("captured", "captured")
    assert army_morale(game) == (15, 11)
    assert asked(game) == "march"
    assert "go 1012" in choices(game)  # two of its four points are left
    assert "go 1013" not in choices(game)
    act(game, "go 1012")
    assert where(game, "b1") == "1012"


@rule("S14.32a", "S14.32b")
def test_a_leader_on_the_way_of_one_long_step_is_captured_too() -> None:
    american: Pieces = [
        Leader("1-1-6", "1010", "on the way"),
        Leader("1-1-6", "1110", "beside it"),
        idle(),
    ]
    game = field([Unit("3-0-4", "1008", "b1")], american)
    act(game, "move b1", "go 1012")
    assert (where(game, "on the way"), where(game, "beside it")) == ("captured", "1110")


@rule("S14.32a")
def test_a_disrupted_unit_captures_and_a_leader_does_not() -> None:
    british: Pieces = [Unit("3-0-4", "1008", "b1", states=("disrupted",)), Leader("1-1-6", "1007", "rider")]
    game = field(british, [Leader("1-1-6", "1009", "chief"), idle()])
    act(game, "move rider", "go 1009", "stop")
    assert (where(game, "rider"), where(game, "chief")) == ("1009", "1009")
    act(game, "move b1", "go 1009")
    assert where(game, "chief") == "captured"


@rule("S14.32a")
def test_a_reinforcement_that_enters_on_a_lone_leader_captures_him() -> None:
    british: Pieces = [Unit("3-0-4", "", "fresh", turn=2, entry="A"), Unit("1-0-4", "0505", "b2")]
    game = field(british, [Leader("1-1-6", "1001", "chief", loss=(-2, 1)), idle()], entries={"A": ("1001",)})
    assert (where(game, "fresh"), where(game, "chief")) == ("1001", "captured")
    assert army_morale(game) == (15, 12)


@rule("S14.32a")
def test_a_leader_with_a_friendly_unit_is_not_alone() -> None:
    american: Pieces = [Leader("1-1-6", "1010", "chief"), Unit("1-0-4", "1010", "guard", states=("shattered",))]
    game = field([Unit("3-0-4", "1008", "b1"), Unit("1-0-4", "0101")], american)
    act(game, "move b1")
    assert refusal(game, "go 1010") == ("S9.2d",)
    act(game, "go 1009", "stop")
    assert where(game, "chief") == "1010"


@rule("S14.32a", "S14.32b")
@pytest.mark.parametrize(("answer", "place"), [("stay", "captured"), ("follow chief", "1012")])
def test_a_leader_left_behind_is_captured_by_the_advance_after_combat(answer: str, place: str) -> None:
    american: Pieces = [Unit("2-0-4", "1011", "a1"), Leader("0-0-6", "1011", "chief", loss=(-2, 1))]
    game = field([Unit("6-0-4", "1010", "b1")], american, phase="close combat", dice=[5])
    combat(game, ("b1", "1011"))
    act(game, "retreat 1012", answer)
    assert (where(game, "b1"), where(game, "chief")) == ("1011", place)
    assert army_morale(game) == ((15, 12) if place == "captured" else (14, 14))


@rule("S14.32a", "S12.23-7c")
def test_what_he_costs_is_posted_when_the_combat_is_over() -> None:
    american: Pieces = [Unit("2-0-4", "1011", "a1"), Leader("0-0-6", "1011", "chief", loss=(-2, 1))]
    british = [Unit("4-0-4", "1010", "b1"), Unit("2-0-4", "1010", "b2")]
    game = field(british, american, phase="close combat", dice=[5])  # 6 to 2 is 3-1: -/R
    combat(game, ("b1", "1011"), ("b2", "1011"), leads=("b1",))
    act(game, "retreat 1012", "stay")
    assert (where(game, "b1"), where(game, "chief"), asked(game)) == ("1011", "captured", "advance")
    assert army_morale(game) == (14, 14)
    act(game, "end-advance")
    assert army_morale(game) == (15, 12)


def eliminated(vp: float) -> Battle:
    """A British leader rated +1/-2 falls to artillery fire that also costs a step (-1/+1)."""
    british: Pieces = [Unit("4-0-4", "1010", "b1", reduced="2-0-4"), Leader("1-1-6", "1010", "chief", loss=(-2, 1), vp=vp)]
    american = [Unit("10-0-3", "1013", "gun", kind="artillery")]
    game = field(british, american, phase="artillery fire", dice=[9, 9])
    act(game, "target b1")
    return game


def captured(vp: float) -> Battle:
    """The same leader is ridden down alone."""
    british: Pieces = [Leader("1-1-6", "1010", "chief", loss=(-2, 1), vp=vp), Unit("1-0-4", "0101", "idle")]
    game = field(british, [Unit("3-0-4", "1012", "a1")], phasing=AMERICAN)
    act(game, "move a1", "go 1010")
    return game


@rule("S14.32c")
def test_an_eliminated_leader_costs_army_morale_and_victory_points() -> None:
    game = eliminated(vp=3)
    assert where(game, "chief") == "eliminated"
    assert army_morale(game) == (14 - 1 - 2, 14 + 1 + 1)
    assert victory_points(game)[AMERICAN] - victory_points(eliminated(vp=0))[AMERICAN] == 3


@rule("S14.32c")
def test_a_captured_leader_costs_the_same() -> None:
    game = captured(vp=3)
    assert where(game, "chief") == "captured"
    assert [(event.piece, event.fate) for event in game.events(None) if isinstance(event, LeaderLost)] == [
        ("chief", "captured")
    ]
    assert army_morale(game) == (14 - 2, 14 + 1)
    assert victory_points(game)[AMERICAN] - victory_points(captured(vp=0))[AMERICAN] == 3
    assert victory_points(game)[BRITISH] == 0
