"""The charts of Guilford Courthouse (G-T)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import ColumnShifted
from tests.eutaw.positions import columns, fire_result, happened, result, spent
from tests.guilford.positions import HISTORICAL, end_of_game, guilford, in_state, reduced
from tests.guilford.test_victory import points
from tests.marks import rule
from tests.printed_tables import (
    CHITS,
    CLOSE_COMBAT,
    DAMAGE,
    MOMENTUM,
    TACTICS,
    at_odds,
    chits_offered,
    chits_shown,
    wavering,
)
from tests.proving_ground import (
    act,
    announce,
    army_morale,
    asked,
    combat,
    labels,
    last_roll,
    momentum_of,
    refusal,
    tactics,
    where,
)

AWAY = {"perkins": "2030", "royal_nc": "0120"}
"""A unit of each side, far from everything."""


def fight(pieces: dict[str, Any], *attacks: tuple[str, str], leads: tuple[str, ...] = (), **fields: Any) -> dict[str, int]:
    """The modifiers of a close combat at die 5; momentum on the attacker's side keeps it from going on."""
    momentum = (1, 0) if fields.setdefault("phasing", "british") == "british" else (0, 1)
    game = guilford({**AWAY, **pieces}, phase="close combat", momentum=momentum, dice=[5], **fields)
    combat(game, *attacks, leads=leads)
    return last_roll(game, "close-combat")


# ---------------------------------------------------------------- G-T-morale


@rule("G-T-morale")
def test_a_regiment_eliminated_by_a_2_costs_two_and_gives_one() -> None:
    """2 to 6 is 1-3; a reduced 2nd Maryland -1, the 23rd under Cornwallis -3 and -1, die 0: -5."""
    pieces = {"maryland_2": reduced("1823"), "r23": "1822", "r33": "1822", "cornwallis": "1822", **AWAY}
    game = guilford(pieces, phase="close combat", phasing="american", dice=[0])
    combat(game, ("maryland_2", "1822"), leads=("r23",))
    assert result(game) == "2/-"
    assert where(game, "maryland_2") == "eliminated"
    assert army_morale(game) == (15, 12)


@rule("G-T-morale")
def test_a_rally_gives_one() -> None:
    game = guilford({"hawes": in_state("2032", "disrupted"), **AWAY}, phase="rally", phasing="american", dice=[9])
    act(game, "rally hawes")
    assert army_morale(game) == (14, 15)


@rule("G-T-morale")
@pytest.mark.parametrize(("damage", "levels"), [(0, (14, 14)), (5, (14, 13)), (7, (15, 13))])
def test_r_costs_nothing_d_one_and_a_step_one_and_gives_one(damage: int, levels: tuple[int, int]) -> None:
    game = guilford({"macleod": "1821", "hawes": "1823", **AWAY}, phase="artillery fire", phasing="american", dice=[9, damage])
    act(game, "target hawes")
    while asked(game) == "retreat":
        act(game, f"retreat {labels(game)[0]}")
    assert army_morale(game) == levels


@rule("G-T-morale")
def test_an_am_result_costs_one() -> None:
    game = guilford({"lynch": "1823", "r33": "1822", **AWAY}, phase="rifle fire", phasing="american", dice=[9, 0])
    act(game, "target r33")
    assert army_morale(game) == (13, 14)


@rule("G-T-morale")
def test_a_capture_costs_one_and_gives_one() -> None:
    game = guilford({"macleod": "1822", "hawes": "1823", **AWAY}, phase="close combat", phasing="american")
    assert where(game, "macleod") == "captured"
    assert army_morale(game) == (13, 15)


@rule("G-T-morale")
def test_pins_removed_in_the_movement_phase_cost_the_moving_side_one() -> None:
    pieces = {"hawes": in_state("1823", "pinned:1"), "r33": in_state("1822", "pinned:1"), **AWAY}
    game = guilford(pieces)
    act(game, "break-contact 1", "go 1820", "end-movement")
    assert army_morale(game) == (13, 14)


# ---------------------------------------------------------------- G-T-leaders


@rule("G-T-leaders")
@pytest.mark.parametrize(
    ("leader", "own", "enemy"), [("cornwallis", -2, 2), ("leslie", -2, 1), ("ohara", -1, 1), ("webster", -1, 0)]
)
def test_army_morale_for_british_leaders(leader: str, own: int, enemy: int) -> None:
    game = guilford({leader: "1822", "hawes": "1824", **AWAY}, phasing="american", scenario=HISTORICAL)
    act(game, "move hawes", "go 1822")
    assert where(game, leader) == "captured"
    assert army_morale(game) == (14 + own, 14 + enemy)
    # the 33rd loses a step to a 1* and the leader beside it dies
    pieces = {leader: "1822", "r33": "1822", "finley": "1824", **AWAY}
    game = guilford(pieces, phase="artillery fire", phasing="british", dice=[9, 9])
    act(game, "target r33")
    assert where(game, leader) == "eliminated"
    assert army_morale(game) == (13 + own, 15 + enemy)


