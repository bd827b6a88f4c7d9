"""Eutaw Springs, 8 September 1781."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.core.games import Options
from grognard.core.scenarios import Option, Scenario
from grognard.games.revolution.series.options import SERIES_OPTIONS

if TYPE_CHECKING:
    from grognard.games.revolution.eutaw.rules import EutawRules


SEATS = ("british", "american")


def scenarios() -> list[Scenario]:
    """What the catalogue offers of this battle."""
    reinforcements = Option("reinforcements", "none", ("none", "optional"), "E3.20a")
    return [
        Scenario(
            "revolution/eutaw/campaign",
            "Eutaw Springs: the campaign",
            _campaign,
            (*SERIES_OPTIONS, reinforcements),
            minutes=240,
            difficulty=3,
            seats=SEATS,
        ),
        Scenario(
            "revolution/eutaw/historical",
            "Eutaw Springs: the historical scenario",
            _historical,
            SERIES_OPTIONS,
            minutes=150,
            seats=SEATS,
        ),
    ]


def _campaign(scenario: Scenario, options: Options) -> EutawRules:
    from grognard.games.revolution.eutaw.rules import eutaw_rules

    return eutaw_rules(scenario, options, "campaign")


def _historical(scenario: Scenario, options: Options) -> EutawRules:
    from grognard.games.revolution.eutaw.rules import eutaw_rules

    return eutaw_rules(scenario, options, "historical")
