"""Chapters 3 and 8: formations are chosen, drawn and placed."""

from typing import Any

import pytest

from grognard.core.events import Drawn
from grognard.games.chancellorsville.victories.events import Bombarded, CupClosed
from tests.marks import rule
from tests.victories.table import FAR, act, asked, begin, happened, may, offered, refused, scene, verdict, where


def choosing(pieces, army: str = "CSA", **fields):
    """A position in which formations are chosen; the Confederates first, as in the campaign."""
    game = scene(pieces, phase="formations", **fields)
    if army == "Union":
        act(game, "close-cup")
    return game


BOTH = {"us_candy": "1116", "us_vongilsa": "0914", "us_zook": "3420", "us_barnes": "1816", **FAR}


@rule("U8.2", "U3.2")
def test_points_pay_for_the_formations_of_one_turn():
    game = choosing({"cs_posey": "2924", "cs_kershaw": "4022", "cs_lane": "4127", "cs_oneal": "4328", **FAR}, turn=3)
    assert game.rules.points_of_turn(game, "Union") == 4
    act(game, "put-in-cup cs_cmd_anderson", "put-in-cup cs_cmd_mclaws", "put-in-cup cs_cmd_hill")
    assert refused(game, "put-in-cup cs_cmd_rodes").key == "too-few-points"
    act(game, "close-cup")
    assert asked(game) == "Union ChooseFormations.choose"


@rule("U8.3", "U8.5")
def test_the_cup_of_the_example():
    pieces = {**BOTH, "us_graham": "4220", "cs_posey": "2924", "cs_flee": "0621", "cs_kershaw": "4022"}
    game = choosing(pieces, turn=3)
    act(game, "put-in-cup cs_cmd_anderson", "put-in-cup cs_cmd_stuart", "put-in-cup cs_cmd_mclaws")
    assert game.rules.points_left(game, "CSA") == 0
    act(game, "close-cup")
    for command in ("sickles", "howard", "slocum"):
        act(game, f"put-in-cup us_cmd_{command}")
    assert game.rules.points_left(game, "Union") == 1  # U8.4: III Corps is all in the north
    game.state.cup += ("us_cmd_meade",)
    assert [event.number for event in happened(game, CupClosed)] == [4]


@rule("U8.5", "U8.16")
def test_a_closed_cup_tells_how_many_counters_lie_in_it_and_under_superiors():
    game = choosing({**BOTH, "cs_lane": "2924", "cs_oneal": "2924"}, turn=3, dice=(0,))
    act(game, "put-in-cup cs_cmd_rodes", "entrust cs_cmd_hill cs_jackson")
    assert game.can_undo("CSA")
    act(game, "close-cup")
    assert not game.can_undo("CSA"), "now the enemy knows"
    act(game, "entrust us_cmd_howard us_hooker", "entrust us_cmd_slocum us_hooker", "close-cup")
    told = [(event.army, event.number, event.boxed) for event in happened(game, CupClosed)]
    assert told == [("CSA", 3, 1), ("Union", 2, 2)]  # each with Independent


@rule("U8.4")
@pytest.mark.parametrize(("hex", "cost"), [("4220", 1), ("2222", 2), ("1815", 2)])
def test_three_corps_cost_two_points_south_of_the_rappahannock(hex: str, cost: int):
    game = choosing({"us_ward": "4220", "us_graham": hex, **FAR})
    assert game.rules.cost_of(game, game.rules.commands["us_cmd_sickles"]) == cost
    game = choosing({"us_candy": hex, **FAR})
    assert game.rules.cost_of(game, game.rules.commands["us_cmd_slocum"]) == 1


@rule("U8.4")
def test_a_corps_south_of_the_river_needs_the_last_two_points():
    game = choosing({**BOTH, "us_graham": "2222"}, "Union", turn=3)  # four points
    act(game, "put-in-cup us_cmd_howard", "put-in-cup us_cmd_slocum")
    assert may(game, "put-in-cup us_cmd_sickles")
    act(game, "put-in-cup us_cmd_meade")
    assert refused(game, "put-in-cup us_cmd_sickles").key == "too-few-points"
    assert may(game, "put-in-cup us_cmd_couch")


