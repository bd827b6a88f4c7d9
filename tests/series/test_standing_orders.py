"""Standing orders of the series: what each of them answers in a position."""

from __future__ import annotations

import pytest

from grognard.core.errors import UnknownName
from grognard.core.games import Options
from grognard.core.orders import COMPUTER, check_order, first_in_force, ordered, orders_for
from grognard.games.revolution.series.battle import Battle
from tests.marks import rule
from tests.proving_ground import (
    AMERICAN,
    BRITISH,
    Leader,
    Unit,
    act,
    announce,
    asked,
    choices,
    field,
    labels,
    tactics,
)

CLOSE_COMBAT = "close combat"
ANY_CHIT: Options = {"chits": "any"}


def answer(game: Battle, kind: str, word: str, seat: str = AMERICAN) -> str:
    """What the order of a seat answers to the question it is asked, or nothing."""
    check_order(game.rules.standing_orders(seat), kind, word)
    assert seat in game.actors
    action = ordered(game.seat(seat), {kind: word})
    return str(action) if action is not None else ""


def gun(values: str, hex: str, id: str = "") -> Unit:
    return Unit(values, hex, id, kind="artillery")


def dragoons(hex: str, values: str = "2-0-8") -> Unit:
    return Unit(values, hex, kind="dragoons")


# ---------------------------------------------------------------- fire


@rule("S11.1a", "S11.2c")
@pytest.mark.parametrize(
    ("word", "action"), [("hold", "hold-fire"), ("likeliest", "target buffs"), ("strongest", "target guards")]
)
def test_the_guns_fire_as_ordered(word: str, action: str) -> None:
    game = field(
        [Unit("2-0-4", "1012", "buffs"), Unit("5-0-4", "1213", "guards")],
        [gun("2-0-3", "1013", "gun"), gun("1-0-3", "0913", "galloper")],
        phase="artillery fire",
    )
    assert asked(game) == "artillery-target"
    assert answer(game, "artillery-fire", word) == action


@rule("S11.2c")
def test_every_gun_in_reach_joins_the_fire_that_was_ordered() -> None:
    game = field(
        [Unit("2-0-4", "1011", "buffs")],
        [gun("2-0-3", "1013", "gun"), gun("1-0-3", "0913", "galloper")],
        phase="artillery fire",
        dice=[0],
    )
    act(game, "target buffs")
    assert asked(game) == "gather-guns"
    assert answer(game, "artillery-fire", "hold") == ""  # whoever chose the target himself is asked who fires
    assert answer(game, "artillery-fire", "likeliest") == "add-gun gun"
    act(game, "add-gun gun")
    assert answer(game, "artillery-fire", "likeliest") == "add-gun galloper"


@rule("S10.1a")
@pytest.mark.parametrize(
    ("word", "action"), [("hold", "hold-fire"), ("likeliest", "target dragoons"), ("strongest", "target guards")]
)
def test_the_rifles_fire_as_ordered(word: str, action: str) -> None:
    game = field(
        [Unit("5-0-4", "1010", "guards"), Unit("2-0-8", "1111", "dragoons", kind="dragoons")],
        [Unit("2-0-4", "1011", "rifles", kind="light_infantry", flags=("rifle",))],
        phase="rifle fire",
    )
    assert asked(game) == "rifle-target"
    assert answer(game, "rifle-fire", word) == action


# ---------------------------------------------------------------- close combat


@rule("S12.4a")
@pytest.mark.parametrize(
    ("attack", "defence", "word", "action"),
    [
        ("4-0-4", "2-0-8", "stand", "stand"),
        ("4-0-4", "2-0-8", "ride-off", "withdraw"),
        ("4-0-4", "2-0-8", "ride-off-outnumbered", "withdraw"),
        ("3-0-4", "2-0-8", "ride-off-outnumbered", "stand"),
        ("6-0-4", "3-0-8", "ride-off-outnumbered", "withdraw"),
        ("5-0-4", "3-0-8", "ride-off-outnumbered", "stand"),
    ],
)
def test_cavalry_stands_or_rides_off_as_ordered(attack: str, defence: str, word: str, action: str) -> None:
    game = field([Unit(attack, "1010")], [dragoons("1011", defence)], phase=CLOSE_COMBAT)
    assert asked(game) == "cavalry-withdrawal"
    assert answer(game, "cavalry-withdrawal", word) == action


@rule("S12.23-2a", "S12.23-2c", "S12.23-2d")
@pytest.mark.parametrize(("word", "action"), [("best-morale", "lead steady"), ("weakest", "lead small")])
def test_the_lead_in_defence_is_named_as_ordered(word: str, action: str) -> None:
    defenders = [Unit("3-0-4", "1011", "plain"), Unit("2-2-4", "1011", "steady"), Unit("1-0-4", "1011", "small")]
    game = field([Unit("4-0-4", "1010")], defenders, phase=CLOSE_COMBAT)
    assert asked(game) == "choose-lead"
    assert answer(game, "lead-unit", word) == action


