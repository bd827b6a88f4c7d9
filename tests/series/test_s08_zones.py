"""Chapter 8: zones of control."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from grognard.core.actions import Action
from grognard.core.procedures import NOT_OFFERED
from grognard.core.texts import Reason
from grognard.games.revolution.series.actions import HoldFire
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.data_schema import HexsideTerrain
from grognard.games.revolution.series.events import CombatBegan, Moved
from grognard.games.revolution.series.movement import March
from grognard.games.revolution.series.rules import SeriesRules
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
    refusal,
    tactics,
    where,
)

Hexsides = Mapping[str, Sequence[tuple[str, str]]]


def moved(game: Battle) -> Moved:
    """The last move."""
    return [event for event in game.events(None) if isinstance(event, Moved)][-1]


def halts(
    enemy: Sequence[Unit], start: str, end: str, terrain: dict[str, str] | None = None, sides: Hexsides | None = None
) -> bool:
    """Whether a piece with points to spare that goes from start to end must stop there; a reserve is left to move after it."""
    british = [Unit("1-0-9", start, id="mover"), reserve("2001")]
    game = field(british, enemy, terrain=terrain, hexsides=sides)
    act(game, "move mover", f"go {end}")
    assert where(game, "mover") == end
    if asked(game) == "march":
        return False
    assert "S9.1c" in refusal(game, "move mover")
    return True


def reserve(hex: str) -> Unit:
    return Unit("1-0-4", hex, id="reserve")


# ---------------------------------------------------------------- 8.1  who has a zone, and where it goes


@pytest.mark.parametrize(
    ("start", "end"),
    [("1007", "1009"), ("1108", "1110"), ("1113", "1111"), ("1013", "1011"), ("0913", "0911"), ("0908", "0910")],
)
@rule("S8.1a")
def test_a_gun_alone_controls_its_six_neighbours(start: str, end: str) -> None:
    assert halts([Unit("1-0-3", "1010", kind="artillery")], start, end)


@pytest.mark.parametrize(
    ("start", "end"),
    [("1006", "1008"), ("1106", "1109"), ("1214", "1211"), ("1014", "1012"), ("0914", "0912"), ("0806", "0809")],
)
@rule("S8.1a")
def test_a_zone_goes_one_hex_far(start: str, end: str) -> None:
    assert not halts([Unit("1-0-3", "1010", kind="artillery")], start, end)


@pytest.mark.parametrize("kind", ["infantry", "light_infantry", "militia", "dragoons", "artillery"])
@rule("S8.1a")
def test_every_kind_of_combat_unit_has_a_zone(kind: str) -> None:
    assert halts([Unit("1-0-4", "1010", kind=kind)], "1007", "1009")


@pytest.mark.parametrize("state", ["disrupted", "shattered"])
@rule("S8.1b")
def test_a_disordered_unit_has_no_zone(state: str) -> None:
    assert not halts([Unit("1-0-4", "1010", states=(state,))], "1007", "1009")


@pytest.mark.parametrize(
    ("state", "die", "surrounded"), [("disrupted", 9, True), ("disrupted", 0, False), ("shattered", 9, False)]
)
@rule("S8.1b")
def test_a_unit_that_rallies_to_parade_order_has_its_zone_in_the_same_player_turn(
    state: str, die: int, surrounded: bool
) -> None:
    # the ring around 1011: 1010 controls 1111 and 0911, 1212 controls 1112, 0812 controls 0912; 1012 needs the unit in 1013
    british = [
        Unit("2-0-4", "1010"),
        Unit("1-0-4", "1212"),
        Unit("1-0-4", "0812"),
        Unit("1-0-4", "1013", id="rallies", states=(state,)),
    ]
    game = field(british, [Unit("2-0-4", "1011")], phase="rally", dice=[die, 3])
    act(game, "rally rallies")
    tactics(game)
    assert ("defender-surrounded" in last_roll(game, "close-combat")) is surrounded
    assert (order_of(game, "rallies") == "parade") is surrounded


@pytest.mark.parametrize(("damage", "lost"), [(4, "disrupted"), (7, "eliminated")])
@rule("S8.1b")
def test_a_unit_loses_its_zone_the_moment_it_is_disordered_or_gone(damage: int, lost: str) -> None:
    # the gun hits with 9; damage 4 is D and 7 is "1" on a unit of one step
    british = [Unit("1-0-4", "1010", id="hit"), reserve("2001")]
    american = [Unit("3-0-3", "1011", kind="artillery"), Unit("1-0-9", "1313", id="mover")]
    game = field(british, american, phase="artillery fire", dice=[9, damage])
    act(game, "target hit")
    if lost == "disrupted":
        act(game, "retreat 1007")
    end = "1107" if lost == "disrupted" else "1110"
    act(game, "move mover", f"go {end}")
    assert asked(game) == "march"  # next to where it stands, or stood, the enemy goes on


@rule("S8.1c")
def test_a_zone_crosses_streams_with_or_without_a_ford() -> None:
    stream = {"stream": [("1010", "1011")]}
    assert halts([Unit("1-0-4", "1010")], "1013", "1011", sides=stream)
    assert halts([Unit("1-0-4", "1010")], "1013", "1011", sides={**stream, "ford": [("1010", "1011")]})


@pytest.mark.parametrize("woods", ["light_forest", "orchard", "forest"])
@rule("S8.1d")
def test_a_zone_goes_out_of_woods_and_not_into_them(woods: str) -> None:
    terrain = {"1010": woods, "1111": woods}
    assert halts([Unit("1-0-4", "1010")], "1013", "1011", terrain)
    assert not halts([Unit("1-0-4", "1010")], "1113", "1111", terrain)


@rule("S8.1d", "S8.1f")
def test_a_house_stops_no_zone() -> None:
    for house in ("courthouse", "town"):
        assert halts([Unit("1-0-4", "1010")], "1013", "1011", {"1011": house})


@rule("S8.1e")
def test_a_zone_does_not_go_into_fieldworks_but_out_of_them() -> None:
    inside_1010 = {"fieldwork": [("1011", "1010")]}
    assert not halts([Unit("1-0-4", "1011")], "1007", "1010", sides=inside_1010)
    assert halts([Unit("1-0-4", "1010")], "1013", "1011", sides=inside_1010)


@rule("S8.1e")
def test_fieldworks_are_judged_hexside_by_hexside() -> None:
    inside_1010 = {"fieldwork": [("1011", "1010")]}
    assert halts([Unit("1-0-4", "1009")], "1212", "1010", sides=inside_1010)
    assert halts([Unit("1-0-4", "1009"), Unit("1-0-4", "1011")], "1110", "1010", sides=inside_1010)
    assert not halts([Unit("1-0-4", "1011")], "1110", "1010", sides=inside_1010)


@pytest.mark.parametrize(
    "sides",
    [
        {"slope": [("1011", "1010")]},
        {"slope": [("1010", "1011")]},
        {"fence": [("1010", "1011")]},
        {"bridge": [("1010", "1011")]},
        {"slope": [("1010", "1011")], "stream": [("1010", "1011")]},
    ],
)
@rule("S8.1f")
def test_a_gun_controls_across_slopes_fences_and_bridges(sides: Hexsides) -> None:
    assert halts([Unit("1-0-3", "1010", kind="artillery")], "1013", "1011", sides=sides)


@rule("S8.1f")
def test_a_zone_goes_where_the_unit_itself_may_not(monkeypatch: pytest.MonkeyPatch) -> None:
    gun = Unit("1-0-3", "1010", kind="artillery")
    assert halts([gun], "1013", "1011", {"1011": "bog"})  # a hex closed to guns
    monkeypatch.setitem(HEXSIDES, "fence", HexsideTerrain(0, 0, False, "S9.2d", "", ("P",) * 6))
    assert halts([gun], "1013", "1011", sides={"fence": [("1010", "1011")]})  # a hexside closed to all


# ---------------------------------------------------------------- 8.2  friends in a zone


def ringed(*friends: Unit | Leader) -> Battle:
    """An American in 1011 attacked from 1010, guns in four more hexes around; only 1012 is left, in their zone."""
    guns = [Unit("1-0-3", h, kind="artillery") for h in ("1111", "1112", "0912", "0911")]
    game = field([Unit("2-0-4", "1010"), *guns], [Unit("2-0-4", "1011"), *friends], phase="close combat", dice=[3])
    tactics(game)
    return game


@rule("S8.2a")
def test_without_a_friend_the_ring_is_closed() -> None:
    assert last_roll(ringed(), "close-combat")["defender-surrounded"] == 1


@pytest.mark.parametrize(
    "friend",
    [
        Unit("1-0-4", "1012", id="friend"),
        Unit("1-0-3", "1012", id="friend", kind="artillery"),
        Unit("1-0-4", "1012", id="friend", states=("disrupted",)),
        Unit("1-0-4", "1012", id="friend", states=("shattered",)),
    ],
)
@rule("S8.2a")
def test_a_friend_in_an_enemy_zone_breaks_the_ring_whatever_its_state(friend: Unit) -> None:
    assert "defender-surrounded" not in last_roll(ringed(friend), "close-combat")


@rule("S8.2a", "S3.2b")
def test_a_leader_alone_does_not_break_the_ring() -> None:
    assert last_roll(ringed(Leader("1-1-6", "1012")), "close-combat")["defender-surrounded"] == 1


@rule("S8.2b")
def test_a_friend_does_not_open_an_enemy_zone_to_a_retreat() -> None:
    # 2 to 1 is 2-1 and the die 5 is "-/R"; 1212 controls 1112 where a friend stands, 1012 and 0912 are free
    british = [Unit("2-0-4", "1010"), Unit("1-0-3", "1212", kind="artillery")]
    american = [Unit("1-0-4", "1011"), Unit("1-0-4", "1112")]
    game = field(british, american, phase="close combat", dice=[5])
    tactics(game)
    assert "S13.22b" in refusal(game, "retreat 1112")
    assert labels(game) == ["0912", "1012"]


@rule("S8.2b")
def test_a_unit_whose_only_way_leads_to_a_friend_in_an_enemy_zone_is_captured() -> None:
    british = [Unit("2-0-4", "1010"), Unit("1-0-3", "1212", kind="artillery")]
    ponds = dict.fromkeys(("0911", "0912", "1012", "1111"), "pond")
    game = field(british, [Unit("1-0-4", "1011"), Unit("1-0-4", "1112")], terrain=ponds, phase="close combat", dice=[5])
    tactics(game)
    assert last_roll(game, "close-combat")["total"] == 5
    assert where(game, "a1") == "captured"


@rule("S8.2b")
def test_a_friend_does_not_open_an_enemy_zone_to_movement() -> None:
    british = [Unit("1-0-6", "1009", id="mover"), Unit("1-0-4", "1011", id="friend"), Unit("1-0-4", "2001")]
    game = field(british, [Unit("1-0-4", "1012")])
    act(game, "move mover", "go 1011")
    assert asked(game) == "move"
    assert "S9.1c" in refusal(game, "move mover")


# ---------------------------------------------------------------- 8.3  movement


@rule("S8.31a")
def test_a_unit_entering_a_zone_stops_with_its_points_unused() -> None:
    game = field([Unit("4-0-6", "1009", id="mover"), Unit("1-0-4", "2001")], [Unit("1-0-4", "1012")])
    act(game, "move mover", "go 1011")
    assert moved(game).spent == 2
    assert asked(game) == "move"
    assert "S9.1c" in refusal(game, "move mover")


class Digging(SeriesRules):
    """On its way a unit may do something else, as a rule of some battle might have it."""

    def special_steps(self, game: Battle, march: March) -> list[Action]:
        return [HoldFire()]

    def why_not_special_step(self, game: Battle, march: March, action: Action) -> Reason | None:
        return None if isinstance(action, HoldFire) else NOT_OFFERED


@rule("S8.31a")
def test_what_else_a_unit_may_do_in_a_zone_it_goes_no_farther() -> None:
    game = field([Unit("1-0-9", "1008")], [Unit("3-0-4", "1011")], rules=Digging)
    act(game, "move b1", "go 1009")
    assert "go 1010" in choices(game)
    act(game, "go 1010")
    assert choices(game) == ["hold-fire", "stop"]
    assert refusal(game, "go 1009") == ("S8.31a",)


@rule("S8.31a")
def test_no_way_leads_through_a_zone() -> None:
    # 1011 is controlled from 1012, and the ponds leave no other way to 0912
    terrain = dict.fromkeys(("0911", "0910", "0811", "1111"), "pond")
    game = field([Unit("1-0-6", "1010", id="mover"), Unit("1-0-4", "2001")], [Unit("1-0-4", "1012")], terrain=terrain)
    act(game, "move mover")
    assert "go 1011" in choices(game)
    assert refusal(game, "go 0912")
    act(game, "go 1011")
    assert asked(game) == "move"


@rule("S8.31a")
def test_a_march_of_several_hexes_goes_round_a_zone() -> None:
    # 1009 to 1209 is two hexes, by 1109 in the open or by 1110 in the zone of 1111
    for start, end in (("1009", "1209"), ("1209", "1009"), ("1009", "1309"), ("0909", "1209")):
        game = field([Unit("1-0-9", start, id="mover"), Unit("1-0-4", "2001")], [Unit("1-0-4", "1111"), Unit("1-0-4", "1307")])
        zone = {"1110", "1010", "1210", "1011", "1112", "1211", "1306", "1308", "1206", "1207", "1406", "1407"}
        act(game, "move mover", f"go {end}")
        assert not zone & set(moved(game).way[1:-1])


@rule("S8.31a")
def test_leaders_are_bound_by_zones_like_units() -> None:
    british: list[Unit | Leader] = [Leader("1-1-6", "1009", id="mover"), Unit("1-0-4", "2001")]
    game = field(british, [Unit("1-0-4", "1012")])
    act(game, "move mover", "go 1011")
    assert asked(game) == "move"
    assert "S9.1c" in refusal(game, "move mover")


def rifle(hex: str, id: str = "") -> Unit:
    return Unit("1-0-4", hex, id=id, kind="light_infantry", flags=("rifle",))


@rule("S8.31b")
def test_a_unit_with_one_point_left_cannot_enter_a_rifle_zone() -> None:
    game = field([Unit("4-0-4", "1007", id="mover"), Unit("1-0-4", "2001")], [rifle("1012")])
    act(game, "move mover", "go 1010")
    assert moved(game).spent == 3
    assert "S9.1a" in refusal(game, "go 1011")
    nearer = field([Unit("4-0-4", "1008", id="mover"), Unit("1-0-4", "2001")], [rifle("1012")])
    act(nearer, "move mover", "go 1011")
    assert moved(nearer).spent == 4


@rule("S8.31b")
def test_leaving_a_rifle_zone_costs_one_more() -> None:
    game = field([Unit("4-0-4", "1011", id="mover"), Unit("1-0-4", "2001")], [rifle("1012")])
    act(game, "move mover")
    assert "S9.1a" in refusal(game, "go 1007")  # 1 for leaving and 4 hexes
    act(game, "go 1008")
    assert moved(game).spent == 4


@rule("S8.31b")
def test_leaders_pay_the_rifle_tax_and_disordered_riflemen_take_none() -> None:
    for states, cost in (((), 2), (("disrupted",), 1)):
        rifles = Unit("1-0-4", "1012", kind="light_infantry", flags=("rifle",), states=states)
        game = field([Leader("1-1-6", "1010", id="mover"), Unit("1-0-4", "2001")], [rifles])
        act(game, "move mover", "go 1011")
        assert moved(game).spent == cost


@pytest.mark.parametrize("rifles", [["1111"], ["1111", "0911"], ["1111", "1111", "0911"]])
@rule("S8.31c")
def test_the_tax_is_one_for_leaving_and_one_for_entering_even_on_a_road(rifles: list[str]) -> None:
    game = field(
        [Unit("4-0-4", "1010", id="mover"), Unit("1-0-4", "2001")],
        [rifle(hex) for hex in rifles],
        roads={"road": ["1010 1011"]},
        terrain={"1012": "forest"},
    )
    act(game, "move mover", "go 1011")
    assert moved(game).spent == 3


@rule("S8.32a")
def test_a_unit_in_a_zone_may_step_into_another_and_stops_there() -> None:
    british = [Unit("4-0-4", "1010", id="mover"), Unit("1-0-4", "2001")]
    game = field(british, [Unit("1-0-4", "1111"), Unit("1-0-4", "1006")])
    act(game, "move mover", "go 1110")
    assert moved(game).spent == 1
    assert asked(game) == "move"
    assert "S9.1c" in refusal(game, "move mover")


@rule("S8.32a")
def test_a_unit_that_leaves_a_zone_for_a_free_hex_goes_on_until_the_next_zone() -> None:
    british = [Unit("4-0-4", "1010", id="mover"), Unit("1-0-4", "2001")]
    game = field(british, [Unit("1-0-4", "1111"), Unit("1-0-4", "1006")])
    act(game, "move mover", "go 1009")
    assert asked(game) == "march"
    act(game, "go 1008", "go 1007")
    assert moved(game).spent == 3
    assert asked(game) == "move"


@rule("S8.32a")
def test_starting_in_a_zone_costs_nothing() -> None:
    british = [Unit("4-0-4", "1010", id="mover"), Unit("1-0-4", "2001")]
    game = field(british, [Unit("1-0-4", "1111")])
    act(game, "move mover")
    assert "go 1006" in choices(game)
    assert "go 1005" not in choices(game)
    act(game, "go 1006")
    assert moved(game).spent == 4


# ---------------------------------------------------------------- 8.4  adjacency, not zones


@rule("S8.4")
def test_a_unit_in_forest_is_in_no_zone_and_must_attack_all_the_same() -> None:
    game = field([Unit("1-0-4", "1010")], [Unit("1-0-4", "1011")], terrain={"1010": "forest"}, phase="close combat")
    assert [event.attackers for event in game.events(None) if isinstance(event, CombatBegan)] == [("b1",)]


@rule("S8.4")
def test_an_enemy_without_a_zone_keeps_a_neighbour_from_rallying() -> None:
    british = [Unit("1-0-4", "1010", id="near", states=("disrupted",)), Unit("1-0-4", "1005", id="far", states=("disrupted",))]
    game = field(british, [Unit("1-0-4", "1011", states=("shattered",))], phase="rally")
    assert choices(game) == ["rally far", "end-rally"]
    assert "S15.1a" in refusal(game, "rally near")


@rule("S8.4")
def test_a_pin_stays_while_an_enemy_without_a_zone_there_is_adjacent() -> None:
    british = [Unit("2-0-4", "1010", states=("pinned:1",)), Unit("1-0-4", "2001")]
    game = field(british, [Unit("2-0-4", "1011", states=("pinned:1",))], terrain={"1010": "forest", "1011": "forest"})
    act(game, "end-movement")
    assert army_morale(game) == (14, 14)
    assert asked(game) == "choose-tactics"  # the pin held and the attack was compulsory


@rule("S8.4")
def test_strategic_movement_is_barred_by_adjacency_without_a_zone() -> None:
    road = {"road": ["1001 1002 1003 1004 1005 1006 1007 1008 1009"]}
    british = [Unit("1-0-4", "1001"), Unit("1-0-4", "2001")]
    game = field(british, [Unit("1-0-4", "0908", states=("disrupted",))], roads=road)
    act(game, "move b1")
    assert "go 1006" in choices(game)
    assert refusal(game, "go 1007")  # 1007 and 1008 are next to 0908
