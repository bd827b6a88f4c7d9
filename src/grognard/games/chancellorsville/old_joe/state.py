"""A solitaire game in progress: the campaign, and the automaton's display."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.games.chancellorsville.old_joe.events import opened
from grognard.games.chancellorsville.old_joe.names import (
    AreaName,
    Attitude,
    Box,
    FordName,
    Formation,
    Objective,
    ObjectiveX,
    Sector,
    Space,
    Waiting,
)
from grognard.games.chancellorsville.victories.events import Sighted
from grognard.games.chancellorsville.victories.names import CommandId, Count, Turn, UnitId
from grognard.games.chancellorsville.victories.pieces import UNION, Piece
from grognard.games.chancellorsville.victories.state import Campaign, VictoriesState

if TYPE_CHECKING:
    from grognard.games.chancellorsville.old_joe.rules import OldJoeRules


class OldJoeState(VictoriesState):
    """Everything that is not a procedure under way. The Union's Corps counters lie face down."""

    track: tuple[CommandId, ...] = ()
    """J-C0b: the activation track, the top first."""
    hooker: Box = 0
    """J-F1: Hooker's box; 0 while off the column."""
    attitude: Attitude = "A"
    due: dict[Waiting, Turn] = {}
    """J-B1.7: what lies on the turn track."""
    areas: dict[Formation, AreaName] = {}
    """J-B0g: where the strategic counters are."""
    objectives: dict[Formation, Objective] = {}
    fords: dict[Formation, FordName] = {}
    """J-N6a: temporary objectives."""
    combat: frozenset[Formation] = frozenset()
    """J-N3: formations with a +1 Combat marker."""
    wheel: dict[Formation, Sector] = {}
    stung: frozenset[Formation] = frozenset()
    """J-G5: those in the far half because of an attack."""
    jumped: frozenset[Formation] = frozenset()
    """J-G3: those that have jumped this turn."""
    arrivals: Count = 0
    """J-P019: how many formations have arrived at Chancellorsville."""
    vp: Space = 12
    laid_union: tuple[UnitId, ...] = ()
    """J-E3: divisions on the track, the first on the highest space."""
    laid_csa: tuple[UnitId, ...] = ()
    """J-E4: Confederate units on the track, the first on the lowest space."""
    fallen: tuple[UnitId, ...] = ()
    """J-E3: divisions eliminated, for which the player has still to choose."""
    fell: bool = False
    """J-P002: a division was eliminated this turn."""
    reached: bool = False
    """J-P002: an objective of value 1 or 2 was reached this turn."""
    joined: bool = False
    """J-P002: the three places were held at once already."""
    x: ObjectiveX = ""
    """J-L0x: what became of objective X."""
    gone: frozenset[Formation] = frozenset()
    """J-P002: formations without units, out of play."""


PUBLIC = (
    "hooker", "attitude", "due", "areas", "objectives", "fords", "combat", "wheel", "stung", "jumped", "arrivals", "vp",
    "laid_union", "laid_csa", "fallen", "fell", "reached", "joined", "x", "gone",
)  # fmt: skip
"""What lies open on the display."""


class Solitaire(Campaign):
    """A game of Hurrah for Old Joe."""

    __slots__ = ()

    state: OldJoeState
    rules: OldJoeRules

    def emit(self, event: Event) -> None:
        """J-A1: what happens to the automaton's units is open, and nobody comes in sight who was not."""
        if isinstance(event, Sighted):
            return
        super().emit(opened(event, lambda unit: self.points(self.piece(unit))))

    def divisions(self, formation: str) -> list[Piece]:
        """The divisions of a formation on the map, by their numbers."""
        pieces = (self.piece(id) for id in self.rules.components.formations[formation])
        return [piece for piece in pieces if piece.hex]

    def formation_at(self, h: int) -> str:
        """The formation whose division stands in a hex."""
        return next((self.counter(piece.id).formation for piece in self.real(self.units_at(UNION, h))), "")
