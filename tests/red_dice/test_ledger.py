"""Every rule of the ledger has a test, but those that are named here."""

from pathlib import Path

from grognard.rulebooks.coverage import coverage
from grognard.rulebooks.ledger import ledger

OPEN: frozenset[str] = frozenset()
"""Rules whose tests are still to be written; a rule that has one must leave the list."""


def test_every_rule_is_tested_or_named_as_open():
    report = coverage(Path(__file__).parent.parent.parent).of_book("red_dice")
    assert {row.entry.id for row in report.holes} == OPEN
    assert len([entry for entry in ledger() if entry.book == "red_dice"]) == 84
