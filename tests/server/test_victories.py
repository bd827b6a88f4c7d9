"""The ways to win stand beside the tracks with what each counts now, and agree with how games end."""

from __future__ import annotations

import pytest

import grognard
from grognard.core.charts import ChartLine
from grognard.core.fights import Fight
from grognard.core.scenarios import Scenario, installed
from grognard.server.views.context import context_of
from grognard.server.views.tracks import victories_of
from grognard.telling.words import condition_in_words
from tests.eutaw.positions import eutaw
from tests.marks import rule
from tests.server.test_views import played


@pytest.mark.parametrize("scenario", installed(), ids=lambda scenario: scenario.id)
def test_a_game_goes_on_while_no_victory_is_met_and_ends_with_one_that_is(scenario: Scenario):
    game = grognard.new(scenario.id, seed=11)
    for number, _ in enumerate(played(game, 11)):
        if number % 9 == 0:
            found = game.rules.conditions(game)
            assert {condition.side for condition in found} == set(game.rules.sides)
            assert not any(condition.met for condition in found if condition.when == "at-once")
    assert game.over is not None
    met = {(condition.side, condition.level) for condition in game.rules.conditions(game) if condition.met}
    if game.over.winner is None:
        assert not any(level in ("decisive", "substantial", "victory") for _, level in met)
    else:
        assert (game.over.winner, game.over.level) in met


@rule("E2.1a", "E2.2a")
def test_each_condition_is_told_with_what_it_counts():
    game = eutaw({"maryland": {"hex": "1320", "step": 1}, "buffs": {"box": "eliminated"}, "greene": {"box": "captured"}})
    told = {(each.seat, each.level, each.when): each.needs for each in victories_of(context_of(game, None))}
    house, lost, regulars = told["american", "A decisive victory", "at the end of a turn"]
    assert (house.now, house.met) == ("not yet", False)
    assert (lost.now, regulars.now) == ("4 of 14", "4 of 8")
    greene, _, _ = told["british", "A decisive victory", "at once"]
    assert (greene.words, greene.now, greene.met) == ("Greene lost", "done", True)
    assert told["british", "A substantial victory", "at once"][0].now == f"{game.state.morale['american']} now"


@rule("P-V1")
def test_both_objectives_are_told_one_by_one():
    game = grognard.new("chancellorsville/perfect-plan", seed=1)
    told = [condition_in_words(condition, game.rules.names()) for condition in game.rules.conditions(game)]
    assert len(told) == 2
    assert all("Chancellorsville held (" in line and "Fredericksburg held (" in line for line in told)


@rule("S-T-crt", "S-T-fire")
def test_a_fight_says_where_its_charts_are_read():
    game = eutaw({"maryland": "1112", "kirkwood": "1112", "buffs": "1111"}, phase="close combat")
    found = grognard.forecast(game, Fight("close-combat", ("maryland",), ("1111",)))
    charts = {chart.id: chart for chart in game.rules.charts()}
    (line,) = found.lines
    assert line.row == -1
    assert charts[line.chart].columns[line.column] == found.column
    game = eutaw({"maryland": "1113", "light_arty": "1111"}, phase="artillery fire", phasing="american")
    found = grognard.forecast(game, Fight("artillery-fire", ("light_arty",), ("maryland",)))
    to_hit, damage = found.lines
    assert charts[to_hit.chart].rows[to_hit.row].cells[to_hit.column] == found.column
    results = {row.cells[damage.column] for row in charts[damage.chart].rows}
    assert results | {"miss"} >= set(found.results)
    assert ChartLine("fire-damage", column=damage.column) == damage
