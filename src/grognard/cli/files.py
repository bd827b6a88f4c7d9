"""Positions and records on disk. A file that cannot be used is refused in one sentence."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import grognard
from grognard.core.documents import in_short, read_bytes, read_json
from grognard.core.errors import INCONSISTENCIES, GrognardError, PositionError, RecordError
from grognard.core.games import Game

T = TypeVar("T")


def read(file: str) -> dict[str, Any]:
    """The JSON object in a file."""
    try:
        found = read_json(read_bytes(Path(file)))
    except FileNotFoundError:
        raise GrognardError(f"There is no file '{file}'.") from None
    except OSError as fault:
        raise GrognardError(f"'{file}' cannot be read: {fault.strerror or fault}.") from None
    except ValueError as fault:
        raise GrognardError(f"'{file}' cannot be read: {fault}.") from None
    if not isinstance(found, dict):
        raise GrognardError(f"'{file}' holds no JSON object, so it is neither a record nor a position.")
    return found


def use(file: str, data: dict[str, Any], what: Callable[[dict[str, Any]], T]) -> T:
    """Build something from the contents of a file, or say in one sentence why that fails."""
    try:
        return what(data)
    except (PositionError, RecordError) as fault:
        raise GrognardError(f"{file}: {fault}") from None
    except INCONSISTENCIES as fault:
        raise GrognardError(f"'{file}' cannot be used: a value in it is of the wrong kind ({in_short(fault)}).") from None


def is_record(data: dict[str, Any]) -> bool:
    return "grognard-record" in data


def replayed(file: str, data: dict[str, Any], components: str | None = None) -> Game:
    """The game of a record."""
    return use(file, data, lambda record: grognard.replay(record, components=components))


def write(file: str | None, data: dict[str, Any]) -> None:
    """Write JSON to a file, all or nothing; without a file to standard output."""
    text = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    if file is None:
        sys.stdout.write(text)
        return
    write_bytes(file, text.encode())


def write_bytes(file: str, body: bytes) -> None:
    """Write a file, all or nothing."""
    goal = Path(file).resolve()
    try:
        if goal.exists() and not goal.is_file():
            goal.write_bytes(body)  # a device such as /dev/stdout; of a folder this complains
        else:
            replace(goal, body)
    except OSError as fault:
        raise GrognardError(f"'{file}' cannot be written: {fault.strerror or fault}.") from None


def replace(goal: Path, body: bytes) -> None:
    """Replace a file atomically: the old one stays until the new one is complete."""
    half = goal.with_name(f".{goal.name}.{os.getpid()}.part")
    try:
        half.write_bytes(body)
        half.replace(goal)
    finally:
        half.unlink(missing_ok=True)


def must_be_writable(file: str | None) -> None:
    """Refuse a file that cannot be written, before any work is done."""
    if file is None:
        return
    goal = Path(file).resolve()
    able = os.access(goal, os.W_OK) and not goal.is_dir() if goal.exists() else os.access(goal.parent, os.W_OK)
    if not able:
        why = "it is a folder" if goal.is_dir() else "its folder does not exist, or it is protected"
        raise GrognardError(f"'{file}' cannot be written: {why}.")
