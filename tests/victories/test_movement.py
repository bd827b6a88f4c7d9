"""Chapter 9: marches, contact, roads, forced marches."""

import pytest

from grognard.core.errors import PositionError
from grognard.core.rules import Rules
from grognard.games.chancellorsville.victories.events import BrokeContact, LeftTheMap, StackMarched
from tests.marks import rule
from tests.victories.table import FAR, act, asked, happened, may, offered, refused, scene, spent, verdict, where

HILL = "cs_cmd_hill"


# ---------------------------------------------------------------- the worked examples


@rule("U9.17", "U9.12", "U9.13", "U9.5", "U9.7")
def test_heth_pursues_von_gilsa():
    game = scene({"cs_heth": "1808", "us_vongilsa": "1710", "us_mclean": "1610", **FAR}, HILL)
    act(game, "place-command 1808", "march-unit cs_heth", "march-to 1709")
    assert asked(game) == "Union Contact.react"
    act(game, "break-away 1710 1610")
    assert asked(game) == "CSA March.go"
    assert spent(game) == 2  # the road, and contact in the open
    act(game, "march-to 1710")
    assert spent(game) == 3  # in woods no contact is paid
    act(game, "break-away 1610 1511")
    assert where(game, "us_vongilsa") == where(game, "us_mclean") == "1511"
    act(game, "march-to 1610")
    assert asked(game) == "Union Contact.react"
    act(game, "break-away 1511 1411")
    assert where(game, "us_vongilsa") == where(game, "us_mclean") == "1411"  # Richardsville
    assert len(happened(game, BrokeContact)) == 3
    assert happened(game, StackMarched)[-1].spent == 4
    assert offered(game, "march-to") <= {"1710"}  # the point of the road, which does not bring him next to the enemy


@rule("U9.18", "U9.3", "U9.15")
def test_thomas_and_lane():
    """Both close in on those who have fallen back into Richardsville."""
    enemy = {"us_vongilsa": "1411", "us_mclean": "1411"}
    game = scene({"cs_thomas": "1514", "cs_lane": "1714", "cs_heth": "1610", **enemy, **FAR}, HILL)
    act(game, "place-command 1514", "march-unit cs_thomas", "march-to 1513")
    assert spent(game) == 2
    act(game, "march-to 1512", "stand-ground")
    assert happened(game, StackMarched)[-1].spent == 3.5
    act(game, "halt", "march-unit cs_lane", "march-to 1512", "stand-ground")
    march = happened(game, StackMarched)[-1]
    assert march.path == ("1714", "1613", "1513", "1512")
    assert march.spent == 2.5


# ---------------------------------------------------------------- marching


@rule("U9.1")
def test_a_unit_of_a_stack_goes_on_alone_and_the_others_have_stopped():
    game = scene({"cs_lane": "2321", "cs_thomas": "2321", "cs_pender": "2321", "cs_heth": "2322", **FAR}, HILL)
    act(game, "place-command 2321")
    decision = game.decision("CSA")
    assert decision is not None
    assert decision.prompt == "activation", "there is nobody to take along"
    assert {action.word for action in game.actions("CSA") if action.leads} == {"march-unit", "march-stack"}
    act(game, "march-stack 2321", "march-to 2522", "leave-behind cs_lane", "leave-behind cs_pender")
    act(game, "march-to 2622", "halt")
    assert where(game, "cs_lane") == "2522"
    assert where(game, "cs_thomas") == "2622"
    assert refused(game, "march-unit cs_lane").cites == ("U9.1",)
    assert refused(game, "march-stack 2522").cites == ("U9.1",)
    assert may(game, "end-marches")


@rule("U9.1")
def test_who_is_left_behind_before_the_first_step_may_still_march():
    game = scene({"cs_lane": "2321", "cs_thomas": "2321", **FAR}, HILL)
    act(game, "place-command 2321", "march-stack 2321", "leave-behind cs_lane", "march-to 2421", "halt")
    assert may(game, "march-unit cs_lane")
    act(game, "end-marches")


@rule("U9.2")
def test_points_must_be_there_for_a_step():
    game = scene({"cs_lane": "1514", **FAR}, HILL)
    act(game, "place-command 1514", "march-unit cs_lane", "march-to 1513")
    assert spent(game) == 2
    act(game, "march-to 1413")
    assert spent(game) == 3
    assert refused(game, "march-to 1313").key == "beyond-reach"
    assert verdict(game, "march-to 1413") == ("is-there-already", "U9.2")


