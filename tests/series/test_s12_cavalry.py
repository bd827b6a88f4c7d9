"""Chapter 12.4: cavalry withdrawal."""

from __future__ import annotations

import pytest

from grognard.core.events import Rolled
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import Advanced, CavalryWithdrew, Retreated
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
    field,
    labels,
    piece,
    refusal,
    tactics,
    where,
)
from tests.series.combat_reports import fought, happened, odds
from tests.series.test_retreat_properties import within

CLOSE_COMBAT = "close combat"
DRAGOONS = "dragoons"
WITHDRAWN = ("withdrawn",)


def dragoons(hex: str, values: str = "2-0-8", **more: str) -> Unit:
    return Unit(values, hex, kind=DRAGOONS, **more)  # type: ignore[arg-type]


def is_offered(british: list[Unit], american: list[Unit | Leader], **more: object) -> bool:
    """Whether the defender is asked to withdraw when all these attackers fall on 1011."""
    game = field(british, american, phase=CLOSE_COMBAT, **more)  # type: ignore[arg-type]
    announce(game, *((unit.id, "1011") for unit in british if unit.hex in ("1010", "0911")))
    return asked(game) == "cavalry-withdrawal"


# ---------------------------------------------------------------- conditions


@rule("S12.4a")
def test_dragoons_attacked_by_infantry_may_withdraw() -> None:
    game = field([Unit("4-0-4", "1010")], [dragoons("1011")], phase=CLOSE_COMBAT)
    assert asked(game) == "cavalry-withdrawal"
    assert game.actors == (AMERICAN,)
    assert sorted(choices(game)) == ["stand", "withdraw"]


@rule("S12.4a")
def test_one_attacking_unit_of_dragoons_forbids_it() -> None:
    assert is_offered([Unit("3-0-4", "1010"), Unit("2-0-4", "0911")], [dragoons("1011")])
    assert not is_offered([Unit("3-0-4", "1010"), dragoons("0911")], [dragoons("1011")])


@rule("S12.4a")
@pytest.mark.parametrize("state", ["disrupted", "shattered"])
def test_all_defenders_must_be_in_parade_order(state: str) -> None:
    attacker = Unit("4-0-4", "1010")
    assert is_offered([attacker], [dragoons("1011"), dragoons("1011")])
    assert not is_offered([attacker], [dragoons("1011"), Unit("2-0-8", "1011", kind=DRAGOONS, states=(state,))])


@rule("S12.4a")
@pytest.mark.parametrize("kind", ["infantry", "militia", "light_infantry", "artillery"])
def test_foot_or_a_gun_among_the_defenders_forbids_it(kind: str) -> None:
    assert not is_offered([Unit("4-0-4", "1010")], [dragoons("1011"), Unit("2-0-4", "1011", kind=kind)])


@rule("S12.4a")
def test_foot_in_another_attacked_hex_forbids_it() -> None:
    game = field([Unit("4-0-4", "1010")], [dragoons("1011"), Unit("2-0-4", "1111")], phase=CLOSE_COMBAT)
    announce(game, ("b1", "1011 1111"))
    assert asked(game) == "choose-lead"


@rule("S12.4a")
def test_leaders_do_not_forbid_it_and_may_go_along() -> None:
    american: list[Unit | Leader] = [dragoons("1011"), Leader("1-1-8", "1011", id="Lee")]
    game = field([Unit("4-0-4", "1010")], american, phase=CLOSE_COMBAT)
    act(game, "withdraw", "retreat 1014", "follow Lee")
    assert where(game, "Lee") == "1014"


@rule("S12.4a")
def test_dragoons_that_stand_fight() -> None:
    game = field([Unit("4-0-4", "1010")], [dragoons("1011")], phase=CLOSE_COMBAT)
    act(game, "stand")
    assert asked(game) == "choose-tactics"
    assert where(game, "a1") == "1011"


# ---------------------------------------------------------------- the ride


@rule("S12.4b")
def test_the_cavalry_rides_three_hexes_and_the_attacker_must_advance() -> None:
    game = field([Unit("4-0-4", "1010")], [dragoons("1011"), Unit("1-0-4", "0318")], phase=CLOSE_COMBAT)
    act(game, "withdraw")
    assert labels(game) == ["0712", "0713", "0813", "0914", "1014", "1114", "1213", "1312", "1313"]
    assert refusal(game, "retreat 1013") == ("S13.24a",)
    act(game, "retreat 1014")
    assert where(game, "a1") == "1014"
    assert where(game, "b1") == "1011"
    assert happened(game, Rolled) == []
    assert army_morale(game) == (14, 14)


@rule("S12.4b")
def test_the_attacker_names_a_lead_for_the_advance() -> None:
    game = field([Unit("3-0-4", "1010"), Unit("3-0-4", "0911")], [dragoons("1011")], phase=CLOSE_COMBAT)
    announce(game, ("b1", "1011"), ("b2", "1011"))
    act(game, "withdraw", "retreat 1014")
    assert sorted(choices(game)) == ["lead b1", "lead b2"]
    act(game, "lead b2")
    assert happened(game, Advanced) == [Advanced("b2", "1011")]
    assert sorted(choices(game)) == ["advance b1", "end-advance"]


