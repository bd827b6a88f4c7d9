"""The choices of a question as a list: in words, by kind, filtered by what is typed or by a place on the map."""

from __future__ import annotations

from rich.text import Text
from textual.widgets.option_list import Option as Row

from grognard.core.actions import Action
from grognard.core.choices import listed
from grognard.core.events import Names
from grognard.core.facts import mentions
from grognard.core.seats import Seat
from grognard.telling.boards import Board
from grognard.telling.choices import at_point, refused
from grognard.telling.words import offer_in_words


class Choices:
    """All that a seat may do now. What names nothing, such as ending a phase, comes last."""

    def __init__(self, seat: Seat, names: Names, board: Board | None, question: int = 0) -> None:
        self.seat = seat
        self.question = question
        """Which question of this table it is: every row names it, so that a late key answers no other."""
        self.names = names
        self.board = board
        self.actions = sorted(listed(seat.actions), key=lambda action: not action.__struct_fields__)
        self.wanted = ""
        self.only = ""
        self.spoken = {action: self.words(action) for action in self.actions}
        self.about = {action: self.places_of(action) for action in self.actions}

    def words(self, action: Action) -> str:
        return offer_in_words(self.seat, action, self.names)

    def places_of(self, action: Action) -> tuple[str, ...]:
        said = mentions(type(action), self.seat.said(action))
        return self.board.places_of(said) if self.board is not None else ()

    @property
    def places(self) -> frozenset[str]:
        """The places that some choice speaks of."""
        return frozenset(place for action in self.shown() for place in self.about[action])

    def shown(self) -> list[Action]:
        """The choices that the filters let through."""
        terms = self.wanted.casefold().split()
        return [
            action
            for action in self.actions
            if (not self.only or self.only in self.about[action] or not self.about[action])
            and all(term in f"{self.spoken[action]} {' '.join(self.about[action])}".casefold() for term in terms)
        ]

    def rows(self) -> list[Row | None]:
        """A row for each choice, with where it is, and a line between kinds."""
        rows: list[Row | None] = []
        last = ""
        for action in self.shown():
            if last and action.word != last:
                rows.append(None)
            last = action.word
            words = Text(self.spoken[action])
            names = [self.board.name(place) for place in self.about[action]] if self.board is not None else []
            unsaid = [name for name in names if name not in self.spoken[action]]
            if unsaid:
                words.append(f"  {', '.join(unsaid)}", style="dim")
            rows.append(Row(words, f"{self.question}:{self.actions.index(action)}"))
        return rows

    def action(self, row: Row) -> Action | None:
        """The choice of a row, or nothing if the row is one of an earlier question."""
        question, _, number = str(row.id).partition(":")
        return self.actions[int(number)] if question == str(self.question) else None

    def at(self, place: str) -> list[Action]:
        """The choices that speak of a place, or of a piece that stands there."""
        found = [action for action in self.actions if place in self.about[action]]
        return found + (list(at_point(self.board, self.seat.actions, place)) if self.board is not None else [])

    def refused(self, place: str, like: Action | None) -> list[Action]:
        """Actions of the kinds offered now that concern a place and are not among the choices."""
        return refused(self.seat, self.board, self.seat.actions, place, like)
