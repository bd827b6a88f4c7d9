"""Cards with three players: the Allies share one hand, and exactly one of them is asked."""

from __future__ import annotations

from typing import Any

from grognard.games.revolution.series.battle import Battle
from grognard.testing.playing import same
from grognard.testing.playing import told as everything_told
from tests.marks import rule
from tests.proving_ground import act, asked
from tests.savannah.card_table import card, events, hand, morale, tactical

THREE: dict[str, Any] = {"options": {"seats": "three"}}


@rule("V1.4b", "V4.3a")
def test_the_french_answer_for_both_allies_in_the_events_phase():
    game = events(british=[8], allied=[4], **THREE)
    assert set(game.actors) == {"british", "french"}
    for seat in ("french", "american"):
        assert game.view(seat)["position"]["state"]["hands"]["allied"][0]["card"] == card(4), "they share their hand"
    assert game.view("british")["position"]["state"]["hands"]["allied"][0]["card"] == "?"
    act(game, "british: pass", "french: play V-C04", "british: pass")
    assert morale(game) == (18, 18, 18)


@rule("V4.3a")
def test_both_allies_see_what_is_drawn():
    game = events(turn=5, dice=[7, 3], **THREE)
    assert (hand(game, "british"), hand(game, "allied")) == ([card(8)], [card(4)])
    drawn = {seat: [event for event in game.events(seat) if getattr(event, "item", None) == card(4)] for seat in game.seats}
    assert {seat: len(found) for seat, found in drawn.items()} == {"british": 0, "french": 1, "american": 1}


@rule("V1.4b")
def test_the_french_decide_on_momentum_for_a_card():
    game = events(turn=5, dice=[7, 3], momentum=(0, 1), **THREE)
    assert (asked(game), game.actors) == ("buy-card", ("french",))


def british_attack(unit: str) -> Battle:
    """The 60th attacks an Allied unit next to it."""
    pieces = {"r60": "1504", unit: "1404", "prevost": "1702"}
    return tactical("close combat", pieces, allied=[8], phasing="british", first="british", dice=[5] * 6, **THREE)


@rule("V1.4b")
def test_in_the_window_of_an_attack_the_owner_of_the_units_is_asked():
    for unit, seat in (("foix", "french"), ("sc_1", "american")):
        game = british_attack(unit)
        assert (asked(game), game.actors) == ("window-attack", (seat,))


@rule("V1.4b")
def test_an_ally_plays_a_shared_card_on_a_question_of_its_own():
    pieces = {"foix": "2214", "lincoln": "1411", "sc_1": "1411", "prevost": "1702", "r60": "1703"}
    game = tactical("movement", pieces, allied=[22], **THREE)
    while game.actors != ("american",):
        act(game, "end-movement")
    act(game, "play V-C22", "hurry lincoln")
    assert game.rules.allowance(game, game.piece("sc_1")) == 16


def test_the_british_cannot_tell_what_the_allies_hold():
    games = [events(british=[8], allied=allied, **THREE) for allied in ([4, 7], [12, 41])]
    for move in ("french: pass", "british: play V-C08", "french: pass", "french: pass"):
        same(everything_told(games[0], "british"), everything_told(games[1], "british"))
        for game in games:
            act(game, move)
    same(everything_told(games[0], "british"), everything_told(games[1], "british"))
