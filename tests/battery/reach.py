"""The reach of a sample of games: every step, question, window and table cell that they come to.

`python -m tests.battery.reach GAMES` prints how often each was reached and what never was.
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from itertools import chain, product
from pathlib import Path
from typing import Any

from grognard.core.choices import only
from grognard.core.games import Game
from grognard.core.procedures import Ask, AskAll, Procedure
from grognard.core.rules import Rules
from grognard.core.scenarios import Scenario
from grognard.testing.playing import STYLES, moments, variants
from tests.battery.declared import ending, endings, refusals, tables

UNREACHED = Path(__file__).with_name("unreached")
"""A file for each game; README.md there says what they tell."""


def universe(rules: Rules) -> list[str]:
    """All there is to reach."""
    steps = [f"step {kind.__name__}.{step}" for kind in rules.procedures for step in kind.steps]
    asks = [f"ask {kind}" for kind in refusals(rules)]
    return [*steps, *asks, *(cell for table in tables(rules) for cell in table.cells), *endings(rules)]


@contextmanager
def watched(rules: Rules) -> Iterator[Counter[str]]:
    """Count what the games of these rules reach meanwhile."""
    reached: Counter[str] = Counter()
    steps = [(kind, step) for kind in rules.procedures for step in kind.steps]
    own = {(kind, step): kind.__dict__.get(step) for kind, step in steps}
    inherited = {(kind, step): getattr(kind, step) for kind, step in steps}  # before any class is changed
    for (kind, step), found in inherited.items():
        setattr(kind, step, _counted_step(reached, kind, found))
    made, kind_of_rules = list(tables(rules)), type(rules)
    read = {table.method: kind_of_rules.__dict__.get(table.method) for table in made}
    for table in made:  # on the class: rules with tables for another ground count, too
        setattr(kind_of_rules, table.method, _counted_read(reached, table.cell, getattr(kind_of_rules, table.method)))
    try:
        yield reached
    finally:
        for method, original in read.items():
            _put_back(kind_of_rules, method, original)
        for (kind, step), original in own.items():
            _put_back(kind, step, original)


def _put_back(kind: type, name: str, original: Any) -> None:
    if original is None:
        delattr(kind, name)
    else:
        setattr(kind, name, original)


def _counted_step(reached: Counter[str], kind: type[Procedure], step: Callable[..., Any]) -> Callable[..., Any]:
    name = f"{kind.__name__}.{step.__name__}"

    @wraps(step)
    def counted(frame: Procedure, game: Game) -> Any:
        reached[f"step {name}"] += 1
        outcome = step(frame, game)
        if isinstance(outcome, AskAll) or (isinstance(outcome, Ask) and (only(outcome.actions) is None or outcome.always)):
            reached[f"ask {frame.at}"] += 1
        return outcome

    return counted


def _counted_read(reached: Counter[str], cell: Callable[..., str | None], read: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(read)
    def counted(rules: Rules, *args: Any) -> Any:
        name = cell(*args)
        if name is not None:
            reached[name] += 1
        return read(rules, *args)

    return counted


def sample(
    scenario: Scenario, seeds: Sequence[int], wanted: Iterable[str] = (), telling: Iterable[tuple[int, int, str]] = ()
) -> Counter[str]:
    """What the games of a scenario reach: each seed by each style with each option, until all that is wanted is reached.

    The games that are known to be telling come first: a seed, the number of the options, and a style.
    """
    reached: Counter[str] = Counter()
    missing, subjects = set(wanted), variants(scenario)
    first = ((seed, subjects[number], style) for seed, number, style in telling if number < len(subjects))
    for seed, subject, style in chain(first, product(seeds, subjects, STYLES)):
        with watched(subject.rules) as found:
            game = subject.new(seed)
            for _ in moments(game, seed, style):
                pass
            found[ending(game)] += 1
        reached += found
        missing.difference_update(found)
        if wanted and not missing:
            break
    return reached


def explained(scenario: Scenario) -> tuple[dict[str, str], dict[str, str]]:
    """What is not expected in a sample, with the reasons: what can never be reached, and what is only rare."""
    files = (tomllib.loads(file.read_text("utf-8")) for file in UNREACHED.glob("*.toml"))
    told: dict[str, dict[str, str]] = next((file[scenario.id] for file in files if scenario.id in file), {})
    return told.get("never", {}), told.get("rare", {})


def report(scenario: Scenario, games: int) -> None:
    reached = sample(scenario, range(games))
    for item in universe(scenario.rules(scenario.complete(None))):
        print(f"{reached[item]:9}  {item}")


if __name__ == "__main__":
    from tests.battery.play import SCENARIOS

    for each in SCENARIOS:
        print(each.id)
        report(each, int(sys.argv[1]))
