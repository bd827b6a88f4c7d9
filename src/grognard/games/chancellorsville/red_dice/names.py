"""What the fields of frames hold: the names of sides, squads and men, points, and numbers within their limits.

The reader of positions looks every name up (`core.frames`), so that a file that names what does not exist is refused.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from grognard.core.frames import naming

SideName = Annotated[str, naming("side")]
SquadId = Annotated[str, naming("squad", role="piece")]
ManId = Annotated[str, naming("man", role="piece")]
UnitId = Annotated[str, naming("unit", role="piece")]
"""A squad in cohesion, or strays of one, named by the first of them."""
Deed = Annotated[str, naming("deed")]
FormationName = Annotated[str, naming("formation")]
PointName = Annotated[str, naming("point", role="place")]
"""A point in centimetres, as actions write it: `83,41`."""
ObjectiveId = Annotated[str, naming("objective", role="place")]
Face = Annotated[int, Meta(ge=1, le=6)]
Count = Annotated[int, Meta(ge=0, le=999)]
Change = Annotated[int, Meta(ge=-99, le=99)]
Hundredths = Annotated[int, Meta(ge=0, le=40_000)]
Vector = Annotated[int, Meta(ge=-40_000, le=40_000)]
Place = tuple[Hundredths, Hundredths]
Heading = tuple[Vector, Vector]
