"""Games that are not in the catalogue yet: their scenarios are known only while their own tests run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from grognard.core.scenarios import ADDED, Scenario, add, catalogue


def known_meanwhile(scenarios: Sequence[Scenario]) -> Any:
    """A fixture for the conftest of a game: its scenarios are in the catalogue while the tests of its folder run."""

    @pytest.fixture(scope="package", autouse=True)
    def scenarios_in_the_catalogue() -> Iterator[None]:
        known = {scenario.id for scenario in catalogue()}
        added = [add(scenario) for scenario in scenarios if scenario.id not in known]
        yield
        for scenario in added:
            ADDED.remove(scenario)

    return scenarios_in_the_catalogue
