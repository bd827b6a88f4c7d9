"""The campaigner commands Lee's army: it weighs attacks and keeps to what it may know."""

from __future__ import annotations

from typing import Any, cast

import pytest

import grognard
from grognard.core.dice import Dice
from grognard.core.errors import GrognardError
from grognard.core.hexes import members
from grognard.games.chancellorsville.old_joe.data_schema import EngagementData
from grognard.games.chancellorsville.old_joe.state import Solitaire
from grognard.games.chancellorsville.victories.pieces import CSA
from grognard.players.campaigner import Campaigner
from grognard.players.campaigner.assaults import Defence, declared, price, prize, raised, worth
from grognard.players.campaigner.lee import LeeOutlook
from grognard.players.campaigner.lee_play import formations, react
from grognard.players.campaigner.standing import Attack, Stand, loss, value
from tests.old_joe.table import CORPS, ID, activate, asked, hex_of, prompt, scene


def outlook(game: Solitaire) -> LeeOutlook:
    return LeeOutlook(game, {})


def test_every_seed_of_the_player_chooses_the_same():
    """That it ends its games is tested with the other players."""
    game, lee = grognard.new(ID, dice=Dice.fast(7)), Campaigner(1)
    for number in range(60):
        action = lee.choose(game.seat(CSA))
        assert Campaigner(2 + number).choose(game.seat(CSA)) == action
        game.play(CSA, action)


def test_it_plays_no_other_game():
    assert Campaigner(1).plays(grognard.new(ID, dice=Dice.fast(1)))
    other = grognard.new("chancellorsville/perfect-plan", seed=1)
    assert not Campaigner(1).plays(other)
    with pytest.raises(GrognardError, match="plays Hurrah for Old Joe"):
        Campaigner(1).choose(other.seat(other.actors[0]))


FRESH = (0.0, 0.3, 1.3, 1.6, 2.6)
"""What the levels of a division are worth: every second is boxed."""
DIVISION = Defence(6, True, 2, 4, 0, None, False, True, False, FRESH)


def mean(chances: tuple[float, ...]) -> float:
    return sum(hits * chance for hits, chance in enumerate(chances))


def test_points_after_the_roll_are_worth_more_than_before():
    assert mean(declared(4, 0)) == pytest.approx(4 / 3)
    assert mean(declared(2, 2)) == pytest.approx(1), "each point is a sixth of a hit"
    assert raised(1, 2) == pytest.approx((1 / 3, 2 / 3)), "3 and 4 become hits, too"
    assert mean(raised(2, 2)) > mean(declared(2, 2))


def test_what_hits_are_worth():
    assert prize(1, True, 2, FRESH) == 0, "a skirmisher takes the first"
    assert prize(1, False, 2, FRESH) == pytest.approx(0.3 * 4 / 6), "a retreat on 1 or 2 in place of the last loss"
    assert prize(1, False, 3, FRESH) == pytest.approx(0.3 * 3 / 6), "the cautious retreat on 3, too"
    assert prize(1, False, 2, FRESH[:2]) == 0, "from a fatal loss a division always retreats"
    assert prize(3, False, 2, FRESH[:2]) == pytest.approx(0.3), "but not from more than one"
    assert price(3, 2) == pytest.approx(2 * 0.25 + 1)


def test_numbers_pay_up_to_the_limit_of_the_ground():
    numbers = outlook(scene({})).assaults

    def promise(attack: int, spare: int = 8, foe: Defence = DIVISION) -> float:
        return worth(attack, 1, False, spare, foe, numbers)

    many = promise(32)
    assert many > promise(14)
    assert promise(60) == pytest.approx(promise(45)), "four dice in the woods"
    assert promise(60, foe=DIVISION._replace(cap=6)) > promise(60)
    assert promise(32, spare=0) < many, "who has no level to spare loses units"
    assert promise(32, foe=DIVISION._replace(extra=1)) < many
    assert promise(32, foe=DIVISION._replace(works="fortification")) < many < promise(32, foe=DIVISION._replace(works=""))


def test_weak_divisions_promise_more():
    pieces: dict[str, Any] = {"cs_lane": "2323", "cs_heth": "2323", "cs_pender": "2323"}
    cup = ["cs_cmd_early"]
    fresh = outlook(scene({**pieces, "ai_XI_devens": "2322"}, 0, cup=cup))
    worn = outlook(scene({**pieces, "ai_XI_devens": {"hex": "2322", "step": 3}}, 0, cup=cup))
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


def test_a_worn_brigade_gets_away_and_a_division_stands():
    pieces = {"ai_XII_geary": "1921", "ai_XII_williams": "1820"}
    goal = {"XII": {"area": "[020]", "value": 0}}
    lone = activate("XII", {**pieces, "cs_wright": {"hex": "2522", "step": 2}}, 2, 4, 1, objectives=goal)
    assert asked(lone) == "CSA Contact.react"
    assert str(react(outlook(lone), lone.actions(CSA))).startswith("break-away 2522")
    many = {"cs_wright": "2522", "cs_mahone": "2522", "cs_wilcox": "2522"}
    strong = activate("XII", {**pieces, **many}, 2, 4, 1, objectives=goal)
    assert str(react(outlook(strong), strong.actions(CSA))) == "stand-ground"


