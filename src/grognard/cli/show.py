"""`grognard show`: a position, or the last position of a record, as text or as a picture."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

import grognard
from grognard.cli.arguments import Parser, add_command, add_components
from grognard.cli.counters import Counter, counters_of, values_of
from grognard.cli.files import is_record, read, replayed, use, write_bytes
from grognard.cli.telling import line, moment_in_words, screen, side_styles, summary, title
from grognard.core.errors import GrognardError
from grognard.core.games import Game
from grognard.core.pictures.hexes import HexSheet
from grognard.core.texts import in_table
from grognard.drawing import around, png, svg
from grognard.telling.words import capital

VALUES = "Values are strength / morale / movement; for leaders combat / command / movement."
RECONSTRUCTED = "Values marked * are reconstructed: no rulebook prints them. See docs/components.md to enter printed ones."


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
    parser.add_argument("--around", type=int, metavar="N", help="draw only the stacks and N hexes around them")
    parser.add_argument("--width", type=int, metavar="PIXELS", help="the width of the PNG")


def run(arguments: argparse.Namespace) -> None:
    data = read(arguments.file)
    components = arguments.components
    if is_record(data):
        game = replayed(arguments.file, data, components=components)
    else:
        game = use(arguments.file, data, lambda position: as_written(position, components))
    if arguments.seat is not None and arguments.seat not in game.seats:
        raise GrognardError(f"There is no seat '{arguments.seat}' in this game; the seats are {', '.join(game.seats)}.")
    if arguments.svg or arguments.png:
        draw(game, arguments, arguments.seat)
        return
    console = screen()
    title(console, game)
    print_position(console, game, arguments.seat)


def print_position(console: Console, game: Game, seat: str | None = None) -> None:
    """The turn, the state of the game, and every piece, as a seat sees it."""
    listing = game.rules.listing(game, seat)
    if listing is not None:
        for told in listing:
            line(console, Text(told))
        summary(console, game, seat)
        return
    position = game.view(seat)["position"]
    line(console, Text(moment_in_words(*game.rules.when(game))))
    summary(console, game, seat)
    rows = [Row(game, id, body) for id, body in position.get("pieces", {}).items()]
    console.print()
    styles = side_styles(game)
    for words in on_the_map([row for row in rows if row.hex], styles):
        line(console, words)
    for side in dict.fromkeys(row.side for row in rows):
        for box in dict.fromkeys(row.box for row in rows if row.box and row.side == side):
            names = [row.name for row in rows if row.box == box and row.side == side]
            line(console, Text(capital(f"{in_table('side', side)}, {in_table('box', box)}: {', '.join(names)}")))


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
        game.memo = {}
        game.take_state(game.rules.restore(position))
    return game


class Row:
    """A piece of a position as a line of the table."""

    def __init__(self, game: Game, id: str, body: Any) -> None:
        written: dict[str, Any] = {"hex": body} if isinstance(body, str) else body
        counter: Counter = counters_of(game)[id]
        self.name = counter.name
        self.side = counter.side
        self.hex = str(written.get("hex", ""))
        self.box = str(written.get("box", ""))
        step = written.get("step", 1)
        self.reconstructed = not counter.basis.startswith("printed")
        self.values = values_of(counter, step) + ("*" if self.reconstructed else "")
        reduced = ["reduced"] if step > 1 else []
        self.states = ", ".join([*reduced, *map(state_in_words, written.get("states", ()))])


def state_in_words(state: str) -> str:
    """`pinned:2` is `pinned (PIN 2)`."""
    word, _, number = state.partition(":")
    return f"{in_table('state', word)} (PIN {number})" if number else in_table("state", word)


def on_the_map(rows: list[Row], styles: Mapping[str, str]) -> Iterator[Text]:
    """Every stack, hex by hex, each hex named once."""
    wide = max((len(row.name) for row in rows), default=0)
    side = max((len(in_table("side", row.side)) for row in rows), default=0)
    above = ""
    for row in sorted(rows, key=lambda row: row.hex):
        hex = row.hex if row.hex != above else ""
        states = Text(f"  {row.states}" if row.states else "")
        name = Text(f"{in_table('side', row.side):{side}}  {row.name:{wide}}", style=styles.get(row.side, ""))
        yield Text(f"{hex:4}  ") + name + Text(f"  {row.values}") + states
        above = row.hex
    if rows:
        yield Text(VALUES, style="dim")
    if any(row.reconstructed for row in rows):
        yield Text(RECONSTRUCTED, style="dim")
