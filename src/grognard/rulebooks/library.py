"""Ledgers and summaries side by side: looking up a rule, the table of contents, and searching."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import groupby

from msgspec import Struct

from grognard.core.errors import GrognardError, UnknownName
from grognard.core.rules import Rules
from grognard.core.texts import ENGLISH
from grognard.rulebooks.ledger import Book, Entry, books_of, check_book, current_books, entries_of, ledger, named_book
from grognard.rulebooks.summaries import Summary, languages, section_of, sections_of, spoken_language, summaries


class Page(Struct, frozen=True):
    """A section as it is shown: its summary, if it has one, and rules of the ledger."""

    summary: Summary | None
    entries: tuple[Entry, ...] = ()


class Line(Struct, frozen=True):
    """A line of the table of contents."""

    depth: int
    book: str
    id: str
    title: str


class Library:
    """The rules of the ledger, each in its printed section."""

    def __init__(self, entries: Sequence[Entry], sections: Mapping[str, Summary], language: str = ENGLISH) -> None:
        self.language = language
        self.entries = tuple(entries)
        self.sections = sections
        self.books = tuple(dict.fromkeys(entry.book for entry in entries))
        self.ids = (*sections, *(entry.id for entry in entries if entry.id not in sections))
        self.rules: dict[str | None, list[Entry]] = {}
        for entry in entries:
            self.rules.setdefault(section_of(entry.id, sections), []).append(entry)

    def of_book(self, book: str) -> Library:
        """The part for one rulebook; one that is read by its name only is found here, too."""
        apart = None if book in self.books else named_book(book)
        if apart is not None:
            return library_of([apart], self.language)
        check_book(book, self.books)
        return self.of_books((book,))

    def of_books(self, books: Sequence[str]) -> Library:
        """The part for these rulebooks, in this order."""
        return Library(
            [entry for book in books for entry in self.entries if entry.book == book],
            {id: section for book in books for id, section in self.sections.items() if section.book == book},
            self.language,
        )

    def of_rules(self, rules: Rules) -> Library:
        """The rulebooks of a scenario: its own first, then those it builds on."""
        own = books_of(*(part.__module__ for part in type(rules).__mro__))
        together = all(book.name in self.books for book in own)
        return self.of_books([book.name for book in own]) if together else library_of(own, self.language)

    def section(self, entry: Entry) -> Summary | None:
        """The section that contains a rule."""
        found = section_of(entry.id, self.sections)
        return None if found is None else self.sections[found]

    # ------------------------------------------------------------------ looking up

    def show(self, wanted: str) -> list[Page]:
        """The section, the rule, or else all rules whose id begins like this; a bare number (12.14) is sought everywhere."""
        names = self._names(wanted)
        pages = [
            page for name in names for page in self._section_pages(name) or self._rule_page(name) or self._inner_pages(name)
        ]
        pages = pages or [page for name in names for page in self._pages_that_begin(name)]
        if not pages:
            raise UnknownName(f"There is no rule '{wanted}'; {self.nearest(wanted)}.")
        return pages

    def _names(self, wanted: str) -> list[str]:
        """The ids that may be meant, in lower case."""
        name = wanted.strip().casefold()
        if name[:1].isdigit():
            return [letter + name for letter in dict.fromkeys(id[0].casefold() for id in self.ids)]
        return [name] if name else []

    def _section_pages(self, name: str) -> list[Page]:
        """A section with its own rules, then the summaries of the sections in it."""
        found = next((section for id, section in self.sections.items() if id.casefold() == name), None)
        if found is None:
            return []
        inner = [Page(section) for section in self.sections.values() if section is not found and holds(found.id, section.id)]
        return [Page(found, tuple(self.rules.get(found.id, ()))), *inner]

    def _rule_page(self, name: str) -> list[Page]:
        return [Page(self.section(entry), (entry,)) for entry in self.entries if entry.id.casefold() == name]

    def _inner_pages(self, name: str) -> list[Page]:
        """By section, the rules in parts without their own summary."""
        return self._pages(entry for entry in self.entries if holds(name, entry.id.casefold()))

    def _pages_that_begin(self, name: str) -> list[Page]:
        """By section, the rules whose id begins like this, even if a number (S9.5) or a word is cut in two."""
        return self._pages(entry for entry in self.entries if entry.id.casefold().startswith(name))

    def _pages(self, entries: Iterable[Entry]) -> list[Page]:
        return [Page(section, tuple(found)) for section, found in groupby(entries, self.section)]

    def nearest(self, wanted: str) -> str:
        """The ids most similar to the one that was wanted."""
        ids = {name: id for id in reversed(self.ids) for name in (id.casefold(), id[1:].casefold()) if name}
        close = get_close_matches(wanted.strip().casefold(), ids, n=5, cutoff=0.5)
        if close:
            return f"the nearest are {', '.join(dict.fromkeys(ids[name] for name in close))}"
        known = ", ".join(entry.id for entry in self.entries[:3])
        return f"ids look like {known}" if known else "no game with a ledger is installed"

    # ------------------------------------------------------------------ contents

    def contents(self) -> Iterator[Line]:
        """The sections in order; rules without a summary have their own lines."""
        for book in self.books:
            for section in self.sections.values():
                if section.book == book:
                    depth = sum(holds(id, section.id) for id in self.sections) - 1
                    yield Line(depth, book, section.id, section.title)
            for entry in self.entries:
                if entry.book == book and not is_summed_up(self.section(entry)):
                    yield Line(0, book, entry.id, entry.title)

    # ------------------------------------------------------------------ searching

    def find(self, words: Sequence[str]) -> list[Summary | Entry]:
        """The summaries and rules in which each search word begins a word, section by section."""
        terms = patterns(words)
        if not terms:
            raise GrognardError("There is nothing to look for; give a word or more, as in 'grognard rules find withdrawal'.")
        found = [text for text in self._texts() if all(term.search(f"{text.id} {text.title} {said(text)}") for term in terms)]
        if not found:
            raise UnknownName(f"No rule mentions '{' '.join(words)}'; try fewer or shorter words.")
        return found

    def _texts(self) -> Iterator[Summary | Entry]:
        """Every summary followed by the rules of its section, then the rules without one."""
        for id, section in self.sections.items():
            yield section
            yield from self.rules.get(id, ())
        yield from self.rules.get(None, ())


def holds(section: str, id: str) -> bool:
    """Whether an id is in a section, directly or nested."""
    return section_of(id, {section}) is not None


def is_summed_up(section: Summary | None) -> bool:
    return section is not None and bool(section.text)


def patterns(words: Sequence[str]) -> list[re.Pattern[str]]:
    """Patterns that match the beginnings of words."""
    return [re.compile(rf"(?<!\w){re.escape(word)}", re.IGNORECASE) for word in " ".join(words).split()]


def said(text: Summary | Entry) -> str:
    """The text of a summary, or of a rule with its ruling."""
    ruling = text.ruling if isinstance(text, Entry) else None
    return " ".join(f"{text.text} {ruling or ''}".split())


def excerpt(text: Summary | Entry, words: Sequence[str]) -> str:
    """The sentence of a summary or a rule that is most relevant to the words."""
    terms = patterns(words)
    return max(re.split(r"(?<=[.?!]) ", said(text)), key=lambda sentence: sum(bool(term.search(sentence)) for term in terms))


def library(language: str | None = None) -> Library:
    """The rules of the installed games with their summaries in the given or current language.

    Within the scope of a game whose rulebooks use ids of others, its own come first and the others are left out.
    """
    known = languages()
    if language is not None and language not in known:
        raise UnknownName(f"There are no summaries in '{language}'; the languages are {', '.join(known)}.")
    first, spoken = current_books(), language or spoken_language()
    return Library(ledger(*first), summaries(spoken, *first), spoken)


def library_of(books: Sequence[Book], language: str) -> Library:
    """These rulebooks alone."""
    sections = {id: section for book in reversed(books) for id, section in sections_of(book, language).items()}
    return Library([entry for book in books for entry in entries_of(book)], sections, language)
