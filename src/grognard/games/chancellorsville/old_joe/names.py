"""What the fields of the solitaire game's frames and states hold."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from grognard.core.frames import naming

AreaName = Annotated[str, naming("area")]
AreaOrNone = Annotated[str, naming("area", "")]
FordName = Annotated[str, naming("ford")]
Formation = Annotated[str, naming("formation")]
FormationOrNone = Annotated[str, naming("formation", "")]
Attitude = Literal["A", "C"]
Contact = Literal["", "free", "near", "touching"]
"""J-H2: not in proximity, in proximity, adjacent."""
Value = Annotated[int, Meta(ge=0, le=2)]
Box = Annotated[int, Meta(ge=0, le=6)]
Sector = Annotated[int, Meta(ge=1, le=8)]
Space = Annotated[int, Meta(ge=0, le=25)]
Waiting = Literal["I", "VI", "X", "Hooker", "Independent"]
"""What waits on the turn track."""
ObjectiveX = Literal["", "[988]", "[999]"]


class Objective(Struct, frozen=True):
    """J-C2b: where a formation goes, and what that is worth; X marks objective X."""

    area: AreaName
    value: Value = 0
    x: bool = False
