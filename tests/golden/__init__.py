"""The golden games: complete games of every scenario, recorded once by `python -m tests.golden.make`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent
NAMES = sorted(file.stem for file in FOLDER.glob("*.json"))
LONG = {"savannah-campaign-brawler", "victories-campaign-brawler", "victories-campaign-random"}

every_golden_game = pytest.mark.parametrize("name", NAMES)
every_short_golden_game = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.soak) if name in LONG else name for name in NAMES]
)
"""For what takes much longer than to replay a game: the long ones are for `make soak`."""


def golden(name: str) -> dict[str, Any]:
    """A game, with how it ended."""
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return found


def golden_record(name: str) -> dict[str, Any]:
    found: dict[str, Any] = golden(name)["record"]
    return found