@rule("G-T-leaders")
@pytest.mark.parametrize(("leader", "own", "enemy"), [("greene", -3, 2), ("stevens", -1, 1), ("eaton", -1, 0)])
def test_army_morale_for_american_leaders(leader: str, own: int, enemy: int) -> None:
    game = guilford({leader: "1823", "r33": "1821", **AWAY})
    act(game, "move r33", "go 1823")
    assert where(game, leader) == "captured"
    assert army_morale(game) == (14 + enemy, 14 + own)


@rule("G-T-leaders")
def test_army_morale_for_the_two_dragoons_besides_their_own_lines() -> None:
    game = guilford({"tarleton": reduced("1822"), "finley": "1824", **AWAY}, phase="artillery fire", dice=[9, 7])
    act(game, "target tarleton")
    assert army_morale(game) == (14 - 1 - 1, 14 + 1 + 2)
    game = guilford({"lee_cavalry": "1823", "macleod": "1821", **AWAY}, phase="artillery fire", phasing="american", dice=[9, 7])
    act(game, "target lee_cavalry")
    assert army_morale(game) == (14 + 1 + 1, 14 - 1 - 2)


@rule("G-T-leaders-momentum")
@pytest.mark.parametrize(
    ("held", "left"),
    [((1, 0), (0, 0)), ((3, 1), (1, 1)), ((2, 0), (0, 0)), ((0, 2), (0, 3)), ((0, 0), (0, 1)), ((0, 5), (0, 5))],
)
def test_cornwallis_costs_two_chits_or_what_there_is(held: tuple[int, int], left: tuple[int, int]) -> None:
    pieces = {"cornwallis": "1822", "hawes": "1824", **AWAY}
    game = guilford(pieces, phasing="american", momentum=held, scenario=HISTORICAL)
    act(game, "move hawes", "go 1822")
    assert momentum_of(game) == left
    assert game.rules.pool(game) == 5 - sum(left)


@rule("G-T-leaders-momentum")
@pytest.mark.parametrize(("held", "left"), [((0, 2), (0, 1)), ((1, 1), (1, 0)), ((1, 0), (2, 0))])
def test_greene_costs_one(held: tuple[int, int], left: tuple[int, int]) -> None:
    game = guilford({"greene": "1823", "r33": "1821", **AWAY}, momentum=held)
    act(game, "move r33", "go 1823")
    assert momentum_of(game) == left


@rule("G-T-leaders-momentum")
def test_other_leaders_cost_none() -> None:
    game = guilford({"stevens": "1823", "r33": "1821", **AWAY}, momentum=(1, 1))
    act(game, "move r33", "go 1823")
    assert momentum_of(game) == (1, 1)
    game = guilford({"leslie": "1822", "hawes": "1824", **AWAY}, phasing="american", momentum=(1, 1), scenario=HISTORICAL)
    act(game, "move hawes", "go 1822")
    assert momentum_of(game) == (1, 1)


# ---------------------------------------------------------------- G-T-vp


def american_points(pieces: dict[str, Any]) -> float:
    """Without the three victory hexes."""
    return points(end_of_game(pieces))[1] - 3


@rule("G-T-vp-a")
def test_each_line_of_the_victory_point_table() -> None:
    assert american_points({"r33": "0220"}) == 0
    assert american_points({"r33": "eliminated"}) == 2
    assert american_points({"r33": {"box": "eliminated", "step": 2}}) == 2  # not 2 1/2
    assert american_points({"r33": reduced("0220")}) == 0.5
    assert american_points({"r33": "captured"}) == 1
    assert american_points({"r33": {"box": "captured", "step": 2}}) == 1
    assert american_points({"jaegers": "eliminated"}) == 1
    assert american_points({"jaegers": "captured"}) == 1
    assert american_points({"macleod": "eliminated"}) == 1
    assert american_points({"royal_nc": "eliminated"}) == 2  # only the decisive victory leaves it out


