"""What all shapes are made of."""

from __future__ import annotations

from typing import Annotated, dataclass_transform

from msgspec import Meta, Struct, field

Words = str
Cites = tuple[str, ...]
Point = tuple[float, float]
Value = str | int | bool
Nonce = Annotated[str, Meta(max_length=64, pattern="^[A-Za-z0-9_-]*$")]


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Shape(Struct, frozen=True):
    """Something that is sent."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Optional(Struct, frozen=True, omit_defaults=True):
    """Something that is sent without the fields that say nothing."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Sent(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that comes from a client; what it must not have is refused."""
