"""`grognard odds`: the odds of the fights of a position, as a breakdown in which every number has its rule."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

import grognard
from grognard.analysis import Forecast, Odds, verdict_on, verdict_on_all
from grognard.cli.arguments import add_command
from grognard.cli.files import is_record, read, replayed, use
from grognard.cli.show import as_written
from grognard.cli.telling import Paper, line, screen
from grognard.core.errors import GrognardError
from grognard.core.events import Names
from grognard.core.fights import Fight
from grognard.core.games import Game
from grognard.core.texts import Modifier, in_table, use_texts_of
from grognard.telling.boards import Board, board_of
from grognard.telling.fights import (
    by_chance,
    choice_in_words,
    column_in_words,
    consequences_in_words,
    effect_in_words,
    fight_in_words,
    modifiers_in_words,
    policies_in_words,
    rolls_dice,
)
from grognard.telling.names import short_names
from grognard.telling.words import capital, track_in_words

BAR = 30
"""The length of a 100 % bar."""
SHOWN = 12
"""How many of the exact outcomes are listed one by one."""


def add(commands: Any) -> None:
    parser = add_command(
        commands,
        "odds",
        run,
        "forecast the fights of a position",
        "Show the odds of fire and attacks: strengths, column, every modifier with its rule, and the chance of each "
        "result. Without --attack: the fights announced or in progress, or those that could begin now.",
        'grognard odds position.json --attack "close-combat maryland,virginia 1111" --exact',
    )
    parser.add_argument("file", metavar="FILE", help="a position (see docs/positions.md) or a record")
    parser.add_argument(
        "--attack",
        action="append",
        default=[],
        metavar="FIGHT",
        help="a fight, written 'KIND UNIT,UNIT TARGET,TARGET' with the ids of pieces and the numbers of hexes; "
        "may be given several times",
    )
    parser.add_argument("--exact", action="store_true", help="also compute all consequences, piece by piece")


def run(arguments: argparse.Namespace) -> None:
    data = read(arguments.file)
    if is_record(data):
        game = replayed(arguments.file, data)
    else:
        game = use(arguments.file, data, as_written if arguments.attack else begun)
    use_texts_of(game.rules)
    console = screen()
    named = [Fight.of(text) for text in arguments.attack]
    fights = named or game.rules.fights(game)
    forecasts = [grognard.forecast(game, fight) for fight in fights]
    if not forecasts:
        summary(console, game)
        return
    for number, forecast in enumerate(forecasts):
        if number:
            console.print()
        print_breakdown(console, short_names(game), forecast, board_of(game.rules.picture(game)))
        if arguments.exact:
            exact(console, game, grognard.odds(game, forecast.fight), forecast)


def begun(position: dict[str, Any]) -> Game:
    return grognard.setup(position, seed=0)


# ---------------------------------------------------------------- what could be begun


def summary(console: Console, game: Game) -> None:
    """The fights that could begin now, one line each."""
    offered = [game.rules.fight_of(game, seat, action) for seat in game.actors for action in game.actions(seat)]
    fights = dict.fromkeys(fight for fight in offered if fight is not None)
    if not fights:
        raise GrognardError("No fight is in progress or could begin now; name one with --attack.")
    line(console, Text("These could begin now; name one with --attack to see all its numbers.", style="dim"))
    for fight in fights:
        found = grognard.forecast(game, fight)
        result, chance = by_chance(found.results)[0]
        column = column_in_words(found.column)
        likeliest = f"likeliest {in_table('result', result)} {chance:.0%}"
        modifiers = "" if rolls_dice(found.column) else f", modifiers {found.modifier:+d}"
        line(console, Text(f"{fight}: {column[:1].lower()}{column[1:]}{modifiers}, {likeliest}"), 2)


# ---------------------------------------------------------------- one fight


def print_breakdown(console: Paper, names: Names, forecast: Forecast, board: Board | None, side: str | None = None) -> None:
    """Strengths, column, modifiers, chances and expected losses of a fight."""
    line(console, Text(fight_in_words(forecast.fight, names, board), style="bold"))
    line(console, Text(verdict_on(forecast, side), style="italic"), 2)
    strengths = {side: float(strength) for side, strength in forecast.strengths.items()}
    line(console, Text(capital(track_in_words("strength", strengths))), 2)
    line(console, Text(column_in_words(forecast.column)), 2)
    explained(console, forecast.shifts, names)
    if not rolls_dice(forecast.column):
        line(console, Text(f"Modifiers {forecast.modifier:+d}" + (", before tactics" if forecast.sealed else "")), 2)
    explained(console, forecast.modifiers, names)
    for seat, mix in forecast.sealed.items():
        words = ", ".join(f"{choice_in_words(choice)} {share:.0%}" for choice, share in by_chance(mix))
        line(console, Text(f"{in_table('side', seat)} tactics: {words}"), 2)
    if forecast.effects:
        words = ", ".join(f"{effect_in_words(effect)} {chance:.0%}" for effect, chance in by_chance(forecast.effects))
        line(console, Text(f"Which give {words}"), 2)
    bars(console, {briefly(result): chance for result, chance in forecast.results.items()})
    line(console, Text(f"It swings {forecast.swing:+.2f} towards {in_table('army', forecast.attacker)}, on average"), 2)
    taken_for_granted(console, forecast.policies)


def briefly(result: str) -> str:
    """A result as the table prints it (`-/1*`), in words if it is not from a table (`miss`)."""
    return result if result == result.upper() else in_table("result", result)


def explained(console: Paper, modifiers: tuple[Modifier, ...], names: Names) -> None:
    for words in modifiers_in_words(modifiers, names):
        line(console, Text(words, style="dim"), 6)


def bars(console: Paper, chances: Mapping[str, float]) -> None:
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column()
    table.add_column(justify="right")
    table.add_column()
    for word, chance in by_chance(chances):
        table.add_row(f"  {word}", f"{chance:.1%}", "#" * max(round(chance * BAR), 1))
    console.print(table)


def taken_for_granted(console: Paper, policies: Iterable[str]) -> None:
    words = "; ".join(policies_in_words(policies))
    if words:
        line(console, Text(f"Assumed: {words}", style="dim"), 2)


# ---------------------------------------------------------------- everything that may come of it


def exact(console: Console, game: Game, odds: Odds, forecast: Forecast) -> None:
    """The exact chances: of every outcome, or of the most likely, then piece by piece and track by track."""
    names = short_names(game)
    console.print()
    line(console, Text("Exact odds of all consequences:", style="bold"), 2)
    line(console, Text(verdict_on_all(odds, forecast, None), style="italic"), 4)
    for chance, found in odds.outcomes[:SHOWN]:
        line(console, Text(f"{chance:6.1%}  {', '.join(consequences_in_words(found, names))}"), 4)
    rest = sum(chance for chance, _ in odds.outcomes[SHOWN:])
    if rest:
        line(console, Text(f"and {len(odds.outcomes) - SHOWN} more outcomes, together {rest:.1%}", style="dim"), 4)
    for piece, fates in odds.fates().items():
        words = ", ".join(f"{in_table('fate', fate)} {chance:.1%}" for fate, chance in by_chance(fates))
        line(console, Text(f"{names.get(piece, piece)}: {words}"), 2)
    for name, side in dict.fromkeys((name, side) for _, found in odds.outcomes for name, side, _ in found.tracks):
        words = f"{in_table('side', side)} {in_table('track', name)}: {odds.expected(name, side):+.2f} on average"
        line(console, Text(words), 2)
    taken_for_granted(console, odds.policies.values())
