"""Tournaments: every pair of players in both orders of sides, and their ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec

from grognard.analysis.estimates import Share, share
from grognard.analysis.jobs import Job, checked_players, job_seed, versions
from grognard.analysis.ratings import Pairing, Ratings, rate
from grognard.analysis.simulation import Collection, Progress, checked_number, collect, master_seed
from grognard.core.errors import GrognardError
from grognard.core.games import Options
from grognard.core.scenarios import find

FORMAT = 1


class Standing(msgspec.Struct, frozen=True):
    """A player's results: games, and how often they won on each side."""

    games: int
    won: int
    drawn: int
    lost: int
    wins: dict[str, Share]
    """By side."""


class Tournament(Collection, frozen=True, kw_only=True):
    """The games of a tournament; `games` counts those of all pairs. A player takes all the seats of a side."""

    players: tuple[str, ...]

    @property
    def chiefs(self) -> dict[str, str]:
        """The first seat of each side: its player plays the others, too."""
        return {side: self.rules.seats_on(side)[0] for side in self.sides}

    def pairings(self) -> tuple[Pairing, ...]:
        """The results of each pair in each order of sides."""
        first, second = self.sides
        one, two = self.chiefs[first], self.chiefs[second]
        count = Counter((r.players[one], r.players[two], r.winner) for r in self.results)
        return tuple(
            Pairing(one, two, count[one, two, first], count[one, two, second], count[one, two, None])
            for one, two in permutations(self.players, 2)
        )

    def ratings(self) -> Ratings:
        """The ratings of the players; see grognard.analysis.ratings for the model."""
        return rate(self.pairings())

    def standings(self) -> dict[str, Standing]:
        """Every player's games, won, drawn and lost."""
        return {name: self.standing(name) for name in self.players}

    def standing(self, name: str) -> Standing:
        chiefs = self.chiefs.items()
        mine = [(side, result.winner) for result in self.results for side, seat in chiefs if result.players[seat] == name]
        won, drawn = sum(side == winner for side, winner in mine), sum(winner is None for _, winner in mine)
        wins = {side: share(mine.count((side, side)), sum(sat == side for sat, _ in mine)) for side in self.sides}
        return Standing(len(mine), won, drawn, len(mine) - won - drawn, wins)

    def data(self) -> dict[str, Any]:
        """Everything as plain data, for JSON."""
        body: dict[str, Any] = msgspec.to_builtins(self)
        results = body.pop("results")
        return {
            "grognard-tournament": FORMAT,
            **body,
            "ratings": msgspec.to_builtins(self.ratings()),
            "standings": msgspec.to_builtins(self.standings()),
            "pairings": msgspec.to_builtins(self.pairings()),
            "results": results,
        }


def tournament(
    scenario: str,
    players: Sequence[str],
    games: int = 20,
    seed: int | None = None,
    options: Options | None = None,
    *,
    processes: int | None = None,
    cluster: str | None = None,
    records: str | Path | None = None,
    progress: Progress | None = None,
) -> Tournament:
    """Every pair of the named players plays `games` games in each order of sides, on all cores or on a Ray cluster."""
    found = find(scenario)
    chosen = found.complete(options)
    rules = found.rules(chosen)
    seats = {side: rules.seats_on(side) for side in rules.sides}
    if len(seats) != 2 or not all(seats.values()):
        raise GrognardError(f"A tournament needs a scenario with 2 sides, and '{scenario}' has {len(seats)}.")
    if len(players) < 2 or len(set(players)) < len(players):
        raise GrognardError(f"A tournament needs at least 2 players, each named once, not: {', '.join(players) or 'nobody'}.")
    pairs = [
        checked_players(scenario, chosen, {seat: name for side, name in zip(seats, pair, strict=True) for seat in seats[side]})
        for pair in permutations(players, 2)
    ]
    tables = [who for who in pairs for _ in range(checked_number(games))]
    blank = Tournament(
        scenario=scenario,
        options=chosen,
        seats=rules.seats,
        seed=master_seed(seed),
        games=len(tables),
        versions=versions(scenario, chosen),
        players=tuple(players),
    )
    jobs = [Job(game, job_seed(blank.seed, game), scenario, chosen, who) for game, who in enumerate(tables, 1)]
    return collect(blank, jobs, processes, cluster, records, progress)
