"""`grognard rules`: read the rules and see what stands on them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from textwrap import fill

from rich.console import Console, Group
from rich.text import Text

from grognard.core.errors import GrognardError
from grognard.rulebooks.coverage import Report, Row, coverage
from grognard.rulebooks.ledger import Entry, show

WIDTH = 100


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="grognard rules",
        description="The rules of the games by their ids, in our own words.",
        epilog="examples: 'grognard rules show S12.14a', 'grognard rules coverage --book eutaw --missing'",
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="{show,coverage}")

    read = commands.add_parser("show", help="print rules", description="Print a rule, or all rules whose id begins so.")
    read.add_argument("id", metavar="ID", help="a rule's id (S12.14a) or the beginning of several (S12.14, E3)")

    cover = commands.add_parser(
        "coverage",
        help="list each rule with its tests and its citations in the code",
        description="List each rule with the tests that check it and the code that cites it.",
    )
    cover.add_argument("--book", help="only this rulebook (series, eutaw, ...)")
    cover.add_argument("--missing", action="store_true", help="only the rules that need a test and have none")
    cover.add_argument("--strict", action="store_true", help="exit with 1 if a rule has no test or a test names no rule")
    cover.add_argument("--root", type=Path, default=Path(), help="the project's folder (default: this one)")
    return top


def command(argv: list[str]) -> int:
    """Run `grognard rules ...`: 0 if all is well, 1 if a rule is unknown or missing, 2 for a wrong option."""
    try:
        options = parser().parse_args(argv)
    except SystemExit as end:
        return int(end.code or 0)
    console = Console(file=sys.stdout, highlight=False)
    try:
        if options.command == "show":
            for entry in show(options.id):
                console.print(entry_text(entry, min(console.width, WIDTH)), soft_wrap=True)
            return 0
        report = coverage(options.root.resolve())
        if options.book is not None:
            report = report.of_book(options.book)
    except GrognardError as fault:
        print(fault, file=sys.stderr)
        return 1
    console.print(report_text(report, report.holes if options.missing else report.rows), soft_wrap=True)
    return 1 if options.strict and (report.holes or report.faults) else 0


def entry_text(entry: Entry, width: int = WIDTH) -> Group:
    """A rule as a reader wants it: title, kind, source, text, example, ruling."""
    said = [entry.text, f"Example: {entry.example}"]
    if entry.ruling is not None:
        said.append(f"Ruling: {entry.ruling}")
    return Group(
        Text.assemble((entry.id, "bold cyan"), "  ", (entry.title, "bold")),
        Text(fill(f"{entry.book}, {entry.kind}; {entry.source}", width), style="dim"),
        *(Text(fill(text, width, initial_indent="  ", subsequent_indent="  ")) for text in said),
        Text(),
    )


def report_text(report: Report, rows: tuple[Row, ...]) -> Group:
    """Each rule with its tests and citations, then a line for each rulebook and each fault."""
    return Group(
        *(_row(row) for row in rows),
        *(_sum(report, book) for book in report.books),
        *(Text(fault, style="red") for fault in report.faults),
    )


def _row(row: Row) -> Text:
    tests = list(map(str, row.tests)) or ["missing" if row.entry.needs_test else "none needed"]
    text = Text.assemble((row.entry.id, "bold red" if row.is_hole else "bold green"), "  ", row.entry.title)
    for heading, places in (("test", tests), ("code", map(str, row.citations))):
        for place in places:
            text.append(f"\n    {heading}  {place}", style="dim")
    return text


def _sum(report: Report, book: str) -> Text:
    rows = [row for row in report.rows if row.entry.book == book]
    needed = [row for row in rows if row.entry.needs_test]
    tested, cited = sum(bool(row.tests) for row in needed), sum(bool(row.citations) for row in rows)
    return Text(f"{book}: {tested} of {len(needed)} rules are tested, {cited} of {len(rows)} are cited in the code.")