@rule("G-T-vp-a")
def test_the_british_score_by_the_same_table() -> None:
    assert points(end_of_game({"hawes": "eliminated", "green": "captured", "kirkwood": "eliminated"}))[0] == 4
    assert points(end_of_game({"singleton": "captured", "moffett": reduced("2120")}))[0] == 1.5


@rule("G-T-vp-b")
def test_disorder_at_the_end_scores_half_a_point() -> None:
    assert american_points({"bose": in_state("0220", "disrupted")}) == 0.5
    assert american_points({"bose": in_state("0220", "shattered")}) == 0.5
    assert american_points({"bose": in_state("0220", "disrupted", step=2)}) == 1
    assert american_points({"tarleton": in_state("0220", "withdrawn")}) == 0


# ---------------------------------------------------------------- G-T-terrain

CLASSES = ("hawes", "moffett", "kirkwood", "washington", "finley", "greene")
GROUND = {
    "open": ("1623", "1723", (1, 1, 1, 1, 1, 1)),
    "cultivated": ("1919", "1920", (1, 1, 1, 1, 1, 1)),
    "forest": ("0616", "0617", (1, 1, 1, 1.5, 2, 1)),
    "orchard": ("0727", "0827", (1, 1, 1, 1.5, 2, 1)),
    "heavy forest": ("0310", "0311", (1.5, 1.5, 1, 2, 2, 1)),
}
"""A step into each kind of ground, and its price for foot, militia, light infantry, dragoons, guns and leaders."""


def price(piece: str, start: str, hex: str) -> float:
    """What a step costs, in the scenario in which everybody may go everywhere."""
    phasing = "american" if piece in CLASSES else "british"
    game = guilford({piece: start, "perkins": "2034", "bose": "2401"}, phasing=phasing, scenario=HISTORICAL)
    act(game, f"move {piece}", f"go {hex}")
    return spent(game, piece)[0]


@rule("G-T-terrain-a", "G-T-terrain-b")
@pytest.mark.parametrize("ground", GROUND)
def test_the_price_of_ordinary_ground(ground: str) -> None:
    start, hex, prices = GROUND[ground]
    assert tuple(price(piece, start, hex) for piece in CLASSES) == prices


@rule("G-T-terrain-a")
def test_moffett_has_one_point_left_after_two_hexes_of_heavy_forest() -> None:
    game = guilford({"moffett": "0422", "bose": "2401"}, phasing="american", scenario=HISTORICAL)
    act(game, "move moffett", "go 0423", "go 0424")
    assert spent(game, "moffett") == [1.5, 3]
    assert refusal(game, "go 0425") == ("S9.1a",)
    assert "0324" in labels(game)  # forest


@rule("G-T-terrain-b")
def test_the_jaegers_go_through_five_hexes_of_heavy_forest_and_the_33rd_through_two() -> None:
    way = ("go 1031", "go 1032", "go 1033", "go 1034", "go 0934")
    game = guilford({"jaegers": "1030", "r33": "0330", "perkins": "2030"})
    act(game, "move jaegers", *way)
    assert spent(game, "jaegers") == [1, 2, 3, 4, 5]
    game = guilford({"r33": "1030", "perkins": "2030"})
    act(game, "move r33", *way[:2])
    assert spent(game, "r33") == [1.5, 3]
    assert refusal(game, "go 1033") == ("S9.1a",)


@rule("G-T-terrain-c")
@pytest.mark.parametrize(("roll", "hits"), [(9, True), (8, False)])
def test_macleod_at_holcombe_in_the_forest_three_hexes_away(roll: int, hits: bool) -> None:
    pieces = {"macleod": "1721", "holcombe": "1724", "perkins": "2030", "bose": "0120"}
    game = guilford(pieces, phase="artillery fire", phasing="american", dice=[roll, 7])
    act(game, "target holcombe")
    assert last_roll(game, "artillery-to-hit")["total"] == roll - 1
    assert (fire_result(game) != "miss") is hits


@rule("G-T-terrain-c", "G-T-fire-drm")
@pytest.mark.parametrize(
    ("ground", "drm"), [("open", 0), ("cultivated", 0), ("forest", -1), ("orchard", -1), ("heavy forest", -1)]
)
def test_woods_take_one_off_fire_and_nothing_off_close_combat(ground: str, drm: int) -> None:
    start, hex, _ = GROUND[ground]
    pieces = {"lynch": in_state(start, "fired"), "r33": hex, **AWAY}
    game = guilford(pieces, phase="rifle fire", phasing="american", dice=[1])
    act(game, "target r33")
    assert last_roll(game, "rifle-to-hit")["total"] == 1 + drm
    found = fight({"r33": start, "hawes": hex}, ("r33", hex))
    assert found == {"attackers-lead-unit": 1, "defenders-lead-unit": 0, "tactics": 0, "die": 5, "total": 6}


