"""Savannah, September and October 1779."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.core.games import Options
from grognard.core.scenarios import Option, Scenario
from grognard.games.revolution.series.options import SERIES_OPTIONS

if TYPE_CHECKING:
    from grognard.games.revolution.savannah.rules import SavannahRules


SEATS = ("british", "allied")


def scenarios() -> list[Scenario]:
    """What the catalogue offers of this battle."""
    seats = Option("seats", "two", ("two", "three"), "V1.4b")
    options = (*(option for option in SERIES_OPTIONS if not option.name.endswith("_bid")), seats)
    return [
        Scenario(
            "revolution/savannah/historical",
            "Savannah: the assault of 9 October",
            _historical,
            options,
            minutes=150,
            difficulty=3,
            seats=SEATS,
        ),
        Scenario(
            "revolution/savannah/campaign",
            "Savannah: the siege",
            _campaign,
            (*options, Option("reactions", "asked", ("asked", "orders"), "V4.3b")),
            minutes=600,
            difficulty=3,
            seats=SEATS,
        ),
    ]


def _historical(scenario: Scenario, options: Options) -> SavannahRules:
    from grognard.games.revolution.savannah.rules import savannah_rules

    return savannah_rules(scenario, options, "historical")


def _campaign(scenario: Scenario, options: Options) -> SavannahRules:
    from grognard.games.revolution.savannah.rules import savannah_rules

    return savannah_rules(scenario, options, "campaign")
