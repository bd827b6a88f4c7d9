"""How computer players talk with allies: they propose, answer, and keep to what was agreed.

A player that talks has two methods. `hear_advice(heard)` tells it what is said before it chooses. `advise(seat, heard)` asks
what it says now: `PLAY` for what it would use in place of the ally who is asked; and of each thing that an ally speaks of the
same word if it agrees, otherwise the other one. Once it has agreed, it stands by that as long as the ally does.
"""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Protocol, Self, runtime_checkable

from grognard.core.actions import Action
from grognard.core.agreements import PLAY, SILENCE, Heard
from grognard.core.features import Alliances
from grognard.core.games import Game
from grognard.core.seats import Seat


@runtime_checkable
class Ally(Protocol):
    """A player that talks with its allies."""

    def hear_advice(self, heard: Heard) -> None:
        """What is said: it counts from now on."""
        ...

    def advise(self, seat: Seat, heard: Heard) -> dict[str, str]:
        """What the player says to its allies now, by subject."""
        ...


class FormerAlly:
    """A player whose methods have their names of version 0.1."""

    def __init__(self, player: Any) -> None:
        self.player = player

    def hear_advice(self, heard: Heard) -> None:
        self.player.heed(heard)

    def advise(self, seat: Seat, heard: Heard) -> dict[str, str]:
        said: dict[str, str] = self.player.counsel(seat, heard)
        return said


def as_ally(player: object) -> Ally | None:
    """A player as one that talks with its allies, or None if it does not."""
    if isinstance(player, Ally):
        return player
    if not (hasattr(player, "heed") and hasattr(player, "counsel")):
        return None
    told = f"heed and counsel of {type(player).__name__} are now called hear_advice and advise; rename them."
    warnings.warn(told, DeprecationWarning, stacklevel=2)
    return FormerAlly(player)


class AgreeablePlayer(ABC):
    """A player without judgement: it goes along with its allies, and proposes what it would do itself where they are asked."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.talk = Random(f"talk {seed}")
        """Apart from the choices, which are the same whatever is said."""
        self.heard = SILENCE

    @abstractmethod
    def choose(self, seat: Seat) -> Action: ...

    def hear_advice(self, heard: Heard) -> None:
        self.heard = heard

    def advise(self, seat: Seat, heard: Heard) -> dict[str, str]:
        found: dict[str, str] = {}
        for chair in allies_asked(seat, seat.imagine(self.talk.getrandbits(32))):
            wish = chair.public(Alliances.subject_of, self.another().choose(chair))
            found |= {wish: PLAY} if wish else {}
        return found | dict(heard.allies)

    def another(self) -> Self:
        """A player like this one, to choose in an ally's place."""
        return type(self)(self.talk.getrandbits(32))


def allies_asked(seat: Seat, game: Game) -> Iterator[Seat]:
    """The seats of the allies who are asked now about something that they share, in a game that this seat imagines."""
    for name in game.actors:
        chair = game.seat(name)
        if (
            name != seat.name
            and chair.side == seat.side
            and any(chair.public(Alliances.subject_of, action) for action in chair.actions)
        ):
            yield chair


def honouring(seat: Seat, heard: Heard) -> Sequence[Action]:
    """The seat's actions that keep to what is settled: what is to be played comes first, what is to be kept is left alone."""
    actions, settled = seat.actions, heard.settled
    if not settled:
        return actions
    words = {action: settled.get(seat.public(Alliances.subject_of, action), "") for action in actions}
    for allowed in ((PLAY,), ("", PLAY)):
        if found := [action for action, word in words.items() if word in allowed]:
            return found
    return actions