@rule("G-T-terrain-d")
def test_a_stream_costs_one_point_a_ford_and_a_bridge_none() -> None:
    assert price("r33", "1616", "1617") == 2
    assert price("tarleton", "1917", "1918") == 2
    assert price("kirkwood", "1616", "1617") == 2
    assert price("r33", "1717", "1718") == 1  # the bridge
    assert price("macleod", "0714", "0715") == 1  # a ford on the track
    assert price("r33", "1230", "1331") == 1


@rule("G-T-terrain-d", "G-T-cc-drm-b")
@pytest.mark.parametrize(("attack", "defence"), [("1717", "1718"), ("1616", "1617"), ("0714", "0715"), ("1331", "1230")])
def test_an_attack_across_bridge_stream_or_ford_is_at_minus_one(attack: str, defence: str) -> None:
    assert fight({"r33": attack, "hawes": defence}, ("r33", defence))["attack-across-hexside"] == -1


@rule("G-T-terrain-d")
def test_all_attackers_must_attack_across_the_water() -> None:
    attacks = [("r33", "1718"), ("r23", "1718")]
    pieces = {"r33": "1717", "r23": "1719", "hawes": "1718"}
    assert "attack-across-hexside" not in fight(pieces, *attacks, leads=("r33",))
    pieces["r23"] = "1617"  # on this side of the creek as well
    assert "attack-across-hexside" not in fight(pieces, *attacks, leads=("r33",))
    pieces["r23"] = "1717"
    assert fight(pieces, *attacks, leads=("r33",))["attack-across-hexside"] == -1


@rule("G-T-terrain-e")
def test_a_slope_costs_one_point_more_up_and_down() -> None:
    assert price("r33", "1928", "1929") == 2
    assert price("r33", "1929", "1928") == 2
    assert price("washington", "2227", "2228") == 2
    assert price("r33", "1828", "1829") == 1  # by road


@rule("G-T-terrain-e")
def test_the_hill_of_the_third_line() -> None:
    pieces = {"maryland_1": "1929", "r23": "1928", "r33": "1828"}
    attacks = [("r23", "1929"), ("r33", "1929")]
    assert fight(pieces, *attacks, leads=("r23",))["attack-across-hexside"] == -1
    pieces["r71"] = "1930"
    assert "attack-across-hexside" not in fight(pieces, *attacks, ("r71", "1929"), leads=("r23",))
    found = fight({"maryland_1": "1929", "r23": "1928"}, ("maryland_1", "1928"), phasing="american")
    assert "attack-across-hexside" not in found  # downhill


@rule("G-T-terrain-f")
def test_along_the_road_a_hex_costs_one_point_and_the_march_may_be_doubled() -> None:
    assert price("macleod", "1724", "1725") == 1
    assert price("macleod", "0717", "0817") == 1  # a track through forest
    game = guilford({"macleod": "1718", "perkins": "2034", "bose": "0120"})
    act(game, "move macleod", "go 1724")
    assert spent(game, "macleod") == [6]
    game = guilford({"macleod": "1718", "perkins": "2034", "bose": "0120"})
    act(game, "move macleod")
    assert refusal(game, "go 1725") == ("S9.1a",)
    game = guilford({"macleod": "1718", "perkins": "1624", "bose": "0120"})  # next to 1723 and 1724
    act(game, "move macleod")
    assert "1724" not in labels(game)


@rule("G-T-terrain-f")
def test_a_fence_has_no_effect_at_all() -> None:
    assert price("r33", "1622", "1623") == 1
    assert price("macleod", "1623", "1622") == 1
    found = fight({"r33": "1622", "hawes": "1623"}, ("r33", "1623"))
    assert found == {"attackers-lead-unit": 1, "defenders-lead-unit": 0, "tactics": 0, "die": 5, "total": 6}
    game = guilford({"macleod": "1621", "hawes": "1623", **AWAY}, phase="artillery fire", phasing="american", dice=[8, 7])
    act(game, "target hawes")
    assert last_roll(game, "artillery-to-hit") == {"die": 8, "total": 8}


@rule("G-T-terrain-g")
def test_from_one_rifle_hex_to_another_costs_two_points_more() -> None:
    game = guilford({"campbell": "1821", "tarleton": "1820", **AWAY})
    act(game, "move tarleton", "go 1721")
    assert spent(game, "tarleton") == [3]
    assert asked(game) != "march"  # he stops
    game = guilford({"hawes": "1821", "tarleton": "1820", **AWAY})
    act(game, "move tarleton", "go 1721")
    assert spent(game, "tarleton") == [1]  # other units have no such zone


