"""Summaries of the printed sections, read from data/summaries/<language>.toml beside every ledger."""

from __future__ import annotations

import tomllib
from collections.abc import Container
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from grognard.core.errors import DataError
from grognard.core.schemas import Data
from grognard.core.texts import ENGLISH, language_in_force
from grognard.rulebooks.ledger import books


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
    sections: dict[str, Summary] = {}
    for book, data in books(folder):
        for id, section in read(book, data, language).items():
            if id in sections:
                raise DataError(f"Section {id} stands in the summaries of {sections[id].book} and again in those of {book}.")
            sections[id] = section
    return sections


def read_languages(folder: Traversable) -> tuple[str, ...]:
    """The languages with summaries of at least one game below a folder."""
    found = {ENGLISH}
    for _, data in books(folder):
        if (data / "summaries").is_dir():
            found |= {file.name.removesuffix(".toml") for file in (data / "summaries").iterdir() if file.name.endswith(".toml")}
    return tuple(sorted(found))


@cache
def summaries(language: str = ENGLISH) -> dict[str, Summary]:
    """Every section of the installed games by its id, read once per process."""
    return read_all(files("grognard.games"), language)


@cache
def languages() -> tuple[str, ...]:
    """The languages with summaries, read once per process."""
    return read_languages(files("grognard.games"))


def spoken_language(language: str | None = None) -> str:
    """The given or current language, or English if it has no summaries."""
    wanted = language_in_force() if language is None else language
    return wanted if wanted in languages() else ENGLISH


def summary(id: str, language: str | None = None) -> Summary | None:
    """The summary of the section that contains a rule or section, in the given or current language; None if there is none.

    Falls back to English.
    """
    sections = summaries(spoken_language(language))
    found = section_of(id, sections)
    return sections[found] if found is not None and sections[found].text else None
