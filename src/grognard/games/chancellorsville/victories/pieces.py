"""Chapter 3: counters as printed, and units as they stand on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from grognard.core.hexes import Hex
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.chancellorsville.victories.data_schema import CounterData

UNION, CSA = "Union", "CSA"
ARMIES = (UNION, CSA)
ENEMY = {UNION: CSA, CSA: UNION}

GOOD, DISORGANISED, DEMORALISED = 0, 1, 2
"""U14.49: the order of a unit."""
ORDERS = ("good", "disorganised", "demoralised")

AVAILABLE, WAITING, LOST, LEFT, OUT = "available", "waiting", "lost", "left", "out"
"""Boxes beside the map: skirmishers and dummies to be used, units to come, the losses, units that left, and units not here."""
BOXES = (AVAILABLE, WAITING, LOST, LEFT, OUT)


class Counter:
    """U3.5: a unit as printed: combat points, movement and bonus on each side."""

    __slots__ = (
        "basis",
        "bonuses",
        "data",
        "division",
        "flags",
        "formation",
        "id",
        "is_artillery",
        "is_cavalry",
        "is_dummy",
        "is_foot_artillery",
        "is_infantry",
        "is_real",
        "is_skirmisher",
        "kind",
        "levels",
        "movement",
        "name",
        "side",
        "strengths",
    )

    def __init__(self, data: CounterData, id: str, formation: str) -> None:
        self.data = data
        self.id = id
        self.name = data.name
        self.side = str(data.side)
        self.formation = formation
        self.division = data.division
        self.kind = str(data.type)
        self.basis = data.basis
        self.flags = data.flags
        self.is_infantry = data.type == "infantry"
        self.is_cavalry = data.type == "cavalry"
        self.is_foot_artillery = data.type == "artillery"
        self.is_artillery = data.type in ("artillery", "horse_artillery")
        self.is_skirmisher = data.type == "skirmisher"
        self.is_dummy = data.type == "dummy"
        self.is_real = not (self.is_skirmisher or self.is_dummy)
        self.strengths = tuple(step.strength for step in data.steps) or (0,)
        self.bonuses = tuple(step.bonus for step in data.steps) or (0,)
        self.movement = data.steps[0].movement if data.steps else 0
        self.levels = len(data.steps)
        """U3.3: one or two; a dummy has none."""


class Command:
    """U3.7: a command counter: of a formation, of a superior commander, or Independent."""

    __slots__ = ("factor", "formation", "id", "is_independent", "is_superior", "most", "name", "radius", "side")

    def __init__(self, data: CounterData) -> None:
        self.id = data.id
        self.name = data.name
        self.side = str(data.side)
        self.formation = data.formation
        self.radius = data.radius
        self.factor = data.factor
        self.most = data.max_units
        self.is_superior = data.type == "superior_commander"  # U3.8
        self.is_independent = data.type == "independent_marker"  # U8.20


class Piece(msgspec.Struct, frozen=True):
    """A unit as it stands: where, on which side of its counter, in which order, under which markers."""

    id: str
    hex: Hex = OFF_MAP
    box: str = ""
    step: int = 0
    order: int = GOOD
    unsupplied: bool = False
    """U15.6: under an Out of Supply marker."""
    fired: bool = False
    """U12.2: has bombarded this turn."""
    tired: bool = False
    """U9.23: has made a forced march this turn."""
