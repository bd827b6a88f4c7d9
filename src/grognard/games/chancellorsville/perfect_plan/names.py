"""What the fields of frames hold: the names of armies, areas and units, and numbers within their limits.

The reader of positions looks every name up (`core.frames`), so that a file that names what does not exist is refused.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from grognard.core.frames import naming

ArmyName = Annotated[str, naming("army")]
AreaId = Annotated[str, naming("area", role="place")]
UnitId = Annotated[str, naming("unit", role="piece")]
Face = Annotated[int, Meta(ge=1, le=6)]
Hits = Annotated[int, Meta(ge=0, le=99)]
