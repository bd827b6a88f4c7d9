"""What the fields of frames and states hold: the names of sides, pieces and hexes, and numbers within their limits.

The reader of positions looks every name up (`core.frames`), so that a file that names what does not exist is refused.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from grognard.core.frames import naming

Side = Annotated[str, naming("side")]
Army = Annotated[str, naming("army")]
SeatOrNone = Annotated[str, naming("seat", "")]
PieceId = Annotated[str, naming("piece", role="piece")]
UnitId = Annotated[str, naming("combat unit", role="piece")]
"""A piece that is no leader."""
UnitOrNone = Annotated[str, naming("combat unit", "", role="piece")]
GunId = Annotated[str, naming("artillery unit", role="piece")]
HexId = Annotated[int, naming("hex number")]
HexOrNone = Annotated[int, naming("hex number", 0)]
Label = Annotated[str, naming("hex", role="place")]
PhaseName = Annotated[str, naming("phase")]
ChitName = Annotated[str, naming("tactics chit")]
BandId = Annotated[str, naming("band of army morale")]
FireResult = Annotated[str, naming("result of fire")]
CombatResult = Annotated[str, naming("result of close combat")]
Code = Annotated[str, naming("result code", "")]
"""One side's part of a result of close combat, without its asterisk."""

Cause = Literal["R", "D", "check", "withdraw", "cavalry"]
"""What makes a unit retreat."""
Word = Annotated[str, Meta(max_length=80)]
"""A text key or the id of a rule: something that is only shown."""
CombatNumber = Annotated[str, Meta(pattern=r"^[1-9][0-9]?$")]
PinNumber = Annotated[int, Meta(ge=1, le=999)]
Pins = Annotated[int, Meta(ge=0, le=999)]
Turn = Annotated[int, Meta(ge=0, le=99)]
Count = Annotated[int, Meta(ge=0, le=99)]
Step = Annotated[int, Meta(ge=0, le=1)]
Distance = Annotated[int, Meta(ge=1, le=3)]
Neighbours = Annotated[int, Meta(ge=0, le=63)]
"""A set of neighbouring hexes, one bit each."""
HalfPoints = Annotated[int, Meta(ge=0, le=999)]
"""Movement points in halves."""
Column = Annotated[int, Meta(ge=0, le=99)]
DieTotal = Annotated[int, Meta(ge=-99, le=199)]
Change = Annotated[int, Meta(ge=-99, le=99)]
