"""G3.1: the British guns fire into the melee."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import grognard
from grognard.core.orders import ordered
from grognard.games.revolution.guilford.melee_fire import FiredIntoMelee
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import ColumnShifted
from tests.guilford.positions import column, guilford, happened, in_state, modifiers, reduced
from tests.marks import rule
from tests.proving_ground import AMERICAN, BRITISH, act, announce, asked, choices, refusal, tactics, where

HAWES_ON_THE_23RD = {"macleod": "1720", "r23": reduced("1722"), "hawes": "1723"}
"""Four points against two, with the guns two hexes behind."""


def attack(pieces: Mapping[str, Any], *attacks: tuple[str, str], **fields: Any) -> Battle:
    """An American close combat, announced; the American holds a momentum chit, so that no result is carried out at once."""
    fields = {"phase": "close combat", "phasing": AMERICAN, "momentum": (0, 1), "dice": [5], **fields}
    game = guilford(pieces, **fields)
    announce(game, *attacks)
    return game


def fought(game: Battle, answer: str, leads: tuple[str, ...] = ()) -> Battle:
    """The rest of it, up to the roll."""
    act(game, answer)
    for lead in leads:
        act(game, f"lead {lead}")
    tactics(game)
    return game


# ---------------------------------------------------------------- G3.1a


@rule("G3.1a")
def test_the_guns_shift_the_odds_two_columns_to_the_left() -> None:
    game = fought(attack(HAWES_ON_THE_23RD), "fire-into-melee")
    assert column(game) == "1-1"
    assert happened(game, FiredIntoMelee) == [FiredIntoMelee("macleod")]
    [shifted] = happened(game, ColumnShifted)
    assert isinstance(shifted, ColumnShifted)
    assert [(m.value, m.label, m.cites) for m in shifted.shifts] == [(-2, "melee-fire", "G3.1a")]
    assert game.rolled == 1  # the close combat and nothing else
    assert "odds-below-table" not in modifiers(game)


@rule("G3.1a")
def test_one_of_the_hexes_attacked_in_their_reach_is_enough() -> None:
    pieces = {**HAWES_ON_THE_23RD, "r33": "1724"}
    assert asked(attack(pieces, ("hawes", "1722 1724"))) == "melee-fire"
    assert asked(attack({**pieces, "macleod": "1715"}, ("hawes", "1722 1724"))) == "choose-lead"


@rule("G3.1a")
def test_the_british_need_not_fire() -> None:
    game = fought(attack(HAWES_ON_THE_23RD), "hold-fire")
    assert column(game) == "2-1"
    assert not happened(game, FiredIntoMelee)


@rule("G3.1a")
def test_the_british_are_asked_after_the_odds_and_before_the_lead_units() -> None:
    game = attack({**HAWES_ON_THE_23RD, "lynch": "1723"}, ("hawes", "1722"), ("lynch", "1722"))
    assert [type(event).__name__ for event in game.events(None)][-1] == "CombatBegan"
    assert game.actors == (BRITISH,)
    assert choices(game) == ["fire-into-melee", "hold-fire"]
    decision = game.decision(BRITISH)
    assert decision is not None
    assert decision.cites == ("G3.1a", "G3.1c")
    act(game, "fire-into-melee")
    assert game.actors == (AMERICAN,)
    assert asked(game) == "choose-lead"


@rule("G3.1a")
def test_nothing_else_is_answered_and_nobody_else_answers() -> None:
    game = attack(HAWES_ON_THE_23RD)
    assert "G3.1a" in refusal(game, "accept")
    assert "G3.1a" in refusal(game, "stand")
    refusal(game, "fire-into-melee", AMERICAN)


@rule("G3.1a")
def test_the_guns_do_not_help_a_british_attack() -> None:
    """Although Hawes's hex lies next to them."""
    game = guilford({"macleod": "1722", "r23": "1722", "hawes": "1723"}, phase="close combat", phasing=BRITISH)
    assert asked(game) == "choose-tactics"


@rule("G3.1a")
def test_fire_into_one_melee_leaves_the_other_alone() -> None:
    """Hawes attacks 1722 and Green 1820; both lie in reach of the guns."""
    pieces = {**HAWES_ON_THE_23RD, "r33": reduced("1820"), "green": "1920"}
    game = attack(pieces, ("hawes", "1722"), ("green", "1820"), dice=[4, 4], momentum=(0, 0))
    act(game, "take 1")
    fought(game, "fire-into-melee")  # 1-1, no modifiers: 4 is R/-
    assert column(game) == "1-1"
    act(game, "retreat 1724")
    assert asked(game) == "choose-tactics"  # nothing is asked in the second combat
    tactics(game)
    assert column(game) == "2-1"


