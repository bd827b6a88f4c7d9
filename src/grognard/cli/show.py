"""`grognard show`: a position, or the last position of a record, as text or as a picture."""

from __future__ import annotations

import argparse
from typing import Any

from rich.console import Console
from rich.text import Text

import grognard
from grognard.cli.arguments import Parser, add_command, add_components
from grognard.cli.files import is_record, read, replayed, use, write_bytes
from grognard.cli.telling import Colouring, line, moment_in_words, screen, summary, title
from grognard.core import driving
from grognard.core.errors import GrognardError
from grognard.core.games import Game
from grognard.core.pictures.hexes import HexSheet
from grognard.core.texts import use_texts_of
from grognard.drawing import around, png, svg
from grognard.telling.boards import board_of, counter_in_words

MOST_AROUND = 100


def add(commands: Any) -> None:
    parser = add_command(
        commands,
        "show",
        run,
        "print a position",
        "Print a position, or the position at the end of a record, as text or as a picture; what is hidden stays hidden.",
        "grognard show game.json",
    )
    parser.add_argument("file", metavar="FILE", help="a position (see docs/positions.md) or a record")
    parser.add_argument("--seat", metavar="SEAT", help="as this seat sees it (default: as a spectator does)")
    add_components(parser)
    add_pictures(parser)


def add_pictures(parser: Parser) -> None:
    """The options that draw a position."""
    parser.add_argument("--svg", metavar="PICTURE", help="draw it as SVG into this file instead")
    parser.add_argument("--png", metavar="PICTURE", help="draw it as PNG into this file instead (extra 'pictures')")
    parser.add_argument("--around", type=hexes_around, metavar="N", help="draw only the stacks and N hexes around them")
    parser.add_argument("--width", type=int, metavar="PIXELS", help="the width of the PNG")


def hexes_around(text: str) -> int:
    """A number of hexes as it is written on the command line."""
    number = int(text) if text.isdecimal() else -1
    if not 0 <= number <= MOST_AROUND:
        raise argparse.ArgumentTypeError(f"the hexes around the stacks are a number from 0 to {MOST_AROUND}, not '{text}'")
    return number


def run(arguments: argparse.Namespace) -> None:
    data = read(arguments.file)
    components = arguments.components
    if is_record(data):
        game = replayed(arguments.file, data, components=components)
    else:
        game = use(arguments.file, data, lambda position: as_written(position, components))
    use_texts_of(game.rules)
    if arguments.seat is not None and arguments.seat not in game.seats:
        raise GrognardError(f"There is no seat '{arguments.seat}' in this game; the seats are {', '.join(game.seats)}.")
    if arguments.svg or arguments.png:
        draw(game, arguments, arguments.seat)
        return
    console = screen()
    title(console, game)
    print_position(console, game, arguments.seat)


def print_position(console: Console, game: Game, seat: str | None = None) -> None:
    """The turn, the state of the game, and every piece, as a seat sees it: in the game's own manner, or from its picture."""
    first, *rest = game.rules.listing(game, seat) or pictured(game, seat)
    line(console, Text(first))
    summary(console, game, seat)
    if rest:
        console.print()
    names = Colouring(game)
    for told in rest:
        line(console, names.coloured(Text(told)))


def pictured(game: Game, seat: str | None) -> list[str]:
    """A position in words from its picture: the moment, every stack, and the trays."""
    board = board_of(game.rules.picture(game, seat))
    if board is None:
        return [moment_in_words(game.rules, *game.rules.when(game))]
    stacks = (
        f"{board.name(place)}: {'; '.join(counter_in_words(counter) for counter in reversed(counters))}"
        for place, counters in board.stacks.items()
    )
    trays = (f"{tray.title}: {', '.join(counter.title or counter.name for counter in tray.counters)}" for tray in board.trays)
    return [board.subtitle or board.title, *board.notes, *stacks, *trays]


def draw(game: Game, arguments: argparse.Namespace, seat: str | None = None) -> None:
    """Write the picture of a position, as a seat sees it."""
    position = game.rules.picture(game, seat)
    if position is None:
        raise GrognardError(f"'{game.scenario.id}' cannot be drawn; leave --svg and --png out to see it as text.")
    if arguments.around is None:
        picture = svg(position)
    elif isinstance(position.main, HexSheet):
        picture = svg(position, around(position.main, arguments.around))
    else:
        raise GrognardError("Only a hex map can be cropped to its stacks; leave --around out.")
    if arguments.svg:
        write_bytes(arguments.svg, picture.encode())
    if arguments.png:
        write_bytes(arguments.png, png(picture, arguments.width))


def as_written(position: dict[str, Any], components: str | None = None) -> Game:
    """A game exactly as in a position, without carrying out the forced steps that follow."""
    game = grognard.setup(position, seed=0, components=components)
    if "pending" not in position and game.over is None:
        game.pending = None
        game.stack = []
        game.memo = game.fresh_memo()
        driving.take_state(game, game.rules.restore(position))
    return game