@rule("U8.16", "U8.19", "U3.8")
def test_formations_under_a_superior_commander():
    game = choosing(BOTH, "Union", turn=3)
    act(game, "entrust us_cmd_howard us_hooker", "entrust us_cmd_slocum us_hooker")
    assert game.rules.points_left(game, "Union") == 2
    assert refused(game, "entrust us_cmd_meade us_hooker").key == "no-more-formations"
    assert refused(game, "entrust us_cmd_meade us_cmd_couch").key == "no-such-superior"
    act(game, "put-in-cup us_cmd_meade", "put-in-cup us_cmd_couch")
    own = {id for id in game.state.cup if id.startswith("us")}
    assert own == {"us_hooker", "us_cmd_meade", "us_cmd_couch"}
    assert game.state.boxes == {"us_hooker": ("us_cmd_howard", "us_cmd_slocum")}


@rule("U8.18")
def test_a_superior_acts_on_alternate_turns():
    game = choosing(BOTH, "Union", turn=4, last_used={"us_hooker": 3})
    assert refused(game, "entrust us_cmd_howard us_hooker").key == "every-other-turn"
    game = choosing(BOTH, "Union", turn=8, last_used={"us_hooker": 6})
    assert may(game, "entrust us_cmd_howard us_hooker")


@rule("U8.6")
def test_a_formation_that_passes_does_not_act_this_turn():
    game = scene({**BOTH, "cs_posey": "2924"}, "us_cmd_slocum", "cs_cmd_anderson", dice=(0,))
    assert happened(game, Drawn)[0].item == "us_cmd_slocum"
    act(game, "pass-activation")
    assert asked(game) == "CSA Activation.place"
    assert game.state.drawn == ("us_cmd_slocum", "cs_cmd_anderson")
    act(game, "pass-activation")
    assert game.state.turn == 8


@rule("U8.7", "U8.11")
def test_a_commander_takes_one_independent_unit_along():
    pieces = {"us_zook": "3420", "us_devin": "3420", "us_nylight": "3419", "us_candy": "3419", "cs_whflee": "0140"}
    game = scene(pieces, "us_cmd_couch")
    act(game, "place-command 3420")
    assert offered(game, "take-along") == {"us_devin", "us_nylight"}
    act(game, "take-along us_devin")
    assert game.state.active == {"us_zook", "us_devin"}
    assert refused(game, "take-along us_nylight").key == "one-unit-at-most"
    assert refused(game, "march-unit us_candy").cites == ("U8.1",)


@rule("U8.11", "U8.21")
def test_who_has_acted_does_not_act_again():
    pieces = {"cs_lane": "2321", "cs_oneal": "2321", "cs_nelson": "2321", "us_devin": "0101", "cs_whflee": "0140"}
    game = scene(pieces, "cs_cmd_hill", "cs_cmd_rodes", dice=(0,))
    act(game, "place-command 2321", "take-along cs_nelson", "end-marches", "place-command 2321")
    assert "cs_nelson" not in offered(game, "take-along")
    assert refused(game, "take-along cs_nelson").cites == ("U8.11", "U8.21")
    for acted, able in (([], True), (["cs_lane"], False)):
        game = scene({"cs_lane": "2321", **FAR}, "cs_independent", acted=acted)
        assert may(game, "place-command 2321") is able


@rule("U8.8", "U8.9")
def test_where_a_counter_is_placed():
    game = scene({"cs_kershaw": "4022", "cs_wofford": "4023", "us_wheaton": "4122", **FAR}, "cs_cmd_mclaws")
    assert may(game, "place-command 4123")
    assert may(game, "place-command 4024")
    assert not may(game, "place-command 4025"), "two hexes away"
    assert refused(game, "place-command 4122").key == "not-near-its-units"
    assert refused(game, "place-command 4220").cites == ("U8.8", "U8.9")


@rule("U8.9")
def test_the_radius_does_not_cross_a_river_without_a_pontoon():
    pieces = {"us_brown": "4325", "us_grant": "4424", **FAR}
    for pontoons, active in (({}, {"us_grant"}), ({"4325-4424": "Union"}, {"us_grant", "us_brown"})):
        game = scene(pieces, "us_cmd_sedgwick", turn=16, pontoons=pontoons)
        act(game, "place-command 4424")
        assert game.state.active == active
    for rain, active in ((False, {"us_tyler", "us_barnes"}), (True, {"us_tyler"})):  # Ely's Ford
        game = scene({"us_tyler": "1815", "us_barnes": "1816", **FAR}, "us_cmd_meade", rain=rain)
        act(game, "place-command 1815")
        assert game.state.active == active


