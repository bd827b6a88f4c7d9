"""The README's Python runs as printed."""

import re
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"
FENCE = re.compile(r"^```python[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks() -> list[tuple[int, str]]:
    """Each python block with the number of the line that precedes it."""
    text = README.read_text(encoding="utf-8")
    return [(text.count("\n", 0, found.start(1)), found.group(1)) for found in FENCE.finditer(text)]


def test_the_readme_shows_python():
    assert blocks()


@pytest.mark.parametrize(("line", "source"), [pytest.param(*block, id=f"line-{block[0] + 1}") for block in blocks()])
def test_the_block_runs(line: int, source: str):
    # The blank lines in front make a traceback name the README's own line.
    exec(compile("\n" * line + source, str(README), "exec"), {"__name__": "__readme__"})
