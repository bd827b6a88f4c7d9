"""`grognard replay`: a recorded game again."""

from __future__ import annotations

import argparse
from typing import Any

from rich.text import Text

from grognard.cli.arguments import add_command, add_components
from grognard.cli.files import read, replayed
from grognard.cli.telling import Storyteller, line, screen, summary, title
from grognard.core.errors import GrognardError


def add(commands: Any) -> None:
    parser = add_command(
        commands,
        "replay",
        run,
        "replay a record and print its log",
        "Play a record again, exactly, and print its log and how it stands at the end.",
        "grognard replay game.json --to 40",
    )
    parser.add_argument("file", metavar="FILE", help="a record, as 'grognard new' and 'grognard play -o' write it")
    parser.add_argument("--to", type=int, metavar="N", help="stop after this many entries (default: all)")
    add_components(parser)


def run(arguments: argparse.Namespace) -> None:
    record = read(arguments.file)
    whole = replayed(arguments.file, record, components=arguments.components)
    length = whole.entries.length
    if arguments.to is not None and not 0 <= arguments.to <= length:
        raise GrognardError(f"This record has {length} entries; --to takes a number from 0 to {length}, not {arguments.to}.")
    game = whole if arguments.to is None else replayed(arguments.file, record, arguments.to, arguments.components)
    console = screen()
    shown = length if arguments.to is None else arguments.to
    title(console, game)
    line(console, Text(f"{game.scenario.id}, {shown} of {length} entries", style="dim"))
    teller = Storyteller(console, replayed(arguments.file, record, 0, arguments.components))
    teller.tell(game.events(None))
    teller.flush()
    console.print()
    summary(console, game)
