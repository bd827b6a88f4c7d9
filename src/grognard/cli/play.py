"""`grognard play`: the table in the browser, or in the terminal, for one person against the computer or for several."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import grognard
from grognard.cli.arguments import add_command, add_game_options, add_sides, dice_in_words, new_game, read_options, read_sides
from grognard.cli.table import saves
from grognard.cli.table.host import HUMAN, Host, usual_sides
from grognard.cli.telling import screen
from grognard.core.custom_scenarios import bring_scenario
from grognard.core.errors import GrognardError
from grognard.core.games import Game
from grognard.core.scenarios import find
from grognard.players import PLAYERS, players_for

SCENARIO = "revolution/eutaw/historical"
"""The default game."""


def add(commands: Any) -> None:
    parser = add_command(
        commands,
        "play",
        run,
        "play a game in the browser, or in the terminal",
        "Play a game: this starts a server for this machine and opens the browser, on the list of games or on "
        "the named game. With --terminal you play in the terminal, where several people can share one keyboard; a seed, "
        "--live, --resume and -o are for games in the terminal only. Games are saved as you play.",
        "grognard play revolution/eutaw/historical --side american=human --side british=brawler",
    )
    parser.add_argument("scenario", metavar="SCENARIO", nargs="?", help="a scenario's id, as 'grognard games' lists them")
    add_game_options(parser)
    add_sides(parser, f"{HUMAN} or {' or '.join(PLAYERS)} (default: you and the strongest)")
    parser.add_argument(
        "--battlefield", metavar="FILE", help="a battlefield of your own instead of a scenario (see docs/battlefields.md)"
    )
    parser.add_argument(
        "--resume", nargs="?", const="", metavar="FILE", help="continue this record, or the game that you left last"
    )
    parser.add_argument("--terminal", action="store_true", help="play in the terminal")
    parser.add_argument("--plain", action="store_true", help="the same in plain lines of text, for screen readers and pipes")
    parser.add_argument("--database", metavar="URL", help="where games in the browser are saved (default: in your data folder)")
    parser.add_argument("-o", "--output", metavar="FILE", help="save the game in this file (default: in the folder of games)")
    parser.set_defaults(thinkers=1, warm=True, limit=1.0, proxies=0, connections=0)  # options that only matter to other servers


def run(arguments: argparse.Namespace) -> None:
    if arguments.battlefield is not None:
        own = bring_scenario(arguments.battlefield)
        if arguments.scenario not in (None, own.id):
            raise GrognardError("Give a scenario or --battlefield, not both.")
        arguments.scenario = own.id if arguments.resume is None else None
    if is_for_the_terminal(arguments):
        play_in_terminal(arguments)
    else:
        play_in_browser(arguments)


def is_for_the_terminal(arguments: argparse.Namespace) -> bool:
    """Whether the terminal is wanted, or an option that only games in the terminal have."""
    only_there = arguments.resume is not None or arguments.seed is not None or arguments.live or arguments.output
    return bool(arguments.terminal or arguments.plain or only_there)


# ---------------------------------------------------------------- in the browser


def play_in_browser(arguments: argparse.Namespace) -> None:
    """Start a server for this machine, and open the browser."""
    from grognard.cli.serve import HOST, NewGame, listen_somewhere, serve

    wanted = None
    if arguments.scenario is not None or arguments.side or arguments.option:
        scenario = find(arguments.scenario or SCENARIO)
        options = read_options(scenario, arguments.option)
        game = grognard.new(scenario.id, seed=0, options=options, components=arguments.components)
        sides = sides_for(game, usual_sides(game), arguments.side)
        seated(game, sides, None)  # refuses players that cannot play it
        wanted = NewGame(scenario.id, options, sides)
    serve(arguments, listen_somewhere(HOST), HOST, 1, True, wanted)


# ---------------------------------------------------------------- in the terminal


def play_in_terminal(arguments: argparse.Namespace) -> None:
    chosen = arguments.resume is not None or arguments.scenario is not None or arguments.side or arguments.option
    host = table_for(arguments) if chosen or arguments.seed is not None or arguments.live else None
    if arguments.plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        play_plainly(host or table_for(arguments))
    else:
        play_on_screen(host, arguments.components)


def table_for(arguments: argparse.Namespace) -> Host:
    """The table that the arguments describe."""
    if arguments.resume is not None:
        return resumed(arguments)
    game = new_game(arguments.scenario or SCENARIO, arguments)
    return seated(game, sides_for(game, usual_sides(game), arguments.side), arguments.output)


def sides_for(game: Game, sides: dict[str, str], written: list[str]) -> dict[str, str]:
    """Who plays each seat: as given, otherwise the default."""
    named = {seat: name for seat, name in read_sides(game.seats, written, "").items() if name}
    if HUMAN in named.values():
        sides = {seat: name if name != HUMAN else players_for(game)[-1] for seat, name in sides.items()}
    return sides | named


def resumed(arguments: argparse.Namespace) -> Host:
    """The table of a saved game."""
    file = arguments.resume
    if not file:
        left = saves.kept()
        if not left:
            raise GrognardError("There is no unfinished game; start one with 'grognard play'.")
        file = str(left[0].file)
    game, players = saves.take_up(file, arguments.components)
    return seated(game, sides_for(game, players or usual_sides(game), arguments.side), arguments.output or file)


def seated(game: Game, sides: dict[str, str], file: str | None) -> Host:
    """A host with people and players in their seats."""
    if HUMAN not in sides.values():
        raise GrognardError("No side is left for you to play; 'grognard watch' shows games between computer players.")
    return Host(game, sides, Path(file) if file else saves.new_file(game.scenario.id))


def play_plainly(host: Host) -> None:
    from grognard.cli.table.plain import PlainTable

    def typed() -> str | None:
        return sys.stdin.readline() or None

    console = screen()
    console.print(dice_in_words(host.game), style="dim")
    PlainTable(host, console, typed).run()


def play_on_screen(host: Host | None, components: str | None) -> None:
    from grognard.cli.table.app import TableApp

    said = TableApp(SCENARIO, host, components).run()
    if said:
        print(said)
