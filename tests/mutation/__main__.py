"""`make mutants`: put small faults into the code that cites rules drawn at random, and list those that no test notices."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import sleep
from typing import NamedTuple

import msgspec

from tests.mutation.faults import Fault, cited_code, faults_in
from tests.mutation.reach import reach_of
from tests.mutation.running import Child, Loaded, changed_code, collect, file_of, is_marked, marked_with, of_games, others

ROOT = Path(__file__).parents[2]
ANALYSIS = [f"tests/analysis/test_{subject}.py" for subject in ("forecasts", "odds", "simulated")]
PLAYED_IN = {"series": ["series", "eutaw", "guilford", "savannah"], "victories": ["victories", "old_joe"]}
"""The games that play by a rulebook, where these are several."""
GOLDEN = "tests/golden/test_golden.py::test_a_golden_game_replays_exactly"
MARKED = "by tests marked with the rule"
BESIDE = "by tests marked with another rule that the same code cites"
GAME = "by the game's other tests"
NOBODY = "by nobody"
NOT_MARKED = "by no marked test"
ALL_TRIALS = 10_000


class Cited(NamedTuple):
    """A rule with the code that cites it and the files of the tests marked with it."""

    id: str
    book: str
    citations: tuple[tuple[str, int], ...]
    tests: tuple[str, ...]


Places = dict[str, list[tuple[Cited, range]]]
"""The code that each rule cites, by file."""


class Trial(NamedTuple):
    """One fault in the code of a rule."""

    rule: Cited
    file: str
    fault: Fault
    beside: tuple[Cited, ...]
    """The other rules that this code cites: it may be theirs that is broken."""

    @property
    def rules(self) -> list[str]:
        return [rule.id for rule in (self.rule, *self.beside)]

    @property
    def tests(self) -> list[str]:
        return list(dict.fromkeys(test for rule in (self.rule, *self.beside) for test in rule.tests))

    @property
    def game(self) -> list[str]:
        """The tests of the game of the rule, and of the game whose code it is: one game may play by another's rules."""
        return list(dict.fromkeys([*game_tests(self.rule.book), *game_tests(book_of(self.file))]))


def rules_with_code() -> list[Cited]:
    """Every rule that code cites and tests are marked with; asked in another process, as the games must not be loaded here."""
    asked = (
        "import sys, msgspec; from pathlib import Path; from grognard.rulebooks.coverage import coverage; "
        "rows = coverage(Path(sys.argv[1])).rows; "
        "print(msgspec.json.encode([(r.entry.id, r.entry.book, [(p.file, p.line) for p in r.citations], "
        "sorted({p.file for p in r.tests})) for r in rows if r.tests and r.citations]).decode())"
    )
    said = subprocess.run([sys.executable, "-c", asked, str(ROOT)], check=True, capture_output=True, text=True).stdout
    return msgspec.json.decode(said, type=list[Cited])


@cache
def code_cited(file: str, line: int) -> range:
    """The code that a citation speaks of, unless it is too much to be one rule."""
    code = cited_code(source_of(file), line)
    return code if len(code) <= 60 else range(0)


@cache
def source_of(file: str) -> str:
    return (ROOT / file).read_text("utf-8")


def places_of(rules: list[Cited]) -> Places:
    found: Places = {}
    for rule in rules:
        for file, line in rule.citations:
            found.setdefault(file, []).append((rule, code_cited(file, line)))
    return found


def own_code(rule: Cited, file: str, line: int, places: Places) -> set[int]:
    """The code that a citation speaks of, except where other rules are cited further in: that is theirs."""
    code = code_cited(file, line)
    own = set(code)
    for other, inner in places[file]:
        if other is not rule and inner and len(inner) < len(code) and inner[0] in code and inner[-1] in code:
            own.difference_update(inner)
    return own


def trials_of(rule: Cited, places: Places, chance: Random, most: int) -> list[Trial]:
    """Some of the faults that can be put into the code of a rule."""
    found: list[Trial] = []
    seen = set()
    for file, line in rule.citations:
        if Path(file).parts[2] != "games":  # what follows rules or shows them does not make them
            continue
        for fault in faults_in(source_of(file), own_code(rule, file, line, places)):
            if (file, fault.line, fault.change) not in seen:
                seen.add((file, fault.line, fault.change))
                found.append(Trial(rule, file, fault, ()))
    return [trial._replace(beside=rules_beside(trial, places)) for trial in chance.sample(found, min(most, len(found)))]


