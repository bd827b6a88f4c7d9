"""What a position holds of the cards. Hands, armed cards and what was seen of the deck are secret to the other side."""

from __future__ import annotations

from typing import Annotated, cast

import msgspec

from grognard.core.frames import naming
from grognard.games.revolution.savannah.state import SavannahState
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.names import Count, GunId, PieceId, Side, Turn, UnitId

CardName = Annotated[str, naming("card")]
CardOrNone = Annotated[str, naming("card", "")]
UNKNOWN = "?"
"""A card whose back alone is seen."""


class HeldCard(msgspec.Struct, frozen=True):
    """A card in a hand."""

    card: CardName
    number: Count = 0
    """How many cards had been drawn when it was: what was seen in the deck later cannot be it."""
    taken: Turn = 0
    """V-C45: the turn in which it was taken from the enemy, who therefore knows it."""
    waits: Turn = 0
    """V-C45: the turn in which espionage drew it from the deck, because the enemy had no cards."""


class Sighting(msgspec.Struct, frozen=True):
    """A card that was in the deck when so many had been drawn."""

    card: CardName
    number: Count


class InForce(msgspec.Struct, frozen=True):
    """A card whose effect lasts to the end of the turn, and who played it."""

    card: CardName
    side: Side


class CardsState(SavannahState):
    """Hands, the deck (all cards that are nowhere else), and what cards have changed."""

    hands: dict[Side, tuple[HeldCard, ...]] = {}
    draws: Count = 0
    """How many cards have been drawn."""
    looking: dict[Side, tuple[CardName, ...]] = {}
    """V-C17: the cards of which the drawer keeps one."""
    seen: dict[Side, tuple[Sighting, ...]] = {}
    """V-C17: what a side has seen in the deck."""
    returned: tuple[Sighting, ...] = ()
    """V-C28, V-C40: cards that went back into the deck, for all to see."""
    gone: tuple[CardName, ...] = ()
    """V4.3i: cards that are out of the game."""
    naming: CardOrNone = ""
    """The card that is being played."""
    armed: dict[Side, GunId] = {}
    """V-C43: the enemy battery that is to explode when it fires."""
    in_force: tuple[InForce, ...] = ()
    replaced: frozenset[UnitId] = frozenset()
    """V4.8f: units whose replacement piece is in play."""
    hurried: frozenset[UnitId] = frozenset()
    """V-C22, V-C54: units with double movement this turn."""
    heartened: frozenset[UnitId] = frozenset()
    """V-C22, V-C54: units with +1 to rally this turn."""
    wounded: frozenset[PieceId] = frozenset()
    """V-C44: leaders out of action this turn."""
    schedule: dict[PieceId, Turn] = {}
    """V-C20, V-C46: reinforcements that come in another turn than printed."""
    slowed: frozenset[PieceId] = frozenset()
    """V-C52: reinforcements with 1 MP less in their turn of entry."""
    complete_from: Turn = 0
    """V-C55: the turn from which the British defences are complete."""


SECRET = ("hands", "looking", "seen", "armed")
"""The fields of which a side sees only its own part."""


def cards_of(game: Battle) -> CardsState:
    """The state of a game with cards."""
    return cast("CardsState", game.state)
