"""Forecasts: the table of the dice decision, and what a fire may bring."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import Any

import pytest

import grognard
from grognard.core import chances
from grognard.core.features import RiskTables, feature_of
from grognard.core.fights import Fight
from grognard.games.chancellorsville.red_dice import forecasts
from grognard.games.chancellorsville.red_dice.actions import FireAt, RollDice
from grognard.games.chancellorsville.red_dice.forecasts import DISASTER, FIASCO, needed_for, risk, risks, ways_of
from grognard.games.chancellorsville.red_dice.pools import dice_outcomes
from grognard.games.chancellorsville.red_dice.state import Skirmish
from tests.marks import rule
from tests.red_dice.table import act, far_off, row, skirmish


@rule("D0.2", "D0.3", "D0.4", "D3.0b")
@pytest.mark.parametrize("red_succeed", [True, False])
@pytest.mark.parametrize(("white", "red"), [(2, 0), (4, 0), (3, 2), (2, 3)])
def test_the_ways_are_those_of_all_falls(white: int, red: int, red_succeed: bool):
    found: dict[int | str, int] = {}
    for faces in product(range(1, 7), repeat=white + red):
        ones = faces.count(1)
        counting = faces if red_succeed else faces[:white]
        key: int | str = sum(face >= 4 for face in counting) if ones < 2 else FIASCO if ones == 2 else DISASTER
        found[key] = found.get(key, 0) + 1
    assert {key: ways for key, ways in ways_of(white, red, red_succeed).items() if ways} == found


def asked_for_dice(*orders: str, red: int = 0, **fields: Any) -> Skirmish:
    squads = {"V1": row(20, 20, 5), "U1": row(70, 20, 5), **far_off()}
    game = skirmish(squads, red={"ANV": red}, **fields)
    act(game, "activate-squad V1", *orders)
    return game


@rule("D0.2", "D0.3", "D0.4", "D3.0b", "D3.0c1")
def test_the_table_of_the_dice_decision_counts_the_red_pool_in():
    game = asked_for_dice("fire-at U1", red=3)
    table = {found.dice: found for found in risks(game)}
    assert list(table) == list(range(2, 21))
    assert {len(found.reached) for found in table.values()} == {7}
    row_of_four = table[4]
    assert row_of_four == risk(4, 0, 3, True)
    assert row_of_four.reached[2] == pytest.approx(0.57, abs=0.005)
    assert row_of_four.fiasco == pytest.approx(0.234, abs=0.001)
    assert row_of_four.disaster == pytest.approx(0.096, abs=0.001)
    assert 1 - row_of_four.runs[0] == pytest.approx(0.704, abs=0.001)
    assert row_of_four.loses_initiative == pytest.approx(0.33, abs=0.001)
    assert list(risks(skirmish({"V1": row(20, 20, 5), **far_off()}))) == []


@rule("D0.2", "D0.3", "D0.4", "D2.0c", "D3.0c4")
def test_the_table_of_the_dice_decision_counts_the_dice_of_a_repeated_action_in():
    game = skirmish({"V1": row(20, 20, 5), "U1": row(70, 20, 5), **far_off()}, (2, 3, 3), red={"ANV": 1})
    act(game, "activate-squad V1", "fire-at U1", "roll-dice 2", "activate-squad V1", "fire-at U1")
    four = next(found for found in risks(game) if found.dice == 4)
    assert four == risk(5, 0, 1, True)._replace(dice=4)
    dice_outcomes = list(product(range(1, 7), repeat=6))
    fine = [faces for faces in dice_outcomes if faces.count(1) < 2]
    assert four.reached[1] == pytest.approx(sum(sum(face >= 4 for face in faces) >= 2 for faces in fine) / len(dice_outcomes))
    assert four.fiasco == pytest.approx(sum(faces.count(1) == 2 for faces in dice_outcomes) / len(dice_outcomes))
    assert four.heroic == pytest.approx(sum(faces[5] == 6 for faces in dice_outcomes) / len(dice_outcomes))


@rule("D3.1a", "D3.2c", "D3.2f")
@pytest.mark.parametrize(
    ("order", "needed"), [("fire-at U1", 3), ("walk-to 50,20", 3), ("walk-to 51,20", 4), ("stand-fast", 1)]
)
def test_what_a_declared_action_needs(order: str, needed: int):
    game = asked_for_dice(order)
    frame = game.stack[-1]
    assert needed_for(game, frame) == needed  # type: ignore[arg-type]
    assert game.rules.chance(game, "ANV", RollDice(5)) == pytest.approx(risk(5, 0, 0, True).reached[needed - 1])
    hurt = asked_for_dice(order, men={"V1-5": {"wounds": "severe"}})
    assert needed_for(hurt, hurt.stack[-1]) == needed + 1  # type: ignore[arg-type]


@rule("D3.3b")
def test_an_assault_needs_contact():
    game = skirmish({"V1": row(20, 20, 3), "U1": row(44, 20, 3)})
    act(game, "activate-squad V1", "assault-on U1")
    assert needed_for(game, game.stack[-1]) == 3  # type: ignore[arg-type]


@rule("D3.1a", "D3.2f")
def test_a_move_with_a_severely_wounded_man_needs_one_success_more():
    game = asked_for_dice("walk-to 50,20", men={"V1-5": {"wounds": "severe"}})
    found = grognard.forecast(game.seat("ANV"), Fight("move", ("V1",), ("50", "20"), ("6",)))
    assert (found.column, [modifier.value for modifier in found.modifiers]) == ("4+", [-1])
    assert found.results["arrives"] == pytest.approx(risk(6, 0, 0, True).reached[3])


@rule("D3.2c", "D0.3")
def test_a_fire_is_forecast_with_exact_chances():
    game = asked_for_dice("fire-at U1")
    found = grognard.forecast(game.seat("ANV"), RollDice(7))
    assert sum(found.results.values()) == pytest.approx(1)
    some = sum(chance for result, chance in found.results.items() if result.isdecimal() and result != "0")
    assert some == pytest.approx(0.57, abs=0.005)
    assert found.results[FIASCO] == pytest.approx(0.234, abs=0.001)
    assert (found.attacker, found.defender, found.column) == ("ANV", "AoP", "3+")
    assert [str(game.rules.meaning(result)) for result in found.results]


def test_a_fire_is_forecast_before_it_is_declared_with_the_best_dice():
    game = skirmish({"V1": row(20, 20, 5), "U1": row(70, 20, 5)})
    act(game, "activate-squad V1")
    found = grognard.forecast(game.seat("ANV"), FireAt("U1"))
    assert found.strengths["ANV"] == 7
    assert grognard.forecast(game, Fight.of("fire V1 U1 7")).results == found.results


@rule("D3.2a")
@pytest.mark.parametrize(
    ("fight", "words"),
    [
        ("fire V1 U9", "no enemy unit"),
        ("fire V9 U1", "no squad"),
        ("melee V1 U1", "no fire"),
        ("fire V1 U1 1", "from 2 to 99 dice"),
        ("fire V1 U1 many", "no fire"),
    ],
)
def test_what_cannot_be_fired_is_told_in_one_sentence(fight: str, words: str):
    game = skirmish({"V1": row(20, 20, 5), "U1": row(70, 20, 5)})
    with pytest.raises(grognard.GrognardError, match=words):
        grognard.forecast(game, Fight.of(fight))


# ---------------------------------------------------------------- exact odds


def brute_force(white: int, red: int) -> dict[str, float]:
    """What all falls of the dice come to, one by one: a fire that needs three successes for the first hit of five men."""
    found = dict.fromkeys(("lost", "disaster", "runs", "hits"), 0.0)
    share = 1 / 6 ** (white + red)
    for faces in product(range(1, 7), repeat=white + red):
        ones, hits = faces.count(1), min(max(sum(face >= 4 for face in faces) - 2, 0), 5)
        found["lost"] += share * (ones >= 2)
        found["disaster"] += share * (ones >= 3)
        found["runs"] += share * sum(face <= 2 for face in faces[white:])
        found["hits"] += share * hits * (1 if ones < 2 else 1 / 6 if ones >= 3 else 0)  # D3.0d3: only the doubtful go on
    return found


@rule("D0.3", "D0.4", "D3.0b", "D3.0c1", "D3.0d3", "D3.2c", "D-R13")
@pytest.mark.parametrize(("white", "red"), [(3, 0), (4, 1), (3, 2)])
def test_the_odds_of_a_fire_are_those_of_all_falls(white: int, red: int):
    game = skirmish({"V1": row(20, 20, 5), "U1": row(70, 20, 5), **far_off()}, red={"ANV": red})
    before = game.position()
    odds = grognard.odds(game, Fight("fire", ("V1",), ("U1",), (str(white),)))
    wanted = brute_force(white, red)
    assert sum(chance for chance, _ in odds.outcomes) == pytest.approx(1)
    assert -odds.expected("initiative", "ANV") == pytest.approx(wanted["lost"])
    hit = sum(chance * dict(found.lost).get("AoP", 0) for chance, found in odds.outcomes)
    assert hit == pytest.approx(wanted["hits"])
    assert -odds.expected("in-ranks", "AoP") == pytest.approx(wanted["hits"] * 4 / 6)  # the lightly wounded stay
    doubtful = sum(chance for chance, found in odds.outcomes if ("V1", ("doubtful",)) in found.fates)
    assert doubtful == pytest.approx(wanted["disaster"] / 6)
    assert game.position() == before


@rule("D0.4", "D3.0c1", "D3.0d3")
def test_the_odds_of_a_man_alone_count_that_he_may_run_from_a_disaster():
    """Two white dice and a red one: three ones are a disaster, but who it should befall has run."""
    game = skirmish({"V1": [(20, 20)], "V2": row(5, 90, 9), "U1": row(70, 20, 5)}, red={"ANV": 1})
    odds = grognard.odds(game, Fight("fire", ("V1",), ("U1",), ("2",)))
    assert sum(chance for chance, _ in odds.outcomes) == pytest.approx(1)
    assert -odds.expected("in-ranks", "ANV") == pytest.approx(1 / 3)
    assert not [found for _, found in odds.outcomes if ("V1", ("doubtful",)) in found.fates]


FORESEEING = ("roll", "rolled", "defenders_disaster")
TARGETS = {"fire": ("U1",), "assault": ("U1",), "move": ("45", "20")}


def two_armies(red: int) -> Skirmish:
    """Squads of seven in sight of each other, with comrades enough that nobody collapses."""
    squads = {"V1": row(20, 20, 7), "U1": row(55, 20, 7), "V2": row(20, 90, 8), "U2": row(120, 20, 8)}
    return skirmish(squads, red={"ANV": red}, men={"V1-7": {"wounds": "severe"}})


@rule("D3.0c3", "D3.0d3")
@pytest.mark.parametrize(("kind", "white", "red"), [("fire", 4, 2), ("fire", 2, 4), ("move", 3, 2), ("assault", 3, 2)])
def test_odds_that_set_apart_what_is_settled_are_those_without(
    kind: str, white: int, red: int, monkeypatch: pytest.MonkeyPatch
):
    """The slow way: every reading of all dice, carried through to the end."""
    fight = Fight(kind, ("V1",), TARGETS[kind], (str(white),))
    found = grognard.odds(two_armies(red), fight)
    monkeypatch.setattr(forecasts, "still_matters", lambda game: None)
    for kind_of, name in (
        (forecasts.Trial, "rolled"),
        (forecasts.Trial, "judge"),
        *((forecasts.Approach, step) for step in FORESEEING),
    ):
        monkeypatch.delattr(kind_of, name)  # the disaster table as it is
    monkeypatch.setattr(
        forecasts.Trial, "pool", lambda self, game: partial(dice_outcomes, white, red, game.rules.red_succeed, 99, heroic=False)
    )
    slow = {outcome: chance for chance, outcome in grognard.odds(two_armies(red), fight).outcomes}
    fast = {outcome: chance for chance, outcome in found.outcomes}
    assert fast.keys() == slow.keys()
    assert all(chance == pytest.approx(slow[key]) for key, chance in fast.items())


def test_the_work_of_odds_does_not_grow_with_the_red_dice(monkeypatch: pytest.MonkeyPatch):
    """Once there are as many red dice as men who may run, more of them take no more trials."""
    tried: list[int] = []
    run = chances.run

    def counted(*args: Any) -> Any:
        tried[-1] += 1
        return run(*args)

    monkeypatch.setattr(chances, "run", counted)
    for red in (2, 12, 24):
        tried.append(0)
        odds = grognard.odds(two_armies(red), Fight("fire", ("V1",), ("U1",), ("7",)))
        assert sum(chance for chance, _ in odds.outcomes) == pytest.approx(1)
    assert tried[0] < tried[1] == tried[2] < 500


@rule("D3.1a")
def test_the_odds_of_a_move_tell_how_far_it_goes():
    game = asked_for_dice("walk-to 50,20")
    odds = grognard.odds(game, Fight("move", ("V1",), ("50", "20"), ("5",)))
    there = sum(chance for chance, found in odds.outcomes if ("V1", ("moved-3",)) in found.fates)
    assert there == pytest.approx(risk(5, 0, 0, True).reached[2])


@rule("D3.3b", "D3.3d")
def test_the_odds_of_an_assault_end_with_contact():
    game = skirmish({"V1": row(20, 20, 5), "U1": row(40, 20, 3), **far_off()})
    fight = Fight("assault", ("V1",), ("U1",), ("4",))
    forecast = grognard.forecast(game.seat("ANV"), fight)
    assert forecast.results["contact"] == pytest.approx(risk(4, 0, 0, True).reached[1])
    odds = grognard.odds(game, fight)
    assert "best-dice" in odds.policies.values()
    hurt = {"dead", "severely-wounded", "lightly-wounded"}  # no melee follows
    assert all(not set(fates) & hurt for _, found in odds.outcomes for id, fates in found.fates if id.startswith("U"))


@rule("D3.1a", "D3.2.2b", "D3.2g")
@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, ["10 cm", "there"]),
        ({"men": {"V1-1": {"wounds": "light"}}}, ["5 cm", "10 cm", "15 cm", "there"]),
        ({"about": {"V1": {"formation": "line", "leader": "V1-1"}}}, ["5 cm", "10 cm", "15 cm", "there"]),
    ],
    ids=("whole", "wounded", "in-line"),
)
def test_the_table_of_risks_says_how_far_the_leader_gets(fields: dict[str, Any], said: list[str]):
    game = skirmish({"V1": row(20, 20, 7, 1.55), **far_off()}, **fields)
    act(game, "activate-squad V1", "walk-to 36,20")
    table = feature_of(game.rules, RiskTables).risk_table(game, "ANV")
    assert table is not None
    assert [column.about for column in table.columns if column.about] == said


@rule("D3.3b", "D3.2g")
@pytest.mark.parametrize(
    ("hurt", "said"), [({}, ["10 cm", "20 cm"]), ({"V1-1": {"wounds": "light"}}, ["5 cm", "10 cm", "15 cm"])]
)
def test_the_table_of_risks_says_how_far_an_assault_gets(hurt: dict[str, Any], said: list[str]):
    game = skirmish({"V1": row(20, 20, 3), "U1": [(41.3, 20)] if hurt else [(44, 20)], **far_off()}, men=hurt)
    act(game, "activate-squad V1", "assault-on U1")
    table = feature_of(game.rules, RiskTables).risk_table(game, "ANV")
    assert table is not None
    assert [column.about for column in table.columns if column.about] == [*said, "contact"]


@rule("D3.2c")
def test_the_forecast_of_a_fire_counts_its_modifiers():
    near = skirmish({"V1": row(20, 20, 5), "U1": row(40, 20, 5)})
    act(near, "activate-squad V1", "fire-at U1")
    table = feature_of(near.rules, RiskTables).risk_table(near, "ANV")
    assert table is not None
    assert [column.about for column in table.columns[:3]] == ["0 hit", "1 hit", "2 hit"]  # a rifle at short range has one more


@rule("D3.3d")
def test_the_table_of_risks_of_who_is_charged_knows_no_red_dice_and_no_initiative():
    game = skirmish({"V1": row(20, 20, 2), "U1": row(40, 20, 3)}, (4, 4, 4), red={"AoP": 3})
    act(game, "activate-squad V1", "assault-on U1", "roll-dice 3")
    table = feature_of(game.rules, RiskTables).risk_table(game, "AoP")
    assert table is not None
    said = [(column.title, column.about, column.goal, column.bad) for column in table.columns]
    # one more at short range and one less for surprise, against Regulars
    assert said == [
        ("1+", "0 hit", False, False),
        ("2+", "0 hit", False, False),
        ("3+", "1 hit", True, False),
        ("4+", "2 hit", False, False),
        ("5+", "3 hit", False, False),
        ("6+", "4 hit", False, False),
        ("no fire", "", False, True),
        ("disaster", "", False, True),
    ]
    assert [row.action for row in table.rows] == [RollDice(number) for number in range(2, 17)]
    found = risk(4, 0, 0, True, 6)
    assert table.rows[2].chances == pytest.approx((*found.reached, found.fiasco + found.disaster, found.disaster))


@rule("D3.3d")
def test_the_table_of_risks_of_who_is_charged_counts_range_and_surprise():
    game = skirmish({"V1": row(20, 20, 2), "U1": row(55, 20, 3)}, (4, 4, 4, 4))
    act(game, "activate-squad V1", "assault-on U1", "roll-dice 4")
    table = feature_of(game.rules, RiskTables).risk_table(game, "AoP")
    assert table is not None
    # nothing at medium range and one less for surprise, against Regulars
    assert [column.about for column in table.columns[:6]] == ["0 hit"] * 3 + ["1 hit", "2 hit", "3 hit"]


@rule("D0.3", "D0.4", "D3.1a", "D3.2c", "D3.3b")
def test_what_a_forecast_means():
    meaning = asked_for_dice("fire-at U1").rules.meaning
    said = [meaning(result) for result in (FIASCO, DISASTER, "arrives", "contact", "20-cm", "2")]
    assert [(found.key, found.cites, found.args) for found in said] == [
        ("result.fiasco", ("D0.3",), {}),
        ("result.disaster", ("D0.4",), {}),
        ("result.arrives", ("D3.1a",), {}),
        ("result.contact", ("D3.3b",), {}),
        ("result.falls-short", ("D3.1a", "D3.3b"), {"far": "20"}),
        ("result.men-hit", ("D3.2c",), {"hits": "2"}),
    ]


@rule("D3.2c", "D0.3", "D3.0c1")
def test_the_table_of_risks_says_what_each_success_would_do():
    game = asked_for_dice("fire-at U1", red=2)
    table = feature_of(game.rules, RiskTables).risk_table(game, "ANV")
    assert table is not None
    assert [(column.title, column.about) for column in table.columns[:4]] == [
        ("1+", "0 hit"),
        ("2+", "0 hit"),
        ("3+", "1 hit"),
        ("4+", "2 hit"),
    ]
    assert [column.goal for column in table.columns].index(True) == 2
    assert [column.title for column in table.columns if column.bad] == ["initiative lost", "disaster", "somebody runs"]
    four = next(row for row in table.rows if row.action == RollDice(4))
    found = risk(4, 0, 2, True)
    assert four.chances == pytest.approx(
        (*found.reached[:6], found.loses_initiative, found.disaster, 1 - found.runs[0], found.heroic)
    )
    away = asked_for_dice("walk-to 50,20")
    table = feature_of(away.rules, RiskTables).risk_table(away, "ANV")
    assert table is not None
    assert [column.about for column in table.columns] == ["10 cm", "20 cm", "there", "", ""]
