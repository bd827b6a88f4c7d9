"""Cards, what holds for everybody now, and what allies share."""

from __future__ import annotations

from typing import Literal

from grognard.server.shapes.base import Cites, Shape, Words
from grognard.server.shapes.inspections import Remark


class Card(Shape):
    """A card face up: what it says, what it would do now or why it cannot be played, and the actions that use it."""

    id: str
    name: Words
    text: Words
    symbol: str
    notes: tuple[Words, ...]
    cites: Cites
    standing: Literal["now", "later", "other", "never"]
    why_not: Remark | None
    outlook: tuple[Words, ...]
    actions: tuple[str, ...]


class Hand(Shape):
    """What a side holds: how many cards, and those that the seat may see."""

    side: str
    count: int
    cards: tuple[Card, ...]


class CardTable(Shape):
    """All hands, the seat's own first; the deck; and what lies open."""

    hands: tuple[Hand, ...]
    deck: int
    played: Card | None
    in_force: tuple[Card, ...]
    out: tuple[Card, ...]


class Circumstance(Shape):
    """What holds for everybody now and changes other rules: the weather, say."""

    kind: str
    title: Words
    symbol: str
    changes: tuple[Remark, ...]


class Subject(Shape):
    """Something that allies may propose to use or to keep."""

    id: str
    title: Words


class Agreement(Shape):
    """What allies share: who decides if they do not agree, and what there is to agree on."""

    decides: str
    cites: Cites
    subjects: tuple[Subject, ...]
