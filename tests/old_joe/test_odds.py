"""Forecasts and exact odds of assaults and engagements, held against every roll played out."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import grognard
from grognard.core.dice import Dice
from grognard.core.fights import Fight, Finished
from grognard.core.rules import Rules
from grognard.games.chancellorsville.old_joe import procedures as by
from grognard.games.chancellorsville.old_joe.engagement import Engagement
from grognard.games.chancellorsville.old_joe.forecasts import automaton_hits, why_not_fight
from grognard.games.chancellorsville.old_joe.state import Solitaire
from grognard.testing.playing import Shifted
from tests.marks import rule
from tests.old_joe.table import act, activate, asked, scene

HILL = "cs_cmd_hill"


def rolls(number: int):
    return product(range(1, 7), repeat=number)


@rule("J-J1d")
@pytest.mark.parametrize(("pool", "points"), [((0, 0), 2), ((0, 0), 0), ((0, 0, -1), 3), ((0,), 2)])
def test_points_after_the_roll_make_as_many_hits_as_every_roll_says(pool: tuple[int, ...], points: int):
    counted: Counter[int] = Counter()
    for faces in rolls(len(pool)):
        short = sorted(5 - face - modifier for face, modifier in zip(faces, pool, strict=True))
        left, hits = points, 0
        for needed in short:
            if needed <= 0 or needed <= left:
                left -= max(0, needed)
                hits += 1
        counted[hits] += 1
    assert automaton_hits(pool, points) == {hits: Fraction(ways, 6 ** len(pool)) for hits, ways in counted.items()}
    assert sum(outcome.chance for outcome in by.dice_outcomes(pool, points)) == pytest.approx(1)


SIX_FACES = ((3, 3), (4, 1), (5, 1), (6, 1))
"""A die of the player's with at most one point: three faces miss, and a six may do more."""


def played_out(game: Solitaire, fight: Fight, *faces: int) -> Counter[str]:
    """The levels that each army loses in a fight under way, played to its end with these dice, as the odds assume."""
    trial = game.copy()
    assert game.rules.stage(trial, fight) is None
    trial.dice = Shifted(Dice.script(faces), -game.rolled)
    before = {id: game.rules.levels(piece) for id, piece in game.state.pieces.items() if piece.hex}
    with suppress(Finished):
        while True:
            ask = trial.question("CSA")
            assert ask is not None
            trial.play("CSA", game.rules.default_answer(trial, ask)[1])
    lost: Counter[str] = Counter()
    for id, levels in before.items():
        now = trial.piece(id)
        lost[game.counter(id).side] += levels - (game.rules.levels(now) if now.hex else 0)
    return lost


@rule("J-J1a", "J-J1b", "J-J1d", "J-K3a")
def test_the_odds_of_an_assault_agree_with_every_roll():
    """After a breastwork die of 1 two dice against two, and a division that retreats from its last loss without a roll."""
    game = scene({"cs_lane": "2323", "ai_V_humphreys": {"hex": "2322", "step": 4}}, 0, 1, cup=[HILL])
    act(game, "place-command 2323", "end-marches")
    charge = next(action for action in game.actions("CSA") if action.word == "charge")
    forecast, odds = grognard.forecast(game.seat("CSA"), charge), grognard.odds(game.seat("CSA"), charge)
    assert {"breastwork-die", "points-after-the-roll"} <= set(forecast.policies)
    assert sum(chance for chance, _ in odds.outcomes) == pytest.approx(1)
    assert forecast.losses["CSA"] == pytest.approx(odds.losses()["CSA"]), "with the level that works cost"
    act(game, str(charge))
    while asked(game) != "CSA Assault.attacker_adds":
        act(game, str(game.actions("CSA")[0]))
    fight = game.rules.fight_under_way(game)
    assert fight is not None
    assert grognard.forecast(game.seat("CSA"), fight).column == "2d6 to 2d6"
    lost: Counter[str] = Counter()
    for (first, one), (second, other), theirs in product(SIX_FACES, SIX_FACES, rolls(2)):
        found = played_out(game, fight, first, second, *theirs)
        lost.update({army: number * one * other for army, number in found.items()})
    assert grognard.odds(game, fight).losses() == {army: pytest.approx(n / 6**4) for army, n in lost.items() if n}


@rule("J-J3e")
def test_the_forecast_of_an_engagement_counts_that_it_may_be_broken_off():
    weak = {"ai_XII_geary": {"hex": "2421", "step": 5}, "ai_XII_williams": {"hex": "2422", "step": 1}}
    many = dict.fromkeys(("cs_wofford", "cs_semmes", "cs_kershaw", "cs_barksdale"), "2522")
    found = []
    for attitude in ({}, {"attitude": "C", "hooker": 5}):
        game = activate("XII", {**weak, **many}, 1, 2, 1, 4, objectives={"XII": {"area": "[020]", "value": 0}}, **attitude)
        fight = game.rules.fight_under_way(game)
        assert fight is not None
        forecast = grognard.forecast(game.seat("CSA"), fight)
        assert "may-break-off" in forecast.policies
        assert "breastwork-die" not in forecast.policies
        assert sum(forecast.results.values()) == pytest.approx(1)
        assert forecast.column == "1d6 to 3d6", "works cost one of two dice"
        found.append(forecast.losses)
    bold, careful = found
    for army in ("CSA", "Union"):  # fought with 5 or 6, or cautious with 6 alone
        assert careful[army] == pytest.approx(bold[army] / 2)
        assert bold[army] > 0