@rule("U8.9")
def test_the_radius_goes_around_the_enemy_or_not_at_all():
    """Howard in 4426 with the river behind: Confederates in all three hexes before him shut him in."""
    pieces = {"us_vongilsa": "4426", "us_mclean": "4428", "cs_gordon": "4326", "cs_hoke": "4327", **FAR}
    for smith, active in (("4427", {"us_vongilsa"}), ("4127", {"us_vongilsa", "us_mclean"})):
        game = scene({**pieces, "cs_smith": smith}, "us_cmd_howard")
        act(game, "place-command 4426")
        assert game.state.active == active


@rule("U8.1", "U8.10", "U3.7")
def test_units_out_of_the_radius_do_not_act_and_those_in_it_stay_active():
    game = scene({"us_barnes": "2321", "us_ayres": "2816", **FAR}, "us_cmd_meade")
    act(game, "place-command 2321")
    assert game.state.active == {"us_barnes"}
    assert refused(game, "march-unit us_ayres").key == "not-active"
    assert verdict(game, "march-unit us_candy") == ("no-unit-of-yours-here", "U8.1")  # not on the map
    act(game, "march-unit us_barnes", "march-to 2421", "halt")
    assert verdict(game, "take-along us_barnes") == ("the-activation-has-begun", "U8.10")


@rule("U8.12")
def test_stuarts_cavalry_instead_of_an_independent_unit():
    pieces = {"cs_lane": "2321", "cs_flee": "2321", "cs_brown": "2321", "cs_mcintosh": "2321", "us_devin": "0101"}
    game = scene(pieces, "cs_jackson", boxes={"cs_jackson": ["cs_cmd_hill"]})
    act(game, "place-command 2321")
    assert game.state.active == {"cs_lane", "cs_brown", "cs_mcintosh"}
    act(game, "take-along cs_flee")
    assert offered(game, "leave-out") == {"cs_brown", "cs_mcintosh"}
    act(game, "leave-out cs_brown")
    assert game.state.active == {"cs_lane", "cs_flee", "cs_mcintosh"}
    game = scene(
        {"cs_lane": "2321", "cs_flee": "2321", "us_devin": "0101"}, "cs_jackson", boxes={"cs_jackson": ["cs_cmd_hill"]}
    )
    act(game, "place-command 2321", "take-along cs_flee")
    assert game.state.active == {"cs_lane", "cs_flee"}, "there is nobody to leave out"


@rule("U8.13", "U8.14", "U8.15")
def test_detach():
    pieces = {"us_vongilsa": "2021", "us_graham": "2121", "us_ward": "2121", **FAR}
    game = scene(pieces, "us_cmd_howard", "us_cmd_sickles", dice=(0,))
    act(game, "place-command 2021", "detach 2121")
    assert game.state.active == {"us_vongilsa", "us_graham", "us_ward"}
    assert refused(game, "detach 2021").key == "detach-used"
    act(game, "end-marches", "place-command 2121")
    assert game.state.active == frozenset()


@rule("U8.13", "U12.3")
def test_detach_may_wait_for_the_bombardment():
    """Carter is another division's: the marker comes when Walker has fired, and Carter may fire at once."""
    pieces = {"cs_walker": "1612", "cs_carter": "1513", "cs_oneal": "1514", "us_vongilsa": "1512", "us_mclean": "1413", **FAR}
    shaken = {"cs_andrews": {"hex": "1613", "states": ["disorganised"]}}
    game = scene({**pieces, **shaken}, "cs_cmd_hill", dice=(1, 1))
    act(game, "place-command 1612", "end-marches", "shell 1512 troops", "no-works")
    assert offered(game, "detach") == {"1513"}
    assert verdict(game, "detach 1514") == ("no-guns-to-detach", "U8.13")
    assert verdict(game, "detach 1511") == ("nobody-to-detach", "U8.13", "U8.15")
    assert verdict(game, "detach 1613") == ("no-guns-to-detach", "U8.13"), "guns in disorder do not bombard"
    act(game, "detach 1513")
    assert game.state.detached == {"CSA": "1513"}
    act(game, "shell 1413 troops", "no-works")
    assert [event.units for event in happened(game, Bombarded)] == [("cs_walker",), ("cs_carter",)]


