"""Ledger entries, read from the data/rules.yaml of every game: of our games, and of those of other packages.

A rulebook is found by the package that it lies in. Ids are unique among ours. The book of another package that uses an id of
ours, or of a package before it, is read at its own tables and by its name, and never hides a rule of another game.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

import msgspec

from grognard.core.errors import DataError, GrognardError, UnknownName
from grognard.core.scenarios import installed, packages
from grognard.core.schemas import Data
from grognard.core.texts import CORE, packages_around, parents, scope_in_force

LOG = logging.getLogger(__name__)
OURS = "grognard.games"


class Entry(Data):
    """One rule, in our own words; the ruling says how an unclear printed text was decided."""

    book: str
    id: str
    title: str
    source: str
    kind: str
    text: str
    example: str
    ruling: str | None = None

    @property
    def needs_test(self) -> bool:
        return self.kind != "note"


class Book(NamedTuple):
    """A rulebook: its name, which is that of its folder, and the package and the data folder in which it lies."""

    name: str
    package: str
    data: Traversable

    @property
    def is_ours(self) -> bool:
        return self.package.startswith(f"{OURS}.")

    @property
    def text_packages(self) -> tuple[str, ...]:
        """The packages in which its title is looked up."""
        return *packages_around(self.package), CORE


def books(folder: Traversable, package: str = "") -> Iterator[Book]:
    """The rulebooks below the folder of a package."""
    for child in sorted(folder.iterdir(), key=lambda child: child.name):
        if child.name.isidentifier() and child.name not in ("data", "__pycache__") and child.is_dir():
            yield from book_in(child, f"{package}.{child.name}")
            yield from books(child, f"{package}.{child.name}")


def book_in(folder: Traversable, package: str) -> Iterator[Book]:
    """The rulebook in the folder of a package, if it has one."""
    if (folder / "data" / "rules.yaml").is_file():
        yield Book(package.rpartition(".")[2], package, folder / "data")


@cache
def every_book() -> tuple[Book, ...]:
    """The rulebooks of the installed games, ours first. One whose name is taken goes by the full name of its package."""
    found = {book.name: book for book in books(files(OURS), OURS)}
    for root in guests():
        for book in (*book_in(files(root), root), *books(files(root), root)):
            found.setdefault(book.package if book.name in found else book.name, book)
    return tuple(book._replace(name=name) for name, book in found.items())


def guests() -> list[str]:
    """The packages of games that are not ours, each the outermost one that is not only a name."""
    installed()  # imports them
    found = set()
    for module in packages():
        if not module.startswith(f"{OURS}."):
            around = [name for name in parents(module) if getattr(sys.modules[name], "__file__", None)]
            found.update(around[-1:])
    return sorted(found)


def books_of(*around: str) -> tuple[Book, ...]:
    """The rulebooks in these packages and modules, or around them, in their order."""
    by_package = {book.package: book for book in every_book()}
    named = (by_package[name] for module in around for name in (*parents(module), module) if name in by_package)
    return tuple(dict.fromkeys(named))


def current_books() -> tuple[Book, ...]:
    """The rulebooks of the game in force, if they are not among those that everybody reads (`shelf`)."""
    around = scope_in_force()[1]
    own = books_of(*around) if around else ()
    return () if set(own) <= set(shelf()) else own


@cache
def shelf(*first: Book) -> tuple[Book, ...]:
    """The rulebooks that are read together: these, ours, and those of others, without those that use an id twice."""
    from grognard.rulebooks.summaries import overlap

    found: list[Book] = []
    for book in dict.fromkeys((*first, *every_book())):
        other = None if book in first or (book.is_ours and not first) else next((o for o in found if overlap(book, o)), None)
        if other is None:
            found.append(book)
        elif not first:
            LOG.warning(
                "The rulebook '%s' uses ids of '%s'; it is read at its own tables and with --book %s.",
                book.name,
                other.name,
                book.name,
            )
    return tuple(found)


def named_book(name: str) -> Book | None:
    return next((book for book in every_book() if book.name == name), None)


def check_book(book: str, books: Sequence[str]) -> None:
    """Refuse an unknown rulebook."""
    if book not in books:
        raise UnknownName(f"There is no rulebook '{book}'; there are {', '.join(books)}.")


def read(book: str, file: Traversable) -> list[Entry]:
    """The entries of one ledger, in order; a fault is reported in one sentence."""
    import yaml  # no other command needs it

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C parser is ten times as fast
    try:
        found = yaml.load(file.read_text(encoding="utf-8"), loader)
    except (yaml.YAMLError, UnicodeDecodeError) as fault:
        raise DataError(f"The ledger of {book} is not YAML: {' '.join(str(fault).split())}.") from None
    if not isinstance(found, list):
        raise DataError(f"The ledger of {book} must be a list of rules.")
    entries = []
    for number, rule in enumerate(found, start=1):
        try:
            entries.append(msgspec.convert({"book": book} | rule, Entry))
        except (msgspec.ValidationError, TypeError) as fault:
            name = rule.get("id", f"number {number}") if isinstance(rule, dict) else f"number {number}"
            raise DataError(f"Rule {name} in the ledger of {book} cannot be used: {str(fault).rstrip('.')}.") from None
    return entries


def read_all(folder: Traversable) -> tuple[Entry, ...]:
    """The entries of every ledger below a folder; an id belongs to one rule only."""
    return joined(entry for book in books(folder) for entry in read(book.name, book.data / "rules.yaml"))


def joined(found: Iterable[Entry]) -> tuple[Entry, ...]:
    entries: dict[str, Entry] = {}
    for entry in found:
        if entry.id in entries:
            raise DataError(
                f"Rule {entry.id} stands in the ledger of {entries[entry.id].book} and again in that of {entry.book}."
            )
        entries[entry.id] = entry
    return tuple(entries.values())


@cache
def entries_of(book: Book) -> tuple[Entry, ...]:
    """The entries of a rulebook; one of another package that cannot be read is reported, and has none."""
    try:
        return tuple(read(book.name, book.data / "rules.yaml"))
    except GrognardError as fault:
        if book.is_ours:
            raise
        LOG.error("%s", fault)
        return ()


@cache
def ledger(*first: Book) -> tuple[Entry, ...]:
    """Every rule of the installed games, read once per process; of `shelf(*first)`, if books are named."""
    return joined(entry for book in shelf(*first) for entry in entries_of(book))