@rule("G-T-terrain-g")
def test_entering_or_leaving_a_rifle_zone_costs_one_point() -> None:
    game = guilford({"campbell": "1821", "tarleton": "1820", **AWAY})
    act(game, "move tarleton", "go 1819")
    assert spent(game, "tarleton") == [2]
    game = guilford({"campbell": "1821", "tarleton": "1819", **AWAY})
    act(game, "move tarleton", "go 1820")
    assert spent(game, "tarleton") == [2]
    game = guilford({"jaegers": "1821", "hawes": "1819", **AWAY}, phasing="american", scenario=HISTORICAL)
    act(game, "move hawes", "go 1820")
    assert spent(game, "hawes") == [2]  # and so for the Americans


# ---------------------------------------------------------------- fire


@rule("G-T-fire-hit")
@pytest.mark.parametrize(("roll", "hits"), [(3, True), (2, False)])
def test_campbell_and_lynch_together_at_the_33rd(roll: int, hits: bool) -> None:
    pieces = {"campbell": "1823", "lynch": "1823", "r33": "1822", **AWAY}
    game = guilford(pieces, phase="rifle fire", phasing="american", dice=[roll, 0])
    act(game, "target r33")
    while asked(game) == "rifle-target":
        act(game, "target r33")
    assert last_roll(game, "rifle-to-hit") == {"first-rifle-fire": 1, "die": roll, "total": roll + 1}
    assert (fire_result(game) != "miss") is hits


@rule("G-T-fire-hit")
@pytest.mark.parametrize(("guns", "adjacent", "far"), [("finley", 7, 9), ("macleod", 6, 8)])
def test_the_guns_of_both_armies(guns: str, adjacent: int, far: int) -> None:
    target, phasing = ("r33", "british") if guns == "finley" else ("hawes", "american")
    for hex, needed in (("1820", adjacent), ("1821", far), ("1822", far)):
        for roll in (needed - 1, needed):
            pieces = {guns: "1819", target: hex, **AWAY}
            game = guilford(pieces, phase="artillery fire", phasing=phasing, dice=[roll, 0])
            act(game, f"target {target}")
            assert (fire_result(game) != "miss") is (roll == needed)
    game = guilford({guns: "1819", target: "1823", **AWAY}, phase="artillery fire", phasing=phasing)
    assert asked(game) != "artillery-target"  # four hexes are too far


@rule("G-T-fire-hit")
def test_rifles_fire_at_adjacent_targets_only() -> None:
    pieces = {"lynch": "1823", "r33": "1822", "r23": "1821", **AWAY}
    game = guilford(pieces, phase="rifle fire", phasing="american")
    assert refusal(game, "target r23") == ("S10.2b",)


@rule("G-T-fire-drm")
@pytest.mark.parametrize(("roll", "hits"), [(5, True), (4, False)])
def test_the_jaegers_first_fire_at_singletons_guns(roll: int, hits: bool) -> None:
    game = guilford({"jaegers": "1822", "singleton": "1823", **AWAY}, phase="rifle fire", dice=[roll, 0])
    act(game, "target singleton")
    found = last_roll(game, "rifle-to-hit")
    assert found == {"target-artillery-or-dragoons": 1, "first-rifle-fire": 1, "die": roll, "total": roll + 2}
    assert (fire_result(game) != "miss") is hits


@rule("G-T-fire-drm")
@pytest.mark.parametrize(("target", "drm"), [("hawes", 0), ("kirkwood", -1), ("washington", 1), ("finley", 1), ("randolph", 0)])
def test_light_infantry_is_hard_to_hit_and_horse_and_guns_are_easy(target: str, drm: int) -> None:
    game = guilford({"jaegers": in_state("1822", "fired"), target: "1823", **AWAY}, phase="rifle fire", dice=[1])
    act(game, f"target {target}")
    assert last_roll(game, "rifle-to-hit")["total"] == 1 + drm


