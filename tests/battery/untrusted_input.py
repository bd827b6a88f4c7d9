"""Files as strangers might write them: real records, positions and overlays, mutated by a seed.

`python -m tests.battery.untrusted_input FIRST COUNT` tries so many cases one after another. It stops at the first that is
neither played nor refused in a sentence, that takes too long, or at the end if memory has grown; a case is named by its seed,
and `python -m tests.battery.untrusted_input SEED 1` tries it again.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import io
import json
import sys
import tempfile
import time
from collections import Counter
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import grognard
from grognard import games
from grognard.cli import main
from grognard.core.games import Game
from grognard.core.scenarios import Scenario, installed
from grognard.testing.playing import Nonconforming, variants
from grognard.testing.untrusted_input import (
    Document,
    Mutator,
    check_sentence,
    corpus,
    mutated,
    played_or_refused,
    random_moves,
    read_and_play,
    spoilt,
    ways,
)

TOO_LONG = 2.0
"""The most seconds of work for one case, when they are watched."""
HANGS = 240
"""After so many seconds a case that is watched is given up."""
GROWTH = 100_000_000
"""The most bytes by which memory may grow once everything has been loaded."""
BLOCK = 500
"""How many cases are made of the same games."""


class Case(NamedTuple):
    """A file that a stranger wrote: what it is of, and what it holds."""

    kind: str
    scenario: Scenario
    body: bytes
    name: str = ""
    """Of an overlay: the path of the file."""


@lru_cache
def data_files(scenario: Scenario) -> dict[str, Document]:
    """The data files of a scenario's game and of its series by their paths in an overlay."""
    family, game = scenario.id.replace("-", "_").split("/")[:2]
    root = Path(games.__path__[0], family)
    found = [file for file in sorted(root.rglob("data/*.json")) if file.parent.parent.name in (game, "series")]
    return {f"{file.parent.parent.name}/{file.name}": json.loads(file.read_bytes()) for file in found}


# ---------------------------------------------------------------- cases


def case(seed: int) -> Case:
    """The case of a seed, always the same."""
    rng = Random(seed)
    scenario = rng.choice(installed())
    kind = ("record", "position", "overlay")[seed % 3]
    if kind == "overlay":
        return overlay_case(rng, scenario)
    return Case(kind, scenario, mutated(rng, corpus(scenario, seed // BLOCK), kind))


def overlay_case(rng: Random, scenario: Scenario) -> Case:
    """Some values of a data file, mutated: single ones, as an owner enters them, or a whole part of the file."""
    found = data_files(scenario)
    name = rng.choice(sorted(found))
    mutator = Mutator(rng, rng.choice(list(found.values())))
    given: Document = {}
    for _ in range(rng.choice((1, 1, 2, 5))):
        path = rng.choice(list(ways(found[name])))
        merge(given, found[name], path)
    return Case("overlay", scenario, spoilt(mutator, mutator.document(given)), name)


def merge(given: Document, document: Document, path: tuple[Any, ...]) -> None:
    """Give the value at a place, or the whole list that it lies in; of what has an id by the id."""
    inside = given
    for key in path[:-1]:
        document = document[key]
        name = document["id"] if isinstance(document, dict) and isinstance(key, int) and "id" in document else key
        if not isinstance(name, str) or isinstance(document, list):
            inside[str(name)] = json.loads(json.dumps(document))
            return
        if not isinstance(inside.get(name), dict):
            inside[name] = {}
        inside = inside[name]
    key = path[-1]
    value = json.loads(json.dumps(document[key]))
    inside[value["id"] if isinstance(key, int) and isinstance(value, dict) and "id" in value else str(key)] = value


# ---------------------------------------------------------------- trying


def try_out(tried: Case, seed: int) -> str:
    """Read a case and play on; gives what became of it."""
    if tried.kind == "overlay":
        return played_or_refused(lambda: with_overlay(tried, seed), seed)
    return read_and_play(tried.kind, tried.body, seed)


def with_overlay(tried: Case, seed: int) -> Game:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, tried.name)
        file.parent.mkdir()
        file.write_bytes(tried.body)
        return grognard.new(tried.scenario.id, seed=seed, components=folder)


COMMANDS = {"record": (["show"], ["replay"], ["verify"], ["odds"]), "position": (["show"], ["odds"], ["odds", "--exact"])}


def try_command(tried: Case, seed: int) -> None:
    """The same on the command line: it says what it found, or one sentence."""
    rng = Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, tried.name or "game.json")
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(tried.body)
        if tried.kind == "overlay":
            argv = ["new", tried.scenario.id, "--components", folder]
        else:
            argv = [*rng.choice(COMMANDS[tried.kind]), str(file)]
        told, complaint = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(told), contextlib.redirect_stderr(complaint):
            code = main(argv)
    words = complaint.getvalue()
    if code == 2:
        if words.count("\n") != 1:
            raise Nonconforming(f"{argv[0]} refuses, but not in a sentence: {words[:300]!r}")
        check_sentence(words.strip())
    elif code != 0 or words:
        raise Nonconforming(f"{argv[0]} ends with {code}: {words[:300]!r}")


def check(seed: int) -> str:
    """Try the case of a seed, now and then on the command line as well; a fault names the seed."""
    tried = case(seed)
    try:
        outcome = f"{tried.kind} {try_out(tried, seed)}"
        if seed % 10 == 0:
            try_command(tried, seed)
    except Exception as fault:
        raise AssertionError(
            f"case {seed}, {tried.kind} of {tried.scenario.id} ({fault!r}); "
            f"python -m tests.battery.untrusted_input {seed} 1 tries it again"
        ) from fault
    return outcome


# ---------------------------------------------------------------- many cases, watched


def memory() -> int:
    """How many bytes this process holds, where the system says."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096
    except OSError:
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def load_what_stays() -> None:
    """Some rules of every scenario stay at hand when nobody uses them: make them now, and what they work out in play."""
    for scenario in installed():
        for subject in variants(scenario):
            random_moves(subject.new(1), Random(1), 100)


def settled_memory() -> int:
    """How many bytes stay when all that is kept for the next cases only is gone."""
    corpus.cache_clear()
    gc.collect()
    return memory()


def watched(first: int, count: int) -> Counter[str]:
    """Try so many cases; none may hang or work too long, and memory may not grow."""
    outcomes: Counter[str] = Counter()
    held = 0
    for number in range(count):
        seed = first + number
        faulthandler.dump_traceback_later(HANGS, exit=True)
        if number == count // 2:
            load_what_stays()
            held = settled_memory()
        corpus(case(seed).scenario, seed // BLOCK)  # made beforehand: playing whole games takes its time
        sys.stderr.write(f"case {seed}\n")
        start = time.process_time()
        outcomes[check(seed)] += 1
        took = time.process_time() - start
        faulthandler.cancel_dump_traceback_later()
        if took > TOO_LONG:
            raise AssertionError(f"case {seed} took {took:.1f} s of work")
    grown = settled_memory() - held
    if held and grown > GROWTH:
        raise AssertionError(f"memory has grown by {grown // 1_000_000} MB over {count} cases from {first} on")
    return outcomes


if __name__ == "__main__":
    for outcome, times in sorted(watched(*map(int, sys.argv[1:3])).items()):
        print(f"{times:6} {outcome}")
