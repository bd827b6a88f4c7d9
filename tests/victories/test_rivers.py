"""Chapters 7, 10, 11: weather, rivers, fords and pontoons."""

from typing import Any

import pytest

from grognard.core.events import Rolled
from grognard.games.chancellorsville.victories.events import (
    BridgeFailed,
    BridgeLaid,
    BridgeTakenUp,
    StackMarched,
    WeatherTurned,
)
from tests.marks import rule
from tests.victories.table import (
    FAR,
    act,
    asked,
    begin,
    fight_first,
    happened,
    may,
    offered,
    refused,
    scene,
    spent,
    until,
    verdict,
    where,
)


@rule("U7.1")
def test_rain_is_rolled_for_where_the_track_asks():
    game = begin("campaign", dice=(2,))
    assert game.state.rain
    game = begin("campaign", dice=(3,))
    assert not game.state.rain
    assert happened(game, WeatherTurned)[0].rain is False
    game = scene(dict(FAR), phase="weather", turn=7)
    assert not game.state.rain


@rule("U7.2", "U9.3")
@pytest.mark.parametrize(
    ("way", "dry", "wet"), [("1518 1418", 2, 3), ("1418 1419", 1, 1), ("1116 1215", 3, 4), ("1116 1117", 0.5, 0.5)]
)
def test_rain_makes_streams_dearer_off_the_road(way: str, dry: float, wet: float):
    """Into the open and along a minor road, as in the example; into woods and along a major road."""
    start, goal = way.split()
    for rain, cost in ((False, dry), (True, wet)):
        game = scene({"us_candy": start, **FAR}, "us_cmd_slocum", rain=rain)
        act(game, f"place-command {start}", "march-unit us_candy", f"march-to {goal}")
        (march,) = happened(game, StackMarched)
        assert march.path == (start, goal)
        assert march.spent == cost


def riding(start: str, **fields):
    """Devin about to march."""
    game = scene({"us_devin": start, "cs_whflee": "0140"}, "us_independent", **fields)
    act(game, f"place-command {start}", "take-along us_devin", "march-unit us_devin")
    return game


@rule("U7.3", "U10.5")
def test_the_po_is_crossed_anywhere_but_not_in_rain():
    game = riding("1425")
    act(game, "march-to 1426")
    assert spent(game) == 4  # woods 2, the river 2
    game = riding("1425", rain=True)
    assert refused(game, "march-to 1426").cites == ("U7.3",)
    game = riding("1425", rain=True, pontoons={"1425-1426": "Union"})
    act(game, "march-to 1426")
    assert spent(game) == 3
    assert refused(riding("2718", rain=True), "march-to 2617").cites == ("U10.1",), "other rivers have rules of their own"


@rule("U7.3", "U9.15")
@pytest.mark.parametrize("rain", [False, True])
def test_the_telegraph_road_crosses_the_ny_by_a_bridge_in_any_weather(rain: bool):
    game = riding("3636", rain=rain)
    act(game, "march-to 3637")
    assert spent(game) == 0.5


@rule("U11.14", "U11.3")
def test_printed_bridges_stand():
    game = scene({"us_candy": "3638", **FAR}, "us_cmd_slocum", in_hand={"Union": 1})
    act(game, "place-command 3638")
    assert refused(game, "bridge us_candy 3639").cites == ("U11.3",)  # there is a bridge
    assert may(game, "bridge us_candy 3738")  # the Ny has none here
    act(game, "march-unit us_candy")
    assert refused(game, "wreck-bridge 3639").cites == refused(game, "seize-bridge 3639").cites == ("U11.14",)
    assert refused(game, "wreck-bridge 3738").cites == ("U11.12",)