@rule("S12.23-4a", "S12.52b")
def test_a_chit_is_chosen_as_ordered_where_it_is_allowed() -> None:
    game = field([Unit("4-0-4", "1010")], [Unit("3-0-4", "1011")], phase=CLOSE_COMBAT)
    assert asked(game) == "choose-tactics"
    assert answer(game, "tactics", "stand_fast") == "chit stand_fast"
    assert answer(game, "tactics", "commit_reserve") == ""  # no leader is near
    assert ordered(game.seat(BRITISH), {"tactics": "stand_fast"}) is None, "the attacker is asked in his own turn"


@rule("S12.54a")
def test_nobody_is_made_to_choose_a_chit_that_costs_a_penalty() -> None:
    game = field([Unit("4-0-4", "1010")], [Unit("3-0-4", "1011")], phase=CLOSE_COMBAT, options=ANY_CHIT)
    assert "chit commit_reserve" in [str(action) for action in game.actions(AMERICAN)]
    assert answer(game, "tactics", "commit_reserve") == ""
    assert answer(game, "tactics", "skirmish") == "chit skirmish"


@rule("S12.23-6a")
@pytest.mark.parametrize(("die", "action"), [(9, "reroll"), (0, "accept"), (6, "accept")])
def test_momentum_is_spent_on_results_that_harm_one_side_alone(die: int, action: str) -> None:
    game = field(
        [Unit("3-0-4", "1010"), Unit("1-0-4", "0303")],
        [Unit("3-0-4", "1011"), Unit("1-0-4", "0318")],
        phase=CLOSE_COMBAT,
        momentum=(0, 1),
        dice=[die],
    )
    tactics(game)
    assert asked(game) == "spend-momentum"
    assert answer(game, "momentum", "keep") == "accept"
    assert answer(game, "momentum", "if-it-harms-me") == action


@rule("S6.2a", "S6.2b")
@pytest.mark.parametrize(("word", "number"), [("none", 0), ("all", 3)])
def test_momentum_is_returned_for_the_initiative_as_ordered(word: str, number: int) -> None:
    pieces = [Unit("1-0-4", "0303")], [Unit("1-0-4", "0318")]
    game = field(*pieces, phase="initiative", momentum=(3, 0), dice=[1, 5])
    assert asked(game) == "commit-momentum"
    assert answer(game, "initiative", word, BRITISH) == f"commit {number}"
    act(game, "commit 0")
    assert asked(game) == "overrule-initiative"
    assert answer(game, "initiative", word, BRITISH) == "accept"


@rule("S1b")
def test_the_basic_game_has_no_orders_for_momentum() -> None:
    game = field([Unit("1-0-4", "0303")], [Unit("1-0-4", "0318")], options={"game": "basic"})
    kinds = {order.kind for order in game.rules.standing_orders(BRITISH)}
    assert not kinds & {"momentum", "initiative"}
    advanced = field([Unit("1-0-4", "0303")], [Unit("1-0-4", "0318")])
    assert {"momentum", "initiative"} <= {order.kind for order in advanced.rules.standing_orders(BRITISH)}
    assert {"tactics", "retreats", "artillery-fire", "cavalry-withdrawal"} <= kinds


# ---------------------------------------------------------------- what comes of it


@rule("S13.1-DC", "S13.1-L")
@pytest.mark.parametrize(("die", "question", "action"), [(9, "give-up-unit", "give small"), (8, "lose-leader", "give colonel")])
def test_the_weakest_and_the_lowest_are_given_up(die: int, question: str, action: str) -> None:
    units = [Unit("3-0-4", "1011", "plain", reduced="2-0-4"), Unit("1-0-4", "1011", "small")]
    leaders = [Leader("0-0-6", "1011", "general", rank=3), Leader("0-0-6", "1011", "colonel")]
    game = field([Unit("6-2-4", "1010")], [*units, *leaders], phase=CLOSE_COMBAT, dice=[die])
    act(game, "lead plain")
    tactics(game)
    assert asked(game) == question
    assert answer(game, "losses", "least") == action


@rule("S13.1-2b")
def test_the_second_step_is_taken_from_the_weakest() -> None:
    defenders = [Unit("1-0-4", "1011", "lead"), Unit("1-1-4", "1011", "steady"), Unit("1-0-4", "1011", "plain")]
    game = field([Unit("6-2-4", "1010"), Unit("6-0-4", "1111")], defenders, phase=CLOSE_COMBAT, dice=[9])
    announce(game, ("b1", "1011"), ("b2", "1011"))
    act(game, "lead b1", "lead lead")
    tactics(game)
    assert asked(game) == "second-loss"
    assert answer(game, "losses", "least") == "lose-step plain"


