"""The battlefields of these tests are in the catalogue while the tests run."""

from collections.abc import Iterator

import pytest

from grognard.core.scenarios import ADDED, add, catalogue
from tests.red_dice.table import SCENARIOS


@pytest.fixture(scope="package", autouse=True)
def scenarios_in_the_catalogue() -> Iterator[None]:
    known = {scenario.id for scenario in catalogue()}
    added = [add(scenario) for scenario in SCENARIOS if scenario.id not in known]
    yield
    for scenario in added:
        ADDED.remove(scenario)
