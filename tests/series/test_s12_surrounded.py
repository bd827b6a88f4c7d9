"""Chapter 12.7: surrounded defenders and attackers."""

from collections.abc import Sequence

import pytest

from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.data_schema import HexsideTerrain
from tests.marks import rule
from tests.proving_ground import HEXSIDES, Leader, Unit, act, announce, asked, choices, field, last_roll, tactics

Pieces = Sequence[Unit | Leader]


def rolled(
    british: Pieces,
    american: Pieces,
    *attacks: tuple[str, str],
    terrain: dict[str, str] | None = None,
    hexsides: dict[str, Sequence[tuple[str, str]]] | None = None,
) -> dict[str, int]:
    """The lines on surrounded units in the roll of the first combat; the attacker, with a chit, may still reroll."""
    game: Battle = field(british, american, phase="close combat", momentum=(1, 0), dice=[5], terrain=terrain, hexsides=hexsides)
    announce(game, *attacks)
    while asked(game) in ("next-combat", "choose-lead"):
        act(game, choices(game)[0])
    tactics(game)
    roll = last_roll(game, "close-combat")
    return {label: value for label, value in roll.items() if label in ("defender-surrounded", "attacker-surrounded")}


DEFENDER = {"defender-surrounded": 1}
ATTACKER = {"attacker-surrounded": -1}
NOBODY: dict[str, int] = {}


@rule("S12.7a")
def test_two_opposite_enemies_surround_a_defender_in_the_open() -> None:
    attacks = ("b1", "1010"), ("b2", "1010")
    assert rolled([Unit("2-0-4", "1009"), Unit("2-0-4", "1011")], [Unit("4-0-4", "1010")], *attacks) == DEFENDER


@rule("S12.7a")
def test_one_gap_is_enough_not_to_be_surrounded() -> None:
    attacks = ("b1", "1010"), ("b2", "1010")
    # 1009 and 1110 leave 1011 and 0911 free
    assert rolled([Unit("2-0-4", "1009"), Unit("2-0-4", "1110")], [Unit("4-0-4", "1010")], *attacks) == NOBODY
    # 1009 and 1111 leave 0911 free
    assert rolled([Unit("2-0-4", "1009"), Unit("2-0-4", "1111")], [Unit("4-0-4", "1010")], *attacks) == NOBODY


@rule("S12.7b")
def test_an_attacker_between_two_enemies_is_surrounded() -> None:
    american = [Unit("3-0-4", "1011"), Unit("3-0-4", "1009")]
    assert rolled([Unit("4-0-4", "1010")], american, ("b1", "1011 1009")) == ATTACKER
    american = [Unit("3-0-4", "1011"), Unit("3-0-4", "1110")]
    assert rolled([Unit("4-0-4", "1010")], american, ("b1", "1011 1110")) == NOBODY


@rule("S12.7b")
def test_an_enemy_that_is_not_attacked_surrounds_all_the_same() -> None:
    game = field(
        [Unit("4-0-4", "1010")],
        [Unit("3-0-4", "1011"), Unit("3-0-4", "1009")],
        phase="close combat",
        momentum=(1, 0),
        dice=[5],
    )
    act(game, "divert 1009")
    tactics(game)
    assert last_roll(game, "close-combat")["attacker-surrounded"] == -1


@rule("S12.7-alg")
def test_both_sides_can_be_surrounded() -> None:
    # the attacker in 1010 between 1009 and 1011; the defender in 1011 between 1010 and 1012
    british = [Unit("3-0-4", "1010"), Unit("3-0-4", "1012")]
    american = [Unit("3-0-4", "1011"), Unit("1-0-4", "1009", kind="artillery")]
    game = field(british, american, phase="close combat", momentum=(1, 0), dice=[5])
    act(game, "divert 1009")
    announce(game, ("b1", "1011"), ("b2", "1011"))
    act(game, "lead b1")
    tactics(game)
    roll = last_roll(game, "close-combat")
    assert (roll["defender-surrounded"], roll["attacker-surrounded"], roll["total"]) == (1, -1, 5)


@rule("S12.7-alg")
def test_zones_of_control_do_not_enter_woods_and_do_not_close_the_ring_there() -> None:
    attacks = ("b1", "1010"), ("b2", "1010")
    british, american = [Unit("2-0-4", "1009"), Unit("2-0-4", "1011")], [Unit("4-0-4", "1010")]
    woods = dict.fromkeys(("1009", "1110", "1111", "1011", "0911", "0910"), "forest")
    assert rolled(british, american, *attacks, terrain=woods) == NOBODY
    one_tree = {"1110": "forest"}
    assert rolled(british, american, *attacks, terrain=one_tree) == NOBODY
    under_enemies = {"1009": "forest", "1011": "forest"}
    assert rolled(british, american, *attacks, terrain=under_enemies) == DEFENDER


@rule("S12.7-alg")
def test_the_map_edge_closes_the_ring() -> None:
    # the neighbours of 0101 on the map are 0201 and 0102
    assert rolled([Unit("3-0-4", "0201")], [Unit("3-0-4", "0101")]) == DEFENDER
    # those of 0110 are 0109, 0111, 0209 and 0210: 0209 controls 0109 and 0210, but not 0111
    assert rolled([Unit("3-0-4", "0209")], [Unit("3-0-4", "0110")]) == NOBODY


