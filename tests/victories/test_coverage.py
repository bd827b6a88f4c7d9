"""The rules of Give Us Victories that no test checks yet: the list may only shrink."""

from pathlib import Path

from grognard.rulebooks.coverage import coverage

OPEN = {
    "U3.13",
    "U3.17",
    "U9.27",
    "U9.28",
    "U9.29",
    "U9.30",
    "U13.17",
    "U17.7",
    "U17.14",
    "U17.17",
    "U17.18",
    "U17.22",
    "U20.1",
    "U20.2",
    "U20.3",
    "U20.4",
    "U20.5",
    "U20.6",
    "U20.7",
    "U20.8",
}


def test_every_rule_is_tested_but_those_that_are_still_open():
    root = Path(__file__).parent.parent.parent
    assert {row.entry.id for row in coverage(root).of_book("victories").holes} == OPEN
