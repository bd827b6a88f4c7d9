"""`grognard rules`: read the rules and the charts, and see which tests and code implement them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from textwrap import fill
from typing import Any

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grognard.cli.arguments import Parser
from grognard.core.charts import Chart
from grognard.core.errors import GrognardError
from grognard.core.scenarios import find
from grognard.core.texts import ENGLISH, speaking, texts_of
from grognard.rulebooks.coverage import Report, Row, coverage
from grognard.rulebooks.ledger import Entry
from grognard.rulebooks.library import Line, Page, excerpt, library
from grognard.rulebooks.summaries import Summary

WIDTH = 100
BOOK = "only this rulebook, by the name that 'grognard rules contents' prints"


def parser() -> Parser:
    top = Parser(
        prog="grognard rules",
        description="The rules of the games, in our own words: a summary of each printed section, and every rule by its id.",
        epilog="examples: 'grognard rules contents --book series', 'grognard rules show 12.14', "
        "'grognard rules find diversion', 'grognard rules charts revolution/eutaw/historical', "
        "'grognard rules coverage --book eutaw --missing'",
    )
    adders = {
        "show": add_show,
        "contents": add_contents,
        "find": add_find,
        "charts": add_charts,
        "coverage": add_coverage,
    }
    commands = top.add_subparsers(dest="command", required=True, metavar=f"{{{','.join(adders)}}}")
    for name, add in adders.items():
        add(commands, name)
    return top


def add_show(commands: Any, name: str) -> None:
    show = commands.add_parser(
        name,
        help="print a section or a rule",
        description="Print the summary of a section, then its rules with their rulings; for a chapter, the summaries in it.",
        epilog="examples: 'grognard rules show 12.14', 'grognard rules show S12.14c', 'grognard rules show E3'",
    )
    show.add_argument(
        "id",
        metavar="ID",
        help="a section (S12.14, or 12.14 in every rulebook), a chapter (S12), a rule (S12.14c), or the beginning of an id",
    )
    add_reading_options(show)


def add_contents(commands: Any, name: str) -> None:
    contents = commands.add_parser(
        name, help="list the sections", description="List the sections of the rulebooks with their titles, as an outline."
    )
    add_reading_options(contents)


def add_find(commands: Any, name: str) -> None:
    find = commands.add_parser(
        name,
        help="search summaries and rules",
        description="List the summaries and the rules that contain all these words, or words that begin with them, each with "
        "the most relevant sentence.",
        epilog="example: 'grognard rules find cavalry withdraw'",
    )
    find.add_argument("words", metavar="WORD", nargs="+", help="a word or the beginning of one")
    add_reading_options(find)


def add_charts(commands: Any, name: str) -> None:
    charts = commands.add_parser(
        name,
        help="print the charts of a scenario",
        description="Print the tables of a scenario as they appear on its charts.",
        epilog="examples: 'grognard rules charts revolution/eutaw/historical', "
        "'grognard rules charts revolution/eutaw/historical terrain'",
    )
    charts.add_argument("scenario", metavar="SCENARIO", help="a scenario ('grognard games' lists them)")
    charts.add_argument("charts", metavar="CHART", nargs="*", help="only these charts (default: all)")
    charts.add_argument("--language", default=ENGLISH, help=f"the language of the charts (default: {ENGLISH})")


def add_reading_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--book", help=BOOK)
    parser.add_argument("--language", default=ENGLISH, help=f"the language of the summaries (default: {ENGLISH})")


def add_coverage(commands: Any, name: str) -> None:
    cover = commands.add_parser(
        name,
        help="list each rule with its tests and its citations in the code",
        description="List each rule with the tests that check it and the code that cites it.",
    )
    cover.add_argument("--book", help=BOOK)
    cover.add_argument("--missing", action="store_true", help="only the rules that need a test and have none")
    cover.add_argument("--strict", action="store_true", help="exit with 1 if a rule has no test or a test names no rule")
    cover.add_argument("--root", type=Path, default=Path(), help="the project's folder (default: this one)")


def command(argv: list[str]) -> int:
    """Run `grognard rules ...`: 0 on success, 1 if a rule is unknown or missing, 2 for a wrong option."""
    try:
        options = parser().parse_args(argv)
    except SystemExit as end:
        return int(end.code or 0)
    console = Console(file=sys.stdout, highlight=False)
    try:
        if options.command == "charts":
            with speaking(options.language):
                for chart in charts_wanted(options.scenario, options.charts):
                    console.print(chart_text(chart))
            return 0
        if options.command != "coverage":
            console.print(Group(*reading(options, min(console.width, WIDTH))), soft_wrap=True)
            return 0
        report = coverage(options.root.resolve())
        if options.book is not None:
            report = report.of_book(options.book)
    except GrognardError as fault:
        print(fault, file=sys.stderr)
        return 1
    console.print(report_text(report, report.holes if options.missing else report.rows), soft_wrap=True)
    return 1 if options.strict and (report.holes or report.faults) else 0


def reading(options: argparse.Namespace, width: int) -> Iterator[RenderableType]:
    """What `show`, `contents` and `find` print."""
    shelf = library(options.language)
    if options.book is not None:
        shelf = shelf.of_book(options.book)
    match options.command:
        case "show":
            for page in shelf.show(options.id):
                yield page_text(page, width)
        case "contents":
            for book, lines in groupby(shelf.contents(), lambda line: line.book):
                yield contents_text(book, list(lines))
        case "find":
            for found in shelf.find(options.words):
                yield found_text(found, options.words, width)


def charts_wanted(id: str, names: list[str]) -> list[Chart]:
    """The charts of a scenario, or those with these names; an unknown name is refused."""
    scenario = find(id)
    rules = scenario.rules(scenario.complete(None))
    with texts_of(rules):
        known = {chart.id: chart for chart in rules.charts()}
    for name in names:
        if name not in known:
            raise GrognardError(f"There is no chart '{name}' of {id}; the charts are {', '.join(known)}.")
    return [known[name] for name in names] or list(known.values())


def chart_text(chart: Chart) -> Group:
    """A chart as a table, with its rules in the heading and its notes below."""
    heading = Text.assemble((chart.title, "bold"), (f"  ({', '.join(chart.cites)})", "dim"))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(chart.corner, style="green")
    for column in chart.columns:
        table.add_column(column, justify="center" if len(chart.columns) > 2 else "left")
    for row in chart.rows:
        table.add_row(Text(row.title), *map(Text, row.cells))
    notes = (Padding(Text(note, style="dim"), (0, 0, 0, 2)) for note in chart.notes)
    return Group(heading, table, *notes, Text())


def page_text(page: Page, width: int = WIDTH) -> Group:
    """A summary first, then the rules that belong to it."""
    summaries = [] if page.summary is None else [summary_text(page.summary, width)]
    return Group(*summaries, *(entry_text(entry, width) for entry in page.entries))


def summary_text(summary: Summary, width: int = WIDTH) -> Group:
    """A section for players: title, a few sentences, related sections."""
    said = [Text(fill(summary.text, width, initial_indent="  ", subsequent_indent="  "))] if summary.text else []
    see = [Text(fill(f"See also {', '.join(summary.see)}", width, initial_indent="  "), style="dim")] if summary.see else []
    heading = Text.assemble((summary.id, "bold green"), "  ", (summary.title, "bold"), (f"  ({summary.book})", "dim"))
    return Group(heading, *said, *see, Text())


def contents_text(book: str, lines: list[Line]) -> Group:
    """The outline of one rulebook."""
    return Group(
        Text(book, style="bold"),
        *(Text.assemble("  " * (line.depth + 1), (line.id, "green"), "  ", line.title) for line in lines),
        Text(),
    )


def found_text(found: Summary | Entry, words: list[str], width: int = WIDTH) -> Group:
    """A line with the title, then the most relevant sentence; summaries are highlighted."""
    styles = ("bold green", "bold") if isinstance(found, Summary) else ("cyan", "")
    return Group(
        Text.assemble((found.id, styles[0]), "  ", (found.title, styles[1])),
        Text(fill(excerpt(found, words), width, initial_indent="    ", subsequent_indent="    "), style="dim"),
    )


def entry_text(entry: Entry, width: int = WIDTH) -> Group:
    """A rule in full: title, kind, source, text, example, ruling."""
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
