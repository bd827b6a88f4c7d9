"""`grognard` with the staged positions among its games, and with dice that fall alike in every run."""

import sys
from collections.abc import Mapping
from typing import Any

from grognard.cli import main
from grognard.core import dice
from grognard.server import registry
from grognard.server.tables import new_games
from tests.browser.staged import POSITIONS

begin = new_games.begin


def staged(scenario: str, options: Any, players: Mapping[str, str], nonce: str, position: Any, components: Any) -> Any:
    if scenario in POSITIONS:
        position = POSITIONS[scenario]()
        scenario, options = position["scenario"], position["options"]
    return begin(scenario, options, players, nonce, position, components)


registry.begin = staged  # type: ignore[attr-defined]
dice.live_face = lambda secret, game_id, nonces, index, die: dice.Fast(11).face(index, die, "")
sys.exit(main())