@rule("U8.13")
def test_detach_may_wait_for_the_attacks():
    pieces = {"cs_lane": "1511", "cs_doles": "1611", "cs_oneal": "1510", "us_vongilsa": "1512", **FAR}
    game = scene(pieces, "cs_cmd_hill")
    act(game, "place-command 1511", "end-marches")
    assert asked(game) == "CSA Declaration.declare"
    assert verdict(game, "detach 1510") == ("nobody-to-attack-with", "U8.13")
    act(game, "detach 1611")
    assert {text.split()[0] for text in offered(game, "charge")} == {"cs_lane", "cs_doles"}


@rule("U8.13")
def test_detach_is_not_used_with_independent():
    game = scene({"us_vongilsa": "2021", "us_graham": "2121", **FAR}, "us_independent")
    act(game, "place-command 2021")
    assert refused(game, "detach 2121").key == "no-detach-with-independent"


@rule("U8.17", "U3.10")
def test_a_superior_activates_his_formations_and_all_independent_units():
    pieces = {"us_candy": "2321", "us_vongilsa": "2421", "us_us": "2321", "us_nylight": "2422", "us_barnes": "2321", **FAR}
    game = scene(pieces, "us_hooker", boxes={"us_hooker": ["us_cmd_howard", "us_cmd_slocum"]})
    act(game, "place-command 2321")
    assert game.state.active == {"us_candy", "us_vongilsa", "us_us", "us_nylight"}


@rule("U8.20", "U8.21")
def test_independent_activates_three_units_of_any_formation():
    pieces = {"us_graham": "4220", "us_ward": "4221", "us_candy": "4120", "us_zook": "4220", **FAR}
    game = scene(pieces, "us_independent")
    act(game, "place-command 4220", "take-along us_graham", "take-along us_candy", "take-along us_ward")
    assert refused(game, "take-along us_zook").key == "three-units-at-most"
    assert game.state.active == {"us_graham", "us_candy", "us_ward"}


@rule("U8.20")
def test_both_independent_counters_are_in_the_cup_every_turn():
    game = choosing(BOTH, turn=5)
    act(game, "close-cup")
    assert game.state.cup == ("cs_independent",)


@rule("U3.9")
def test_the_cup_is_hidden_but_its_number_is_not():
    game = choosing(BOTH, "Union", turn=3)
    act(game, "put-in-cup us_cmd_meade")
    view = game.view("CSA")
    assert "us_cmd_meade" not in str(view)
    assert view["position"]["numbers"]["cup"] == {"Union": 0, "CSA": 1}, "the Union has not closed its cup"
    assert "us_cmd_meade" in str(game.view("Union")["position"]["cup"])
    picture = game.rules.picture(game, "Union")
    assert picture is not None
    trays = {tray.title: [counter.id for counter in tray.counters] for tray in picture.trays}
    assert trays["Union, in the cup"] == ["us_cmd_meade"]
    assert set(trays["Union, formations not chosen"]) == {
        f"us_cmd_{name}" for name in ("reynolds", "couch", "sickles", "sedgwick", "howard", "slocum")
    }
    assert trays["Confederate, in the cup"] == ["CSA-cup-0"]
    assert "Confederate, formations not chosen" not in trays


@rule("U3.9")
def test_formations_under_a_superior_are_hidden_until_he_is_drawn():
    game = choosing(BOTH, "Union", turn=3, dice=(1,))  # Meade is drawn
    act(game, "entrust us_cmd_howard us_hooker", "entrust us_cmd_slocum us_hooker", "put-in-cup us_cmd_meade")
    act(game, "close-cup")
    seen = game.view("CSA")["position"]
    assert seen["numbers"] == {"cup": {"Union": 2, "CSA": 1}, "boxes": {"Union": [2], "CSA": []}}
    assert "boxes" not in seen
    assert game.view("Union")["position"]["boxes"] == {"us_hooker": ["us_cmd_howard", "us_cmd_slocum"]}
    game = choosing(BOTH, "Union", turn=3, dice=(1,))  # Hooker is drawn
    act(game, "entrust us_cmd_howard us_hooker", "close-cup")
    seen = game.view("CSA")["position"]
    assert seen["boxes"] == {"us_hooker": ["us_cmd_howard"]}
    assert seen["numbers"]["boxes"] == {"Union": [], "CSA": []}


