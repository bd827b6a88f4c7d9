"""Hurrah for Old Joe: Lee alone against an automaton that runs Hooker's army by a booklet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.core.games import Options
from grognard.core.scenarios import Option, Scenario

if TYPE_CHECKING:
    from grognard.games.chancellorsville.old_joe.rules import OldJoeRules

OPTIONS = (
    Option("start", 12, (12, 13), "J-B1.9"),
    Option("xii_boxes", False, (False, True), "J-B0b"),
    Option("chancellorsville_from", 10, (10, 5), "J-P001"),
    Option("manoeuvre", False, (False, True), "J-H2d"),
    Option("events", False, (False, True), "J-A1"),
)
"""How hard it is, the optional manoeuvre in contact, and event markers for the player."""


def scenarios() -> list[Scenario]:
    id, title = "chancellorsville/old-joe", "Hurrah for Old Joe: Lee alone"
    return [Scenario(id, title, _rules, OPTIONS, minutes=300, difficulty=3, seats=("CSA",))]


def _rules(scenario: Scenario, options: Options) -> OldJoeRules:
    from grognard.games.chancellorsville.old_joe.rules import OldJoeRules

    return OldJoeRules(scenario, options)