@rule("U9.3")
def test_a_stack_moves_at_the_points_of_its_slowest_unit():
    game = scene({"cs_flee": "2321", "cs_beckham": "2321", **FAR}, "cs_cmd_stuart")
    act(game, "place-command 2321", "march-stack 2321")
    alone = offered(game, "march-to")
    game = scene({"cs_flee": "2321", "cs_alexander": "2321", **FAR}, "cs_cmd_stuart")
    act(game, "place-command 2321", "take-along cs_alexander", "march-stack 2321")
    assert offered(game, "march-to") < alone
    game = scene({"cs_lane": "2321", "cs_skirmisher_1": "2321", **FAR}, HILL)
    act(game, "place-command 2321", "march-stack 2321")
    assert may(game, "march-to 2822"), "skirmishers go as far as their brigade"


@rule("U9.4", "U5.1")
def test_a_lone_skirmisher_closes_the_turnpike():
    game = scene({"cs_oneal": "1520", "us_skirmisher_1": "1720", **FAR}, "cs_cmd_rodes")
    act(game, "place-command 1520", "march-unit cs_oneal")
    assert refused(game, "march-to 1720").cites == ("U9.4", "U5.1")
    with pytest.raises(PositionError, match=r"Both armies stand in 1720 \(U5.1\)"):
        scene({"cs_oneal": "1720", "us_skirmisher_1": "1720", **FAR}, "cs_cmd_rodes")
    assert may(game, "march-to 1619")


@rule("U9.5")
def test_contact_costs_a_point_more_outside_woods_also_on_a_road():
    game = scene({"cs_lane": "1513", "us_vongilsa": "1411", "us_schirmer": "1411", **FAR}, HILL)
    act(game, "place-command 1513", "march-unit cs_lane", "march-to 1512")
    assert happened(game, StackMarched)[-1].spent == 1.5


@rule("U9.6")
def test_contact_reaches_across_the_great_rivers():
    game = scene({"us_graham": "4220", "cs_barksdale": "4122", **FAR}, "us_cmd_sickles")
    act(game, "place-command 4220", "march-unit us_graham", "march-to 4221")
    assert happened(game, StackMarched)[-1].spent == 2
    assert asked(game) == "CSA Contact.react"


@rule("U9.8")
def test_foot_artillery_must_stay():
    game = scene({"us_graham": "3423", "cs_cabell": "3623", **FAR}, "us_cmd_sickles")
    act(game, "place-command 3423", "march-unit us_graham", "march-to 3523")
    assert asked(game) == "Union March.go"
    game = scene({"us_graham": "3423", "cs_cabell": "3623", "cs_kershaw": "3623", **FAR}, "us_cmd_sickles")
    act(game, "place-command 3423", "march-unit us_graham", "march-to 3523")
    assert asked(game) == "Union March.go"


@rule("U9.8", "U13.9")
def test_skirmishers_break_contact_only_with_infantry():
    game = scene({"us_graham": "3423", "cs_skirmisher_1": "3623", **FAR}, "us_cmd_sickles")
    act(game, "place-command 3423", "march-unit us_graham", "march-to 3523")
    assert asked(game) == "Union March.go"
    game = scene({"us_graham": "3423", "cs_skirmisher_1": "3623", "cs_kershaw": "3623", **FAR}, "us_cmd_sickles")
    act(game, "place-command 3423", "march-unit us_graham", "march-to 3523")
    assert asked(game) == "CSA Contact.react"
    act(game, "break-away 3623 3723")
    assert where(game, "cs_skirmisher_1") == where(game, "cs_kershaw") == "3723"
    game = scene({"us_graham": "3423", "cs_skirmisher_1": "3623", "cs_kershaw": "3522", **FAR}, "us_cmd_sickles")
    act(game, "place-command 3423", "march-unit us_graham", "march-to 3523")
    assert refused(game, "break-away 3623 3723").cites == ("U9.8",), "Kershaw stands in another hex"


@rule("U9.7")
@pytest.mark.parametrize(
    ("order", "works", "stays"),
    [
        ("stand", False, True),
        ("fall-back", False, False),
        ("fall-back", True, False),
        ("stand-in-works", False, False),
        ("stand-in-works", True, True),
    ],
)
def test_a_standing_order_answers_contact(order: str, works: bool, stays: bool):
    game = scene({"cs_heth": "1808", "us_vongilsa": "1710", **FAR}, HILL, works={"1710": "Union"} if works else {})
    act(game, "place-command 1808", "march-unit cs_heth", "march-to 1709")
    act(game, str(game.seat("Union").ask(Rules.carry_out, "contact", order)))
    assert (where(game, "us_vongilsa") == "1710") is stays


