"""The pictures in the documents: the openings of the battles, with fixed choices where a set-up is free.

`python -m tests.drawing.opening` draws them anew.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import grognard
from grognard.core.pictures import Picture
from grognard.core.pictures.hexes import HexSheet
from grognard.drawing import Window, png, svg
from grognard.games.revolution.series.actions import Place
from grognard.games.revolution.series.battle import Battle

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


class Opening(NamedTuple):
    """A scenario, what to call its picture, where the armies stand, and the choices of the free set-up."""

    scenario: str
    name: str
    field: Window
    choices: tuple[str, ...] = ()
    pixels: int | None = None
    """How wide the PNG is, if not as wide as it is drawn."""


EUTAW = Opening(
    "revolution/eutaw/historical",
    "eutaw-opening",
    Window(5, 6, 18, 23),
    ("0714", "0910", "1110", "1113", "1118", "1119"),
)
"""Majoribanks in the thicket, the grenadiers, Sheridan in the camp, Stewart; the riflemen and Greene."""
GUILFORD = Opening("revolution/guilford/historical", "guilford-opening", Window(12, 17, 24, 33))
CAMPAIGN = Opening("revolution/guilford/campaign", "guilford-campaign-opening", Window(1, 1, 24, 34), pixels=660)
EUTAW_CAMPAIGN = Opening("revolution/eutaw/campaign", "eutaw-campaign-opening", Window(1, 1, 24, 32), pixels=660)
OPENINGS = (EUTAW, GUILFORD, CAMPAIGN, EUTAW_CAMPAIGN)


def opening(which: Opening = EUTAW) -> Battle:
    game = grognard.new(which.scenario, seed=7)
    for hex in which.choices:
        game.play(game.actors[0], Place(hex))
    assert isinstance(game, Battle)
    return game


def opening_picture(which: Opening = EUTAW) -> Picture:
    game = opening(which)
    return game.rules.picture(game)


def opening_sheet(which: Opening = EUTAW) -> HexSheet:
    sheet = opening_picture(which).main
    assert isinstance(sheet, HexSheet)
    return sheet


def draw() -> None:
    PICTURES.mkdir(exist_ok=True)
    for which in OPENINGS:
        picture = svg(opening_picture(which), which.field)
        (PICTURES / f"{which.name}.svg").write_text(picture, "utf-8")
        (PICTURES / f"{which.name}.png").write_bytes(png(picture, which.pixels))


if __name__ == "__main__":
    draw()
