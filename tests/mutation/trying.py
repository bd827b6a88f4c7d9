"""One fault, in a process that has loaded no game: `python -m tests.mutation.trying RULE FILE LINE CHANGE TESTS FOLDERS`.

Says by whom it is noticed, and by which test.
"""

from __future__ import annotations

import sys

from tests.mutation.__main__ import GAME, MARKED, NOBODY, NOT_MARKED, ROOT
from tests.mutation.faults import faults_in
from tests.mutation.running import is_marked, run_afresh


def main() -> None:
    rule, file, line, change, tests, folders = sys.argv[1:]
    path = (ROOT / file).resolve()
    at = int(line)
    fault = next(fault for fault in faults_in(path.read_text("utf-8"), range(at, at + 1)) if fault.change == change)
    if any(name.startswith("grognard.games") for name in sys.modules):
        raise RuntimeError("the games were imported before the fault was put in")
    module = fault.module()
    marked = tests.split(",")
    if said := run_afresh(path, module, marked, lambda item: is_marked(item, rule), 120):
        print(MARKED, said, sep="\t")
        return
    if not folders:
        print(NOT_MARKED, "", sep="\t")
        return
    nearest = [*marked, *folders.split(",")]  # what the marked tests stand among is likeliest to notice
    if said := run_afresh(path, module, nearest, lambda item: not is_marked(item, rule), 900):
        print(GAME, said, sep="\t")
    else:
        print(NOBODY, "", sep="\t")


if __name__ == "__main__":
    main()