@rule("S13.23b")
def test_a_step_is_given_up_before_a_unit() -> None:
    ponds = dict.fromkeys(("1012", "0911", "0912", "1111"), "pond")
    friends = [Unit("4-0-4", "1112"), Unit("1-0-4", "0318")]
    game = field(
        [Unit("6-0-4", "1010")],
        [Unit("4-0-4", "1011", "line", reduced="2-0-4"), *friends],
        phase=CLOSE_COMBAT,
        dice=[6],
        terrain=ponds,
    )
    tactics(game)
    assert asked(game) == "lose-step-or-surrender"
    assert answer(game, "losses", "least") == "lose-step line"


@rule("S13.2", "S13.21b")
@pytest.mark.parametrize(("word", "end"), [("far", "1014"), ("cover", "0914")])
def test_a_unit_retreats_as_ordered(word: str, end: str) -> None:
    game = field(
        [Unit("2-2-4", "1010"), Unit("1-0-4", "0712")],
        [Unit("1-0-4", "1011", "line"), Unit("1-0-4", "0318")],
        phase=CLOSE_COMBAT,
        dice=[6],
        terrain={"0914": "courthouse"},
    )
    announce(game, ("b1", "1011"))
    tactics(game)
    assert asked(game) == "retreat"
    assert {"1014", "0914"} <= set(labels(game))
    assert answer(game, "retreats", word) == f"retreat {end}"


@rule("S12.4b", "S13.2")
def test_the_riders_go_as_they_are_listed() -> None:
    game = field([Unit("4-0-4", "1010")], [dragoons("1011"), dragoons("1011")], phase=CLOSE_COMBAT)
    act(game, "withdraw")
    assert asked(game) == "next-retreat"
    assert answer(game, "retreats", "far") == "take a1"


@rule("S13.26")
@pytest.mark.parametrize(
    ("word", "alone", "action"),
    [
        ("go", False, "follow greene"),
        ("stay", True, "stay"),
        ("with-the-last", True, "follow greene"),
        ("with-the-last", False, "stay"),
    ],
)
def test_leaders_go_along_as_ordered(word: str, alone: bool, action: str) -> None:
    comrades = [] if alone else [gun("1-0-3", "1011", "gun")]
    game = field(
        [Unit("4-2-4", "1010")],
        [Unit("2-0-4", "1011", "line"), *comrades, Leader("0-0-6", "1011", "greene")],
        phase=CLOSE_COMBAT,
        dice=[3, 9],
    )
    announce(game, ("b1", "1011"))
    tactics(game)
    assert asked(game) == "retreat"
    act(game, choices(game)[0])
    assert asked(game) == "leaders-follow"
    assert answer(game, "leaders", word) == action


@rule("S3.2d")
def test_of_equal_leaders_the_one_who_helps_most_commands() -> None:
    leaders = [Leader("0-1-6", "1011", "slow", rank=2), Leader("1-0-6", "1011", "bold", rank=2)]
    game = field([Unit("4-0-4", "1010")], [Unit("3-0-4", "1011"), *leaders], phase=CLOSE_COMBAT)
    assert asked(game) == "appoint-commander"
    assert answer(game, "leaders", "stay") == "appoint bold"


# ---------------------------------------------------------------- when orders answer, and when they do not


def test_what_is_asked_in_ones_own_turn_no_order_answers() -> None:
    game = field([Unit("2-2-4", "1010", "line"), Unit("1-0-4", "1010")], [Unit("3-0-4", "1011")], phase=CLOSE_COMBAT)
    announce(game, ("line", "1011"), ("b2", "1011"))
    assert game.actors == (BRITISH,)
    every = {order.kind: order.answers[1].word for order in game.rules.standing_orders(BRITISH)}
    assert orders_for(game.seat(BRITISH)) == ()
    assert ordered(game.seat(BRITISH), every) is None


def test_without_an_order_the_seat_is_asked_and_the_computer_is_left_to_others() -> None:
    game = field([Unit("4-0-4", "1010")], [dragoons("1011")], phase=CLOSE_COMBAT)
    seat = game.seat(AMERICAN)
    for orders in ({}, {"cavalry-withdrawal": ""}, {"tactics": "stand_fast"}):
        assert ordered(seat, orders) is None
        assert first_in_force(seat, orders).answer != COMPUTER
    assert ordered(seat, {"cavalry-withdrawal": COMPUTER}) is None
    assert first_in_force(seat, {"cavalry-withdrawal": COMPUTER}).answer == COMPUTER
    assert ordered(game.seat(BRITISH), {"cavalry-withdrawal": "stand"}) is None


@pytest.mark.parametrize(
    ("kind", "word", "told"),
    [
        ("surrender", "at-once", "There is no standing order 'surrender'; there are artillery-fire, rifle-fire, "),
        (
            "rifle-fire",
            "chit",
            "'chit' is not an answer to the standing order 'rifle-fire'; give nothing at all to be asked, ",
        ),
    ],
)
def test_an_order_that_nobody_knows_is_refused(kind: str, word: str, told: str) -> None:
    game = field([Unit("1-0-4", "0303")], [Unit("1-0-4", "0318")])
    with pytest.raises(UnknownName) as fault:
        check_order(game.rules.standing_orders(BRITISH), kind, word)
    assert str(fault.value).startswith(told)
