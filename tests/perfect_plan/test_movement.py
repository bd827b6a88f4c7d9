"""Step 4: impulses, marches, rivers, stacking, exchanges, trenches, control."""

import pytest

import grognard
from grognard.games.chancellorsville.perfect_plan.events import Entrenched, Exchanged, ImpulseBegan, Marched, TrenchGone
from tests.marks import rule
from tests.perfect_plan.table import act, asked, happened, may, offered, plan, refused, trenches, where

FAR = {"kellys_ford": "I"}
NEAR = {"bowling_green": "Early"}

# ---------------------------------------------------------------- impulses


def test_what_actions_take_of_the_moves_of_an_impulse():
    rules = plan(FAR, NEAR).rules
    texts = ("march AoP_I germanna_ford", "exchange AoP_I AoP_II", "entrench kellys_ford", "fight kellys_ford", "end-impulse")
    assert [rules.moves_for(rules.vocabulary.parse(text)) for text in texts] == [1, 1, 1, 2, 0]


@rule("P4a")
def test_the_moves_of_the_four_impulses():
    game = plan(FAR, NEAR)
    act(game, *["end-impulse"] * 7)
    begun = [(event.side, event.impulse, event.moves) for event in happened(game, ImpulseBegan)]
    assert begun == [
        ("ANV", 1, 3),
        ("AoP", 2, 4),
        ("ANV", 2, 4),
        ("AoP", 3, 3),
        ("ANV", 3, 3),
        ("AoP", 4, 2),
        ("ANV", 4, 2),
    ]


@rule("P4a")
def test_an_army_that_has_made_its_moves_can_do_no_more():
    game = plan({"elys_ford": "I II III V"}, NEAR, impulse=2)
    for unit in ("I", "II", "III", "V"):
        assert game.actors == ("AoP",)
        act(game, f"march {unit} richardsville")
    assert game.actors == ("ANV",)
    assert game.state.moves == 4


@rule("P4b")
def test_a_unit_moves_one_area_in_an_impulse():
    game = plan({"elys_ford": "V"}, {"guineys_station": "Stuart"})
    act(game, "march V chancellorsville")
    assert refused(game, "march V zoan_church").cites == ("P4b",)
    assert refused(game, "march V hartwood_church").key == "unit-has-moved"
    assert offered(game, "march") == set()


@rule("P4b")
def test_a_unit_moves_only_to_an_area_that_touches_its_own():
    game = plan(FAR, {"guineys_station": "Stuart"}, moving="ANV")
    assert refused(game, "march Stuart fredericksburg").key == "areas-do-not-touch"
    assert refused(game, "march Stuart nowhere").key == "no-such-area"
    assert refused(game, "march AoP-I richardsville").key == "nothing-known-of"
    assert offered(game, "march") == {
        "Stuart hamiltons_crossing",
        "Stuart massaponax",
        "Stuart thornburg",
        "Stuart moss_neck",
        "Stuart bowling_green",
    }


@rule("P4b")
def test_a_unit_may_move_in_all_four_impulses():
    game = plan(FAR, {"guineys_station": "Stuart"}, moving="ANV")
    for area in ("massaponax", "salem_church", "zoan_church", "chancellorsville"):
        act(game, f"march Stuart {area}", "end-impulse")
        if game.actors == ("AoP",):
            act(game, "end-impulse")
    assert where(game, "ANV-Stuart") == "chancellorsville"


@rule("P4c")
def test_movement_is_voluntary_and_moves_not_made_are_lost():
    game = plan({"elys_ford": "V XI"}, NEAR)
    act(game, "march V chancellorsville")
    assert game.state.moves == 2
    act(game, "end-impulse", "end-impulse")
    assert (game.actors, game.state.impulse, game.state.moves) == (("AoP",), 2, 4)


@rule("P4d")
def test_rivers_are_crossed_only_at_the_arrows():
    game = plan({"banks_ford": "V"}, NEAR)
    assert refused(game, "march V zoan_church").cites == ("P4d",)
    assert refused(game, "march V fredericksburg").key == "no-arrows-here"
    act(game, "march V salem_church")
    assert where(game, "AoP-V") == "salem_church"


