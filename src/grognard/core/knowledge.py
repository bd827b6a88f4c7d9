"""What a seat may know of the pieces and of what it is asked: all that the words of an action can be made of.

The words get this and no game, so that they cannot give away what they cannot reach. Whoever wants to tell more of an action
than its own fields either looks it up here, where every piece that the seat may not know of has no place, or lets the procedure
that asks the seat tell it (`Procedure.facts`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from grognard.core.actions import Action
from grognard.core.events import PlaceWithPieces
from grognard.core.facts import mentions

if TYPE_CHECKING:
    from grognard.core.games import Game

NO_FACTS: Mapping[str, Any] = {}


class Knowledge:
    """What one seat, or a spectator (None), may know of a game now."""

    def __init__(self, game: Game, seat: str | None) -> None:
        self.__game = game
        self.seat = seat

    @cached_property
    def facts(self) -> Mapping[str, Any]:
        """What the question to this seat is about; there is nothing while others are asked."""
        game = self.__game
        if self.seat is None or game.over is not None or game.question(self.seat) is None:
            return NO_FACTS
        return game.stack[-1].facts(game)

    def place_of(self, piece: str) -> str:
        """Where a piece is; nothing if it is nowhere, if there is no such piece, or if the seat may not know."""
        rules, game = self.__game.rules, self.__game
        return "" if rules.conceals(game, self.seat, piece) else rules.place_of(game, piece)

    def held(self, place: str) -> PlaceWithPieces:
        """A place with the pieces in it that tell what it is, as far as the seat may know them."""
        rules, game = self.__game.rules, self.__game
        return PlaceWithPieces(
            place, tuple(id for id in rules.pieces_of(game, place) if not rules.conceals(game, self.seat, id))
        )


def concealed(game: Game, seat: str | None, pieces: Iterable[str]) -> tuple[str, ...]:
    """Those of some pieces that a seat may not know of."""
    return tuple(piece for piece in pieces if game.rules.conceals(game, seat, piece))


def pieces_named(action: Action) -> tuple[str, ...]:
    """The pieces that the fields of an action name."""
    fields = {field: getattr(action, field) for field in action.__struct_fields__}
    return tuple(name for role, name in mentions(type(action), fields) if role == "piece")
