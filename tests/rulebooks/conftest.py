"""A folder of games with one ledger and its summaries."""

from pathlib import Path

import pytest

from grognard.rulebooks.ledger import Entry, read_all

LEDGER = """
- id: X1
  title: The first rule
  source: the book, 1
  kind: rule
  text: >-
    A unit moves.
  example: Given a unit, then it moves.
- {id: X1.2a, title: Second, source: s, kind: rule, text: t, example: e, ruling: We think so.}
- {id: X1.2ab, title: Third, source: s, kind: rule, text: t, example: e}
- {id: X3-R, title: Retreat, source: s, kind: rule, text: t, example: e}
- {id: X3-R-fire, title: Retreat by fire, source: s, kind: rule, text: t, example: e}
- {id: X4, title: Scale, source: s, kind: note, text: t, example: e}
"""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A folder of games with one ledger, two folders down."""
    data = tmp_path / "games" / "family" / "skirmish" / "data"
    data.mkdir(parents=True)
    (data / "rules.yaml").write_text(LEDGER, encoding="utf-8")
    return tmp_path / "games"


@pytest.fixture
def entries(games: Path) -> tuple[Entry, ...]:
    return read_all(games)


def write(file: Path, *lines: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