@rule("U9.7", "U9.10")
@pytest.mark.parametrize("order", ["stand", "stand-in-works", "fall-back"])
def test_a_standing_order_scatters_a_stack_homeward(order: str):
    """It is ten hexes home from 1610 and 1711, and nine from 1810."""
    game = scene({"cs_heth": "1808", "us_vongilsa": "1710", "us_mclean": "1710", **FAR}, HILL)
    act(game, "place-command 1808", "march-unit cs_heth", "march-to 1709", "scatter 1710")
    assert offered(game, "retreat-to") == {"1610", "1711", "1810"}
    assert str(game.seat("Union").ask(Rules.carry_out, "contact", order)) == "retreat-to 1810"


@rule("U9.13")
def test_a_march_goes_on_to_its_goal_after_contact_is_broken():
    game = scene({"cs_heth": "1808", "us_vongilsa": "1710", **FAR}, HILL)
    act(game, "place-command 1808", "march-unit cs_heth", "march-to 1609")
    assert (asked(game), where(game, "cs_heth")) == ("Union Contact.react", "1709")
    act(game, "break-away 1710 1711")
    assert (asked(game), where(game, "cs_heth")) == ("CSA March.go", "1609")
    # to 1511 by 1710 and 1610; cavalry that rides two hexes stands there now
    game = scene({"cs_heth": "1808", "us_davis": "1609", **FAR}, HILL)
    act(game, "place-command 1808", "march-unit cs_heth", "march-to 1511", "break-away 1609 1511")
    assert (asked(game), where(game, "cs_heth")) == ("CSA March.go", "1709"), "the way is closed, and he is asked anew"


@rule("U9.2", "U9.5", "U9.13", "U9.16")
@pytest.mark.parametrize(
    ("start", "enemy", "goal", "withdrawal", "end"),
    [
        ("1007", "1009", "1111", "1010", "1210"),  # the point of the road does not bring him next to the enemy
        ("1614", "1713", "1611", "1712", "1512"),  # three points spent, and contact would cost one more
    ],
)
def test_a_march_ends_where_a_withdrawal_has_made_the_next_step_too_dear(
    start: str, enemy: str, goal: str, withdrawal: str, end: str
):
    game = scene({"cs_heth": start, "us_vongilsa": enemy, **FAR}, HILL)
    act(game, f"place-command {start}", "march-unit cs_heth", f"march-to {goal}")
    assert (asked(game), where(game, "cs_heth") != end) == ("Union Contact.react", True)
    act(game, f"break-away {enemy} {withdrawal}")
    assert (asked(game), where(game, "cs_heth")) == ("CSA March.go", end)
    assert not may(game, f"march-to {goal}")


@rule("U9.8", "U13.9")
def test_cavalry_with_skirmishers_does_not_break_contact():
    game = scene({"us_graham": "3423", "cs_skirmisher_1": "3623", "cs_flee": "3623", **FAR}, "us_cmd_sickles")
    act(game, "place-command 3423", "march-unit us_graham", "march-to 3523")
    assert asked(game) == "Union March.go"
    game = scene({"us_graham": "3423", "cs_flee": "3623", **FAR}, "us_cmd_sickles")
    act(game, "place-command 3423", "march-unit us_graham", "march-to 3523")
    assert asked(game) == "CSA Contact.react"


@rule("U9.9", "U9.6")
def test_contact_is_not_broken_next_to_other_enemies_but_among_friends():
    pieces = {"cs_heth": "1808", "cs_archer": "1509", "us_vongilsa": "1710", **FAR}
    game = scene(pieces, HILL)
    act(game, "place-command 1808", "march-unit cs_heth", "march-to 1709")
    assert refused(game, "break-away 1710 1609").key == "no-way-to-withdraw"
    assert offered(game, "break-away") == {"1710 1610", "1710 1711", "1710 1810"}  # one hex, and not among the enemy
    game = scene({**pieces, "us_mclean": "1609"}, HILL)
    act(game, "place-command 1808", "march-unit cs_heth", "march-to 1709")
    assert may(game, "break-away 1710 1609")


