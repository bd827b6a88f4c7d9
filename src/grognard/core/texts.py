"""Numbers and refusals that explain themselves: a text key with arguments and the rules they are based on.

Texts are in the current language: English unless `with speaking("it"):` says otherwise.
"""

from __future__ import annotations

import logging
import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib import resources
from typing import Any

import msgspec

log = logging.getLogger(__name__)

Argument = str | int | float
Arguments = Mapping[str, Argument]

PACKAGES: list[str] = ["grognard.core"]
"""Packages with texts in data/texts/<language>.toml; a game adds its own when it is imported."""

ENGLISH = "en"
"""The complete language, which the others fall back to."""

IN_FORCE: ContextVar[str] = ContextVar("language", default=ENGLISH)
"""The language of this thread or task; a request or a client sets its own without affecting others."""


class Modifier(msgspec.Struct, frozen=True):
    """A signed number with its label and its rule; the total of a roll is the sum of its modifiers."""

    value: int
    label: str
    cites: str
    args: Arguments = {}

    def __str__(self) -> str:
        return f"{self.value:+d} {text(self.label, self.args)} ({self.cites})"


class Reason(msgspec.Struct, frozen=True):
    """Why something may not be done: a text key with arguments and the rules that forbid it."""

    key: str
    cites: tuple[str, ...] = ()
    args: Arguments = {}
    pieces: tuple[str, ...] = ()
    """The pieces that are the reason: they still have to do something."""

    def __str__(self) -> str:
        words = text(self.key, self.args)
        return f"{words} ({', '.join(self.cites)})" if self.cites else words


def flatten(table: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """`{"event": {"moved": "..."}}` as `{"event.moved": "..."}`."""
    flat: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            flat |= flatten(value, f"{prefix}{key}.")
        else:
            flat[prefix + key] = value
    return flat


@cache
def texts(language: str, packages: tuple[str, ...]) -> dict[str, str]:
    """All texts of a language; later packages may override earlier ones."""
    found: dict[str, str] = {}
    for package in packages:
        file = resources.files(package) / "data" / "texts" / f"{language}.toml"
        if file.is_file():
            found |= flatten(tomllib.loads(file.read_text("utf-8")))
    return found


def register_texts(package: str) -> None:
    """Register the texts of a package."""
    if package not in PACKAGES:
        PACKAGES.append(package)


# ---------------------------------------------------------------- the language


def languages() -> tuple[str, ...]:
    """The languages with texts, English first."""
    return languages_of(tuple(PACKAGES))


@cache
def languages_of(packages: tuple[str, ...]) -> tuple[str, ...]:
    folders = (resources.files(package) / "data" / "texts" for package in packages)
    files = (file.name for folder in folders if folder.is_dir() for file in folder.iterdir())
    others = {name.removesuffix(".toml") for name in files if name.endswith(".toml")} - {ENGLISH}
    return ENGLISH, *sorted(others)


def nearest_language(wanted: str) -> str:
    """The language itself, or its base (`it` for `it-CH`), or English: always one with texts."""
    known = languages()
    for name in (wanted.casefold(), wanted.casefold().partition("-")[0]):
        if name in known:
            return name
    return ENGLISH


def language_in_force() -> str:
    return IN_FORCE.get()


@contextmanager
def speaking(language: str) -> Iterator[str]:
    """Use this language, as far as it has texts, within the `with` block; yields the one really used."""
    spoken = nearest_language(language)
    before = IN_FORCE.set(spoken)
    try:
        yield spoken
    finally:
        IN_FORCE.reset(before)


# ---------------------------------------------------------------- the words


def words_for(key: str, language: str | None = None) -> str | None:
    """The text as written, in the given or current language; English if it has none."""
    packages = tuple(PACKAGES)
    spoken = IN_FORCE.get() if language is None else nearest_language(language)
    if spoken != ENGLISH and (words := texts(spoken, packages).get(key)):
        return words
    return texts(ENGLISH, packages).get(key)


def has_text(key: str, language: str | None = None) -> bool:
    """Whether there is a text for a key, at least in English."""
    return words_for(key, language) is not None


def in_table(table: str, word: str) -> str:
    """The text `table.word`, or the word itself."""
    key = f"{table}.{word}"
    return text(key) if has_text(key) else word


def text(key: str, args: Mapping[str, Argument] | None = None, language: str | None = None) -> str:
    """The text of a key in the given or current language; the key itself if there is none."""
    words = words_for(key, language)
    if words is None:
        return key if not args else f"{key} {dict(args)}"
    try:
        return words.format_map(dict(args or {}))
    except UNFILLED as fault:
        log.error("The text '%s' cannot be filled in with %s: %r", key, dict(args or {}), fault)
        return plainly(words, args or {})


UNFILLED = (KeyError, IndexError, ValueError, AttributeError, TypeError)
"""What goes wrong where a text and its arguments do not fit together: a mistake of ours, which no player should read."""


def plainly(words: str, args: Mapping[str, Argument]) -> str:
    """A text that cannot be filled in as it is written: with the arguments that there are, as they are."""

    def filled(field: re.Match[str]) -> str:
        return str(args.get(field["name"], "")) or text("told.unsaid")

    return FIELD.sub(filled, words).replace("{", "").replace("}", "")


FIELD = re.compile(r"\{(?P<name>\w*)[^{}]*\}")
