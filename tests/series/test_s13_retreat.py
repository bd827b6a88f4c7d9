"""Chapter 13.2: retreats."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.data_schema import HexsideTerrain
from grognard.games.revolution.series.events import (
    Captured,
    CombatBegan,
    CombatResolved,
    Followed,
    LeadChosen,
    MoraleChecked,
    Retreated,
)
from tests.marks import rule
from tests.proving_ground import (
    HEXSIDES,
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
    order_of,
    piece,
    refusal,
    tactics,
    where,
)

R, D = 0, 4
"""Damage rolls of artillery fire that read R and D."""


def shelled(
    damage: int,
    target: Unit | Leader,
    *others: Unit | Leader,
    enemies: Sequence[Unit | Leader] = (),
    gun: str = "1013",
    terrain: dict[str, str] | None = None,
    hexsides: dict[str, Sequence[tuple[str, str]]] | None = None,
    homes: dict[str, tuple[str, ...]] | None = None,
) -> Battle:
    """The American gun, three hexes south unless told otherwise, has hit the British unit b1."""
    british = [target, *others]
    american = [Unit("3-0-3", gun, id="gun", kind="artillery"), *enemies]
    game = field(british, american, phase="artillery fire", dice=[9, damage], terrain=terrain, hexsides=hexsides, homes=homes)
    act(game, "target b1")
    return game


def ponds(*hexes: str) -> dict[str, str]:
    return dict.fromkeys(hexes, "pond")


def results(game: Battle) -> list[str]:
    """The results read from the close combat table."""
    return [event.result for event in game.events(None) if isinstance(event, CombatResolved)]


def odds(game: Battle) -> list[tuple[int, int, str]]:
    """Attack, defence and column of the combats so far."""
    return [(e.attack, e.defence, e.column) for e in game.events(None) if isinstance(e, CombatBegan)]


def checked(game: Battle) -> list[tuple[str, bool]]:
    return [(event.piece, event.passed) for event in game.events(None) if isinstance(event, MoraleChecked)]


# ---------------------------------------------------------------- S13.2


@rule("S13.2")
def test_a_shattered_companion_that_fails_retreats_one_hex() -> None:
    american = [Unit("2-0-4", "1011", id="lead"), Unit("3-0-4", "1011", id="broken", states=("shattered",))]
    # 6 to 2 + 1 is 2-1; 4 + 1 (disordered) is 5: -/R
    game = field([Unit("6-0-4", "1010")], american, phase="close combat", dice=[4, 4])
    combat(game, ("b1", "1011"))
    act(game, "retreat 1012")
    assert labels(game) == ["0912", "1012", "1112"]
    act(game, "retreat 0912")  # units of a stack go where they like, one by one
    assert [(e.piece, e.hex) for e in game.events(None) if isinstance(e, Retreated)] == [("lead", "1012"), ("broken", "0912")]
    assert order_of(game, "broken") == "shattered"


@rule("S13.2")
def test_a_retreat_costs_no_movement_points_and_no_rifle_tax() -> None:
    rifles = [Unit("1-0-4", "1011", id="rifles", flags=("rifle",))]
    game = shelled(
        D,
        Unit("3-0-0", "1010"),  # it could not march at all
        enemies=rifles,
        gun="1112",
        hexsides={"stream": [("1010", "1009"), ("1009", "1008"), ("1008", "1007")]},
    )
    act(game, "retreat 1007")
    assert where(game, "b1") == "1007"


@rule("S13.2")
def test_a_pinned_unit_retreats_by_fire_at_its_owners_choice_and_is_released() -> None:
    pinned = ("pinned:1",)
    enemies = [Unit("3-0-4", "1011", states=pinned), Unit("1-0-3", "0507", kind="artillery")]  # the second gun has yet to fire
    target, other = Unit("3-0-4", "1010", states=pinned), Unit("1-0-4", "0505")
    game = shelled(R, target, other, enemies=enemies, gun="1310", terrain=ponds("1009"))
    assert game.actors == ("british",)
    assert labels(game) == ["0910", "1110"]
    act(game, "retreat 0910")
    assert where(game, "b1") == "0910"
    assert game.state.phase == "artillery fire"
    assert piece(game, "b1").pin == 0


# ---------------------------------------------------------------- S13.21


@rule("S13.21a")
def test_a_unit_must_retreat_away_from_the_enemy_if_it_can() -> None:
    # 1009 is next to a disrupted enemy, which has no zone of control; 1110 and 1111 are next to none
    closed, disrupted = ponds("0910", "0911", "1011"), ("disrupted",)
    game = shelled(R, Unit("3-0-4", "1010"), enemies=[Unit("1-0-4", "1008", states=disrupted)], terrain=closed)
    assert labels(game) == ["1110", "1111"]
    assert "S13.21a" in refusal(game, "retreat 1009")
    act(game, "retreat 1111")
    assert where(game, "b1") == "1111"
    closed = ponds("0910", "0911", "1011", "1111")
    game = shelled(R, Unit("3-0-4", "1010"), enemies=[Unit("1-0-4", "1008", states=disrupted)], terrain=closed)
    assert where(game, "b1") == "1110"


@rule("S13.21a")
def test_a_hex_next_to_the_enemy_will_do_if_there_is_no_other() -> None:
    closed = ponds("0910", "0911", "1011", "1110", "1111")
    game = shelled(R, Unit("3-0-4", "1010"), enemies=[Unit("1-0-4", "1008", states=("disrupted",))], terrain=closed)
    assert where(game, "b1") == "1009"


@rule("S13.21a")
def test_a_lone_enemy_leader_does_not_make_a_hex_unsafe() -> None:
    closed = ponds("0910", "0911", "1011")
    game = shelled(R, Unit("3-0-4", "1010"), enemies=[Leader("0-0-6", "1008", id="scout")], terrain=closed)
    assert where(game, "b1") == "1009"  # safe and towards home


@rule("S13.21b")
def test_a_unit_must_retreat_towards_its_own_edge_if_it_can() -> None:
    # 1009, 1110 and 1111 are legal; only 1009 is nearer to the top
    game = shelled(R, Unit("3-0-4", "1010"), gun="0911")
    assert where(game, "b1") == "1009"
    game = shelled(R, Unit("3-0-4", "1010"), gun="0911", terrain=ponds("1009"))
    assert labels(game) == ["1110", "1111"]


@rule("S13.21b")
@pytest.mark.parametrize(
    ("homes", "expected"),
    [
        (("north",), ["1009"]),
        (("south",), ["0911", "1011", "1111"]),
        (("west",), ["0910", "0911"]),
        (("east",), ["1110", "1111"]),
        (("north", "west"), ["0910", "0911", "1009"]),
    ],
)
def test_towards_an_edge_means_a_better_row_or_column(homes: tuple[str, ...], expected: list[str]) -> None:
    game = shelled(R, Unit("3-0-4", "1010"), gun="1013", homes={"british": homes, "american": ("south",)})
    if len(expected) == 1:
        assert where(game, "b1") == expected[0]
    else:
        assert labels(game) == expected
        assert refusal(game, f"retreat {'1110' if homes != ('east',) else '1009'}") == ("S13.21b",)


@rule("S13.21b", "S13.2-alg1")
def test_safety_comes_before_the_friendly_edge() -> None:
    # every hex towards the top is next to a disrupted enemy: 1009 is left out, and of the safe hexes none is nearer home
    game = shelled(R, Unit("3-0-4", "1010"), enemies=[Unit("1-0-4", "1008", states=("shattered",))])
    assert labels(game) == ["0910", "0911", "1011", "1110", "1111"]
    assert "S13.21a" in refusal(game, "retreat 1009")


@rule("S13.21b", "S13.2-alg1")
def test_the_edge_binds_among_hexes_that_are_all_next_to_the_enemy() -> None:
    # only 1009 and 0910 are left, both next to a disrupted enemy in 0909
    closed = ponds("1110", "1111", "1011", "0911")
    game = shelled(R, Unit("3-0-4", "1010"), enemies=[Unit("1-0-4", "0909", states=("disrupted",))], terrain=closed)
    assert where(game, "b1") == "1009"


# ---------------------------------------------------------------- S13.22


@rule("S13.22a")
def test_a_lone_enemy_leader_closes_a_hex_to_retreat() -> None:
    game = shelled(R, Unit("3-0-4", "1010"), enemies=[Leader("0-0-6", "1009", id="scout")])
    assert labels(game) == ["0910", "0911", "1011", "1110", "1111"]
    assert refusal(game, "retreat 1009") == ("S13.22a",)
    act(game, "retreat 0910")
    assert where(game, "scout") == "1009"  # a fleeing unit captures nobody


@rule("S13.22a")
def test_a_disordered_enemy_unit_closes_its_hex() -> None:
    closed = ponds("0910", "1110")
    game = shelled(R, Unit("3-0-4", "1010"), enemies=[Unit("1-0-4", "1009", states=("shattered",))], terrain=closed)
    assert labels(game) == ["0911", "1011", "1111"]
    assert refusal(game, "retreat 1009") == ("S13.22a",)


@rule("S13.22b")
def test_no_retreat_into_an_enemy_zone_of_control_even_onto_friends() -> None:
    enemies = [Unit("1-0-4", "1111")]
    game = shelled(R, Unit("3-0-4", "1010"), Unit("1-0-4", "1110"), enemies=enemies, terrain=ponds("1009"))
    assert labels(game) == ["0910", "0911"]
    assert refusal(game, "retreat 1110") == ("S13.22b",)
    assert refusal(game, "retreat 1011") == ("S13.22b",)
    act(game, "retreat 0910")


@rule("S13.22b")
def test_a_zone_of_control_that_does_not_reach_the_hex_does_not_close_it() -> None:
    closed = ponds("1009", "0910", "0911", "1011")
    wooded = {**closed, "1111": "forest"}
    game = shelled(R, Unit("3-0-4", "1010"), enemies=[Unit("1-0-4", "1211")], terrain={**wooded, "1110": "pond"})
    assert where(game, "b1") == "1111"
    broken = Unit("1-0-4", "1211", states=("disrupted",))
    game = shelled(R, Unit("3-0-4", "1010"), enemies=[broken], terrain={**closed, "1110": "pond"})
    assert where(game, "b1") == "1111"


@rule("S13.22c", "S13.23a")
def test_dragoons_whose_only_hex_is_closed_to_them_are_captured() -> None:
    terrain = {**ponds("0910", "0911", "1011", "1110", "1111"), "1009": "bog"}
    game = shelled(R, Unit("2-0-8", "1010", kind="dragoons"), terrain=terrain)
    assert where(game, "b1") == "captured"
    game = shelled(R, Unit("2-0-4", "1010"), terrain=terrain)  # infantry wades
    assert where(game, "b1") == "1009"


@rule("S13.22c")
def test_no_retreat_across_a_hexside_that_is_prohibited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(HEXSIDES, "river", HexsideTerrain(0, 0, False, "S9.2d", "", ("P",) * 6))
    game = shelled(R, Unit("2-0-4", "1010"), hexsides={"river": [("1010", "1009")]})
    assert labels(game) == ["0910", "0911", "1011", "1110", "1111"]
    assert refusal(game, "retreat 1009") == ("S13.22c",)


@rule("S13.22c", "S13.23a")
def test_a_unit_with_only_the_map_edge_free_is_captured() -> None:
    # 1001: the enemies in 0902 and 1102 control every hex on the map around it
    game = shelled(R, Unit("3-0-4", "1001"), enemies=[Unit("1-0-4", "1102")], gun="0902")
    assert where(game, "b1") == "captured"
    assert army_morale(game) == (13, 15)


@rule("S13.22e", "S13.23a")
def test_a_gun_does_not_retreat_onto_a_gun() -> None:
    closed = ponds("0910", "0911", "1011", "1110", "1111")
    mate = Unit("1-0-3", "1009", id="cannon", kind="artillery")
    game = shelled(R, Unit("2-0-3", "1010", kind="artillery"), mate, terrain=closed)
    assert where(game, "b1") == "captured"
    game = shelled(R, Unit("2-0-3", "1010", kind="artillery"), Unit("6-0-4", "1009"), terrain=closed)
    assert where(game, "b1") == "1009"  # six points of foot leave room for a gun


@rule("S13.22e")
def test_no_retreat_beyond_six_strength_points() -> None:
    game = shelled(R, Unit("2-0-4", "1010"), Unit("5-0-4", "1009"), Unit("4-0-4", "0910"), terrain=ponds("1011"))
    assert labels(game) == ["0910", "0911", "1110", "1111"]  # 4 + 2 is six
    assert refusal(game, "retreat 1009") == ("S13.22e",)
    act(game, "retreat 0910")
    assert where(game, "b1") == "0910"


@rule("S13.22e", "S13.24a")
def test_a_three_hex_retreat_may_not_pass_through_a_full_hex() -> None:
    closed = ponds("0910", "0911", "1011", "1110", "1111")
    game = shelled(D, Unit("2-0-4", "1010"), Unit("5-0-4", "1009"), terrain=closed)
    assert where(game, "b1") == "captured"
    game = shelled(D, Unit("1-0-4", "1010"), Unit("5-0-4", "1009"), terrain=closed)
    assert "1007" in labels(game)


# ---------------------------------------------------------------- S13.23


@rule("S13.23a")
@pytest.mark.parametrize("damage", [R, D])
def test_a_surrounded_unit_that_must_retreat_is_captured(damage: int) -> None:
    # enemies in 1009 and 1011 control the four other hexes; a D that ends in capture costs the capture only
    game = shelled(damage, Unit("3-0-4", "1010"), enemies=[Unit("3-0-4", "1009")], gun="1011")
    assert where(game, "b1") == "captured"
    assert army_morale(game) == (13, 15)


@rule("S13.23a")
def test_a_unit_that_cannot_go_the_full_three_hexes_is_captured() -> None:
    closed = ponds("0910", "0911", "1011", "1110", "1111", "0909", "1008", "1109")
    game = shelled(D, Unit("3-0-4", "1010"), terrain=closed)  # 1009 is free, but beyond it there is water
    assert where(game, "b1") == "captured"
    assert army_morale(game) == (13, 15)
    game = shelled(R, Unit("3-0-4", "1010"), terrain=closed)
    assert where(game, "b1") == "1009"


@rule("S13.23a")
def test_a_lead_without_retreat_is_captured_in_close_combat_too() -> None:
    british = [Unit("6-0-4", "1010"), Unit("6-0-4", "1012")]
    # 12 to 6 is 2-1; 4 + 1 (surrounded) is 5: -/R
    game = field(british, [Unit("6-0-4", "1011"), Unit("1-0-4", "1515")], phase="close combat", dice=[4])
    combat(game, ("b1", "1011"), ("b2", "1011"), leads=("b1",))
    assert results(game) == ["-/R"]
    assert where(game, "a1") == "captured"
    assert army_morale(game) == (15, 13)


BACK = ponds("0910", "0911", "1011", "1110", "1111")
"""Around 1010 only 1009 is open."""


@rule("S13.23b")
def test_a_full_unit_may_lose_a_step_where_only_stacking_keeps_it_from_retreating() -> None:
    game = shelled(R, Unit("4-0-4", "1010", reduced="2-0-4"), Unit("4-0-4", "1009"), terrain=BACK)
    assert game.actors == ("british",)
    assert choices(game) == ["lose-step b1", "surrender"]
    act(game, "lose-step b1")
    assert (where(game, "b1"), piece(game, "b1").step, order_of(game, "b1")) == ("1009", 1, "parade")
    assert army_morale(game) == (13, 15)


@rule("S13.23b")
def test_the_owner_may_let_the_unit_be_captured_instead() -> None:
    game = shelled(R, Unit("4-0-4", "1010", reduced="2-0-4"), Unit("4-0-4", "1009"), terrain=BACK)
    act(game, "surrender")
    assert (where(game, "b1"), piece(game, "b1").step) == ("captured", 0)
    assert army_morale(game) == (13, 15)


@rule("S13.23b")
@pytest.mark.parametrize(
    ("unit", "friend"),
    [
        (Unit("4-0-4", "1010", reduced="3-0-4"), "4-0-4"),  # the reduced unit does not fit
        (Unit("5-0-4", "1010", reduced="4-0-4", step=2), "4-0-4"),  # already reduced
        (Unit("4-0-4", "1010"), "4-0-4"),  # one step only
    ],
)
def test_no_step_loss_instead_of_capture(unit: Unit, friend: str) -> None:
    game = shelled(R, unit, Unit(friend, "1009"), terrain=BACK)
    assert where(game, "b1") == "captured"


@rule("S13.23b")
def test_a_gun_gains_no_room_by_losing_a_step() -> None:
    mate = Unit("1-0-3", "1009", id="cannon", kind="artillery")
    game = shelled(R, Unit("2-0-3", "1010", kind="artillery", reduced="1-0-3"), mate, terrain=BACK)
    assert where(game, "b1") == "captured"


@rule("S13.23b")
def test_a_zone_of_control_in_the_full_hex_leaves_capture_only() -> None:
    enemies = [Unit("1-0-4", "1008")]
    game = shelled(R, Unit("4-0-4", "1010", reduced="2-0-4"), Unit("4-0-4", "1009"), enemies=enemies, terrain=BACK)
    assert where(game, "b1") == "captured"
    assert piece(game, "b1").step == 0


@rule("S13.23b")
def test_for_three_hexes_the_reduced_unit_must_fit_all_the_way() -> None:
    lane = {**BACK, **ponds("0909", "1109")}  # 1009, then 1008, then 0908, 1007 or 1108
    game = shelled(D, Unit("4-0-4", "1010", reduced="2-0-4"), Unit("3-0-4", "1009"), Unit("4-0-4", "1008"), terrain=lane)
    assert choices(game) == ["lose-step b1", "surrender"]
    act(game, "lose-step b1")
    assert labels(game) == ["0908", "1007", "1108"]
    act(game, "retreat 1007")
    assert (where(game, "b1"), order_of(game, "b1"), piece(game, "b1").step) == ("1007", "disrupted", 1)
    assert army_morale(game) == (12, 15)  # for the step and for the D
    game = shelled(D, Unit("4-0-4", "1010", reduced="2-0-4"), Unit("3-0-4", "1009"), Unit("5-0-4", "1008"), terrain=lane)
    assert where(game, "b1") == "captured"


# ---------------------------------------------------------------- S13.24


@rule("S13.24a")
def test_a_three_hex_retreat_ends_three_hexes_away() -> None:
    game = shelled(D, Unit("3-0-4", "1010"), gun="1011")
    assert "1007" in labels(game)
    assert refusal(game, "retreat 1008") == ("S13.24a",)
    assert refusal(game, "retreat 1006") == ("S13.24a",)
    grid = game.rules.board.grid
    assert {grid.distance(grid.by_label["1010"], grid.by_label[end]) for end in labels(game)} == {3}


@rule("S13.24a")
def test_each_step_of_a_three_hex_retreat_leads_farther_away() -> None:
    # 1007, three hexes away, could be reached in four steps only: 1110, 1109, 1108, 1007
    closed = ponds("1009", "0910", "0911", "1011", "1111", "1210", "1211", "1209", "1008")
    game = shelled(D, Unit("3-0-4", "1010"), terrain=closed)
    assert labels(game) == ["1108", "1208"]
    assert refusal(game, "retreat 1007") == ("S13.22c",)


@rule("S13.24b")
def test_the_end_of_a_three_hex_retreat_is_clear_of_the_enemy_if_possible() -> None:
    lane = {**BACK, **ponds("0909", "1109", "0908")}  # 1009, 1008, then 1007 or 1108
    shattered = Unit("1-0-4", "1006", states=("shattered",))
    game = shelled(D, Unit("3-0-4", "1010"), enemies=[shattered], terrain=lane)
    assert where(game, "b1") == "1108"
    game = shelled(D, Unit("3-0-4", "1010"), enemies=[shattered], terrain={**lane, **ponds("1108")})
    assert where(game, "b1") == "1007"  # no other end is left


@rule("S13.24b")
def test_the_hexes_passed_may_be_next_to_the_enemy() -> None:
    lane = {**BACK, **ponds("0909", "1109", "0908", "1108")}
    beside = Unit("1-0-4", "1109", states=("shattered",))
    lane["1109"] = "open"
    game = shelled(D, Unit("3-0-4", "1010"), enemies=[beside], terrain=lane)
    assert where(game, "b1") == "1007"


# ---------------------------------------------------------------- the algorithms


@rule("S13.2-alg1")
def test_the_one_hex_example_of_the_ledger() -> None:
    british = [Unit("3-0-3", "1009", id="gun", kind="artillery")]
    game = field(british, [Unit("3-0-4", "1010")], phasing="american", phase="artillery fire", dice=[9, R])
    act(game, "target a1")
    assert labels(game) == ["0911", "1011", "1111"]
    assert refusal(game, "retreat 1110") == ("S13.22b",)
    assert refusal(game, "retreat 1012") == ("S13.2-alg1",)


@rule("S13.2-alg1")
def test_the_one_hex_example_with_a_full_hex_and_an_enemy_leader() -> None:
    british: list[Unit | Leader] = [Unit("3-0-3", "1009", id="gun", kind="artillery"), Leader("0-0-6", "1011", id="scout")]
    american = [Unit("3-0-4", "1010"), Unit("6-0-4", "0911")]
    game = field(british, american, phasing="american", phase="artillery fire", dice=[9, R])
    act(game, "target a1")
    assert where(game, "a1") == "1111"


@rule("S13.2-alg3")
def test_the_three_hex_example_of_the_ledger() -> None:
    game = shelled(D, Unit("3-0-4", "1010"), gun="1011")
    assert labels(game) == sorted(["1007", "0908", "1108", "0808", "1208", "0709", "1309"])


@rule("S13.2-alg3")
def test_of_three_hex_ends_the_safe_ones_come_first_and_then_those_towards_home() -> None:
    # shattered enemies stand next to every end towards the top, so that only ends in row 10 and below are clear
    enemies = [Unit("1-0-4", h, states=("shattered",)) for h in ("0807", "1006", "1207", "0608", "1408")]
    game = shelled(D, Unit("3-0-4", "1010"), enemies=enemies, gun="1310")
    assert labels(game) == ["0710", "0711", "0712", "0812", "0913", "1013", "1113", "1212", "1312"]
    assert "S13.24b" in refusal(game, "retreat 1007")


# ---------------------------------------------------------------- S13.25

WOODS = {"1012": "forest", **ponds("0912", "1112")}
"""From 1011, attacked from 1010, the forest in 1012 is the only way back; from 1012, attacked from 1113, it is 0913."""


def falls_back(*dice: int, on: Sequence[Unit] = (), works: Sequence[tuple[str, str]] = ()) -> Battle:
    """A unit driven out of 1011 has retreated into the forest hex that is attacked next; the dice are for what follows."""
    british = [Unit("6-0-4", "1010", id="north"), Unit("6-0-4", "1113", id="east")]
    american = [Unit("2-0-4", "1011", id="late"), *(on or [Unit("3-0-4", "1012", id="firm")])]
    hexsides = {"fieldwork": works}
    game = field(british, american, phase="close combat", dice=[5, *dice], terrain=WOODS, hexsides=hexsides)
    announce(game, ("north", "1011"), ("east", "1012"))
    act(game, "take 1")
    tactics(game)
    assert results(game) == ["-/R"]
    return game


@rule("S13.25a")
def test_a_unit_that_retreated_into_a_coming_combat_adds_nothing_and_cannot_lead() -> None:
    game = falls_back(5, 6)
    assert where(game, "late") == "1012"
    assert odds(game)[1] == (6, 3, "2-1")
    tactics(game)  # nobody was asked for the defending lead
    leads = [event.piece for event in game.events(None) if isinstance(event, LeadChosen) and event.side == "american"]
    assert leads == ["late", "firm"]


@rule("S13.25a")
def test_the_late_arrival_is_refused_as_lead() -> None:
    game = falls_back(5, 5, 5, on=[Unit("2-0-4", "1012", id="firm"), Unit("1-0-4", "1012", id="mate")])
    assert choices(game) == ["lead firm", "lead mate"]
    assert refusal(game, "lead late")


@rule("S13.25a")
def test_an_attacker_that_retreated_into_another_attackers_hex_adds_nothing() -> None:
    british = [Unit("2-0-4", "1010", id="driven"), Unit("3-0-4", "1009", id="fresh")]
    american = [Unit("2-0-4", "1011", id="south"), Unit("3-0-4", "0909", id="west")]
    terrain = {"1009": "forest", **ponds("0910", "1110")}
    # 2 to 2, die 3: R/-; the only way back is the forest hex of the other attacker; then 3 to 3, die 3: R/-
    game = field(british, american, phase="close combat", dice=[3, 3, 5], terrain=terrain)
    announce(game, ("driven", "1011"), ("fresh", "0909"))
    act(game, "take 1")
    tactics(game)
    assert where(game, "driven") == "1009"
    assert odds(game)[1] == (3, 3, "1-1")
    tactics(game)
    while asked(game) == "retreat":
        act(game, f"retreat {labels(game)[0]}")
    assert checked(game) == [("driven", True)]  # S13.25b binds attackers too


@rule("S13.25b")
def test_the_late_arrival_that_passes_retreats_one_hex() -> None:
    game = falls_back(5, 6)  # 6 to 3 is 2-1, die 5: -/R; the late arrival rolls 6
    tactics(game)
    assert results(game)[1] == "-/R"
    assert checked(game) == [("late", True)]
    assert (where(game, "firm"), where(game, "late")) == ("0913", "0913")
    assert order_of(game, "late") == "parade"
    assert army_morale(game) == (14, 14)


@rule("S13.25b", "S13.5b")
@pytest.mark.parametrize("on", [Unit("3-0-4", "1012", id="firm"), Unit("2-0-3", "1012", id="cannon", kind="artillery")])
def test_fieldworks_steady_the_late_arrival_too(on: Unit) -> None:
    # attacked from 1113 across the works, it stands on a roll of 4
    dice = [4] if on.kind == "artillery" else [5, 4]
    game = falls_back(*dice, on=[on], works=[("1113", "1012")])
    if asked(game) == "choose-tactics":
        tactics(game)
    assert checked(game) == [("late", True)]


@rule("S13.25b")
def test_the_late_arrival_that_fails_suffers_d() -> None:
    game = falls_back(5, 4)
    tactics(game)
    assert checked(game) == [("late", False)]
    grid = game.rules.board.grid
    assert {grid.distance(grid.by_label["1012"], grid.by_label[end]) for end in labels(game)} == {3}
    act(game, f"retreat {labels(game)[0]}")
    assert order_of(game, "late") == "disrupted"
    assert army_morale(game) == (14, 13)


@rule("S13.25b")
@pytest.mark.parametrize(("die", "code"), [(5, "-/R"), (7, "-/D"), (9, "-/1")])
def test_every_adverse_result_makes_the_late_arrival_check(die: int, code: str) -> None:
    game = falls_back(die, 9)
    tactics(game)
    while asked(game) == "retreat":
        act(game, f"retreat {labels(game)[0]}")
    assert results(game)[1] == code
    assert checked(game) == [("late", True)]
    assert where(game, "late") == "0913"


@rule("S13.25b")
@pytest.mark.parametrize(("die", "code"), [(3, "PIN"), (2, "R/-")])
def test_a_pin_or_a_result_against_the_other_side_leaves_the_late_arrival_alone(die: int, code: str) -> None:
    game = falls_back(die)
    tactics(game)
    while asked(game) == "retreat":
        act(game, f"retreat {labels(game)[0]}")
    assert results(game)[1] == code
    assert not checked(game)
    assert (where(game, "late"), piece(game, "late").pin) == ("1012", 0)


@rule("S13.25b")
def test_no_combat_leaves_the_late_arrival_alone() -> None:
    game = falls_back(0)
    tactics(game, "skirmish", "withdraw")
    assert where(game, "firm") == "0913"
    assert not checked(game)
    assert where(game, "late") == "1012"
    assert where(game, "east") == "1113"  # the hex is not empty


@rule("S13.25b")
def test_the_late_arrival_is_no_candidate_for_capture() -> None:
    # 6 to 1 is 4-1; die 9: -/DC: one candidate only, so nobody is asked; the late arrival then checks, once
    game = falls_back(9, 5, on=[Unit("1-0-4", "1012", id="firm")])
    tactics(game)
    assert results(game)[1] == "-/DC"
    assert [event.piece for event in game.events(None) if isinstance(event, Captured)] == ["firm"]
    assert checked(game) == [("late", True)]
    assert where(game, "late") == "0913"


@rule("S13.25b")
def test_the_late_arrival_checks_when_the_guns_of_the_hex_are_captured() -> None:
    game = falls_back(4, on=[Unit("2-0-3", "1012", id="cannon", kind="artillery")])
    assert where(game, "cannon") == "captured"
    assert checked(game) == [("late", False)]
    act(game, f"retreat {labels(game)[0]}")
    assert order_of(game, "late") == "disrupted"
    assert army_morale(game) == (15, 12)
    assert where(game, "east") == "1012"


# ---------------------------------------------------------------- S13.26 and S13.27


@rule("S13.26")
def test_a_leader_who_stays_behind_is_captured_by_the_advance() -> None:
    american: list[Unit | Leader] = [Unit("2-0-4", "1011"), Leader("0-0-6", "1011", id="leader", loss=(-2, 1))]
    game = field([Unit("6-0-4", "1010")], american, phase="close combat", dice=[5])
    combat(game, ("b1", "1011"))
    act(game, "retreat 1012")
    assert game.actors == ("american",)
    assert choices(game) == ["follow leader", "stay"]
    act(game, "stay")
    assert where(game, "leader") == "captured"
    assert army_morale(game) == (15, 12)


@rule("S13.26")
def test_a_leader_may_go_with_the_unit_to_its_end_hex() -> None:
    american: list[Unit | Leader] = [Unit("2-0-4", "1011"), Leader("0-0-2", "1011", id="leader")]
    game = field([Unit("6-0-4", "1010")], american, phase="close combat", dice=[6])
    combat(game, ("b1", "1011"))
    assert results(game) == ["-/D"]
    act(game, "retreat 1014", "follow leader")
    assert where(game, "leader") == where(game, "a1") == "1014"
    assert [event for event in game.events(None) if isinstance(event, Followed)] == [Followed("leader", "1014")]


@rule("S13.26")
def test_a_leader_may_go_with_a_unit_driven_off_by_fire_or_stay() -> None:
    for answer, goal in (("follow leader", "1009"), ("stay", "1010")):
        game = shelled(R, Unit("3-0-4", "1010"), Leader("0-0-6", "1010", id="leader"), gun="0911")
        assert where(game, "b1") == "1009"
        assert choices(game) == ["follow leader", "stay"]
        act(game, answer)
        assert where(game, "leader") == goal


@rule("S13.26")
def test_of_several_retreating_units_the_leader_picks_one() -> None:
    american: list[Unit | Leader] = [
        Unit("1-0-4", "1011", id="lead"),
        Unit("1-0-4", "1011", id="mate"),
        Leader("0-0-6", "1011", id="leader"),
    ]
    game = field([Unit("6-0-4", "1010")], american, phase="close combat", dice=[5, 4])
    combat(game, ("b1", "1011"), leads=("lead",))
    act(game, "retreat 1012", "stay", "retreat 0912")
    assert choices(game) == ["follow leader", "stay"]
    act(game, "follow leader")
    assert (where(game, "lead"), where(game, "mate"), where(game, "leader")) == ("1012", "0912", "0912")


@rule("S13.26")
def test_a_leader_who_went_with_the_first_unit_is_gone() -> None:
    american: list[Unit | Leader] = [
        Unit("1-0-4", "1011", id="lead"),
        Unit("1-0-4", "1011", id="mate"),
        Leader("0-0-6", "1011", id="leader"),
    ]
    game = field([Unit("6-0-4", "1010")], american, phase="close combat", dice=[5, 4])
    combat(game, ("b1", "1011"), leads=("lead",))
    act(game, "retreat 1012", "follow leader", "retreat 0912")
    assert asked(game) != "leaders-follow"
    assert where(game, "leader") == "1012"


@rule("S13.26")
def test_a_leader_does_not_go_with_a_captured_unit() -> None:
    british = [Unit("6-0-4", "1010"), Unit("6-0-4", "1012")]
    american: list[Unit | Leader] = [Unit("6-0-4", "1011"), Leader("0-0-6", "1011", id="leader"), Unit("1-0-4", "1515")]
    game = field(british, american, phase="close combat", dice=[4])
    announce(game, ("b1", "1011"), ("b2", "1011"))
    act(game, "lead b1")
    tactics(game)
    assert where(game, "a1") == "captured"
    assert where(game, "leader") == "captured"  # left alone, he falls to the advance


@rule("S13.27")
def test_a_gun_that_stands_when_its_infantry_is_gone_holds_the_hex() -> None:
    american = [Unit("1-0-4", "1011", id="foot"), Unit("2-0-3", "1011", id="gun", kind="artillery")]
    # 6 to 1 is 4-1; die 7: -/1; the gun rolls 5
    game = field([Unit("6-0-4", "1010")], american, phase="close combat", dice=[7, 5])
    combat(game, ("b1", "1011"))
    assert results(game) == ["-/1"]
    assert where(game, "foot") == "eliminated"
    assert where(game, "gun") == "1011"
    assert where(game, "b1") == "1010"
    assert army_morale(game) == (15, 13)
    assert game.state.phase == "movement"  # the phase is over and the gun still stands


@rule("S13.27")
def test_a_gun_retreats_like_other_units() -> None:
    game = shelled(D, Unit("2-0-3", "1010", kind="artillery"), gun="1011")
    assert labels(game) == sorted(["1007", "0908", "1108", "0808", "1208", "0709", "1309"])
    act(game, "retreat 1007")
    assert (where(game, "b1"), order_of(game, "b1")) == ("1007", "disrupted")
    retreats = [event.piece for event in game.events(None) if isinstance(event, Retreated)]
    assert retreats == ["b1"]
