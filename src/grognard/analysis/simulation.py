"""Many games of a scenario between the same players, and what they have in common."""

from __future__ import annotations

import csv
import io
import json
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from grognard.analysis.estimates import Share, Spread, share, spread
from grognard.analysis.executors import play_all
from grognard.analysis.jobs import Job, Played, Result, checked_players, job_seed, versions
from grognard.core.errors import GrognardError
from grognard.core.games import Options
from grognard.core.rules import Rules
from grognard.core.scenarios import find

FORMAT = 1
SEED_BITS = 32
DRAW = None
"""The winner of a draw."""

Progress = Callable[[int], None]
"""Callback: how many more games are done."""
T = TypeVar("T", bound="Collection")

MOST_GAMES = 1_000_000
"""The most games of one simulation, or for each pair of a tournament: their jobs and results are kept in memory."""


class Collection(msgspec.Struct, frozen=True, kw_only=True):
    """Games of one scenario: what was asked for, and the results in the order of their numbers."""

    scenario: str
    options: Options
    seats: tuple[str, ...]
    seed: int
    """The master seed, from which every game gets its own."""
    games: int
    """How many games were asked for; there are fewer results only if the run was interrupted."""
    versions: dict[str, str]
    results: tuple[Result, ...] = ()

    @property
    def rules(self) -> Rules:
        return find(self.scenario).rules(find(self.scenario).complete(self.options))

    @property
    def sides(self) -> tuple[str, ...]:
        """Who wins together; usually each seat is its own side."""
        return self.rules.sides

    @property
    def scorers(self) -> tuple[str, ...]:
        """Who has victory points: the sides, or the armies of which they are made."""
        return tuple(dict.fromkeys(name for result in self.results for name in result.victory_points)) or self.sides

    def csv(self) -> str:
        """One line per game, with the tracks at its end."""
        file = io.StringIO()
        lines = csv.writer(file, lineterminator="\n")
        tracks = {name: list(levels) for result in self.results for end in result.tracks for name, levels in end.tracks.items()}
        lines.writerow(
            ["game", "seed", *(f"player_{seat}" for seat in self.seats)]
            + ["winner", "level", "reason", "turns", "decisions", "seconds"]
            + [f"victory_points_{name}" for name in self.scorers]
            + [f"{name}_{side}" for name, sides in tracks.items() for side in sides]
        )
        for result in self.results:
            last = result.tracks[-1].tracks if result.tracks else {}
            lines.writerow(
                [result.game, result.seed, *(result.players[seat] for seat in self.seats)]
                + [result.winner or "", result.level, result.reason, "" if result.turns is None else result.turns]
                + [result.decisions, result.seconds]
                + [result.victory_points.get(name, "") for name in self.scorers]
                + [last.get(name, {}).get(side, "") for name, sides in tracks.items() for side in sides]
            )
        return file.getvalue()


class Interrupted(KeyboardInterrupt):
    """Ctrl-C; `done` is the simulation or the tournament with the games finished so far."""

    def __init__(self, done: Collection) -> None:
        self.done: Any = done
        super().__init__(f"{len(done.results)} of {done.games} games are done")


# ---------------------------------------------------------------- simulations


class Ending(msgspec.Struct, frozen=True):
    """How often a side won, or nobody did, and at which level."""

    games: Share
    levels: dict[str, Share]


class Band(msgspec.Struct, frozen=True):
    """A track at the end of a turn, over all games: a game that has ended keeps its last level."""

    turn: int
    level: Spread


class Summary(msgspec.Struct, frozen=True):
    """What the games of a simulation have in common."""

    games: int
    wins: dict[str, Ending]
    """By side."""
    draws: Ending
    turns: Spread | None
    decisions: Spread
    seconds: float
    """The median of a game."""
    victory_points: dict[str, Spread]
    tracks: dict[str, dict[str, tuple[Band, ...]]]
    """By name and side."""


class Simulation(Collection, frozen=True, kw_only=True):
    """Games between the same players in the same seats."""

    players: dict[str, str]

    def summary(self) -> Summary:
        results = self.results
        if not results:
            raise GrognardError("No game was finished, so there is nothing to summarise.")
        levels = [level for level, _ in Counter(sorted(result.level for result in results)).most_common()]
        turns = [result.turns for result in results if result.turns is not None]
        return Summary(
            games=len(results),
            wins={side: ending(results, side, levels) for side in self.sides},
            draws=ending(results, DRAW, levels),
            turns=spread(turns) if turns else None,
            decisions=spread(result.decisions for result in results),
            seconds=spread(result.seconds for result in results).median,
            victory_points=points(results, self.scorers),
            tracks=bands(results),
        )

    def data(self) -> dict[str, Any]:
        """Everything as plain data, for JSON."""
        body: dict[str, Any] = msgspec.to_builtins(self)
        results = body.pop("results")
        summary = msgspec.to_builtins(self.summary()) if results else None
        return {"grognard-simulation": FORMAT, **body, "summary": summary, "results": results}


