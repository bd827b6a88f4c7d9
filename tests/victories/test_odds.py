"""Forecasts and exact odds of bombardment and combat, held against slow enumerations of their own."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

import grognard
from grognard.core.dice import Dice
from grognard.core.errors import IllegalAction
from grognard.core.features import DicePools, feature_of
from grognard.core.fights import Fight
from grognard.core.rules import Rules
from grognard.games.chancellorsville.victories.bonuses import foe_outcomes, own_outcomes, points_spent
from grognard.games.chancellorsville.victories.combat import Combat
from grognard.games.chancellorsville.victories.state import Campaign
from grognard.games.chancellorsville.victories.volleys import best_answer, best_opening, expected, volley
from grognard.testing.playing import Shifted
from tests.marks import rule
from tests.victories.table import FAR, act, asked, attack, offered, scene, until

HILL = "cs_cmd_hill"


def hits_of(pool: tuple[int, ...]) -> Counter[int]:
    """Every roll of the dice, counted one by one."""
    return Counter(
        sum(face + modifier >= 5 for face, modifier in zip(faces, pool, strict=True)) for faces in all_rolls(len(pool))
    )


def all_rolls(number: int):
    return product(range(1, 7), repeat=number)


@rule("U9.26", "U12.9", "U14.20")
def test_a_forecast_does_not_betray_that_only_skirmishers_are_there():
    """1411 is two hexes from the guns, and nobody looks into it."""
    found = []
    for target in ("us_skirmisher_1", "us_candy"):
        game = scene({"cs_walker": "1611", target: "1411", **FAR}, HILL)
        act(game, "place-command 1611", "end-marches")
        forecast = grognard.forecast(game.seat("CSA"), game.rules.vocabulary.parse("shell 1411 troops"))
        found.append([(modifier.value, modifier.cites) for modifier in forecast.modifiers])
    assert found == [[(1, "U12.10"), (-1, "U12.9")]] * 2


@rule("U14.1", "U12.1")
def test_only_what_may_be_fought_is_forecast():
    pieces = {"cs_lane": "1511", "cs_walker": "1511", "us_vongilsa": "1512", "us_candy": "1412", "us_kane": "1413", **FAR}
    game = scene(pieces, HILL)

    def said(text: str) -> str:
        try:
            grognard.forecast(game.seat("CSA"), Fight.of(text))
        except IllegalAction as refusal:
            return refusal.reason.key
        return ""

    assert said("combat cs_lane 1512") == said("bombardment cs_walker 1512") == said("bombardment cs_walker 1412") == ""
    nobody = ("cs_lane,nobody", "cs_lane,us_vongilsa", "cs_lane,cs_thomas", "cs_thomas")  # Thomas is not on the map
    assert {said(f"combat {units} 1512") for units in nobody} == {"no-units-to-fight-with"}
    nowhere = ("combat cs_lane 1412", "combat cs_lane 1510", "combat cs_lane 0101", "combat cs_lane 1512,1412")
    assert {said(text) for text in nowhere} == {"nobody-to-fight-there"}
    out_of_range = ("bombardment cs_walker 1413", "bombardment cs_lane 1512", "bombardment cs_walker 1510")
    assert {said(text) for text in out_of_range} == {"nobody-to-fight-there"}


@rule("U9.27", "U14.1")
@pytest.mark.parametrize("units", ["cs_dummy_1", "cs_lane,cs_dummy_1"])
def test_no_attack_with_dummies_is_forecast(units: str):
    pieces = {"cs_lane": "1511", "cs_dummy_1": "1511", "us_vongilsa": "1512", **FAR}
    game = scene(pieces, HILL, options={"dummies": True})
    grognard.forecast(game.seat("CSA"), Fight.of("combat cs_lane 1512"))
    with pytest.raises(IllegalAction) as refusal:
        grognard.forecast(game.seat("CSA"), Fight.of(f"combat {units} 1512"))
    assert (refusal.value.reason.key, refusal.value.reason.cites) == ("dummies-do-not-attack", ("U9.27",))


@rule("U14.32", "U14.28")
@pytest.mark.parametrize("pool", [(0,), (4, -2), (2, 1, 0), (3, 3, -1, -2), (1, 1, 0, 0, -1), (4, 0, 0, 0, 0)])
def test_the_ways_of_a_volley_are_those_of_every_roll(pool: tuple[int, ...]):
    counted = hits_of(pool)
    assert {hits: ways for hits, ways in enumerate(volley(pool)) if ways} == dict(counted)
    mean = sum(min(hits, 2) * ways for hits, ways in counted.items()) / 6 ** len(pool)
    assert expected(pool, 2) == pytest.approx(mean)


def slow_worth(own: tuple[int, ...], foe: tuple[int, ...], ours: int, theirs: int) -> float:
    gained: float = sum(min(h, theirs) * n for h, n in hits_of(own).items()) / 6 ** len(own)
    lost: float = sum(min(h, ours) * n for h, n in hits_of(foe).items()) / 6 ** len(foe)
    return gained - lost


@rule("U14.28", "U14.29")
@pytest.mark.parametrize(
    ("own", "foe", "points", "penalty", "reply"),
    [((0, 0), (0, 0), 2, False, (1, False)), ((0, 0, 0), (0, 0), 2, True, (1, True)), ((-1, -1), (0,), 3, False, (2, False))],
)
def test_the_suggested_sharing_is_the_best_of_all(
    own: tuple[int, ...], foe: tuple[int, ...], points: int, penalty: bool, reply: tuple[int, bool]
):
    """Every sharing of the first against every answer of the second, each valued roll by roll."""
    ours, theirs = 3, 3

    def ways(a: tuple[int, ...], b: tuple[int, ...], number: int, worse: bool):
        for mine in own_outcomes(a, b, number, worse):
            yield from ((mine, yours) for yours in foe_outcomes(b, number - points_spent(a, mine, worse)))

    def answered(mine: tuple[int, ...], yours: tuple[int, ...]) -> float:
        return min(slow_worth(left, strong, ours, theirs) for strong, left in ways(yours, mine, *reply))

    best = max(answered(*share) for share in ways(own, foe, points, penalty))
    share = best_opening(own, foe, points, penalty, reply, ours, theirs)
    assert answered(*share) == pytest.approx(best)
    strong, left = best_answer(share[1], share[0], *reply, theirs, ours)
    assert slow_worth(left, strong, ours, theirs) == pytest.approx(best)


@rule("U14.28", "U14.29")
def test_both_sides_are_proposed_the_best_sharing_step_by_step():
    """Two dice and two points against three dice and three points: attackers first, their own dice first."""

    def proposed() -> str:
        (seat,) = game.actors
        (proposal,) = game.rules.proposals(game, seat)
        assert set(proposal.actions) <= set(game.actions(seat))
        assert not game.rules.proposals(game, "Union" if seat == "CSA" else "CSA")
        return " ".join(map(str, proposal.actions))

    attackers, defenders = ("cs_archer", "cs_pender", "cs_walker"), ("us_meredith", "us_wainwright", "us_stone")
    pieces = {**dict.fromkeys(attackers, "1511"), **dict.fromkeys(defenders, "1512"), **FAR}
    game = scene(pieces, HILL, dice=(1,) * 5)
    act(game, "place-command 1511", "end-marches")
    until(game, "Declaration.declare")
    attack(game, "1511", "1512")
    assert not game.rules.proposals(game, "Union")  # skirmishers are no points
    act(game, "no-skirmishers", "no-works")
    assert proposed() == "add-bonus 42"
    act(game, "add-bonus 32")  # one of the two points is left for the enemy's dice
    assert asked(game) == "Union Combat.defender_adds"
    assert proposed() == str(game.seat("Union").ask(Rules.carry_out, "bonus", "suggested")) == "add-bonus 421"
    act(game, "add-bonus 322")
    assert proposed() == "subtract-bonus 31"


@rule("U12.10")
def test_the_forecast_of_a_bombardment_adds_what_the_ground_does():
    game = scene({"cs_walker": "1611", "us_vongilsa": "1610", **FAR}, HILL, works={"1610": "Union"})
    act(game, "place-command 1611", "end-marches")
    forecast = grognard.forecast(game.seat("CSA"), Fight("bombardment", ("cs_walker",), ("1610",), ("troops",)))
    assert forecast.strengths == {"CSA": game.points(game.piece("cs_walker")), "Union": 0}
    table = game.rules.components.artillery
    row = next(row for row in table.rows if row.factor == str(forecast.strengths["CSA"]))
    read = Counter(row.results[table.columns[max(face - 2, 1) - 1]] for face in range(1, 7))  # woods, and breastworks
    assert forecast.results == {result: pytest.approx(ways / 6) for result, ways in read.items()}


@rule("U12.10", "U12.9")
def test_the_forecast_of_a_bombardment_reads_the_table():
    pieces = {"cs_walker": "1612", "cs_nelson": "1513", "us_vongilsa": "1512", **FAR}
    game = scene(pieces, HILL)
    act(game, "place-command 1612", "take-along cs_nelson", "end-marches")
    fight = Fight("bombardment", ("cs_walker", "cs_nelson"), ("1512",), ("troops",))
    assert game.rules.fight_of(game, "CSA", game.rules.vocabulary.parse("shell 1512 troops")) == fight
    forecast = grognard.forecast(game.seat("CSA"), fight)
    table, added = game.rules.components.artillery, 1 - 1  # open ground, and the breastworks that are dug
    row = next(row for row in table.rows if row.factor == "3-4")
    read = Counter(row.results[table.columns[min(max(face + added, 1), 7) - 1]] for face in range(1, 7))
    assert forecast.results == {result: pytest.approx(ways / 6) for result, ways in read.items()}
    odds = grognard.odds(game, fight)
    lost = sum(ways for result, ways in read.items() if result.startswith("1")) / 6
    assert odds.losses()["Union"] == pytest.approx(lost)


def levels_lost(game: Campaign, faces: tuple[int, ...]) -> Counter[str]:
    """Play a combat to its end with these dice, each side as the odds assume; the levels that each army loses."""
    trial = game.copy()
    trial.dice = Shifted(Dice.script([*faces, *(1,) * 9]), -game.rolled)
    before = {id: game.rules.levels(game.piece(id)) for id in ("cs_lane", "us_candy")}
    while any(isinstance(frame, Combat) for frame in trial.stack):
        (seat,) = trial.actors
        ask = trial.question(seat)
        assert ask is not None
        trial.play(seat, game.rules.default_answer(trial, ask)[1])
    after = {id: game.rules.levels(trial.piece(id)) if trial.piece(id).hex else 0 for id in before}
    return Counter({game.counter(id).side: before[id] - after[id] for id in before})


@rule("U14.9", "U14.10", "U14.28", "U14.32", "U14.33")
def test_the_odds_of_a_combat_agree_with_every_roll():
    """One die, since the defender digs in, against two: every roll is played out."""
    game = scene({"cs_lane": "2421", "us_candy": "2321", **FAR}, HILL)
    act(game, "place-command 2421", "end-marches")
    attack(game, "2421", "2321")
    fight = Fight("combat", ("cs_lane",), ("2321",))
    assert game.rules.fights(game) == [fight]
    assert grognard.forecast(game.seat("CSA"), fight).column == "1d6 to 2d6"
    lost: Counter[str] = sum((levels_lost(game, faces) for faces in all_rolls(3)), Counter())
    odds = grognard.odds(game, fight)
    assert odds.losses() == {army: pytest.approx(number / 6**3) for army, number in lost.items()}


@rule("U14.36")
def test_natural_sixes_are_in_the_odds():
    pieces = {"cs_lane": "2421", "us_candy": "2321", **FAR}
    game = scene(pieces, HILL, options={"rule_of_six": True})
    act(game, "place-command 2421", "end-marches")
    attack(game, "2421", "2321")
    odds = grognard.odds(game, Fight("combat", ("cs_lane",), ("2321",)))
    assert "use-six" in odds.policies
    assert sum(chance for chance, _ in odds.outcomes) == pytest.approx(1)


@rule("U14.28", "U14.32")
def test_what_a_sharing_leaves_of_the_dice_is_shown():
    game = scene({"cs_pender": "1511", "cs_lane": "1511", "us_vongilsa": "1512", **FAR}, HILL)
    act(game, "place-command 1511", "end-marches")
    attack(game, "1511", "1512")
    act(game, "no-skirmishers", "no-works")

    def shown(seat: str, text: str) -> dict[str, tuple[int, ...]]:
        return {
            pool.side: pool.counts_from
            for pool in feature_of(game.rules, DicePools).pools(game, seat, game.rules.vocabulary.parse(text))
        }

    assert shown("CSA", "add-bonus 322") == {"CSA": (4, 5, 5), "Union": (5, 5)}
    assert shown("CSA", "subtract-bonus 21") == {"CSA": (5, 5, 5), "Union": (6, 5)}
    assert shown("CSA", "halt") == {}
    assert shown("Union", "add-bonus 32") == {"Union": (4, 5), "CSA": (5, 5, 5)}
    assert shown("Union", "subtract-bonus 221") == {"Union": (5, 5), "CSA": (6, 5, 5)}


@rule("U14.28", "U14.29")
@pytest.mark.parametrize(("answer", "dice"), [("own", "322"), ("theirs", "222"), ("suggested", "222")])
def test_a_standing_order_shares_out_points(answer: str, dice: str):
    game = scene({"cs_lane": "1511", "us_vongilsa": "1512", "us_schirmer": "1512", **FAR}, HILL)
    act(game, "place-command 1511", "end-marches")
    attack(game, "1511", "1512")
    until(game, "Combat.defender_adds")
    assert str(game.seat("Union").ask(Rules.carry_out, "bonus", answer)) == f"add-bonus {dice}"
    act(game, "add-bonus 222")
    assert offered(game, "subtract-bonus") == {"31", "22"}
    assert str(game.seat("Union").ask(Rules.carry_out, "bonus", answer)) == "subtract-bonus 31"


@rule("U14.28")
def test_the_best_sharing_is_proposed_where_points_are_shared_out():
    game = scene({"cs_lane": "2421", "cs_walker": "2421", "us_candy": "2321", **FAR}, HILL)
    act(game, "place-command 2421")
    assert game.rules.proposals(game, "CSA") == (), "not while units march"
    act(game, "end-marches", "cease-fire")
    attack(game, "2421", "2321")
    until(game, "attacker_adds")
    (proposal,) = game.rules.proposals(game, "CSA")
    assert proposal.actions[0] in game.actions("CSA")
    assert game.rules.proposals(game, "Union") == ()