@rule("G3.1a")
def test_guns_that_held_their_fire_may_still_fire_into_the_next_melee() -> None:
    pieces = {**HAWES_ON_THE_23RD, "r33": reduced("1820"), "green": "1920"}
    game = attack(pieces, ("hawes", "1722"), ("green", "1820"), dice=[3, 4], momentum=(0, 0))
    act(game, "take 1")
    fought(game, "hold-fire")  # 2-1, no modifiers: 3 is PIN
    assert asked(game) == "melee-fire"


@rule("G3.1a")
def test_cavalry_that_rides_off_needs_no_guns() -> None:
    pieces = {"macleod": "1720", "tarleton": "1722", "hawes": "1723", "r23": "0505"}
    game = attack(pieces)
    assert asked(game) == "cavalry-withdrawal"
    act(game, "stand")
    assert asked(game) == "melee-fire"
    game = attack(pieces)
    act(game, "withdraw")
    assert asked(game) == "retreat"
    act(game, choices(game)[0])
    assert not happened(game, FiredIntoMelee)
    assert asked(game) != "melee-fire"


@rule("G3.1a")
def test_guns_that_are_attacked_alone_are_captured() -> None:
    game = attack({"macleod": "1722", "hawes": "1723", "r23": "0505"})
    assert where(game, "macleod") == "captured"
    assert asked(game) != "melee-fire"


# ---------------------------------------------------------------- G3.1b


@rule("G3.1b")
def test_an_occupied_hex_blocks_the_line_of_the_guns() -> None:
    pieces = {"macleod": "1720", "r23": "1723", "hawes": "1724"}
    assert asked(attack(pieces)) == "melee-fire"
    assert asked(attack({**pieces, "r33": "1722"})) == "choose-tactics"


@rule("G3.1b")
def test_the_guns_reach_three_hexes() -> None:
    assert asked(attack({"macleod": "1719", "r23": "1722", "hawes": "1723"})) == "melee-fire"
    assert asked(attack({"macleod": "1718", "r23": "1722", "hawes": "1723"})) == "choose-tactics"


@rule("G3.1b")
def test_woods_block_the_line_of_the_guns_but_not_next_door() -> None:
    """Forest all round: 1726 and 1727."""
    assert asked(attack({"macleod": "1725", "r23": "1727", "hawes": "1728"})) == "choose-tactics"
    assert asked(attack({"macleod": "1726", "r23": "1727", "hawes": "1728"})) == "melee-fire"
    assert asked(attack({"macleod": "1727", "r23": "1727", "hawes": "1728"})) == "melee-fire"


@rule("G3.1b")
@pytest.mark.parametrize("state", ["disrupted", "shattered"])
def test_guns_in_disorder_do_not_fire(state: str) -> None:
    assert asked(attack({**HAWES_ON_THE_23RD, "macleod": in_state("1720", state)})) == "choose-tactics"


@rule("G3.1b")
@pytest.mark.parametrize("fate", ["eliminated", "captured", "waiting"])
def test_guns_that_are_not_there_do_not_fire(fate: str) -> None:
    assert asked(attack({**HAWES_ON_THE_23RD, "macleod": fate})) == "choose-tactics"


@rule("G3.1b")
def test_of_several_attacked_hexes_one_in_reach_is_enough() -> None:
    """Hawes in 1823 attacks 1722, two hexes from the guns, and 1923, four hexes away."""
    pieces = {"macleod": "1720", "r23": "1822", "r33": "1923", "hawes": "1823"}
    game = attack(pieces, ("hawes", "1822 1923"))
    assert asked(game) == "melee-fire"
    game = attack({**pieces, "macleod": "1718"}, ("hawes", "1822 1923"))
    assert asked(game) == "choose-lead"


# ---------------------------------------------------------------- G3.1c


