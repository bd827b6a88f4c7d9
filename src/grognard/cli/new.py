"""`grognard new`: a record file of a new game."""

from __future__ import annotations

import argparse
from typing import Any

from grognard.cli.arguments import add_command, add_game_options, add_scenario, dice_in_words, new_game
from grognard.cli.files import write


def add(commands: Any) -> None:
    parser = add_command(
        commands,
        "new",
        run,
        "write the record of a new game",
        "Write the record of a new game: its scenario, options and dice, and no entries yet.",
        "grognard new revolution/eutaw/historical --seed 7 --option game=basic -o game.json",
    )
    add_scenario(parser)
    add_game_options(parser)
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write it (default: standard output)")


def run(arguments: argparse.Namespace) -> None:
    game = new_game(arguments.scenario, arguments)
    write(arguments.output, game.record())
    if arguments.output is not None:
        print(f"{arguments.output}: {game.scenario.title}, {dice_in_words(game)}")
