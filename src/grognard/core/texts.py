"""Numbers and refusals that explain themselves: a text key with arguments and the rules they are based on.

Texts are in the current language: English unless `with speaking("it"):` says otherwise. They are those of the current
game: within `with texts_of(rules):` a key is looked up in the game's own package, then in what the game builds on, then
in core and the clients. Another game's texts are never used there. Outside of such a block every package is searched.
"""

from __future__ import annotations

import logging
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Protocol

import msgspec

log = logging.getLogger(__name__)

Argument = str | int | float
Arguments = Mapping[str, Argument]

ENGLISH = "en"
"""The complete language, which the others fall back to."""


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


# ---------------------------------------------------------------- packages with texts


CORE = "grognard.core"
SHARED: list[str] = [CORE]
"""The packages whose texts every game may use: core and the clients."""

GAMES: list[str] = []
"""The packages of games with texts, found so far; in any order."""


def register_texts(package: str) -> None:
    """Register a game's texts, in `data/texts/<language>.toml` of its package, to be found when no game is current.

    The packages of the installed games and of the rules that have been built are registered without this.
    """
    if package not in GAMES:
        GAMES.append(package)
        forget()


def register_shared_texts(package: str) -> None:
    """Register the texts of a client, which it uses whatever is played."""
    if package not in SHARED:
        SHARED.append(package)
        forget()


def forget() -> None:
    """Look up everything anew: another package has been registered."""
    words_in.cache_clear()
    languages.cache_clear()


def every_package() -> tuple[str, ...]:
    """All packages with texts, the first to be preferred: the shared ones, our games, then guests, each in order of name."""
    own = __name__.partition(".")[0]
    games = sorted(GAMES, key=lambda package: (package.partition(".")[0] != own, package))
    return tuple(dict.fromkeys((*SHARED, *games)))


def packages_of(kind: type) -> tuple[str, ...]:
    """The packages in which the texts of a rules class are looked up: its own, those of its base classes, and core."""
    packages = packages_around(*(base.__module__ for base in kind.__mro__))
    for package in packages:
        register_texts(package)
    return *packages, CORE


@cache
def packages_around(*modules: str) -> tuple[str, ...]:
    """The packages with texts that these modules lie in: the nearest of each, then those around; not the shared ones."""
    holders = [[package for package in parents(module) if has_folder(package)] for module in modules]
    nearest = (holder[0] for holder in holders if holder)
    found = dict.fromkeys((*nearest, *(package for holder in holders for package in holder)))
    return tuple(package for package in found if package not in SHARED)


def parents(module: str) -> Iterator[str]:
    """`a.b.c`, `a.b`, `a`: a module and the packages that it lies in, those that have been imported."""
    while module:
        if hasattr(sys.modules.get(module), "__path__"):
            yield module
        module = module.rpartition(".")[0]


@cache
def has_folder(package: str) -> bool:
    return folder_of(package).is_dir()


def folder_of(package: str) -> Traversable:
    return resources.files(package) / "data" / "texts"


def flatten(table: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """`{"event": {"moved": "..."}}` as `{"event.moved": "..."}`."""
    flat: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            flat |= flatten(value, f"{prefix}{key}.")
        else:
            flat[prefix + key] = str(value)
    return flat


@cache
def texts(package: str, language: str) -> dict[str, str]:
    """The texts of a package in a language; a file that cannot be read is reported, and stops nobody."""
    file = folder_of(package) / f"{language}.toml"
    try:
        return flatten(tomllib.loads(file.read_text("utf-8"))) if file.is_file() else {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        log.error("The texts of '%s' in data/texts/%s.toml cannot be read: %s", package, language, fault)
        return {}


@cache
def words_in(packages: tuple[str, ...], language: str) -> dict[str, str]:
    """The texts of these packages and then of the shared ones: each key in the first package that has it.

    Within a package, what the language lacks is in English.
    """
    found: dict[str, str] = {}
    for package in reversed(dict.fromkeys((*packages, *SHARED)) if packages else every_package()):
        found |= texts(package, ENGLISH)
        if language != ENGLISH:
            found |= {key: words for key, words in texts(package, language).items() if words}
    return found


# ---------------------------------------------------------------- what is current: the language and the game


class Scope:
    """In which language and from which packages a thread or task gets its texts."""

    __slots__ = ("language", "packages")

    def __init__(self, language: str, packages: tuple[str, ...]) -> None:
        self.language = language
        self.packages = packages
        """Those of the current game; empty if there is none."""


TextScope = tuple[str, tuple[str, ...]]
"""The language with the packages of the current game: the key of a cache of words."""
NO_SCOPE = Scope(ENGLISH, ())
SCOPE: ContextVar[Scope] = ContextVar("texts", default=NO_SCOPE)
"""A request or a client sets its own without affecting others."""


class WithTexts(Protocol):
    """What has texts of its own: rules, a scenario, a lesson, a computer player."""

    @property
    def text_packages(self) -> tuple[str, ...]:
        """The packages in which its keys are looked up, in this order, before the shared ones."""
        ...


@contextmanager
def within(scope: Scope) -> Iterator[Scope]:
    before = SCOPE.set(scope)
    try:
        yield scope
    finally:
        SCOPE.reset(before)


@contextmanager
def speaking(language: str) -> Iterator[str]:
    """Use this language, as far as it has texts, within the `with` block; yields the one really used."""
    with within(Scope(nearest_language(language), SCOPE.get().packages)) as scope:
        yield scope.language


@contextmanager
def texts_of(owner: WithTexts) -> Iterator[None]:
    """Use the texts of this game within the `with` block."""
    with within(Scope(SCOPE.get().language, owner.text_packages)):
        yield


@contextmanager
def texts_around(module: str) -> Iterator[None]:
    """Look up keys in the packages of this module first, such as that of a computer player, then as before."""
    scope, own = SCOPE.get(), packages_around(module)
    with within(Scope(scope.language, (*own, *(scope.packages or every_package())) if own else scope.packages)):
        yield


def use_texts_of(owner: WithTexts) -> None:
    """Use the texts of this game from now on, up to the end of the innermost `with` block of `speaking` or `texts_of`.

    For a request or a command that finds out on its way which game it is about; its tasks and threads follow. Without such
    a block: for the rest of this thread or task.
    """
    scope = SCOPE.get()
    if scope is NO_SCOPE:
        SCOPE.set(Scope(scope.language, owner.text_packages))
    else:
        scope.packages = owner.text_packages


def language_in_force() -> str:
    return SCOPE.get().language


def scope_in_force() -> TextScope:
    scope = SCOPE.get()
    return scope.language, scope.packages


@cache
def languages() -> tuple[str, ...]:
    """The languages with texts, English first."""
    folders = (folder_of(package) for package in every_package())
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


# ---------------------------------------------------------------- the words


def words_for(key: str, language: str | None = None) -> str | None:
    """The text as written, in the given or current language; English if it has none."""
    scope = SCOPE.get()
    return words_in(scope.packages, scope.language if language is None else nearest_language(language)).get(key)


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
