"""The picture in the documents: the historical opening of Eutaw Springs, with fixed choices of the free set-up.

`python -m tests.drawing.opening` draws it anew.
"""

from __future__ import annotations

from pathlib import Path

import grognard
from grognard.core.pictures import Sheet
from grognard.drawing import Window, png, svg
from grognard.games.revolution.series.actions import Place
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.picture import picture_sheet

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
CHOICES = ("0714", "0910", "1110", "1113", "1118", "1119")
"""Majoribanks in the thicket, the grenadiers, Sheridan in the camp, Stewart; the riflemen and Greene."""
FIELD = Window(5, 6, 18, 23)
"""Where the armies stand."""


def opening() -> Battle:
    game = grognard.new("revolution/eutaw/historical", seed=7)
    for hex in CHOICES:
        game.play(game.actors[0], Place(hex))
    assert isinstance(game, Battle)
    return game


def opening_sheet() -> Sheet:
    return picture_sheet(opening())


def draw() -> None:
    PICTURES.mkdir(exist_ok=True)
    picture = svg(opening_sheet(), FIELD)
    (PICTURES / "eutaw-opening.svg").write_text(picture, "utf-8")
    (PICTURES / "eutaw-opening.png").write_bytes(png(picture))


if __name__ == "__main__":
    draw()