def rules_beside(trial: Trial, places: Places) -> tuple[Cited, ...]:
    cited = [rule for rule, code in places[trial.file] if trial.fault.line in code and rule is not trial.rule]
    return tuple({rule.id: rule for rule in cited}.values())


def game_tests(book: str) -> list[str]:
    """The tests of the games that play by a rulebook, and their golden games."""
    games = PLAYED_IN.get(book, [book])
    golden = [f"{GOLDEN}[{game.replace('_', '-')}-" for game in games]
    return [*(f"tests/{game}" for game in games), *(ANALYSIS if book == "series" else ()), *golden]


def book_of(file: str) -> str:
    """The game whose code a file is: `victories` of `src/grognard/games/chancellorsville/victories/forecasts.py`."""
    return Path(file).parts[4]


class Afresh:
    """A fault tried on tests in a process that loads the code with it."""

    def __init__(self, trial: Trial, marked: bool) -> None:
        named = [",".join(trial.rules), trial.file, str(trial.fault.line), trial.fault.change]
        tests = [",".join(trial.tests), "" if marked else ",".join(trial.game)]
        command = [sys.executable, "-m", "tests.mutation.trying", *named, *tests]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def poll(self) -> str | None:
        if self.process.poll() is None:
            return None
        answer, wrong = self.process.communicate()
        if self.process.returncode:
            raise RuntimeError(wrong)
        return answer.strip()


class Attempt(NamedTuple):
    """A fault that is being tried on some tests."""

    process: Child | Afresh
    unnamed: str
    """Who has noticed it if the process ends without naming a test: it broke, or never came to an end."""


class Bench:
    """Tries faults, a few at a time, in forks of this process: on tests marked with a rule of the code, then on all others of
    the game. What cannot be put into loaded code, or was not noticed where that had run before, is tried once more afresh."""

    def __init__(self, loaded: Loaded, processes: int, marked: bool) -> None:
        self.loaded = loaded
        self.marked = marked
        self.processes = processes
        self.sound: set[str] = set()
        """Tests seen to pass as the code is."""

    def verdicts(self, trials: list[Trial]) -> Iterator[tuple[Trial, str, str]]:
        """Who notices each fault, and with which test."""
        ahead = [(trial, self.tries(trial)) for trial in trials]
        under_way: list[tuple[Trial, Iterator[Attempt], Attempt]] = []
        while ahead or under_way:
            while ahead and len(under_way) < self.processes:
                trial, tries = ahead.pop(0)
                following = next(tries, None)
                if following is None:
                    yield trial, NOT_MARKED if self.marked else NOBODY, ""
                else:
                    under_way.append((trial, tries, following))
            for each in list(under_way):
                trial, tries, current = each
                said = current.process.poll()
                if said is not None:
                    under_way.remove(each)
                    if said:
                        self.check(trial, said)
                        yield trial, self.verdict(trial, said) or current.unnamed, said
                    else:
                        ahead.insert(0, (trial, tries))
            sleep(0.01)

    def tries(self, trial: Trial) -> Iterator[Attempt]:
        """One after another, until one says something."""
        faulty = changed_code((ROOT / trial.file).resolve(), trial.fault.module())
        if faulty:
            yield Attempt(self.loaded.run(marked_with(*trial.rules), 120, faulty), MARKED)
            if not self.marked:
                yield Attempt(self.loaded.run(others(trial.rules, trial.tests, trial.game), 900, faulty), GAME)
        if not faulty or self.loaded.has_run(faulty):
            yield Attempt(Afresh(trial, self.marked), MARKED)  # the tests of the rule are loaded first

    def verdict(self, trial: Trial, said: str) -> str:
        """Who notices a fault, by what fails first: the tests of the rule are run first, then those of the rules beside it."""
        item = next((item for item in self.loaded.session.items if item.nodeid == said), None)
        if item is None:
            return ""
        if is_marked(item, trial.rules[:1]):
            return MARKED
        return BESIDE if is_marked(item, trial.rules) else GAME

    def check(self, trial: Trial, said: str) -> None:
        """A test that fails as the code is would notice every fault."""
        if said and said not in self.sound:
            named = [item for item in self.loaded.session.items if item.nodeid == said]
            if wrong := self.loaded.run((lambda _: named) if named else marked_with(*trial.rules), 600).wait():
                raise RuntimeError(f"fails without any fault: {wrong}")
            self.sound.add(said)