@rule("G-T-fire-damage")
@pytest.mark.parametrize(("rolls", "foot", "guns"), DAMAGE)
def test_each_row_of_the_damage_table(rolls: tuple[int, int], foot: str, guns: str) -> None:
    for roll in rolls:
        for target, expected in (("r33", foot), ("macleod", guns)):
            game = guilford({"lynch": "1823", target: "1822", **AWAY}, phase="rifle fire", phasing="american", dice=[9, roll])
            act(game, f"target {target}")
            assert fire_result(game) == expected
        for target in ("hawes", "finley"):
            pieces = {"macleod": "1822", target: "1823", **AWAY}
            game = guilford(pieces, phase="artillery fire", phasing="american", dice=[9, roll])
            act(game, f"target {target}")
            assert fire_result(game) == guns


@rule("G-T-fire-damage")
def test_lynchs_hit_on_the_light_infantry_costs_army_morale_and_macleods_makes_the_target_retreat() -> None:
    game = guilford({"lynch": "1823", "guards_light": "1822", **AWAY}, phase="rifle fire", phasing="american", dice=[9, 2])
    act(game, "target guards_light")
    assert (where(game, "guards_light"), army_morale(game)) == ("1822", (13, 14))
    game = guilford({"macleod": "1822", "hawes": "1823", **AWAY}, phase="artillery fire", phasing="american", dice=[9, 2])
    act(game, "target hawes")
    assert asked(game) == "retreat"


# ---------------------------------------------------------------- tactics


def shown(attacker: str, defender: str) -> str:
    """What two chits give; both sides have a leader and an open flank."""
    pieces = {"hawes": "1823", "greene": "1823", "r33": "1822", "cornwallis": "1822", **AWAY}
    game = guilford(pieces, phase="close combat", phasing="american", momentum=(0, 1), dice=[5])
    return chits_shown(game, attacker, defender)


@rule("G-T-tactics")
def test_every_cell_of_the_tactics_matrix() -> None:
    assert {chits: shown(*chits) for chits in TACTICS} == TACTICS


@rule("G-T-tactics")
def test_some_chits_need_a_leader_and_some_an_open_flank() -> None:
    def offered(pieces: dict[str, Any]) -> set[str]:
        game = guilford({"hawes": "1823", "r33": "1822", **AWAY, **pieces}, phase="close combat", phasing="american")
        announce(game, ("hawes", "1822"))
        return chits_offered(game, "american")

    plain = {"skirmish", "attack_echelon", "stand_fast", "withdraw"}
    assert offered({}) == plain
    assert offered({"greene": "1824"}) == set(CHITS)
    # guns in both hexes beside the fight close the flanks
    closed = {"greene": "1824", "finley": "1723", "singleton": "1923"}
    assert offered(closed) == plain | {"frontal_assault", "commit_reserve"}


# ---------------------------------------------------------------- the close combat table

ODDS: dict[str, tuple[dict[str, Any], tuple[str, ...], tuple[str, ...]]] = {
    # the attacker in 1823, the defenders in 1822, and the lead where there is a choice, all of morale 0
    "1-3": ({"green": reduced("1823")}, ("r23", "r33", "r71"), ("r23",)),
    "1-2": ({"green": reduced("1823")}, ("r23", "r33"), ("r23",)),
    "1-1": ({"green": reduced("1823")}, ("r23",), ()),
    "3-2": ({"maryland_2": "1823"}, ("r23",), ()),
    "2-1": ({"hawes": "1823"}, ("r23",), ()),
    "3-1": ({"maryland_2": "1823"}, ("r7",), ()),
    "4-1": ({"hawes": "1823"}, ("r7",), ()),
}


def read(odds: str, total: int) -> Battle:
    """A combat at these odds with this modified die; a wavering army takes 2 off its lead."""
    attacker, defenders, leads = ODDS[odds]
    die, morale = wavering(total)
    held = {id: "1822" if id == "r7" else reduced("1822") for id in defenders}
    pieces = {**attacker, **held, **AWAY}
    game = guilford(pieces, phase="close combat", phasing="american", morale=morale, momentum=(0, 1), dice=[die])
    return at_odds(game, odds, total, *((id, "1822") for id in attacker), leads=leads)


@rule("G-T-cc")
def test_every_cell_of_the_close_combat_table() -> None:
    assert {(odds, row): result(read(odds, int(row))) for odds, row in CLOSE_COMBAT} == CLOSE_COMBAT


@rule("G-T-cc")
def test_the_23rd_and_webster_against_linton() -> None:
    pieces = {"r23": "1922", "webster": "1922", "linton": "1923", **AWAY}
    game = guilford(pieces, phase="close combat", momentum=(1, 0), dice=[4])
    combat(game, ("r23", "1923"))
    assert columns(game) == ["1-1"]
    assert last_roll(game, "close-combat") == {
        "attackers-lead-unit": 1,
        "defenders-lead-unit": 2,
        "attackers-leader": 1,
        "all-defenders-militia": 1,
        "tactics": 0,
        "die": 4,
        "total": 9,
    }
    assert result(game) == "-/D"


