"""Ledger entries, read from the data/rules.yaml of every game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec
import yaml

from grognard.core.errors import DataError, UnknownName

Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C parser is ten times as fast


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule, in our own words; the ruling says how a doubt about the printed text was decided."""

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
    """The data folders with a ledger below a folder of games, each under the name of its game."""
    for child in sorted(folder.iterdir(), key=lambda child: child.name):
        if child.is_dir() and child.name not in ("data", "__pycache__"):
            data = child / "data"
            if (data / "rules.yaml").is_file():
                yield child.name, data
            yield from books(child)


def read(book: str, file: Traversable) -> list[Entry]:
    """The entries of one ledger, in its order; a fault is told in one sentence."""
    try:
        found = yaml.load(file.read_text(encoding="utf-8"), Loader)
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
    """Every rule of the installed games, read once a process."""
    return read_all(files("grognard.games"))


def show(wanted: str, entries: Sequence[Entry] | None = None) -> list[Entry]:
    """The rule with this id or, if there is none, all whose id begins so."""
    entries = ledger() if entries is None else entries
    key = wanted.strip().casefold()
    exact = [entry for entry in entries if entry.id.casefold() == key]
    found = exact or [entry for entry in entries if key and entry.id.casefold().startswith(key)]
    if not found:
        raise UnknownName(f"There is no rule '{wanted}'; {nearest(wanted, entries)}.")
    return found


def nearest(wanted: str, entries: Sequence[Entry]) -> str:
    """The ids most like the one that was wanted."""
    ids = {entry.id.casefold(): entry.id for entry in entries}
    close = [ids[key] for key in get_close_matches(wanted.strip().casefold(), list(ids), n=5, cutoff=0.5)]
    if close:
        return f"the nearest are {', '.join(close)}"
    return f"ids look like {', '.join(list(ids.values())[:3])}" if ids else "no game with a ledger is installed"
