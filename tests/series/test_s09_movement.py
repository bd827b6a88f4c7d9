"""Chapter 9: movement."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.features import EndingWarnings, feature_of
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.data_schema import HexsideTerrain
from grognard.games.revolution.series.events import Moved, PinsRemoved
from tests.marks import rule
from tests.proving_ground import (
    HEXSIDES,
    Leader,
    Unit,
    act,
    army_morale,
    asked,
    choices,
    field,
    labels,
    last_roll,
    order_of,
    parse,
    refusal,
    tactics,
    where,
)

STREAM = {"stream": [("1010", "1011")]}
PONDS = {"0911": "pond", "1111": "pond"}
"""The two hexes beside the way from 1010 to 1011, closed so that only the straight step is left."""


def far() -> Unit:
    """An American far away, who is asked to move when the British player turn is over."""
    return Unit("1-0-4", "0220", id="far")


def reserve() -> Unit:
    """A British unit far away, with a move left when another has finished."""
    return Unit("1-0-4", "2001", id="reserve")


def marching(mover: Unit | Leader, *american: Unit | Leader, friends: tuple[Unit | Leader, ...] = (), **ground: Any) -> Battle:
    """The British movement phase, with the mover picked."""
    mover.id = mover.id or "mover"
    game = field([mover, reserve(), *friends], [*american, far()], **ground)
    act(game, f"move {mover.id}")
    return game


def moved(game: Battle) -> Moved:
    """The last move."""
    return [event for event in game.events(None) if isinstance(event, Moved)][-1]


def cost(game: Battle, end: str) -> float:
    """What the piece on the march pays to go to a hex."""
    act(game, f"go {end}")
    return moved(game).spent


# ---------------------------------------------------------------- 9.1  movement points


@rule("S9.1a")
def test_all_some_or_none_may_move() -> None:
    british: list[Unit | Leader] = [
        Unit("1-0-4", "0303", id="one"),
        Unit("1-0-4", "0503", id="two"),
        Leader("1-1-6", "0703", id="chief"),
    ]
    none = field(british, [far()])
    assert choices(none) == ["move one", "move two", "move chief", "end-movement"]
    act(none, "end-movement")
    assert none.state.phasing == "american"
    some = field(british, [far()])
    act(some, "move two", "go 0504", "stop", "end-movement")
    assert [where(some, id) for id in ("one", "two", "chief")] == ["0303", "0504", "0703"]


@rule("S9.1a")
def test_points_saved_last_turn_are_lost() -> None:
    game = field([Unit("1-0-4", "1003", id="mover")], [far()], dice=[9, 0])
    act(game, "move mover", "go 1004", "stop", "end-movement")
    assert (game.state.turn, game.state.phasing) == (3, "british")
    act(game, "move mover")
    assert "S9.1a" in refusal(game, "go 1009")
    assert cost(game, "1008") == 4


@rule("S9.1a")
def test_no_piece_spends_more_than_its_allowance() -> None:
    game = marching(Unit("1-0-4", "1003"))
    assert cost(game, "1005") == 2
    assert "S9.1a" in refusal(game, "go 1008")
    assert cost(game, "1007") == 4
    assert asked(game) == "move"


@rule("S9.1a")
def test_only_the_phasing_player_moves_and_only_his_own_pieces() -> None:
    game = field([Unit("1-0-4", "1003")], [far()])
    assert game.actors == ("british",)
    assert "S9.1a" in refusal(game, "move far")
    act(game, "move b1")
    assert "S9.1a" in refusal(game, "stop")  # a piece that was picked must at least begin


@rule("S9.1b")
def test_infantry_pays_forest_and_stream_together() -> None:
    game = marching(Unit("1-0-4", "1010"), terrain={**PONDS, "1011": "forest"}, hexsides=STREAM)
    assert cost(game, "1011") == 2.5


@rule("S9.1b")
def test_dragoons_pay_light_forest_and_slope_together() -> None:
    ground: dict[str, Any] = {"terrain": {**PONDS, "1011": "light_forest"}, "hexsides": {"slope": [("1010", "1011")]}}
    assert cost(marching(Unit("1-0-8", "1010", kind="dragoons"), **ground), "1011") == 2.5
    assert cost(marching(Unit("1-0-4", "1010"), **ground), "1011") == 2  # infantry has its own column


@rule("S9.1b")
def test_all_costs_along_the_way_are_added() -> None:
    terrain = {"1011": "forest", "1012": "forest", "0911": "pond", "1111": "pond", "0912": "pond", "1112": "pond"}
    game = marching(Unit("1-0-6", "1010"), terrain=terrain, hexsides={"stream": [("1011", "1012")]})
    assert cost(game, "1013") == 1.5 + 2.5 + 1


@rule("S9.1b")
def test_a_march_takes_the_cheapest_way() -> None:
    straight = marching(Unit("1-0-4", "1010"), terrain={"1011": "forest"})
    assert cost(straight, "1012") == 2.5
    assert moved(straight).way == ("1010", "1011", "1012")
    round_about = marching(Unit("1-0-4", "1010"), terrain={"1011": "forest"}, hexsides=STREAM)
    assert cost(round_about, "1012") == 3  # not 1.5 and 1 for the stream and 1
    assert "1011" not in moved(round_about).way


@rule("S9.1c")
def test_a_piece_that_has_moved_does_not_move_again_in_the_phase() -> None:
    game = field([Unit("1-0-4", "1003", id="a"), Unit("1-0-4", "1203", id="b"), reserve()], [far()])
    act(game, "move a", "go 1004", "stop", "move b", "go 1204", "stop")
    assert choices(game) == ["move reserve", "end-movement"]
    assert "S9.1c" in refusal(game, "move a")


@rule("S9.1c")
def test_no_other_piece_moves_while_one_is_on_the_march() -> None:
    game = field([Unit("1-0-4", "1003", id="a"), Unit("1-0-4", "1203", id="b")], [far()])
    act(game, "move a", "go 1004")
    assert all(text == "stop" or text.startswith("go ") for text in choices(game))
    assert refusal(game, "move b")


@rule("S9.1c")
def test_each_piece_of_a_stack_pays_its_own_costs() -> None:
    british = [Unit("1-0-4", "1010", id="foot"), Unit("1-0-8", "1010", id="horse", kind="dragoons"), reserve()]
    game = field(british, [far()], terrain={"1011": "forest"})
    act(game, "move foot", "go 1011")
    assert moved(game).spent == 1.5
    act(game, "stop", "move horse", "go 1011")
    assert moved(game).spent == 2


@rule("S9.1e")
def test_a_unit_may_always_move_one_hex() -> None:
    gun = Unit("1-0-2", "1010", kind="artillery")
    game = marching(gun, terrain={"1011": "light_forest"}, hexsides=STREAM)
    assert cost(game, "1011") == 3
    assert asked(game) == "move"  # its entire move
    assert "S9.1c" in refusal(game, "move mover")


@rule("S9.1e")
def test_the_minimum_move_must_be_the_first_and_only_hex() -> None:
    gun = Unit("1-0-2", "1009", kind="artillery")
    game = marching(gun, terrain={"1011": "light_forest"}, hexsides=STREAM)
    act(game, "go 1010")
    assert "S9.1a" in refusal(game, "go 1011")
    assert "go 1111" in choices(game)


@rule("S9.1e")
def test_the_minimum_move_opens_neither_prohibited_terrain_nor_enemy_hexes_nor_full_stacks() -> None:
    horse = Unit("1-0-1", "1010", kind="dragoons")
    game = marching(horse, Unit("1-0-4", "1111"), friends=(Unit("6-0-4", "1009"),), terrain={"1011": "bog", "0911": "forest"})
    assert "go 0911" in choices(game)  # 2 MP with an allowance of 1
    assert "S9.2d" in refusal(game, "go 1011")
    assert "S9.2d" in refusal(game, "go 1111")
    assert "S7.1a" in refusal(game, "go 1009")


@rule("S9.1e", "S9.2a")
def test_the_minimum_move_does_not_free_shattered_units() -> None:
    game = field([Unit("1-0-4", "1010", id="shattered", states=("shattered",)), reserve()], [far()])
    assert "S9.2a" in refusal(game, "move shattered")


@rule("S9.1e", "S8.31b")
def test_the_minimum_move_leads_out_of_and_into_rifle_zones() -> None:
    rifles = [Unit("1-0-4", h, flags=("rifle",)) for h in ("1111", "0911")]
    game = marching(Unit("1-0-2", "1010"), *rifles)
    assert cost(game, "1011") == 3


@rule("S9.1f")
def test_a_leader_moves_by_himself_and_ends_with_units() -> None:
    greene = Leader("1-2-6", "1003", id="greene")
    game = marching(greene, friends=(Unit("6-0-4", "1009", id="stack"),))
    assert "S9.1a" in refusal(game, "go 1010")
    assert cost(game, "1009") == 6
    assert (where(game, "greene"), where(game, "stack")) == ("1009", "1009")


@rule("S9.1f")
def test_a_leader_pays_the_leader_column() -> None:
    forest = {"1011": "forest"}
    assert cost(marching(Leader("1-2-6", "1010"), terrain=forest), "1011") == 1
    assert cost(marching(Unit("1-0-6", "1010"), terrain=forest), "1011") == 1.5


@rule("S9.1f")
def test_a_leader_stays_when_his_units_move_and_they_when_he_does() -> None:
    british: list[Unit | Leader] = [Leader("1-2-6", "1010", id="greene"), Unit("1-0-4", "1010", id="foot"), reserve()]
    game = field(british, [far()])
    act(game, "move foot", "go 1011", "stop")
    assert where(game, "greene") == "1010"
    act(game, "move greene", "go 1009", "stop")
    assert where(game, "foot") == "1011"


# ---------------------------------------------------------------- 9.2  restrictions


@rule("S9.2a")
def test_a_shattered_unit_has_no_legal_move() -> None:
    game = field([Unit("1-0-4", "1010", id="shattered", states=("shattered",)), reserve()], [far()])
    assert choices(game) == ["move reserve", "end-movement"]
    assert "S9.2a" in refusal(game, "move shattered")


@rule("S9.2b")
def test_a_disrupted_unit_moves_one_hex_even_on_a_road() -> None:
    horse = Unit("1-0-6", "1010", kind="dragoons", states=("disrupted",))
    game = marching(horse, roads={"road": ["1010 1011 1012 1013"]})
    assert labels(game) == sorted(["1009", "1110", "1111", "1011", "0911", "0910"])
    assert "S9.2b" in refusal(game, "go 1012")
    act(game, "go 1011")
    assert asked(game) == "move"
    assert "S9.1c" in refusal(game, "move mover")


@rule("S9.2b")
def test_the_one_hex_of_a_disrupted_unit_may_cost_more_than_its_allowance_and_costs_no_morale() -> None:
    gun = Unit("1-0-2", "1010", kind="artillery", states=("disrupted",))
    game = marching(gun, terrain={"1011": "light_forest"}, hexsides=STREAM)
    assert cost(game, "1011") == 3
    act(game, "end-movement")
    assert army_morale(game) == (14, 14)
    assert order_of(game, "mover") == "disrupted"


def pinned_pair(*others: Unit, **ground: Any) -> Battle:
    """A British unit in 1010 and an American one in 1011, pinned to each other."""
    american = [Unit("2-0-4", "1011", id="enemy", states=("pinned:1",)), *others]
    return field([Unit("2-0-4", "1010", id="held", states=("pinned:1",)), reserve()], american, **ground)


@rule("S9.2c", "S9.3b")
def test_a_pinned_unit_moves_only_to_where_no_enemy_is_adjacent() -> None:
    game = pinned_pair(Unit("1-0-4", "1111", id="near"))
    assert "S9.2c" in refusal(game, "move held")
    act(game, "break-contact 1")
    assert "S9.2c" in refusal(game, "go 1110")
    act(game, "go 1009", "end-movement")
    assert where(game, "held") == "1009"
    assert army_morale(game) == (13, 14)


@rule("S9.2c")
def test_a_pinned_unit_counts_enemies_without_a_zone_and_no_leaders() -> None:
    game = pinned_pair(Unit("1-0-4", "1008", id="shaken", states=("shattered",)))
    act(game, "break-contact 1")
    assert "go 1009" not in choices(game)
    other = field(
        [Unit("2-0-4", "1010", id="held", states=("pinned:1",)), reserve()],
        [Unit("2-0-4", "1011", id="enemy", states=("pinned:1",)), Leader("1-1-6", "1008")],
    )
    act(other, "break-contact 1")
    assert "go 1009" in choices(other)


@rule("S9.2d")
def test_terrain_prohibited_to_a_type_is_never_entered() -> None:
    bog = {"1011": "bog"}
    horse = marching(Unit("1-0-8", "1010", kind="dragoons"), terrain=bog)
    assert "go 1011" not in choices(horse)
    assert "S9.2d" in refusal(horse, "go 1011")
    foot = marching(Unit("1-0-4", "1010"), terrain=bog)
    assert cost(foot, "1011") == 2


@rule("S9.2d")
def test_nobody_crosses_a_prohibited_hexside(monkeypatch: pytest.MonkeyPatch) -> None:
    only_foot = HexsideTerrain(0, 0, False, "S9.2d", "", (1, 1, 1, "P", "P", 1))
    monkeypatch.setitem(HEXSIDES, "fence", only_foot)
    fence: dict[str, Any] = {"hexsides": {"fence": [("1010", "1011")]}, "terrain": PONDS}
    horse = marching(Unit("1-0-3", "1010", kind="dragoons"), **fence)
    assert "S9.2d" in refusal(horse, "go 1011")
    assert cost(marching(Unit("1-0-3", "1010"), **fence), "1011") == 2


@rule("S9.2d")
def test_enemy_hexes_are_closed_to_units_and_leaders() -> None:
    for mover in (Unit("4-0-4", "1010"), Leader("1-1-6", "1010")):
        game = marching(mover, Unit("1-0-4", "1011", states=("shattered",)))
        assert "S9.2d" in refusal(game, "go 1011")
        assert "go 1011" not in choices(game)


@rule("S9.2d", "S14.32a")
def test_a_hex_with_enemy_leaders_only_is_open() -> None:
    game = marching(Unit("4-0-4", "1010"), Leader("1-1-6", "1011", id="alone"))
    act(game, "go 1011")
    assert where(game, "alone") == "captured"


# ---------------------------------------------------------------- 9.3  pins after movement


@rule("S9.3a")
def test_pins_of_both_sides_come_off_units_out_of_contact() -> None:
    game = pinned_pair()
    act(game, "break-contact 1", "go 1008", "end-movement")
    removed = [event for event in game.events(None) if isinstance(event, PinsRemoved)]
    assert [set(event.pieces) for event in removed] == [{"held", "enemy"}]
    assert game.piece("held").pin == game.piece("enemy").pin == 0


@rule("S9.3a", "S13.1-PIN-d")
def test_a_pin_stays_on_a_unit_that_still_has_an_enemy_next_to_it() -> None:
    british = [
        Unit("2-0-4", "1010", id="held", states=("pinned:1",)),
        Unit("1-0-4", "1111", id="neighbour"),
        Unit("1-0-4", "0303", id="shaken", states=("disrupted",)),
    ]
    game = field(british, [Unit("2-0-4", "1011", id="enemy", states=("pinned:1",))])
    act(game, "break-contact 1", "go 1008", "end-movement")
    assert asked(game) == "rally"
    assert (game.piece("held").pin, game.piece("enemy").pin) == (0, 1)
    assert army_morale(game) == (13, 14)


@rule("S9.3b")
def test_a_marker_that_only_an_enemy_carries_costs_the_phasing_army_too() -> None:
    pair = [Unit("3-0-4", "1010", id="a1", states=("pinned:1",))]
    game = field([Unit("3-0-4", "1011", id="b1", states=("pinned:1",))], pair)
    game.change("b1", hex=game.rules.board.hex("0303"), pin=0)  # as if displaced after the PIN
    act(game, "end-movement")
    assert game.piece("a1").pin == 0
    assert army_morale(game) == (13, 14)


@rule("S9.3b")
def test_two_pins_broken_in_a_phase_cost_one_point() -> None:
    british = [Unit("2-0-4", "0510", id="left", states=("pinned:1",)), Unit("2-0-4", "1510", id="right", states=("pinned:2",))]
    american = [Unit("2-0-4", "0511", states=("pinned:1",)), Unit("2-0-4", "1511", states=("pinned:2",))]
    game = field(british, american)
    act(game, "break-contact 1", "go 0508", "break-contact 2", "go 1508")
    assert game.state.phasing == "american"
    assert all(game.piece(id).pin == 0 for id in ("left", "right", "a1", "a2"))
    assert army_morale(game) == (13, 14)


@rule("S9.3b")
def test_the_phasing_army_pays_and_nobody_where_no_pin_comes_off() -> None:
    game = pinned_pair(phasing="american")
    act(game, "break-contact 1", "go 1013")
    assert army_morale(game) == (14, 13)
    free = field([reserve()], [far()])
    act(free, "end-movement")
    assert army_morale(free) == (14, 14)


# ---------------------------------------------------------------- 9.4  slopes with streams


BOTH_UP = {"slope": [("1010", "1011")], "stream": [("1010", "1011")]}
BOTH_DOWN = {"slope": [("1011", "1010")], "stream": [("1010", "1011")]}


@rule("S9.4b")
def test_a_slope_with_a_stream_costs_one_point_once() -> None:
    assert cost(marching(Unit("1-0-4", "1010"), hexsides=BOTH_UP, terrain=PONDS), "1011") == 2
    assert cost(marching(Unit("1-0-4", "1010"), hexsides=BOTH_DOWN, terrain=PONDS), "1011") == 2
    assert cost(marching(Unit("1-0-4", "1010"), hexsides=BOTH_UP, terrain={**PONDS, "1011": "forest"}), "1011") == 2.5


@rule("S9.4b")
def test_the_chart_prices_a_slope_with_a_stream_on_a_line_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(HEXSIDES, "slope_and_stream", HexsideTerrain(0, -1, True, "S9.4b", "", 2))
    for sides, price in ((STREAM, 2), ({"slope": [("1010", "1011")]}, 2), (BOTH_UP, 3), (BOTH_DOWN, 3)):
        assert cost(marching(Unit("1-0-4", "1010"), hexsides=sides, terrain=PONDS), "1011") == price


@rule("S9.4b")
def test_a_hexside_with_neither_costs_nothing() -> None:
    assert cost(marching(Unit("1-0-4", "1010"), terrain=PONDS), "1011") == 1


@rule("S9.4b")
def test_an_attack_up_a_slope_with_a_stream_has_one_minus_one_and_downhill_the_streams() -> None:
    for sides in (BOTH_UP, BOTH_DOWN):
        game = field([Unit("4-0-4", "1010")], [Unit("4-0-4", "1011")], hexsides=sides, phase="close combat", dice=[6])
        tactics(game)
        rolled = last_roll(game, "close-combat")
        assert (rolled["attack-across-hexside"], rolled["total"]) == (-1, 5)


# ---------------------------------------------------------------- 9.5  roads


@pytest.mark.parametrize("kind", ["road", "track", "path"])
@rule("S9.51a")
def test_along_a_road_a_hex_costs_one_whatever_else_is_there(kind: str) -> None:
    ground: dict[str, Any] = {"terrain": {**PONDS, "1011": "forest"}, "hexsides": {**STREAM, "slope": [("1010", "1011")]}}
    assert cost(marching(Unit("1-0-4", "1010"), **ground), "1011") == 2.5
    assert cost(marching(Unit("1-0-4", "1010"), **ground, roads={kind: ["1010 1011"]}), "1011") == 1


@rule("S9.51b")
def test_roads_that_do_not_cross_the_hexside_do_not_help() -> None:
    parallel = {"road": ["0911 1010 1110", "0912 1011 1112"]}
    assert cost(marching(Unit("1-0-4", "1010"), terrain={**PONDS, "1011": "forest"}, roads=parallel), "1011") == 1.5


@rule("S9.51b")
def test_a_road_opens_prohibited_terrain_along_it() -> None:
    causeway: dict[str, Any] = {"terrain": {"1011": "bog", "1012": "bog"}, "roads": {"path": ["1010 1011 1012"]}}
    game = marching(Unit("1-0-3", "1010", kind="artillery"), **causeway)
    assert cost(game, "1012") == 2
    beside = marching(Unit("1-0-1", "1111", kind="artillery"), **causeway)
    assert "S9.2d" in refusal(beside, "go 1011")  # not from beside the causeway
    round_about = marching(Unit("1-0-2", "1111", kind="artillery"), **causeway)
    assert cost(round_about, "1011") == 2  # but by 1010 and then along it


ROAD = "1003 1004 1005 1006 1007 1008 1009 1010 1011 1012 1013"


@pytest.mark.parametrize("kind", ["road", "track"])
@rule("S9.52a")
def test_strategic_movement_doubles_the_allowance_along_a_road_or_track(kind: str) -> None:
    game = marching(Unit("1-0-4", "1003"), roads={kind: [ROAD]})
    assert "S9.1a" in refusal(game, "go 1012")
    assert cost(game, "1011") == 8


@rule("S9.52a")
def test_a_path_gives_the_rate_and_no_strategic_movement() -> None:
    game = marching(Unit("1-0-4", "1003"), roads={"path": [ROAD]}, terrain={"1006": "forest"})
    assert "S9.1a" in refusal(game, "go 1008")
    assert cost(game, "1007") == 4


@rule("S9.52a")
def test_one_step_off_the_road_makes_the_whole_move_normal() -> None:
    game = marching(Unit("1-0-4", "1003"), roads={"road": [ROAD]})
    act(game, "go 1006")
    assert "go 1107" in choices(game)
    assert "S9.1a" in refusal(game, "go 1108")  # 3 MP along the road, 1 left off it
    act(game, "go 1107")
    assert asked(game) == "move"


@rule("S9.52a")
def test_beyond_the_single_allowance_only_the_road_goes_on() -> None:
    game = marching(Unit("1-0-4", "1003"), roads={"road": [ROAD]})
    act(game, "go 1008")
    assert labels(game) == ["1005", "1006", "1007", "1009", "1010", "1011"]
    assert refusal(game, "go 1108")


@rule("S9.52a")
def test_a_unit_that_begins_off_the_road_has_no_strategic_movement() -> None:
    game = marching(Unit("1-0-4", "1103"), roads={"road": [ROAD]})
    act(game, "go 1003")
    assert "go 1006" in choices(game)
    assert "S9.1a" in refusal(game, "go 1007")


@rule("S9.52a")
def test_a_gap_in_the_road_ends_strategic_movement() -> None:
    game = marching(Unit("1-0-4", "1003"), roads={"road": ["1003 1004 1005 1006 1007 1008", "1009 1010 1011"]})
    assert "go 1008" in choices(game)
    assert "S9.1a" in refusal(game, "go 1009")


@rule("S9.52a")
def test_road_and_track_together_carry_strategic_movement() -> None:
    game = marching(Unit("1-0-4", "1003"), roads={"road": ["1003 1004 1005 1006"], "track": ["1006 1007 1008 1009 1010 1011"]})
    assert cost(game, "1011") == 8


@rule("S9.52c")
def test_strategic_movement_neither_passes_nor_ends_next_to_an_enemy_unit() -> None:
    # the fifth road hex is 1008; the disrupted enemy in 1109 is next to 1008 and 1009
    game = marching(Unit("1-0-4", "1003"), Unit("1-0-4", "1109", states=("disrupted",)), roads={"road": [ROAD]})
    assert "go 1007" in choices(game)
    for end in ("1008", "1009", "1010", "1011"):
        assert refusal(game, f"go {end}")


@rule("S9.52c")
def test_a_move_that_came_next_to_the_enemy_is_normal_to_its_end() -> None:
    game = marching(Unit("1-0-4", "1003"), Unit("1-0-4", "1104", states=("disrupted",)), roads={"road": [ROAD]})
    assert cost(game, "1007") == 4  # past the enemy, but within the single allowance
    assert asked(game) == "move"


@rule("S9.52c")
def test_strategic_movement_does_not_begin_next_to_an_enemy_unit() -> None:
    game = marching(Unit("1-0-4", "1003"), Unit("1-0-4", "1002", states=("shattered",)), roads={"road": [ROAD]})
    assert "go 1007" in choices(game)
    assert "S9.1a" in refusal(game, "go 1008")


@rule("S9.52c", "S3.2b")
def test_a_lone_enemy_leader_does_not_bar_strategic_movement() -> None:
    game = marching(Unit("1-0-4", "1003"), Leader("1-1-6", "1109"), roads={"road": [ROAD]})
    assert cost(game, "1011") == 8


@rule("S9.52d")
def test_a_ford_does_not_stop_strategic_movement() -> None:
    fourth = [("1006", "1007")]
    game = marching(Unit("1-0-4", "1003"), roads={"road": [ROAD]}, hexsides={"stream": fourth, "ford": fourth})
    assert cost(game, "1011") == 8


# ---------------------------------------------------------------- 9.6  reinforcements


def arrival(turn: int, *american: Unit | Leader, entry: tuple[str, ...] = ("1001",)) -> Battle:
    """A British regiment coded 3A and one on the map, in the British movement phase of a turn."""
    british = [Unit("4-0-4", id="late", turn=3, entry="A"), Unit("1-0-4", "0303", id="early")]
    return field(british, [*american, far()], turn=turn, entries={"A": entry})


@rule("S9.61a")
def test_a_reinforcement_appears_in_a_hex_of_its_letter_before_any_unit_moves() -> None:
    game = arrival(3, entry=("1001", "1101"))
    assert choices(game) == ["place 1001", "place 1101"]
    assert "S9.61a" in refusal(game, "place 0901")
    assert refusal(game, "move early")
    assert refusal(game, "end-movement")  # arrival is not optional
    act(game, "place 1101")
    assert where(game, "late") == "1101"
    assert choices(game) == ["move late", "move early", "end-movement"]


@rule("S9.61a")
def test_a_reinforcement_waits_for_its_turn_and_its_own_sides_movement_phase() -> None:
    early = arrival(2)
    assert (asked(early), where(early, "late")) == ("move", "waiting")
    british = [Unit("4-0-4", id="late", turn=3, entry="A"), Unit("1-0-4", "0303")]
    game = field(british, [far()], turn=3, phasing="american", entries={"A": ("1001",)})
    assert where(game, "late") == "waiting"
    act(game, "end-movement")
    assert where(game, "late") == "1001"


@rule("S9.61a")
def test_a_held_entry_hex_is_closed_and_a_free_one_of_the_same_letter_open() -> None:
    game = arrival(3, Unit("1-0-4", "1001"), entry=("1001", "1501"))
    assert where(game, "late") == "1501"


@rule("S9.61a")
def test_a_reinforcement_whose_hexes_are_held_waits_and_enters_nearby_from_the_next_turn() -> None:
    enemy = Unit("1-0-4", "1001")
    waits = arrival(3, enemy)
    assert (asked(waits), where(waits, "late")) == ("move", "waiting")
    game = arrival(4, enemy)
    assert choices(game) == ["place 0801", "place 1201"]  # 0901 and 1101 are in the enemy's zone
    act(game, "place 1201")
    assert where(game, "late") == "1201"


@rule("S9.61a")
def test_near_an_enemy_without_a_zone_the_next_edge_hexes_are_open() -> None:
    game = arrival(4, Unit("1-0-4", "1001", states=("disrupted",)))
    assert choices(game) == ["place 0901", "place 1101"]


@rule("S9.61a")
def test_a_late_reinforcement_uses_its_own_hex_once_that_is_free() -> None:
    assert where(arrival(4), "late") == "1001"


@rule("S9.61a", "S14.32a")
def test_a_reinforcement_captures_a_lone_leader_in_its_entry_hex() -> None:
    game = arrival(3, Leader("1-1-6", "1001", id="alone", loss=(-2, 1)))
    assert where(game, "late") == "1001"
    assert where(game, "alone") == "captured"
    assert army_morale(game) == (15, 12)


def column() -> Battle:
    """Fourteen points in one entry hex."""
    british = [Unit(f"{sp}-0-4", id=id, turn=3, entry="A") for id, sp in (("a", 4), ("b", 4), ("c", 3), ("d", 3))]
    return field(british, [far()], turn=3, entries={"A": ("1001",)})


@rule("S9.61b")
def test_reinforcements_may_overstack_on_entry_and_march_off() -> None:
    game = column()
    assert [where(game, id) for id in "abcd"] == ["1001"] * 4
    act(game, "move a", "go 1002", "stop", "move b", "go 1003", "stop")
    assert feature_of(game.rules, EndingWarnings).reminders(game, "british", parse(game, "end-movement")) == ()
    act(game, "end-movement")
    assert game.state.phasing == "american"  # 6 SP remain: legal
    assert [where(game, id) for id in "abcd"] == ["1002", "1003", "1001", "1001"]


@rule("S9.61b", "S7.3a")
def test_seven_points_left_at_the_end_of_the_player_turn_cost_a_step() -> None:
    game = column()
    act(game, "move a", "go 1002", "stop", "move c", "go 1003", "stop")
    [warning] = feature_of(game.rules, EndingWarnings).reminders(game, "british", parse(game, "end-movement"))
    assert (warning.args, warning.pieces) == ({"hex": "1001"}, ("b", "d"))
    assert feature_of(game.rules, EndingWarnings).reminders(game, "british", parse(game, "move b")) == ()
    act(game, "end-movement")
    assert asked(game) == "cure-overstacking"
    assert choices(game) == ["lose-step b", "lose-step d"]
    act(game, "lose-step d")
    assert [where(game, id) for id in "abcd"] == ["1002", "1001", "1003", "eliminated"]


@rule("S9.61b")
def test_the_limits_bind_a_unit_as_soon_as_it_leaves_the_entry_hex() -> None:
    game = column()
    act(game, "move a", "go 1002", "stop", "move b")
    assert "S7.1a" in refusal(game, "go 1002")  # 4 and 4 SP
    act(game, "go 1101")
    assert "S7.1a" in refusal(game, "go 1001")  # and there is no way back onto 6 SP


@rule("S9.61b")
def test_the_entry_hex_is_judged_at_the_end_of_the_player_turn_and_not_before() -> None:
    british = [Unit("4-0-4", id=id, turn=3, entry="A") for id in ("a", "b")]
    game = field([*british, Unit("1-0-4", "0303", states=("disrupted",))], [far()], turn=3, entries={"A": ("1001",)})
    act(game, "end-movement")
    assert asked(game) == "rally"
    act(game, "end-rally")
    assert asked(game) == "cure-overstacking"


@rule("S9.62a")
def test_a_reinforcement_has_its_full_allowance_and_strategic_movement() -> None:
    road = {"road": ["1001 1002 1003 1004 1005 1006 1007 1008 1009 1010"]}
    british = [Unit("4-0-4", id="late", turn=3, entry="A"), reserve()]
    game = field(british, [far()], turn=3, entries={"A": ("1001",)}, roads=road)
    act(game, "move late")
    assert "S9.1a" in refusal(game, "go 1010")
    assert cost(game, "1009") == 8


@rule("S9.62a")
def test_off_the_road_a_reinforcement_moves_its_printed_allowance() -> None:
    game = arrival(3)
    act(game, "move late")
    assert "S9.1a" in refusal(game, "go 1006")
    assert cost(game, "1005") == 4


@rule("S9.62a", "S9.52c")
def test_a_reinforcement_that_enters_next_to_the_enemy_has_no_strategic_movement() -> None:
    road = {"road": ["1001 1002 1003 1004 1005 1006 1007 1008 1009"]}
    british = [Unit("4-0-4", id="late", turn=3, entry="A"), reserve()]
    enemy = Unit("1-0-4", "1101", states=("disrupted",))
    game = field(british, [enemy, far()], turn=3, entries={"A": ("1001",)}, roads=road)
    act(game, "move late")
    assert "go 1005" in choices(game)
    assert "S9.1a" in refusal(game, "go 1006")


# ---------------------------------------------------------------- 13.3  disrupted units


def shaken(closed: tuple[str, ...] = (), *american: Unit) -> Battle:
    """A disrupted unit in 1010 next to three enemy units; 1009 is next to none, 1110 to one, 0910 to two, 1011 to three."""
    enemies = [Unit("1-0-4", "1111", id="one"), Unit("1-0-4", "0911", id="two"), Unit("1-0-4", "0911", id="three")]
    british = [Unit("1-0-4", "1010", id="shaken", states=("disrupted",)), reserve()]
    return field(british, [*enemies, *american], terrain=dict.fromkeys(closed, "pond"))


@rule("S13.3a")
def test_a_disrupted_unit_must_go_where_the_fewest_enemies_are_adjacent() -> None:
    game = shaken()
    assert "S13.3a" in refusal(game, "end-movement")
    act(game, "move shaken")
    assert where(game, "shaken") == "1009"  # the only choice
    assert choices(game) == ["move reserve", "end-movement"]


@rule("S13.3a")
def test_if_the_best_hex_still_has_an_enemy_next_to_it_the_unit_must_take_that() -> None:
    game = shaken(("1009",))
    assert "S13.3a" in refusal(game, "end-movement")
    act(game, "move shaken")
    assert where(game, "shaken") == "1110"
    game = shaken(("1009", "1110"))
    act(game, "move shaken")
    assert where(game, "shaken") == "0910"  # two units in one hex are two


@rule("S13.3a")
def test_no_move_is_owed_or_allowed_where_no_hex_has_fewer_enemies() -> None:
    game = shaken(("1009", "1110", "0910"))
    assert choices(game) == ["move reserve", "end-movement"]
    assert "S13.3a" in refusal(game, "move shaken")


@rule("S13.3a")
def test_of_equal_hexes_the_owner_chooses() -> None:
    british = [Unit("1-0-4", "1010", id="shaken", states=("disrupted",)), reserve()]
    game = field(british, [Unit("1-0-4", "1011")])
    act(game, "move shaken")
    assert labels(game) == ["0910", "1009", "1110"]
    assert "S13.3a" in refusal(game, "go 1111")


@rule("S13.3a")
def test_a_disrupted_unit_away_from_the_enemy_may_move_but_not_next_to_him() -> None:
    british = [Unit("1-0-4", "1010", id="shaken", states=("disrupted",)), reserve()]
    game = field(british, [Unit("1-0-4", "1012", states=("shattered",))])
    assert choices(game) == ["move shaken", "move reserve", "end-movement"]  # no duty
    act(game, "move shaken")
    assert labels(game) == ["0910", "0911", "1009", "1110", "1111"]
    assert "S13.3a" in refusal(game, "go 1011")


@rule("S13.3a", "S9.2b")
def test_a_disrupted_unit_moves_once_and_one_hex_only() -> None:
    british = [Unit("1-0-4", "1010", id="shaken", states=("disrupted",)), reserve()]
    game = field(british, [Unit("1-0-4", "1011")])
    act(game, "move shaken")
    assert "S9.2b" in refusal(game, "go 1008")
    act(game, "go 1009")
    assert "S9.1c" in refusal(game, "move shaken")


# ---------------------------------------------------------------- 14.3  lone leaders on the way


@rule("S14.32a")
def test_leaders_alone_in_a_hex_are_all_captured_by_a_unit_that_enters() -> None:
    leaders = [Leader("1-1-6", "1011", id="one", loss=(-2, 1)), Leader("1-1-6", "1011", id="two", loss=(-1, 0))]
    game = marching(Unit("1-0-4", "1010"), *leaders)
    act(game, "go 1011")
    assert where(game, "one") == where(game, "two") == "captured"
    assert army_morale(game) == (15, 11)


@rule("S14.32a")
def test_a_disrupted_unit_captures_too() -> None:
    game = marching(Unit("1-0-4", "1010", states=("disrupted",)), Leader("1-1-6", "1011", id="alone"))
    act(game, "go 1011")
    assert where(game, "alone") == "captured"


@rule("S14.32a")
def test_a_leader_captures_nobody() -> None:
    game = marching(Leader("1-1-6", "1010"), Leader("1-1-6", "1011", id="alone"))
    act(game, "go 1011")
    assert where(game, "alone") == "1011"


@rule("S14.32a")
def test_a_leader_with_a_combat_unit_in_any_state_is_safe() -> None:
    guard = Unit("1-0-4", "1011", states=("shattered",))
    game = marching(Unit("1-0-4", "1010"), guard, Leader("1-1-6", "1011", id="chief"))
    assert "S9.2d" in refusal(game, "go 1011")
    assert where(game, "chief") == "1011"


@rule("S14.32a", "S14.32b")
def test_a_unit_captures_a_leader_in_passing_and_spends_its_other_points() -> None:
    ponds = dict.fromkeys(("0911", "0912", "1111", "1112", "0913", "1113"), "pond")
    game = marching(Unit("1-0-4", "1010"), Leader("1-1-6", "1012", id="alone", loss=(-2, 1)), terrain=ponds)
    assert cost(game, "1014") == 4  # straight through 1012, the second hex
    assert moved(game).way == ("1010", "1011", "1012", "1013", "1014")
    assert where(game, "alone") == "captured"
    assert army_morale(game) == (15, 12)


@rule("S14.32b")
def test_a_captor_may_go_on_after_the_capture() -> None:
    game = marching(Unit("1-0-4", "1010"), Leader("1-1-6", "1012", id="alone"))
    assert cost(game, "1012") == 2
    assert where(game, "alone") == "captured"
    assert asked(game) == "march"
    assert cost(game, "1014") == 4