@rule("U7.4", "U10.3")
def test_the_fords_of_the_rapidan():
    pieces = {"us_tyler": "1815", **FAR}
    game = scene(pieces, "us_cmd_meade", turn=3)
    act(game, "place-command 1815", "march-unit us_tyler", "march-to 1816")
    assert happened(game, StackMarched)[-1].spent == 3
    game = scene(pieces, "us_cmd_meade", turn=3, rain=True)
    act(game, "place-command 1815", "march-unit us_tyler")
    assert refused(game, "march-to 1816").cites == ("U7.4", "U10.3")
    assert refused(riding("0313"), "march-to 0314").cites == ("U10.3",), "no ford here"
    game = scene(pieces, "us_cmd_meade", turn=3, rain=True, pontoons={"1815-1816": "Union"})
    act(game, "place-command 1815", "march-unit us_tyler", "march-to 1816")
    assert happened(game, StackMarched)[-1].spent == 2


@rule("U10.1", "U11.5")
def test_the_rappahannock_is_crossed_over_pontoons_only():
    pieces = {"us_zook": "2718", **FAR}
    game = scene(pieces, "us_cmd_couch")
    act(game, "place-command 2718", "march-unit us_zook")
    assert refused(game, "march-to 2617").cites == ("U10.1",)
    act(riding("1815"), "march-to 1816")  # the Rapidan has fords
    assert refused(riding("1815", rain=True), "march-to 1816").cites == ("U7.4", "U10.3")
    game = scene(pieces, "us_cmd_couch", pontoons={"2617-2718": "Union"})
    act(game, "place-command 2718", "march-unit us_zook", "march-to 2617")
    assert happened(game, StackMarched)[-1].spent == 3
    game = scene(pieces, "us_cmd_couch", pontoons={"2617-2718": "CSA"})
    act(game, "place-command 2718", "march-unit us_zook")
    assert not may(game, "march-to 2617")


@rule("U11.1", "U11.3", "U11.4")
def test_building_a_pontoon():
    pieces = {"us_caldwell": "3420", "us_morgan": "3420", **FAR}
    game = scene(pieces, "us_cmd_couch", in_hand={"Union": 1})
    act(game, "place-command 3420")
    assert offered(game, "bridge") == {"us_caldwell 3321"}
    assert refused(game, "bridge us_morgan 3321").key == "only-infantry-bridges"
    assert refused(game, "bridge us_caldwell 3421").key == "no-place-for-a-pontoon"
    act(game, "bridge us_caldwell 3321")
    assert game.state.pontoons == {"3321-3420": "Union"}
    assert game.state.in_hand == {"Union": 0}
    assert game.state.csa_bridge == ""
    assert len(happened(game, BridgeLaid)) == 1
    assert refused(game, "bridge us_caldwell 3321").cites == ("U11.7",)
    game = scene(pieces, "us_cmd_couch", in_hand={"Union": 0})
    act(game, "place-command 3420")
    assert refused(game, "bridge us_caldwell 3321").key == "no-pontoon-in-hand"


@rule("U11.1", "U11.3", "U11.4", "U11.7")
@pytest.mark.parametrize(
    ("unit", "more", "fields", "said"),
    [
        ("us_zook", {}, {}, ()),
        ("us_graham", {"us_graham": "3420"}, {}, ("not-active", "U11.4")),
        ("us_morgan", {"us_morgan": "3420"}, {}, ("only-infantry-bridges", "U11.4")),
        ("us_zook", {}, {"builders": ["us_zook"]}, ("one-attempt-a-turn", "U11.7")),
        ("us_zook", {}, {"moved": ["us_zook"]}, ("builders-have-not-moved", "U11.4")),
        ("us_zook", {}, {"finished": ["us_zook"]}, ("builders-have-not-moved", "U11.4")),
        ("us_zook", {}, {"in_hand": {"Union": 0, "CSA": 1}}, ("no-pontoon-in-hand", "U11.1")),
        ("us_zook", {}, {"pontoons": {"3321-3420": "Union"}}, ("no-place-for-a-pontoon", "U11.3")),
        ("us_brooke", {"us_brooke": "3419"}, {}, ("no-place-for-a-pontoon", "U11.3")),
    ],
)
def test_who_lays_a_pontoon_and_where(unit: str, more: dict[str, str], fields: dict[str, Any], said: tuple[str, ...]):
    game = scene(
        {"us_zook": "3420", "us_caldwell": "3420", **more, **FAR}, "us_cmd_couch", **{"in_hand": {"Union": 1}, **fields}
    )
    act(game, "place-command 3420")
    assert verdict(game, f"bridge {unit} 3321") == said


