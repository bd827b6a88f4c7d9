"""Windows: Pass and reactions; a window opens whether or not the seat holds the card."""

import pytest

import grognard
from grognard.core.actions import Pass
from grognard.core.dice import Dice
from grognard.core.errors import IllegalAction
from grognard.core.events import Rolled
from tests.core.toy import BLANK, CARDS, PARRY, TOY, UNKNOWN, Bid, Parry, ToyGame

HIT, MISS = 6, 1


def duel(red: str, blue: str, *strikes: int) -> ToyGame:
    """A duel with these cards; the strikes are the dice to come."""
    game = grognard.new(TOY.id, dice=Dice.script([CARDS.index(red), CARDS.index(blue), *strikes]))
    assert isinstance(game, ToyGame)
    return game


def red_strikes(game: ToyGame) -> None:
    game.play("red", Bid(2))
    game.play("blue", Bid(1))


def last_roll(game: ToyGame) -> Rolled:
    rolls = [event for event in game.events(None) if isinstance(event, Rolled)]
    return rolls[-1]


def test_a_window_opens_for_the_seat_that_may_react():
    game = duel(BLANK, PARRY)
    red_strikes(game)
    decision = game.decision("blue")
    assert decision is not None
    assert (decision.kind, decision.prompt, decision.cites) == ("Window.parry", "window-parry", ("T2",))
    assert list(game.actions("blue")) == [Pass(), Parry()]


def test_passing_lets_this_window_go_by_and_the_next_opens_again():
    game = duel(BLANK, PARRY, MISS, MISS)
    for _ in range(2):
        red_strikes(game)
        assert game.actors == ("blue",)
        game.play("blue", Pass())
        assert last_roll(game).total == MISS
    assert game.state.round == 3


def test_a_reaction_is_carried_out_and_its_card_is_gone():
    game = duel(BLANK, PARRY, HIT, MISS)
    red_strikes(game)
    game.play("blue", Parry())
    assert (last_roll(game).faces, last_roll(game).total) == ((HIT,), HIT - 2)
    assert game.state.played == {"blue"}
    red_strikes(game)
    assert len(game.actors) == 2  # no window for a card that is publicly gone: the next round has begun


def test_a_window_opens_whether_or_not_the_seat_holds_the_card():
    games = [duel(BLANK, card) for card in (PARRY, BLANK)]
    for game in games:
        red_strikes(game)
        assert game.actors == ("blue",)
    with_card, without = games
    assert list(without.actions("blue")) == [Pass()]
    assert with_card.decision("blue") == without.decision("blue")
    assert with_card.view("red") == without.view("red")
    assert with_card.view(None) == without.view(None)
    assert with_card.events("red") == without.events("red")
    assert with_card.record("red") | {"digest": ""} == without.record("red") | {"digest": ""}
    assert with_card.view("blue") != without.view("blue")


def test_who_passes_does_not_say_whether_he_could_have_reacted():
    games = [duel(BLANK, card, MISS) for card in (PARRY, BLANK)]
    for game in games:
        red_strikes(game)
        game.play("blue", Pass())
    assert games[0].view("red") == games[1].view("red")
    assert games[0].events("red") == games[1].events("red")


def test_a_card_that_is_not_held_cannot_be_played():
    game = duel(BLANK, BLANK)
    red_strikes(game)
    with pytest.raises(IllegalAction) as refused:
        game.play("blue", Parry())
    assert refused.value.reason.cites == ("T2",)


def test_a_card_is_public_once_it_is_played():
    game = duel(BLANK, PARRY, HIT)
    assert game.view("red")["position"]["state"]["cards"] == {"red": BLANK, "blue": UNKNOWN}
    assert game.view(None)["position"]["state"]["cards"] == {"red": UNKNOWN, "blue": UNKNOWN}
    red_strikes(game)
    game.play("blue", Parry())
    assert game.view("red")["position"]["state"]["cards"] == {"red": BLANK, "blue": PARRY}


def test_an_imagined_game_makes_up_what_the_seat_cannot_know():
    game = duel(BLANK, PARRY)
    cards = set()
    for seed in range(20):
        imagined = game.seat("red").imagine(seed)
        assert isinstance(imagined, ToyGame)
        assert imagined.state.cards["red"] == BLANK
        assert imagined.view("red") == game.view("red")
        cards.add(imagined.state.cards["blue"])
    assert cards == {PARRY, BLANK}


def test_an_imagined_game_makes_up_the_answers_sealed_to_the_seat():
    game = duel(BLANK, PARRY)
    game.play("blue", Bid(2))
    answers = set()
    for seed in range(30):
        imagined = game.seat("red").imagine(seed)
        assert imagined.actors == ("red",)
        answers.add(imagined.sealed["blue"])
    assert answers == {Bid(0), Bid(1), Bid(2)}
    assert game.seat("blue").imagine(1).sealed == {"blue": Bid(2)}
