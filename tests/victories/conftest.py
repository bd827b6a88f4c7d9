"""Its scenarios are known while these tests run."""

from tests.unlisted import known_meanwhile
from tests.victories.table import SCENARIOS

scenarios_in_the_catalogue = known_meanwhile(SCENARIOS)
