"""Its scenarios are known while these tests run."""

from tests.old_joe.table import SCENARIOS
from tests.unlisted import known_meanwhile

scenarios_in_the_catalogue = known_meanwhile(SCENARIOS)