@rule("J-J1a", "J-E1")
def test_the_forecast_of_an_assault_says_what_the_breastwork_die_changes():
    pieces: dict[str, Any] = {"cs_lane": "2323", "cs_heth": "2323", "cs_pender": "2323", "ai_XI_devens": "2322"}
    game = scene(pieces, 0, cup=[HILL])
    act(game, "place-command 2323", "end-marches")
    action = next(action for action in game.actions("CSA") if action.word == "assault-from")
    fight = game.rules.fight_of(game, "CSA", action)
    assert fight is not None
    forecast = grognard.forecast(game.seat("CSA"), action)
    assert forecast.column == "1-2d6 to 2d6", "works may cost a die"
    odds = grognard.odds(game.seat("CSA"), fight)
    assert 0 < abs(odds.expected("vp", "CSA")) < 2, "how far the marker goes"
    assert "may-break-off" not in forecast.policies


@rule("J-J2a", "J-J2c", "J-J3e")
def test_who_may_break_contact_sees_what_it_means_to_stand():
    pieces = {"ai_XII_geary": "1921", "ai_XII_williams": "1820", "cs_wright": "2022", "cs_mahone": "2022"}
    game = activate("XII", pieces, 2, 4, 1, objectives={"XII": {"area": "[020]", "value": 0}})
    assert asked(game) == "CSA Contact.react"
    stand = next(action for action in game.actions("CSA") if action.word == "stand-ground")
    fight = game.rules.fight_of(game, "CSA", stand)
    assert fight is not None
    assert set(fight.units) == {"ai_XII_geary", "ai_XII_williams"}
    away = next(action for action in game.actions("CSA") if action.word == "break-away")
    assert game.rules.fight_of(game, "CSA", away) is None
    marched = activate(
        "XII", {**pieces, "cs_wright": "2522", "cs_mahone": "3030"}, 2, 4, 1, objectives={"XII": {"area": "[020]"}}
    )
    assert asked(marched) == "CSA Contact.react"
    assert marched.rules.fight_of(marched, "CSA", stand) is None, "it only marches by"
    forecast = grognard.forecast(game.seat("CSA"), stand)
    assert forecast.attacker == "Union"
    assert forecast.strengths["Union"] == 17 + int(fight.circumstances[0]), "with the guns of the page"
    odds = grognard.odds(game.seat("CSA"), stand)
    assert odds.losses()["CSA"] > 0
    assert odds.losses()["Union"] > 0


@rule("J-J2a")
def test_in_a_game_that_is_over_nothing_begins_a_fight():
    pieces = {"ai_XII_geary": "1921", "ai_XII_williams": "1820", "cs_wright": "2022", "cs_mahone": "2022"}
    fields: dict[str, Any] = {"objectives": {"XII": {"area": "[020]", "value": 0}}}
    game = activate("XII", pieces, 2, 4, 1, **fields)
    stand = next(action for action in game.actions("CSA") if action.word == "stand-ground")
    assert game.seat("CSA").ask(Rules.fight_of, stand) is not None
    over = scene({"cs_wofford": "3030"}, 6, phase="night", turn=20)
    assert over.over is not None
    assert over.seat("CSA").ask(Rules.fight_of, stand) is None


@rule("J-J2a")
def test_in_an_engagement_each_attacker_is_next_to_one_of_the_hexes():
    """Sykes touches only Wright, and Humphreys only Mahone."""
    pieces = {"ai_V_sykes": "2322", "ai_V_humphreys": "2520", "cs_wright": "2323", "cs_mahone": "2620"}
    game = scene(pieces, 0, cup=["cs_cmd_early"])
    both = Fight("combat", ("ai_V_sykes", "ai_V_humphreys"), ("2323", "2620"), ("0",))
    assert why_not_fight(game, "CSA", both) is None
    refused = why_not_fight(game, "CSA", Fight("combat", ("ai_V_sykes",), ("2323", "2620"), ("0",)))
    assert refused is not None
    assert (refused.key, dict(refused.args)) == ("nobody-to-fight-there", {"hex": "2620"})


@rule("J-J2c", "J-J1d")
def test_the_odds_of_an_engagement_agree_with_every_roll():
    """From the question about skirmishers on: works cost the automaton one of two dice, against one."""
    pieces = {"ai_V_sykes": "2322", "ai_V_humphreys": {"hex": "2422", "step": 3}, "cs_wright": "2423"}
    game = activate("V", pieces, 2, 4, 1, 0, 6, objectives={"V": {"area": "[020]", "value": 0}})
    while not any(isinstance(frame, Engagement) for frame in game.stack):
        act(game, "stand-ground" if asked(game).endswith("react") else str(game.actions("CSA")[-1]))
    fight = game.rules.fight_under_way(game)
    assert fight is not None
    odds = grognard.odds(game, fight)
    lost: Counter[str] = Counter()
    for theirs, (mine, ways) in product(range(1, 7), SIX_FACES):
        found = played_out(game, fight, theirs, mine)
        lost.update({army: number * ways for army, number in found.items()})
    assert odds.losses() == {army: pytest.approx(number / 36) for army, number in lost.items() if number}
