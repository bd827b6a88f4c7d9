"""What the views of one moment are made from: a seat (or a spectator), and what is worked out once for it."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any

from grognard.core.actions import Action
from grognard.core.events import Names
from grognard.core.fights import Fight
from grognard.core.games import Game
from grognard.core.pictures import Picture
from grognard.core.rules import Rules
from grognard.core.seats import Seat
from grognard.core.texts import language_in_force
from grognard.telling.boards import Board, board_of
from grognard.telling.names import shortened

REMEMBERED = 50_000
"""How many things that were said are remembered at most."""


class ViewContext:
    """A seat at one moment; make a new one after a move. Views get everything they show of a game from its seat."""

    def __init__(self, seat: Seat, undone: Seat | None = None, public: ViewContext | None = None) -> None:
        self.seat = seat
        self._undone = undone
        """The seat as an undo would leave it, if that is at hand."""
        self._public = public
        self._fights: dict[Action, Fight | None] = {}
        self._after: dict[Action, ViewContext | None] = {}

    @property
    def public(self) -> ViewContext:
        """The same moment as a spectator sees it: what everybody sees alike is worked out there, once for all."""
        if self.seat.name is None:
            return self
        if self._public is None:
            self._public = ViewContext(self.seat.spectator)
        return self._public

    @cached_property
    def names(self) -> Names:
        """What pieces are called in a sentence."""
        return short_names(self.seat.rules)

    @cached_property
    def picture(self) -> Picture | None:
        """The position, to be drawn."""
        if self.seat.rules.open_board and self.public is not self:
            return self.public.picture
        return self.seat.ask(Rules.picture)

    @cached_property
    def board(self) -> Board | None:
        """The places of all sheets and what lies in them."""
        if self.seat.rules.open_board and self.public is not self:
            return self.public.board
        return board_of(self.picture)

    @property
    def sides(self) -> dict[str, tuple[str, ...]]:
        """Who wins and loses together: each side with its seats."""
        rules = self.seat.rules
        return {side: rules.seats_on(side) for side in rules.sides}

    @property
    def memo(self) -> dict[Any, Any]:
        """What has been said before in this game, in the language in force, and is said again in the same words."""
        memo = memo_of(self.seat.rules, language_in_force())
        if len(memo) > REMEMBERED:
            memo.clear()
        return memo

    def fight_of(self, action: Action) -> Fight | None:
        """The fight that a legal action begins or joins, if any."""
        if action not in self._fights:
            self._fights[action] = self.seat.ask(Rules.fight_of, action)
        return self._fights[action]

    @property
    def before(self) -> ViewContext | None:
        """What the seat would see after an undo."""
        return ViewContext(self._undone) if self._undone is not None and self.seat.can_undo else None

    def after(self, action: Action) -> ViewContext | None:
        """What the seat would see after an action, if it could be taken back at once."""
        if action not in self._after:
            seat = self.seat.after(action)
            self._after[action] = None if seat is None else ViewContext(seat)
        return self._after[action]


def context_of(game: Game, who: str | None, before: Game | None = None, public: ViewContext | None = None) -> ViewContext:
    """A game now as a seat, or a spectator (None), sees it.

    `before` is the game as an undo would leave it, and `public` the spectator's context of the same game, if at hand.
    """
    return ViewContext(game.seat(who), before.seat(who) if before is not None else None, public)


@lru_cache(maxsize=32)
def memo_of(rules: Rules, language: str) -> dict[Any, Any]:
    """A memory for each kind of game and language."""
    return {}


@lru_cache(maxsize=32)
def short_names(rules: Rules) -> Names:
    """What the pieces of a game are called in a sentence."""
    return shortened(rules.names())
