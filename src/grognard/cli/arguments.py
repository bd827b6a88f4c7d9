"""Options shared by several commands."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Callable
from typing import Any, NoReturn

import grognard
from grognard.core.dice import Dice, Live
from grognard.core.errors import GrognardError, UnknownName
from grognard.core.games import Game, Options
from grognard.core.scenarios import Scenario, find

SEED_BITS = 32


class Help(argparse.HelpFormatter):
    """Help with room for long commands; argparse forgets that they are indented."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog)
        self._action_max_length = 16


class Parser(argparse.ArgumentParser):
    """A parser whose refusals are one sentence."""

    def error(self, message: str) -> NoReturn:
        print(f"{message[:1].upper()}{message[1:].rstrip('.')}; see '{self.prog} --help'.", file=sys.stderr)
        raise SystemExit(2)


def add_command(
    commands: Any, name: str, run: Callable[[argparse.Namespace], int | None], help: str, description: str, example: str
) -> Parser:
    """A subcommand with a help that ends with an example."""
    parser: Parser = commands.add_parser(name, help=help, description=description, epilog=f"example: {example}")
    parser.set_defaults(run=run)
    return parser


def add_components(parser: Parser) -> None:
    """The option that replaces reconstructed values by printed ones."""
    parser.add_argument(
        "--components", metavar="DIR", help="a folder of values printed in your boxed game (see docs/components.md)"
    )


def add_scenario(parser: Parser) -> None:
    parser.add_argument("scenario", metavar="SCENARIO", help="a scenario's id, as 'grognard games' lists them")


def add_sides(parser: Parser, help: str) -> None:
    """The option that names who plays; it may be given for several seats."""
    parser.add_argument("--side", action="append", default=[], metavar="SEAT=PLAYER", help=f"who plays a seat: {help}")


def add_game_options(parser: Parser) -> None:
    """The options that describe a new game."""
    add_components(parser)
    dice = parser.add_mutually_exclusive_group()
    dice.add_argument("--seed", type=int, metavar="N", help="the seed of the dice (default: a random seed)")
    dice.add_argument("--live", action="store_true", help="dice with a commitment, for 'grognard verify'")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the scenario, as 'grognard games' lists them; may be given several times",
    )


def new_game(scenario: str, arguments: argparse.Namespace) -> Game:
    """The new game that the options describe."""
    found = find(scenario)
    options = read_options(found, arguments.option)
    if arguments.live:
        return grognard.new(scenario, options=options, dice=Dice.live(), components=arguments.components)
    seed = secrets.randbits(SEED_BITS) if arguments.seed is None else arguments.seed
    return grognard.new(scenario, seed=seed, options=options, components=arguments.components)


def dice_seed(game: Game) -> int:
    """The seed of the dice, from which the players get theirs; with live dice a random one."""
    seed = game.dice.header().get("seed")
    return seed if isinstance(seed, int) else secrets.randbits(SEED_BITS)


def dice_in_words(game: Game) -> str:
    """The dice of a game, so that it can be replayed or verified."""
    if isinstance(game.dice, Live):
        return f"live dice, commitment {game.dice.commitment}"
    return f"seed {game.dice.header().get('seed')}"


def read_options(scenario: Scenario, texts: list[str]) -> Options:
    """Options written name=value; numbers and truth values are read as such where the scenario has them."""
    known = {option.name: option for option in scenario.options}
    chosen: Options = {}
    for name, text in pairs(texts, "An option is written NAME=VALUE"):
        values = known[name].values if name in known else ()
        chosen[name] = next((value for value in values if str(value).casefold() == text.casefold()), text)
    return scenario.complete(chosen)


def read_sides(seats: tuple[str, ...], texts: list[str], default: str) -> dict[str, str]:
    """Who plays each seat, written seat=player."""
    chosen = dict.fromkeys(seats, default)
    for seat, name in pairs(texts, "A side is written SEAT=PLAYER"):
        if seat not in chosen:
            raise UnknownName(f"There is no seat '{seat}' in this game; the seats are {', '.join(seats)}.")
        chosen[seat] = name
    return chosen


def pairs(texts: list[str], form: str) -> list[tuple[str, str]]:
    found = []
    for text in texts:
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise GrognardError(f"{form}, not '{text}'.")
        found.append((name, value))
    return found
