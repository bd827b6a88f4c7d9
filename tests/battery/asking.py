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
from grognard.telling.words import said_in_words

OF_PLACES = 40
"""How many actions of a word that names no piece are asked about at a time."""


class Table:
    """The action table of some rules, by word and by the pieces that are named."""

    def __init__(self, rules: Rules) -> None:
        self.all: Sequence[Action] = rules.action_table()
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
            said = game.said(seat, action)
            words = said_in_words(action, said, names) if spoken else str(said)
            reason = None if seat is None else game.why_not(seat, action)
            because = "" if reason is None else tell(reason.key, reason.args, names) if spoken else str(reason.args)
            because += "" if reason is None else f" {reason.key} {reason.cites}"
        except Exception as fault:
            raise AssertionError(f"{seat} asks about '{action}': {fault!r}") from fault
        if spoken:
            assert has_text(f"action.{action.word}"), f"'{action.word}' has no text"
            check_words(words, action)
            check_words(because.replace(str(action), ""), action)
        yield f"{action}: {words}. {because}"


def check_words(words: str, about: object) -> None:
    """Nothing of how texts are written is left in them."""
    assert "{" not in words, f"{about}: {words}"
    assert "}" not in words, f"{about}: {words}"


def looks(game: Game, seat: str | None, pieces: Iterable[str], places: Iterable[str] = ()) -> Iterator[str]:
    """What each piece can be inspected for, and what there is to say about places with it."""
    for piece in pieces:
        for what in ("counter", *game.rules.inspections):
            try:
                yield f"{what} {piece}: {game.inspect(seat, what, piece)}"
            except grognard.UnknownName as refused:
                yield f"{what} {piece}: {refused}"
        yield f"{piece}: {game.decisions(seat, piece)}"
        yield from (f"{piece} {place}: {game.remarks(seat, place, piece)}" for place in places)


def prospects(game: Game, seat: str, fights: Iterable[Fight]) -> Iterator[str]:
    """What may come of fights, or why nothing is said of them."""
    for fight in fights:
        try:
            yield f"{fight}: {game.prospect(seat, fight)}"
        except GrognardError as refused:
            yield f"{fight}: {refused}"


def alike(one: Iterable[str], other: Iterable[str]) -> None:
    """Both games answer in the same words."""
    for here, there in zip(one, other, strict=True):
        assert here == there
