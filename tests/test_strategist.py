"""The strategist: what it takes, leaves alone and guards, what it cannot know, and whom it beats."""

from __future__ import annotations

from random import Random

import pytest

import grognard
from grognard.core.errors import GrognardError
from grognard.core.games import Outcome
from grognard.games.chancellorsville.perfect_plan.state import Plan
from grognard.players import play_out, player
from grognard.players.strategist.bluff import dared, ordinary
from grognard.players.strategist.fighting import Side, fought_out
from grognard.players.strategist.forces import Force
from grognard.players.strategist.outlook import Outlook
from grognard.testing.playing import Subject
from tests.battery.declared import disguises, fronts_shown, swapped
from tests.core.toy import TOY
from tests.outcomes import most_of_three
from tests.perfect_plan.table import SCENARIO, plan, trenches

ARMIES = ("AoP", "ANV")


def fought(side: str, opponent: str, seed: int) -> Outcome:
    game = grognard.new(SCENARIO, seed=seed)
    return play_out(game, {seat: player("strategist" if seat == side else opponent, seed) for seat in game.seats})


def part(game: Plan) -> list[str]:
    """What it does in a part of an impulse."""
    (army,), impulse, done = game.actors, game.state.impulse, []
    strategist = player("strategist", 1)
    while game.actors == (army,) and game.state.phase == "movement" and game.state.impulse == impulse:
        choice = strategist.choose(game.seat(army))
        done.append(str(choice))
        game.play(army, choice)
    return done


# ---------------------------------------------------------------- decisions


def test_he_takes_an_objective_that_nobody_holds():
    game = plan({"elys_ford": "V XI", "falmouth": "I"}, {"bowling_green": "Hill Early"})
    part(game)
    assert game.controller("chancellorsville") == "AoP"
    assert game.controller("fredericksburg") == "AoP"


def test_he_leaves_a_stack_alone_that_must_be_strong():
    """Of an army of divisions and commanders any four backs in a trench are too much for a corps and a small unit."""
    strong = {"fredericksburg": "Lee Hill Early Rodes", "salem_church": "Jackson McLaws Anderson"}
    game = plan({"falmouth": "V small-1"}, strong, trenches=trenches(ANV="fredericksburg"))
    part(game)
    assert "fredericksburg" not in game.stacks("AoP")


def test_he_attacks_with_all_he_needs_where_the_enemy_is_weak():
    game = plan(
        {"falmouth": "Hooker V XI I", "elys_ford": "II"}, {"fredericksburg": "small-1 small-2", "bowling_green": "small-3"}
    )
    part(game)
    assert len(game.units_in("AoP", "fredericksburg")) >= 2 or game.controller("fredericksburg") == "AoP"


def test_he_guards_an_objective_that_is_threatened():
    """The Union is at the gates of Fredericksburg, and the divisions next to it have nothing better to do than to come."""
    game = plan(
        {"falmouth": "V XI I II"},
        {"fredericksburg": "small-1", "salem_church": "Hill Rodes", "massaponax": "Lee", "chancellorsville": "Early"},
        initiative="ANV",
    )
    part(game)
    assert len(game.units_in("ANV", "fredericksburg")) >= 3


def test_he_keeps_what_wins_in_the_last_impulse():
    """It moves last: both objectives are its own, and one man in each is enough."""
    game = plan(
        {"chancellorsville": "small-1", "fredericksburg": "small-2", "falmouth": "V"},
        {"zoan_church": "Hill Rodes", "massaponax": "Lee"},
        turn=6,
        impulse=4,
        initiative="ANV",
        moving="AoP",
    )
    part(game)
    assert game.over is not None
    assert game.over.winner == "AoP"


def test_he_gives_up_his_trench_before_small_units_and_those_before_formations():
    game = plan(
        {"fredericksburg": "I II III V"},
        {"fredericksburg": "Lee Hill small-1", "salem_church": "Early"},
        dice=(6, 6, 6, 6, 1, 1),
        trenches=trenches(ANV="fredericksburg"),
        phase="combat",
    )
    strategist, lost = player("strategist", 1), []
    while game.actors == ("ANV",) and game.state.phase == "combat":
        choice = strategist.choose(game.seat("ANV"))
        lost.append(str(choice))
        game.play("ANV", choice)
        if len(lost) == 3:
            break
    assert lost == ["lose-trench", "lose-unit ANV-small-1", "lose-unit ANV-Hill"]


def test_hooker_raises_the_die_that_becomes_a_hit():
    game = plan(
        {"fredericksburg": "Hooker I II"}, {"fredericksburg": "Early", "salem_church": "Hill"}, dice=(1, 3, 1), phase="combat"
    )
    assert str(player("strategist", 1).choose(game.seat("AoP"))) == "inspire AoP-II"


