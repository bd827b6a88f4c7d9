"""What a run of `benchmarks.load` measures, and how it is told."""

from __future__ import annotations

import os
import statistics
from collections import Counter
from collections.abc import Iterator

import msgspec
from rich.table import Table

GOAL = 150.0
"""Milliseconds within which 99 of 100 moves should be everywhere."""


class Figures(msgspec.Struct):
    """What a run measured; times in seconds."""

    moves: int = 0
    made: int = 0
    """Moves, with those before the clock started."""
    undos: int = 0
    """Of these."""
    games: int = 0
    acknowledged: list[float] = []
    events: list[float] = []
    bytes: int = 0
    """That came over the sockets."""
    errors: Counter[str] = msgspec.field(default_factory=Counter)
    memory: int = 0
    """Of the server and all that it started, at most, in bytes."""
    processor: float = 0.0
    """Seconds that they worked."""
    seconds: float = 0.0
    renewed: int = 0
    """Idle connections of players that the server had closed, so that they took a new one."""

    looks: list[float] = []
    """At a moment, or at the list of them."""
    looked_through: int = 0
    """Games of which every moment was looked at."""
    longest: int = 0
    """Moments of the longest of these."""
    put_off: int = 0
    """Looks that the server refused for the time being."""

    odds: list[float] = []
    """How long those waited who asked for six at a time."""
    refused_odds: int = 0

    held: list[int] = []
    """Idle connections, once a second."""
    closed: int = 0
    """Idle connections that the server closed."""
    refused: int = 0
    """Of these, at once and with a word."""
    newcomers: list[float] = []
    """From the first connection until both had a new game before them."""

    def fail(self, fault: object) -> None:
        name = f"{type(fault).__name__}: {fault}" if isinstance(fault, Exception) else str(fault)
        self.errors[name[:200]] += 1


def percentile(values: list[float], share: float) -> float:
    """In milliseconds."""
    return 1000 * sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def new_table(title: str) -> Table:
    table = Table(
        title=title, caption="milliseconds from the command; work: of the server, milliseconds a move; kB: of an event"
    )
    for column in ("database", "until", "moves/s", "p50", "p95", "p99", "most", "mean", "errors", "work", "kB", "MB"):
        table.add_column(column, justify="left" if column in ("database", "until") else "right")
    return table


def add_rows(name: str, figures: Figures, table: Table) -> None:
    for what, values in (("acknowledged", figures.acknowledged), ("event", figures.events)):
        times = [f"{percentile(values, share):.0f}" for share in (0.5, 0.95, 0.99, 1.0)]
        mean = f"{1000 * statistics.fmean(values):.0f}" if values else "-"
        pace = f"{figures.moves / figures.seconds:.0f}"
        work = f"{1000 * figures.processor / max(figures.moves, 1):.1f}"
        size = f"{figures.bytes / 1000 / max(len(figures.events), 1):.0f}"
        memory = f"{figures.memory / 1e6:.0f}"
        table.add_row(name, what, pace, *times, mean, str(figures.errors.total()), work, size, memory)


def sentences(name: str, figures: Figures) -> Iterator[str]:
    """What does not fit into the table."""
    if figures.undos:
        yield f"{name}: {figures.undos} of {figures.made} moves took something back."
    if figures.looks:
        yield (
            f"{name}: {len(figures.looks)} looks at the past, p50 {percentile(figures.looks, 0.5):.0f} ms, "
            f"p99 {percentile(figures.looks, 0.99):.0f} ms; {figures.looked_through} games looked through, "
            f"the longest of {figures.longest} moments; {figures.put_off} looks put off by the server."
        )
    if figures.odds or figures.refused_odds:
        yield (
            f"{name}: {len(figures.odds)} odds, p50 {percentile(figures.odds, 0.5):.0f} ms, "
            f"p99 {percentile(figures.odds, 0.99):.0f} ms until all of six were there; {figures.refused_odds} refused."
        )
    if figures.held:
        yield (
            f"{name}: from {min(figures.held)} to {max(figures.held)} idle connections held; {figures.closed} closed by the "
            f"server, {figures.refused} of them refused; {figures.renewed} players' idle connections renewed; "
            f"{len(figures.newcomers)} newcomers, p50 {percentile(figures.newcomers, 0.5):.0f} ms, "
            f"p99 {percentile(figures.newcomers, 0.99):.0f} ms until they had a game before them."
        )
    reached = percentile(figures.events, 0.99)
    share = figures.processor / figures.seconds
    yield (
        f"{name}: p99 of a move {reached:.0f} ms; the goal of {GOAL:.0f} ms is {'met' if reached < GOAL else 'not met'} "
        f"(the server had {share:.2f} of a processor, and {os.getloadavg()[0]:.1f} programs wanted one of {os.cpu_count()})."
    )
