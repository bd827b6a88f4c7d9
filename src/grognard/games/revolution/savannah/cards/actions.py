"""What is done with cards, and what is told of it."""

from __future__ import annotations

from typing import ClassVar

from grognard.core.actions import Action
from grognard.core.events import Event
from grognard.games.revolution.series.names import Label, PieceId


class Play(Action, frozen=True):
    """Play this card (V4.3b)."""

    card: str


class Keep(Action, frozen=True):
    """Keep this one of the cards seen (V-C17)."""

    card: str


class Redraw(Action, frozen=True):
    """Discard this card, which has lost its object, and draw another (V4.3i)."""

    card: str


class Arm(Action, frozen=True):
    """Let this enemy battery explode at the first fire that it joins (V-C43)."""

    piece: PieceId


class HoldCards(Action, frozen=True):
    """Do nothing before the fire that the enemy could see."""


class BuyCard(Action, frozen=True):
    """Spend a momentum chit on another card (V1.4c)."""


class ChooseArmy(Action, frozen=True):
    """Let the card strike, or help, this army."""

    army: str


class Choose(Action, frozen=True):
    """Let the card strike, or help, this piece."""

    piece: PieceId


class ChooseHexside(Action, frozen=True):
    """Let the card break down, or repair, the works between these hexes, the outer one first."""

    hex: Label
    inner: Label


class Hurry(Action, frozen=True):
    """Let those with this leader move twice as far (V-C22)."""

    piece: PieceId


class Hearten(Action, frozen=True):
    """Let those with this leader rally with +1 (V-C22)."""

    piece: PieceId


class GoFirst(Action, frozen=True):
    """Play first this turn (V-C47)."""


class GoSecond(Action, frozen=True):
    """Play second this turn (V-C47)."""


CARD_ACTIONS: tuple[type[Action], ...] = (
    Play,
    Keep,
    Redraw,
    Arm,
    HoldCards,
    BuyCard,
    ChooseArmy,
    Choose,
    ChooseHexside,
    Hurry,
    Hearten,
    GoFirst,
    GoSecond,
)


class CardPlayed(Event, frozen=True):
    """A side named a card to play."""

    side: str
    card: str
    reveals: ClassVar[bool] = True


class CardCancelled(Event, frozen=True):
    """A card was cancelled and does nothing."""

    card: str


class CardExchanged(Event, frozen=True):
    """A card that has lost its object was discarded for another."""

    side: str
    card: str
    reveals: ClassVar[bool] = True


class CardTakenBack(Event, frozen=True):
    """A card lost its object before it could be played, and went back to the hand."""

    side: str
    card: str
    reveals: ClassVar[bool] = True


class CardReturned(Event, frozen=True):
    """A card went back into the deck."""

    card: str


class PieceRemoved(Event, frozen=True):
    """A card took a piece out of the game; nobody scores for it."""

    piece: PieceId
    card: str


class PieceReplaced(Event, frozen=True):
    """A replacement piece took the place of a unit."""

    piece: PieceId
    card: str


class LeaderWounded(Event, frozen=True):
    """A leader is out of action for the turn."""

    piece: PieceId
    hex: Label


class GunExploded(Event, frozen=True):
    """A battery lost a step by an accident."""

    piece: PieceId


class ScheduleChanged(Event, frozen=True):
    """Reinforcements come in another turn."""

    pieces: tuple[PieceId, ...]
    turn: int


class EntrySlowed(Event, frozen=True):
    """Reinforcements will have less movement when they land."""

    pieces: tuple[PieceId, ...]


class DefencesComplete(Event, frozen=True):
    """The British defences are complete from this turn on."""

    turn: int
