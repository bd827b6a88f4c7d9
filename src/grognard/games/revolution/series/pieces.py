"""Chapters 2 and 3: counters as printed, and pieces as they stand on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from grognard.core.hexes import Hex
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.revolution.series.data_schema import UnitData

PARADE, DISRUPTED, SHATTERED = 0, 1, 2
"""S3.2k: a combat unit is in exactly one of these states."""
ORDERS = ("parade", "disrupted", "shattered")

WAITING, ELIMINATED, CAPTURED, EXITED, OUT = "waiting", "eliminated", "captured", "exited", "out"
"""Boxes beside the map: reinforcements, the two ends of S3.2u, units that left, and pieces not in this scenario."""


class Counter:
    """S2.2c, S2.2d: what is printed on a counter. A leader has one side and no strength."""

    __slots__ = (
        "army",
        "basis",
        "close_combat",
        "command",
        "commands",
        "data",
        "flags",
        "group",
        "id",
        "is_artillery",
        "is_cavalry",
        "is_jaeger",
        "is_leader",
        "is_light",
        "is_militia",
        "is_rifle",
        "is_unit",
        "kind",
        "morales",
        "movements",
        "name",
        "rank",
        "seniority",
        "side",
        "strengths",
    )

    def __init__(self, data: UnitData, side: str = "") -> None:
        self.data = data
        self.id = data.id
        self.name = data.name
        self.army = data.side
        self.side = side or data.side
        self.kind = data.type
        self.group = data.group
        self.basis = data.basis
        self.flags = frozenset(data.flags)
        self.rank = data.rank or 0
        self.seniority = data.seniority or 0
        self.close_combat = data.combat_drm or 0
        self.command = data.command_drm or 0
        self.commands = frozenset(data.commands or ())
        self.is_leader = data.type == "leader"
        self.is_unit = not self.is_leader
        self.is_artillery = data.type == "artillery"
        self.is_cavalry = data.type == "dragoons"
        self.is_light = data.type == "light_infantry" or "light" in data.flags
        self.is_rifle = "rifle" in self.flags
        self.is_jaeger = "jaeger" in self.flags
        self.is_militia = "militia" in self.flags
        self.strengths = tuple(step.strength for step in data.steps)
        self.morales = tuple(step.morale for step in data.steps)
        movement = data.movement or 0
        self.movements = tuple(step.movement for step in data.steps) or (movement,)

    @property
    def steps(self) -> int:
        """S2.2b: how many strength steps the unit has when full."""
        return len(self.strengths)

    def outranks(self, other: Counter) -> bool:
        """S3.2d: more stars, or the seniority given by the exclusive rules."""
        return (-self.rank, self.seniority) < (-other.rank, other.seniority)


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A unit or leader as it stands: where, on which side, in which state, under which markers."""

    id: str
    hex: Hex = OFF_MAP
    box: str = ""
    step: int = 0
    order: int = PARADE
    pin: int = 0
    """S13.1-PIN: the number of the PIN result it is locked in, or 0."""
    withdrawn: bool = False
    """S12.4c: under a cavalry-withdrawal marker."""
    fired: bool = False
    """S10.5b: has spent its first fire."""
    marks: frozenset[str] = frozenset()
    """Markers that only one battle knows."""
