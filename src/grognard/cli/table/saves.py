"""Games that are kept: each a record in a folder of its own, with who plays each seat, so that anybody can go on with it."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from grognard.cli.files import read, replayed, write
from grognard.core.errors import GrognardError
from grognard.core.games import Game
from grognard.core.records import digest
from grognard.core.scenarios import find

FOLDER = "GROGNARD_GAMES"
"""The variable that names another folder for the games."""
TABLE = "table"
"""The field of a record with what a table adds to it."""


class Saved(msgspec.Struct, frozen=True):
    """A game that is kept: its file and title, who plays, how far it is, when it was left."""

    file: Path
    title: str
    sides: dict[str, str]
    choices: int
    left: datetime
    scenario: str


def folder() -> Path:
    """Where games are kept."""
    named = os.environ.get(FOLDER)
    return Path(named) if named else data_folder() / "games"


def data_folder() -> Path:
    """Where Grognard keeps what is the player's."""
    named = os.environ.get(FOLDER)
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(named) if named else Path(data) / "grognard"


def new_file(scenario: str, now: datetime | None = None) -> Path:
    """A file for a new game that no other game has."""
    name = re.sub(r"\W+", "-", scenario)
    start = folder() / f"{now or datetime.now():%Y-%m-%d-%H%M}-{name}.json"
    number = 1
    file = start
    while file.exists():
        number += 1
        file = start.with_stem(f"{start.stem}-{number}")
    return file


def keep(file: Path, game: Game, sides: Mapping[str, str]) -> None:
    """Write a game to its file, all or nothing."""
    record = game.record() | {TABLE: {"players": dict(sides), "over": game.over is not None}}
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise GrognardError(f"The folder '{file.parent}' cannot be made: {fault.strerror or fault}.") from None
    write(str(file), record | {"digest": digest(record)})


def kept() -> list[Saved]:
    """The games that are not over, the last one left first; files that are no games are passed over."""
    found = [saved for file in folder().glob("*.json") if (saved := look_into(file)) is not None]
    return sorted(found, key=lambda saved: saved.left, reverse=True)


def look_into(file: Path) -> Saved | None:
    try:
        record = read(str(file))
        table = record[TABLE]
        if table["over"]:
            return None
        choices = sum(not entry.startswith("roll ") for entry in record["entries"])
        left = datetime.fromtimestamp(file.stat().st_mtime)
        scenario = find(record["scenario"])
        return Saved(file, scenario.title, dict(table["players"]), choices, left, scenario.id)
    except (GrognardError, LookupError, TypeError, AttributeError, ValueError, OSError):
        return None


def take_up(file: str, components: str | None = None) -> tuple[Game, dict[str, str] | None]:
    """The game of a record, and who plays each seat if the record says so."""
    record = read(file)
    game = replayed(file, record, components)
    table: Any = record.get(TABLE)
    players = table.get("players") if isinstance(table, dict) else None
    if isinstance(players, dict) and set(players) == set(game.seats):
        return game, {str(seat): str(name) for seat, name in players.items()}
    return game, None
