"""Guilford Courthouse, 15 March 1781."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from grognard.core.games import Options
from grognard.core.scenarios import Option, Scenario
from grognard.games.revolution.series.options import SERIES_OPTIONS

if TYPE_CHECKING:
    from grognard.games.revolution.guilford.rules import GuilfordRules


DRAWS = Option("draws", "draw", ("draw", "both-lose", "american-marginal"), "G2.4c")
VIRGINIA_LINE = Option("virginia_line", "state", ("state", "continental"), "G1.11c")
LEE = Option("lee", "printed", ("printed", "free"), "G3.12a")
SEATS = ("american", "british")


def scenarios() -> list[Scenario]:
    """What the catalogue offers of this battle."""
    common = (*(option for option in SERIES_OPTIONS if option.name != DRAWS.name), DRAWS, VIRGINIA_LINE)
    campaign, historical = partial(_rules, name="campaign"), partial(_rules, name="historical")
    return [
        Scenario(
            "revolution/guilford/campaign",
            "Guilford Courthouse: the campaign game",
            campaign,
            (*common, LEE),
            minutes=300,
            difficulty=3,
            seats=SEATS,
        ),
        Scenario(
            "revolution/guilford/historical",
            "Guilford Courthouse: the historical scenario",
            historical,
            common,
            minutes=150,
            seats=SEATS,
        ),
    ]


def _rules(scenario: Scenario, options: Options, name: str) -> GuilfordRules:
    from grognard.games.revolution.guilford.rules import guilford_rules

    return guilford_rules(scenario, options, name)
