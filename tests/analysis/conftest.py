"""The toy duel in rounds, for as long as a test lasts."""

import pytest

from grognard.core import scenarios
from tests.analysis.rounds import ROUNDS


@pytest.fixture
def rounds(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(scenarios, "ADDED", [*scenarios.ADDED, ROUNDS])
    return ROUNDS.id
