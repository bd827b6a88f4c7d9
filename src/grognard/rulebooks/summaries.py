"""Summaries of the printed sections, read from data/summaries/<language>.toml beside every ledger."""

from __future__ import annotations

import tomllib
from collections.abc import Container, Iterable, Mapping
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from grognard.core.errors import DataError, GrognardError
from grognard.core.schemas import Data
from grognard.core.texts import ENGLISH, language_in_force
from grognard.rulebooks.ledger import LOG, Book, books, current_books, entries_of, every_book, shelf


class Summary(Data):
    """A printed section in our own words; a heading that only groups sections has no text."""

    book: str
    id: str
    title: str
    text: str = ""
    see: tuple[str, ...] = ()


def section_of(id: str, sections: Container[str]) -> str | None:
    """The innermost section that contains an id: S12.14a is in S12.14, in S12 and in S, but not in S12.1."""
    return next((id[:end] for end in range(len(id), 0, -1) if id[:end] in sections and not is_cut(id, end)), None)


def is_cut(id: str, end: int) -> bool:
    """Whether a prefix of an id cuts a number or a word in two; the first letter, which is the book's, is separate."""
    seam = id[end - 1 : end + 1]
    return len(seam) == 2 and (seam.isdigit() or (seam.isalpha() and end > 1))


def read(book: str, data: Traversable, language: str) -> dict[str, Summary]:
    """The sections of one rulebook in order, falling back to English. A fault is reported in one sentence."""
    english = _tables(book, data, ENGLISH)
    words = english if language == ENGLISH else _tables(book, data, language)
    for id in words:
        if id not in english:
            raise DataError(f"Section {id} in the summaries of {book} ({language}) is not among the English ones.")
    return {id: _section(english[id] | words.get(id, {}) | {"book": book, "id": id}, language) for id in english}


def _section(fields: dict[str, Any], language: str) -> Summary:
    try:
        section = msgspec.convert(fields, Summary)
    except msgspec.ValidationError as fault:
        place = f"Section {fields['id']} in the summaries of {fields['book']} ({language})"
        raise DataError(f"{place} cannot be used: {str(fault).rstrip('.')}.") from None
    return msgspec.structs.replace(section, text=" ".join(section.text.split()))


def _tables(book: str, data: Traversable, language: str) -> dict[str, dict[str, Any]]:
    """The contents of a file by section; empty if a game has no file in this language."""
    file = data / "summaries" / f"{language}.toml"
    if not file.is_file():
        return {}
    try:
        tables = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise DataError(f"The summaries of {book} ({language}) are not TOML: {fault}.") from None
    for id, table in tables.items():
        if not isinstance(table, dict):
            raise DataError(f"Section {id} in the summaries of {book} ({language}) must be a table with a title.")
    return tables


def read_all(folder: Traversable, language: str = ENGLISH) -> dict[str, Summary]:
    """The sections of every rulebook below a folder of games; an id belongs to one section only."""
    return joined(read(book.name, book.data, language) for book in books(folder))


def joined(found: Iterable[Mapping[str, Summary]]) -> dict[str, Summary]:
    sections: dict[str, Summary] = {}
    for id, section in (part for book in found for part in book.items()):
        if id in sections:
            stands = f"Section {id} stands in the summaries of {sections[id].book} and again in those of {section.book}."
            raise DataError(stands)
        sections[id] = section
    return sections


@cache
def sections_of(book: Book, language: str = ENGLISH) -> dict[str, Summary]:
    """The sections of a rulebook; those of another package that cannot be read are reported, and there are none."""
    try:
        return read(book.name, book.data, language)
    except GrognardError as fault:
        if book.is_ours:
            raise
        LOG.error("%s", fault)
        return {}


def overlap(book: Book, other: Book) -> bool:
    """Whether two rulebooks use the same ids: of a rule, of a section, or of a section that holds a rule of the other."""
    ids = [{*(entry.id for entry in entries_of(each)), *sections_of(each)} for each in (book, other)]
    held = ((id, sections_of(holder)) for own, holder in ((ids[0], other), (ids[1], book)) for id in own)
    return not ids[0].isdisjoint(ids[1]) or any(section_of(id, sections) is not None for id, sections in held)


def read_languages(folder: Traversable) -> tuple[str, ...]:
    """The languages with summaries of at least one game below a folder."""
    return languages_of(books(folder))


def languages_of(found: Iterable[Book]) -> tuple[str, ...]:
    known = {ENGLISH}
    for book in found:
        folder = book.data / "summaries"
        if folder.is_dir():
            known |= {file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml")}
    return tuple(sorted(known))


@cache
def summaries(language: str = ENGLISH, *first: Book) -> dict[str, Summary]:
    """Every section of the installed games by its id, read once per process; of `shelf(*first)`, if books are named."""
    return joined(sections_of(book, language) for book in shelf(*first))


@cache
def languages() -> tuple[str, ...]:
    """The languages with summaries, read once per process."""
    return languages_of(every_book())


def spoken_language(language: str | None = None) -> str:
    """The given or current language, or English if it has no summaries."""
    wanted = language_in_force() if language is None else language
    return wanted if wanted in languages() else ENGLISH


def summary(id: str, language: str | None = None) -> Summary | None:
    """The summary of the section that contains a rule or section, in the given or current language; None if there is none.

    Falls back to English. Within the scope of a game its own rulebooks come first.
    """
    sections = summaries(spoken_language(language), *current_books())
    found = section_of(id, sections)
    return sections[found] if found is not None and sections[found].text else None