@rule("G-T-cc")
@pytest.mark.parametrize(("total", "held"), MOMENTUM)
def test_momentum_comes_with_the_first_two_and_the_last_two_rows(total: int, held: tuple[int, int]) -> None:
    game = read("1-1", total)
    act(game, "accept")  # the American keeps the chit he holds
    while asked(game) == "retreat":
        act(game, f"retreat {labels(game)[0]}")
    assert momentum_of(game) == held


@rule("G-T-cc")
def test_odds_and_rolls_beyond_the_table() -> None:
    # 1 to 6 is below the table; Kirkwood 2, the 23rd -1
    found = fight({"kirkwood": "1823", "r23": "1822", "r33": "1822"}, ("kirkwood", "1822"), leads=("r23",), phasing="american")
    assert found["odds-below-table"] == -1
    # 9 to 1 is above it
    pieces = {"r23": "1822", "r33": "1822", "r71": "1922", "kirkwood": "1823", **AWAY}
    game = guilford(pieces, phase="close combat", momentum=(1, 0), dice=[5])
    combat(game, ("r23", "1823"), ("r33", "1823"), ("r71", "1823"), leads=("r23",))
    assert columns(game) == ["4-1"]
    # 3 to 1 with Cornwallis against a wavering unit: 9 + 3 + 1 + 2 is read as 11
    pieces = {"r23": "1822", "cornwallis": "1822", "lee_infantry": "1823", **AWAY}
    game = guilford(pieces, phase="close combat", morale=(14, 3), momentum=(1, 0), dice=[9])
    combat(game, ("r23", "1823"))
    assert (last_roll(game, "close-combat")["total"], result(game)) == (9 + 3 + 1 + 1, "-/AC")


@rule("G-T-cc-shift", "S12.23-1d", "S12.23-1e")
def test_a_diversion_and_the_guns_shift_the_odds_by_three_columns() -> None:
    """Maryland 3 to the light infantry's 1 is 3-1; the 7th Foot is named for the diversion."""
    pieces = {"maryland_1": "1823", "guards_light": "1822", "r7": "1824", "macleod": "1820", **AWAY}
    game = guilford(pieces, phase="close combat", phasing="american", dice=[5])
    act(game, "divert 1824")
    assert asked(game) == "melee-fire"
    act(game, "fire-into-melee")
    assert [event.column for event in happened(game, ColumnShifted)] == ["1-1"]  # type: ignore[attr-defined]
    tactics(game)
    assert (last_roll(game, "close-combat")["total"], result(game)) == (6, "R/R")  # 5 + 2 - 1; "-/D" in the column 3-1
    game = guilford(pieces, phase="close combat", phasing="american", dice=[5])
    act(game, "divert 1824", "hold-fire")
    assert columns(game) == ["2-1"]
    assert happened(game, ColumnShifted) == []


# ---------------------------------------------------------------- the modifiers of close combat


@rule("G-T-cc-drm-a")
def test_tarleton_rides_down_campbells_disrupted_riflemen() -> None:
    found = fight({"tarleton": "1822", "campbell": in_state("1823", "disrupted")}, ("tarleton", "1823"))
    assert found == {
        "attackers-lead-unit": 1,
        "defenders-lead-unit": 0,
        "defenders-rifles": 1,
        "a-defender-is-disordered": 1,
        "cavalry-rides-down": 1,
        "all-defenders-militia": 1,
        "tactics": 0,
        "die": 5,
        "total": 5 + 1 + 4,
    }


@rule("G-T-cc-drm-a")
def test_one_disordered_defender_is_enough_for_one_line_and_not_for_the_other() -> None:
    pieces = {"tarleton": "1822", "green": in_state("1823", "shattered"), "kirkwood": "1823"}
    found = fight(pieces, ("tarleton", "1823"), leads=("kirkwood",))
    assert found["a-defender-is-disordered"] == 1
    assert "cavalry-rides-down" not in found


@rule("G-T-cc-drm-a")
def test_army_morale_and_command_are_part_of_the_lead_units_morale() -> None:
    found = fight({"r33": "1822", "cornwallis": "1822", "hawes": "1823"}, ("r33", "1823"), morale=(8, 3))
    assert found["attackers-lead-unit"] == 1 - 1 + 2  # fatigued, and Cornwallis's command
    assert found["attackers-leader"] == 1
    assert found["defenders-lead-unit"] == -(0 - 2)  # wavering


