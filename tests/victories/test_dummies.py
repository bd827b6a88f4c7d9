"""U9.27 to U9.30: dummies; U3.13: two counter sheets."""

import pytest

from grognard.core.events import Drawn
from grognard.games.chancellorsville.victories.events import DiceCounted
from tests.marks import rule
from tests.victories.table import (
    FAR,
    act,
    asked,
    attack,
    fight_first,
    finish_combat,
    happened,
    offered,
    refused,
    scene,
    until,
    verdict,
    where,
)

DUMMIES = {"dummies": True}


@rule("U9.27", "U9.28", "U5.2")
def test_a_dummy_lies_on_units_and_counts_for_the_limit():
    stack = {"cs_lane": "2321", "cs_heth": "2321", "cs_walker": "2321", "cs_skirmisher_1": "2421"}
    game = scene({**stack, **FAR}, phase="formations", turn=6, options=DUMMIES, dice=(4, 1))
    assert len(game.rules.dummies_left(game, "CSA")) == 6
    act(game, "place-dummy 2321", "place-dummy 2421")
    assert refused(game, "place-dummy 2321").key == "no-room-for-a-dummy"
    assert refused(game, "place-dummy 3023").key == "dummies-need-units"
    assert where(game, "cs_dummy_2") == "2421"
    assert where(game, "cs_dummy_5") == "2321", "any of them, so that nobody can tell from its number how many are out"
    seen = game.view("Union")["position"]
    assert seen["stacks"]["CSA"]["2321"] == 4
    assert "cs_dummy" not in str(game.record("Union"))
    assert "cs_dummy" not in str(game.events("Union"))
    assert [event.item for event in game.events("CSA") if isinstance(event, Drawn)] == ["cs_dummy_5", "cs_dummy_2"]


@rule("U9.28")
def test_a_dummy_is_put_elsewhere_at_the_start_of_a_turn():
    lying = {f"cs_dummy_{number}": "2321" if number < 4 else "2421" for number in range(1, 7)}
    game = scene(
        {"cs_lane": "2321", "cs_heth": "2421", "cs_oneal": "4328", **lying, **FAR},
        phase="formations",
        options=DUMMIES,
        dice=(0,),
    )
    assert refused(game, "place-dummy 4328").key == "no-dummies-left"
    act(game, "remove-dummy 2321", "place-dummy 4328")
    assert where(game, "cs_dummy_1") == "4328"
    assert refused(game, "remove-dummy 2923").cites == ("U9.28",)
    assert "cs_dummy" not in str(game.record("Union"))


@rule("U9.28")
def test_a_dummy_is_taken_off():
    game = scene({"cs_lane": "2321", "cs_dummy_1": "2321", **FAR}, "cs_cmd_hill", options=DUMMIES)
    act(game, "place-command 2321", "remove-dummy 2321")
    assert where(game, "cs_dummy_1") == "available"
    assert refused(game, "remove-dummy 2321").cites == ("U9.28",)


@rule("U9.29")
def test_a_dummy_goes_with_real_units_or_is_taken_off():
    pieces = {"cs_lane": "2321", "cs_dummy_1": "2321", **FAR}
    game = scene(pieces, "cs_cmd_hill", options=DUMMIES)
    act(game, "place-command 2321", "march-stack 2321", "march-to 2421")
    assert where(game, "cs_dummy_1") == "2421"
    game = scene(pieces, "cs_cmd_hill", options=DUMMIES)
    act(game, "place-command 2321")
    assert verdict(game, "march-unit cs_dummy_1") == ("dummies-do-not-march-alone", "U9.29")
    act(game, "march-unit cs_lane", "march-to 2421")
    assert where(game, "cs_dummy_1") == "available"
    game = scene({**pieces, "cs_heth": "2321"}, "cs_cmd_hill", options=DUMMIES)
    act(game, "place-command 2321", "march-stack 2321")
    assert offered(game, "leave-behind") == {"cs_lane", "cs_heth", "cs_dummy_1"}
    act(game, "leave-behind cs_heth")
    assert offered(game, "leave-behind") == {"cs_dummy_1"}, "dummies do not go on alone"
    assert refused(game, "leave-behind cs_lane").cites == ("U13.9", "U9.29")
    game = scene({"us_candy": "1808", "cs_lane": "1710", "cs_dummy_1": "1710", **FAR}, "us_cmd_slocum", options=DUMMIES)
    act(game, "place-command 1808", "march-unit us_candy", "march-to 1709")
    assert asked(game) == "CSA Contact.react"
    goal = next(text for text in offered(game, "break-away"))
    act(game, f"break-away {goal}")
    assert where(game, "cs_dummy_1") == where(game, "cs_lane") == goal.split()[1]


