"""Who answers for a seat where nobody need be asked: a computer player who holds it, or what its person has ordered."""

from __future__ import annotations

import logging
from collections.abc import Mapping

import msgspec

from grognard.core.games import Choice, Game, Return, Undo
from grognard.core.orders import Orders, left_to_computer, ordered
from grognard.players import able
from grognard.server.storage.store import SeatRow, Standing

HUMAN = "human"
"""What stands for a person where a player is named."""
BY_ITSELF = "computer-"
"""How the keys of commands begin that no person gave."""

LOG = logging.getLogger(__name__)


class Automatic(msgspec.Struct, frozen=True):
    """An answer that is known already, or the computer player who is to think about it."""

    action: str = ""
    player: str = ""


def automatic(game: Game, seats: Mapping[str, SeatRow], orders: Mapping[str, Orders]) -> dict[str, Automatic]:
    """The seats that must decide now and for which nobody need be asked."""
    found = {seat: answer_for(game, seats[seat], orders.get(seat, {})) for seat in game.actors}
    return {seat: answer for seat, answer in found.items() if answer is not None}


def answer_for(game: Game, row: SeatRow, orders: Orders) -> Automatic | None:
    """Who or what answers for a seat that must decide; None: its person is asked."""
    if row.player != HUMAN:
        return Automatic(player=row.player)
    if not orders or took_back(game, row.seat):
        return None
    seat = game.seat(row.seat)
    try:
        if left_to_computer(seat, orders):
            return Automatic(player=stand_in(game))
        action = ordered(seat, orders)
    except Exception:  # an order that fails must not keep others from moving
        LOG.exception("A standing order of %s at %s cannot be carried out.", row.seat, game.scenario.id)
        return None
    return None if action is None else Automatic(action=str(action))


def took_back(game: Game, seat: str) -> bool:
    """Whether a seat has just gone back to this question: then its person wants to answer it, whatever was ordered."""
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
    """The computer player who answers for a person: the strongest there is."""
    return able(game)[-1]


def standing(game: Game, seats: Mapping[str, SeatRow], orders: Mapping[str, Orders]) -> Standing:
    """What the database should know of a game without playing it."""
    return Standing(game.rolled, game.over is not None, bool(automatic(game, seats, orders)))
