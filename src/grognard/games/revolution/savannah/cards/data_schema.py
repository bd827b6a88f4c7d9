"""The event cards as data/cards.json holds them: whose they are, in which turns and at which moments they are played."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from grognard.core.schemas import Data, Few

Moment = Literal["events", "turn", "fire", "attack", "response", "march", "guns", "combats"]
"""A window, or one of the three questions of one's own on which cards may be played: `march`, `guns`, `combats`."""

Symbol = Annotated[str, Meta(pattern=r"^[a-z_]{2,20}$")]


class CardData(Data):
    """One card. Its name is the text `card.<id>`, what it does `card-effect.<id>`; its id is that of its rule."""

    id: Annotated[str, Meta(pattern=r"^V-C[0-9]{2}$")]
    who: Literal["british", "allied", "both"]
    turns: Literal["strategic", "tactical", "any", "red"]
    """V4.3c to V4.3f; `red`: at once when drawn."""
    moments: Few[Moment]
    symbol: Symbol
    """The drawing on it."""
    redraw: bool = False
    """V4.3i: discarded and drawn again if it has lost its object."""
    returns: bool = False
    """V4.3i: goes back into the deck after play."""


CardList = Few[CardData]
SCHEMAS: dict[str, object] = {"cards.json": CardList}
