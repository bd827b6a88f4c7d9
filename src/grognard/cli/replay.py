"""`grognard replay`: a recorded game, as a whole, up to a moment, or step by step."""

from __future__ import annotations

import argparse
from typing import Any

from rich.console import Console
from rich.text import Text

from grognard.cli.arguments import add_command, add_components
from grognard.cli.files import read, use, write
from grognard.cli.show import add_pictures, draw
from grognard.cli.stepping import Stepper
from grognard.cli.telling import Storyteller, line, moment_in_words, screen, summary, title
from grognard.core.cursors import Cursor
from grognard.core.errors import GrognardError
from grognard.core.texts import use_texts_of


def add(commands: Any) -> None:
    parser = add_command(
        commands,
        "replay",
        run,
        "replay a record, as a whole or step by step",
        "Replay a record exactly: print the game and its state at the end, or at an earlier moment; step through it,"
        " forward and back; or write the position of a moment, as JSON or as a picture.",
        "grognard replay game.json --step --turn 5",
    )
    parser.add_argument("file", metavar="FILE", help="a record, as 'grognard new' and 'grognard watch -o' write it")
    moment = parser.add_mutually_exclusive_group()
    moment.add_argument("--to", type=int, metavar="N", help="the moment after this many entries (default: the last)")
    moment.add_argument("--turn", type=int, metavar="N", help="the beginning of this turn")
    parser.add_argument(
        "--step", action="store_true", help="step through it from that moment (default: the first); ? lists the keys"
    )
    parser.add_argument(
        "--seat", metavar="SEAT", help="show only what this seat could see then (default: what a spectator could)"
    )
    add_components(parser)
    parser.add_argument("--position", metavar="OUT", help="write the position of that moment into this file instead")
    add_pictures(parser)


def run(arguments: argparse.Namespace) -> None:
    cursor = use(arguments.file, read(arguments.file), lambda record: Cursor(record, arguments.components))
    use_texts_of(cursor.game.rules)
    seat: str | None = arguments.seat
    if seat is not None:
        cursor.game.seat(seat)
    files = [arguments.position, arguments.svg, arguments.png]
    if arguments.step and any(files):
        raise GrognardError("With --step, use the key 'w FILE' to write a moment, or leave --step out.")
    go_to_moment(cursor, arguments)
    if any(files):
        write_moment(cursor, arguments, seat)
        return
    console = screen()
    title(console, cursor.game)
    if arguments.step:
        Stepper(console, cursor, seat).run()
    else:
        tell_game(console, cursor, seat)


def go_to_moment(cursor: Cursor, arguments: argparse.Namespace) -> None:
    """Go to the moment that the options name; by default to the first for stepping, to the last for printing."""
    if arguments.to is not None:
        cursor.seek(arguments.to)
    elif arguments.turn is not None:
        cursor.to_turn(arguments.turn)
    elif not arguments.step:
        cursor.seek(cursor.length)


def write_moment(cursor: Cursor, arguments: argparse.Namespace, seat: str | None) -> None:
    """The position and the picture of a moment, as a seat could see them then."""
    game = cursor.game
    if arguments.svg or arguments.png:
        draw(game, arguments, seat)
    if arguments.position:
        write(arguments.position, game.position() if seat is None else game.view(seat)["position"])
    here = cursor.here
    when = moment_in_words(game.rules, here.turn, here.phase, here.phasing)
    for file in filter(None, (arguments.position, arguments.svg, arguments.png)):
        print(f"{file}: {', '.join(filter(None, (when, f'{here.entries} of {cursor.length} entries')))}")


def tell_game(console: Console, cursor: Cursor, seat: str | None) -> None:
    """Print everything from the first event up to this moment, and the state of the game then."""
    game = cursor.game
    line(console, Text(f"{game.scenario.id}, {cursor.here.entries} of {cursor.length} entries", style="dim"))
    teller = Storyteller(console, cursor.game_at(0), seat=seat)
    teller.tell(game.events(seat))
    teller.flush()
    console.print()
    summary(console, game, seat)
