"""`grognard` with the toys among its games."""

import sys

from grognard.cli import main
from grognard.core.texts import CORE, register_texts
from tests.core import relief, tabletop  # importing a toy adds it to the games

TEXTS, HERE = "text_packages", "tests.browser.toys"

register_texts(HERE)
for rules in (relief.ReliefRules, tabletop.TableRules):
    setattr(rules, TEXTS, (HERE, CORE))  # their texts lie here, and not where their classes do
sys.exit(main())
