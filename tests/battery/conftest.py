"""Every game that the battery plays is watched: no question may take too much work."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.battery.work import Work, count_work

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests of a scenario one after another: a test process plays a game once, and not every process plays every one."""
    places = [place for place, item in enumerate(items) if item.path.parent == HERE]
    ordered = sorted([items[place] for place in places], key=scenario_of)
    for place, item in zip(places, ordered, strict=True):
        items[place] = item


def scenario_of(item: pytest.Item) -> str:
    """What the test plays, if it plays one scenario."""
    given: dict[str, Any] = getattr(getattr(item, "callspec", None), "params", {})
    played = given.get("subject") or given.get("game")
    scenario = played.scenario if played else given.get("scenario")
    return str(scenario.id) if scenario else ""


@pytest.fixture(autouse=True)
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    """What the questions of this test take."""
    return count_work(monkeypatch)
