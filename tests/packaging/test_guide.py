"""The guide for authors shows the files of the example as they are, and all of its code."""

from __future__ import annotations

import re

import pytest

from tests.packaging.conftest import PROJECT
from tests.packaging.guests import EXAMPLE, code_lines

GUIDE = (PROJECT / "docs" / "writing-a-game.md").read_text("utf-8")
BLOCKS: list[tuple[str, str]] = re.findall(r"^```\w+\n# (\S+)\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
"""The file that a block is from, and what it shows of it."""


@pytest.mark.parametrize(("file", "shown"), BLOCKS, ids=[f"{file}-{place}" for place, (file, _) in enumerate(BLOCKS)])
def test_a_block_of_the_guide_stands_in_its_file(file: str, shown: str):
    assert shown.strip() in (EXAMPLE / file).read_text("utf-8"), f"{file} has changed: bring docs/writing-a-game.md up to date"


def test_the_guide_shows_all_code():
    assert len(BLOCKS) >= 12
    for file in sorted((EXAMPLE / "harrow_mill").glob("*.py")):
        shown = "".join(block for name, block in BLOCKS if name == f"harrow_mill/{file.name}")
        missing = [line for line in code_lines(file) if line not in shown]
        assert missing == [], file.name


def test_the_example_is_small():
    """60 to 150 lines of code, the rules and the computer player together."""
    lines = [line for file in sorted((EXAMPLE / "harrow_mill").glob("*.py")) for line in code_lines(file)]
    assert 60 <= len(lines) <= 150, len(lines)
