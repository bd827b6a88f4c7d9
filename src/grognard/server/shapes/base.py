"""What all shapes are made of."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Words = str
Cites = tuple[str, ...]
Point = tuple[float, float]
Value = str | int | bool
Nonce = Annotated[str, Meta(max_length=64, pattern="^[A-Za-z0-9_-]*$")]


class Shape(Struct, frozen=True):
    """Something that is sent."""


class Optional(Struct, frozen=True, omit_defaults=True):
    """Something that is sent without the fields that say nothing."""


class Sent(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that comes from a client; what it must not have is refused."""