DEFILE = dict.fromkeys(["0912", "1112", "0913", "1113", "0914", "1114"], "pond")
"""From 1011 one way leads south: 1012, 1013, 1014."""


@rule("S12.4b")
def test_an_end_next_to_the_enemy_is_never_legal() -> None:
    attacker, idle = Unit("4-0-4", "1010"), Unit("2-0-4", "1015", states=("disrupted",))
    assert is_offered([attacker], [dragoons("1011")], terrain=DEFILE)
    assert not is_offered([attacker, idle], [dragoons("1011")], terrain=DEFILE)  # 1015 has no ZOC but is adjacent to 1014


@rule("S12.4b")
def test_an_end_next_to_the_enemy_is_refused_where_others_are_left() -> None:
    british = [Unit("4-0-4", "1010"), Unit("2-0-4", "1015", states=("disrupted",))]
    game = field(british, [dragoons("1011")], phase=CLOSE_COMBAT)
    act(game, "withdraw")
    assert refusal(game, "retreat 1014") == ("S12.4b",)
    assert "1213" in labels(game)


@rule("S12.4b")
def test_if_one_unit_has_no_end_hex_nobody_withdraws() -> None:
    def rides(*others: Unit) -> bool:
        return is_offered([Unit("4-0-4", "1010")], [dragoons("1011", "4-0-8"), *others], terrain=DEFILE)

    assert rides(dragoons("1011"))
    assert rides(Unit("2-0-4", "1014"))
    assert not rides(dragoons("1011"), Unit("2-0-4", "1014"))  # there is room in 1014 for one of them, not for both


@rule("S12.4b")
def test_each_unit_of_cavalry_chooses_its_own_end() -> None:
    game = field([Unit("4-0-4", "1010")], [dragoons("1011"), dragoons("1011"), Unit("1-0-4", "0318")], phase=CLOSE_COMBAT)
    act(game, "withdraw", "take a2", "retreat 1213", "retreat 0813")
    assert (where(game, "a1"), where(game, "a2")) == ("0813", "1213")
    assert happened(game, CavalryWithdrew) == [CavalryWithdrew(("a1", "a2"))]
    assert where(game, "b1") == "1011"


@rule("S12.4b")
def test_cavalry_of_two_hexes_rides_off_together() -> None:
    game = field([Unit("4-0-4", "1010")], [dragoons("1011"), dragoons("1111")], phase=CLOSE_COMBAT)
    announce(game, ("b1", "1011 1111"))
    act(game, "withdraw", "take a1", "retreat 1014", "retreat 1114")
    assert (where(game, "a1"), where(game, "a2")) == ("1014", "1114")
    assert sorted(choices(game)) == ["occupy 1011", "occupy 1111"]


FORK = dict.fromkeys(["0912", "0913", "1113", "0914", "1114", "1212", "1213", "1310", "1312", "1313"], "pond")
"""From 1011 two ways lead off: south to 1014, and by 1112 and 1211 to 1311, which is no nearer to the American edge."""


@rule("S12.4b")
@pytest.mark.parametrize("strengths", [(4, 2), (2, 4)])
def test_nobody_rides_off_before_a_comrade_whose_only_end_he_would_take(strengths: tuple[int, int]) -> None:
    american: list[Unit | Leader] = [dragoons("1011", f"{strength}-0-8", id=f"d{strength}") for strength in strengths]
    american += [Unit("1-0-4", "1014"), Unit("3-0-4", "1311")]
    # d4 fits in 1014 only; d2 would have to go there, towards home, if it went first
    game = field([Unit("4-0-4", "1010")], american, phase=CLOSE_COMBAT, terrain=FORK)
    assert asked(game) == "cavalry-withdrawal"
    act(game, "withdraw")
    assert [(event.piece, event.hex) for event in happened(game, Retreated)] == [("d4", "1014"), ("d2", "1311")]


@rule("S12.4b")
def test_nobody_rides_where_a_comrade_alone_has_room() -> None:
    """d4 fits in 1014 only, and not together with d2; in 0813 and 1213 there is room for d2."""
    ends = {"0813", "1014", "1213"}
    ponds = {hex: "pond" for hex, distance in within("1011", 3).items() if distance == 3 and hex not in ends}
    friends = [Unit("3-0-4", "0813"), Unit("3-0-4", "1213"), Unit("1-0-4", "1014")]
    riders = [dragoons("1011", "4-0-8", id="d4"), dragoons("1011", "2-0-8", id="d2")]
    game = field([Unit("4-0-4", "1010")], [*riders, *friends], phase=CLOSE_COMBAT, terrain=ponds)
    act(game, "withdraw", "take d2")
    assert labels(game) == ["0813", "1213"]
    assert refusal(game, "retreat 1014") == ("S12.4b",)
    act(game, "retreat 1213")
    assert (where(game, "d2"), where(game, "d4")) == ("1213", "1014")


