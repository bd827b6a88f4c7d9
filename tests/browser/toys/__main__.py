"""`grognard` with the toys among its games."""

import sys

from grognard.cli import main
from grognard.core.texts import register_shared_texts
from tests.core import relief, tabletop  # noqa: F401  (importing a toy adds it to the games)

register_shared_texts("tests.browser.toys")
sys.exit(main())
