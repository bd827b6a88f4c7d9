"""The panels beside the map: where the game stands, what is asked, what lies under the cursor."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from grognard.cli.table.host import Host
from grognard.cli.table.plain import status_lines
from grognard.core.events import Names
from grognard.core.pictures import CounterPicture
from grognard.core.seats import Seat
from grognard.core.texts import in_table
from grognard.telling.boards import Board, asked_about
from grognard.telling.words import capital, cites_in_words, question_in_words, say


def heading(host: Host, seat: Seat, board: Board | None) -> Text:
    """The name of the game and the moment, and below them the tracks."""
    title = board.title if board is not None else host.game.scenario.title
    moment, *rest = status_lines(host, seat) or [""]
    return Text.assemble((title, "bold"), f"  {moment}\n", "   ".join(rest))


def question(seat: Seat, names: Names, board: Board | None, said: Iterable[str] = ()) -> Text:
    """Who is asked what, under which rule; what a counter is worth that is about to be placed; and what allies say."""
    decision = seat.decision
    cites = f"  {cites_in_words(decision.cites)}" if decision is not None and decision.cites else ""
    asked = f"{capital(in_table('army', seat.seated_as))}: {question_in_words(seat, names)}"
    worth = asked_about(board, decision.args.values()) if decision is not None else []
    return Text.assemble((asked, "bold"), (cites, "dim"), *(f"\n{words}" for words in (*worth, *said)))


def place_panel(board: Board, place: str) -> Text:
    """The ground under the cursor and the stack on it, the top counter first."""
    first, *rest = board.describe(place)
    stack = (counter_line(counter) for counter in reversed(board.stacks.get(place, ())))
    return Text("\n").join([Text(first, "bold"), *stack, *(Text(line, "dim") for line in rest)])


def counter_line(counter: CounterPicture) -> Text:
    """A counter in its colours with its values and states; values that are not printed say so."""
    colours = counter.colours
    words = Text.assemble((f" {counter.title or counter.name} ", f"bold {colours.band_ink} on {colours.band}"))
    if counter.values:
        words.append(f" {counter.values} ", f"bold {colours.ink} on {colours.face}")
    if counter.lost:
        words.append(f" {say('steps-lost', lost=counter.lost, steps=counter.steps)}")
    if counter.states:
        words.append(f" {', '.join(in_table('state', state) for state in counter.states)}", "bold red")
    if counter.basis:
        words.append(f" {counter.basis}", "dim italic")
    return words