@rule("U9.29")
@pytest.mark.parametrize("advance", ["advance-unit us_candy", "advance-all"])
def test_a_dummy_advances_and_retreats_with_the_units_it_lies_on(advance: str):
    pieces = {"us_candy": "1511", "us_dummy_1": "1511", "cs_lane": {"hex": "1512", "step": 2}, "cs_dummy_1": "1512", **FAR}
    if advance == "advance-all":
        pieces["us_kane"] = "1511"
    game = scene(pieces, "us_cmd_slocum", dice=(6, 6, 6, 1, 1, 1), options=DUMMIES)
    act(game, "place-command 1511", "end-marches")
    attack(game, "1511", "1512")
    until(game, "Combat.advance")
    act(game, "advance-into 1512", advance)
    assert where(game, "us_dummy_1") == where(game, "us_candy") == "1512"
    assert where(game, "cs_dummy_1") == "available"  # nobody is left to retreat with


@rule("U9.29")
def test_a_dummy_stays_where_a_unit_stays():
    pieces = {"us_candy": "1511", "us_kane": "1511", "us_dummy_1": "1511", "cs_lane": {"hex": "1512", "step": 2}, **FAR}
    game = scene(pieces, "us_cmd_slocum", dice=(6, 6, 6, 6, 1, 1, 1), options=DUMMIES)
    act(game, "place-command 1511", "end-marches")
    attack(game, "1511", "1512")
    until(game, "Combat.advance")
    act(game, "advance-into 1512", "advance-unit us_candy")
    assert where(game, "us_dummy_1") == where(game, "us_kane") == "1511"


@rule("U9.29", "U14.54", "U5.2")
def test_a_dummy_does_not_advance_into_a_full_hex():
    brigades = {f"us_{name}": "1411" for name in ("kane", "knipe", "ross")}
    pieces = {**brigades, "us_candy": "1511", "us_dummy_1": "1511", "cs_lane": {"hex": "1512", "step": 2}, **FAR}
    game = scene(pieces, "us_cmd_slocum", dice=(6,) * 6 + (1,) * 4, options=DUMMIES)
    act(game, "place-command 1511", "end-marches", "converge 1512")
    fight_first(game)
    until(game, "Combat.advance")
    act(game, "advance-into 1512", *(f"advance-unit {unit}" for unit in brigades), "advance-unit us_candy")
    assert {where(game, unit) for unit in (*brigades, "us_candy")} == {"1512"}
    assert where(game, "us_dummy_1") == "available"


@rule("U9.29", "U9.27")
def test_a_dummy_that_scatters_alone_is_taken_off():
    pieces = {"us_candy": "1808", "cs_lane": "1710", "cs_heth": "1710", "cs_dummy_1": "1710", **FAR}
    game = scene(pieces, "us_cmd_slocum", options=DUMMIES)
    act(game, "place-command 1808", "march-unit us_candy", "march-to 1709", "scatter 1710")
    goals = sorted(offered(game, "retreat-to"))
    act(game, f"retreat-to {goals[0]}", f"retreat-to {goals[0]}", f"retreat-to {goals[1]}")
    assert where(game, "cs_dummy_1") == "available"
    assert where(game, "cs_lane") == where(game, "cs_heth") == goals[0]


@rule("U9.28", "U5.5")
def test_a_dummy_that_is_too_much_is_taken_off_and_nobody_sees_which():
    stack = {f"us_{name}": "2320" for name in ("candy", "kane", "knipe")}
    game = scene({**stack, "us_dummy_1": "2320", "us_ross": "2321", **FAR}, "us_cmd_slocum", options=DUMMIES)
    act(game, "place-command 2321", "march-unit us_ross", "march-to 2320", "halt", "end-marches", "surplus us_dummy_1")
    assert where(game, "us_dummy_1") == "available"
    assert where(game, "us_ross") == "2320"
    assert "us_dummy" not in str(game.record("CSA"))
    assert "us_dummy" not in str(game.events("CSA"))


@rule("U9.27", "U13.11")
def test_a_dummy_is_no_company_for_a_skirmisher():
    pieces = {"us_candy": "1511", "us_kane": "1511", "cs_skirmisher_1": "1512", "cs_dummy_1": "1512", **FAR}
    game = scene(pieces, "us_cmd_slocum", dice=(1,) * 8, options=DUMMIES)
    act(game, "place-command 1511", "end-marches")
    attack(game, "1511", "1512")
    assert [event.dice for event in happened(game, DiceCounted) if event.army == "CSA"] == [1]


