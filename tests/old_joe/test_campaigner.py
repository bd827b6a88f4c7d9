"""The campaigner commands Lee's army: it ends its games, weighs attacks and keeps to what it may know."""

from __future__ import annotations

from typing import Any, cast

import pytest

import grognard
from grognard.core.dice import Dice
from grognard.core.errors import GrognardError
from grognard.core.hexes import members
from grognard.games.chancellorsville.old_joe.state import Solitaire
from grognard.games.chancellorsville.victories.pieces import CSA
from grognard.players import play_out
from grognard.players.campaigner import Campaigner, formations, react
from grognard.players.campaigner.lee import LeeOutlook
from grognard.players.campaigner.odds import mean_hits, promise
from tests.old_joe.table import CORPS, ID, activate, asked, hex_of, scene


def outlook(game: Solitaire) -> LeeOutlook:
    return LeeOutlook(game, {})


def test_a_whole_game_ends_the_same_for_every_seed_of_the_player():
    one, other = (cast("Solitaire", grognard.new(ID, dice=Dice.fast(7))) for _ in range(2))
    first = play_out(one, {CSA: Campaigner(1)})
    assert first.level in ("strategic", "minor", "draw")
    assert play_out(other, {CSA: Campaigner(2)}) == first
    assert one.state == other.state


def test_it_plays_no_other_game():
    assert Campaigner(1).plays(grognard.new(ID, dice=Dice.fast(1)))
    other = grognard.new("chancellorsville/perfect-plan", seed=1)
    assert not Campaigner(1).plays(other)
    with pytest.raises(GrognardError, match="plays Hurrah for Old Joe"):
        Campaigner(1).choose(other.seat(other.actors[0]))


def test_the_promise_of_a_combat():
    assert mean_hits(4, 0) == pytest.approx(4 / 3)
    assert mean_hits(2, 2) == pytest.approx(1)
    strong, weak = promise(28, 9, (2, 2), 6), promise(9, 9, (2, 2), 6)
    assert strong.inflicted > weak.inflicted
    assert strong.suffered == weak.suffered == pytest.approx(2 / 3 + 2 / 6 + 2 / 3)
    assert promise(28, 9, (0, 0), 6).inflicted == pytest.approx(4 / 3 - 1 / 9), "3 to 1, and a die in one case of three"
    assert promise(28, 9, (0, 0), 2).inflicted == pytest.approx(2 / 3 - 1 / 9), "the limit of the hex"


def test_weak_divisions_promise_more():
    pieces: dict[str, Any] = {"cs_lane": "2323", "cs_heth": "2323", "cs_pender": "2323"}
    cup = ["cs_cmd_early"]
    fresh = outlook(scene({**pieces, "ai_XI_devens": "2322"}, 0, cup=cup))
    worn = outlook(scene({**pieces, "ai_XI_devens": {"hex": "2322", "step": 4}}, 0, cup=cup))
    at = hex_of(fresh.game, "2322")

    def value(seen: LeeOutlook) -> float:
        attackers = [seen.game.piece(id) for id in pieces]
        return seen.value(at, attackers, [piece.hex for piece in attackers])

    assert value(worn) > value(fresh)


def test_superiors_act_with_the_divisions_that_hunt():
    game = grognard.new(ID, dice=Dice.script([0, 0, 0, 0, 0, 6]))
    solitaire = cast("Solitaire", game)
    chosen = formations(outlook(solitaire), solitaire.actions(CSA))
    assert str(chosen).startswith("entrust ")
    assert str(chosen).endswith(" cs_jackson")


def test_a_lone_brigade_gets_away_and_a_division_stands():
    pieces = {"ai_XII_geary": "1921", "ai_XII_williams": "1820"}
    goal = {"XII": {"area": "[020]", "value": 0}}
    lone = activate("XII", {**pieces, "cs_wright": "2522"}, 2, 4, 1, objectives=goal)
    assert asked(lone) == "CSA Contact.react"
    assert str(react(outlook(lone), lone.actions(CSA))).startswith("break-away 2522")
    many = {"cs_wright": "2522", "cs_mahone": "2522", "cs_wilcox": "2522"}
    strong = activate("XII", {**pieces, **many}, 2, 4, 1, objectives=goal)
    assert str(react(outlook(strong), strong.actions(CSA))) == "stand-ground"


def test_threatened_places_are_seen():
    goals = {"V": {"area": "[021]", "value": 1}, "XII": {"area": "[025]", "value": 2}, "II": {"area": "[015]", "value": 0}}
    pieces = {"ai_V_griffin": "1816", "ai_XII_geary": "1116", "ai_II_hancock": "3420"}
    game = scene(pieces, 0, cup=["cs_cmd_early"], objectives=goals, track=[CORPS["V"]])
    seen = outlook(game)
    labels = {game.label(h): stake for h, stake in seen.threats.items()}
    assert labels == {"2923": 1.5, "2833": 4.5}, "two a night at Spotsylvania; Falmouth is north of the river"
    assert {game.label(h) for h in members(seen.key_places)} >= set(labels)
