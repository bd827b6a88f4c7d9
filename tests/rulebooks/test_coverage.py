"""Every rule of every ledger has a test, but for those of games that are still being written."""

import tomllib
from pathlib import Path

from grognard.rulebooks.coverage import coverage

ROOT = Path(__file__).parents[2]
OPEN = tomllib.loads((Path(__file__).parent / "open_rules.toml").read_text(encoding="utf-8"))
"""By rulebook: the rules that still wait for a test. The list may only shrink."""


def test_every_rule_has_a_test_or_is_known_to_be_open():
    report = coverage(ROOT)
    assert report.faults == ()
    holes = {(row.entry.book, row.entry.id) for row in report.holes}
    known = {(book, id) for book, ids in OPEN.items() for id in ids}
    assert sorted(holes - known) == [], "these rules have no test"
    assert sorted(known - holes) == [], "these rules have a test now (or are in no ledger): strike them out of open_rules.toml"
