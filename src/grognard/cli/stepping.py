"""Stepping through a record in the terminal or from a pipe: one command per line, each followed by the moment."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.console import Console
from rich.text import Text

from grognard.cli.files import write
from grognard.cli.show import draw, print_position
from grognard.cli.telling import Storyteller, line, moment_in_words, waiting
from grognard.core.cursors import Cursor
from grognard.core.errors import GrognardError

KEYS = """\
Enter or f    forward; f 5: five steps        b    back; b 5: five steps
N             to entry N of the record        t    to the next turn; t 6: to turn 6
p             to the next phase; p NAME: to the next of that name
d             to the next decision; d SEAT: to the next decision of a seat
r             to the next roll                m    the map: every stack, and how the game stands
s             to the start                    e    to the end
w FILE        write this moment: .json for the position, .svg or .png for a picture
?             these keys                      q    quit"""
HINT = "Enter forward, b back, N entry, t turn, p phase, d decision, r roll, m map, s start, e end, w write, ? keys, q quit"


class Stepper:
    """Reads commands and shows the moment they lead to, as a seat (None: a spectator) could see it then."""

    def __init__(self, console: Console, cursor: Cursor, seat: str | None = None) -> None:
        self.console = console
        self.cursor = cursor
        self.seat = seat
        self.commands: dict[str, Callable[[str], None]] = {
            "f": lambda words: self.step(cursor.forward, words),
            "b": lambda words: self.step(cursor.back, words),
            "t": lambda words: self.jump(lambda: cursor.to_turn(whole(words)) if words else cursor.to_next_turn()),
            "p": lambda words: self.jump(lambda: cursor.to_phase(words)),
            "d": lambda words: self.jump(lambda: cursor.to_decision(words)),
            "r": lambda words: self.jump(cursor.to_roll),
            "s": lambda words: self.jump(lambda: cursor.seek(0)),
            "e": lambda words: self.jump(lambda: cursor.seek(cursor.length)),
            "m": lambda words: print_position(console, cursor.game, seat),
            "w": self.write,
            "?": lambda words: line(console, Text(KEYS)),
        }

    def run(self) -> None:
        """Run until the user quits or the input ends."""
        line(self.console, Text(HINT, style="dim"))
        self.show(self.cursor.number - 1)
        for words in self.lines():
            if words in ("q", "quit"):
                return
            try:
                self.obey(words)
            except GrognardError as fault:
                line(self.console, Text(str(fault), style="yellow"))

    def lines(self) -> Iterator[str]:
        """The commands; those from a pipe are echoed, so that the output makes sense."""
        terminal = sys.stdin.isatty()
        while True:
            if terminal:
                self.console.print("> ", end="")
            read = sys.stdin.readline()
            if not read:
                return
            words = " ".join(read.split())
            if not terminal:
                line(self.console, Text(f"> {words}".rstrip(), style="bold"))
            yield words

    def obey(self, words: str) -> None:
        """One command: a key, or a number; no command is one step forward."""
        key, _, rest = (words or "f").partition(" ")
        if key.lstrip("-").isdigit():
            self.jump(lambda: self.cursor.seek(whole(key)))
        elif key in self.commands:
            self.commands[key](rest)
        else:
            raise GrognardError(f"There is no key '{key}'; type ? for the keys.")

    # ------------------------------------------------------------------ moving

    def step(self, move: Callable[[int], None], words: str) -> None:
        """Take steps; everything that happens on the way forward is printed."""
        steps, before = whole(words) if words else 1, self.cursor.number
        if steps < 1:
            raise GrognardError(f"Give the number of steps as 1 or more, not {steps}.")
        move(steps)
        if self.cursor.number == before:
            end = "start" if move == self.cursor.back else "end"
            raise GrognardError(f"This is the {end} of the record.")
        self.show(min(before, self.cursor.number - 1))

    def jump(self, move: Callable[[], None]) -> None:
        """Jump; only what led there from the previous moment is printed."""
        move()
        self.show(self.cursor.number - 1)

    def show(self, since: int) -> None:
        """Print the moment, what led there since an earlier one, and who must decide."""
        cursor, game = self.cursor, self.cursor.game
        here = cursor.here
        when = moment_in_words(game.rules, here.turn, here.phase, here.phasing)
        line(self.console, Text(f"[{here.entries}/{cursor.length}] {when}".rstrip(), style="bold"))
        choice = self.choice()
        if choice and since == cursor.number - 1:
            line(self.console, Text(choice, style="dim"), 2)
        teller = Storyteller(self.console, cursor.game_at(max(since, 0)), seat=self.seat)
        teller.tell(cursor.events(self.seat, since))
        teller.flush()
        waiting(self.console, game, self.seat)

    def choice(self) -> str:
        """The entry that led to this moment, as the seat may read it."""
        number = self.cursor.number
        if number == 0:
            return ""
        first = self.cursor.moments[number - 1].entries
        return self.cursor.entries(self.seat)[first]

    # ------------------------------------------------------------------ writing

    def write(self, file: str) -> None:
        """Write the position or the picture of this moment, depending on the file extension."""
        game, kind = self.cursor.game, Path(file).suffix.casefold()
        if kind == ".json":
            write(file, game.position() if self.seat is None else game.view(self.seat)["position"])
        elif kind in (".svg", ".png"):
            pictures = {"svg": None, "png": None, "around": None, "width": None, kind[1:]: file}
            draw(game, argparse.Namespace(**pictures), self.seat)
        else:
            raise GrognardError("Write 'w FILE' with a name that ends in .json, .svg or .png.")
        line(self.console, Text(f"This moment is in {file}."))


def whole(words: str) -> int:
    """A whole number as it is typed."""
    try:
        return int(words)
    except ValueError:
        raise GrognardError(f"'{words}' is not a whole number.") from None
