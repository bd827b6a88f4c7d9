"""Savannah with three players: the British, the French and the Americans."""

import random

import pytest

import grognard
from tests.marks import rule
from tests.proving_ground import act, announce, asked, choices, refusal
from tests.savannah.positions import CAMPAIGN, HISTORICAL, campaign, in_state, savannah

THREE = {"seats": "three"}


@rule("V1.0")
def test_the_seats():
    game = savannah({"foix": "1912", "sc_1": "1812", "graham": "1803"}, options=THREE)
    assert game.seats == ("british", "french", "american")
    assert game.rules.side_of("american") == game.rules.side_of("french") == "allied"
    assert savannah({"foix": "1912", "sc_1": "1812", "graham": "1803"}).seats == ("british", "allied")


@rule("V1.0")
def test_each_moves_their_own():
    game = savannah({"foix": "1912", "sc_1": "1812", "graham": "1803"}, options=THREE)
    assert game.actors == ("french",)
    assert choices(game) == ["move foix", "end-movement"]
    assert refusal(game, "move sc_1") == ("S9.1a",)
    act(game, "end-movement")
    assert game.actors == ("american",)
    assert choices(game) == ["move sc_1", "end-movement"]


@rule("V4.1b")
def test_each_must_separate_their_own():
    game = savannah({"foix": "1808", "sc_2": "1808", "armagnac": "1810"}, options=THREE)
    assert refusal(game, "end-movement") == ("V4.1a", "V4.1b")
    act(game, "move foix", "go 1909", "stop", "end-movement")
    assert "end-movement" in choices(game), "the French have left; the Americans may stay"


@rule("S13.1-PIN-d")
def test_each_ally_of_a_mixed_pinned_stack_may_break_contact():
    """The French are asked first, the Americans when they move; each chooses where its own goes."""
    pin = "pinned:1"
    pieces = {"foix": in_state("1507", pin), "sc_2": in_state("1507", pin), "graham": in_state("1506", pin)}
    game = savannah({**pieces, "armagnac": "1912", "sc_1": "1812"}, options=THREE)
    assert "break-contact 1" in choices(game)
    act(game, "end-movement")
    assert game.actors == ("american",)
    act(game, "break-contact 1", "french: move sc_2")
    assert (asked(game), game.actors) == ("get-clear", ("american",))
    act(game, choices(game)[0])
    assert (asked(game), game.actors) == ("get-clear", ("french",))
    alone = savannah({**pieces, "sc_2": "1812", "armagnac": "1912"}, options=THREE)
    act(alone, "end-movement")
    assert refusal(alone, "break-contact 1", "american") == ("S13.1-PIN-d",), "none of theirs is pinned"


@rule("V1.4b")
def test_the_french_keep_what_the_allies_share():
    pieces = {"sc_2": "1606", "light_corps": "1606", "r16": "1605"}
    game = savannah(pieces, phase="close combat", momentum=(0, 1), dice=[0, 9, 9, 9, 9], options=THREE)
    announce(game, ("sc_2", "1605"), ("light_corps", "1605"))
    act(game, "american: lead sc_2", "american: chit attack_echelon", "british: chit attack_echelon")
    assert (asked(game), game.actors) == ("spend-momentum", ("french",))


@rule("V1.6c")
def test_the_french_announce_the_assault():
    game = campaign(
        {"graham": "1803", "foix": "1912", "sc_1": "1812"}, turn=9, phasing="allied", phase="close combat", options=THREE
    )
    assert (asked(game), game.actors) == ("announce-assault", ("french",))


@pytest.mark.parametrize("scenario", [HISTORICAL, CAMPAIGN])
@pytest.mark.parametrize("seats", ["two", "three"])
def test_chance_plays_it_to_the_end(scenario: str, seats: str):
    game, chance = grognard.new(scenario, seed=8, options={"seats": seats}), random.Random(8)
    while game.over is None:
        seat = game.actors[0]
        game.play(seat, chance.choice(list(game.actions(seat))))
    assert game.over.winner in ("british", "allied")
    assert set(game.over.scores) == {"british", "french", "american"}
    assert grognard.replay(game.record()).position() == game.position()
