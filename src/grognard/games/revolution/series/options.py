"""What the players of any battle may agree on before the game; apart from the rules, so that a list of scenarios needs none."""

from __future__ import annotations

from grognard.core.scenarios import Option

SERIES_OPTIONS = (
    Option("game", "advanced", ("advanced", "basic"), "S1b"),
    Option("chits", "legal", ("legal", "any"), "S12.54a"),
    Option("draws", "draw", ("draw", "both-lose"), "S4a"),
    Option("american_bid", 0, tuple(range(6)), "S16.1a"),
    Option("british_bid", 0, tuple(range(6)), "S16.1a"),
)
