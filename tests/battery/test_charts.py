"""The charts of every scenario: in words, whole, and resting on rules that there are."""

from __future__ import annotations

import re

import pytest

from grognard.core.charts import Chart, number, signed, span
from grognard.core.scenarios import Scenario, installed
from grognard.rulebooks.ledger import ledger
from grognard.rulebooks.library import library

RULES = {entry.id for entry in ledger()} | set(library().sections)
KEY = re.compile(r"^(chart|cause|chit|side|order)\.|\{")
"""What a text looks like that nobody has written, or that was not filled in."""

every_installed = pytest.mark.parametrize("scenario", installed(), ids=lambda scenario: scenario.id)


def charts_of(scenario: Scenario) -> tuple[Chart, ...]:
    return scenario.rules(scenario.complete(None)).charts()


@every_installed
def test_each_chart_is_whole(scenario: Scenario):
    charts = charts_of(scenario)
    assert charts
    assert len({chart.id for chart in charts}) == len(charts)
    for chart in charts:
        assert chart.rows
        assert {len(row.cells) for row in chart.rows} == {len(chart.columns)}, chart.id
        assert len({row.title for row in chart.rows}) == len(chart.rows), chart.id


@every_installed
def test_each_chart_is_in_words(scenario: Scenario):
    for chart in charts_of(scenario):
        cells = [cell for row in chart.rows for cell in (row.title, *row.cells)]
        for words in (chart.title, chart.corner, *chart.columns, *cells, *chart.notes):
            assert words
            assert not KEY.search(words), f"{chart.id}: {words}"


@every_installed
def test_each_chart_rests_on_rules(scenario: Scenario):
    for chart in charts_of(scenario):
        assert chart.cites
        assert {*chart.cites, *(cite for row in chart.rows for cite in row.cites)} <= RULES, chart.id


def test_numbers_as_charts_write_them():
    assert [signed(value) for value in (1, -2, 0.5, -1.5, 0, None)] == ["+1", "-2", "+1/2", "-1 1/2", "-", "-"]
    assert [number(value) for value in (3, 0.5, 1.5, 0)] == ["3", "1/2", "1 1/2", "0"]
    assert [span(*ends) for ends in ((3, 5), (2, 2), (10, None), (None, 0))] == ["3-5", "2", "10+", "0 or less"]
