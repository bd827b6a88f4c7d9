"""Numbers and refusals that explain themselves: a text key with arguments and the rules they rest on."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

import msgspec

Argument = str | int | float
Arguments = Mapping[str, Argument]

PACKAGES: list[str] = ["grognard.core"]
"""Packages that bring texts along, in data/texts/<language>.toml; a game adds its own when it is imported."""


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
    """All texts of a language; later packages may reword what earlier ones say."""
    found: dict[str, str] = {}
    for package in packages:
        file = resources.files(package) / "data" / "texts" / f"{language}.toml"
        if file.is_file():
            found |= flatten(tomllib.loads(file.read_text("utf-8")))
    return found


def bring_texts(package: str) -> None:
    """Let a game's package contribute its texts."""
    if package not in PACKAGES:
        PACKAGES.append(package)


def has_text(key: str, language: str = "en") -> bool:
    return key in texts(language, tuple(PACKAGES))


def in_table(table: str, word: str) -> str:
    """The text `table.word`, or the word itself."""
    key = f"{table}.{word}"
    return text(key) if has_text(key) else word


def text(key: str, args: Mapping[str, Argument] | None = None, language: str = "en") -> str:
    """The words for a key; English where the language has none, the key itself where nobody has."""
    packages = tuple(PACKAGES)
    words = texts(language, packages).get(key) or texts("en", packages).get(key)
    if words is None:
        return key if not args else f"{key} {dict(args)}"
    try:
        return words.format_map(dict(args or {}))
    except (KeyError, IndexError, ValueError):
        return words