@rule("U9.10")
def test_a_stack_leaves_whole_or_not_at_all():
    stack = {"us_vongilsa": "1710", "us_mclean": "1710", "us_buschbeck": "1710"}
    full = {
        "1610": "candy kane greene",
        "1711": "knipe ross ruger best",
        "1811": "tyler allabach ayres weed",
        "1810": "barnes mcquade stockton",
    }
    pieces = {f"us_{unit}": hex for hex, units in full.items() for unit in units.split()}
    game = scene({"cs_heth": "1808", **stack, **pieces, **FAR}, HILL)
    act(game, "place-command 1808", "march-unit cs_heth", "march-to 1709")
    # one place in 1610 and one in 1810: two of the three could go
    assert asked(game) == "Union Contact.react"
    assert offered(game, "break-away") == {f"1610 {hex}" for hex in offered_from(game, "1610")}
    assert not any(text.startswith("1710") for text in offered(game, "break-away"))
    assert refused(game, "scatter 1710").cites == ("U9.10",)
    assert refused(game, "break-away 1710 1610").cites == ("U9.9", "U9.10", "U9.11")


def offered_from(game, stack: str) -> set[str]:
    return {text.split()[1] for text in offered(game, "break-away") if text.startswith(stack)}


@rule("U9.10")
def test_a_stack_scatters_to_several_hexes():
    stack = {"us_vongilsa": "1710", "us_mclean": "1710"}
    game = scene({"cs_heth": "1808", **stack, **FAR}, HILL)
    act(game, "place-command 1808", "march-unit cs_heth", "march-to 1709", "scatter 1710", "retreat-to 1610", "retreat-to 1711")
    assert where(game, "us_vongilsa") == "1610"
    assert where(game, "us_mclean") == "1711"
    assert asked(game) == "CSA March.go"


@rule("U9.11")
def test_cavalry_rides_two_hexes_and_ends_out_of_contact():
    game = scene({"cs_mahone": "2923", "us_devin": "2622", "cs_whflee": "0140"}, "cs_cmd_anderson")
    act(game, "place-command 2923", "march-unit cs_mahone", "march-to 2723")
    assert asked(game) == "Union Contact.react"
    assert may(game, "break-away 2622 2421")
    assert refused(game, "break-away 2622 2722").key == "no-way-to-withdraw"  # next to 2723
    grid = game.rules.board.grid
    goals = [grid.by_label[text.split()[1]] for text in offered(game, "break-away")]
    assert {grid.distance(grid.by_label["2622"], goal) for goal in goals} == {1, 2}
    assert not any(game.next_to_enemy("Union", goal) for goal in goals)
    act(game, "break-away 2622 2421")
    assert where(game, "us_devin") == "2421"


@rule("U9.11", "U9.10")
def test_cavalry_that_scatters_with_infantry_moves_one_hex():
    pieces = {"cs_heth": "1808", "us_vongilsa": "1710", "us_devin": "1710", "cs_whflee": "0140"}
    game = scene(pieces, HILL)
    act(game, "place-command 1808", "march-unit cs_heth", "march-to 1709", "scatter 1710")
    near = offered(game, "retreat-to")
    act(game, "retreat-to 1610")
    assert asked(game) == "Union Scattering.next_unit"
    assert offered(game, "retreat-to") == near  # the infantry is gone, and still it is one hex


@rule("U9.12")
def test_who_stands_fast_is_not_asked_again_in_this_march():
    game = scene({"cs_heth": "1808", "us_vongilsa": "1710", "us_mclean": "1610", **FAR}, HILL)
    act(game, "place-command 1808", "march-unit cs_heth", "march-to 1709", "hold-fast")
    assert asked(game) == "CSA March.go"
    act(game, "march-to 1809")
    assert asked(game) == "CSA March.go"


@rule("U9.14", "U6.12")
def test_nobody_goes_next_to_the_enemy_at_night():
    game = scene({"us_zook": "2522", "cs_mahone": "2923", **FAR}, "us_cmd_couch", turn=5)
    act(game, "place-command 2522", "march-unit us_zook")
    assert may(game, "march-to 2723")
    assert refused(game, "march-to 2822").cites == ("U6.12",)
    neighbours = {"2822", "2823", "2922", "2924", "3022", "3023"}
    assert not offered(game, "march-to") & neighbours
    assert {refused(game, f"march-to {hex}").key for hex in neighbours} == {"too-near-the-enemy"}
    assert all(may(game, f"march-to {hex}") for hex in offered(game, "march-to"))