@rule("P4d")
@pytest.mark.parametrize(
    ("north", "south"),
    [
        ("kellys_ford", "richardsville"),
        ("hartwood_church", "elys_ford"),
        ("germanna_ford", "wilderness"),
        ("elys_ford", "chancellorsville"),
        ("united_states_ford", "chancellorsville"),
        ("banks_ford", "salem_church"),
        ("falmouth", "fredericksburg"),
        ("franklins_crossing", "hamiltons_crossing"),
    ],
)
def test_the_eight_crossings(north: str, south: str):
    assert may(plan({north: "V"}, NEAR), f"march V {south}")
    assert may(plan({south: "V"}, NEAR), f"march V {north}")


@rule("P4d")
@pytest.mark.parametrize(
    ("north", "south"),
    [
        ("kellys_ford", "elys_ford"),
        ("united_states_ford", "elys_ford"),
        ("united_states_ford", "zoan_church"),
        ("banks_ford", "fredericksburg"),
        ("franklins_crossing", "fredericksburg"),
        ("white_oak_church", "moss_neck"),
        ("elys_ford", "wilderness"),
        ("germanna_ford", "mine_run"),
        ("richardsville", "mine_run"),
    ],
)
def test_no_other_border_of_a_river_is_crossed(north: str, south: str):
    assert refused(plan({north: "V"}, NEAR), f"march V {south}").key == "no-arrows-here"
    assert refused(plan({south: "V"}, NEAR), f"march V {north}").key == "no-arrows-here"


# ---------------------------------------------------------------- stacking


@rule("P-D1a", "P4e")
def test_a_fifth_unit_cannot_enter():
    game = plan({"elys_ford": "I II III V", "richardsville": "XI"}, NEAR)
    assert refused(game, "march XI elys_ford").cites[:2] == ("P-D1a", "P4e")
    act(game, "march V germanna_ford", "march XI elys_ford")
    assert len(game.units_in("AoP", "elys_ford")) == 4


@rule("P-D1b", "P4f")
def test_each_army_has_its_own_limit_in_an_area():
    game = plan({"falmouth": "I II III V"}, {"fredericksburg": "Hill Rodes Early Lee"}, impulse=2)
    for unit in ("I", "II", "III"):
        act(game, f"march {unit} fredericksburg")
    here = [len(game.units_in(army, "fredericksburg")) for army in ("AoP", "ANV")]
    assert here == [3, 4]
    assert game.contested() == ["fredericksburg"]
    assert asked(game) == ("AoP", "MovementPhase.part")  # no combat is forced at that moment
    act(game, "march V fredericksburg")
    assert len(game.units_in("AoP", "fredericksburg")) == 4


@rule("P-D1b")
def test_after_all_combats_only_one_army_is_in_an_area():
    aop, anv = {"zoan_church": "V", "salem_church": "XI"}, {"zoan_church": "Hill", "salem_church": "Rodes", "massaponax": "Lee"}
    game = plan(aop, anv, phase="combat", dice=(6, 1, 6, 1))
    act(game, "take zoan_church")
    assert game.contested() == []
    assert game.state.turn == 3


@rule("P-D1c")
def test_trenches_do_not_count_for_stacking():
    game = plan(
        FAR,
        {"fredericksburg": "Hill Rodes Early", "salem_church": "Lee McLaws"},
        trenches=trenches(ANV="fredericksburg"),
        moving="ANV",
    )
    act(game, "march Lee fredericksburg")
    assert len(game.units_in("ANV", "fredericksburg")) == 4
    assert game.state.trenches["ANV"] == {"fredericksburg"}
    assert refused(game, "march McLaws fredericksburg").key == "area-full"  # a fifth unit does count


@rule("P-D11a")
def test_commanders_and_small_units_are_units_trenches_are_not():
    game = plan({"falmouth": "Hooker I II small-1", "banks_ford": "V"}, NEAR)
    assert refused(game, "march V falmouth").key == "area-full"
    game = plan({"falmouth": "Hooker I small-1", "banks_ford": "V"}, NEAR, trenches=trenches(AoP="falmouth"))
    assert may(game, "march V falmouth")
    counters = game.rules.counters.values()
    assert {counter.id for counter in counters if counter.is_commander} == {
        "AoP-Hooker",
        "ANV-Lee",
        "ANV-Jackson",
        "ANV-Longstreet",
    }
    assert all(counter.is_small == ("small" in counter.id) for counter in counters)


