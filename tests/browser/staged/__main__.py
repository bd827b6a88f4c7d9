"""`grognard` with scenarios that begin from positions, and dice that fall alike in every run."""

from __future__ import annotations

import sys
from typing import Any

from grognard.cli import main
from grognard.core import dice
from grognard.core.games import Options
from grognard.core.rules import Rules
from grognard.core.scenarios import Scenario, add, catalogue
from grognard.games.chancellorsville import old_joe, victories
from grognard.games.chancellorsville.victories.rules import VictoriesRules
from grognard.games.chancellorsville.victories.state import VictoriesState

FLANK = {"us_devin": "1515", "cs_flee": "1528"}
"""A unit of each army out of the way."""
POSITIONS: dict[str, dict[str, Any]] = {
    "contact/jackson-attack": {
        "pieces": {"cs_pender": "1620", "cs_heth": "1620", "us_vongilsa": "1920", "us_mclean": "1920", **FLANK},
        "cup": ["cs_cmd_hill"],
        "turn": 13,
    },
    "combat/jackson-attack": {
        "pieces": {
            "cs_paxton": "1720",
            "cs_warren": "1720",
            "cs_jones": "1819",
            "cs_nicholls": "1819",
            "us_vongilsa": "1820",
            **FLANK,
        },
        "cup": ["cs_cmd_colston"],
        "turn": 13,
    },
    "night/campaign": {
        "pieces": {
            "cs_doles": {"hex": "4230", "states": ["disorganised"]},
            "cs_colquitt": {"hex": "4230", "step": 2},
            "cs_ramseur": {"hex": "4231", "step": 2},
            "us_phelps": "4420",
        },
        "cup": ["cs_cmd_rodes"],
        "turn": 5,
        "rain": True,
    },
}
"""Positions in the activations of a turn, by what is to be seen and the scenario that each is cut from."""


def staged(name: str) -> Scenario:
    """A scenario that begins from a position; the last word of its id is the scenario that it is cut from."""

    class Staged(VictoriesRules):
        def opening(self) -> VictoriesState:
            if self.reading:  # reading a position begins with the opening itself
                return super().opening()
            self.reading = True
            try:
                return self.restore({"phase": "activations", "pontoons": {}, "forts": {}, **POSITIONS[name]})
            finally:
                self.reading = False

        reading = False

    def rules(scenario: Scenario, options: Options) -> Rules:
        return Staged(scenario, options)

    title = f"Staged: {name}"
    return Scenario(f"staged/{name}", title, rules, victories.OPTIONS, minutes=10, difficulty=3)


dice.live_face = lambda secret, game, nonces, index, die: dice.Fast(2).face(index, die, "")  # type: ignore[assignment]
known = {scenario.id for scenario in catalogue()}
for scenario in (*victories.scenarios(), *old_joe.scenarios(), *map(staged, POSITIONS)):
    if scenario.id not in known:
        add(scenario)
sys.exit(main())
