"""Cards in hands, as far as a seat may see them: a kind of thing that a game may have (`features.CardHands`).

Words are in the current language. Whoever shows cards needs to know no game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Literal, NamedTuple, TypeVar

import msgspec

from grognard.core import driving
from grognard.core.actions import Action
from grognard.core.dice import Enumerated, Fork
from grognard.core.events import Event
from grognard.core.fights import Finished, TrialEnd
from grognard.core.games import Game
from grognard.core.procedures import Ask, Procedure
from grognard.core.texts import Reason

Foreseen = TypeVar("Foreseen", bound=Game)
Playability = Literal["now", "later", "other", "never"]
"""Whether a card may be played now, at another moment, in another kind of turn, or not by this side at all."""


class Card(msgspec.Struct, frozen=True):
    """A card face up: its name, what it says, its drawing, and what can be done with it."""

    id: str
    name: str
    text: str
    symbol: str = ""
    """Which drawing it carries, by the name that whoever draws knows it by."""
    notes: tuple[str, ...] = ()
    """Who plays it, and when."""
    cites: tuple[str, ...] = ()
    standing: Playability = "later"
    why_not: Reason | None = None
    outlook: tuple[str, ...] = ()
    """What it would do now, line by line."""
    actions: tuple[Action, ...] = ()
    """The legal actions that use it."""


class Hand(msgspec.Struct, frozen=True):
    """What a side holds: how many cards, and those that the seat may see."""

    side: str
    count: int
    cards: tuple[Card, ...] = ()


class CardTable(msgspec.Struct, frozen=True):
    """All hands, the first being the seat's own if it has one; the deck; and what lies open."""

    hands: tuple[Hand, ...]
    deck: int
    played: Card | None = None
    """The card that is being played."""
    in_force: tuple[Card, ...] = ()
    """Cards whose effect lasts."""
    out: tuple[Card, ...] = ()
    """Cards that were played or discarded, the last one last."""


# ---------------------------------------------------------------- what a card would do


class Foresight(NamedTuple, Generic[Foreseen]):
    """What follows for certain from something, up to the first question or die: the game there, what happened, what is next."""

    game: Foreseen
    events: list[Event]
    rolls: str
    """The purpose of the die that comes next, if one does."""
    asks: Ask | None
    """The question that comes next, if one does."""


def foresee(game: Foreseen, seat: str, act: Callable[[Foreseen], Procedure | None]) -> Foresight[Foreseen]:
    """Carry something out on a copy, without dice and without anybody's answer; the events are those that the seat sees."""
    trial = game.copy()
    trial.dice = Enumerated((), trial.rolled)
    before, rolls = trial.happened.length, ""
    procedure = act(trial)
    if procedure is not None:
        trial.stack, trial.pending, trial.sealed = [TrialEnd()], None, {}
        try:
            driving.begin(trial, procedure)
        except Finished:
            trial.pending = None
        except Fork as fork:
            rolls = fork.request.purpose
    seen = (event.seen_by(seat) for event in trial.happened.since(before))
    asks = trial.pending if procedure is not None and isinstance(trial.pending, Ask) else None
    return Foresight(trial, [event for event in seen if event is not None], rolls, asks)