@rule("U11.8", "U11.11")
@pytest.mark.parametrize(
    ("command", "pontoons", "csa_bridge", "said"),
    [
        ("us_cmd_couch", {"3321-3420": "Union"}, "", ()),
        ("us_cmd_couch", {"3321-3420": "CSA"}, "", ("no-pontoon-of-yours", "U11.8")),
        ("us_cmd_couch", {}, "", ("no-pontoon-of-yours", "U11.8")),
        ("us_cmd_couch", {"3321-3420": "Union"}, "3321-3420", ("only-captured", "U11.8")),
        ("us_cmd_couch", {"3321-3420": "Union"}, "2617-2718", ()),
        ("cs_cmd_anderson", {"3321-3420": "CSA"}, "", ("confederates-take-up-none", "U11.11")),
    ],
)
def test_whose_pontoons_are_taken_up(command: str, pontoons: dict[str, str], csa_bridge: str, said: tuple[str, ...]):
    game = scene({"us_zook": "3419", "cs_wilcox": "3322", **FAR}, command, pontoons=pontoons, csa_bridge=csa_bridge)
    act(game, f"place-command {'3419' if command.startswith('us') else '3322'}")
    assert verdict(game, "dismantle 3321 3420") == said


@rule("U11.8")
@pytest.mark.parametrize("hexes", ["3420 3321", "9999 3420", "3321 9999"])
def test_a_pontoon_is_named_by_its_two_hexes_in_order(hexes: str):
    game = scene({"us_zook": "3419", **FAR}, "us_cmd_couch", pontoons={"3321-3420": "Union"})
    act(game, "place-command 3419")
    assert verdict(game, f"dismantle {hexes}") == ("no-pontoon-of-yours", "U11.8")


@rule("U11.12", "U11.13", "U11.14")
@pytest.mark.parametrize(
    ("action", "unit", "pontoons", "said"),
    [
        ("wreck-bridge 4527", "cs_gordon", {"4426-4527": "Union"}, ()),
        ("seize-bridge 4527", "cs_gordon", {"4426-4527": "Union"}, ()),
        ("wreck-bridge 4527", "cs_gordon", {"4426-4527": "CSA"}, ()),
        ("seize-bridge 4527", "cs_gordon", {"4426-4527": "CSA"}, ("pontoon-is-yours", "U11.13")),
        ("wreck-bridge 4527", "cs_gordon", {}, ("no-pontoon-here", "U11.12")),
        ("wreck-bridge 4427", "cs_gordon", {"4426-4527": "Union"}, ("no-pontoon-here", "U11.12")),
        ("wreck-bridge 4527", "cs_andrews", {"4426-4527": "Union"}, ("only-infantry-bridges", "U11.12")),
    ],
)
def test_who_destroys_or_captures_a_pontoon(action: str, unit: str, pontoons: dict[str, str], said: tuple[str, ...]):
    game = scene({unit: "4426", **FAR}, "cs_cmd_early", pontoons=pontoons)
    act(game, "place-command 4426", f"march-unit {unit}")
    assert verdict(game, action) == said


@rule("U11.12", "U11.13")
def test_guns_with_infantry_do_not_keep_it_from_a_pontoon():
    game = scene({"cs_gordon": "4426", "cs_andrews": "4426", **FAR}, "cs_cmd_early", pontoons={"4426-4527": "Union"})
    act(game, "place-command 4426", "march-stack 4426")
    assert may(game, "wreck-bridge 4527")
    assert may(game, "seize-bridge 4527")