@rule("U9.15", "U9.16")
def test_a_march_by_major_road_only_makes_ten_hexes():
    game = scene({"us_candy": "1116", **FAR}, "us_cmd_slocum")
    act(game, "place-command 1116", "march-unit us_candy", "march-to 1921")
    march = happened(game, StackMarched)[-1]
    assert march.spent == 5
    assert len(march.path) == 11
    decision = game.decision("Union")
    assert decision is not None
    assert decision.args["left"] == "0"  # not less, although the point of the road is spent as well


@rule("U9.15")
def test_five_hexes_of_turnpike_cost_two_and_a_half():
    game = scene({"us_candy": "2321", **FAR}, "us_cmd_slocum")
    act(game, "place-command 2321", "march-unit us_candy", "march-to 2822")
    assert spent(game) == 2.5


@rule("U9.16")
def test_the_bonus_is_lost_off_the_road_and_not_spent_next_to_the_enemy():
    game = scene({"us_candy": "1116", **FAR}, "us_cmd_slocum")
    act(game, "place-command 1116", "march-unit us_candy", "march-to 1115", "march-to 1116")
    assert happened(game, StackMarched)[-1].spent == 4
    assert offered(game, "march-to") == set()  # by road there would be a point left
    game = scene({"us_candy": "1116", "cs_lane": "2021", **FAR}, "us_cmd_slocum")
    act(game, "place-command 1116", "march-unit us_candy")
    assert refused(game, "march-to 1921").key == "beyond-reach"
    assert may(game, "march-to 1820")
    game = scene({"us_candy": "3733", **FAR}, "us_cmd_slocum")
    act(game, "place-command 3733", "march-unit us_candy", "march-to 3640")
    assert spent(game) == 4
    assert may(game, "leave-map"), "with the fifth point"


@rule("U9.19", "U2.8")
def test_leaving_the_map_costs_a_point():
    game = scene({"us_candy": "3639", **FAR}, "us_cmd_slocum")
    act(game, "place-command 3639", "march-unit us_candy")
    assert refused(game, "leave-map").key == "no-exit-here"
    act(game, "march-to 3640", "leave-map")
    assert where(game, "us_candy") == "left"
    assert happened(game, LeftTheMap)[0].hex == "3640"
    assert game.state.exits == {"us_candy": "3640"}


# ---------------------------------------------------------------- forced march


RODES = "cs_cmd_rodes"


@rule("U9.20")
def test_a_forced_march_doubles_and_the_road_bonus_comes_after():
    game = scene({"cs_oneal": "2321", **FAR}, RODES, dice=(6,))
    act(game, "place-command 2321", "forced-march cs_cmd_rodes", "march-unit cs_oneal")
    assert may(game, "march-to 3423")
    act(game, "march-to 3923")
    assert spent(game) == 8
    act(game, "march-to 4122")
    assert happened(game, StackMarched)[-1].spent == 9


@rule("U9.20", "U8.1")
def test_one_forced_march_an_army_and_none_for_independent():
    pieces = {"cs_oneal": "2321", "cs_lane": "2421", **FAR}
    game = scene(pieces, RODES, HILL, dice=(6, 0))
    act(game, "place-command 2321", "forced-march cs_cmd_rodes", "end-marches", "place-command 2421")
    assert refused(game, "forced-march cs_cmd_hill").cites == ("U9.20",)
    game = scene(pieces, RODES)
    act(game, "place-command 2321", "march-unit cs_oneal", "march-to 2322", "halt")
    assert refused(game, "forced-march cs_cmd_rodes").key == "has-marched-already"
    game = scene({"cs_lane": "2321", "cs_thomas": "2321", **FAR}, HILL)
    act(game, "place-command 2321", "march-unit cs_lane", "march-to 2421", "halt")
    assert refused(game, "forced-march cs_cmd_hill").key == "has-marched-already", "it is enough that one has moved"
    far = {"cs_oneal": "4328", "cs_lane": "2421", **FAR}
    game = scene(far, "cs_jackson", boxes={"cs_jackson": ["cs_cmd_rodes", "cs_cmd_hill"]})
    act(game, "place-command 2421")
    assert refused(game, "forced-march cs_cmd_rodes").cites == ("U9.20", "U8.1")  # out of the radius
    assert may(game, "forced-march cs_cmd_hill")
    game = scene(pieces, "cs_independent")
    act(game, "place-command 2321", "take-along cs_oneal")
    assert refused(game, "forced-march cs_cmd_rodes").key == "not-a-formation-here"


