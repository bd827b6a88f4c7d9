"""Games as independent seeded jobs: what a job is, what is measured of its game, and what happens if it fails."""

from __future__ import annotations

import shlex
import time
import traceback
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

import grognard
from grognard.core.errors import GrognardError
from grognard.core.games import Choice, Game, Options
from grognard.players import find_player, play_out, player_seeds

Levels = dict[str, dict[str, float]]
"""Tracks by name, each with the level of every side."""


class Job(msgspec.Struct, frozen=True):
    """One game to play: its number from 1, its seed, and who plays what."""

    game: int
    seed: int
    scenario: str
    options: Options
    players: dict[str, str]

    @property
    def command(self) -> str:
        """The command that plays this game again in the terminal."""
        sides = [f"--side={seat}={name}" for seat, name in self.players.items()]
        usual = grognard.find(self.scenario).complete(None)
        options = [f"--option={name}={value}" for name, value in self.options.items() if value != usual[name]]
        return shlex.join(["grognard", "watch", self.scenario, f"--seed={self.seed}", *sides, *options])


def job_seed(master: int, game: int) -> int:
    """The seed of a game: the first 48 bits of the SHA-256 of the text `master/game`, so that each can be played on its own."""
    return int.from_bytes(sha256(f"{master}/{game}".encode()).digest()[:6])


class EndOfTurn(msgspec.Struct, frozen=True):
    """The tracks when a turn has ended: at the first decision after it, or at the end of the game."""

    turn: int
    tracks: Levels


class Result(msgspec.Struct, frozen=True):
    """What is measured of a game."""

    game: int
    seed: int
    players: dict[str, str]
    """Who played each seat."""
    winner: str | None
    """The side that won; None is a draw."""
    level: str
    reason: str
    turns: int | None
    """How many turns were played, including the last; None if the game has no turns."""
    decisions: int
    victory_points: dict[str, float]
    tracks: tuple[EndOfTurn, ...]
    """Empty if the game has no turns or no tracks."""
    seconds: float
    """How long the game took; the only figure that varies between runs."""


class Played(msgspec.Struct, frozen=True):
    """A finished game: its result, and its record if wanted."""

    result: Result
    record: dict[str, Any] | None = None


class Failure(msgspec.Struct, frozen=True):
    """A game that could not be played to its end."""

    job: Job
    error: str
    trace: str


class JobFailed(GrognardError):
    """A game that could not be played to its end: which one, and how to play it again."""

    def __init__(self, failure: Failure) -> None:
        self.job = failure.job
        self.trace = failure.trace
        game = f"Game {failure.job.game} (seed {failure.job.seed})"
        super().__init__(f"{game} failed with {failure.error.rstrip('.')}; '{failure.job.command}' plays it again.")


class TurnRecorder:
    """Records the tracks at the end of each turn."""

    def __init__(self, game: Game) -> None:
        self.turn = game.rules.when(game)[0]
        self.ends: list[EndOfTurn] = []

    def look(self, game: Game) -> None:
        """After each choice: every turn that has ended since the last look."""
        turn = game.rules.when(game)[0]
        if self.turn is None or turn is None or (turn == self.turn and game.over is None):
            return
        tracks = game.rules.tracks(game)
        ended = range(self.turn, turn + 1 if game.over is not None else turn)
        self.ends.extend(EndOfTurn(number, tracks) for number in ended)
        self.turn = turn


def play(job: Job) -> tuple[Result, Game]:
    """Play the game of a job; the same job gives the same game anywhere."""
    start = time.perf_counter()
    game = grognard.new(job.scenario, seed=job.seed, options=job.options)
    seeds = player_seeds(job.seed, game.seats)
    players = {seat: find_player(job.players[seat], seeds[seat]) for seat in game.seats}
    chronicle = TurnRecorder(game)
    over = play_out(game, players, chronicle.look)
    result = Result(
        game=job.game,
        seed=job.seed,
        players=job.players,
        winner=over.winner,
        level=over.level,
        reason=over.reason,
        turns=len(chronicle.ends) if chronicle.turn is not None else None,
        decisions=sum(isinstance(entry, Choice) for entry in game.entries.since(0)),
        victory_points=over.scores,
        tracks=tuple(end for end in chronicle.ends if end.tracks),
        seconds=round(time.perf_counter() - start, 6),
    )
    return result, game


def attempt(job: Job, keep: bool) -> Played | Failure:
    """Play the game of a job, with its record if wanted; any error is returned and not raised."""
    try:
        result, game = play(job)
        return Played(result, game.record() if keep else None)
    except Exception as fault:
        return Failure(job, " ".join(f"{type(fault).__name__}: {fault}".split()), traceback.format_exc())


def attempt_all(jobs: Sequence[Job], keep: bool, version: str) -> list[Played | Failure]:
    """Play a chunk of jobs, up to the first that fails, in another process."""
    if version != grognard.__version__:
        raise GrognardError(
            f"The cluster has version {grognard.__version__} of Grognard and this is {version}; install the same on both."
        )
    done: list[Played | Failure] = []
    for job in jobs:
        done.append(attempt(job, keep))
        if isinstance(done[-1], Failure):
            break
    return done


def checked_players(scenario: str, options: Options | None, players: Mapping[str, str]) -> dict[str, str]:
    """Who plays each seat, in the order of the seats, if they all exist."""
    seats = grognard.find(scenario).seats(options)
    for seat in players:
        if seat not in seats:
            raise grognard.UnknownName(f"There is no seat '{seat}' in this game; the seats are {', '.join(seats)}.")
    for seat in seats:
        if seat not in players:
            raise GrognardError(f"Nobody plays the seat '{seat}'; give a player for each of {', '.join(seats)}.")
        find_player(players[seat], 0)
    return {seat: players[seat] for seat in seats}


def versions(scenario: str, options: Options) -> dict[str, str]:
    """What the results depend on besides the seed: the versions of Grognard and of the scenario's rules."""
    return {"grognard": grognard.__version__, "rules": grognard.find(scenario).rules(options).version}
