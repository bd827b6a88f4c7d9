"""The rules to read: contents, what was looked for, a section with its rules, and the charts of a scenario."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from grognard.core.errors import UnknownName
from grognard.core.rules import Rules
from grognard.core.scenarios import find
from grognard.core.texts import in_table, language_in_force, texts_of
from grognard.rulebooks.ledger import Book, Entry, current_books, named_book
from grognard.rulebooks.library import Library, excerpt, holds, library, patterns
from grognard.rulebooks.summaries import Summary
from grognard.server.refusals import Refused
from grognard.server.shapes import Chart, ChartRow, Rule, RuleLine, RuleLink, RulePage

MOST = 60
"""How much is shown of what was found."""
NUMBER = re.compile(r"[A-Za-z]{0,2}-?\d[\w.-]*|[A-Z][\w.]*-[\w.-]+")
"""What looks like a number of a rule rather than a word: 12.14, S12.14c, P-D5a, S-T-crt."""
CITED = re.compile(r"(?<![\w.-])[A-Z]\w*(?:[.-]\w+)*")
"""What may be an id in a text."""


def rules_named(scenario: str) -> Rules:
    """The rules of a scenario, or a refusal that says which there are."""
    try:
        found = find(scenario)
    except UnknownName as fault:
        raise Refused("unknown", str(fault)) from None
    return found.rules(found.complete(None))


def shelf_of(scenario: str) -> Library:
    """The rulebooks of a scenario, or all of them."""
    return library().of_rules(rules_named(scenario)) if scenario else library()


def book_title(name: str) -> str:
    """The title of a rulebook, in the words of its own game."""
    book = named_book(name)
    if book is None:
        return name.replace("_", " ")
    with texts_of(book):
        return in_table("book", book.package.rpartition(".")[2]).replace("_", " ")


# ---------------------------------------------------------------- contents and searching


def contents(scenario: str) -> list[RuleLine]:
    return list(contents_in(scenario, language_in_force()))


@lru_cache(maxsize=64)
def contents_in(scenario: str, language: str) -> tuple[RuleLine, ...]:
    """The contents of the rulebooks; the language is in force already and here only tells what is kept apart."""
    shelf = shelf_of(scenario)
    return tuple(
        RuleLine(line.id, line.title, "", book_title(line.book), line.depth, "section" if line.id in shelf.sections else "rule")
        for line in shelf.contents()
    )


def found(words: str, scenario: str) -> list[RuleLine]:
    """What has these numbers or words; nothing at all is an answer, too."""
    shelf, wanted = shelf_of(scenario), words.split()
    by_number = [part for word in wanted if NUMBER.fullmatch(word) for part in numbered(shelf, word)]
    try:
        by_word = shelf.find(wanted) if wanted else []
    except UnknownName:
        by_word = []
    best = sorted(by_word, key=lambda part: rank(part, wanted))
    every = {part.id: part for part in (*by_number, *best)}
    return [found_line(part, wanted) for part in list(every.values())[:MOST]]


def rank(part: Summary | Entry, wanted: Sequence[str]) -> int:
    """What is called so comes first, then sections, then single rules."""
    if all(term.search(part.title) for term in patterns(wanted)):
        return 0 if isinstance(part, Summary) else 1
    return 2 if isinstance(part, Summary) else 3


def numbered(shelf: Library, number: str) -> list[Summary | Entry]:
    """The sections and rules with this number, or whose number begins so; what has the very number comes first."""
    try:
        pages = shelf.show(number)
    except UnknownName:
        return []
    found = [part for page in pages for part in (page.summary, *page.entries) if part is not None]
    return sorted(found, key=lambda part: part.id.casefold() != number.casefold())


def found_line(part: Summary | Entry, wanted: Sequence[str]) -> RuleLine:
    kind: Literal["section", "rule"] = "section" if isinstance(part, Summary) else "rule"
    return RuleLine(part.id, part.title, excerpt(part, wanted), book_title(part.book), 0, kind)


# ---------------------------------------------------------------- one section


def page_of(id: str, scenario: str = "") -> RulePage:
    """The page of a rule; of a scenario, its own rulebooks are read first."""
    if not scenario:
        return page_in(id, language_in_force())
    with texts_of(rules_named(scenario)):
        own = current_books()
        return page_in(id, language_in_force(), *own)


@lru_cache(maxsize=2000)
def page_in(id: str, language: str, *first: Book) -> RulePage:
    """The section that a rule lies in, with all its rules; a rule that no section holds stands with those of its number.

    The language is in force already and here only tells what is kept apart.
    """
    shelf = library()
    try:
        shown = shelf.show(id)[0]
    except UnknownName as fault:
        raise Refused("unknown", str(fault)) from None
    section = shown.summary
    entries = shelf.rules.get(section.id, []) if section is not None else siblings(shelf, shown.entries[0])
    head: Summary | Entry = section if section is not None else shown.entries[0]
    rules = tuple(Rule(entry.id, entry.title, flat(entry.text), flat(entry.example), flat(entry.ruling)) for entry in entries)
    text = section.text if section is not None else ""
    inner = [other for other in shelf.sections.values() if other.id != head.id and holds(head.id, other.id)]
    before, after = neighbours(shelf, head)
    return RulePage(
        head.id,
        head.title,
        text,
        book_title(head.book),
        tuple(link(other) for other in shelf.sections.values() if other.id != head.id and holds(other.id, head.id)),
        tuple(link(other) for other in inner),
        links_to(shelf, section.see if section is not None else ()),
        rules,
        mentioned(shelf, head.id, [text, *(said for rule in rules for said in (rule.text, rule.example, rule.ruling))]),
        before,
        after,
    )


def siblings(shelf: Library, entry: Entry) -> list[Entry]:
    """The rules of the same number, which differ in their last letter; of what no section covers."""
    stem = entry.id.rstrip("abcdefghijklmnopqrstuvwxyz") or entry.id
    return [other for other in shelf.rules.get(None, []) if other.book == entry.book and holds(stem, other.id)] or [entry]


def neighbours(shelf: Library, head: Summary | Entry) -> tuple[RuleLink | None, RuleLink | None]:
    """What stands before and after it in the contents of its book."""
    lines = list(shelf.of_book(head.book).contents())
    place = next((number for number, line in enumerate(lines) if line.id == head.id), None)
    if place is None:
        return None, None
    before = RuleLink(lines[place - 1].id, lines[place - 1].title) if place else None
    after = RuleLink(lines[place + 1].id, lines[place + 1].title) if place + 1 < len(lines) else None
    return before, after


def links_to(shelf: Library, ids: Sequence[str]) -> tuple[RuleLink, ...]:
    titles = {entry.id: entry.title for entry in shelf.entries} | {id: part.title for id, part in shelf.sections.items()}
    return tuple(RuleLink(id, titles[id]) for id in ids if id in titles)


def link(part: Summary | Entry) -> RuleLink:
    return RuleLink(part.id, part.title)


def mentioned(shelf: Library, own: str, texts: Sequence[str]) -> tuple[str, ...]:
    """The ids that texts name, so that a reader can follow them."""
    known = {entry.id for entry in shelf.entries} | set(shelf.sections)
    return tuple(dict.fromkeys(id for text in texts for id in CITED.findall(text) if id in known and id != own))


def flat(text: str | None) -> str:
    return " ".join((text or "").split())


# ---------------------------------------------------------------- charts


def charts_of(scenario: str) -> list[Chart]:
    """The printed tables of a scenario."""
    rules = rules_named(scenario)
    with texts_of(rules):
        return [
            Chart(
                chart.id,
                chart.title,
                chart.corner,
                chart.columns,
                tuple(ChartRow(row.title, row.cells, row.cites) for row in chart.rows),
                chart.notes,
                chart.cites,
            )
            for chart in rules.charts()
        ]