def test_worn_brigades_get_away_where_it_costs_only_their_order():
    """Two brigades with no level to spare leave a cautious Corps, which disorganises one, and stand if leaving costs a unit."""
    worn = {id: {"hex": "2522", "step": 2} for id in ("cs_wright", "cs_mahone")}
    pieces = {"ai_XII_geary": "2221", "ai_XII_williams": "2121", **worn}
    goal = {"XII": {"area": "[020]", "value": 0}}
    careful = activate("XII", pieces, 2, 4, 1, objectives=goal, hooker=5, attitude="C")
    assert prompt(careful) == "break-away-cautious"
    assert str(react(outlook(careful), careful.actions(CSA))).startswith("break-away 2522")
    bold = activate("XII", pieces, 2, 4, 1, objectives=goal)
    assert prompt(bold) == "break-away-aggressive"
    assert str(react(outlook(bold), bold.actions(CSA))) == "stand-ground"


PRINTED = EngagementData(divisor=5, least=1, most=6, breaks_off_at=3, retreats=2, overrun_by=3)
CORPS_OF_TWO = Attack(19, 2, 0, (0.3, 0.3, 1.0, 1.0), True)


def test_what_it_is_worth_to_stand():
    fresh = Stand(10, 1, True, 0, 4, (0.25, 0.25, 0.25), (0.25, 0.25, 0.25, 1.3, 1.3, 1.3), 1, 0.0)
    worn = fresh._replace(struck=(1.3, 1.3, 1.3), losses=(1.3, 1.3, 1.3))
    assert value(CORPS_OF_TWO, fresh, PRINTED) > 0 > value(CORPS_OF_TWO, worn, PRINTED)
    assert value(CORPS_OF_TWO, worn._replace(trapped=3.9), PRINTED) < value(CORPS_OF_TWO, worn, PRINTED), (
        "a six would destroy them all"
    )
    assert value(CORPS_OF_TWO, fresh._replace(works=False), PRINTED) < value(CORPS_OF_TWO, fresh, PRINTED)
    assert value(CORPS_OF_TWO, worn, PRINTED) < value(CORPS_OF_TWO._replace(points=5), worn, PRINTED), (
        "with fewer dice it may break off"
    )


def test_what_losses_cost_who_stands():
    stand = Stand(6, 1, False, 0, 4, (0.25, 1.3), (0.25, 1.3, 1.3), 1, 0.0)
    assert loss(0, 0, stand, PRINTED.retreats) == 0
    assert loss(1, 0, stand, PRINTED.retreats) == 0.25, "the first must be taken, and the cheapest is"
    assert loss(2, 0, stand, PRINTED.retreats) == pytest.approx(0.25 + 0.3), "the stack retreats rather than lose a unit"
    assert loss(2, 1, stand, PRINTED.retreats) == pytest.approx(0.25 + 0.3), "a six strikes the strongest"
    assert loss(3, 0, stand, PRINTED.retreats) == pytest.approx(0.25 + 1.3 + 0.3), "one retreat only, for there is one stack"


def test_threatened_places_are_seen():
    goals = {"V": {"area": "[021]", "value": 1}, "XII": {"area": "[025]", "value": 2}, "II": {"area": "[015]", "value": 0}}
    pieces = {"ai_V_griffin": "1816", "ai_XII_geary": "1116", "ai_II_hancock": "3420"}
    game = scene(pieces, 0, cup=["cs_cmd_early"], objectives=goals, track=[CORPS["V"]])
    seen = outlook(game)
    labels = {game.label(h): stake for h, stake in seen.threats.items()}
    assert labels == {"2923": 1.5, "2833": 4.5}, "two a night at Spotsylvania; Falmouth is north of the river"
    assert {game.label(h) for h in members(seen.key_places)} >= set(labels)


def test_who_can_attack_from_the_woods_attacks_what_pays():
    """Three stacks around a worn division march up and attack together; a fresh one behind its Corps is left alone."""
    stacks = {"cs_lane": "2325", "cs_heth": "2325", "cs_pender": "2325", "cs_mcgowan": "2425", "cs_archer": "2425"}
    worn = {"ai_XI_devens": {"hex": "2322", "step": 3}}
    game = scene({**stacks, **worn}, 0, cup=["cs_cmd_hill"])
    seen = outlook(game)
    able = [
        [game.piece(id) for id in ("cs_lane", "cs_heth", "cs_pender")],
        [game.piece(id) for id in ("cs_mcgowan", "cs_archer")],
    ]
    (target,) = seen.targets(able)
    assert game.label(target.hex) == "2322"
    assert {game.label(h) for h in target.places} == {"2325", "2425"}
    assert all(seen.stands(target.hex) >> h & 1 for h in target.places.values())


def test_by_night_one_unit_of_each_formation_leaves_the_enemy():
    pieces = {"cs_lane": {"hex": "2323", "step": 2}, "cs_heth": {"hex": "2323", "step": 2}, "ai_XI_devens": "2322"}
    game = scene(pieces, 0, cup=["cs_cmd_hill"], turn=10)
    seen = outlook(game)
    tired = seen.resting(game.piece(id) for id in ("cs_lane", "cs_heth"))
    assert [piece.id for piece in tired] == ["cs_lane"], "the stronger"
    rested = scene({**pieces, "cs_heth": {"hex": "2330", "step": 2}}, 0, cup=["cs_cmd_hill"], turn=10)
    assert not outlook(rested).resting((rested.piece("cs_lane"),)), "another is out of contact already"