@rule("U11.12", "U11.13")
@pytest.mark.parametrize(("start", "said"), [("4227", ()), ("4228", ("too-few-points-for-it", "U11.12", "U11.13"))])
def test_two_points_must_be_left_for_it(start: str, said: tuple[str, ...]):
    game = scene({"cs_gordon": start, **FAR}, "cs_cmd_early", pontoons={"4426-4527": "Union"})
    act(game, f"place-command {start}", "march-unit cs_gordon", "march-to 4426")
    assert verdict(game, "wreck-bridge 4527") == said


@rule("U11.6", "U11.7")
def test_next_to_the_enemy_a_die_decides():
    pieces = {"us_caldwell": "3420", "us_zook": "3420", "cs_wilcox": "3321", **FAR}
    game = scene(pieces, "us_cmd_couch", dice=(3, 4), in_hand={"Union": 3})
    act(game, "place-command 3420", "bridge us_caldwell 3321")
    assert len(happened(game, BridgeFailed)) == 1
    assert game.state.pontoons == {}
    assert refused(game, "march-unit us_caldwell").cites == ("U11.7",)
    act(game, "bridge us_zook 3321")
    assert game.state.pontoons == {"3321-3420": "Union"}


@rule("U6.13")
def test_pontoons_are_built_at_night_too():
    game = scene({"us_caldwell": "3420", "cs_wilcox": "3321", **FAR}, "us_cmd_couch", dice=(4,), turn=10, in_hand={"Union": 1})
    act(game, "place-command 3420", "bridge us_caldwell 3321")
    assert happened(game, BridgeLaid)


@rule("U11.8", "U11.2")
def test_a_pontoon_taken_up_is_ready_on_the_next_turn():
    pieces = {"us_zook": "3420", **FAR}
    game = scene(pieces, "us_cmd_couch", pontoons={"0802-0903": "Union"}, in_hand={})
    act(game, "place-command 3420", "dismantle 0802 0903")
    assert happened(game, BridgeTakenUp) == [BridgeTakenUp("Union", "0802", "0903")]
    assert game.state.pontoons == {}
    assert game.state.in_hand == {}
    assert refused(game, "bridge us_zook 3321").key == "no-pontoon-in-hand"
    act(game, "end-marches")
    assert game.state.turn == 8
    assert game.state.in_hand["Union"] == 1


@rule("U11.9")
def test_taking_up_next_to_the_enemy_needs_a_four():
    pieces = {"us_grant": "4424", "cs_gordon": "4325", **FAR}
    for die, left in ((3, True), (4, False)):
        game = scene(pieces, "us_cmd_sedgwick", turn=16, dice=(die,), pontoons={"4325-4424": "Union"})
        act(game, "place-command 4424", "dismantle 4325 4424")
        assert bool(game.state.pontoons) is left
        assert [event.cites for event in happened(game, Rolled)] == ["U11.9"]


@rule("U11.8", "U11.9", "U11.10")
def test_where_a_pontoon_was_taken_up_nobody_crosses():
    for orders, able in (((), True), (("dismantle 3321 3420",), False)):
        game = scene({"us_zook": "3420", **FAR}, "us_cmd_couch", pontoons={"3321-3420": "Union"})
        act(game, "place-command 3420", *orders, "march-unit us_zook")
        assert may(game, "march-to 3321") is able


@rule("U11.11")
def test_the_confederates_never_take_up_a_pontoon():
    game = scene({"cs_wilcox": "3321", **FAR}, "cs_cmd_anderson", pontoons={"3321-3420": "CSA"})
    act(game, "place-command 3321")
    assert refused(game, "dismantle 3321 3420").key == "confederates-take-up-none"


