"""Its scenarios are known while these tests run."""

from tests.red_dice.table import SCENARIOS
from tests.unlisted import known_meanwhile

scenarios_in_the_catalogue = known_meanwhile(SCENARIOS)
