"""Who answers for a seat without asking a person: the computer player that holds it, or a standing order."""

from __future__ import annotations

import logging
from collections.abc import Mapping

import msgspec

from grognard.core.features import SparedWindows
from grognard.core.games import Choice, Game, Return, Undo
from grognard.core.orders import COMPUTER, SPARE, Orders, first_in_force
from grognard.players import players_for
from grognard.server.shapes import HUMAN
from grognard.server.storage.store import GameStatus, SeatRow

BY_ITSELF = "computer-"
"""The prefix of the idempotency keys of automatic commands."""

LOG = logging.getLogger(__name__)


class Automatic(msgspec.Struct, frozen=True):
    """An answer that is already known, or the computer player that is to find it."""

    action: str = ""
    player: str = ""
    leisurely: bool = False
    """Whether it comes as if a person had thought about it: a seat is spared a window only if nothing it holds fits there."""


def automatic(game: Game, seats: Mapping[str, SeatRow], orders: Mapping[str, Orders]) -> dict[str, Automatic]:
    """The seats that must decide now and are answered automatically."""
    found = {seat: answer_for(game, seats[seat], orders.get(seat, {})) for seat in game.actors}
    return {seat: answer for seat, answer in found.items() if answer is not None}


def answer_for(game: Game, row: SeatRow, orders: Orders) -> Automatic | None:
    """Who or what answers for a seat that must decide; None: ask the person."""
    if row.player != HUMAN:
        return Automatic(player=row.player)
    seat = game.seat(row.seat)
    unasked = seat.ask(SparedWindows.unasked)
    if (not orders and unasked is None) or took_back(game, row.seat):
        return None
    try:
        answer, action = first_in_force(seat, orders)
    except Exception:  # a broken order must not block the game
        LOG.exception("A standing order of %s at %s cannot be carried out.", row.seat, game.scenario.id)
        return None
    if answer == COMPUTER:
        return Automatic(player=stand_in(game))
    if action is None:
        return None if unasked is None else Automatic(action=str(unasked))
    return Automatic(action=str(action), leisurely=answer == SPARE and unasked is None)


def took_back(game: Game, seat: str) -> bool:
    """Whether a seat has just gone back to this question by undo: then the person wants to answer it, whatever they ordered."""
    for entry in reversed(game.entries.since(0)):
        match entry:
            case Choice(seat=who) if who == seat:
                return False
            case Undo(seat=who) if who == seat:
                return True
            case Return():
                return True
    return False


def stand_in(game: Game) -> str:
    """The computer player that answers for a person: the strongest available."""
    return players_for(game)[-1]


def game_status(game: Game, seats: Mapping[str, SeatRow], orders: Mapping[str, Orders]) -> GameStatus:
    """What the database needs to know about a game without opening it."""
    return GameStatus(game.rolled, game.over is not None, bool(automatic(game, seats, orders)))
