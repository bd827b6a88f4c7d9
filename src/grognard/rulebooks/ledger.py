"""Ledger entries, read from the data/rules.yaml of every game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

from grognard.core.errors import DataError, UnknownName
from grognard.core.schemas import Data


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


def books(folder: Traversable) -> Iterator[tuple[str, Traversable]]:
    """The data folders with a ledger below a folder of games, by the name of the game."""
    for child in sorted(folder.iterdir(), key=lambda child: child.name):
        if child.is_dir() and child.name not in ("data", "__pycache__"):
            data = child / "data"
            if (data / "rules.yaml").is_file():
                yield child.name, data
            yield from books(child)


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
    entries: dict[str, Entry] = {}
    for book, data in books(folder):
        for entry in read(book, data / "rules.yaml"):
            if entry.id in entries:
                raise DataError(
                    f"Rule {entry.id} stands in the ledger of {entries[entry.id].book} and again in that of {book}."
                )
            entries[entry.id] = entry
    return tuple(entries.values())


@cache
def ledger() -> tuple[Entry, ...]:
    """Every rule of the installed games, read once per process."""
    return read_all(files("grognard.games"))
