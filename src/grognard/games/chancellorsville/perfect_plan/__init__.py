"""A Perfect Plan: the strategic game of the Chancellorsville campaign, spring 1863."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.core.games import Options
from grognard.core.scenarios import Scenario

if TYPE_CHECKING:
    from grognard.games.chancellorsville.perfect_plan.rules import PerfectPlanRules


def scenarios() -> list[Scenario]:
    """What the catalogue offers of this game."""
    return [
        Scenario(
            "chancellorsville/perfect-plan",
            "A Perfect Plan: the Chancellorsville campaign",
            _rules,
            minutes=45,
            difficulty=1,
            seats=("AoP", "ANV"),
        )
    ]


def _rules(scenario: Scenario, options: Options) -> PerfectPlanRules:
    from grognard.games.chancellorsville.perfect_plan.rules import PerfectPlanRules

    return PerfectPlanRules(scenario, options)
