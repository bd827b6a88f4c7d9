"""`grognard fuzz`: games of a scenario with every check, until something is found."""

from __future__ import annotations

import argparse
from time import monotonic
from typing import TYPE_CHECKING, Any

from rich.text import Text

from grognard.cli.arguments import add_command, add_scenario, read_options
from grognard.cli.files import must_be_writable, write
from grognard.cli.telling import line, screen
from grognard.core.errors import GrognardError
from grognard.core.scenarios import find
from grognard.players import find_player

if TYPE_CHECKING:
    from grognard.testing import Report

PLAYERS = ("random", "brawler")
GAMES = 20
FOUND = 1
"""The exit code if something was found."""
REPORT_SECONDS = 5.0
"""Seconds between two lines about the progress."""


def add(commands: Any) -> None:
    parser = add_command(
        commands,
        "fuzz",
        run,
        "play many games of a scenario and check everything that must hold in any game",
        "Play games of a scenario by random and aggressive players, with its other options, too, and check on the way what"
        " must hold in every game: no stuck position, lists and refusals that agree, exact records and positions, secrets kept,"
        " texts that fit. The first thing found ends it: it is told in a sentence, the record of the game is saved, and the"
        " command that comes to it again is shown. The exit code is 1 then.",
        "grognard fuzz revolution/eutaw/historical --games 100 --seconds 600",
    )
    add_scenario(parser)
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help=f"how many games at most (default: {GAMES})")
    parser.add_argument("--seconds", type=float, metavar="S", help="begin no game after so many seconds (default: no limit)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the seed of the first game (default: 1)")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="play with this option only, as 'grognard games' lists them; may be given several times",
    )
    parser.add_argument(
        "--player",
        action="append",
        default=[],
        metavar="PLAYER",
        help=f"who plays all seats: a player's name or MODULE:NAME of your own (default: {' and '.join(PLAYERS)} in turn)",
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="where to save the record (default: fuzz-SCENARIO.json)")


def run(arguments: argparse.Namespace) -> int:
    from grognard.testing import check  # no other command needs it

    scenario = find(arguments.scenario)
    options = read_options(scenario, arguments.option) if arguments.option else None
    if arguments.games < 1 or (arguments.seconds is not None and not arguments.seconds > 0):
        raise GrognardError("A number of games, or of seconds, is greater than 0.")
    for name in arguments.player:
        find_player(name, 0)
    file = arguments.output or f"fuzz-{scenario.id.replace('/', '-')}.json"
    must_be_writable(file)
    console, told = screen(), monotonic()

    def progress(report: Report) -> bool:
        nonlocal told
        if monotonic() - told >= REPORT_SECONDS:
            told = monotonic()
            line(console, Text(f"{report.games} games, {report.decisions} decisions so far", style="dim"))
        return True

    players = arguments.player or PLAYERS
    report = check(
        scenario,
        arguments.games,
        arguments.seed,
        options,
        players,
        seconds=arguments.seconds,
        first=True,
        progress=progress,
    )
    line(console, Text(str(report)))
    if report.ok:
        return 0
    finding = report.findings[0]
    if finding.record is not None:
        write(file, dict(finding.record))
        line(console, Text(f"The record of this game is in {file}; 'grognard replay {file} --step' shows it."))
    return FOUND
