"""What a position of Savannah holds beyond the series."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from grognard.games.revolution.series.battle import Battle, BattleState
from grognard.games.revolution.series.names import Change, Count, GunId, HalfPoints, Label, PieceId, UnitId

BRITISH, ALLIED = "british", "allied"
"""The sides."""
FRENCH, AMERICAN = "french", "american"
"""The armies of the Allies; the British are one army."""
DESTAING, PREVOST, HUGER = "destaing", "prevost", "huger"
PULASKI, TAWES, IRISH, CREEKS, BLACK_VOLUNTEERS = "pulaski", "tawes", "irish", "creeks", "black_volunteers"
LOST = "lost"
"""V4.9d: the marker of a unit that has lost its way on the covered way."""
PREVIOUSLY_LOST = "previously lost"
"""V4.9e: the same marker, turned over."""
OUTSIDE = "started outside"
"""V4.10d: a unit that came from outside and has not entered the perimeter yet."""

Hexside = tuple[Label, Label]
"""The outer hex, and the hex that holds the work."""
Part = Literal["all", "abatis", "parapet"]
Breach = tuple[Label, Label, Part]
"""A hexside with the part of its works that is broken down."""
Points = Annotated[float, Meta(ge=-100, le=100)]
Entry = Annotated[str, Meta(pattern=r"^(V1|V2|V3|F)?$")]
Weather = Annotated[str, Meta(pattern=r"^(hurricane|gale|squall|storms|heavy_rain|fair|fog)?$")]


class SavannahState(BattleState):
    """Weather, works and ruins, who is lost in the swamp, and guns that have fired or may move."""

    weather: Weather = ""
    """V4.2f: of this turn; empty: fog on turn 16 (V1.6e, V5.7a), else fair."""
    works: frozenset[Hexside] = frozenset()
    """V4.4c, V5.10b: the hexsides of completed siege works."""
    breaches: frozenset[Breach] = frozenset()
    """V4.6c: the hexsides whose works are broken down."""
    destroyed: frozenset[Label] = frozenset()
    """V4.6d: the town hexes in ruins."""
    mixed_starts: dict[UnitId, Label] = {}
    """V4.1d: where the units of mixed stacks began this movement phase next to the enemy, bound to attack."""
    way_entered: dict[UnitId, Count] = {}
    """V4.9b: how many hexes of the covered way each unit has entered on its present passage."""
    way_starts: dict[PieceId, Label] = {}
    """V4.9c: where each piece near the covered way began its movement phase."""
    way_ends: dict[Label, tuple[Label, ...]] = {}
    """V4.9c: by the hex where they began: the hexes of the covered way that the first of a stack has entered this phase."""
    way_first: dict[Label, UnitId] = {}
    """V4.9c: by the hex where they began: who goes first, and rolls."""
    way_lost: frozenset[Label] = frozenset()
    """V4.9b: the hexes of the covered way where a stack lost its way this phase."""
    way_held: frozenset[UnitId] = frozenset()
    """V4.9d: the lost units that stayed where they were instead of retreating, in this close combat phase."""
    freed_guns: frozenset[GunId] = frozenset()
    """V5.10a: guns that have been attacked in close combat and may move."""
    fired_mortars: frozenset[GunId] = frozenset()
    """V-T-firedrm: mortars that have fired in this game."""
    defences_drm: Change = 0
    """V4.14c: the modifier of unfinished defences, frozen at the switch to the tactical track."""
    storm_points: dict[PieceId, Points] = {}
    """V4.2k, V-C16, V-C43: the victory points that losses by a hurricane or a card would be worth, and are not."""
    uncounted: dict[UnitId, Count] = {}
    """V2.1d: the strength that units have lost by a card for which nobody scores (V-C16)."""
    construction: frozenset[Label] = frozenset()
    """V4.4b: the hexes with a counter of siege works under construction."""
    counters_used: Count = 0
    """V4.4f: the counters of siege works that are on the map, or out of the game."""
    work_step: Count = 0
    """V4.4b, V4.4c, V4.4d: how many steps of the siege works have been begun."""
    french_rolled: bool = False
    """V4.6b: whether the French have opened the bombardment."""
    siege_fire_drm: Change = 0
    """V-T-siege1: what this turn's bombardment does to British defensive fire."""
    doubled: frozenset[Literal["guns", "graham"]] = frozenset()
    """V-T-siege2: whose movement is doubled this turn: `guns` or `graham`."""
    variable_entry: Entry = ""
    """V4.7f: where the French group of this turn lands."""
    entry_paid: dict[PieceId, HalfPoints] = {}
    """V4.7a: what reinforcements of this turn have paid for a hex that is not their own entry."""
    sorties: dict[UnitId, PieceId] = {}
    """V4.10a: the units that have left the perimeter with a leader, and with whom."""
    sortie_starts: dict[UnitId, Label] = {}
    """V4.10a: where the British units began their movement phase, while sorties are limited."""
    been_inside: frozenset[UnitId] = frozenset()
    """V4.10d: units that started outside and have entered the perimeter."""
    assault_weather: Weather = ""
    """V1.6d: the weather of the tactical turns after an early announcement; empty: none was made."""


def savannah(game: Battle) -> SavannahState:
    """The state of a game of Savannah."""
    return game.state  # type: ignore[return-value]  # a cast would cost a call