# ---------------------------------------------------------------- enemies


@rule("P4f")
def test_whoever_enters_an_area_of_enemies_is_the_attacker():
    game = plan({"chancellorsville": "V XI"}, {"zoan_church": "Hill Rodes Lee", "salem_church": "Early"})
    act(game, "march V zoan_church", "march XI zoan_church")
    assert game.state.attackers == {"zoan_church": "AoP"}
    act(game, "end-impulse", "march Early zoan_church")
    assert refused(game, "march Lee fredericksburg").key == "areas-do-not-touch"
    assert game.state.attackers == {"zoan_church": "AoP"}
    assert len(game.units_in("ANV", "zoan_church")) == 4


@rule("P4f")
def test_the_attacker_is_forgotten_when_the_area_is_no_longer_contested():
    game = plan({"chancellorsville": "V I"}, {"zoan_church": "Hill"})
    act(game, "march V zoan_church", "end-impulse", "end-impulse", "march V chancellorsville", "end-impulse")
    assert game.state.attackers == {}
    act(game, "march Hill chancellorsville")
    assert game.state.attackers == {"chancellorsville": "ANV"}


@rule("P4g")
def test_out_of_a_contested_area_a_unit_goes_only_to_friends():
    aop = {"zoan_church": "V XI", "chancellorsville": "I"}
    game = plan(aop, {"zoan_church": "Hill"})
    assert refused(game, "march V spotsylvania").cites == ("P4g",)
    ways_out = {order for order in offered(game, "march") if order.startswith(("V ", "XI "))}
    assert ways_out == {"V chancellorsville", "XI chancellorsville"}
    act(game, "march V chancellorsville")
    assert where(game, "AoP-V") == "chancellorsville"


@rule("P4g")
def test_own_units_make_an_area_friendly_though_the_enemy_controls_it():
    aop, anv = {"zoan_church": "V", "chancellorsville": "I"}, {"zoan_church": "Hill", "chancellorsville": "Rodes"}
    game = plan(aop, anv)
    assert game.controller("chancellorsville") == "ANV"
    assert offered(game, "march") == {"V chancellorsville", "I zoan_church", "I elys_ford", "I united_states_ford"}


@rule("P4g")
def test_an_empty_area_of_the_own_flag_is_friendly():
    game = plan({"zoan_church": "V"}, {"zoan_church": "Hill"}, moving="ANV")
    assert {"Hill spotsylvania", "Hill salem_church", "Hill chancellorsville", "Hill catharine_furnace"} == offered(
        game, "march"
    )


# ---------------------------------------------------------------- exchanges


@rule("P4h")
def test_two_counters_change_places_for_one_move():
    anv = {"zoan_church": "Lee Hill Rodes Early", "salem_church": "Stuart Colston small-1 small-2"}
    game = plan(FAR, anv, moving="ANV")
    act(game, "exchange Hill small-1")
    assert game.state.moves == 2
    assert (where(game, "ANV-Hill"), where(game, "ANV-small-1")) == ("salem_church", "zoan_church")
    assert [len(game.units_in("ANV", area)) for area in anv] == [4, 4]
    assert refused(game, "march Hill massaponax").key == "unit-has-moved"
    assert refused(game, "exchange Rodes small-1").key == "unit-has-moved"
    act(game, "exchange Early Stuart")
    assert game.state.moves == 1


@rule("P4h")
def test_an_exchange_crosses_no_river_without_arrows_and_no_distance():
    game = plan({"banks_ford": "I", "zoan_church": "V", "salem_church": "XI"}, NEAR)
    assert refused(game, "exchange I V").cites == ("P4h", "P4d")
    assert may(game, "exchange I XI")
    game = plan({"falmouth": "I", "zoan_church": "V"}, NEAR)
    assert refused(game, "exchange I V").cites == ("P4h", "P4b")
    assert refused(game, "exchange I I").cites == ("P4h", "P4b")
    assert refused(game, "exchange I ANV-Early").key == "nothing-known-of"