@rule("U9.20", "U9.25", "U8.17", "U8.10")
def test_under_a_superior_the_owner_names_who_else_makes_the_forced_march():
    pieces = {
        "cs_oneal": "2321",
        "cs_lane": "2321",
        "cs_brown": "2321",
        "cs_nelson": "2421",
        "cs_cutts": {"hex": "2421", "states": ["out of supply"]},
        **FAR,
    }
    game = scene(pieces, "cs_jackson", boxes={"cs_jackson": ["cs_cmd_rodes", "cs_cmd_hill"]})
    act(game, "place-command 2321", "forced-march cs_cmd_rodes")
    assert offered(game, "take-along") == {"cs_brown", "cs_nelson"}
    assert refused(game, "take-along cs_cutts").cites == ("U9.25", "U9.20")
    assert refused(game, "take-along cs_lane").cites == ("U9.20", "U8.17")  # another formation of his
    act(game, "take-along cs_brown")
    tired = {id for id in ("cs_oneal", "cs_lane", "cs_brown", "cs_nelson") if game.piece(id).tired}
    assert tired == {"cs_oneal", "cs_brown"}
    act(game, "march-unit cs_brown")
    assert may(game, "march-to 3423")  # 5.5 points
    act(game, "march-to 2421", "halt")
    assert refused(game, "take-along cs_nelson").key == "the-activation-has-begun"  # at once, or not at all


@rule("U9.20", "U9.22", "U8.13")
@pytest.mark.parametrize("orders", [("detach 2421", "forced-march cs_cmd_rodes"), ("forced-march cs_cmd_rodes", "detach 2421")])
def test_units_under_detach_march_with_the_formation(orders: tuple[str, str]):
    """In either order, while nobody has moved; and like the formation they do not attack."""
    game = scene({"cs_oneal": "2321", "cs_lane": "2421", "cs_nelson": "2321", **FAR}, RODES, dice=(6,))
    act(game, "place-command 2321", "take-along cs_nelson", *orders)
    assert [game.piece(id).tired for id in ("cs_oneal", "cs_nelson", "cs_lane")] == [True] * 3
    act(game, "march-unit cs_lane", "march-to 3823")
    assert spent(game) > 4


@rule("U9.20", "U11.4", "U11.7")
def test_a_forced_march_and_a_pontoon():
    """Who has built stays and is not doubled; who has not moved may still build."""
    pieces = {"us_caldwell": "3420", "us_zook": "3420", "us_brooke": "3419", **FAR}
    game = scene(pieces, "us_cmd_couch", in_hand={"Union": 3})
    act(game, "place-command 3420", "bridge us_caldwell 3321", "forced-march us_cmd_couch")
    assert [game.piece(f"us_{name}").tired for name in ("caldwell", "zook", "brooke")] == [False, True, True]
    game = scene(pieces, "us_cmd_couch", in_hand={"Union": 3})
    act(game, "place-command 3420", "forced-march us_cmd_couch", "bridge us_caldwell 3321")
    assert game.state.pontoons == {"3321-3420": "Union"}


@rule("U9.21")
def test_a_forced_march_stays_away_from_the_enemy():
    game = scene({"cs_oneal": "2321", "us_candy": "2923", **FAR}, RODES)
    act(game, "place-command 2321", "forced-march cs_cmd_rodes", "march-unit cs_oneal")
    assert may(game, "march-to 2723")
    assert refused(game, "march-to 2822").cites == ("U9.21",)
    tired = {"hex": "2321", "states": ["forced march"]}
    game = scene({"cs_oneal": tired, "cs_iverson": "2321", "us_candy": "2523", **FAR}, RODES)
    act(game, "place-command 2321", "march-stack 2321")
    assert refused(game, "march-to 2422").cites == ("U9.21",), "one of them is tired"


