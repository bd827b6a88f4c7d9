"""Every rule of every ledger has a test."""

from pathlib import Path

from grognard.rulebooks.coverage import coverage

ROOT = Path(__file__).parents[2]


def test_every_rule_has_a_test():
    report = coverage(ROOT)
    assert report.faults == ()
    assert [row.entry.id for row in report.holes] == []