@rule("S12.4b", "S13.21b")
@pytest.mark.parametrize(("blocked", "rides"), [(0, True), (4, False)])
def test_the_cavalry_rides_off_in_an_order_that_fills_the_homeward_hex(blocked: int, rides: bool) -> None:
    """Only when 1213 is full may the light dragoons ride to 1411, which is no nearer to home, and their way leads by 1312.

    The heavy ones may go to 1213 or to 1312, where one of them would be in the way.
    """
    ponds = dict.fromkeys(("0912", "0913", "1013", "1114", "1210", "1311", "1313", "1412"), "pond")
    friends = [Unit("2-0-4", "1312"), *([Unit(f"{blocked}-0-4", "1213")] if blocked else [])]
    light = [dragoons("1111", "2-0-8", id=id) for id in ("light-1", "light-2")]
    heavy = [dragoons("1011", "3-0-8", id=id) for id in ("heavy-1", "heavy-2")]
    game = field([Unit("6-0-4", "1010")], [*light, *heavy, *friends], phase=CLOSE_COMBAT, terrain=ponds)
    announce(game, ("b1", "1011 1111"))
    assert (asked(game) == "cavalry-withdrawal") == rides
    if rides:
        act(game, "withdraw", "take light-1", "take heavy-1")
        ends = ("1213", "1411", "1213", "1312")
        assert tuple(where(game, id) for id in ("light-1", "light-2", "heavy-1", "heavy-2")) == ends


# ---------------------------------------------------------------- the marker


def rode_off() -> Battle:
    """The American dragoons have withdrawn to 1014 in the British player turn; now the Americans move."""
    american = [dragoons("1011"), Unit("2-0-4", "0516")]
    game = field([Unit("4-0-4", "1010")], american, phase=CLOSE_COMBAT, first=BRITISH, dice=[9, 0])
    act(game, "withdraw", "retreat 1014")
    return game


@rule("S12.4c")
def test_withdrawn_cavalry_is_marked_and_may_not_move() -> None:
    game = rode_off()
    assert piece(game, "a1").withdrawn
    assert asked(game) == "move"
    assert refusal(game, "move a1") == ("S12.4c",)
    assert "move a1" not in choices(game)


@rule("S12.4c")
def test_withdrawn_cavalry_may_not_attack() -> None:
    british = [Unit("2-0-8", "1010", kind=DRAGOONS, states=WITHDRAWN), Unit("2-0-4", "1010")]
    game = field(british, [Unit("3-0-4", "1011"), Unit("3-0-4", "1111")], phase=CLOSE_COMBAT)
    assert refusal(game, "attack b1 8") == ("S12.4c",)
    announce(game, ("b2", "1011 1111"))
    assert odds(game)[0] == 2


@rule("S12.4c")
def test_withdrawn_cavalry_keeps_its_zone_of_control() -> None:
    american = [Unit("2-0-8", "1013", kind=DRAGOONS, states=WITHDRAWN)]
    game = field([Unit("4-0-4", "1010")], american)
    act(game, "move b1", "go 1012")
    assert where(game, "b1") == "1012"
    assert game.state.phase != "movement"  # the move ended there, and with it the phase


@rule("S12.4c")
def test_withdrawn_cavalry_defends_normally() -> None:
    american = [Unit("3-0-8", "1111", kind=DRAGOONS, states=WITHDRAWN), Unit("1-0-4", "0515")]
    game = field([Unit("6-0-4", "1010")], american, phase=CLOSE_COMBAT, dice=[5])
    assert sorted(choices(game)) == ["stand", "withdraw"]
    act(game, "stand")
    assert odds(game) == (6, 3, "2-1")
    tactics(game)
    assert where(game, "a1") == "1112"  # -/R


@rule("S12.4d")
def test_the_marker_comes_off_in_the_owners_next_rally_phase() -> None:
    game = rode_off()
    assert piece(game, "a1").withdrawn
    act(game, "end-movement")
    assert game.state.turn == 3  # the American player turn is over, its rally phase included
    assert not piece(game, "a1").withdrawn


@rule("S12.4d")
def test_freed_cavalry_may_attack_in_the_same_player_turn() -> None:
    american = [Unit("2-0-8", "1011", kind=DRAGOONS, states=WITHDRAWN), Unit("1-0-4", "0515")]
    game = field([Unit("4-0-4", "1010")], american, phasing=AMERICAN)
    assert refusal(game, "move a1") == ("S12.4c",)
    act(game, "end-movement")
    assert fought(game) == [(("a1",), ("1010",))]


@rule("S12.4d")
def test_the_enemys_rally_phase_does_not_free_it() -> None:
    american = [Unit("2-0-8", "1014", kind=DRAGOONS, states=WITHDRAWN), Unit("1-0-4", "0515")]
    game = field([Unit("4-0-4", "1003"), Unit("1-0-4", "1001", states=("disrupted",))], american, phase="rally")
    act(game, "end-rally")
    assert game.state.phasing == AMERICAN
    assert piece(game, "a1").withdrawn
