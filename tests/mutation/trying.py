"""One fault, in a process that has loaded no game: `python -m tests.mutation.trying RULES FILE LINE CHANGE TESTS GAME`.

Says which test notices it first: one marked with the first of the rules, one marked with another of them, or (if GAME names the
tests of the game) any other.
"""

from __future__ import annotations

import sys

from tests.mutation.__main__ import ROOT
from tests.mutation.faults import faults_in
from tests.mutation.running import file_of, marked_with, others, run_afresh


def main() -> None:
    named, file, line, change, tests, game = sys.argv[1:]
    path = (ROOT / file).resolve()
    at = int(line)
    fault = next(fault for fault in faults_in(path.read_text("utf-8"), range(at, at + 1)) if fault.change == change)
    if any(name.startswith("grognard.games") for name in sys.modules):
        raise RuntimeError("the games were imported before the fault was put in")
    module, rules, marked = fault.module(), named.split(","), tests.split(",")
    said = run_afresh(path, module, marked, marked_with(*rules), 120)
    if not said and game:
        places = game.split(",")
        files = [*marked, *dict.fromkeys(map(file_of, places))]
        said = run_afresh(path, module, files, others(rules, marked, places), 900)
    print(said)


if __name__ == "__main__":
    main()