@rule("U9.22")
def test_nobody_of_the_formation_attacks_or_bombards_after_it():
    pieces = {"cs_oneal": "2321", "cs_doles": "2021", "cs_carter": "2021", "us_candy": "1921", **FAR}
    game = scene(pieces, RODES, dice=(6,))
    act(game, "place-command 2221", "forced-march cs_cmd_rodes", "end-marches")
    assert game.state.turn == 8  # neither bombardment nor combat was offered
    weak = {"cs_doles": {"hex": "2021", "states": ["out of supply"]}, "us_candy": "1921", **FAR}
    for forced, question in ((RODES, "CSA ChooseFormations.choose"), (HILL, "CSA Declaration.declare")):
        game = scene(weak, RODES, dice=(6,) if forced == RODES else (), forced={"CSA": forced})
        act(game, "place-command 2021", "end-marches")
        assert asked(game) == question, "who was not doubled does not attack either; of another formation they do"


@rule("U9.22", "U8.13", "U12.6")
@pytest.mark.parametrize("forced", [True, False])
def test_who_is_detached_to_a_formation_on_a_forced_march_does_not_fight_either(forced: bool):
    """Lane has too little supply to be doubled, Walker comes under the marker too late; both act with Rodes."""
    pieces = {"cs_oneal": "2321", "cs_lane": {"hex": "2021", "states": ["out of supply"]}, "us_candy": "1921", **FAR}
    orders = ["forced-march cs_cmd_rodes"] if forced else []
    game = scene(pieces, RODES, dice=(6,) if forced else ())
    act(game, "place-command 2321", "detach 2021", *orders, "end-marches")
    assert not game.piece("cs_lane").tired
    assert asked(game) == ("CSA ChooseFormations.choose" if forced else "CSA Declaration.declare")
    pieces = {"cs_oneal": "2121", "cs_lane": "2021", "cs_walker": "2021", "us_candy": "1921", **FAR}
    game = scene(pieces, RODES, dice=(6,) if forced else ())
    act(game, "place-command 2121", *orders, "end-marches")
    if forced:
        assert game.state.turn == 8, "nobody is offered the marker for guns, or for an attack"
    else:
        assert asked(game) == "CSA Bombardments.aim"
        assert may(game, "detach 2021")
        act(game, "cease-fire")
        assert asked(game) == "CSA Declaration.declare"
        act(game, "detach 2021")
        assert offered(game, "charge")


@rule("U9.22", "U9.20")
def test_under_a_superior_only_the_formation_on_the_forced_march_does_not_attack():
    pieces = {"cs_oneal": "2021", "cs_lane": "2021", "us_candy": "1921", **FAR}
    game = scene(pieces, "cs_jackson", boxes={"cs_jackson": ["cs_cmd_rodes", "cs_cmd_hill"]}, dice=(6,))
    act(game, "place-command 2021", "forced-march cs_cmd_rodes", "end-marches")
    assert {text.split()[0] for text in offered(game, "charge")} == {"cs_lane"}


@rule("U9.24", "U3.4")
def test_a_forced_march_may_cost_a_level():
    game = scene({"cs_oneal": "2321", "cs_doles": "2421", **FAR}, RODES, dice=(2,))
    act(game, "place-command 2321", "forced-march cs_cmd_rodes", "end-marches")
    assert offered(game, "suffer") == {"cs_oneal", "cs_doles"}
    act(game, "suffer cs_doles")
    assert game.piece("cs_doles").step == 1
    game = scene({"cs_oneal": "2321", "cs_doles": "2421", **FAR}, RODES, dice=(3,))
    act(game, "place-command 2321", "forced-march cs_cmd_rodes", "end-marches")
    assert game.piece("cs_doles").step == 0
    game = scene({"cs_oneal": "3639", "cs_lane": "2321", **FAR}, RODES, dice=(1,))
    act(game, "place-command 3639", "forced-march cs_cmd_rodes", "march-unit cs_oneal", "march-to 3640", "leave-map")
    act(game, "end-marches")
    assert game.state.turn == 8, "nobody of the division is left on the map to lose a level"
    game = scene({"cs_oneal": "2321", **FAR}, RODES)
    act(game, "place-command 2321", "end-marches")
    assert game.state.turn == 8, "without a forced march no die is rolled"


@rule("U9.25")
def test_the_disorganised_and_unsupplied_are_not_doubled():
    pieces = {
        "cs_oneal": {"hex": "2321", "states": ["disorganised"]},
        "cs_doles": {"hex": "2321", "states": ["out of supply"]},
        "cs_iverson": "2321",
        **FAR,
    }
    game = scene(pieces, RODES)
    act(game, "place-command 2321", "forced-march cs_cmd_rodes")
    assert [game.piece(id).tired for id in ("cs_oneal", "cs_doles", "cs_iverson")] == [False, False, True]
