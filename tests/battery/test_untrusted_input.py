"""Whatever a stranger writes in a record, a position or an overlay is played, or refused in one sentence; nothing hangs.

`make soak` tries ten thousand files and watches time and memory as well.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.battery.untrusted_input import case, check

KINDS = ("record", "position", "overlay")
CASES = 30
"""How many of each kind are tried in a short run."""
PARTS = 10
IN_A_PART = 1000


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_is_written_is_played_or_refused_in_a_sentence(kind: str):
    seeds = range(KINDS.index(kind), CASES * len(KINDS), len(KINDS))
    outcomes = [check(seed) for seed in seeds]
    assert {outcome.split()[0] for outcome in outcomes} == {kind}
    played = sum(outcome.startswith(f"{kind} played") for outcome in outcomes)
    assert CASES // 20 < played < CASES, "a test of refusals alone, or of none, finds little"


def test_a_case_is_always_the_same():
    for seed in range(6):
        assert case(seed) == case(seed)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_ten_thousand_files_neither_hang_nor_leak(part: int):
    first = 100_000 + part * IN_A_PART
    root = Path(__file__).parent.parent.parent
    command = [sys.executable, "-m", "tests.battery.untrusted_input", str(first), str(IN_A_PART)]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert sum(int(line.split()[0]) for line in done.stdout.splitlines()) == IN_A_PART
