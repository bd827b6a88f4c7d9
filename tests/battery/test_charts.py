"""The charts of every scenario: in words, whole, and resting on rules that there are."""

from __future__ import annotations

import pytest

from grognard.core.charts import number, signed, span
from grognard.core.scenarios import Scenario, installed
from grognard.rulebooks.library import library
from grognard.testing.deciding import known_rules
from grognard.testing.showing import check_charts


@pytest.mark.parametrize("scenario", installed(), ids=lambda scenario: scenario.id)
def test_each_chart_is_whole_in_words_and_rests_on_rules(scenario: Scenario):
    charts = scenario.rules(scenario.complete(None)).charts()
    assert charts
    check_charts(charts, known_rules() | set(library().sections))


def test_numbers_as_charts_write_them():
    assert [signed(value) for value in (1, -2, 0.5, -1.5, 0, None)] == ["+1", "-2", "+1/2", "-1 1/2", "-", "-"]
    assert [number(value) for value in (3, 0.5, 1.5, 0)] == ["3", "1/2", "1 1/2", "0"]
    assert [span(*ends) for ends in ((3, 5), (2, 2), (10, None), (None, 0))] == ["3-5", "2", "10+", "0 or less"]