# ---------------------------------------------------------------- what it reckons with


@pytest.mark.parametrize(
    ("aop", "anv", "dug"),
    [("V XI Hooker", "Lee Hill small-1", True), ("small-1 small-2 I", "Early Rodes", False), ("I II III V", "Jackson", False)],
)
def test_his_table_of_combats_is_exact(aop: str, anv: str, dug: bool):
    here = "fredericksburg"
    dugout = trenches(ANV=here) if dug else {}
    game = plan({here: aop, "falmouth": "XII"}, {here: anv, "salem_church": "Stuart"}, trenches=dugout, attackers={here: "AoP"})
    outlook = Outlook([game], "AoP", Random(1))
    found = fought_out(game.rules, "AoP", Side(outlook.own[here]), Side(outlook.imagined[0][here], dug))
    odds = grognard.odds(game, grognard.Fight("combat", ("AoP",), (here,)))
    assert found.wins == pytest.approx(odds.track("areas", "AoP").get(1, 0.0))
    fates = odds.fates()
    for side, lost in (("AoP", found.own), ("ANV", found.theirs)):
        gone = sum(fate.get("eliminated", 0.0) for unit, fate in fates.items() if unit.startswith(side))
        assert sum(lost) == pytest.approx(gone)


def test_backs_frighten_whatever_they_hide():
    """Four small units under four backs are dared less than one division under one."""
    game = plan(
        {"falmouth": "V XI"}, {"fredericksburg": "small-1 small-2 small-3 small-4", "moss_neck": "Lee Hill Early Rodes"}
    )
    outlook = Outlook([game], "ANV", Random(1))
    assert ordinary(outlook.own, 4) == Force(2, 2, 0)
    assert ordinary(outlook.own, 8) == Force(3, 4, 1)
    many, one = (dared(outlook, "fredericksburg", Side(force)) for force in (Force(0, 4, 0), Force(1, 0, 0)))
    assert many < one


def test_he_sets_up_as_many_backs_almost_everywhere_and_not_always_the_same():
    seen = set()
    for seed in range(3):
        game = grognard.new(SCENARIO, seed=seed)
        assert isinstance(game, Plan)
        players = {army: player("strategist", seed) for army in ARMIES}
        while game.state.phase == "set up":
            army = game.actors[0]
            game.play(army, players[army].choose(game.seat(army)))
        for army in ARMIES:
            assert {len(stack) for stack in game.stacks(army).values()} == {2, 3}
        seen.add(tuple(game.stacks("AoP").items()))
    assert len(seen) == 3


# ---------------------------------------------------------------- what it cannot know


@pytest.mark.parametrize("place", range(len(disguises(grognard.new(SCENARIO, seed=1).rules))))
def test_what_he_may_not_see_makes_no_difference(place: int):
    """Two games in which two hidden enemies have each other's part: it chooses alike as long as they lie face down."""
    subject = Subject(grognard.new(SCENARIO, seed=1).scenario, {})
    game, twin = subject.new(7), subject.new(7)
    assert isinstance(game, Plan)
    disguise = disguises(game.rules)[place]
    chance, choices = Random(7), 0
    mine, other = player("strategist", 3), player("strategist", 3)
    while game.over is None and not fronts_shown(game, disguise):
        (army,) = game.actors
        if army == disguise.owner:
            choice = chance.choice(list(game.actions(army)))
            game.play(army, choice)
            twin.play(army, swapped(game.rules, disguise, choice))
            continue
        choice = mine.choose(game.seat(army))
        assert other.choose(twin.seat(army)) == choice
        game.play(army, choice)
        twin.play(army, choice)
        choices += 1
    assert choices > 15


# ---------------------------------------------------------------- games


@pytest.mark.parametrize("opponent", ["random", "brawler"])
@pytest.mark.parametrize("side", ARMIES)
def test_he_beats_those_who_have_no_plan(side: str, opponent: str):
    assert most_of_three(lambda seed: fought(side, opponent, seed).winner == side)


@pytest.mark.soak
@pytest.mark.parametrize(("opponent", "share"), [("random", 0.95), ("brawler", 0.80)])
@pytest.mark.parametrize("side", ARMIES)
def test_he_beats_them_nearly_always(side: str, opponent: str, share: float):
    assert sum(fought(side, opponent, seed).winner == side for seed in range(200)) >= 200 * share


def test_a_game_he_does_not_know_is_named():
    duel = grognard.new(TOY.id, seed=1)
    with pytest.raises(GrognardError, match="The strategist plays A Perfect Plan, not 'toy/duel'"):
        play_out(duel, {seat: player("strategist", 1) for seat in duel.seats})
