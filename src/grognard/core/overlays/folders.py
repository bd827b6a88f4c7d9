"""Overlay folders: values printed in a boxed game, which replace the reconstructed ones in its data files.

An overlay is a folder that the owner of a game fills in. It has a folder for each game, named like the game's own, with files
named like the game's data files that contain only the differences (`merging` merges the two). While the rules of a scenario
are built, its overlay is active, and components are read with its values (`applying`).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import cast

import msgspec

from grognard.core.documents import read_bytes, read_json, shortened
from grognard.core.errors import OverlayError
from grognard.core.overlays.merging import Change, Json
from grognard.core.schemas import Basis, Data, Text, Word, schema_fault
from grognard.core.sharing import Shared

ABOUT = "overlay.json"
"""The one file beside the folders of the games: the name of the overlay, and the basis of its values."""


BASIS = "basis"


class Stamp(msgspec.Struct, frozen=True):
    """What a record or a position says about its overlay."""

    name: Word
    digest: Word


class About(Data):
    """The optional file `overlay.json`."""

    name: Word = ""
    basis: Basis = ""
    note: Text = ""


class Overlay:
    """The values of an overlay folder. The same values from the same folder are one object per process."""

    def __init__(self, source: str, name: str, basis: str, games: dict[str, dict[str, Json]]) -> None:
        self.source = source
        self.name = name
        self.basis = basis
        self.games = games
        self.made: dict[tuple[str, str, object], tuple[object, list[Change]]] = {}
        """The components read with it, each with its changes: a file is merged once per process."""

    def __repr__(self) -> str:
        return f"Overlay({self.source!r})"

    def folders_for(self, package: str) -> list[str]:
        """The folders for a game's package, named by the end of its path."""
        return [folder for folder in self.games if f".{package}".endswith(f".{folder}")]


Components = str | PathLike[str] | Overlay
"""An overlay, or the folder it is in."""

# ---------------------------------------------------------------- reading a folder


def overlay(components: Components) -> Overlay:
    """The overlay in a folder; every fault in its files is reported."""
    if isinstance(components, Overlay):
        return components
    folder = Path(components)
    contents = _contents(folder)
    key = str(folder), str(folder.resolve()), hashlib.sha256(repr(contents).encode()).digest()
    found = _READ.get(key)
    if found is None:
        found = _read(folder, contents)
        _READ.put(key, found)
    return found


FORMER = {"seed": "printed", "Union: seed": "printed: Union", "ruling": "reconstructed"}
"""How the basis of a value could begin in older overlays, and how it begins now."""


def in_todays_words(document: Json, of_basis: bool = False) -> Json:
    """A document in which every basis is printed or reconstructed."""
    if isinstance(document, dict):
        return {key: in_todays_words(value, of_basis or key == BASIS) for key, value in document.items()}
    if isinstance(document, list):
        return [in_todays_words(value, of_basis) for value in document]
    if isinstance(document, str) and of_basis:
        for former, now in FORMER.items():
            document = re.sub(rf"^{former}\b", now, document)
    return document


_READ: Shared[tuple[str, str, bytes], Overlay] = Shared(8)


def _contents(folder: Path) -> list[tuple[str, bytes]]:
    """The files of an overlay by their paths, without notes and hidden files."""
    try:
        found = [file for one in _shown(folder) for file in (_shown(one) if one.is_dir() else [one])]
        return [(file.relative_to(folder).as_posix(), b"" if file.is_dir() else read_bytes(file)) for file in found]
    except (FileNotFoundError, NotADirectoryError):
        raise OverlayError([f"There is no components folder '{folder}'; docs/components.md says how one is made."]) from None
    except OSError as fault:
        raise OverlayError([f"The components in '{folder}' cannot be read: {fault.strerror or fault}."]) from None
    except ValueError as fault:
        raise OverlayError([f"A file of the components in '{folder}' cannot be read: {fault}."]) from None


def _shown(folder: Path) -> list[Path]:
    return [file for file in sorted(folder.iterdir()) if not file.name.startswith(".") and file.suffix != ".md"]


def _read(folder: Path, contents: Sequence[tuple[str, bytes]]) -> Overlay:
    about = About()
    games: dict[str, dict[str, Json]] = {}
    faults: list[str] = []
    for path, body in contents:
        game, _, name = path.rpartition("/")
        if not name.endswith(".json") or not (game or name == ABOUT):
            faults.append(
                f"{folder}/{path}: this is no file of an overlay; values go into the folder of their game, GAME/units.json for"
                " example, and notes into files that end in .md."
            )
            continue
        try:
            found = in_todays_words(cast(Json, read_json(body)))
            if game:
                games.setdefault(game, {})[name] = found
            elif (wrong := schema_fault(found, About)) is not None:
                faults.append(f"{folder}/{path}{''.join(wrong.steps).replace('.', ', ')}: {wrong.words}.")
            else:
                about = msgspec.convert(found, About)
        except ValueError as fault:
            faults.append(f"{folder}/{path}: {fault}.")
    if faults:
        raise OverlayError(faults)
    name = about.name or shortened(folder.resolve().name)
    return Overlay(str(folder), name, about.basis or f"printed: {name}", games)


# ---------------------------------------------------------------- records and positions


def disagreement(what: str, written: object, stamp: Stamp | None, over: Overlay | None) -> str | None:
    """Why a record or a position made with some overlay cannot be read with this one (or none)."""
    if written is None:
        return None
    try:
        told = msgspec.convert(written, Stamp)
    except msgspec.ValidationError:
        return f"The 'components' of this {what} are an object with a name and a digest; get it again from its source."
    if stamp is None or over is None:
        return (
            f"This {what} was made with the components '{told.name}' ({told.digest}); give their folder with --components"
            " (in Python: components=...)."
        )
    if told.digest != stamp.digest:
        return (
            f"This {what} was made with the components '{told.name}' ({told.digest}), and those in '{over.source}' have"
            f" other values ({stamp.digest}); give the folder it was made with."
        )
    return None
