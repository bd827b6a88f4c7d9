"""Standing orders: answers that a seat gives in advance to questions in another's turn, so that nobody has to wait.

A game declares them (`Rules.standing_orders`) and says what each answer means in a position (`Rules.carry_out`). If the answer
is not legal, the seat is asked. What an order does is an action of the seat like any other, and nobody can tell
the difference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from grognard.core.actions import Action
from grognard.core.errors import UnknownName
from grognard.core.features import SparedWindows

if TYPE_CHECKING:
    from grognard.core.seats import Seat

ASK = ""
"""The answer that means no order: the seat is asked."""
COMPUTER = "computer"
"""The answer that leaves the question to a computer player; core does not know which one."""
PASS = "pass"
"""The answer that passes on a window."""
SPARE = "spare"
"""The answer that passes on a window if nothing that the seat holds fits there, but for what it keeps."""
KEEP = "kept"
"""The answer about one thing that a seat may hold: it is no reason to ask (`SPARE`)."""

Orders = Mapping[str, str]
"""The orders of a seat: the answer by kind of order."""


class Answer(msgspec.Struct, frozen=True):
    """One answer that can be ordered: its word, and the key of its text."""

    word: str
    title: str


class StandingOrder(msgspec.Struct, frozen=True):
    """A family of questions that can be answered in advance."""

    kind: str
    title: str
    questions: tuple[str, ...]
    """The kinds of decision that it answers, such as `CloseCombat.offer_withdrawal`."""
    cites: tuple[str, ...]
    answers: tuple[Answer, ...]
    """`ASK` first, then the game's own answers, then `COMPUTER`."""


def standing_order(
    kind: str, questions: tuple[str, ...], cites: tuple[str, ...], words: Sequence[str], table: str = ""
) -> StandingOrder:
    """An order whose texts are `order.<kind>.title` and, for each answer, `order.<kind>.<word>`, or `<table>.<word>`."""
    table = table or f"order.{kind}"
    known = (Answer(word, f"{table}.{word}") for word in words)
    answers = (Answer(ASK, "order.ask"), *known, Answer(COMPUTER, "order.computer"))
    return StandingOrder(kind, f"order.{kind}.title", questions, cites, answers)


def check_order(known: Sequence[StandingOrder], kind: str, answer: str) -> None:
    """Refuse an order that a game does not have, with one clear sentence."""
    order = next((order for order in known if order.kind == kind), None)
    if order is None:
        kinds = ", ".join(order.kind for order in known)
        raise UnknownName(f"There is no standing order '{kind}'; {f'there are {kinds}' if kinds else 'this game knows none'}.")
    words = [answer.word for answer in order.answers]
    if answer not in words:
        told = ", ".join(word or "nothing at all to be asked" for word in words)
        raise UnknownName(f"'{answer}' is not an answer to the standing order '{kind}'; give {told}.")


def orders_for(seat: Seat) -> tuple[StandingOrder, ...]:
    """The orders that could answer the question to a seat now; orders only answer questions in another's turn."""
    from grognard.core.rules import Rules

    decision = seat.decision
    if decision is None or not seat.ask(Rules.reacts):
        return ()
    return tuple(order for order in seat.rules.standing_orders(seat.seated_as) if decision.kind in order.questions)


class Found(NamedTuple):
    """What a seat's orders say to its question now: the answer in force (`ASK`: none), and the action it means."""

    answer: str = ASK
    action: Action | None = None


def ordered(seat: Seat, orders: Orders) -> Action | None:
    """The answer of a seat's orders to its question now; None: ask the seat, or let a computer player decide."""
    return first_in_force(seat, orders).action


def first_in_force(seat: Seat, orders: Orders) -> Found:
    """The first of a seat's orders that applies now."""
    from grognard.core.rules import Rules

    for order in orders_for(seat):
        answer = orders.get(order.kind, ASK)
        if answer == COMPUTER:
            return Found(COMPUTER)
        if answer == SPARE:
            action = seat.ask(SparedWindows.auto_pass, frozenset(kind for kind, word in orders.items() if word == KEEP))
        else:
            action = seat.ask(Rules.carry_out, order.kind, answer) if answer not in (ASK, KEEP) else None
        if action is not None and action in seat.actions:
            return Found(answer, action)
    return Found()