@rule("U11.12", "U11.13", "U11.16")
def test_a_pontoon_is_destroyed_or_captured_for_two_points():
    pieces = {"cs_gordon": "4426", **FAR}
    bridge = {"4426-4527": "Union"}
    game = scene(pieces, "cs_cmd_early", pontoons=bridge)
    act(game, "place-command 4426", "march-unit cs_gordon", "wreck-bridge 4527")
    assert game.state.pontoons == {}
    game = scene(pieces, "cs_cmd_early", pontoons=bridge)
    act(game, "place-command 4426", "march-unit cs_gordon", "seize-bridge 4527")
    assert game.state.pontoons == {"4426-4527": "CSA"}
    act(game, "march-to 4527")
    assert where(game, "cs_gordon") == "4527"
    game = scene({**pieces, "us_root": "4527"}, "cs_cmd_early", pontoons=bridge)
    act(game, "place-command 4426", "march-unit cs_gordon")
    assert refused(game, "wreck-bridge 4527").key == "enemy-at-the-pontoon"


@rule("U11.10")
def test_a_pontoon_is_taken_up_behind_a_retreat():
    pieces = {
        "us_phelps": "4426",
        "us_devin": "0101",
        "cs_gordon": "4326",
        "cs_hoke": "4327",
        "cs_smith": "4427",
        "cs_hays": "4326",
        "cs_whflee": "0140",
    }
    dice = (6, 6, 1, 1, 1, 1, 1, 1)
    game = scene(pieces, "cs_cmd_early", dice=(*dice[:6], 1, 1, 4), pontoons={"4426-4527": "Union"})
    act(game, "place-command 4326", "end-marches", "converge 4426")
    if asked(game).endswith("choose"):
        act(game, "resolve 0")
    until(game, "defender_loses")
    act(game, "retreat-instead")
    until(game, "Retreat.bridge")
    assert where(game, "us_phelps") == "4527"
    act(game, "dismantle 4426 4527")
    assert [event.cites for event in happened(game, Rolled) if event.purpose == "dismantle"] == ["U11.10"]
    assert game.state.pontoons == {}
    assert game.state.taken_up == {"Union": 1}
    game = scene(pieces, "cs_cmd_early", dice=dice, pontoons={"4426-4527": "Union"}, csa_bridge="4426-4527")
    act(game, "place-command 4326", "end-marches", "converge 4426")
    fight_first(game)
    until(game, "defender_loses")
    act(game, "retreat-instead")
    assert where(game, "us_phelps") == "4527"
    assert asked(game) == "CSA Combat.advance", "the pontoon of the Confederates is only captured: it stays"
    game = scene({**pieces, "cs_smith": "4328"}, "cs_cmd_early", dice=dice, pontoons={"0802-0903": "Union"})
    act(game, "place-command 4326", "end-marches", "converge 4426")
    fight_first(game)
    until(game, "defender_loses")
    act(game, "retreat-instead")
    assert where(game, "us_phelps") == "4427"
    assert asked(game) == "CSA Combat.advance", "nobody has crossed the pontoon"


@rule("U11.8", "U11.13")
def test_the_pontoon_of_the_confederates_can_be_captured_but_not_taken_up():
    game = scene({"cs_wilcox": "3321", **FAR}, "cs_cmd_anderson", in_hand={"CSA": 1})
    act(game, "place-command 3321", "bridge cs_wilcox 3420", "end-marches")
    assert game.state.csa_bridge == "3321-3420"
    game = scene({"us_zook": "3419", **FAR}, "us_cmd_couch", pontoons={"3321-3420": "CSA"}, csa_bridge="3321-3420")
    act(game, "place-command 3419", "march-unit us_zook", "march-to 3420", "seize-bridge 3321")
    assert game.state.pontoons == {"3321-3420": "Union"}
    until(game, "Activation.move")
    assert refused(game, "dismantle 3321 3420").key == "only-captured"


@rule("U11.10")
def test_a_pontoon_over_the_ny_is_taken_up_in_retreat_as_well():
    pieces = {"us_candy": "2427", "cs_lane": "2327", "cs_heth": "2326", "cs_thomas": "2426", "cs_pender": "2527", **FAR}
    game = scene(pieces, "cs_cmd_hill", dice=(6, 6, 1, 1, 1, 6, 6), pontoons={"2427-2428": "Union"}, rain=True)
    act(game, "place-command 2426", "end-marches", "converge 2427")
    fight_first(game)
    until(game, "defender_loses")
    act(game, "retreat-instead")
    until(game, "Retreat.bridge", most=20)
    assert asked(game) == "Union Retreat.bridge"
    act(game, "dismantle 2427 2428")
    assert game.state.pontoons == {}