def ending(results: Sequence[Result], winner: str | None, levels: Iterable[str]) -> Ending:
    """How often the games end this way, with the levels."""
    count = Counter(result.level for result in results if result.winner == winner)
    return Ending(
        share(count.total(), len(results)), {level: share(count[level], len(results)) for level in levels if count[level]}
    )


def points(results: Sequence[Result], scorers: Sequence[str]) -> dict[str, Spread]:
    """The victory points of each side or army that has any."""
    found = {name: [result.victory_points[name] for result in results if name in result.victory_points] for name in scorers}
    return {name: spread(figures) for name, figures in found.items() if figures}


def bands(results: Sequence[Result]) -> dict[str, dict[str, tuple[Band, ...]]]:
    """Every track of every side, turn by turn; a game keeps its last levels, and has its first before anybody is asked."""
    games = [{end.turn: end.tracks for end in result.tracks} for result in results if result.tracks]
    if not games:
        return {}
    turns = range(min(map(min, games)), max(map(max, games)) + 1)
    first = next(iter(games[0].values()))
    found: dict[str, dict[str, tuple[Band, ...]]] = {}
    for name, sides in first.items():
        found[name] = {}
        for side in sides:
            levels = {turn: [game[max(min(turn, max(game)), min(game))][name][side] for game in games] for turn in turns}
            found[name][side] = tuple(Band(turn, spread(figures)) for turn, figures in levels.items())
    return found


def simulate(
    scenario: str,
    players: Mapping[str, str],
    games: int = 100,
    seed: int | None = None,
    options: Options | None = None,
    *,
    processes: int | None = None,
    cluster: str | None = None,
    records: str | Path | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Play many games between named players (one per seat) on all cores, on `processes` processes, or on a Ray cluster."""
    chosen = find(scenario).complete(options)
    who = checked_players(scenario, chosen, players)
    blank = Simulation(
        scenario=scenario,
        options=chosen,
        seats=tuple(who),
        seed=master_seed(seed),
        games=checked_number(games),
        versions=versions(scenario, chosen),
        players=who,
    )
    jobs = [Job(game, job_seed(blank.seed, game), scenario, chosen, who) for game in range(1, games + 1)]
    return collect(blank, jobs, processes, cluster, records, progress)


# ---------------------------------------------------------------- what simulations and tournaments share


def master_seed(seed: int | None) -> int:
    return secrets.randbits(SEED_BITS) if seed is None else seed


def checked_number(games: int) -> int:
    if not 1 <= games <= MOST_GAMES:
        raise GrognardError(f"The number of games is from 1 to {MOST_GAMES:,}, not {games}.")
    return games


def collect(
    blank: T,
    jobs: Sequence[Job],
    processes: int | None,
    cluster: str | None,
    records: str | Path | None,
    progress: Progress | None,
) -> T:
    """Play the jobs and fill in their results; Ctrl-C keeps those that are done."""
    folder = new_folder(records) if records is not None else None
    results: list[Result] = []
    try:
        with closing(play_all(jobs, processes, cluster, folder is not None)) as playing:
            for played in playing:
                if folder is not None:
                    save(folder, played, len(jobs))
                results.append(played.result)
                if progress is not None:
                    progress(1)
    except KeyboardInterrupt:
        raise Interrupted(filled(blank, results)) from None
    return filled(blank, results)


def filled(blank: T, results: Iterable[Result]) -> T:
    return msgspec.structs.replace(blank, results=tuple(sorted(results, key=lambda result: result.game)))


def new_folder(name: str | Path) -> Path:
    """An empty folder for records, created if there is none; records of different runs are not mixed."""
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        filled = any(folder.iterdir())
    except OSError as fault:
        raise GrognardError(f"No records can be written to '{name}': {fault.strerror or fault}.") from None
    if filled:
        raise GrognardError(f"The folder '{name}' for the records is not empty; name a new one.")
    return folder


def save(folder: Path, played: Played, games: int) -> None:
    """The record of a game, in a file named after its number."""
    number = str(played.result.game).zfill(len(str(games)))
    text = json.dumps(played.record, indent=1, ensure_ascii=False) + "\n"
    (folder / f"{number}.json").write_text(text, encoding="utf-8")
