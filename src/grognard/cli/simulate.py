"""`grognard simulate`: many games between computer players, with a summary."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

import grognard
from grognard.analysis.estimates import Share, Spread
from grognard.analysis.plots import svg
from grognard.analysis.simulation import Ending, Interrupted, Simulation, Summary
from grognard.cli.arguments import Parser, add_command, add_scenario, add_sides, read_options, read_sides
from grognard.cli.files import must_be_writable, write, write_bytes
from grognard.cli.telling import SIDE_STYLES, line, screen
from grognard.core.errors import GrognardError
from grognard.core.games import Options
from grognard.core.scenarios import find
from grognard.core.texts import in_table, use_texts_of
from grognard.drawing import png
from grognard.players import PLAYERS
from grognard.telling.words import capital

PLAYER = "random"
PIPE = 400
"""The width of a table without a terminal."""
NOTHING = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
"""A picture to test whether PNGs can be made here."""


def add(commands: Any) -> None:
    parser = add_command(
        commands,
        "simulate",
        run,
        "play many games between computer players and summarise them",
        "Play many games of a scenario on all cores: who wins at which level, how long it takes, how the tracks develop."
        " The same seed gives the same games, whatever the number of processes.",
        "grognard simulate revolution/eutaw/historical --games 1000 --seed 7 --side american=brawler --plot eutaw.svg",
    )
    add_scenario(parser)
    add_sides(parser, f"{', '.join(PLAYERS)} or MODULE:NAME of your own (default: {PLAYER})")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many games (default: 100)")
    add_run_options(parser)
    parser.add_argument("--plot", metavar="PICTURE", help="draw it into this file, .svg or .png (PNG: extra 'pictures')")


def run(arguments: argparse.Namespace) -> None:
    scenario = find(arguments.scenario)
    options = read_options(scenario, arguments.option)
    sides = read_sides(scenario.seats(options), arguments.side, PLAYER)
    must_be_drawable(arguments.plot)
    must_be_writable(arguments.csv)
    must_be_writable(arguments.json)
    try:
        with progress_bar(arguments.games) as progress:
            how = run_options(arguments, options)
            simulation = grognard.simulate(arguments.scenario, sides, arguments.games, **how, progress=progress)
    except Interrupted as stopped:
        report(stopped.done, arguments)
        raise
    report(simulation, arguments)


def must_be_drawable(file: str | None) -> None:
    """Refuse a picture that cannot be drawn, before any work is done."""
    must_be_writable(file)
    if file is None or file.endswith(".svg"):
        return
    if file.endswith(".png"):
        png(NOTHING)
    else:
        raise GrognardError(f"A plot is drawn as .svg or .png, and the name '{file}' ends with neither.")


def report(simulation: Simulation, arguments: argparse.Namespace) -> None:
    """Print the summary and write the files; for an interrupted run, with the games finished so far."""
    console = screen()
    line(console, Text(find(simulation.scenario).title, style="bold"))
    sides = ", ".join(f"{seat}: {name}" for seat, name in simulation.players.items())
    line(console, Text(f"{sides}; {games_in_words(simulation.games, len(simulation.results))}, seed {simulation.seed}"))
    if not simulation.results:
        return
    use_texts_of(simulation.rules)
    summary = simulation.summary()
    show_table(console, endings(simulation, summary))
    for words in figures(summary):
        line(console, Text(words))
    write_results(simulation.csv(), simulation.data(), arguments)
    if arguments.plot is not None:
        picture = svg(simulation)
        write_bytes(arguments.plot, png(picture) if arguments.plot.endswith(".png") else picture.encode())
    tell_files(console, arguments)


def endings(simulation: Simulation, summary: Summary) -> Table:
    """Who won, at which level, with confidence intervals."""
    table = numbers("winner", "games", "share", "95 % interval")
    styles = dict(zip(simulation.sides, SIDE_STYLES, strict=False))
    for side, ending in summary.wins.items():
        players = ", ".join(dict.fromkeys(simulation.players[seat] for seat in simulation.rules.seats_on(side)))
        name = capital(in_table("army", side)) + (f" ({players})" if players else "")
        add_ending(table, Text(name, style=f"bold {styles.get(side, '')}".strip()), ending)
    add_ending(table, Text("Nobody", style="bold"), summary.draws)
    return table


def add_ending(table: Table, name: Text, ending: Ending) -> None:
    table.add_row(name, *share_in_words(ending.games))
    for level, share in ending.levels.items():
        table.add_row(Text(f"  {in_table('outcome.level', level)}"), *share_in_words(share))


def share_in_words(share: Share) -> tuple[str, str, str]:
    return str(share.count), f"{share.share:.1%}", f"{share.low:.1%} to {share.high:.1%}"


def figures(summary: Summary) -> Iterator[str]:
    """How long the games are."""
    if summary.turns is not None:
        yield f"Turns: {spread_in_words(summary.turns)}"
    yield f"Decisions: {spread_in_words(summary.decisions)}"
    for seat, points in summary.victory_points.items():
        yield f"Victory points of {in_table('army', seat)}: {spread_in_words(points)}"
    yield f"Seconds per game: median {summary.seconds:.3f}"


def spread_in_words(spread: Spread) -> str:
    """`median 7, quartiles 6.5 and 7, from 3 to 7`."""
    quartiles = f"quartiles {spread.low:g} and {spread.high:g}"
    return f"median {spread.median:g}, {quartiles}, from {spread.least:g} to {spread.most:g}"


# ---------------------------------------------------------------- what simulations and tournaments share


def add_run_options(parser: Parser) -> None:
    parser.add_argument("--seed", type=int, metavar="N", help="the master seed (default: a random one, which is shown)")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the scenario, as 'grognard games' lists them; may be given several times",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--processes", type=int, metavar="N", help="the number of processes (default: one per core)")
    where.add_argument("--cluster", metavar="ADDRESS", help="play on the Ray cluster there, or on 'local' (extra 'cluster')")
    parser.add_argument("--csv", metavar="FILE", help="write one line per game to this file")
    parser.add_argument("--json", metavar="FILE", help="write everything, with each turn's tracks, to this file")
    parser.add_argument("--records", metavar="DIR", help="save the record of each game in this folder, new or empty")


def run_options(arguments: argparse.Namespace, options: Options) -> dict[str, Any]:
    """The same as arguments of the library functions."""
    return {
        "seed": arguments.seed,
        "options": options,
        "processes": arguments.processes,
        "cluster": arguments.cluster,
        "records": arguments.records,
    }


@contextmanager
def progress_bar(games: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on a terminal, and nothing elsewhere; yields the callback for finished games."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=games)
        yield lambda more: bar.update(task, advance=more)


def numbers(*headings: str) -> Table:
    """A table with words in the first column and numbers in the others."""
    table = Table(*headings, box=None, pad_edge=False, header_style="dim")
    for column in table.columns[1:]:
        column.justify = "right"
    return table


def show_table(console: Console, table: Table) -> None:
    """A table fitted to the terminal, uncut in a pipe."""
    if not console.is_terminal:
        console.width = PIPE
    console.print(table)


def games_in_words(asked: int, done: int) -> str:
    games = "1 game" if asked == 1 else f"{asked} games"
    return games if done == asked else f"interrupted after {done} of {games}"


def write_results(csv: str, data: dict[str, Any], arguments: argparse.Namespace) -> None:
    if arguments.csv is not None:
        write_bytes(arguments.csv, csv.encode())
    if arguments.json is not None:
        write(arguments.json, data)


def tell_files(console: Console, arguments: argparse.Namespace) -> None:
    """Print which files were written."""
    files = [arguments.csv, arguments.json, getattr(arguments, "plot", None), arguments.records]
    named = [file for file in files if file is not None]
    if named:
        line(console, Text(f"Written: {', '.join(named)}"))