@rule("U18.3")
def test_corps_that_are_held_back():
    pieces = {"us_brown": "4325", "us_phelps": "4426", "us_sully": "4019", **FAR}
    game = choosing(pieces, "Union", turn=13)
    assert verdict(game, "put-in-cup us_cmd_sedgwick") == ("still-held-back", "U18.3")
    assert refused(game, "put-in-cup us_cmd_couch").key == "still-held-back"  # nobody but Gibbon's
    assert may(game, "put-in-cup us_cmd_reynolds")
    game = choosing(pieces, "Union", turn=14)
    assert may(game, "put-in-cup us_cmd_sedgwick")
    game = choosing(pieces, "Union", turn=5)
    assert refused(game, "put-in-cup us_cmd_reynolds").key == "still-held-back"


@rule("U18.3", "U8.20")
@pytest.mark.parametrize(("turn", "able"), [(13, False), (14, True)])
def test_independent_is_not_placed_beside_who_is_held_back(turn: int, able: bool):
    game = scene({"us_brown": "4325", **FAR}, "us_independent", turn=turn)
    assert may(game, "place-command 4325") is able
    assert may(game, "place-command 0101"), "Devin may act"


@rule("U18.4")
def test_a_bombardment_releases_all_that_are_held_back():
    pieces = {"us_sully": "4019", "us_brown": "4325", "cs_alexander": "4021", "cs_whflee": "0140"}
    game = scene(pieces, "cs_independent", dice=(1,), turn=2)
    act(game, "place-command 4021", "take-along cs_alexander", "end-marches", "shell 4019 troops", "no-works")
    assert game.state.turn == 3
    assert game.state.released >= {"I", "VI", "Gibbon"}
    act(game, "close-cup")
    assert may(game, "put-in-cup us_cmd_sedgwick")


@rule("U18.4")
def test_a_bombardment_of_others_releases_nobody():
    game = scene({"us_candy": "4019", "cs_alexander": "4021", "cs_whflee": "0140"}, "cs_independent", dice=(1,), turn=2)
    act(game, "place-command 4021", "take-along cs_alexander", "end-marches", "shell 4019 troops", "no-works")
    assert game.state.turn == 3
    assert game.state.released == set()


@rule("U19.5")
@pytest.mark.parametrize(("unit", "released"), [("us_zook", {"II"}), ("us_candy", set())])
def test_couch_may_act_on_the_turn_after_a_bombardment(unit: str, released: set[str]):
    pieces = {unit: "2923", "us_brooke": "2319", "cs_alexander": "2924"}
    game = scene(pieces, "cs_independent", dice=(1,), turn=6, scenario="lee-moves")
    act(game, "place-command 2924", "take-along cs_alexander", "end-marches", "shell 2923 troops", "no-works")
    assert game.state.turn == 7
    assert game.state.released == released
    act(game, "close-cup")
    assert may(game, "put-in-cup us_cmd_couch") == bool(released)


@rule("U19.4", "U19.5")
def test_couch_waits_until_he_is_attacked():
    game = begin("lee-moves")
    act(game, "close-cup")
    assert offered(game, "put-in-cup") == {"us_cmd_meade", "us_cmd_slocum"}
    assert verdict(game, "put-in-cup us_cmd_couch") == ("still-held-back", "U19.5")
    assert refused(game, "entrust us_cmd_meade us_hooker").key == "no-such-superior"


@rule("U19.10")
def test_jackson_begins():
    game = begin("jackson-attack", dice=(0,))
    act(game, "close-cup")
    for command in ("hill", "rodes", "colston"):
        act(game, f"entrust cs_cmd_{command} cs_jackson")
    act(game, "close-cup")
    assert asked(game) == "CSA Activation.place"
    assert game.state.command == "cs_jackson"
    assert happened(game, Drawn) == []
    jackson = game.rules.commands["cs_jackson"]
    assert game.rules.turns_running(game, jackson) == (13, 14)
    game = scene({"cs_lane": "1320", "us_candy": "2322"}, phase="formations", scenario="jackson-attack", turn=14, dice=(1,))
    act(game, "close-cup", "entrust cs_cmd_hill cs_jackson", "close-cup")
    assert len(happened(game, Drawn)) == 1, "on the second turn he is drawn as all are"


