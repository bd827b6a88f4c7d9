"""One fault: `python -m tests.mutation.trying RULE FILE LINE CHANGE TESTS FOLDERS` says who notices it."""

from __future__ import annotations

import sys

from tests.mutation.__main__ import GAME, MARKED, NOBODY, ROOT
from tests.mutation.faults import faults_in
from tests.mutation.running import MISSED, check_fresh, run


def main() -> None:
    rule, file, line, change, tests, folders = sys.argv[1:]
    path = (ROOT / file).resolve()
    at = int(line)
    fault = next(fault for fault in faults_in(path.read_text("utf-8"), range(at, at + 1)) if fault.change == change)
    check_fresh()
    if run(path, fault.tree, tests.split(","), rule, 120) != MISSED:
        print(MARKED)
    elif run(path, fault.tree, folders.split(","), "", 900) != MISSED:
        print(GAME)
    else:
        print(NOBODY)


if __name__ == "__main__":
    main()
