"""Cards and reactions through windows, on the raid: modifiers, a card that cancels, one played at once, a march interrupted."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.core.actions import Action, Pass
from grognard.core.cards import foresee
from grognard.core.dice import Dice
from grognard.core.errors import IllegalAction
from grognard.core.events import Rolled
from grognard.core.features import CardHands, feature_of
from grognard.core.orders import ordered
from grognard.core.rules import Rules
from grognard.testing.playing import same, told
from tests.core.raid import (
    NORTH,
    RAID,
    SOUTH,
    Attack,
    CardCancelled,
    CardNamed,
    CardPlayed,
    DrawCard,
    FallBack,
    Halt,
    Keep,
    PlayCard,
    RaidGame,
    Step,
)

BEFORE_ORDERS = [{"procedure": "Raid", "step": "orders", "drawn": 2}]


def raid(north: list[str], south: list[str], *dice: int, column: int = 1, **state: Any) -> RaidGame:
    """A raid in which the orders of a turn are to be given, with these hands; next turn the top of the deck is drawn."""
    body = {"hands": {NORTH: north, SOUTH: south}, "offered": {}, "played": ["courier-1"], "column": column} | state
    sealed = [{"procedure": "SealedWindow", "name": "orders", "seats": [NORTH, SOUTH], "cites": "R2", "step": "offer"}]
    position = {"scenario": RAID.id, "state": body, "pending": BEFORE_ORDERS + sealed}
    game = grognard.setup(position, dice=Dice.script([*dice, 0, 0]))
    assert isinstance(game, RaidGame)
    return game


def play(game: RaidGame, *moves: tuple[str, Action]) -> None:
    for seat, action in moves:
        game.play(seat, action)


def passes(*seats: str) -> list[tuple[str, Action]]:
    return [(seat, Pass()) for seat in seats]


def strike(game: RaidGame) -> Rolled:
    return next(event for event in reversed(game.events(None)) if isinstance(event, Rolled))


def test_both_are_asked_at_once_and_what_they_chose_is_carried_out_in_order():
    game = raid(["mud-1"], ["drum-1"])
    assert game.actors == (NORTH, SOUTH)
    play(game, (SOUTH, PlayCard("drum-1")))
    assert not [event for event in game.events(NORTH) if isinstance(event, CardPlayed)], "sealed until both have chosen"
    play(game, (NORTH, PlayCard("mud-1")))
    assert game.decision(SOUTH).kind == "Window.response"  # type: ignore[union-attr]
    play(game, *passes(SOUTH))
    played = [event.seat for event in game.events(None) if isinstance(event, CardPlayed)]
    assert played == [NORTH, SOUTH], "both hands are empty, so that nobody is left to answer"
    assert game.state.in_force == ("mud-1", "drum-1")


def test_cards_change_the_die_and_name_their_rule():
    game = raid(["mud-1", "mud-2"], ["drum-1"], 4, column=3)
    play(game, (NORTH, Pass()), (SOUTH, PlayCard("drum-1")), *passes(NORTH), *passes(NORTH))
    assert game.decision(NORTH).kind == "Window.attack"  # type: ignore[union-attr]
    play(game, (NORTH, PlayCard("mud-1")), (NORTH, PlayCard("mud-2")))
    assert [(modifier.value, modifier.label, modifier.cites) for modifier in strike(game).modifiers] == [
        (+1, "drum", "R2"),
        (-1, "mud", "R2"),
        (-1, "mud", "R2"),
    ]
    assert game.state.picket == 4, "4 + 1 - 2 drives nobody back"


def test_a_card_is_cancelled_before_it_does_anything():
    game = raid(["scout-1"], ["drum-1", "drum-2"], 3, column=3)
    play(game, (NORTH, Pass()), (SOUTH, PlayCard("drum-1")))
    assert game.actors == (NORTH,)
    assert list(game.actions(NORTH)) == [Pass(), PlayCard("scout-1")]
    play(game, (NORTH, PlayCard("scout-1")))
    assert [event.card for event in game.events(None) if isinstance(event, CardCancelled)] == ["drum-1"]
    assert game.state.in_force == ()
    assert set(game.state.played) == {"courier-1", "drum-1", "scout-1"}


def test_after_a_card_all_are_asked_again_until_nobody_plays_one():
    game = raid(["mud-1", "mud-2"], ["drum-1", "drum-2"], column=3)
    play(game, (NORTH, Pass()), (SOUTH, PlayCard("drum-1")), *passes(NORTH))
    assert game.actors == (NORTH, SOUTH)
    play(game, (NORTH, PlayCard("mud-1")), (SOUTH, Pass()), *passes(SOUTH))
    assert game.actors == (NORTH, SOUTH)
    play(game, *passes(NORTH, SOUTH))
    assert game.decision(NORTH).kind == "Window.attack"  # type: ignore[union-attr]


def test_in_a_window_that_is_not_sealed_the_other_answers_first():
    game = raid(["mud-1", "mud-2"], ["drum-1", "drum-2"], 1, column=3)
    play(game, *passes(NORTH, SOUTH))
    play(game, (NORTH, PlayCard("mud-1")), *passes(SOUTH))
    assert game.actors == (SOUTH,), "asked before the one who has just played"
    play(game, (SOUTH, PlayCard("drum-1")), *passes(NORTH))
    assert game.actors == (NORTH,)
    play(game, *passes(NORTH, SOUTH))
    assert strike(game).total == 1


def test_a_card_that_must_be_played_is_played_when_it_is_drawn():
    game = grognard.new(RAID.id, dice=Dice.script([0, 2, 0]))
    assert isinstance(game, RaidGame)
    assert [(event.seat, event.card) for event in game.events(None) if isinstance(event, CardPlayed)] == [(NORTH, "courier-1")]
    assert list(game.actions(NORTH)) == [Keep("mud-1"), Keep("drum-1")]
    assert game.view(SOUTH)["position"]["state"]["offered"] == {NORTH: ["?", "?"]}
    with pytest.raises(IllegalAction):
        game.play(NORTH, Pass())


def test_the_picket_falls_back_while_the_column_marches():
    game = raid([], [], 1)
    play(game, (SOUTH, Step()))
    assert (game.state.column, game.actors) == (2, (SOUTH,)), "no alarm two miles away"
    play(game, (SOUTH, Step()))
    assert (game.state.column, game.actors) == (3, (NORTH,))
    assert game.seat(NORTH).ask(Rules.reacts)
    assert game.decision(NORTH).kind == "Window.alarm"  # type: ignore[union-attr]
    play(game, (NORTH, FallBack()))
    assert game.state.picket == 5
    assert game.actors == (NORTH,), "it may fall back again before the march goes on"
    play(game, *passes(NORTH))
    assert game.state.turn == 2, "two miles are all that the column had, and it is no longer next to the picket"


def test_a_reaction_may_leave_the_march_free_to_go_on():
    game = raid([], [], column=2)
    play(game, (SOUTH, Step()), (NORTH, FallBack()), (NORTH, Pass()))
    assert game.actors == (SOUTH,)
    assert list(game.actions(SOUTH)) == [Step(), Halt()]


def test_a_window_asks_whatever_is_held_while_a_card_is_not_publicly_gone():
    game = raid(["spare-1"], ["drum-1"], column=3)
    play(game, *passes(NORTH, SOUTH))
    assert list(game.actions(NORTH)) == [Pass()]
    gone = raid(["spare-1"], ["spare-2"], played=["courier-1", "drum-1", "drum-2", "mud-1", "mud-2"])
    assert gone.decision(SOUTH).kind == "March.go", "no window opens for cards that all have seen played"  # type: ignore[union-attr]


HANDS = [(["mud-1", "scout-1"], ["spare-1", "spare-2"]), (["mud-1", "mud-2"], ["mud-2", "spare-1"])]


@pytest.mark.parametrize(("one", "other"), HANDS)
def test_nobody_can_tell_what_the_other_holds(one: list[str], other: list[str]):
    games = [raid(hand, ["drum-1", "drum-2"], 1, column=3) for hand in (one, other)]
    moves = [(SOUTH, PlayCard("drum-1")), *passes(NORTH), *passes(NORTH), *passes(NORTH, SOUTH), *passes(NORTH)]
    for seat, action in moves:
        for viewer in (SOUTH, None):
            same(told(games[0], viewer), told(games[1], viewer))
        assert games[0].can_undo(NORTH) == games[1].can_undo(NORTH)
        for game in games:
            game.play(seat, action)
    same(told(games[0], SOUTH), told(games[1], SOUTH))


def test_nobody_reads_in_the_log_where_a_card_lay_in_the_deck():
    game = grognard.new(RAID.id, seed=4)
    for seat in game.seats:
        texts = game.record(seat)["entries"]
        assert texts
        assert {text for text in texts if text.startswith("roll")} == {"roll (sealed)"}
    own = [event for event in game.events(NORTH) if getattr(event, "seat", "") == NORTH and getattr(event, "item", None)]
    assert own, "but who draws a card sees it"


def test_a_seat_may_be_asked_only_if_something_it_holds_fits():
    game = raid(["drum-1"], ["scout-1"])
    for orders in ({"cards": "spare"}, {"cards": "spare", "drum": "kept"}):
        assert ordered(game.seat(SOUTH), orders) == Pass(), "a scout fits elsewhere"
    assert ordered(game.seat(NORTH), {"cards": "spare"}) is None, "a drum fits here"


def test_of_several_orders_the_first_that_can_be_carried_out_answers():
    game = raid(["mud-1"], ["drum-1"])
    orders = {"drum": "play", "cards": "pass"}
    assert ordered(game.seat(SOUTH), orders) == PlayCard("drum-1")
    assert ordered(game.seat(NORTH), orders) == Pass(), "no drum is held"
    assert ordered(game.seat(NORTH), {"drum": "play"}) is None, "so North is asked"
    assert ordered(game.seat(NORTH), {"drum": "computer", "cards": "pass"}) is None


# ---------------------------------------------------------------- cards as a seat sees them


def test_a_seat_sees_its_own_cards_with_what_each_would_do_and_the_others_as_a_number():
    game = raid(["drum-1", "scout-1"], ["mud-1"])
    table = game.seat(NORTH).ask(CardHands.card_table)
    assert table is not None
    own, other = table.hands
    assert [(card.id, card.standing, card.outlook, card.actions) for card in own.cards] == [
        ("drum-1", "now", ("The die +1",), (PlayCard("drum-1"),)),
        ("scout-1", "later", (), ()),
    ]
    assert own.cards[1].why_not is not None
    assert (other.side, other.count, other.cards) == (SOUTH, 1, ())
    assert (table.deck, [card.id for card in table.out]) == (5, ["courier-1"])
    watched = feature_of(game.rules, CardHands).card_table(game, None)
    assert watched is not None
    assert [(hand.count, hand.cards) for hand in watched.hands] == [(2, ()), (1, ())]


def test_what_would_follow_is_found_on_a_copy_up_to_the_first_die_or_question():
    game = raid(["drum-1"], ["mud-1"])
    ahead = foresee(game, NORTH, lambda trial: Attack())
    assert (ahead.rolls, ahead.asks, ahead.events) == ("", ahead.game.pending, [])
    assert ahead.asks is not None
    assert ahead.asks.prompt == "window-attack"
    assert foresee(game, NORTH, lambda trial: DrawCard(NORTH)).rolls == "card"
    named = foresee(game, SOUTH, lambda trial: trial.emit(CardPlayed(NORTH, "drum-1")))
    assert (named.events, named.rolls, named.asks) == ([CardPlayed(NORTH, "drum-1")], "", None)
    assert foresee(game, NORTH, lambda trial: CardNamed(NORTH, "mud-2")).asks is not None
    assert list(game.actions(NORTH)) == [Pass(), PlayCard("drum-1")]  # the game itself has not moved