@rule("U18.6", "U18.9", "U19.1")
def test_who_may_not_cross():
    bridge = {"4121-4122": "Union", "1815-1816": "Union"}
    game = scene({"us_nylight": "4121", "us_davis": "1815", **FAR}, "us_independent", pontoons=bridge, turn=12)
    act(game, "place-command 4121", "take-along us_nylight", "march-unit us_nylight")
    assert refused(game, "march-to 4122").cites == ("U18.6",)
    game = scene({"us_davis": "1815", **FAR}, "us_independent", pontoons=bridge, turn=12)
    act(game, "place-command 1815", "take-along us_davis", "march-unit us_davis")
    assert refused(game, "march-to 1816").cites == ("U18.9",)
    for held_back, start, goal, cites in (("us_nylight", "4121", "4122", "U18.6"), ("us_davis", "1815", "1816", "U18.9")):
        game = scene({held_back: start, "us_devin": start, "cs_whflee": "0140"}, "us_independent", pontoons=bridge, turn=12)
        act(game, f"place-command {start}", f"take-along {held_back}", "take-along us_devin", f"march-stack {start}")
        assert refused(game, f"march-to {goal}").cites == (cites,), "nor do others with them"
    game = scene({"us_davis": "1815", **FAR}, "us_independent", pontoons=bridge, turn=12, released=["cavalry"])
    act(game, "place-command 1815", "take-along us_davis", "march-unit us_davis")
    assert may(game, "march-to 1816")
    assert may(riding("4121", pontoons=bridge), "march-to 4122"), "others cross as they like"


@rule("U18.7")
def test_stuart_crosses_behind_ten_levels():
    brigades = {f"cs_{name}": "0712" for name in ("lane", "thomas", "heth", "pender")}
    game = scene({"cs_flee": "0813", **brigades, **FAR}, "cs_cmd_stuart")
    act(game, "place-command 0813", "march-unit cs_flee")
    assert refused(game, "march-to 0713").cites == ("U18.7",)
    game = scene({"cs_flee": "0813", "cs_nelson": "0813", **FAR}, "cs_cmd_stuart")
    act(game, "place-command 0813", "take-along cs_nelson", "march-stack 0813")
    assert refused(game, "march-to 0713").cites == ("U18.7",)
    game = scene({"cs_flee": "0813", **brigades, "cs_oneal": "0711", **FAR}, "cs_cmd_stuart")
    act(game, "place-command 0813", "march-unit cs_flee")
    assert may(game, "march-to 0713")
    nine = {**brigades, "cs_oneal": {"hex": "0711", "step": 2}}
    for beckham, able in (("0813", False), ("0711", True)):  # horse artillery is artillery, and has one level
        game = scene({"cs_flee": "0813", **nine, "cs_beckham": beckham, **FAR}, "cs_cmd_stuart")
        act(game, "place-command 0813", "march-unit cs_flee")
        assert may(game, "march-to 0713") is able


@rule("U10.4", "U11.15", "U15.4")
def test_supply_over_fords_and_pontoons():
    pieces = {"us_candy": "2321", "us_devin": "0101", "cs_whflee": "0140"}
    kelly = {"0802-0903": "Union"}
    for rain, pontoons, supplied in (
        (False, kelly, True),
        (True, kelly, False),
        (False, {}, False),
        (True, {"2617-2718": "Union"}, True),
    ):
        game = scene(pieces, phase="night", turn=10, rain=rain, pontoons=pontoons)
        until(game, "ChooseFormations.choose")
        assert game.piece("us_candy").unsupplied is not supplied, (rain, pontoons)
