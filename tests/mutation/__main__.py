"""`make mutants`: put small faults into the code that cites rules drawn at random, and list those that no test notices."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

ROOT = Path(__file__).parents[2]
FOLDERS = {"series": ["tests/series", "tests/eutaw", "tests/guilford"]}
"""The tests of a rulebook, where they are not in the folder of its name."""
MARKED, GAME = "by marked tests", "by the game's other tests"
NOBODY = "by nobody"


class Cited(NamedTuple):
    """A rule with the code that cites it and the files of the tests marked with it."""

    id: str
    book: str
    citations: tuple[tuple[str, int], ...]
    tests: tuple[str, ...]


class Trial(NamedTuple):
    """One fault in the code of a rule: the file, the line, and which of the faults possible there."""

    rule: Cited
    file: str
    place: int
    line: int
    change: str


def rules_with_code(books: list[str]) -> list[Cited]:
    """Every rule that code cites and tests are marked with; asked in another process, as the games must not be loaded here."""
    asked = (
        "import sys, msgspec; from pathlib import Path; from grognard.rulebooks.coverage import coverage; "
        "rows = coverage(Path(sys.argv[1])).rows; "
        "print(msgspec.json.encode([(r.entry.id, r.entry.book, [(p.file, p.line) for p in r.citations], "
        "sorted({p.file for p in r.tests})) for r in rows if r.tests and r.citations]).decode())"
    )
    said = subprocess.run([sys.executable, "-c", asked, str(ROOT)], check=True, capture_output=True, text=True).stdout
    rows = msgspec.json.decode(said, type=list[Cited])
    return [row for row in rows if not books or row.book in books]


def trials_of(rule: Cited, chance: Random, most: int) -> list[Trial]:
    """Some of the faults that can be put into the code of a rule; what one function cites is tried before what a class does."""
    from tests.mutation.faults import cited_code, faults_in

    found: list[Trial] = []
    seen = set()
    for file, line in rule.citations:
        source = (ROOT / file).read_text("utf-8")
        code = cited_code(source, line)
        if len(code) > 60 or "players" in Path(file).parts:  # a player follows rules, it does not make them
            continue
        for place, fault in enumerate(faults_in(source, code)):
            if (file, fault.line, fault.change) not in seen:
                seen.add((file, fault.line, fault.change))
                found.append(Trial(rule, file, place, fault.line, fault.change))
    return chance.sample(found, min(most, len(found)))


def try_out(trial: Trial) -> str:
    """Who notices a fault. Runs in a process of its own, which forks another one for each run."""
    named = [trial.rule.id, trial.file, str(trial.line), trial.change]
    folders = [*FOLDERS.get(trial.rule.book, [f"tests/{trial.rule.book}"]), "tests/analysis"]
    answer = subprocess.run(
        [sys.executable, "-m", "tests.mutation.trying", *named, ",".join(trial.rule.tests), ",".join(folders)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    if answer.returncode:
        raise RuntimeError(answer.stderr)
    return answer.stdout.strip()


def chosen(arguments: argparse.Namespace) -> Iterator[Trial]:
    chance = Random(arguments.seed)
    rules = [rule for rule in rules_with_code(arguments.book) if not arguments.rule or rule.id in arguments.rule]
    chance.shuffle(rules)
    left = arguments.sample
    for rule in rules:
        trials = trials_of(rule, chance, 1000 if arguments.rule else 3)
        yield from trials[:left]
        left -= len(trials)
        if left <= 0:
            return


def main() -> None:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--sample", type=int, default=300, metavar="N", help="how many faults (300)")
    parser.add_argument("--seed", type=int, default=1, help="which rules and faults are drawn (1)")
    parser.add_argument("--book", action="append", default=[], help="only rules of this rulebook; may be repeated")
    parser.add_argument("--rule", action="append", default=[], metavar="ID", help="every fault of this rule; may be repeated")
    parser.add_argument("--processes", type=int, default=2, metavar="N", help="how many at a time (2)")
    arguments = parser.parse_args()
    trials = list(chosen(arguments))
    verdicts: Counter[str] = Counter()
    with ThreadPoolExecutor(arguments.processes) as pool:
        for trial, verdict in zip(trials, pool.map(try_out, trials), strict=True):
            verdicts[verdict] += 1
            if verdict != MARKED:
                print(f"{trial.rule.id}: noticed {verdict}: {trial.file}:{trial.line}  {trial.change}", flush=True)
    count = sum(verdicts.values()) or 1
    print(f"{count} faults in the code of {len({trial.rule.id for trial in trials})} rules.")
    for verdict in (MARKED, GAME, NOBODY):
        print(f"Noticed {verdict}: {verdicts[verdict]} ({100 * verdicts[verdict] / count:.0f} %).")


if __name__ == "__main__":
    main()
