"""`make bench`: each scenario beside python-chess in the same run, as ratios.

Rounds of both alternate, and the figures are medians over the rounds, so that a machine busy with something else disturbs both
alike. Times are printed, never asserted: machines differ.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import random
import statistics
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import chess
import msgspec
from rich.console import Console
from rich.table import Table

import grognard
from grognard.core.choices import drawn
from grognard.players import player

Round = tuple[float, int, int]
"""Seconds, decisions and games of one round."""


def chess_round(seed: int, plies: int = 200) -> Round:
    """A random game of chess: `list(legal_moves)` and `push`, nothing else."""
    choose = random.Random(seed).random
    board = chess.Board()
    start = time.perf_counter()
    decisions = 0
    while decisions < plies:
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(moves[int(choose() * len(moves))])
        decisions += 1
    return time.perf_counter() - start, decisions, 1


def game_round(scenario: str, seed: int) -> Round:
    """A random game of a scenario from `new` to its end: `actions` and `play`."""
    choose = random.Random(seed).random
    start = time.perf_counter()
    game = grognard.new(scenario, seed=seed)
    decisions = 0
    while game.over is None:
        seat = game.actors[0]
        actions = game.actions(seat)
        game.play(seat, drawn(actions, choose()))
        decisions += 1
    return time.perf_counter() - start, decisions, 1


def copies(scenario: str, number: int = 200) -> float:
    """Microseconds for a copy, taken in the middle of a game."""
    choose = random.Random(1).random
    game = grognard.new(scenario, seed=1)
    for _ in range(150):
        if game.over is not None:
            break
        seat = game.actors[0]
        actions = game.actions(seat)
        game.play(seat, drawn(actions, choose()))
    best = []
    for _ in range(9):
        start = time.perf_counter()
        for _ in range(number):
            game.copy()
        best.append((time.perf_counter() - start) / number * 1e6)
    return statistics.median(best)


def record_bytes(scenario: str) -> int:
    """The size of the record of a whole game."""
    choose = random.Random(1).random
    game = grognard.new(scenario, seed=1)
    while game.over is None:
        seat = game.actors[0]
        actions = game.actions(seat)
        game.play(seat, drawn(actions, choose()))
    return len(msgspec.json.encode(game.record()))


def fights(scenario: str, wanted: int = 60) -> dict[str, float]:
    """Milliseconds for a forecast and for exact odds of the fights that come up in a game, with their equilibria known."""
    players = {seat: player("brawler", place) for place, seat in enumerate(grognard.find(scenario).seats())}
    game = grognard.new(scenario, seed=1)
    forecasts: list[float] = []
    exact: list[float] = []
    while game.over is None and len(exact) < wanted:
        for fight in game.rules.fights(game)[:1]:
            grognard.forecast(game, fight)
            forecasts.append(seconds(partial(grognard.forecast, game, fight)))
            with suppress(grognard.IllegalAction):  # some have too many courses
                exact.append(seconds(partial(grognard.odds, game, fight)))
        seat = game.actors[0]
        game.play(seat, players[seat].choose(game.seat(seat)))
    if not exact:
        return {}
    return {"forecast": statistics.median(forecasts) * 1e3, "odds": statistics.median(exact) * 1e3, "slowest": max(exact) * 1e3}


def seconds(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def per_decision(rounds: list[Round]) -> float:
    return statistics.median(seconds / decisions for seconds, decisions, _ in rounds) * 1e6


def measure(scenario: str, rounds: int) -> dict[str, float]:
    game_round(scenario, 0)  # tables are worked out once a process
    peers: list[Round] = []
    ours: list[Round] = []
    ratios = []
    for seed in range(rounds):
        peers.append(chess_round(seed))
        ours.append(game_round(scenario, seed))
        peer, own = peers[-1], ours[-1]
        ratios.append((own[0] / own[1]) / (peer[0] / peer[1]))
    return {
        "decision": per_decision(ours),
        "peer": per_decision(peers),
        "ratio": statistics.median(ratios),
        "games": 1 / statistics.median(seconds for seconds, _, _ in ours),
        "decisions": statistics.median(decisions for _, decisions, _ in ours),
        "copy": copies(scenario),
        "record": record_bytes(scenario),
    }


def where_time_goes(scenario: str, games: int, console: Console) -> None:
    """The functions that take most of the time."""
    profile = cProfile.Profile()
    profile.enable()
    for seed in range(games):
        game_round(scenario, seed)
    profile.disable()
    stats = pstats.Stats(profile)
    total = stats.total_tt  # type: ignore[attr-defined]
    table = Table("share", "calls", "function", title=f"Where the time goes: {scenario}")
    rows = sorted(stats.stats.items(), key=lambda item: -item[1][2])[:15]  # type: ignore[attr-defined]
    for (file, _, name), (_, calls, own, _, _) in rows:
        short = file.split("grognard/")[-1] if "grognard/" in file else file.rsplit("/", 1)[-1]
        table.add_row(f"{own / total:.1%}", str(calls), f"{short} {name}")
    console.print(table)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("scenario", nargs="*", help="scenario ids (default: all of the catalogue)")
    parser.add_argument("--rounds", type=int, default=60, help="games of each scenario, each beside one of chess (default 60)")
    parser.add_argument("--profile", action="store_true", help="also show where the time goes")
    arguments = parser.parse_args(argv)
    console = Console(width=110)
    table = Table(title="Random play, beside python-chess in the same run")
    for heading in ("scenario", "us/decision", "chess us", "ratio", "games/s", "decisions", "copy us", "record kB"):
        table.add_column(heading, justify="left" if heading == "scenario" else "right")
    chosen: list[str] = arguments.scenario or [scenario.id for scenario in grognard.catalogue()]
    for scenario in chosen:
        figures = measure(scenario, arguments.rounds)
        table.add_row(
            scenario,
            f"{figures['decision']:.1f}",
            f"{figures['peer']:.1f}",
            f"{figures['ratio']:.2f}",
            f"{figures['games']:.1f}",
            f"{figures['decisions']:.0f}",
            f"{figures['copy']:.1f}",
            f"{figures['record'] / 1000:.1f}",
        )
    console.print(table)
    forecasts = Table("scenario", "forecast ms", "odds ms", "slowest odds ms", title="Fights that come up in a game")
    for scenario in chosen:
        if found := fights(scenario):
            forecasts.add_row(scenario, *(f"{found[name]:.2f}" for name in ("forecast", "odds", "slowest")))
    console.print(forecasts)
    if arguments.profile:
        for scenario in chosen:
            where_time_goes(scenario, 20, console)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
