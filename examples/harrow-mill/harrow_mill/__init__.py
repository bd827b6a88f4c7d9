"""Harrow Mill: a skirmish for a mill. A game of its own, written with `grognard.authoring`."""

from grognard.authoring import Scenario, scenario
from grognard.players.declared import ComputerPlayer

MILLER = ComputerPlayer("harrow_mill.player:Miller", plays=("harrow/*",), level=2, title="Miller", about="Makes for the mill")


def scenarios() -> list[Scenario]:
    """What the catalogue offers of this game."""
    return [scenario(__name__, "harrow/mill", "Harrow Mill: first light", "rules:MillRules", minutes=10, seats=("blue", "red"))]