@rule("U19.10")
def test_jackson_cannot_be_left_out_on_turn_13():
    """A formation is kept for him, and he does not pass; he is free to on turn 14, when he is drawn."""
    game = begin("jackson-attack", dice=(0,))
    act(game, "close-cup")
    assert verdict(game, "close-cup") == ("begins-the-scenario", "U19.10")
    act(game, "put-in-cup cs_cmd_hill")
    assert verdict(game, "put-in-cup cs_cmd_rodes") == ()
    act(game, "put-in-cup cs_cmd_colston")
    assert verdict(game, "put-in-cup cs_cmd_rodes") == ("begins-the-scenario", "U19.10")
    assert verdict(game, "close-cup") == ("begins-the-scenario", "U19.10")
    act(game, "entrust cs_cmd_rodes cs_jackson", "close-cup")
    assert asked(game) == "CSA Activation.place"
    assert game.state.command == "cs_jackson"
    assert verdict(game, "pass-activation") == ("begins-the-scenario", "U19.10")
    act(game, f"place-command {where(game, 'cs_oneal')}")
    assert "cs_oneal" in game.state.active
    pieces = {"cs_lane": "1320", "us_candy": "2322"}
    boxes = {"cs_jackson": ["cs_cmd_hill"]}
    game = scene(pieces, "cs_jackson", scenario="jackson-attack", turn=14, boxes=boxes)
    assert verdict(game, "pass-activation") == ()
    game = scene(pieces, phase="formations", scenario="jackson-attack", turn=14)
    act(game, "close-cup")
    assert verdict(game, "close-cup") == ()
    game = scene({"cs_lane": {"box": "lost"}, "us_candy": "2322"}, phase="formations", scenario="jackson-attack", turn=13)
    act(game, "close-cup")
    assert verdict(game, "close-cup") == (), "nobody is left for him to command"


@rule("U19.20", "U19.18")
def test_salem_church_lets_sedgwick_act_for_one_point():
    game = begin("salem-church")
    assert game.rules.cost_of(game, game.rules.commands["us_cmd_sedgwick"]) == 1
    assert game.counter("cs_wilcox").formation == game.counter("us_sully").formation == ""
    assert where(game, "cs_wilcox") == "3321"


# ---------------------------------------------------------------- every reason to refuse


INDEPENDENT = "us_independent"


@rule("U8.7", "U8.9", "U8.11", "U8.12", "U8.17", "U8.20", "U8.21", "U18.3", "U18.10")
@pytest.mark.parametrize(
    ("command", "unit", "fields", "said"),
    [
        ("us_cmd_couch", "us_devin", {}, ()),
        ("us_cmd_couch", "us_skirmisher_1", {}, ("not-a-unit-of-yours", "U8.7")),
        ("us_cmd_couch", "cs_lane", {}, ("nothing-known-of", "U9.26", "U9.1", "U8.10")),
        ("us_cmd_couch", "us_us", {}, ("out-of-radius", "U8.9")),
        ("us_cmd_couch", "us_devin", {"acted": ["us_devin"]}, ("has-acted", "U8.11", "U8.21")),
        ("us_cmd_couch", "us_candy", {}, ("not-under-this-command", "U8.7", "U18.10")),
        ("us_cmd_couch", "us_mcintosh", {"turn": 12}, ("not-under-this-command", "U8.7", "U18.10")),
        ("us_cmd_couch", "us_nylight", {"named": ["us_devin"]}, ("one-unit-at-most", "U8.11", "U8.12")),
        ("us_hooker", "us_barnes", {}, ("not-under-this-command", "U8.12", "U8.17")),
        (INDEPENDENT, "us_candy", {}, ()),
        (INDEPENDENT, "us_us", {}, ("out-of-radius", "U8.20", "U8.9")),
        (INDEPENDENT, "us_brown", {}, ("still-held-back", "U18.3")),
        (INDEPENDENT, "us_brown", {"turn": 16}, ()),
        (INDEPENDENT, "us_candy", {"named": ["us_devin", "us_zook"]}, ()),
        (INDEPENDENT, "us_candy", {"named": ["us_devin", "us_zook", "us_nylight"]}, ("three-units-at-most", "U8.20")),
    ],
)
def test_who_is_taken_along(command: str, unit: str, fields: dict[str, Any], said: tuple[str, ...]):
    near = ("zook", "devin", "nylight", "candy", "brown", "mcintosh", "barnes", "skirmisher_1")
    pieces = {f"us_{name}": "3420" if place % 2 else "3419" for place, name in enumerate(near)}
    game = scene(
        {**pieces, "us_us": "0903", "cs_lane": "2321", "cs_whflee": "0140"},
        command,
        **{"boxes": {"us_hooker": ["us_cmd_couch"]}, **fields},
    )
    act(game, "place-command 3419")
    assert verdict(game, f"take-along {unit}") == said