@rule("G-T-cc-drm-a", "G-T-cc-drm-b")
def test_a_surrounded_side_pays_for_it() -> None:
    around = {"r33": "1721", "r23": "1921", "r71": "1822", "hawes": "1821"}
    attacks = [("r33", "1821"), ("r23", "1821"), ("r71", "1821")]
    assert fight(around, *attacks, leads=("r33",))["defender-surrounded"] == 1
    found = fight(around, ("hawes", "1721 1921 1822"), leads=("r33",), phasing="american")
    assert found["attacker-surrounded"] == -1


@rule("G-T-cc-drm-b")
def test_campbell_against_the_grenadiers_in_the_mccuiston_house() -> None:
    found = fight({"campbell": "0926", "guards_grenadiers": "0927"}, ("campbell", "0927"), phasing="american")
    assert found == {
        "attackers-lead-unit": 0,
        "defenders-lead-unit": -2,
        "attackers-rifles": -1,
        "all-attackers-militia": -1,
        "defenders-terrain": -1,
        "tactics": 0,
        "die": 5,
        "total": 5 - 5,
    }


@rule("G-T-cc-drm-b")
def test_the_defenders_leader_is_subtracted_and_a_mixed_force_is_not_all_militia() -> None:
    pieces = {"perkins": "1823", "hawes": "1823", "r33": "1822", "leslie": "1822"}
    found = fight(pieces, ("perkins", "1822"), ("hawes", "1822"), leads=("hawes",), phasing="american")
    assert (found["defenders-lead-unit"], found["defenders-leader"]) == (-(1 + 1), -1)
    assert "all-attackers-militia" not in found


@rule("G-T-cc-drm-c")
def test_singletons_guns_do_not_stiffen_the_militia() -> None:
    found = fight({"guards_2": "1722", "butler_2": "1723", "singleton": "1723"}, ("guards_2", "1723"))
    assert found["all-defenders-militia"] == 1
    found = fight({"guards_2": "1722", "butler_2": "1723", "kirkwood": "1723"}, ("guards_2", "1723"), leads=("butler_2",))
    assert "all-defenders-militia" not in found


# ---------------------------------------------------------------- results


@rule("G-T-results")
def test_a_step_and_a_leader_lost_in_stevenss_hex() -> None:
    """9 to 2 is 4-1; the 23rd +1, Perkins 0 + 1 and Stevens's 1, militia +1; die 8: -/1*."""
    pieces = {"perkins": "1625", "stevens": "1625", "r23": "1624", "r33": "1624", "r71": "1525", "royal_nc": "0120"}
    game = guilford(pieces, phase="close combat", dice=[8])
    combat(game, ("r23", "1625"), ("r33", "1625"), ("r71", "1625"), leads=("r23",))
    assert result(game) == "-/1*"
    assert (where(game, "perkins"), game.piece("perkins").step) == ("1625", 1)
    assert where(game, "stevens") == "eliminated"
    assert army_morale(game) == (14 + 1 + 1, 14 - 1 - 1)


@rule("G-T-results")
def test_dc_lets_the_defender_choose_and_ac_the_attacker() -> None:
    # 6 to 4 is 3-2, and 11: -/DC
    pieces = {"r23": "1822", "r33": "1822", "hawes": reduced("1823"), "green": reduced("1823"), **AWAY}
    game = guilford(pieces, phase="close combat", morale=(14, 8), dice=[9])
    combat(game, ("r23", "1823"), ("r33", "1823"), leads=("r23", "green"))
    assert (result(game), asked(game), game.actors) == ("-/DC", "give-up-unit", ("american",))
    # 6 to 2 is 3-1, and 11: -/AC
    pieces = {"r23": "1822", "r33": "1822", "lee_infantry": "1823", "kirkwood": "1823", **AWAY}
    game = guilford(pieces, phase="close combat", morale=(14, 3), dice=[9])
    combat(game, ("r23", "1823"), ("r33", "1823"), leads=("r23", "lee_infantry"))
    assert (result(game), asked(game), game.actors) == ("-/AC", "give-up-unit", ("british",))


@rule("G-T-results")
def test_a_pin_holds_both_sides() -> None:
    """3 to 4 is 1-2; 4 + 1 - 0 = 5: PIN."""
    game = guilford({"r33": "1822", "hawes": "1823", **AWAY}, phase="close combat", dice=[4])
    combat(game, ("r33", "1823"))
    assert result(game) == "PIN"
    assert refusal(game, "move hawes") == ("S9.2c",)
