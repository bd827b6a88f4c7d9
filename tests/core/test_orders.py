"""Standing orders as core knows them, tried on the window of a duel: what is ordered, what is asked, what is betrayed."""

from __future__ import annotations

import grognard
from grognard.core.actions import Pass
from grognard.core.dice import Dice
from grognard.core.orders import ASK, COMPUTER, Answer, first_in_force, ordered, orders_for, standing_order
from tests.core.toy import BLANK, CARDS, PARRY, TOY, Bid, Parry, ToyGame


def duel(card: str) -> ToyGame:
    """Red has bid more and strikes; Blue, who holds this card, may react."""
    game = grognard.new(TOY.id, dice=Dice.script([CARDS.index(BLANK), CARDS.index(card)]))
    game.play("red", Bid(2))
    game.play("blue", Bid(1))
    assert isinstance(game, ToyGame)
    return game


def test_a_window_is_passed_by_order():
    seat = duel(PARRY).seat("blue")
    assert [order.kind for order in orders_for(seat)] == ["parry"]
    assert ordered(seat, {"parry": "pass"}) == Pass()
    assert ordered(seat, {"parry": "parry"}) == Parry()


def test_an_order_that_cannot_be_carried_out_is_asked():
    seat = duel(BLANK).seat("blue")
    assert ordered(seat, {"parry": "parry"}) is None
    assert ordered(seat, {"parry": "pass"}) == Pass()


def test_without_an_order_the_seat_is_asked():
    seat = duel(PARRY).seat("blue")
    for orders in ({}, {"parry": ASK}, {"other": "pass"}, {"parry": "nonsense"}):
        assert ordered(seat, orders) is None
        assert first_in_force(seat, orders).answer != COMPUTER
    assert first_in_force(seat, {"parry": COMPUTER}).answer == COMPUTER
    assert ordered(seat, {"parry": COMPUTER}) is None


def test_who_is_not_asked_has_nothing_answered():
    game = duel(PARRY)
    assert orders_for(game.seat("red")) == ()
    assert ordered(game.seat("red"), {"parry": "pass"}) is None


def test_what_is_no_reaction_is_asked():
    game = grognard.new(TOY.id, dice=Dice.script([0, 0]))
    assert orders_for(game.seat("red")) == ()


def test_the_answers_begin_with_asking_and_end_with_the_computer():
    order = standing_order("tide", ("Beach.watch",), ("T1",), ("wait", "swim"))
    assert order.title == "order.tide.title"
    assert order.answers == (
        Answer("", "order.ask"),
        Answer("wait", "order.tide.wait"),
        Answer("swim", "order.tide.swim"),
        Answer("computer", "order.computer"),
    )
    named = standing_order("tide", ("Beach.watch",), ("T1",), ("ebb",), "sea")
    assert named.answers[1] == Answer("ebb", "sea.ebb")