@rule("U8.13", "U8.14", "U8.15", "U8.9")
@pytest.mark.parametrize(
    ("hex", "fields", "said"),
    [
        ("2121", {}, ()),
        ("2121", {"detached": {"CSA": "1514"}}, ()),
        ("2121", {"detached": {"Union": "1514"}}, ("detach-used", "U8.14")),
        ("0914", {}, ("hex-out-of-radius", "U8.13", "U8.9")),
        ("2021", {"acted": ["us_vongilsa"]}, ("nobody-to-detach", "U8.13", "U8.15")),
        ("2120", {}, ("nobody-to-detach", "U8.13", "U8.15")),
        ("2121", {"acted": ["us_graham"]}, ()),
        ("2121", {"acted": ["us_graham", "us_ward"]}, ("nobody-to-detach", "U8.13", "U8.15")),
    ],
)
def test_where_detach_is_placed(hex: str, fields: dict[str, Any], said: tuple[str, ...]):
    pieces = {"us_vongilsa": "2021", "us_mclean": "1921", "us_graham": "2121", "us_ward": "2121", "us_candy": "0914", **FAR}
    game = scene(pieces, "us_cmd_howard", **fields)
    act(game, "place-command 2021")
    assert verdict(game, f"detach {hex}") == said


@rule("U8.1", "U8.2", "U8.4", "U8.6", "U8.16", "U8.18", "U3.7", "U3.8", "U17.12", "U18.3")
@pytest.mark.parametrize(
    ("action", "fields", "said"),
    [
        ("put-in-cup us_cmd_slocum", {}, ()),
        ("put-in-cup us_hooker", {}, ("no-formation-of-its-own", "U8.16")),
        ("put-in-cup us_cmd_slocum", {"cup": ["us_cmd_slocum"]}, ("chosen-already", "U8.6")),
        ("put-in-cup us_cmd_slocum", {"drawn": ["us_cmd_slocum"]}, ("chosen-already", "U8.6")),
        ("put-in-cup us_cmd_slocum", {"boxes": {"us_hooker": ["us_cmd_slocum"]}}, ("chosen-already", "U8.6")),
        ("put-in-cup us_cmd_sickles", {}, ("no-units-to-command", "U8.1")),
        ("put-in-cup us_cmd_sedgwick", {}, ("still-held-back", "U18.3")),
        ("put-in-cup us_cmd_sedgwick", {"released": ["VI"]}, ()),
        ("put-in-cup cs_cmd_hill", {}, ("no-such-command", "U3.7")),
        ("entrust us_cmd_slocum us_hooker", {}, ()),
        ("entrust us_cmd_slocum us_cmd_couch", {}, ("no-such-superior", "U3.8")),
        ("entrust us_cmd_slocum cs_lee", {}, ("no-such-command", "U3.8")),
        ("entrust us_cmd_slocum us_hooker", {"wounded": ["us_hooker"]}, ("was-wounded", "U17.12")),
        ("entrust us_cmd_slocum us_hooker", {"wounded": ["cs_jackson"]}, ()),
        ("entrust us_cmd_slocum us_hooker", {"last_used": {"us_hooker": 2}}, ("every-other-turn", "U8.18")),
        ("entrust us_cmd_slocum us_hooker", {"last_used": {"us_hooker": 1}}, ()),
        ("entrust us_cmd_slocum us_hooker", {"last_used": {"us_hooker": 2}, "effects": {"great-offensive": "1"}}, ()),
        ("entrust us_cmd_slocum us_hooker", {"boxes": {"us_hooker": ["us_cmd_howard"]}}, ()),
        (
            "entrust us_cmd_slocum us_hooker",
            {"boxes": {"us_hooker": ["us_cmd_howard", "us_cmd_meade"]}},
            ("no-more-formations", "U8.16", "U3.8"),
        ),
    ],
)
def test_who_is_chosen_and_by_whom(action: str, fields: dict[str, Any], said: tuple[str, ...]):
    game = choosing({**BOTH, "us_brown": "4325"}, "Union", turn=3, **fields)
    assert verdict(game, action) == said