@rule("P4h")
def test_an_exchange_leaves_control_attackers_and_trenches_as_they_were():
    aop, anv = {"zoan_church": "V", "chancellorsville": "I"}, {"zoan_church": "Hill"}
    game = plan(aop, anv, trenches=trenches(AoP="zoan_church chancellorsville"), attackers={"zoan_church": "ANV"})
    act(game, "exchange I V")
    assert where(game, "AoP-I") == "zoan_church"  # the partner's presence satisfies P4g
    assert game.state.attackers == {"zoan_church": "ANV"}
    assert game.state.trenches["AoP"] == {"zoan_church", "chancellorsville"}
    assert game.controller("chancellorsville") == "AoP"
    assert not happened(game, TrenchGone)


@rule("P4h")
def test_an_exchange_is_told_in_the_order_of_the_map():
    for order in ("exchange I V", "exchange V XI"):
        game = plan({"elys_ford": "V", "chancellorsville": "I XI"}, NEAR)
        act(game, order)
        seen = happened(game, Exchanged, "ANV")
        assert seen == [Exchanged("AoP", None, None, "elys_ford", "chancellorsville")]
        assert happened(game, Exchanged, "AoP")[0].unit == "AoP-V"


# ---------------------------------------------------------------- combat inside an impulse


@rule("P4i")
def test_a_combat_takes_the_place_of_two_moves():
    aop, anv = (
        {"fredericksburg": "V", "zoan_church": "XI", "falmouth": "I"},
        {"fredericksburg": "Hill", "zoan_church": "Rodes", "massaponax": "Lee", "spotsylvania": "Early"},
    )
    game = plan(aop, anv, impulse=2, dice=(6, 1, 6, 1))
    act(game, "fight fredericksburg")
    assert (game.actors, game.state.moves) == (("AoP",), 2)
    act(game, "fight zoan_church")
    assert game.actors == ("ANV",)
    game = plan(aop, anv, impulse=4, dice=(6, 1))
    act(game, "fight fredericksburg")
    assert game.actors == ("ANV",)


@rule("P4i", "P-D4")
def test_a_combat_needs_two_moves():
    game = plan({"zoan_church": "V", "falmouth": "I"}, {"zoan_church": "Hill"}, impulse=4)
    assert offered(game, "fight") == {"zoan_church"}
    act(game, "march I aquia_creek")
    assert refused(game, "fight zoan_church").key == "too-few-moves-to-fight"
    assert refused(game, "fight falmouth").key == "nothing-to-fight-for"


@rule("P4i")
def test_who_pays_chooses_any_contested_area_and_units_that_fought_may_still_move():
    game = plan({"chancellorsville": "V I"}, {"zoan_church": "Hill", "spotsylvania": "Lee"}, impulse=2, dice=(6, 1))
    act(game, "march V zoan_church", "fight zoan_church")
    assert where(game, "ANV-Hill") == "eliminated"
    assert refused(game, "march V chancellorsville").key == "unit-has-moved"
    act(game, "march I zoan_church")
    game = plan({"zoan_church": "V"}, {"zoan_church": "Hill"}, moving="ANV", attackers={"zoan_church": "AoP"}, dice=(1, 6))
    act(game, "fight zoan_church")  # the attacker stays AoP, who rolls and loses first
    assert where(game, "AoP-V") == "eliminated"
    act(game, "march Hill spotsylvania")


@rule("P4i")
def test_a_retreat_in_an_impulse_is_no_move():
    aop = {"zoan_church": "V", "chancellorsville": "I"}
    game = plan(aop, {"zoan_church": "Hill Rodes"}, dice=(1, 6, 6))
    act(game, "fight zoan_church")
    assert where(game, "AoP-V") == "eliminated"
    game = plan(aop | {"zoan_church": "V XI"}, {"zoan_church": "Hill Rodes"}, dice=(1, 1, 6, 1))
    act(game, "fight zoan_church", "lose-unit XI")
    assert where(game, "AoP-V") == "chancellorsville"
    assert may(game, "march V elys_ford")


# ---------------------------------------------------------------- control


@rule("P-D5a")
def test_control_at_the_start_is_by_flags():
    game = plan({"elys_ford": "V"}, NEAR, turn=1)
    assert game.controller("chancellorsville") == "ANV"
    assert game.controller("kellys_ford") == "AoP"
    control = game.view("AoP")["control"]
    assert list(control.values()).count("AoP") == 11
    assert len(control) == 27


@rule("P-D5b")
def test_an_area_is_taken_at_once_by_whoever_is_alone_in_it():
    game = plan({"elys_ford": "small-1"}, NEAR)
    act(game, "march small-1 chancellorsville")
    assert game.controller("chancellorsville") == "AoP"


