"""What anybody may ask at a table about any action, piece, place or fight, offered or not, and the answers in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from random import Random

import grognard
from grognard.core.actions import Action
from grognard.core.errors import GrognardError
from grognard.core.events import Names, tell
from grognard.core.fights import Fight
from grognard.core.games import Game
from grognard.core.knowledge import pieces_named
from grognard.core.rules import Rules
from grognard.core.scenarios import installed
from grognard.core.texts import has_text
from grognard.telling.names import shortened
from grognard.telling.words import question_in_words, said_in_words
from grognard.testing.deciding import check_rules
from grognard.testing.playing import Moment, Nonconforming, action_table, require

OF_PLACES = 40
"""How many actions of a word that names no piece are asked about at a time."""


class Table:
    """The action table of some rules, by word and by the pieces that are named."""

    def __init__(self, rules: Rules) -> None:
        self.all: Sequence[Action] = action_table(rules)
        self.groups: dict[tuple[str, tuple[str, ...]], list[Action]] = {}
        for action in self.all:
            self.groups.setdefault((action.word, pieces_named(action)[:1]), []).append(action)

    def some(self, rng: Random) -> Iterator[Action]:
        """An action of every word about every piece, and some of every word that is about no piece; others each time."""
        for (_, pieces), actions in self.groups.items():
            yield from rng.sample(actions, min(1 if pieces else OF_PLACES, len(actions)))


@cache
def table_of(rules: Rules) -> Table:
    return Table(rules)


@cache
def names_of(rules: Rules) -> Names:
    return shortened(rules.names())


def answers(game: Game, seat: str | None, actions: Iterable[Action]) -> Iterator[str]:
    """The words of each action, and why it may not be done; a fault names the action."""
    names, spoken = names_of(game.rules), game.scenario in installed()
    for action in actions:
        try:
            said = game.seat(seat).said(action)
            words = said_in_words(action, said, names) if spoken else str(said)
            reason = None if seat is None else game.why_not(seat, action)
            because = "" if reason is None else tell(reason.key, reason.args, names) if spoken else str(reason.args)
            because += "" if reason is None else f" {reason.key} {reason.cites}"
        except Exception as fault:
            raise Nonconforming(f"{seat} asks about '{action}': {fault!r}") from fault
        if spoken:
            require(has_text(f"action.{action.word}"), "the action '{0}' has no text", action.word)
            check_words(words, action)
            check_words(because.replace(str(action), ""), action)
        yield f"{action}: {words}. {because}"


def check_words(words: str, about: object) -> None:
    """Nothing of how texts are written is left in them."""
    require("{" not in words and "}" not in words, "a text is not filled in: {0}: {1}", about, words)


def looks(game: Game, seat: str | None, pieces: Iterable[str], places: Iterable[str] = ()) -> Iterator[str]:
    """What each piece can be inspected for, what there is to say about places with it, and why an automaton moved it."""
    for piece in pieces:
        yield from shown_of(game, seat, piece, places)
        yield f"{piece}: {game.seat(seat).decisions(piece)}"


def shown_of(game: Game, seat: str | None, piece: str, places: Iterable[str]) -> Iterator[str]:
    """The same from the position alone."""
    for what in ("counter", *game.rules.inspections):
        try:
            yield f"{what} {piece}: {game.inspect(seat, what, piece)}"
        except grognard.UnknownName as refused:
            yield f"{what} {piece}: {refused}"
    yield from (f"{piece} {place}: {game.remarks(seat, place, piece)}" for place in places)


def prospects(game: Game, seat: str, fights: Iterable[Fight]) -> Iterator[str]:
    """What may come of fights, or why nothing is said of them."""
    for fight in fights:
        try:
            yield f"{fight}: {game.seat(seat).prospect(fight)}"
        except GrognardError as refused:
            yield f"{fight}: {refused}"


def alike(one: Iterable[str], other: Iterable[str]) -> None:
    """Both games answer in the same words."""
    for here, there in zip(one, other, strict=True):
        require(here == there, "the answers differ: {0} and {1}", here, there)


# ---------------------------------------------------------------- what is told without being asked for


def check_question(moment: Moment) -> None:
    """A question has words and rules."""
    game = moment.game
    decision = game.decision(moment.seat)
    require(decision is not None, "{0} is to decide, but is asked nothing", moment.seat)
    if decision is not None:
        check_rules(game, decision.cites)
        require(decision.cites, "the question {0} cites no rule", decision.kind)
        if game.scenario in installed():
            require(has_text("prompt." + decision.prompt), "the question '{0}' has no text", decision.prompt)
            check_words(question_in_words(game.seat(moment.seat), names_of(game.rules)), decision.kind)


def check_log(game: Game) -> None:
    """Every event of a finished game, every modifier in it, and how it ended have words and rules."""
    if game.scenario not in installed():
        return  # one that was added by hand need not have texts
    require(game.over is not None, "the game is not over")
    check_rules(game, game.over.cites if game.over is not None else ())
    for seat in (None, *game.seats):
        for event in game.events(seat):
            check_words(event.describe(names_of(game.rules)), event.key)
    for event in game.events(None):
        require(has_text(event.key), "the event '{0}' has no text", event.key)
        for modifier in getattr(event, "modifiers", ()):
            require(has_text(modifier.label), "the modifier '{0}' has no text", modifier.label)
            check_rules(game, (modifier.cites,))
