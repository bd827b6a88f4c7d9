"""Standing orders of the solitaire game: those of the campaign, for what the player is asked while the automaton acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.actions import Action
from grognard.core.orders import StandingOrder, standing_order
from grognard.core.procedures import Ask
from grognard.games.chancellorsville.old_joe.actions import LayOnTrack, RetreatStack, TakePoint
from grognard.games.chancellorsville.victories import actions as words
from grognard.games.chancellorsville.victories import standing_orders as main

if TYPE_CHECKING:
    from grognard.games.chancellorsville.old_joe.state import Solitaire

TROPHY = standing_order("trophy", ("Trophies.choose",), ("J-E3",), ("point", "lay"))
MORE = {main.LOSSES.kind: ("Engagement.attacker_sixes", "CorpsActivation.pay", "CorpsActivation.shake")}
"""Further questions that an order of the campaign answers."""


def of_game(kinds: frozenset[str]) -> tuple[StandingOrder, ...]:
    """The orders of the campaign with the questions of an engagement in place of a combat's, and those of this game."""
    found = []
    for order in main.ALL:
        questions = (*(question.replace("Combat.", "Engagement.") for question in order.questions), *MORE.get(order.kind, ()))
        known = tuple(question for question in questions if question in kinds)
        if known:
            found.append(replace(order, questions=known))
    return (*found, TROPHY)


def carry_out(game: Solitaire, seat: str, order: str, answer: str) -> Action | None:
    ask = game.question(seat)
    if ask is None:
        return None
    if order == TROPHY.kind:
        wanted: type[Action] = TakePoint if answer == "point" else LayOnTrack
        return next((action for action in ask.actions if isinstance(action, wanted)), None)
    if order == main.BONUS.kind:
        return most_points(ask)
    if order == main.LOSSES.kind:
        stacks = [action for action in ask.actions if isinstance(action, RetreatStack)]
        units = [action for action in ask.actions if isinstance(action, words.Suffer)]
        if stacks and answer == "retreat":
            return stacks[0]
        if units:
            return min(units, key=lambda action: worth(game, action.unit))
    return main.carry_out(game, seat, order, answer)


def worth(game: Solitaire, id: str) -> tuple[bool, bool, int, str]:
    """Who takes a loss: a skirmisher, then a unit with a level to spare, the weakest first; the enemy's strongest last."""
    counter, piece = game.counter(id), game.piece(id)
    return game.rules.levels(piece) <= 1 and counter.is_real, counter.is_real, counter.strengths[0], id


def most_points(ask: Ask) -> Action:
    """J-J2c: all points for one's own dice: there is nothing else to do with them."""
    return max(ask.actions, key=lambda action: sum(map(int, getattr(action, "dice", ""))))
