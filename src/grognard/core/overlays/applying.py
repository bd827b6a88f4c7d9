"""Applying an overlay to a game's components: while it is active, data files are read with its values.

`check` is where a game says what must be true of its components. Faults are collected and reported together.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextvars import ContextVar
from importlib.resources import files
from itertools import islice
from typing import TypeVar, cast

import msgspec

from grognard.core.documents import in_short
from grognard.core.errors import INCONSISTENCIES, GrognardError, OverlayError, near
from grognard.core.overlays.folders import BASIS, Overlay, Stamp
from grognard.core.overlays.merging import Change, Json, Merging, Path, places
from grognard.core.schemas import Fault, schema_fault

T = TypeVar("T")

MOST_FAULTS = 50
"""How many faulty values of a file are reported one by one."""
LISTED = 40
"""How many changes the basis of a whole file lists one by one."""


class Laying:
    """An overlay while the rules of a scenario are built: which files they read, what it changes there, and every fault."""

    def __init__(self, overlay: Overlay) -> None:
        self.overlay = overlay
        self.read: dict[tuple[str, str], list[Change]] = {}
        self.faults: list[str] = []

    def component(self, package: str, name: str, kind: object, base: T) -> T:
        """A data file with the overlay's values; if they are faulty, the file's own, so that all faults are found."""
        folders = [folder for folder in self.overlay.folders_for(package) if name in self.overlay.games[folder]]
        self.read.setdefault((package, name), [])
        if not folders:
            return base
        if len(folders) > 1:
            self.fault(f"{folders[1]}/{name}", (), f"'{folders[0]}' and '{folders[1]}' are the same game; keep one folder")
            return base
        key = package, name, kind
        if key not in self.overlay.made:
            merged = self._merge(package, name, folders[0], kind)
            if merged is None:
                return base
            self.overlay.made[key] = merged
        found, self.read[package, name] = self.overlay.made[key]
        return cast(T, found)

    def _merge(self, package: str, name: str, folder: str, kind: object) -> tuple[object, list[Change]] | None:
        file = f"{folder}/{name}"
        merging = Merging(json.loads((files(package) / "data" / name).read_bytes()), self.overlay.games[folder][name])
        faults = [*merging.faults, *schema_faults(merging, kind)]
        for path, words in faults:
            self.fault(file, path, words)
        if faults:
            return None
        merged = mark(merging.merged(), merging.changes, self.overlay)
        return msgspec.json.decode(msgspec.json.encode(merged), type=kind), merging.changes

    def check(self, name: str, faults: Callable[[], Iterable[str]]) -> None:
        """Run a check of the game; faults in the files, or found by the check, are raised together."""
        if self.faults:
            raise OverlayError(self.faults)
        owners = [folder for package, read in self.read if read == name for folder in self.overlay.folders_for(package)]
        given = [folder for folder in owners if name in self.overlay.games[folder]]
        for fault in faults():
            if given:
                self.fault(f"{given[0]}/{name}", (), fault)
            else:
                self.fault("", (), f"{name} does not fit these values: {fault}")
        if self.faults:
            raise OverlayError(self.faults)

    def settled(self, name: str, places: Iterable[str]) -> None:
        """Refuse values for something that is a rule: the code implements it, and would ignore them."""
        for (package, read), changes in self.read.items():
            for folder in self.overlay.folders_for(package) if read == name else ():
                for change in changes:
                    place = ".".join(change.path)
                    if any(f"{place}.".startswith(f"{rule}.") for rule in places):
                        self.fault(
                            f"{folder}/{name}", change.path, "this is a rule, which an overlay cannot change; leave it out"
                        )

    def fault(self, file: str, path: Sequence[str], words: str) -> None:
        place = "/".join(filter(None, (self.overlay.source, file))) + (f", {'.'.join(path)}" if path else "")
        self.faults.append(f"{place}: {words.rstrip('.')}{'' if words.endswith('?') else '.'}")

    def leftovers(self, games: Iterable[str]) -> None:
        """Everything in the overlay must have been read, or belong to another game."""
        packages = {package for package, _ in self.read}
        others = packages_beside({*packages, *games})
        for folder, given in self.overlay.games.items():
            owners = [package for package in packages if folder in self.overlay.folders_for(package)]
            if owners:
                known = {name: None for package, name in self.read if package in owners}
                for name in given:
                    if name not in known:
                        hint = near(name, known) or f"; it reads {', '.join(sorted(known))}"
                        self.fault(f"{folder}/{name}", (), f"the game reads no such file{hint}")
            elif not any(folder in self.overlay.folders_for(package) for package in others):
                names = {package.rpartition(".")[2]: None for package in others}
                hint = near(folder, names) or f"; the folders are {', '.join(sorted(names))}"
                self.fault(folder, (), f"there is no game of this name here{hint}")
        if not self.faults and not any(self.read.values()):
            self.fault("", (), f"there is nothing in it for this game; it holds {', '.join(self.overlay.games) or 'nothing'}")

    def stamp(self) -> Stamp:
        """Name and digest; the basis of a value does not count."""
        values = [
            (package, name, change.path, change.value)
            for (package, name), changes in sorted(self.read.items())
            for change in changes
            if BASIS not in change.path
        ]
        return Stamp(self.overlay.name, hashlib.sha256(msgspec.json.encode(values)).hexdigest()[:16])


_LAYING: ContextVar[Laying | None] = ContextVar("laying", default=None)


def in_force() -> Laying | None:
    """The active overlay, if there is one."""
    return _LAYING.get()


def check(name: str, faults: Callable[[], Iterable[str]]) -> None:
    """Check what must be true of a data file, alone or with others, if an overlay is active; read all files first."""
    laying = _LAYING.get()
    if laying is not None:
        laying.check(name, faults)


def settled(name: str, *places: str) -> None:
    """The parts of a data file that are only for reference: rules, which an active overlay may not change."""
    laying = _LAYING.get()
    if laying is not None:
        laying.settled(name, places)


UNFIT = (GrognardError, *INCONSISTENCIES)
"""The exceptions that values which no check has caught can cause."""


def apply_overlay(over: Overlay, make: Callable[[], T], games: Iterable[str]) -> tuple[T, Stamp]:
    """Build the rules of a scenario with an active overlay; `games` are the other packages it may hold values for."""
    laying = Laying(over)
    token = _LAYING.set(laying)
    try:
        made = make()
    except UNFIT as fault:
        laying.leftovers(games)
        raise OverlayError(
            laying.faults or [f"The game cannot be played with the values of '{over.source}' ({in_short(fault)})."]
        ) from None
    finally:
        _LAYING.reset(token)
    laying.leftovers(games)
    if laying.faults:
        raise OverlayError(laying.faults)
    return made, laying.stamp()


def packages_beside(packages: Iterable[str]) -> list[str]:
    """These packages and their siblings with data: all games of their families."""
    return [
        f"{parent}.{folder.name}"
        for parent in sorted({package.rpartition(".")[0] for package in packages})
        for folder in files(parent).iterdir()
        if folder.is_dir() and (folder / "data").is_dir()
    ]


# ---------------------------------------------------------------- faults and marks


def schema_faults(merging: Merging, kind: object) -> list[tuple[Path, str]]:
    """The violations of the schema in a merged document: the changes that are faulty on their own, or the whole."""
    whole = schema_fault(merging.merged(), kind)
    if whole is None:
        return []
    faults: list[tuple[Path, str]] = []
    for change, fault in islice(faulty_changes(merging, kind, merging.changes), MOST_FAULTS):
        inside = "".join(fault.steps[len(change.path) :])
        path = (*change.path[:-1], change.path[-1] + inside) if change.path else ()
        faults.append((path, fault.words + merging.near(change.path)))
    return faults or [((), whole.words)]


def faulty_changes(merging: Merging, kind: object, changes: Sequence[Change]) -> Iterator[tuple[Change, Fault]]:
    """The changes that are faulty on their own; found by bisection, because there may be thousands of which few are faulty."""
    fault = schema_fault(merging.merged(changes), kind)
    if fault is not None and len(changes) > 1:
        middle = len(changes) // 2
        yield from faulty_changes(merging, kind, changes[:middle])
        yield from faulty_changes(merging, kind, changes[middle:])
    elif fault is not None and changes:
        yield changes[0], fault


def mark(document: Json, changes: Iterable[Change], over: Overlay) -> Json:
    """Set the basis of every changed value: the overlay's, unless the overlay says otherwise.

    Items with their own basis get the overlay's. The basis of a whole file, or a list of what is printed, gets one more line.
    """
    given = {change.path for change in changes}
    listed: dict[tuple[str, ...], list[str]] = {}
    for change in changes:
        for path, place in places(document, change.path):
            basis = place.get(BASIS)
            if basis is None:
                continue
            if change.path[: len(path) + 1] == (*path, BASIS):
                break
            if path and isinstance(basis, str):
                if (*path, BASIS) not in given and path not in given:
                    place[BASIS] = over.basis
            else:
                listed.setdefault(path, []).append(".".join(change.path[len(path) :]))
            break
    for path, names in listed.items():
        place = next(place for found, place in places(document, path) if found == path)
        told = names if len(names) <= LISTED else [*names[:LISTED], f"{len(names) - LISTED} more"]
        line, basis = f"{', '.join(told)} ({over.basis})", place[BASIS]
        if isinstance(basis, str):
            place[BASIS] = f"{basis}; {line}"
        elif isinstance(basis, dict) and isinstance(basis.get("printed"), list):
            place[BASIS] = {**basis, "printed": [*cast("list[Json]", basis["printed"]), line]}
    return document