@rule("P-D5b")
def test_a_contested_area_stays_with_its_last_controller():
    game = plan({"elys_ford": "V"}, {"chancellorsville": "Hill"})
    act(game, "march V chancellorsville")
    assert game.controller("chancellorsville") == "ANV"
    game = plan({"chancellorsville": "V"}, {"zoan_church": "Hill"}, moving="ANV")
    act(game, "march Hill chancellorsville")
    assert game.controller("chancellorsville") == "AoP"


@rule("P-D5c")
def test_an_empty_area_returns_to_its_flag():
    game = plan({"chancellorsville": "V"}, NEAR, trenches=trenches(AoP="chancellorsville"))
    assert game.controller("chancellorsville") == "AoP"
    act(game, "march V elys_ford")
    assert game.controller("chancellorsville") == "ANV"


# ---------------------------------------------------------------- trenches


@rule("P-D10a")
def test_a_trench_takes_the_place_of_a_move_where_there_are_units():
    game = plan({"falmouth": "V"}, NEAR)
    assert refused(game, "entrench banks_ford").cites == ("P-D10a",)
    act(game, "entrench falmouth")
    assert game.state.moves == 2
    assert game.state.trenches["AoP"] == {"falmouth"}
    assert game.state.unbuilt["AoP"] == 4
    assert happened(game, Entrenched) == [Entrenched("AoP", "falmouth")]
    assert may(game, "march V banks_ford")


@rule("P-D10a")
def test_a_contested_area_can_be_entrenched():
    assert may(plan({"zoan_church": "V"}, {"zoan_church": "Hill"}), "entrench zoan_church")


@rule("P-D10b")
def test_one_trench_for_each_army_in_an_area():
    aop, anv = {"fredericksburg": "V"}, {"fredericksburg": "Hill"}
    game = plan(aop, anv, trenches=trenches(ANV="fredericksburg"), moving="ANV")
    assert refused(game, "entrench fredericksburg").cites == ("P-D10b",)
    game = plan(aop, anv, trenches=trenches(ANV="fredericksburg"))
    act(game, "entrench fredericksburg")
    assert game.state.trenches == {"AoP": {"fredericksburg"}, "ANV": {"fredericksburg"}}


@rule("P-D10d")
def test_a_trench_left_alone_is_gone_for_good():
    game = plan({"falmouth": "V"}, NEAR, trenches={"AoP": {"areas": ["falmouth"], "left": 4}})
    act(game, "march V banks_ford")
    assert game.state.trenches["AoP"] == frozenset()
    assert game.state.unbuilt["AoP"] == 4
    assert [type(event) for event in game.events("ANV")[-2:]] == [Marched, TrenchGone]


@rule("P-D10e")
def test_no_more_trenches_than_an_army_has():
    game = plan({"falmouth": "V", "banks_ford": "I"}, NEAR, trenches={"AoP": {"areas": ["falmouth"], "left": 1}})
    act(game, "entrench banks_ford")
    assert game.state.unbuilt["AoP"] == 0
    game = plan({"falmouth": "V", "banks_ford": "I"}, NEAR, trenches={"AoP": {"areas": ["falmouth"], "left": 0}})
    assert refused(game, "entrench banks_ford").cites == ("P-D10e",)
    assert offered(game, "entrench") == set()
    whole = plan({"falmouth": "V"}, NEAR)
    assert whole.state.unbuilt == {"AoP": 5, "ANV": 6}
    one = plan({"falmouth": "V"}, NEAR, trenches={"AoP": {"areas": ["falmouth"]}})
    assert one.state.unbuilt == {"AoP": 4, "ANV": 6}
    unreadable: tuple[object, ...] = ([], {"Union": {"areas": []}}, {"AoP": {}, "Union": {}})
    for wrong in unreadable:
        with pytest.raises(grognard.GrognardError, match="'trenches' must be an object from army"):
            plan({"falmouth": "V"}, NEAR, trenches=wrong)
    for left in (-1, 5, "four"):
        with pytest.raises(grognard.GrognardError, match="AoP has 5 trenches in all"):
            plan({"falmouth": "V"}, NEAR, trenches={"AoP": {"areas": ["falmouth"], "left": left}})