@rule("G3.1c")
def test_guns_that_have_fired_may_fire_into_the_melee_too() -> None:
    """MacLeod misses Green in the American turn and fires into Hawes's attack all the same; on turn 10 no more."""
    pieces = {**HAWES_ON_THE_23RD, "green": "1822"}
    game = guilford(pieces, phase="artillery fire", phasing=AMERICAN, turn=9, dice=[0, 5], momentum=(0, 1))
    act(game, "target green")
    assert game.rolled == 1
    announce(game, ("hawes", "1722"), ("green", "1722"))
    act(game, "fire-into-melee")
    assert game.position()["state"]["melee_fire"] == 9


@rule("G3.1c")
def test_the_guns_fire_into_a_melee_on_one_turn_of_the_game() -> None:
    assert asked(attack(HAWES_ON_THE_23RD, turn=10, state={"melee_fire": 9})) == "choose-tactics"
    assert asked(attack(HAWES_ON_THE_23RD, turn=9, state={"melee_fire": 9})) == "choose-tactics"
    assert asked(attack(HAWES_ON_THE_23RD, turn=10)) == "melee-fire"


# ---------------------------------------------------------------- G3.1d


@rule("G3.1d")
@pytest.mark.parametrize(
    ("attacker", "defender", "odds", "below"),
    [
        ({"kirkwood": "1723"}, reduced("1722"), "1-2", True),
        ({"kirkwood": "1723"}, "1722", "1-3", True),
        ({"lynch": "1723"}, reduced("1722"), "1-1", False),
    ],
)
def test_a_shift_past_the_left_end_is_one_less_on_the_die(
    attacker: dict[str, str], defender: Any, odds: str, below: bool
) -> None:
    pieces = {"macleod": "1720", "r23": defender, **attacker}
    [id] = attacker
    held = fought(attack(pieces, (id, "1722")), "hold-fire")
    assert column(held) == odds
    fired = fought(attack(pieces, (id, "1722")), "fire-into-melee")
    assert column(fired) == ("below 1-3" if below else "1-3")
    assert modifiers(fired) == {**modifiers(held), **({"odds-below-table": -1} if below else {})}


@rule("G3.1d")
def test_below_the_table_means_the_first_column() -> None:
    """Kirkwood 2, the reduced 23rd 0, less 1: die 3 is 4, on 1-3 D/-."""
    pieces = {"macleod": "1720", "r23": reduced("1722"), "kirkwood": "1723"}
    game = fought(attack(pieces, dice=[3]), "fire-into-melee")
    [resolved] = [event for event in game.events(None) if type(event).__name__ == "CombatResolved"]
    assert (resolved.total, resolved.result) == (4, "D/-")  # type: ignore[attr-defined]


# ---------------------------------------------------------------- saving, undoing


@rule("G3.1a", "G3.1c")
def test_the_question_is_saved_with_the_game() -> None:
    game = attack(HAWES_ON_THE_23RD)
    again = grognard.setup(game.position(), seed=1)
    assert isinstance(again, Battle)
    assert asked(again) == "melee-fire"
    assert choices(again) == choices(game)
    act(again, "fire-into-melee")
    third = grognard.setup(again.position(), seed=1)
    assert third.position() == again.position()
    assert third.position()["state"]["melee_fire"] == 8
    assert third.position()["pending"][-1]["column"] == 3  # 1-1


@rule("G3.1c")
def test_an_answer_taken_back_leaves_the_guns_loaded() -> None:
    game = attack({**HAWES_ON_THE_23RD, "lynch": "1723"}, ("hawes", "1722"), ("lynch", "1722"))
    before = game.position()
    act(game, "fire-into-melee")
    game.undo(BRITISH)
    assert game.position() == before
    assert asked(game) == "melee-fire"


@rule("G3.1a", "G3.1c")
@pytest.mark.parametrize(("word", "action"), [("hold", "hold-fire"), ("fire", "fire-into-melee")])
def test_the_guns_fire_into_the_melee_as_ordered(word: str, action: str) -> None:
    game = attack(HAWES_ON_THE_23RD)
    assert asked(game) == "melee-fire"
    assert str(ordered(game.seat(BRITISH), {"melee-fire": word})) == action


@rule("G3.1a")
def test_only_the_side_with_the_guns_may_order_it() -> None:
    rules = attack(HAWES_ON_THE_23RD).rules
    of = {side: {order.kind for order in rules.standing_orders(side)} for side in (AMERICAN, BRITISH)}
    assert of[BRITISH] - of[AMERICAN] == {"melee-fire"}
