"""Every game that the battery plays is watched: no question may take too much work."""

from __future__ import annotations

import pytest

from tests.battery.work import Work, count_work


@pytest.fixture(autouse=True)
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    """What the questions of this test take."""
    return count_work(monkeypatch)