@rule("S12.7-alg")
def test_prohibited_ground_closes_the_ring() -> None:
    british, american = [Unit("3-0-4", "1009")], [Unit("3-0-4", "1010")]
    ponds = dict.fromkeys(("1111", "1011", "0911"), "pond")
    assert rolled(british, american, terrain=ponds) == DEFENDER
    assert rolled(british, american, terrain={"1111": "pond", "0911": "pond"}) == NOBODY


@rule("S12.7-alg")
def test_ground_must_be_prohibited_to_every_involved_unit_in_the_hex_but_guns() -> None:
    bogs = dict.fromkeys(("1111", "1011", "0911"), "bog")  # closed to horse and guns
    british = [Unit("3-0-4", "1009")]
    dragoons, infantry = Unit("2-0-6", "1010", id="horse", kind="dragoons"), Unit("2-0-4", "1010", id="foot")
    gun = Unit("1-0-4", "1010", id="gun", kind="artillery")
    assert rolled(british, [dragoons], terrain=bogs) == DEFENDER
    assert rolled(british, [infantry], terrain=bogs) == NOBODY
    assert rolled(british, [dragoons, infantry], terrain=bogs) == NOBODY
    ponds = dict.fromkeys(("1111", "1011", "0911"), "pond")
    assert rolled(british, [infantry, gun], terrain=ponds) == DEFENDER
    assert rolled(british, [infantry, gun], terrain=bogs) == NOBODY


@rule("S12.7-alg")
def test_a_prohibited_hexside_closes_the_ring(monkeypatch: pytest.MonkeyPatch) -> None:
    river = HexsideTerrain(0, 0, False, "S9.2d", "", ("P",) * 6, None)
    monkeypatch.setitem(HEXSIDES, "river", river)
    british, american = [Unit("3-0-4", "1009")], [Unit("3-0-4", "1010")]
    banks = [("1010", "1111"), ("1010", "1011"), ("1010", "0911")]
    assert rolled(british, american, hexsides={"river": banks}) == DEFENDER
    assert rolled(british, american, hexsides={"river": banks[:2]}) == NOBODY


@rule("S12.7-alg")
@pytest.mark.parametrize(
    "friend",
    [
        Unit("1-0-4", "0910"),
        Unit("1-0-4", "0910", kind="artillery"),
        Unit("1-0-4", "0910", states=("disrupted",)),
        Unit("1-0-4", "0910", states=("shattered",)),
    ],
)
def test_a_friend_next_to_the_hex_breaks_the_ring(friend: Unit) -> None:
    friend.id = "friend"
    british = [Unit("2-0-4", "1009"), Unit("2-0-4", "1011")]
    game = field(british, [Unit("4-0-4", "1010"), friend], phase="close combat", momentum=(1, 0), dice=[5])
    # 1009 is next to the friend too: a diversion lets both attack 1010 alone
    act(game, "divert 0910")
    announce(game, ("b1", "1010"), ("b2", "1010"))
    act(game, "lead b1")
    tactics(game)
    assert "defender-surrounded" not in last_roll(game, "close-combat")


@rule("S12.7-alg")
def test_a_friendly_leader_alone_does_not_break_the_ring() -> None:
    british = [Unit("2-0-4", "1009"), Unit("2-0-4", "1011")]
    american: list[Unit | Leader] = [Unit("4-0-4", "1010"), Leader("0-0-6", "0910", id="greene")]
    assert rolled(british, american, ("b1", "1010"), ("b2", "1010")) == DEFENDER


@rule("S12.7-alg")
def test_disordered_enemies_control_nothing() -> None:
    # 1009 and 1011 surround 1010; with 1011 in disorder the hexes beside it are free, its own is not
    british = [Unit("2-0-4", "1009"), Unit("2-0-4", "1011", states=("disrupted",))]
    assert rolled(british, [Unit("4-0-4", "1010")], ("b1", "1010")) == NOBODY
    everywhere = [Unit("1-0-4", hex, states=("disrupted",)) for hex in ("1110", "1111", "1011", "0911", "0910")]
    assert rolled([Unit("2-0-4", "1009"), *everywhere], [Unit("4-0-4", "1010")], ("b1", "1010")) == DEFENDER


@rule("S12.7-alg")
def test_one_surrounded_hex_of_several_is_enough() -> None:
    # 1010 attacks 1009, which is free behind, and 1011, which ponds close in; between the two it is surrounded itself
    british, american = [Unit("4-0-4", "1010")], [Unit("2-0-4", "1009"), Unit("2-0-4", "1011")]
    ponds = dict.fromkeys(("1111", "1112", "1012", "0912", "0911"), "pond")
    assert rolled(british, american, ("b1", "1009 1011"), terrain=ponds) == DEFENDER | ATTACKER
    del ponds["1012"]
    assert rolled(british, american, ("b1", "1009 1011"), terrain=ponds) == ATTACKER
