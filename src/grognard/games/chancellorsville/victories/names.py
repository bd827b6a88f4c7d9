"""What the fields of frames and states hold: the names of armies, units and hexes, and numbers within their limits."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from grognard.core.frames import naming

ArmyName = Annotated[str, naming("army")]
UnitId = Annotated[str, naming("unit", role="piece")]
UnitOrNone = Annotated[str, naming("unit", "", role="piece")]
CommandId = Annotated[str, naming("command", role="piece")]
CommandOrNone = Annotated[str, naming("command", "", role="piece")]
FormationName = Annotated[str, naming("formation")]
HexId = Annotated[int, naming("hex number")]
HexOrNone = Annotated[int, naming("hex number", 0)]
Label = Annotated[str, naming("hex", role="place")]
LabelOrNone = Annotated[str, naming("hex", "", role="place")]
HexsideKey = Annotated[str, naming("river hexside")]
HexsideOrNone = Annotated[str, naming("river hexside", "")]
EventId = Annotated[str, naming("event", role="piece")]
DiceKey = Annotated[str, Meta(pattern=r"^[0-6]{0,6}$")]
"""Dice by their modifiers from -2 to +4, written as digits from 0 to 6, the highest first."""
TargetKind = Literal["", "guns", "troops"]
WorksEffect = Literal["", "level", "die", "fortification"]
Count = Annotated[int, Meta(ge=0, le=99)]
HalfPoints = Annotated[int, Meta(ge=0, le=99)]
"""Movement points in halves."""
Neighbours = Annotated[int, Meta(ge=0, le=63)]
"""A set of neighbouring hexes, one bit each, clockwise from north."""
Turn = Annotated[int, Meta(ge=0, le=99)]
Face = Annotated[int, Meta(ge=1, le=6)]
Points = Annotated[int, Meta(ge=0, le=199)]
Word = Annotated[str, Meta(max_length=80)]
