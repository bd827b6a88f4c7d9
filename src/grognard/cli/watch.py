"""`grognard watch`: a whole game between computer players, printed as it is played."""

from __future__ import annotations

import argparse
from typing import Any

from rich.text import Text

from grognard.analysis.executors import interrupts_blocked
from grognard.cli.arguments import add_command, add_game_options, add_sides, dice_in_words, dice_seed, new_game, read_sides
from grognard.cli.files import must_be_writable, write
from grognard.cli.telling import Storyteller, line, screen, summary, title
from grognard.core.events import Names
from grognard.core.games import Game
from grognard.core.texts import texts_around, use_texts_of
from grognard.players import PLAYERS, Player, find_player, player_seeds
from grognard.players.remarks import Remark

SCENARIO = "revolution/eutaw/historical"
PLAYER = "random"
LONGEST_DELAY = 60.0


def add(commands: Any) -> None:
    parser = add_command(
        commands,
        "watch",
        run,
        "watch a whole game between computer players",
        "Show a whole game between two computer players, phase by phase, with every roll and its modifiers.",
        "grognard watch --seed 7 --side british=brawler --side american=brawler --delay 0.2",
    )
    parser.add_argument(
        "scenario", metavar="SCENARIO", nargs="?", default=SCENARIO, help=f"a scenario's id (default: {SCENARIO})"
    )
    add_game_options(parser)
    add_sides(parser, f"{', '.join(PLAYERS)} or MODULE:NAME of your own (default: {PLAYER})")
    parser.add_argument("--delay", type=seconds, default=0.0, metavar="S", help="seconds to wait after each line (default: 0)")
    parser.add_argument("--explain", action="store_true", help="print the players' reasons, where they have any")
    parser.add_argument("-o", "--output", metavar="FILE", help="write the record here; after Ctrl-C, of the game so far")


def seconds(text: str) -> float:
    """A delay as it is written on the command line."""
    delay = float(text)
    if not 0 <= delay <= LONGEST_DELAY:
        raise argparse.ArgumentTypeError(f"a delay is from 0 to {LONGEST_DELAY:g} seconds, not '{text}'")
    return delay


def run(arguments: argparse.Namespace) -> None:
    game = new_game(arguments.scenario, arguments)
    use_texts_of(game.rules)
    sides = read_sides(game.seats, arguments.side, PLAYER)
    seeds = player_seeds(dice_seed(game), game.seats)
    players = {seat: find_player(name, seeds[seat]) for seat, name in sides.items()}
    must_be_writable(arguments.output)
    console = screen()
    title(console, game)
    line(console, Text(f"{', '.join(f'{seat}: {name}' for seat, name in sides.items())}; {dice_in_words(game)}", style="dim"))
    try:
        show_game(game, players, Storyteller(console, game, arguments.delay), arguments.explain)
        console.print()
        summary(console, game)
    finally:  # after Ctrl-C, too: the game so far is not lost
        if arguments.output is not None:
            write(arguments.output, game.record())
            line(console, Text(f"The record of this game{' so far' if game.over is None else ''} is in {arguments.output}."))


def show_game(game: Game, players: dict[str, Player], teller: Storyteller, explain: bool = False) -> None:
    """Play the game to its end and print each event; if wanted, with the players' reasons."""
    seats = {name: game.seat(name) for name in game.seats}
    told = 0
    while True:
        teller.tell(game.events(None, told))
        told = game.happened.length
        if game.over is not None:
            teller.flush()
            return
        name = game.actors[0]
        choice = players[name].choose(seats[name])
        if explain:
            for remark in getattr(players[name], "remarks", ()):
                teller.remark(name, in_words(remark, players[name], teller.names))
        with interrupts_blocked():  # a choice and the rolls that follow it are recorded together
            game.play(name, choice)


def in_words(remark: Remark, by: Player, names: Names) -> str:
    """A remark in the words of the package that its player comes from."""
    with texts_around(type(by).__module__):
        return remark.in_words(names)
