"""`grognard tournament`: every pair of computer players in both orders of seats, and their ratings."""

from __future__ import annotations

import argparse
from typing import Any

from rich.table import Table
from rich.text import Text

import grognard
from grognard.analysis.ratings import Rating
from grognard.analysis.simulation import Interrupted
from grognard.analysis.tournaments import Tournament
from grognard.cli.arguments import add_command, add_scenario, read_options
from grognard.cli.files import must_be_writable
from grognard.cli.simulate import (
    add_run_options,
    games_in_words,
    numbers,
    progress_bar,
    run_options,
    show_table,
    tell_files,
    write_results,
)
from grognard.cli.telling import line, screen
from grognard.core.scenarios import find
from grognard.core.texts import in_table, use_texts_of
from grognard.players import PLAYERS


def add(commands: Any) -> None:
    parser = add_command(
        commands,
        "tournament",
        run,
        "play computer players against each other and rate them",
        "Play every pair of players in both orders of seats, and rate them. A difference of 400 points means ten wins for"
        " each loss; the mean is 0, the seat advantage is separate, and docs/simulation.md describes the model.",
        "grognard tournament revolution/eutaw/historical random brawler --games 50 --seed 7",
    )
    add_scenario(parser)
    parser.add_argument("players", metavar="PLAYER", nargs="+", help=f"{', '.join(PLAYERS)} or MODULE:NAME of your own")
    parser.add_argument("--games", type=int, default=20, metavar="N", help="games of each pair in each order (default: 20)")
    add_run_options(parser)


def run(arguments: argparse.Namespace) -> None:
    options = read_options(find(arguments.scenario), arguments.option)
    must_be_writable(arguments.csv)
    must_be_writable(arguments.json)
    players = arguments.players
    try:
        with progress_bar(arguments.games * len(players) * (len(players) - 1)) as progress:
            how = run_options(arguments, options)
            tournament = grognard.tournament(arguments.scenario, players, arguments.games, **how, progress=progress)
    except Interrupted as stopped:
        report(stopped.done, arguments)
        raise
    report(tournament, arguments)


def report(tournament: Tournament, arguments: argparse.Namespace) -> None:
    """Print the tables and write the files; for an interrupted run, with the games finished so far."""
    console = screen()
    line(console, Text(find(tournament.scenario).title, style="bold"))
    line(console, Text(f"{games_in_words(tournament.games, len(tournament.results))}, seed {tournament.seed}"))
    if not tournament.results:
        return
    console.print()
    use_texts_of(tournament.rules)
    show_table(console, ratings(tournament))
    seat = tournament.ratings().first_seat
    line(console, Text(f"The seat of {in_table('army', tournament.sides[0])} is worth {points(seat)} ({interval(seat)})"))
    console.print()
    show_table(console, pairings(tournament))
    write_results(tournament.csv(), tournament.data(), arguments)
    tell_files(console, arguments)


def ratings(tournament: Tournament) -> Table:
    """The players, the best first."""
    wins = [f"won as {in_table('side', seat)}" for seat in tournament.sides]
    table = numbers("player", "rating", "95 % interval", "games", "won", "drawn", "lost", *wins)
    standings = tournament.standings()
    for name, rating in tournament.ratings().players.items():
        done = standings[name]
        shares = [f"{share.share:.0%}" if share.games else "" for share in done.wins.values()]
        counts = [str(count) for count in (done.games, done.won, done.drawn, done.lost)]
        table.add_row(Text(name, style="bold"), points(rating), interval(rating), *counts, *shares)
    return table


def pairings(tournament: Tournament) -> Table:
    """Every pair in every order of seats."""
    first, second = (in_table("side", seat) for seat in tournament.sides)
    table = numbers(first, second, f"{first} won", "drawn", f"{second} won")
    table.columns[1].justify = "left"
    for pair in tournament.pairings():
        table.add_row(pair.first, pair.second, str(pair.first_won), str(pair.drawn), str(pair.second_won))
    return table


def points(rating: Rating) -> str:
    return f"{round(rating.points):+d}"


def interval(rating: Rating) -> str:
    return f"{round(rating.low):+d} to {round(rating.high):+d}"
