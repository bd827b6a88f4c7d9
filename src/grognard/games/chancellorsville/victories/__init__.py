"""Give Us Victories: the Chancellorsville campaign by brigades, 30 April to 4 May 1863."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.core.games import Options
from grognard.core.scenarios import Option, Scenario

if TYPE_CHECKING:
    from grognard.games.chancellorsville.victories.rules import VictoriesRules

OPTIONS = (
    Option("rule_of_six", False, (False, True), "U14.36"),
    Option("dummies", False, (False, True), "U9.27"),
    Option("counters", "symbols", ("symbols", "soldiers"), "U3.13"),
    Option("extra_skirmishers_union", 0, (0, 1, 2, 3, 4), "U13.17"),
    Option("extra_skirmishers_csa", 0, (0, 1, 2), "U13.17"),
)
"""What the players may agree on before the game."""
VARIANTS = (
    Option("hypothetical", False, (False, True), "U20.1"),
    Option("stoneman", False, (False, True), "U20.4"),
    Option("longstreet", False, (False, True), "U20.5"),
)
CAMPAIGN_OPTIONS = (*OPTIONS, Option("events", False, (False, True), "U17.1"), *VARIANTS)


def scenarios() -> list[Scenario]:
    """The four scenarios and the campaign."""
    return [
        _scenario("campaign", "the campaign", 900, CAMPAIGN_OPTIONS),
        _scenario("lee-moves", "Lee moves", 90),
        _scenario("jackson-attack", "Jackson's attack", 120),
        _scenario("chancellorsville", "Chancellorsville", 150),
        _scenario("salem-church", "Salem Church", 90),
    ]


def _scenario(name: str, title: str, minutes: int, options: tuple[Option, ...] = OPTIONS) -> Scenario:
    id = f"chancellorsville/victories/{name}"
    return Scenario(id, f"Give Us Victories: {title}", _rules, options, minutes=minutes, difficulty=3, seats=("Union", "CSA"))


def _rules(scenario: Scenario, options: Options) -> VictoriesRules:
    from grognard.games.chancellorsville.victories.rules import VictoriesRules

    return VictoriesRules(scenario, options)