@rule("U9.30")
def test_dummies_absorb_nothing():
    pieces = {"us_candy": "1511", "us_kane": "1511", "cs_lane": "1512", "cs_dummy_1": "1512", **FAR}
    game = scene(pieces, "us_cmd_slocum", dice=(6, 6, 1, 1, 1), options=DUMMIES)
    act(game, "place-command 1511", "end-marches")
    attack(game, "1511", "1512")
    finish_combat(game)
    assert game.piece("cs_lane").step == 1 or where(game, "cs_lane") == "lost"
    assert where(game, "cs_dummy_1") != "lost"


@rule("U3.13")
def test_both_counter_sheets_have_the_same_values():
    """The same combat with either: other drawings, the same numbers and the same losses."""
    found = {}
    for sheet in ("symbols", "soldiers"):
        pieces = {"us_candy": "1511", "us_best": "1511", "us_devin": "1511", "cs_lane": "1512", "cs_whflee": "0140"}
        game = scene(pieces, "us_cmd_slocum", dice=(6, 6, 1, 1, 1, 1), options={"counters": sheet})
        act(game, "place-command 1511", "take-along us_devin", "end-marches", "cease-fire")
        drawn = {counter.id: counter for stack in stacks_of(game) for counter in stack.counters}
        attack(game, "1511", "1512")
        finish_combat(game)
        values = {id: (counter.values, counter.steps) for id, counter in drawn.items()}
        symbols = [drawn[id].symbol for id in ("us_candy", "us_best", "us_devin")]
        found[sheet] = symbols, values, game.position()["pieces"], [str(event) for event in game.happened.since(0)]
    (signs, *one), (arms, *other) = found["symbols"], found["soldiers"]
    assert (signs, arms) == (["unit", "gun_unit", "horse_unit"], ["infantry", "artillery", "cavalry"])
    assert one == other


def stacks_of(game):
    sheet = game.rules.picture(game, "Union").main
    return sheet.stacks


# ---------------------------------------------------------------- what a dummy is not

CENTRES = {"us_davis": "0127", "us_sargent": "2640", "us_mcintosh": "3640", "us_kane": "4340", "us_ross": "4740"}
"""Union units in every Confederate supply centre."""


@rule("U9.27", "U2.2")
@pytest.mark.parametrize(("with_oneal", "winner"), [("cs_dummy_1", None), ("cs_flee", "CSA")])
def test_a_dummy_does_not_hold_a_place_on_turn_14(with_oneal: str, winner: str | None):
    """O'Neal in Chancellorsville is cut off; cavalry with him is in supply, a dummy is nothing."""
    pieces = {"cs_oneal": "2321", with_oneal: "2321", "cs_whflee": "4022", **CENTRES, "us_devin": "0101"}
    game = scene(pieces, "us_independent", turn=14, options=DUMMIES)
    act(game, "pass-activation")
    assert (game.over.winner if game.over else None) == winner


@rule("U9.27", "U2.7")
@pytest.mark.parametrize(("with_candy", "points"), [("us_dummy_1", 0), ("us_devin", 10)])
def test_a_dummy_does_not_score_for_a_place(with_candy: str, points: int):
    pieces = {**FAR, "us_candy": {"hex": "2321", "states": ["out of supply"]}, with_candy: "2321"}
    game = scene(pieces, "us_independent", turn=25, options=DUMMIES)
    act(game, "pass-activation")
    assert game.over is not None
    assert game.rules.points(game)["Chancellorsville"] == points


@rule("U9.27", "U6.6", "U15.3")
@pytest.mark.parametrize(("company", "cut"), [("cs_skirmisher_1", False), ("cs_lane", True)])
def test_a_dummy_does_not_outlive_the_skirmisher_under_it(company: str, cut: bool):
    """At night the skirmisher goes home: its dummy does not go on cutting a road, as a brigade does."""
    pieces = {"us_candy": "4109", company: "4405", "cs_dummy_1": "4405", **FAR}
    game = scene(pieces, phase="night", turn=10, options=DUMMIES)
    until(game, "ChooseFormations.choose")
    assert (where(game, "cs_dummy_1") == "4405") is cut


@rule("U9.27", "U9.29", "U2.8")
def test_a_dummy_that_marches_off_the_map_has_left_nobody():
    """It goes with the brigade, and back into its box; it is not among those who left."""
    pieces = {**FAR, "us_candy": "3640", "us_dummy_1": "3640"}
    game = scene(pieces, "us_cmd_slocum", turn=9, options=DUMMIES)
    act(game, "place-command 3640", "march-stack 3640", "leave-map")
    assert where(game, "us_dummy_1") == "available"
    assert where(game, "us_candy") == "left"
    assert game.state.exits == {"us_candy": "3640"}
    game = scene(pieces, "us_cmd_slocum", turn=9, options=DUMMIES)
    act(game, "place-command 3640", "march-stack 3640", "leave-behind us_dummy_1", "leave-map")
    assert where(game, "us_dummy_1") == "available", "it does not stay alone either"