def wanted(rules: list[Cited], arguments: argparse.Namespace) -> list[Cited]:
    found = [rule for rule in rules if not arguments.book or rule.book in arguments.book]
    return [rule for rule in found if not arguments.rule or rule.id in arguments.rule]


def chosen(arguments: argparse.Namespace) -> Iterator[Trial]:
    chance = Random(arguments.seed)
    rules = rules_with_code()
    places = places_of(rules)
    drawn = wanted(rules, arguments)
    chance.shuffle(drawn)
    left = arguments.sample
    for rule in drawn:
        trials = trials_of(rule, places, chance, ALL_TRIALS if arguments.rule else 3)
        yield from trials[:left]
        left -= len(trials)
        if left <= 0:
            return


def list_unreached(arguments: argparse.Namespace) -> None:
    """Of all faults that can be looked at so, those that no test of the game can notice."""
    rules = rules_with_code()
    places = places_of(rules)
    trials = [trial for rule in wanted(rules, arguments) for trial in trials_of(rule, places, Random(0), ALL_TRIALS)]
    tests = sorted({place for trial in trials for place in [*trial.game, *trial.tests]})
    files = sorted({file_of(place) for place in tests})
    found = reach_of(files, of_games(*tests), ROOT / "src" / "grognard" / "games", ROOT)
    missed = [trial for trial in trials if found.misses(trial.file, trial.fault)]
    for trial in missed:
        print(f"{trial.rule.id}: {trial.file}:{trial.fault.line}  {trial.fault.change}")
    seen = sum(found.can_tell(trial.file, trial.fault) for trial in trials)
    print(f"{len(missed)} of {seen} faults give another value in no test.")


def main() -> None:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--sample", type=int, default=300, metavar="N", help="how many faults (300)")
    parser.add_argument("--seed", type=int, default=1, help="which rules and faults are drawn (1)")
    parser.add_argument("--book", action="append", default=[], help="only rules of this rulebook; may be repeated")
    parser.add_argument("--rule", action="append", default=[], metavar="ID", help="every fault of this rule; may be repeated")
    parser.add_argument("--processes", type=int, default=2, metavar="N", help="how many at a time (2)")
    parser.add_argument("--marked", action="store_true", help="try only the tests marked with the rule, which is much quicker")
    parser.add_argument("--reach", action="store_true", help="list at once every fault that gives another value in no test")
    arguments = parser.parse_args()
    if arguments.reach:
        list_unreached(arguments)
        return
    trials = list(chosen(arguments))
    verdicts: Counter[tuple[str, str]] = Counter()

    def work(loaded: Loaded) -> None:
        for trial, verdict, test in Bench(loaded, arguments.processes, arguments.marked).verdicts(trials):
            verdicts[trial.rule.book, verdict] += 1
            if verdict != MARKED:
                where = f"{trial.file}:{trial.fault.line}  {trial.fault.change}"
                print(f"{trial.rule.id}: noticed {verdict}: {where}", *([f"  [{test}]"] if test else []), flush=True)

    books = sorted({trial.rule.book for trial in trials})
    with TemporaryDirectory() as folder:
        os.environ["PYTEST_DEBUG_TEMPROOT"] = folder  # what tests write; a process that is ended cannot clear it away
        collect(sorted({file_of(tests) for trial in trials for tests in [*trial.game, *trial.tests]}), work)
    print(f"{len(trials)} faults in the code of {len({trial.rule.id for trial in trials})} rules.")
    for verdict in (MARKED, BESIDE, NOT_MARKED) if arguments.marked else (MARKED, BESIDE, GAME, NOBODY):
        by_book = {book: verdicts[book, verdict] for book in books}
        count = sum(by_book.values())
        shares = ", ".join(f"{book} {number}" for book, number in by_book.items() if number)
        print(f"Noticed {verdict}: {count} ({100 * count / (len(trials) or 1):.0f} %)" + (f": {shares}." if shares else "."))


if __name__ == "__main__":
    main()
